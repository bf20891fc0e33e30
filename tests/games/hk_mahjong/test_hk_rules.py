"""Each option of hk_mahjong: what it changes in the scoring of a fixed set of hands, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.sim.games.hk_mahjong.explain import explain
from paiju.sim.games.hk_mahjong.rules import (
    EXTRA_PATTERNS,
    LIMIT,
    MATCH_HANDS,
    MATCH_ROUNDS,
    NAME,
    OPTIONS,
    PATTERNS,
    HkRules,
    default_rules,
    validated,
)
from paiju.sim.games.hk_mahjong.scoring import Scorer
from paiju.sim.kernel.errors import BadOption
from paiju.sim.kernel.options import canonical_json, ruleset_hash

# name: (hand, win, further fields); the winner is South in the East round unless said
HANDS: dict[str, tuple[str, str, dict[str, str]]] = {
    "plain": ("123m 456p 789s 234s 9p", "9p", {}),
    "plain_drawn": ("123m 456p 789s 234s 9p", "9p", {"source": "self_draw"}),
    "plain_dealer": ("123m 456p 789s 234s 9p", "9p", {"dealer": "true"}),
    "plain_dealer_drawn": ("123m 456p 789s 234s 9p", "9p", {"dealer": "true", "source": "self_draw"}),
    "open": ("456p 789s 234s 9p", "9p", {"melds": "chow:123m"}),
    "open_drawn": ("456p 789s 234s 9p", "9p", {"melds": "chow:123m", "source": "self_draw"}),
    "hidden_kong": ("123m 456p 789s 9p", "9p", {"melds": "concealed_kong:7777z"}),
    "hidden_kong_drawn": (
        "123m 456p 789s 9p",
        "9p",
        {"melds": "concealed_kong:7777z", "source": "self_draw"},
    ),
    "double_wind": ("123m 456p 111z 78s 99p", "9s", {"dealer": "true"}),
    "pairs": ("1133m 5577p 2299s 4z", "4z", {}),
    "pairs_drawn": ("1133m 5577p 2299s 4z", "4z", {"source": "self_draw"}),
    "pairs_simples": ("2233m 5577p 2288s 4s", "4s", {}),
    "pairs_half": ("1133557799m 11z 2z", "2z", {}),
    "pairs_flush": ("1133557799m 22m 4m", "4m", {}),
    "pairs_or_runs": ("2233445566778p", "8p", {}),
    "pairs_honours": ("1122334455667z", "7z", {}),
    "quad": ("1111m 33m 5577p 22s 4z", "4z", {}),
    "honours": ("222z 333z 666z 777z 4z", "4z", {}),
    "honours_drawn": ("222z 555z 666z 777z 4z", "4z", {"source": "self_draw"}),
    "honours_dealer": ("111z 555z 666z 777z 4z", "4z", {"dealer": "true", "source": "self_draw"}),
    "robbed": ("123m 456p 78s 234s 99p", "9s", {"source": "rob_kong"}),
    "orphans": ("19m 19p 19s 1234567z", "7z", {}),
}

# name: (fan, winner's gain) under the default rules; None = no win
DEFAULT: dict[str, tuple[int, int] | None] = {
    "plain": (0, 20),
    "plain_drawn": (1, 42),
    "plain_dealer": (0, 30),
    "plain_dealer_drawn": (1, 60),
    "open": (0, 20),
    "open_drawn": (0, 21),
    "hidden_kong": (1, 40),
    "hidden_kong_drawn": (2, 81),
    "double_wind": (1, 60),
    "pairs": (2, 80),
    "pairs_drawn": (3, 162),
    "pairs_simples": (3, 160),
    "pairs_half": (4, 320),
    "pairs_flush": (6, 1280),
    "pairs_or_runs": (7, 2560),
    "pairs_honours": (6, 1280),
    "quad": None,
    "honours": (9, 10240),
    "honours_drawn": (11, 20481),
    "honours_dealer": (11, 30720),
    "robbed": None,
    "orphans": None,
}

# (options, what they change)
CHANGES: list[tuple[dict[str, object], dict[str, tuple[int, int] | None]]] = [
    ({"min_fan": 1}, {"plain": None, "plain_dealer": None, "open": None, "open_drawn": None}),
    (
        {"min_fan": 3},
        {
            name: None
            for name, result in DEFAULT.items()
            if name.startswith(("plain", "open", "hidden", "double")) or name == "pairs"
        },
    ),
    ({"min_fan": 12}, dict.fromkeys(HANDS)),
    ({"fan_cap": 8}, {"honours": (9, 5120), "honours_drawn": (11, 5121), "honours_dealer": (11, 7680)}),
    ({"fan_cap": 13}, {"honours_drawn": (11, 40962), "honours_dealer": (11, 61440)}),
    ({"fan_cap": None}, {"honours_drawn": (11, 40962), "honours_dealer": (11, 61440)}),
    (
        {"dealer_multiplier": 1},
        {
            "plain_dealer": (0, 20),
            "plain_dealer_drawn": (1, 42),
            "double_wind": (1, 40),
            "honours_dealer": (11, 20481),
        },
    ),
    (
        {"dealer_multiplier": "4/3"},
        {
            "plain_dealer": (0, 27),
            "plain_dealer_drawn": (1, 54),
            "double_wind": (1, 54),
            "honours_dealer": (11, 27309),
        },
    ),
    ({"cap_after_dealer": True}, {"honours_dealer": (11, 20481)}),
    (
        {"cap_after_dealer": True, "fan_cap": None},
        {"honours_drawn": (11, 40962), "honours_dealer": (11, 61440)},
    ),
    ({"double_wind_fan": 2}, {"double_wind": (2, 120), "honours_dealer": (12, 30720)}),
    (
        {"seven_pairs": False},
        {
            "pairs": None,
            "pairs_drawn": None,
            "pairs_simples": None,
            "pairs_half": None,
            "pairs_flush": None,
            "pairs_or_runs": (5, 640),
            "pairs_honours": None,
        },
    ),
    (
        {"seven_pairs_exclusive": True},
        {
            "pairs_simples": (2, 80),
            "pairs_half": (2, 80),
            "pairs_flush": (2, 80),
            "pairs_or_runs": (5, 640),
            "pairs_honours": (2, 80),
        },
    ),
    ({"quad_as_two_pairs": True}, {"quad": (2, 80)}),
    (
        {"quad_as_two_pairs": True, "seven_pairs_exclusive": True, "seven_pairs": True},
        {
            "pairs_simples": (2, 80),
            "pairs_half": (2, 80),
            "pairs_flush": (2, 80),
            "pairs_or_runs": (5, 640),
            "pairs_honours": (2, 80),
            "quad": (2, 80),
        },
    ),
    (
        {"honours_exclusive": True},
        {"honours": (4, 320), "honours_drawn": (5, 642), "honours_dealer": (5, 960)},
    ),
    ({"concealed_kong_keeps_concealed": False}, {"hidden_kong_drawn": (1, 42)}),
    ({"rob_kong": True}, {"robbed": (0, 20)}),
    (
        {"self_draw_payment": "each_full"},
        {
            "plain_drawn": (1, 120),
            "plain_dealer_drawn": (1, 180),
            "open_drawn": (0, 60),
            "hidden_kong_drawn": (2, 240),
            "pairs_drawn": (3, 480),
            "honours_drawn": (11, 61440),
            "honours_dealer": (11, 92160),
        },
    ),
    (
        {"self_draw_payment": "exact_from_bank"},
        {
            "plain_drawn": (1, 40),
            "open_drawn": (0, 20),
            "hidden_kong_drawn": (2, 80),
            "pairs_drawn": (3, 160),
            "honours_drawn": (11, 20480),
        },
    ),
    ({"self_draw_fan": 2}, {"open_drawn": (2, 81)}),
    (
        {"concealed_fan": 1},
        {
            "plain": (1, 40),
            "plain_dealer": (1, 60),
            "hidden_kong": (2, 80),
            "double_wind": (2, 120),
            "pairs": (3, 160),
            "pairs_simples": (4, 320),
            "pairs_half": (5, 640),
            "pairs_flush": (7, 2560),
            "pairs_or_runs": (8, 5120),
            "pairs_honours": (7, 2560),
            "honours": (10, 20480),
        },
    ),
    (
        {"concealed_fan": 1, "rob_kong": True, "min_fan": 11},
        {name: None for name in HANDS if "honours_d" not in name},
    ),
    ({"extra_fan": ["thirteen_orphans"]}, {"orphans": (10, 20480)}),
    ({"extra_fan": {"thirteen_orphans": 3}, "concealed_fan": 0}, {"orphans": (3, 160)}),
    ({"extra_fan": {"three_dragons": 1}}, {"honours_drawn": (12, 20481), "honours_dealer": (12, 30720)}),
    ({"last_discard_claims": "win_only"}, {}),
    ({"pass_win": "until_turn"}, {}),
    ({"match": "rounds:4"}, {}),
    ({"match": "hands:16"}, {}),
    ({"dealer_after_draw": "next"}, {}),
    ({"max_hands": 7}, {}),
    ({"swap_call": False}, {}),
    ({"kong_after_claim": True}, {}),
]


def results(options: dict[str, object]) -> dict[str, tuple[int, int] | None]:
    """Fan and the winner's gain of every hand."""
    out: dict[str, tuple[int, int] | None] = {}
    for name, (hand, win, fields) in HANDS.items():
        result = explain({"hand": hand, "win": win, **fields}, options)
        fan, payments = result["fan"], result["payments"]
        assert isinstance(fan, int)
        assert isinstance(payments, dict)
        out[name] = (fan, payments["winner"]) if result["wins"] else None
    return out


def test_default_rules() -> None:
    """The hands are worth what the rule text says when no option is set."""
    assert results({}) == DEFAULT


@pytest.mark.parametrize(("options", "changed"), CHANGES, ids=lambda value: str(value)[:60])
def test_an_option_changes_what_it_should_and_nothing_else(
    options: dict[str, object], changed: dict[str, tuple[int, int] | None]
) -> None:
    """The hands listed get the values listed; all others keep theirs."""
    assert results(options) == DEFAULT | changed


@pytest.mark.parametrize(
    ("base", "plain", "drawn", "dealer"), [(1, 1, 3, 2), (10, 10, 21, 15), (7, 7, 15, 11)]
)
def test_base_points(base: int, plain: int, drawn: int, dealer: int) -> None:
    """Values are base x 2^fan; thirds and the dealer's half are rounded up."""
    found = results({"base_points": base})
    assert found["plain"] == (0, plain)
    assert found["plain_drawn"] == (1, drawn)
    assert found["plain_dealer"] == (0, dealer)


def test_exact_from_bank_loses_at_most_two_points() -> None:
    """Each pays a third rounded up, the winner gets the value; the rest goes to nobody."""
    scorer = Scorer(HkRules(validated({"self_draw_payment": "exact_from_bank"})))
    for value, share in ((20, 7), (21, 7), (22, 8)):
        scorer.pay(2, -1, value)
        assert list(scorer.tally.points) == [-share, -share, value, -share]
        assert sum(scorer.tally.points) == value - 3 * share


def test_each_full_pays_three_times() -> None:
    """Each of the three pays the whole value."""
    scorer = Scorer(HkRules(validated({"self_draw_payment": "each_full"})))
    scorer.pay(0, -1, 40)
    assert list(scorer.tally.points) == [120, -40, -40, -40]


EXTRA_HANDS: dict[str, tuple[str, str, dict[str, str], int]] = {
    # pattern: (hand, win, further fields, fan without the pattern)
    "kong_bloom": ("123m 456p 789s 9p", "9p", {"source": "self_draw", "melds": "kong:3333z"}, 0),
    "last_tile": ("123m 456p 789s 234s 9p", "9p", {"source": "self_draw"}, 1),
    "heavenly": ("123m 456p 789s 234s 9p", "9p", {"source": "self_draw", "dealer": "true"}, 1),
    "earthly": ("123m 456p 789s 234s 9p", "9p", {}, 0),
    "three_dragons": ("555z 666z 123m 9p", "9p", {"melds": "pung:777z"}, 3),
    "small_three_dragons": ("555z 77z 12m 456p", "3m", {"melds": "kong:6666z"}, 2),
    "four_winds": ("222z 333z 444z 9p", "9p", {"melds": "pung:111z"}, 6),
    "small_four_winds": ("222z 333z 4z 123m", "4z", {"melds": "pung:111z"}, 4),
    "thirteen_orphans": ("19m 19p 19s 1234567z", "1m", {}, -1),
    "nine_gates": ("1112345678999m", "5m", {}, 4),
}
SITUATIONS = ("kong_bloom", "last_tile", "heavenly", "earthly")


def extra_result(pattern: str, options: dict[str, object]) -> tuple[int, dict[str, int]]:
    """Fan (-1: no win) and items of the pattern's hand."""
    hand, win, fields, _ = EXTRA_HANDS[pattern]
    if pattern in SITUATIONS:
        fields = {**fields, "situation": pattern}
    result = explain({"hand": hand, "win": win, **fields}, options)
    listed, fan = result["items"], result["fan"]
    assert isinstance(listed, list)
    assert isinstance(fan, int)
    return (fan if result["wins"] else -1), {item["name"]: item["value"] for item in listed}


def test_every_extra_pattern_has_a_hand() -> None:
    """No pattern of `extra_fan` goes untested."""
    assert set(EXTRA_HANDS) == set(EXTRA_PATTERNS)


@pytest.mark.parametrize("pattern", EXTRA_PATTERNS)
def test_extra_patterns_are_off_by_default(pattern: str) -> None:
    """Without the option the hand has only the fan of rule 15, or is no win."""
    fan, found = extra_result(pattern, {})
    assert fan == EXTRA_HANDS[pattern][3]
    assert pattern not in found


@pytest.mark.parametrize("pattern", EXTRA_PATTERNS)
def test_extra_patterns_add_their_fan(pattern: str) -> None:
    """With the option the pattern adds its default, or the value given, and changes no other item."""
    _, without = extra_result(pattern, {})
    before = max(0, EXTRA_HANDS[pattern][3])
    default = EXTRA_PATTERNS[pattern]
    fan, found = extra_result(pattern, {"extra_fan": [pattern]})
    assert (fan, found) == (before + default, {**without, pattern: default})
    fan, found = extra_result(pattern, {"extra_fan": {pattern: 2}})
    assert (fan, found) == (before + 2, {**without, pattern: 2})


@pytest.mark.parametrize("pattern", EXTRA_PATTERNS)
def test_extra_patterns_do_not_count_elsewhere(pattern: str) -> None:
    """One pattern switched on leaves the hands of all other patterns alone."""
    for other in EXTRA_PATTERNS:
        if other != pattern:
            assert extra_result(other, {"extra_fan": [pattern]}) == extra_result(other, {})


def test_default_values_of_extra_patterns() -> None:
    """A list of names means the values of the rule text."""
    assert EXTRA_PATTERNS == {
        "kong_bloom": 1,
        "last_tile": 1,
        "heavenly": 10,
        "earthly": 10,
        "three_dragons": 5,
        "small_three_dragons": 3,
        "four_winds": 10,
        "small_four_winds": 6,
        "thirteen_orphans": 10,
        "nine_gates": 10,
    }
    names = list(EXTRA_PATTERNS)
    assert validated({"extra_fan": names, "base_points": 1})["extra_fan"] == EXTRA_PATTERNS


def fan_of(hand: str, win: str, options: dict[str, object], **fields: str) -> object:
    """Fan of a hand, -1 when it does not win."""
    result = explain({"hand": hand, "win": win, **fields}, options)
    return result["fan"] if result["wins"] else -1


def test_extra_patterns_add_to_each_other() -> None:
    """A replacement tile may be the last tile: 槓上開花 and 海底撈月 both count."""
    options: dict[str, object] = {"extra_fan": ["kong_bloom", "last_tile"]}
    both = {"source": "self_draw", "melds": "concealed_kong:3333z", "situation": "kong_bloom,last_tile"}
    assert fan_of("123m 456p 789s 9p", "9p", options, **both) == 3


@pytest.mark.parametrize("win", [f"{n}s" for n in range(1, 10)])
def test_nine_gates_with_any_tile_of_the_suit(win: str) -> None:
    """1112345678999 and any ninth-suit tile is 九蓮寶燈."""
    options: dict[str, object] = {"extra_fan": ["nine_gates"]}
    assert fan_of("1112345678999s", win, options) == 14
    assert fan_of("1112345678999s", win, options, source="self_draw") == 15


def test_nine_gates_whichever_tile_came_last() -> None:
    """The hand need not have waited for all nine; a meld or a missing 9 spoils it."""
    options: dict[str, object] = {"extra_fan": ["nine_gates"]}
    assert fan_of("1122345678999p", "1p", options) == 14
    assert fan_of("1111234567899p", "9p", options) == 14
    assert fan_of("1112345678p", "9p", options, melds="pung:999p") == 4
    assert fan_of("2345678999p", "2p", options, melds="pung:111p") == 4
    assert fan_of("1112345678899p", "7p", options) == 4


def test_what_counts_in_thirteen_orphans() -> None:
    """Only the pattern itself, 門清自摸, concealed_fan and the circumstances (decision 18)."""
    options: dict[str, object] = {"extra_fan": ["thirteen_orphans", "last_tile", "heavenly", "earthly"]}
    options["concealed_fan"] = 2
    options["self_draw_fan"] = 5
    hand = "19m 19p 19s 1234567z"
    assert fan_of(hand, "1z", options) == 12
    assert fan_of(hand, "1z", options, source="self_draw", situation="last_tile") == 12
    assert fan_of(hand, "1z", options, source="self_draw", situation="heavenly", dealer="true") == 21
    assert fan_of(hand, "1z", options, situation="earthly") == 22
    assert fan_of(hand, "2m", options) == -1


def test_big_dragons_and_winds_look_at_the_pair() -> None:
    """Two dragon pungs with another pair are no 小三元, three wind pungs with another pair no 小四喜."""
    options: dict[str, object] = {"extra_fan": list(EXTRA_PATTERNS), "base_points": 1}
    assert fan_of("555z 666z 123m 456p 1m", "1m", options) == 2
    assert fan_of("222z 333z 444z 123m 5z", "5z", options) == 3
    assert fan_of("555z 666z 234m 456p 7z", "7z", options) == 5
    assert fan_of("1122334455667z", "7z", options) == 6


def test_robbed_kong_counts_like_a_discard() -> None:
    """No 門清自摸; concealed_fan counts; the konger pays alone (decision 16)."""
    options: dict[str, object] = {"rob_kong": True, "concealed_fan": 3}
    fields = {"hand": "123m 456p 78s 234s 99p", "win": "9s", "source": "rob_kong"}
    result = explain(fields, options)
    assert (result["fan"], result["payments"]) == (3, {"winner": 160, "konger": -160, "each_other": 0})


def test_rules_as_the_engine_reads_them() -> None:
    """Each attribute of HkRules follows its option."""
    rules = default_rules()
    assert (rules.base_points, rules.min_fan, rules.fan_cap) == (20, 0, 10)
    assert (rules.dealer_num, rules.dealer_den) == (3, 2)
    assert (rules.match_kind, rules.match_count, rules.max_hands) == (0, 1, 100)
    assert (rules.flow.swap_call, rules.flow.kong_after_claim, rules.rob_kong) == (True, False, False)
    assert [rules.flow.win_only_last, rules.lock_until_turn, rules.dealer_after_draw_next] == [False] * 3
    assert list(rules.extra) == [0] * len(PATTERNS)
    house = HkRules(
        validated(
            {
                "fan_cap": None,
                "dealer_multiplier": "4/2",
                "match": "rounds:4",
                "max_hands": 40,
                "swap_call": False,
                "kong_after_claim": True,
                "rob_kong": True,
                "last_discard_claims": "win_only",
                "pass_win": "until_turn",
                "dealer_after_draw": "next",
                "extra_fan": {"nine_gates": 7},
            }
        )
    )
    assert (house.fan_cap, house.dealer_num, house.dealer_den) == (-1, 2, 1)
    assert (house.match_kind, house.match_count, house.max_hands) == (MATCH_ROUNDS, 4, 40)
    assert (house.flow.swap_call, house.flow.kong_after_claim, house.flow.rob_kong) == (False, True, True)
    assert house.flow.win_only_last
    assert house.lock_until_turn
    assert house.dealer_after_draw_next
    assert [i for i, fan in enumerate(house.extra) if fan] == [21]
    hands = HkRules(validated({"match": "hands:12"}))
    assert (hands.match_kind, hands.match_count) == (MATCH_HANDS, 12)


def test_defaults_are_those_of_the_rule_text() -> None:
    """The canonical JSON of the defaults, and the hash that names them, never change by accident."""
    assert canonical_json(validated({})) == (
        '{"base_points":20,"cap_after_dealer":false,"concealed_fan":0,"concealed_kong_keeps_concealed":true,'
        '"dealer_after_draw":"same","dealer_multiplier":"3/2","double_wind_fan":1,"extra_fan":{},"fan_cap":10,'
        '"honours_exclusive":false,"kong_after_claim":false,"last_discard_claims":"all","match":"hand",'
        '"max_hands":100,"min_fan":0,"pass_win":"free","quad_as_two_pairs":false,"rob_kong":false,'
        '"self_draw_fan":0,"self_draw_payment":"ceil_third","seven_pairs":true,"seven_pairs_exclusive":false,'
        '"swap_call":true}'
    )
    assert ruleset_hash(NAME, validated({})) == "6755472b40da8e71"


@pytest.mark.parametrize(
    ("given_options", "words"),
    [
        ({"fan_cap": True}, "fan_cap = true is not allowed: an int from 0 to 100, or null"),
        ({"fan_cap": "8"}, 'fan_cap = "8" is not allowed'),
        ({"seven_pairs": 8}, "seven_pairs = 8 is not allowed: true or false"),
        ({"min_fan": None}, "min_fan = null is not allowed"),
        ({"min_fan": -1}, "min_fan = -1 is not allowed"),
        ({"base_points": 0}, "base_points = 0 is not allowed"),
        ({"double_wind_fan": 3}, "double_wind_fan = 3 is not allowed: 1 or 2"),
        ({"dealer_multiplier": 1.5}, "dealer_multiplier = 1.5 is not allowed: .* no decimals"),
        ({"dealer_multiplier": "1/2"}, 'dealer_multiplier = "1/2" is not allowed'),
        ({"self_draw_payment": "thirds"}, "ceil_third or each_full or exact_from_bank"),
        ({"match": "rounds:5"}, r"rounds:N with N = 1\.\.4"),
        ({"match": "circle"}, "match = .circle. is not allowed"),
        ({"fan_cpa": 8}, "Unknown option .fan_cpa. = 8, did you mean fan_cap"),
        ({"extra_fan": ["nine_gate"]}, "extra_fan: unknown name .nine_gate., did you mean nine_gates"),
        ({"extra_fan": {"nine_gates": 0}}, "extra_fan: nine_gates = 0 is not allowed: an int from 1 to 100"),
        ({"extra_fan": "nine_gates"}, "a map from name to int"),
    ],
)
def test_refused_values(given_options: dict[str, object], words: str) -> None:
    """The sentence names the key, the value and what is allowed."""
    with pytest.raises(BadOption, match=words):
        validated(given_options)


def test_payments_that_do_not_fit_are_refused() -> None:
    """A ruleset whose best hand would pay more than 32 bits is refused before it is played."""
    assert validated({"fan_cap": None, "extra_fan": ["nine_gates", "heavenly"]})["fan_cap"] is None
    with pytest.raises(BadOption, match="base_points = 1000000 with fan_cap = null is not allowed"):
        validated({"base_points": 1_000_000, "fan_cap": None})
    with pytest.raises(BadOption, match="with fan_cap = 30 is not allowed"):
        validated({"fan_cap": 30, "extra_fan": list(EXTRA_PATTERNS)})
    with pytest.raises(BadOption, match="with fan_cap = null is not allowed"):
        validated({"fan_cap": None, "extra_fan": list(EXTRA_PATTERNS)})


@given(
    st.one_of(st.integers(1, 100), st.integers(1, 10**6)),
    st.one_of(st.none(), st.integers(0, 100)),
    st.integers(1, 50),
    st.sampled_from(["ceil_third", "each_full", "exact_from_bank"]),
    st.dictionaries(st.sampled_from(list(EXTRA_PATTERNS)), st.integers(1, 12), max_size=4),
)
def test_accepted_rulesets_never_pay_more_than_32_bits(
    base: int, cap: int | None, multiplier: int, payment: str, extra: dict[str, int]
) -> None:
    """The hands with the most fan, under any accepted ruleset, stay within the limit."""
    options: dict[str, object] = {
        "base_points": base,
        "fan_cap": cap,
        "dealer_multiplier": multiplier,
        "self_draw_payment": payment,
        "extra_fan": extra,
    }
    try:
        validated(options)
    except BadOption:
        return
    dealer = {"dealer": "true", "source": "self_draw"}
    heavenly = {**dealer, "situation": "heavenly"}
    bloom = {**dealer, "situation": "kong_bloom,last_tile"}
    for fields in (
        {"hand": "111z 222z 333z 444z 5z", "win": "5z", **heavenly},
        {"hand": "111z 555z 666z 777z 4z", "win": "4z", **heavenly},
        {"hand": "111z 666z 777z 5z", "win": "5z", "melds": "concealed_kong:2222z", **bloom},
        {"hand": "1112345678999m", "win": "9m", **heavenly},
        {"hand": "19m 19p 19s 1234567z", "win": "9m", **heavenly},
    ):
        result = explain(fields, options)
        payments = result["payments"]
        assert isinstance(payments, dict)
        assert all(abs(points) <= LIMIT for points in payments.values())


def test_every_option_says_what_it_means() -> None:
    """Key, one line of meaning and a source for each of the 23 options; keys are unique."""
    assert len(OPTIONS) == len({option.key for option in OPTIONS}) == 23
    for option in OPTIONS:
        assert option.meaning
        assert "\n" not in option.meaning
        assert option.source.startswith(("rule", "decision"))
        assert option.normal(option.default) == option.default


def test_pattern_ids_are_their_places() -> None:
    """Ids go into logs: they are never renumbered."""
    assert [pattern.id for pattern in PATTERNS] == list(range(22))
    assert [pattern.name for pattern in PATTERNS][:4] == [
        "concealed_self_draw",
        "self_draw",
        "concealed",
        "all_simples",
    ]
    assert len({pattern.name for pattern in PATTERNS}) == len({pattern.hanzi for pattern in PATTERNS}) == 22
