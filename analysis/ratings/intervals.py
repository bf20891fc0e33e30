"""Intervals: Student's t without scipy (its import alone takes longer than a small run's whole table)."""

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
    """The two-sided t interval; without a degree of freedom nothing is known but the estimate."""
    if freedom < 1:
        return Interval(estimate, -inf, inf)
    half = t_quantile(freedom) * sqrt(max(variance, 0.0))
    return Interval(estimate, estimate - half, estimate + half)


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
