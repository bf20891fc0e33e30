"""A finished hand -> red points -> 胡 -> 翻 -> points -> payments.

    scorer = Scorer(rules)
    if scorer.wins(balance, red, is_dealer):
        scorer.count(key, flowers, bonus, groups, first, n)
        scorer.pay(winner, discarder, card)

`balance` and `red` are sums that a state keeps up to date: of `BALANCE` over the cards in hand; of `RED` over the
cards in hand and `group_red` over the groups.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.chengdu_coushisi.cards import (
    DD,
    DI,
    KINDS,
    RED,
    RP,
    TI,
    UNPAIRED,
    Y4,
    count_in,
    is_fan,
    kind_of_card,
)
from paiju.sim.games.chengdu_coushisi.groups import (
    CHOW,
    CONCEALED,
    PUNG,
    group_flowers,
    group_form,
    group_points,
    group_size,
)
from paiju.sim.games.chengdu_coushisi.rules import (
    BLACK_DRAGON,
    BONUS_CARDS,
    CONCEALED_MINIMUM,
    DISCARDER_PAYS,
    FLOWERS,
    FOUR_DI,
    PUNG_MINIMUM,
    RED_POINTS,
    ROUNDING,
    SEATS,
    SPLIT,
    THREE_DI,
    CoushisiRules,
)
from paiju.sim.games.chengdu_coushisi.terms import HU_PER_POINT
from paiju.sim.kernel.engine import Tally

DRAGON_EYES: Final = 2  # red points of a 黑龙 (rule 22)
MOST_ITEMS: Final = 16

FAN_KINDS: Final = vec[i64]([DI, Y4, RP, TI])  # 加翻牌 (rule 21)


def is_complete(balance: i64) -> bool:
    """Do the cards split into pairs of fourteen? (rule 17)"""
    return balance & UNPAIRED == 0


def red_in(key: i64) -> i64:
    """Red points printed on the cards of a key; 皮子 count nothing (rules 1, 2)."""
    red: i64 = 0
    for kind in range(i64(KINDS)):
        red += count_in(key, kind) * RED[kind]
    return red


def dragon_red(key: i64) -> i64:
    """Red points of a dealt hand for 黑龙, where a 钉钉 counts one (rules 2, 22)."""
    return red_in(key) + count_in(key, DD)


@final
class Scorer:
    """Scores hands of one ruleset; its attributes hold the answer of the last hand."""

    def __init__(self, rules: CoushisiRules) -> None:
        self.rules: Final = rules
        self.red: i64 = 0  # not rounded, the minimum of groups applied
        self.hu: i64 = 0  # before the 翻
        self.fan: i64 = 0
        self.total: i64 = 0  # 胡 after 翻, cap and rounding
        self.points: i64 = 0
        self.tally: Final = Tally(SEATS, MOST_ITEMS)
        self.held: Final = vec[i64]([0] * KINDS)  # how many of each kind the winner has

    # May it win?

    def wins(self, balance: i64, red: i64, is_dealer: bool) -> bool:
        """A complete hand with enough red points; the winning card is counted in both (rules 17 to 19)."""
        rules = self.rules
        return is_complete(balance) and red >= (rules.min_red_dealer if is_dealer else rules.min_red)

    def group_red(self, group: i64) -> i64:
        """Red points of a group, 碰 and 暗 with their minimum (rule 18; decisions 12, 26)."""
        points = group_points(group)
        form = group_form(group)
        least: i64 = 0
        if form == PUNG:
            least = self.rules.pung_min_red
        elif form == CONCEALED:
            least = self.rules.concealed_min_red
        return points if points > least else least

    # What is it worth?

    def count(self, key: i64, flowers: i64, bonus: i64, groups: vec[i64], first: i64, n: i64) -> None:
        """Items, 胡, 翻 and points of a won hand (rules 20 to 24).

        `key` the cards in hand with the winning one, without 皮子; `flowers` how many flowers are among them and the
        皮子; `bonus` how many 皮子 are laid aside; `groups[first : first + n]` what lies on the table.
        """
        self.tally.clear()
        printed = red_in(key)
        for kind in range(i64(KINDS)):
            self.held[kind] = count_in(key, kind)
        raised_pungs: i64 = 0
        raised_concealed: i64 = 0
        for at in range(first, first + n):
            group = groups[at]
            points = group_points(group)
            printed += points
            flowers += group_flowers(group)
            self.hold(group)
            if group_form(group) == PUNG:
                raised_pungs += self.group_red(group) - points
            else:
                raised_concealed += self.group_red(group) - points
        self.add_red(printed, raised_pungs, raised_concealed)
        self.add_hu(FLOWERS, flowers * self.rules.flower_hu)
        self.add_hu(BONUS_CARDS, bonus * self.rules.bonus_card_hu)
        self.fan = 0
        self.add_fans()
        self.finish()

    def count_black_dragon(self, flowers: i64) -> None:
        """The same for a 黑龙 with so many flowers, 皮子 included; no 胡 for the 皮子 (rule 22; decision 31)."""
        self.tally.clear()
        self.add_red(DRAGON_EYES, 0, 0)
        self.add_hu(FLOWERS, flowers * self.rules.flower_hu)
        self.fan = self.rules.black_dragon_fan
        self.add(BLACK_DRAGON, self.fan)
        self.finish()

    def hold(self, group: i64) -> None:
        """Count the cards of a group by kind, an eaten pair's too (decision 22)."""
        if group_form(group) == CHOW:
            self.held[kind_of_card(group & 255)] += 1
            self.held[kind_of_card(group >> 8 & 255)] += 1
        else:
            self.held[kind_of_card(group & 255)] += group_size(group)

    def add_red(self, printed: i64, raised_pungs: i64, raised_concealed: i64) -> None:
        """Red points, rounded up to a multiple of ten (rule 20)."""
        self.red = printed + raised_pungs + raised_concealed
        self.hu = (self.red + 9) // 10 * 10
        self.add(RED_POINTS, printed)
        self.add(PUNG_MINIMUM, raised_pungs)
        self.add(CONCEALED_MINIMUM, raised_concealed)
        self.add(ROUNDING, self.hu - self.red)

    def add_hu(self, pattern: i64, hu: i64) -> None:
        """胡 for flowers or 皮子 (rule 20)."""
        self.hu += hu
        self.add(pattern, hu)

    def add_fans(self) -> None:
        """One 翻 for three equal 加翻 cards, two in total for four (rule 21; decision 27)."""
        for i in range(i64(4)):
            n = self.held[FAN_KINDS[i]]
            if n >= 3:
                fan = self.rules.fan_for_four if n == 4 else 1
                self.fan += fan
                self.add((FOUR_DI if n == 4 else THREE_DI) + i, fan)

    def finish(self) -> None:
        """翻, cap, hundreds, points (rules 21 to 24; decisions 28, 29, 34)."""
        self.total = self.rules.terms.total(self.hu, self.fan)
        self.points = self.total // HU_PER_POINT

    def add(self, pattern: i64, value: i64) -> None:
        """Note an item that counts."""
        if value > 0:
            self.tally.add(pattern, value)

    # Who pays?

    def pay(self, winner: i64, discarder: i64, card: i64) -> None:
        """Fill the points; `discarder` gave the winning card `card`, -1 for nobody (rule 25; decisions 33, 35)."""
        rules = self.rules
        others: i64 = SEATS - 1
        due = self.points if rules.payment == SPLIT else others * self.points
        alone = discarder >= 0 and (
            rules.payment == DISCARDER_PAYS or (rules.fan_discard_liability and is_fan(card))
        )
        points = self.tally.points
        points[winner] = due
        for i in range(i64(1), i64(SEATS)):
            seat = (winner + i) % SEATS
            if alone:
                points[seat] = -due if seat == discarder else 0
            else:
                points[seat] = -(due // others + i64(i <= due % others))
