"""The steady player: fewest cards missing from a hand with enough 息, then most useful cards."""

from typing import Final

from mypy_extensions import i64

from paiju.policies.zipai.easy import friends
from paiju.policies.zipai.efficiency import EFFICIENCY, HOPELESS
from paiju.policies.zipai.held import HELD
from paiju.sim.games.zipai.cards import is_red
from paiju.sim.games.zipai.kinds import DISCARD_STAGE, WIN
from paiju.sim.games.zipai.view import ZipaiView
from paiju.sim.kernel.policy import Policy, View

RED: Final = 1  # what a red card counts more than a black one when nothing else tells them apart


class Normal(Policy):
    """Discards for the fewest cards missing, then for the most useful ones; claims what brings it closer."""

    version = "1"

    def code(self, view: View) -> i64:
        """The chosen move's code."""
        assert isinstance(view, ZipaiView)
        last = view.code(view.choices() - 1)
        if last >> 24 == WIN:
            return last
        HELD.load(view)
        return discard(view) if view.stage_code() == DISCARD_STAGE else claim(view)


def discard(view: ZipaiView) -> i64:
    """The most efficient discard; if the hand can become nothing, the card with the fewest friends."""
    EFFICIENCY.missing()
    key = view.key()
    chosen = view.code(0)
    most: i64 = -1000
    for i in range(view.choices()):
        move = view.code(i)
        card = move & 255
        score = 64 * EFFICIENCY.useful[card] - 2 * friends(key, card) - i64(is_red(card))
        if score > most:
            most, chosen = score, move
    return chosen


def claim(view: ZipaiView) -> i64:
    """The claim that brings the hand closest, or the pass when none brings it closer."""
    least = EFFICIENCY.missing()
    chosen = view.code(0)
    if least == HOPELESS:
        least -= 1
    most: i64 = 0
    for i in range(i64(1), view.choices()):
        HELD.load(view)
        HELD.claim(view.code(i))
        n = EFFICIENCY.missing()
        if n < least or (most > 0 and n == least and EFFICIENCY.most > most):
            least, most, chosen = n, EFFICIENCY.most, view.code(i)
    return chosen
