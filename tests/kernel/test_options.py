"""Options as data: canonical values, refusals, hashes."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.sim.kernel.errors import BadOption
from paiju.sim.kernel.options import (
    CIRCLE,
    HAND,
    HANDS,
    ROUNDS,
    Form,
    Option,
    canonical_json,
    choice,
    flag,
    integer,
    match_option,
    names,
    rational,
    ruleset_hash,
    thresholds,
    validate,
)

OPTIONS = (
    flag("chow", True, "may be chowed", "rule 1"),
    integer("cap", 10, 0, 50, "largest fan", "rule 2", nullable=True),
    integer("step", 3, 1, 3, "points per step", "rule 3", only=(1, 3)),
    choice("wild", "none", ("none", Form("fixed", names=("5m", "7z"))), "the wildcard", "rule 4"),
    rational("factor", "3/2", 1, 100, "for the dealer", "rule 5"),
    names("fan", {"bloom": 1, "heavenly": 10}, 1, 20, "further patterns", "rule 6"),
    thresholds("red", {10: 1, 13: 2}, 0, 9, "fan by red cards", "rule 7"),
    match_option("circle", (HAND, HANDS, ROUNDS, CIRCLE), "rule 8"),
)
KEYS = [option.key for option in OPTIONS]
VALUES = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.binary(max_size=3)
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.one_of(st.text(max_size=8), st.integers(), st.booleans()), inner, max_size=3),
    ),
    max_leaves=5,
)


def one(key: str, value: object) -> object:
    """The canonical value of one option."""
    return validate(OPTIONS, {key: value})[key]


def test_defaults() -> None:
    """Nothing given is every default, in canonical form and in the order of the options."""
    assert validate(OPTIONS, {}) == {
        "chow": True,
        "cap": 10,
        "step": 3,
        "wild": "none",
        "factor": "3/2",
        "fan": {},
        "red": {"10": 1, "13": 2},
        "match": "circle",
    }
    assert list(validate(OPTIONS, {"match": "hand"})) == KEYS


@pytest.mark.parametrize(
    ("key", "value", "canonical"),
    [
        ("chow", False, False),
        ("cap", 0, 0),
        ("cap", None, None),
        ("step", 1, 1),
        ("wild", "fixed:5m", "fixed:5m"),
        ("factor", 1, "1"),
        ("factor", "1", "1"),
        ("factor", "6/4", "3/2"),
        ("factor", "100/1", "100"),
        ("fan", ["heavenly", "bloom"], {"bloom": 1, "heavenly": 10}),
        ("fan", {"heavenly": 3}, {"heavenly": 3}),
        ("fan", [], {}),
        ("red", {15: 3, 9: 1}, {"9": 1, "15": 3}),
        ("red", {"9": 1, "15": 3}, {"9": 1, "15": 3}),
        ("red", {}, {}),
        ("match", "hand", "hand"),
        ("match", "hands:12", "hands:12"),
        ("match", "rounds:4", "rounds:4"),
    ],
)
def test_canonical_values(key: str, value: object, canonical: object) -> None:
    """One spelling for every way to write a value."""
    found = one(key, value)
    assert found == canonical
    assert json.dumps(found) == json.dumps(canonical)
    assert one(key, found) == found


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("chow", 1, "chow = 1 is not allowed: true or false."),
        ("chow", "true", 'chow = "true" is not allowed: true or false.'),
        ("cap", True, "cap = true is not allowed: an int from 0 to 50, or null."),
        ("cap", 51, "cap = 51 is not allowed: an int from 0 to 50, or null."),
        ("cap", 8.0, "cap = 8.0 is not allowed: an int from 0 to 50, or null."),
        ("step", 2, "step = 2 is not allowed: 1 or 3."),
        ("step", None, "step = null is not allowed: 1 or 3."),
        ("wild", "fixed:5p", 'wild = "fixed:5p" is not allowed: none or fixed:X with X of 5m, 7z.'),
        ("wild", "fixed", 'wild = "fixed" is not allowed: none or fixed:X with X of 5m, 7z.'),
        ("wild", "none:1", 'wild = "none:1" is not allowed: none or fixed:X with X of 5m, 7z.'),
        (
            "factor",
            1.5,
            (
                "factor = 1.5 is not allowed: a whole number or a fraction such as 3/2, from 1 to 100, "
                "no decimals."
            ),
        ),
        (
            "factor",
            "1/2",
            (
                'factor = "1/2" is not allowed: a whole number or a fraction such as 3/2, from 1 to 100, '
                "no decimals."
            ),
        ),
        ("fan", {"bloom": 0}, "fan: bloom = 0 is not allowed: an int from 1 to 20."),
        ("fan", {"bloom": True}, "fan: bloom = true is not allowed: an int from 1 to 20."),
        ("fan", ["blom"], 'fan: unknown name "blom", did you mean bloom?'),
        ("fan", ["xyz"], 'fan: unknown name "xyz": known are bloom, heavenly.'),
        ("fan", ["bloom", "bloom"], 'fan: a name occurs twice in ["bloom", "bloom"].'),
        (
            "fan",
            "bloom",
            (
                'fan = "bloom" is not allowed: a map from name to int from 1 to 20, or a list of names, '
                "of bloom, heavenly."
            ),
        ),
        (
            "red",
            {10: 10},
            'red = {"10": 10} is not allowed: a map from int to int from 0 to 9, such as {24: 1, 27: 2}.',
        ),
        (
            "match",
            "rounds:5",
            (
                'match = "rounds:5" is not allowed: hand or hands:N with N = 1..1000 or rounds:N with '
                "N = 1..4 or circle."
            ),
        ),
    ],
)
def test_refusals(key: str, value: object, sentence: str) -> None:
    """The key, the value and what is allowed, in one sentence."""
    with pytest.raises(BadOption) as error:
        one(key, value)
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("factor", True),
        ("factor", None),
        ("factor", "3/0"),
        ("factor", "-3/2"),
        ("factor", "3/"),
        ("factor", "/2"),
        ("factor", " 3/2"),
        ("factor", "101"),
        ("factor", "150/101"),
        ("factor", "９/2"),
        ("factor", 0),
        ("match", "rounds:"),
        ("match", "rounds:0"),
        ("match", "rounds:+1"),
        ("match", "hands:" + "9" * 30),
        ("match", 1),
        ("match", None),
        ("red", {"x": 1}),
        ("red", {True: 1}),
        ("red", {-1: 1}),
        ("red", {9: 1, "9": 2}),
        ("red", [9]),
        ("fan", {"bloom": 2.0}),
        ("fan", {1: 2}),
        ("fan", [["bloom"]]),
        ("fan", None),
    ],
)
def test_more_refusals(key: str, value: object) -> None:
    """Wrong types and near misses are not guessed at."""
    with pytest.raises(BadOption, match=rf"^{key}\b"):
        one(key, value)


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("caps", 'Unknown option "caps" = 1, did you mean cap?'),
        (
            "zzz",
            'Unknown option "zzz" = 1: known are chow, cap, step, wild, factor, fan, red, match.',
        ),
    ],
)
def test_unknown_keys(key: str, sentence: str) -> None:
    """A key that does not exist is refused with the nearest one, or all."""
    with pytest.raises(BadOption) as error:
        validate(OPTIONS, {key: 1})
    assert str(error.value) == sentence


@given(st.sampled_from(KEYS), VALUES)
def test_any_value_is_made_canonical_or_refused(key: str, value: object) -> None:
    """What gets through is given back by JSON unchanged; all else raises BadOption."""
    try:
        found = one(key, value)
    except BadOption:
        return
    assert json.loads(json.dumps(found)) == found
    assert one(key, found) == found


@given(st.integers(1, 400), st.integers(1, 100))
def test_fractions(num: int, den: int) -> None:
    """A fraction in range is kept exactly, in lowest terms."""
    if not den <= num <= 100 * den:
        with pytest.raises(BadOption):
            one("factor", f"{num}/{den}")
        return
    top, _, bottom = str(one("factor", f"{num}/{den}")).partition("/")
    assert int(top) * den == num * int(bottom or 1)
    assert math.gcd(int(top), int(bottom or 1)) == 1
    assert bottom != "1"


@given(st.dictionaries(st.integers(0, 10**6), st.integers(0, 9), max_size=6))
def test_thresholds_are_sorted_by_number(steps: dict[int, int]) -> None:
    """The order in which a map was written does not matter."""
    found = one("red", steps)
    assert isinstance(found, dict)
    assert [int(key) for key in found] == sorted(steps)
    assert {int(key): value for key, value in found.items()} == steps


def test_a_wrong_default_is_refused_at_once() -> None:
    """A game cannot be written with a default outside its own range."""
    with pytest.raises(BadOption, match="cap = 60 is not allowed"):
        integer("cap", 60, 0, 50, "largest fan", "rule 2")


def test_canonical_json_and_hash() -> None:
    """Equal values have equal text and hash whatever their order; the game's name counts too."""
    values = {"b": "正", "a": {"y": 1, "x": None}}
    assert canonical_json(values) == '{"a":{"x":null,"y":1},"b":"正"}'
    assert ruleset_hash("game", values) == ruleset_hash("game", dict(reversed(values.items())))
    assert ruleset_hash("game", values) == "49bf0cf65c919e73"
    assert ruleset_hash("other", values) != ruleset_hash("game", values)
    assert ruleset_hash("game", {}) != ruleset_hash("game", values)


def test_an_option_describes_itself() -> None:
    """What the list of options shows."""
    option = OPTIONS[2]
    assert isinstance(option, Option)
    assert (option.key, option.default, option.meaning, option.source, option.allowed()) == (
        "step",
        3,
        "points per step",
        "rule 3",
        "1 or 3",
    )
