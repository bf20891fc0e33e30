"""What is forced, steps 9a, 10, 11: 偎 and 提 of a drawn card, the win after them, discards left out."""

import pytest

from paiju.sim.kernel.errors import ImpossibleState
from tests.games.hunan_paohuzi.positions import Position


def steps(position: Position, *names: str) -> list[tuple[str, int | None]]:
    """Kind and seat of the first three events of some kinds since the last answer."""
    return [(event.kind, event.seat) for event in position.since() if event.kind in names][:3]


# 9a


@pytest.mark.parametrize(("visibility", "seen"), [("hidden", 1), ("one_shown", 15), ("open", 15)])
def test_step_9a_wei(visibility: str, seen: int) -> None:
    """A pair and the third drawn: laid unasked, the card not shown to others but by option (decision 13)."""
    position = Position({0: "八八"}, wall="八", options={"wei_visibility": visibility})
    position.draw(0)
    told = position.since()
    assert [(event.kind, event.seat, event.card) for event in told[:2]] == [
        ("drew", 0, "s8"),
        ("laid_wei", 0, "s8"),
    ]
    assert [event.visible for event in told[:2]] == [1, seen]
    assert position.asked() == (0, "discard")
    assert position.groups(0) == ["wei:八八八" + ("*" if seen == 1 else "")]
    assert int(position.state.huxi[0]) == 3


def test_step_9a_wei_of_a_stale_kind() -> None:
    """Rule 21: stale or not; it is no 臭偎 unless a 碰 was passed (decision 14)."""
    position = Position({0: "八八"}, wall="八")
    position.state.stale_pung[0] = position.state.stale_chow[0] = 1 << 7
    position.draw(0)
    assert position.told("laid_wei") == ["laid_wei 0 s8"]


@pytest.mark.parametrize("visibility", ["hidden", "one_shown", "open"])
def test_rule_16_a_stale_wei(visibility: str) -> None:
    """Worked example 16: after a 忍碰 the 偎 is compulsory, and one card of it is shown."""
    position = Position({1: "二二"}, wall="二", hot="二", options={"wei_visibility": visibility})
    position.play(0, "二")
    assert position.asked() == (1, "pung")
    position.answer("pass")
    assert position.told("laid_stale_wei") == ["laid_stale_wei 1 s2"]
    assert next(event.visible for event in position.since() if event.kind == "laid_stale_wei") == 15
    assert position.groups(1) == ["stale_wei:二二二"]
    assert int(position.state.huxi[1]) == 3


def test_a_passed_pung_that_was_eaten_makes_a_stale_wei() -> None:
    """Further readings: a later own 偎 is a 臭偎 even if he then ate the card."""
    options: dict[str, object] = {"comparison": "optional"}
    position = Position({1: "二二二三四"[1:]}, wall="二", hot="二", options=options)
    position.play(0, "二")
    position.answer("pass", "chow 二: 二三四")
    assert int(position.state.skipped[1]) == 1 << 1
    assert int(position.state.stale_pung[1]) == 0


@pytest.mark.parametrize(("visibility", "seen"), [("one_shown", 15), ("hidden", 1)])
def test_step_9a_ti(visibility: str, seen: int) -> None:
    """A 坎 or a 偎 and the fourth drawn: 提, one card of it shown (decision 12)."""
    options = {"ti_visibility": visibility}
    position = Position({0: "八八八"}, wall="八", options=options)
    position.draw(0)
    assert [(event.kind, event.arg, event.visible) for event in position.since()[:2]] == [
        ("drew", 0, 1),
        ("laid_ti", 1, seen),
    ]
    assert position.asked() == (0, "discard")
    assert int(position.state.huxi[0]) == 9
    position = Position({}, {0: "wei:捌捌捌"}, wall="捌", options=options)
    position.draw(0)
    assert [(event.kind, event.arg, event.visible) for event in position.since()[:2]] == [
        ("drew", 0, 1),
        ("laid_ti", 2, seen),
    ]
    assert int(position.state.huxi[0]) == 12


def test_a_stale_wei_stays_known() -> None:
    """What all knew before stays known: a 提 from a 臭偎 with `ti_visibility` hidden."""
    position = Position({}, {0: "stale_wei:捌捌捌"}, wall="捌", options={"ti_visibility": "hidden"})
    position.draw(0)
    assert position.since()[1].visible == 15


def test_step_9a_the_win_with_the_group() -> None:
    """Worked example 3: the forced 偎 counts; asked once it is laid, before the discard (decisions 24, 28)."""
    hand = "一二三 三四五 陆柒捌 九九玖 八八"
    position = Position({0: hand}, wall="八")
    position.draw(0)
    assert [event.kind for event in position.since()] == ["drew", "laid_wei", "asked"]
    assert position.asked() == (0, "win_with_group")
    position.answer("win 八")
    won = position.since()[0]
    assert (won.kind, won.arg, won.from_seat) == ("won", 6, 0)
    assert position.since()[-2].arg == 1
    position = Position({0: hand}, wall="八")
    position.draw(0)
    position.answer("pass")
    assert position.asked() == (0, "discard")
    assert int(position.state.passed_huxi[7]) == 3 + 1


def test_step_9a_nobody_else_is_asked() -> None:
    """Decision 39: a card drawn in secret cannot be won on."""
    position = Position({0: "八八", 1: "一二三 六七 九九玖 壹贰叁 十十拾"}, wall="八")
    position.draw(0)
    assert position.asked() == (0, "discard")


def test_decision_25_a_ti_that_ruins_a_hand() -> None:
    """The own fourth card is 提 although it would complete a run: no win, without a pair."""
    position = Position({0: "五五五 四六 一二三 陆柒捌 九九玖"}, wall="五")
    position.draw(0)
    assert position.told("laid_ti", "asked") == ["laid_ti 0 s5", "asked 0 s5"]
    assert position.asked() == (0, "discard")


def test_win_before_wei() -> None:
    """Decisions 23, 24 by option: asked first, with the best of all readings; a pass lays the group."""
    options = {"win_before_wei": True}
    position = Position({0: "五五五 四六 一二三 陆柒捌 九九玖"}, wall="五", options=options)
    position.draw(0)
    assert position.asked() == (0, "win_before_group")
    assert [event.kind for event in position.since()] == ["drew", "asked"]
    assert position.since()[0].visible == 1
    position.answer("win 五")
    assert position.since()[0].arg == 6
    assert "五五五五" in position.hand(0).replace("四", "")  # the card has joined his hand
    assert (position.state.pending, int(position.state.covered[0])) == (False, 0)
    assert int(position.state.sizes[0]) == len(position.hand(0))
    position = Position({0: "一二三 三四五 陆柒捌 九九玖 八八"}, wall="八", options=options)
    position.draw(0)
    assert position.asked() == (0, "win_before_group")
    position.answer("pass")
    assert position.told("laid_wei") == ["laid_wei 0 s8"]
    assert position.asked() == (0, "discard")
    assert int(position.state.passed_huxi[7]) == 0 + 1  # without the group about to be laid


def test_win_before_wei_uses_the_group_too() -> None:
    """The 偎 or 提 is one of the readings."""
    position = Position({0: "一二三 三四五 陆柒捌 九九玖 伍伍"}, wall="伍", options={"win_before_wei": True})
    position.draw(0)
    position.answer("win 伍")
    assert position.since()[0].arg == 9
    position = Position({}, {0: "wei:拾拾拾"}, wall="拾", options={"win_before_wei": True})
    assert position.state.laid[0]


# 10 and 11


def test_step_10_the_next_of_the_discarder_draws() -> None:
    """Decision 43."""
    position = Position({2: "八八一"}, hot="八")
    position.play(0, "八")
    position.answer("pung 八", "discard 一")
    assert steps(position, "drew")[:1] in ([], [("drew", 3)])
    assert position.told("discarded") == ["discarded 2 s1"]


def test_step_11_the_first_quad() -> None:
    """A discard after it: the hand is 10 (≡ 1) then."""
    position = Position({0: "八八八"}, wall="八")
    position.draw(0)
    position.answer(position.legal()[0])
    assert int(position.state.sizes[0]) == 10


def test_rule_25_a_second_quad() -> None:
    """八块, worked example 18: no discard; the seat after its owner draws."""
    position = Position({1: "七七七"}, {1: "pao:五五五五"}, hot="七")
    position.play(3, "七")
    assert steps(position, "laid_pao", "drew")[:2] == [("laid_pao", 1), ("drew", 2)]
    assert int(position.state.sizes[1]) == 7


@pytest.mark.parametrize(("after", "drawer"), [("after_owner", 2), ("after_source", 0)])
def test_decision_29c_who_draws_after_a_second_quad(after: str, drawer: int) -> None:
    """The seat after its owner, or after the one whose card was taken; an own 提 is the same in both."""
    options: dict[str, object] = {"second_quad_next": after}
    position = Position({1: "七七七"}, {1: "ti:五五五五"}, hot="七", options=options)
    position.play(3, "七")
    assert steps(position, "laid_pao", "drew")[:2] == [("laid_pao", 1), ("drew", drawer)]
    position = Position({1: "七七七"}, {1: "ti:五五五五"}, wall="七", options=options)
    position.draw(1)
    assert steps(position, "laid_ti", "drew") == [("drew", 1), ("laid_ti", 1), ("drew", 2)]
    position = Position({}, {1: "ti:五五五五; pung:七七七"}, wall="七", options=options)
    position.draw(3)
    assert steps(position, "laid_pao", "drew") == [("drew", 3), ("laid_pao", 1), ("drew", drawer)]


def test_decision_30_a_quad_after_a_dealt_ti() -> None:
    """The dealt 提 counts: the next is the second."""
    position = Position({1: "七七七"}, {1: "ti:五五五五"}, hot="七")
    position.play(0, "七")
    assert steps(position, "laid_pao", "drew")[:2] == [("laid_pao", 1), ("drew", 2)]


def test_decision_29b_a_credit() -> None:
    """Two dealt 提: the next 偎, 碰 or 吃 is not followed by a discard, the one after it is."""
    options: dict[str, object] = {"opening_win": False}
    position = Position({1: "八八捌捌"}, {1: "ti:五五五五; ti:伍伍伍伍"}, hot="八捌", options=options)
    assert (int(position.state.sizes[1]), int(position.state.credits[1])) == (6, 1)
    position.play(0, "八")
    position.answer("pung 八")
    assert steps(position, "punged", "drew")[:2] == [("punged", 1), ("drew", 2)]
    assert int(position.state.credits[1]) == 0
    position.play(0, "捌")
    position.answer("pung 捌")
    assert position.asked() == (1, "discard")


def test_decision_29b_a_quad_uses_no_credit() -> None:
    """重跑 has no discard anyway."""
    position = Position(
        {1: "八八八一四肆"},
        {1: "ti:五五五五; ti:伍伍伍伍"},
        hot="八",
        wall="捌",
        options={"opening_win": False},
    )
    position.play(0, "八")
    assert steps(position, "laid_pao", "drew")[:2] == [("laid_pao", 1), ("drew", 2)]
    assert int(position.state.credits[1]) == 1


# Decision 22: deadlocks

ZERO = "chow:四五六; chow:肆伍陆; chow:七八九; chow:柒捌玖"


def test_decision_22a_no_pung_that_leaves_nothing() -> None:
    """A 碰 or 吃 that leaves an empty hand may not be made; with six 息 it may be won on."""
    position = Position({1: "三三"}, {1: ZERO}, hot="三")
    position.play(0, "三")
    assert position.asked() != (1, "pung")
    position = Position({1: "二三"}, {1: ZERO}, hot="四")
    position.play(0, "四")
    assert position.asked() != (1, "chow")
    position = Position({1: "三三"}, {1: "pung:拾拾拾; pung:壹壹壹; chow:七八九; chow:柒捌玖"}, hot="三")
    position.play(0, "三")
    assert position.asked() == (1, "win")


def test_decision_22a_with_a_credit() -> None:
    """Further readings: also for a player with a no-discard credit."""
    options: dict[str, object] = {"opening_win": False}
    groups = {1: "ti:五五五五; ti:伍伍伍伍; ti:玖玖玖玖"}
    position = Position({1: "八八"}, groups, hot="八", options=options)
    assert int(position.state.credits[1]) == 2
    position.play(0, "八")
    assert position.asked() != (1, "pung")


def test_decision_22b_the_dead_player() -> None:
    """Four groups without 息 and a pair: the third drawn is 偎, too little; no discard, he is dead."""
    position = Position({1: "三三"}, {1: ZERO}, wall="三")
    position.draw(1)
    assert steps(position, "laid_wei", "drew") == [("drew", 1), ("laid_wei", 1), ("drew", 2)]
    assert int(position.state.sizes[1]) == 0
    before = position.log.count
    while position.asked():
        assert position.asked() not in ((1, "discard"), (1, "win"), (1, "pung"), (1, "chow"))
        position.answer("pass" if "pass" in position.legal() else position.legal()[0])
    position.mark = before
    shown = [event for event in position.since() if event.kind == "drew" and event.seat == 1]
    assert shown  # he still draws and shows a card at his turns
    assert all(event.visible == 15 for event in shown)


@pytest.mark.parametrize("after", ["after_owner", "after_source"])
def test_decision_22b_quads_of_the_dead(after: str) -> None:
    """A compulsory 跑 is still laid, without a discard; his next seat draws whatever the option says."""
    position = Position({1: "三三"}, {1: ZERO}, wall="三 拾", hot="三", options={"second_quad_next": after})
    position.draw(1)
    while position.asked():
        position.answer("pass" if "pass" in position.legal() else position.legal()[0])
        if position.state.asked == 3:
            break
    position.play(0, "三")
    assert position.told("laid_pao", "drew")[0] == "laid_pao 1 s3"
    assert position.told("laid_pao", "drew")[1].startswith("drew 2 ")


def test_decision_22b_the_same_if_he_passed_the_win() -> None:
    """With six 息 he is asked; after a pass nothing is left to discard."""
    groups = {1: "pung:拾拾拾; chow:肆伍陆; chow:七八九; chow:柒捌玖"}
    position = Position({1: "三三"}, groups, wall="三 一")
    position.draw(1)
    assert position.asked() == (1, "win_with_group")
    position.answer("pass")
    assert steps(position, "drew")[:1] == [("drew", 2)]
    assert int(position.state.sizes[1]) == 0


def test_decision_22c_nothing_but_kans() -> None:
    """When only 坎 are left one card of one may be discarded; its two others are a pair then."""
    groups = {1: "chow:四五六; chow:肆伍陆; chow:七八九"}
    position = Position({1: "三三三 十十"}, groups, hot="十", wall="一")
    position.play(0, "十")
    assert position.asked() == (1, "pung")
    position.answer("pung 十")
    assert position.asked() == (1, "discard")
    assert position.legal() == ["discard s3"]
    position.answer("discard 三")
    assert position.hand(1) == "三三"


def test_decision_48_a_wrong_hand_is_noticed() -> None:
    """The number of cards a waiting hand must have is asserted."""
    position = Position({1: "三三"}, wall="四")
    position.state.drop(1, 2, 1)
    with pytest.raises(ImpossibleState, match="seat 1 waits with 13 cards, not with 14"):
        position.draw(1)


# 12 and 13


def test_step_12_everything_is_shown() -> None:
    """All hands and covered groups; the winning card lies open already."""
    hand = "一二三 六七 九九玖 肆伍陆"
    position = Position({0: hand}, {0: "wei:拾拾拾", 2: "wei:柒柒柒"}, wall="八")
    position.draw(3)
    position.answer("win 八")
    told = position.since()
    assert [event.kind for event in told if event.kind != "revealed"] == [
        "won", "scored", "scored", "paid", "paid", "paid", "paid", "hand_ended", "match_ended",
    ]  # fmt: skip
    shown = [event for event in told if event.kind == "revealed"]
    assert [event.seat for event in shown] == sorted(event.seat or 0 for event in shown)
    own = [event for event in shown if event.seat == 0]
    assert [event.card for event in own if event.arg == 0] == [
        "s1",
        "s2",
        "s3",
        "s6",
        "s7",
        "s9",
        "s9",
        "b4",
        "b5",
        "b6",
        "b9",
    ]
    assert [(event.seat, event.card) for event in shown if event.arg == 1] == [(0, "b10"), (2, "b7")]
    assert all(event.visible == 15 for event in shown)
    assert int(position.state.covered[2]) == 0
    assert [int(position.state.deltas[seat]) for seat in range(4)] == [6, -2, -2, -2]


def test_step_12_items() -> None:
    """Groups that give 息 with their card, then factors."""
    options: dict[str, object] = {"self_draw_multiplier": 2, "red_black_fans": "hengyang"}
    position = Position({0: "一二三 六七 九九玖 肆伍陆"}, {0: "wei:拾拾拾"}, wall="八", options=options)
    position.draw(0)
    position.answer("win 八")
    scored = [
        (event.card, event.arg >> 16, event.arg & 0xFFFF)
        for event in position.since()
        if event.kind == "scored"
    ]
    assert scored == [("b10", 2, 6), ("s1", 6, 3), (None, 8, 2)]


@pytest.mark.parametrize(("all_three", "deltas"), [(False, [6, -2, -2, -2]), (True, [6, 0, 0, -6])])
def test_decision_2_who_pays(all_three: bool, deltas: list[int]) -> None:
    """放炮包赔: the player of the card pays three shares."""
    options = {"discarder_pays_all": all_three}
    position = Position({0: "一二三 六七 九九玖 肆伍陆"}, {0: "wei:拾拾拾"}, hot="八", options=options)
    position.play(3, "八")
    position.answer("win 八")
    assert [int(position.state.deltas[seat]) for seat in range(4)] == deltas
    drawn = Position({0: "一二三 六七 九九玖 肆伍陆"}, {0: "wei:拾拾拾"}, wall="八", options=options)
    drawn.draw(3)
    drawn.answer("win 八")
    assert [int(drawn.state.deltas[seat]) for seat in range(4)] == [6, -2, -2, -2]


def test_step_13_the_drawn_hand() -> None:
    """Decision 40: the last card may be taken, its discard too; then who must draw ends the hand."""
    position = Position({0: "八八一"}, wall="八", last=1)
    position.draw(0)
    assert position.told("laid_wei") == ["laid_wei 0 s8"]
    assert position.state.wall_left == 0
    position.answer("discard 一")
    while position.asked():
        position.answer("pass")
    told = position.since()
    assert [event.kind for event in told[-2:]] == ["hand_ended", "match_ended"]
    assert (told[-2].seat, told[-2].arg) == (None, 0)
    assert "paid" not in [event.kind for event in told]
    shown = [event for event in told if event.kind == "revealed"]
    assert {event.seat for event in shown} == {0, 1, 2, 3}
    assert ("s8", 1) in [(event.card, event.arg) for event in shown if event.seat == 0]
