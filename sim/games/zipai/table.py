"""The table of an 80-card character game: who holds what, what lies where, what moving a card does."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.packed.table import FROM_WALL, NONE, PLACES, PackedTable
from paiju.sim.games.zipai.cards import CARDS, DECK, SHIFT, UNIT
from paiju.sim.games.zipai.claims import GROUP, ONE, SHAPES, TWO
from paiju.sim.games.zipai.groups import COVERED, PAO, PUNG, STALE_WEI, TI, WEI
from paiju.sim.games.zipai.kinds import FROM_DEAL, FROM_KAN, FROM_PUNG, SHOWN
from paiju.sim.kernel.events import NO_CARD, NOBODY

# What a pass, or a card put on the table, closes to a seat in that kind for the rest of the hand 臭牌.
CLOSE_NOTHING: Final = 0
CLOSE_CHOW: Final = 1
CLOSE_PUNG: Final = 2
CLOSE_BOTH: Final = 3


class ZipaiTable(PackedTable):
    """What is so at the table.

    `laid` has the digit 1 for each 碰 on the table, 2 for each 偎. `covered` is what its owner alone knows: his covered
    groups and a card he has just drawn in secret. The four `…_closes` say what becomes 臭牌 (CLOSE_…).
    """

    def __init__(
        self,
        seats: i64,
        values: vec[i64],
        passed_chow_closes: i64,
        passed_pung_closes: i64,
        played_closes: i64,
        drawn_closes: i64,
    ) -> None:
        super().__init__(seats, DECK)
        self.values: Final = values  # 胡息 at kind * 20 + card
        self.passed_chow_closes: Final = passed_chow_closes
        self.passed_pung_closes: Final = passed_pung_closes
        self.played_closes: Final = played_closes
        self.drawn_closes: Final = drawn_closes
        self.laid: Final = vec[i64]([0] * seats)
        self.huxi: Final = vec[i64]([0] * seats)  # of the groups on the table, covered ones too
        self.quads: Final = vec[i64]([0] * seats)  # 跑 and 提
        # dealt 提 after the first, not yet made up for by a discard left out
        self.credits: Final = vec[i64]([0] * seats)
        self.stale_chow: Final = vec[i64]([0] * seats)  # sets of cards, bit c for card c
        self.stale_pung: Final = vec[i64]([0] * seats)
        self.skipped: Final = vec[i64]([0] * seats)  # 忍碰: kinds whose 碰 was passed
        self.passed_huxi: Final = vec[i64](
            [0] * (seats * CARDS)
        )  # 息 on the table when a win was passed, plus 1
        self.shown_card: i64 = NONE  # 亮张
        self.shown_held: bool = False  # as far as all know, the dealer still holds it
        self.turn: i64 = 0  # who drew, played or claimed last
        self.due: i64 = NOBODY  # who owes a discard
        self.is_public: bool = False  # all know the card that came last
        self.pending: bool = False  # it was drawn in secret and its group is not laid yet
        self.pung_passed: i64 = NOBODY  # who passed a 碰 of it

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
            self.skipped[seat] = 0
        for i in range(self.seats * CARDS):
            self.passed_huxi[i] = 0
        self.shown_card = NONE
        self.shown_held = False
        self.turn = dealer
        self.due = NOBODY
        self.is_public = False
        self.pending = False
        self.pung_passed = NOBODY

    # Cards

    def deal(self, seat: i64, card: i64, arg: i64) -> None:
        """A card of the deal; the last one may be shown to all 亮张."""
        self.keys[seat] += UNIT[card]
        self.sizes[seat] += 1
        self.wall_left -= 1
        if arg == SHOWN:
            self.shown_card = card
            self.shown_held = True
            self.card = card
            self.giver = seat
            self.is_public = True

    def draw(self, seat: i64, card: i64, public: bool) -> None:
        """A card comes from the wall; unless it is shown its drawer alone knows it."""
        self.settle()
        self.wall_left -= 1
        self.turn = seat
        self.is_public = public
        self.pending = not public
        if public:
            self.put_open(seat, card, FROM_WALL)
        else:
            self.card = card
            self.giver = seat
            self.is_drawn = True
            self.covered[seat] += UNIT[card]

    def discard(self, seat: i64, card: i64) -> None:
        """A card is played from the hand."""
        self.due = NOBODY
        self.drop(seat, card, 1)
        self.forget_shown(seat, card)
        self.turn = seat
        self.is_public = True
        self.put_open(seat, card, 0)
        self.close(seat, card, self.played_closes)

    def put_open(self, seat: i64, card: i64, flag: i64) -> None:
        """A card lies before a seat, open for others to take, and all have seen it."""
        self.put(seat, card, flag)
        self.seen += UNIT[card]

    def settle(self) -> None:
        """Nobody took the last card: it stays, and passes and draws make kinds stale."""
        if self.is_open:
            self.is_open = False
            if self.is_drawn:
                self.close(self.giver, self.card, self.drawn_closes)
        self.settle_pung()

    def settle_pung(self) -> None:
        """A 碰 passed closes the kind from its next appearance on."""
        if self.pung_passed != NOBODY:
            self.close(self.pung_passed, self.card, self.passed_pung_closes)
            self.pung_passed = NOBODY

    def close(self, seat: i64, card: i64, closes: i64) -> None:
        """A kind becomes stale for a seat 臭牌."""
        if closes & CLOSE_CHOW:
            self.stale_chow[seat] |= i64(1) << card
        if closes & CLOSE_PUNG:
            self.stale_pung[seat] |= i64(1) << card

    def drop(self, seat: i64, card: i64, n: i64) -> None:
        """n equal cards leave a hand."""
        self.keys[seat] -= n * UNIT[card]
        self.sizes[seat] -= n

    def lay(self, seat: i64, card: i64, n: i64) -> None:
        """n equal cards leave a hand and lie open."""
        self.drop(seat, card, n)
        self.seen += n * UNIT[card]
        self.forget_shown(seat, card)

    def forget_shown(self, seat: i64, card: i64) -> None:
        """The card shown at the deal lies open now, as far as anybody can tell."""
        if seat == self.dealer and card == self.shown_card:
            self.shown_held = False

    def claim(self, seat: i64) -> None:
        """The card on offer is taken; it stays in the river with a mark."""
        super().claim(seat)
        self.turn = seat

    # Groups

    def lay_shape(self, seat: i64, card: i64, shape: i64, from_seat: i64, given: i64) -> None:
        """吃 or 比: a group around the eaten kind, of which `given` copies lie open already."""
        entry = card * SHAPES + shape
        units = ONE[entry] + TWO[entry] - given * UNIT[card]
        self.keys[seat] -= units
        self.sizes[seat] -= 3 - given
        self.seen += units
        if self.shown_held and units >> SHIFT[self.shown_card] & 7 != 0:
            self.forget_shown(seat, self.shown_card)
        self.add_group(seat, GROUP[entry], from_seat)

    def add_group(self, seat: i64, group: i64, from_seat: i64) -> None:
        """A group is laid before a seat."""
        self.lay_group(seat, group, from_seat)
        self.huxi[seat] += self.values[(group >> 8 & 255) * CARDS + (group & 255)]

    def after_group(self, seat: i64) -> None:
        """After 碰, 吃, 偎 a discard is due, unless a credit is used up or no card is left (dead)."""
        self.due = NOBODY
        if self.credits[seat] > 0:
            self.credits[seat] -= 1
        elif self.sizes[seat] > 0:
            self.due = seat

    def after_quad(self, seat: i64) -> None:
        """After his first 跑 or 提 a discard is due, after later ones 重跑 none."""
        self.quads[seat] += 1
        self.due = seat if self.quads[seat] == 1 and self.sizes[seat] > 0 else NOBODY

    def lay_pung(self, seat: i64, card: i64, from_seat: i64) -> None:
        """碰: a pair of the hand and the card on offer."""
        self.claim(seat)
        self.lay(seat, card, 2)
        self.add_group(seat, PUNG << 8 | card, from_seat)
        self.laid[seat] += UNIT[card]
        self.after_group(seat)

    def lay_wei(self, seat: i64, kind: i64, card: i64, public: bool) -> None:
        """偎 or 臭偎: a pair of the hand and the card just drawn."""
        self.pending = False
        self.drop(seat, card, 2)
        self.covered[seat] += 2 * UNIT[card]
        self.laid[seat] += 2 * UNIT[card]
        self.add_group(seat, kind << 8 | card | (0 if public else COVERED), seat)
        if public:
            self.open_up(seat, card)
        self.after_group(seat)

    def lay_ti(self, seat: i64, card: i64, before: i64, public: bool) -> None:
        """提: four of one's own, dealt or completed by the card just drawn."""
        unit = UNIT[card]
        group = TI << 8 | card | (0 if public else COVERED)
        if before == FROM_DEAL:
            self.drop(seat, card, 4)
            self.covered[seat] += 4 * unit
            self.add_group(seat, group, seat)
            self.quads[seat] += 1
            if self.quads[seat] > (
                2 if seat == self.dealer else 1
            ):  # the dealer leaves out his first discard
                self.credits[seat] += 1
        else:
            self.pending = False
            if before == FROM_KAN:
                self.drop(seat, card, 3)
                self.covered[seat] += 3 * unit
                self.add_group(seat, group, seat)
            else:
                self.laid[seat] -= 2 * unit
                self.upgrade(seat, card, group, seat)
            self.after_quad(seat)
        if public:
            self.open_up(seat, card)

    def lay_pao(self, seat: i64, card: i64, before: i64, from_seat: i64) -> None:
        """跑: the card on offer is the fourth of a 坎, 偎 or 碰."""
        self.claim(seat)
        group = PAO << 8 | card
        if before == FROM_KAN:
            self.lay(seat, card, 3)
            self.add_group(seat, group, from_seat)
        else:
            self.open_up(seat, card)
            self.laid[seat] -= (1 if before == FROM_PUNG else 2) * UNIT[card]
            self.upgrade(seat, card, group, from_seat)
        self.after_quad(seat)

    def upgrade(self, seat: i64, card: i64, group: i64, from_seat: i64) -> None:
        """A 碰 or 偎 on the table becomes a 跑 or 提."""
        for at in range(seat * PLACES, seat * PLACES + self.group_count[seat]):
            old = self.groups[at]
            kind = old >> 8 & 255
            if old & 255 == card and (kind == PUNG or kind == WEI or kind == STALE_WEI):
                self.huxi[seat] += (
                    self.values[(group >> 8 & 255) * CARDS + card] - self.values[kind * CARDS + card]
                )
                self.groups[at] = group
                self.group_from[at] = from_seat

    def open_up(self, seat: i64, card: i64) -> None:
        """All covered cards of a kind are known to all from now on."""
        held = self.covered[seat] & 7 * UNIT[card]
        self.covered[seat] -= held
        self.seen += held
        self.is_public = self.is_public or (seat == self.giver and card == self.card)
        self.forget_shown(seat, card)

    def uncover(self, seat: i64, card: i64) -> None:
        """A covered group is revealed at the end."""
        for at in range(seat * PLACES, seat * PLACES + self.group_count[seat]):
            if self.groups[at] & (COVERED | 255) == COVERED | card:
                self.groups[at] -= COVERED
        self.open_up(seat, card)

    # The end

    def win(self, seat: i64, card: i64, from_seat: i64) -> None:
        """The winning card joins the winner's hand, unless it lies in his group or was dealt to him."""
        if card == NO_CARD:
            return
        if self.is_open:
            self.claim(seat)
            self.seen -= UNIT[card]
        elif self.pending:
            self.pending = False
            self.covered[seat] -= UNIT[card]
        elif from_seat != seat:
            self.drop(from_seat, card, 1)
        else:
            return
        self.keys[seat] += UNIT[card]
        self.sizes[seat] += 1
