"""Hands of mahjong worked out plainly, without any table: complete or not, how many tiles are missing."""

from functools import cache

from paiju.sim.games.mahjong.tiles import parse_tiles

ANY = 99  # tiles of a kind: no limit


def counts_of(text: str) -> list[int]:
    """34 counts from tiles as text."""
    tiles = parse_tiles(text)
    return [tiles.count(tile) for tile in range(34)]


def suits_of(counts: list[int]) -> list[tuple[int, ...]]:
    """The counts of the three suits and of the seven honours."""
    return [tuple(counts[start : start + 9]) for start in (0, 9, 18, 27)]


def keys_of(counts: list[int]) -> tuple[int, int, int, int]:
    """The four keys, summed here and not by the code under test."""
    a, b, c, d = (sum(count * 5**i for i, count in enumerate(suit)) for suit in suits_of(counts))
    return a, b, c, d + 5**9


@cache
def splits_into_sets(left: tuple[int, ...], chows: bool) -> bool:
    """Can these counts be split into sets? Takes the lowest tile's set away, again and again."""
    if not any(left):
        return True
    i = next(i for i, count in enumerate(left) if count)
    if left[i] >= 3 and splits_into_sets((*left[:i], left[i] - 3, *left[i + 1 :]), chows):
        return True
    if not chows or i + 2 >= len(left) or not (left[i + 1] and left[i + 2]):
        return False
    return splits_into_sets((*left[:i], left[i] - 1, left[i + 1] - 1, left[i + 2] - 1, *left[i + 3 :]), chows)


@cache
def sort_of(counts: tuple[int, ...], *, chows: bool) -> int:
    """0 = sets only, 1 = sets and a pair, 2 = neither."""
    if sum(counts) % 3 == 0:
        return 0 if splits_into_sets(counts, chows) else 2
    for i, count in enumerate(counts):
        if count >= 2 and splits_into_sets((*counts[:i], count - 2, *counts[i + 1 :]), chows):
            return 1
    return 2


def is_four_sets(counts: list[int]) -> bool:
    """Sets and exactly one pair, over all suits?"""
    return sum(sort_of(suit, chows=len(suit) == 9) for suit in suits_of(counts)) == 1


def is_seven_pairs(counts: list[int], *, quads: bool) -> bool:
    """Seven pairs, where four equal tiles may be two of them or may not?"""
    return sum(counts) == 14 and all(count in ((0, 2, 4) if quads else (0, 2)) for count in counts)


@cache
def goal_cost(counts: tuple[int, ...], sets: int, pair: bool, *, chows: bool, most: int) -> int:
    """Tiles missing for so many sets (and a pair) in one suit, choosing tile by tile from the left."""
    kinds = len(counts)

    @cache
    def best(i: int, one_before: int, two_before: int, sets: int, pair: bool) -> int:
        if i == kinds:
            return 0 if sets == 0 and not pair and one_before == two_before == 0 else 99
        least = 99
        for started in range(sets + 1 if chows and i + 2 < kinds else 1):
            for pungs in range(sets - started + 1):
                for pairs in range(2 if pair else 1):
                    wanted = started + one_before + two_before + 3 * pungs + 2 * pairs
                    if wanted <= most:
                        rest = best(i + 1, started, one_before, sets - started - pungs, pair and not pairs)
                        least = min(least, rest + max(0, wanted - counts[i]))
        return least

    return best(0, 0, 0, sets, pair)


def brute_missing(counts: list[int], sets: int, most: int = 4) -> int:
    """Tiles missing for the sets and a pair, at most so many of a kind: every way to share them among the suits."""
    cost = {(0, False): 0}
    for suit in suits_of(counts):
        fresh: dict[tuple[int, bool], int] = {}
        for m in range(sets + 1):
            for pair in (False, True):
                own = goal_cost(suit, m, pair, chows=len(suit) == 9, most=most)
                for (had, had_pair), so_far in cost.items():
                    if had + m <= sets and not (pair and had_pair):
                        to = (had + m, pair or had_pair)
                        fresh[to] = min(fresh.get(to, 99), so_far + own)
        cost = fresh
    return cost[sets, True]
