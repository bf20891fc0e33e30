"""What a report says: sections of sentences, charts and tables, made from one or several runs.

The words come from the dictionary tables of the runs, so no game is known here. `analysis.page` and
`analysis.markdown` turn a report into a file.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from shlex import quote
from typing import Any, Final

from duckdb import DuckDBPyConnection

from analysis.charts import Chart
from analysis.db import connect, locations, own_utility, records, sql_files
from analysis.ratings import COMPUTED
from analysis.verdict import Verdict, add_tables, judge

BASES: Final = ("sampled_games", "answers", "played_hands")  # computed once for all sections


@dataclass(frozen=True, slots=True)
class Named:
    """A word of the game with its 汉字."""

    name: str
    hanzi: str = ""


Value = str | int | Named


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows; a number is text already, or a whole number."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Value]]
    text_columns: int = 1  # the first so many are text, the others numbers


@dataclass(frozen=True, slots=True)
class Commands:
    """Command lines, each with what it shows."""

    lines: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a report, in the order lead, charts, tables, notes."""

    key: str
    title: str
    hanzi: str
    lead: Sequence[str] = ()
    charts: Sequence[Chart] = ()
    tables: Sequence[Table | Commands] = ()
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A whole report."""

    title: str
    hanzi: str
    subtitle: str
    facts: Sequence[tuple[str, str, str]]  # value, what it counts, 汉字
    sections: Sequence[Section]
    foot: str = ""


@dataclass
class Facts:
    """What the sections are made from."""

    connection: DuckDBPyConnection
    verdict: Verdict
    runs: dict[str, str]  # name of each run -> where it is, as the user wrote it
    utility: str
    words: dict[str, dict[str, str]] = field(default_factory=dict)  # table -> name -> 汉字
    most_hands: int | None = None  # in one match
    damage: Sequence[str] = ()  # parts that are not in it, a sentence each

    def ask(self, query: str) -> list[dict[str, Any]]:
        """The rows of a stored query."""
        return records(self.connection, sql_files("queries")[query])

    def sql(self, text: str) -> list[dict[str, Any]]:
        """The rows of any query."""
        return records(self.connection, text)

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


def make_report(
    runs: Sequence[str], utility: str | None = None, on_damage: Callable[[str], object] | None = None
) -> Report:
    """The report on one run, or on several of the same game taken together.

    Without a `utility` by what these runs count themselves. With `on_damage` damaged parts are named, there and in
    the report, and their shards left out; see `connect`.
    """
    utility = utility or own_utility(runs)
    damage: list[str] = []

    def keep(sentence: str) -> None:
        damage.append(sentence)
        if on_damage is not None:
            on_damage(sentence)

    found = None if on_damage is None else keep
    with connect(runs, computed=(*COMPUTED, *BASES), utility=utility, on_damage=found) as connection:
        facts = Facts(connection, judge(connection, utility), locations(runs), utility, damage=damage)
        add_tables(connection, facts.verdict)
        return _report(facts)


def _report(facts: Facts) -> Report:
    from analysis import sections, sections_play

    make: Sequence[Callable[[Facts], Section | None]] = (
        sections.strength,
        sections.stopping,
        sections.differences,
        sections.places,
        sections.consistency,
        sections_play.seats,
        sections_play.endings,
        sections_play.scores,
        sections_play.patterns,
        sections_play.length,
        sections_play.calls,
        sections_play.failures,
        sections_play.watch,
        sections_play.provenance,
    )
    found = [section for one in make if (section := one(facts)) is not None]
    game = facts.sql("select any_value(title) as title, any_value(hanzi) as hanzi from rulesets")[0]
    rules = facts.sql("select string_agg(distinct ruleset, ', ') as names from rulesets")[0]["names"]
    return Report(
        title=game["title"] or "Report",
        hanzi=game["hanzi"] or "",
        subtitle=f"ruleset {rules or '–'} · run {', '.join(facts.runs)}",
        facts=_figures(facts),
        sections=found,
        foot="Intervals hold the truth 95 % of the time. They are by deal: the games of one deal share its cards "
        "and count as one observation.",
    )


def _figures(facts: Facts) -> list[tuple[str, str, str]]:
    table = facts.verdict.table
    faults = sum(rating.faults for rating in table.policies)
    return [
        (f"{table.hands:,}", "hands", "局"),
        (f"{table.games:,}", "matches", "場"),
        (f"{table.deals:,}", "deals", "副牌"),
        (f"{len(table.policies):,}", "policies", "牌手"),
        (f"{faults:,}", "failures", "失誤"),
    ]
