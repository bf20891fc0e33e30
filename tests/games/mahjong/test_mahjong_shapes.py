"""Tables and shapes against brute force that knows nothing of the tables."""

import random
from collections.abc import Iterator

import pytest
from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.sim.games.mahjong.melds import CHOW, PUNG, format_meld
from paiju.sim.games.mahjong.shapes import (
    ANY_PAIRS,
    DIFFERENT_PAIRS,
    NO_PAIRS,
    Readings,
    are_pairs,
    form_of,
    form_with,
    is_complete,
    is_sets,
    is_seven_pairs,
    is_thirteen_orphans,
    key_of,
    missing,
    missing_any_pairs,
    missing_different_pairs,
    missing_orphans,
    missing_sets,
)
from paiju.sim.games.mahjong.tables import HONOUR_KEY, WIN
from paiju.sim.games.mahjong.tiles import NAMES, SUIT, parse_tiles
from tests.games.mahjong.brute import brute_missing, counts_of, keys_of, sort_of


def vectors(kinds: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every way to hold 0 to 4 of each kind, at most so many tiles."""
    if kinds == 0:
        yield ()
        return
    for head in range(min(4, most) + 1):
        for tail in vectors(kinds - 1, most - head):
            yield (head, *tail)


def pairs_flag(counts: tuple[int, ...]) -> int:
    """128 when some count is odd, else 16 when some count is four."""
    if any(count % 2 for count in counts):
        return 128
    return 16 if 4 in counts else 0


@pytest.mark.slow
def test_every_suit_of_at_most_14_tiles() -> None:
    """WIN is right for all 405,350 counts of one suit."""
    seen = 0
    for counts in vectors(9, 14):
        key = sum(count * 5**i for i, count in enumerate(counts))
        assert WIN[key] == sort_of(counts, chows=True) + pairs_flag(counts), counts
        seen += 1
    assert seen == 405_350


def test_every_hand_of_honours_of_at_most_14_tiles() -> None:
    """WIN is right for all honours: no sequences there (rule 11)."""
    for counts in vectors(7, 14):
        key = HONOUR_KEY + sum(count * 5**i for i, count in enumerate(counts))
        assert WIN[key] == sort_of(counts, chows=False) + pairs_flag(counts), counts


def brute_readings(counts: list[int], sets: int) -> set[tuple[str, ...]]:
    """Every multiset of `sets` sets and a pair that uses exactly these tiles."""
    found: set[tuple[str, ...]] = set()

    def split(left: list[int], blocks: list[str]) -> None:
        tile = next((t for t, count in enumerate(left) if count), -1)
        if tile < 0:
            if len(blocks) == sets + 1:
                found.add(tuple(sorted(blocks)))
            return
        shapes = {"pung": [tile] * 3, "chow": [tile, tile + 1, tile + 2]}
        if tile >= 27 or tile % 9 > 6:
            del shapes["chow"]
        if not any(block.startswith("pair") for block in blocks):
            shapes["pair"] = [tile] * 2
        for name, tiles in shapes.items():
            rest = list(left)
            for t in tiles:
                rest[t] -= 1
            if min(rest) >= 0 and len(blocks) <= sets:
                split(rest, [*blocks, f"{name} {NAMES[tile]}"])

    split(counts, [])
    return found


def our_readings(readings: Readings, counts: list[int], melds: int) -> list[tuple[str, ...]]:
    """The readings of the code under test, in the words of `brute_readings`."""
    out = []
    for r in range(readings.find(vec[u8]([9] * 3 + counts), 3, melds)):
        blocks = [f"pair {NAMES[readings.pairs[r]]}"]
        for i in range(4 * r, 4 * r + 4 - melds):
            m = readings.sets[i]
            blocks.append(f"{'chow' if m >> 8 == CHOW else 'pung'} {NAMES[m & 255]}")
            assert m >> 8 in (CHOW, PUNG)
        out.append(tuple(sorted(blocks)))
    return out


@pytest.mark.slow
def test_every_reading_of_every_one_suit_hand() -> None:
    """All 118,800 hands of 14 tiles of one suit are read as often as brute force reads them."""
    readings = Readings()
    seen = complete = most = 0
    for counts in vectors(9, 14):
        if sum(counts) != 14:
            continue
        seen += 1
        hand = [*counts, *[0] * 25]
        if sort_of(counts, chows=True) == 1:
            ours = our_readings(readings, hand, 0)
            assert len(ours) == len(set(ours))
            assert set(ours) == brute_readings(hand, 4), counts
            complete += 1
            most = max(most, len(ours))
        elif seen % 8 == 0:
            assert readings.find(vec[u8](hand), 0, 0) == 0, counts
    assert (seen, complete, most) == (118_800, 13_259, 4)


def random_complete(rng: random.Random, sets: int) -> list[int]:
    """A random hand of that many sets and a pair, often crowded into few suits."""
    suits = rng.choice([[0], [1], [0, 2], [0, 1, 2], [0, 3], [1, 2, 3], [3]])
    kinds = [t for t in range(34) if SUIT[t] in suits]
    starts = [t for t in kinds if t < 27 and t % 9 < 7]
    while True:
        counts = [0] * 34
        for _ in range(sets):
            tile = rng.choice(starts) if starts and rng.random() < 0.7 else -1
            for t in [tile, tile + 1, tile + 2] if tile >= 0 else [rng.choice(kinds)] * 3:
                counts[t] += 1
        counts[rng.choice(kinds)] += 2
        if max(counts) <= 4:
            return counts


def test_random_complete_hands() -> None:
    """Complete hands over all suits and meld counts are complete, miss nothing and are read in every way."""
    rng = random.Random(11)
    readings = Readings()
    for _ in range(4000):
        melds = rng.choice([0, 0, 1, 2, 3, 4])
        counts = random_complete(rng, 4 - melds)
        a, b, c, d = keys_of(counts)
        form = form_of(a, b, c, d)
        assert is_sets(form), counts
        assert is_complete(form, melds, NO_PAIRS)
        assert missing_sets(a, b, c, d, melds) == 0
        assert missing(a, b, c, d, melds, ANY_PAIRS) == 0
        ours = our_readings(readings, counts, melds)
        assert ours
        assert set(ours) == brute_readings(counts, 4 - melds), counts


def test_random_hands_one_tile_away() -> None:
    """After swapping one tile a hand is complete exactly when brute force finds a reading."""
    rng = random.Random(12)
    readings = Readings()
    complete = 0
    for _ in range(6000):
        melds = rng.choice([0, 0, 1, 2, 3])
        counts = random_complete(rng, 4 - melds)
        counts[rng.choice([t for t in range(34) if counts[t]])] -= 1
        near = [t for t in range(34) if counts[t] < 4 and any(counts[max(0, t - 2) : t + 3])]
        tile = rng.choice(near)
        before = keys_of(counts)
        counts[tile] += 1
        keys = keys_of(counts)
        expected = bool(brute_readings(counts, 4 - melds))
        form = form_with(form_of(*before), before[SUIT[tile]], tile)
        assert form == form_of(*keys)
        assert is_sets(form) is expected, counts
        assert bool(our_readings(readings, counts, melds)) is expected
        assert (missing_sets(*keys, melds) == 0) is expected
        complete += expected
    assert complete > 1000


def test_missing_tiles_of_random_hands() -> None:
    """`missing_sets` is the brute-force distance for 13 and 14 tiles and every number of melds."""
    rng = random.Random(13)
    for trial in range(400):
        melds = rng.choice([0, 0, 1, 2, 3, 4])
        kinds = [range(34), range(9), [*range(9), *range(27, 34)], [t for t in range(27) if t % 9 < 4]][
            trial % 4
        ]
        wall = [t for t in kinds for _ in range(4)]
        counts = [0] * 34
        for t in rng.sample(wall, 14 - 3 * melds - rng.randint(0, 1)):
            counts[t] += 1
        assert missing_sets(*keys_of(counts), melds) == brute_missing(counts, 4 - melds), counts


@pytest.mark.parametrize(
    ("text", "different", "any_pairs"),
    [
        ("1133m 5577p 2299s 44z", 0, 0),
        ("1133m 5577p 2299s 4z", 1, 1),
        ("1111m 33m 5577p 22s 44z", 2, 0),
        ("1111m 3333m 5555p 22s", 6, 0),
        ("1111m 3333m 5555p 2s", 7, 1),
        ("111m 333m 555p 777p 1s", 5, 3),
        ("123456789m 1234p", 7, 7),
        ("111m 22m 33m 44m 55m 66m", 2, 1),
    ],
)
def test_missing_tiles_for_seven_pairs(text: str, different: int, any_pairs: int) -> None:
    """Seven different pairs, and the variant where four equal tiles are two pairs."""
    keys = keys_of(counts_of(text))
    assert missing_different_pairs(*keys) == different
    assert missing_any_pairs(*keys) == any_pairs
    assert missing(*keys, 0, DIFFERENT_PAIRS) == min(different, missing_sets(*keys, 0))
    assert missing(*keys, 0, ANY_PAIRS) == min(any_pairs, missing_sets(*keys, 0))
    assert missing(*keys, 0, NO_PAIRS) == missing_sets(*keys, 0)
    assert missing(*keys, 1, ANY_PAIRS) == missing_sets(*keys, 1)


def test_missing_pairs_by_search() -> None:
    """The two seven-pairs formulas agree with a search over which kinds become pairs."""
    rng = random.Random(14)
    for _ in range(2000):
        counts = [0] * 34
        for t in rng.sample([t for t in range(rng.choice([5, 8, 14, 34])) for _ in range(4)], 13):
            counts[t] += 1
        pair_costs = sorted(max(0, 2 - count) for count in counts)
        quad_costs = sorted([max(0, 2 - count) for count in counts] + [min(2, 4 - max(2, c)) for c in counts])
        keys = keys_of(counts)
        assert missing_different_pairs(*keys) == sum(pair_costs[:7]), counts
        assert missing_any_pairs(*keys) == sum(quad_costs[:7]), counts


@pytest.mark.parametrize(
    ("text", "pairs", "wins"),
    [
        ("1133m 5577p 2299s 44z", NO_PAIRS, False),
        ("1133m 5577p 2299s 44z", DIFFERENT_PAIRS, True),
        ("1133m 5577p 2299s 44z", ANY_PAIRS, True),
        ("1111m 33m 5577p 22s 44z", DIFFERENT_PAIRS, False),
        ("1111m 33m 5577p 22s 44z", ANY_PAIRS, True),
        ("1111222233334z4z", ANY_PAIRS, True),
        ("1133m 5577p 2299s 45z", ANY_PAIRS, False),
        ("111m 3m 5577p 2299s 44z", ANY_PAIRS, False),
    ],
)
def test_seven_pairs(text: str, pairs: int, wins: bool) -> None:
    """Seven pairs by form and by counts (rule 12, decision 6); never with a meld (decision 7)."""
    counts = counts_of(text)
    form = form_of(*keys_of(counts))
    assert is_seven_pairs(form, 0, pairs) is wins
    assert are_pairs(vec[u8](counts), 0, pairs) is wins
    assert not is_seven_pairs(form, 1, pairs)


def test_thirteen_orphans_by_keys_and_counts() -> None:
    """Each of the 13 possible pairs wins; every other hand one tile away does not (decision 18)."""
    orphans = parse_tiles("19m 19p 19s 1234567z")
    for more in range(34):
        counts = [int(t in orphans) for t in range(34)]
        counts[more] += 1
        wins = more in orphans
        assert is_thirteen_orphans(*keys_of(counts)) is wins, NAMES[more]
        assert missing_orphans(vec[u8](counts), 0) == (0 if wins else 1)
        for other in orphans:
            if counts[other] == 1:
                counts[other] -= 1
                counts[more] += 1
                assert not is_thirteen_orphans(*keys_of(counts))
                counts[other] += 1
                counts[more] -= 1
    assert missing_orphans(vec[u8]([0] * 34), 0) == 14


def test_keys_from_counts_at_an_offset() -> None:
    """`key_of` reads 34 counts that start anywhere in a longer vec."""
    counts = counts_of("123m 456p 789s 234s 11z")
    both = vec[u8]([1] * 34 + counts)
    assert tuple(int(key_of(both, 34, suit)) for suit in range(4)) == keys_of(counts)
    assert vec[i64]([HONOUR_KEY])[0] == 5**9


def test_readings_keep_their_order() -> None:
    """Lowest pair first, then pungs before chows: the order in which equal readings are preferred."""
    readings = Readings()
    assert readings.find(vec[u8](counts_of("11122233344455m")), 0, 0) == 4
    first = [format_meld(readings.sets[i]) for i in range(4)]
    assert (int(readings.pairs[0]), first) == (1, ["pung:111m", "chow:234m", "chow:345m", "chow:345m"])
