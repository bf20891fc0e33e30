"""The numbers that stand in hk_mahjong logs and what they mean, written down apart from the program."""

from tests.games.logs import KERNEL_NAMES

CHOWED, PUNGED, KONGED, CONCEALED_KONG_LAID, KONG_ANNOUNCED, KONG_ADDED = range(16, 22)
_GAME_NAMES = ("chowed", "punged", "konged", "concealed_kong", "kong_announced", "kong_added")
KIND_NAMES = {**dict(enumerate(KERNEL_NAMES)), **dict(enumerate(_GAME_NAMES, 16))}
OWN_TURN, WIN_STAGE, ROB_STAGE, SET_STAGE, CHOW_STAGE, AFTER_CLAIM = range(6)
STAGE_NAMES = ["own_turn", "win", "rob_kong", "pung_kong", "chow", "after_claim"]
MOVE_NAMES = ["pass", "discard", "chow", "pung", "kong", "concealed_kong", "added_kong", "win"]
PASS, DISCARD, CHOW, PUNG, KONG, CONCEALED_KONG, ADDED_KONG, WIN = (1 << i for i in range(8))
DRAWN_HAND, SELF_DRAW, BY_DISCARD, BY_ROBBERY = 0, 1, 2, 8
PLAYED_OUT, HAND_LIMIT = 0, 1

PATTERN_NAMES = [
    "concealed_self_draw",
    "self_draw",
    "concealed",
    "all_simples",
    "dragon_pung",
    "seat_wind_pung",
    "round_wind_pung",
    "all_pungs",
    "seven_pairs",
    "half_flush",
    "all_honours",
    "full_flush",
    "kong_bloom",
    "last_tile",
    "heavenly",
    "earthly",
    "three_dragons",
    "small_three_dragons",
    "four_winds",
    "small_four_winds",
    "thirteen_orphans",
    "nine_gates",
]
PATTERN = {name: number for number, name in enumerate(PATTERN_NAMES)}


def tile_name(tile: int) -> str:
    """'5p'; '-' for no tile."""
    return f"{tile % 9 + 1}{'mpsz'[tile // 9]}" if tile < 34 else "-"


TILE_NAMES = [tile_name(tile) for tile in range(34)]
