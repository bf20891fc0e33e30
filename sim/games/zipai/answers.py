"""From an answer in a log back to the move that was chosen, and what else an event says."""

from typing import Final

from paiju.sim.games.zipai import kinds
from paiju.sim.games.zipai.moves import move_named
from paiju.sim.kernel.errors import ImpossibleState
from paiju.sim.kernel.events import DISCARDED, PASSED, WON, arg_of, card_of, kind_of

ANSWERS: Final = {
    PASSED: kinds.PASS,
    DISCARDED: kinds.DISCARD,
    kinds.CHOWED: kinds.CHOW,
    kinds.PUNGED: kinds.PUNG,
    WON: kinds.WIN,
}


def move_of(event: int) -> int:
    """The code of the move whose first event this is; that of a 吃 names all its groups."""
    kind = kind_of(event)
    if kind not in ANSWERS:
        raise ImpossibleState(f"an event of kind {kind} answers no question")
    if kind == PASSED:
        return kinds.PASS << 24
    detail = arg_of(event) if kind == kinds.CHOWED else 0
    return ANSWERS[kind] << 24 | detail << 8 | card_of(event)


def detail_of(event: int) -> str:
    """The groups that a 吃 lays."""
    if kind_of(event) == kinds.CHOWED:
        return move_named(move_of(event)).text.partition(": ")[2]
    return ""
