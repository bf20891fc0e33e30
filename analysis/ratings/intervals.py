"""Intervals: Student's t without scipy (its import alone takes longer than a small run's whole table).

No variance is no certainty: deals that happen to agree say nothing of how much deals differ. A mean of such deals has
no interval; a difference has the error that it would have if each deal could as well have gone the other way; a share
of none or all has a bound by the number of deals. The functions of `analysis/sql/macros.sql` give the same intervals.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import atan, cos, erfc, inf, pi, sin, sqrt, tan
from statistics import NormalDist
from typing import Final

CONFIDENCE: Final = 0.95
EXACT_BELOW: Final = 200  # degrees of freedom; from here on the series is right to 1e-10


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with the ends of its 95 % interval, in its own unit; an unknown end is infinite."""

    estimate: float
    low: float
    high: float

    @property
    def excludes_zero(self) -> bool:
        """Do both ends lie on the same side of zero?"""
        return self.low > 0 or self.high < 0

    def within(self, least: float, most: float) -> "Interval":
        """The same with both ends between what is possible at least and at most."""
        return Interval(self.estimate, max(self.low, least), min(self.high, most))

    def scaled(self, factor: float) -> "Interval":
        """The same in another unit, factor > 0."""
        return Interval(self.estimate * factor, self.low * factor, self.high * factor)

    def turned(self) -> "Interval":
        """The same seen from the other side."""
        return Interval(-self.estimate, -self.high, -self.low)

    def to_dict(self) -> dict[str, float | None]:
        """For JSON: what is infinite becomes null."""
        ends = {"estimate": self.estimate, "low": self.low, "high": self.high}
        return {name: None if abs(end) == inf else end for name, end in ends.items()}


def t_interval(estimate: float, variance: float, freedom: int) -> Interval:
    """The two-sided t interval; without a degree of freedom, or any variance, nothing is known but the estimate."""
    if freedom < 1 or variance <= 0:
        return Interval(estimate, -inf, inf)
    half = t_quantile(freedom) * sqrt(variance)
    return Interval(estimate, estimate - half, estimate + half)


def gap_variance(gap: float, variance: float, freedom: int) -> float:
    """The variance of a difference: where all D deals agree, that of deals that could have gone either way.

    Then it is gap² / D, and the difference sqrt(D) errors: 7 deals that agree tell two policies apart, 6 do not.
    The exact chance that all agree, 2 / 2^D, would let 6 do.
    """
    return variance if variance > 0 else gap**2 / (freedom + 1)


def gap_interval(gap: float, variance: float, freedom: int) -> Interval:
    """The t interval of a difference; of deals that all agree on none, nothing is known."""
    return t_interval(gap, gap_variance(gap, variance, freedom), freedom)


def gap_statistic(gap: float, variance: float, freedom: int) -> float:
    """The same difference in standard errors."""
    return gap / sqrt(gap_variance(gap, variance, freedom)) if gap else 0.0


def share_interval(share: float, variance: float, deals: int, seen: int) -> Interval:
    """The score interval of a share between 0 and 1, Wilson's, for as many trials as its error by deal stands for.

    With t for the normal quantile, as the error is known from few deals. That of a rare event is known from those that
    had it: `seen` is how many did, or how many were not full of it if they are fewer, and stands for 2 * seen degrees
    of freedom, as it would for a count of rare events. None of D deals, or all of them, leave a one-sided bound: what
    is likelier than 1 - 0.05^(1/D) is missing from D deals less than 5 % of the time.
    """
    if deals < 1 or not 0 <= share <= 1:
        return Interval(share, 0.0, 1.0)
    if share in (0, 1):
        bound = (1 - CONFIDENCE) ** (1 / deals)
        return Interval(share, bound, 1.0) if share else Interval(share, 0.0, 1 - bound)
    freedom = min(deals - 1, 2 * seen)
    if freedom < 1 or variance <= 0:
        return Interval(share, 0.0, 1.0)
    weight = t_quantile(freedom) ** 2 * variance / (share * (1 - share))  # t² over the number of trials
    middle = (share + weight / 2) / (1 + weight)
    half = sqrt(share * (1 - share) * weight + weight**2 / 4) / (1 + weight)
    return Interval(share, middle - half, middle + half)


@lru_cache(maxsize=1024)
def t_quantile(freedom: int) -> float:
    """How many standard errors hold 95 % of Student's t with so many degrees of freedom (>= 1)."""
    if freedom >= EXACT_BELOW:
        return _quantile_by_series(freedom)
    low, high = 0.0, pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        if _share_within(middle, freedom) < CONFIDENCE:
            low = middle
        else:
            high = middle
    return sqrt(freedom) * tan((low + high) / 2)


def chance_of_less(statistic: float, freedom: int) -> float:
    """P(T <= statistic) for Student's t with so many degrees of freedom; one half without any."""
    if freedom < 1:
        return 0.5
    if freedom >= EXACT_BELOW:  # Abramowitz and Stegun 26.7.8
        z = statistic * (1 - 1 / (4 * freedom)) / sqrt(1 + statistic**2 / (2 * freedom))
        return erfc(-z / sqrt(2)) / 2
    within = _share_within(atan(abs(statistic) / sqrt(freedom)), freedom)
    return (1 + within) / 2 if statistic > 0 else (1 - within) / 2


def chance_of_more_extreme(statistic: float, freedom: int) -> float:
    """The two-sided p-value of a t statistic; 1 without a degree of freedom."""
    return min(1.0, 2 * chance_of_less(-abs(statistic), freedom)) if freedom >= 1 else 1.0


def _share_within(angle: float, freedom: int) -> float:
    """P(|T| <= tan(angle) * sqrt(freedom)), by Abramowitz and Stegun 26.7.3 and 26.7.4."""
    term = total = 1.0 if freedom % 2 == 0 else cos(angle)
    if freedom == 1:
        return 2 * angle / pi
    for k in range(2 if freedom % 2 else 1, freedom - 2, 2):
        term *= k / (k + 1) * cos(angle) ** 2
        total += term
    if freedom % 2:
        return 2 / pi * (angle + sin(angle) * total)
    return sin(angle) * total


def _quantile_by_series(freedom: int) -> float:
    """Abramowitz and Stegun 26.7.5: the normal quantile, corrected in powers of 1 / freedom."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4)
    )
