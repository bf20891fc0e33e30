"""The table of a game whose hands are keys: who holds what, what lies before whom, and the river.

A key has a digit of three bits for each kind of card: how many there are. Where a kind's digit is, what a group looks
like and what a card is worth is the game's.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.kernel.engine import State
from paiju.sim.kernel.events import NOBODY, SEAT_MASK

PLACES: Final = 8  # groups of a seat, at most
NONE: Final = -1  # no card
UNKNOWN: Final = 255  # the card of a group that another has covered

# What a river entry says beside seat << 8 | card.
FROM_WALL: Final = 1 << 12  # it came from the wall, not from a hand
CLAIMED: Final = 1 << 16  # somebody took it: his seat << 20


class PackedTable(State):
    """What is so at the table.

    Hands, what lies open (`seen`) and what lies covered are keys. The groups of a seat begin at seat * PLACES; a river
    entry is seat << 8 | card with the flags above.
    """

    def __init__(self, seats: i64, deck: i64) -> None:
        """`deck`: how many cards there are."""
        super().__init__(seats)
        self.deck: Final = deck
        self.keys: Final = vec[i64]([0] * seats)
        self.sizes: Final = vec[i64]([0] * seats)  # cards in hand
        self.groups: Final = vec[i64]([0] * (seats * PLACES))
        self.group_from: Final = vec[i64]([0] * (seats * PLACES))  # who gave a card of it, or the seat itself
        self.group_count: Final = vec[i64]([0] * seats)
        self.covered: Final = vec[i64]([0] * seats)  # what its owner alone knows beside his hand
        self.river: Final = vec[i64]([0] * deck)
        self.river_count: i64 = 0
        self.seen: i64 = 0
        self.wall_left: i64 = deck
        self.card: i64 = NONE  # the card that came last: drawn, played or taken
        self.giver: i64 = NOBODY  # who put it there
        self.is_drawn: bool = False  # it came from the wall
        self.is_open: bool = False  # it lies there for others to take

    def clear(self) -> None:
        """An empty table for the next hand."""
        for seat in range(self.seats):
            self.keys[seat] = 0
            self.sizes[seat] = 0
            self.group_count[seat] = 0
            self.covered[seat] = 0
        self.river_count = 0
        self.seen = 0
        self.wall_left = self.deck
        self.card = NONE
        self.giver = NOBODY
        self.is_drawn = False
        self.is_open = False

    def put(self, seat: i64, card: i64, flag: i64) -> None:
        """A card lies before a seat, open for others to take; `flag` FROM_WALL or 0."""
        self.river[self.river_count] = seat << 8 | card | flag
        self.river_count += 1
        self.card = card
        self.giver = seat
        self.is_drawn = flag == FROM_WALL
        self.is_open = True

    def claim(self, seat: i64) -> None:
        """The card on offer is taken; it stays in the river with a mark."""
        self.is_open = False
        self.river[self.river_count - 1] |= CLAIMED | seat << 20

    def lay_group(self, seat: i64, group: i64, from_seat: i64) -> None:
        """A group is laid before a seat."""
        at = seat * PLACES + self.group_count[seat]
        self.groups[at] = group
        self.group_from[at] = from_seat
        self.group_count[seat] += 1

    def river_seat(self, i: i64) -> i64:
        """Before whom card number i of the river lies."""
        return self.river[i] >> 8 & SEAT_MASK

    def river_claimant(self, i: i64) -> i64:
        """Who took it, or NONE."""
        entry = self.river[i]
        return entry >> 20 & SEAT_MASK if entry & CLAIMED else NONE

    # What a seat knows

    def known_card(self, seat: i64) -> i64:
        """The card that came last, or NONE if the seat does not know it."""
        return self.card

    def known_group(self, seat: i64, owner: i64, at: i64) -> i64:
        """The group at a place of its owner; its card is UNKNOWN if it is hidden from the seat."""
        return self.groups[at]

    def known_key(self, seat: i64) -> i64:
        """All cards that the seat knows the place of."""
        return self.seen + self.keys[seat] + self.covered[seat]

    # Readable

    def hand(self, seat: i64) -> list[int]:
        """The cards in a seat's hand, sorted."""
        raise NotImplementedError

    def hand_text(self, seat: i64) -> str:
        """The cards in a seat's hand as text."""
        raise NotImplementedError

    def group_text(self, seat: i64, group: i64) -> str:
        """A group of a seat as text, with a mark if the others do not know it."""
        raise NotImplementedError

    def group_texts(self, seat: i64) -> list[str]:
        """The groups of a seat as text, with who gave a card: 'pao:捌捌捌捌 <1'."""
        texts = []
        for at in range(seat * PLACES, seat * PLACES + self.group_count[seat]):
            text = self.group_text(seat, self.groups[at])
            giver = self.group_from[at]
            texts.append(text if giver == seat else f"{text} <{giver}")
        return texts

    def by_seat(self, values: vec[i64]) -> list[int]:
        """A number for each seat, as a list."""
        return [values[seat] for seat in range(self.seats)]

    def snapshot(self) -> dict[str, object]:
        """Everything, in plain Python."""
        seats = range(self.seats)
        return {
            "asked": self.asked,
            "stage": self.stage,
            "dealer": self.dealer,
            "card": self.card,
            "giver": self.giver,
            "is_drawn": self.is_drawn,
            "is_open": self.is_open,
            "is_over": self.is_over,
            "hands": [self.hand_text(seat) for seat in seats],
            "sizes": self.by_seat(self.sizes),
            "groups": [self.group_texts(seat) for seat in seats],
            "covered": self.by_seat(self.covered),
            "river": [self.river[i] for i in range(self.river_count)],
            "seen": self.seen,
            "wall_left": self.wall_left,
            "winner": self.winner,
            "outcome": self.outcome,
            "hands_played": self.hands,
            "number": self.number,
            "deltas": self.by_seat(self.deltas),
            "scores": self.by_seat(self.scores),
        }
