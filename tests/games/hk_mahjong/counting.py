"""Winning shapes, fan, values and payments of hk_mahjong, worked out once more from the rule text, plainly.

Tiles are 0 to 33: 萬, 筒, 索, then 東南西北中發白; a hand is 34 counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.games.hk_mahjong.log_format import BY_DISCARD, SELF_DRAW

EAST, RED = 27, 31  # 東 and the first dragon
ORPHANS = [0, 8, 9, 17, 18, 26, *range(27, 34)]

Meld = tuple[str, int, bool]  # "chow", "pung" or "kong"; lowest tile; hidden (a concealed kong)
Reading = tuple[int, tuple[tuple[str, int], ...]]  # pair tile or -1, sets

# Shapes: one suit at a time, by plain recursion with a memo.

_readings: dict[tuple[int, ...], tuple[Reading, ...]] = {}


def suit_readings(counts: tuple[int, ...]) -> tuple[Reading, ...]:
    """All ways to take a suit (7 counts: honours, no chows) apart into sets and at most one pair."""
    known = _readings.get(counts)
    if known is None:
        found: set[Reading] = set()
        _take_apart(list(counts), 0, -1, (), found)
        known = _readings[counts] = tuple(sorted(found))
    return known


def _take_apart(
    counts: list[int], at: int, pair: int, sets: tuple[tuple[str, int], ...], found: set[Reading]
) -> None:
    while at < len(counts) and counts[at] == 0:
        at += 1
    if at == len(counts):
        found.add((pair, tuple(sorted(sets))))
        return
    if counts[at] >= 2 and pair < 0:
        counts[at] -= 2
        _take_apart(counts, at, at, sets, found)
        counts[at] += 2
    if counts[at] >= 3:
        counts[at] -= 3
        _take_apart(counts, at, pair, (*sets, ("pung", at)), found)
        counts[at] += 3
    if len(counts) == 9 and at < 7 and counts[at + 1] and counts[at + 2]:
        for i in range(at, at + 3):
            counts[i] -= 1
        _take_apart(counts, at, pair, (*sets, ("chow", at)), found)
        for i in range(at, at + 3):
            counts[i] += 1


def four_set_readings(hand: Sequence[int]) -> list[Reading]:
    """All ways to read concealed tiles as sets and exactly one pair."""
    whole: list[Reading] = [(-1, ())]
    for start, stop in ((0, 9), (9, 18), (18, 27), (27, 34)):
        if sum(hand[start:stop]) % 3 == 1:
            return []
    for start, stop in ((0, 9), (9, 18), (18, 27), (27, 34)):
        grown = []
        for pair, sets in suit_readings(tuple(hand[start:stop])):
            moved = tuple((kind, low + start) for kind, low in sets)
            for other_pair, other_sets in whole:
                if pair < 0 or other_pair < 0:
                    grown.append((pair + start if pair >= 0 else other_pair, other_sets + moved))
        whole = grown
    return [reading for reading in whole if reading[0] >= 0]


def is_four_sets(hand: Sequence[int]) -> bool:
    """Can concealed tiles be read as sets and one pair? (rule 11)"""
    pair_due = True
    for start, stop in ((0, 9), (9, 18), (18, 27), (27, 34)):
        suit = hand[start:stop]
        over = sum(suit) % 3
        if over == 1 or (over == 2 and not pair_due):
            return False
        if over == 2:
            pair_due = False
    if pair_due:
        return False
    # with 3n tiles no reading has a pair, with 3n + 2 every one has
    return all(suit_readings(tuple(hand[a:b])) for a, b in ((27, 34), (0, 9), (9, 18), (18, 27)))


@dataclass
class Situation:
    """All that the worth of a winning hand depends on; `hand` holds the winning tile."""

    hand: Sequence[int]
    melds: Sequence[Meld]
    source: int  # SELF_DRAW, BY_DISCARD or BY_ROBBERY
    seat_wind: int
    round_wind: int
    replacement: bool  # the tile drawn last replaced a kong
    wall_is_empty: bool
    draws: int  # in this hand, by all
    discards: int
    kongs: int


class Counting:
    """What hands are worth under one ruleset; patterns by name."""

    def __init__(self, options: Mapping[str, object]) -> None:
        self.o = dict(options)
        extra = self.o["extra_fan"]
        assert isinstance(extra, Mapping)
        self.extra: dict[str, int] = dict(extra)
        self.base = int(str(self.o["base_points"]))
        self.cap = None if self.o["fan_cap"] is None else int(str(self.o["fan_cap"]))
        self.multiplier = Fraction(str(self.o["dealer_multiplier"]))
        self.pairs = bool(self.o["seven_pairs"])
        self.quads = bool(self.o["quad_as_two_pairs"])

    def is_shape(self, hand: Sequence[int], melds: Sequence[Meld]) -> bool:
        """Four sets and a pair, seven pairs, or thirteen orphans where they are played."""
        return is_four_sets(hand) or (not melds and (self.is_pairs(hand) or self.is_orphans(hand)))

    def is_pairs(self, hand: Sequence[int]) -> bool:
        """Rule 12, decision 6."""
        return self.pairs and (hand.count(2) + (2 * hand.count(4) if self.quads else 0)) == 7

    def is_orphans(self, hand: Sequence[int]) -> bool:
        """Decision 18."""
        if "thirteen_orphans" not in self.extra or hand.count(0) != 34 - 13:
            return False
        return all(hand[tile] for tile in ORPHANS)

    def best(self, win: Situation) -> dict[str, int]:
        """Pattern -> fan of the best reading; ties: four sets before pairs, then more pungs (decision 32)."""
        found: list[tuple[int, int, int, dict[str, int]]] = []
        for pair, sets in four_set_readings(win.hand):
            whole = [(kind, low) for kind, low, _ in win.melds] + list(sets)
            items = self.items_of_sets(win, pair, whole)
            found.append((sum(items.values()), 1, sum(kind != "chow" for kind, _ in whole), items))
        if not win.melds and self.is_pairs(win.hand):
            items = self.items_of_luck(win) | {"seven_pairs": 2}
            if not self.o["seven_pairs_exclusive"]:
                items |= self.items_of_suits(win)
            found.append((sum(items.values()), 0, 0, items))
        if not win.melds and self.is_orphans(win.hand):
            items = self.items_of_luck(win) | {"thirteen_orphans": self.extra["thirteen_orphans"]}
            found.append((sum(items.values()), 0, 0, items))
        best = max(found, key=lambda each: each[:3])
        return {name: fan for name, fan in best[3].items() if fan}

    def items_of_luck(self, win: Situation) -> dict[str, int]:
        """What the way of winning is worth (rules 15, 16; decisions 12, 15, 17)."""
        items: dict[str, int] = {}
        keeps = self.o["concealed_kong_keeps_concealed"]
        concealed = all(hidden and keeps for _, _, hidden in win.melds)
        if win.source == SELF_DRAW and concealed:
            items["concealed_self_draw"] = 1
        elif win.source == SELF_DRAW:
            items["self_draw"] = int(str(self.o["self_draw_fan"]))
        elif concealed:
            items["concealed"] = int(str(self.o["concealed_fan"]))
        if win.source == SELF_DRAW and win.replacement:
            items["kong_bloom"] = self.extra.get("kong_bloom", 0)
        if win.source == SELF_DRAW and win.wall_is_empty:
            items["last_tile"] = self.extra.get("last_tile", 0)
        if win.source == SELF_DRAW and win.draws == 1:
            items["heavenly"] = self.extra.get("heavenly", 0)
        if win.source == BY_DISCARD and win.discards == 1 and win.kongs == 0:
            items["earthly"] = self.extra.get("earthly", 0)
        return items

    def tiles_of(self, win: Situation) -> set[int]:
        """The kinds of all tiles of a hand, melds included."""
        kinds = {tile for tile in range(34) if win.hand[tile]}
        for kind, low, _ in win.melds:
            kinds |= {low, low + 1, low + 2} if kind == "chow" else {low}
        return kinds

    def items_of_suits(self, win: Situation) -> dict[str, int]:
        """斷么九, 混一色, 清一色, 字一色 (rule 15, decision 10)."""
        kinds = self.tiles_of(win)
        suits = {tile // 9 for tile in kinds}
        items: dict[str, int] = {}
        if not kinds & set(ORPHANS):
            items["all_simples"] = 1
        if suits == {3}:
            items["all_honours"] = 4
        elif len(suits) == 1:
            items["full_flush"] = 4
        elif len(suits) == 2 and 3 in suits:
            items["half_flush"] = 2
        return items

    def items_of_sets(self, win: Situation, pair: int, sets: list[tuple[str, int]]) -> dict[str, int]:
        """One reading as four sets and a pair (rule 15, decisions 3, 5, 8, 9, 11, 17)."""
        items = self.items_of_luck(win) | self.items_of_suits(win)
        pungs = {low for kind, low in sets if kind != "chow"}
        if "all_honours" not in items or not self.o["honours_exclusive"]:
            items["all_pungs"] = 2 if len(pungs) == 4 else 0
            items["dragon_pung"] = len([tile for tile in pungs if tile >= RED])
            if win.seat_wind in pungs:
                items["seat_wind_pung"] = 1
            if win.round_wind in pungs:
                both = win.seat_wind == win.round_wind
                items["round_wind_pung"] = int(str(self.o["double_wind_fan"])) - 1 if both else 1
        for group, big, small in (
            (range(RED, 34), "three_dragons", "small_three_dragons"),
            (range(EAST, RED), "four_winds", "small_four_winds"),
        ):
            missing = [tile for tile in group if tile not in pungs]
            if not missing:
                items[big] = self.extra.get(big, 0)
            elif missing == [pair]:
                items[small] = self.extra.get(small, 0)
        suit = next(tile for tile in range(34) if win.hand[tile]) // 9 * 9
        if not win.melds and "full_flush" in items:
            if all(win.hand[suit + i] >= n for i, n in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3))):
                items["nine_gates"] = self.extra.get("nine_gates", 0)
        return items

    def value(self, fan: int, is_dealer: bool) -> int:
        """Rule 14, decisions 1 and 2."""
        capped = fan if self.cap is None else min(fan, self.cap)
        value = Fraction(self.base * 2**capped)
        if is_dealer:
            value *= self.multiplier
            if self.o["cap_after_dealer"] and self.cap is not None:
                value = min(value, Fraction(self.base * 2**self.cap))
        return -(-value.numerator // value.denominator)

    def payments(self, winner: int, giver: int, value: int) -> list[int]:
        """Rule 16, decisions 13 and 14."""
        deltas = [0] * 4
        if giver != winner:
            deltas[giver], deltas[winner] = -value, value
            return deltas
        share = value if self.o["self_draw_payment"] == "each_full" else -(-value // 3)
        for seat in range(4):
            deltas[seat] = -share
        deltas[winner] = value if self.o["self_draw_payment"] == "exact_from_bank" else 3 * share
        return deltas
