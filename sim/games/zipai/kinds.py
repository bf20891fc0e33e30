"""Event kinds, question stages and kinds of move of the 80-card character games; a game adds its own."""

from typing import Final

from paiju.sim.kernel.events import KERNEL_KINDS

# Events, from the kernel's FIRST_GAME_KIND on; written as numbers, for compiled code inlines no sums over modules.
# `card` is the card taken or the kind laid, `from_seat` who put the card there.
CHOWED: Final = 16  # arg = the shapes laid, three bits each; the first is this group's
COMPARED: Final = 17  # a further group of the same 吃; arg = its shape, card = the kind eaten
PUNGED: Final = 18
NEXT_KIND: Final = 19  # the first that a game may name for itself

KINDS: Final = (
    *KERNEL_KINDS,
    (CHOWED, "chowed", "吃"),
    (COMPARED, "compared", "比"),
    (PUNGED, "punged", "碰"),
)

# arg of DEALT
PLAIN: Final = 0

# arg of REVEALED
OF_HAND: Final = 0
OF_GROUP: Final = 1  # a covered group, named by its kind of card

# Outcomes of a hand besides the kernel's, from FIRST_GAME_OUTCOME on.
OTHER_DRAW: Final = 8  # won on a card another drew
NEXT_OUTCOME: Final = 9  # the first that a game may name for itself

# What a question is about: a game names them, and its own stages between 2 and 5.
DISCARD_STAGE: Final = 0
WIN_STAGE: Final = 1  # a card that lies open
OPENING_STAGE: Final = 2  # the dealt hand, before anything was played
PUNG_STAGE: Final = 5
CHOW_STAGE: Final = 6

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
