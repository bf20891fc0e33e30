"""A card on the table, steps 8 and 9b to 9f: 胡, 跑, 碰, 吃 in their order, and what becomes stale 臭牌."""

import pytest

from tests.games.hunan_paohuzi.positions import Position

LOW = {"min_huxi": 3}
# complete with 八 (六七八), 3 息
WAIT_A = "一二三 六七 九九玖 陆柒捌 肆伍陆"
WAIT_B = "一二三 六七 九九玖 壹贰叁 十十拾"


# 胡


def test_step_8a_the_nearest_first() -> None:
    """A played card: the three others in turn, each that can win; a pass goes on."""
    position = Position({0: WAIT_A, 3: WAIT_B}, hot="八", options=LOW)
    position.play(2, "八")
    assert position.asked() == (3, "win")
    assert position.legal() == ["pass", "win s8"]
    position.answer("pass")
    assert position.asked() == (0, "win")
    position.answer("win 八")
    won = position.since()[0]
    assert (won.kind, won.seat, won.from_seat, won.arg) == ("won", 0, 2, 3)
    assert position.since()[-2].arg == 2  # by a discard


def test_step_9b_the_drawer_first() -> None:
    """A drawn card: its drawer, then the others in turn (rule 29)."""
    position = Position({1: WAIT_A, 3: WAIT_B}, wall="八", options=LOW)
    position.draw(3)
    assert position.told("drew") == ["drew 3 s8"]
    assert position.since()[0].visible == 15
    assert position.asked() == (3, "win")
    position.answer("pass")
    assert position.asked() == (1, "win")
    position.answer("win 八")
    assert position.since()[-2].arg == 8  # on another's draw


def test_own_draw() -> None:
    """The drawer wins: an outcome of its own."""
    position = Position({3: WAIT_B}, wall="八", options=LOW)
    position.draw(3)
    position.answer("win 八")
    assert position.since()[-2].arg == 1


def test_self_draw_only() -> None:
    """Decision 2: no win on a played card or on another's draw."""
    options = LOW | {"self_draw_only": True}
    position = Position({1: WAIT_A, 3: WAIT_B}, hot="八", options=options)
    position.play(2, "八")
    assert position.asked() == (3, "chow")
    position = Position({1: WAIT_A, 3: WAIT_B}, wall="八", options=options)
    position.draw(3)
    assert position.asked() == (3, "win")
    position.answer("pass")
    assert position.asked() == (3, "chow")


def test_must_win() -> None:
    """Decision 38: the first who can wins unasked."""
    position = Position({1: WAIT_A, 3: WAIT_B}, wall="八", options=LOW | {"must_win": True})
    position.draw(2)
    assert position.asked() is None
    assert position.state.winner == 3
    assert "asked" not in [event.kind for event in position.since()]


def test_min_huxi() -> None:
    """Rule 27: below `min_huxi` nobody is asked."""
    position = Position({1: WAIT_A, 3: WAIT_B}, hot="八")
    position.play(2, "八")
    assert position.asked() == (3, "win")  # 壹贰叁 6 + 一二三 3
    position.answer("pass")
    assert position.asked() == (3, "chow")  # seat 1 has 3 息 only


# 臭胡


@pytest.mark.parametrize(("pass_win", "again"), [("same_card_same_huxi", None), ("free", (0, "win"))])
def test_decision_37_a_passed_win(pass_win: str, again: tuple[int, str] | None) -> None:
    """The same kind again, the same 息 on the table: no second question."""
    position = Position({0: WAIT_B}, wall="八 八", options={"pass_win": pass_win})
    position.draw(2)
    assert position.asked() == (0, "win")
    position.answer("pass")
    while position.asked() == (3, "chow"):
        position.answer("pass")
    assert position.told("drew")[-1:] == ["drew 3 s8"]
    asked = position.asked()
    assert (asked if asked == (0, "win") else None) == again


def test_decision_37_more_huxi_on_the_table() -> None:
    """The lock is gone when the 息 on the table have changed."""
    hand = "一二三 六七 九九玖 肆伍陆"
    position = Position({0: hand}, {0: "wei:拾拾拾"}, wall="八")
    position.state.passed_huxi[0 * 20 + 7] = 3 + 1
    position.draw(2)
    assert position.asked() == (0, "win")
    position = Position({0: hand}, {0: "wei:拾拾拾"}, wall="八")
    position.state.passed_huxi[0 * 20 + 7] = 6 + 1
    position.draw(2)
    assert position.asked() != (0, "win")


# 跑


def test_step_8b_a_kan() -> None:
    """Rule 18: who holds a 坎 of the played card lays 跑, unasked; his first quad: he discards."""
    position = Position({0: "五五五"}, hot="五")
    position.play(2, "五")
    assert position.told("laid_pao", "asked") == ["laid_pao 0 s5", "asked 0 s5"]
    assert position.asked() == (0, "discard")
    assert position.groups(0) == ["pao:五五五五 <2"]
    assert int(position.state.sizes[0]) == 11


def test_step_8b_a_wei() -> None:
    """Rule 10: a 偎 on the table must 跑, its cards are open then."""
    position = Position({}, {1: "wei:五五五"}, hot="五")
    position.play(3, "五")
    assert position.told("laid_pao") == ["laid_pao 1 s5"]
    assert position.since()[1].arg == 2
    assert position.groups(1) == ["pao:五五五五 <3"]
    assert position.state.covered[1] == 0


@pytest.mark.parametrize("seat", [0, 1])
def test_rule_11_a_pung_takes_no_played_card(seat: int) -> None:
    """A 碰 becomes no 跑 by a played card, be it one's own."""
    position = Position({}, {0: "pung:五五五"}, hot="五")
    position.play(seat, "五")
    assert position.told("laid_pao") == []


@pytest.mark.parametrize(
    ("drawer", "rule", "laid"),
    [(0, "any_draw", True), (2, "any_draw", True), (0, "own_draw", True), (2, "own_draw", False)],
)
def test_step_9c_a_pung(drawer: int, rule: str, laid: bool) -> None:
    """Decisions 33, 49: the fourth card drawn makes a 碰 a 跑, not a 提, whoever draws it (or its owner only)."""
    position = Position({}, {0: "pung:五五五"}, wall="五", options={"pung_to_pao_on": rule})
    position.draw(drawer)
    assert position.told("laid_pao") == (["laid_pao 0 s5"] if laid else [])
    if laid:
        assert position.since()[1].from_seat == drawer
        assert position.since()[1].arg == 3
        assert int(position.state.huxi[0]) == 6


def test_step_9c_another_players_kan_and_wei() -> None:
    """Drawn cards too."""
    position = Position({0: "五五五"}, wall="五")
    position.draw(3)
    assert position.told("laid_pao") == ["laid_pao 0 s5"]
    position = Position({}, {1: "wei:五五五"}, wall="五")
    position.draw(3)
    assert position.told("laid_pao") == ["laid_pao 1 s5"]


def test_rule_31_a_win_comes_before_a_pao() -> None:
    """破跑胡: one's own 跑 or another's; a pass lays it, and there is no second question (decisions 27, 28)."""
    hand = "五五五 一二三 陆柒捌 九九 肆伍陆"
    position = Position({0: hand}, hot="五")
    position.play(2, "五")
    assert position.asked() == (0, "win")
    position.answer("pass")
    assert position.told("laid_pao", "asked") == ["laid_pao 0 s5", "asked 0 s5"]
    assert position.asked() == (0, "discard")
    waits = "一二三 四六 九九玖 壹贰叁 陆柒捌"
    position = Position({0: waits, 1: "五五五"}, wall="五")
    position.draw(2)
    assert position.asked() == (0, "win")
    position.answer("pass")
    assert position.told("laid_pao") == ["laid_pao 1 s5"]


def test_kan_unlocked_still_must_pao() -> None:
    """`kan_locked` false: compulsory while all three are in hand."""
    position = Position({0: "五五五"}, hot="五", options={"kan_locked": False})
    position.play(2, "五")
    assert position.told("laid_pao") == ["laid_pao 0 s5"]


# 碰


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_step_8c_pung(seat: int) -> None:
    """Rule 15: whoever holds a pair is asked; he lays three open and discards."""
    position = Position({seat: "八八"}, hot="八")
    position.play(0, "八")
    assert position.asked() == (seat, "pung")
    assert position.legal() == ["pass", "pung s8"]
    position.answer("pung 八")
    assert position.told() == [f"punged {seat} s8", f"asked {seat} s8"]
    assert position.asked() == (seat, "discard")
    assert position.groups(seat) == ["pung:八八八 <0"]


def test_step_9d_pung_of_a_drawn_card() -> None:
    """Decision 50: drawn cards too, but not by their drawer, who has a 偎."""
    position = Position({2: "八八"}, wall="八")
    position.draw(0)
    assert position.asked() == (2, "pung")
    position = Position({2: "八八"}, wall="八")
    position.draw(2)
    assert position.told("laid_wei") == ["laid_wei 2 s8"]


def test_pung_comes_before_chow() -> None:
    """Decision 23; who passed his 碰 may still 吃 the same card (decision 35)."""
    position = Position({1: "八八六七"}, hot="八", options={"comparison": "optional"})
    position.play(0, "八")
    assert position.asked() == (1, "pung")
    position.answer("pass")
    assert position.asked() == (1, "chow")
    position.answer("chow 八: 六七八")
    assert position.groups(1) == ["chow:六七八 <0"]
    assert int(position.state.stale_pung[1]) == int(position.state.stale_chow[1]) == 0
    assert int(position.state.skipped[1]) == 1 << 7


# 吃


def test_step_8d_only_the_next_seat() -> None:
    """Rule 20: a played card may be eaten by the player's next seat only."""
    position = Position({1: "六七", 2: "六七"}, hot="八")
    position.play(0, "八")
    assert position.asked() == (1, "chow")
    assert position.legal() == ["pass", "chow s8: s6 s7 s8"]
    position.answer("chow 八: 六七八")
    assert position.told() == ["chowed 1 s8", "asked 1 s8"]
    position = Position({2: "六七"}, hot="八")
    position.play(0, "八")
    assert position.told("drew")[0].startswith("drew 1 ")


def test_step_9e_the_drawer_then_the_next() -> None:
    """Decision 36."""
    position = Position({1: "六七", 2: "六七"}, wall="八")
    position.draw(1)
    assert position.asked() == (1, "chow")
    position.answer("pass")
    assert position.asked() == (2, "chow")
    position.answer("pass")
    assert position.told("drew")[0].startswith("drew 2 ")


def test_rule_22_comparison() -> None:
    """比: every copy of the kind eaten is laid; two groups are two events of one move."""
    position = Position({1: "四六五伍伍 九九玖玖 一一 壹拾柒"}, hot="五")
    position.play(0, "五")
    assert position.asked() == (1, "chow")
    assert position.legal() == ["pass", "chow s5: s5 s5 b5", "chow s5: s4 s5 s6 + s5 b5 b5"]
    position.answer("chow 五: 四五六 + 五伍伍")
    told = position.since()[:2]
    assert [(event.kind, event.from_seat, event.arg) for event in told] == [
        ("chowed", 0, 2 | 6 << 3),
        ("compared", 1, 6),
    ]
    assert told[0].move == told[1].move
    assert position.groups(1) == ["chow:四五六 <0", "chow:五伍伍"]
    assert position.hand(1) == "一一九九壹柒玖玖拾"


@pytest.mark.parametrize(
    ("comparison", "legal"),
    [("all_copies", None), ("optional", ["pass", "chow s5: s4 s5 s6"])],
)
def test_rule_22_no_comparison_no_chow(comparison: str, legal: list[str] | None) -> None:
    """A copy that fits nowhere forbids the 吃."""
    position = Position({1: "四六五"}, hot="五", options={"comparison": comparison})
    position.play(0, "五")
    assert (position.legal() if position.question() == (1, "chow", "五") else None) == legal


@pytest.mark.parametrize(("locked", "legal"), [(True, None), (False, ["pass", "chow s5: s4 s5 s6"])])
def test_decision_20_a_kan_is_not_eaten_with(locked: bool, legal: list[str] | None) -> None:
    """坎 cards serve no 吃, unless unlocked."""
    position = Position({1: "四四四六"}, hot="五", options={"kan_locked": locked})
    position.play(0, "五")
    assert (position.legal() if position.question() == (1, "chow", "五") else None) == legal


def test_step_8e_and_9f_the_card_stays() -> None:
    """Nobody takes it: it lies before who put it there, the next seat draws."""
    position = Position({}, hot="捌", wall="捌")
    position.play(0, "捌")
    assert position.told("discarded", "drew")[:2] == ["discarded 0 b8", "drew 1 b8"]
    assert [entry & 0xFFFF for entry in (position.state.river[i] for i in range(2))] == [
        17,
        1 << 8 | 17 | 1 << 12,
    ]


# 臭牌


def test_rule_21_a_passed_chow() -> None:
    """Worked example 16: 一 三 in hand, 二 passed: no second question on 二."""
    position = Position({1: "一三"}, hot="二二")
    position.play(0, "二")
    assert position.asked() == (1, "chow")
    position.answer("pass")
    assert int(position.state.stale_chow[1]) == int(position.state.stale_pung[1]) == 1 << 1
    position.play(0, "二")
    assert position.question() != (1, "chow", "二")


@pytest.mark.parametrize(("scope", "asked"), [("both", False), ("separate", True)])
def test_decision_15_a_passed_pung_and_a_chow(scope: str, asked: bool) -> None:
    """A passed 碰 closes the kind for 吃 too, from its next appearance on, or not."""
    options: dict[str, object] = {"stale_scope": scope, "comparison": "optional"}
    position = Position({1: "二二一一三三"}, hot="二二", options=options)
    position.play(0, "二")
    assert position.asked() == (1, "pung")
    position.answer("pass")
    assert position.asked() == (1, "chow")  # this one still
    assert int(position.state.stale_chow[1]) == 0
    position = Position({1: "二二一一三三"}, hot="二二", options=options)
    position.play(3, "二")
    assert position.asked() == (1, "pung")
    position.answer("pass")
    assert bool(int(position.state.stale_chow[1]) >> 1 & 1) != asked
    assert int(position.state.stale_pung[1]) >> 1 & 1
    position.play(0, "二")
    assert (position.question() == (1, "chow", "二")) == asked


@pytest.mark.parametrize(("scope", "asked"), [("both", False), ("separate", True)])
def test_decision_15_a_passed_chow_and_a_pung(scope: str, asked: bool) -> None:
    """A passed 吃 closes the kind for 碰 too, or not."""
    position = Position({1: "一三"}, hot="二", options={"stale_scope": scope})
    position.play(0, "二")
    position.answer("pass")
    assert bool(int(position.state.stale_pung[1]) >> 1 & 1) != asked


def test_decision_16_not_asked_not_stale() -> None:
    """Another took the card before: nothing is stale."""
    position = Position({1: "一三", 3: "二二"}, hot="二")
    position.play(0, "二")
    assert position.asked() == (3, "pung")
    position.answer("pung 二")
    assert int(position.state.stale_chow[1]) == 0


def test_decision_16_passed_and_taken_by_another() -> None:
    """A 碰 really passed is stale although another ate the card."""
    position = Position({1: "一三", 3: "二二"}, hot="二")
    position.play(0, "二")
    position.answer("pass")
    assert position.asked() == (1, "chow")
    assert int(position.state.stale_pung[3]) == 0
    position.answer("chow 二: 一二三")
    assert int(position.state.stale_pung[3]) == 1 << 1


def test_rule_21_one_s_own_played_card() -> None:
    """Nobody takes a kind he has played, even if another took that card."""
    position = Position({0: "一三", 1: "一三"}, hot="二二")
    position.play(0, "二")
    position.answer("chow 二: 一二三")
    assert int(position.state.stale_chow[0]) == int(position.state.stale_pung[0]) == 1 << 1
    position.answer(position.legal()[-1])
    position.play(3, "二")
    assert position.question() != (0, "chow", "二")


@pytest.mark.parametrize("stale", [True, False])
def test_decision_18_an_own_drawn_card(stale: bool) -> None:
    """A card drawn and taken by nobody counts as played, or not."""
    position = Position({}, wall="捌 伍", options={"own_drawn_is_stale": stale})
    position.draw(0)
    assert bool(int(position.state.stale_chow[0]) >> 17 & 1) == stale
    assert bool(int(position.state.stale_pung[0]) >> 17 & 1) == stale


@pytest.mark.parametrize("stale", [True, False])
def test_decision_18_eaten_later(stale: bool) -> None:
    """A card drawn that could not be eaten for want of a 比, and can be once the spare copy is laid."""
    position = Position({0: "四六六五"}, wall="五", hot="七五", options={"own_drawn_is_stale": stale})
    position.draw(0)
    assert position.question() != (0, "chow", "五")
    position.play(3, "七")
    position.answer("chow 七: 五六七")
    position.answer(position.legal()[-1])
    position.play(3, "五")
    assert (position.question() == (0, "chow", "五")) != stale


def test_decision_18_a_drawn_card_that_was_taken() -> None:
    """A drawn card that another took is not stale for its drawer."""
    position = Position({1: "八八"}, wall="八")
    position.draw(0)
    position.answer("pung 八")
    assert int(position.state.stale_chow[0]) == 0


def test_stale_cards_may_be_won_on() -> None:
    """Rule 21: 可以胡臭牌."""
    position = Position({1: WAIT_B}, hot="八")
    position.state.stale_chow[1] = position.state.stale_pung[1] = 1 << 7
    position.play(0, "八")
    assert position.asked() == (1, "win")
