"""The steady player: fewest cards without a partner, enough red points, then most cards that help."""

from typing import Final, final

from mypy_extensions import i64

from paiju.policies.changpai.hands import Hand
from paiju.policies.changpai.player import ChangpaiPolicy
from paiju.policies.changpai.sides import SIDES, lonely, surplus
from paiju.policies.changpai.unseen import Unseen
from paiju.sim.games.chengdu_coushisi.cards import KINDS
from paiju.sim.games.chengdu_coushisi.kinds import PASS, PUNG
from paiju.sim.games.chengdu_coushisi.view import CoushisiView

# What a hand scores: for each card without a partner, each red point that lacks, each unseen card that pairs
# with one of those cards, each red point.
ALONE: Final = -100
RED_LACKS: Final = -8
HELPS: Final = 4
RED_HELD: Final = 1
STEAL: Final = 60  # what the random card after 碰 or 暗 is worth
LOWEST: Final = -1_000_000_000
# Scratch of all that play by this policy: filled anew for each decision, it holds cards and nothing of any rules.
UNSEEN: Final = Unseen()
HAND: Final = Hand()
AFTER: Final = Hand()  # what a move makes of it
TRIED: Final = Hand()  # and a discard of that


@final
class Normal(ChangpaiPolicy):
    """Plays for the hand with the best score; always wins."""

    version = "1"

    def answer(self, view: CoushisiView) -> i64:
        """The chosen move's code."""
        HAND.load(view)
        UNSEEN.load(view)
        chosen = view.code(0)
        most: i64 = LOWEST
        for i in range(view.choices()):
            gain = score_after(view.code(i), view)
            if gain > most:
                most, chosen = gain, view.code(i)
        return chosen


def score_after(move: i64, view: CoushisiView) -> i64:
    """The score of the hand once this move is made."""
    AFTER.copy(HAND)
    kind = move >> 24
    if kind != PASS:
        AFTER.play(move, view.offered(), view.terms)
    bonus = STEAL if kind >= PUNG else 0
    if AFTER.size() & 1:
        return bonus + score(AFTER, view)
    if kind >= PUNG:  # the stolen card makes it odd
        return bonus + ALONE + score(AFTER, view)
    return best_discard(view)


def best_discard(view: CoushisiView) -> i64:
    """The score after the best discard from AFTER."""
    most: i64 = LOWEST
    for kind in range(i64(KINDS)):
        if AFTER.count(kind) > 0:
            TRIED.copy(AFTER)
            TRIED.discard(AFTER.worst_copy(kind))
            most = max(most, score(TRIED, view))
    return most


def score(hand: Hand, view: CoushisiView) -> i64:
    """What a hand scores while it waits."""
    total = lonely(hand.values) * ALONE + hand.red * RED_HELD
    lacks = view.least_red() - hand.red
    if lacks > 0:
        total += lacks * RED_LACKS
    for side in range(i64(SIDES)):
        if surplus(hand.values, side) > 0:
            total += HELPS * UNSEEN.mates[side]
    return total
