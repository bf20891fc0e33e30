"""Tile efficiency: how many tiles a hand misses, and which tiles bring it closer.

A `Hand` is filled again for every decision. It can be cut down to the suits a plan allows: tiles of other
suits then count for nothing, as if they were discarded already. A set of suits is four bits: 1 萬, 2 筒,
4 索, 8 honours.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.mahjong.shapes import DIFFERENT_PAIRS, NO_PAIRS, merge, missing_pairs
from paiju.sim.games.mahjong.tables import CLS, HONOUR_KEY, MERGE, NEED, PAK, QPAK
from paiju.sim.games.mahjong.tiles import POW5, SUIT
from paiju.sim.games.mahjong.view import MahjongView

ALL_SUITS: Final = 15
LONELY: Final = 3  # with so few tiles missing a tile without neighbours is of no use
FAR: Final = 99  # more tiles missing than any hand misses

# Chances that an unseen tile comes in one round of the table, in twentieths of a draw: from the wall, and
# from one other seat's discards, a row for each sort of tile, by its copies not seen (counted in games).
DRAW: Final = 20
CLAIM_BY_SORT: Final = (
    (0, 28, 26, 23, 16),  # honours
    (0, 25, 22, 19, 14),  # 1 9
    (0, 21, 19, 16, 13),  # 2 8
    (0, 18, 16, 14, 12),  # 3 7
    (0, 18, 16, 14, 11),  # 4 5 6
)
CLAIM: Final = vec[i64]([n for row in CLAIM_BY_SORT for n in row])
SORT: Final = vec[i64]([0 if t >= 27 else min(t % 9 + 1, 9 - t % 9, 4) for t in range(34)])


@final
class Hand:
    """The concealed tiles of a seat (13 or 14 less those of its melds) under one plan.

    `needs[tile]` holds, after `look`, the tiles missing once `tile` is discarded, FAR for a tile not held.
    """

    def __init__(self) -> None:
        self.counts: Final = vec[i64]([0] * 34)
        self.left: Final = vec[i64]([0] * 34)  # copies not seen
        self.whole: Final = vec[i64]([0] * 4)  # keys of all tiles held
        self.keys: Final = vec[i64]([0] * 4)  # keys of those the plan allows
        self.classes: Final = vec[i64]([0] * 4)
        self.rest: Final = vec[i64]([0] * 4)  # for each suit, the class of the three others together
        self.added: Final = vec[i64]([0] * 34)  # class of the tile's suit with one such tile more
        self.needs: Final = vec[i64]([0] * 34)
        self.near: Final = vec[i64]([0] * 34)  # tiles worth a look
        self.n_near: i64 = 0
        self.found: Final = vec[i64]([0] * 34)  # discards to look at
        self.suits: i64 = ALL_SUITS
        self.melds: i64 = 0
        self.pairs_rule: i64 = NO_PAIRS
        self.pairs: i64 = 0  # of seven pairs
        self.singles: i64 = 0

    def load(self, view: MahjongView, pairs_rule: i64) -> None:
        """Take over the hand of a view; every suit is allowed. `pairs_rule`: which seven pairs win."""
        view.copy_counts(self.counts)
        for suit in range(i64(4)):
            self.whole[suit] = view.key(suit)
        self.melds = view.meld_count(view.seat)
        self.pairs_rule = pairs_rule
        self.plan(ALL_SUITS)

    def change(self, tile: i64, n: i64) -> None:
        """Try what would be with n tiles of a kind more (negative: fewer); `plan` comes next."""
        self.counts[tile] += n
        self.whole[SUIT[tile]] += n * POW5[tile]

    def plan(self, suits: i64) -> None:
        """Allow only tiles of these suits."""
        self.suits = suits
        keys, whole, classes = self.keys, self.whole, self.classes
        for suit in range(i64(4)):
            if suits >> suit & 1:
                keys[suit] = whole[suit]
            else:
                keys[suit] = HONOUR_KEY if suit == 3 else 0
            classes[suit] = i64(CLS[keys[suit]])
        if self.can_be_pairs():
            self.count_pairs()

    def can_be_pairs(self) -> bool:
        """May this hand still win as seven pairs?"""
        return self.melds == 0 and self.pairs_rule != NO_PAIRS

    def count_pairs(self) -> None:
        """Pairs and single tiles, as the rule counts them."""
        keys = self.keys
        pak: i64 = 0
        if self.pairs_rule == DIFFERENT_PAIRS:
            for suit in range(i64(4)):
                pak += i64(PAK[keys[suit]])
            self.pairs = pak >> 4
            self.singles = (pak & 15) - self.pairs
        else:
            for suit in range(i64(4)):
                pak += i64(QPAK[keys[suit]])
            self.pairs = pak >> 4
            self.singles = pak & 15

    def missing(self) -> i64:
        """Tiles missing from the nearest complete hand of the plan."""
        classes = self.classes
        one = merge(classes[0], classes[1])
        two = merge(classes[2], classes[3])
        least = i64(NEED[(4 - self.melds) << 16 | one << 8 | two])
        if self.can_be_pairs():
            least = min(least, missing_pairs(self.pairs, self.singles))
        return least

    def missing_after_claim(self, suit: i64, used: i64) -> i64:
        """Tiles missing once tiles worth `used` of a suit's key have gone into one meld more."""
        classes = self.classes
        held = classes[suit]
        classes[suit] = i64(CLS[self.keys[suit] - used])
        one = merge(classes[0], classes[1])
        two = merge(classes[2], classes[3])
        classes[suit] = held
        return i64(NEED[(3 - self.melds) << 16 | one << 8 | two])

    def find_rests(self) -> None:
        """For each suit, put the three others together."""
        classes, rest = self.classes, self.rest
        a, b, c, d = classes[0], classes[1], classes[2], classes[3]
        one = i64(MERGE[a << 8 | b])
        two = i64(MERGE[c << 8 | d])
        rest[0], rest[1] = i64(MERGE[two << 8 | b]), i64(MERGE[two << 8 | a])
        rest[2], rest[3] = i64(MERGE[one << 8 | d]), i64(MERGE[one << 8 | c])

    def look(self) -> i64:
        """Fill `needs` for a hand that is to discard; gives the least of them."""
        self.find_rests()
        counts, keys, rest, needs = self.counts, self.keys, self.rest, self.needs
        row = (4 - self.melds) << 16
        pairs = self.can_be_pairs()
        least: i64 = FAR
        for suit in range(i64(4)):
            part = row | rest[suit] << 8
            key = keys[suit]
            is_allowed = self.suits >> suit & 1
            for tile in range(suit * 9, min(suit * 9 + 9, 34)):
                n: i64 = FAR
                if counts[tile]:
                    n = i64(NEED[part | i64(CLS[key - is_allowed * POW5[tile]])])
                    if pairs:
                        n = min(n, self.pairs_without(tile))
                    least = min(least, n)
                needs[tile] = n
        return least

    def pairs_without(self, tile: i64) -> i64:
        """Tiles missing for seven pairs after this discard."""
        if self.suits >> SUIT[tile] & 1 == 0:
            return missing_pairs(self.pairs, self.singles)
        count = self.counts[tile]
        if self.pairs_rule == DIFFERENT_PAIRS:
            if count == 2:
                return missing_pairs(self.pairs - 1, self.singles + 1)
            return missing_pairs(self.pairs, self.singles - i64(count == 1))
        if count & 1:
            return missing_pairs(self.pairs, self.singles - 1)
        return missing_pairs(self.pairs - 1, self.singles + 1)

    def prepare(self, view: MahjongView) -> None:
        """What `useful` needs besides: the tiles not seen, and the classes with one tile more."""
        view.copy_left(self.left)
        self.find_added()

    def find_added(self) -> None:
        """The class of each tile's suit with one such tile more."""
        keys, added = self.keys, self.added
        for tile in range(i64(34)):
            added[tile] = i64(CLS[keys[SUIT[tile]] + POW5[tile]])

    def find_near(self, missing: i64) -> None:
        """List the tiles that `reach` must look at: those the hand holds and their neighbours.

        A tile far from all others brings no hand closer that misses so few tiles; otherwise all are listed.
        """
        counts = self.counts
        n: i64 = 0
        for suit in range(i64(4)):
            if self.suits >> suit & 1:
                for tile in range(suit * 9, min(suit * 9 + 9, 34)):
                    if missing > LONELY or counts[tile] or (suit < 3 and self.has_neighbour(tile)):
                        self.near[n] = tile
                        n += 1
        self.n_near = n

    def has_neighbour(self, tile: i64) -> bool:
        """Does the hand hold a tile of the suit not more than two away?"""
        counts = self.counts
        place = tile % 9
        return (
            (place >= 1 and counts[tile - 1] > 0)
            or (place <= 7 and counts[tile + 1] > 0)
            or (place >= 2 and counts[tile - 2] > 0)
            or (place <= 6 and counts[tile + 2] > 0)
        )

    def without(self, tile: i64) -> i64:
        """Put the suits together as if `tile` were discarded (-1: nothing); gives the key of its suit."""
        if tile < 0:
            self.find_rests()
            return 0
        suit = SUIT[tile]
        key = self.keys[suit] - (self.suits >> suit & 1) * POW5[tile]
        held = self.classes[suit]
        self.classes[suit] = i64(CLS[key])
        self.find_rests()
        self.classes[suit] = held
        return key

    def useful(self, tile: i64) -> i64:
        """How many unseen tiles bring the hand closer after this discard; `look` and `prepare` come first."""
        keyed = self.without(tile)
        rest, left, added = self.rest, self.left, self.added
        best = self.needs[tile]
        suit = SUIT[tile]
        row = (4 - self.melds) << 16
        pairs = self.can_be_pairs() and self.pairs_without(tile) == best
        total: i64 = 0
        for s in range(i64(4)):
            if self.suits >> s & 1 == 0:
                continue
            part = row | rest[s] << 8
            for t in range(s * 9, min(s * 9 + 9, 34)):
                if left[t] == 0:
                    continue
                one = i64(CLS[keyed + POW5[t]]) if s == suit else added[t]
                if i64(NEED[part | one]) < best or (pairs and self.makes_pair(t, tile)):
                    total += left[t]
        return total

    def reach(self, tile: i64, best: i64) -> i64:
        """Like `useful` for sets and a pair, each tile weighed by how it can come: DRAW plus CLAIM per seat.

        The last tile missing may come from all three others, and so may one that makes a pung; one that makes
        a chow only from the seat before. `tile` = -1 for a hand that need not discard; `best` are missing.
        """
        keyed = self.without(tile)
        rest, left, added, counts, near = self.rest, self.left, self.added, self.counts, self.near
        suit: i64 = -1
        row = (4 - self.melds) << 16
        if tile >= 0:
            suit = SUIT[tile]
            counts[tile] -= 1
        total: i64 = 0
        for i in range(self.n_near):
            t = near[i]
            if left[t]:
                s = SUIT[t]
                one = i64(CLS[keyed + POW5[t]]) if s == suit else added[t]
                if i64(NEED[row | rest[s] << 8 | one]) < best:
                    total += self.ways(t, best)
        if tile >= 0:
            counts[tile] += 1
        return total

    def ways(self, tile: i64, best: i64) -> i64:
        """How a useful tile may come; `best` tiles are missing before it does."""
        left = self.left[tile]
        claim = CLAIM[5 * SORT[tile] + left]
        if best == 1 or self.counts[tile] >= 2:
            return left * (DRAW + 3 * claim)
        if tile < 27 and self.can_chow(tile):
            return left * (DRAW + claim)
        return left * DRAW

    def try_tile(self, tile: i64, n: i64) -> None:
        """As `change`, and keep everything else up to date; n tiles of a suit the plan allows."""
        self.change(tile, n)
        suit = SUIT[tile]
        if self.suits >> suit & 1 == 0:
            return
        keys, added = self.keys, self.added
        keys[suit] += n * POW5[tile]
        self.classes[suit] = i64(CLS[keys[suit]])
        for t in range(suit * 9, min(suit * 9 + 9, 34)):
            added[t] = i64(CLS[keys[suit] + POW5[t]])

    def best_reach(self, missing: i64) -> i64:
        """The best reach of any discard that leaves so many tiles missing, 0 if none does."""
        self.find_rests()
        counts, keys, rest, found = self.counts, self.keys, self.rest, self.found
        row = (4 - self.melds) << 16
        n: i64 = 0
        for suit in range(i64(4)):
            part = row | rest[suit] << 8
            first = suit * 9
            if self.suits >> suit & 1:
                key = keys[suit]
                for tile in range(first, min(first + 9, 34)):
                    if counts[tile] and i64(NEED[part | i64(CLS[key - POW5[tile]])]) == missing:
                        found[n] = tile
                        n += 1
            elif i64(NEED[part | self.classes[suit]]) == missing:  # one tile stands for all of them
                for tile in range(first, min(first + 9, 34)):
                    if counts[tile]:
                        found[n] = tile
                        n += 1
                        break
        most: i64 = 0
        for i in range(n):
            most = max(most, self.reach(found[i], missing))
        return most

    def can_chow(self, tile: i64) -> bool:
        """Do the tiles held make a sequence with this suit tile?"""
        counts = self.counts
        place = tile % 9
        below = place >= 1 and counts[tile - 1] > 0
        above = place <= 7 and counts[tile + 1] > 0
        if below and (above or (place >= 2 and counts[tile - 2] > 0)):
            return True
        return above and place <= 6 and counts[tile + 2] > 0

    def makes_pair(self, tile: i64, without: i64) -> bool:
        """Does this tile bring seven pairs closer, once `without` is discarded?"""
        n = self.counts[tile] - i64(tile == without)
        if self.pairs_rule == DIFFERENT_PAIRS:
            return n == 1 or (n == 0 and self.pairs + self.singles < 7)
        return n & 1 == 1 or (n != 4 and self.pairs + self.singles < 7)
