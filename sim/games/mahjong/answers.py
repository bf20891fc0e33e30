"""From an answer in a log back to the move that was chosen, and what else an event says."""

from typing import Final

from paiju.sim.games.mahjong import kinds
from paiju.sim.games.mahjong.melds import CHOW, meld, meld_tiles
from paiju.sim.games.mahjong.tiles import format_tiles
from paiju.sim.kernel.errors import ImpossibleState
from paiju.sim.kernel.events import DISCARDED, PASSED, REVEALED, WON, arg_of, card_of, kind_of

MOVE_KINDS: Final = {
    DISCARDED: kinds.DISCARD,
    kinds.CHOWED: kinds.CHOW,
    kinds.PUNGED: kinds.PUNG,
    kinds.KONGED: kinds.KONG,
    kinds.CONCEALED_KONG_LAID: kinds.CONCEALED_KONG,
    kinds.KONG_ANNOUNCED: kinds.ADDED_KONG,
}


def move_of(event: int, asked: int) -> int:
    """The code of the move whose first event this is; a win begins with the winner's tiles being revealed."""
    kind = kind_of(event)
    if kind == PASSED:
        return kinds.PASS << 24
    if kind in (REVEALED, WON):
        return kinds.WIN << 24 | card_of(asked)
    if kind not in MOVE_KINDS:
        raise ImpossibleState(f"an event of kind {kind} answers no question")
    tile = arg_of(event) if kind == kinds.CHOWED else card_of(event)
    return MOVE_KINDS[kind] << 24 | tile


def detail_of(event: int) -> str:
    """The run that a 上 lays."""
    if kind_of(event) == kinds.CHOWED:
        return format_tiles(meld_tiles(meld(CHOW, arg_of(event))))
    return ""
