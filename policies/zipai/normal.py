"""The steady player: fewest cards missing from a hand with enough 息, then most useful cards."""

from typing import Final, final

from mypy_extensions import i64

from paiju.policies.zipai.easy import friends
from paiju.policies.zipai.efficiency import HOPELESS, Efficiency
from paiju.policies.zipai.held import Held
from paiju.policies.zipai.player import ZipaiPolicy
from paiju.sim.games.zipai.cards import is_red
from paiju.sim.games.zipai.kinds import DISCARD_STAGE
from paiju.sim.games.zipai.terms import ZipaiTerms
from paiju.sim.games.zipai.view import ZipaiView

RED: Final = 1  # what a red card counts more than a black one when nothing else tells them apart


@final
class Normal(ZipaiPolicy):
    """Discards for the fewest cards missing, then for the most useful ones; claims what brings it closer."""

    version = "1"

    def sit_down(self, terms: ZipaiTerms) -> None:
        """Take what it thinks with."""
        self.held = Held(terms)
        self.efficiency = Efficiency(self.held)

    def answer(self, view: ZipaiView) -> i64:
        """The chosen move's code."""
        self.held.load(view)
        return self.discard(view) if view.stage_code() == DISCARD_STAGE else self.claim(view)

    def discard(self, view: ZipaiView) -> i64:
        """The most efficient discard; if the hand can become nothing, the card with the fewest friends."""
        self.efficiency.missing()
        key = view.key()
        chosen = view.code(0)
        most: i64 = -1000
        for i in range(view.choices()):
            move = view.code(i)
            card = move & 255
            score = 64 * self.efficiency.useful[card] - 2 * friends(key, card) - i64(is_red(card))
            if score > most:
                most, chosen = score, move
        return chosen

    def claim(self, view: ZipaiView) -> i64:
        """The claim that brings the hand closest, or the pass when none brings it closer."""
        least = self.efficiency.missing()
        chosen = view.code(0)
        if least == HOPELESS:
            least -= 1
        most: i64 = 0
        for i in range(i64(1), view.choices()):
            self.held.load(view)
            self.held.claim(view.code(i))
            n = self.efficiency.missing()
            if n < least or (most > 0 and n == least and self.efficiency.most > most):
                least, most, chosen = n, self.efficiency.most, view.code(i)
        return chosen
