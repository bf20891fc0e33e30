"""Every policy against every other: which differences are certain, who is tied with whom, who may rank where.

With K policies there are K (K - 1) / 2 differences, and some would look certain by chance alone. Holm's method
keeps the chance of any such mistake below 5 %: the smallest p-value is multiplied by the number of differences,
the next by one less, and so on. Policies that it cannot tell apart share a tie group.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Final

from paiju.analysis.ratings.intervals import CONFIDENCE, Interval, chance_of_less, chance_of_more_extreme
from paiju.analysis.ratings.rating import PointSums, Ratings

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
SURE: Final = 1e6  # standard errors, where there is a difference and no error


@dataclass(frozen=True, slots=True)
class Difference:
    """How far a policy is ahead of one further down the table, in points (or what counts instead)."""

    policy: str
    other: str
    points: Interval
    los: float  # likelihood of superiority: that it is the better one, by Student's t
    p: float  # two-sided, of this difference alone
    p_holm: float  # the same with all differences in mind

    @property
    def told_apart(self) -> bool:
        """Is it certain which is better, with all differences in mind?"""
        return self.p_holm < 1 - CONFIDENCE


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a policy stands for certain."""

    policy: str
    tie_group: str  # "a", "b", "bc": policies that share a letter are not told apart
    best_rank: int
    worst_rank: int


def differences(table: Ratings, sums: PointSums) -> tuple[Difference, ...]:
    """All differences, in the order of the table."""
    policies = [rating.policy for rating in table.policies]
    pairs = list(combinations(policies, 2))
    statistics = [_statistic(sums, p, q) for p, q in pairs]
    freedoms = [sums.freedom(p, q) for p, q in pairs]
    chances = [chance_of_more_extreme(t, f) for t, f in zip(statistics, freedoms, strict=True)]
    return tuple(
        Difference(p, q, sums.points_difference(p, q), chance_of_less(t, f), chance, holm)
        for (p, q), t, f, chance, holm in zip(
            pairs, statistics, freedoms, chances, holm_adjusted(chances), strict=True
        )
    )


def _statistic(sums: PointSums, p: str, q: str) -> float:
    """The difference in standard errors."""
    gap = sums.points(p) - sums.points(q)
    error = sqrt(max(sums.points_variance(p, q), 0.0))
    if error == 0:
        return 0.0 if gap == 0 else SURE if gap > 0 else -SURE
    return gap / error


def holm_adjusted(chances: Sequence[float]) -> list[float]:
    """p-values adjusted for their number, in the order given."""
    adjusted = [1.0] * len(chances)
    highest = 0.0
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    for done, place in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - done) * chances[place]))
        adjusted[place] = highest
    return adjusted


def standings(table: Ratings, found: Sequence[Difference]) -> tuple[Standing, ...]:
    """Tie groups and the ranks each policy may hold, in the order of the table."""
    policies = [rating.policy for rating in table.policies]
    place = {policy: number for number, policy in enumerate(policies)}
    apart = {(place[each.policy], place[each.other]) for each in found if each.told_apart}
    groups = tie_groups(len(policies), apart)
    return tuple(
        Standing(
            policy,
            "".join(_letter(number) for number, (first, last) in enumerate(groups) if first <= i <= last),
            1 + sum((j, i) in apart for j in range(i)),
            len(policies) - sum((i, j) in apart for j in range(i + 1, len(policies))),
        )
        for i, policy in enumerate(policies)
    )


def tie_groups(count: int, apart: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest stretches of the table (first, last) in which nobody is told apart from anybody."""
    groups: list[tuple[int, int]] = []
    for first in range(count):
        last = first
        while last + 1 < count and all((i, last + 1) not in apart for i in range(first, last + 1)):
            last += 1
        if not groups or last > groups[-1][1]:
            groups.append((first, last))
    return groups


def _letter(number: int) -> str:
    """a to z, then a1 to z1, and so on."""
    turn, letter = divmod(number, len(LETTERS))
    return LETTERS[letter] + (str(turn) if turn else "")
