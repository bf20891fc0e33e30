"""The strong player: weighs the chance to win and what the win will count, one claim ahead."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.policies.changpai.chances import CHANCES
from paiju.policies.changpai.danger import DANGER
from paiju.policies.changpai.foresight import FORESIGHT
from paiju.policies.changpai.hands import HAND, Hand
from paiju.policies.changpai.outlook import OUTLOOK, fans
from paiju.policies.changpai.sides import SIDE, lonely, surplus
from paiju.policies.changpai.unseen import UNSEEN
from paiju.sim.games.chengdu_coushisi.cards import KINDS
from paiju.sim.games.chengdu_coushisi.kinds import CHOW, DISCARD, OPENING_STAGE, PASS, TURN_STAGE, WIN
from paiju.sim.games.chengdu_coushisi.view import CoushisiView
from paiju.sim.kernel.policy import Policy, View

LOOKS: Final = 3  # discards looked at closely, the best at first sight
ON_RED: Final = 256  # worth counts so much more than a red point, at first sight
LOWEST: Final = -1


class Expert(Policy):
    """Looks for the move after which the hand is worth most; always wins.

    Under the default rules a win now was never worth less than the chance of a better one, in 8,000 hands.
    """

    version = "1"

    def code(self, view: View) -> i64:
        """The chosen move's code."""
        assert isinstance(view, CoushisiView)
        last = view.code(view.choices() - 1)
        if last >> 24 == WIN:
            return last
        HAND.load(view)
        UNSEEN.load(view)
        CHANCES.load(view)
        DANGER.load(view)
        chosen = view.code(0)
        most: i64 = LOWEST
        if chosen >> 24 == DISCARD:
            most = CHOICE.discard(HAND)
            chosen = DISCARD << 24 | CHOICE.card
        for i in range(view.choices()):
            move = view.code(i)
            if move >> 24 != DISCARD:
                worth = worth_after(view, move)
                if worth > most:
                    most, chosen = worth, move
        return chosen


def worth_after(view: CoushisiView, move: i64) -> i64:
    """The worth once a claim, a 暗 or a pass is made."""
    hand = CHOICE.after
    hand.copy(HAND)
    kind = move >> 24
    if kind == PASS:
        dead = CHANCES.dead
        CHANCES.pass_on(view)
        if view.stage_code() == OPENING_STAGE or view.stage_code() == TURN_STAGE:
            worth = CHOICE.at_sight(hand)
        else:
            worth = FORESIGHT.worth(hand)
        CHANCES.dead = dead
        return worth
    hand.play(move, view.offered(), view.rules)
    return CHOICE.discard(hand) if kind == CHOW else CHOICE.steal(hand)


@final
class Choice:
    """What the best discard is, and what a stolen card brings."""

    def __init__(self) -> None:
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
            worth = DANGER.after(FORESIGHT.worth(self.rest), kind)
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
                self.worths[kind] = ON_RED * OUTLOOK.worth(self.rest) + self.rest.red

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
            left = UNSEEN.left[kind]
            if left > 0:
                self.drawn.copy(hand)
                self.drawn.draw(kind)
                copies += left
                worth += left * self.worth_drawn()
        return worth // copies

    def worth_drawn(self) -> i64:
        """The worth with the card stolen, and before the discard if one is due."""
        hand = self.drawn
        if CHANCES.rules.win_on_own_hand and lonely(hand.values) == 0 and hand.red >= CHANCES.least:
            return CHANCES.payoff(hand.red, hand.flower_count, fans(hand.owned))
        return self.at_sight(hand)

    def at_sight(self, hand: Hand) -> i64:
        """The worth of a hand at first sight, before the discard if one is due."""
        if hand.size() & 1:
            return OUTLOOK.worth(hand)
        self.look(hand)
        return self.worths[self.best_at_sight()] // ON_RED


CHOICE: Final = Choice()
