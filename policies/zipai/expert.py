"""The strong player: weighs the chance to win, how many 息 it will be for, and the danger of a discard."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.policies.zipai.chances import Chances
from paiju.policies.zipai.danger import THOUSAND, Danger
from paiju.policies.zipai.easy import friends
from paiju.policies.zipai.efficiency import HOPELESS, Efficiency
from paiju.policies.zipai.foresight import Foresight
from paiju.policies.zipai.held import Held
from paiju.policies.zipai.outlook import Outlook
from paiju.policies.zipai.player import ZipaiPolicy
from paiju.sim.games.zipai.cards import CARDS, SHIFT, UNIT
from paiju.sim.games.zipai.kinds import DISCARD_STAGE, PUNG_STAGE
from paiju.sim.games.zipai.terms import ZipaiTerms
from paiju.sim.games.zipai.view import ZipaiView

# Discards looked at closely, the best at first sight.
DISCARDS: Final = 4
AFTER_CLAIM: Final = 3
# Per cent of the worth without a claim that it must reach. Who takes from the seat before gives up a draw.
OF_OWN_DRAW: Final = 99
OF_PUNG: Final = 99
OF_OTHERS: Final = 106


@final
class Expert(ZipaiPolicy):
    """Looks for the move after which the hand is worth most, less what a discard may give away."""

    version = "1"

    def sit_down(self, terms: ZipaiTerms) -> None:
        """Take what it thinks with."""
        self.held = Held(terms)
        self.chances = Chances(self.held)
        self.danger = Danger(self.held)
        self.efficiency = Efficiency(self.held)
        self.outlook = Outlook(self.held, self.chances)
        self.foresight = Foresight(self.held, self.chances, self.efficiency, self.outlook)
        self.worths = vec[i64]([0] * CARDS)  # of discards not yet looked at closely

    def answer(self, view: ZipaiView) -> i64:
        """The chosen move's code."""
        self.held.load(view)
        self.chances.load(view)
        self.danger.load(view)
        return self.discard(view) if view.stage_code() == DISCARD_STAGE else self.claim(view)

    def discard(self, view: ZipaiView) -> i64:
        """The discard with the best prospects; the safest of the loose ones if there are none."""
        card = self.best_discard(DISCARDS)[0]
        key = view.key()
        least: i64 = 1 << 60
        chosen = view.code(0)
        for i in range(view.choices()):
            move = view.code(i)
            if move & 255 == card:
                return move
            score = 10 * friends(key, move & 255) + self.danger.cost(move & 255)
            if score < least:
                least, chosen = score, move
        return chosen

    def best_discard(self, looks: i64) -> tuple[i64, i64]:
        """The best discard from the hand in `held` and its worth; -1 and 0 if the hand can become nothing."""
        missing = self.efficiency.missing()
        chosen: i64 = -1
        most: i64 = 0
        if missing == HOPELESS:
            return chosen, most
        self.outlook.judge(missing)
        for card in range(i64(CARDS)):
            self.worths[card] = self.outlook.worths[card] if self.held.key >> SHIFT[card] & 7 != 0 else 0
        for _ in range(looks):
            card = self.best_at_sight()
            if card < 0:
                break
            self.worths[card] = 0
            worth = self.worth_without(card)
            if worth > most:
                most, chosen = worth, card
        return chosen, most

    def best_at_sight(self) -> i64:
        """The card whose discard leaves the greatest worth, -1 for none."""
        chosen: i64 = -1
        most: i64 = 0
        for card in range(i64(CARDS)):
            if self.worths[card] > most:
                most, chosen = self.worths[card], card
        return chosen

    def worth_without(self, card: i64) -> i64:
        """The worth after a discard, less its danger."""
        self.held.key -= UNIT[card]
        self.held.size -= 1
        worth = self.foresight.worth()
        self.held.key += UNIT[card]
        self.held.size += 1
        return worth * (THOUSAND - self.danger.cost(card)) // THOUSAND

    def claim(self, view: ZipaiView) -> i64:
        """The claim with the best prospects, or the pass, which makes the kind stale (忍碰 and the like)."""
        self.chances.close(view.offered())
        most = self.foresight.worth() * hesitation(view) // 100
        missing = self.foresight.missing
        self.chances.load(view)
        chosen = view.code(0)
        for i in range(i64(1), view.choices()):
            self.held.load(view)
            self.held.claim(view.code(i))
            if self.efficiency.missing() <= missing:
                worth = self.best_discard(AFTER_CLAIM)[1]
                if worth > most:
                    most, chosen = worth, view.code(i)
        return chosen


def hesitation(view: ZipaiView) -> i64:
    """Per cent of the worth without a claim that it must reach."""
    if view.stage_code() == PUNG_STAGE:
        return OF_PUNG
    return OF_OWN_DRAW if view.giver_seat() == view.seat else OF_OTHERS
