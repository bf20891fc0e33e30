"""The strong player: weighs the chance to win and what the win will count, one claim ahead."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.policies.changpai.chances import Chances
from paiju.policies.changpai.danger import Danger
from paiju.policies.changpai.foresight import Foresight
from paiju.policies.changpai.hands import Hand
from paiju.policies.changpai.outlook import Outlook
from paiju.policies.changpai.player import ChangpaiPolicy
from paiju.policies.changpai.sides import SIDE, lonely, surplus
from paiju.policies.changpai.unseen import Unseen
from paiju.sim.games.chengdu_coushisi.cards import KINDS
from paiju.sim.games.chengdu_coushisi.kinds import CHOW, DISCARD, OPENING_STAGE, PASS, TURN_STAGE
from paiju.sim.games.chengdu_coushisi.terms import ChangpaiTerms
from paiju.sim.games.chengdu_coushisi.view import CoushisiView

LOOKS: Final = 3  # discards looked at closely, the best at first sight
ON_RED: Final = 256  # worth counts so much more than a red point, at first sight
LOWEST: Final = -1


@final
class Expert(ChangpaiPolicy):
    """Looks for the move after which the hand is worth most; always wins.

    Under the default rules a win now was never worth less than the chance of a better one, in 8,000 hands.
    """

    version = "1"

    def sit_down(self, terms: ChangpaiTerms) -> None:
        """Take what it thinks with."""
        self.hand = Hand()
        self.unseen = Unseen()
        self.chances = Chances(terms, self.unseen)
        self.danger = Danger(terms)
        self.outlook = Outlook(self.chances, self.unseen)
        self.foresight = Foresight(self.chances, self.unseen, self.outlook)
        self.choice = Choice(self.chances, self.unseen, self.danger, self.outlook, self.foresight)

    def answer(self, view: CoushisiView) -> i64:
        """The chosen move's code."""
        self.hand.load(view)
        self.unseen.load(view)
        self.chances.load(view)
        self.danger.load(view)
        chosen = view.code(0)
        most: i64 = LOWEST
        if chosen >> 24 == DISCARD:
            most = self.choice.discard(self.hand)
            chosen = DISCARD << 24 | self.choice.card
        for i in range(view.choices()):
            move = view.code(i)
            if move >> 24 != DISCARD:
                worth = self.worth_after(view, move)
                if worth > most:
                    most, chosen = worth, move
        return chosen

    def worth_after(self, view: CoushisiView, move: i64) -> i64:
        """The worth once a claim, a 暗 or a pass is made."""
        hand = self.choice.after
        hand.copy(self.hand)
        kind = move >> 24
        if kind == PASS:
            dead = self.chances.dead
            self.chances.pass_on(view)
            if view.stage_code() == OPENING_STAGE or view.stage_code() == TURN_STAGE:
                worth = self.choice.at_sight(hand)
            else:
                worth = self.foresight.worth(hand)
            self.chances.dead = dead
            return worth
        hand.play(move, view.offered(), view.terms)
        return self.choice.discard(hand) if kind == CHOW else self.choice.steal(hand)


@final
class Choice:
    """What the best discard is, and what a stolen card brings."""

    def __init__(
        self, chances: Chances, unseen: Unseen, danger: Danger, outlook: Outlook, foresight: Foresight
    ) -> None:
        self.chances: Final = chances
        self.unseen: Final = unseen
        self.danger: Final = danger
        self.outlook: Final = outlook
        self.foresight: Final = foresight
        self.card: i64 = 0  # the best discard
        self.after: Final = Hand()
        self.drawn: Final = Hand()
        self.rest: Final = Hand()
        self.worths: Final = vec[i64]([0] * KINDS)  # at first sight, after each discard

    def discard(self, hand: Hand) -> i64:
        """The worth after the best discard."""
        self.look(hand)
        most: i64 = LOWEST
        for _ in range(LOOKS):
            kind = self.best_at_sight()
            if self.worths[kind] == LOWEST:
                break
            self.worths[kind] = LOWEST
            card = hand.worst_copy(kind)
            self.rest.copy(hand)
            self.rest.discard(card)
            worth = self.danger.after(self.foresight.worth(self.rest), kind)
            if worth > most:
                most, self.card = worth, card
        return most

    def look(self, hand: Hand) -> None:
        """See what each card without a partner leaves; or each card, if all have one."""
        all_paired = lonely(hand.values) == 0
        for kind in range(i64(KINDS)):
            self.worths[kind] = LOWEST
            if hand.count(kind) > 0 and (all_paired or surplus(hand.values, SIDE[kind]) > 0):
                self.rest.copy(hand)
                self.rest.discard(hand.worst_copy(kind))
                self.worths[kind] = ON_RED * self.outlook.worth(self.rest) + self.rest.red

    def best_at_sight(self) -> i64:
        """The kind whose discard leaves the greatest worth."""
        chosen: i64 = 0
        for kind in range(i64(1), i64(KINDS)):
            if self.worths[kind] > self.worths[chosen]:
                chosen = kind
        return chosen

    def steal(self, hand: Hand) -> i64:
        """The worth before a card is stolen."""
        worth: i64 = 0
        copies: i64 = 1
        for kind in range(i64(KINDS)):
            left = self.unseen.left[kind]
            if left > 0:
                self.drawn.copy(hand)
                self.drawn.draw(kind)
                copies += left
                worth += left * self.worth_drawn()
        return worth // copies

    def worth_drawn(self) -> i64:
        """The worth with the card stolen, and before the discard if one is due."""
        hand = self.drawn
        if self.chances.terms.win_on_own_hand and lonely(hand.values) == 0 and hand.red >= self.chances.least:
            return self.chances.payoff(hand.red, hand.flower_count, self.outlook.fans(hand.owned))
        return self.at_sight(hand)

    def at_sight(self, hand: Hand) -> i64:
        """The worth of a hand at first sight, before the discard if one is due."""
        if hand.size() & 1:
            return self.outlook.worth(hand)
        self.look(hand)
        return self.worths[self.best_at_sight()] // ON_RED
