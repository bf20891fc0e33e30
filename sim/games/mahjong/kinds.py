"""Event kinds, question stages and kinds of move of the mahjong family, with their names."""

from typing import Final

from paiju.sim.kernel.events import (
    DRAWN,
    FIRST_GAME_KIND,
    FIRST_GAME_OUTCOME,
    FROM_DISCARD,
    KERNEL_KINDS,
    SELF_DRAW,
)
from paiju.sim.kernel.game import GIVEN, OWN_DRAW, Outcome

# Events. `card` is the claimed, laid or announced tile.
CHOWED: Final = FIRST_GAME_KIND + 0  # arg = lowest tile; a sum, as compiled code looks mere names up
PUNGED: Final = FIRST_GAME_KIND + 1
KONGED: Final = FIRST_GAME_KIND + 2  # with another's discard
CONCEALED_KONG_LAID: Final = FIRST_GAME_KIND + 3
KONG_ANNOUNCED: Final = FIRST_GAME_KIND + 4  # the fourth tile of an exposed pung, not yet laid
KONG_ADDED: Final = FIRST_GAME_KIND + 5  # and laid

# Where a tile was drawn: arg of DREW.
HEAD: Final = 0
TAIL: Final = 1  # the replacement of a kong
# What a tile was revealed of: arg of REVEALED.
OF_HAND: Final = 0
OF_KONG: Final = 1  # all four of a covered kong

KINDS: Final = (
    *KERNEL_KINDS,
    (CHOWED, "chowed", "上"),
    (PUNGED, "punged", "碰"),
    (KONGED, "konged", "槓"),
    (CONCEALED_KONG_LAID, "concealed_kong", "暗槓"),
    (KONG_ANNOUNCED, "kong_announced", "報加槓"),
    (KONG_ADDED, "kong_added", "加槓"),
)

ROBBED_KONG: Final = FIRST_GAME_OUTCOME + 0
OUTCOMES: Final = (
    Outcome(DRAWN, "draw", "流局", None),
    Outcome(SELF_DRAW, "self_draw", "自摸", OWN_DRAW),
    Outcome(FROM_DISCARD, "discard", "食糊", GIVEN),
    Outcome(ROBBED_KONG, "robbed_kong", "搶槓", GIVEN),
)

# What a question is about.
OWN_TURN: Final = 0
WIN_STAGE: Final = 1
ROB_STAGE: Final = 2
SET_STAGE: Final = 3
CHOW_STAGE: Final = 4
AFTER_CLAIM: Final = 5
STAGES: Final = (
    (OWN_TURN, "own_turn", "輪到"),
    (WIN_STAGE, "win", "食糊"),
    (ROB_STAGE, "rob_kong", "搶槓"),
    (SET_STAGE, "pung_kong", "碰槓"),
    (CHOW_STAGE, "chow", "上"),
    (AFTER_CLAIM, "after_claim", "取牌後"),
)

# Moves: code = kind << 24 | tile (of a chow: its lowest tile).
PASS: Final = 0
DISCARD: Final = 1
CHOW: Final = 2
PUNG: Final = 3
KONG: Final = 4
CONCEALED_KONG: Final = 5
ADDED_KONG: Final = 6
WIN: Final = 7
MOVES: Final = (
    (PASS, "pass", "過"),
    (DISCARD, "discard", "打"),
    (CHOW, "chow", "上"),
    (PUNG, "pung", "碰"),
    (KONG, "kong", "槓"),
    (CONCEALED_KONG, "concealed_kong", "暗槓"),
    (ADDED_KONG, "added_kong", "加槓"),
    (WIN, "win", "食糊"),
)
