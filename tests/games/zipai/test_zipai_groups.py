"""Groups: encoding, 息, text."""

from itertools import combinations_with_replacement

import pytest

from paiju.sim.games.hunan_paohuzi.groups import WORDS, huxi_values
from paiju.sim.games.zipai.cards import parse_card, parse_cards
from paiju.sim.games.zipai.groups import (
    COVERED,
    MIXED,
    PAO,
    PUNG,
    RUN,
    TI,
    TWO_SEVEN_TEN,
    WEI,
    GroupWords,
    chow_of,
    group_cards,
    group_kind,
    group_text,
    is_chow,
    is_covered,
    is_quad,
)
from paiju.sim.kernel.errors import BadNotation


def test_groups_have_chinese_names_too() -> None:
    assert WORDS.parse_all("跑:五五五五; 吃:二七十; 臭偎:捌捌捌") == WORDS.parse_all(
        "pao:s5 s5 s5 s5; chow:s2 s7 s10; stale_wei:b8 b8 b8"
    )
    with pytest.raises(BadNotation, match="'坎:五五五' is no group"):
        WORDS.parse("坎:五五五")


def test_another_game_has_words_of_its_own() -> None:
    """A game names the kinds of group it has; the others cannot be written."""
    words = GroupWords(
        ("run", "two_seven_ten", "mixed", "pung", "", "", "kai", "he", "san_zhang", "pair"),
        ("顺", "二七十", "同", "碰", "", "", "开", "合", "三张", "对"),
    )
    assert words.parse_all("开:五五五五; 合:捌捌捌捌; chow:一二三") == [PAO << 8 | 4, TI << 8 | 17, RUN << 8]
    assert words.format_all([PAO << 8 | 4, TI << 8 | 17]) == "kai:五五五五; he:捌捌捌捌"
    for text in ("wei:五五五", "偎:五五五", ":五五五", "san_zhang:五五五"):
        with pytest.raises(BadNotation, match="write kind:cards with a kind of pung, kai, he, chow"):
            words.parse(text)


# the table of 息: group, small, big
HUXI = [("pung", 1, 3), ("kan", 3, 6), ("wei", 3, 6), ("stale_wei", 3, 6), ("pao", 6, 9), ("ti", 9, 12)]


def test_huxi_of_equal_cards() -> None:
    """碰 1/3, 坎 偎 臭偎 3/6, 跑 6/9, 提 9/12, pairs nothing."""
    values = huxi_values()
    for name, small, big in HUXI:
        kind = WORDS.names.index(name)
        assert [values[kind * 20 + card] for card in range(20)] == [small] * 10 + [big] * 10
    pair = WORDS.names.index("pair")
    assert not any(values[pair * 20 + card] for card in range(20))


def test_huxi_of_chows() -> None:
    """一二三 and 二七十 3, 壹贰叁 and 贰柒拾 6; all other runs and 绞 nothing."""
    values = huxi_values()
    worth = {"一二三": 3, "壹贰叁": 6, "二七十": 3, "贰柒拾": 6}
    met = 0
    for cards in combinations_with_replacement(range(20), 3):
        group = chow_of(list(cards))
        if group >= 0:
            met += 1
            assert values[(group >> 8) * 20 + (group & 255)] == worth.get(group_text(group), 0)
    assert met == 16 + 2 + 20


@pytest.mark.parametrize(
    ("cards", "kind", "card"),
    [
        ("一二三", RUN, "一"),
        ("拾捌玖", RUN, "捌"),
        ("七二十", TWO_SEVEN_TEN, "二"),
        ("贰柒拾", TWO_SEVEN_TEN, "贰"),
        ("五五伍", MIXED, "五"),
        ("五伍伍", MIXED, "伍"),
    ],
)
def test_chows(cards: str, kind: int, card: str) -> None:
    """A run is named by its lowest card, 绞 by the card there are two of."""
    group = chow_of(parse_cards(cards))
    assert group == kind << 8 | parse_card(card)
    assert sorted(group_cards(group)) == sorted(parse_cards(cards))
    assert is_chow(group)


@pytest.mark.parametrize("cards", ["九十壹", "一二四", "二七拾", "五五五", "一三五", "十壹贰", "五六伍"])
def test_no_chows(cards: str) -> None:
    """Sizes do not mix in runs, 十 is the last card."""
    assert chow_of(parse_cards(cards)) == -1


def test_text_and_back() -> None:
    """What `paiju score` takes for melds."""
    text = "pao:五五五五; wei:捌捌捌; chow:一二三; chow:五伍伍; ti:拾拾拾拾; pung:七七七; stale_wei:一一一"
    groups = WORDS.parse_all(text)
    assert WORDS.format_all(groups) == text
    assert [is_quad(group) for group in groups] == [True, False, False, False, True, False, False]
    assert WORDS.parse_all("pao:s5s5s5s5;wei: b8 b8 b8") == WORDS.parse_all("pao:五五五五; wei:捌捌捌")
    assert WORDS.parse_all("  ") == []
    assert WORDS.parse("pao:五五五五") == PAO << 8 | 4


def test_covered() -> None:
    """A covered group keeps kind and card; one whose card is not known shows ?."""
    group = WEI << 8 | 17 | COVERED
    assert is_covered(group)
    assert (group_kind(group), group_cards(group)) == (WEI, [17, 17, 17])
    assert WORDS.format(WEI << 8 | 255) == "wei:???"
    assert not is_covered(PUNG << 8 | 3)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("五五五", "is no group"),
        ("kong:五五五", "is no group"),
        ("kan:五五五", "is no group"),
        ("pair:五五", "is no group"),
        ("pao:五五五", "needs four equal cards"),
        ("pung:五五六", "needs three equal cards"),
        ("ti:", "needs four equal cards"),
        ("chow:一二四", "is no chow"),
        ("chow:一二", "is no chow"),
        ("pung:xxx", "cannot be read"),
    ],
)
def test_bad_groups(text: str, says: str) -> None:
    """A sentence with the offending text."""
    with pytest.raises(BadNotation, match=says):
        WORDS.parse_all(text)
