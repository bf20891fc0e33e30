"""The numbers that stand in hk_mahjong logs and what they mean, written down apart from the program."""

# Event kinds, stages, moves, outcomes, ends: the numbers that stand in a log.
(
    HAND_STARTED,
    DEALT,
    DREW,
    ASKED,
    PASSED,
    DISCARDED,
    WON,
    SCORED,
    PAID,
    REVEALED,
    HAND_ENDED,
    MATCH_ENDED,
    FAULTED,
    MATCH_STARTED,
) = range(14)
CHOWED, PUNGED, KONGED, CONCEALED_KONG_LAID, KONG_ANNOUNCED, KONG_ADDED = range(16, 22)
KIND_NAMES = {
    HAND_STARTED: "hand_started",
    DEALT: "dealt",
    DREW: "drew",
    ASKED: "asked",
    PASSED: "passed",
    DISCARDED: "discarded",
    WON: "won",
    SCORED: "scored",
    PAID: "paid",
    REVEALED: "revealed",
    HAND_ENDED: "hand_ended",
    MATCH_ENDED: "match_ended",
    FAULTED: "faulted",
    MATCH_STARTED: "match_started",
    CHOWED: "chowed",
    PUNGED: "punged",
    KONGED: "konged",
    CONCEALED_KONG_LAID: "concealed_kong",
    KONG_ANNOUNCED: "kong_announced",
    KONG_ADDED: "kong_added",
}
OWN_TURN, WIN_STAGE, ROB_STAGE, SET_STAGE, CHOW_STAGE, AFTER_CLAIM = range(6)
STAGE_NAMES = ["own_turn", "win", "rob_kong", "pung_kong", "chow", "after_claim"]
MOVE_NAMES = ["pass", "discard", "chow", "pung", "kong", "concealed_kong", "added_kong", "win"]
PASS, DISCARD, CHOW, PUNG, KONG, CONCEALED_KONG, ADDED_KONG, WIN = (1 << i for i in range(8))
DRAWN_HAND, SELF_DRAW, BY_DISCARD, BY_ROBBERY = 0, 1, 2, 8
PLAYED_OUT, HAND_LIMIT = 0, 1
NOBODY, NO_CARD, ALL = 7, 255, 15

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


def fields_of(event: int) -> tuple[int, int, int, int, int, int]:
    """(kind, seat, card, from_seat, arg, visible) of a stored event."""
    return event & 63, event >> 6 & 7, event >> 12 & 255, event >> 9 & 7, event >> 24, event >> 20 & 15


def event_of(kind: int, seat: int, card: int, from_seat: int, arg: int, visible: int) -> int:
    """The stored form of an event."""
    return kind + (seat << 6) + (from_seat << 9) + (card << 12) + (visible << 20) + (arg << 24)


def tile_name(tile: int) -> str:
    """'5p'; '-' for no tile."""
    return f"{tile % 9 + 1}{'mpsz'[tile // 9]}" if tile < 34 else "-"


def describe(event: int) -> str:
    """An event for people."""
    kind, seat, card, from_seat, arg, visible = fields_of(event)
    name = KIND_NAMES.get(kind, f"kind {kind}")
    if kind == ASKED:
        kinds = [text for i, text in enumerate(MOVE_NAMES) if arg >> i & 1]
        stage = STAGE_NAMES[arg >> 24] if 0 <= arg >> 24 < 6 else f"stage {arg >> 24}"
        extra = f"{stage}, {arg >> 16 & 255} choices of {'/'.join(kinds)}"
    else:
        extra = f"arg {arg}"
    return f"{name} seat {seat} card {tile_name(card)} from {from_seat} visible {visible:04b} ({extra})"
