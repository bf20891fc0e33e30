"""Every policy against every other: which differences are certain, who is tied with whom, who may rank where.

Only policies that played for it are compared (`paiju.analysis.ratings.comparisons`). Of K policies there are up to
K (K - 1) / 2 differences, and some would look certain by chance alone. Holm's method keeps the chance of any such
mistake below 5 %: the smallest p-value is multiplied by the number of differences, the next by one less, and so on.
Policies that were compared and that it cannot tell apart share a tie group.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from paiju.analysis.ratings.comparisons import Comparison, Comparisons
from paiju.analysis.ratings.intervals import (
    CONFIDENCE,
    Interval,
    chance_of_less,
    chance_of_more_extreme,
    gap_statistic,
)

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Difference:
    """How far a policy is ahead of one further down the table, in points (or what counts instead)."""

    policy: str
    other: str
    basis: str  # by which games: see `comparisons`
    points: Interval
    los: float  # likelihood of superiority: that it is the better one, by Student's t
    p: float  # two-sided, of this difference alone
    p_holm: float  # the same with all differences in mind

    @property
    def told_apart(self) -> bool:
        """Is it certain which is better, with all differences in mind?"""
        return self.p_holm < 1 - CONFIDENCE

    def other_than(self, policy: str) -> str:
        """The second of the two, seen from one of them."""
        return self.other if policy == self.policy else self.policy

    @property
    def better(self) -> str:
        """The one that was better, for certain or not."""
        return self.policy if self.points.estimate >= 0 else self.other

    @property
    def worse(self) -> str:
        """The other one."""
        return self.other_than(self.better)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a policy stands for certain."""

    policy: str
    tie_group: str  # "a", "b", "bc": policies that share a letter were compared and are not told apart
    best_rank: int
    worst_rank: int


@dataclass(frozen=True, slots=True)
class Contrasts:
    """All pairs of a table, in its order: those that can be compared, and those that cannot."""

    differences: tuple[Difference, ...]
    apart: tuple[tuple[str, str], ...]  # never met, and met others: nothing is said of them

    def of(self, policy: str, other: str) -> Difference | None:
        """The difference of two policies in the order of the table, if they can be compared."""
        return next((each for each in self.differences if (each.policy, each.other) == (policy, other)), None)


def contrasts(policies: Sequence[str], comparisons: Comparisons) -> Contrasts:
    """All differences between these policies."""
    pairs = [(p, q, comparisons.of(p, q)) for p, q in combinations(policies, 2)]
    made = [(p, q, found) for p, q, found in pairs if found is not None]
    statistics = [_statistic(found) for _, _, found in made]
    chances = [
        chance_of_more_extreme(t, found.freedom) for t, (_, _, found) in zip(statistics, made, strict=True)
    ]
    return Contrasts(
        tuple(
            Difference(p, q, found.basis, found.points, chance_of_less(t, found.freedom), chance, holm)
            for (p, q, found), t, chance, holm in zip(
                made, statistics, chances, holm_adjusted(chances), strict=True
            )
        ),
        tuple((p, q) for p, q, found in pairs if found is None),
    )


def _statistic(found: Comparison) -> float:
    """The difference in standard errors."""
    return gap_statistic(found.points.estimate, found.variance, found.freedom)


def holm_adjusted(chances: Sequence[float]) -> list[float]:
    """p-values adjusted for their number, in the order given."""
    adjusted = [1.0] * len(chances)
    highest = 0.0
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    for done, place in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - done) * chances[place]))
        adjusted[place] = highest
    return adjusted


def standings(policies: Sequence[str], found: Contrasts) -> tuple[Standing, ...]:
    """Tie groups and the ranks each policy may hold, in the order of the table."""
    place = {policy: number for number, policy in enumerate(policies)}
    ahead = {(place[each.better], place[each.worse]) for each in found.differences if each.told_apart}
    tied = {(place[each.policy], place[each.other]) for each in found.differences if not each.told_apart}
    count = len(policies)
    groups = tie_groups(count, tied)
    return tuple(
        Standing(
            policy,
            "".join(_letter(number) for number, (first, last) in enumerate(groups) if first <= i <= last),
            1 + sum((j, i) in ahead for j in range(count)),
            count - sum((i, j) in ahead for j in range(count)),
        )
        for i, policy in enumerate(policies)
    )


def tie_groups(count: int, tied: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest stretches of the table (first, last) in which everybody is tied with everybody."""
    groups: list[tuple[int, int]] = []
    for first in range(count):
        last = first
        while last + 1 < count and all((i, last + 1) in tied for i in range(first, last + 1)):
            last += 1
        if not groups or last > groups[-1][1]:
            groups.append((first, last))
    return groups


def _letter(number: int) -> str:
    """a to z, then a1 to z1, and so on."""
    turn, letter = divmod(number, len(LETTERS))
    return LETTERS[letter] + (str(turn) if turn else "")
