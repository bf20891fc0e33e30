"""Every way to read cards as groups, and the one that a judge likes best.

    readings = Readings(judge)
    readings.best(key, size, 3, True, 0, -1, PUNG, 0)    # three groups, one of them the pair; -1 when impossible

Runs, 二七十, 绞 and a pair are read freely; equal threes only where they are allowed: kinds named as 坎, and
one card of which the winning card is the third. The search takes the lowest card left and tries each group it
can begin, so every reading is met once. Most hands fail the test before it: each card must have some group
to belong to.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from paiju.sim.games.zipai.cards import BIGS, CARDS, ONES, PLACE, SMALLS, UNIT, card_at
from paiju.sim.games.zipai.groups import KAN, MIXED, PAIR, RUN, TWO_SEVEN_TEN

RUN_UNITS: Final = 0o10101  # a run, shifted to its lowest card
TWO_SEVEN_TEN_UNITS: Final = 1 | 1 << 30 | 1 << 48  # 二七十, shifted to 二
TWOS: Final = 0o1100  # the digits of 二 and 贰
IMPOSSIBLE: Final = -1
MOST_GROUPS: Final = 8


def has_places(key: i64, pair: bool, threes: i64) -> bool:
    """Could each card belong to some group? `threes`: a bit for each digit that may be three equal cards."""
    one = (key | key >> 1 | key >> 2) & ONES
    two = (key >> 1 | key >> 2) & ONES
    run = one & one >> 6 & one >> 12
    red = one & one >> 30 & one >> 48 & TWOS
    other_one = (one & SMALLS) << 3 | (one & BIGS) >> 3
    other_two = (two & SMALLS) << 3 | (two & BIGS) >> 3
    places = run | run << 6 | run << 12 | red | red << 30 | red << 48 | one & other_two | two & other_one
    if pair:
        places |= two
    if threes != 0:
        places |= (key & key >> 1 | key >> 2) & threes
    return one & ~places == 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge:
    """What makes one reading better than another.

    Its value is the sum of the `values` of its groups, at kind * 20 + card. A game that counts several things in a
    group packs them into one number.
    """

    def __init__(self, values: vec[i64]) -> None:
        self.values: Final = values

    def rank(self, value: i64) -> i64:
        """How good a reading of this value is; below zero: it does not count at all."""
        raise NotImplementedError


@final
class Readings:
    """Reads hands of one game; `judge` says which of the readings of a hand is the best."""

    def __init__(self, judge: Judge) -> None:
        self.judge: Final = judge
        self.values: Final = judge.values
        self.most: i64 = IMPOSSIBLE  # the rank of the best reading
        self.value: i64 = 0  # its value
        self.count: i64 = 0  # groups of the best reading
        self.groups: Final = vec[i64]([0] * MOST_GROUPS)
        self.path: Final = vec[i64]([0] * MOST_GROUPS)
        self.kans: i64 = 0  # a bit at each digit that may be read as 坎
        self.third: i64 = -1  # the place of the card whose third copy makes a group
        self.third_kind: i64 = 0

    def best(
        self,
        key: i64,
        size: i64,
        groups: i64,
        pair: bool,
        kans: i64,
        third: i64,
        third_kind: i64,
        value: i64,
    ) -> i64:
        """The rank of the best reading of `size` cards as exactly so many groups, one a pair if `pair`.

        IMPOSSIBLE (-1) when none counts. `kans` has a bit at each digit that may be read as three equal cards of one's
        own; three of the card `third` (-1: none) are a group of `third_kind`. `value` is that of the groups of the
        hand read already. What was found is left in `value` and `groups[:count]`.
        """
        self.most = IMPOSSIBLE
        self.count = 0
        if size != 3 * groups - i64(pair):
            return IMPOSSIBLE
        threes = kans
        self.third = -1
        if third >= 0:
            threes |= UNIT[third]
            self.third = PLACE[third]
        if not has_places(key, pair, threes):
            return IMPOSSIBLE
        self.kans = kans
        self.third_kind = third_kind
        self.search(key, 0, value, 0, pair)
        return self.most

    def search(self, key: i64, place: i64, value: i64, depth: i64, pair: bool) -> None:
        """Read what is left of a key, shifted so that its lowest digit has this place."""
        if key == 0:
            if not pair:
                self.consider(value, depth)
            return
        while key & 7 == 0:
            key >>= 3
            place += 1
        held = key & 7
        if key >> 6 & 7 != 0 and key >> 12 & 7 != 0:
            self.go_on(RUN, key - RUN_UNITS, place, value, depth, pair)
        if (place == 2 or place == 3) and key >> 30 & 7 != 0 and key >> 48 & 7 != 0:
            self.go_on(TWO_SEVEN_TEN, key - TWO_SEVEN_TEN_UNITS, place, value, depth, pair)
        if place & 1 == 0:
            big = key >> 3 & 7
            if big != 0 and held >= 2:
                self.go_on(MIXED, key - 0o12, place, value, depth, pair)
            if big >= 2:
                self.path[depth] = MIXED << 8 | card_at(place + 1)
                self.search(key - 0o21, place, value, depth + 1, pair)
        if held >= 3:
            if self.kans >> 3 * place & 1 != 0:
                self.go_on(KAN, key - 3, place, value, depth, pair)
            elif place == self.third:
                self.go_on(self.third_kind, key - 3, place, value, depth, pair)
        if pair and held >= 2:
            self.go_on(PAIR, key - 2, place, value, depth, False)

    def go_on(self, kind: i64, key: i64, place: i64, value: i64, depth: i64, pair: bool) -> None:
        """Take a group named by the lowest card, and read the rest."""
        card = card_at(place)
        self.path[depth] = kind << 8 | card
        self.search(key, place, value + self.values[kind * CARDS + card], depth + 1, pair)

    def consider(self, value: i64, depth: i64) -> None:
        """Keep a complete reading if it is the best so far."""
        rank = self.judge.rank(value)
        if rank <= self.most:
            return
        self.most = rank
        self.value = value
        self.count = depth
        for i in range(depth):
            self.groups[i] = self.path[i]
