"""Shapes of a hand: tiles missing, completeness, and every way to read a complete hand.

A hand is four keys, one per suit and one for the honours: `key = sum(count * POW5)`, honours from HONOUR_KEY.
Its *form* is the sum of WIN over the four keys; kept up to date tile by tile it answers "complete?" at once.
Melds on the table are only counted here: a hand with n melds needs 4 - n more sets and a pair.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.sim.games.mahjong.melds import CHOW, PUNG
from paiju.sim.games.mahjong.tables import CLS, HONOUR_KEY, MERGE, NEED, PAK, QPAK, WIN
from paiju.sim.games.mahjong.tiles import POW5

NO_PAIRS: Final = 0  # seven pairs is no winning shape
DIFFERENT_PAIRS: Final = 1  # seven different pairs
ANY_PAIRS: Final = 2  # four equal tiles may be two of the pairs

ENDS: Final = 1 + 5**8  # key of 1 and 9
ONE_OF_EACH: Final = (5**7 - 1) // 4  # key of seven different honours, less HONOUR_KEY

MAX_READINGS: Final = 16


def merge(a: i64, b: i64) -> i64:
    """Class of two suits put together."""
    return i64(MERGE[a << 8 | b])


def need(sets: i64, a: i64, b: i64) -> i64:
    """Tiles missing for that many sets and a pair from classes a and b."""
    return i64(NEED[sets << 16 | a << 8 | b])


def missing_sets(a: i64, b: i64, c: i64, d: i64, melds: i64) -> i64:
    """Tiles missing for four sets and a pair, from the keys of the four suits (shanten + 1)."""
    return look_up(CLS, MERGE, NEED, a, b, c, d, melds)


def look_up(
    cls: vec[u8], merged: vec[u8], needed: vec[u8], a: i64, b: i64, c: i64, d: i64, melds: i64
) -> i64:
    """What `missing_sets` counts, by one set of class tables."""
    one = i64(merged[i64(cls[a]) << 8 | i64(cls[b])])
    two = i64(merged[i64(cls[c]) << 8 | i64(cls[d])])
    return i64(needed[(4 - melds) << 16 | one << 8 | two])


def missing_different_pairs(a: i64, b: i64, c: i64, d: i64) -> i64:
    """Tiles missing for seven different pairs."""
    pak = i64(PAK[a]) + i64(PAK[b]) + i64(PAK[c]) + i64(PAK[d])
    return missing_pairs(pak >> 4, (pak & 15) - (pak >> 4))


def missing_any_pairs(a: i64, b: i64, c: i64, d: i64) -> i64:
    """Tiles missing for seven pairs where four equal tiles are two pairs."""
    pak = i64(QPAK[a]) + i64(QPAK[b]) + i64(QPAK[c]) + i64(QPAK[d])
    return missing_pairs(pak >> 4, pak & 15)


def missing_pairs(pairs: i64, singles: i64) -> i64:
    """Tiles missing for seven pairs: one beside each single tile, then two for each new pair."""
    wanted = 7 - pairs
    return wanted + (wanted - singles if singles < wanted else 0)


def missing_orphans(counts: vec[u8], at: i64) -> i64:
    """Tiles missing for the thirteen orphans 十三么, from 34 counts starting at `at`."""
    kinds: i64 = 0
    pair: i64 = 0
    for tile in range(i64(34)):
        if tile >= 27 or tile % 9 == 0 or tile % 9 == 8:
            count = i64(counts[at + tile])
            kinds += i64(count > 0)
            pair |= i64(count > 1)
    return 14 - kinds - pair


def missing(a: i64, b: i64, c: i64, d: i64, melds: i64, pairs: i64) -> i64:
    """Tiles missing from the nearest complete hand; `pairs`: NO_PAIRS, DIFFERENT_PAIRS or ANY_PAIRS."""
    least = missing_sets(a, b, c, d, melds)
    if melds != 0 or pairs == NO_PAIRS:
        return least
    if pairs == DIFFERENT_PAIRS:
        return min(least, missing_different_pairs(a, b, c, d))
    return min(least, missing_any_pairs(a, b, c, d))


def key_of(counts: vec[u8], at: i64, suit: i64) -> i64:
    """Key of one suit (0..3, 3 = honours) of the 34 counts starting at `at`."""
    key: i64 = HONOUR_KEY if suit == 3 else 0
    for tile in range(suit * 9, min(suit * 9 + 9, 34)):
        key += i64(counts[at + tile]) * POW5[tile]
    return key


def form_of(a: i64, b: i64, c: i64, d: i64) -> i64:
    """The form of a hand from its four keys."""
    return i64(WIN[a]) + i64(WIN[b]) + i64(WIN[c]) + i64(WIN[d])


def form_with(form: i64, key: i64, tile: i64) -> i64:
    """The form after one more tile; `key` is the tile's suit before it."""
    return form + i64(WIN[key + POW5[tile]]) - i64(WIN[key])


def is_sets(form: i64) -> bool:
    """Four sets and a pair (the sets on the table included)? The hand must hold 14 - 3 x melds tiles."""
    return form & 15 == 1


def is_seven_pairs(form: i64, melds: i64, pairs: i64) -> bool:
    """Seven pairs 七對? `pairs`: NO_PAIRS, DIFFERENT_PAIRS or ANY_PAIRS."""
    if melds != 0:
        return False
    if pairs == ANY_PAIRS:
        return form < 128
    return pairs == DIFFERENT_PAIRS and form < 16


def are_pairs(counts: vec[u8], at: i64, pairs: i64) -> bool:
    """Are the 34 counts starting at `at`, of 14 tiles, seven pairs of the sort that counts?"""
    if pairs == NO_PAIRS:
        return False
    for i in range(at, at + 34):
        count = i64(counts[i])
        if count & 1 or (count == 4 and pairs == DIFFERENT_PAIRS):
            return False
    return True


def is_complete(form: i64, melds: i64, pairs: i64) -> bool:
    """Four sets and a pair, or seven pairs as far as they count."""
    return is_sets(form) or is_seven_pairs(form, melds, pairs)


def is_thirteen_orphans(a: i64, b: i64, c: i64, d: i64) -> bool:
    """All thirteen of 1, 9 and honours, one of them twice 十三么? The hand must hold 14 tiles."""
    honours = d - HONOUR_KEY - ONE_OF_EACH
    if honours < 0:
        return False
    for tile in range(i64(27), i64(34)):
        if honours == POW5[tile]:
            return a == ENDS and b == ENDS and c == ENDS
    return honours == 0 and has_ends(a) and has_ends(b) and has_ends(c)


def has_ends(key: i64) -> bool:
    """Only 1 and 9 of the suit, each at least once, at most one of them twice?"""
    return key == ENDS or key == ENDS + 1 or key == ENDS + 5**8


@final
class Readings:
    """Every way to read a complete hand as sets and a pair, in vecs that are used again for each hand.

    After `find`, reading r has its pair at `pairs[r]` and its sets at `sets[4 * r : 4 * r + size]`, as melds
    of kind CHOW or PUNG; `count` is the number of readings.
    """

    def __init__(self) -> None:
        self.count: i64 = 0
        self.size: i64 = 0  # sets in each reading
        self.pairs: Final = vec[i64]([0] * MAX_READINGS)
        self.sets: Final = vec[i64]([0] * (4 * MAX_READINGS))
        self.left: Final = vec[i64]([0] * 36)  # counts not yet used; two empty places follow 白
        self.path: Final = vec[i64]([0] * 4)
        self.pair: i64 = 0

    def find(self, counts: vec[u8], at: i64, melds: i64) -> i64:
        """Read the 34 counts starting at `at`, winning tile included; returns the number of readings."""
        self.count = 0
        self.size = 4 - melds
        left = self.left
        for tile in range(i64(34)):
            left[tile] = i64(counts[at + tile])
        suit = self.suit_of_pair()
        if suit >= 0:
            for tile in range(suit * 9, min(suit * 9 + 9, 34)):
                if left[tile] >= 2:
                    left[tile] -= 2
                    self.pair = tile
                    self.take_sets(0, 0, 0)
                    left[tile] += 2
        return self.count

    def suit_of_pair(self) -> i64:
        """The one suit whose tiles are a multiple of three plus two; -1 when there is no such split."""
        found: i64 = -1
        for suit in range(i64(4)):
            total: i64 = 0
            for tile in range(suit * 9, min(suit * 9 + 9, 34)):
                total += self.left[tile]
            rest = total % 3
            if rest == 1 or (rest == 2 and found >= 0):
                return -1
            if rest == 2:
                found = suit
        return found

    def take_sets(self, tile: i64, depth: i64, pungs_from: i64) -> None:
        """Split the tiles left, from `tile` up, into sets; keep the path when all are used.

        A pung is taken before the chows of the same tile (`pungs_from`), so that no split comes twice.
        """
        left = self.left
        while tile < 34 and left[tile] == 0:
            tile += 1
        if tile == 34:
            self.keep(depth)
            return
        if depth == self.size:
            return
        if left[tile] >= 3 and tile >= pungs_from:
            left[tile] -= 3
            self.path[depth] = PUNG << 8 | tile
            self.take_sets(tile, depth + 1, tile + 1)
            left[tile] += 3
        if starts_chow(tile) and left[tile + 1] > 0 and left[tile + 2] > 0:
            self.shift(tile, -1)
            self.path[depth] = CHOW << 8 | tile
            self.take_sets(tile, depth + 1, tile + 1)
            self.shift(tile, 1)

    def shift(self, tile: i64, change: i64) -> None:
        """Take out or put back the chow that starts at this tile."""
        left = self.left
        left[tile] += change
        left[tile + 1] += change
        left[tile + 2] += change

    def keep(self, depth: i64) -> None:
        """Write the finished path down as the next reading."""
        if depth != self.size:
            return
        self.pairs[self.count] = self.pair
        for i in range(depth):
            self.sets[4 * self.count + i] = self.path[i]
        self.count += 1


def starts_chow(tile: i64) -> bool:
    """Can a sequence start here: 1 to 7 of a suit? (hk_mahjong rule 11)"""
    return tile < 27 and tile % 9 < 7
