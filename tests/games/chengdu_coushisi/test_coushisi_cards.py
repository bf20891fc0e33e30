"""The cards of chengdu_coushisi and their text."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.sim.games.chengdu_coushisi.cards import (
    BALANCE,
    CODES,
    DECK,
    FACES,
    HANZI,
    KIND_HANZI,
    LABELS,
    NAMES,
    PIP_COUNT,
    RED,
    UNPAIRED,
    VALUE,
    check_copies,
    count_in,
    flowers_in,
    format_cards,
    is_bonus,
    is_fan,
    is_flower,
    key_of,
    kind_of_card,
    order,
    parse_card,
    parse_cards,
    show_cards,
)
from paiju.sim.games.chengdu_coushisi.groups import (
    ADDED,
    CHOW,
    CONCEALED,
    PUNG,
    format_group,
    format_groups,
    group_cards,
    group_flowers,
    group_form,
    group_points,
    group_size,
    parse_group,
    parse_groups,
    show_group,
)
from paiju.sim.games.packed.table import UNKNOWN
from paiju.sim.kernel.errors import BadNotation
from tests.games.chengdu_coushisi import counting

# The table at the top of the rules: code, name, value (皮子 0), red points, pips.
TABLE = """
DI 地牌 2 4 1-1 | DD 钉钉 0 0 1-2 | HE 禾牌 4 1 1-3 | C2 长二 4 0 2-2 | Y4 幺四 5 10 1-4 | GZ 拐子 5 0 2-3
MM 猫猫 6 1 1-5 | E4 二四 6 4 2-4 | C3 长三 6 0 3-3 | BG 包谷 7 1 1-6 | NG 尼姑 7 0 2-5 | SD 杀刀 7 4 3-4
PZ 胖子 8 0 2-6 | SW 三五 8 0 3-5 | RP 人牌 8 16 4-4 | H9 黑九 9 0 3-6 | R9 红九 9 4 4-5 | R10 红十 10 4 4-6
MZ 梅子 10 0 5-5 | FT 斧头 0 0 5-6 | TI 天牌 12 6 6-6
"""
ROWS = [row.split() for row in TABLE.replace("\n", "|").split("|") if row.strip()]
DIGITS = ("ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX")


def test_the_table_of_the_rules() -> None:
    """Names, values, red points and pips, the same for the flower (rules 1-3)."""
    assert len(ROWS) == 21
    for kind, (code, hanzi, value, red, pips) in enumerate(ROWS):
        high, low = pips.split("-")
        for card in (kind, kind + 21):
            assert NAMES[card].rstrip("*") == code == CODES[kind]
            assert HANZI[card].rstrip("*") == hanzi == KIND_HANZI[kind]
            assert (VALUE[card], RED[card]) == (int(value), int(red))
            assert PIP_COUNT[card] == int(high) + int(low)
            assert kind_of_card(card) == kind
            assert is_bonus(card) == (code in ("DD", "FT"))
            assert is_fan(card) == (code in ("DI", "Y4", "RP", "TI"))
            assert (
                is_flower(card)
                == NAMES[card].endswith("*")
                == HANZI[card].endswith("*")
                == (card == kind + 21)
            )
        assert unicodedata.name(FACES[kind]) == f"DOMINO TILE VERTICAL-0{high}-0{low}"
    assert (LABELS[0], LABELS[41]) == ("🁫地牌", "🂓天牌*")


def test_the_deck() -> None:
    """84 cards, four of each kind, one of the four the flower."""
    assert len(DECK) == 84
    assert list(DECK[:5]) == [0, 0, 0, 21, 1]
    for kind in range(21):
        assert (DECK.count(kind), DECK.count(kind + 21)) == (3, 1)


def test_balance() -> None:
    """A set of cards pairs up exactly when its balance is even: each two kinds, and every three of four."""
    for a in range(42):
        for b in range(42):
            pair = VALUE[a] + VALUE[b] == 14 and VALUE[a] > 0
            blank = VALUE[a] == VALUE[b] == 0
            assert ((BALANCE[a] + BALANCE[b]) & UNPAIRED == 0) == (pair or blank)
    all_of_them = sum(int(BALANCE[card]) for card in DECK)
    assert all_of_them & UNPAIRED == 0
    most_surplus = sum(int(BALANCE[card]) for card in DECK if VALUE[card] in (2, 4, 5, 6))
    assert most_surplus & UNPAIRED == 4 + (8 << 6) + (8 << 12) + (12 << 18)


def test_text() -> None:
    """Codes, names, both mixed; sorted on the way out, the flower after its sisters."""
    assert parse_cards("DI Y4* 天牌 幺四*") == [0, 25, 20, 25]
    assert parse_cards("地牌天牌*") == parse_cards("di, ti*") == [0, 41]
    assert parse_cards("R10R9H9") == [17, 16, 15]
    assert parse_cards("丁丁 和牌 么四") == parse_cards("钉钉 禾牌 幺四")
    assert parse_cards(" ") == []
    assert parse_card("Y4*") == 25
    assert format_cards([41, 21, 0, 20, 17]) == "DI DI* R10 TI TI*"
    assert show_cards([41, 0]) == "🁫地牌 🂓天牌*"


@pytest.mark.parametrize("text", ["XX", "DI R11", "地", "DI**", "*", "DI TI9"])
def test_no_text(text: str) -> None:
    """One sentence with what cannot be read."""
    with pytest.raises(BadNotation, match="cannot be read at"):
        parse_cards(text)


def test_not_one_card() -> None:
    """None, or two."""
    for text in ("", "DI TI"):
        with pytest.raises(BadNotation, match="is not one card"):
            parse_card(text)


@given(st.lists(st.integers(0, 41)), st.sampled_from([" ", ", ", "  "]))
def test_there_and_back(cards: list[int], between: str) -> None:
    """Every text of cards is read as those cards."""
    assert parse_cards(between.join(NAMES[card] for card in cards)) == cards
    assert parse_cards("".join(HANZI[card] for card in cards)) == cards
    assert parse_cards(format_cards(cards)) == sorted(cards, key=order)


@given(st.text(alphabet="DITRMZCHENGFSWPYKB0123459 *,地天牌长三", max_size=12))
def test_any_text(text: str) -> None:
    """Cards or a sentence, never another error."""
    try:
        cards = parse_cards(text)
    except BadNotation:
        return
    assert all(0 <= card < 42 for card in cards)


@given(st.sets(st.integers(0, 83)))
def test_keys(places: set[int]) -> None:
    """A key counts kinds, whatever part of the deck it holds."""
    cards = [DECK[place] for place in places]
    key = key_of(cards)
    for kind in range(21):
        held = cards.count(kind) + cards.count(kind + 21)
        assert count_in(key, kind) == count_in(key, kind + 21) == held
    assert flowers_in(cards) == len([card for card in cards if card > 20])


def test_copies() -> None:
    """Three plain copies and one flower of each kind."""
    check_copies(DECK)
    for cards, says in (
        ("DI DI DI DI* DI", "DI 地牌 occurs 5 times: there are only 4"),
        ("DI* DI*", r"DI\* occurs 2 times"),
        ("DI DI DI DI", "DI 地牌 occurs 4 times without"),
        ("DD DD DD DD", "DD 钉钉 occurs 4 times without"),
    ):
        with pytest.raises(BadNotation, match=says):
            check_copies(parse_cards(cards))


def test_copies_without_flowers_of_bonus_cards() -> None:
    """`flower_bonus_cards` false: four plain 皮子 (decision 2)."""
    check_copies(parse_cards("DD DD DD DD FT FT FT FT"), bonus_flowers=False)
    with pytest.raises(BadNotation, match=r"There is no FT\*: flower_bonus_cards is false"):
        check_copies(parse_cards("FT*"), bonus_flowers=False)
    with pytest.raises(BadNotation, match="DI 地牌 occurs 4 times without"):
        check_copies(parse_cards("DI DI DI DI"), bonus_flowers=False)


def test_groups() -> None:
    """碰, 暗 and 吃, with a flower, with a fourth card."""
    groups = parse_groups("pung:NG NG NG; concealed:胖子 PZ* PZ; chow:Y4* R9; pung:RP RP RP* RP")
    assert groups == [
        PUNG << 16 | 10,
        CONCEALED << 16 | 33,
        CHOW << 16 | 16 << 8 | 25,
        PUNG << 16 | ADDED | 35,
    ]
    assert [group_form(group) for group in groups] == [PUNG, CONCEALED, CHOW, PUNG]
    assert [group_size(group) for group in groups] == [3, 3, 2, 4]
    assert [group_flowers(group) for group in groups] == [0, 1, 1, 1]
    assert [group_points(group) for group in groups] == [0, 0, 14, 64]
    assert group_cards(groups[3]) == [35, 14, 14, 14]
    text = "pung:NG NG NG; concealed:PZ PZ PZ*; chow:Y4* R9; pung:RP RP RP RP*"
    assert format_groups(groups) == text
    assert parse_groups(text) == groups
    assert show_group(groups[2]) == "吃 🁮幺四* 🂄红九"
    hidden = CONCEALED << 16 | UNKNOWN
    assert (format_group(hidden), show_group(hidden)) == ("concealed:? ? ?", "暗 ? ? ?")
    assert parse_groups(" ") == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("kong:NG NG NG", "is no group"),
        ("NG NG NG", "is no group"),
        ("pung:NG NG", "needs three equal cards"),
        ("pung:NG NG SD", "needs three equal cards"),
        ("concealed:DD DD DD", "no 皮子"),
        ("chow:Y4 H9 R9", "total value 14"),
        ("chow:Y4 R10", "total value 14"),
        ("chow:DD TI", "total value 14"),
    ],
)
def test_no_groups(text: str, says: str) -> None:
    """One sentence."""
    with pytest.raises(BadNotation, match=says):
        parse_group(text)


@given(st.integers(0, 20), st.booleans(), st.booleans(), st.sampled_from(["pung", "concealed"]))
def test_triplets_there_and_back(kind: int, flower: bool, four: bool, name: str) -> None:
    """Every 碰 and 暗."""
    if counting.VALUES[kind] == 0:
        return
    cards = [kind, kind, kind + 21 if flower or four else kind, *([kind] if four else [])]
    group = parse_group(f"{name}:{' '.join(NAMES[card] for card in cards)}")
    assert sorted(group_cards(group)) == sorted(cards)
    assert parse_group(format_group(group)) == group


@given(st.integers(0, 41), st.integers(0, 41))
def test_chows_there_and_back(card: int, partner: int) -> None:
    """Every 吃: two cards of total fourteen."""
    text = f"chow:{NAMES[card]} {NAMES[partner]}"
    if counting.VALUES[card % 21] + counting.VALUES[partner % 21] != 14:
        with pytest.raises(BadNotation):
            parse_group(text)
        return
    group = parse_group(text)
    assert group_cards(group) == [card, partner]
    assert format_group(group) == text


def test_groups_have_chinese_names_too() -> None:
    assert parse_groups("碰:人牌 人牌 人牌; 暗:PZ PZ PZ*; 吃:幺四 红九") == parse_groups(
        "pung:RP RP RP; concealed:PZ PZ PZ*; chow:Y4 R9"
    )
