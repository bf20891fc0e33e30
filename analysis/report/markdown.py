"""A report as Markdown: the words and tables of it, without the charts."""

from collections.abc import Iterator

from paiju.analysis.report.parts import Commands, Report, Section, Table, Value


def to_markdown(report: Report) -> str:
    """The text of the file."""
    lines = [f"# {_safe(report.title)} {report.hanzi}".rstrip(), "", _safe(report.subtitle), ""]
    lines += [" · ".join(f"**{value}** {what} {hanzi}" for value, what, hanzi in report.facts), ""]
    for section in report.sections:
        lines += [*_section(section), ""]
    return "\n".join(lines) + f"---\n{report.foot}\n"


def _section(section: Section) -> Iterator[str]:
    yield f"## {section.title} {section.hanzi}"
    for sentence in filter(None, section.lead):
        yield ""
        yield _safe(sentence)
    for table in section.tables:
        yield ""
        yield from _commands(table) if isinstance(table, Commands) else _table(table)
    for note in filter(None, section.notes):
        yield ""
        yield f"*{_safe(note)}*"


def _table(table: Table) -> Iterator[str]:
    heads = [_safe(text(column)) for column in table.columns]
    marks = [":--" if i < table.text_columns else "--:" for i in range(len(heads))]
    for line in (heads, marks, *([_safe(text(value)) for value in row] for row in table.rows)):
        yield f"| {' | '.join(line)} |"


def _commands(commands: Commands) -> Iterator[str]:
    yield "```sh"
    width = max((len(line) for line, _ in commands.lines), default=0)
    yield from (f"{line:<{width}}  # {' '.join(about.split())}" for line, about in commands.lines)
    yield "```"


def text(value: Value) -> str:
    """A cell as text."""
    return f"{value:,}" if isinstance(value, int) else str(value)


def _safe(sentence: str) -> str:
    """Nothing in it is markup."""
    flat = " ".join(sentence.split())
    for sign in ("\\", "|", "*", "_", "`", "<", "#"):
        flat = flat.replace(sign, "\\" + sign)
    return flat
