"""The state of an hk_mahjong match: the table of the family, and whose deal it is."""

from typing import Final

from mypy_extensions import i64

from paiju.sim.games.hk_mahjong.rules import HkRules
from paiju.sim.games.mahjong.state import MahjongState
from paiju.sim.kernel.events import DRAWN, NOBODY

DECK: Final = 136  # no flowers (rule 2)


class HkState(MahjongState):
    """Seats 0 to 3 are East to North of the first hand (decision 4)."""

    def __init__(self) -> None:
        super().__init__(DECK)


def next_dealer(state: MahjongState, rules: HkRules) -> i64:
    """Who deals the next hand: after his win or a drawn hand the dealer again, else the next seat (decision 31)."""
    if state.hands == 0:
        return 0
    stays = state.winner == state.dealer
    if state.winner == NOBODY and state.outcome == DRAWN:
        stays = not rules.dealer_after_draw_next
    return state.dealer if stays else state.after(state.dealer, 1)


def rounds_done(state: MahjongState, rules: HkRules) -> i64:
    """Wind rounds finished, once the deal has moved on from the last hand (decision 31)."""
    moved: i64 = 1 if state.hands > 0 and next_dealer(state, rules) != state.dealer else 0
    return (state.passed_on + moved) // state.seats
