"""How many deals a rating of some precision takes, from a small run (a pilot) of the same configuration.

The standard error of a rating falls with the root of the number of deals D: it is spread / sqrt(D), where the
spread is the standard deviation of what one deal adds to it,

    points    e_d = (N_d - R M_d) / mean(M)                 R = N / M, points per game and seat
    Elo       e_d = (H_d - s C_d) / mean(C) * slope         s = H / C, the score; slope = 400 / ln 10 / (s (1 - s))

So a half-width h takes D = (1.96 * spread / h)² deals. The spread itself is only estimated: its variance has
the relative error sqrt((kurtosis - 1) / D), which gives D its interval.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, exp, log, sqrt
from statistics import NormalDist
from typing import Final

import numpy as np
import numpy.typing as npt
from duckdb import DuckDBPyConnection

Floats = npt.NDArray[np.float64]
Z: Final = NormalDist().inv_cdf(0.975)
UNITS: Final = ("points", "elo")
FEWEST: Final = 20  # deals a pilot must have


@dataclass(frozen=True, slots=True)
class Spread:
    """The variance of what one deal adds to a rating, with the standard error of its logarithm."""

    policy: str
    rating: float  # in the pilot
    variance: float
    log_error: float

    def deals(self, half_width: float) -> tuple[int, int, int]:
        """Deals for a half-width: the estimate and the ends of its 95 % interval."""
        wanted = Z**2 * self.variance / half_width**2
        factor = exp(Z * self.log_error)
        return ceil(wanted), ceil(wanted / factor), ceil(wanted * factor)

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
    """The spread of each policy's rating in a pilot; the widest first. `policy_deals` must be there."""
    top, bottom = ("points", "seats") if unit == "points" else ("half_points", "2 * comparisons")
    rows = connection.execute(
        f"select policy, list({top}::double order by deal), list(({bottom})::double order by deal)"
        " from policy_deals group by policy order by policy"
    ).fetchall()
    found = [spread(policy, np.array(n), np.array(m), unit) for policy, n, m in rows]
    return sorted((one for one in found if one is not None), key=lambda one: (-one.variance, one.policy))


def spread(policy: str, n: Floats, m: Floats, unit: str) -> Spread | None:
    """The spread of one policy's rating from its sums per deal; None where there is nothing to rate."""
    if len(n) < 2 or not m.sum():
        return None
    ratio = float(n.sum() / m.sum())
    errors = (n - ratio * m) / m.mean()
    if unit == "elo":
        if not 0 < ratio < 1:
            return None
        errors = errors * (400 / log(10) / (ratio * (1 - ratio)))
        rating = 400 * log(ratio / (1 - ratio), 10)
    else:
        rating = ratio
    variance = float((errors**2).sum() / (len(n) - 1))
    return Spread(policy, rating, variance, log_error(errors))


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
    error = max(sqrt(a.log_error**2 + b.log_error**2) for a, b in both)
    return Gain(exp(mean), exp(mean - Z * error), exp(mean + Z * error))
