"""The chance to win from a hand that misses so many tiles, with so many useful ones and so many rounds to go.

A small chain, computed once at import in whole numbers: in each round of the table the hand goes on with the
chance that nobody else wins, and comes one tile closer with the chance that one of its useful tiles comes.
Its constants were counted in games of four `normal` players.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from paiju.policies.mahjong.efficiency import DRAW

SURE: Final = 65536  # chance 1
MOST: Final = 7  # tiles missing; more count as this many
ROUNDS: Final = 22
REACHES: Final = 96  # in tiles; more count as this many, less one

# Sorts of hand, which differ in how many tiles are useful on the way.
ANY_SETS: Final = 0
ONE_SUIT: Final = 1
PUNGS: Final = 2
PAIRS: Final = 3

# Chance in thousandths that nobody else wins before the own next discard, by rounds left in the wall.
GOES_ON_BY_ROUND: Final = (
    *(560, 560, 560, 560, 570, 570, 580, 600, 615, 630, 660),
    *(700, 745, 785, 830, 872, 918, 960, 984, 996, 999, 999),
)
GOES_ON: Final = vec[i64]([n for n in GOES_ON_BY_ROUND])  # noqa: C416
# Reach in tiles, by tiles missing, of the hand one usually has then: a row for each sort of hand.
USUAL_BY_SORT: Final = (
    (0, 18, 24, 37, 50, 68, 78, 80),
    (0, 14, 15, 20, 26, 32, 38, 42),
    (0, 14, 20, 26, 30, 30, 30, 30),
    (0, 9, 9, 14, 20, 26, 30, 36),
)
USUAL: Final = vec[i64]([n for row in USUAL_BY_SORT for n in row])
LEVELS: Final = 4  # of how many others play with a plan, 0 to 3
CHANCES: Final = vec[i32]([0] * (LEVELS * 4 * (MOST + 1) * REACHES * ROUNDS))


def chance(sort: i64, missing: i64, reach: i64, tiles_left: i64) -> i64:
    """Chance to win, of SURE; `reach` in DRAW-ths of a tile as `Hand.reach` gives it."""
    tiles = min((reach + DRAW // 2) // DRAW, REACHES - 1)
    rounds = min(tiles_left >> 2, ROUNDS - 2)
    at = place(sort, min(missing, MOST), tiles) + rounds
    here = i64(CHANCES[at])
    return here + ((i64(CHANCES[at + 1]) - here) * (tiles_left & 3) >> 2)


def usual_chance(sort: i64, missing: i64, tiles_left: i64) -> i64:
    """Chance to win with a usual hand that misses so many tiles."""
    return chance(sort, missing, USUAL[(sort & 3) * (MOST + 1) + min(missing, MOST)] * DRAW, tiles_left)


def place(sort: i64, missing: i64, tiles: i64) -> i64:
    """Where the chances of such hands begin."""
    return ((sort * (MOST + 1) + missing) * REACHES + tiles) * ROUNDS


def fill(level: i64, kind: i64) -> None:
    """Compute the chances, from the hands that miss fewest and from the end of the wall."""
    sort = level * 4 + kind
    for n in range(i64(1), i64(MOST + 1)):
        closer = place(sort, n - 1, USUAL[kind * (MOST + 1) + n - 1])
        for tiles in range(i64(REACHES)):
            at = place(sort, n, tiles)
            for left in range(i64(1), i64(ROUNDS)):
                goes_on = 1000 - (1000 - GOES_ON[left]) * level // 3
                comes = min(tiles * SURE // (4 * left + 39), SURE * 9 // 10)
                stays = i64(CHANCES[at + left - 1])
                after = i64(CHANCES[closer + left - 1]) if n > 1 else SURE
                here = (comes * after + (SURE - comes) * stays) // SURE
                CHANCES[at + left] = i32(here * goes_on // 1000)


for _level in range(i64(LEVELS)):
    for _sort in range(i64(4)):
        fill(_level, _sort)
