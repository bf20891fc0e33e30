"""The nine values as *sides* of a balance: 2 4 5 6 7 8 9 10 12 are sides 0 to 8, and side s pairs with 8 - s.

How many cards of each value a hand holds is one integer, its *values*: four bits a side, that of side s at 4s.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.chengdu_coushisi.cards import RED, VALUE

SIDES: Final = 9
LAST_SIDE: Final = 8
SEVEN: Final = 4  # the side that pairs with itself
MOST_KINDS: Final = 3  # of one value

_VALUES: Final = (2, 4, 5, 6, 7, 8, 9, 10, 12)
_KINDS: Final = [sorted((k for k in range(21) if VALUE[k] == v), key=lambda k: RED[k]) for v in _VALUES]

SIDE: Final = vec[i64]([_VALUES.index(VALUE[k]) if VALUE[k] else SIDES for k in range(21)])  # of a kind
VALUE_UNIT: Final = vec[i64]([1 << 4 * _VALUES.index(VALUE[k]) if VALUE[k] else 0 for k in range(21)])
KIND_COUNT: Final = vec[i64]([len(kinds) for kinds in _KINDS])
KIND_AT: Final = vec[i64](
    [k for kinds in _KINDS for k in (kinds + kinds[-1:] * 2)[:3]]
)  # fewest red points first


def values_of(key: i64) -> i64:
    """The values of the cards of a key; 皮子 have none."""
    values: i64 = 0
    for kind in range(i64(21)):
        values += (key >> 3 * kind & 7) * VALUE_UNIT[kind]
    return values


def surplus(values: i64, side: i64) -> i64:
    """How many cards of a value find no partner among the others."""
    held = values >> 4 * side & 15
    if side == SEVEN:
        return held & 1
    more = held - (values >> 4 * (LAST_SIDE - side) & 15)
    return more if more > 0 else 0


def lonely(values: i64) -> i64:
    """How many cards find no partner; a hand that waits for one card has one."""
    alone = values >> 4 * SEVEN & 1
    for side in range(i64(SEVEN)):
        more = (values >> 4 * side & 15) - (values >> 4 * (LAST_SIDE - side) & 15)
        alone += max(more, -more)
    return alone
