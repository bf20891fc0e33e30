"""The table of an 80-card character game: who holds what, what lies where, what moving a card does."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.packed.table import FROM_WALL, PLACES, PackedTable
from paiju.sim.games.zipai.cards import CARDS, DECK, UNIT
from paiju.sim.games.zipai.claims import GROUP, ONE, SHAPES, TWO
from paiju.sim.games.zipai.groups import PUNG, GroupWords, is_three
from paiju.sim.kernel.events import NOBODY


class ZipaiTable(PackedTable):
    """What is so at the table.

    `laid` has the digit 1 for each 碰 on the table (a game may add other threes). What closes a kind to a seat, what a
    pass does and which credits there are is the game's.
    """

    def __init__(self, seats: i64, values: vec[i64], words: GroupWords) -> None:
        """`values`: 息 of every group, at kind * 20 + card; `words`: what groups are called."""
        super().__init__(seats, DECK)
        self.values: Final = values
        self.words: Final = words
        self.laid: Final = vec[i64]([0] * seats)
        self.huxi: Final = vec[i64]([0] * seats)  # of the groups on the table, covered ones too
        self.quads: Final = vec[i64]([0] * seats)  # groups of four
        self.credits: Final = vec[i64]([0] * seats)  # discards to be left out after the next groups of three
        self.stale_chow: Final = vec[i64]([0] * seats)  # kinds closed for 吃, bit c for card c
        self.stale_pung: Final = vec[i64]([0] * seats)
        self.turn: i64 = 0  # who drew, played or claimed last
        self.due: i64 = NOBODY  # who owes a discard

    def begin(self, dealer: i64) -> None:
        """An empty table for the next hand."""
        self.clear()
        for seat in range(self.seats):
            self.laid[seat] = 0
            self.huxi[seat] = 0
            self.quads[seat] = 0
            self.credits[seat] = 0
            self.stale_chow[seat] = 0
            self.stale_pung[seat] = 0
        self.turn = dealer
        self.due = NOBODY

    # Cards

    def deal(self, seat: i64, card: i64) -> None:
        """A card of the deal."""
        self.take(seat, card)
        self.wall_left -= 1

    def draw(self, seat: i64, card: i64) -> None:
        """A card of the wall is turned up."""
        self.settle()
        self.wall_left -= 1
        self.turn = seat
        self.put_open(seat, card, FROM_WALL)

    def discard(self, seat: i64, card: i64) -> None:
        """A card is played from the hand."""
        self.due = NOBODY
        self.drop(seat, card, 1)
        self.turn = seat
        self.put_open(seat, card, 0)

    def put_open(self, seat: i64, card: i64, flag: i64) -> None:
        """A card lies before a seat, open for others to take, and all have seen it."""
        self.put(seat, card, flag)
        self.seen += UNIT[card]

    def settle(self) -> None:
        """Nobody took the last card: it stays."""
        self.is_open = False

    def take(self, seat: i64, card: i64) -> None:
        """A card comes into a hand."""
        self.keys[seat] += UNIT[card]
        self.sizes[seat] += 1

    def drop(self, seat: i64, card: i64, n: i64) -> None:
        """n equal cards leave a hand."""
        self.keys[seat] -= n * UNIT[card]
        self.sizes[seat] -= n

    def lay(self, seat: i64, units: i64, n: i64) -> None:
        """n cards, a key, leave a hand and lie open."""
        self.keys[seat] -= units
        self.sizes[seat] -= n
        self.seen += units

    def claim(self, seat: i64) -> None:
        """The card on offer is taken; it stays in the river with a mark."""
        super().claim(seat)
        self.turn = seat

    # Groups

    def chow(self, seat: i64, card: i64, shape: i64, from_seat: i64) -> None:
        """吃: a group with the card on offer."""
        self.claim(seat)
        self.lay_shape(seat, card, shape, from_seat, 1)
        self.after_group(seat)

    def lay_shape(self, seat: i64, card: i64, shape: i64, from_seat: i64, given: i64) -> None:
        """吃 or 比: a group around the eaten kind, of which `given` copies lie open already."""
        entry = card * SHAPES + shape
        self.lay(seat, ONE[entry] + TWO[entry] - given * UNIT[card], 3 - given)
        self.add_group(seat, GROUP[entry], from_seat)

    def lay_pung(self, seat: i64, card: i64, from_seat: i64) -> None:
        """碰: a pair of the hand and the card on offer."""
        self.claim(seat)
        self.lay(seat, 2 * UNIT[card], 2)
        self.add_group(seat, PUNG << 8 | card, from_seat)
        self.laid[seat] += UNIT[card]
        self.after_group(seat)

    def add_group(self, seat: i64, group: i64, from_seat: i64) -> None:
        """A group is laid before a seat."""
        self.lay_group(seat, group, from_seat)
        self.huxi[seat] += self.values[(group >> 8 & 255) * CARDS + (group & 255)]

    def upgrade(self, seat: i64, group: i64, from_seat: i64) -> None:
        """Three equal cards on the table become this group of four."""
        kind, card = group >> 8 & 255, group & 255
        for at in range(seat * PLACES, seat * PLACES + self.group_count[seat]):
            old = self.groups[at]
            if old & 255 == card and is_three(old):
                self.huxi[seat] += self.values[kind * CARDS + card]
                self.huxi[seat] -= self.values[(old >> 8 & 255) * CARDS + card]
                self.groups[at] = group
                self.group_from[at] = from_seat

    def after_group(self, seat: i64) -> None:
        """After a group of three a discard is due, unless a credit is used up or no card is left (dead).

        (hunan_paohuzi decisions 22, 29b, 43)
        """
        self.due = NOBODY
        if self.credits[seat] > 0:
            self.credits[seat] -= 1
        elif self.sizes[seat] > 0:
            self.due = seat

    def after_quad(self, seat: i64) -> None:
        """After his first group of four a discard is due, after later ones none.

        (hunan_paohuzi rule 25; decisions 29, 30)
        """
        self.quads[seat] += 1
        self.due = seat if self.quads[seat] == 1 and self.sizes[seat] > 0 else NOBODY

    # The end

    def win(self, seat: i64, card: i64, from_seat: i64) -> None:
        """The winning card on offer joins the winner's hand."""
        if self.is_open:
            self.claim(seat)
            self.seen -= UNIT[card]
            self.take(seat, card)
