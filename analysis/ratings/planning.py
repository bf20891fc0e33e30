"""How many deals a rating of some precision takes, from a small run (a pilot) of the same configuration.

The standard error of a rating falls with the root of the number of deals D: it is spread / sqrt(D), where the
spread is the standard deviation of what one deal adds to it,

    points    e_d = (N_d - R M_d) / mean(M)                 R = N / M, points per game and seat
    Elo       the covariance of the pool's fit, times D

So a half-width h takes D = (1.96 * spread / h)² deals, and telling two policies apart that differ by h, with 5 % risk
and 80 % power, D = ((1.96 + 0.84) * spread of the difference / h)².

The spread itself is only estimated. Its variance has the relative error sqrt((kurtosis - 1) / D); and of points, whose
spread may be that of rare and very high scores, a pilot may not have seen what makes most of it. A kind of deal that
it misses 95 % of the time comes up in at most 3 / D of deals; the upper end takes it to be up to `FARTHER` times as far
from the mean as the farthest that the pilot has seen. Measured on real deals (`benchmarks/plans.py`), plans by the
upper end hold in 95 % of pilots or more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil, exp, log, sqrt
from statistics import NormalDist
from typing import Final

import numpy as np
import numpy.typing as npt
from duckdb import DuckDBPyConnection

from paiju.analysis.ratings.pool import ELO_PER_LOGIT, fit
from paiju.analysis.tables.arrays import Games, load_games

Floats = npt.NDArray[np.float64]
Z: Final = NormalDist().inv_cdf(0.975)
POWER: Final = Z + NormalDist().inv_cdf(0.8)
UNITS: Final = ("points", "elo")
FEWEST: Final = 20  # deals a pilot must have
MISSED: Final = 3  # times in D deals: the most that a pilot of D deals misses 95 % of the time
FARTHER: Final = 3.0


@dataclass(frozen=True, slots=True)
class Spread:
    """The variance of what one deal adds to a rating, or to a difference of two, and how sure it is."""

    policy: str  # or "one - other"
    rating: float  # in the pilot
    variance: float
    log_error: float  # the standard error of the variance's logarithm
    unseen: float = 0.0  # what deals of a kind that the pilot has not seen may add to the variance

    @property
    def low(self) -> float:
        """The lower end of the variance."""
        return self.variance * exp(-Z * self.log_error)

    @property
    def high(self) -> float:
        """The upper end of the variance."""
        return self.variance * exp(Z * self.log_error) + self.unseen

    def deals(self, width: float, errors: float = Z) -> tuple[int, int, int]:
        """Deals after which so many standard errors are a width: the estimate and the ends of its 95 % interval."""
        best, low, high = (ceil(errors**2 * each / width**2) for each in (self.variance, self.low, self.high))
        return best, low, high

    def half_width(self, deals: int) -> float:
        """The half-width after so many deals."""
        return Z * sqrt(self.variance / deals)


@dataclass(frozen=True, slots=True)
class Gain:
    """A ratio of two variances with its 95 % interval."""

    ratio: float
    low: float
    high: float


def spreads(connection: DuckDBPyConnection, unit: str) -> list[Spread]:
    """The spread of each policy's rating in a pilot; the widest first."""
    return _widest_first(elo_spreads(load_games(connection))[0] if unit == "elo" else _points(connection)[0])


def difference_spreads(connection: DuckDBPyConnection, unit: str) -> list[Spread]:
    """The spread of the difference of every two policies; the widest first."""
    return _widest_first(elo_spreads(load_games(connection))[1] if unit == "elo" else _points(connection)[1])


def _widest_first(found: Sequence[Spread]) -> list[Spread]:
    return sorted((one for one in found if one.variance > 0), key=lambda one: (-one.high, one.policy))


def _points(connection: DuckDBPyConnection) -> tuple[list[Spread], list[Spread]]:
    """Of points: per policy, and per two policies."""
    rows = connection.execute(
        "select policy, list(deal order by deal), list(points::double order by deal), list(seats::double order by deal)"
        " from policy_deals group by policy order by policy"
    ).fetchall()
    added = {policy: (tuple(deals), *influence(np.array(n), np.array(m))) for policy, deals, n, m in rows}
    ratings = [spread(policy, mean, errors) for policy, (_, mean, errors) in added.items()]
    pairs = [
        spread(f"{p} - {q}", added[p][1] - added[q][1], added[p][2] - added[q][2])
        for p, q in combinations(added, 2)
        if added[p][0] == added[q][0]
    ]
    return ratings, pairs


def influence(n: Floats, m: Floats) -> tuple[float, Floats]:
    """A ratio of sums, and what each deal adds to it."""
    ratio = float(n.sum() / m.sum())
    return ratio, (n - ratio * m) / m.mean()


def spread(policy: str, rating: float, errors: Floats) -> Spread:
    """The spread of a rating in points from what each deal added to it."""
    deals = len(errors)
    variance = float((errors**2).sum() / max(deals - 1, 1))
    farthest = float((errors**2).max(initial=0.0))
    return Spread(policy, rating, variance, log_error(errors), MISSED / deals * FARTHER**2 * farthest)


def elo_spreads(games: Games) -> tuple[list[Spread], list[Spread]]:
    """Of Elo in the pool: per policy, and per two policies. Scores have no tails: their kurtosis is below 3."""
    if games.policies < 2 or games.deals < 2:
        return [], []
    pool = fit(games)
    if pool.separable:
        return [], []
    k = games.policies
    covariance = pool.covariance[:k, :k] * games.deals * ELO_PER_LOGIT**2
    sure = sqrt(2 / (games.deals - 1))

    def of(name: str, contrast: Floats) -> Spread:
        rating = float(contrast @ pool.strengths) * ELO_PER_LOGIT
        return Spread(name, rating, float(contrast @ covariance @ contrast), sure)

    unit = np.eye(k)
    ratings = [of(name, unit[i] - 1 / k) for i, name in enumerate(games.names)]
    pairs = [
        of(f"{games.names[i]} - {games.names[j]}", unit[i] - unit[j]) for i, j in combinations(range(k), 2)
    ]
    return ratings, pairs


def log_error(errors: Floats) -> float:
    """The standard error of the logarithm of a variance, heavy tails and all."""
    variance = float((errors**2).mean())
    if variance == 0:
        return 0.0
    kurtosis = float((errors**4).mean()) / variance**2
    return sqrt(max(kurtosis - 1, 0.0) / len(errors))


def gain(first: Sequence[Spread], second: Sequence[Spread]) -> Gain | None:
    """How many times as many deals the first way takes as the second: the geometric mean over policies.

    Policies that meet share their games, so the intervals of all are taken to be as wide as the widest.
    """
    by_policy = {one.policy: one for one in second if one.variance > 0}
    both = [(one, by_policy[one.policy]) for one in first if one.policy in by_policy and one.variance > 0]
    if not both:
        return None
    mean = sum(log(a.variance / b.variance) for a, b in both) / len(both)
    more = max(sqrt(log(a.high / a.variance) ** 2 + log(b.variance / b.low) ** 2) for a, b in both)
    less = max(sqrt(log(a.variance / a.low) ** 2 + log(b.high / b.variance) ** 2) for a, b in both)
    return Gain(exp(mean), exp(mean - less), exp(mean + more))
