"""A turned card, step 8: 胡 before 碰 before 吃, one's own card too, 皮子; the turn goes on (decision 23)."""

import pytest

from paiju.sim.games.chengdu_coushisi.cards import parse_card
from paiju.sim.kernel.errors import ImpossibleState
from paiju.sim.kernel.events import ALL
from tests.games.chengdu_coushisi.positions import Position

# complete with a 9: red 4 + 6 + 1 + 4 + 10 + 16 + 0 = 41 and more
WAIT_NINE = "DI TI HE R10 Y4 RP MM"
SINGLE = "DI TI HE R10 RP MM Y4"


def test_example_21() -> None:
    """The decision example: a 胡 beats 碰 beats 吃; each is asked when the one before has passed."""
    position = Position({0: "GZ SW SW", 1: WAIT_NINE, 3: "R9 R9 C2"}, pool="R9")
    position.turn(0)
    assert position.told("drew") == ["drew 0 R9"]
    assert position.since()[0].visible == ALL
    assert position.asked() == (1, "win")
    assert position.legal() == ["pass", "win"]
    position.answer("pass")
    assert position.asked() == (3, "pung")
    assert position.legal() == ["pass", "pung R9"]
    position.answer("pass")
    assert position.asked() == (0, "chow")
    assert position.legal() == ["pass", "chow GZ"]
    position.answer("chow GZ")
    assert position.groups(0) == ["chow:R9 GZ"]
    assert position.asked() == (0, "discard")
    assert position.legal() == ["discard SW"]


def test_example_21_the_win() -> None:
    position = Position({0: "GZ SW SW", 1: WAIT_NINE, 3: "R9 R9 C2"}, pool="R9")
    position.turn(0)
    position.answer("win")
    won = position.since()[0]
    assert (won.kind, won.seat, won.card, won.from_seat) == ("won", 1, "R9", 0)
    assert position.outcome() == "other_flip"
    assert position.river() == ["(0 +R9)"]
    assert position.state.hand(1).count(16) == 1


def test_rule_11_the_turner_first_then_in_order() -> None:
    """Decision 15: seat order from the turner; only one wins."""
    other = "DI TI C2 R10* Y4* RP* PZ E4 E4"
    position = Position({0: WAIT_NINE, 2: SINGLE, 3: other}, pool="H9")
    position.turn(2)
    assert position.asked() == (2, "win")
    position.answer("pass")
    assert position.asked() == (3, "win")
    position.answer("pass")
    assert position.asked() == (0, "win")
    position.answer("win")
    assert position.since()[0].from_seat == 2
    assert [event.seat for event in position.since() if event.kind == "won"] == [0]


def test_own_turn_won() -> None:
    """自翻: an outcome of its own; the winner gains from all three (decision 33)."""
    position = Position({0: WAIT_NINE}, pool="H9")
    position.turn(0)
    position.answer("win")
    assert position.outcome() == "own_flip"
    assert position.deltas() == [30, -10, -10, -10]


@pytest.mark.parametrize(("dealer", "asked"), [(3, (0, "win")), (0, None)])
def test_rule_18_the_dealer_needs_more(dealer: int, asked: tuple[int, str] | None) -> None:
    """24 red points for others, 26 for the dealer: here there are 25, the turned card counted (decision 30)."""
    hand = "TI DI R10 C2 Y4 H9 MM"  # 6 4 4 0 10 0 1
    position = Position({0: hand}, pool="PZ", dealer=dealer)
    position.turn(1)
    assert (position.asked() if position.asked() == (0, "win") else None) == asked


@pytest.mark.parametrize(("card", "wins"), [("H9", False), ("R9", True)])
def test_example_2(card: str, wins: bool) -> None:
    """The same wait, different red: 23 is no win, 27 is."""
    hand = "DI TI HE MZ Y4 H9 MM PZ BG NG GZ"
    position = Position({0: hand}, pool=card)
    position.turn(1)
    assert (position.asked() == (0, "win")) == wins
    if wins:
        position.answer("win")
        assert position.since()[0].arg == 100
        assert position.deltas() == [30, -10, -10, -10]


@pytest.mark.parametrize(
    ("hand", "card", "bonus", "hu"),
    [
        ("DI* TI HE R10 Y4* H9 MM PZ BG NG RP", "C3", "DD FT*", 200),  # example 11: 50 + 30 + 100
        ("DI* TI HE R10 Y4* H9 MM PZ BG NG RP", "C3*", "DD FT*", 200),  # 190
        ("RP* RP E4* E4 Y4* H9 HE* MZ NG* NG GZ", "H9", "FT DD", 300),  # example 13: 60 + 50 + 100
        ("DI TI HE R10 Y4 H9 MM PZ BG NG RP", "C3*", "", 100),  # 60
        ("DI TI HE R10 Y4 H9 MM PZ BG NG RP", "C3", "FT*", 200),  # 110
        ("DI* TI* HE* R10* Y4 H9 MM PZ BG NG RP", "C3", "", 100),  # 90
        ("DI* TI* HE* R10* Y4* H9 MM PZ BG NG RP", "C3", "", 100),  # 100
        ("DI* TI* HE* R10* Y4* H9 MM PZ BG NG RP", "C3*", "", 200),  # 110
    ],
)
def test_examples_11_and_13(hand: str, card: str, bonus: str, hu: int) -> None:
    """Flowers of the hand, the winning card and the 皮子; each 皮子 50."""
    position = Position({1: hand}, pool=card, bonus={1: bonus})
    position.turn(0)
    position.answer("win")
    assert position.since()[0].arg == hu
    assert position.deltas()[1] == 3 * hu // 10
    shown = [event.card for event in position.since() if event.kind == "revealed" and event.seat == 1]
    assert sorted(map(str, shown)) == sorted(hand.split())
    assert int(position.view(1).left(parse_card(card) % 21)) == 4 - f"{hand} {card}".count(card[:2])


def test_decision_18_the_turner_pungs_his_own_card() -> None:
    position = Position({0: "C2 C2 H9"}, pool="C2* DI")
    position.turn(0)
    assert position.asked() == (0, "pung")
    position.answer("pung C2*")
    assert position.groups(0) == ["pung:C2 C2 C2*"]
    assert position.told("punged", "drew") == ["punged 0 C2*", "drew 0 DI"]


def test_decision_19_pung_or_chow_in_one_question() -> None:
    """The turner able to both: his choice, asked once."""
    position = Position({0: "C2 C2 R10 MZ MZ*"}, pool="C2* DI")
    position.turn(0)
    assert position.asked() == (0, "pung")
    assert position.legal() == ["pass", "chow R10", "chow MZ", "chow MZ*", "pung C2*"]
    position.answer("chow MZ*")
    assert position.groups(0) == ["chow:C2* MZ*"]
    position = Position({0: "C2 C2 R10 MZ MZ*"}, pool="C2* DI HE")
    position.turn(0)
    position.answer("pass")
    assert position.told("passed", "drew")[:2] == ["passed 0 C2*", "drew 1 DI"]


def test_decision_19_seven_with_seven() -> None:
    """A 7 pairs with another 7: two equal sevens may be eaten with or 碰'd."""
    position = Position({0: "NG NG H9", 2: "C2"}, pool="NG*")
    position.turn(0)
    assert position.legal() == ["pass", "chow NG", "pung NG*"]


def test_decision_23_unclaimed() -> None:
    """It goes to the 塘子, the next seat turns."""
    position = Position({}, pool="TI TI")
    position.turn(2)
    assert position.told("drew")[:2] == ["drew 2 TI", "drew 3 TI"]
    assert position.river()[:2] == ["2 +TI", "3 +TI"]


def test_example_23_bonus_cards_turned() -> None:
    """Each 皮子 is laid aside for its turner, who turns again; only the next card can be claimed (decision 24)."""
    position = Position({3: "C2 C2 H9"}, pool="DD FT* C2")
    position.turn(1)
    assert position.told()[:5] == [
        "drew 1 DD",
        "bonus_laid 1 DD",
        "drew 1 FT*",
        "bonus_laid 1 FT*",
        "drew 1 C2",
    ]
    assert [event.arg for event in position.since() if event.kind == "drew"] == [0, 0, 0]
    assert position.bonus(1) == "DD FT*"
    assert position.asked() == (3, "pung")
    assert position.state.sizes[1] == 1


def test_rule_12_others_with_one_card_are_not_asked() -> None:
    """碰 needs two of the kind in hand."""
    position = Position({1: "C2 H9 H9"}, pool="C2 DI")
    position.turn(3)
    assert position.told("drew")[:2] == ["drew 3 C2", "drew 0 DI"]


def test_rule_16_an_even_hand_is_impossible() -> None:
    position = Position({1: "C2 H9"})
    with pytest.raises(ImpossibleState, match="seat 1 waits with 2 cards"):
        position.turn(1)
