"""Which policies can be compared, and by which games.

What a policy makes depends on whom it sits with, so the points of two policies say who is better only where the games
are alike for both:

    all games       both met every third policy equally often, and copies of themselves too; or all games of both are
                    at tables that they shared
    shared tables   otherwise, by the games in which both sat: how far the seats of one are ahead of those of the other
    not comparable  they shared no table and had other opponents

For all games the difference is that of the mean points per game and seat; at shared tables it is the mean over games
of the difference of their seats' means (`shared_tables`).
"""

from dataclasses import dataclass
from typing import Any, Final

from duckdb import DuckDBPyConnection

from paiju.analysis.ratings.intervals import Interval, gap_interval
from paiju.analysis.ratings.rating import PointSums
from paiju.analysis.ratings.stopping import POINTS, moments
from paiju.analysis.tables.db import records

ALL: Final = "all games"
SHARED: Final = "shared tables"
NONE: Final = "not comparable"
EVEN: Final = 0.01  # numbers of meetings may differ by this share and still count as equal


@dataclass(frozen=True, slots=True)
class Comparison:
    """How far a policy is ahead of another, in points (or what counts instead), and by which games."""

    basis: str  # ALL or SHARED
    points: Interval
    variance: float
    freedom: int


class Comparisons:
    """All comparisons that some games allow."""

    def __init__(self, connection: DuckDBPyConnection, sums: PointSums) -> None:
        self.sums: Final = sums
        rows = records(connection, "from encounters")
        self._games: Final = {(row["first"], row["second"]): int(row["games"]) for row in rows}
        self._meetings: Final = {(row["first"], row["second"]): int(row["meetings"]) for row in rows}
        self._connection: Final = connection
        self._shared: dict[tuple[str, str], dict[str, Any]] | None = None

    def basis(self, p: str, q: str) -> str:
        """By which games two policies are compared."""
        together = self._games.get((p, q), 0)
        if self._alike(p, q) or together == self._games[p, p] == self._games[q, q]:
            return ALL
        return SHARED if together else NONE

    def of(self, p: str, q: str) -> Comparison | None:
        """How far p is ahead of q; None where nothing can be said."""
        basis = self.basis(p, q)
        if basis == NONE:
            return None
        if basis == ALL:
            return Comparison(
                ALL,
                self.sums.points_difference(p, q),
                self.sums.points_variance(p, q),
                self.sums.freedom(p, q),
            )
        return self._at_shared_tables(p, q)

    def _alike(self, p: str, q: str) -> bool:
        """Do the games of both look alike with the two exchanged?"""
        if (p, q) not in self._games and (self._per_seat(p, p) or self._per_seat(q, q)):
            return False  # each at tables of its own copies
        pairs = [(self._per_seat(p, p), self._per_seat(q, q))]
        pairs += [(self._per_seat(p, r), self._per_seat(q, r)) for r in self.sums.totals if r not in (p, q)]
        return all(abs(one - other) <= EVEN * max(one, other) for one, other in pairs)

    def _per_seat(self, policy: str, other: str) -> float:
        """How many seats of another a policy meets in a game."""
        return self._meetings.get((policy, other), 0) / int(self.sums.totals[policy]["seats"])

    def _at_shared_tables(self, p: str, q: str) -> Comparison:
        """From the games in which both sat."""
        if self._shared is None:
            rows = records(self._connection, "from shared_tables")
            self._shared = {(row["first"], row["second"]): row for row in rows}
        row, sign = (self._shared[p, q], 1) if p < q else (self._shared[q, p], -1)
        ratio, single = moments([int(row[key]) for key in ("deals", "n", "m", "nn", "nm", "mm")])
        freedom = int(row["deals"]) - 1
        scale = POINTS * self.sums.parts
        gap, variance = sign * ratio / scale, single / max(freedom, 1) / scale**2
        interval = gap_interval(gap, variance, freedom)
        if self.sums.parts > 1:
            interval = interval.within(-1.0, 1.0)
        return Comparison(SHARED, interval, variance, freedom)
