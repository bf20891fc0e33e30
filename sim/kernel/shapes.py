"""What comes from outside as JSON, checked: a dataclass is the description of its format, field by field.

    @dataclass(frozen=True, slots=True)
    class Part:
        table: Annotated[str, Words(("games", "seats"))]
        rows: Annotated[int, Span(0, 10**9)]

    part = read(Part, parse(line, where="line 3 of x"), where="line 3 of x")

`parse` makes values of text, and refuses what is no JSON, too long, nested too deeply, a number beyond 64 bits, or text
that cannot be written. `read` makes a record of values, and refuses a field that is missing or unknown, of another type
(a bool is no int here) or out of range. Both raise a BadNotation that names the place, the value and what is expected.
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    NoReturn,
    Protocol,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from paiju.sim.kernel.errors import BadNotation
from paiju.sim.kernel.options import show

LONGEST: Final = 16_000_000  # bytes of one text
DEEPEST: Final = 20  # lists and maps within each other
LARGEST: Final = 2**63 - 1  # whole numbers
T = TypeVar("T")
Convert = Callable[[object], object]


class Rule(Protocol):
    """What a value must satisfy besides its type."""

    @property
    def words(self) -> str:
        """What is allowed."""

    def allows(self, value: Any) -> bool:
        """Is it this?"""


@dataclass(frozen=True, slots=True)
class Span:
    """Numbers from `low` to `high`."""

    low: int
    high: int = LARGEST

    @property
    def words(self) -> str:
        """What is allowed."""
        return f"a number from {self.low} to {self.high}"

    def allows(self, value: float) -> bool:
        """Is it one of them?"""
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Words:
    """One of these words."""

    known: tuple[str, ...]

    @property
    def words(self) -> str:
        """What is allowed."""
        return f"one of {', '.join(self.known)}"

    def allows(self, value: str) -> bool:
        """Is it one of them?"""
        return value in self.known


@dataclass(frozen=True, slots=True)
class Digits:
    """So many hex digits."""

    count: int

    @property
    def words(self) -> str:
        """What is allowed."""
        return f"{self.count} hex digits"

    def allows(self, value: str) -> bool:
        """Are these?"""
        return len(value) == self.count and set(value) <= set("0123456789abcdef")


Count = Annotated[int, Span(0)]


class Open:
    """Base of records that leave fields alone which they do not know: later versions may add some."""

    __slots__ = ()
    is_open: ClassVar[bool] = True


class Unfit(Exception):
    """A value that is not as described; on its way up it learns where it stands."""

    def __init__(self, wanted: str, value: object) -> None:
        self.wanted: Final = wanted
        self.value: Final = value
        self.path: list[str] = []

    def at(self, name: str) -> "Unfit":
        """The same, in something else."""
        self.path.insert(0, name)
        return self


def parse(text: str | bytes, where: str, longest: int = LONGEST) -> Any:
    """The value of a JSON text."""
    if len(text) > longest:
        raise BadNotation(f"{where} has {len(text)} bytes, and at most {longest} are read")
    try:
        value = json.loads(text, parse_constant=_no_number)
        _check(value, DEEPEST)
    except RecursionError:
        raise BadNotation(f"{where} is damaged: its JSON is nested too deeply") from None
    except ValueError as error:
        raise BadNotation(f"{where} is damaged: it is no JSON that can be used: {error}") from None
    return value


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def _check(value: object, depth: int) -> None:
    """ValueError for a value beyond what any format holds, or that cannot be written again."""
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("a number is too large")
    if isinstance(value, int) and not -LARGEST <= value <= LARGEST:
        raise ValueError("a number has more than 64 bits")
    if isinstance(value, str) and not value.isascii() and any("\ud800" <= sign <= "\udfff" for sign in value):
        raise ValueError("text has half of a surrogate pair")
    if isinstance(value, dict | list):
        if not depth:
            raise ValueError(f"it is nested more than {DEEPEST} deep")
        for each in (*value, *value.values()) if isinstance(value, dict) else value:
            _check(each, depth - 1)


def read(kind: type[T], value: object, where: str) -> T:
    """The record of this kind that a value describes."""
    try:
        return cast(T, _converter(cast(Any, kind))(value))
    except Unfit as unfit:
        subject = "".join(unfit.path).removeprefix(".") or "it"
        wrong = (
            f"{unfit.wanted}"
            if unfit.value is MISSING
            else f"{show(unfit.value)}, and should be {unfit.wanted}"
        )
        sentence = f"{where} is damaged: {subject} is {wrong}"
        raise BadNotation(sentence) from None


@cache
def _converter(kind: Any) -> Convert:
    """What turns a JSON value into a value of this type, or raises Unfit."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _ruled(_converter(arguments[0]), arguments[1:])
    if origin is UnionType or type(None) in arguments:
        return _one_of(arguments)
    if origin is tuple:
        return _several(_converter(arguments[0]), None if arguments[-1] is ... else len(arguments))
    if origin is dict:
        return _mapped(_converter(arguments[1]))
    if is_dataclass(kind):
        return _record(cast(type, kind))
    return _any if kind is Any else _typed(kind)


NAMES: Final = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text",
    NoneType: "null",
}


def _typed(kind: type) -> Convert:
    """Values of one JSON type."""
    accepted: tuple[type, ...] = (int, float) if kind is float else (kind,)

    def convert(value: object) -> object:
        if type(value) not in accepted:
            raise Unfit(NAMES[kind], value)
        return value

    return convert


def _any(value: object) -> object:
    """Whatever it is."""
    return value


def _ruled(base: Convert, rules: tuple[Rule, ...]) -> Convert:
    """Values that satisfy some rules."""

    def convert(value: object) -> object:
        found = base(value)
        for rule in rules:
            if not rule.allows(found):
                raise Unfit(rule.words, value)
        return found

    return convert


def _one_of(kinds: tuple[Any, ...]) -> Convert:
    """Values of one of several types."""
    ways = [_converter(kind) for kind in kinds]

    def convert(value: object) -> object:
        wanted = []
        for way in ways:
            try:
                return way(value)
            except Unfit as unfit:
                if unfit.path:  # it is of this type, and something in it is wrong
                    raise
                wanted.append(unfit.wanted)
        raise Unfit(" or ".join(wanted), value)

    return convert


def _several(each: Convert, count: int | None) -> Convert:
    """Lists, as tuples; of so many items, or any number."""
    wanted = "a list" if count is None else f"a list of {count}"

    def convert(value: object) -> object:
        if not isinstance(value, list | tuple) or count not in (None, len(value)):
            raise Unfit(wanted, value)
        return tuple(_within(f"[{i}]", each, item) for i, item in enumerate(value))

    return convert


def _mapped(each: Convert) -> Convert:
    """Maps from text."""

    def convert(value: object) -> object:
        if not isinstance(value, Mapping):
            raise Unfit("a map", value)
        return {key: _within(f".{key}", each, item) for key, item in value.items()}

    return convert


def _record(kind: Any) -> Convert:
    """Dataclasses: maps with their fields, of which those with a default may be missing."""
    hints = get_type_hints(kind, include_extras=True)
    known = {one.name: _converter(hints[one.name]) for one in fields(kind)}
    needed = {one.name for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING}
    is_open = issubclass(kind, Open)

    def convert(value: object) -> object:
        if not isinstance(value, Mapping):
            raise Unfit(f"a map with {', '.join(sorted(needed))}", value)
        if not needed <= value.keys():
            raise Unfit("missing", MISSING).at(f".{min(needed - value.keys())}")
        if not is_open and not value.keys() <= known.keys():
            key = min(map(str, value.keys() - known.keys()))
            raise Unfit("no field of it", value.get(key)).at(f".{key}")
        return kind(**{key: _within(f".{key}", known[key], value[key]) for key in known if key in value})

    return convert


def _within(name: str, each: Convert, value: object) -> object:
    """A value in another one."""
    try:
        return each(value)
    except Unfit as unfit:
        raise unfit.at(name) from None
