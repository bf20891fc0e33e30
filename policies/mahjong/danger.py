"""How dangerous a discard is: who may wait already, for which tiles, and what it would cost.

The tables, in thousandths, were counted in games of `normal` players, one seat in four of them taken for an
`easy` one. Nobody is bound to a missed win in this game, but nobody misses one either: a tile that passed
since a seat last changed its hand is safe against it, one that passed some rounds ago safer than others.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.policies.mahjong.efficiency import SORT
from paiju.sim.games.mahjong.tiles import SUIT
from paiju.sim.games.mahjong.view import MahjongView

THOUSAND: Final = 1000
SPAN: Final = 18  # discards of a seat after which nothing changes
NEVER: Final = 9  # rounds ago, for a tile nobody discarded

# Chance that a seat misses one tile only: a row for each number of melds, by its discards so far.
WAITS_BY_MELDS: Final = (
    (0, 1, 2, 8, 22, 41, 63, 100, 132, 180, 202, 244, 298, 318, 356, 379, 395, 412),
    (1, 3, 12, 30, 52, 90, 134, 186, 239, 295, 354, 411, 444, 494, 536, 575, 608, 638),
    (10, 20, 40, 71, 154, 216, 297, 358, 437, 490, 530, 566, 609, 643, 668, 682, 690, 700),
    (88, 138, 188, 318, 399, 533, 611, 670, 718, 766, 802, 823, 834, 843, 856, 858, 868, 875),
    (1000,) * SPAN,
)
WAITS: Final = vec[i64]([n for row in WAITS_BY_MELDS for n in row])
# How much likelier a tile of each sort is as a discard at random than with a plan, for the first discards.
AIMLESS_BY_DISCARD: Final = (
    (367, 852, 2160, 3150, 3230),
    (396, 852, 1750, 2660, 2790),
    (463, 832, 1490, 1990, 2090),
    (570, 742, 1280, 1660, 1750),
    (677, 776, 1070, 1410, 1520),
    (763, 790, 1035, 1280, 1360),
    (855, 772, 1006, 1210, 1270),
    (914, 820, 973, 1123, 1204),
)
AIMLESS: Final = vec[i64]([n for row in AIMLESS_BY_DISCARD for n in row])
# Chance that another seat takes this tile as a pung or chow, by its sort and the copies not seen.
FEEDS_BY_SORT: Final = (
    (0, 0, 8, 109),  # honours
    (18, 28, 56, 156),  # 1 9
    (42, 50, 97, 196),  # 2 8
    (63, 86, 146, 238),  # 3 7
    (62, 69, 122, 219),  # 4 5 6
)
FEEDS: Final = vec[i64]([n for row in FEEDS_BY_SORT for n in row])
FEED: Final = 5  # points such help costs
# Factors for tiles of a suit that a seat collects for all to see, and for the others.
COLLECTED: Final = 1500
OTHERS: Final = 600
SPARED: Final = 6  # at most one in so many of its discards is of the suit
TELLING: Final = 8  # discards that tell something
PRIOR: Final = 250  # odds that a seat plays at random before anything is seen
# Chance that a waiting seat waits for this tile: a row for each sort of tile, by its copies not seen.
TAKES_BY_SORT: Final = (
    (1, 2, 22, 37),  # honours
    (28, 87, 90, 95),  # 1 9
    (92, 122, 143, 153),  # 2 8
    (110, 185, 192, 208),  # 3 7
    (110, 124, 136, 145),  # 4 5 6
)
TAKES: Final = vec[i64]([n for row in TAKES_BY_SORT for n in row])
# Factor by the rounds since the tile was last discarded.
FADES: Final = vec[i64]([0, 127, 224, 317, 359, 428, 459, 515, 646, 1000])
# Factor by how many tiles of the suit the seat has discarded, early and late.
AVOIDS: Final = vec[i64]([643, 554, 412, 350, 350, 1000, 966, 857, 760, 627])


@final
class Danger:
    """What each discard of one seat would cost; filled again for every decision."""

    def __init__(self) -> None:
        self.waits: Final = vec[i64]([0] * 4)  # chance of each seat to wait, 0 for the own
        self.costs: Final = vec[i64]([0] * 4)  # what a win of each seat would cost
        self.flushes: Final = vec[i64]([0] * 4)  # suits of a flush it shows, 0 for none
        self.flush_costs: Final = vec[i64]([0] * 4)
        self.ages: Final = vec[i64]([0] * 136)  # seat * 34 + tile: rounds since it was last discarded
        self.thrown: Final = vec[i64]([0] * 16)  # seat * 4 + suit: discards
        self.discards: Final = vec[i64]([0] * 4)
        self.odds: Final = vec[i64]([0] * 4)  # of playing at random, in thousandths

    def load(self, view: MahjongView) -> None:
        """Look at the discards and melds of the others."""
        ages, thrown, discards = self.ages, self.thrown, self.discards
        for i in range(i64(136)):
            ages[i] = NEVER
        for i in range(i64(16)):
            thrown[i] = 0
        self.weigh_players(view)
        for i in range(view.river_count() - 1, i64(-1), i64(-1)):
            entry = view.river_entry(i)
            thrower, tile = entry >> 8, entry & 255
            if ages[tile] == NEVER:
                for seat in range(i64(4)):
                    ages[seat * 34 + tile] = min(discards[seat], NEVER - 1)
            discards[thrower] += 1
            thrown[thrower * 4 + SUIT[tile]] += 1
        for seat in range(i64(4)):
            place = view.meld_count(seat) * SPAN + min(discards[seat], SPAN - 1)
            self.waits[seat] = (
                0 if seat == view.seat else WAITS[place] * THOUSAND // (THOUSAND + self.odds[seat])
            )

    def weigh_players(self, view: MahjongView) -> None:
        """How likely each seat plays at random, from the tiles it discarded first."""
        discards, odds = self.discards, self.odds
        for seat in range(i64(4)):
            discards[seat] = 0
            odds[seat] = PRIOR
        for i in range(view.river_count()):
            entry = view.river_entry(i)
            seat = entry >> 8
            if discards[seat] < TELLING:
                odds[seat] = odds[seat] * AIMLESS[5 * discards[seat] + SORT[entry & 255]] // THOUSAND
                discards[seat] += 1
        for seat in range(i64(4)):
            discards[seat] = 0

    def players(self, seat: i64) -> i64:
        """How many others play with a plan, in thousandths."""
        total: i64 = 0
        for other in range(i64(4)):
            if other != seat:
                total += THOUSAND * THOUSAND // (THOUSAND + self.odds[other])
        return total

    def cost(self, tile: i64, left: vec[i64]) -> i64:
        """Expected cost of this discard in millionths; `left` copies of each tile are not seen."""
        total = FEEDS[4 * SORT[tile] + min(left[tile], 3)] * FEED * THOUSAND
        takes = TAKES[4 * SORT[tile] + min(left[tile], 3)]
        for seat in range(i64(4)):
            if self.waits[seat]:
                total += self.waits[seat] * self.loss(seat, tile, self.wanted(seat, tile, takes, left))
        return total

    def loss(self, seat: i64, tile: i64, wanted: i64) -> i64:
        """What it costs if this seat waits, in thousandths; who collects a suit waits in it, and for more."""
        suits = self.flushes[seat]
        if suits == 0:
            return wanted * self.costs[seat]
        if suits >> SUIT[tile] & 1:
            return wanted * COLLECTED // THOUSAND * self.flush_costs[seat]
        return wanted * OTHERS // THOUSAND * self.costs[seat]

    def expect_flush(self, seat: i64, suits: i64) -> None:
        """Note the suits that the melds of a seat point to, if its discards spare them."""
        thrown: i64 = 0
        for suit in range(i64(3)):
            if suits >> suit & 1:
                thrown += self.thrown[seat * 4 + suit]
        self.flushes[seat] = suits if thrown * SPARED <= self.discards[seat] else 0

    def wanted(self, seat: i64, tile: i64, takes: i64, left: vec[i64]) -> i64:
        """Chance in thousandths that this seat waits for the tile, if it waits."""
        p = takes * FADES[self.ages[seat * 34 + tile]] // THOUSAND
        suit = SUIT[tile]
        if suit < 3:
            both = self.side(seat, tile, -1, left) + self.side(seat, tile, 1, left)
            p = p * (2 * THOUSAND + both) // (4 * THOUSAND)
            late: i64 = 5 if self.discards[seat] >= 6 else 0
            p = p * AVOIDS[late + min(self.thrown[seat * 4 + suit], 4)] // THOUSAND
        return p

    def side(self, seat: i64, tile: i64, step: i64, left: vec[i64]) -> i64:
        """How far the seat may wait for the tile with the two beside it, in thousandths.

        Such a pair waits for the tile at its other end too: it is the less likely the later that one passed.
        """
        end = tile % 9 + 3 * step
        if end < 0 or end > 8 or left[tile + step] == 0 or left[tile + 2 * step] == 0:
            return 0
        return FADES[self.ages[seat * 34 + tile + 3 * step]]
