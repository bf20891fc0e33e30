"""The ruleset: every option is data, every value acts, and the shipped files are what they say."""

import random
from functools import cache

import pytest

from paiju.sim.config import choices, compose
from paiju.sim.games.hunan_paohuzi.game import GAME
from paiju.sim.games.hunan_paohuzi.rules import (
    MATCH_HANDS,
    OPTIONS,
    PATTERNS,
    PaohuziRules,
    default_rules,
    validated,
)
from paiju.sim.kernel.errors import BadOption
from paiju.sim.kernel.events import kind_of
from tests.games.arena import Maker
from tests.games.hunan_paohuzi import players

# key: its values besides the default (the table of options in the README)
ALTERNATIVES: dict[str, list[object]] = {
    "min_huxi": [0, 9, 15],
    "huxi_step": [1],
    "base_points": [2, 100_000],
    "self_draw_multiplier": [2],
    "discarder_pays_all": [True],
    "self_draw_only": [True],
    "red_black_fans": ["hengyang"],
    "heavenly_multiplier": [2],
    "opening_win": [False],
    "wei_visibility": ["one_shown", "open"],
    "ti_visibility": ["hidden"],
    "kan_locked": [False],
    "comparison": ["optional"],
    "stale_scope": ["separate"],
    "own_drawn_is_stale": [False],
    "pass_win": ["free"],
    "must_win": [True],
    "pung_to_pao_on": ["own_draw"],
    "dealer_after_draw": ["same"],
    "win_before_wei": [True],
    "second_quad_next": ["after_source"],
    "match": ["hands:2", "hands:16"],
}
DEFAULTS = {
    "min_huxi": 6,
    "huxi_step": 3,
    "base_points": 1,
    "self_draw_multiplier": 1,
    "discarder_pays_all": False,
    "self_draw_only": False,
    "red_black_fans": "none",
    "heavenly_multiplier": 1,
    "opening_win": True,
    "wei_visibility": "hidden",
    "ti_visibility": "one_shown",
    "kan_locked": True,
    "comparison": "all_copies",
    "stale_scope": "both",
    "own_drawn_is_stale": True,
    "pass_win": "same_card_same_huxi",
    "must_win": False,
    "pung_to_pao_on": "any_draw",
    "dealer_after_draw": "next",
    "win_before_wei": False,
    "second_quad_next": "after_owner",
    "match": "hand",
}
MATCH_ONLY = ("dealer_after_draw",)  # nothing to see in a single hand
RARE = ("own_drawn_is_stale",)  # see test_row_18_eaten_later: hands only shrink, so it seldom matters


def test_the_options_and_their_defaults() -> None:
    """Those of the table of options, no more and no less; each says what it means and where it is from."""
    assert {option.key: option.default for option in OPTIONS} == DEFAULTS
    assert set(ALTERNATIVES) == set(DEFAULTS)
    for option in OPTIONS:
        assert option.meaning
        assert option.source


@cache
def games(key: str, value: object) -> list[tuple[int, ...]]:
    """The logs of some rigged and shuffled games with one option set."""
    rng = random.Random("options")
    logs = []
    match = {"match": "hands:4"} if key in MATCH_ONLY else {}
    options = validated({**match, **({key: value} if key else {})})
    seats: list[Maker] = [players.Teaser, players.Builder, players.Collector, players.Patient]
    for deal in range(250):
        rng.shuffle(seats)
        deck = players.rigged_deck(rng) if deal % 2 else None
        logs.append(tuple(players.play(options, deal, seats, deck)))
    return logs


VALUES = [(key, value) for key, values in ALTERNATIVES.items() for value in values if key not in RARE]


@pytest.mark.parametrize(("key", "value"), VALUES)
def test_every_value_acts(key: str, value: object) -> None:
    """Some of 250 games run differently with it, and others the same (matches apart)."""
    before = games(key, DEFAULTS[key]) if key in MATCH_ONLY else games("", None)
    after = games(key, value)
    differ = sum(a != b for a, b in zip(before, after, strict=True))
    assert differ > 0
    if key != "match":
        assert differ < len(before)


def test_what_all_see_of_a_wei() -> None:
    """One card or three shown tell the same: the kind is public, the claims are those of `hidden`."""
    assert games("wei_visibility", "one_shown") == games("wei_visibility", "open")

    def without_visible(log: tuple[int, ...]) -> list[int]:
        return [event & ~(15 << 20) for event in log if kind_of(event) != 9]

    for hidden, shown in zip(games("", None), games("wei_visibility", "open"), strict=True):
        assert without_visible(hidden) == without_visible(shown)


def test_what_all_see_of_a_ti() -> None:
    """The same for 提."""
    for shown, hidden in zip(games("", None), games("ti_visibility", "hidden"), strict=True):
        assert [kind_of(event) for event in shown if kind_of(event) != 9] == [
            kind_of(event) for event in hidden if kind_of(event) != 9
        ]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("min_huxi", -1),
        ("min_huxi", 101),
        ("huxi_step", 2),
        ("base_points", 0),
        ("base_points", 100_001),
        ("self_draw_multiplier", 3),
        ("red_black_fans", "changsha"),
        ("wei_visibility", "shown"),
        ("comparison", True),
        ("match", "rounds:1"),
        ("match", "hands:0"),
        ("kan_locked", "yes"),
        ("pass_win", "until_turn"),
    ],
)
def test_bad_values(key: str, value: object) -> None:
    """Refused with key, value and what is allowed."""
    with pytest.raises(BadOption, match=f"^{key} = .* is not allowed"):
        validated({key: value})


def test_typed_rules() -> None:
    """Words and numbers become what the engine reads."""
    rules = PaohuziRules(validated({"match": "hands:7", "stale_scope": "separate", "huxi_step": 1}))
    assert (rules.match_kind, rules.match_count, rules.stale_both, rules.huxi_step) == (
        MATCH_HANDS,
        7,
        False,
        1,
    )
    assert default_rules().kan_locked
    assert [pattern.id for pattern in PATTERNS] == list(range(len(PATTERNS)))


def test_the_largest_payment_fits() -> None:
    """A winner's gain fits 32 bits whatever the options: at most 60 息, every factor, three shares."""
    assert 100_000 * (60 + 1) * 2 * 2 * 5 * 3 < 2**31


@pytest.mark.parametrize(
    "name", ["hunan_paohuzi", *(f"hunan_paohuzi/{n}" for n in ("min9", "hengyang", "match16"))]
)
def test_shipped_rulesets(name: str) -> None:
    """The YAML files compose; the first says every default."""
    assert name in choices("ruleset")
    config = compose([f"ruleset={name}", "matchup.policies=[uniform,first_legal]"])
    assert config.ruleset.game == GAME.name
    options = dict(config.ruleset.options)
    changed = {key for key, value in options.items() if value != DEFAULTS[key]}
    assert (
        changed
        == {
            "hunan_paohuzi": set(),
            "hunan_paohuzi/min9": {"min_huxi", "huxi_step"},
            "hunan_paohuzi/hengyang": {
                "red_black_fans",
                "self_draw_multiplier",
                "heavenly_multiplier",
                "discarder_pays_all",
                "wei_visibility",
            },
            "hunan_paohuzi/match16": {"match"},
        }[name]
    )


def test_the_file_of_defaults_names_every_option() -> None:
    """So that whoever copies it sees them all."""
    text = choices("ruleset")["hunan_paohuzi"].read_text("utf-8")
    assert [key for key in DEFAULTS if f"\n{key}: " not in text] == []
