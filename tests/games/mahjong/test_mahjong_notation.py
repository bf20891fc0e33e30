"""Tiles and melds as text."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.sim.games.mahjong.melds import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    COVERED_KONG,
    KONG,
    PUNG,
    UNKNOWN,
    format_meld,
    format_melds,
    is_chow,
    is_concealed,
    is_kong,
    meld,
    meld_kind,
    meld_size,
    meld_tile,
    meld_tiles,
    parse_meld,
    parse_melds,
)
from paiju.sim.games.mahjong.tiles import (
    HANZI,
    NAMES,
    POW5,
    SUIT,
    WILD,
    check_copies,
    format_tiles,
    is_dragon,
    is_honour,
    is_simple,
    is_terminal,
    is_wind,
    parse_tile,
    parse_tiles,
)
from paiju.sim.kernel.errors import BadNotation

TILES = st.integers(0, 33)
CHOW_STARTS = [tile for tile in range(27) if tile % 9 < 7]
MELDS = st.one_of(
    st.sampled_from(CHOW_STARTS).map(lambda tile: int(meld(CHOW, tile))),
    st.builds(lambda kind, tile: int(meld(kind, tile)), st.integers(PUNG, COVERED_KONG), TILES),
    st.just(int(meld(COVERED_KONG, UNKNOWN))),
)


def test_numbers_names_and_hanzi_agree() -> None:
    """The tile numbers are those of the log format: m, p, s, then 東南西北中發白."""
    assert [NAMES[t] for t in (0, 8, 9, 17, 18, 26, 27, 33)] == [
        "1m",
        "9m",
        "1p",
        "9p",
        "1s",
        "9s",
        "1z",
        "7z",
    ]
    assert [HANZI[t] for t in (0, 13, 26)] == ["一萬", "五筒", "九索"]
    assert HANZI[27:] == ("東", "南", "西", "北", "中", "發", "白")
    assert len(NAMES) == len(HANZI) == len(set(NAMES)) == len(set(HANZI)) == 34


def test_suits_and_weights() -> None:
    """SUIT is the suit of a tile, POW5 its weight in the suit's base-5 key."""
    assert [int(SUIT[t]) for t in (0, 8, 9, 18, 27, 33)] == [0, 0, 1, 2, 3, 3]
    assert [int(POW5[t]) for t in (0, 1, 9, 26, 27, 33)] == [1, 5, 1, 390625, 1, 15625]


def test_predicates_split_the_34_kinds() -> None:
    """4 winds, 3 dragons, 6 terminals and 21 simples."""
    kinds = range(34)
    assert [NAMES[t] for t in kinds if is_wind(t)] == ["1z", "2z", "3z", "4z"]
    assert [NAMES[t] for t in kinds if is_dragon(t)] == ["5z", "6z", "7z"]
    assert [NAMES[t] for t in kinds if is_terminal(t)] == ["1m", "9m", "1p", "9p", "1s", "9s"]
    assert sum(is_honour(t) for t in kinds) == 7
    assert sum(is_simple(t) for t in kinds) == 21


def test_tiles_are_read_in_the_order_written() -> None:
    """Digits share the letter that follows them; spaces are free."""
    assert parse_tiles("123m 9p 777z") == [0, 1, 2, 17, 33, 33, 33]
    assert parse_tiles(" 31m9p\t7z ") == [2, 0, 17, 33]
    assert parse_tiles("") == []
    assert parse_tile("5z") == 31


def test_tiles_are_written_sorted_by_suit() -> None:
    """One group per suit, lowest tile first."""
    assert format_tiles([33, 17, 2, 0, 1, 33]) == "123m 9p 77z"
    assert format_tiles([]) == ""


@given(st.lists(TILES, max_size=20))
def test_tiles_round_trip(tiles: list[int]) -> None:
    """Reading what was written gives the same tiles."""
    assert parse_tiles(format_tiles(tiles)) == sorted(tiles)
    assert [parse_tile(NAMES[tile]) for tile in tiles] == tiles


@given(st.lists(TILES, max_size=20), TILES)
def test_wildcards_round_trip(tiles: list[int], wild: int) -> None:
    """Tiles of the wild face are written as `*`, before the others, and read as that face again."""
    text = format_tiles(tiles, wild)
    assert text.lstrip("*").count("*") == 0
    assert text.count("*") == tiles.count(wild)
    assert sorted(parse_tiles(text, wild)) == sorted(tiles)


def test_wildcards_stand_anywhere_in_a_hand() -> None:
    """`*` is a tile of its own, wherever it stands; of a face not known it is WILD."""
    assert parse_tiles("12m* 5p**9p", 31) == [0, 1, 31, 13, 31, 31, 17]
    assert parse_tiles("*", WILD) == [WILD] == [34]
    assert format_tiles([WILD, 0, WILD], WILD) == "** 1m"
    assert format_tiles([4, 0, 4], 4) == "** 1m"
    assert format_tiles([4, 4], 4) == "**"
    assert parse_tile("*", 4) == 4


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("12m*", "has a wildcard"),
        ("12*m", "at '12\\*'"),
        ("8z", "no tile 8z"),
        ("90z", "no tile 9z"),
        ("0m", "no tile 0m"),
        ("12", "'12' without a suit"),
        ("m", "at 'm'"),
        ("12 3m", "at '12 '"),
        ("1x", "at '1x'"),
        ("一萬", "at '一'"),
        ("²m", "at '²'"),
    ],
)
def test_unreadable_tiles_are_named(text: str, words: str) -> None:
    """The sentence holds the offending piece."""
    with pytest.raises(BadNotation, match=words):
        parse_tiles(text)


@pytest.mark.parametrize("text", ["", "12m", "1m 1p"])
def test_one_tile_is_one_tile(text: str) -> None:
    """None or two where one is wanted is refused."""
    with pytest.raises(BadNotation, match="is not one tile"):
        parse_tile(text)


@given(st.text(max_size=12))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text gets another error than BadNotation."""
    for parse in (parse_tiles, parse_tile, parse_meld, parse_melds):
        with contextlib.suppress(BadNotation):
            parse(text)


def test_a_fifth_copy_is_refused() -> None:
    """There are four tiles of each kind."""
    check_copies([33] * 4 + [0] * 4)
    with pytest.raises(BadNotation, match="7z 白 occurs 5 times"):
        check_copies([33, 0, 33, 33, 33, 33])


def test_melds_are_kind_and_lowest_tile() -> None:
    """A meld is kind << 8 | tile."""
    assert parse_melds("pung:777z; chow:423m; kong:1111z; concealed_kong:9999p; added_kong:5555s") == [
        PUNG << 8 | 33,
        CHOW << 8 | 1,
        KONG << 8 | 27,
        CONCEALED_KONG << 8 | 17,
        ADDED_KONG << 8 | 22,
    ]
    assert parse_melds("  ") == []


def test_parts_of_a_meld() -> None:
    """Kind, tile, size and tiles."""
    chow, kong = parse_meld("chow:789s"), parse_meld("added_kong:1111z")
    assert (meld_kind(chow), meld_tile(chow), meld_size(chow)) == (CHOW, 24, 3)
    assert (meld_kind(kong), meld_tile(kong), meld_size(kong)) == (ADDED_KONG, 27, 4)
    assert (is_chow(chow), is_kong(chow), is_chow(kong), is_kong(kong)) == (True, False, False, True)
    assert (meld_tiles(chow), meld_tiles(kong)) == ([24, 25, 26], [27] * 4)
    assert format_meld(chow) == "chow:789s"


def test_a_covered_kong_has_tiles_for_its_owner_alone() -> None:
    """The others see that it is one; once it is shown it is a concealed kong."""
    own, others = parse_melds("covered_kong:9999p; covered_kong:????")
    assert (own, others) == (COVERED_KONG << 8 | 17, COVERED_KONG << 8 | UNKNOWN)
    assert (is_kong(own), is_kong(others), meld_size(others)) == (True, True, 4)
    assert (meld_tiles(own), meld_tiles(others)) == ([17] * 4, [])
    assert is_concealed(own)
    assert not is_concealed(parse_meld("added_kong:9999p"))


@given(st.lists(MELDS, max_size=4))
def test_melds_round_trip(melds: list[int]) -> None:
    """Reading what was written gives the same melds."""
    assert parse_melds(format_melds(melds)) == melds


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("777z", "is no meld"),
        ("quad:7777z", "is no meld"),
        ("chow:123z", "is no chow"),
        ("chow:135m", "is no chow"),
        ("chow:89m 1p", "is no chow"),
        ("pung:77z", "is no pung"),
        ("kong:777z", "is no kong"),
        ("kong:????", "at '\\?'"),
        ("covered_kong:???", "at '\\?'"),
        ("pung:", "is no pung"),
        ("pung:777z;", "is no meld"),
    ],
)
def test_unreadable_melds_are_named(text: str, words: str) -> None:
    """The sentence names the meld and what is wanted."""
    with pytest.raises(BadNotation, match=words):
        parse_melds(text)
