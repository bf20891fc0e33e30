"""How policies did: points per game and scores, with intervals by deal.

The games of one deal are not independent (the same cards come back in every rotation and in every matchup),
so everything is estimated from sums per deal, as ratios of sums over the deals a policy met:

    estimate      R = sum N_d / sum M_d          (N points, M games; or N score, M comparisons)
    residual      e_d = N_d - R * M_d
    covariance    sum e_d * f_d / (sum M * sum L), times D / (D - 1)
    interval      estimate ± t * standard error, with D - 1 degrees of freedom

With complete blocks that is the t interval of the mean over deals. The sums are whole numbers of any size, so
the figures do not depend on the order of the rows, to the last digit. What lies between 0 and 1 (the score, and what
counts unless that is points) has a score interval instead, whose ends do too (`intervals.share_interval`).

What counts is the utility: points, rank (share of opponents left behind, ties half) or win (the first place, a
t-th of it for t who share it). "Points" below stands for any of them.

The score is the mean over games and opponents of 1, ½ or 0 for more, as many or fewer points than that opponent. It
depends on who the opponents were; the strengths behind it, as Elo, are those of `paiju.analysis.ratings.pool`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from duckdb import DuckDBPyConnection

from paiju.analysis.ratings.bounds import Bounds, bounds_of
from paiju.analysis.ratings.intervals import Interval, gap_interval, share_interval, t_interval
from paiju.analysis.tables.db import UTILITY_PARTS, records

ROUNDING: Final = 1e-12  # share of two variances that their difference may owe to rounding
COMPUTED: Final = ("policy_blocks", "policy_deals")  # what several others are made of
MARTS: Final = ("policy_totals", "policy_products")


@dataclass(frozen=True, slots=True)
class Rating:
    """One policy's row; `score` is None when it only met copies of itself, `elo` where there is no pool."""

    policy: str
    games: int  # in which it sat
    seats: int  # games, counting every copy at a table
    deals: int  # independent units behind the intervals
    points: Interval  # per game and seat
    score: Interval | None  # between 0 and 1
    elo: Interval | None  # above the mean of the pool, see `pool`
    hands_won: float  # share of the hands it played
    places: tuple[float, ...]  # share of each place, first to last; tied seats share theirs
    faults: int


@dataclass(frozen=True, slots=True)
class Ratings:
    """The table, best first: by points where all policies are compared by all games, by Elo where not."""

    policies: tuple[Rating, ...]
    games: int
    hands: int
    blocks: int
    deals: int
    even_field: bool  # every two policies are compared by all their games, see `comparisons`
    utility: str = "points"  # what `points` are: points, rank or win
    bounds: Bounds | None = None  # what the blocks that do not count could have made of it, if there are any


def rate(
    connection: DuckDBPyConnection,
    sums: "PointSums",
    utility: str,
    table: Sequence[str],
    even_field: bool,
    elos: Mapping[str, Interval],
    places: Mapping[str, Sequence[Interval]],
) -> Ratings:
    """The table of these policies, best first, from sums, Elos in the pool and shares of places."""
    rated = [_rate(sums, policy, elos.get(policy), places.get(policy, ())) for policy in table]
    size = records(
        connection,
        "select count(*) as games, coalesce(sum(hands), 0)::bigint as hands,"
        " count(distinct (run, block)) as blocks, count(distinct deal) as deals from games where scored",
    )[0]
    bounds = bounds_of(connection, sums.totals, table, utility)
    return Ratings(tuple(rated), even_field=even_field, utility=utility, bounds=bounds, **size)


class PointSums:
    """Sums over all deals per policy, and of products per two policies: what covariances are made of."""

    def __init__(self, connection: DuckDBPyConnection, utility: str = "points") -> None:
        self.parts: Final = UTILITY_PARTS[utility]
        self.totals = {
            row["policy"]: row for row in records(connection, "from policy_totals order by policy")
        }
        self.products = {
            (row["first"], row["second"]): row for row in records(connection, "from policy_products")
        }

    def points(self, policy: str) -> float:
        """Mean points per game and seat."""
        total = self.totals[policy]
        return float(total["points"] / (self.parts * total["seats"]))

    def score(self, policy: str) -> float | None:
        """Mean score against the others at the table; None without any."""
        total = self.totals[policy]
        return total["half_points"] / (2 * total["comparisons"]) if total["comparisons"] else None

    def points_covariance(self, first: str, second: str) -> float:
        """Of two policies' mean points (or one's variance)."""
        return self._covariance(first, second, "points", "seats", "points") / self.parts**2

    def score_covariance(self, first: str, second: str) -> float:
        """Of two policies' scores (or one's variance)."""
        return self._covariance(first, second, "half_points", "comparisons", "score") / 4

    def freedom(self, *policies: str) -> int:
        """Degrees of freedom: one less than the deals of the policy with the fewest."""
        return min(int(self.totals[policy]["deals"]) for policy in policies) - 1

    def points_interval(self, policy: str) -> Interval:
        """Mean points per game and seat, with its interval; what copies make among themselves is no chance."""
        mean, variance = self.points(policy), self.points_covariance(policy, policy)
        if not self.totals[policy]["comparisons"]:
            return Interval(mean, mean, mean)
        if self.parts > 1:
            return self._share_interval(policy, mean, variance, "gained")
        return t_interval(mean, variance, self.freedom(policy))

    def score_interval(self, policy: str) -> Interval | None:
        """Mean score, with its interval."""
        score = self.score(policy)
        if score is None:
            return None
        return self._share_interval(policy, score, self.score_covariance(policy, policy), "scored")

    def _share_interval(self, policy: str, share: float, variance: float, had: str) -> Interval:
        total = self.totals[policy]
        return share_interval(
            share, variance, int(total["deals"]), min(int(total[had]), int(total["conceded"]))
        )

    def points_variance(self, p: str, q: str) -> float:
        """Of the difference in mean points."""
        alone = self.points_covariance(p, p) + self.points_covariance(q, q)
        together = alone - 2 * self.points_covariance(p, q)
        return together if together > ROUNDING * alone else 0.0

    def points_difference(self, p: str, q: str) -> Interval:
        """How far p is ahead of q in mean points; their errors go together."""
        gap = self.points(p) - self.points(q)
        interval = gap_interval(gap, self.points_variance(p, q), self.freedom(p, q))
        return interval.within(-1.0, 1.0) if self.parts > 1 else interval

    def _covariance(self, first: str, second: str, top: str, bottom: str, name: str) -> float:
        """Exact up to the last division; 0 for policies that never met the same deal."""
        if first > second:
            first, second = second, first
        product = self.products.get((first, second))
        if product is None:
            return 0.0
        a, b = self.totals[first], self.totals[second]
        residuals = (
            a[bottom] * b[bottom] * product[f"{name}_{name}"]
            - a[bottom] * b[top] * product[f"{name}_{bottom}"]
            - a[top] * b[bottom] * product[f"{bottom}_{name}"]
            + a[top] * b[top] * product[f"{bottom}_{bottom}"]
        )
        correction = sqrt(_small_sample(a["deals"]) * _small_sample(b["deals"]))
        return float(residuals / (a[bottom] * b[bottom]) ** 2) * correction


def _small_sample(deals: int) -> float:
    """D / (D - 1); with one deal there is no interval, and any finite number does."""
    return deals / (deals - 1) if deals > 1 else 1.0


def _rate(sums: PointSums, policy: str, elo: Interval | None, places: Sequence[Interval]) -> Rating:
    """One row."""
    total = sums.totals[policy]
    interval = sums.score_interval(policy)
    return Rating(
        policy=policy,
        games=total["games"],
        seats=total["seats"],
        deals=total["deals"],
        points=sums.points_interval(policy),
        score=interval,
        elo=elo,
        hands_won=total["hands_won"] / total["hands"] if total["hands"] else 0.0,
        places=tuple(share.estimate for share in places),
        faults=total["faults"],
    )
