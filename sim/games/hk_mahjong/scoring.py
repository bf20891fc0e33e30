"""A finished hand -> the best reading -> itemised fan -> value -> payments.

    scorer = Scorer(rules)
    fan = scorer.evaluate(counts, 34 * seat, melds, 4 * seat, n_melds, SELF_DRAW, seat_wind, round_wind, 0)
    if fan >= rules.min_fan: scorer.pay(winner, -1, scorer.value(fan, is_dealer))

`evaluate` gives the fan before the cap, -1 for no winning shape; the items are then in `tally`, and after `pay` the
payments too.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.sim.games.hk_mahjong.rules import (
    ALL_HONOURS,
    ALL_PUNGS,
    ALL_SIMPLES,
    CONCEALED,
    CONCEALED_SELF_DRAW,
    DRAGON_PUNG,
    EACH_FULL,
    EARTHLY,
    EXACT_FROM_BANK,
    FOUR_WINDS,
    FULL_FLUSH,
    HALF_FLUSH,
    HEAVENLY,
    KONG_BLOOM,
    LAST_TILE,
    NINE_GATES,
    PATTERNS,
    ROUND_WIND_PUNG,
    SEAT_WIND_PUNG,
    SELF_DRAWN,
    SEVEN_PAIRS,
    SMALL_FOUR_WINDS,
    SMALL_THREE_DRAGONS,
    THIRTEEN_ORPHANS,
    THREE_DRAGONS,
    HkRules,
)
from paiju.sim.games.mahjong.melds import is_chow, is_concealed, meld_tile
from paiju.sim.games.mahjong.shapes import (
    Readings,
    are_pairs,
    form_with,
    is_complete,
    is_thirteen_orphans,
    missing_orphans,
)
from paiju.sim.games.mahjong.state import SEATS
from paiju.sim.games.mahjong.tiles import POW5, SUIT
from paiju.sim.kernel.engine import Tally

# where the winning tile came from
SELF_DRAW: Final = 0  # the wall, replacement tiles included 自摸
DISCARD: Final = 1  # another's discard 食糊
ROB_KONG: Final = 2  # another's added kong 搶槓

# circumstances of a win, a set of bits
BLOOM: Final = 1  # on the replacement tile of a kong
LAST: Final = 2  # with the last tile of the wall
HEAVEN: Final = 4  # the dealer's first draw, no kong declared
EARTH: Final = 8  # the dealer's first discard, no kong declared

NOT_A_WIN: Final = -1

# shape of the reading that counts
NO_SHAPE: Final = 0
FOUR_SETS: Final = 1
PAIRS: Final = 2
ORPHANS: Final = 3

WINDS: Final = 0b0001111  # honours as bits: bit 0 = 東 ... bit 6 = 白
DRAGONS: Final = 0b1110000


@final
class Scorer:
    """Scores hands of one ruleset; its vecs hold the answer of the last hand."""

    def __init__(self, rules: HkRules) -> None:
        self.rules: Final = rules
        self.readings: Final = Readings()
        self.tally: Final = Tally(SEATS, len(PATTERNS))
        self.fan: i64 = 0
        self.shape: i64 = NO_SHAPE
        self.reading: i64 = 0  # which of `readings`, when the shape is FOUR_SETS
        # the hand being scored, whatever its reading
        self.n_melds: i64 = 0
        self.suits: i64 = 0  # bits 1 萬, 2 筒, 4 索, 8 honours
        self.has_ends: bool = False  # some 1, 9 or honour
        self.is_concealed: bool = False
        self.meld_chows: i64 = 0
        self.meld_honours: i64 = 0  # honours that are pungs or kongs on the table, as bits
        self.is_nine_gates: bool = False
        self.source: i64 = 0
        self.seat_wind: i64 = 0  # as bits
        self.round_wind: i64 = 0
        self.circumstances: i64 = 0
        # the reading being scored
        self.total: i64 = 0
        self.chows: i64 = 0
        self.honours: i64 = 0  # honours that are pungs or kongs, as bits

    def can_win(self, keys: vec[i64], first: i64, form: i64, n_melds: i64, tile: i64) -> bool:
        """Is the hand with this further tile (-1: as it is) a winning shape (rules 11, 12; decision 18)?

        `keys[first : first + 4]` are the hand's four keys and `form` their form.
        """
        rules = self.rules
        if tile >= 0:
            form = form_with(form, keys[first + SUIT[tile]], tile)
        if is_complete(form, n_melds, rules.pairs):
            return True
        if n_melds != 0 or rules.extra[THIRTEEN_ORPHANS] == 0:
            return False
        a, b, c, d = keys[first], keys[first + 1], keys[first + 2], keys[first + 3]
        if tile >= 0:
            suit, more = SUIT[tile], POW5[tile]
            if suit == 0:
                a += more
            elif suit == 1:
                b += more
            elif suit == 2:
                c += more
            else:
                d += more
        return is_thirteen_orphans(a, b, c, d)

    def evaluate(
        self,
        counts: vec[u8],
        at: i64,
        melds: vec[i64],
        first: i64,
        n_melds: i64,
        source: i64,
        seat_wind: i64,
        round_wind: i64,
        circumstances: i64,
    ) -> i64:
        """Fan of the best reading before the cap (decision 32); NOT_A_WIN (-1) when there is no shape.

        `counts[at : at + 34]` is the hand with the winning tile, `melds[first : first + n_melds]` the table.
        Whether the fan reaches `min_fan` is for the caller to ask.
        """
        self.source = source
        self.seat_wind = 1 << (seat_wind - 27)
        self.round_wind = 1 << (round_wind - 27)
        self.circumstances = circumstances
        self.look_at_melds(melds, first, n_melds)
        self.look_at_tiles(counts, at)
        self.choose_reading(counts, at)
        return self.fan

    def look_at_melds(self, melds: vec[i64], first: i64, n_melds: i64) -> None:
        """What the melds on the table settle; they begin the sums over the whole hand (decision 12)."""
        self.n_melds = n_melds
        self.suits = 0
        self.has_ends = False
        self.is_concealed = True
        self.meld_chows = 0
        self.meld_honours = 0
        for i in range(first, first + n_melds):
            m = melds[i]
            tile = meld_tile(m)
            self.suits |= 1 << SUIT[tile]
            if not is_concealed(m) or not self.rules.concealed_kong_keeps_concealed:
                self.is_concealed = False
            if is_chow(m):
                self.meld_chows += 1
                self.has_ends = self.has_ends or tile % 9 == 0 or tile % 9 == 6
            elif tile >= 27:
                self.meld_honours |= 1 << (tile - 27)
                self.has_ends = True
            else:
                self.has_ends = self.has_ends or tile % 9 == 0 or tile % 9 == 8

    def look_at_tiles(self, counts: vec[u8], at: i64) -> None:
        """Suits and ends of the concealed tiles."""
        for suit in range(i64(3)):
            start = at + 9 * suit
            if i64(counts[start]) + i64(counts[start + 8]) > 0:
                self.has_ends = True
                self.suits |= 1 << suit
            else:
                for i in range(start + 1, start + 8):
                    if counts[i] > 0:
                        self.suits |= 1 << suit
                        break
        for i in range(at + 27, at + 34):
            if counts[i] > 0:
                self.has_ends = True
                self.suits |= 8
                break
        self.is_nine_gates = self.looks_nine_gates(counts, at)

    def looks_nine_gates(self, counts: vec[u8], at: i64) -> bool:
        """1112345678999 of one suit and one more of it 九蓮寶燈, whichever tile came last.

        That takes all 14 tiles, so there is no meld.
        """
        if self.suits != 1 and self.suits != 2 and self.suits != 4:
            return False
        start = at + 9 * (self.suits >> 1)
        if counts[start] < 3 or counts[start + 8] < 3:
            return False
        for i in range(start + 1, start + 8):
            if counts[i] == 0:
                return False
        return True

    def choose_reading(self, counts: vec[u8], at: i64) -> None:
        """Most fan; ties: four sets before seven pairs, then more pungs (decision 32)."""
        best: i64 = NOT_A_WIN
        chows: i64 = 0
        shape: i64 = NO_SHAPE
        chosen: i64 = 0
        for reading in range(self.readings.find(counts, at, self.n_melds)):
            fan = self.score_sets(reading)
            if fan > best or (fan == best and self.chows < chows):
                best, chows, shape, chosen = fan, self.chows, FOUR_SETS, reading
        if self.n_melds == 0:
            if are_pairs(counts, at, self.rules.pairs) and self.score_pairs() > best:
                shape = PAIRS
            if self.rules.extra[THIRTEEN_ORPHANS] > 0 and missing_orphans(counts, at) == 0:
                shape = ORPHANS
        self.shape = shape
        self.reading = chosen
        self.fan = self.score(shape)

    def score(self, shape: i64) -> i64:
        """Itemise the hand in the shape chosen; NOT_A_WIN without one."""
        if shape == FOUR_SETS:
            return self.score_sets(self.reading)
        if shape == PAIRS:
            return self.score_pairs()
        if shape == ORPHANS:
            return self.score_orphans()
        self.tally.clear()
        return NOT_A_WIN

    def score_sets(self, reading: i64) -> i64:
        """Items and fan of one reading as four sets and a pair; they add (rule 15; decisions 8, 9, 11)."""
        self.begin()
        self.look_at_sets(reading)
        self.add_suits()
        if self.suits != 8 or not self.rules.honours_exclusive:
            if self.chows == 0:
                self.add(ALL_PUNGS, self.rules.terms.all_pungs_fan)
            self.add_honour_pungs()
        pair = self.readings.pairs[reading]
        self.add_big_honours(1 << (pair - 27) if pair >= 27 else 0)
        if self.is_nine_gates:
            self.add_extra(NINE_GATES)
        return self.total

    def score_pairs(self) -> i64:
        """Items and fan as seven pairs 七對; it has no sets, so no 對對糊 and no 字刻 (rule 15; decisions 5, 7)."""
        self.begin()
        self.add(SEVEN_PAIRS, self.rules.terms.seven_pairs_fan)
        if not self.rules.seven_pairs_exclusive:
            self.add_suits()
        return self.total

    def score_orphans(self) -> i64:
        """Items and fan as thirteen orphans: nothing of tiles or sets counts beside it (decision 18)."""
        self.begin()
        self.add_extra(THIRTEEN_ORPHANS)
        return self.total

    def begin(self) -> None:
        """A new list of items: first how the hand was won, which counts in every shape (rule 15; decision 15)."""
        self.tally.clear()
        self.total = 0
        if self.source == SELF_DRAW:
            if self.is_concealed:
                self.add(CONCEALED_SELF_DRAW, self.rules.terms.concealed_self_draw_fan)
            else:
                self.add(SELF_DRAWN, self.rules.self_draw_fan)
        elif self.is_concealed:
            self.add(CONCEALED, self.rules.concealed_fan)
        luck = self.circumstances
        if luck != 0:
            if luck & BLOOM:
                self.add_extra(KONG_BLOOM)
            if luck & LAST and self.source == SELF_DRAW:
                self.add_extra(LAST_TILE)
            if luck & HEAVEN:
                self.add_extra(HEAVENLY)
            if luck & EARTH:
                self.add_extra(EARTHLY)

    def add(self, pattern: i64, fan: i64) -> None:
        """Note an item; no fan, no item."""
        if fan > 0:
            self.tally.add(pattern, fan)
            self.total += fan

    def add_extra(self, pattern: i64) -> None:
        """An item of `extra_fan`, if it is switched on (decision 17)."""
        self.add(pattern, self.rules.extra[pattern])

    def look_at_sets(self, reading: i64) -> None:
        """Chows and honour pungs of the reading and the table together."""
        sets = self.readings.sets
        chows = self.meld_chows
        honours = self.meld_honours
        for i in range(4 * reading, 4 * reading + self.readings.size):
            tile = meld_tile(sets[i])
            if is_chow(sets[i]):
                chows += 1
            elif tile >= 27:
                honours |= 1 << (tile - 27)
        self.chows = chows
        self.honours = honours

    def add_suits(self) -> None:
        """斷么九, 混一色, 字一色, 清一色 (rule 15; decision 10)."""
        suits, terms = self.suits, self.rules.terms
        if not self.has_ends:
            self.add(ALL_SIMPLES, 1)
        if suits == 8:
            self.add(ALL_HONOURS, terms.all_honours_fan)
        elif suits == 1 or suits == 2 or suits == 4:
            self.add(FULL_FLUSH, terms.full_flush_fan)
        elif suits == 9 or suits == 10 or suits == 12:
            self.add(HALF_FLUSH, terms.half_flush_fan)

    def add_honour_pungs(self) -> None:
        """字刻: each pung or kong of a dragon, the seat wind, the round wind (rule 15; decision 3)."""
        honours = self.honours
        if honours == 0:
            return
        self.add(DRAGON_PUNG, (honours >> 4 & 1) + (honours >> 5 & 1) + (honours >> 6 & 1))
        if honours & self.seat_wind:
            self.add(SEAT_WIND_PUNG, 1)
            if self.seat_wind == self.round_wind:
                self.add(ROUND_WIND_PUNG, self.rules.double_wind_fan - 1)
        if honours & self.round_wind and self.seat_wind != self.round_wind:
            self.add(ROUND_WIND_PUNG, 1)

    def add_big_honours(self, pair: i64) -> None:
        """大三元, 小三元, 大四喜, 小四喜; `pair` is the honour of the pair as a bit, 0 for a suit tile."""
        honours = self.honours
        if honours & DRAGONS == DRAGONS:
            self.add_extra(THREE_DRAGONS)
        elif (honours | pair) & DRAGONS == DRAGONS:
            self.add_extra(SMALL_THREE_DRAGONS)
        if honours & WINDS == WINDS:
            self.add_extra(FOUR_WINDS)
        elif (honours | pair) & WINDS == WINDS:
            self.add_extra(SMALL_FOUR_WINDS)

    def capped(self, fan: i64) -> i64:
        """The fan that count (decision 1)."""
        cap = self.rules.fan_cap
        return min(fan, cap) if cap >= 0 else fan

    def value(self, fan: i64, dealer: bool) -> i64:
        """Base x 2^capped fan, then the dealer's factor, rounded up (rule 14; decisions 2, 14)."""
        rules = self.rules
        points = rules.base_points << self.capped(fan)
        if not dealer:
            return points
        raised = (points * rules.dealer_num + rules.dealer_den - 1) // rules.dealer_den
        if rules.cap_after_dealer and rules.fan_cap >= 0:
            return min(raised, rules.base_points << rules.fan_cap)
        return raised

    def pay(self, winner: i64, payer: i64, value: i64) -> None:
        """Fill the points: `payer` is the discarder or robbed konger, -1 for a self-drawn win (rule 16)."""
        points = self.tally.points
        share: i64 = 0 if payer >= 0 else self.self_draw_share(value)
        for seat in range(i64(SEATS)):
            points[seat] = -share
        if payer >= 0:
            points[winner], points[payer] = value, -value
        else:
            points[winner] = self.self_draw_gain(value)

    def self_draw_share(self, value: i64) -> i64:
        """What each of the three pays for a self-drawn hand (decision 13)."""
        return value if self.rules.self_draw_payment == EACH_FULL else (value + 2) // 3

    def self_draw_gain(self, value: i64) -> i64:
        """What the winner of a self-drawn hand gets (decision 13)."""
        if self.rules.self_draw_payment == EXACT_FROM_BANK:
            return value
        return 3 * self.self_draw_share(value)
