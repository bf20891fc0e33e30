"""Looks one claim ahead: which cards may come, what the hand is worth after each, and what happens first."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from policies.zipai.chances import CHANCES, SURE
from policies.zipai.efficiency import EFFICIENCY, HOPELESS
from policies.zipai.held import HELD
from policies.zipai.outlook import KEEP, OUTLOOK
from sim.games.zipai.cards import CARDS, SHIFT, UNIT
from sim.games.zipai.claims import Chows
from sim.games.zipai.groups import PUNG as PUNG_GROUP
from sim.games.zipai.groups import WEI
from sim.games.zipai.kinds import CHOW


@final
class Foresight:
    """Values of hands by what can be claimed next."""

    def __init__(self) -> None:
        self.chows: Final = Chows()
        self.rates: Final = vec[i64]([0] * 64)
        self.values: Final = vec[i64]([0] * 64)
        self.count: i64 = 0
        self.key: i64 = 0
        self.size: i64 = 0
        self.groups: i64 = 0
        self.huxi: i64 = 0
        self.missing: i64 = 0

    def value(self) -> i64:
        """The chance to win with the hand in HELD, which waits; HELD stays as it is."""
        self.missing = EFFICIENCY.missing(False)
        if self.missing == HOPELESS:
            return 0
        self.count = 0
        won: i64 = 0
        if self.missing <= 1:
            OUTLOOK.judge(1, False)
            won = OUTLOOK.rate(KEEP)
            return won * SURE // (won + CHANCES.end)
        self.key = HELD.key
        self.size = HELD.size
        self.groups = HELD.groups
        self.huxi = HELD.huxi
        for card in range(i64(CARDS)):
            self.look(card)
        self.restore()
        return self.race(won)

    def restore(self) -> None:
        """The hand as it was."""
        HELD.key = self.key
        HELD.size = self.size
        HELD.groups = self.groups
        HELD.huxi = self.huxi

    def look(self, card: i64) -> None:
        """What becomes of the hand if this card comes."""
        held = self.key >> SHIFT[card] & 7
        best: i64 = 0
        rate: i64 = 0
        if held == 2 and self.size > 2 and CHANCES.pung[card] > 0:
            rate = CHANCES.pung[card]
            self.restore()
            HELD.lay(2 * UNIT[card], 2, (WEI if rate == CHANCES.own[card] else PUNG_GROUP) << 8 | card)
            best = self.after()
        if CHANCES.chow[card] > 0:
            n = self.chows.find(self.key, self.size, card, True)
            for i in range(n):
                self.restore()
                HELD.claim(CHOW << 24 | self.chows.details[i] << 8 | card)
                value = self.after()
                if value > best:
                    best, rate = value, CHANCES.chow[card]
        if best > 0:
            self.rates[self.count] = rate
            self.values[self.count] = best
            self.count += 1

    def after(self) -> i64:
        """The value of the hand after a claim with its best discard."""
        missing = EFFICIENCY.missing(True)
        if missing > self.missing:
            return 0
        OUTLOOK.judge(missing, True)
        best: i64 = 0
        for card in range(i64(CARDS)):
            best = max(best, OUTLOOK.chances[card])
        return best

    def race(self, won: i64) -> i64:
        """The chance to win when each claim that improves the hand is made, whichever comes first."""
        value = won * SURE // (won + CHANCES.end)
        while True:
            total = CHANCES.end + won
            sum_ = won * SURE
            for i in range(self.count):
                if self.values[i] > value:
                    total += self.rates[i]
                    sum_ += self.rates[i] * self.values[i]
            new = sum_ // total
            if new <= value:
                return value
            value = new


FORESIGHT: Final = Foresight()
