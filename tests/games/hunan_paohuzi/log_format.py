"""The numbers that stand in a log of hunan_paohuzi, written down once more; nothing here is the program's."""

from tests.games.logs import KERNEL_NAMES

CHOWED, COMPARED, PUNGED, WEI, STALE_WEI, PAO, TI = range(16, 23)
_FAMILY_NAMES = ("chowed", "compared", "punged", "wei", "stale_wei", "pao", "ti")
KIND_NAMES = {**dict(enumerate(KERNEL_NAMES)), **dict(enumerate(_FAMILY_NAMES, 16))}
DISCARD_STAGE, WIN_STAGE, OPENING_STAGE, GROUP_STAGE, BEFORE_STAGE, PUNG_STAGE, CHOW_STAGE = range(7)
STAGE_NAMES = ["discard", "win", "opening_win", "win_with_group", "win_before_group", "pung", "chow"]
PASS, DISCARD, CHOW, PUNG, WIN = (1 << i for i in range(5))
MOVE_NAMES = ["pass", "discard", "chow", "pung", "win"]
DRAWN_HAND, SELF_DRAW, BY_DISCARD, BY_OTHER_DRAW, BY_SHOWN_CARD, BY_OPENING_GROUPS = 0, 1, 2, 8, 9, 10
FROM_DEAL, FROM_KAN, FROM_WEI, FROM_PUNG = range(4)
OWN, OTHER, PLAYED = "own draw", "other's draw", "played"
CHARACTERS = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
PATTERNS_OF_GROUPS = ("pung", "kan", "wei", "stale_wei", "pao", "ti", "run", "red")
FACTORS = ("self_draw", "heavenly", "earthly", "big_red", "small_red", "all_black", "one_red")
PATTERN_NAMES = (*PATTERNS_OF_GROUPS, *FACTORS)
PATTERN = {name: number for number, name in enumerate(PATTERN_NAMES)}
