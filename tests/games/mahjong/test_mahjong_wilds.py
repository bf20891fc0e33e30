"""Hands with wildcards against brute force, which puts every tile in the place of each."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

import pytest

from paiju.sim.games.mahjong.shapes import ANY_PAIRS, DIFFERENT_PAIRS, NO_PAIRS, missing
from paiju.sim.games.mahjong.tiles import WILD, parse_tiles
from paiju.sim.games.mahjong.wilds import (
    is_complete_with_wilds,
    needed,
    needed_for_pairs,
    needed_for_sets,
)
from tests.games.mahjong.brute import ANY, brute_missing, is_four_sets, is_seven_pairs, keys_of

# Kinds that a hand is drawn from; the last two never are, so wildcards may stand for what nobody holds.
WORLDS = [range(9), [*range(6), 27, 28], [*range(5), *range(9, 14)], [27, 28, 29, 30, 31]]


def split(text: str) -> tuple[list[int], int]:
    """The counts of the natural tiles of a hand, and the number of its wildcards."""
    tiles = parse_tiles(text, WILD)
    return [tiles.count(tile) for tile in range(34)], tiles.count(WILD)


def dealt(rng: random.Random, kinds: Sequence[int], tiles: int, crowd: int) -> list[int]:
    """Counts of so many tiles of these kinds, often crowded together."""
    counts = [0] * 34
    chosen = rng.sample(list(kinds), min(len(kinds), crowd))
    for tile in rng.sample([tile for tile in chosen for _ in range(4)], tiles):
        counts[tile] += 1
    return counts


def meant(counts: list[int], wilds: int, kinds: Sequence[int], most: int) -> Iterator[list[int]]:
    """The hand with every choice of tiles for its wildcards, at most so many of a kind."""
    for chosen in combinations_with_replacement([*kinds, 32, 33], wilds):
        hand = list(counts)
        for tile in chosen:
            hand[tile] += 1
        if max(hand) <= most:
            yield hand


@pytest.mark.parametrize(("fifth", "most"), [(False, 4), (True, ANY)])
def test_complete_with_wildcards(fifth: bool, most: int) -> None:
    """Complete is a hand exactly when some choice of tiles for the wildcards makes it sets and a pair."""
    rng = random.Random(21)
    complete = 0
    for trial in range(1500):
        kinds = WORLDS[trial % len(WORLDS)]
        wilds, melds = rng.randint(0, 4), rng.choice([0, 1, 2, 3, 3, 4])
        natural = 14 - 3 * melds - wilds
        if natural < 0:
            continue
        counts = dealt(rng, kinds, natural, max(rng.randint(2, 6), -(-natural // 4)))
        expected = any(is_four_sets(hand) for hand in meant(counts, wilds, kinds, most))
        found = is_complete_with_wilds(*keys_of(counts), melds, wilds, NO_PAIRS, fifth)
        assert found is expected, (counts, wilds, melds)
        complete += expected
    assert 300 < complete < 1200


@pytest.mark.slow
@pytest.mark.parametrize(("fifth", "most"), [(False, 4), (True, ANY)])
def test_tiles_needed_with_wildcards(fifth: bool, most: int) -> None:
    """What the best choice of tiles for the wildcards leaves missing, by counting without tables."""
    rng = random.Random(22)
    for trial in range(80):
        kinds = WORLDS[trial % len(WORLDS)]
        wilds, melds = rng.randint(1, 2), rng.choice([0, 0, 1, 2, 3])
        natural = 14 - 3 * melds - wilds - rng.randint(0, 1)
        counts = dealt(rng, kinds, natural, max(rng.randint(3, 7), -(-natural // 4)))
        expected = min(brute_missing(hand, 4 - melds, most) for hand in meant(counts, wilds, kinds, most))
        assert needed_for_sets(*keys_of(counts), melds, wilds, fifth) == expected, (counts, wilds, melds)


@pytest.mark.parametrize(("pairs", "quads"), [(DIFFERENT_PAIRS, False), (ANY_PAIRS, True)])
def test_seven_pairs_with_wildcards(pairs: int, quads: bool) -> None:
    """Seven pairs exactly when some choice of tiles for the wildcards makes them; melds leave none."""
    rng = random.Random(23)
    complete = 0
    for trial in range(1200):
        wilds = trial % 5
        counts = [0] * 34
        for tile in rng.sample(range(10), 7):  # pairs, of which some tiles are gone or turn up elsewhere
            counts[tile] = 2
        for _ in range(wilds):
            counts[rng.choice([tile for tile in range(34) if counts[tile]])] -= 1
        for _ in range(rng.choice([0, 0, 1, 2])):
            counts[rng.choice([tile for tile in range(34) if counts[tile]])] -= 1
            counts[rng.choice([tile for tile in range(10) if counts[tile] < 4])] += 1
        kinds = range(10)
        expected = any(is_seven_pairs(hand, quads=quads) for hand in meant(counts, wilds, kinds, 4))
        assert (needed_for_pairs(*keys_of(counts), wilds, pairs) == 0) is expected, (counts, wilds)
        complete += expected
        assert is_complete_with_wilds(*keys_of(counts), 0, wilds, pairs, True) is (
            expected or needed_for_sets(*keys_of(counts), 0, wilds, True) == 0
        )
    assert 300 < complete < 1100


def test_melds_leave_no_seven_pairs() -> None:
    """With a meld on the table only sets count, whatever pairs the hand holds."""
    counts, wilds = split("1133m 5577p 22s *")
    assert needed_for_sets(*keys_of(counts), 1, wilds, True) > 0
    for pairs in (NO_PAIRS, DIFFERENT_PAIRS, ANY_PAIRS):
        assert needed(*keys_of(counts), 1, wilds, pairs, True) == needed_for_sets(
            *keys_of(counts), 1, wilds, True
        )


def test_without_wildcards_nothing_changes() -> None:
    """No wildcard, and no fifth tile: what `missing` says."""
    rng = random.Random(24)
    for _ in range(500):
        keys = keys_of(dealt(rng, range(34), rng.choice([13, 14]), rng.randint(6, 20)))
        for pairs in (NO_PAIRS, DIFFERENT_PAIRS, ANY_PAIRS):
            assert needed(*keys, 0, 0, pairs, False) == missing(*keys, 0, pairs)


@pytest.mark.parametrize(
    ("text", "of_four", "with_fifth"),
    [
        ("123m 456m 78m* 111z 44z", True, True),
        ("123m 456m 789m 55z* 44z", True, True),
        ("123m 456m 789m 5z** 44z", True, True),
        ("13m 46m 79m *** 111z 22z", True, True),
        ("123m 456p 789s 11z 22z *", True, True),
        ("123m 456p 789s 1z 2z ***", True, True),
        ("123m 456p 789s 14z 25z *", False, False),
        ("1111m 456p 789s 222z *", False, True),  # the pair is 1m and a fifth 1m
        ("2222z 3333z 4444z **", False, False),
        ("111222z 33z 456m 7s 1p *", False, False),
        ("5555z 123m 456m 789m *", False, True),
    ],
)
def test_hands_with_wildcards(text: str, of_four: bool, with_fifth: bool) -> None:
    """Complete hands as they are written, wildcards as `*`."""
    counts, wilds = split(text)
    assert sum(counts) + wilds == 14
    keys = keys_of(counts)
    assert is_complete_with_wilds(*keys, 0, wilds, NO_PAIRS, False) is of_four
    assert is_complete_with_wilds(*keys, 0, wilds, NO_PAIRS, True) is with_fifth
