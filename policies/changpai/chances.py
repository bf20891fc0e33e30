"""How fast cards come, how fast somebody else wins, and what a win counts.

The clock is the pool: one tick for each card turned by anybody. What may happen has a rate per tick, of FINE; a
race between such things goes to each of them with the chance of its share. How often others win was counted in
games of four `normal` and of four `expert` players, who turn nine cards in a hand and discard six; the other rates
are estimates.
"""

from typing import Final, final

from mypy_extensions import i64

from paiju.policies.changpai.unseen import Unseen
from paiju.sim.games.chengdu_coushisi.cards import KINDS, kind_of_card
from paiju.sim.games.chengdu_coushisi.keys import BIT
from paiju.sim.games.chengdu_coushisi.kinds import PUNG_STAGE
from paiju.sim.games.chengdu_coushisi.terms import HU_PER_POINT, ChangpaiTerms
from paiju.sim.games.chengdu_coushisi.view import CoushisiView

FINE: Final = 1 << 20  # rate of one a tick
THOUSAND: Final = 1000
# How often a tick shows a card that may be taken, in thousandths.
TURNED: Final = 1000
DISCARDED: Final = 400  # by another, where that may be won
PUNG: Final = 1400
OWN: Final = 250  # turned by oneself
LEFT: Final = 130  # discarded by the seat before
# In thousandths: the rate at which another seat wins, and what each of its groups on the table adds.
WINS: Final = 8
WINS_BY_GROUP: Final = 30
# Per mille of the worth after a claim to come: the others are closer by then.
LATER: Final = 850
LOSS: Final = 25  # points that a loser pays, about
UNIT: Final = 16  # of worth, in a point


@final
class Chances:
    """Rates at which the own hand could take a card, for each unseen copy of it, and the worth of a win."""

    def __init__(self, terms: ChangpaiTerms, unseen: Unseen) -> None:
        self.terms: Final = terms
        self.unseen: Final = unseen
        self.decision: i64 = 0  # a number of its own for each decision
        self.least: i64 = 0  # red points that a win needs
        self.bonus_hu: i64 = 0  # 胡 of one's own 皮子
        self.win: i64 = 0  # rate of 胡
        self.chow: i64 = 0  # of 吃
        self.pung: i64 = 0  # of 碰
        self.steal: i64 = 0  # chance that a stolen card is this copy
        self.dead: i64 = 0  # kinds that the seat may 碰 and 吃 no more
        self.end: i64 = 1  # rate at which the hand ends by others, or for want of cards

    def load(self, view: CoushisiView) -> None:
        """Look at the table; `unseen` knows what is left."""
        terms = self.terms
        self.decision += 1
        self.least = view.least_red()
        self.bonus_hu = view.bonus_count(view.seat) * terms.bonus_card_hu
        copy = FINE // max(self.unseen.cards, 1)
        self.steal = copy
        self.win = copy * (TURNED + (DISCARDED if terms.win_on_discard else 0)) // THOUSAND
        self.pung = copy * PUNG // THOUSAND
        self.chow = copy * (OWN + (LEFT if terms.chow_left_discard else 0)) // THOUSAND
        self.dead = 0
        if terms.dead_cards:
            for kind in range(i64(KINDS)):
                if view.has_passed(kind):
                    self.dead |= BIT[kind]
        wins: i64 = 0
        for seat in range(i64(4)):
            if seat != view.seat:
                wins += WINS + WINS_BY_GROUP * view.group_count(seat)
        self.end = FINE * wins // THOUSAND + FINE // (self.unseen.turns + 1)

    def pass_on(self, view: CoushisiView) -> None:
        """The card on offer is dead once it is passed (option dead_cards)."""
        if self.terms.dead_cards and view.stage_code() >= PUNG_STAGE:
            self.dead |= BIT[kind_of_card(view.offered())]

    def payoff(self, red: i64, flowers: i64, fan: i64) -> i64:
        """The worth of a win: the points of all losers, and what one does not lose."""
        hu = (red + 9) // 10 * 10 + flowers * self.terms.flower_hu + self.bonus_hu
        return (3 * self.terms.total(hu, fan) // HU_PER_POINT + LOSS) * UNIT
