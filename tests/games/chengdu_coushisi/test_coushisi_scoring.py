"""What hands are worth: the worked examples of the rules, and every scoring option."""

from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.chengdu_coushisi.cards import NAMES, key_of, parse_cards
from paiju.sim.games.chengdu_coushisi.explain import explain
from paiju.sim.games.chengdu_coushisi.groups import parse_groups
from paiju.sim.games.chengdu_coushisi.rules import (
    FOUR_DI,
    MOST_DRAGON_FAN,
    MOST_HU,
    MOST_RED,
    PATTERNS,
    THREE_DI,
    CoushisiRules,
    default_rules,
    validated,
)
from paiju.sim.games.chengdu_coushisi.scoring import Scorer, red_in


def result(
    hand: str, win: str = "", options: dict[str, object] | None = None, **fields: str
) -> dict[str, Any]:
    """The answer to a hand in text."""
    return explain({"hand": hand, **({"win": win} if win else {}), **fields}, options or {})


def value(
    hand: str, win: str = "", options: dict[str, object] | None = None, **fields: str
) -> tuple[bool, int, int, int, int, int]:
    """Does it win, with which red points, 胡, 翻, 胡 after all, points?"""
    answer = result(hand, win, options, **fields)
    wins, *numbers = (answer[key] for key in ("wins", "red", "hu", "fan", "total", "points"))
    red, hu, fan, total, points = numbers
    return wins, red, hu, fan, total, points


def items(answer: dict[str, Any]) -> list[tuple[str, int]]:
    """The items of an answer."""
    return [(item["name"], item["value"]) for item in answer["items"]]


# The worked examples, by their numbers in the rules

PLAIN = "DI TI HE R10 Y4 H9 MM PZ BG NG RP"
SHORT = "DI TI HE MZ Y4 H9 MM PZ BG NG GZ"
FOURTH_REN = "RP MM TI DI C2 MZ GZ H9 NG"
RICH = "RP* RP E4* E4 Y4* H9 HE* MZ NG* NG GZ"


def test_example_1() -> None:
    """Waits for value 6, which is three kinds; 43 red points are ten points."""
    assert value(PLAIN, "C3") == (True, 43, 50, 0, 100, 10)
    waits = {name for name in NAMES[:21] if name not in ("DD", "FT") and result(PLAIN, name)["wins"]}
    assert waits == {"MM", "E4", "C3"}


def test_example_2() -> None:
    """23 red points are no win, the same wait with 红九 is one."""
    assert value(SHORT, "H9") == (False, 23, 0, 0, 0, 0)
    assert result(SHORT, "H9")["reason"] == "Too little red: the hand has 23 red points, min_red is 24."
    assert value(SHORT, "R9") == (True, 27, 30, 0, 100, 10)


def test_example_5() -> None:
    """A 碰 without red counts ten; one of twelve stays twelve."""
    hand = "TI DI MM PZ R10 HE GZ H9 C3"
    assert value(hand, "SW", melds="pung:NG NG NG") == (True, 26, 30, 0, 100, 10)
    assert items(result(hand, "SW", melds="pung:NG NG NG")) == [
        ("red_points", 16),
        ("pung_minimum", 10),
        ("rounding", 4),
    ]
    assert value(hand, "SW", melds="pung:R9 R9 R9") == (True, 28, 30, 0, 100, 10)


def test_example_7() -> None:
    """Three 人牌 double."""
    assert value("RP RP RP MM MM C3 TI DI C2 MZ NG", "BG") == (True, 61, 70, 1, 200, 20)


def test_example_9() -> None:
    """A 碰 and the fourth card in a pair are two 翻."""
    assert value(FOURTH_REN, "BG", melds="pung:RP RP RP*") == (True, 76, 90, 2, 400, 40)
    wins, red, _, fan, _, _ = value(FOURTH_REN.replace("RP", "RP*"), "BG", melds="pung:RP RP RP")
    assert (wins, red, fan) == (True, 76, 2)
    scorer = Scorer(default_rules())
    groups = vec[i64](parse_groups("pung:RP RP RP"))
    scorer.count(
        key_of(parse_cards(f"{FOURTH_REN} BG")), 0, 0, groups, 0, 1
    )  # no flower, as the rules count it
    assert (scorer.red, scorer.hu, scorer.fan, scorer.total, scorer.points) == (76, 80, 2, 400, 40)


def test_example_11() -> None:
    """Three flowers and two 皮子."""
    answer = result("DI* TI HE R10 Y4* H9 MM PZ BG NG RP", "C3", bonus="DD FT*")
    assert items(answer) == [("red_points", 43), ("rounding", 7), ("flowers", 30), ("bonus_cards", 100)]
    assert (answer["hu"], answer["total"], answer["points"]) == (180, 200, 20)


def test_example_13() -> None:
    """Both examples of the source: 51 -> 60 and 210 -> 300 -> 30."""
    answer = result(RICH, "H9", bonus="FT DD")
    assert items(answer) == [("red_points", 51), ("rounding", 9), ("flowers", 50), ("bonus_cards", 100)]
    assert (answer["red"], answer["hu"], answer["fan"], answer["total"], answer["points"]) == (
        51,
        210,
        0,
        300,
        30,
    )


DRAGON = "MM BG C2 GZ C3 NG PZ SW H9 MZ MZ"


def test_example_14() -> None:
    """黑龙."""
    assert value(DRAGON, source="black_dragon") == (True, 2, 10, 8, 2600, 260)
    assert items(result(DRAGON, source="black_dragon")) == [
        ("red_points", 2),
        ("rounding", 8),
        ("black_dragon", 8),
    ]


def test_example_17() -> None:
    """An eaten pair counts."""
    assert value("TI DI RP MM BG NG R10 HE C3", "PZ", melds="chow:Y4 R9") == (True, 47, 50, 0, 100, 10)


def test_examples_21_and_22() -> None:
    """The last 幺四 waits for a 9: a turned 红九 wins, a discarded one does not."""
    waiting = "DI TI HE R10 RP MM C3 PZ BG NG Y4"
    assert result(waiting, "R9")["wins"]
    assert result(waiting, "R9", source="discard")["reason"] == (
        "A discarded card cannot be won: win_on_discard is false."
    )


# Scoring beyond the examples


def test_the_threshold() -> None:
    """24 red points win, 26 are needed by the dealer (rule 18)."""
    scorer = Scorer(default_rules())
    assert [red for red in range(20, 30) if scorer.wins(0, red, False)] == [24, 25, 26, 27, 28, 29]
    assert [red for red in range(20, 30) if scorer.wins(0, red, True)] == [26, 27, 28, 29]
    assert not scorer.wins(1, 30, False)


def test_red_points_are_not_rounded_for_the_threshold() -> None:
    """21 would round up to 30 (decision 30)."""
    hand = "TI DI MM PZ HE MZ GZ H9 C3 SW BG"
    assert value(hand, "NG") == (False, 6 + 4 + 1 + 1 + 1, 0, 0, 0, 0)
    assert not result(hand, "SD", {"min_red": 18})["wins"]
    assert result(hand, "SD", {"min_red": 17})["wins"]


def test_all_fans() -> None:
    """Three of a 加翻 kind are one 翻, four are two, wherever they lie (rule 21, decision 27)."""
    names = [[pattern.name for pattern in PATTERNS[start : start + 4]] for start in (THREE_DI, FOUR_DI)]
    assert names == [
        ["three_di", "three_yaosi", "three_ren", "three_tian"],
        ["four_di", "four_yaosi", "four_ren", "four_tian"],
    ]
    three = result("DI TI Y4 R9 RP", "MM", melds="pung:DI DI DI*; concealed:Y4 Y4 Y4*; pung:TI TI TI*")
    assert items(three)[-3:] == [("four_di", 2), ("four_yaosi", 2), ("four_tian", 2)]
    assert (three["fan"], three["hu"], three["total"]) == (6, 110 + 30, 9000)
    eaten = result("DI DI TI TI Y4", "R9", melds="chow:DI* TI; chow:Y4 R9; chow:R9 Y4*")
    assert items(eaten)[-3:] == [("three_di", 1), ("three_yaosi", 1), ("three_tian", 1)]
    ren = result("RP RP RP MM MM E4 TI DI C2 MZ NG", "BG")
    assert items(ren)[-1] == ("three_ren", 1)
    assert result("RP RP MM MM Y4 R9 TI DI C2 MZ NG", "BG")["fan"] == 0


def test_a_minimum_of_concealed_groups() -> None:
    """暗 counts ten like 碰; an eaten pair keeps its own points (decisions 22, 26)."""
    hand = "TI DI MM PZ R10 HE GZ H9 C3"
    assert items(result(hand, "SW", melds="concealed:NG NG NG")) == [
        ("red_points", 16),
        ("concealed_minimum", 10),
        ("rounding", 4),
    ]
    assert value("TI DI MM PZ R10 HE GZ H9 C3", "SW", melds="chow:NG NG") == (False, 16, 0, 0, 0, 0)


def test_own_even_hands() -> None:
    """After a steal, and the dealer's before his first discard (decision 13)."""
    assert value(f"{FOURTH_REN} BG", source="steal", melds="pung:RP RP RP*") == (True, 76, 90, 2, 400, 40)
    assert value(f"{PLAIN} C3", source="first_discard") == (True, 43, 50, 0, 100, 10)


def test_black_dragons() -> None:
    """钉钉 counts one red point, 斧头 none; flowers count, also of 皮子, but no 皮子 (rule 22, decision 31)."""
    assert value("DD DD FT FT FT C2 C2 C2 MZ MZ MZ", source="black_dragon") == (True, 2, 10, 8, 2600, 260)
    flowers = result("DD* DD FT* FT FT C2* C2 C2 MZ MZ MZ", source="black_dragon")
    assert items(flowers) == [("red_points", 2), ("rounding", 8), ("flowers", 30), ("black_dragon", 8)]
    assert (flowers["hu"], flowers["total"], flowers["points"]) == (40, 40 * 256 + 60, 1030)
    assert result(f"{DRAGON} MZ*", source="black_dragon", dealer="true")["total"] == 20 * 256 + 80
    assert result("DD FT FT FT FT* C2 C2 C2 MZ MZ MZ", source="black_dragon")["reason"] == (
        "No 黑龙: the hand has 1 red points, not exactly 2."
    )
    assert not result("DD DD DD FT FT C2 C2 C2 MZ MZ MZ", source="black_dragon")["wins"]


def test_a_black_dragon_has_no_fan_cards() -> None:
    """Each 加翻 card has more red points than a 黑龙 (decision 32)."""
    assert min(int(red_in(key_of([card]))) for card in (0, 4, 14, 20)) > 2


# Options


def test_option_min_red() -> None:
    """`min_red` for others, `min_red_dealer` for the dealer."""
    assert result(SHORT, "H9", {"min_red": 23})["wins"]
    assert not result(SHORT, "R9", {"min_red": 28})["wins"]
    assert result(SHORT, "R9", {"min_red": 28}, dealer="true")["wins"]
    assert not result(SHORT, "R9", {"min_red_dealer": 28}, dealer="true")["wins"]
    assert result(SHORT, "H9", {"min_red_dealer": 23}, dealer="true")["wins"]
    reason = result(SHORT, "H9", dealer="true")["reason"]
    assert reason == "Too little red: the hand has 23 red points, min_red_dealer is 26."


def test_option_pung_min_red() -> None:
    """Off, or higher."""
    hand = "TI DI MM PZ R10 HE GZ H9 C3"
    assert value(hand, "SW", {"pung_min_red": 0}, melds="pung:NG NG NG") == (False, 16, 0, 0, 0, 0)
    assert value(hand, "SW", {"pung_min_red": 15}, melds="pung:NG NG NG") == (True, 31, 40, 0, 100, 10)
    assert value(hand, "SW", {"pung_min_red": 15}, melds="pung:R9 R9 R9")[1] == 31
    assert value(hand, "SW", {"pung_min_red": 0}, melds="concealed:NG NG NG")[1] == 26


def test_option_concealed_triplet_min_red() -> None:
    """Off, or higher."""
    hand = "TI DI MM PZ R10 HE GZ H9 C3"
    option = "concealed_triplet_min_red"
    assert value(hand, "SW", {option: 0}, melds="concealed:NG NG NG") == (False, 16, 0, 0, 0, 0)
    assert value(hand, "SW", {option: 15}, melds="concealed:NG NG NG") == (True, 31, 40, 0, 100, 10)
    assert value(hand, "SW", {option: 0}, melds="pung:NG NG NG")[1] == 26


def test_option_win_on_discard() -> None:
    """A discarded card wins like a turned one."""
    assert value(PLAIN, "C3", {"win_on_discard": True}, source="discard") == value(PLAIN, "C3")


def test_option_win_on_own_even_hand() -> None:
    """Never asked."""
    off: dict[str, object] = {"win_on_own_even_hand": False}
    claims: list[dict[str, Any]] = [
        {"source": "first_discard"},
        {"source": "steal", "melds": "pung:GZ GZ GZ"},
    ]
    for fields in claims:
        hand = f"{PLAIN} C3" if "melds" not in fields else "DI TI HE R10 Y4 H9 MM PZ C3 RP"
        assert result(hand, **fields)["wins"]
        assert result(hand, options=off, **fields)["reason"] == (
            "An even hand does not win by itself: win_on_own_even_hand is false."
        )
    assert result(DRAGON, options=off, source="black_dragon")["wins"]


def test_option_kong() -> None:
    """The minimum holds for the sum of the four; four are two 翻 and a flower."""
    on: dict[str, object] = {"kong": "add_fourth_steal_one"}
    hand = "TI DI MM PZ R10 HE GZ H9 C3"
    assert value(hand, "SW", on, melds="pung:BG BG BG BG*") == (True, 26, 40, 0, 100, 10)
    assert value(hand, "SW", on, melds="concealed:SD SD SD SD*") == (True, 32, 50, 0, 100, 10)
    assert value(hand, "SW", on, melds="concealed:RP RP RP RP*") == (True, 80, 90, 2, 400, 40)


def test_option_fan_mode() -> None:
    """One more time the 胡 for each 翻, also for 黑龙."""
    additive: dict[str, object] = {"fan_mode": "additive"}
    assert value(FOURTH_REN, "BG", additive, melds="pung:RP RP RP*") == (True, 76, 90, 2, 300, 30)
    assert value(DRAGON, options=additive, source="black_dragon") == (True, 2, 10, 8, 100, 10)
    flowers = value("DD* DD FT* FT FT C2* C2 C2 MZ MZ MZ", options=additive, source="black_dragon")
    assert flowers == (True, 2, 40, 8, 400, 40)


def test_option_fan_for_four() -> None:
    """Three 翻 for four equal, still one for three."""
    option: dict[str, object] = {"fan_for_four": 3}
    assert value(FOURTH_REN, "BG", option, melds="pung:RP RP RP*") == (True, 76, 90, 3, 800, 80)
    assert value("RP RP RP MM MM C3 TI DI C2 MZ NG", "BG", option) == (True, 61, 70, 1, 200, 20)


def test_option_hu_cap() -> None:
    """Cut first, rounded afterwards; 黑龙 too."""
    assert value(FOURTH_REN, "BG", {"hu_cap": 300}, melds="pung:RP RP RP*")[4:] == (300, 30)
    assert value(FOURTH_REN, "BG", {"hu_cap": 250}, melds="pung:RP RP RP*")[4:] == (300, 30)
    assert value(FOURTH_REN, "BG", {"hu_cap": 360}, melds="pung:RP RP RP*")[4:] == (400, 40)
    assert value(DRAGON, options={"hu_cap": 600}, source="black_dragon")[3:] == (8, 600, 60)


def test_option_black_dragon() -> None:
    """Not offered, or of other 翻."""
    assert result(DRAGON, options={"black_dragon": False}, source="black_dragon")["reason"] == (
        "黑龙 is no win: black_dragon is false."
    )
    assert value(DRAGON, options={"black_dragon_fan": 5}, source="black_dragon") == (True, 2, 10, 5, 400, 40)
    assert value(DRAGON, options={"black_dragon_fan": 0}, source="black_dragon") == (True, 2, 10, 0, 100, 10)


def test_option_bonus_card_hu_and_flower_hu() -> None:
    """胡 for each 皮子 and flower."""
    hand = "DI* TI HE R10 Y4* H9 MM PZ BG NG RP"
    assert value(hand, "C3", {"bonus_card_hu": 80}, bonus="DD FT*")[2:] == (50 + 30 + 160, 0, 300, 30)
    assert value(hand, "C3", {"flower_hu": 25}, bonus="DD FT*")[2:] == (50 + 75 + 100, 0, 300, 30)
    none: dict[str, object] = {"bonus_card_hu": 0, "flower_hu": 0}
    assert items(result(hand, "C3", none, bonus="DD FT*")) == [("red_points", 43), ("rounding", 7)]
    assert (
        value("DD* DD FT FT FT C2* C2 C2 MZ MZ MZ", options={"flower_hu": 25}, source="black_dragon")[2] == 60
    )


def test_option_flower_bonus_cards() -> None:
    """Without it there are four plain 皮子 of each kind."""
    off: dict[str, object] = {"flower_bonus_cards": False}
    hand = "DI* TI HE R10 Y4* H9 MM PZ BG NG RP"
    assert value(hand, "C3", bonus="DD FT*")[2] == 180
    assert value(hand, "C3", off, bonus="DD FT")[2] == 170
    assert value(hand, "C3", off, bonus="FT FT FT FT")[2] == 270


@pytest.mark.parametrize(
    ("options", "source", "win", "payments"),
    [
        ({}, "flip", "C3", {"winner": 30, "each_other": -10}),
        ({}, "discard", "C3", {"winner": 30, "each_other": -10}),
        ({"payment": "split"}, "flip", "C3", {"winner": 10, "next": -4, "opposite": -3, "previous": -3}),
        ({"payment": "split"}, "discard", "C3", {"winner": 10, "next": -4, "opposite": -3, "previous": -3}),
        ({"payment": "discarder_pays"}, "flip", "C3", {"winner": 30, "each_other": -10}),
        ({"payment": "discarder_pays"}, "discard", "C3", {"winner": 30, "discarder": -30, "each_other": 0}),
        ({"fan_discard_liability": True}, "discard", "C3", {"winner": 30, "each_other": -10}),
        ({"fan_discard_liability": True}, "flip", "RP", {"winner": 30, "each_other": -10}),
        ({"fan_discard_liability": True}, "discard", "RP", {"winner": 30, "discarder": -30, "each_other": 0}),
        (
            {"fan_discard_liability": True, "payment": "split"},
            "discard",
            "RP*",
            {"winner": 10, "discarder": -10, "each_other": 0},
        ),
        (
            {"fan_discard_liability": True, "payment": "discarder_pays"},
            "discard",
            "RP",
            {"winner": 30, "discarder": -30, "each_other": 0},
        ),
    ],
)
def test_options_of_the_payment(
    options: dict[str, object], source: str, win: str, payments: dict[str, int]
) -> None:
    """`payment` and 包翻 (decisions 33, 35); a hand of ten points that waits for a 6 or an 8."""
    hand = PLAIN if win == "C3" else "DI TI HE R10 Y4 H9 MM PZ BG NG C3"
    answer = result(hand, win, options | {"win_on_discard": True}, source=source)
    assert (answer["points"], answer["payments"]) == (10, payments)


def test_the_remainder_of_a_split() -> None:
    """Twenty points: seven, seven, six anticlockwise after the winner; 30 divide evenly (decision 33)."""
    scorer = Scorer(CoushisiRules(validated({"payment": "split"})))
    for points, owed in ((10, (4, 3, 3)), (20, (7, 7, 6)), (30, (10, 10, 10))):
        scorer.points = points
        for winner in range(4):
            scorer.pay(winner, -1, 0)
            assert tuple(-scorer.tally.points[(winner + i) % 4] for i in (1, 2, 3)) == owed
            assert scorer.tally.points[winner] == points


def test_the_largest_payments_fit() -> None:
    """32 bits for a payment, 16 for an item, at the end of every range of options."""
    most: dict[str, object] = {
        "pung_min_red": MOST_RED,
        "concealed_triplet_min_red": MOST_RED,
        "bonus_card_hu": MOST_HU,
        "flower_hu": MOST_HU,
        "black_dragon_fan": MOST_DRAGON_FAN,
        "fan_for_four": 3,
        "kong": "add_fourth_steal_one",
    }
    melds = "pung:RP RP RP RP*; pung:TI TI TI TI*; pung:DI DI DI DI*; pung:Y4 Y4 Y4 Y4*; pung:NG NG NG NG*"
    large = result("BG*", "SD*", most, melds=melds, bonus="DD DD DD DD* FT FT FT FT*")
    assert (large["hu"], large["fan"]) == (5010 + 9 * MOST_HU + 8 * MOST_HU, 12)
    dragon = result(
        "DD DD* FT FT* GZ* NG* C2* C3* H9* MZ* PZ* SW*", "", most, source="black_dragon", dealer="true"
    )
    assert (dragon["hu"], dragon["fan"]) == (10 + 10 * MOST_HU, MOST_DRAGON_FAN)
    for answer in (large, dragon):
        assert answer["payments"]["winner"] < 2**31
        assert all(0 < worth < 2**16 for _, worth in items(answer))
