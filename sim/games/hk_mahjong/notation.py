"""Text of tiles, melds and moves of hk_mahjong: those of the family, with nothing added."""

from paiju.sim.games.mahjong.melds import format_melds, parse_melds
from paiju.sim.games.mahjong.moves import move_named, parse_move
from paiju.sim.games.mahjong.tiles import format_tiles, parse_tile, parse_tiles

__all__ = [
    "format_melds",
    "format_tiles",
    "move_named",
    "parse_melds",
    "parse_move",
    "parse_tile",
    "parse_tiles",
]
