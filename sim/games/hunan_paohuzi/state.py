"""The state of a hunan_paohuzi match: the table of the family, and what this game's options make of it."""

from mypy_extensions import i64

from paiju.sim.games.hunan_paohuzi.rules import SEATS, PaohuziRules
from paiju.sim.games.zipai.groups import huxi_values
from paiju.sim.games.zipai.state import ZipaiState
from paiju.sim.games.zipai.table import CLOSE_BOTH, CLOSE_CHOW, CLOSE_NOTHING, CLOSE_PUNG
from paiju.sim.kernel.events import NOBODY


class PaohuziState(ZipaiState):
    """Seats 0 to 3 anticlockwise; seat + 1 is the next player 下家."""

    def __init__(self, rules: PaohuziRules) -> None:
        """What makes a kind stale: passes, cards played, cards drawn that nobody took (rows 15, 18)."""
        super().__init__(
            SEATS,
            huxi_values(),
            CLOSE_BOTH if rules.stale_both else CLOSE_CHOW,
            CLOSE_BOTH if rules.stale_both else CLOSE_PUNG,
            CLOSE_BOTH,
            CLOSE_BOTH if rules.own_drawn_is_stale else CLOSE_NOTHING,
        )


def next_dealer(state: ZipaiState, rules: PaohuziRules, drawn_by_lot: i64) -> i64:
    """Who deals: first by lot, later the last winner; after 荒庄 the next seat or the same (rule 3)."""
    if state.hands == 0:
        return drawn_by_lot
    if state.winner != NOBODY:
        return state.winner
    return state.dealer if rules.dealer_stays else state.after(state.dealer, 1)
