"""What a hand is worth after each discard: over its nearest splits, of what must come before another wins.

Worth is the chance to win, of SURE, a little more for a hand of more 息 (see `win`).
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.policies.zipai.chances import SURE, Chances
from paiju.policies.zipai.held import Held
from paiju.policies.zipai.pieces import (
    CARDS_OF,
    FIRST,
    FIRST_GROUP,
    NO_CARD,
    PIECES,
    SECOND,
    SECOND_GROUP,
    SINGLE,
)
from paiju.policies.zipai.splits import DEPTH, Splitter
from paiju.sim.games.zipai.cards import CARDS, SHIFT
from paiju.sim.games.zipai.groups import WEI

KEEP: Final = CARDS  # the place of "no discard"
PLACES: Final = CARDS + 1
PLAIN: Final = 30
MOST_PIECES: Final = 6


@final
class Outlook(Splitter):
    """`worths[c]`: of the hand in `held` without card c; `worths[KEEP]` of the hand as it is."""

    def __init__(self, held: Held, chances: Chances) -> None:
        super().__init__(held.values)
        self.held: Final = held
        self.chances: Final = chances
        self.win_rates: Final = chances.win  # of each kind of card, as the three that follow
        self.own_rates: Final = chances.own
        self.pung_rates: Final = chances.pung
        self.chow_rates: Final = chances.chow
        # 息 of the groups that each piece becomes with its completing cards.
        self.first_huxi: Final = vec[i64]([held.values[FIRST_GROUP[i]] for i in range(i64(PIECES))])
        self.second_huxi: Final = vec[i64]([held.values[SECOND_GROUP[i]] for i in range(i64(PIECES))])
        self.least: Final[i64] = held.terms.min_huxi
        self.worths: Final = vec[i64]([0] * PLACES)
        self.waiting: i64 = 0  # a bit for each place of `worths` that misses one card
        self.waits: Final = vec[i64]([0] * (PLACES * PLACES))  # the rate at which each card comes that wins
        self.gains: Final = vec[i64]([0] * (PLACES * PLACES))  # times what the win counts
        self.claims: Final = vec[i64]([0] * DEPTH)  # rates of the pieces of a split, by 吃 碰 偎
        self.wins: Final = vec[i64]([0] * DEPTH)  # and by the winning card
        self.subsets: Final = vec[i64]([0] * (1 << MOST_PIECES))
        self.used: i64 = 0  # cards in pieces
        self.best: i64 = 0  # worth of the split

    def judge(self, pieces: i64) -> None:
        """Fill `worths` from the splits with up to so many pieces."""
        for i in range(i64(PLACES)):
            self.worths[i] = 0
        self.waiting = 0
        self.held.split(self, pieces)
        for i in range(i64(PLACES)):
            if self.waiting >> i & 1:
                rate, gain = self.wins_at(i)
                self.worths[i] = gain // (self.chances.end + rate)

    def win(self, huxi: i64) -> i64:
        """What a win with so many 息 counts, SURE for one of the fewest."""
        return SURE * (PLAIN + self.held.terms.worth(huxi)) // (PLAIN + 1)

    def most(self) -> i64:
        """The worth with the best discard."""
        most: i64 = 0
        for card in range(i64(CARDS)):
            most = max(most, self.worths[card])
        return most

    def wins_at(self, i: i64) -> tuple[i64, i64]:
        """The rate at which winning cards come to the hand at place i, and the same times what they count."""
        rate: i64 = 0
        gain: i64 = 0
        if self.waiting >> i & 1:
            for at in range(i * PLACES, i * PLACES + CARDS):
                rate += self.waits[at]
                gain += self.gains[at]
        return rate, gain

    def leaf(self) -> None:
        """Weigh a split, for each card it can spare."""
        if self.depth == 1:
            piece = self.path[0]
            self.wait_for(FIRST[piece], self.first_huxi[piece], piece)
            self.wait_for(SECOND[piece], self.second_huxi[piece], piece)
        elif self.depth > 1:
            self.used = 0
            for i in range(self.depth):
                self.used += CARDS_OF[self.path[i]]
            self.best = 0
            self.choose(0, self.huxi)
            self.keep(KEEP)
            for card in range(i64(CARDS)):
                if self.spare >> SHIFT[card] & 7 != 0:
                    self.keep(card)

    def keep(self, i: i64) -> None:
        """The split is one of the hand at place i."""
        if self.best > self.worths[i]:
            self.worths[i] = self.best

    # Hands that miss one card

    def wait_for(self, card: i64, huxi: i64, piece: i64) -> None:
        """Note a winning card, if it gives enough 息; a third equal card gives more if drawn by oneself."""
        rate = self.win_rates[card]
        huxi += self.huxi
        if huxi < self.least and piece == card:
            rate = self.own_rates[card]
            huxi = self.huxi + self.values[WEI * CARDS + card]
        if rate == 0 or huxi < self.least:
            return
        gain = rate * self.win(huxi)
        self.note(KEEP, card, rate, gain)
        for kind in range(i64(CARDS)):
            if self.spare >> SHIFT[kind] & 7 != 0:
                self.note(kind, card, rate, gain)

    def note(self, i: i64, card: i64, rate: i64, gain: i64) -> None:
        """The hand at place i waits for a card."""
        if self.waiting >> i & 1 == 0:
            self.waiting |= i64(1) << i
            for at in range(i * PLACES, i * PLACES + CARDS):
                self.waits[at] = 0
                self.gains[at] = 0
        at = i * PLACES + card
        if gain > self.gains[at]:
            self.waits[at] = rate
            self.gains[at] = gain

    # Hands that miss more

    def choose(self, i: i64, huxi: i64) -> None:
        """Choose for each piece from the i-th on what it shall become, so that there are enough 息."""
        if i == self.depth:
            if huxi >= self.least:
                self.weigh(huxi)
            return
        piece = self.path[i]
        if piece < CARDS:
            self.choose_equal(i, huxi, piece)
            return
        first, second = FIRST[piece], SECOND[piece]
        one, two = huxi + self.first_huxi[piece], huxi + self.second_huxi[piece]
        a, b = self.chow(first, piece), self.chow(second, piece)
        win, win2 = self.win_rates[first], self.win_rates[second]
        if win > 0 and win2 > 0:
            self.become(i, min(one, two), a + b, win + win2)
        if win2 == 0 or (one > two and two < self.least):
            self.become(i, one, a, win)
        elif win == 0 or (two > one and one < self.least):
            self.become(i, two, b, win2)

    def choose_equal(self, i: i64, huxi: i64, card: i64) -> None:
        """Two equal cards: any group, three equal ones, or 偎."""
        other = SECOND[card]
        win, mixed = self.win_rates[card], self.win_rates[other]
        if mixed > 0:
            self.become(i, huxi, self.pung_rates[card] + self.chow(other, card), win + mixed)
        if mixed == 0 or huxi < self.least:
            self.become(i, huxi + self.first_huxi[card], self.pung_rates[card], win)
        if huxi < self.least:
            self.become(i, huxi + self.values[WEI * CARDS + card], self.own_rates[card], self.own_rates[card])

    def become(self, i: i64, huxi: i64, claim: i64, win: i64) -> None:
        """Note the rates at which piece i becomes a group, and go on to the next."""
        if win > 0:
            self.claims[i] = claim
            self.wins[i] = win
            self.choose(i + 1, huxi)

    def chow(self, card: i64, piece: i64) -> i64:
        """The rate for 吃 of a card; other copies of it in unfinished pieces forbid it 比."""
        if card == NO_CARD or piece >= SINGLE * CARDS:
            return 0
        others = self.used - CARDS_OF[piece] >> SHIFT[card] & 7
        return self.chow_rates[card] if others == 0 else 0

    def weigh(self, huxi: i64) -> None:
        """The race of the pieces, in any order, the last one by the winning card, against the hand's end."""
        chances, claims = self.subsets, self.claims
        end = self.chances.end
        every = (i64(1) << self.depth) - 1
        for missing in range(i64(1), every + 1):
            total = end
            chance: i64 = 0
            for i in range(self.depth):
                bit = i64(1) << i
                if missing == bit:
                    total += self.wins[i]
                    chance = self.wins[i] * SURE
                elif missing & bit:
                    total += claims[i]
                    chance += claims[i] * chances[missing - bit]
            chances[missing] = chance // total
        self.best = max(self.best, chances[every] * self.win(huxi) // SURE)
