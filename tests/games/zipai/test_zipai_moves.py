"""Moves as text and back."""

import pytest

from paiju.sim.games.zipai.cards import parse_card
from paiju.sim.games.zipai.kinds import CHOW, DISCARD, PUNG, WIN
from paiju.sim.games.zipai.moves import move_named, parse_move
from paiju.sim.kernel.errors import BadNotation, IllegalMove


@pytest.mark.parametrize("card", range(20))
@pytest.mark.parametrize("kind", [DISCARD, PUNG, WIN])
def test_plain_moves(kind: int, card: int) -> None:
    """One move for each kind and card, read back from its text."""
    move = move_named(kind << 24 | card)
    assert (move.code, move.card, move.detail) == (kind << 24 | card, card, 0)
    assert parse_move(move.text).code == move.code
    assert move_named(move.code) is move


def test_chows() -> None:
    """Every set of up to three groups has a move of its own."""
    texts = set()
    for card in range(20):
        for detail in range(512):
            code = CHOW << 24 | detail << 8 | card
            try:
                move = move_named(code)
            except IllegalMove:
                continue
            assert (move.card, move.detail, move.kind) == (card, detail, "chow")
            assert parse_move(move.text).code == code
            texts.add(move.text)
    shapes = {0: 3, 1: 5, 2: 5, 3: 5, 4: 5, 5: 5, 6: 6, 7: 5, 8: 4, 9: 4}  # of each number
    assert len(texts) == 2 * sum(n + n * (n + 1) // 2 + n * (n + 1) * (n + 2) // 6 for n in shapes.values())


def test_texts() -> None:
    """Both scripts are read; ASCII is written."""
    assert parse_move("discard 五").text == "discard s5"
    assert parse_move(" pass ").text == "pass"
    assert parse_move("chow 五: 四五六 + 五伍伍").text == "chow s5: s4 s5 s6 + s5 b5 b5"
    assert parse_move("chow 五: 五伍伍 + 四五六").code == parse_move("chow s5: s4 s5 s6 + s5 b5 b5").code
    assert parse_move("chow 四: 四五六").code != parse_move("chow 五: 四五六").code
    assert str(parse_move("win 捌")) == "win b8"
    assert repr(parse_move("pung b8")) == "Move('pung b8')"


@pytest.mark.parametrize(
    "text",
    ["", "eat 五", "pass 五", "discard", "discard 一二", "discard x", "chow 五", "chow 五:", "chow 五: 四五",
     "chow 九: 四五六", "chow 五: 四五六 + 一二三", "pung 五: 五五五",
     "chow 五: 四五六 + 四五六 + 四五六 + 四五六"],
)  # fmt: skip
def test_bad_texts(text: str) -> None:
    """A sentence that names the text."""
    with pytest.raises(BadNotation):
        parse_move(text)


@pytest.mark.parametrize(
    "code", [-1, 5 << 24, DISCARD << 24 | 20, DISCARD << 24 | 1 << 8, 1, 255, CHOW << 24 | 4]
)
def test_bad_codes(code: int) -> None:
    """Codes of no move."""
    with pytest.raises(IllegalMove):
        move_named(code)


def test_a_chow_in_disorder() -> None:
    """The shapes of a set rise: other orders are no second code of the same move."""
    card = parse_card("五")
    assert move_named(CHOW << 24 | (2 | 6 << 3) << 8 | card).text == "chow s5: s4 s5 s6 + s5 b5 b5"
    with pytest.raises(IllegalMove):
        move_named(CHOW << 24 | (6 | 2 << 3) << 8 | card)
