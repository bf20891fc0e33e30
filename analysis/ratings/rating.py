"""Who is stronger: points per game and Elo against the field, with intervals by deal.

The games of one deal are not independent (the same cards come back in every rotation and in every matchup),
so everything is estimated from sums per deal, as ratios of sums over the deals a policy met:

    estimate      R = sum N_d / sum M_d          (N points, M games; or N score, M comparisons)
    residual      e_d = N_d - R * M_d
    covariance    sum e_d * f_d / (sum M * sum L), times D / (D - 1)
    interval      estimate ± t * standard error, with D - 1 degrees of freedom

With complete blocks that is the t interval of the mean over deals. The sums are whole numbers of any size, so
the figures do not depend on the order of the rows, to the last digit. From 20 to 199 deals the points, which are
skewed, get their interval from a bootstrap of the deals (`paiju.analysis.ratings.bootstrap`).

What counts is the utility: points, rank (share of opponents left behind, ties half) or win (the first place, a
t-th of it for t who share it). "Points" below stands for any of them.

Elo is another way to write the score s (the mean over games and opponents of 1, ½ or 0 for more, as many or
fewer points): 400 * log10(s / (1 - s)). Its interval is that of s, transformed at its ends.
"""

from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf, log, log10, sqrt
from typing import TYPE_CHECKING, Final

from duckdb import DuckDBPyConnection

from paiju.analysis.ratings.bounds import Bounds, bounds_of
from paiju.analysis.ratings.intervals import CONFIDENCE, Interval, t_interval
from paiju.analysis.tables.db import UTILITY_PARTS, Runs, connect, own_utility, records

if TYPE_CHECKING:
    from paiju.analysis.ratings.bootstrap import Sums

ELO_PER_LOGIT: Final = 400 / log(10)
SKEWED_BELOW: Final = 200  # deals; with fewer the interval of points comes from a bootstrap
EVEN: Final = 0.01  # meetings of two policies may differ by this share before the field counts as uneven
COMPUTED: Final = ("policy_blocks", "policy_deals")  # what several others are made of
MARTS: Final = ("policy_totals", "policy_products", "placements", "encounters", "excluded_blocks")


@dataclass(frozen=True, slots=True)
class Gap:
    """How far a policy is ahead of the next in the table; Elo only where both have a finite one."""

    policy: str
    points: Interval
    elo: Interval | None

    @property
    def separated(self) -> bool:
        """Can the difference in points be told from none?"""
        return self.points.excludes_zero


@dataclass(frozen=True, slots=True)
class Rating:
    """One policy's row; `score` and `elo` are None when it only met copies of itself."""

    policy: str
    games: int  # in which it sat
    seats: int  # games, counting every copy at a table
    deals: int  # independent units behind the intervals
    points: Interval  # per game and seat
    score: Interval | None  # between 0 and 1
    elo: Interval | None
    hands_won: float  # share of the hands it played
    places: tuple[float, ...]  # share of each place, first to last; tied seats share theirs
    faults: int
    ahead: Gap | None = None


@dataclass(frozen=True, slots=True)
class Ratings:
    """The table, most points per game first."""

    policies: tuple[Rating, ...]
    games: int
    hands: int
    blocks: int
    deals: int
    even_field: bool  # every two policies met equally often, so that everyone's field is alike
    utility: str = "points"  # what `points` are: points, rank or win
    bounds: Bounds | None = None  # what the blocks that do not count could have made of it, if there are any

    def to_dict(self) -> dict[str, object]:
        """For JSON; the unknown end of an interval is null."""
        return {
            "confidence": CONFIDENCE,
            "unit": "deal",
            "utility": self.utility,
            "games": self.games,
            "hands": self.hands,
            "blocks": self.blocks,
            "deals": self.deals,
            "even_field": self.even_field,
            "excluded": self.bounds and self.bounds.to_dict(),
            "policies": [_rating_dict(rating) for rating in self.policies],
        }


def rating_table(runs: Runs, utility: str | None = None) -> Ratings:
    """The ratings in one run folder, or in several of the same rules; None: by what they count themselves."""
    utility = utility or own_utility(runs)
    with connect(runs, views=("games", *MARTS), computed=COMPUTED, utility=utility) as connection:
        return ratings(connection, utility)


def ratings(connection: DuckDBPyConnection, utility: str = "points") -> Ratings:
    """The ratings in the runs a connection was opened on, with this utility."""
    return rate(connection, PointSums(connection, utility), utility)


def rate(
    connection: DuckDBPyConnection,
    sums: "PointSums",
    utility: str,
    places: dict[str, tuple[float, ...]] | None = None,
) -> Ratings:
    """The same from sums, and shares of places, that are known already."""
    if places is None:
        places = _places(connection)
    rated = [_rate(sums, policy, places.get(policy, ())) for policy in sums.totals]
    rated.sort(key=lambda rating: (-rating.points.estimate, rating.policy))
    gaps = [_gap(sums, better, worse) for better, worse in pairwise(rated)]
    table = [replace(rating, ahead=gap) for rating, gap in zip(rated, [*gaps, None], strict=False)]
    size = records(
        connection,
        "select count(*) as games, coalesce(sum(hands), 0)::bigint as hands,"
        " count(distinct (run, block)) as blocks, count(distinct deal) as deals from games where scored",
    )[0]
    bounds = bounds_of(connection, sums.totals, [rating.policy for rating in rated], utility)
    return Ratings(tuple(table), even_field=_is_even(connection), utility=utility, bounds=bounds, **size)


def elo(score: float) -> float:
    """Elo against the field of a mean score between 0 and 1."""
    if score <= 0 or score >= 1:
        return -inf if score <= 0 else inf
    return 400 * log10(score / (1 - score))


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
        few = [policy for policy, total in self.totals.items() if total["deals"] < SKEWED_BELOW]
        self.by_deal: Final = _by_deal(connection) if few else {}

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
        """Mean points per game and seat, with its interval."""
        found = self._bootstrapped(policy)
        variance = self.points_covariance(policy, policy)
        return found or t_interval(self.points(policy), variance, self.freedom(policy))

    def points_variance(self, p: str, q: str) -> float:
        """Of the difference in mean points."""
        return self.points_covariance(p, p) + self.points_covariance(q, q) - 2 * self.points_covariance(p, q)

    def points_difference(self, p: str, q: str) -> Interval:
        """How far p is ahead of q in mean points; their errors go together."""
        found = self._bootstrapped(p, q)
        gap = self.points(p) - self.points(q)
        return found or t_interval(gap, self.points_variance(p, q), self.freedom(p, q))

    def _bootstrapped(self, *policies: str) -> Interval | None:
        """By a bootstrap where there are few deals, but enough for one; policies must have met the same."""
        if any(self.totals[policy]["deals"] >= SKEWED_BELOW for policy in policies):
            return None
        from paiju.analysis.ratings.bootstrap import bootstrap_interval

        terms = [self.by_deal[policy] for policy in policies]
        if any(deals != terms[0][0] for deals, _ in terms):
            return None
        found = bootstrap_interval(*(sums for _, sums in terms))
        return found and found.scaled(1 / self.parts)

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


def _by_deal(connection: DuckDBPyConnection) -> "dict[str, tuple[tuple[int, ...], Sums]]":
    """Per policy the deals it met, and what it got in each."""
    import numpy as np

    from paiju.analysis.ratings.bootstrap import Sums

    found: dict[str, list[tuple[int, int, int]]] = {}
    for row in connection.execute(
        "select policy, deal, points, seats from policy_deals order by policy, deal"
    ).fetchall():
        found.setdefault(row[0], []).append(row[1:])
    return {
        policy: (
            tuple(row[0] for row in rows),
            Sums(*(np.array([row[column] for row in rows], np.float64) for column in (1, 2))),
        )
        for policy, rows in found.items()
    }


def _small_sample(deals: int) -> float:
    """D / (D - 1); with one deal there is no interval, and any finite number does."""
    return deals / (deals - 1) if deals > 1 else 1.0


def _rate(sums: PointSums, policy: str, places: tuple[float, ...]) -> Rating:
    """One row, not yet compared with the next."""
    total = sums.totals[policy]
    freedom = sums.freedom(policy)
    score = sums.score(policy)
    interval = None
    if score is not None:
        interval = _score_interval(score, sums.score_covariance(policy, policy), freedom)
    return Rating(
        policy=policy,
        games=total["games"],
        seats=total["seats"],
        deals=total["deals"],
        points=sums.points_interval(policy),
        score=interval,
        elo=interval and Interval(elo(interval.estimate), elo(interval.low), elo(interval.high)),
        hands_won=total["hands_won"] / total["hands"] if total["hands"] else 0.0,
        places=places,
        faults=total["faults"],
    )


def _score_interval(score: float, variance: float, freedom: int) -> Interval:
    """The t interval within 0 to 1; after nothing but wins (or losses) a one-sided 95 % bound.

    If all of D deals were won throughout, then that has a probability p of at least 0.05 ** (1 / D), and the
    score is no less than p.
    """
    if 0 < score < 1:
        interval = t_interval(score, variance, freedom)
        return Interval(score, max(interval.low, 0.0), min(interval.high, 1.0))
    bound = (1 - CONFIDENCE) ** (1 / (freedom + 1))
    return Interval(score, bound, 1.0) if score == 1 else Interval(score, 0.0, 1 - bound)


def _gap(sums: PointSums, better: Rating, worse: Rating) -> Gap:
    """The difference between neighbours in the table, whose errors go together."""
    p, q = better.policy, worse.policy
    freedom = sums.freedom(p, q)
    points = sums.points_difference(p, q)
    return Gap(q, points, _elo_gap(sums, better, worse, freedom))


def _elo_gap(sums: PointSums, better: Rating, worse: Rating, freedom: int) -> Interval | None:
    """The difference in Elo by the delta method."""
    p, q = better.policy, worse.policy
    s, r = sums.score(p), sums.score(q)
    if s is None or r is None or not (0 < s < 1 and 0 < r < 1):
        return None
    slope_p, slope_q = ELO_PER_LOGIT / (s * (1 - s)), ELO_PER_LOGIT / (r * (1 - r))
    variance = (
        slope_p**2 * sums.score_covariance(p, p)
        + slope_q**2 * sums.score_covariance(q, q)
        - 2 * slope_p * slope_q * sums.score_covariance(p, q)
    )
    return t_interval(elo(s) - elo(r), variance, freedom)


def _places(connection: DuckDBPyConnection) -> dict[str, tuple[float, ...]]:
    """Per policy the share of each place, first to last."""
    found = records(connection, "from placements order by policy, place")
    last = max((row["place"] for row in found), default=0)
    shares = {row["policy"]: [0.0] * last for row in found}
    for row in found:
        shares[row["policy"]][row["place"] - 1] = row["share"]
    return {policy: tuple(share) for policy, share in shares.items()}


def _is_even(connection: DuckDBPyConnection) -> bool:
    """Did every two policies meet about equally often?"""
    policies = records(connection, "select count(*) as n from policy_totals")[0]["n"]
    meetings = [row["meetings"] for row in records(connection, "from encounters")]
    if len(meetings) < policies * (policies - 1):
        return False
    return not meetings or max(meetings) - min(meetings) <= EVEN * max(meetings)


def _rating_dict(rating: Rating) -> dict[str, object]:
    """One row for JSON."""
    ahead = rating.ahead
    return {
        "policy": rating.policy,
        "games": rating.games,
        "seats": rating.seats,
        "deals": rating.deals,
        "points": rating.points.to_dict(),
        "score": rating.score and rating.score.to_dict(),
        "elo": rating.elo and rating.elo.to_dict(),
        "hands_won": rating.hands_won,
        "places": list(rating.places),
        "faults": rating.faults,
        "ahead": ahead
        and {
            "of": ahead.policy,
            "points": ahead.points.to_dict(),
            "elo": ahead.elo and ahead.elo.to_dict(),
            "separated": ahead.separated,
        },
    }
