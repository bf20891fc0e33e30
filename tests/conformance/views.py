"""Every public member of a view, from the sources: compiled classes tell neither types nor properties."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from paiju.sim.kernel.policy import View
from tests.conformance.needs import Needs


@dataclass(frozen=True)
class Member:
    """A property or a method of a view."""

    name: str
    arguments: tuple[str, ...]
    returns: str  # the annotation: "i64", "list[int]" …
    is_property: bool


READ: dict[str, list[Member]] = {}  # by class


def members(view: View) -> list[Member]:
    """Those of the class of a view and its bases, each as the last class wrote it."""
    kind = type(view)
    if kind.__qualname__ not in READ:
        found: dict[str, Member] = {}
        for each in reversed(kind.__mro__):
            if each.__module__.startswith("paiju."):
                found |= {member.name: member for member in written(each)}
        READ[kind.__qualname__] = sorted(found.values(), key=lambda member: member.name)
    return READ[kind.__qualname__]


def written(view: type) -> Iterator[Member]:
    """Those that one class writes itself."""
    file = sys.modules[view.__module__].__file__
    assert file is not None
    path = Path(file)
    source = path.with_name(path.name.partition(".")[0] + ".py")
    for node in ast.parse(source.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.name == view.__name__:
            for item in node.body:
                if isinstance(item, ast.FunctionDef) and not item.name.startswith("_"):
                    assert item.returns is not None
                    yield Member(
                        item.name,
                        tuple(argument.arg for argument in item.args.args[1:]),
                        ast.unparse(item.returns),
                        any(ast.unparse(each) == "property" for each in item.decorator_list),
                    )


def domain(view: View, member: Member, argument: str, before: tuple[int, ...], needs: Needs) -> int:
    """How many values an argument may have, from 0 on, given those before it.

    `i` counts what the view itself says how many there are of: `meld(seat, i)` goes with `meld_count(seat)`.
    """
    if argument == "seat":
        return int(getattr(view, "seat_count")())  # noqa: B009 - what the class View does not declare
    if argument == "i":
        counter = "choices" if member.name == "code" else f"{member.name.partition('_')[0]}_count"
        return int(getattr(view, counter)(*before))
    return needs.domains[argument]


def asked(view: View, member: Member, needs: Needs) -> dict[tuple[int, ...], object]:
    """What a member gives for all arguments in their domains; beyond each of them it must raise IndexError."""
    if member.is_property:
        return {(): getattr(view, member.name)}
    given: dict[tuple[int, ...], object] = {}
    method = getattr(view, member.name)
    todo: list[tuple[int, ...]] = [()]
    while todo:
        before = todo.pop()
        if len(before) == len(member.arguments):
            given[before] = method(*before)
            continue
        size = domain(view, member, member.arguments[len(before)], before, needs)
        todo += [(*before, value) for value in range(size)]
        rest = (0,) * (len(member.arguments) - len(before) - 1)
        for value in (-1, size, size + 1, 2**40):
            try:
                answer = method(*before, value, *rest)
            except IndexError:
                continue
            raise AssertionError(f"{member.name}{(*before, value, *rest)} gave {answer}, not an IndexError")
    return given


TYPES = {"i64": int, "int": int, "bool": bool, "str": str}


def is_of(value: object, annotation: str) -> bool:
    """Is a value what the annotation says?"""
    name = annotation.partition("[")[0]
    wanted = TYPES.get(name, {"list": list, "dict": dict, "tuple": tuple}.get(name))
    assert wanted is not None, f"a view gives {annotation}, which no test knows"
    return isinstance(value, wanted) and isinstance(value, bool) == (wanted is bool)
