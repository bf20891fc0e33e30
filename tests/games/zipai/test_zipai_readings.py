"""Readings against a brute force that shares nothing with them but the table of 息."""

import random
from collections.abc import Iterator

import pytest

from paiju.sim.games.zipai.cards import ONES, UNIT, key_of, parse_card, parse_cards
from paiju.sim.games.zipai.groups import KAN, PUNG, WEI, group_cards, group_text, huxi_values
from paiju.sim.games.zipai.readings import Readings, has_places

VALUES = huxi_values()
THREES = [list(cards) for low in range(20) if low % 10 < 8 for cards in [(low, low + 1, low + 2)]]
THREES += [[1, 6, 9], [11, 16, 19]] + [[c, c, (c + 10) % 20] for c in range(20)]
WORTH = {(0, 1, 2): 3, (10, 11, 12): 6, (1, 6, 9): 3, (11, 16, 19): 6}
HANDS = 120_000


def brute(cards: list[int], groups: int, pair: bool, equal: dict[int, int]) -> int:
    """Most 息 of cards as so many groups, -1 for none: try every group that holds the last card.

    `equal`: for each card that may stand as three equal ones, what that is worth.
    """
    if not cards:
        return 0 if groups == 0 and not pair else -1
    if groups == 0:
        return -1
    last = cards[-1]
    options: list[tuple[list[int], int, bool]] = []
    for three in THREES:
        if last in three:
            options.append((three, WORTH.get((three[0], three[1], three[2]), 0), pair))
    if last in equal:
        options.append(([last] * 3, equal[last], pair))
    if pair:
        options.append(([last] * 2, 0, False))
    best = -1
    for group, value, still in options:
        if all(cards.count(card) >= group.count(card) for card in group):
            rest = list(cards)
            for card in group:
                rest.remove(card)
            found = brute(rest, groups - 1, still, equal)
            if found >= 0:
                best = max(best, found + value)
    return best


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


@pytest.mark.slow
def test_brute_force() -> None:
    """The best of all readings of 120,000 hands, more than a third of them readable."""
    readings = Readings(VALUES)
    found = 0
    for hand, groups, pair, kans, third, kind in random_hands(HANDS, "readings"):
        equal = {card: int(VALUES[KAN * 20 + card]) for card in kans}
        if third >= 0:
            equal[third] = int(VALUES[kind * 20 + third])
        wanted = brute(hand, groups, pair, equal)
        bits = sum(int(UNIT[card]) for card in kans)
        got = readings.best(key_of(hand), len(hand), groups, pair, bits, third, kind)
        assert got == wanted, (hand, groups, pair, kans, third, kind)
        if got >= 0:
            found += 1
            parts = [readings.groups[i] for i in range(readings.count)]
            assert len(parts) == groups
            assert sorted(card for part in parts for card in group_cards(part)) == hand
            assert sum(int(VALUES[(part >> 8) * 20 + (part & 255)]) for part in parts) == got
    assert found > HANDS // 3


def test_the_quick_test_refuses_no_reading() -> None:
    """A hand that can be read has a place for each card."""
    readings = Readings(VALUES)
    refused = 0
    for hand, groups, pair, kans, third, kind in random_hands(20_000, "places"):
        bits = sum(int(UNIT[card]) for card in kans)
        threes = bits | (int(UNIT[third]) if third >= 0 else 0)
        assert threes & ~ONES == 0
        if not has_places(key_of(hand), pair, threes):
            refused += 1
            equal = dict.fromkeys(kans, 1) | ({third: 1} if third >= 0 else {})
            assert brute(hand, groups, pair, equal) == -1
            assert readings.best(key_of(hand), len(hand), groups, pair, bits, third, kind) == -1
    assert refused > 2000


@pytest.mark.parametrize("card", range(20))
def test_three_equal_cards(card: int) -> None:
    """Three equal cards are a group only where that is allowed, whatever the card."""
    readings = Readings(VALUES)
    key = 3 * int(UNIT[card])
    big = card >= 10
    assert readings.best(key, 3, 1, False, 0, -1, PUNG) == -1
    assert readings.best(key, 3, 1, False, 0, card, PUNG) == (3 if big else 1)
    assert readings.best(key, 3, 1, False, 0, card, WEI) == (6 if big else 3)
    assert readings.best(key, 3, 1, False, int(UNIT[card]), -1, PUNG) == (6 if big else 3)
    assert readings.best(key - int(UNIT[card]), 2, 1, True, 0, -1, PUNG) == 0
    assert readings.best(key - int(UNIT[card]), 2, 1, False, 0, -1, PUNG) == -1


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
    readings = Readings(VALUES)
    hand = parse_cards(cards)
    assert readings.best(key_of(hand), len(hand), groups, pair, 0, -1, PUNG) == huxi
    assert sorted(group_text(readings.groups[i]) for i in range(readings.count)) == sorted(read)


def test_the_third_card_may_go_elsewhere() -> None:
    """Three 三 of which the third was won: as 碰, or each in a run."""
    readings = Readings(VALUES)
    hand = parse_cards("一二三 一二三 一二三")
    assert readings.best(key_of(hand), 9, 3, False, 0, parse_card("三"), PUNG) == 9
    assert readings.best(key_of(hand), 9, 3, False, 0, -1, PUNG) == 9
    assert readings.best(key_of(parse_cards("三三三 五六七")), 6, 2, False, 0, parse_card("三"), PUNG) == 1
