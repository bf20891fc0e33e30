"""Event kinds, question stages and kinds of move of the 80-card character games, with their names."""

from typing import Final

from paiju.sim.kernel.events import FIRST_GAME_KIND, FIRST_GAME_OUTCOME, KERNEL_KINDS

# Events. `card` is the card taken or the kind laid, `from_seat` who put the card there.
CHOWED: Final = FIRST_GAME_KIND  # arg = the shapes laid, three bits each; the first is this group's
COMPARED: Final = (
    FIRST_GAME_KIND + 1
)  # a further group of the same 吃; arg = its shape, card = the kind eaten
PUNGED: Final = FIRST_GAME_KIND + 2
WEI_LAID: Final = FIRST_GAME_KIND + 3  # visible to all only where its kind is public
STALE_WEI_LAID: Final = FIRST_GAME_KIND + 4
PAO_LAID: Final = FIRST_GAME_KIND + 5  # arg = what it was before: FROM_KAN, FROM_WEI or FROM_PUNG
TI_LAID: Final = FIRST_GAME_KIND + 6  # arg = FROM_DEAL, FROM_KAN or FROM_WEI

KINDS: Final = (
    *KERNEL_KINDS,
    (CHOWED, "chowed", "吃"),
    (COMPARED, "compared", "比"),
    (PUNGED, "punged", "碰"),
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

# arg of DEALT
PLAIN: Final = 0
SHOWN: Final = 1  # the card of the deal that all see 亮张

# arg of REVEALED
OF_HAND: Final = 0
OF_GROUP: Final = 1  # a covered group, named by its kind of card

# Outcomes of a hand besides the kernel's.
OTHER_DRAW: Final = FIRST_GAME_OUTCOME  # won on a card another drew
NEXT_OUTCOME: Final = FIRST_GAME_OUTCOME + 1  # the first that a game may name for itself

# What a question is about.
DISCARD_STAGE: Final = 0
WIN_STAGE: Final = 1  # a card that lies open
OPENING_STAGE: Final = 2  # the dealt hand, before anything was played
GROUP_STAGE: Final = 3  # after one's own covered group was laid
BEFORE_GROUP_STAGE: Final = 4  # a card drawn, before the covered group it must make is laid
PUNG_STAGE: Final = 5
CHOW_STAGE: Final = 6
STAGES: Final = (
    (DISCARD_STAGE, "discard", "打牌"),
    (WIN_STAGE, "win", "胡牌"),
    (OPENING_STAGE, "opening_win", "起手胡"),
    (GROUP_STAGE, "win_with_group", "偎提后胡"),
    (BEFORE_GROUP_STAGE, "win_before_group", "偎提前胡"),
    (PUNG_STAGE, "pung", "碰牌"),
    (CHOW_STAGE, "chow", "吃牌"),
)

# Moves: code = kind << 24 | detail << 8 | card; the detail of a chow is the arg of CHOWED.
PASS: Final = 0
DISCARD: Final = 1
CHOW: Final = 2
PUNG: Final = 3
WIN: Final = 4
MOVES: Final = (
    (PASS, "pass", "过"),
    (DISCARD, "discard", "打"),
    (CHOW, "chow", "吃"),
    (PUNG, "pung", "碰"),
    (WIN, "win", "胡"),
)
