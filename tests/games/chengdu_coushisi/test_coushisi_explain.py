"""`paiju score chengdu_coushisi`: what a person writes, what he is told."""

import json

import pytest

from paiju.sim.cli import score
from paiju.sim.games.chengdu_coushisi.cards import format_cards, parse_cards
from paiju.sim.games.chengdu_coushisi.explain import explain
from paiju.sim.games.chengdu_coushisi.rules import UNITS
from paiju.sim.kernel.errors import BadInput, BadOption

HAND = {"hand": "RP MM TI DI C2 MZ GZ H9 NG", "win": "BG", "melds": "pung:RP RP RP*", "bonus": "DD FT"}
DEALT = {"hand": "MM BG C2 GZ C3 NG PZ SW H9 MZ MZ", "source": "black_dragon"}


def test_the_whole_answer() -> None:
    """Everything the command prints, as JSON."""
    assert json.loads(json.dumps(explain(HAND, {}), ensure_ascii=False)) == {
        "wins": True,
        "reason": None,
        "pairs": ["DI TI", "C2 MZ", "GZ H9", "MM RP", "BG NG"],
        "red": 76,
        "items": [
            {
                "name": "red_points",
                "hanzi": "红点",
                "english": "red points printed on all the winner's cards",
                "value": 76,
            },
            {
                "name": "rounding",
                "hanzi": "凑整",
                "english": "red points rounded up to a multiple of ten",
                "value": 4,
            },
            {
                "name": "flowers",
                "hanzi": "花牌",
                "english": "flower copies among the winner's cards",
                "value": 10,
            },
            {"name": "bonus_cards", "hanzi": "皮子", "english": "钉钉 and 斧头 laid aside", "value": 100},
            {"name": "four_ren", "hanzi": "四人", "english": "翻 for four 人牌", "value": 2},
        ],
        "hu": 190,
        "fan": 2,
        "total": 800,
        "points": 80,
        "payments": {"winner": 240, "each_other": -80},
    }


def test_the_answer_as_text() -> None:
    """For people at a terminal."""
    assert score.text(explain(HAND, {}), UNITS) == (
        "wins\n"
        "   76  red_points   红点\n"
        "    4  rounding     凑整\n"
        "   10  flowers      花牌\n"
        "  100  bonus_cards  皮子\n"
        "    2  four_ren     四人\n"
        "red 红点 76, hu 胡 190, fan 翻 2, total 共 800, points 80\n"
        "  winner       +240\n"
        "  each_other   -80"
    )


def test_codes_and_names() -> None:
    """The same in Chinese."""
    names = {
        "hand": "人牌 猫猫 天牌 地牌 长二 梅子 拐子 黑九 尼姑",
        "win": "包谷",
        "melds": "pung:人牌 人牌 人牌*",
        "bonus": "钉钉斧头",
    }
    assert explain(names, {}) == explain(HAND, {})


def test_defaults_of_the_fields() -> None:
    """A turned card, nothing on the table, not the dealer."""
    plain = {"hand": "DI TI HE R10 Y4 H9 MM PZ BG NG RP", "win": "C3"}
    assert explain(plain, {}) == explain(
        plain | {"melds": "", "bonus": "", "source": "flip", "dealer": "false"}, {}
    )


def test_a_black_dragon() -> None:
    """The dealt hand, 皮子 in it, no pairs asked for."""
    answer = explain(DEALT, {})
    assert (answer["pairs"], answer["red"], answer["points"]) == ([], 2, 260)
    assert explain({**DEALT, "hand": "DD DD FT C2 C2 C2 MZ MZ MZ NG NG"}, {})["wins"]
    with pytest.raises(BadInput, match="has 11 cards: without melds it must have 12"):
        explain(DEALT | {"dealer": "true"}, {})


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            {"win": "H9"},
            "No pairs of fourteen: 1 of value 5 against 2 of value 9, 1 of value 7.",
        ),
        ({"source": "discard"}, "A discarded card cannot be won: win_on_discard is false."),
        (
            {"hand": "HE MM TI DI C2 MZ MZ SW NG", "melds": "pung:GZ GZ GZ"},
            "Too little red: the hand has 23 red points, min_red is 24.",
        ),
    ],
)
def test_reasons(change: dict[str, str], reason: str) -> None:
    """Why it is no win, and nothing is paid."""
    answer = explain(HAND | change, {})
    assert (answer["wins"], answer["reason"]) == (False, reason)
    assert (answer["items"], answer["points"], answer["payments"]) == ([], 0, {})
    assert score.text(answer, UNITS) == f"no win: {reason}"


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"hans": "DI"}, "Unknown field hans"),
        ({"hand": ""}, "The field hand is missing"),
        ({"win": ""}, "The field win is missing"),
        ({"win": "BG NG"}, "is not one card"),
        (
            {"hand": "RP MM TI DI C2 MZ GZ H9"},
            "has 8 cards: with these melds it must have 9, the winning card apart",
        ),
        ({"melds": ""}, "has 9 cards: without melds it must have 11"),
        ({"hand": "RP MM TI DI C2 MZ GZ H9 XX"}, "cannot be read at 'XX'"),
        ({"hand": "RP RP TI DI C2 MZ GZ H9 NG"}, "RP 人牌 occurs 5 times"),
        ({"hand": "RP* MM TI DI C2 MZ GZ H9 NG"}, r"RP\* occurs 2 times"),
        ({"melds": "pung:RP RP RP"}, "RP 人牌 occurs 4 times without"),
        ({"hand": "DD MM TI DI C2 MZ GZ H9 NG"}, "DD is a 皮子, laid aside when drawn: write it in bonus"),
        ({"win": "FT*"}, r"FT\* is a 皮子"),
        ({"bonus": "DD TI"}, "TI in bonus is no 皮子"),
        ({"bonus": "DD DD DD DD"}, "DD 钉钉 occurs 4 times without"),
        ({"source": "drawn"}, "source='drawn' is not allowed"),
        ({"dealer": "yes"}, "dealer='yes' is not allowed"),
        ({"melds": "kong:RP RP RP RP*"}, "is no group"),
        ({"melds": "chow:RP PZ"}, "total value 14"),
        ({"melds": "pung:RP RP RP RP*", "hand": "SW MM TI DI C2 MZ GZ H9 NG"}, "ruleset.kong=add_fourth"),
        ({"melds": "; ".join(["chow:NG SD"] * 6)}, "6 melds are too many"),
        ({"source": "steal"}, "source=steal has no winning card"),
        ({"source": "steal", "win": "", "melds": "concealed:RP RP RP"}, "source=steal needs a pung"),
        ({"source": "first_discard", "win": ""}, "allows only concealed melds"),
        ({"source": "first_discard", "win": "", "melds": "", "dealer": "false"}, "contradicts dealer=false"),
        ({"source": "black_dragon", "win": ""}, "no melds"),
        ({"source": "black_dragon", "win": "", "melds": ""}, "not in bonus"),
    ],
)
def test_contradictions(fields: dict[str, str], says: str) -> None:
    """One sentence with the offending value; the command ends with 2."""
    with pytest.raises(BadInput, match=says) as caught:
        explain(HAND | fields, {})
    assert "\n" not in str(caught.value)


def test_hands_of_every_moment() -> None:
    """The sizes: two cards less for each group; one card more where nothing is turned."""
    melds = ["pung:NG NG NG", "chow:Y4 R9", "concealed:MZ MZ MZ", "pung:PZ PZ PZ", "chow:RP MM"]
    hand = parse_cards("DI TI HE R10 Y4* H9 MM SW BG SD DI")
    for n in range(6):
        fields = {"melds": "; ".join(melds[:n]), "hand": format_cards(hand[: 11 - 2 * n]), "win": "TI"}
        explain(fields, {})
        if n:
            explain(fields | {"hand": f"{fields['hand']} TI", "win": "", "source": "steal"}, {})


def test_bad_options() -> None:
    """Options are checked as everywhere."""
    with pytest.raises(BadOption, match="fan_for_four = 4 is not allowed"):
        explain(HAND, {"fan_for_four": 4})
    with pytest.raises(BadInput, match=r"There is no FT\*: flower_bonus_cards is false"):
        explain(HAND | {"bonus": "FT*"}, {"flower_bonus_cards": False})
