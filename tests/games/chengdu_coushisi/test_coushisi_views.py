"""What a seat may see: views, the lifted card, hidden 暗, secrecy, moves read back from logs, deal modes."""

from itertools import pairwise

import pytest

from paiju.policies import find
from paiju.sim.games.chengdu_coushisi.cards import parse_card, parse_cards
from paiju.sim.games.chengdu_coushisi.game import GAME
from paiju.sim.games.packed.table import UNKNOWN
from paiju.sim.kernel.events import ALL, ASKED, DREW, Log, card_of, kind_of, visible_of
from paiju.sim.kernel.options import validate
from paiju.sim.kernel.play import Table
from paiju.sim.kernel.policy import Policy, View
from paiju.sim.kernel.rng import Seeds
from tests.games.chengdu_coushisi.positions import Deal, Position

C2, MM, NG, H9 = 3, 6, 10, 15


def test_the_own_hand() -> None:
    """In every form; flowers count with their kind."""
    position = Position({2: "C2 C2* MM H9 NG"})
    view = position.view(2)
    assert view.hand == parse_cards("C2 C2* MM NG H9")
    assert view.hand_text == "C2 C2* MM NG H9"
    assert view.counts == [view.hand.count(kind) + view.hand.count(kind + 21) for kind in range(21)]
    assert [int(view.count(C2)), view.has_flower(C2), view.has_flower(MM)] == [2, True, False]
    assert int(view.flowers()) == 1 << C2
    assert sum(view.unseen) == 84 - 5
    assert int(view.left(C2)) == 2
    assert [kind for kind in range(21) if not view.is_flower_left(kind)] == [C2]


def test_red_and_waits() -> None:
    """Red points of hand and groups with their minimum; what the hand waits for, red enough."""
    hand = "DI TI MM PZ R10 HE GZ H9 C3"
    position = Position({2: "DI TI R10 HE RP"}, groups={2: "concealed:C3 C3 C3"})
    view = position.view(2)
    assert int(view.red()) == 4 + 6 + 4 + 1 + 16 + 10
    assert int(view.least_red()) == 24
    assert [kind for kind in range(21) if view.is_waiting_for(kind)] == [6, 7, 8]
    assert int(Position({}, dealer=2).view(2).least_red()) == 26
    view = Position({1: hand.replace("DI", "HE")}, groups={1: "pung:C2 C2 C2*"}, dealer=0).view(1)
    assert not any(view.is_waiting_for(kind) for kind in range(21))  # two values lack a partner


def test_waits_with_too_little_red() -> None:
    view = Position({0: "GZ H9 C3 PZ MM"}).view(0)
    assert not any(view.is_waiting_for(kind) for kind in range(21))


def test_flower_count() -> None:
    """Of hand, groups and 皮子."""
    position = Position({1: "C2* MM H9*"}, groups={1: "pung:C3* C3 C3; chow:Y4* R9*"}, bonus={1: "DD* FT"})
    assert int(position.view(1).flower_count()) == 6
    assert int(position.view(0).flower_count()) == 0


def test_a_hidden_triple() -> None:
    """Its owner alone knows the kind (decision 38); others count its minimum."""
    position = Position({}, groups={1: "concealed:E4* E4 E4", 2: "pung:C3 C3 C3*"})
    own, other = position.view(1), position.view(0)
    assert own.groups(1) == ["concealed:E4 E4 E4*"]
    assert other.groups(1) == ["concealed:? ? ?"]
    assert [int(own.group(1, 0)) & 255, int(other.group(1, 0)) & 255] == [7 + 21, UNKNOWN]
    assert [int(own.table_red(1)), int(other.table_red(1)), int(other.table_red(2))] == [12, 10, 10]
    assert [int(own.left(7)), int(other.left(7))] == [1, 4]
    assert [own.is_flower_left(7), other.is_flower_left(7)] == [False, True]
    position.state.evolve(9, 1, 7 + 21, 7, 1, ALL)  # revealed at the end
    assert other.groups(1) == ["concealed:E4 E4 E4*"]
    assert [int(other.left(7)), int(other.table_red(1))] == [1, 12]


def test_the_table() -> None:
    """River, givers, 皮子, sizes, the card on offer."""
    position = Position({1: "C2 C2 H9"}, pool="DD C2 MM TI", left=4, bonus={2: "FT FT*"})
    position.turn(3)
    other, view = position.view(0), position.view(1)
    assert (view.stage, view.card, view.giver, view.is_turned()) == ("pung", C2, 3, True)
    assert (other.stage, other.legal, int(other.stage_code())) == ("", [], -1)
    assert [move.text for move in view.legal] == ["pass", "pung C2"]
    position.answer("pung C2", "discard H9")
    assert view.river[0] == (3, C2, True, 1)
    assert view.river[1] == (1, H9, False, -1)
    assert int(view.river_entry(1)) & 255 == H9
    assert [int(view.group_giver(1, 0)), int(view.hand_size(1))] == [3, 1]
    assert [other.bonus(2), other.bonus(3), int(other.bonus_count(2))] == [[19, 40], [1], 2]
    assert int(other.left(C2)) == 1


# The lifted card


def test_the_lifted_card_is_known() -> None:
    """Everybody knows that it is the last of the pool."""
    deal = Deal(["TI R9 Y4 DI E4 R10 SD HE MM BG RP GZ"], lifted="C3*")
    for seat in range(4):
        view = deal.view(seat)
        held = view.counts[8]
        assert view.lifted == parse_card("C3*")
        assert int(view.left(8)) == 3 - held
        assert not view.is_flower_left(8)
        assert int(view.lifted_place()) == 4


def test_the_lifted_card_stolen() -> None:
    """It is known to be in that hand until a card like it leaves the hand."""
    position = Position({2: "C2 C2 H9", 0: "MM"}, pool="MM", left=1)
    position.state.lifted = MM
    position.state.lifted_at = 4
    assert int(position.view(0).left(MM)) == 2
    position.discard(0, "C2")
    position.answer("pung C2")
    assert position.told("drew") == ["drew 2 MM"]
    views = [position.view(seat) for seat in range(4)]
    assert [int(view.left(MM)) for view in views] == [2, 3, 3, 3]
    assert int(views[0].lifted_place()) == 2
    position.engine.emit(5, 2, MM, 7, 0, ALL)  # discarded
    assert int(views[0].lifted_place()) == 7
    assert [int(view.left(MM)) for view in views] == [2, 3, 3, 3]


def test_the_lifted_card_turned() -> None:
    position = Position({}, pool="MM", left=1)
    position.state.lifted = MM
    position.state.lifted_at = 4
    position.turn(1)
    assert int(position.view(0).lifted_place()) == 7
    assert int(position.view(0).left(MM)) == 3


def test_no_card_is_lifted_by_other_rules() -> None:
    assert Deal(options={"dealer_rule": "random"}).view(0).lifted == -1


# Logs


def test_moves_are_read_back() -> None:
    """The first event of an answer gives the code of the move; every kind of move occurs."""

    class Scribe(Policy):
        """Plays at random, rare moves rather, and notes its moves."""

        def code(self, view: View) -> int:
            """The code of the chosen move."""
            codes = [int(view.code(i)) for i in range(view.choices())]
            rare = [code for code in codes if code >> 24 in (4, 5)]
            chosen.append((rare or codes)[view.rng.below(len(rare or codes))])
            return chosen[-1]

    rules = GAME.rules(
        validate(
            GAME.options,
            {"kong": "add_fourth_steal_one", "min_red": 5, "chow_from": "own_flip_or_left_discard"},
        )
    )
    met = set()
    for deal in range(200):
        log = Log()
        chosen: list[int] = []
        Table(GAME.engine(rules, log), Seeds(2)).play(deal, 0, [Scribe] * 4, Scribe)
        events = log.to_list()
        read = [GAME.move_of(answer, event) for event, answer in pairwise(events) if kind_of(event) == ASKED]
        assert read == chosen
        met |= {code >> 24 for code in read}
    assert met == set(range(7))


@pytest.mark.parametrize("by_seat", [False, True])
def test_the_pool_ends_with_the_lifted_card(by_seat: bool) -> None:
    """In both deal modes, and no card comes twice."""
    rules = GAME.rules(
        validate(GAME.options, {"min_red": 1000, "min_red_dealer": 1000, "black_dragon": False})
    )
    maker = find("uniform", "changpai")
    for deal in range(30):
        log = Log()
        Table(GAME.engine(rules, log), Seeds(2), by_seat=by_seat).play(deal, 0, [maker] * 4, maker)
        came = [card_of(event) for event in log.to_list() if kind_of(event) in (1, DREW)]
        lifted = next(card_of(event) for event in log.to_list() if kind_of(event) == 16)
        assert (len(came), came[-1]) == (84, lifted)
        assert all(came.count(kind) == 3 and came.count(kind + 21) == 1 for kind in range(21))


def test_stolen_and_replaced_cards_are_private() -> None:
    """A turned card is for all to see, any other card from the pool for its owner only."""
    maker = find("uniform", "changpai")
    rules = GAME.rules(validate(GAME.options, {}))
    ways = set()
    for deal in range(60):
        log = Log()
        Table(GAME.engine(rules, log), Seeds(4)).play(deal, 0, [maker] * 4, maker)
        for event in log.to_list():
            if kind_of(event) == DREW:
                ways.add(event >> 24)
                assert visible_of(event) == (ALL if event >> 24 == 0 else 1 << (event >> 6 & 7))
    assert ways == {0, 1, 2}


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_table_as_text(seat: int | None) -> None:
    """Hidden 暗 are ?, and at the end all is shown."""
    position = Position({1: "RP TI DI"}, groups={1: "concealed:E4* E4 E4"}, left=0)
    text = GAME.table_text(position.state, ["ann", "bob", "cy", "dee"], seat)
    assert ("天牌" in text) == (seat != 0)
    assert ("二四*" in text) == (seat != 0)
    position.turn(1)
    text = GAME.table_text(position.state, ["ann", "bob", "cy", "dee"], seat)
    assert "天牌" in text
    assert "二四*" in text
