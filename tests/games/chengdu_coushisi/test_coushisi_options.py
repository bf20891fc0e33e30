"""What the options change in the flow of a hand; those of the score have their own file."""

import pytest

from tests.games.chengdu_coushisi.positions import Deal, Position

WAIT_NINE = "DI TI HE R10 Y4 RP MM"
WAIT_FIVE = "DI TI HE R10 RP MM H9"  # won with 幺四 or 拐子
DISCARDS = {"win_on_discard": True}


# win_on_discard, payment, 包翻


def test_win_on_discard() -> None:
    """Decision 14: asked from the seat after the discarder on, before 碰."""
    position = Position({1: "TI DI Y4 R9 RP* E4 R10*", 3: WAIT_NINE, 0: "H9 H9 C2"}, options=DISCARDS)
    position.discard(2, "H9")
    assert position.asked() == (3, "win")
    position.answer("pass")
    assert position.asked() == (0, "pung")
    position = Position({3: WAIT_NINE, 0: "DI TI C2 R10 Y4 RP* MM"}, options=DISCARDS)
    position.discard(2, "H9")
    position.answer("pass")
    assert position.asked() == (0, "win")
    position.answer("win")
    assert (position.since()[0].from_seat, position.outcome()) == (2, "discard")
    assert position.deltas() == [30, -10, -10, -10]


def test_win_on_discard_not_ones_own() -> None:
    """The discarder is not asked for his own card (step 9a)."""
    position = Position({2: f"C2 C2 {WAIT_NINE}"}, pool="H9", options=DISCARDS, left=1)
    position.discard(0, "C2")
    position.answer("pung C2", "discard H9")
    assert position.asked() is None


def test_discarder_pays() -> None:
    """Decision 33: the discarder alone, 3p; a turned card as ever."""
    options = DISCARDS | {"payment": "discarder_pays"}
    position = Position({3: WAIT_NINE}, options=options)
    position.discard(2, "H9")
    position.answer("win")
    assert position.deltas() == [0, 0, -30, 30]
    position = Position({3: WAIT_NINE}, pool="H9", options=options)
    position.turn(2)
    position.answer("win")
    assert position.deltas() == [-10, -10, -10, 30]


def test_split() -> None:
    """Decision 33: together p, the odd points by the first losers after the winner."""
    position = Position({1: WAIT_NINE}, pool="H9", options={"payment": "split"})
    position.turn(1)
    position.answer("win")
    assert position.deltas() == [-3, 10, -4, -3]


@pytest.mark.parametrize(("card", "deltas"), [("Y4", [-30, 0, 0, 30]), ("GZ", [-10, -10, -10, 30])])
def test_fan_discard_liability(card: str, deltas: list[int]) -> None:
    """Decision 35: who discarded a winning 地牌, 幺四, 人牌 or 天牌 pays for all."""
    position = Position({3: WAIT_FIVE}, options=DISCARDS | {"fan_discard_liability": True})
    position.discard(0, card)
    position.answer("win")
    assert position.deltas() == deltas


def test_fan_discard_liability_needs_a_discard() -> None:
    """A turned 幺四 is paid by all."""
    position = Position({3: WAIT_FIVE}, pool="Y4", options=DISCARDS | {"fan_discard_liability": True})
    position.turn(0)
    position.answer("win")
    assert position.deltas() == [-10, -10, -10, 30]


# pass_win

LOCK = {"pass_win": "until_turn"}


@pytest.mark.parametrize(("options", "asked"), [({}, [3, 3]), (LOCK, [3])])
def test_decision_16_a_passed_win(options: dict[str, object], asked: list[int]) -> None:
    """Locked on every other card until his own next turn; there he may win again."""
    position = Position({3: WAIT_NINE}, pool="H9 R9 H9 H9*", options=options)
    position.turn(1)
    seats = []
    while position.asked() == (3, "win") and position.state.giver != 3:
        seats.append(3)
        position.answer("pass")
    assert seats == asked
    assert (position.asked(), position.state.giver) == ((3, "win"), 3)  # his own turn
    assert position.view(3).has_passed_win() is False


@pytest.mark.parametrize(("options", "wins"), [({}, True), (LOCK, False)])
def test_decision_16_the_own_turned_card_passed(options: dict[str, object], wins: bool) -> None:
    """It locks until his next turn, for the even hand after a steal too."""
    position = Position({3: "DI TI RP E4 BG BG NG"}, pool="BG* SD*", options=options)
    position.turn(3)
    assert position.asked() == (3, "win")
    position.answer("pass", "pung BG*")
    assert ("win" in position.legal()) == wins


def test_decision_16_another_choice_is_a_pass() -> None:
    """An even hand that discards instead of 胡 has passed it (step 10c)."""
    position = Position({2: "C2 C2 DI TI RP RP E4"}, pool="MM", options=LOCK, left=1)
    position.discard(0, "C2")
    position.answer("pung C2")
    assert position.legal()[-1] == "win"
    assert not position.view(2).has_passed_win()
    position.answer("discard E4")
    assert position.view(2).has_passed_win()


def test_decision_16_a_passed_black_dragon_counts() -> None:
    """黑龙 is a 胡 too: locked until the seat's first turn begins."""
    deal = Deal(["TI R9 Y4 DI E4 R10 SD HE MM BG RP GZ", "MM BG C2 GZ C3 NG PZ SW H9 MZ MZ"], options=LOCK)
    deal.answer("pass")
    assert deal.view(deal.seat(1)).has_passed_win()


def test_passes_end_with_the_hand() -> None:
    """The next hand begins without locks and dead cards."""
    position = Position({3: WAIT_NINE}, pool="H9", options=LOCK | {"dead_cards": True}, left=1)
    position.turn(1)
    position.answer("pass")
    assert position.view(3).has_passed_win()
    position.state.passed_kinds[3] = 1
    position.engine.emit(0, 1, 255, 7, 0, 15)  # hand_started
    assert not position.view(3).has_passed_win()
    assert not position.view(3).has_passed(0)


# dead_cards

DEAD = {"dead_cards": True}


@pytest.mark.parametrize(("options", "asked"), [({}, (2, "pung")), (DEAD, None)])
def test_decision_36_a_passed_pung(options: dict[str, object], asked: tuple[int, str] | None) -> None:
    """No 碰 and no 吃 of that kind again."""
    position = Position({2: "C2 C2 H9"}, pool="C2 TI", options=options, left=2)
    position.discard(0, "C2*")
    assert position.asked() == (2, "pung")
    position.answer("pass")
    assert position.view(2).has_passed(3)
    assert position.asked() == asked


@pytest.mark.parametrize(("options", "asked"), [({}, (1, "chow")), (DEAD, None)])
def test_decision_36_a_passed_chow(options: dict[str, object], asked: tuple[int, str] | None) -> None:
    position = Position({1: "R10 BG BG"}, pool="C2 TI TI TI C2", options=options, left=5)
    position.turn(1)
    assert position.asked() == (1, "chow")
    position.answer("pass")
    assert position.asked() == asked


def test_decision_36_another_kind_of_the_value_stays_open() -> None:
    """禾牌 has the value of 长二 and is another kind."""
    position = Position({1: "R10 BG BG"}, pool="C2 TI TI TI HE", options=DEAD)
    position.turn(1)
    position.answer("pass")
    assert position.asked() == (1, "chow")


def test_decision_36_a_win_stays_open() -> None:
    """胡 on a kind passed for 吃."""
    position = Position({1: WAIT_NINE}, pool="R9 TI TI TI* R9", options=DEAD)
    position.turn(1)
    position.answer("pass")  # 胡
    assert position.asked() == (1, "chow")
    position.answer("pass")
    assert position.asked() == (1, "win")
    position.answer("pass")
    assert position.told("passed", "asked", "drew")[0] == "passed 1 R9"
    assert position.told("asked", "drew")[0].startswith("drew 2")


# kong has its tests beside 暗, chow_from beside 吃, black_dragon and flower_bonus_cards at the opening
