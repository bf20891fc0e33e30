"""How often the 95 % intervals that are printed hold the truth, on real blocks of every registered game.

Each game is played once, into a folder that is kept: a pool of its shipped policies, and matchups of clones. All deals
of such a run are a population whose figures are known. From it runs of a few deals are drawn, with replacement; each
is rated, and asked the stored queries, by the very functions whose results people see; and it is counted how often
the interval of a figure holds that of the whole population.

An interval without an end, or from none to all, says "too few deals": these are counted apart. The clones are one
policy by several names, so every difference between them that is called certain is a mistake.

    python benchmarks/coverage.py /var/tmp/coverage                                  # an hour on two cores
    python benchmarks/coverage.py /var/tmp/coverage --deals 1000 --runs 20 --games hk_mahjong

Queries about single events are left out: the runs keep none.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import duckdb
import numpy as np

from paiju.analysis.ratings.rating import COMPUTED
from paiju.analysis.ratings.verdict import TABLES, judge, needs_verdict, rows_of
from paiju.analysis.tables.db import connect
from paiju.analysis.tables.files import in_order_of_need, macros, sql_files, sql_for, statements
from paiju.sim.games import registry
from paiju.sim.store.schema import GAMES_PER_BLOCK, UTILITIES

SIZES: Final = (5, 20, 50, 100, 500)  # deals of a run
CLONED: Final = (2, 20, 100)  # deals of a run of clones
POOL: Final = ("uniform", "easy", "normal", "expert")
DRAWN: Final = ("games", "seats", "hands")  # the tables of a run that its deals decide
KEYS: Final = (
    "policy",
    "other",
    "opponent",
    "role",
    "measure",
    "outcome",
    "pattern",
    "item",
    "opening",
    "seat",
)
OWN_KEYS: Final = {
    "rating_placements": "place",
    "scores": "score",
    "huxi": "huxi",
}  # numbers that are figures elsewhere
FAMILIES: Final = {
    ("ratings", "points"): "points",
    ("ratings", "score"): "score",
    ("ratings", "elo"): "Elo",
    ("rating_differences", "points"): "differences",
    ("rating_differences", "elo"): "Elo differences",
    ("rating_placements", "share"): "places",
    ("rating_seats", "elo"): "seats, Elo",
    ("seats", "points_per_game"): "seats, points",
    ("matchups", "score"): "score",
}
SCORES: Final = (("ratings", "score"), ("matchups", "score"))
BY_WIN: Final = ("points", "differences", "Elo", "Elo differences")
VALUES: Final = ("score", "winner_points", "points_given", "points_paid", "huxi")  # of a winning hand
CLONES: Final = {  # one policy, the noisy beginner, by several names
    "round_robin": ("matchup.policies=[a=easy,b=easy,c=easy,d=easy]",),
    "one_versus_field": ("matchup=duel", "matchup.policies=[a=easy]", "matchup.field=b=easy"),
    "gauntlet": ("matchup=gauntlet", "matchup.policies=[a=easy]", "matchup.field=[b=easy,c=easy,d=easy]"),
}
Figure = tuple[str, str, str]  # table, column, and which row
Found = dict[Figure, tuple[float, float | None, float | None]]  # estimate, low, high


# Playing


def play(folder: Path, game: str, deals: int, *matchup: str, workers: int = 1) -> Path:
    """The run folder of this matchup, played now if it is not there."""
    if not folder.exists():
        part = folder.with_name(folder.name + ".part")
        settings = [f"ruleset={game}", f"tournament.blocks={deals}", "tournament.log_level=hands", *matchup]
        settings += [
            "tournament.check_every=null",
            "executor=local",
            f"executor.workers={workers}",
            f"out={part}",
        ]
        command = ["resume", str(part)] if part.exists() else ["run", *settings]
        subprocess.run([sys.executable, "-m", "paiju", *command], check=True, stdout=subprocess.DEVNULL)
        part.rename(folder)
    return folder


# Drawing


class Population:
    """The deals of a run; `draw` makes the tables of another run of them."""

    def __init__(self, run: Path, game: str) -> None:
        self.connection: Final = duckdb.connect()
        self.connection.execute("create schema raw")
        self.connection.execute("create schema stored")
        self.connection.execute("set threads = 1")
        self.connection.execute(macros())
        self.game: Final = game
        with connect(run, lock=False) as source:
            for name in sql_files("staging"):
                self._store(name, source.sql(f"from {name}").to_arrow_table())
        self._execute("create table games as from stored.games")
        for name in ("seats", "hands"):
            self._execute(
                f"create or replace table stored.{name} as select {name}.*, deal, matchup from stored.{name}"
                " join stored.games using (run, game_id)"
            )
            self._execute(f"create table {name} as select * exclude (deal, matchup) from stored.{name}")
        found = self._execute(
            "select list(distinct deal order by deal), max(matchup) + 1 from games"
        ).fetchall()
        self.deals: Final = np.array(found[0][0])
        self._matchups: Final = int(found[0][1])
        self.count("points")

    def _execute(self, sql: str, values: Sequence[object] = ()) -> duckdb.DuckDBPyConnection:
        return self.connection.execute(sql, list(values))

    def _store(self, name: str, rows: Any) -> None:
        self.connection.register("rows", rows)
        self._execute(f"create table {'stored.' if name in DRAWN else ''}{name} as from rows")
        self.connection.unregister("rows")

    def count(self, utility: str) -> None:
        """Rate by this utility from the next draw on."""
        texts = statements(utility, [self.game])
        self._computed = [f"create or replace table {name} as\n{texts[name]}" for name in COMPUTED]
        for name in in_order_of_need(texts, set(texts)):
            if name in COMPUTED:
                self._execute(f"create table if not exists {name} as\n{texts[name]}")
            elif name not in sql_files("staging"):
                self._execute(f"create or replace view {name} as\n{texts[name]}")

    def draw(self, deals: Iterable[int]) -> None:
        """The tables of a run that dealt these; a deal that comes twice is two."""
        drawn = list(map(int, deals))
        self._execute(
            "create or replace table draws as select unnest($1::bigint[]) as drawn, unnest(range($2)) as number",
            [drawn, len(drawn)],
        )
        block = f"number * {self._matchups} + matchup"
        game_id = f"({block}) * {GAMES_PER_BLOCK} + game_id % {GAMES_PER_BLOCK} as game_id"
        for name in DRAWN:
            left_out, replaced = (
                ("number, drawn", f"{game_id}, number as deal, {block} as block")
                if name == "games"
                else ("number, drawn, deal, matchup", game_id)
            )
            self._execute(
                f"create or replace table {name} as select * exclude ({left_out}) replace ({replaced})"
                f" from stored.{name} join draws on drawn = deal"
            )
        for statement in self._computed:
            self._execute(statement)


# Asking


def rated(population: Population, utility: str) -> Found:
    """The figures with intervals of the ratings, as the tables of ratings have them."""
    rows = rows_of(judge(population.connection, utility))
    return dict(
        figure
        for name, (_, columns) in TABLES.items()
        for row in rows[name]
        for figure in figures(name, dict(zip(columns, row, strict=True)))
    )


def queried(population: Population) -> Found:
    """The same of the stored queries, as they print them."""
    found: Found = {}
    for name, sql in sql_for("queries", [population.game]).items():
        if "_low" in sql and not needs_verdict(sql):
            cursor = population.connection.execute(sql)
            columns = [column[0] for column in cursor.description or ()]
            for row in cursor.fetchall():
                found |= figures(name, dict(zip(columns, row, strict=True)))
    return found


def figures(table: str, row: Mapping[str, Any]) -> Iterator[tuple[Figure, tuple[float, Any, Any]]]:
    """All figures with an interval of a row; of two policies the one first in the alphabet comes first."""
    turned = table == "rating_differences" and row["policy"] > row["other"]
    which = [f"{key}={value}" for key, value in row.items() if key in KEYS or key == OWN_KEYS.get(table)]
    if turned:
        which = [f"policy={row['other']}", f"other={row['policy']}"]
    for name, value in row.items():
        if f"{name}_low" in row and value is not None:
            low, high = row[f"{name}_low"], row[f"{name}_high"]
            ends = (-value, None if high is None else -high, None if low is None else -low)
            yield (table, name, " ".join(which)), ends if turned else (value, low, high)


def family_of(figure: Figure, utility: str) -> str:
    """What a figure is, in a word or two."""
    table, column, _ = figure
    if (table, column) in FAMILIES:
        name = FAMILIES[table, column]
        return name if utility == "points" else f"{name} by {utility}"
    if column.endswith("percent"):
        return "rates of queries"
    return "values of winning hands" if column in VALUES else "other means of queries"


# Counting


@dataclass(slots=True)
class Tally:
    """Intervals that held the truth, that did not, and that said too little to be wrong."""

    held: int = 0
    missed: int = 0
    too_few: int = 0

    def add(self, truth: float, low: float | None, high: float | None, most: float) -> None:
        """Count an interval; what is a share is `most` at most."""
        if low is None or high is None or (low <= 0 and high >= most):
            self.too_few += 1
        elif low <= truth <= high:
            self.held += 1
        else:
            self.missed += 1

    @property
    def coverage(self) -> float:
        """In percent."""
        return 100 * self.held / max(self.held + self.missed, 1)

    @property
    def silent(self) -> float:
        """How many say too few, in percent."""
        return 100 * self.too_few / max(self.held + self.missed + self.too_few, 1)


def together(parts: Iterable[Tally]) -> Tally:
    """The sum of several."""
    whole = Tally()
    for part in parts:
        whole.held += part.held
        whole.missed += part.missed
        whole.too_few += part.too_few
    return whole


Tallies = dict[tuple[str, str, int], Tally]  # game, family, deals


def cover(run: Path, game: str, sizes: Sequence[int], runs: int, seed: int = 0) -> Tallies:
    """Draw so many runs of each size from a population, and count; queries are slow, and ask one in four of them."""
    population, tallies = Population(run, game), Tallies()
    for utility in UTILITIES:
        population.count(utility)
        population.draw(population.deals)
        truth = of_utility(rated(population, utility), utility)
        if utility == "points":
            truth |= queried(population)
        for deals in sizes:
            rng = np.random.default_rng([seed, deals])
            for number in range(runs):
                population.draw(rng.choice(population.deals, deals))
                found = of_utility(rated(population, utility), utility)
                if utility == "points" and number % 4 == 0:
                    found |= queried(population)
                for figure, (_, low, high) in found.items():
                    tally = tallies.setdefault((game, family_of(figure, utility), deals), Tally())
                    tally.add(truth[figure][0], low, high, most(figure))
    return tallies


def of_utility(found: Found, utility: str) -> Found:
    """The figures that are others with this utility than with points."""
    names = {"points": tuple(FAMILIES.values()), "rank": ("points", "differences"), "win": BY_WIN}[utility]
    return {figure: ends for figure, ends in found.items() if FAMILIES[figure[:2]] in names}


def most(figure: Figure) -> float:
    """The most that a share can be; other figures have no such bound."""
    if figure[1].endswith("percent"):
        return 100.0
    return 1.0 if figure[1] == "share" or figure[:2] in SCORES else float("inf")


def mistakes(run: Path, game: str, sizes: Sequence[int], runs: int) -> dict[tuple[str, int], float]:
    """By utility and deals: in how many percent of runs of clones any two are told apart.

    Runs share no deal: drawn with replacement they would share what differs between the clones by chance.
    """
    population, found = Population(run, game), dict[tuple[str, int], float]()
    apart = TABLES["rating_differences"][1].index("told_apart")
    for utility, deals in product(UTILITIES, sizes):
        population.count(utility)
        wrong = []
        for first in range(0, len(population.deals) - deals + 1, deals)[:runs]:
            population.draw(population.deals[first : first + deals])
            rows = rows_of(judge(population.connection, utility))["rating_differences"]
            wrong.append(any(row[apart] for row in rows))
        found[utility, deals] = 100 * fmean(wrong)
    return found


# Showing


def covering(tallies: Tallies) -> Iterator[str]:
    """A table in Markdown: families down, deals across, all games together; in brackets how many say too few."""
    sizes = sorted({deals for _, _, deals in tallies})
    yield f"| 95 % intervals | {' | '.join(f'{deals} deals' for deals in sizes)} |"
    yield f"|---|{'---|' * len(sizes)}"
    for family in dict.fromkeys(family for _, family, _ in tallies):
        cells = []
        for deals in sizes:
            parts = [tally for (_, name, size), tally in tallies.items() if (name, size) == (family, deals)]
            whole = together(parts)
            silent = f" ({whole.silent:.0f})" if whole.silent >= 0.5 else ""
            cells.append((f"{whole.coverage:.1f}" if whole.held else "–") + silent)
        yield f"| {family} | {' | '.join(cells)} |"


def mistaken(found: Mapping[tuple[str, str, str, int], float]) -> Iterator[str]:
    """A table in Markdown: the matchups of clones down, utilities and deals across, all games together."""
    columns = sorted({(UTILITIES.index(utility), deals) for _, _, utility, deals in found})
    heads = [f"{UTILITIES[number]}, {deals}" for number, deals in columns]
    yield f"| clones told apart, % of runs | {' | '.join(heads)} |"
    yield f"|---|{'---|' * len(heads)}"
    games = list(dict.fromkeys(game for game, _, _, _ in found))
    for kind in dict.fromkeys(kind for _, kind, _, _ in found):
        cells = [
            f"{fmean(found[game, kind, UTILITIES[number], deals] for game in games):.1f}"
            for number, deals in columns
        ]
        yield f"| {kind.replace('_', ' ')} | {' | '.join(cells)} |"


def main() -> None:
    """Play, draw, count, and print both tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("cache", type=Path, help="a folder to keep the runs in")
    parser.add_argument("--games", nargs="*", default=registry.names())
    parser.add_argument("--deals", type=int, default=20_000, help="of each population")
    parser.add_argument("--runs", type=int, default=400, help="drawn of each size")
    parser.add_argument("--sizes", nargs="*", type=int, default=SIZES, help="deals of a run")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    given.cache.mkdir(parents=True, exist_ok=True)
    clones: dict[tuple[str, str], Path] = {}
    for game in given.games:
        pool = f"matchup.policies=[{','.join(POOL)}]"
        play(given.cache / game, game, given.deals, pool, workers=given.workers)
        for kind, matchup in CLONES.items():
            folder = given.cache / f"{game}-{kind}"
            clones[game, kind] = play(folder, game, given.deals // 10, *matchup, workers=given.workers)
    with ProcessPoolExecutor(given.workers) as workers:
        covered = [
            workers.submit(cover, given.cache / game, game, (size,), given.runs)
            for game, size in product(given.games, given.sizes)
        ]
        nulls = {
            (game, kind): workers.submit(mistakes, run, game, CLONED, given.runs)
            for (game, kind), run in clones.items()
        }
        tallies: Tallies = {}
        for future in covered:
            tallies |= future.result()
        found = {
            (*which, utility, deals): percent
            for which, future in nulls.items()
            for (utility, deals), percent in future.result().items()
        }
    show([*covering(tallies), "", *mistaken(found)])


def show(lines: Iterable[str]) -> None:
    """Print them."""
    print("\n".join(lines))


if __name__ == "__main__":
    main()
