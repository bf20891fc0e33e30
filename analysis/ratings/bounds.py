"""What the blocks that do not count could have made of the ratings.

A run that excludes blocks in which a policy failed (or in which a decision hung) rates the others. That is no fair
sample where failing goes with losing, or with winning. So the ratings come with what they would be if every such
game had gone as badly, or as well, for the policy that failed as a game of the run can: for points the least and the
most that any seat got in any game of the run, for the other utilities and for scores 0 and 1. Whoever it is
compared with has the best of it in the same games when it has the worst, and the other way round, so that no
outcome of the excluded games would give a difference beyond the two.

These are ends of what the estimate could be, and few excluded games make them wide. The plausible ends suppose that the
excluded blocks went for the policy like the worst, or the best, twentieth of its blocks that count. Chance comes on
top of both, as in the intervals.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, Final

from duckdb import DuckDBPyConnection

from paiju.analysis.tables.db import UTILITY_PARTS

TWENTIETHS: Final = """
    select policy, quantile_disc(mean, 0.05) as worst, quantile_disc(mean, 0.95) as best
    from (select policy, points / seats as mean from policy_blocks) group by policy"""
EXTREMES: Final = "select min(points) as least, max(points) as most from utilities"


@dataclass(frozen=True, slots=True)
class Span:
    """The least and the most that something could be."""

    low: float
    high: float

    def to_dict(self) -> dict[str, float]:
        """For JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class PolicyBound:
    """A policy that failed, with all its games of the blocks that do not count because of it."""

    policy: str
    blocks: int
    points: Span  # per game and seat, in the unit of the utility
    plausible: Span  # the same, had these blocks gone like the worst or the best twentieth of its others
    score: Span | None  # None when it only met copies of itself


@dataclass(frozen=True, slots=True)
class GapBound:
    """How far a policy would be ahead of the next in the table; at least one of the two failed."""

    policy: str
    other: str
    points: Span

    @property
    def keeps_order(self) -> bool:
        """Is the policy ahead whatever the excluded games were?"""
        return self.points.low > 0


@dataclass(frozen=True, slots=True)
class Bounds:
    """All of them, in the order of the table."""

    blocks: int  # that do not count
    least: float  # in a game, in the unit of the utility
    most: float
    policies: tuple[PolicyBound, ...]
    gaps: tuple[GapBound, ...]

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "blocks": self.blocks,
            "least": self.least,
            "most": self.most,
            "policies": [
                {
                    "policy": each.policy,
                    "blocks": each.blocks,
                    "points": each.points.to_dict(),
                    "plausible": each.plausible.to_dict(),
                    "score": each.score and each.score.to_dict(),
                }
                for each in self.policies
            ],
            "gaps": [
                {
                    "policy": each.policy,
                    "of": each.other,
                    "points": each.points.to_dict(),
                    "keeps_order": each.keeps_order,
                }
                for each in self.gaps
            ],
        }


@dataclass(frozen=True, slots=True)
class _Sat:
    """What a policy had in one block that does not count."""

    seats: int
    comparisons: int


Block = tuple[str, int]  # run and number


class _Excluded:
    """The blocks that do not count."""

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self.sat: Final[dict[tuple[Block, str], _Sat]] = {}
        self.failed: Final[dict[str, set[Block]]] = {}
        rows = connection.execute(
            "select run, block, policy, seats, comparisons, failed from excluded_blocks order by all"
        ).fetchall()
        for run, block, policy, seats, comparisons, failed in rows:
            self.sat[(run, block), policy] = _Sat(seats, comparisons)
            if failed:
                self.failed.setdefault(policy, set()).add((run, block))
        self.blocks: Final = len({block for block, _ in self.sat})

    def of(self, policy: str, blocks: set[Block]) -> _Sat:
        """What a policy had in some of them together."""
        found = [sat for block in blocks if (sat := self.sat.get((block, policy))) is not None]
        return _Sat(sum(sat.seats for sat in found), sum(sat.comparisons for sat in found))


def bounds_of(
    connection: DuckDBPyConnection,
    totals: Mapping[str, Mapping[str, Any]],
    table: Sequence[str],
    utility: str,
) -> Bounds | None:
    """The bounds of a rating table, best policy first, with the sums per policy that it was made from."""
    excluded = _Excluded(connection)
    if not excluded.blocks:
        return None
    parts = UTILITY_PARTS[utility]
    least, most = 0, parts
    if utility == "points":
        least, most = connection.execute(EXTREMES).fetchall()[0]

    usual = {policy: ends for policy, *ends in connection.execute(TWENTIETHS).fetchall()}

    def mean(policy: str, blocks: set[Block], each: float) -> float:
        total, seats = totals[policy], excluded.of(policy, blocks).seats
        return float((total["points"] + seats * each) / (parts * (total["seats"] + seats)))

    def apart(better: str, worse: str) -> Span:
        blocks = excluded.failed.get(better, set()) | excluded.failed.get(worse, set())
        return Span(
            mean(better, blocks, least) - mean(worse, blocks, most),
            mean(better, blocks, most) - mean(worse, blocks, least),
        )

    return Bounds(
        excluded.blocks,
        least / parts,
        most / parts,
        tuple(
            PolicyBound(
                policy,
                len(blocks),
                Span(mean(policy, blocks, least), mean(policy, blocks, most)),
                Span(*(mean(policy, blocks, end) for end in usual[policy])),
                _score(totals[policy], excluded.of(policy, blocks).comparisons),
            )
            for policy in table
            if (blocks := excluded.failed.get(policy, set()))
        ),
        tuple(
            GapBound(better, worse, apart(better, worse))
            for better, worse in pairwise(table)
            if better in excluded.failed or worse in excluded.failed
        ),
    )


def _score(total: Mapping[str, Any], more: int) -> Span | None:
    """The score with so many more comparisons, all of them lost or all of them won."""
    comparisons = total["comparisons"] + more
    if not comparisons:
        return None
    won = total["half_points"] / 2
    return Span(won / comparisons, (won + more) / comparisons)


def bound_words(bounds: Bounds, unit: str) -> list[str]:
    """What the bounds say, in sentences for people."""
    blocks = "1 block does" if bounds.blocks == 1 else f"{bounds.blocks:,} blocks do"
    there = f"{blocks} not count because a policy failed there."
    said = [
        f"{there} If all its games of such blocks had gone as badly, or as well, as a game of this run can:"
    ]
    said += [
        f"{each.policy} {_spelled(each.points)} {unit}{_score_words(each.score)} ({each.blocks:,} of them); "
        f"like the worst or the best twentieth of its other blocks, {_spelled(each.plausible)}."
        for each in bounds.policies
    ]
    for gap in bounds.gaps:
        verdict = "ahead all the same" if gap.keeps_order else "so the order could be another"
        said.append(f"{gap.policy} ahead of {gap.other} by {_spelled(gap.points)}: {verdict}.")
    return said


def _score_words(score: Span | None) -> str:
    return "" if score is None else f", score {100 * score.low:.1f} to {100 * score.high:.1f} %"


def _spelled(span: Span) -> str:
    return f"{span.low:+.3f} to {span.high:+.3f}"
