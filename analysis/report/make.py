"""Makes reports of one or several runs.

The words come from the dictionary tables of the runs, so the sections of every report know no game. A game may have
a `Dialect` in its folder of `paiju.analysis.games`: sections of its own.
`paiju.analysis.report.page` and `paiju.analysis.report.markdown` turn a report into a file.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Final

from duckdb import DuckDBPyConnection

from paiju.analysis.ratings.rating import COMPUTED
from paiju.analysis.ratings.verdict import add_tables, judge
from paiju.analysis.report.facts import Dialect, Facts, Make
from paiju.analysis.report.parts import Named, Report
from paiju.analysis.report.sections import evidence, play, strength
from paiju.analysis.tables.db import check_rules, connect, games_of, locations, own_utility, records
from paiju.analysis.tables.files import GAMES, sql_for

BASES: Final = ("sampled_games", "answers", "played_hands")  # computed once for all sections


def make_report(
    runs: Sequence[str], utility: str | None = None, on_damage: Callable[[str], object] | None = None
) -> Report:
    """The report on one run, or on several of the same game taken together.

    Without a `utility` by what these runs count themselves. With `on_damage` damaged parts are named, there and in
    the report, and their shards left out; see `connect`.
    """
    check_rules(runs)
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
        facts = Facts(
            connection, verdict, locations(runs), utility, queries, _score(connection), damage=damage
        )
        return _report(facts, dialect)


def _dialect(games: Iterable[str]) -> Dialect:
    """That of the game of all runs, if its folder has one."""
    spoken = {path.parent.name for path in GAMES.glob("*/sections.py")}
    several = set(games)
    if len(several) != 1 or not several <= spoken:
        return Dialect()
    dialect = import_module(f"paiju.analysis.games.{several.pop()}.sections").DIALECT
    assert isinstance(dialect, Dialect)
    return dialect


def _score(connection: DuckDBPyConnection) -> Named:
    """What a hand scores: as the game of all runs calls it, if they agree."""
    found = records(connection, "select distinct score, score_hanzi from rulesets")
    if len(found) != 1 or found[0]["score"] is None:
        return Named("score", "得分")
    return Named(found[0]["score"], found[0]["score_hanzi"])


def _report(facts: Facts, dialect: Dialect) -> Report:
    own = dialect.sections
    general: Mapping[str, Make] = {
        "strength": strength.strength,
        "stopping": strength.stopping,
        "differences": strength.differences,
        "places": strength.places,
        "consistency": strength.consistency,
        "seats": play.seats,
        "endings": play.endings,
        **own,  # here, unless they take the place of another
        "scores": play.scores,
        "patterns": play.patterns,
        "length": play.length,
        "calls": play.calls,
        "failures": evidence.failures,
        "watch": evidence.watch,
        "provenance": evidence.provenance,
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
