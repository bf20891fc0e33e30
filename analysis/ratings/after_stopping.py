"""What a sequential test says of the difference it stopped at: an estimate and an interval that allow for the stopping.

A run that stops when one side looks far enough ahead stops, on the whole, when that side was lucky: the plain mean
leans to the decision. The median-unbiased estimate is the difference for which an outcome like this one or a better
one has the chance of one half; the ends of the interval are those for which it has 2.5 % and 97.5 %. Outcomes are
ordered by stages: accepting h1 early is better than accepting it late, that is better than no decision, and that is
better than accepting h0 late, and so on; at the same stage the higher sum is better.

Per deal the sum S = sum of (r1 - r0) (x - (r0 + r1) / 2) / s² grows like a walk with normal steps, of which the
log likelihood ratio is the value; chances are summed on a grid between its bounds, from one look of the test to the
next (Armitage, McPherson and Rowe 1969).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from paiju.analysis.ratings.intervals import Interval
from paiju.analysis.ratings.stopping import (
    FEWEST,
    UPPER,
    Hypotheses,
    Sums,
    decision,
    estimate,
    estimate_at,
    moments,
    sides,
    spelled,
    unit_of,
)

Floats = npt.NDArray[np.float64]
RIGHT: Final = "median-unbiased, allowing for the stopping"
PLAIN: Final = "plain mean, which leans to the decision"
GRID: Final = 256  # points between the bounds
COARSE: Final = 1 / 50  # of the distance of the bounds: smaller steps are taken together
HALVINGS: Final = 30
REACH: Final = 9.0  # standard errors to either side in which the ends are looked for


@dataclass(frozen=True, slots=True)
class Estimate:
    """How far one side is ahead, after so many deals."""

    about: str
    deals: int
    interval: Interval
    unit: str


def findings(
    tournament: Mapping[str, Any], stop: Mapping[str, Any] | None, sums: Sequence[Sums]
) -> tuple[str, list[Estimate]]:
    """What the test decided in a sentence, and how far one side is ahead: median-unbiased, and by the plain mean."""
    test = Hypotheses.of(tournament)
    one, other = sides(tournament)
    unit = unit_of(test)
    right = unbiased(tournament, stop, sums)
    if stop is None:
        deals = sum(int(each[0]) for each in sums)
        sentence = f"no decision between {test.h0:g} or {test.h1:g} {unit} for {one} ahead of {other}"
        plain = estimate(tournament, sums)
    else:
        deals, sentence, plain = int(stop["deals"]), decision(test, one, other, stop), estimate_at(stop)
    return sentence, [Estimate(RIGHT, deals, right, unit), Estimate(PLAIN, deals, plain, unit)]


def words(tournament: Mapping[str, Any], stop: Mapping[str, Any] | None, sums: Sequence[Sums]) -> list[str]:
    """What the test found, in sentences for people: the decision, and how far one side is ahead."""
    sentence, (right, plain) = findings(tournament, stop, sums)
    mean = f"the plain mean {plain.interval.estimate:+.2f} leans to the decision"
    return [sentence, f"ahead by {spelled(right.interval)} {right.unit} ({RIGHT}); {mean}"]


def unbiased(tournament: Mapping[str, Any], stop: Mapping[str, Any] | None, sums: Sequence[Sums]) -> Interval:
    """How far the side is ahead after the shards that were decided on, in the unit of the test."""
    test = Hypotheses.of(tournament)
    used = sums if stop is None else sums[: int(stop["shard"])]
    total = [sum(column) for column in zip(*used, strict=True)] if used else [0] * 6
    ratio, variance = moments(total)
    if variance <= 0 or total[0] < FEWEST:
        return estimate(tournament, used)
    r0, r1 = test.ratio(test.h0), test.ratio(test.h1)
    weight = (r1 - r0) ** 2 / variance  # of a deal: the variance of its step
    place = (ratio - (r0 + r1) / 2) / (r1 - r0)  # the drift, in units of that variance
    looks = _looks([one[0] for one in used], weight, (test.upper - test.lower) * COARSE)
    up = stop is None or stop["decision"] == UPPER
    walk = _Walk(test.lower, test.upper, looks, total[0] * weight * place, up)
    error = (total[0] * weight) ** -0.5
    middle, low, high = (walk.drift_of(share, place, error) for share in (0.5, 0.025, 0.975))
    return Interval(*(test.value((r0 + r1) / 2 + drift * (r1 - r0)) for drift in (middle, low, high)))


def _looks(deals: Sequence[int], weight: float, coarse: float) -> list[float]:
    """The variance of the walk from each look of the test to the next."""
    looks, waiting, seen = [], 0.0, 0
    for count in deals:
        waiting += count * weight
        seen += count
        if seen >= FEWEST and waiting**0.5 >= coarse:
            looks.append(waiting)
            waiting = 0.0
    return [*looks, waiting] if waiting else looks


class _Walk:
    """A walk between two bounds that was looked at some times, and what it came to."""

    def __init__(self, lower: float, upper: float, looks: Sequence[float], end: float, up: bool) -> None:
        # seen from the bound it ended at: up
        self.lower, self.upper = (lower, upper) if up else (-upper, -lower)
        self.sign: Final = 1 if up else -1
        self.end: Final = self.sign * end
        self.looks: Final = looks
        step = (self.upper - self.lower) / GRID
        self.grid: Final[Any] = self.lower + step * (np.arange(GRID) + 0.5)
        self.step: Final = step

    def drift_of(self, share: float, near: float, error: float) -> float:
        """The drift with which such an outcome or a better one has this chance."""
        low, high = near - REACH * error, near + REACH * error
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            if self.chance(middle) < share:
                low = middle
            else:
                high = middle
        return (low + high) / 2

    def chance(self, drift: float) -> float:
        """The chance of this outcome or a better one."""
        reached = self.chance_beyond(self.sign * drift)
        return reached if self.sign > 0 else 1 - reached

    def chance_beyond(self, drift: float) -> float:
        """The chance to leave at the upper bound before, or to be as far up at the last look."""
        from scipy.special import ndtr

        places: Any = np.zeros(1)
        weights: Any = np.ones(1)
        left = 0.0
        kernels: dict[float, Any] = {}
        for look, variance in enumerate(self.looks):
            last = look == len(self.looks) - 1
            bound = self.end if last else self.upper
            means = places + drift * variance
            left += float(weights @ ndtr((means - bound) / variance**0.5))
            if last:
                break
            if look == 0 or variance not in kernels:
                kernel: Any = np.exp(-((self.grid[None, :] - means[:, None]) ** 2) / (2 * variance))
                kernel *= self.step / (2 * np.pi * variance) ** 0.5
                if look:
                    kernels[variance] = kernel
            else:
                kernel = kernels[variance]
            weights, places = weights @ kernel, self.grid
        return left
