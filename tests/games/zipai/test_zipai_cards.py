"""Character cards: numbers, text in both scripts, hands packed into keys."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.sim.games.zipai.cards import (
    BIGS,
    HANZI,
    NAMES,
    ONES,
    PLACE,
    REDS,
    SHIFT,
    SMALLS,
    UNIT,
    ascii_cards,
    card_at,
    cards_in,
    check_copies,
    count_in,
    format_cards,
    is_big,
    is_red,
    key_of,
    ones_in,
    other_size,
    parse_card,
    parse_cards,
    reds_in,
    size_of,
)
from paiju.sim.kernel.errors import BadNotation

hands = st.lists(st.integers(0, 19), max_size=20).filter(
    lambda cards: all(cards.count(c) <= 4 for c in cards)
)


def test_names() -> None:
    """Small 一 to 十 are 0 to 9, big 壹 to 拾 10 to 19."""
    assert (NAMES[0], NAMES[9], NAMES[10], NAMES[19]) == ("s1", "s10", "b1", "b10")
    assert "".join(HANZI) == "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
    for card in range(20):
        assert parse_card(NAMES[card]) == parse_card(HANZI[card]) == card


def test_reds_and_sizes() -> None:
    """二七十 贰柒拾 are red; the other size is the same number."""
    assert "".join(HANZI[card] for card in range(20) if is_red(card)) == "二七十贰柒拾"
    assert [HANZI[other_size(card)] for card in (0, 9, 10, 19)] == ["壹", "拾", "一", "十"]
    assert [is_big(9), is_big(10)] == [False, True]


def test_layout_of_keys() -> None:
    """Three bits for each kind, by number, small before big; no two kinds share a bit."""
    assert sum(UNIT[card] for card in range(20)) == ONES == SMALLS | BIGS
    assert sum(UNIT[card] for card in range(10)) == SMALLS
    assert sum(UNIT[card] for card in range(20) if is_red(card)) == REDS
    for card in range(20):
        assert UNIT[card] == 1 << SHIFT[card]
        assert SHIFT[card] == 3 * PLACE[card]
        assert card_at(PLACE[card]) == card
    assert [HANZI[card_at(place)] for place in range(4)] == ["一", "壹", "二", "贰"]


@given(hands)
def test_keys(cards: list[int]) -> None:
    """A key holds a multiset: its cards, its size, its red cards."""
    key = key_of(cards)
    assert key < 2**60
    assert cards_in(key) == sorted(cards)
    assert size_of(key) == len(cards)
    assert reds_in(key) == sum(is_red(card) for card in cards)
    assert [count_in(key, card) for card in range(20)] == [cards.count(card) for card in range(20)]


def test_ones_in() -> None:
    """How many bits are set, up to the 60th."""
    rng = random.Random(1)
    for bits in [0, 1, 1 << 59, ONES, (1 << 60) - 1, *(rng.getrandbits(60) for _ in range(1000))]:
        assert ones_in(bits) == bits.bit_count()


@given(hands)
def test_text_and_back(cards: list[int]) -> None:
    """Both scripts are read as written."""
    assert parse_cards(format_cards(cards)) == sorted(cards)
    assert parse_cards(ascii_cards(cards)) == sorted(cards)
    mixed = "".join(f"{HANZI[c]} " if i % 2 else f"{NAMES[c]} " for i, c in enumerate(cards))
    assert parse_cards(mixed) == cards


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("", []),
        (" ", []),
        ("一二三", [0, 1, 2]),
        ("贰柒拾", [11, 16, 19]),
        ("s1s2s10", [0, 1, 9]),
        ("b10 s10", [19, 9]),
        ("貳陸", [11, 15]),
        ("捌b8 s8八", [17, 17, 7, 7]),
    ],
)
def test_parse_cards(text: str, cards: list[int]) -> None:
    """Characters, ASCII, with and without spaces, traditional forms."""
    assert parse_cards(text) == cards


@pytest.mark.parametrize("text", ["s0", "s11", "b", "5s", "x", "s110", "中", "一,二", "s-1"])
def test_bad_cards(text: str) -> None:
    """Anything else is refused with what it is and how to write it."""
    with pytest.raises(BadNotation, match=r"cannot be read at .*write characters"):
        parse_cards(text)


@pytest.mark.parametrize("text", ["", "一二", "s1 s2"])
def test_not_one_card(text: str) -> None:
    """One card is exactly one."""
    with pytest.raises(BadNotation, match="is not one card"):
        parse_card(text)


def test_five_copies() -> None:
    """There are four of each."""
    check_copies(parse_cards("一一一一 捌捌捌捌"))
    with pytest.raises(BadNotation, match=r"b8 捌 occurs 5 times: there are only 4\."):
        check_copies(parse_cards("捌捌捌捌捌"))


def test_format_cards() -> None:
    """Small and big apart."""
    assert format_cards(parse_cards("捌三一捌二")) == "一二三 捌捌"
    assert format_cards([]) == ""
    assert ascii_cards(parse_cards("捌三一捌二")) == "s1 s2 s3 b8 b8"
