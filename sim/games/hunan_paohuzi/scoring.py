"""A hand and perhaps a winning card -> the best reading -> 胡息 -> 囤 -> points -> payments.

    scorer = Scorer(rules)
    huxi = scorer.evaluate(key, size, table_groups, quads, table_huxi, laid, card, way)
    if huxi >= rules.min_huxi: scorer.count(...); scorer.pay(...)

`evaluate` gives the 胡息 of the best of all readings, -1 when there is none with five 门子.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.hunan_paohuzi.groups import huxi_values
from paiju.sim.games.hunan_paohuzi.rules import (
    ALL_BLACK,
    BIG_RED,
    FIRST_RUN,
    GROUPS_TO_WIN,
    ONE_RED,
    RED_RUN,
    SEATS,
    SELF_DRAWN,
    SMALL_RED,
    PaohuziRules,
)
from paiju.sim.games.zipai.cards import (
    BIGS,
    CARDS,
    ONES,
    SHIFT,
    SMALLS,
    UNIT,
    card_at,
    is_red,
    ones_in,
    reds_in,
)
from paiju.sim.games.zipai.groups import KAN, PAO, PUNG, RUN, STALE_WEI, TI, TWO_SEVEN_TEN, WEI, is_three
from paiju.sim.games.zipai.readings import IMPOSSIBLE, Judge, Readings, has_places
from paiju.sim.kernel.engine import Tally

# Where the winning card comes from.
NO_CARD_MORE: Final = -1  # no card to add: the hand is complete as it is
OWN_DRAW: Final = 0
OTHER_DRAW: Final = 1  # another's draw, or the card shown at the deal for others than the dealer
PLAYED: Final = 2

MOST: Final = 16

_GROUP_PATTERNS: Final = {
    PUNG: 0,
    KAN: 1,
    WEI: 2,
    STALE_WEI: 3,
    PAO: 4,
    TI: 5,
    RUN: FIRST_RUN,
    TWO_SEVEN_TEN: RED_RUN,
}
GROUP_PATTERN: Final = vec[i64]([_GROUP_PATTERNS.get(kind, -1) for kind in range(10)])


@final
class MostHuxi(Judge):
    """The reading with more 息 is better: points only rise with them (decision 26)."""

    def rank(self, value: i64) -> i64:
        """The 息 themselves."""
        return value


@final
class Scorer:
    """Scores hands of one ruleset; its vecs hold the answer of the last hand."""

    def __init__(self, rules: PaohuziRules) -> None:
        self.rules: Final = rules
        self.values: Final = huxi_values()
        self.readings: Final = Readings(MostHuxi(self.values))
        # the best reading
        self.huxi: i64 = IMPOSSIBLE
        self.found: Final = vec[i64]([0] * MOST)  # its groups in hand, the winning card's among them
        self.found_count: i64 = 0
        self.joined: i64 = -1  # the card with which a group on the table becomes a 跑 or 提
        self.joined_kind: i64 = 0
        # the score
        self.tun: i64 = 0
        self.share: i64 = 0  # what one loser pays
        self.tally: Final = Tally(SEATS, MOST)  # the card of an item is that of its group
        # the hand being read
        self.groups_due: i64 = 0
        self.has_quad: bool = False
        self.table_huxi: i64 = 0

    # Readings

    def evaluate(
        self,
        key: i64,
        size: i64,
        table_groups: i64,
        quads: i64,
        table_huxi: i64,
        laid: i64,
        card: i64,
        way: i64,
    ) -> i64:
        """胡息 of the best reading with a further card; IMPOSSIBLE (-1) for none (decisions 21, 26, 28, 33).

        `key` and `size` are the hand, `laid` its 碰 (1) and 偎 (2) on the table; card -1: the hand as it is.
        """
        self.huxi = IMPOSSIBLE
        self.groups_due = GROUPS_TO_WIN - table_groups
        self.has_quad = quads > 0
        self.table_huxi = table_huxi
        if card < 0:
            self.read(key, size, 0, -1, PUNG)
            return self.huxi
        own = way == OWN_DRAW
        held = key >> SHIFT[card] & 7
        self.read(key, size, UNIT[card], card if held == 2 else -1, WEI if own else PUNG)
        if held == 3:
            self.read_quad(key, size, card, TI if own else PAO)
        lies = laid >> SHIFT[card] & 7
        if lies == 2:
            self.read_joined(key, size, card, WEI, TI if own else PAO)
        elif lies == 1 and way != PLAYED and (own or self.rules.pao_on_any_draw):
            self.read_joined(key, size, card, PUNG, PAO)
        return self.huxi

    def read(self, key: i64, size: i64, more: i64, third: i64, third_kind: i64) -> None:
        """A hand with the unit `more` added; its threes are 坎, its dealt fours 提 (decision 21).

        `third` is a card of which it held a pair before, -1 for none.
        """
        fours = key >> 2 & ONES
        threes = key & key >> 1 & ONES
        key += more
        size += i64(more != 0)
        if self.rules.kan_locked:
            self.try_reading(key, size, threes, fours, 0, third, third_kind)
            return
        chosen = fours
        while True:  # each set of dealt fours as 提, the empty one last
            self.try_reading(key, size, 0, chosen, threes | fours, third, third_kind)
            if chosen == 0:
                return
            chosen = (chosen - 1) & fours

    def read_quad(self, key: i64, size: i64, card: i64, kind: i64) -> None:
        """The winning card is the fourth of a 坎 in hand: 破跑胡 (rule 31; decision 26)."""
        had_quad, before = self.has_quad, self.huxi
        value = self.values[kind * CARDS + card]
        self.has_quad = True
        self.groups_due -= 1
        self.table_huxi += value
        self.read(key - 3 * UNIT[card], size - 3, 0, -1, PUNG)
        if self.huxi > before:
            self.found[self.found_count] = kind << 8 | card
            self.found_count += 1
        self.table_huxi -= value
        self.groups_due += 1
        self.has_quad = had_quad

    def read_joined(self, key: i64, size: i64, card: i64, before: i64, kind: i64) -> None:
        """The winning card is the fourth of a 偎 or 碰 on the table (decisions 26, 33)."""
        had_quad, huxi = self.has_quad, self.huxi
        gain = self.values[kind * CARDS + card] - self.values[before * CARDS + card]
        self.has_quad = True
        self.table_huxi += gain
        self.read(key, size, 0, -1, PUNG)
        if self.huxi > huxi:
            self.joined = card
            self.joined_kind = kind
        self.table_huxi -= gain
        self.has_quad = had_quad

    def try_reading(
        self, key: i64, size: i64, threes: i64, fours: i64, kans: i64, third: i64, third_kind: i64
    ) -> None:
        """Take 坎 and 提 out, read the rest; keep the reading if it is the best so far.

        With a group of four there is one pair, without one none (rules 9, 23, 26).
        """
        key -= 3 * threes + 4 * fours
        pair = self.has_quad or fours != 0
        if not has_places(key, pair, kans if third < 0 else kans | UNIT[third]):
            return
        fixed = ones_in(threes | fours)
        size -= 3 * fixed + ones_in(fours)
        groups = self.groups_due - fixed
        huxi = self.table_huxi + value_of_own(threes, fours)
        huxi = self.readings.best(key, size, groups, pair, kans, third, third_kind, huxi)
        if huxi > self.huxi:
            self.huxi = huxi
            self.joined = -1
            self.found_count = 0
            self.keep_own(threes, fours)
            for i in range(self.readings.count):
                self.keep(self.readings.groups[i])

    def keep_own(self, threes: i64, fours: i64) -> None:
        """Note 坎 and 提 of the hand as groups of the best reading."""
        for place in range(i64(CARDS)):
            if fours >> 3 * place & 1:
                self.keep(TI << 8 | card_at(place))
            elif threes >> 3 * place & 1:
                self.keep(KAN << 8 | card_at(place))

    def keep(self, group: i64) -> None:
        """Note a group of the best reading."""
        self.found[self.found_count] = group
        self.found_count += 1

    def evaluate_opening(self, key: i64) -> i64:
        """胡息 of 坎 and 提 of a dealt hand with 2提 or 4坎; IMPOSSIBLE (-1) without them (decisions 6, 32)."""
        fours = key >> 2 & ONES
        threes = key & key >> 1 & ONES
        self.huxi = IMPOSSIBLE
        if ones_in(fours) < 2 and ones_in(threes | fours) < 4:
            return IMPOSSIBLE
        self.huxi = value_of_own(threes, fours)
        self.joined = -1
        self.found_count = 0
        self.keep_own(threes, fours)
        return self.huxi

    # Score

    def count(self, groups: vec[i64], first: i64, n: i64, reds: i64, own_draw: bool, opening: i64) -> None:
        """From the last reading and `groups[first : first + n]` on the table to items, 囤, one loser's share.

        `reds`: red cards of the whole hand; `own_draw`: the winner drew the winning card; `opening`: the
        pattern of an opening win, -1 for any other (decisions 2 to 4; step 12).
        """
        rules = self.rules
        self.tally.clear()
        for at in range(first, first + n):
            group = groups[at] & 0xFFFF
            if group & 255 == self.joined and is_three(group):
                group = self.joined_kind << 8 | self.joined
            self.add_group(group)
        for i in range(self.found_count):
            self.add_group(self.found[i])
        self.tun = rules.tun(self.huxi)
        self.share = rules.base_points * self.tun
        if opening >= 0:
            self.multiply(opening, rules.heavenly_multiplier)
        elif own_draw and rules.self_draw_multiplier > 1:
            self.multiply(SELF_DRAWN, rules.self_draw_multiplier)
        if rules.red_black_fans:
            self.multiply_reds(reds)

    def add_group(self, group: i64) -> None:
        """Note a group that gives 胡息."""
        kind, card = group >> 8, group & 255
        value = self.values[kind * CARDS + card]
        if value > 0:
            self.tally.add(GROUP_PATTERN[kind], value, card)

    def multiply_reds(self, reds: i64) -> None:
        """红黑点: many red cards, one, or none (decision 3)."""
        if reds >= 13:
            self.multiply(BIG_RED, 5)
        elif reds >= 10:
            self.multiply(SMALL_RED, 3)
        elif reds == 1:
            self.multiply(ONE_RED, 4)
        elif reds == 0:
            self.multiply(ALL_BLACK, 5)

    def multiply(self, pattern: i64, factor: i64) -> None:
        """A factor on the points."""
        self.share *= factor
        self.tally.add(pattern, factor)

    def pay(self, winner: i64, player: i64) -> None:
        """Fill the points; `player` played the winning card from his hand, -1 for nobody (decisions 2, 47)."""
        points = self.tally.points
        others = SEATS - 1
        alone = player >= 0 and self.rules.discarder_pays_all
        for seat in range(i64(SEATS)):
            points[seat] = 0 if alone else -self.share
        if alone:
            points[player] = -others * self.share
        points[winner] = others * self.share


def value_of_own(threes: i64, fours: i64) -> i64:
    """胡息 of 坎 3 and 6, 提 9 and 12."""
    return (
        3 * ones_in(threes & SMALLS)
        + 6 * ones_in(threes & BIGS)
        + 9 * ones_in(fours & SMALLS)
        + 12 * ones_in(fours & BIGS)
    )


def reds_of(key: i64, groups: vec[i64], first: i64, n: i64) -> i64:
    """Red cards of a hand and its groups on the table."""
    reds = reds_in(key)
    for at in range(first, first + n):
        reds += reds_in_group(groups[at] >> 8 & 255, groups[at] & 255)
    return reds


def reds_in_group(kind: i64, card: i64) -> i64:
    """Red cards of one group."""
    if kind == TWO_SEVEN_TEN:
        return 3
    if kind == RUN:  # 二 is in the runs from 一 and 二, 七 in those from 五 to 七, 十 in that from 八
        low = card % 10
        return i64(low != 2 and low != 3)
    if not is_red(card):
        return 0
    return 4 if kind == PAO or kind == TI else 3
