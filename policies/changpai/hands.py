"""A hand as its owner plans with it, and what each move makes of it."""

from typing import final

from mypy_extensions import i64

from paiju.policies.changpai.sides import VALUE_UNIT, values_of
from paiju.sim.games.chengdu_coushisi.cards import KINDS, RED, UNIT, kind_of_card
from paiju.sim.games.chengdu_coushisi.groups import ADDED, CHOW, CONCEALED, group_form
from paiju.sim.games.chengdu_coushisi.keys import BIT
from paiju.sim.games.chengdu_coushisi.kinds import ADD_FOURTH, DISCARD, PUNG
from paiju.sim.games.chengdu_coushisi.kinds import CHOW as CHOW_MOVE
from paiju.sim.games.chengdu_coushisi.terms import ChangpaiTerms
from paiju.sim.games.chengdu_coushisi.view import CoushisiView


@final
class Hand:
    """Cards in hand and what counts with them: red points, flowers, and the kinds that may give 翻."""

    def __init__(self) -> None:
        self.key: i64 = 0  # cards in hand
        self.values: i64 = 0  # their values (see `sides`)
        self.flowers: i64 = 0  # kinds whose flower is among them
        self.red: i64 = 0  # red points of hand and groups
        self.flower_count: i64 = 0  # of hand, groups and 皮子
        self.owned: i64 = 0  # key of hand and groups
        self.fourths: i64 = 0  # 1 in the digit of each 碰 or 暗 to which the fourth may be added
        self.concealed: i64 = 0  # kinds of 暗

    def load(self, view: CoushisiView) -> None:
        """The hand of the seat that is asked."""
        self.key = view.key()
        self.values = values_of(self.key)
        self.flowers = view.flowers()
        self.red = view.red()
        self.flower_count = view.flower_count()
        self.owned = self.key
        self.fourths = 0
        self.concealed = 0
        for i in range(view.group_count(view.seat)):
            group = view.group(view.seat, i)
            card = kind_of_card(group & 255)
            if group_form(group) == CONCEALED:
                self.concealed |= BIT[card]
            if group_form(group) == CHOW:
                self.owned += UNIT[card] + UNIT[kind_of_card(group >> 8 & 255)]
            elif group & ADDED:
                self.owned += 4 * UNIT[card]
            else:
                self.owned += 3 * UNIT[card]
                self.fourths += UNIT[card]

    def copy(self, other: "Hand") -> None:
        """Become equal to another hand."""
        self.key = other.key
        self.values = other.values
        self.flowers = other.flowers
        self.red = other.red
        self.flower_count = other.flower_count
        self.owned = other.owned
        self.fourths = other.fourths
        self.concealed = other.concealed

    def count(self, kind: i64) -> i64:
        """Cards of a kind in hand."""
        return self.key >> 3 * kind & 7

    def size(self) -> i64:
        """How many cards are in hand; 皮子 do not count."""
        cards: i64 = 0
        values = self.values
        while values > 0:
            cards += values & 15
            values >>= 4
        return cards

    def best_copy(self, kind: i64) -> i64:
        """The card of a kind that counts most, the flower if it is there."""
        return kind + KINDS if self.flowers & BIT[kind] else kind

    def worst_copy(self, kind: i64) -> i64:
        """The card of a kind that counts least, a plain one if there is one."""
        return kind if self.count(kind) > 1 else self.best_copy(kind)

    # What a move makes of it

    def draw(self, card: i64) -> None:
        """A card comes into the hand."""
        kind = kind_of_card(card)
        self.put(kind, 1)
        self.red += RED[kind]
        self.owned += UNIT[kind]
        if card >= KINDS:
            self.flowers |= BIT[kind]
            self.flower_count += 1

    def discard(self, card: i64) -> None:
        """A card leaves it for good."""
        kind = kind_of_card(card)
        self.lay(card)
        self.red -= RED[kind]
        self.owned -= UNIT[kind]
        if card >= KINDS:
            self.flower_count -= 1

    def chow(self, taken: i64, card: i64) -> None:
        """吃 a card with a card of the hand."""
        self.lay(card)
        kind = kind_of_card(taken)
        self.red += RED[kind]
        self.owned += UNIT[kind]
        self.flower_count += i64(taken >= KINDS)

    def pung(self, card: i64, least: i64) -> None:
        """碰 a card; the three count `least` red points at least."""
        kind = kind_of_card(card)
        self.put(kind, -2)
        self.flowers &= ~BIT[kind] if card < KINDS else self.flowers
        self.red += max(3 * RED[kind], least) - 2 * RED[kind]
        self.owned += UNIT[kind]
        self.flower_count += i64(card >= KINDS)
        self.fourths += UNIT[kind]

    def conceal(self, kind: i64, least: i64) -> None:
        """暗 of three cards."""
        self.put(kind, -3)
        self.flowers &= ~BIT[kind]
        self.red += max(3 * RED[kind], least) - 3 * RED[kind]
        self.fourths += UNIT[kind]
        self.concealed |= BIT[kind]

    def add_fourth(self, card: i64, least: i64) -> None:
        """A card is laid on a 碰 or 暗."""
        kind = kind_of_card(card)
        self.lay(card)
        self.red += max(4 * RED[kind], least) - max(3 * RED[kind], least) - RED[kind]
        self.fourths -= UNIT[kind]

    def lay(self, card: i64) -> None:
        """A card leaves the hand."""
        kind = kind_of_card(card)
        self.put(kind, -1)
        if card >= KINDS:
            self.flowers &= ~BIT[kind]

    def put(self, kind: i64, copies: i64) -> None:
        """So many cards of a kind come, or leave."""
        self.key += copies * UNIT[kind]
        self.values += copies * VALUE_UNIT[kind]

    def play(self, move: i64, offered: i64, terms: ChangpaiTerms) -> None:
        """What a legal move makes of it, before the card that is stolen or the discard that is due."""
        card = move & 255
        kind = move >> 24
        if kind == DISCARD:
            self.discard(card)
        elif kind == CHOW_MOVE:
            self.chow(offered, card)
        elif kind == PUNG:
            self.pung(card, terms.pung_min_red)
        elif kind == ADD_FOURTH:
            is_concealed = self.concealed & BIT[kind_of_card(card)] != 0
            self.add_fourth(card, terms.concealed_min_red if is_concealed else terms.pung_min_red)
        else:
            self.conceal(card, terms.concealed_min_red)
