"""The pool runs out: what the last card allows, and the drawn hand (decision 25, step 12)."""

import pytest

from tests.games.chengdu_coushisi.positions import Position

WAIT_NINE = "DI TI HE R10 Y4 RP MM"


def test_the_last_card_may_be_won() -> None:
    position = Position({2: WAIT_NINE}, pool="H9", left=1)
    position.turn(1)
    assert position.asked() == (2, "win")
    position.answer("win")
    assert position.outcome() == "other_flip"


def test_the_last_card_may_be_eaten() -> None:
    """He discards, and the hand is drawn when the next seat would turn."""
    position = Position({1: "GZ C2 H9"}, pool="R9", left=1)
    position.turn(1)
    assert position.legal() == ["pass", "chow GZ"]
    position.answer("chow GZ", "discard C2")
    assert position.asked() is None
    assert position.outcome() == "draw"


@pytest.mark.parametrize(("left", "asked"), [(1, None), (2, (2, "pung"))])
def test_no_pung_without_a_card_to_steal(left: int, asked: tuple[int, str] | None) -> None:
    position = Position({2: "C2 C2 H9"}, pool="C2 TI", left=left)
    position.turn(0)
    assert position.asked() == asked


@pytest.mark.parametrize(("left", "more"), [(1, []), (2, ["concealed_triplet H9", "added_fourth E4"])])
def test_no_triple_without_a_card_to_steal(left: int, more: list[str]) -> None:
    """Neither 暗 nor an added fourth when the stolen card was the last."""
    groups, options = {2: "pung:E4 E4 E4*"}, {"kong": "add_fourth_steal_one"}
    position = Position({2: "C2 C2 H9 H9 E4"}, pool="H9* BG", groups=groups, left=left, options=options)
    position.discard(0, "C2")
    position.answer("pung C2")
    assert position.legal() == ["discard E4", "discard H9", "discard H9*", *more]


def test_a_turn_with_an_empty_pool() -> None:
    """A drawn hand: nobody scores, all hands and hidden 暗 are shown from the dealer on."""
    position = Position({0: "C2", 1: "H9 H9 DI*"}, groups={1: "concealed:MM MM MM"}, left=0)
    position.turn(1)
    assert position.told() == [
        "revealed 3 SD", "revealed 0 C2", "revealed 1 DI*", "revealed 1 H9", "revealed 1 H9", "revealed 1 MM",
        "revealed 2 NG", "hand_ended None", "match_ended None",
    ]  # fmt: skip
    assert [event.arg for event in position.since()][:6] == [0, 0, 0, 0, 0, 1]
    assert position.deltas() == [0] * 4
    assert position.outcome() == "draw"


def test_a_bonus_card_turned_last() -> None:
    """It is laid aside, and there is no replacement."""
    position = Position({}, pool="DD", left=1)
    position.turn(1)
    assert position.told()[:2] == ["drew 1 DD", "bonus_laid 1 DD"]
    assert position.outcome() == "draw"


def test_a_bonus_card_stolen_last() -> None:
    position = Position({2: "C2 C2 H9"}, pool="C2 FT", left=2)
    position.turn(0)
    position.answer("pung C2")
    assert position.told()[:3] == ["punged 2 C2", "drew 2 FT", "bonus_laid 2 FT"]
    assert position.outcome() == "draw"


def test_the_winners_hand_is_shown_without_the_winning_card() -> None:
    """From the winner's seat on; the winning card stands in `won`."""
    position = Position({2: WAIT_NINE}, pool="H9", left=1)
    position.turn(1)
    position.answer("win")
    shown = [str(event.card) for event in position.since() if event.kind == "revealed"]
    assert " ".join(shown) == "DI HE Y4 MM RP R10 TI SD NG SD"
