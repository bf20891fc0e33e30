"""吃: which card, with which, and what follows (rule 13, steps 8c, 9c, 11, decisions 20 to 22)."""

import pytest

from tests.games.chengdu_coushisi.positions import Position

LEFT = {"chow_from": "own_flip_or_left_discard"}


def test_rule_13_each_hand_card_that_makes_fourteen() -> None:
    """One choice for each different card of the value, the flower apart (decision 44)."""
    position = Position({1: "PZ PZ* SW RP RP* H9 H9"}, pool="E4")
    position.turn(1)
    assert position.asked() == (1, "chow")
    assert position.legal() == ["pass", "chow PZ", "chow SW", "chow RP", "chow PZ*", "chow RP*"]
    position.answer("chow RP*")
    chowed = position.since()[0]
    assert (chowed.kind, chowed.seat, chowed.card, chowed.from_seat, chowed.arg) == (
        "chowed",
        1,
        "E4",
        1,
        14 + 21,
    )
    assert position.groups(1) == ["chow:E4 RP*"]
    assert position.river() == ["(1 +E4)"]


def test_decision_20_a_discard_no_steal_no_win_no_triple() -> None:
    """After 吃 he only discards, be his hand pairs only or with a triple (step 11)."""
    position = Position({1: "PZ H9 H9 H9* Y4 Y4 Y4*"}, pool="E4 TI")
    position.turn(1)
    assert position.asked() == (1, "before_turn")
    position.answer("pass", "pass", "chow PZ")
    assert position.state.red[1] == 34
    assert position.asked() == (1, "discard")
    assert position.legal() == ["discard Y4", "discard H9", "discard Y4*", "discard H9*"]
    position.answer("discard H9")
    assert position.told("drew")[0] == "drew 2 TI"


def test_decision_21_not_with_the_last_card() -> None:
    position = Position({1: "PZ"}, pool="E4 TI")
    position.turn(1)
    assert position.told("drew")[:2] == ["drew 1 E4", "drew 2 TI"]


def test_decision_22_the_pair_counts() -> None:
    """Red points and all: it lies face up before him."""
    position = Position({1: "RP H9 C2"}, pool="E4")
    position.turn(1)
    position.answer("chow RP")
    assert position.state.red[1] == 20


def test_rule_13_only_the_turner() -> None:
    """The next seat may not 吃 a card that another turned."""
    position = Position({1: "PZ H9 C2", 2: "PZ H9 C2"}, pool="E4 TI")
    position.turn(0)
    assert position.told("drew")[:2] == ["drew 0 E4", "drew 1 TI"]


def test_rule_13_a_seven_with_a_seven() -> None:
    position = Position({1: "NG SD BG C2 C2", 2: "C2"}, pool="NG*")
    position.turn(1)
    assert position.legal() == ["pass", "chow BG", "chow NG", "chow SD"]


def test_example_22() -> None:
    """The same card discarded: no 胡, 碰 first, no 吃 by the next seat; unclaimed the next seat turns."""
    waiting = "DI TI HE R10 RP MM Y4"
    position = Position({1: waiting, 3: "R9 R9 C2"}, pool="TI")
    position.discard(0, "R9")
    assert position.asked() == (3, "pung")
    position.answer("pass")
    assert position.told("passed", "drew")[:2] == ["passed 3 R9", "drew 1 TI"]


def test_chow_from_the_left() -> None:
    """The next seat may 吃 a discard, after 胡 and 碰 (step 9c)."""
    position = Position({1: "GZ H9 C2", 3: "R9 R9 C2"}, pool="TI TI", options=LEFT)
    position.discard(0, "R9")
    assert position.asked() == (3, "pung")
    position.answer("pass")
    assert position.asked() == (1, "chow")
    position.answer("chow GZ")
    assert position.since()[0].from_seat == 0
    assert position.groups(1) == ["chow:R9 GZ <0"]
    position.answer("discard H9")
    assert position.told("drew")[0] == "drew 2 TI"


@pytest.mark.parametrize("seat", [2, 3])
def test_chow_from_the_left_by_the_next_seat_only(seat: int) -> None:
    position = Position({seat: "GZ H9 C2"}, pool="TI", options=LEFT)
    position.discard(0, "R9")
    assert position.told("drew")[0] == "drew 1 TI"


def test_step_9b_pung_or_chow_in_one_question() -> None:
    """The next seat able to both is asked once; so a pass is one for both."""
    position = Position({1: "R9 R9 GZ"}, pool="TI", options=LEFT)
    position.discard(0, "R9")
    assert position.asked() == (1, "pung")
    assert position.legal() == ["pass", "chow GZ", "pung R9"]
    position.answer("pass")
    assert position.told("passed", "drew")[:2] == ["passed 1 R9", "drew 1 TI"]


def test_step_9b_a_pung_elsewhere_first() -> None:
    """Another seat's 碰 goes before the next seat's 吃."""
    position = Position({1: "GZ H9 C2", 2: "R9 R9 C2"}, pool="HE", options=LEFT)
    position.discard(0, "R9")
    position.answer("pung R9")
    assert position.groups(1) == []
    assert position.asked() == (2, "after_steal")
