"""The files of SQL that tables and queries are made of.

In `sql/`, for runs of every game: `staging` gives each stored table its columns, whatever version wrote it; `marts`
derive others from them; `utilities` say what counts in ratings (one of them is chosen, and called `utilities`);
`queries` are questions with a name. Marts and queries of one game lie in its folder in `games/`, and belong to runs of
that game alone. A file holds one select statement, and its first line says in a comment what a row is.
"""

import re
from collections.abc import Iterable
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

from paiju.analysis.tables.errors import QueryError
from paiju.sim.store import schema

SQL: Final = Path(__file__).parents[1] / "sql"
GAMES: Final = Path(__file__).parents[1] / "games"
POOLED: Final = frozenset(
    ("policy_deals", "policy_totals", "policy_products", "placements", "encounters", "shared_tables")
)
SIDE_BY_SIDE: Final = (
    "overview",
    "options",
    "failures",
)  # stored queries that tell runs of different rules apart
LAYERS: Final = ("staging", "marts")


def statements(utility: str, games: Iterable[str] = ()) -> dict[str, str]:
    """The statement of each view on runs of these games by its name."""
    chosen = sql_files("utilities").get(utility)
    if chosen is None:
        raise QueryError(f"ratings can count {', '.join(schema.UTILITIES)}, and not {utility}")
    return {**sql_files("staging"), **sql_for("marts", games), "utilities": chosen}


def sql_for(layer: str, games: Iterable[str]) -> dict[str, str]:
    """The statements of a layer for runs of these games: those of every game, and its own if it is only one."""
    several = set(games)
    own = sql_files(layer, several.pop()) if len(several) == 1 else {}
    return sql_files(layer) | own


@cache
def sql_files(layer: str, game: str = "") -> dict[str, str]:
    """The statements of a layer by name: those for every game, or those of one game alone."""
    folder = GAMES / game / layer if game else SQL / layer
    return {path.stem: path.read_text("utf-8") for path in sorted(folder.glob("*.sql"))}


def description(text: str) -> str:
    """What the first line of a statement says a row is."""
    return text.partition("\n")[0].removeprefix("--").strip()


def macros() -> str:
    """The statements that create the functions that these files share."""
    block_of = f"create macro block_of(game_id) as game_id // {schema.GAMES_PER_BLOCK};\n"
    is_own = (
        f"create macro is_own_kind(number) as number >= {schema.FIRST_GAME_KIND};\n"  # none of the kernel
    )
    parts = [
        f"create macro {name}(arg) as ((arg >> {shift}) & {mask})::integer;\n"
        for name, (shift, mask) in schema.ARGS.items()
    ]
    return block_of + is_own + "".join(parts) + (SQL / "macros.sql").read_text("utf-8")


def merging() -> str:
    """The statements that find what several runs have in common."""
    return (SQL / "merging.sql").read_text("utf-8")


def in_order_of_need(statements: dict[str, str], wanted: set[str]) -> list[str]:
    """The wanted names and all that their statements select from, each after those it needs."""
    needs: dict[str, set[str]] = {}
    left = set(wanted)
    while left:
        name = left.pop()
        needs[name] = statements.keys() & re.findall(r"\b(?:from|join) (\w+)", statements[name])
        left |= needs[name] - needs.keys()
    return list(TopologicalSorter({name: sorted(needs[name]) for name in sorted(needs)}).static_order())


def pools(sql: str) -> bool:
    """Does a query mention a table whose rows are about all runs together?"""
    return not POOLED.isdisjoint(re.findall(r"\w+", sql.lower()))


def needs_utility(sql: str) -> bool:
    """Does a query mention a table that depends on what ratings count?"""
    texts = statements("points")
    return "utilities" in in_order_of_need(texts, texts.keys() & re.findall(r"\w+", sql.lower()))
