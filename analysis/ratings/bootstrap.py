"""Intervals of means over few deals, whose points are skewed: the studentised bootstrap, with the deal as its unit.

Deals are drawn with replacement; each draw gives an estimate and its own standard error, and the quantiles of
(estimate of the draw - estimate) / (error of the draw) replace those of Student's t. The draws are the same
every time and for every policy, so that the same rows give the same interval.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from paiju.analysis.ratings.intervals import Interval

FEWEST: Final = 20  # deals; with fewer the draws are too much alike
FROM_HERE_T: Final = 200  # deals; from here on means are close enough to normal for Student's t
DRAWS: Final = 1999
TAIL: Final = 50  # the 50th and 1950th of 1,999 draws are their 2.5 % and 97.5 % quantiles
USABLE: Final = 0.9  # share of the draws that must have an error of their own

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sums:
    """What one policy got in each deal: `top` (points) over `bottom` (seats), both by number of the deal."""

    top: Floats
    bottom: Floats


def bootstrap_interval(first: Sums, second: Sums | None = None) -> Interval | None:
    """The 95 % interval of a ratio of sums, or of the difference of two over the same deals.

    None where another method has to do: too few deals, or draws without an error.
    """
    deals = len(first.top)
    if not FEWEST <= deals < FROM_HERE_T:
        return None
    terms = [first] if second is None else [first, second]
    estimate, error = (float(value[0]) for value in _estimates(terms, np.ones((1, deals))))
    if error == 0:
        return Interval(estimate, estimate, estimate)
    with np.errstate(divide="ignore", invalid="ignore"):
        drawn, errors = _estimates(terms, _draws(deals))
        ratios = (drawn - estimate) / errors
    usable = np.sort(ratios[np.isfinite(ratios)])
    if len(usable) < USABLE * DRAWS:
        return None
    last = len(usable) - 1
    low, high = usable[last - (TAIL - 1)], usable[TAIL - 1]
    return Interval(estimate, estimate - float(low) * error, estimate - float(high) * error)


def _estimates(terms: list[Sums], weights: Floats) -> tuple[Floats, Floats]:
    """Estimate and standard error for each row of `weights`: how often each deal was drawn."""
    columns = [column for term in terms for column in (term.top, term.bottom)]
    sums = [weights @ column for column in columns]
    signs = (1.0, -1.0)
    estimate = np.zeros(len(weights))
    parts: list[tuple[Floats, int]] = []  # the residual of a deal is the sum of factor * column over these
    for place, sign in zip(range(0, len(columns), 2), signs, strict=False):
        ratio = sums[place] / sums[place + 1]
        estimate += sign * ratio
        parts += [(sign / sums[place + 1], place), (-sign * ratio / sums[place + 1], place + 1)]
    variance, size = np.zeros(len(weights)), np.zeros(len(weights))
    for factor, one in parts:
        for other_factor, other in parts:
            term = factor * other_factor * (weights @ (columns[one] * columns[other]))
            variance += term
            size += np.abs(term)
    variance[variance <= 1e-12 * size] = 0.0  # what rounding leaves of nothing
    deals = weights.shape[1]
    return estimate, np.sqrt(variance) * sqrt(deals / (deals - 1))


@lru_cache(maxsize=8)
def _draws(deals: int) -> Floats:
    """[draw, deal]: how often each deal was drawn."""
    chosen: Any = np.random.Generator(np.random.PCG64(deals)).integers(0, deals, (DRAWS, deals))
    cells = chosen + deals * np.arange(DRAWS)[:, None]
    counts = np.bincount(cells.ravel(), minlength=DRAWS * deals)
    return counts.reshape(DRAWS, deals).astype(np.float64)
