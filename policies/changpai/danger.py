"""How dangerous a discard is where discards can be won on (options win_on_discard, payment, fan_discard_liability).

Nobody's hand changes between his own discards, so a seat does not wait for a card that it has seen pass since then,
nor for one of the same value with fewer red points. Elsewhere a discard gives away next to nothing: what it is
worth to a seat that takes it by 碰 made no difference that 2,000 deals could show.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.policies.changpai.chances import LOSS, THOUSAND, UNIT
from paiju.policies.changpai.sides import SIDE, SIDES
from paiju.sim.games.chengdu_coushisi.cards import RED, is_fan, kind_of_card
from paiju.sim.games.chengdu_coushisi.terms import ChangpaiTerms
from paiju.sim.games.chengdu_coushisi.view import CoushisiView
from paiju.sim.games.packed.table import FROM_WALL

# Chance, in thousandths, that a seat wins on a card, by its groups on the table; from games of four `normal`.
TAKES: Final = vec[i64]([10, 28, 46, 66, 92, 110])
LAST: Final = 5
UNSEEN_YET: Final = -1


@final
class Danger:
    """What each discard gives away."""

    def __init__(self, terms: ChangpaiTerms) -> None:
        self.terms: Final = terms
        self.passed: Final = vec[i64]([0] * (4 * SIDES))  # most red points that a seat let pass, by value
        self.takes: Final = vec[i64]([0] * 4)

    def load(self, view: CoushisiView) -> None:
        """Look at what lies on the table."""
        if not self.terms.win_on_discard:
            return
        for seat in range(i64(4)):
            self.forget(seat)
            groups = min(view.group_count(seat), LAST)
            self.takes[seat] = 0 if seat == view.seat else TAKES[groups]
        for i in range(view.river_count()):
            entry = view.river_entry(i)
            if entry & FROM_WALL == 0:
                self.forget(entry >> 8 & 3)
            kind = kind_of_card(entry & 255)
            if SIDE[kind] < SIDES:
                for seat in range(i64(4)):
                    at = seat * SIDES + SIDE[kind]
                    self.passed[at] = max(self.passed[at], RED[kind])

    def forget(self, seat: i64) -> None:
        """This seat's hand has changed."""
        for at in range(seat * SIDES, (seat + 1) * SIDES):
            self.passed[at] = UNSEEN_YET

    def chance(self, kind: i64) -> i64:
        """The chance, in thousandths, that another wins on a card."""
        chance: i64 = 0
        for seat in range(i64(4)):
            if RED[kind] > self.passed[seat * SIDES + SIDE[kind]]:
                chance += self.takes[seat]
        return chance

    def after(self, worth: i64, kind: i64) -> i64:
        """The worth of a hand after a discard that may be won on."""
        if not self.terms.win_on_discard:
            return worth
        chance = self.chance(kind)
        lost = worth
        if self.terms.discarder_pays_all or (self.terms.fan_discard_liability and is_fan(kind)):
            lost += 2 * LOSS * UNIT
        return max(worth - lost * chance // THOUSAND, i64(0))
