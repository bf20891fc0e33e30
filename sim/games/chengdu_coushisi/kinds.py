"""Event kinds, question stages and kinds of move of chengdu_coushisi, with their names."""

from typing import Final

from paiju.sim.kernel.events import FIRST_GAME_KIND, KERNEL_KINDS

# Events. `card` is a card code, `from_seat` who turned or discarded the card that is taken.
LIFTED: Final = (
    FIRST_GAME_KIND + 0
)  # seat = who cuts, from_seat = who shuffled, arg = pips; the pool's last card
BONUS_LAID: Final = FIRST_GAME_KIND + 1  # a 皮子 leaves the hand, or is turned, and lies beside its owner
PUNGED: Final = FIRST_GAME_KIND + 2  # arg = 1 if the flower is one of the two hand cards
CHOWED: Final = FIRST_GAME_KIND + 3  # arg = the hand card
CONCEALED_LAID: Final = FIRST_GAME_KIND + 4  # card = the flower if it is among the three, else the kind
FOURTH_ADDED: Final = FIRST_GAME_KIND + 5  # visible to all: its group is open from then on

KINDS: Final = (
    *KERNEL_KINDS,
    (LIFTED, "lifted", "抬牌"),
    (BONUS_LAID, "bonus_laid", "补"),
    (PUNGED, "punged", "碰"),
    (CHOWED, "chowed", "吃"),
    (CONCEALED_LAID, "concealed_triplet", "暗"),
    (FOURTH_ADDED, "added_fourth", "加第四张"),
)

# arg of DREW
TURNED: Final = 0  # 翻: face up, for all to see
STOLEN: Final = 1  # 偷: into the hand, after 碰, 暗 or an added fourth
REPLACED: Final = 2  # 补: into the hand, for a 皮子

# arg of REVEALED
OF_HAND: Final = 0
OF_GROUP: Final = 1  # a 暗 group; card as in CONCEALED_LAID

# What a question is about.
DISCARD_STAGE: Final = 0  # after 吃 (step 11)
FIRST_DISCARD_STAGE: Final = 1  # the dealer's even hand (step 6)
STEAL_STAGE: Final = 2  # the even hand after a steal (step 10c)
DRAGON_STAGE: Final = 3  # step 3
OPENING_STAGE: Final = 4  # step 5b
TURN_STAGE: Final = 5  # step 7a
WIN_STAGE: Final = 6  # steps 8a and 9a
PUNG_STAGE: Final = 7  # steps 8b and 9b, with the 吃 of the same seat
CHOW_STAGE: Final = 8  # steps 8c and 9c
STAGES: Final = (
    (DISCARD_STAGE, "discard", "打牌"),
    (FIRST_DISCARD_STAGE, "first_discard", "庄家首打"),
    (STEAL_STAGE, "after_steal", "偷牌后"),
    (DRAGON_STAGE, "black_dragon", "黑龙"),
    (OPENING_STAGE, "opening", "起手暗牌"),
    (TURN_STAGE, "before_turn", "翻牌前"),
    (WIN_STAGE, "win", "胡牌"),
    (PUNG_STAGE, "pung", "碰牌"),
    (CHOW_STAGE, "chow", "吃牌"),
)

# Moves: code = kind << 24 | card. The card of a chow is the hand card, that of a concealed triplet its kind.
PASS: Final = 0
DISCARD: Final = 1
CHOW: Final = 2
PUNG: Final = 3
CONCEAL: Final = 4
ADD_FOURTH: Final = 5
WIN: Final = 6
MOVES: Final = (
    (PASS, "pass", "放弃"),
    (DISCARD, "discard", "打"),
    (CHOW, "chow", "吃"),
    (PUNG, "pung", "碰"),
    (CONCEAL, "concealed_triplet", "暗"),
    (ADD_FOURTH, "added_fourth", "加第四张"),
    (WIN, "win", "胡"),
)
