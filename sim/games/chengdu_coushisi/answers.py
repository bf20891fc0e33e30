"""From an answer in a log back to the move that was chosen, and what else an event says."""

from typing import Final

from paiju.sim.games.chengdu_coushisi import kinds
from paiju.sim.games.chengdu_coushisi.cards import KINDS, LABELS, NAMES
from paiju.sim.kernel.errors import ImpossibleState
from paiju.sim.kernel.events import DISCARDED, DREW, PASSED, WON, arg_of, card_of, kind_of

ANSWERS: Final = {
    PASSED: kinds.PASS,
    DISCARDED: kinds.DISCARD,
    kinds.CHOWED: kinds.CHOW,
    kinds.PUNGED: kinds.PUNG,
    kinds.CONCEALED_LAID: kinds.CONCEAL,
    kinds.FOURTH_ADDED: kinds.ADD_FOURTH,
    WON: kinds.WIN,
}

WAYS: Final = {kinds.TURNED: "turned 翻", kinds.STOLEN: "stolen 偷", kinds.REPLACED: "for a 皮子 补"}


def move_of(event: int) -> int:
    """The code of the move whose first event this is."""
    kind = kind_of(event)
    if kind not in ANSWERS:
        raise ImpossibleState(f"an event of kind {kind} answers no question")
    return ANSWERS[kind] << 24 | _card(kind, event)


def _card(kind: int, event: int) -> int:
    """The card of the move."""
    if kind in (PASSED, WON):
        return 0
    if kind == kinds.CHOWED:
        return arg_of(event)
    return card_of(event) % KINDS if kind == kinds.CONCEALED_LAID else card_of(event)


def detail_of(event: int) -> str:
    """The hand card of a 吃; how a card was drawn; the pips that a lifted card counts."""
    kind, arg = kind_of(event), arg_of(event)
    if kind == kinds.CHOWED:
        return f"with {NAMES[arg]} {LABELS[arg]}"
    if kind == DREW:
        return WAYS[arg]
    return f"{arg} pips" if kind == kinds.LIFTED else ""
