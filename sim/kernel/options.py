"""House rules as data: what a ruleset's options are, may be, and mean.

A game lists its options as a tuple of `Option`s. `validate` turns what a person wrote (YAML, command line)
into one canonical JSON value per option, so that equal rulesets have equal JSON and equal hashes.
"""

import difflib
import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from typing import Final, cast, final

from paiju.sim.kernel.errors import BadOption

FLAG: Final = "bool"
INTEGER: Final = "int"
WORD: Final = "word"
RATIONAL: Final = "rational"
NAMES: Final = "names"
THRESHOLDS: Final = "thresholds"


@final
class Form:
    """One allowed spelling of a word option: `word`, `word:N` with N in low..high, or `word:NAME`."""

    def __init__(self, word: str, low: int = 0, high: int = -1, names: Sequence[str] = ()) -> None:
        self.word: Final = word
        self.low: Final = low
        self.high: Final = high
        self.names: Final = tuple(names)

    def allows(self, text: str) -> bool:
        """Is this text a value of the form?"""
        word, colon, argument = text.partition(":")
        if word != self.word:
            return False
        if self.names:
            return argument in self.names
        if self.high < self.low:
            return not colon
        return is_plain_number(argument) and self.low <= int(argument) <= self.high

    def text(self) -> str:
        """How the form is written, for messages and lists."""
        if self.names:
            return f"{self.word}:X with X of {', '.join(self.names)}"
        if self.high < self.low:
            return self.word
        return f"{self.word}:N with N = {self.low}..{self.high}"


@final
class Option:
    """One option of a ruleset; made by `flag`, `integer`, `choice`, `rational`, `names`, `thresholds`.

    `meaning` is one line, `source` says which rule or decision of the game's rule text it belongs to.
    """

    def __init__(
        self,
        kind: str,
        key: str,
        default: object,
        meaning: str,
        source: str,
        *,
        low: int = 0,
        high: int = 0,
        nullable: bool = False,
        only: Sequence[int] = (),
        forms: Sequence[Form] = (),
        defaults: Mapping[str, int] | None = None,
    ) -> None:
        self.kind: Final = kind
        self.key: Final = key
        self.meaning: Final = meaning
        self.source: Final = source
        self.low: Final = low
        self.high: Final = high
        self.nullable: Final = nullable
        self.only: Final = tuple(only)
        self.forms: Final = tuple(forms)
        self.defaults: Final = dict(defaults or {})
        self.default: Final = self.normal(default)

    def normal(self, value: object) -> object:
        """The canonical JSON value. Raises BadOption with the key, the value and what is allowed."""
        if self.kind == FLAG and isinstance(value, bool):
            return value
        if self.kind == INTEGER and ((value is None and self.nullable) or self.is_allowed_int(value)):
            return value
        if self.kind == WORD and isinstance(value, str) and any(form.allows(value) for form in self.forms):
            return value
        if self.kind == RATIONAL:
            return self.normal_rational(value)
        if self.kind == NAMES:
            return self.normal_names(value)
        if self.kind == THRESHOLDS:
            return self.normal_thresholds(value)
        raise self.refusal(value)

    def is_allowed_int(self, value: object) -> bool:
        """An int (no bool) within the range and, if listed, one of `only`?"""
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return value in self.only if self.only else self.low <= value <= self.high

    def normal_rational(self, value: object) -> str:
        """`3/2`, in lowest terms; a whole number has no slash."""
        top, slash, bottom = str(value).partition("/")
        if isinstance(value, bool) or not isinstance(value, (int, str)) or not is_plain_number(top):
            raise self.refusal(value)
        if slash and (not is_plain_number(bottom) or int(bottom) == 0):
            raise self.refusal(value)
        num, den = int(top), int(bottom or "1")
        if not self.low * den <= num <= self.high * den or den > self.high:
            raise self.refusal(value)
        common = math.gcd(num, den)
        num, den = num // common, den // common
        return f"{num}/{den}" if den > 1 else str(num)

    def normal_names(self, value: object) -> dict[str, object]:
        """Name -> int in the order of the option's own table; a list of names takes the default values."""
        given: dict[object, object] = {}
        if isinstance(value, Mapping):
            given = dict(value)
        elif isinstance(value, (list, tuple)) and all(isinstance(name, str) for name in value):
            if len(set(value)) < len(value):
                raise BadOption(f"{self.key}: a name occurs twice in {show(value)}.")
            given = {name: self.defaults.get(name) for name in value}
        else:
            raise self.refusal(value)
        for name, number in given.items():
            if not isinstance(name, str) or name not in self.defaults:
                raise BadOption(f"{self.key}: unknown name {show(name)}{hint(name, list(self.defaults))}")
            if not self.is_allowed_int(number):
                wanted = f"an int from {self.low} to {self.high}"
                raise BadOption(f"{self.key}: {name} = {show(number)} is not allowed: {wanted}.")
        return {name: given[name] for name in self.defaults if name in given}

    def normal_thresholds(self, value: object) -> dict[str, object]:
        """Threshold -> int by rising threshold; JSON keys are text."""
        if not isinstance(value, Mapping):
            raise self.refusal(value)
        steps: dict[int, object] = {}
        for threshold, number in value.items():
            text = str(threshold)
            if isinstance(threshold, bool) or not is_plain_number(text) or int(text) in steps:
                raise self.refusal(value)
            if not self.is_allowed_int(number):
                raise self.refusal(value)
            steps[int(text)] = number
        return {str(threshold): steps[threshold] for threshold in sorted(steps)}

    def refusal(self, value: object) -> BadOption:
        """The sentence for a value that is not allowed."""
        return BadOption(f"{self.key} = {show(value)} is not allowed: {self.allowed()}.")

    def allowed(self) -> str:
        """What may be written, in words."""
        if self.kind == FLAG:
            return "true or false"
        if self.kind == INTEGER:
            numbers = " or ".join(str(n) for n in self.only) or f"an int from {self.low} to {self.high}"
            return numbers + (", or null" if self.nullable else "")
        if self.kind == WORD:
            return " or ".join(form.text() for form in self.forms)
        if self.kind == RATIONAL:
            return f"a whole number or a fraction such as 3/2, from {self.low} to {self.high}, no decimals"
        if self.kind == NAMES:
            each = f"int from {self.low} to {self.high}"
            return f"a map from name to {each}, or a list of names, of {', '.join(self.defaults)}"
        return f"a map from int to int from {self.low} to {self.high}, such as {{24: 1, 27: 2}}"


def flag(key: str, default: bool, meaning: str, source: str) -> Option:
    """An option that is true or false."""
    return Option(FLAG, key, default, meaning, source)


def integer(
    key: str,
    default: int | None,
    low: int,
    high: int,
    meaning: str,
    source: str,
    *,
    nullable: bool = False,
    only: Sequence[int] = (),
) -> Option:
    """An int in low..high, or one of `only`; null too if `nullable`."""
    return Option(INTEGER, key, default, meaning, source, low=low, high=high, nullable=nullable, only=only)


def choice(key: str, default: str, forms: Sequence[str | Form], meaning: str, source: str) -> Option:
    """One of several words; a `Form` is a word with an argument, such as `hands:N`."""
    made = [form if isinstance(form, Form) else Form(form) for form in forms]
    return Option(WORD, key, default, meaning, source, forms=made)


def rational(key: str, default: str, low: int, high: int, meaning: str, source: str) -> Option:
    """An exact fraction in low..high with a denominator up to `high`, canonical text `3/2` or `1`."""
    return Option(RATIONAL, key, default, meaning, source, low=low, high=high)


def names(key: str, defaults: Mapping[str, int], low: int, high: int, meaning: str, source: str) -> Option:
    """A map from some of these names to ints, empty by default; a list of names takes `defaults`."""
    return Option(NAMES, key, {}, meaning, source, low=low, high=high, defaults=defaults)


def thresholds(
    key: str, default: Mapping[int, int], low: int, high: int, meaning: str, source: str
) -> Option:
    """A map from thresholds (ints from 0) to ints."""
    return Option(THRESHOLDS, key, default, meaning, source, low=low, high=high)


def match_option(default: str, forms: Sequence[str | Form], source: str) -> Option:
    """What one match is: the forms a game offers of `hand`, `hands:N`, `rounds:N`, `circle`."""
    return choice("match", default, forms, "what one match is", source)


HAND: Final = Form("hand")
HANDS: Final = Form("hands", 1, 1000)
ROUNDS: Final = Form("rounds", 1, 4)
CIRCLE: Final = Form("circle")


def validate(options: Sequence[Option], given: Mapping[str, object]) -> dict[str, object]:
    """Every option's canonical value, in the order of `options`; defaults where nothing is given.

    Raises BadOption with the key, the value and what is allowed; unknown keys are refused too.
    """
    keys = [option.key for option in options]
    for key in given:
        if key not in keys:
            raise BadOption(f"Unknown option {show(key)} = {show(given[key])}{hint(key, keys)}")
    return {
        option.key: option.normal(given[option.key]) if option.key in given else option.default
        for option in options
    }


def number(values: Mapping[str, object], key: str) -> int:
    """A validated int."""
    return cast(int, values[key])


def word(values: Mapping[str, object], key: str) -> str:
    """A validated word or fraction."""
    return cast(str, values[key])


def is_on(values: Mapping[str, object], key: str) -> bool:
    """A validated flag."""
    return cast(bool, values[key])


def canonical_json(values: Mapping[str, object]) -> str:
    """The one JSON text of these values: sorted keys, no spaces, 汉字 as they are."""
    return json.dumps(values, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def ruleset_hash(name: str, values: Mapping[str, object]) -> str:
    """16 hex digits that name a game with these option values."""
    text = f"{name}\n{canonical_json(values)}"
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def is_plain_number(text: str) -> bool:
    """Digits only, at most nine: a number as people write it."""
    return text.isascii() and text.isdigit() and len(text) <= 9


def show(value: object) -> str:
    """A value as it would stand in YAML, cut when long."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def hint(key: object, known: Sequence[str]) -> str:
    """The end of a sentence about an unknown name: the closest known one, or all of them."""
    close = difflib.get_close_matches(str(key), known, n=1)
    return f", did you mean {close[0]}?" if close else f": known are {', '.join(known)}."
