"""Text and readable objects for the moves of a mahjong game; tiles and melds have theirs beside."""

from typing import Final

from mypy_extensions import i64

from paiju.sim.games.mahjong.kinds import CHOW, MOVES, PASS
from paiju.sim.games.mahjong.melds import CHOW as CHOW_MELD
from paiju.sim.games.mahjong.melds import meld, meld_tiles
from paiju.sim.games.mahjong.tiles import NAMES, format_tiles, parse_tiles
from paiju.sim.kernel.errors import BadNotation, IllegalMove
from paiju.sim.kernel.policy import Move

MOVE_NAMES: Final = [name for _, name, _ in MOVES]


def _make_move(kind: int, tile: int) -> Move:
    """The move object of a kind and a tile."""
    name = MOVE_NAMES[kind]
    if kind == PASS:
        return Move(kind << 24, name, -1, name)
    code = kind << 24 | tile
    if kind == CHOW:
        return Move(code, name, tile, f"{name} {format_tiles(meld_tiles(meld(CHOW_MELD, tile)))}")
    return Move(code, name, tile, f"{name} {NAMES[tile]}")


def _is_move(kind: int, tile: int) -> bool:
    """Is there such a move? A pass names no tile, a chow starts at 1 to 7 of a suit."""
    if kind == PASS:
        return tile == 0
    return kind != CHOW or (tile < 27 and tile % 9 < 7)


# One object per move, found at kind << 6 | tile.
_MOVES: Final[list[Move | None]] = [
    _make_move(kind, tile) if tile < 34 and _is_move(kind, tile) else None
    for kind in range(len(MOVES))
    for tile in range(64)
]


def move_named(code: i64) -> Move:
    """The readable move of a code; IllegalMove when there is none."""
    kind = code >> 24
    tile = code & 0xFFFFFF
    if 0 <= kind < len(MOVES) and tile < 64:
        move = _MOVES[kind << 6 | tile]
        if move is not None:
            return move
    raise IllegalMove(f"{code} is no code of a mahjong move")


def parse_move(text: str) -> Move:
    """The move of a text such as 'discard 5p', 'chow 345m' or 'pass'; BadNotation when it is none."""
    name, _, tiles = text.strip().partition(" ")
    if name not in MOVE_NAMES:
        raise BadNotation(f"'{text}' is no move: it begins with one of {', '.join(MOVE_NAMES)}")
    kind = MOVE_NAMES.index(name)
    if kind == PASS:
        if tiles:
            raise BadNotation(f"'{text}' is no move: a pass names no tile")
        return move_named(0)
    parsed = parse_tiles(tiles)
    if not parsed or not _is_move(kind, parsed[0]) or move_named(kind << 24 | parsed[0]).text != text.strip():
        raise BadNotation(
            f"'{text}' is no move: write for example 'discard 5p', 'chow 345m', 'pung 7z' or 'pass'"
        )
    return move_named(kind << 24 | parsed[0])
