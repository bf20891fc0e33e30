"""Melds 面子 on the table as plain ints: `kind << 8 | tile`; the tile of a chow is its lowest.

Text: `pung:777z; chow:234m; kong:1111z; concealed_kong:9999p`. A concealed kong that the others do not see is
`covered_kong:9999p` to its owner and `covered_kong:????` to them, until it is shown and is a `concealed_kong`.
"""

from collections.abc import Iterable
from typing import Final

from mypy_extensions import i64

from paiju.sim.games.mahjong.tiles import format_tiles, parse_tiles
from paiju.sim.kernel.errors import BadNotation

CHOW: Final = 0  # 上
PUNG: Final = 1  # 碰
KONG: Final = 2  # 明槓, from a discard
ADDED_KONG: Final = 3  # 加槓
CONCEALED_KONG: Final = 4  # 暗槓
COVERED_KONG: Final = 5  # 暗槓 whose tiles the others do not see until the hand is over
UNKNOWN: Final = 255  # the tile of a kong that another has covered
UNKNOWN_TILES: Final = "????"

MELD_NAMES: Final = ("chow", "pung", "kong", "added_kong", "concealed_kong", "covered_kong")
WANTED: Final = ("three consecutive tiles of one suit", "three equal tiles", "four equal tiles")
MELD_HANZI: Final = ("上", "碰", "明槓", "加槓", "暗槓", "暗槓")


def meld(kind: i64, tile: i64) -> i64:
    """The meld of this kind; for a chow its lowest tile."""
    return kind << 8 | tile


def meld_kind(m: i64) -> i64:
    """CHOW, PUNG, KONG, ADDED_KONG, CONCEALED_KONG or COVERED_KONG."""
    return m >> 8


def meld_tile(m: i64) -> i64:
    """The tile of the meld, for a chow its lowest."""
    return m & 255


def is_chow(m: i64) -> bool:
    """A sequence 順子."""
    return m >> 8 == CHOW


def is_kong(m: i64) -> bool:
    """Four equal tiles 槓, of any sort."""
    return m >> 8 >= KONG


def is_concealed(m: i64) -> bool:
    """A kong laid from the hand alone: no exposed meld."""
    return m >> 8 >= CONCEALED_KONG


def meld_size(m: i64) -> i64:
    """Number of tiles laid on the table."""
    return 4 if is_kong(m) else 3


def meld_tiles(m: int) -> list[int]:
    """The tiles of a meld, lowest first; none where they are not known."""
    tile = m & 255
    if tile == UNKNOWN:
        return []
    if is_chow(m):
        return [tile, tile + 1, tile + 2]
    return [tile] * meld_size(m)


def format_meld(m: int) -> str:
    """Text of one meld, `pung:777z`."""
    return f"{MELD_NAMES[m >> 8]}:{format_tiles(meld_tiles(m)) or UNKNOWN_TILES}"


def format_melds(melds: Iterable[int]) -> str:
    """Text of melds, `pung:777z; chow:234m`."""
    return "; ".join(format_meld(m) for m in melds)


def parse_meld(text: str) -> int:
    """One meld from `kind:tiles`. Raises BadNotation."""
    name, colon, cards = text.strip().partition(":")
    name = name.strip()
    if not colon or name not in MELD_NAMES:
        kinds = ", ".join(MELD_NAMES)
        raise BadNotation(f"{text.strip()!r} is no meld: write kind:tiles with a kind of {kinds}.")
    kind = MELD_NAMES.index(name)
    if kind == COVERED_KONG and cards.strip() == UNKNOWN_TILES:
        return kind << 8 | UNKNOWN
    tiles = sorted(parse_tiles(cards))
    if not tiles or not fits(kind, tiles):
        raise BadNotation(f"{text.strip()!r} is no {name}: it needs {WANTED[min(kind, KONG)]}.")
    return kind << 8 | tiles[0]


def fits(kind: int, tiles: list[int]) -> bool:
    """Do these sorted tiles make a meld of this kind? Honours make no chow."""
    first = tiles[0]
    if kind == CHOW:
        return first < 27 and first % 9 <= 6 and tiles == [first, first + 1, first + 2]
    return tiles == [first] * (4 if kind >= KONG else 3)


def parse_melds(text: str) -> list[int]:
    """Melds separated by semicolons; empty text is no meld. Raises BadNotation."""
    if not text.strip():
        return []
    return [parse_meld(part) for part in text.split(";")]
