"""Text and readable objects for the moves of chengdu_coushisi; cards and groups have theirs in their own files.

pass; win; discard DI*; chow R9 (the hand card); pung NG; concealed_triplet PZ; added_fourth MM*
"""

from typing import Final

from mypy_extensions import i64

from paiju.sim.games.chengdu_coushisi.cards import CARDS, KINDS, NAMES, is_bonus, parse_card
from paiju.sim.games.chengdu_coushisi.kinds import CONCEAL, MOVES, PASS, WIN
from paiju.sim.kernel.errors import BadNotation, IllegalMove
from paiju.sim.kernel.policy import Move

MOVE_NAMES: Final = [name for _, name, _ in MOVES]
WITHOUT_CARD: Final = (PASS, WIN)
SAMPLES: Final = "'discard DI*', 'pung NG', 'chow R9', 'win' or 'pass'"


def _make_move(kind: int, card: int) -> Move | None:
    """The move object of a kind and a card; None when there is no such move."""
    name = MOVE_NAMES[kind]
    if kind in WITHOUT_CARD:
        return Move(kind << 24, name, -1, name) if card == 0 else None
    if card >= (KINDS if kind == CONCEAL else CARDS) or is_bonus(card):
        return None
    return Move(kind << 24 | card, name, card, f"{name} {NAMES[card]}")


# One object per move, found at kind << 6 | card.
_MOVES: Final[list[Move | None]] = [
    _make_move(kind, card) for kind in range(len(MOVES)) for card in range(64)
]


def move_named(code: i64) -> Move:
    """The readable move of a code; IllegalMove when there is none."""
    kind = code >> 24
    card = code & 0xFFFFFF
    if 0 <= kind < len(MOVES) and card < 64:
        move = _MOVES[kind << 6 | card]
        if move is not None:
            return move
    raise IllegalMove(f"{code} is no code of a chengdu_coushisi move")


def parse_move(text: str) -> Move:
    """The move of a text such as 'discard DI*', 'chow 红九' or 'pass'; BadNotation when it is none."""
    name, _, rest = text.strip().partition(" ")
    if name not in MOVE_NAMES:
        raise BadNotation(f"'{text}' is no move: it begins with one of {', '.join(MOVE_NAMES)}")
    kind = MOVE_NAMES.index(name)
    if kind in WITHOUT_CARD:
        if rest:
            raise BadNotation(f"'{text}' is no move: a {name} names no card")
        return move_named(kind << 24)
    if not rest:
        raise BadNotation(f"'{text}' is no move: write for example {SAMPLES}")
    move = _MOVES[kind << 6 | parse_card(rest)]
    if move is None:
        raise BadNotation(
            f"'{text}' is no move: 皮子 are never played, and concealed_triplet names a kind without *"
        )
    return move
