"""The 34 kinds of tile: numbers, text and 汉字.

A tile is an int 0..33: 萬 m 0-8, 筒 p 9-17, 索 s 18-26, honours z 27-33 = 東南西北中發白.
In text 1z..4z are the winds, 5z = 中, 6z = 發, 7z = 白. `*` is a wildcard 百搭: a tile of the face that is wild in this
hand, or WILD where that face is not known.
"""

from collections.abc import Iterable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.kernel.errors import BadNotation

TILES: Final = 34  # kinds of them
COPIES: Final = 4
NO_TILE: Final = -1
WILD: Final = 34  # a wildcard of a face not known, in text alone
SUITS: Final = 4  # 萬 筒 索, and the honours as the last
HONOUR_SUIT: Final = 3
HONOURS: Final = 27  # the first honour
DRAGONS: Final = 31  # the first dragon
EAST: Final = 27
LETTERS: Final = "mpsz"

SUIT: Final = vec[i64]([t // 9 for t in range(34)])
POW5: Final = vec[i64]([5 ** (t % 9) for t in range(34)])  # weight of a tile in its suit's base-5 key

NAMES: Final = tuple(f"{t % 9 + 1}{'mpsz'[t // 9]}" for t in range(34))
HANZI: Final = (
    *(f"{number}{suit}" for suit in "萬筒索" for number in "一二三四五六七八九"),
    *"東南西北中發白",
)


def is_honour(tile: i64) -> bool:
    """Winds and dragons 字牌."""
    return tile >= 27


def is_wind(tile: i64) -> bool:
    """東南西北."""
    return 27 <= tile < 31


def is_dragon(tile: i64) -> bool:
    """中發白."""
    return tile >= 31


def is_terminal(tile: i64) -> bool:
    """1 or 9 of a suit 么九."""
    return tile < 27 and (tile % 9 == 0 or tile % 9 == 8)


def is_simple(tile: i64) -> bool:
    """2 to 8 of a suit."""
    return not is_honour(tile) and not is_terminal(tile)


def parse_tile(text: str, wild: int = NO_TILE) -> int:
    """One tile, `9p` -> 17. Raises BadNotation."""
    tiles = parse_tiles(text, wild)
    if len(tiles) != 1:
        raise BadNotation(f"{text!r} is not one tile: a digit and a letter of m, p, s, z, such as 9p.")
    return tiles[0]


def parse_tiles(text: str, wild: int = NO_TILE) -> list[int]:
    """Tiles in the order written: digits, then their suit letter, `123m 9p 777z`. Raises BadNotation.

    `*` is the tile `wild`: the wild face, or WILD. Without one there are no wildcards.
    """
    tiles: list[int] = []
    digits = ""
    for char in text:
        if char in "0123456789":
            digits += char
        elif char in LETTERS and digits:
            tiles += [tile_named(digit, char) for digit in digits]
            digits = ""
        elif char == "*" and not digits:
            if wild == NO_TILE:
                raise BadNotation(f"{text!r} has a wildcard *: there are none here.")
            tiles.append(wild)
        elif not char.isspace() or digits:
            wanted = "digits, then m, p, s or z, such as 123m 9p"
            raise BadNotation(f"{text!r} cannot be read at {digits + char!r}: write {wanted}.")
    if digits:
        raise BadNotation(f"{text!r} ends in {digits!r} without a suit: add m, p, s or z.")
    return tiles


def tile_named(digit: str, letter: str) -> int:
    """The tile of a digit and a suit letter. Raises BadNotation."""
    if digit == "0" or (letter == "z" and digit in "89"):
        raise BadNotation(f"There is no tile {digit}{letter}: tiles are 1-9 of m, p, s and 1z-7z.")
    return LETTERS.index(letter) * 9 + int(digit) - 1


def format_tiles(tiles: Iterable[int], wild: int = NO_TILE) -> str:
    """Sorted text of the tiles, `[17, 0, 1, 2]` -> `123m 9p`; those of the wild face come first, as `*`."""
    stars = ""
    groups = ["", "", "", ""]
    for tile in sorted(tiles):
        if tile == wild:
            stars += "*"
        else:
            groups[tile // 9] += str(tile % 9 + 1)
    words = [stars, *(group + letter if group else "" for group, letter in zip(groups, LETTERS, strict=True))]
    return " ".join(word for word in words if word)


def check_copies(tiles: Iterable[int]) -> None:
    """Raise BadNotation if a kind occurs more than four times."""
    counts = [0] * TILES
    for tile in tiles:
        counts[tile] += 1
    for tile, count in enumerate(counts):
        if count > COPIES:
            raise BadNotation(f"{NAMES[tile]} {HANZI[tile]} occurs {count} times: there are only {COPIES}.")
