"""What kinds of hand are worth by the terms of a game in which each fan doubles."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.policies.mahjong.efficiency import ALL_SUITS, FAR, Hand
from paiju.sim.games.mahjong import melds
from paiju.sim.games.mahjong.melds import is_chow, meld_tile
from paiju.sim.games.mahjong.terms import NO_CAP, MahjongTerms
from paiju.sim.games.mahjong.tiles import SUIT, is_simple
from paiju.sim.games.mahjong.view import MahjongView

# Fan are estimated in quarters; what they are worth, in points of a game with base 20.
MOST_QUARTERS: Final = 60
POINTS: Final = vec[i64]([round(20 * 2 ** (q / 4)) for q in range(MOST_QUARTERS + 1)])
PAIR_QUARTERS: Final = 3  # for a pair that would be worth a fan as a set
# What is left of a hand's worth, in thousandths, by the quarters it has too few.
MOST_SHORT: Final = 9
SHORT: Final = vec[i64]([1000, 750, 600, 480, 420, 60, 50, 40, 30, 2])
MOST_DOUBLINGS: Final = 10
RANK: Final = 200  # a hand won or lost counts these points besides, since places count too


def set_fan(view: MahjongView, seat: i64, tile: i64) -> i64:
    """Fan of a pung of this honour by itself, for that seat."""
    if tile >= 31:
        return view.terms.dragon_fan
    is_seat, is_round = tile == view.seat_wind(seat), tile == view.round_wind()
    if is_seat and is_round:
        return view.terms.double_wind_fan
    return view.terms.wind_fan if is_seat or is_round else 0


def meld_suits(view: MahjongView, seat: i64) -> i64:
    """The suits of a seat's melds."""
    suits: i64 = 0
    for i in range(view.meld_count(seat)):
        suits |= 1 << SUIT[meld_tile(view.meld(seat, i))]
    return suits


def is_concealed(view: MahjongView) -> bool:
    """Has the seat no meld but concealed kongs?"""
    for i in range(view.meld_count(view.seat)):
        if not melds.is_concealed(view.meld(view.seat, i)):
            return False
    return True


def expected_honours(view: MahjongView, hand: Hand) -> i64:
    """Fan of honour pungs on the table and in hand, those of pairs that may still become one included."""
    fan: i64 = 0
    for tile in range(i64(27), i64(34)):
        if hand.counts[tile] >= 2:
            fan += set_fan(view, view.seat, tile)
    for i in range(view.meld_count(view.seat)):
        meld = view.meld(view.seat, i)
        if not is_chow(meld) and meld_tile(meld) >= 27:
            fan += set_fan(view, view.seat, meld_tile(meld))
    return fan


def least_plan(view: MahjongView, hand: Hand) -> None:
    """Where a win needs fan, cut the hand down to the nearest plan that can have them."""
    terms = view.terms
    wanted = terms.min_fan
    if wanted == 0:
        return
    honours = expected_honours(view, hand)
    way = terms.concealed_self_draw_fan if is_concealed(view) else terms.self_draw_fan
    if honours + way >= wanted and honours > 0:
        return
    melds = meld_suits(view, view.seat)
    least: i64 = FAR
    chosen: i64 = ALL_SUITS
    for suit in range(i64(3)):
        pure = i64(1) << suit
        for suits in (pure | 8, pure):
            fan = terms.half_flush_fan + honours if suits & 8 else terms.full_flush_fan
            if melds & ~suits == 0 and (fan + way >= wanted or suits == pure):
                hand.plan(suits)
                n = hand.missing()
                if n < least:
                    least, chosen = n, suits
    hand.plan(chosen)


@final
class Value:
    """What the own hand may be worth, in quarters of a fan; filled again for every decision."""

    def __init__(self, terms: MahjongTerms) -> None:
        self.terms: Final = terms
        self.least_fan: Final[i64] = terms.min_fan
        self.half_flush: Final[i64] = 4 * terms.half_flush_fan  # quarters, as the two that follow
        self.full_flush: Final[i64] = 4 * terms.full_flush_fan
        self.all_honours: Final[i64] = 4 * terms.all_honours_fan
        most = MOST_QUARTERS if terms.fan_cap == NO_CAP else min(4 * terms.fan_cap, MOST_QUARTERS)
        self.most_quarters: Final[i64] = most
        self.honours: Final = vec[i64]([0] * 34)  # fan of a set of this tile
        self.suits: i64 = 0  # of the own melds
        self.fan: i64 = 0  # of the own melds
        self.has_chow: bool = False
        self.is_concealed: bool = True
        self.is_simple: bool = True
        self.ends: i64 = 0  # terminals and honours in hand
        self.held: i64 = 0  # quarters for honour sets and pairs in hand

    def load(self, view: MahjongView) -> None:
        """Look at the winds and at the own melds."""
        self.suits = 0
        self.fan = 0
        self.has_chow = False
        self.is_concealed = True
        self.is_simple = True
        for tile in range(i64(27), i64(34)):
            self.honours[tile] = set_fan(view, view.seat, tile)
        for i in range(view.meld_count(view.seat)):
            self.add_meld(view.meld(view.seat, i))

    def add_meld(self, meld: i64) -> None:
        """Consider one meld."""
        tile = meld_tile(meld)
        self.suits |= 1 << SUIT[tile]
        if not melds.is_concealed(meld):
            self.is_concealed = False
        if is_chow(meld):
            self.has_chow = True
            self.is_simple = self.is_simple and tile % 9 != 0 and tile % 9 != 6
        else:
            self.fan += self.honours[tile]
            self.is_simple = self.is_simple and is_simple(tile)

    def count(self, hand: Hand) -> None:
        """Look at the concealed tiles."""
        counts, left = hand.counts, hand.left
        self.ends = 0
        self.held = 0
        for tile in range(i64(27)):
            if not is_simple(tile):
                self.ends += counts[tile]
        for tile in range(i64(27), i64(34)):
            self.ends += counts[tile]
            self.held += self.of_set(tile, counts[tile], left[tile])

    def of_set(self, tile: i64, count: i64, left: i64) -> i64:
        """Quarters for that many of an honour in hand: a set, or the hope for one."""
        if count >= 3:
            return 4 * self.honours[tile]
        if count == 2 and left > 0:
            return PAIR_QUARTERS * self.honours[tile]
        return 0

    def of_sets(self, hand: Hand, tile: i64, suits: i64) -> i64:
        """Quarters of a hand of sets within these suits, once `tile` is discarded (-1: nothing)."""
        quarters = 4 * self.fan + self.held + (1 if self.is_concealed else 0)
        ends = self.ends
        if tile >= 27:
            count, left = hand.counts[tile], hand.left[tile]
            quarters += self.of_set(tile, count - 1, left) - self.of_set(tile, count, left)
        if tile >= 0 and not is_simple(tile):
            ends -= 1
        if self.is_simple and ends <= 1:
            quarters += 1 if ends == 1 else 3
        if suits == 8:
            quarters += self.all_honours
        elif suits & 7 != 7:
            quarters += self.half_flush if suits & 8 else self.full_flush
        return quarters

    def worth(self, quarters: i64, is_dealer: bool) -> i64:
        """What a win of so many quarters of a fan moves, and RANK."""
        points = POINTS[min(quarters, self.most_quarters)]
        if is_dealer:
            points = points * self.terms.dealer_num // self.terms.dealer_den
        return points + (RANK << min(self.least_fan, MOST_DOUBLINGS))

    def own_worth(self, quarters: i64, is_dealer: bool) -> i64:
        """The same for the own hand, which may have too few fan to win at all."""
        worth = self.worth(quarters, is_dealer)
        short = 4 * self.least_fan - quarters
        return worth if short <= 0 else worth * SHORT[min(short, MOST_SHORT)] // 1000


def open_quarters(view: MahjongView, seat: i64) -> i64:
    """Quarters of a fan that the melds of another seat show, and what such hands have besides."""
    quarters: i64 = 2
    simple = True
    count = view.meld_count(seat)
    for i in range(count):
        meld = view.meld(seat, i)
        tile = meld_tile(meld)
        if tile >= 27:
            simple = False
            if not is_chow(meld):
                quarters += 4 * set_fan(view, seat, tile)
        elif tile % 9 == 0 or tile % 9 == (6 if is_chow(meld) else 8):
            simple = False
    if count >= 2 and simple:
        quarters += 2
    return max(quarters, 4 * view.terms.min_fan)


def open_suits(view: MahjongView, seat: i64) -> i64:
    """The suits of a flush that the melds of a seat point to, honours among them; 0 for none."""
    suits = meld_suits(view, seat)
    if view.meld_count(seat) < 2 or suits == 8:
        return 0
    return suits | 8 if suits & 7 & ((suits & 7) - 1) == 0 else 0
