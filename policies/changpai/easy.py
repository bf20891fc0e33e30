"""The beginner: throws a card that finds no partner, with noise, and claims on a whim."""

from typing import Final, final

from mypy_extensions import i64

from paiju.policies.changpai.player import ChangpaiPolicy
from paiju.policies.changpai.sides import SIDE, surplus, values_of
from paiju.sim.games.chengdu_coushisi.cards import RED, kind_of_card
from paiju.sim.games.chengdu_coushisi.kinds import DISCARD
from paiju.sim.games.chengdu_coushisi.view import CoushisiView

NOISE: Final = 12  # a card's score is off by up to this
CLAIMS: Final = 3  # of so many claims it makes all but one
PAIRED: Final = 8  # what a partner in the hand is worth
MOST_RED: Final = 4  # red points beyond these count no more


@final
class Easy(ChangpaiPolicy):
    """Throws a card without a partner, give or take; claims two chances in three; always wins."""

    version = "1"

    def answer(self, view: CoushisiView) -> i64:
        """The chosen move's code."""
        if view.code(0) >> 24 == DISCARD:
            return loosest(view)
        return view.code(view.choices() - 1) if view.rng.below(CLAIMS) else view.code(0)


def loosest(view: CoushisiView) -> i64:
    """Discard the card with the lowest score, noise included."""
    values = values_of(view.key())
    least: i64 = 1000
    chosen = view.code(0)
    for i in range(view.choices()):
        move = view.code(i)
        if move >> 24 != DISCARD:
            break
        kind = kind_of_card(move & 255)
        score = min(RED[kind], MOST_RED) + view.rng.below(NOISE + 1)
        if surplus(values, SIDE[kind]) == 0:
            score += PAIRED
        if score < least:
            least, chosen = score, move
    return chosen
