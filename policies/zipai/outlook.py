"""The chance to win with a hand, after each discard: over all its splits, of what must come in time."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from policies.zipai.chances import CHANCES, SURE
from policies.zipai.held import HELD
from policies.zipai.pieces import CARDS_OF, FIRST, FIRST_HUXI, SECOND, SECOND_HUXI, SINGLE, VALUES
from policies.zipai.splits import DEPTH, Splitter
from sim.games.zipai.cards import CARDS, SHIFT
from sim.games.zipai.groups import WEI

KINDS: Final = CARDS + 1
KEEP: Final = CARDS  # the place of "no discard"


@final
class Outlook(Splitter):
    """`chances[c]`: of the hand in HELD without card c; `chances[KEEP]` of the hand as it is."""

    def __init__(self) -> None:
        super().__init__()
        self.chances: Final = vec[i64]([0] * KINDS)
        self.far: Final = vec[i64]([0] * KINDS)
        self.waits: Final = vec[i64]([0] * (KINDS * KINDS))  # rates of the cards a hand waits for
        self.waiting: i64 = 0  # a bit for each place of `chances` that waits
        self.claims: Final = vec[i64]([0] * DEPTH)  # rates of the pieces as they are played
        self.wins: Final = vec[i64]([0] * DEPTH)
        self.subsets: Final = vec[i64]([0] * 64)
        self.held: i64 = 0  # cards in pieces
        self.best: i64 = 0  # chance of the split

    def judge(self, pieces: i64, due: bool) -> None:
        """Fill `chances` from the splits with up to so many pieces; `due`: a discard is."""
        for i in range(i64(KINDS)):
            self.far[i] = 0
        self.waiting = 0
        HELD.split(self, pieces)
        for i in range(i64(KINDS)):
            self.chances[i] = self.wait_chance(i) if self.waiting >> i & 1 else min(self.far[i], SURE)

    def wait_chance(self, i: i64) -> i64:
        """The chance that one of the cards comes that the hand waits for."""
        rate: i64 = 0
        for card in range(i64(CARDS)):
            rate += self.waits[i * KINDS + card]
        return rate * SURE // (CHANCES.end + rate)

    def rate(self, i: i64) -> i64:
        """The rate at which the cards come that the hand waits for."""
        rate: i64 = 0
        if self.waiting >> i & 1:
            for card in range(i64(CARDS)):
                rate += self.waits[i * KINDS + card]
        return rate

    def leaf(self) -> None:
        """Weigh a split, for each card it can spare."""
        if self.depth <= 1:
            self.wait()
            return
        held: i64 = 0
        for i in range(self.depth):
            held += CARDS_OF[self.path[i]]
        self.held = held
        self.best = 0
        self.choose(0, HELD.least - self.huxi)
        if self.best == 0:
            return
        self.far[KEEP] = max(self.best, self.far[KEEP])
        spare = self.spare
        for card in range(i64(CARDS)):
            if spare >> SHIFT[card] & 7 != 0:
                self.far[card] = max(self.best, self.far[card])

    # Hands that miss one card

    def wait(self) -> None:
        """Note the cards that a split waits for."""
        if self.depth == 0:
            return
        piece = self.path[0]
        self.wait_for(FIRST[piece], FIRST_HUXI[piece], piece)
        self.wait_for(SECOND[piece], SECOND_HUXI[piece], piece)

    def wait_for(self, card: i64, huxi: i64, piece: i64) -> None:
        """Note one of them, if it gives enough 息; a third equal card gives more if drawn by oneself."""
        rate = CHANCES.win[card]
        if self.huxi + huxi < HELD.least:
            if piece >= CARDS or card != piece or self.huxi + VALUES[WEI * CARDS + card] < HELD.least:
                return
            rate = CHANCES.own[card]
        if rate == 0:
            return
        self.note(KEEP, card, rate)
        spare = self.spare
        for kind in range(i64(CARDS)):
            if spare >> SHIFT[kind] & 7 != 0:
                self.note(kind, card, rate)

    def note(self, i: i64, card: i64, rate: i64) -> None:
        """The hand at place i waits for a card."""
        if self.waiting >> i & 1 == 0:
            self.waiting |= i64(1) << i
            for kind in range(i64(CARDS)):
                self.waits[i * KINDS + kind] = 0
        at = i * KINDS + card
        self.waits[at] = max(self.waits[at], rate)

    # Hands that miss more

    def choose(self, i: i64, need: i64) -> None:
        """Choose for each piece from the i-th on what it shall become, so that `need` 息 come together."""
        if i == self.depth:
            if need <= 0:
                self.weigh()
            return
        piece = self.path[i]
        first, second = FIRST[piece], SECOND[piece]
        if piece < CARDS:
            self.choose_equal(i, need, first, second)
            return
        one, two = FIRST_HUXI[piece], SECOND_HUXI[piece]
        if HELD.left[first] == 0:
            self.become(i, need - two, 0, self.chow(second, piece), 0, CHANCES.win[second])
        elif HELD.left[second] == 0:
            self.become(i, need - one, self.chow(first, piece), 0, CHANCES.win[first], 0)
        else:
            a, b = self.chow(first, piece), self.chow(second, piece)
            self.become(i, need - min(one, two), a, b, CHANCES.win[first], CHANCES.win[second])
            if need > 0 and one != two:
                if one > two:
                    self.become(i, need - one, a, 0, CHANCES.win[first], 0)
                else:
                    self.become(i, need - two, b, 0, CHANCES.win[second], 0)

    def choose_equal(self, i: i64, need: i64, card: i64, other: i64) -> None:
        """Two equal cards: any group, three equal ones, or 偎."""
        pung, win = CHANCES.pung[card], CHANCES.win[card]
        mixed = CHANCES.win[other]
        if mixed > 0:
            self.become(i, need, pung, self.chow(other, self.path[i]), win, mixed)
        if need > 0 or mixed == 0:
            self.become(i, need - FIRST_HUXI[self.path[i]], pung, 0, win, 0)
        if need > 0:
            own = CHANCES.own[card]
            self.become(i, need - VALUES[WEI * CARDS + card], own, 0, own, 0)

    def become(self, i: i64, need: i64, claim: i64, claim2: i64, win: i64, win2: i64) -> None:
        """Note the rates at which piece i becomes a group, and go on to the next."""
        if win + win2 == 0:
            return
        self.claims[i] = claim + claim2
        self.wins[i] = win + win2
        self.choose(i + 1, need)

    def chow(self, card: i64, piece: i64) -> i64:
        """The rate for 吃 of a card; other copies of it in unfinished pieces forbid it 比."""
        if piece >= SINGLE * CARDS or card >= CARDS or (self.held - CARDS_OF[piece]) >> SHIFT[card] & 7 != 0:
            return 0
        return CHANCES.chow[card]

    def weigh(self) -> None:
        """The chance that all pieces become groups in time, the last of them by the winning card."""
        chances = self.subsets
        end = CHANCES.end
        n = self.depth
        for missing in range(i64(1), i64(1) << n):
            if missing & (missing - 1) == 0:
                i: i64 = 0
                while missing >> i & 1 == 0:
                    i += 1
                chances[missing] = self.wins[i] * SURE // (end + self.wins[i])
                continue
            total = end
            chance: i64 = 0
            for i in range(n):
                if missing >> i & 1:
                    total += self.claims[i]
                    chance += self.claims[i] * chances[missing - (i64(1) << i)]
            chances[missing] = chance // total
        self.best = max(self.best, chances[(i64(1) << n) - 1])


OUTLOOK: Final = Outlook()
