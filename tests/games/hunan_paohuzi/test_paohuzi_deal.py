"""The opening of a hand, steps 1 to 7: the deal, 2提/4坎, the shown card, dealt 提, the first discard."""

from collections import Counter
from itertools import pairwise

import pytest

from paiju.sim.games.hunan_paohuzi.game import GAME
from paiju.sim.games.hunan_paohuzi.rules import validated
from paiju.sim.kernel.codec import Codec
from paiju.sim.kernel.events import Log, kind_of
from paiju.sim.kernel.play import Table
from paiju.sim.kernel.policy import Policy, View
from paiju.sim.kernel.rng import Seeds, Stream
from tests.games.hunan_paohuzi.positions import Deal

TWO_TI = "一一一一 伍伍伍伍 二四六八 贰玖"
FOUR_KAN = "三三三 肆肆肆 六六六 拾拾拾 九壹"
TI_AND_KANS = "二二二二 柒柒柒 七七七 捌捌捌 九"
# waiting for 八, worth 3 息 with it
WAITING = [
    "一二三 六七 九九玖 陆柒捌 肆伍陆",
    "一二三 六七 九九玖 陆柒捌 肆伍陆",
    "一二三 六七 十十拾 壹贰叁 四四肆",
]
DEALER = "一三五五四十 壹叁伍柒玖拾拾捌 八"  # shows 八, cannot win
LOW = {"min_huxi": 3}


class First(Policy):
    """Plays the first legal move, but never wins."""

    def code(self, view: View) -> int:
        """The code of the chosen move."""
        return view.code(0)


def dealers(options: dict[str, object], hands: int, deal: int = 0) -> list[tuple[int, int | None]]:
    """Dealer and winner of each hand of a match."""
    log = Log()
    engine = GAME.engine(GAME.rules(validated(options | {"match": f"hands:{hands}"})), log)
    from paiju.policies import find

    makers = [find("uniform", "zipai")] * 4
    Table(engine, Seeds(5)).play(deal, 0, makers, makers[0])
    found: list[tuple[int, int | None]] = []
    for event in Codec(GAME).read(log.to_list()):
        if event.kind == "hand_started":
            assert event.seat is not None
            found.append((event.seat, None))
        elif event.kind == "won":
            found[-1] = found[-1][0], event.seat
    assert len(found) == hands
    return found


def test_step_1_the_first_dealer_is_chosen_by_lot() -> None:
    """Rule 3A: each seat as often as any other, the same for every ruleset."""
    seats = Counter(dealers({}, 1, deal)[0][0] for deal in range(400))
    assert all(70 < seats[seat] < 130 for seat in range(4))
    assert [dealers({}, 1, deal)[0][0] for deal in range(20)] == [
        dealers({"min_huxi": 0}, 1, deal)[0][0] for deal in range(20)
    ]


@pytest.mark.parametrize("after", ["next", "same"])
def test_step_1_later_dealers(after: str) -> None:
    """Rule 3B, 3C: the winner deals, after 荒庄 the next seat (or the same)."""
    options: dict[str, object] = {"min_huxi": 0, "dealer_after_draw": after}
    met = set()
    for deal in range(8):
        found = dealers(options, 20, deal)
        for (dealer, winner), (then, _) in pairwise(found):
            kept = (dealer + 1) % 4 if after == "next" else dealer
            assert then == (kept if winner is None else winner)
            met.add(winner is None)
    assert met == {True, False}


def test_steps_2_and_3_the_deal() -> None:
    """Decision 53: one card at a time from the dealer on, seen by its owner; the last is shown to all."""
    deal = Deal(["", "", "", ""])
    dealt = [event for event in Codec(GAME).read(deal.log.to_list()) if event.kind == "dealt"]
    assert len(dealt) == 57
    for i, event in enumerate(dealt[:-1]):
        assert (event.seat, event.visible, event.arg) == (deal.seat(i), 1 << deal.seat(i), 0)
    assert (dealt[-1].seat, dealt[-1].visible, dealt[-1].arg) == (deal.seat(0), 15, 1)
    assert [int(deal.state.sizes[deal.seat(i)]) for i in range(4)] == [15, 14, 14, 14]
    assert deal.state.wall_left == 23


@pytest.mark.parametrize(
    ("hands", "winner", "huxi"),
    [
        (["", "", TWO_TI], 2, 21),
        (["", FOUR_KAN, TWO_TI], 1, 18),
        (["", FOUR_KAN, "", TWO_TI], 1, 18),
        ([TI_AND_KANS + "壹", FOUR_KAN], 0, 9 + 6 + 3 + 6),
        (["三三三 肆肆肆 六六六 拾拾 九壹玖 拾"], 0, 18),  # the shown card makes the fourth 坎 (decision 8)
    ],
)
def test_step_4_two_ti_or_four_kan(hands: list[str], winner: int, huxi: int) -> None:
    """Decisions 5 to 8, 32: the first from the dealer on wins, unasked, with 坎 and 提 alone."""
    deal = Deal(hands)
    assert deal.asked() is None
    told = {event.kind: event for event in Codec(GAME).read(deal.log.to_list())}
    assert "asked" not in told
    assert (told["won"].seat, told["won"].arg, told["won"].card) == (deal.seat(winner), huxi, None)
    assert told["won"].from_seat == deal.seat(winner)
    assert told["hand_ended"].arg == 10
    tun = 1 + (huxi - 6) // 3
    assert [int(deal.state.deltas[s]) for s in range(4)] == [
        3 * tun if s == deal.seat(winner) else -tun for s in range(4)
    ]


@pytest.mark.parametrize("hand", ["一一一一 伍伍伍 四四四 捌捌 九贰", "三三三 肆肆肆 六六六 拾拾 九壹玖"])
def test_step_4_less_is_no_opening_win(hand: str) -> None:
    """1提 + 2坎, 3坎."""
    assert Deal(["", hand]).asked() is not None


def test_decision_46_points_add_up_over_a_match() -> None:
    """Scores begin at 0 and go below; the points of a hand are added to them."""
    deal = Deal(["", FOUR_KAN], options={"match": "hands:3"})
    first = [int(deal.state.deltas[seat]) for seat in range(4)]
    assert sorted(first) == [-5, -5, -5, 15]
    assert deal.engine.view(0, Stream()).scores == first
    deal.engine.start_hand()
    assert deal.state.dealer == deal.seat(0) == first.index(15)
    assert deal.engine.view(0, Stream()).scores == first
    deal.engine.start_match()
    assert deal.engine.view(0, Stream()).scores == [0, 0, 0, 0]


def test_step_4_off() -> None:
    """`opening_win` false: they play on."""
    assert Deal(["", TWO_TI], options={"opening_win": False}).place() == (0, "discard")


def test_step_4_needs_no_huxi() -> None:
    """`min_huxi` is not asked for, but counts for the 囤: at least one."""
    deal = Deal(["", FOUR_KAN], options={"min_huxi": 30})
    assert int(deal.state.deltas[deal.seat(1)]) == 3


def test_step_5_the_order_of_the_shown_card() -> None:
    """Rule 30: dealer, 下家, 对家, 上家; a pass goes on, then the dealer plays."""
    deal = Deal([DEALER, *WAITING], options=LOW)
    assert deal.place() == (1, "opening_win")
    assert deal.legal() == ["pass", "win s8"]
    deal.answer("pass")
    assert deal.place() == (2, "opening_win")
    deal.answer("pass")
    assert deal.place() == (3, "opening_win")
    deal.answer("pass")
    assert deal.place() == (0, "discard")


def test_step_5_a_win_on_the_shown_card() -> None:
    """地胡: three pay (decision 47); the card is the dealer's."""
    deal = Deal([DEALER, *WAITING], options=LOW)
    deal.answer("pass", "win 八")
    won = next(event for event in deal.since() if event.kind == "won")
    assert (won.seat, won.from_seat, won.card, won.arg) == (deal.seat(2), deal.seat(0), "s8", 3)
    assert deal.since()[-2].arg == 9
    assert deal.told("scored") == [f"scored {deal.seat(2)} s1", f"scored {deal.seat(2)}"]
    deltas = [int(deal.state.deltas[deal.seat(i)]) for i in range(4)]
    assert deltas == [-1, -1, 3, -1]


def test_step_5_the_dealer_first() -> None:
    """天胡 with fifteen cards; a third equal card is 坎 (decision 10), the win is optional (decision 11)."""
    dealer = "一二三 陆柒捌 九九玖 肆伍陆 八八 八"
    deal = Deal([dealer, *WAITING[:1]])
    assert deal.place() == (0, "opening_win")
    deal.answer("win 八")
    told = deal.since()
    assert told[0].arg == 3 + 3
    names = {each.id: each.name for each in GAME.patterns}
    assert [names[event.arg >> 16] for event in told if event.kind == "scored"] == [
        "kan",
        "first_run",
        "heavenly",
    ]


def test_step_5_a_passed_win_locks() -> None:
    """Decision 37: the dealer who passes locks the kind of the shown card, with no 息 on the table."""
    deal = Deal(["一二三 陆柒捌 九九玖 肆伍陆 八八 八"])
    deal.answer("pass")
    assert deal.state.passed_huxi[deal.seat(0) * 20 + 7] == 1


def test_step_5_although_it_is_the_dealers_ti() -> None:
    """Rule 30: the shown card completes a 提 of the dealer's, another may win on it."""
    deal = Deal(["八八八 壹贰叁 四五 七九十 玖 拾拾 八", WAITING[0]], options=LOW)
    assert deal.place() == (1, "opening_win")
    deal.answer("pass")
    assert deal.told("laid_ti") == [f"laid_ti {deal.seat(0)} s8"]


def test_step_5_self_draw_only() -> None:
    """The dealer's own shown card remains (decision 2)."""
    options = LOW | {"self_draw_only": True}
    assert Deal([DEALER, *WAITING], options=options).place() == (0, "discard")
    assert Deal(["一二三 陆柒捌 九九玖 肆伍陆 八八 八"], options=options).place() == (0, "opening_win")


def test_step_5_must_win() -> None:
    """`must_win`: the first who can wins, unasked."""
    deal = Deal([DEALER, *WAITING], options=LOW | {"must_win": True})
    assert deal.asked() is None
    assert deal.state.winner == deal.seat(1)


@pytest.mark.parametrize(("visibility", "others"), [("one_shown", 15), ("hidden", 0)])
def test_step_6_dealt_ti(visibility: str, others: int) -> None:
    """All dealt 提 are laid before the first discard, the dealer's first; one card shows (decision 12)."""
    hands = ["一一一一 三五七九 贰肆陆捌拾 壹叁", "", "伍伍伍伍 二四六八 十柒玖叁壹 贰"]
    deal = Deal(hands, options={"ti_visibility": visibility})
    laid = [event for event in Codec(GAME).read(deal.log.to_list()) if event.kind == "laid_ti"]
    seats = [deal.seat(0), deal.seat(2)]
    assert [(event.seat, event.card, event.arg) for event in laid] == [
        (seats[0], "s1", 0),
        (seats[1], "b5", 0),
    ]
    assert [event.visible for event in laid] == [others or 1 << seat for seat in seats]
    assert deal.place() == (0, "discard")
    assert [int(deal.state.sizes[seat]) for seat in seats] == [11, 10]


def test_step_7_no_card_of_a_kan() -> None:
    """Decision 21: a locked 坎 is not played; unlocked it may be."""
    hand = "一一一 三五七九 贰肆陆捌拾 壹叁四"
    assert "discard s1" not in Deal([hand]).legal()
    assert "discard s1" in Deal([hand], options={"kan_locked": False}).legal()
    assert len(Deal([hand]).legal()) == 12


def test_decision_29b_the_dealer_with_two_ti() -> None:
    """With `opening_win` off the dealer with two dealt 提 skips his first discard."""
    deal = Deal(["一一一一 伍伍伍伍 二四六八 十拾叁"], options={"opening_win": False}, wall="柒玖")
    assert deal.told("drew")[0] == f"drew {deal.seat(1)} b7"
    assert [int(deal.state.sizes[deal.seat(0)]), int(deal.state.credits[deal.seat(0)])] == [7, 0]


def test_decision_29b_credits() -> None:
    """Another player has one credit for each dealt 提 after the first."""
    two = Deal(["", TWO_TI], options={"opening_win": False})
    assert int(two.state.credits[two.seat(1)]) == 1
    three = Deal(["", "一一一一 伍伍伍伍 玖玖玖玖 二四"], options={"opening_win": False})
    assert int(three.state.credits[three.seat(1)]) == 2
    dealer = Deal(["一一一一 伍伍伍伍 玖玖玖玖 二四六"], options={"opening_win": False})
    assert int(dealer.state.credits[dealer.seat(0)]) == 1


def test_stacked_cards_must_be_a_deck() -> None:
    """All eighty cards are dealt or in the wall."""
    deal = Deal([""])
    assert kind_of(deal.log.to_list()[0]) == 13
    assert sum(int(deal.state.sizes[s]) for s in range(4)) + int(deal.state.wall_left) == 80
