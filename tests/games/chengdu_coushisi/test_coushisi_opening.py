"""The beginning of a hand: 抬牌, the deal, 黑龙, 补 and 暗, the dealer's first discard (steps 1 to 6)."""

from collections import Counter

import pytest

from paiju.sim.games.chengdu_coushisi.cards import NAMES, PIP_COUNT, parse_cards
from paiju.sim.kernel.events import ALL
from tests.games.chengdu_coushisi.positions import Deal

# eleven cards with two red points (example 14), and a dealer's twelve with exactly two, one of them 钉钉
DRAGON = "MM BG C2 GZ C3 NG PZ SW H9 MZ MZ"
DEALER_DRAGON = "DD BG C2 GZ C3 NG PZ SW H9 MZ MZ* FT"
RED = "RP RP RP* TI TI TI* R9 R9 R9* Y4 Y4"
DULL = "TI R9 Y4 DI E4 R10 SD HE MM BG RP GZ"  # a dealer's hand with nothing to ask but a discard


# Steps 1 and 2


@pytest.mark.parametrize("lifted", ["DI", "DD", "HE*", "Y4", "BG", "R10", "FT", "TI*"])
@pytest.mark.parametrize("deal", [0, 1, 5])
def test_decision_3_the_lifted_card_names_the_dealer(lifted: str, deal: int) -> None:
    """Its pips, 皮子 too, counted anticlockwise from the cutter, who sits opposite the shuffler."""
    table = Deal(lifted=lifted, deal=deal)
    event = next(event for event in table.since() if event.kind == "lifted")
    card = NAMES.index(lifted)
    assert (event.card, event.arg, event.visible) == (lifted, PIP_COUNT[card], ALL)
    assert event.seat is not None
    assert event.from_seat is not None
    assert event.seat == (event.from_seat + 2) % 4
    counted = [event.seat]
    while len(counted) < event.arg:
        counted.append((counted[-1] + 1) % 4)
    assert table.state.dealer == counted[-1]


def test_decision_4_the_first_shuffler_is_random() -> None:
    """Over many deals every seat shuffles."""
    assert {int(Deal(deal=deal).state.shuffler) for deal in range(30)} == {0, 1, 2, 3}


def test_decision_6_the_deal() -> None:
    """One card at a time anticlockwise, eleven rounds from the dealer, then the dealer's twelfth; 39 are left."""
    table = Deal([DULL])
    dealt = [event for event in table.since() if event.kind == "dealt"]
    assert [(event.seat - table.state.dealer) % 4 for event in dealt] == [0, 1, 2, 3] * 11 + [0]
    assert all(event.visible == 1 << event.seat for event in dealt if event.seat is not None)
    assert [event.card for event in dealt if event.seat == table.state.dealer] == DULL.split()
    sizes = [int(table.state.sizes[table.seat(place)]) for place in range(4)]
    assert sizes == [12, 11, 11, 11]


def test_decision_3_the_lifted_card_is_the_last_of_the_pool() -> None:
    """It comes when everything else is gone, whatever it is."""
    table = Deal([DULL], lifted="HE*")
    while table.asked():
        last = int(table.state.wall_left)
        table.answer("pass" if "pass" in table.legal() else table.legal()[0])
        drew = [event for event in table.since() if event.kind == "drew"]
        if last and not table.state.wall_left:
            assert drew[-1].card == "HE*"
    assert table.state.wall_left == 0


@pytest.mark.parametrize("has_flowers", [True, False])
def test_decision_2_flowers_among_bonus_cards(has_flowers: bool) -> None:
    """Three plain copies and a flower of each kind; without `flower_bonus_cards` 皮子 have four plain copies."""
    table = Deal(options={"flower_bonus_cards": has_flowers})
    deck = Counter(NAMES[int(card)] for card in table.engine.chance.deck)
    wanted = {name: 1 if "*" in name else 3 for name in NAMES}
    if not has_flowers:
        wanted |= {"DD": 4, "FT": 4}
        del wanted["DD*"], wanted["FT*"]
    assert deck == wanted


# Step 3


def test_step_3_a_black_dragon() -> None:
    """A dealt hand of exactly two red points may win before any 补, 皮子 in hand (rule 22)."""
    table = Deal([DULL, RED, DRAGON])
    assert table.place() == (2, "black_dragon")
    assert table.legal() == ["pass", "win"]
    assert not [event for event in table.since() if event.kind == "bonus_laid"]
    table.answer("win")
    won = table.since()[0]
    assert (won.kind, won.seat, won.card, won.from_seat, won.arg) == (
        "won",
        table.seat(2),
        None,
        table.seat(2),
        2600,
    )
    assert table.outcome() == "black_dragon"
    assert table.deltas()[table.seat(2)] == 780


def test_step_3_dealer_with_bonus_cards() -> None:
    """钉钉 counts one red, 斧头 none (decision 7); a flower counts ten, 皮子 nothing (decision 31)."""
    table = Deal([DEALER_DRAGON])
    assert table.place() == (0, "black_dragon")
    table.answer("win")
    assert table.since()[0].arg == 5200  # 2 red -> 10, one flower 10: 20 * 256


@pytest.mark.parametrize(("card", "other"), [("C2", "HE"), ("C2", "RP"), ("MM", "H9")])
def test_step_3_two_red_points_exactly(card: str, other: str) -> None:
    """Neither three nor eighteen nor one."""
    table = Deal([DULL, DRAGON.replace(card, other)])
    assert table.place() == (0, "first_discard")


def test_step_3_one_after_another() -> None:
    """From the dealer on; who passes plays on, the next is asked (decisions 7, 8)."""
    other = "HE BG C2* GZ* C3 NG* PZ* SW H9* MZ C3*"
    table = Deal([DULL, DRAGON, RED, other])
    assert table.place() == (1, "black_dragon")
    table.answer("pass")
    assert table.place() == (3, "black_dragon")
    table.answer("pass")
    assert table.place() == (2, "opening")  # RP, TI, R9


def test_black_dragon_off() -> None:
    table = Deal([DULL, DRAGON], options={"black_dragon": False})
    assert table.place() == (0, "first_discard")


# Steps 4 and 5


def test_step_5a_bonus_cards_are_replaced() -> None:
    """All 皮子 are laid, as many cards drawn unseen, until there are none (decision 45: nobody is asked)."""
    hand = "DD FT* TI R9 Y4 DI E4 R10 SD HE MM BG"
    table = Deal([hand], pool="FT RP DD GZ")
    dealer = table.seat(0)
    events = [event for event in table.since() if event.kind in ("bonus_laid", "drew")][:8]
    assert [(event.kind, event.card) for event in events] == [
        ("bonus_laid", "DD"), ("bonus_laid", "FT*"), ("drew", "FT"), ("drew", "RP"),
        ("bonus_laid", "FT"), ("drew", "DD"), ("bonus_laid", "DD"), ("drew", "GZ"),
    ]  # fmt: skip
    assert all(event.arg == 2 and event.visible == 1 << dealer for event in events if event.kind == "drew")
    assert all(event.visible == ALL for event in events if event.kind == "bonus_laid")
    assert table.bonus(dealer) == "DD DD FT FT*"
    assert table.state.sizes[dealer] == 12


def test_step_5_one_seat_after_another() -> None:
    """The dealer ends his phase before the next seat begins it; one pass (decision 10)."""
    table = Deal(
        ["RP RP RP* TI R9 Y4 DI E4 R10 SD HE MM", "PZ PZ PZ DD TI R9 Y4 DI E4 R10 SD"], pool="GZ MZ NG"
    )
    assert table.place() == (0, "opening")
    assert table.legal() == ["pass", "concealed_triplet RP"]
    assert table.bonus(table.seat(1)) == ""
    table.answer("concealed_triplet RP")
    first, second = table.seat(0), table.seat(1)
    told = [f"concealed_triplet {first} RP*", f"drew {first} GZ", f"drew {second} MZ"]
    assert table.told("concealed_triplet", "drew") == told
    steal = next(event for event in table.since() if event.kind == "drew")
    assert (steal.arg, steal.visible) == (1, 1 << table.seat(0))
    assert table.place() == (1, "opening")
    table.answer("pass")
    assert table.place() == (0, "first_discard")
    assert table.groups(table.seat(0)) == ["concealed:RP RP RP* ~"]
    assert table.groups(table.seat(1)) == []


def test_step_5b_again_after_a_steal() -> None:
    """A stolen card may be a 皮子, or make a new triple: the loop goes on (decision 10)."""
    table = Deal(["RP RP RP PZ PZ Y4 DI E4 R10 SD HE MM"], pool="DD PZ* BG")
    dealer = table.seat(0)
    table.answer("concealed_triplet RP")
    assert table.told() [:4] == [
        f"concealed_triplet {dealer} RP", f"drew {dealer} DD", f"bonus_laid {dealer} DD", f"drew {dealer} PZ*",
    ]  # fmt: skip
    assert table.place() == (0, "opening")
    table.answer("concealed_triplet PZ")
    assert table.groups(dealer) == ["concealed:RP RP RP ~", "concealed:PZ PZ PZ* ~"]
    assert table.place() == (0, "first_discard")
    assert table.state.sizes[dealer] == 8


def test_decision_9_each_triple_in_any_order() -> None:
    table = Deal(["RP RP RP PZ PZ PZ DI E4 R10 SD HE MM"], pool="BG NG")
    assert table.legal() == ["pass", "concealed_triplet PZ", "concealed_triplet RP"]
    table.answer("concealed_triplet PZ")
    assert table.legal() == ["pass", "concealed_triplet RP"]


def test_decision_44_four_in_hand() -> None:
    """The flower goes into the 暗 first, the fourth card stays in hand (decision 12)."""
    table = Deal(["RP RP RP RP* TI Y4 DI E4 R10 SD HE MM"], pool="BG")
    table.answer("concealed_triplet RP")
    assert table.groups(table.seat(0)) == ["concealed:RP RP RP* ~"]
    assert "RP" in table.hand(table.seat(0)).split()
    assert table.place() == (0, "first_discard")  # without kong the fourth is an ordinary card


# Step 6


def test_step_6_the_first_discard() -> None:
    """The dealer discards one card; no 暗 there any more (decision 11)."""
    table = Deal(["RP RP RP TI TI Y4 DI E4 R10 SD HE MM"])
    table.answer("pass")
    assert table.place() == (0, "first_discard")
    hand = sorted(set(parse_cards(table.hand(table.seat(0)))))
    assert table.legal() == [f"discard {NAMES[card]}" for card in hand]
    table.answer("discard RP")
    assert table.told("discarded") == [f"discarded {table.seat(0)} RP"]


PAIRS = "DI TI HE R10 Y4 H9 MM PZ BG NG RP E4"


def test_decision_13_the_dealers_even_hand() -> None:
    """All pairs by itself and red enough: 胡 instead of the first discard."""
    table = Deal([PAIRS])
    assert table.place() == (0, "first_discard")
    assert table.legal()[-1] == "win"
    table.answer("win")
    won = table.since()[0]
    assert (won.kind, won.card, won.from_seat) == ("won", None, table.seat(0))
    assert won.arg == 100  # 4+6+1+4+10+0+1+0+1+0+16+4 = 47 -> 50
    assert table.outcome() == "own_hand"


@pytest.mark.parametrize(
    ("hand", "options"),
    [
        (PAIRS, {"win_on_own_even_hand": False}),
        (PAIRS, {"min_red_dealer": 48}),
        (PAIRS.replace("E4", "GZ"), {}),
    ],
)
def test_decision_13_no_win(hand: str, options: dict[str, object]) -> None:
    """Not without the option, not below 26 red, not with a card over."""
    table = Deal([hand], options=options)
    assert table.place() == (0, "first_discard")
    assert "win" not in table.legal()


def test_decision_13_just_enough_red() -> None:
    assert "win" in Deal([PAIRS], options={"min_red_dealer": 47}).legal()
