"""Readings against a brute force that shares nothing with them but the values of groups."""

import random
from collections.abc import Iterator

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.hunan_paohuzi.groups import huxi_values
from paiju.sim.games.hunan_paohuzi.scoring import MostHuxi
from paiju.sim.games.zipai.cards import ONES, UNIT, key_of, parse_card, parse_cards
from paiju.sim.games.zipai.groups import KAN, PUNG, RUN, TWO_SEVEN_TEN, WEI, chow_of, group_cards, group_text
from paiju.sim.games.zipai.readings import Judge, Readings, has_places

VALUES = huxi_values()
THREES = [list(cards) for low in range(20) if low % 10 < 8 for cards in [(low, low + 1, low + 2)]]
THREES += [[1, 6, 9], [11, 16, 19]] + [[c, c, (c + 10) % 20] for c in range(20)]
HANDS = 60_000


class PointsThenFu(Judge):
    """Another game: 24 福 and each 台 double the points, up to three times; fewer than `least` doublings do not count.

    A value is 福, and 台 in units of TAI.
    """

    def __init__(self, least: int) -> None:
        super().__init__(FU)
        self.least = least

    def rank(self, value: i64) -> i64:
        """Points, then 福."""
        fan = min(3, value // TAI + (value % TAI >= 24))
        return -1 if value % TAI < 10 or fan < self.least else (1 << fan) * TAI + value % TAI


def fu_values() -> vec[i64]:
    """The values of the other game: 息, 碰 of 二七十 like 坎; 台 for three equal 壹 and for 贰柒拾."""
    values = huxi_values()
    for card in (1, 6, 9, 11, 16, 19):
        values[PUNG * 20 + card] = values[KAN * 20 + card]
    values[PUNG * 20 + 10] += TAI
    values[KAN * 20 + 10] += 2 * TAI
    values[TWO_SEVEN_TEN * 20 + 11] += TAI
    return values


TAI = 1 << 10
FU = fu_values()


def brute(cards: list[int], groups: int, pair: bool, equal: dict[int, int], values: vec[i64]) -> set[int]:
    """The values of all readings of cards as so many groups: try every group that holds the last card.

    `equal`: for each card that may stand as three equal ones, what that is worth.
    """
    if not cards:
        return {0} if groups == 0 and not pair else set()
    if groups == 0:
        return set()
    last = cards[-1]
    options: list[tuple[list[int], int, bool]] = []
    for three in THREES:
        if last in three:
            options.append((three, int(values[chow_of(three) // 256 * 20 + chow_of(three) % 256]), pair))
    if last in equal:
        options.append(([last] * 3, equal[last], pair))
    if pair:
        options.append(([last] * 2, 0, False))
    found = set()
    for group, value, still in options:
        if all(cards.count(card) >= group.count(card) for card in group):
            rest = list(cards)
            for card in group:
                rest.remove(card)
            found |= {value + more for more in brute(rest, groups - 1, still, equal, values)}
    return found


def random_hands(n: int, seed: str) -> Iterator[tuple[list[int], int, bool, set[int], int, int]]:
    """Cards, groups, pair, kinds that may be 坎, the card that may be a third (-1) and its kind of group."""
    rng = random.Random(seed)
    for _ in range(n):
        pair = rng.random() < 0.5
        groups = rng.randint(1, 5)
        left = [4] * 20
        hand: list[int] = []
        for i in range(groups):
            group = [rng.randrange(20)] * 3 if rng.random() < 0.2 else rng.choice(THREES)
            if i == 0 and pair:
                group = group[:1] * 2
            if rng.random() < 0.04:
                group = [rng.randrange(20) for _ in group]
            if all(left[card] >= group.count(card) for card in group):
                hand += group
                for card in group:
                    left[card] -= 1
        if rng.random() < 0.5:  # a card exchanged: mostly not to be read
            hand[rng.randrange(len(hand))] = rng.choice([card for card in range(20) if left[card]])
        threes = {card for card in hand if hand.count(card) >= 3}
        kans = {card for card in threes if rng.random() < 0.6}
        others = sorted(threes - kans)
        third = rng.choice(others) if others and rng.random() < 0.7 else -1
        hand.sort()
        size = groups + (rng.random() < 0.02)  # a number of groups that does not fit
        yield hand, size, pair, kans, third, rng.choice([PUNG, WEI])


JUDGES = [MostHuxi(VALUES), PointsThenFu(0), PointsThenFu(2)]


@pytest.mark.slow
@pytest.mark.parametrize("judge", JUDGES, ids=["most 息", "points, then 福", "barred below two 番"])
def test_brute_force(judge: Judge) -> None:
    """The best of all readings of 60,000 hands, for judges that like different ones and bar some."""
    readings = Readings(judge)
    values = judge.values
    found, barred, choices = 0, 0, 0
    for hand, groups, pair, kans, third, kind in random_hands(HANDS, "readings"):
        equal = {card: int(values[KAN * 20 + card]) for card in kans}
        if third >= 0:
            equal[third] = int(values[kind * 20 + third])
        table = len(hand) % 4  # worth of groups read already
        ranks = {int(judge.rank(table + value)) for value in brute(hand, groups, pair, equal, values)}
        bits = sum(int(UNIT[card]) for card in kans)
        got = readings.best(key_of(hand), len(hand), groups, pair, bits, third, kind, table)
        assert got == max(ranks, default=-1), (hand, groups, pair, kans, third, kind)
        barred += -1 in ranks
        choices += len(ranks) > 1
        if got >= 0:
            found += 1
            parts = [readings.groups[i] for i in range(readings.count)]
            assert len(parts) == groups
            assert sorted(card for part in parts for card in group_cards(part)) == hand
            value = table + sum(int(values[(part >> 8) * 20 + (part & 255)]) for part in parts)
            assert (value, int(judge.rank(value))) == (readings.value, got)
    assert choices > HANDS // 60
    if isinstance(judge, MostHuxi):
        assert found > HANDS // 3
        assert not barred
    else:
        assert min(found, barred) > HANDS // 60


def test_a_judge_decides() -> None:
    """壹壹壹 贰贰贰 叁叁叁 are worth 18 as runs and as 坎: 台 decide, and what the judge bars is no reading."""
    hand = parse_cards("壹壹壹 贰贰贰 叁叁叁")
    kans = sum(int(UNIT[card]) for card in set(hand))
    for judge, kind in zip(JUDGES, (RUN, KAN, KAN), strict=True):
        readings = Readings(judge)
        assert readings.best(key_of(hand), 9, 3, False, kans, -1, PUNG, 0) > 0
        assert [readings.groups[i] >> 8 for i in range(readings.count)] == [kind] * 3
        assert int(readings.value) % TAI == 18
    assert Readings(JUDGES[2]).best(key_of(hand), 9, 3, False, 0, -1, PUNG, 0) == -1


def test_the_quick_test_refuses_no_reading() -> None:
    """A hand that can be read has a place for each card."""
    readings = Readings(MostHuxi(VALUES))
    refused = 0
    for hand, groups, pair, kans, third, kind in random_hands(20_000, "places"):
        bits = sum(int(UNIT[card]) for card in kans)
        threes = bits | (int(UNIT[third]) if third >= 0 else 0)
        assert threes & ~ONES == 0
        if not has_places(key_of(hand), pair, threes):
            refused += 1
            equal = dict.fromkeys(kans, 1) | ({third: 1} if third >= 0 else {})
            assert not brute(hand, groups, pair, equal, VALUES)
            assert readings.best(key_of(hand), len(hand), groups, pair, bits, third, kind, 0) == -1
    assert refused > 2000


@pytest.mark.parametrize("card", range(20))
def test_three_equal_cards(card: int) -> None:
    """Three equal cards are a group only where that is allowed, whatever the card."""
    readings = Readings(MostHuxi(VALUES))
    key = 3 * int(UNIT[card])
    big = card >= 10
    assert readings.best(key, 3, 1, False, 0, -1, PUNG, 0) == -1
    assert readings.best(key, 3, 1, False, 0, card, PUNG, 0) == (3 if big else 1)
    assert readings.best(key, 3, 1, False, 0, card, WEI, 0) == (6 if big else 3)
    assert readings.best(key, 3, 1, False, int(UNIT[card]), -1, PUNG, 0) == (6 if big else 3)
    assert readings.best(key - int(UNIT[card]), 2, 1, True, 0, -1, PUNG, 0) == 0
    assert readings.best(key - int(UNIT[card]), 2, 1, False, 0, -1, PUNG, 0) == -1


@pytest.mark.parametrize(
    ("cards", "groups", "pair", "huxi", "read"),
    [
        ("", 0, False, 0, []),
        ("一二三二七十", 2, False, 6, ["一二三", "二七十"]),
        ("一二三四 二七十", 2, True, -1, []),
        ("一一壹 二二贰 三三叁", 3, False, 12, ["一二三", "一二三", "壹贰叁"]),
        ("四四肆 九九玖 壹壹一", 3, False, 0, ["四四肆", "九九玖", "一壹壹"]),
        ("一二三一二三", 2, False, 6, ["一二三", "一二三"]),
        ("一一二二三三 壹壹", 3, True, 6, ["一二三", "一二三", "壹壹"]),
        ("二三四五六七", 2, False, 0, ["二三四", "五六七"]),
        ("七八九十 二七", 2, False, 3, ["七八九", "二七十"]),
        ("捌捌八八", 2, True, -1, []),
        ("九九", 1, True, 0, ["九九"]),
    ],
)
def test_chosen_readings(cards: str, groups: int, pair: bool, huxi: int, read: list[str]) -> None:
    """Readings that can be checked by eye."""
    readings = Readings(MostHuxi(VALUES))
    hand = parse_cards(cards)
    assert readings.best(key_of(hand), len(hand), groups, pair, 0, -1, PUNG, 0) == huxi
    assert sorted(group_text(readings.groups[i]) for i in range(readings.count)) == sorted(read)


def test_the_third_card_may_go_elsewhere() -> None:
    """Three 三 of which the third was won: as 碰, or each in a run."""
    readings = Readings(MostHuxi(VALUES))
    hand = parse_cards("一二三 一二三 一二三")
    assert readings.best(key_of(hand), 9, 3, False, 0, parse_card("三"), PUNG, 0) == 9
    assert readings.best(key_of(hand), 9, 3, False, 0, -1, PUNG, 0) == 9
    assert readings.best(key_of(parse_cards("三三三 五六七")), 6, 2, False, 0, parse_card("三"), PUNG, 0) == 1
