"""Looks one claim ahead: which cards may come, what the hand is worth after each, and what happens first."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.policies.changpai.chances import LATER, THOUSAND, Chances
from paiju.policies.changpai.hands import Hand
from paiju.policies.changpai.outlook import Outlook, cheapest
from paiju.policies.changpai.sides import (
    KIND_AT,
    KIND_COUNT,
    LAST_SIDE,
    MOST_KINDS,
    SIDE,
    SIDES,
    lonely,
    surplus,
)
from paiju.policies.changpai.unseen import Unseen
from paiju.sim.games.chengdu_coushisi.cards import KINDS, RED
from paiju.sim.games.chengdu_coushisi.keys import BIT

MOST_EVENTS: Final = 2 * KINDS


@final
class Foresight:
    """What a waiting hand is worth, by what may come next."""

    def __init__(self, chances: Chances, unseen: Unseen, outlook: Outlook) -> None:
        self.chances: Final = chances
        self.unseen: Final = unseen
        self.outlook: Final = outlook
        self.rates: Final = vec[i64]([0] * MOST_EVENTS)  # of the claims that may come
        self.worths: Final = vec[i64]([0] * MOST_EVENTS)  # of the hand after each
        self.count: i64 = 0
        self.after: Final = Hand()
        self.rest: Final = Hand()

    def worth(self, hand: Hand) -> i64:
        """The worth of the hand."""
        self.count = 0
        alone = lonely(hand.values)
        rate: i64 = 0
        gain: i64 = 0
        if alone <= 3:  # the outlook has looked at every 胡, or 吃
            self.outlook.worth(hand)
            rate, gain = self.outlook.rate, self.outlook.gain
        can_chow = alone != 3 and hand.size() > 1
        for kind in range(i64(KINDS)):
            left = self.unseen.left[kind]
            if left == 0 or self.chances.dead & BIT[kind]:
                continue
            if hand.count(kind) >= 2:
                self.note(left * self.chances.pung, self.pung(hand, kind))
            if can_chow and (
                surplus(hand.values, LAST_SIDE - SIDE[kind]) > 0 or (alone == 1 and self.changes(hand, kind))
            ):
                self.note(left * self.chances.chow, self.chow(hand, kind))
        return self.race(rate, gain)

    def note(self, rate: i64, worth: i64) -> None:
        """Something that may come, and what the hand is worth then."""
        if worth > 0:
            self.rates[self.count] = rate
            self.worths[self.count] = worth * LATER // THOUSAND
            self.count += 1

    def pung(self, hand: Hand, kind: i64) -> i64:
        """The worth after 碰 of a card, and a card stolen."""
        self.after.copy(hand)
        self.after.pung(kind, self.chances.terms.pung_min_red)
        worth = self.outlook.worth(self.after)
        return worth + self.outlook.lift

    def chow(self, hand: Hand, kind: i64) -> i64:
        """The worth after the 吃 of a card; 0 if it cannot be."""
        card = dearest(hand, LAST_SIDE - SIDE[kind])
        if card < 0:
            return 0
        self.after.copy(hand)
        self.after.chow(kind, card)
        return self.discard()

    def changes(self, hand: Hand, kind: i64) -> bool:
        """May 吃 with a paired card be of use, for more red points or for a wait for more cards?"""
        side = SIDE[kind]
        card = cheapest(hand, side)
        if card < 0:
            return False
        return RED[kind] > RED[card] or self.unseen.mates[side] > self.unseen.mates[self.outlook.sides[0]]

    def discard(self) -> i64:
        """The worth of `after` with the best discard."""
        most: i64 = 0
        hand = self.after
        all_paired = lonely(hand.values) == 0
        for side in range(i64(SIDES)):
            if all_paired or surplus(hand.values, side) > 0:
                card = cheapest(hand, side)
                if card >= 0:
                    self.rest.copy(hand)
                    self.rest.discard(card)
                    most = max(most, self.outlook.worth(self.rest))
        return most

    def race(self, rate: i64, gain: i64) -> i64:
        """The worth if every claim that improves the hand is made, whichever comes first.

        `rate` and `gain`: of what is always taken.
        """
        worth: i64 = 0
        while True:
            total = self.chances.end + rate
            sum_ = gain
            for i in range(self.count):
                if self.worths[i] > worth:
                    total += self.rates[i]
                    sum_ += self.rates[i] * self.worths[i]
            if sum_ // total <= worth:
                return worth
            worth = sum_ // total


def dearest(hand: Hand, side: i64) -> i64:
    """The card of a value that counts most, which is the one to 吃 with; -1 if there is none."""
    chosen: i64 = -1
    for i in range(side * MOST_KINDS, side * MOST_KINDS + KIND_COUNT[side]):
        if hand.count(KIND_AT[i]) > 0:
            chosen = hand.best_copy(KIND_AT[i])
    return chosen
