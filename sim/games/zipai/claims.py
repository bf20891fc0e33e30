"""吃 with 比: every set of groups that may be laid when a card is eaten (hunan_paohuzi rules 20, 22; decision 19).

A set is up to three groups which all hold the eaten kind. Each is a *shape*, the place of the eaten card in
it; the set is its shapes in rising order, three bits each: the detail of the move and the arg of `chowed`.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.zipai.cards import CARDS, ONES, PLACE, UNIT, other_size
from paiju.sim.games.zipai.groups import MIXED, RUN, TWO_SEVEN_TEN, group_cards

HIGHEST: Final = 1  # the eaten card is the highest of a run
MIDDLE: Final = 2
LOWEST: Final = 3
RED: Final = 4  # 二七十
TWO_OF_IT: Final = 5  # 绞 with another of the same size
ONE_OF_IT: Final = 6  # 绞 with two of the other size
SHAPES: Final = 7


def shape_group(card: int, shape: int) -> int:
    """The group of this shape around a card, -1 when there is none."""
    number = card % 10
    if shape <= LOWEST:
        low = number + shape - 3
        return RUN << 8 | card + shape - 3 if 0 <= low <= 7 and shape else -1
    if shape == RED:
        return TWO_SEVEN_TEN << 8 | card - number + 1 if number in (1, 6, 9) else -1
    return MIXED << 8 | (card if shape == TWO_OF_IT else int(other_size(card)))


def _needs(card: int, shape: int, copies: int) -> int:
    """A bit at each digit of which the group needs so many copies or more; -1: there is no such group."""
    g = shape_group(card, shape)
    if g < 0:
        return -1
    cards = group_cards(g)
    return sum(int(UNIT[kind]) for kind in set(cards) if cards.count(kind) >= copies)


GROUP: Final = vec[i64]([shape_group(card, shape) for card in range(CARDS) for shape in range(SHAPES)])
ONE: Final = vec[i64]([_needs(card, shape, 1) for card in range(CARDS) for shape in range(SHAPES)])
TWO: Final = vec[i64]([max(_needs(card, shape, 2), 0) for card in range(CARDS) for shape in range(SHAPES)])


def shapes_in(detail: i64) -> i64:
    """How many groups a set lays."""
    return i64(detail != 0) + i64(detail > 7) + i64(detail > 63)


def group_of_shape(card: i64, shape: i64) -> i64:
    """The group of a shape around a card."""
    return GROUP[card * SHAPES + shape]


@final
class Chows:
    """The sets of groups with which one card may be eaten; in `details[:count]`, rising."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.details: Final = vec[i64]([0] * 96)  # 6 + 21 + 56 sets at most

    def find(self, free: i64, size: i64, card: i64, all_copies: bool) -> i64:
        """How many ways to eat a card with the free cards of a hand of `size`, one of which must be left.

        `all_copies`: no copy of the card may stay among the free ones (hunan_paohuzi rule 22; decision 19).
        """
        self.count = 0
        copies = (free >> 3 * PLACE[card] & 7) + 1
        key = free + UNIT[card]
        base = card * SHAPES
        for shape in range(i64(1), i64(SHAPES)):
            if has(key, base + shape):
                self.extend(key, size + 1, card, copies, shape, all_copies)
        return self.count

    def extend(self, key: i64, size: i64, card: i64, copies: i64, first: i64, all_copies: bool) -> None:
        """The sets whose highest shape is `first`."""
        base = card * SHAPES
        key = key - ONE[base + first] - TWO[base + first]
        copies -= 1 + i64(first == TWO_OF_IT)
        size -= 3
        if size < 1:
            return
        if copies == 0 or not all_copies:
            self.add(first)
        if copies == 0:
            return
        for second in range(i64(1), first + 1):
            if not has(key, base + second):
                continue
            rest = key - ONE[base + second] - TWO[base + second]
            left = copies - 1 - i64(second == TWO_OF_IT)
            if left < 0 or size < 4:
                continue
            if left == 0 or not all_copies:
                self.add(second | first << 3)
            if left == 0 or size < 7:
                continue
            for third in range(i64(1), second + 1):
                if has(rest, base + third) and (left == 1 or not all_copies) and third != TWO_OF_IT:
                    self.add(third | second << 3 | first << 6)

    def add(self, detail: i64) -> None:
        """Keep a set in its place: those of one group come before those of two."""
        at = self.count
        while at > 0 and self.details[at - 1] > detail:
            self.details[at] = self.details[at - 1]
            at -= 1
        self.details[at] = detail
        self.count += 1


def has(key: i64, entry: i64) -> bool:
    """Are all cards of a shape among these?"""
    one = (key | key >> 1 | key >> 2) & ONES
    two = (key >> 1 | key >> 2) & ONES
    return ONE[entry] >= 0 and ONE[entry] & ~one == 0 and TWO[entry] & ~two == 0
