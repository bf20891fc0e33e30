"""Everything there is to say about who is stronger, computed at once; also as tables to query.

    ratings               one row per policy
    rating_differences    one row per two policies, the better one first
    rating_residuals      one row per two policies that met
    rating_placements     one row per policy and place
    rating_seats          one row per seat

These are no views: the fit is done when a query mentions one of them.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import isfinite
from typing import Any, Final

import numpy as np
from duckdb import DuckDBPyConnection

from paiju.analysis.ratings.comparisons import ALL, Comparisons
from paiju.analysis.ratings.comparisons import NONE as NOT_COMPARABLE
from paiju.analysis.ratings.contrasts import Contrasts, Difference, Standing, contrasts, standings
from paiju.analysis.ratings.intervals import CONFIDENCE, Interval, share_interval
from paiju.analysis.ratings.pool import Pool, fit
from paiju.analysis.ratings.rating import COMPUTED, PointSums, Rating, Ratings, rate
from paiju.analysis.tables.arrays import Games, load_games
from paiju.analysis.tables.db import Runs, check_rules, connect, own_utility
from paiju.analysis.tables.files import needs_utility, pools

TEXT: Final = ("policy", "other", "tie_group", "basis")
WHOLE: Final = ("place", "best_rank", "worst_rank", "games", "seats", "deals", "policy_place", "other_place",
                "meetings", "seat")  # fmt: skip
TRUTH: Final = ("separable", "told_apart")
ENDS: Final = ("", "_low", "_high")
TABLES: Final = {
    "ratings": (
        "one row per policy: place, points per game, Elo and score with 95 % intervals; computed when asked for",
        ("place", "policy", "tie_group", "best_rank", "worst_rank", "games", "seats", "deals",
         *(f"{name}{end}" for name in ("points", "elo", "score") for end in ENDS),
         "hands_won", "separable"),
    ),
    "rating_differences": (
        "one row per two policies: how far the first is ahead, how certain that is; computed when asked for",
        ("policy_place", "other_place", "policy", "other", "basis",
         *(f"{name}{end}" for name in ("points", "elo") for end in ENDS), "los", "p", "p_holm", "told_apart"),
    ),
    "rating_residuals": (
        "one row per two policies that met: score observed and fitted, z by deal; computed when asked for",
        ("policy", "other", "meetings", "observed", "fitted", "z"),
    ),
    "rating_placements": (
        "one row per policy and place: the share of its games it took it; computed when asked for",
        ("policy", "place", "seats", "share", "share_low", "share_high"),
    ),
    "rating_seats": (
        "one row per seat: its worth in Elo above the mean seat, 95 % interval; computed when asked for",
        ("seat", "elo", "elo_low", "elo_high"),
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Verdict:
    """The table of ratings and what belongs to it; `pool` is None where there was nothing to compare."""

    table: Ratings
    contrasts: Contrasts
    standings: tuple[Standing, ...]
    pool: Pool | None
    number: dict[str, int]  # of each policy in the pool
    places: dict[str, tuple[Interval, ...]]  # share of each place, first to last

    def elo_difference(self, policy: str, other: str) -> Interval | None:
        """How far ahead in Elo."""
        if self.pool is None:
            return None
        return self.pool.elo_difference(self.number[policy], self.number[other])

    def ahead(self) -> tuple[Difference | None, ...]:
        """How far each policy is ahead of the next in the table; None where they are not compared, and of the last."""
        names = [rating.policy for rating in self.table.policies]
        return (*(self.contrasts.of(p, q) for p, q in pairwise(names)), *([None] if names else []))

    def to_dict(self) -> dict[str, object]:
        """The table for JSON; the unknown end of an interval is null."""
        table = self.table
        return {
            "confidence": CONFIDENCE,
            "unit": "deal",
            "utility": table.utility,
            "games": table.games,
            "hands": table.hands,
            "blocks": table.blocks,
            "deals": table.deals,
            "even_field": table.even_field,
            "not_comparable": [list(pair) for pair in self.contrasts.apart],
            "excluded": table.bounds and table.bounds.to_dict(),
            "policies": [
                {**_rating_dict(rating), **_standing_dict(standing), "ahead": ahead and _ahead_dict(ahead)}
                for rating, standing, ahead in zip(table.policies, self.standings, self.ahead(), strict=True)
            ],
        }


def judge(connection: DuckDBPyConnection, utility: str = "points") -> Verdict:
    """Who is stronger in the runs a connection was opened on (with this utility)."""
    sums = PointSums(connection, utility)
    games = load_games(connection)
    pool = fit(games) if games.deals and games.places > 1 else None
    number = {name: place for place, name in enumerate(games.names)}
    elos = {name: pool.elo(place) for name, place in number.items()} if pool and len(number) > 1 else {}
    comparisons = Comparisons(connection, sums)
    even = all(comparisons.basis(p, q) == ALL for p, q in combinations(sums.totals, 2))
    table = sorted(sums.totals, key=lambda p: (-(sums.points(p) if even else elos[p].estimate), p))
    places = place_shares(games)
    found = contrasts(table, comparisons)
    ratings = rate(connection, sums, utility, table, even, elos, places)
    return Verdict(ratings, found, standings(table, found), pool, number, places)


def verdict_of(runs: Runs, utility: str | None = None) -> Verdict:
    """The same for run folders; None: by what these runs count themselves."""
    check_rules(runs)
    utility = utility or own_utility(runs)
    with connect(runs, computed=COMPUTED, utility=utility) as connection:
        return judge(connection, utility)


def _rating_dict(rating: Rating) -> dict[str, object]:
    return {
        "policy": rating.policy,
        "games": rating.games,
        "seats": rating.seats,
        "deals": rating.deals,
        "points": rating.points.to_dict(),
        "elo": rating.elo and rating.elo.to_dict(),
        "score": rating.score and rating.score.to_dict(),
        "hands_won": rating.hands_won,
        "places": list(rating.places),
        "faults": rating.faults,
    }


def _standing_dict(standing: Standing) -> dict[str, object]:
    return {
        "tie_group": standing.tie_group,
        "best_rank": standing.best_rank,
        "worst_rank": standing.worst_rank,
    }


def _ahead_dict(ahead: Difference) -> dict[str, object]:
    return {
        "of": ahead.other,
        "basis": ahead.basis,
        "points": ahead.points.to_dict(),
        "told_apart": ahead.told_apart,
    }


def place_shares(games: Games) -> dict[str, tuple[Interval, ...]]:
    """Per policy the share of each place with its interval by deal; tied seats share their places."""
    if not games.deals:
        return {}
    higher = np.zeros(games.gain.shape, np.int8)  # how many did better
    equal = np.ones(games.gain.shape, np.int8)  # how many did as well, oneself too
    for i in range(games.places):
        for j in range(games.places):
            if i != j:
                higher[:, i] += games.gain[:, j] > games.gain[:, i]
                equal[:, i] += games.gain[:, j] == games.gain[:, i]
    cell = games.deal[:, None] * games.policies + games.policy
    size = games.deals * games.policies
    seats = np.bincount(cell.ravel(), minlength=size).reshape(games.deals, -1).astype(float)
    shares: dict[str, list[Interval]] = {name: [] for name in games.names}
    for place in range(games.places):
        parts = ((higher <= place) & (place < higher + equal)) / equal
        sums = np.bincount(cell.ravel(), parts.ravel(), minlength=size).reshape(games.deals, -1)
        for number, name in enumerate(games.names):
            shares[name].append(_ratio(sums[:, number], seats[:, number]))
    return {name: tuple(found) for name, found in shares.items()}


def _ratio(top: Any, bottom: Any) -> Interval:
    """A share as a ratio of sums over deals, between 0 and 1."""
    met = bottom > 0
    deals, total = int(met.sum()), float(bottom.sum())
    share = float(top.sum()) / total
    rest = (top - share * bottom)[met]
    variance = float(rest @ rest) / total**2 * deals / max(deals - 1, 1)
    seen = min(np.count_nonzero(top[met]), np.count_nonzero((top < bottom)[met]))
    return share_interval(share, variance, deals, int(seen))


# As tables


def needs_verdict(sql: str) -> bool:
    """Does a query mention one of the tables?"""
    return re.search(rf"\b({'|'.join(TABLES)})\b", sql, re.IGNORECASE) is not None


def open_rated(
    runs: Runs,
    sql: str | None,
    utility: str | None = None,
    on_damage: Callable[[str], object] | None = None,
) -> DuckDBPyConnection:
    """A connection as of `connect` that also has the tables above; filled if the SQL mentions one.

    Without a `utility` these runs' own; of several runs it matters only where the SQL depends on it.
    """
    wanted = sql is not None and needs_verdict(sql)
    if wanted or (sql is not None and pools(sql)):
        check_rules(runs)
    if utility is None:
        utility = own_utility(runs) if wanted or (sql is not None and needs_utility(sql)) else "points"
    connection = connect(runs, computed=COMPUTED if wanted else (), utility=utility, on_damage=on_damage)
    try:
        add_tables(connection, judge(connection, utility) if wanted else None)
    except BaseException:
        connection.close()
        raise
    return connection


def add_tables(connection: DuckDBPyConnection, verdict: Verdict | None) -> None:
    """Create the tables, empty without a verdict."""
    rows = rows_of(verdict) if verdict else {}
    for name, (_, columns) in TABLES.items():
        described = ", ".join(f"{column} {_type(column)}" for column in columns)
        connection.execute(f"create table {name} ({described})")
        if rows.get(name):
            marks = ", ".join("?" for _ in columns)
            connection.executemany(f"insert into {name} values ({marks})", rows[name])


def _type(column: str) -> str:
    if column in TEXT:
        return "varchar"
    return "bigint" if column in WHOLE else "boolean" if column in TRUTH else "double"


def rows_of(verdict: Verdict) -> dict[str, list[list[Any]]]:
    """The rows of the tables by name; what is unknown or infinite is null."""
    place = {rating.policy: number + 1 for number, rating in enumerate(verdict.table.policies)}
    pool = verdict.pool
    names = sorted(verdict.number, key=lambda name: verdict.number[name])
    return {
        "ratings": [
            [place[r.policy], r.policy, s.tie_group, s.best_rank, s.worst_rank, r.games, r.seats, r.deals,
             *_ends(r.points), *_ends(r.elo), *_ends(r.score), r.hands_won,
             pool is not None and pool.separable]
            for r, s in zip(verdict.table.policies, verdict.standings, strict=True)
        ],
        "rating_differences": [
            [place[d.policy], place[d.other], d.policy, d.other, d.basis, *_ends(d.points),
             *_ends(verdict.elo_difference(d.policy, d.other)), d.los, d.p, d.p_holm, d.told_apart]
            for d in verdict.contrasts.differences
        ] + [
            [place[p], place[q], p, q, NOT_COMPARABLE, *_ends(None), *_ends(verdict.elo_difference(p, q)),
             None, None, None, None]
            for p, q in verdict.contrasts.apart
        ],
        "rating_residuals": [
            [names[r.first], names[r.second], r.meetings, r.observed, r.fitted, r.z]
            for r in (pool.residuals if pool else ())
        ],
        "rating_placements": [
            [rating.policy, number + 1, rating.seats, *_ends(share)]
            for rating in verdict.table.policies
            for number, share in enumerate(verdict.places[rating.policy])
        ],
        "rating_seats": [
            [seat, *_ends(worth)] for seat, worth in enumerate(pool.seat_elos() if pool else ())
        ],
    }  # fmt: skip


def _ends(interval: Interval | None) -> Sequence[float | None]:
    """Estimate, low, high."""
    if interval is None:
        return (None, None, None)
    ends = (interval.estimate, interval.low, interval.high)
    return [end if isfinite(end) else None for end in ends]
