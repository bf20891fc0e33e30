"""The state of a hunan_paohuzi match: the table of the family, the groups of this game, what is closed to whom."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.hunan_paohuzi.groups import WORDS, huxi_values
from paiju.sim.games.hunan_paohuzi.kinds import (
    FROM_DEAL,
    FROM_KAN,
    FROM_PUNG,
    PAO_LAID,
    SHOWN,
    STALE_WEI_LAID,
    TI_LAID,
    WEI_LAID,
)
from paiju.sim.games.hunan_paohuzi.rules import SEATS, PaohuziRules
from paiju.sim.games.packed.table import NONE, PLACES
from paiju.sim.games.zipai.cards import CARDS, HANZI, NAMES, SHIFT, UNIT
from paiju.sim.games.zipai.groups import COVERED, PAO, STALE_WEI, TI, WEI
from paiju.sim.games.zipai.kinds import CHOW_STAGE, OF_GROUP, PUNG_STAGE
from paiju.sim.games.zipai.state import ZipaiState
from paiju.sim.kernel.events import ASKED, DEALT, DREW, NO_CARD, NOBODY, REVEALED

# What a pass, or a card put on the table, closes to a seat in that kind for the rest of the hand 臭牌.
CLOSE_NOTHING: Final = 0
CLOSE_CHOW: Final = 1
CLOSE_PUNG: Final = 2
CLOSE_BOTH: Final = 3


@final
class PaohuziState(ZipaiState):
    """Seats 0 to 3 anticlockwise; seat + 1 is the next player 下家 (decision 44).

    `laid` has the digit 2 for each 偎. `covered` is what its owner alone knows: his covered groups and a card he has
    just drawn in secret.
    """

    def __init__(self, rules: PaohuziRules) -> None:
        """What makes a kind stale: passes, cards played, cards drawn that nobody took (rule 21; decisions 15, 18)."""
        super().__init__(SEATS, huxi_values(), WORDS)
        self.passed_chow_closes: Final[i64] = CLOSE_BOTH if rules.stale_both else CLOSE_CHOW
        self.passed_pung_closes: Final[i64] = CLOSE_BOTH if rules.stale_both else CLOSE_PUNG
        self.drawn_closes: Final[i64] = CLOSE_BOTH if rules.own_drawn_is_stale else CLOSE_NOTHING
        self.skipped: Final = vec[i64]([0] * SEATS)  # 忍碰: kinds whose 碰 was passed, bit c for card c
        # 息 on the table when a win was passed, plus 1
        self.passed_huxi: Final = vec[i64]([0] * (SEATS * CARDS))
        self.shown_card: i64 = NONE  # 亮张
        self.shown_held: bool = False  # as far as all know, the dealer still holds it
        self.is_public: bool = False  # all know the card that came last
        self.pending: bool = False  # it was drawn in secret and its group is not laid yet
        self.pung_passed: i64 = NOBODY  # who passed a 碰 of it

    def begin(self, dealer: i64) -> None:
        """An empty table for the next hand."""
        super().begin(dealer)
        for seat in range(self.seats):
            self.skipped[seat] = 0
        for i in range(self.seats * CARDS):
            self.passed_huxi[i] = 0
        self.shown_card = NONE
        self.shown_held = False
        self.is_public = False
        self.pending = False
        self.pung_passed = NOBODY

    def apply(self, kind: i64, seat: i64, card: i64, from_seat: i64, arg: i64, visible: i64) -> None:
        """Fold one event: 偎, 跑, 提, the card shown at the deal, cards drawn in secret; the rest is the family's."""
        if kind == ASKED:
            return  # a question moves no card
        if kind == DEALT:
            self.deal(seat, card)
            if arg == SHOWN:
                self.show(seat, card)
        elif kind == REVEALED:
            if arg == OF_GROUP:
                self.uncover(seat, card)
        elif kind == DREW and not self.is_known(visible):
            self.draw_secretly(seat, card)
        elif kind == WEI_LAID:
            self.lay_wei(seat, WEI, card, self.is_known(visible))
        elif kind == STALE_WEI_LAID:
            self.lay_wei(seat, STALE_WEI, card, self.is_known(visible))
        elif kind == PAO_LAID:
            self.lay_pao(seat, card, arg, from_seat)
        elif kind == TI_LAID:
            self.lay_ti(seat, card, arg, self.is_known(visible))
        else:
            super().apply(kind, seat, card, from_seat, arg, visible)

    # Cards

    def show(self, dealer: i64, card: i64) -> None:
        """The last card of the deal is shown to all 亮张 (rule 5)."""
        self.shown_card = card
        self.shown_held = True
        self.card = card
        self.giver = dealer
        self.is_public = True

    def forget_shown(self, seat: i64, card: i64) -> None:
        """The card shown at the deal lies open now, as far as anybody can tell."""
        if seat == self.dealer and card == self.shown_card:
            self.shown_held = False

    def draw_secretly(self, seat: i64, card: i64) -> None:
        """A card comes from the wall that its drawer alone sees (decision 39)."""
        self.settle()
        self.wall_left -= 1
        self.turn = seat
        self.is_public = False
        self.pending = True
        self.card = card
        self.giver = seat
        self.is_drawn = True
        self.covered[seat] += UNIT[card]

    def discard(self, seat: i64, card: i64) -> None:
        """A card is played from the hand; its kind is stale for the seat from now on (rule 21)."""
        super().discard(seat, card)
        self.forget_shown(seat, card)
        self.close(seat, card, CLOSE_BOTH)

    def put_open(self, seat: i64, card: i64, flag: i64) -> None:
        """A card lies before a seat, open for others to take, and all have seen it."""
        super().put_open(seat, card, flag)
        self.is_public = True

    def lay(self, seat: i64, units: i64, n: i64) -> None:
        """n cards, a key, leave a hand and lie open, the card shown at the deal perhaps among them."""
        super().lay(seat, units, n)
        if self.shown_held and units >> SHIFT[self.shown_card] & 7 != 0:
            self.forget_shown(seat, self.shown_card)

    # What is closed to a seat

    def pass_on(self, seat: i64) -> None:
        """A "no": to a win, a 碰 or a 吃; who was not asked closes nothing (rules 15, 21, 32; decision 17)."""
        if self.stage == CHOW_STAGE:
            self.close(seat, self.card, self.passed_chow_closes)
        elif self.stage == PUNG_STAGE:
            self.skipped[seat] |= i64(1) << self.card
            self.pung_passed = seat
        else:
            self.passed_huxi[seat * CARDS + self.card] = self.huxi[seat] + 1

    def settle(self) -> None:
        """Nobody took the last card: it stays, passes and draws make kinds stale (decision 42)."""
        if self.is_open and self.is_drawn:
            self.close(self.giver, self.card, self.drawn_closes)
        super().settle()
        self.settle_pung()

    def settle_pung(self) -> None:
        """A 碰 passed closes the kind from its next appearance on (decision 16)."""
        if self.pung_passed != NOBODY:
            self.close(self.pung_passed, self.card, self.passed_pung_closes)
            self.pung_passed = NOBODY

    def close(self, seat: i64, card: i64, closes: i64) -> None:
        """A kind becomes stale for a seat 臭牌."""
        if closes & CLOSE_CHOW:
            self.stale_chow[seat] |= i64(1) << card
        if closes & CLOSE_PUNG:
            self.stale_pung[seat] |= i64(1) << card

    # Groups

    def chow(self, seat: i64, card: i64, shape: i64, from_seat: i64) -> None:
        """吃. A 碰 that the seat passed before makes nothing stale, another's does (decision 16)."""
        if self.pung_passed == seat:
            self.pung_passed = NOBODY
        self.settle_pung()
        super().chow(seat, card, shape, from_seat)

    def lay_wei(self, seat: i64, kind: i64, card: i64, public: bool) -> None:
        """偎 or 臭偎: a pair of the hand and the card just drawn (rules 8, 16)."""
        self.pending = False
        self.drop(seat, card, 2)
        self.covered[seat] += 2 * UNIT[card]
        self.laid[seat] += 2 * UNIT[card]
        self.add_group(seat, kind << 8 | card | (0 if public else COVERED), seat)
        if public:
            self.open_up(seat, card)
        self.after_group(seat)

    def lay_ti(self, seat: i64, card: i64, before: i64, public: bool) -> None:
        """提: four of one's own, dealt or completed by the card just drawn (rules 7, 10, 17)."""
        group = TI << 8 | card | (0 if public else COVERED)
        if before == FROM_DEAL:
            self.cover_hand(seat, card, 4, group)
            self.quads[seat] += 1
            self.give_credit(seat)
        else:
            self.pending = False
            if before == FROM_KAN:
                self.cover_hand(seat, card, 3, group)
            else:
                self.laid[seat] -= 2 * UNIT[card]
                self.upgrade(seat, group, seat)
            self.after_quad(seat)
        if public:
            self.open_up(seat, card)

    def cover_hand(self, seat: i64, card: i64, n: i64, group: i64) -> None:
        """n equal cards of a hand are laid as a group that its owner alone knows."""
        self.drop(seat, card, n)
        self.covered[seat] += n * UNIT[card]
        self.add_group(seat, group, seat)

    def give_credit(self, seat: i64) -> None:
        """A discard left out for each dealt 提 after the first; the dealer leaves out his first one (decision 29b)."""
        if self.quads[seat] > (2 if seat == self.dealer else 1):
            self.credits[seat] += 1

    def lay_pao(self, seat: i64, card: i64, before: i64, from_seat: i64) -> None:
        """跑: the card on offer is the fourth of a 坎, 偎 or 碰, never one of the hand (rules 7, 18; decision 34)."""
        self.claim(seat)
        group = PAO << 8 | card
        if before == FROM_KAN:
            self.lay(seat, 3 * UNIT[card], 3)
            self.add_group(seat, group, from_seat)
        else:
            self.open_up(seat, card)
            self.laid[seat] -= (1 if before == FROM_PUNG else 2) * UNIT[card]
            self.upgrade(seat, group, from_seat)
        self.after_quad(seat)

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
        """The winning card joins the winner's hand, unless it lies in his group or was dealt to him (decision 10)."""
        if card == NO_CARD:
            return
        if self.is_open:
            super().win(seat, card, from_seat)
        elif self.pending:
            self.pending = False
            self.covered[seat] -= UNIT[card]
            self.take(seat, card)
        elif from_seat != seat:
            self.drop(from_seat, card, 1)
            self.take(seat, card)

    # What a seat knows

    def known_card(self, seat: i64) -> i64:
        """The card that came last, which its drawer alone may know."""
        return self.card if self.is_public or self.giver == seat else NONE

    def known_key(self, seat: i64) -> i64:
        """All know where 亮张 is while the dealer holds it."""
        key = super().known_key(seat)
        if self.shown_held and seat != self.dealer:
            key += UNIT[self.shown_card]
        return key

    # Readable

    def snapshot(self) -> dict[str, object]:
        """Everything, in plain Python."""
        return {
            **super().snapshot(),
            "shown_card": self.shown_card,
            "shown_held": self.shown_held,
            "is_public": self.is_public,
            "pending": self.pending,
            "passed_huxi": [self.passed_huxi[i] for i in range(self.seats * CARDS)],
            "pung_passed": self.pung_passed,
            "skipped": self.by_seat(self.skipped),
        }

    def shown_text(self) -> str:
        """The card shown at the deal."""
        if self.shown_card == NONE:
            return ""
        return f", shown card 亮张 {NAMES[self.shown_card]} {HANZI[self.shown_card]}"

    def drawn_text(self, seat: i64) -> str:
        """A card that the seat has just drawn in secret."""
        return f" + {HANZI[self.card]}" if self.pending and self.giver == seat else ""


def next_dealer(state: ZipaiState, rules: PaohuziRules, drawn_by_lot: i64) -> i64:
    """Who deals: first by lot, later the last winner; after 荒庄 the next seat or the same (rule 3)."""
    if state.hands == 0:
        return drawn_by_lot
    if state.winner != NOBODY:
        return state.winner
    return state.dealer if rules.dealer_stays else state.after(state.dealer, 1)
