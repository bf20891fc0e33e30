"""Chance: the generator against published vectors, bounded integers, shuffles, streams that are apart."""

import random
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import u8

from paiju.sim.compiled import COMPILED, status
from paiju.sim.kernel.engine import Chance
from paiju.sim.kernel.errors import ImpossibleState
from paiju.sim.kernel.rng import Seeds, Stream

IS_COMPILED = status().state == COMPILED
MANY = 1_000_000 if IS_COMPILED else 20_000
WORD = 1 << 32
DECK = 136

# What these seeds have always given
FIRST_CARDS = [48, 85, 7, 119, 90, 52, 12, 68]
FIRST_WORDS = [2933836639, 538953760, 2138981070, 3411954476]
DECKS = "ee2ed437b25446c6"

words = st.integers(0, WORD - 1)
states = st.tuples(words, words, words, words).filter(any)


def reference(a: int, b: int, c: int, d: int) -> Iterator[int]:
    """xoshiro128** 1.1, written again from its definition by Blackman and Vigna."""

    def rotl(x: int, k: int) -> int:
        return (x << k | x >> (32 - k)) % WORD

    s = [a, b, c, d]
    while True:
        yield rotl(s[1] * 5 % WORD, 7) * 9 % WORD
        t = (s[1] << 9) % WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 11)


def reference_below(source: Iterator[int], n: int) -> int:
    """Lemire's method without his shortcut: reject while the low word is below 2**32 mod n."""
    while True:
        product = next(source) * n
        if product % WORD >= WORD % n:
            return product // WORD


def chi_square(counts: list[int]) -> float:
    """The statistic for equally likely cells."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def is_uniform(counts: list[int]) -> bool:
    """Within six standard deviations of what chance gives (and not suspiciously even)."""
    free = len(counts) - 1
    return abs(chi_square(counts) - free) < 6 * sqrt(2 * free)


def test_published_vector() -> None:
    """The first ten words from the state 1, 2, 3, 4 as the reference implementation gives them."""
    stream = Stream(1, 2, 3, 4)
    assert [stream.next() for _ in range(10)] == [
        11520,
        0,
        5927040,
        70819200,
        2031721883,
        1637235492,
        1287239034,
        3734860849,
        3729100597,
        4258142804,
    ]
    assert (stream.a, stream.b, stream.c, stream.d) == (939045227, 1864939416, 1451579149, 2199351389)


@given(states)
def test_words_of_any_state(state: tuple[int, int, int, int]) -> None:
    """Twenty words from any state agree with the definition."""
    stream, expected = Stream(*state), reference(*state)
    assert [stream.next() for _ in range(20)] == [next(expected) for _ in range(20)]


@given(states, st.integers(1, (1 << 30) - 1))
def test_below_of_any_state(state: tuple[int, int, int, int], n: int) -> None:
    """Bounded integers agree with the definition, rejections included."""
    stream, source = Stream(*state), reference(*state)
    assert [stream.below(n) for _ in range(10)] == [reference_below(source, n) for _ in range(10)]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 34, 136, 1000])
def test_below_is_uniform(n: int) -> None:
    """Every value in 0 .. n - 1 is as likely as any other."""
    stream = Stream(5, 6, 7, n)
    counts = [0] * n
    for _ in range(200 * n + 20_000):
        counts[stream.below(n)] += 1
    assert n == 1 or is_uniform(counts)


def test_below_rejects() -> None:
    """With n = 3 * 2**28 a generator without rejection would give a sixth of the values too often."""
    n = 3 << 28
    stream = Stream(9, 8, 7, 6)
    counts = [0] * 48
    for _ in range(100_000):
        counts[stream.below(n) * 48 // n] += 1
    assert is_uniform(counts)


@pytest.mark.parametrize("n", [0, -1, -(1 << 40), (1 << 30) + 1, 1 << 31, 1 << 62])
def test_below_refuses_what_leaves_no_choice(n: int) -> None:
    """The same compiled and uncompiled, and nothing is taken from the stream."""
    stream = Stream()
    with pytest.raises(ValueError, match=rf"below\({n}\) has nothing to choose from"):
        stream.below(n)
    assert stream.next() == Stream().next()
    assert 0 <= stream.below(1 << 30) < 1 << 30


def test_shuffles_are_uniform() -> None:
    """All 120 orders of five cards are equally likely."""
    stream = Stream(1, 3, 5, 7)
    counts = Counter[bytes]()
    for _ in range(60_000):
        cards = vec[u8]([0, 1, 2, 3, 4])
        stream.shuffle(cards, 5)
        counts[bytes(memoryview(cards))] += 1
    assert len(counts) == 120
    assert is_uniform(list(counts.values()))


@given(states, st.integers(0, 60))
def test_shuffles_keep_the_cards(state: tuple[int, int, int, int], n: int) -> None:
    """A shuffle of the first n cards is the reference's Fisher-Yates and leaves the others alone."""
    cards = vec[u8](list(range(60)))
    Stream(*state).shuffle(cards, n)
    expected, source = list(range(60)), reference(*state)
    for i in range(n - 1, 0, -1):
        j = reference_below(source, i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    assert [int(card) for card in cards] == expected


def dealt(seeds: Seeds, chance: Chance, deal: int, hand: int = 0) -> bytes:
    """The order of a deck of different cards."""
    chance.deck = vec[u8](list(range(chance.size)))
    seeds.deal(deal, hand, chance.streams)
    chance.shuffle()
    return bytes(memoryview(chance.deck))


def test_frozen_deals() -> None:
    """A seed means the same deal for ever."""
    seeds, chance = Seeds(1), Chance(DECK)
    assert list(dealt(seeds, chance, 0))[:8] == FIRST_CARDS
    assert [stream.next() for stream in streams(seeds, 0, 0)] == FIRST_WORDS
    all_decks = b"".join(
        dealt(Seeds(root), chance, deal, hand) for root in (0, 1) for deal in (0, 7) for hand in (0, 1)
    )
    assert blake2b(all_decks, digest_size=8).hexdigest() == DECKS


def streams(seeds: Seeds, deal: int, hand: int) -> list[Stream]:
    """The chance streams of a hand."""
    made = [Stream() for _ in range(4)]
    seeds.deal(deal, hand, made)
    return made


def test_a_deal_depends_on_its_place_only() -> None:
    """The same deal before and after others, from the same seeds object or another."""
    seeds, chance = Seeds(3), Chance(DECK)
    first = dealt(seeds, chance, 5, 2)
    for deal in range(10):
        dealt(seeds, chance, deal, deal)
    assert dealt(seeds, chance, 5, 2) == first == dealt(Seeds(3), Chance(DECK), 5, 2)


def test_seeds_are_not_added_up() -> None:
    """Root, deal and hand are told apart, also where their digits or sums agree."""
    chance = Chance(DECK)
    places = [
        (1, 2, 3),
        (2, 1, 3),
        (1, 3, 2),
        (3, 2, 1),
        (0, 3, 3),
        (12, 3, 0),
        (1, 23, 0),
        (1, 2, 30),
        (123, 0, 0),
    ]
    assert len({dealt(Seeds(root), chance, deal, hand) for root, deal, hand in places}) == len(places)
    assert dealt(Seeds(10**30), chance, 0) != dealt(Seeds(10**30 + 1), chance, 0)


def test_streams_are_apart() -> None:
    """No two streams of any purpose, deal, hand, seating or seat begin alike."""
    seeds = Seeds(1)
    begun = Counter[tuple[int, ...]]()
    made = [Stream() for _ in range(4)]
    for deal in range(300):
        for hand in range(3):
            seeds.deal(deal, hand, made)
            begun.update((each.a, each.b, each.c, each.d) for each in made)
            for seating in range(4):
                seeds.policies(deal, hand, seating, made)
                begun.update((each.a, each.b, each.c, each.d) for each in made)
    assert len(begun) == begun.total() == 300 * 3 * 5 * 4
    assert (0, 0, 0, 0) not in begun


@pytest.mark.parametrize("other", [(1, 0, 0), (0, 1, 0), (0, 0, 1)])
def test_neighbouring_streams_do_not_agree(other: tuple[int, int, int]) -> None:
    """First words of a stream and of its neighbour by deal, hand or place: their difference is uniform."""
    seeds = Seeds(2)
    deals, hands, places = other
    counts = [0] * 64
    for deal in range(20_000):
        here = streams(seeds, deal, 0)[0].next()
        there = streams(seeds, deal + deals, hands)[places].next()
        counts[(there - here) % WORD >> 26] += 1
    assert is_uniform(counts)


def test_policies_do_not_see_the_deck() -> None:
    """The first words of a seat's own stream say nothing of the first card."""
    seeds = Seeds(4)
    made = [Stream() for _ in range(4)]
    counts = [0] * 64
    for deal in range(20_000):
        seeds.policies(deal, 0, 0, made)
        counts[(made[0].below(8) * 8 + streams(seeds, deal, 0)[0].below(8)) % 64] += 1
    assert is_uniform(counts)


@pytest.mark.slow
def test_a_million_deals_differ() -> None:
    """No two decks are alike; the tile at either end or in between is any of the 34 with the same chance."""
    seeds, chance = Seeds(1), Chance(DECK)
    kinds = bytes(i // 4 for i in range(256))
    digests = bytearray()
    ends = bytearray()
    order = list(range(DECK))
    for deal in range(MANY):
        chance.deck = vec[u8](order)
        seeds.deal(deal, 0, chance.streams)
        chance.shuffle()
        tiles = bytes(memoryview(chance.deck)).translate(kinds)
        digests += blake2b(tiles, digest_size=8).digest()
        ends += tiles[0:1] + tiles[52:53] + tiles[-1:]
    assert len(np.unique(np.frombuffer(digests, dtype=np.uint64))) == MANY
    for place in np.frombuffer(ends, dtype=np.uint8).reshape(MANY, 3).T:
        assert is_uniform(np.bincount(place, minlength=34).tolist())


def test_every_card_comes_to_every_place() -> None:
    """Over many decks each card is as often at each place."""
    seeds, chance = Seeds(6), Chance(DECK)
    decks = np.frombuffer(b"".join(dealt(seeds, chance, deal) for deal in range(3000)), dtype=np.uint8)
    table = np.zeros((DECK, DECK), dtype=np.int64)
    np.add.at(table, (np.tile(np.arange(DECK), 3000), decks), 1)
    assert is_uniform(table.ravel().tolist())


def test_both_ends() -> None:
    """Cards come from the head upwards and from the tail downwards; a shuffle begins again."""
    chance = Chance(6)
    for i in range(6):
        chance.deck[i] = i
    chance.stack([3, 1, 4, 0, 5, 2])
    chance.shuffle()
    assert [chance.draw(), chance.draw(), chance.draw_tail(), chance.draw(), chance.draw_tail()] == [
        3,
        1,
        2,
        4,
        5,
    ]
    chance.shuffle()
    assert sorted(chance.draw() for _ in range(6)) == list(range(6))


def test_stacked_cards_hold_once() -> None:
    """`stack` gives the order of the next shuffle only, and takes nothing from the stream that others get."""
    plain, stacked = Chance(DECK), Chance(DECK)
    order = random.Random(1).sample(range(DECK), DECK)
    stacked.stack(order)
    assert list(dealt(Seeds(1), stacked, 0)) == order
    assert dealt(Seeds(1), plain, 0) != bytes(order)
    assert dealt(Seeds(1), stacked, 0) == dealt(Seeds(1), plain, 0)


@pytest.mark.parametrize("cards", [[0, 0, 1], [0, 1], [0, 1, 2, 3], [0, 1, 3]])
def test_stacked_cards_must_be_the_deck(cards: list[int]) -> None:
    """Other cards than the deck's are refused with a sentence."""
    chance = Chance(3)
    for i in range(3):
        chance.deck[i] = i
    chance.stack(cards)
    with pytest.raises(ImpossibleState, match="stacked"):
        chance.shuffle()
