"""What a report says: sections of sentences, charts and tables, made from one or several runs.

The words come from the dictionary tables of the runs, so the sections of every report know no game. A game may have
a `Dialect`: sections of its own, and its name for what a hand scores. `paiju.analysis.page` and
`paiju.analysis.markdown` turn a report into a file.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from shlex import quote
from typing import Any, Final

from duckdb import DuckDBPyConnection

from paiju.analysis.charts import Chart
from paiju.analysis.db import connect, games_of, locations, own_utility, records, sql_for
from paiju.analysis.ratings import COMPUTED
from paiju.analysis.verdict import Verdict, add_tables, judge

MOST_POLICIES: Final = 24  # in a table with a column for each
BASES: Final = ("sampled_games", "answers", "played_hands")  # computed once for all sections


@dataclass(frozen=True, slots=True)
class Named:
    """A word of the game with its 汉字."""

    name: str
    hanzi: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.hanzi}".rstrip()


Value = str | int | Named


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows; a number is text already, or a whole number."""

    columns: Sequence[str | Named]
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

    score: Named
    sections: Mapping[str, Make] = field(default_factory=dict)  # a key may be that of a general section
    computed: Sequence[str] = ()  # marts that several of them need


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
    games = games_of(runs)
    dialect, queries = _dialect(games), sql_for("queries", games)
    computed = (*COMPUTED, *BASES, *dialect.computed)
    with connect(runs, computed=computed, utility=utility, on_damage=found) as connection:
        verdict = judge(connection, utility)
        add_tables(connection, verdict)
        facts = Facts(connection, verdict, locations(runs), utility, queries, dialect.score, damage=damage)
        return _report(facts, dialect)


def _dialect(games: Sequence[str]) -> Dialect:
    """That of the game of all runs."""
    from paiju.analysis import sections_chengdu_coushisi, sections_hunan_paohuzi

    dialects = {
        "hk_mahjong": Dialect(Named("fan", "番")),
        "chengdu_coushisi": sections_chengdu_coushisi.DIALECT,
        "hunan_paohuzi": sections_hunan_paohuzi.DIALECT,
    }
    spoken = dialects.get(games[0]) if len(set(games)) == 1 else None
    return spoken or Dialect(Named("score", "得分"))


def _report(facts: Facts, dialect: Dialect) -> Report:
    from paiju.analysis import sections, sections_play, sections_run

    own = dialect.sections
    general: Mapping[str, Make] = {
        "strength": sections.strength,
        "stopping": sections.stopping,
        "differences": sections.differences,
        "places": sections.places,
        "consistency": sections.consistency,
        "seats": sections_play.seats,
        "endings": sections_play.endings,
        **own,  # here, unless they take the place of another
        "scores": sections_play.scores,
        "patterns": sections_play.patterns,
        "length": sections_play.length,
        "calls": sections_play.calls,
        "failures": sections_run.failures,
        "watch": sections_run.watch,
        "provenance": sections_run.provenance,
    }
    make = {**general, **own}
    found = [section for one in make.values() if (section := one(facts)) is not None]
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
    failures = facts.sql("select count(*) as n from failures")[0]["n"]
    return [
        (f"{table.hands:,}", "hands", "局"),
        (f"{table.games:,}", "matches", "場"),
        (f"{table.deals:,}", "deals", "副牌"),
        (f"{len(table.policies):,}", "policies", "牌手"),
        (f"{failures:,}", "failures", "失誤"),
    ]
