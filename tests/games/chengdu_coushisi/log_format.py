"""The numbers that stand in a log of chengdu_coushisi, written down once more; nothing here is the program's."""

from tests.games.logs import KERNEL_NAMES

LIFTED, BONUS_LAID, PUNGED, CHOWED, CONCEALED_LAID, FOURTH_ADDED = range(16, 22)
_GAME_NAMES = ("lifted", "bonus_laid", "punged", "chowed", "concealed_triplet", "added_fourth")
KIND_NAMES = {**dict(enumerate(KERNEL_NAMES)), **dict(enumerate(_GAME_NAMES, 16))}

TURNED, STOLEN, REPLACED = range(3)  # arg of drew
OF_HAND, OF_GROUP = range(2)  # arg of revealed

(
    AFTER_CHOW,
    FIRST_DISCARD,
    AFTER_STEAL,
    DRAGON_STAGE,
    OPENING_STAGE,
    TURN_STAGE,
    WIN_STAGE,
    PUNG_STAGE,
    CHOW_STAGE,
) = range(9)
_STAGES = "discard first_discard after_steal black_dragon opening before_turn win pung chow"
STAGE_NAMES = _STAGES.split()
PASS, DISCARD, CHOW, PUNG, CONCEAL, ADD, WIN = range(7)
MOVE_NAMES = ("pass", "discard", "chow", "pung", "concealed_triplet", "added_fourth", "win")

DRAWN_HAND, OWN_FLIP, BY_DISCARD = range(3)
OTHER_FLIP, OWN_HAND, DRAGON = 8, 9, 10
OUTCOME_NAMES = {1: "own flip", 2: "discard", 8: "other's flip", 9: "own hand", 10: "black dragon"}

_PATTERNS = """
red_points pung_minimum concealed_minimum rounding flowers bonus_cards three_di three_yaosi three_ren three_tian
four_di four_yaosi four_ren four_tian black_dragon
"""
PATTERN_NAMES = _PATTERNS.split()
PATTERN = {name: number for number, name in enumerate(PATTERN_NAMES)}

_CODES = "DI DD HE C2 Y4 GZ MM E4 C3 BG NG SD PZ SW RP H9 R9 R10 MZ FT TI"
CODES = _CODES.split()
CARD_NAMES = (*CODES, *(f"{code}*" for code in CODES))
DD, FT = 1, 19
