"""The table of chengdu_coushisi: who holds what, what lies where, what moving a card does."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.chengdu_coushisi.cards import (
    BALANCE,
    DECK_SIZE,
    KINDS,
    RED,
    UNIT,
    is_bonus,
    kind_of_card,
)
from paiju.sim.games.chengdu_coushisi.groups import ADDED, CHOW, CONCEALED, PUNG
from paiju.sim.games.chengdu_coushisi.keys import BIT
from paiju.sim.games.chengdu_coushisi.kinds import TURNED
from paiju.sim.games.chengdu_coushisi.rules import SEATS
from paiju.sim.games.chengdu_coushisi.scoring import Scorer
from paiju.sim.games.packed.table import FROM_WALL, NONE, PLACES, PackedTable
from paiju.sim.kernel.events import NO_CARD, NOBODY

IN_POOL: Final = 4  # where the lifted card is, instead of a seat


class CoushisiTable(PackedTable):
    """What is so at the table.

    `bonus` (皮子 laid aside) and `covered` (暗 groups hidden from the others) are keys; flowers are sets of kinds (see
    `keys`). The wall is the pool 牌池.
    """

    def __init__(self, scorer: Scorer) -> None:
        super().__init__(SEATS, DECK_SIZE)
        self.scorer: Final = scorer
        self.flowers: Final = vec[i64]([0] * SEATS)  # of the cards in hand
        self.balance: Final = vec[i64]([0] * SEATS)  # the sum of their BALANCE
        self.red: Final = vec[i64](
            [0] * SEATS
        )  # red points of the hand and of the groups, with their minimum
        self.threes: Final = vec[i64]([0] * SEATS)  # 1 in the digit of the kind of each 碰 and 暗
        self.covered_flowers: Final = vec[i64]([0] * SEATS)
        self.bonus: Final = vec[i64]([0] * SEATS)
        self.bonus_flowers: Final = vec[i64]([0] * SEATS)
        self.passed_kinds: Final = vec[i64]([0] * SEATS)  # sets of kinds whose 碰 or 吃 the seat passed
        self.passed_win: Final = vec[i64]([0] * SEATS)  # 1 = since his last turn began the seat passed a 胡
        self.seen_flowers: i64 = 0
        self.shuffler: i64 = NOBODY
        self.lifted: i64 = NONE  # 抬牌: the last card of the pool
        self.lifted_at: i64 = NOBODY  # IN_POOL, or who holds it as far as all know
        self.win_offered: bool = False  # in the open question

    def begin(self) -> None:
        """An empty table for the next hand; the shuffler stays."""
        self.clear()
        for seat in range(self.seats):
            self.flowers[seat] = 0
            self.balance[seat] = 0
            self.red[seat] = 0
            self.threes[seat] = 0
            self.covered_flowers[seat] = 0
            self.bonus[seat] = 0
            self.bonus_flowers[seat] = 0
            self.passed_kinds[seat] = 0
            self.passed_win[seat] = 0
        self.seen_flowers = 0
        self.lifted = NONE
        self.lifted_at = NOBODY

    # Cards

    def take(self, seat: i64, card: i64) -> None:
        """A card comes into a hand."""
        self.keys[seat] += UNIT[card]
        self.sizes[seat] += 1
        self.balance[seat] += BALANCE[card]
        self.red[seat] += RED[card]
        if card >= KINDS:
            self.flowers[seat] |= BIT[card - KINDS]

    def drop(self, seat: i64, card: i64, n: i64) -> None:
        """n equal cards leave a hand."""
        self.keys[seat] -= n * UNIT[card]
        self.sizes[seat] -= n
        self.balance[seat] -= n * BALANCE[card]
        self.red[seat] -= n * RED[card]
        if card >= KINDS:
            self.flowers[seat] &= ~BIT[card - KINDS]
        if seat == self.lifted_at and card == self.lifted:
            self.lifted_at = NOBODY

    def see(self, card: i64, n: i64) -> None:
        """n equal cards lie open to all."""
        self.seen += n * UNIT[card]
        if card >= KINDS:
            self.seen_flowers |= BIT[card - KINDS]

    def deal(self, seat: i64, card: i64) -> None:
        """A card of the deal."""
        self.wall_left -= 1
        self.take(seat, card)

    def draw(self, seat: i64, card: i64, way: i64) -> None:
        """A card of the pool: into the hand, or turned; a turned 皮子 is its turner's and will be laid aside."""
        is_put = way == TURNED and not is_bonus(card)
        self.wall_left -= 1
        if self.wall_left == 0 and self.lifted_at == IN_POOL:
            self.lifted_at = NOBODY if is_put else seat
        if way == TURNED:
            self.passed_win[seat] = 0
        if is_put:
            self.put_open(seat, card, FROM_WALL)
        else:
            self.take(seat, card)

    def lay_bonus(self, seat: i64, card: i64) -> None:
        """补: a 皮子 is laid beside its owner."""
        self.drop(seat, card, 1)
        self.see(card, 1)
        self.bonus[seat] += UNIT[card]
        if card >= KINDS:
            self.bonus_flowers[seat] |= BIT[card - KINDS]

    def discard(self, seat: i64, card: i64) -> None:
        """A card of the hand is discarded."""
        self.drop(seat, card, 1)
        self.put_open(seat, card, 0)

    def put_open(self, seat: i64, card: i64, flag: i64) -> None:
        """A card lies before a seat, open for others to take, and all have seen it."""
        self.put(seat, card, flag)
        self.see(card, 1)

    # Groups

    def add_group(self, seat: i64, group: i64, from_seat: i64) -> None:
        """A group is laid before a seat."""
        self.lay_group(seat, group, from_seat)
        self.red[seat] += self.scorer.group_red(group)

    def pung(self, seat: i64, card: i64, from_seat: i64, flowers: i64) -> None:
        """碰: the card on offer and two of the hand, `flowers` (0 or 1) flowers among these."""
        kind = kind_of_card(card)
        self.claim(seat)
        self.drop(seat, kind, 2 - flowers)
        self.see(kind, 2 - flowers)
        if flowers:
            self.drop(seat, kind + KINDS, 1)
            self.see(kind + KINDS, 1)
        self.threes[seat] += UNIT[kind]
        self.add_group(seat, PUNG << 16 | kind + KINDS * i64(card >= KINDS or flowers > 0), from_seat)

    def chow(self, seat: i64, card: i64, from_seat: i64, partner: i64) -> None:
        """吃: the card on offer and one of the hand."""
        self.claim(seat)
        self.drop(seat, partner, 1)
        self.see(partner, 1)
        self.add_group(seat, CHOW << 16 | partner << 8 | card, from_seat)

    def conceal(self, seat: i64, card: i64) -> None:
        """暗: three of the hand, hidden from the others; the flower is among them if it is the card."""
        kind = kind_of_card(card)
        flowers = i64(card >= KINDS)
        self.drop(seat, kind, 3 - flowers)
        if flowers:
            self.drop(seat, card, 1)
            self.covered_flowers[seat] |= BIT[kind]
        self.covered[seat] += 3 * UNIT[kind]
        self.threes[seat] += UNIT[kind]
        self.add_group(seat, CONCEALED << 16 | card, seat)

    def add_fourth(self, seat: i64, card: i64) -> None:
        """A hand card is laid on the 碰 or 暗 of its kind, which is open then and has the flower."""
        kind = kind_of_card(card)
        self.drop(seat, card, 1)
        self.see(card, 1)
        self.uncover(seat, kind)
        for at in range(seat * PLACES, seat * PLACES + self.group_count[seat]):
            group = self.groups[at]
            if group >> 16 != CHOW and kind_of_card(group & 255) == kind:
                self.groups[at] = group & ~255 | ADDED | kind + KINDS
                self.red[seat] += self.scorer.group_red(self.groups[at]) - self.scorer.group_red(group)

    def uncover(self, seat: i64, kind: i64) -> None:
        """The cards of a 暗 group, if there is one of this kind, are open to all from now on."""
        held = self.covered[seat] & 7 * UNIT[kind]
        flower = self.covered_flowers[seat] & BIT[kind]
        self.covered[seat] -= held
        self.covered_flowers[seat] -= flower
        self.seen += held
        self.seen_flowers |= flower

    # The end

    def win(self, seat: i64, card: i64) -> None:
        """The winning card joins the winner's hand, if there is one (NO_CARD: none)."""
        if card != NO_CARD:
            self.claim(seat)
            self.seen -= UNIT[card]
            if card >= KINDS:
                self.seen_flowers &= ~BIT[card - KINDS]
            self.take(seat, card)
