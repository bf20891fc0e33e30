"""Event kinds and question stages of hunan_paohuzi, with their names: those of the family, and its own."""

from typing import Final

from paiju.sim.games.zipai.kinds import (
    CHOW_STAGE,
    DISCARD_STAGE,
    OPENING_STAGE,
    PUNG_STAGE,
    WIN_STAGE,
)
from paiju.sim.games.zipai.kinds import KINDS as FAMILY_KINDS

# Events, from the family's NEXT_KIND on.
WEI_LAID: Final = 19  # visible to all only where its kind is public
STALE_WEI_LAID: Final = 20
PAO_LAID: Final = 21  # arg = what it was before: FROM_KAN, FROM_WEI or FROM_PUNG
TI_LAID: Final = 22  # arg = FROM_DEAL, FROM_KAN or FROM_WEI

KINDS: Final = (
    *FAMILY_KINDS,
    (WEI_LAID, "laid_wei", "偎"),
    (STALE_WEI_LAID, "laid_stale_wei", "臭偎"),
    (PAO_LAID, "laid_pao", "跑"),
    (TI_LAID, "laid_ti", "提"),
)

# What a 跑 or 提 was before its fourth card (arg).
FROM_DEAL: Final = 0  # four in the dealt hand
FROM_KAN: Final = 1
FROM_WEI: Final = 2
FROM_PUNG: Final = 3

# arg of DEALT, besides the family's
SHOWN: Final = 1  # the card of the deal that all see 亮张

# What a question is about, besides the family's.
GROUP_STAGE: Final = 3  # after one's own covered group was laid
BEFORE_GROUP_STAGE: Final = 4  # a card drawn, before the covered group it must make is laid
STAGES: Final = (
    (DISCARD_STAGE, "discard", "打牌"),
    (WIN_STAGE, "win", "胡牌"),
    (OPENING_STAGE, "opening_win", "起手胡"),
    (GROUP_STAGE, "win_with_group", "偎提后胡"),
    (BEFORE_GROUP_STAGE, "win_before_group", "偎提前胡"),
    (PUNG_STAGE, "pung", "碰牌"),
    (CHOW_STAGE, "chow", "吃牌"),
)
STAGE_NAMES: Final = [name for _, name, _ in STAGES]
