"""What sections are made from, and how reports speak of one game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from shlex import quote
from typing import Any, Final

from duckdb import DuckDBPyConnection

from paiju.analysis.ratings.verdict import Verdict
from paiju.analysis.report.parts import Named, Section
from paiju.analysis.tables.db import records

MOST_POLICIES: Final = 24  # in a table with a column for each


@dataclass
class Facts:
    """What the sections are made from."""

    connection: DuckDBPyConnection
    verdict: Verdict
    runs: dict[str, str]  # name of each run -> where it is, as the user wrote it
    utility: str
    queries: Mapping[str, str]
    score: Named  # what the game calls that which a hand scores
    words: dict[str, dict[str, str]] = field(default_factory=dict)  # table -> name -> 汉字
    most_hands: int | None = None  # in one match
    damage: Sequence[str] = ()  # parts that are not in it, a sentence each

    def ask(self, query: str) -> list[dict[str, Any]]:
        """The rows of a stored query."""
        return records(self.connection, self.queries[query])

    def sql(self, text: str) -> list[dict[str, Any]]:
        """The rows of any query."""
        return records(self.connection, text)

    def policies(self, found: Iterable[Mapping[str, Any]]) -> list[str]:
        """The policies that rows of a query are about, best first; no more than a table has room for."""
        named = {row["policy"] for row in found}
        return [rating.policy for rating in self.verdict.table.policies if rating.policy in named][
            :MOST_POLICIES
        ]

    def word(self, table: str, name: str) -> Named:
        """A word with its 汉字, from a dictionary table."""
        if table not in self.words:
            rows = records(self.connection, f"select distinct name, hanzi from {table} order by all")
            self.words[table] = {row["name"]: row["hanzi"] or "" for row in rows}
        return Named(name.replace("_", " "), self.words[table].get(name, ""))

    def replay(self, run: str, game_id: int, hand: int | None = None) -> str:
        """The command that shows a game again."""
        if self.most_hands is None:
            self.most_hands = int(self.sql("select coalesce(max(hands), 0) as most from games")[0]["most"])
        shown = "" if hand is None or self.most_hands <= 1 else f" --hand {hand + 1}"
        return f"paiju replay {quote(self.runs[run])} {game_id}{shown}"


Make = Callable[[Facts], Section | None]


@dataclass(frozen=True, slots=True)
class Dialect:
    """How reports speak of one game."""

    sections: Mapping[str, Make] = field(default_factory=dict)  # a key may be that of a general section
    computed: Sequence[str] = ()  # marts that several of them need
