"""Every way to split a hand into complete groups, pieces and spare cards.

A hand that waits for n cards has n pieces and n - 1 spare cards; these are what it can discard after each of
the claims to come. `Splitter.split` finds each such split once and calls `leaf`, which subclasses fill in.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.policies.zipai.pieces import (
    EQUAL,
    GAP,
    NEXT,
    SEVEN_TEN,
    SINGLE,
    SIZES,
    TWO_SEVEN,
    TWO_TEN,
)
from paiju.sim.games.zipai.cards import CARDS, card_at
from paiju.sim.games.zipai.groups import KAN, RUN, TWO_SEVEN_TEN

# What a card can begin, in the order tried.
PLAIN_RUN: Final = 0
RED_RUN: Final = 1
TWO_SMALL: Final = 2  # 绞 of two small and one big
TWO_BIG: Final = 3
THREE: Final = 4
PAIR: Final = 5
FIRST_PIECE: Final = 6

RUN_UNITS: Final = 0o10101
RED_UNITS: Final = 1 | 1 << 30 | 1 << 48
DEPTH: Final = 16


class Splitter:
    """Splits one hand after another; `path[:depth]` are the pieces of a split, `spare` its other cards."""

    def __init__(self, values: vec[i64]) -> None:
        self.values: Final = values  # 息 of every group
        self.path: Final = vec[i64]([0] * DEPTH)
        self.depth: i64 = 0
        self.spare: i64 = 0  # key of the cards that belong to nothing
        self.huxi: i64 = 0  # of its complete groups
        self.threes: bool = False  # may three equal cards of the hand be a group? (坎 that are not locked)

    def split(self, key: i64, size: i64, groups: i64, pieces: i64, pair: bool, huxi: i64) -> None:
        """Call `leaf` for all splits into `groups` groups, one a pair if `pair`, at most `pieces` incomplete."""
        self.depth = 0
        self.spare = 0
        self.huxi = huxi
        self.search(key, 0, 0, size, groups, pieces, pair)

    def leaf(self) -> None:
        """A split was found."""
        raise NotImplementedError

    def search(
        self, key: i64, place: i64, first: i64, size: i64, groups: i64, pieces: i64, pair: bool
    ) -> None:
        """Split what is left of a key, shifted so that its lowest digit has this place."""
        if groups == 0:
            if not pair:
                before = self.spare
                self.spare = before + (key << 3 * place)
                self.leaf()
                self.spare = before
            return
        if 3 * groups - min(pieces, groups) - i64(pair) > size:
            return
        if key & 7 == 0:
            first = 0
            while key & 7 == 0:
                key >>= 3
                place += 1
        held = key & 7
        if first <= THREE:
            self.complete(key, place, first, held, size, groups, pieces, pair)
        if pair and held >= 2 and first <= PAIR:
            self.search(key - 2, place, PAIR, size - 2, groups - 1, pieces, False)
        if pieces > 0:
            self.piece(key, place, first, held, size, groups, pieces, pair)
        if size - held >= 3 * groups - min(pieces, groups) - i64(pair):
            self.spare += held << 3 * place
            self.search(key - held, place, 0, size - held, groups, pieces, pair)
            self.spare -= held << 3 * place

    def complete(
        self, key: i64, place: i64, first: i64, held: i64, size: i64, groups: i64, pieces: i64, pair: bool
    ) -> None:
        """Take a complete group with the lowest card."""
        if first <= PLAIN_RUN and key >> 6 & 7 != 0 and key >> 12 & 7 != 0:
            self.take(RUN, PLAIN_RUN, key - RUN_UNITS, place, size, groups, pieces, pair)
        if first <= RED_RUN and place >> 1 == 1 and key >> 30 & 7 != 0 and key >> 48 & 7 != 0:
            self.take(TWO_SEVEN_TEN, RED_RUN, key - RED_UNITS, place, size, groups, pieces, pair)
        if place & 1 == 0:
            big = key >> 3 & 7
            if first <= TWO_SMALL and big != 0 and held >= 2:
                self.search(key - 0o12, place, TWO_SMALL, size - 3, groups - 1, pieces, pair)
            if first <= TWO_BIG and big >= 2:
                self.search(key - 0o21, place, TWO_BIG, size - 3, groups - 1, pieces, pair)
        if self.threes and held >= 3:
            self.take(KAN, THREE, key - 3, place, size, groups, pieces, pair)

    def take(
        self, kind: i64, option: i64, key: i64, place: i64, size: i64, groups: i64, pieces: i64, pair: bool
    ) -> None:
        """Take a group that may have 息, and split the rest."""
        value = self.values[kind * CARDS + card_at(place)]
        self.huxi += value
        self.search(key, place, option, size - 3, groups - 1, pieces, pair)
        self.huxi -= value

    def piece(
        self, key: i64, place: i64, first: i64, held: i64, size: i64, groups: i64, pieces: i64, pair: bool
    ) -> None:
        """Take a piece with the lowest card."""
        if 3 * groups - min(pieces, groups) - i64(pair) > size:
            return
        if held >= 2 and first <= FIRST_PIECE + EQUAL:
            self.go_on(EQUAL, key - 2, place, size, groups, pieces, pair)
        if place & 1 == 0 and key & 0o70 != 0 and first <= FIRST_PIECE + SIZES:
            self.go_on(SIZES, key - 0o11, place, size, groups, pieces, pair)
        if key >> 6 & 7 != 0 and first <= FIRST_PIECE + NEXT:
            self.go_on(NEXT, key - 0o101, place, size, groups, pieces, pair)
        if key >> 12 & 7 != 0 and first <= FIRST_PIECE + GAP:
            self.go_on(GAP, key - 0o10001, place, size, groups, pieces, pair)
        number = place >> 1
        if number == 1:
            if key >> 30 & 7 != 0 and first <= FIRST_PIECE + TWO_SEVEN:
                self.go_on(TWO_SEVEN, key - 1 - (1 << 30), place, size, groups, pieces, pair)
            if key >> 48 & 7 != 0 and first <= FIRST_PIECE + TWO_TEN:
                self.go_on(TWO_TEN, key - 1 - (1 << 48), place, size, groups, pieces, pair)
        elif number == 6 and key >> 18 & 7 != 0 and first <= FIRST_PIECE + SEVEN_TEN:
            self.go_on(SEVEN_TEN, key - 1 - (1 << 18), place, size, groups, pieces, pair)
        if pair and first <= FIRST_PIECE + SINGLE:
            self.path[self.depth] = SINGLE * CARDS + card_at(place)
            self.depth += 1
            self.search(key - 1, place, FIRST_PIECE + SINGLE, size - 1, groups - 1, pieces - 1, False)
            self.depth -= 1

    def go_on(self, kind: i64, key: i64, place: i64, size: i64, groups: i64, pieces: i64, pair: bool) -> None:
        """Take a piece of two cards, and split the rest."""
        self.path[self.depth] = kind * CARDS + card_at(place)
        self.depth += 1
        self.search(key, place, FIRST_PIECE + kind, size - 2, groups - 1, pieces - 1, pair)
        self.depth -= 1
