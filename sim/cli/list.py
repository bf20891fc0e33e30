"""`paiju list`: the games, rulesets, policies, options and stored queries there are."""

import argparse
import json
import textwrap
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

OVERVIEW: Final = ("games", "rulesets", "policies")
KINDS: Final = ("games", "rulesets", "policies", "options", "queries")
Rows = list[dict[str, Any]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("what", nargs="?", choices=KINDS, help="what to list; without: an overview")
    parser.add_argument("game", nargs="?", help="only of this game")
    parser.add_argument("--config-dir", metavar="DIR", help="a folder with rulesets of your own")
    parser.add_argument("--json", action="store_true", help="for programs: a JSON list of objects")


def main(args: argparse.Namespace) -> int:
    """Print the list."""
    if args.what is None:
        return _overview(args)
    rows = rows_of(args.what, args.game, args.config_dir)
    if args.json:
        print(json.dumps(rows, ensure_ascii=False, indent=1))
    else:
        print(_paragraphs(rows) if args.what == "options" else table(rows))
    return 0


def _overview(args: argparse.Namespace) -> int:
    """Print the games, rulesets and policies, and how to ask for more."""
    lists = {what: rows_of(what, None, args.config_dir) for what in OVERVIEW}
    if args.json:
        print(json.dumps(lists, ensure_ascii=False, indent=1))
        return 0
    for rows in lists.values():
        print(f"{table(rows)}\n")
    print(f"paiju list {'|'.join(KINDS)} [GAME] lists one of them, or only what one game has")
    return 0


def rows_of(what: str, game: str | None, config_dir: str | None = None) -> Rows:
    """The rows of a list; each is a mapping from column to value."""
    if what == "games":
        return _games(game)
    if what == "rulesets":
        return _rulesets(game, config_dir)
    if what == "policies":
        return _policies(game)
    if what == "options":
        return _options(game)
    return _queries(game)


def table(rows: Rows) -> str:
    """Rows as text in columns; wide characters count as two."""
    if not rows:
        return "there are none"
    heads = list(rows[0])
    cells = [heads, *([_cell(row[head]) for head in heads] for row in rows)]
    widths = [max(_width(line[i]) for line in cells) for i in range(len(heads))]
    return "\n".join(_line(line, widths) for line in cells)


def _paragraphs(rows: Rows) -> str:
    """Options as text: what may be allowed is too long for a column."""
    texts = []
    for row in rows:
        name = f"{row['game']}: {row['option']}" if "game" in row else row["option"]
        texts.append(f"{name} = {_cell(row['default'])}")
        texts += textwrap.wrap(
            f"{row['meaning']} ({row['source']})", 106, initial_indent="    ", subsequent_indent="    "
        )
        texts += textwrap.wrap(
            row["allowed"], 106, initial_indent="    allowed: ", subsequent_indent="        "
        )
    return "\n".join(texts)


def _line(line: Sequence[str], widths: Sequence[int]) -> str:
    padded = [text + " " * (width - _width(text)) for text, width in zip(line, widths, strict=True)]
    return "  ".join(padded).rstrip()


def _cell(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _games(only: str | None) -> Rows:
    from paiju.sim.games import registry
    from paiju.sim.kernel.options import validate

    games = [registry.get(name) for name in ([only] if only else registry.names())]
    return [
        {
            "game": game.name,
            "hanzi": game.hanzi,
            "title": game.title,
            "family": game.family,
            "seats": game.seated(validate(game.options, {})),
        }
        for game in games
    ]


def _rulesets(only: str | None, config_dir: str | None) -> Rows:
    from paiju.sim import config
    from paiju.sim.kernel.errors import BadOption

    rows: Rows = []
    paths = config.choices("ruleset", config_dir)
    for name, rules in config.rulesets(config_dir).items():
        if isinstance(rules, BadOption):
            rows.append({"ruleset": name, "game": "?", "hash": "", "about": f"cannot be used: {rules}"})
        elif only in (None, rules.game):
            about = _first_comment(paths[name])
            rows.append({"ruleset": name, "game": rules.game, "hash": rules.hash, "about": about})
    return rows


def _first_comment(path: Path) -> str:
    """What the first comment of a file says of it."""
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("#") and not line.startswith("# @"):
            return line.lstrip("# ")
    return ""


def _policies(game: str | None) -> Rows:
    from paiju import policies
    from paiju.sim.games import registry

    family = registry.get(game).family if game else None
    return [
        {"policy": each.name, "plays": each.family, "about": each.about}
        for each in policies.SHIPPED
        if family in (None, each.family) or each.family == policies.ANY
    ]


def _options(only: str | None) -> Rows:
    from paiju.sim.games import registry

    rows = []
    for name in [only] if only else registry.names():
        for option in registry.get(name).options:
            row = {} if only else {"game": name}
            rows.append(
                row
                | {
                    "option": option.key,
                    "default": option.default,
                    "allowed": option.allowed(),
                    "meaning": option.meaning,
                    "source": option.source,
                }
            )
    return rows


def _queries(only: str | None) -> Rows:
    """The stored queries: the first comment of each says what it answers; those of one game name it."""
    from paiju.analysis.tables.files import description, sql_files
    from paiju.sim.games import registry

    games = [registry.get(only).name] if only else registry.names()
    return [
        {"query": name, "game": game, "about": description(text)}
        for game in ("", *games)
        for name, text in sql_files("queries", game).items()
    ]
