"""From an answer in a log back to the move that was chosen, and what else an event says."""

from typing import Final

from paiju.sim.games.mahjong import kinds
from paiju.sim.games.mahjong.melds import CHOW, meld, meld_tiles
from paiju.sim.games.mahjong.tiles import format_tiles
from paiju.sim.kernel.errors import ImpossibleState
from paiju.sim.kernel.events import DISCARDED, PASSED, REVEALED, WON, arg_of, card_of, kind_of

ANSWERS: Final = {
    PASSED: kinds.PASS,
    DISCARDED: kinds.DISCARD,
    kinds.CHOWED: kinds.CHOW,
    kinds.PUNGED: kinds.PUNG,
    kinds.KONGED: kinds.KONG,
    kinds.CONCEALED_KONG_LAID: kinds.CONCEALED_KONG,
    kinds.KONG_ANNOUNCED: kinds.ADDED_KONG,
    WON: kinds.WIN,
}


def move_of(event: int, asked: int) -> int:
    """The code of the move whose first event this is; a win begins with the winner's tiles being revealed."""
    kind = WON if kind_of(event) == REVEALED else kind_of(event)
    if kind not in ANSWERS:
        raise ImpossibleState(f"an event of kind {kind} answers no question")
    return ANSWERS[kind] << 24 | _tile(kind, event, asked)


def _tile(kind: int, event: int, asked: int) -> int:
    """The tile of the move."""
    if kind == PASSED:
        return 0
    if kind == WON:
        return card_of(asked)
    return arg_of(event) if kind == kinds.CHOWED else card_of(event)


def detail_of(event: int) -> str:
    """The run that a 上 lays."""
    if kind_of(event) == kinds.CHOWED:
        return format_tiles(meld_tiles(meld(CHOW, arg_of(event))))
    return ""
