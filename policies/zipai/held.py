"""A hand as its owner plans with it: what is free, how many groups are to be found in it, for how many 息."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.policies.zipai.splits import Splitter
from paiju.sim.games.zipai.cards import BIGS, CARDS, ONES, SHIFT, SMALLS, UNIT, ones_in
from paiju.sim.games.zipai.claims import GROUP, ONE, SHAPES, TWO
from paiju.sim.games.zipai.groups import KAN, PUNG
from paiju.sim.games.zipai.kinds import CHOW
from paiju.sim.games.zipai.terms import ZipaiTerms
from paiju.sim.games.zipai.view import ZipaiView


@final
class Held:
    """The hand of the seat that is asked, and what it becomes by a claim."""

    def __init__(self, terms: ZipaiTerms) -> None:
        self.terms: Final = terms
        self.values: Final = terms.values
        self.key: i64 = 0  # cards in hand, locked 坎 left out
        self.size: i64 = 0
        self.groups: i64 = 0  # to be found among them
        self.pair: bool = False  # one of them is a pair: there is a 跑 or 提
        self.huxi: i64 = 0  # of groups on the table and of locked 坎
        self.kans: i64 = 0  # a bit at the digit of each locked 坎
        self.left: Final = vec[i64]([0] * (CARDS + 1))  # copies not seen; the last place stays 0
        self.unseen: i64 = 0  # all of them

    def load(self, view: ZipaiView) -> None:
        """Look at the own hand, and at what is not seen."""
        self.key = view.key()
        self.size = view.hand_size(view.seat)
        self.groups = self.terms.groups - view.group_count(view.seat)
        self.pair = view.quads(view.seat) > 0
        self.huxi = view.table_huxi()
        self.kans = self.key & self.key >> 1 & ONES if self.terms.kan_locked else 0
        self.set_aside(self.kans)
        known = view.known_key()
        self.unseen = 0
        for card in range(i64(CARDS)):
            left = 4 - (known >> SHIFT[card] & 7)
            self.left[card] = left
            self.unseen += left

    def set_aside(self, threes: i64) -> None:
        """坎 are groups already."""
        if threes != 0:
            n = ones_in(threes)
            self.key -= 3 * threes
            self.size -= 3 * n
            self.groups -= n
            small, big = self.values[KAN * CARDS], self.values[KAN * CARDS + CARDS // 2]
            self.huxi += small * ones_in(threes & SMALLS) + big * ones_in(threes & BIGS)

    def claim(self, move: i64) -> None:
        """The hand once this 吃 or 碰 is laid; a discard is due then."""
        card = move & 255
        if move >> 24 != CHOW:
            self.lay(2 * UNIT[card], 2, PUNG << 8 | card)
            return
        detail = move >> 8 & 0xFFFF
        given: i64 = 1
        while detail != 0:
            entry = card * SHAPES + (detail & 7)
            self.lay(ONE[entry] + TWO[entry] - given * UNIT[card], 3 - given, GROUP[entry])
            given = 0
            detail >>= 3

    def lay(self, units: i64, n: i64, group: i64) -> None:
        """n cards of the hand become a group on the table."""
        self.key -= units
        self.size -= n
        self.groups -= 1
        self.huxi += self.values[(group >> 8) * CARDS + (group & 255)]

    def split(self, splitter: Splitter, pieces: i64) -> None:
        """Find the splits of this hand."""
        splitter.threes = not self.terms.kan_locked
        splitter.split(self.key, self.size, self.groups, pieces, self.pair, self.huxi)
