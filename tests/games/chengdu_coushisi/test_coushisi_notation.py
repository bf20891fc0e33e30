"""Moves of chengdu_coushisi as text and as objects."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.sim.games.chengdu_coushisi.cards import NAMES
from paiju.sim.games.chengdu_coushisi.kinds import MOVES
from paiju.sim.games.chengdu_coushisi.notation import move_named, parse_move
from paiju.sim.kernel.errors import BadNotation, IllegalMove


@pytest.mark.parametrize(
    ("text", "code", "name", "card"),
    [
        ("pass", 0, "pass", -1),
        ("discard DI*", 1 << 24 | 21, "discard", 21),
        ("chow R9", 2 << 24 | 16, "chow", 16),
        ("pung NG", 3 << 24 | 10, "pung", 10),
        ("concealed_triplet PZ", 4 << 24 | 12, "concealed_triplet", 12),
        ("added_fourth MM*", 5 << 24 | 27, "added_fourth", 27),
        ("win", 6 << 24, "win", -1),
    ],
)
def test_moves(text: str, code: int, name: str, card: int) -> None:
    """Text, code and object of one of each kind."""
    move = parse_move(text)
    assert (move.code, move.kind, move.card, move.text) == (code, name, card, text)
    assert move_named(code) is move


def test_chinese_names() -> None:
    """Cards may be named as on the table."""
    assert parse_move("discard 地牌*").text == "discard DI*"


def test_all_moves_there_and_back() -> None:
    """Every code up to the last kind is a move with a text of its own, or none."""
    texts = set()
    for code in (kind << 24 | card for kind in range(9) for card in range(300)):
        try:
            move = move_named(code)
        except IllegalMove:
            continue
        assert parse_move(move.text) is move
        assert move.code == code
        texts.add(move.text)
    assert len(texts) == 1 + 3 * 38 + 19 + 38 + 1  # pass; discard, chow, pung; 暗; fourth; win; 皮子 in none


@pytest.mark.parametrize(
    "code", [1, -1, 1 << 24 | 42, 1 << 24 | 22, 4 << 24 | 21, 7 << 24, 1 << 24 | 1 << 8, 6 << 24 | 1]
)
def test_no_codes(code: int) -> None:
    """An error with the code."""
    with pytest.raises(IllegalMove, match=str(code)):
        move_named(code)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "begins with one of"),
        ("kong DI", "begins with one of"),
        ("pass DI", "a pass names no card"),
        ("win DI", "a win names no card"),
        ("discard", "write for example"),
        ("discard XX", "cannot be read at 'XX'"),
        ("discard DI TI", "is not one card"),
        ("discard DD", "皮子 are never played"),
        ("concealed_triplet DI*", "names a kind without"),
    ],
)
def test_no_moves(text: str, says: str) -> None:
    """One sentence."""
    with pytest.raises(BadNotation, match=says):
        parse_move(text)


@given(st.sampled_from([name for _, name, _ in MOVES]), st.sampled_from(["", *NAMES]) | st.text(max_size=5))
def test_any_text(name: str, rest: str) -> None:
    """A move or a sentence, never another error."""
    try:
        move = parse_move(f"{name} {rest}")
    except BadNotation:
        return
    assert move_named(move.code) is move
