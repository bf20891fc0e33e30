"""`paiju score hunan_paohuzi`: what a person writes, what he is told."""

import json

import pytest

from paiju.sim.games.hunan_paohuzi.explain import explain
from paiju.sim.kernel.errors import BadInput, BadNotation, BadOption

HAND = {"hand": "一二三 六七 九九", "win": "八", "melds": "pao:五五五五; wei:捌捌捌", "source": "draw_other"}


def test_the_whole_answer() -> None:
    """Everything the command prints, as JSON."""
    assert json.loads(json.dumps(explain(HAND, {}), ensure_ascii=False)) == {
        "wins": True,
        "reason": None,
        "groups": [
            {"name": "pao", "hanzi": "跑", "cards": "五五五五", "huxi": 6, "place": "table"},
            {"name": "wei", "hanzi": "偎", "cards": "捌捌捌", "huxi": 6, "place": "table"},
            {"name": "run", "hanzi": "一句话", "cards": "一二三", "huxi": 3, "place": "hand"},
            {"name": "run", "hanzi": "一句话", "cards": "六七八", "huxi": 0, "place": "hand"},
            {"name": "pair", "hanzi": "对", "cards": "九九", "huxi": 0, "place": "hand"},
        ],
        "items": [
            {
                "name": "pao",
                "hanzi": "跑",
                "english": "four equal cards with another's fourth",
                "card": "五",
                "value": 6,
            },
            {
                "name": "wei",
                "hanzi": "偎",
                "english": "three equal cards, the third drawn",
                "card": "捌",
                "value": 6,
            },
            {
                "name": "first_run",
                "hanzi": "一二三",
                "english": "一二三 or 壹贰叁",
                "card": "一",
                "value": 3,
            },
        ],
        "huxi": 15,
        "tun": 4,
        "points": 4,
        "payments": {"winner": 12, "each_other": -4},
    }


def test_both_scripts() -> None:
    """Characters or ASCII."""
    ascii_hand = {"hand": "s1 s2 s3 s6s7 s9s9", "win": "s8", "melds": "pao:s5s5s5s5; wei:b8b8b8"}
    assert explain(HAND, {}) == explain(ascii_hand, {})


def test_defaults_of_the_fields() -> None:
    """Another's draw, no melds, not the dealer."""
    plain = {"hand": "一二三 二七十 四五 陆柒捌 九九玖", "win": "六"}
    assert explain(plain, {}) == explain(plain | {"melds": "", "source": "draw_other", "dealer": "false"}, {})


@pytest.mark.parametrize(
    ("options", "points", "payments"),
    [
        ({}, 4, {"winner": 12, "each_other": -4}),
        ({"base_points": 5}, 20, {"winner": 60, "each_other": -20}),
        ({"huxi_step": 1}, 10, {"winner": 30, "each_other": -10}),
        ({"min_huxi": 9}, 3, {"winner": 9, "each_other": -3}),
        ({"min_huxi": 15}, 1, {"winner": 3, "each_other": -1}),
        ({"discarder_pays_all": True}, 4, {"winner": 12, "discarder": -12, "each_other": 0}),
        ({"red_black_fans": "hengyang"}, 4, {"winner": 12, "each_other": -4}),
    ],
)
def test_options_of_the_payment(options: dict[str, object], points: int, payments: dict[str, int]) -> None:
    """Decision 2, with the same hand by discard."""
    answer = explain(HAND | {"source": "discard"}, options)
    assert (answer["points"], answer["payments"]) == (points, payments)


def test_factors() -> None:
    """Own draw, opening wins, red and black (decisions 3, 4)."""
    options: dict[str, object] = {
        "self_draw_multiplier": 2,
        "heavenly_multiplier": 2,
        "red_black_fans": "hengyang",
        "min_huxi": 0,
    }

    def factors(hand: str, win: str, source: str, **more: str) -> list[tuple[object, object]]:
        answer = explain({"hand": hand, "win": win, "source": source, **more}, options)
        assert answer["wins"]
        items = answer["items"]
        assert isinstance(items, list)
        return [(item["name"], item["value"]) for item in items if "card" not in item]

    assert factors("一二三 二七十 四五 陆柒捌 九九玖", "六", "draw_own") == [("self_draw", 2)]
    assert factors("一二三 二七十 四五 陆柒捌 九九玖", "六", "discard") == []
    black = "三四五 三四五 肆伍陆 八八捌 九九"
    assert factors(black, "玖", "draw_other") == [("all_black", 5)]
    assert factors(black, "玖", "shown_card") == [("earthly", 2), ("all_black", 5)]
    assert factors(black, "玖", "shown_card", dealer="true") == [("heavenly", 2), ("all_black", 5)]
    assert factors("三四五 三四五 肆伍陆 九九玖 六八", "七", "draw_other") == [("one_red", 4)]
    ten = "二七十 贰柒拾 二七十 四五六 壹贰"
    assert factors(ten, "叁", "draw_other") == [("small_red", 3)]
    thirteen = "二七十 贰柒拾 二七十 贰柒拾 五六"
    assert factors(thirteen, "七", "draw_other") == [("big_red", 5)]


@pytest.mark.parametrize(
    ("change", "options", "reason"),
    [
        ({"win": "九"}, {}, "No five 门子: 一二三六七九九九 with pao:五五五五; wei:捌捌捌 cannot be read"),
        ({}, {"min_huxi": 16}, "Too little: the hand has 15 息, min_huxi is 16."),
        ({}, {"self_draw_only": True}, "source=draw_other is no win: self_draw_only is true."),
        ({"source": "discard"}, {"self_draw_only": True}, "source=discard is no win"),
    ],
)
def test_reasons(change: dict[str, str], options: dict[str, object], reason: str) -> None:
    """Why it is no win."""
    answer = explain(HAND | change, options)
    assert not answer["wins"]
    assert str(answer["reason"]).startswith(reason)
    assert (answer["points"], answer["payments"]) == (0, {})


def test_self_draw_only_leaves_own_draws() -> None:
    """And the dealer's own shown card."""
    options: dict[str, object] = {"self_draw_only": True}
    assert explain(HAND | {"source": "draw_own"}, options)["wins"]
    shown = {"hand": "一二三 二七十 四五 陆柒捌 九九玖", "win": "六", "source": "shown_card"}
    assert explain(shown | {"dealer": "true"}, options)["wins"]
    assert not explain(shown, options)["wins"]


def test_an_own_draw_is_laid_first() -> None:
    """Decision 24: a third or fourth card is 偎 or 提 before the win, unless `win_before_wei`."""
    fields = {"hand": "五五五 四六 一二三 陆柒捌 九九玖", "win": "五", "source": "draw_own"}
    assert not explain(fields, {})["wins"]
    assert explain(fields, {"win_before_wei": True})["huxi"] == 6
    upgraded = {"hand": "一二三 六七 九九 肆伍陆", "win": "捌", "source": "draw_own", "melds": "wei:捌捌捌"}
    with pytest.raises(BadNotation):
        explain(upgraded, {})
    upgraded["hand"] = "一二三 六七八 九九 肆伍陆"
    answer = explain(upgraded, {})
    assert (answer["wins"], answer["huxi"]) == (True, 12 + 3)


def test_dealt() -> None:
    """2提/4坎 of fourteen cards, fifteen for the dealer."""
    hand = "三三三 肆肆肆 六六六 拾拾拾 九壹"
    assert explain({"hand": hand, "source": "dealt"}, {})["payments"] == {"winner": 15, "each_other": -5}
    assert explain({"hand": hand + "玖", "source": "dealt", "dealer": "true"}, {})["huxi"] == 18
    assert not explain({"hand": hand, "source": "dealt"}, {"opening_win": False})["wins"]
    answer = explain({"hand": hand, "source": "dealt"}, {})
    items = answer["items"]
    assert isinstance(items, list)
    assert [item["name"] for item in items] == ["kan"] * 4 + ["earthly"]
    no = explain({"hand": "三三三 肆肆肆 六六六 拾拾 九壹玖", "source": "dealt"}, {})
    assert no["reason"] == "No opening win: 三三三六六六九 壹肆肆肆玖拾拾 has neither two 提 nor four 坎."


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"hans": "一"}, "Unknown field hans"),
        ({"hand": ""}, "field hand is missing"),
        ({"win": ""}, "field win is missing"),
        ({"win": "八九"}, "is not one card"),
        ({"hand": "一二三 六七 九"}, "has 6 cards: with these melds it must have 7"),
        ({"hand": "一二三 六七 八八八", "melds": "pao:五五五五"}, "must have 10"),
        ({"hand": "捌捌三 六七 九九"}, "occurs 5 times"),
        ({"source": "drawn"}, "source='drawn' is not allowed"),
        ({"dealer": "yes"}, "dealer='yes' is not allowed"),
        ({"source": "shown_card"}, "allows no melds"),
        ({"source": "dealt", "melds": ""}, "has no winning card"),
        ({"melds": "kong:五五五五"}, "is no group"),
        ({"melds": "; ".join(["chow:一二三"] * 3 + ["pao:五五五五", "pung:十十十"])}, "too many"),
    ],
)
def test_contradictions(fields: dict[str, str], says: str) -> None:
    """A sentence with the offending value."""
    with pytest.raises(BadInput, match=says):
        explain(HAND | fields, {})


def test_bad_options() -> None:
    """Options are checked as everywhere."""
    with pytest.raises(BadOption, match="min_huxi"):
        explain(HAND, {"min_huxi": -1})
