"""Text and readable objects for the moves of the character games.

pass; discard s5; pung b8; win s8; chow s5: s4 s5 s6; chow s5: s4 s5 s6 + s5 b5 b5
"""

from typing import Final

from mypy_extensions import i64

from paiju.sim.games.zipai.cards import CARDS, NAMES, ascii_cards, parse_card, parse_cards
from paiju.sim.games.zipai.claims import GROUP, SHAPES, shape_group
from paiju.sim.games.zipai.groups import chow_of, group_cards
from paiju.sim.games.zipai.kinds import CHOW, MOVES, PASS
from paiju.sim.kernel.errors import BadNotation, IllegalMove
from paiju.sim.kernel.policy import Move

MOVE_NAMES: Final = [name for _, name, _ in MOVES]
SAMPLES: Final = "'discard s5', 'pung b8', 'chow s5: s4 s5 s6 + s5 b5 b5' or 'pass'"


def shapes_of(detail: int) -> list[int]:
    """The shapes of a set of groups, rising."""
    return [detail >> bit & 7 for bit in (0, 3, 6) if detail >> bit]


def _is_chow(card: int, detail: int) -> bool:
    """Is there such a set of groups around a card?"""
    shapes = shapes_of(detail)
    fitting = all(0 < shape < SHAPES and shape_group(card, shape) >= 0 for shape in shapes)
    return 0 < detail < 512 and fitting and shapes == sorted(shapes)


def _chow_text(card: int, detail: int) -> str:
    """The groups of a 吃."""
    groups = [ascii_cards(group_cards(GROUP[card * SHAPES + shape])) for shape in shapes_of(detail)]
    return f"chow {NAMES[card]}: {' + '.join(groups)}"


def _make_plain(kind: int, card: int) -> Move | None:
    """The move object of a kind and a card; a pass names no card."""
    name = MOVE_NAMES[kind]
    if kind == PASS:
        return Move(0, name, -1, name) if card == 0 else None
    if kind == CHOW or card >= CARDS:
        return None
    return Move(kind << 24 | card, name, card, f"{name} {NAMES[card]}")


# One object per move, found at kind << 5 | card; sets of groups are made when first met.
_PLAIN: Final[list[Move | None]] = [
    _make_plain(kind, card) for kind in range(len(MOVES)) for card in range(32)
]
_CHOWS: Final[dict[int, Move]] = {}


def move_named(code: i64) -> Move:
    """The readable move of a code; IllegalMove when there is none."""
    kind = code >> 24
    card = code & 255
    detail = code >> 8 & 0xFFFF
    if kind == CHOW and card < CARDS:
        if code not in _CHOWS and _is_chow(card, detail):
            _CHOWS[code] = Move(code, MOVE_NAMES[CHOW], card, _chow_text(card, detail))
        if code in _CHOWS:
            return _CHOWS[code]
    elif 0 <= kind < len(MOVES) and card < CARDS and detail == 0:
        move = _PLAIN[kind << 5 | card]
        if move is not None:
            return move
    raise IllegalMove(f"{code} is no code of a move with character cards")


def parse_move(text: str) -> Move:
    """The move of a text such as 'discard s5' or 'chow 五: 四五六 + 五伍伍'; BadNotation when it is none."""
    name, _, rest = text.strip().partition(" ")
    if name not in MOVE_NAMES:
        raise BadNotation(f"'{text}' is no move: it begins with one of {', '.join(MOVE_NAMES)}")
    kind = MOVE_NAMES.index(name)
    if kind == PASS:
        if rest:
            raise BadNotation(f"'{text}' is no move: a pass names no card")
        return move_named(0)
    if kind == CHOW:
        return move_named(kind << 24 | _parse_chow(text, rest))
    if not rest or ":" in rest:
        raise BadNotation(f"'{text}' is no move: write for example {SAMPLES}")
    return move_named(kind << 24 | parse_card(rest))


def _parse_chow(text: str, rest: str) -> int:
    """Detail and card of a 吃."""
    name, colon, groups = rest.partition(":")
    if not colon:
        raise BadNotation(f"'{text}' is no move: write for example {SAMPLES}")
    card = parse_card(name)
    known = {shape_group(card, shape): shape for shape in range(1, SHAPES) if shape_group(card, shape) >= 0}
    shapes = []
    for part in groups.split("+"):
        cards = parse_cards(part)
        group = chow_of(cards) if len(cards) == 3 else -1
        if group not in known:
            raise BadNotation(f"'{text}' is no move: {part.strip()!r} is no group with {NAMES[card]}")
        shapes.append(known[group])
    if len(shapes) > 3:
        raise BadNotation(f"'{text}' is no move: a chow lays at most three groups")
    detail = 0
    for shape in sorted(shapes, reverse=True):
        detail = detail << 3 | shape
    return detail << 8 | card
