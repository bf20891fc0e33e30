"""碰, 偷牌 and 暗, and the even hand after them (steps 7a and 10, decisions 11 to 13, 44)."""

import pytest

from tests.games.chengdu_coushisi.positions import Position


def test_step_10_a_pung() -> None:
    """Two hand cards and the card face up, one card stolen unseen, then a discard; play goes on after him."""
    position = Position({2: "C2 C2 H9"}, pool="DI TI")
    position.discard(0, "C2")
    assert position.asked() == (2, "pung")
    position.answer("pung C2")
    punged, drew = position.since()[:2]
    assert (punged.kind, punged.seat, punged.card, punged.from_seat, punged.arg) == ("punged", 2, "C2", 0, 0)
    assert (drew.kind, drew.seat, drew.card, drew.arg, drew.visible) == ("drew", 2, "DI", 1, 1 << 2)
    assert position.groups(2) == ["pung:C2 C2 C2 <0"]
    assert position.asked() == (2, "after_steal")
    assert position.legal() == ["discard DI", "discard H9"]
    position.answer("discard H9")
    assert position.told("drew")[0] == "drew 3 TI"
    assert position.river()[:2] == ["(0 C2)", "2 H9"]


def test_decision_18_not_ones_own_discard() -> None:
    position = Position({0: "C2 C2 H9"}, pool="TI")
    position.discard(0, "C2")
    assert position.told("drew")[0] == "drew 1 TI"


def test_step_10b_a_bonus_card_stolen() -> None:
    """It is laid aside and replaced into the hand (rule 15)."""
    position = Position({2: "C2 C2 H9"}, pool="DD FT MM")
    position.discard(0, "C2")
    position.answer("pung C2")
    drew = [(event.card, event.arg, event.visible) for event in position.since() if event.kind == "drew"]
    assert drew == [("DD", 1, 4), ("FT", 2, 4), ("MM", 2, 4)]
    assert position.bonus(2) == "DD FT"
    assert position.hand(2) == "MM H9"


@pytest.mark.parametrize(
    ("hand", "card", "flower", "left"),
    [
        ("C2 C2 C2* H9 H9", "C2", 1, "C2 H9 H9"),
        ("C2 C2 C2 H9 H9", "C2*", 0, "C2 H9 H9"),
        ("C2 C2* H9", "C2", 1, "H9"),
        ("C2 C2 H9", "C2*", 0, "H9"),
    ],
)
def test_decision_44_the_flower_goes_into_the_group_first(
    hand: str, card: str, flower: int, left: str
) -> None:
    position = Position({2: hand}, pool="DI")
    position.discard(0, card)
    position.answer(f"pung {card}")
    assert position.since()[0].arg == flower
    assert position.groups(2) == ["pung:C2 C2 C2* <0"]
    assert sorted(position.hand(2).split()) == sorted(f"{left} DI".split())


def test_decision_44_a_discard_names_the_copy() -> None:
    position = Position({2: "C2 C2 H9 H9* DI"}, pool="DI")
    position.discard(0, "C2")
    position.answer("pung C2")
    assert position.legal() == ["discard DI", "discard H9", "discard H9*"]


def test_red_of_a_pung() -> None:
    """Rule 18: below ten red points a 碰 counts ten."""
    position = Position({2: "C2 C2 H9"}, pool="MZ")
    position.discard(0, "C2")
    assert position.state.red[2] == 0
    position.answer("pung C2")
    assert position.state.red[2] == 10
    position = Position({2: "R9 R9 H9"}, pool="MZ")
    position.discard(0, "R9")
    position.answer("pung R9")
    assert position.state.red[2] == 12


# The even hand after a steal (decision 13)


EVEN = "C2 C2 DI TI RP MM HE"


def test_decision_13_after_a_pung() -> None:
    """The stolen card makes pairs only: 胡, no winning card, paid by all."""
    position = Position({2: EVEN}, pool="MZ*")
    position.discard(0, "C2")
    position.answer("pung C2")
    assert position.asked() == (2, "after_steal")
    assert position.legal()[-1] == "win"
    position.answer("win")
    won = position.since()[0]
    assert (won.kind, won.seat, won.card, won.from_seat) == ("won", 2, None, 2)
    assert position.outcome() == "own_hand"
    assert won.arg == 100  # 10 + 4 + 6 + 16 + 1 + 1 = 38 -> 40 and a flower


@pytest.mark.parametrize(
    ("stolen", "options"), [("R9", {}), ("MZ*", {"win_on_own_even_hand": False}), ("MZ*", {"min_red": 39})]
)
def test_decision_13_no_win_after_a_pung(stolen: str, options: dict[str, object]) -> None:
    position = Position({2: EVEN}, pool=stolen, options=options)
    position.discard(0, "C2")
    position.answer("pung C2")
    assert "win" not in position.legal()


# 暗


def test_decision_11_after_a_steal() -> None:
    """A triple made by a steal may be 暗'd before the discard; then the same question again."""
    position = Position({2: "C2 C2 H9 H9 BG"}, pool="H9* BG")
    position.discard(0, "C2")
    position.answer("pung C2")
    assert position.legal() == ["discard BG", "discard H9", "discard H9*", "concealed_triplet H9"]
    position.answer("concealed_triplet H9")
    laid, drew = position.since()[:2]
    assert (laid.kind, laid.card, laid.visible, drew.card) == ("concealed_triplet", "H9*", 1 << 2, "BG")
    assert position.asked() == (2, "after_steal")
    assert position.legal() == ["discard BG"]
    assert position.state.red[2] == 10 + 10 + 2  # decision 26


def test_decision_11_win_after_it() -> None:
    """After the 暗 and its steal the even hand may win (step 10c)."""
    position = Position({2: "C2 C2 H9 H9 DI"}, pool="H9* TI", options={"min_red": 30})
    position.discard(0, "C2")
    position.answer("pung C2", "concealed_triplet H9")
    assert position.legal() == ["discard DI", "discard TI", "win"]


def test_decision_11_before_turning() -> None:
    """A triple declined earlier, at the start of one's own turn; an odd hand is asked no 胡 there."""
    position = Position({1: "C2 C2 C2* H9 H9"}, pool="H9* TI TI")
    position.turn(1)
    assert position.asked() == (1, "before_turn")
    assert position.legal() == ["pass", "concealed_triplet C2"]
    position.answer("concealed_triplet C2")
    assert position.told() == ["concealed_triplet 1 C2*", "drew 1 H9*", "asked 1"]
    assert position.legal() == ["pass", "concealed_triplet H9"]
    position.answer("pass")
    assert position.told("passed", "drew")[:3] == ["passed 1", "drew 1 TI", "drew 2 TI"]
    passed = position.since()[0]
    assert (passed.card, passed.from_seat, passed.visible) == (None, None, 1 << 1)


def test_decision_11_only_at_the_own_turn() -> None:
    """Nobody is asked for it when another seat's turn begins."""
    position = Position({1: "C2 C2 C2* H9 H9"}, pool="TI TI")
    position.turn(3)
    assert position.told("drew", "asked")[:3] == ["drew 3 TI", "drew 0 TI", "asked 1"]


def test_concealed_triplet_midgame_off() -> None:
    options = {"concealed_triplet_midgame": False}
    position = Position({1: "C2 C2 C2* H9 H9"}, pool="TI", options=options)
    position.turn(1)
    assert position.told("drew")[0] == "drew 1 TI"
    position = Position({2: "C2 C2 H9 H9 BG"}, pool="H9*", options=options)
    position.discard(0, "C2")
    position.answer("pung C2")
    assert position.legal() == ["discard BG", "discard H9", "discard H9*"]


# The fourth card (decision 12)

KONG = {"kong": "add_fourth_steal_one"}


@pytest.mark.parametrize("group", ["pung:C2 C2 C2*", "concealed:C2* C2 C2"])
def test_decision_12_a_fourth_card_before_turning(group: str) -> None:
    """It is laid on the 碰 or 暗, open to all, and a card stolen."""
    position = Position({1: "C2 H9 H9"}, pool="BG TI", groups={1: group}, options=KONG)
    position.turn(1)
    assert position.asked() == (1, "before_turn")
    assert position.legal() == ["pass", "added_fourth C2"]
    position.answer("added_fourth C2")
    added, drew = position.since()[:2]
    assert (added.kind, added.card, added.visible, drew.card, drew.arg) == ("added_fourth", "C2", 15, "BG", 1)
    name = group.partition(":")[0]
    assert [text.partition(" <")[0] for text in position.groups(1)] == [f"{name}:C2 C2 C2 C2*"]
    assert position.view(0).groups(1) == [f"{name}:C2 C2 C2 C2*"]
    assert position.told("drew") == ["drew 1 BG", "drew 1 TI", *position.told("drew")[2:]]


def test_decision_12_after_a_steal() -> None:
    """The stolen card may be the fourth itself; red of all four, with the minimum (rule 18)."""
    position = Position({2: "E4 E4 HE H9 H9"}, pool="BG NG", groups={2: "pung:HE HE HE*"}, options=KONG)
    assert position.state.red[2] == 8 + 1 + 10
    position.discard(0, "E4")
    position.answer("pung E4")
    assert position.state.red[2] == 12 + 1 + 10 + 1
    assert position.legal() == ["discard HE", "discard BG", "discard H9", "added_fourth HE"]
    position.answer("added_fourth HE")
    assert position.state.red[2] == 12 + 10 + 1  # four of one red point are four: still below ten
    position = Position({2: "E4 C2 C2"}, pool="BG", groups={2: "pung:E4 E4 E4*"}, options=KONG)
    position.turn(2)
    position.answer("added_fourth E4")
    assert position.state.red[2] == 16 + 1


def test_decision_12_no_kong_by_default() -> None:
    position = Position({1: "C2 H9 H9"}, pool="TI", groups={1: "pung:C2 C2 C2*"})
    position.turn(1)
    assert position.told("drew")[0] == "drew 1 TI"
