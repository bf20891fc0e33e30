"""From an answer in a log back to the move that was chosen."""

from typing import Final

from sim.games.zipai import kinds
from sim.kernel.errors import ImpossibleState
from sim.kernel.events import DISCARDED, PASSED, WON, arg_of, card_of, kind_of

MOVE_KINDS: Final = {
    PASSED: kinds.PASS,
    DISCARDED: kinds.DISCARD,
    kinds.CHOWED: kinds.CHOW,
    kinds.PUNGED: kinds.PUNG,
    WON: kinds.WIN,
}


def move_of(event: int) -> int:
    """The code of the move whose first event this is; that of a 吃 names all its groups."""
    kind = kind_of(event)
    if kind not in MOVE_KINDS:
        raise ImpossibleState(f"an event of kind {kind} answers no question")
    if kind == PASSED:
        return kinds.PASS << 24
    detail = arg_of(event) if kind == kinds.CHOWED else 0
    return MOVE_KINDS[kind] << 24 | detail << 8 | card_of(event)
