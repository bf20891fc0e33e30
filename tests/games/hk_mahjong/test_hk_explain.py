"""`paiju score hk_mahjong`: what a person writes, what he is told."""

import json

import pytest

from paiju.sim.games.hk_mahjong.explain import explain
from paiju.sim.kernel.errors import BadInput, BadNotation, BadOption

HAND = {"hand": "123m 456p 789s 9p", "win": "9p", "melds": "pung:777z"}
PLAIN = {"hand": "123m 456p 789s 234s 9p", "win": "9p"}


def test_the_whole_answer() -> None:
    """Everything the command prints, as JSON."""
    assert json.loads(json.dumps(explain(HAND, {"fan_cap": 8}), ensure_ascii=False)) == {
        "wins": True,
        "reason": None,
        "reading": "pung:777z 123m 456p 789s 99p",
        "items": [
            {"name": "dragon_pung", "hanzi": "箭牌刻", "english": "pung or kong of a dragon", "value": 1}
        ],
        "fan": 1,
        "capped_fan": 1,
        "points": 40,
        "payments": {"winner": 40, "discarder": -40, "each_other": 0},
    }


def test_every_field() -> None:
    """All fields at once: the dealer draws the last tile as a replacement."""
    fields = {
        "hand": "123m 456p 789s 9p",
        "win": "9p",
        "melds": "concealed_kong:1111z",
        "source": "self_draw",
        "seat_wind": "1z",
        "round_wind": "1z",
        "dealer": "true",
        "situation": "kong_bloom, last_tile",
    }
    result = explain(fields, {"double_wind_fan": 2, "extra_fan": {"kong_bloom": 2, "last_tile": 1}})
    items = result["items"]
    assert isinstance(items, list)
    assert [(item["hanzi"], item["value"]) for item in items] == [
        ("門清自摸", 1),
        ("槓上開花", 2),
        ("海底撈月", 1),
        ("門風刻", 1),
        ("圈風刻", 1),
    ]
    assert (result["fan"], result["points"]) == (6, 1920)
    assert result["payments"] == {"winner": 1920, "each_other": -640}


def test_defaults_of_the_fields() -> None:
    """South in the East round, not the dealer, by discard, no melds, no situation."""
    written = {
        **PLAIN,
        "melds": "",
        "source": "discard",
        "seat_wind": "2z",
        "round_wind": "1z",
        "dealer": "false",
        "situation": "",
    }
    assert explain(PLAIN, {}) == explain(written, {})


def test_the_dealer_is_east() -> None:
    """dealer=true alone means seat_wind=1z, seat_wind=1z alone means the dealer."""
    assert explain({**PLAIN, "dealer": "true"}, {}) == explain({**PLAIN, "seat_wind": "1z"}, {})
    assert explain({**PLAIN, "seat_wind": "1z"}, {})["points"] == 30
    assert explain({**PLAIN, "dealer": "false"}, {})["points"] == 20


def test_a_kong_counts_as_three_tiles() -> None:
    """Four tiles on the table for a kong, still ten in hand."""
    assert explain({**HAND, "melds": "kong:7777z"}, {})["wins"] is True


@pytest.mark.parametrize(
    ("fields", "options", "reason"),
    [
        (
            {**HAND, "win": "8p"},
            {},
            "No winning shape: 123m 45689p 789s is not four sets and a pair nor seven different pairs.",
        ),
        (
            {**HAND, "win": "8p"},
            {"seven_pairs": False},
            "No winning shape: 123m 45689p 789s is not four sets and a pair.",
        ),
        (
            {**PLAIN, "win": "8p"},
            {"quad_as_two_pairs": True},
            "No winning shape: 123m 45689p 234789s is not four sets and a pair nor seven pairs.",
        ),
        (HAND, {"min_fan": 3}, "Too little: the hand has 1 fan, min_fan is 3."),
        (
            {"hand": "123m 456p 78s 234s 99p", "win": "9s", "source": "rob_kong"},
            {},
            "The tile of an added kong cannot be won: rob_kong is false.",
        ),
    ],
)
def test_why_a_hand_does_not_win(fields: dict[str, str], options: dict[str, object], reason: str) -> None:
    """No shape, too little fan and a robbed kong are different reasons; none of them pays."""
    result = explain(fields, options)
    assert (result["wins"], result["reason"]) == (False, reason)
    assert (result["points"], result["payments"]) == (0, {})


def test_a_win_below_min_fan_still_shows_its_items() -> None:
    """One sees what is missing."""
    result = explain(HAND, {"min_fan": 3})
    items = result["items"]
    assert isinstance(items, list)
    assert (result["fan"], [item["name"] for item in items]) == (1, ["dragon_pung"])
    assert result["reading"] == "pung:777z 123m 456p 789s 99p"


def test_readings_other_than_four_sets() -> None:
    """Seven pairs and thirteen orphans are shown as the tiles; no shape has no reading."""
    assert explain({"hand": "1133m 5577p 2299s 4z", "win": "4z"}, {})["reading"] == "1133m 5577p 2299s 44z"
    assert explain({**PLAIN, "win": "8p"}, {})["reading"] is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hand": ""}, "field hand is missing"),
        ({"win": " "}, "field win is missing"),
        ({"hand": "123m 456p 789s 99p"}, "has 11 tiles: with 1 melds it must have 10"),
        ({"hand": "123m 456p 789s 8z"}, "no tile 8z"),
        ({"win": "99p"}, "'99p' is not one tile"),
        ({"hand": "123m 456p 789s 7z", "win": "7z"}, "7z 白 occurs 5 times"),
        ({"melds": "pung:776z"}, "is no pung"),
        ({"melds": "pung:777z;" * 4 + "pung:111z"}, "5 melds are too many"),
        ({"meld": "pung:777z"}, "Unknown field meld = .*, did you mean melds"),
        ({"source": "wall"}, "source='wall' is not allowed: self_draw or discard or rob_kong"),
        ({"seat_wind": "5z"}, "seat_wind='5z' is no wind"),
        ({"round_wind": "1m"}, "round_wind='1m' is no wind"),
        ({"dealer": "yes"}, "dealer='yes' is not allowed: false or true"),
        ({"dealer": "true", "seat_wind": "2z"}, "dealer=true contradicts seat_wind=2z"),
        ({"dealer": "false", "seat_wind": "1z"}, "dealer=false contradicts seat_wind=1z"),
        ({"situation": "last_tle"}, "Unknown situation 'last_tle', did you mean last_tile"),
        ({"situation": "last_tile,"}, "Unknown situation ''"),
        ({"situation": "kong_bloom"}, "situation=kong_bloom needs source=self_draw, not discard"),
        ({"situation": "kong_bloom", "source": "self_draw"}, "kong_bloom needs a kong among the melds"),
        ({"situation": "heavenly", "source": "self_draw"}, "heavenly is for the dealer, not seat_wind=2z"),
        ({"situation": "heavenly", "dealer": "true"}, "heavenly needs source=self_draw, not discard"),
        ({"situation": "heavenly", "dealer": "true", "source": "self_draw"}, "heavenly allows no melds"),
        ({"situation": "earthly", "dealer": "true"}, "earthly is for a non-dealer"),
        ({"situation": "earthly", "source": "self_draw"}, "earthly needs source=discard, not self_draw"),
        ({"situation": "earthly"}, "earthly allows no melds"),
        ({"source": "rob_kong", "win": "6p"}, "source=rob_kong contradicts 6p in the hand"),
    ],
)
def test_contradictions_are_refused(change: dict[str, str], words: str) -> None:
    """One sentence that names the field and the value."""
    with pytest.raises(BadNotation, match=words) as error:
        explain({**HAND, **change}, {})
    assert "\n" not in str(error.value)


def test_the_first_draw_is_not_the_last_tile() -> None:
    """天糊 and 海底撈月 exclude each other."""
    fields = {**PLAIN, "dealer": "true", "source": "self_draw", "situation": "heavenly,last_tile"}
    with pytest.raises(BadNotation, match="situation=heavenly,last_tile contradicts itself"):
        explain(fields, {})


def test_bad_options_are_refused_before_the_hand_is_read() -> None:
    """Both are bad input, with different errors."""
    with pytest.raises(BadOption, match="fan_cap = -1"):
        explain({"hand": "nonsense", "win": "9p"}, {"fan_cap": -1})
    assert issubclass(BadOption, BadInput)
    assert issubclass(BadNotation, BadInput)


def test_the_last_tile_earns_nothing_when_it_is_a_discard() -> None:
    """A win on the discarded last tile is no 海底撈月, and saying so is no contradiction."""
    options = {"extra_fan": {"last_tile": 3}}
    fields = {"hand": "123m 456p 789s 9p", "win": "9p", "melds": "pung:777z", "situation": "last_tile"}
    assert explain(fields, options)["fan"] == 1
    assert explain({**fields, "source": "self_draw"}, options)["fan"] == 4
