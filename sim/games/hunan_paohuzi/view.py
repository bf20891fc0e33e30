"""What one seat may see in hunan_paohuzi: the family's view and the ruleset."""

from typing import Final

from paiju.sim.games.hunan_paohuzi.rules import PaohuziRules
from paiju.sim.games.zipai.state import ZipaiState
from paiju.sim.games.zipai.view import ZipaiView
from paiju.sim.kernel.engine import Engine
from paiju.sim.kernel.rng import Stream


class PaohuziView(ZipaiView):
    """The view of one seat; `rules` is public."""

    def __init__(
        self, engine: Engine, state: ZipaiState, rules: PaohuziRules, seat: int, rng: Stream
    ) -> None:
        super().__init__(engine, state, rules.terms, seat, rng)
        self.rules: Final = rules
