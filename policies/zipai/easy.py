"""The beginner: keeps what looks connected, with noise, and claims on a whim."""

from typing import Final, final

from mypy_extensions import i64

from paiju.policies.zipai.player import ZipaiPolicy
from paiju.sim.games.zipai.cards import PLACE, is_red
from paiju.sim.games.zipai.kinds import DISCARD_STAGE
from paiju.sim.games.zipai.view import ZipaiView

NOISE: Final = 5  # a card's score is off by up to this
CLAIMS: Final = 3  # of so many claims it makes all but one
TWICE: Final = 4  # what another copy of the card is worth
SAME_NUMBER: Final = 3
NEAR: Final = 2  # a card that makes a run with it
RED: Final = 2  # another red one of its size


@final
class Easy(ZipaiPolicy):
    """Throws the card with the fewest friends, give or take; claims two chances in three; always wins."""

    version = "1"

    def answer(self, view: ZipaiView) -> i64:
        """The chosen move's code."""
        if view.stage_code() == DISCARD_STAGE:
            return loosest(view)
        return view.code(view.choices() - 1) if view.rng.below(CLAIMS) else view.code(0)


def loosest(view: ZipaiView) -> i64:
    """Discard the legal card with the lowest score, noise included."""
    key = view.key()
    least: i64 = 1000
    chosen = view.code(0)
    for i in range(view.choices()):
        move = view.code(i)
        score = friends(key, move & 255) + view.rng.below(NOISE + 1)
        if score < least:
            least, chosen = score, move
    return chosen


def friends(key: i64, card: i64) -> i64:
    """How well a card of the hand goes with the others."""
    place = PLACE[card]
    score = TWICE * ((key >> 3 * place & 7) - 1)
    if key >> 3 * (place ^ 1) & 7 != 0:
        score += SAME_NUMBER
    for step in (2, 4):
        if place + step < 20 and key >> 3 * (place + step) & 7 != 0:
            score += NEAR
        if place >= step and key >> 3 * (place - step) & 7 != 0:
            score += NEAR
    if is_red(card):
        size = place & 1
        for red in (2, 12, 18):
            if red + size != place and key >> 3 * (red + size) & 7 != 0:
                score += RED
    return score
