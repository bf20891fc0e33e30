"""What a waiting hand is worth: its cards without a partner find one, one after another, before another wins."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.policies.changpai.chances import FINE, LATER, THOUSAND, Chances
from paiju.policies.changpai.hands import Hand
from paiju.policies.changpai.sides import KIND_AT, KIND_COUNT, LAST_SIDE, MOST_KINDS, SIDES, surplus
from paiju.policies.changpai.unseen import Unseen
from paiju.sim.games.chengdu_coushisi.cards import DI, KINDS, RED, RP, TI, UNIT, Y4, kind_of_card
from paiju.sim.games.chengdu_coushisi.keys import BIT

FANS: Final = 7 << 3 * DI | 7 << 3 * Y4 | 7 << 3 * RP | 7 << 3 * TI  # the digits of the 加翻牌 in a key
MEMO: Final = 1024
MOST: Final = 12  # cards of a hand
FLOWER: Final = 10  # red points that a flower is worth, when the cheapest card is looked for


def cheapest(hand: Hand, side: i64) -> i64:
    """The card of a value that counts least, -1 if there is none."""
    least: i64 = THOUSAND
    chosen: i64 = -1
    for i in range(side * MOST_KINDS, side * MOST_KINDS + KIND_COUNT[side]):
        kind = KIND_AT[i]
        if hand.count(kind) > 0:
            card = hand.worst_copy(kind)
            cost = RED[kind] + (FLOWER if card >= KINDS else 0)
            if cost < least:
                least, chosen = cost, card
    return chosen


@final
class Outlook:
    """`worth(hand)` is that of a hand that waits. It looks at 胡 and 吃, and at 碰 of two cards without a partner."""

    def __init__(self, chances: Chances, unseen: Unseen) -> None:
        self.terms: Final = chances.terms
        self.chances: Final = chances
        self.unseen: Final = unseen
        self.sides: Final = vec[i64]([0] * MOST)  # of the cards without a partner
        self.cheap: Final = vec[i64]([0] * MOST)  # the cheapest card of that value
        self.rate: i64 = 0  # of the cards that help a hand with one or three such cards, 碰 left out
        self.gain: i64 = 0  # the same, times the worth after each
        self.lift: i64 = 0  # what a card stolen now would add to the worth
        # What is known of hands that wait for one card: rate and gain, by all that these depend on.
        self.tags: Final = vec[i64]([0] * MEMO)
        self.fan_tags: Final = vec[i64]([0] * MEMO)
        self.rates: Final = vec[i64]([0] * MEMO)
        self.gains: Final = vec[i64]([0] * MEMO)

    def fans(self, owned: i64) -> i64:
        """翻 of these cards (rule 21)."""
        fan: i64 = 0
        for kind in (DI, Y4, RP, TI):
            n = owned >> 3 * kind & 7
            if n >= 3:
                fan += self.terms.fan_for_four if n == 4 else 1
        return fan

    def worth(self, hand: Hand) -> i64:
        """What the hand is worth; sets `lift`, and `rate` and `gain`."""
        n = self.list_lonely(hand)
        if n == 1:
            return self.one(hand)
        part: i64 = FINE
        while n > 3:
            part = part * self.chance(hand, n) // FINE
            n = self.drop(n)
        worth = self.three(hand)
        self.lift = self.lift * part // FINE
        return worth * part // FINE

    # One card without a partner

    def one(self, hand: Hand) -> i64:
        """A hand that waits for one card."""
        at = self.find(self.sides[0], hand.red, hand.flower_count, hand.owned)
        self.rate, self.gain = self.rates[at], self.gains[at]
        worth = self.gain // (self.rate + self.chances.end)
        self.lift = 0
        if self.terms.win_on_own_hand:
            self.lift = (self.gain - self.rate * worth) // self.chances.win * self.chances.steal // FINE
        return worth

    def ready(self, side: i64, red: i64, flowers: i64, owned: i64) -> i64:
        """The worth of a hand whose last card without a partner is of this side."""
        at = self.find(side, red, flowers, owned)
        return self.gains[at] // (self.rates[at] + self.chances.end)

    def find(self, side: i64, red: i64, flowers: i64, owned: i64) -> i64:
        """Where rate and gain of its winning cards are."""
        held = owned & FANS
        tag = ((self.chances.decision << 14 | red) << 5 | flowers) << 4 | side
        at = (side * 331 + red * 17 + flowers * 5 + held % 509) & (MEMO - 1)
        if self.tags[at] != tag or self.fan_tags[at] != held:
            self.tags[at] = tag
            self.fan_tags[at] = held
            self.look_up(at, LAST_SIDE - side, red, flowers, owned)
        return at

    def look_up(self, at: i64, mate: i64, red: i64, flowers: i64, owned: i64) -> None:
        """Add up the cards of a value that win, with enough red points."""
        rate: i64 = 0
        gain: i64 = 0
        for i in range(mate * MOST_KINDS, mate * MOST_KINDS + KIND_COUNT[mate]):
            kind = KIND_AT[i]
            left = self.unseen.left[kind]
            total = red + RED[kind]
            if left == 0 or total < self.chances.least:
                continue
            rate += left
            fan = self.fans(owned + UNIT[kind])
            if self.unseen.flowers & BIT[kind]:
                left -= 1
                gain += self.chances.payoff(total, flowers + 1, fan)
            gain += left * self.chances.payoff(total, flowers, fan)
        self.rates[at] = rate * self.chances.win
        self.gains[at] = gain * self.chances.win

    # Three

    def three(self, hand: Hand) -> i64:
        """One of three cards is paired or two are 碰'd, one is discarded, the last waits."""
        copies: i64 = 0
        gain: i64 = 0
        for i in range(i64(3)):
            if i > 0 and self.sides[i] == self.sides[i - 1]:
                continue
            one, two = (i + 1) % 3, (i + 2) % 3
            mate = LAST_SIDE - self.sides[i]
            for at in range(mate * MOST_KINDS, mate * MOST_KINDS + KIND_COUNT[mate]):
                kind = KIND_AT[at]
                left = self.unseen.left[kind]
                if left > 0 and self.chances.dead & BIT[kind] == 0:
                    copies += left
                    gain += left * max(self.after(hand, kind, one, two), self.after(hand, kind, two, one))
        self.rate = copies * self.chances.chow
        self.gain = gain * self.chances.chow // THOUSAND * LATER
        rate, more = self.pungs(hand)
        worth = (self.gain + more) // (self.rate + rate + self.chances.end)
        self.lift = (gain - copies * worth) * self.chances.steal // FINE
        return worth

    def after(self, hand: Hand, kind: i64, kept: i64, thrown: i64) -> i64:
        """The worth once a card was taken and another discarded."""
        card = self.cheap[thrown]
        spare = kind_of_card(card)
        red = hand.red + RED[kind] - RED[spare]
        owned = hand.owned + UNIT[kind] - UNIT[spare]
        return self.ready(self.sides[kept], red, hand.flower_count - i64(card >= KINDS), owned)

    def pungs(self, hand: Hand) -> tuple[i64, i64]:
        """Rate and gain of 碰 of two of the three."""
        rate: i64 = 0
        gain: i64 = 0
        for i in range(i64(2)):
            side = self.sides[i]
            if side != self.sides[i + 1] or (i == 1 and side == self.sides[0]):
                continue
            for at in range(side * MOST_KINDS, side * MOST_KINDS + KIND_COUNT[side]):
                kind = KIND_AT[at]
                left = self.unseen.left[kind]
                if left > 0 and hand.count(kind) >= 2 and self.chances.dead & BIT[kind] == 0:
                    red = hand.red + max(3 * RED[kind], self.terms.pung_min_red) - 2 * RED[kind]
                    last = self.sides[2 - 2 * i]
                    rate += left * self.chances.pung
                    gain += left * self.ready(last, red, hand.flower_count, hand.owned + UNIT[kind])
        return rate, gain * self.chances.pung // THOUSAND * LATER

    # More

    def list_lonely(self, hand: Hand) -> i64:
        """List the cards without a partner; how many?"""
        n: i64 = 0
        for side in range(i64(SIDES)):
            alone = surplus(hand.values, side)
            if alone > 0:
                card = cheapest(hand, side)
                for _ in range(alone):
                    self.sides[n] = side
                    self.cheap[n] = card
                    n += 1
        return n

    def chance(self, hand: Hand, n: i64) -> i64:
        """The chance that one of n cards finds a partner in time."""
        rate: i64 = 0
        for i in range(n):
            side = self.sides[i]
            if i == 0 or side != self.sides[i - 1]:
                rate += self.unseen.mates[side] * self.chances.chow
            elif i == 1 or side != self.sides[i - 2]:
                rate += self.pair_rate(hand, side)
        return rate * FINE // (rate + self.chances.end) * LATER // THOUSAND

    def pair_rate(self, hand: Hand, side: i64) -> i64:
        """The rate of 碰 of a value with two cards to spare."""
        copies: i64 = 0
        for i in range(side * MOST_KINDS, side * MOST_KINDS + KIND_COUNT[side]):
            if hand.count(KIND_AT[i]) >= 2:
                copies += self.unseen.left[KIND_AT[i]]
        return copies * self.chances.pung

    def drop(self, n: i64) -> i64:
        """Forget the two cards with the fewest partners left: one for a 吃 and one for the discard."""
        for _ in range(2):
            worst: i64 = 0
            for i in range(i64(1), n):
                if self.unseen.mates[self.sides[i]] < self.unseen.mates[self.sides[worst]]:
                    worst = i
            n -= 1
            for i in range(worst, n):
                self.sides[i] = self.sides[i + 1]
                self.cheap[i] = self.cheap[i + 1]
        return n
