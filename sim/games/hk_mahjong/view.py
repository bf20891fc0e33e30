"""What one seat may see in hk_mahjong: the family's view and the ruleset."""

from typing import Final

from paiju.sim.games.hk_mahjong.rules import HkRules
from paiju.sim.games.mahjong.state import MahjongState
from paiju.sim.games.mahjong.view import MahjongView
from paiju.sim.kernel.engine import Engine
from paiju.sim.kernel.rng import Stream


class HkView(MahjongView):
    """The view of one seat; `rules` is public."""

    def __init__(self, engine: Engine, state: MahjongState, rules: HkRules, seat: int, rng: Stream) -> None:
        super().__init__(engine, state, rules.terms, seat, rng)
        self.rules: Final = rules
