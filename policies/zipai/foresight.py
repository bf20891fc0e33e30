"""Looks one claim ahead: which cards may come, what the hand is worth after each, and what happens first."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.policies.zipai.chances import SURE, Chances
from paiju.policies.zipai.efficiency import HOPELESS, Efficiency
from paiju.policies.zipai.held import Held
from paiju.policies.zipai.outlook import KEEP, Outlook
from paiju.sim.games.zipai.cards import CARDS, SHIFT, UNIT
from paiju.sim.games.zipai.claims import Chows
from paiju.sim.games.zipai.groups import KAN, PAO, PUNG, WEI
from paiju.sim.games.zipai.kinds import CHOW


@final
class Foresight:
    """What a waiting hand is worth, by what may come next."""

    def __init__(self, held: Held, chances: Chances, efficiency: Efficiency, outlook: Outlook) -> None:
        self.held: Final = held
        self.chances: Final = chances
        self.efficiency: Final = efficiency
        self.outlook: Final = outlook
        self.quad_huxi: Final[i64] = held.values[PAO * CARDS] - held.values[KAN * CARDS]  # of the fourth card
        self.chows: Final = Chows()
        self.rates: Final = vec[i64]([0] * CARDS)  # of the claims that may come
        self.worths: Final = vec[i64]([0] * CARDS)  # of the hand after each
        self.count: i64 = 0
        self.forced: i64 = 0  # rate of what no pass can stop
        self.forced_worth: i64 = 0
        self.missing: i64 = 0  # cards missing from the hand
        # the hand
        self.key: i64 = 0
        self.size: i64 = 0
        self.groups: i64 = 0
        self.huxi: i64 = 0

    def worth(self) -> i64:
        """The worth of the hand in `held`, which waits; it stays as it is."""
        self.missing = self.efficiency.missing()
        if self.missing == HOPELESS:
            return 0
        rate: i64 = 0
        gain: i64 = 0
        if self.missing == 1:
            self.outlook.judge(1)
            rate, gain = self.outlook.wins_at(KEEP)
        self.key = self.held.key
        self.size = self.held.size
        self.groups = self.held.groups
        self.huxi = self.held.huxi
        self.count = 0
        for card in range(i64(CARDS)):
            self.look(card)
        self.look_at_quad()
        self.restore()
        return self.race(rate, gain)

    def restore(self) -> None:
        """The hand as it was."""
        self.held.key = self.key
        self.held.size = self.size
        self.held.groups = self.groups
        self.held.huxi = self.huxi

    def look(self, card: i64) -> None:
        """What becomes of the hand if this card comes."""
        most: i64 = 0
        rate: i64 = 0
        pung, chow = self.chances.pung[card], self.chances.chow[card]
        if pung > 0 and self.size > 2 and self.key >> SHIFT[card] & 7 == 2:
            self.restore()
            self.held.lay(2 * UNIT[card], 2, (WEI if pung == self.chances.own[card] else PUNG) << 8 | card)
            most, rate = self.after(), pung
        if chow > 0:
            for i in range(self.chows.find(self.key, self.size, card, self.held.terms.all_copies)):
                self.restore()
                self.held.claim(CHOW << 24 | self.chows.details[i] << 8 | card)
                worth = self.after()
                if worth > most:
                    most, rate = worth, chow
        if most > 0:
            self.rates[self.count] = rate
            self.worths[self.count] = most
            self.count += 1

    def after(self) -> i64:
        """The worth of the hand after a claim and the best discard; 0 if it is further from complete."""
        missing = self.efficiency.missing()
        if missing > self.missing:
            return 0
        self.outlook.judge(missing)
        return self.outlook.most()

    def look_at_quad(self) -> None:
        """What becomes of the hand with a first 跑 or 提: one of its groups must be a pair then."""
        self.forced = 0
        if self.held.pair or self.chances.quad == 0:
            return
        self.forced = self.chances.quad
        self.forced_worth = 0
        self.restore()
        self.held.pair = True
        self.held.huxi += self.quad_huxi
        missing = self.efficiency.missing()
        if missing == 0:
            self.forced_worth = SURE  # the fourth card wins
        elif missing != HOPELESS:
            self.outlook.judge(missing)
            self.forced_worth = self.outlook.most()
        self.held.pair = False

    def race(self, rate: i64, gain: i64) -> i64:
        """The worth if every claim that improves the hand is made, whichever comes first.

        `rate` and `gain`: of the cards that win at once.
        """
        worth: i64 = 0
        while True:
            total = self.chances.end + rate + self.forced
            sum_ = gain + self.forced * self.forced_worth
            for i in range(self.count):
                if self.worths[i] > worth:
                    total += self.rates[i]
                    sum_ += self.rates[i] * self.worths[i]
            if sum_ // total <= worth:
                return worth
            worth = sum_ // total
