"""When a run has been played long enough: a generalised sequential probability ratio test (GSPRT) by deal.

Two sides are compared (`tournament.contrast`). Each shard of a run keeps six whole numbers,

    deals, n, m, nn, nm, mm        the number of deals, and the sums over them of n_d, m_d and their products

with n / m how far one side is ahead: in points per game and seat (times POINTS), or as a score (see `elo`). With
s² = mean((n_d - r m_d)²) / mean(m_d)² the spread of r = n / m by deal and D deals, the log likelihood ratio of
the hypotheses r = r1 and r = r0, each with the spread that fits it best, is

    LLR = D / 2 * log((s² + (r - r0)²) / (s² + (r - r1)²))

r1 is accepted at log((1 - beta) / alpha) and r0 at log(beta / (1 - alpha)). The rule is asked after each shard, in
the order of the deals, on all deals up to there: never on whatever happens to be finished, which would favour short
games. So the decision is a function of the run's configuration alone.

The risks hold for spreads that the deals played so far show. Points with rare and very high scores hide theirs for
long: beta may then be exceeded (0.05 became 0.15 for a lognormal of sigma 1.2). Elo has no such tails.

Pure functions of numbers: the command line hands `gsprt` to the runner.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, log, log10
from typing import Any, Final

from paiju.analysis.ratings.intervals import Interval, t_interval

POINTS: Final = 12  # n is in twelfths of a point
FEWEST: Final = 64  # deals before the first decision: their spread must be known
UPPER: Final = "accepted_h1"
LOWER: Final = "accepted_h0"
Sums = Sequence[int]  # deals, n, m, nn, nm, mm


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """The hypotheses of a run and the risks it takes, as in its configuration."""

    unit: str  # "elo" or "points"
    h0: float
    h1: float
    alpha: float
    beta: float

    @staticmethod
    def of(tournament: Mapping[str, Any]) -> "Hypotheses":
        """The test of a run's configuration (`run.json`)."""
        unit = "points" if tournament.get("points1") is not None else "elo"
        h0, h1 = tournament[f"{unit}0"], tournament[f"{unit}1"]
        return Hypotheses(
            unit, float(h0 or 0), float(h1), float(tournament["alpha"]), float(tournament["beta"])
        )

    @property
    def upper(self) -> float:
        """Where h1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    @property
    def lower(self) -> float:
        """Where h0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    def ratio(self, value: float) -> float:
        """A value in the unit as the ratio n / m."""
        return value * POINTS if self.unit == "points" else 1 / (1 + 10 ** (-value / 400))

    def value(self, ratio: float) -> float:
        """The other way round."""
        if self.unit == "points":
            return ratio / POINTS
        return elo(ratio)


def gsprt(tournament: Mapping[str, Any], sums: Sequence[Sums]) -> dict[str, Any] | None:
    """The first decision in the shards of a run in order, None if there is none yet.

    `shard` is how many shards it took (they are the first), `deals` how many deals; `estimate` is how far the
    side is ahead there: biased, as the run stopped because of it.
    """
    test = Hypotheses.of(tournament)
    so_far = [0] * 6
    for shard, one in enumerate(sums, 1):
        so_far = [a + b for a, b in zip(so_far, one, strict=True)]
        ratio = llr(test, so_far)
        if ratio is not None and (ratio >= test.upper or ratio <= test.lower):
            return {
                "rule": "gsprt",
                "decision": UPPER if ratio >= test.upper else LOWER,
                "shard": shard,
                "deals": so_far[0],
                "llr": round(ratio, 6),
                "bounds": [round(test.lower, 6), round(test.upper, 6)],
                "unit": test.unit,
                "h0": test.h0,
                "h1": test.h1,
                "estimate": estimate(tournament, [so_far]).to_dict(),
            }
    return None


def llr(test: Hypotheses, sums: Sums) -> float | None:
    """The log likelihood ratio after some deals; None while there are too few, or none differs."""
    deals = sums[0]
    if deals < FEWEST:
        return None
    ratio, variance = moments(sums)
    above = variance + (ratio - test.ratio(test.h0)) ** 2
    below = variance + (ratio - test.ratio(test.h1)) ** 2
    if below <= 0 or above <= 0:
        return None
    return deals / 2 * log(above / below)


def moments(sums: Sums) -> tuple[float, float]:
    """The ratio n / m and the variance of a single deal's share in it."""
    deals, n, m, nn, nm, mm = sums
    if not m:
        return 0.0, 0.0
    # exact whole numbers up to the last division: sum of (n_d m - m_d n)²
    residuals = nn * m * m - 2 * nm * n * m + mm * n * n
    return n / m, residuals * deals / m**4


def estimate(tournament: Mapping[str, Any], sums: Sequence[Sums]) -> Interval:
    """How far the side is ahead in all of these shards, with its interval by deal, in the unit of the test."""
    test = Hypotheses.of(tournament)
    total = [sum(column) for column in zip(*sums, strict=True)] if sums else [0] * 6
    freedom = max(total[0] - 1, 0)
    ratio, variance = moments(total)
    interval = t_interval(ratio, variance / max(freedom, 1), freedom)
    return Interval(*(test.value(end) for end in (interval.estimate, interval.low, interval.high)))


def elo(score: float) -> float:
    """The difference in Elo of a mean score between 0 and 1."""
    if score <= 0 or score >= 1:
        return -inf if score <= 0 else inf
    return 400 * log10(score / (1 - score))


def sides(tournament: Mapping[str, Any]) -> tuple[str, str]:
    """Who is compared with whom, in words."""
    contrast = list(tournament["contrast"])
    return contrast[0], contrast[1] if len(contrast) > 1 else "its opponents"


def has_rule(tournament: Mapping[str, Any]) -> bool:
    """Has a run a stopping rule?"""
    return bool(tournament.get("stop", "none") != "none")


def unit_of(test: Hypotheses) -> str:
    """The unit of a test in words."""
    return "Elo" if test.unit == "elo" else "points per game and seat"


def estimate_at(stop: Mapping[str, Any]) -> Interval:
    """The estimate that a decision was stored with."""
    return Interval(**{key: _end(key, end) for key, end in stop["estimate"].items()})


def decision(test: Hypotheses, one: str, other: str, stop: Mapping[str, Any]) -> str:
    """What was decided, in a sentence."""
    taken, left = (test.h1, test.h0) if stop["decision"] == UPPER else (test.h0, test.h1)
    bounds = f"LLR {stop['llr']:.2f}, bounds {stop['bounds'][0]:.2f} and {stop['bounds'][1]:.2f}"
    ahead = f"{one} ahead of {other} by {taken:g} {unit_of(test)} rather than by {left:g}"
    return f"decided after {stop['deals']:,} deals: {ahead} ({bounds})"


def spelled(interval: Interval) -> str:
    """An estimate with its interval."""
    return f"{interval.estimate:+.2f} [{interval.low:+.2f}, {interval.high:+.2f}]"


def _end(key: str, end: float | None) -> float:
    """An end of a stored interval; null stands for an infinite one."""
    if end is not None:
        return float(end)
    return inf if key == "high" else -inf
