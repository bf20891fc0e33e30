"""A report as one HTML file: it opens without a network, on a phone and on paper, light and dark.

No script runs in it and nothing is loaded: the security policy in its head forbids both.
"""

from collections.abc import Iterator
from html import escape
from itertools import chain
from typing import Final

from paiju.analysis.report.domino import drawn
from paiju.analysis.report.markdown import text
from paiju.analysis.report.parts import Commands, Named, Report, Section, Table, Value
from paiju.analysis.report.style import STYLE

LONG: Final = 36  # letters; longer cells may break into lines


def to_html(report: Report) -> str:
    """The text of the file."""
    return "".join(chain(_head(report), *map(_section, report.sections), _foot(report)))


def _head(report: Report) -> Iterator[str]:
    links = "".join(f'<a href="#{part.key}">{escape(part.title)}</a>' for part in report.sections)
    facts = "".join(
        f"<div><b>{escape(value)}</b><span>{escape(what)} {_zh(hanzi)}</span></div>"
        for value, what, hanzi in report.facts
    )
    yield (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'\">"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">'
        f"<title>{escape(report.title)} · paiju</title><style>{STYLE}</style></head>\n<body>"
        '<header><div class="seal" lang="zh-Hant" aria-hidden="true">牌<br>局</div>'
        f"<div><h1>{escape(report.title)} {_zh(report.hanzi)}</h1><p>{escape(report.subtitle)}</p></div></header>\n"
        f'<div class="facts">{facts}</div>\n<nav aria-label="Contents">{links}</nav>\n<main>\n'
    )


def _foot(report: Report) -> Iterator[str]:
    yield f"</main>\n<footer><p>{escape(report.foot)}</p><p>Written by paiju {_zh('牌局')}</p></footer></body></html>\n"


def _section(section: Section) -> Iterator[str]:
    yield f'<section id="{section.key}"><h2>{escape(section.title)} {_zh(section.hanzi)}</h2>\n'
    lead = " ".join(filter(None, section.lead))
    if lead:
        yield f'<p class="lead">{escape(lead)}</p>\n'
    for chart in section.charts:
        yield f"{chart.html()}\n"
    for table in section.tables:
        yield from _commands(table) if isinstance(table, Commands) else _table(table)
    for note in filter(None, section.notes):
        yield f'<p class="note">{escape(note)}</p>\n'
    yield "</section>\n"


def _table(table: Table) -> Iterator[str]:
    kinds = ["text" if i < table.text_columns else "num" for i in range(len(table.columns))]
    heads = "".join(
        f'<th scope="col" class="{kind}">{_value(column)}</th>'
        for kind, column in zip(kinds, table.columns, strict=True)
    )
    yield f'<div class="wide" tabindex="0"><table><thead><tr>{heads}</tr></thead><tbody>\n'
    for row in table.rows:
        yield "<tr>"
        for i, (kind, value) in enumerate(zip(kinds, row, strict=True)):
            tag = 'th scope="row"' if i == 0 else "td"
            long = " long" if isinstance(value, str) and len(value) > LONG else ""
            yield f'<{tag} class="{kind}{long}">{_value(value)}</{tag.split()[0]}>'
        yield "</tr>\n"
    yield "</tbody></table></div>\n"


def _commands(commands: Commands) -> Iterator[str]:
    yield '<dl class="commands">'
    for line, about in commands.lines:
        yield f"<div><dt><code>{escape(line)}</code></dt><dd>{escape(about)}</dd></div>"
    yield "</dl>\n"


def _value(value: Value) -> str:
    if isinstance(value, Named):
        return f"{escape(value.name)} {_zh(value.hanzi)}".rstrip()
    return escape(text(value))


def _zh(hanzi: str) -> str:
    return f'<span lang="zh-Hant">{drawn(escape(hanzi))}</span>' if hanzi else ""
