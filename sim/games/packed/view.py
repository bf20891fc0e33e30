"""What one seat may see of a table with packed cards.

Two ways to ask: properties with ready Python lists for policies written in plain Python, and methods on integers,
without any object made, for compiled ones. Numbers of seats, kinds, groups and places in the river that do not exist
raise IndexError.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.packed.table import FROM_WALL, PLACES, PackedTable
from paiju.sim.kernel.engine import Engine
from paiju.sim.kernel.events import NOBODY
from paiju.sim.kernel.rng import Stream
from paiju.sim.kernel.view import SeatView


class PackedView(SeatView):
    """A façade for one seat over the table; a game says how its cards and groups are written."""

    def __init__(
        self,
        engine: Engine,
        state: PackedTable,
        stages: list[str],
        shifts: vec[i64],
        seat: int,
        rng: Stream,
    ) -> None:
        """`shifts`: where the digit of each kind is in a key."""
        super().__init__(engine, state, stages, seat, rng)
        self._packed: Final = state  # a game's view keeps it too, as the type it has there
        self._shifts: Final = shifts
        self._kinds: Final = i64(len(shifts))

    def _kind_in(self, kind: i64) -> i64:
        """The kind of card, if there is one of this number. Raises IndexError."""
        if kind < 0 or kind >= self._kinds:
            raise IndexError(f"there is no kind of card number {kind}")
        return kind

    def _digit(self, key: i64, kind: i64) -> i64:
        """How many of a kind there are in a key."""
        return key >> self._shifts[self._kind_in(kind)] & 7

    # The question

    @property
    def card(self) -> int:
        """The card that came last, which a claim is about; -1 when this seat does not know it, or there is none."""
        return self.offered()

    def offered(self) -> i64:
        """The same, for compiled policies."""
        return self._packed.known_card(self.seat)

    @property
    def giver(self) -> int:
        """Who put that card there; 7 before there was any."""
        return self.giver_seat()

    def giver_seat(self) -> i64:
        """The same, for compiled policies."""
        return self._packed.giver

    def is_drawn(self) -> bool:
        """Did that card come from the wall, and not from a hand?"""
        return self._packed.is_drawn

    # The hand

    @property
    def hand(self) -> list[int]:
        """The own cards in hand, sorted."""
        return self._packed.hand(self.seat)

    @property
    def hand_text(self) -> str:
        """The own cards in hand as text."""
        return self._packed.hand_text(self.seat)

    @property
    def counts(self) -> list[int]:
        """How many of each kind the own hand holds."""
        return [self.count(kind) for kind in range(self._kinds)]

    def count(self, kind: i64) -> i64:
        """How many of a kind the own hand holds."""
        return self._digit(self._packed.keys[self.seat], kind)

    def key(self) -> i64:
        """The own hand as a key."""
        return self._packed.keys[self.seat]

    # What lies on the table

    def groups(self, seat: int) -> list[str]:
        """The groups of a seat as text; ? for cards that this seat may not know."""
        return [self._group_text(self.group(seat, i)) for i in range(self.group_count(seat))]

    def _group_text(self, group: i64) -> str:
        """A group as text."""
        raise NotImplementedError

    def group_count(self, seat: i64) -> i64:
        """How many groups lie before a seat."""
        return self._packed.group_count[self._seat_in(seat)]

    def group(self, seat: i64, i: i64) -> i64:
        """Group number i of a seat (see the game's `groups`); its card is UNKNOWN if hidden from this seat."""
        return self._packed.known_group(self.seat, seat, self._place(seat, i))

    def group_giver(self, seat: i64, i: i64) -> i64:
        """Who gave a card of a group: another, or the seat itself."""
        return self._packed.group_from[self._place(seat, i)]

    def _place(self, seat: i64, i: i64) -> i64:
        """Where group number i of a seat is."""
        if i < 0 or i >= self.group_count(seat):
            raise IndexError(f"seat {seat} has no group number {i}")
        return seat * PLACES + i

    def hand_size(self, seat: i64) -> i64:
        """How many cards a seat has in hand."""
        return self._packed.sizes[self._seat_in(seat)]

    @property
    def river(self) -> list[tuple[int, int, bool, int]]:
        """All cards drawn openly or played, in order: (seat, card, drawn, claimant or -1)."""
        return [self._river_entry(i) for i in range(self._packed.river_count)]

    def _river_entry(self, i: i64) -> tuple[int, int, bool, int]:
        table = self._packed
        entry = table.river[i]
        return table.river_seat(i), entry & 255, entry & FROM_WALL != 0, table.river_claimant(i)

    def river_count(self) -> i64:
        """How many cards were drawn openly or played."""
        return self._packed.river_count

    def river_entry(self, i: i64) -> i64:
        """One of them: seat << 8 | card, with the flags FROM_WALL and CLAIMED (see `table`)."""
        if i < 0 or i >= self._packed.river_count:
            raise IndexError(f"there is no card number {i} on the table")
        return self._packed.river[i]

    # What this seat has not seen

    @property
    def unseen(self) -> list[int]:
        """How many of each kind this seat has not seen."""
        return [self.left(kind) for kind in range(self._kinds)]

    def left(self, kind: i64) -> i64:
        """How many of a kind this seat has not seen: 4 less those that it knows the place of."""
        return 4 - self._digit(self.known_key(), kind)

    def known_key(self) -> i64:
        """All cards that this seat knows the place of, as a key."""
        return self._packed.known_key(self.seat)

    def cards_left(self) -> i64:
        """Cards left in the wall, for compiled policies."""
        return self._packed.wall_left

    def snapshot(self) -> dict[str, object]:
        """All that this seat sees, in plain Python; equal for tables that differ in hidden things only."""
        seats = range(self.seats)
        return {
            "seat": self.seat,
            "stage": self.stage,
            "legal": [str(move) for move in self.legal],
            "card": self.card,
            "giver": self.giver,
            "is_drawn": self.is_drawn(),
            "hand": self.hand,
            "groups": [self.groups(seat) for seat in seats],
            "givers": [[self.group_giver(s, i) for i in range(self.group_count(s))] for s in seats],
            "sizes": [self.hand_size(seat) for seat in seats],
            "river": self.river,
            "unseen": self.unseen,
            "cards_left": self.cards_left(),
            "dealer": self.dealer,
            "winner": None if self._table.winner == NOBODY else self._table.winner,
            "scores": self.scores,
        }
