"""The shipped policies, and the way to find any policy by its name.

A policy is named in one of three ways:

* `normal`: a shipped one. The same name means another class for each family of games;
* `mybots.greedy:Greedy`: a class in a module that Python can import (installed, or below the current folder);
* `./policies/greedy.py:Greedy`: a class in one file, loaded under a private module name, so that a user's own
  folder called `policies` meets nothing of ours.
"""

import importlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import Final

from paiju.sim.kernel.errors import BadInput
from paiju.sim.kernel.guard import guarded
from paiju.sim.kernel.outside import OUTSIDE
from paiju.sim.kernel.policy import Policy

ANY: Final = "any"


@dataclass(frozen=True, slots=True)
class Shipped:
    """A policy of our own: its short name, the family it plays, where it is, and a line about it."""

    name: str
    family: str
    place: str  # module:Class
    about: str


SHIPPED: Final = (
    Shipped("uniform", ANY, "paiju.policies.any.uniform:Uniform", "every legal move equally likely 隨機"),
    Shipped(
        "first_legal", ANY, "paiju.policies.any.first_legal:FirstLegal", "the legal move with the lowest code"
    ),
    Shipped("easy", "mahjong", "paiju.policies.mahjong.easy:Easy", "loose and noisy 初級"),
    Shipped("normal", "mahjong", "paiju.policies.mahjong.normal:Normal", "tile efficiency by shanten 中級"),
    Shipped("expert", "mahjong", "paiju.policies.mahjong.expert:Expert", "weighs value and danger 高級"),
    Shipped("easy", "zipai", "paiju.policies.zipai.easy:Easy", "loose and noisy 初級"),
    Shipped("normal", "zipai", "paiju.policies.zipai.normal:Normal", "nearest hand with enough 息 中級"),
    Shipped(
        "expert", "zipai", "paiju.policies.zipai.expert:Expert", "weighs the chance to win, claims ahead 高級"
    ),
    Shipped("easy", "changpai", "paiju.policies.changpai.easy:Easy", "loose and noisy 初級"),
    Shipped(
        "normal",
        "changpai",
        "paiju.policies.changpai.normal:Normal",
        "pairs of fourteen with enough red 中級",
    ),
    Shipped(
        "expert",
        "changpai",
        "paiju.policies.changpai.expert:Expert",
        "weighs chance and worth, claims ahead 高級",
    ),
)


@dataclass(frozen=True, slots=True)
class Description:
    """What a run records of a policy."""

    name: str  # as given
    family: str  # of games it plays, "any" for all
    version: str  # the class's own `version`, "" if it has none
    hash: str  # sixteen hex digits of its source file, "" if there is none
    deterministic: bool  # plays the same game again from the same seed
    path: str  # its source file, absolute; "" if there is none
    shipped: bool


def find(name: str, family: str) -> Callable[[], Policy]:
    """What makes a new object of this policy, which plays games of `family`; BadInput if there is none."""
    with guarded():
        return _load(name, family)[0]


def describe(name: str, family: str) -> Description:
    """Version, source hash and so on of a policy that `find` finds."""
    with guarded():
        maker, plays, example = _load(name, family)
    path = _source(sys.modules[maker.__module__])
    return Description(
        name=name,
        family=plays,
        version=str(getattr(example, "version", "")),
        hash=_digest(path) if path else "",
        deterministic=bool(example.deterministic),
        path=str(path or ""),
        shipped=":" not in name,
    )


def names(family: str) -> list[str]:
    """The shipped policies that play games of this family, weakest first."""
    return [each.name for each in SHIPPED if each.family in (ANY, family)]


def check_name(name: str, family: str) -> None:
    """BadInput when this can be no policy's name; imports nothing."""
    if ":" in name:
        place, _, attribute = name.rpartition(":")
        if not place or not attribute.isidentifier():
            raise BadInput(f"the policy '{name}' should be written module:Class or path/file.py:Class")
        return
    if name in names(family):
        return
    if name.endswith(".py"):
        raise BadInput(f"the policy '{name}' needs the name of its class: {name}:Class")
    elsewhere = [each.family for each in SHIPPED if each.name == name]
    if elsewhere:
        raise BadInput(f"the policy '{name}' plays {elsewhere[0]} games, and this is a {family} game")
    known = names(family)
    close = get_close_matches(name, known, 1)
    hint = f"; did you mean {close[0]}?" if close else ""
    others = "module:Class or path/file.py:Class"
    raise BadInput(f"there is no {family} policy '{name}': write one of {', '.join(known)}, {others}{hint}")


def _load(name: str, family: str) -> tuple[type[Policy], str, Policy]:
    """The class of a policy, the family it plays, and a policy made of it."""
    check_name(name, family)
    if ":" in name:
        place, _, attribute = name.rpartition(":")
        module = _from_file(place) if place.endswith(".py") else _from_module(place, name)
        maker = _class(module, attribute, place)
        plays = str(getattr(maker, "family", ANY))
    else:
        shipped = next(each for each in SHIPPED if each.name == name and each.family in (ANY, family))
        place, _, attribute = shipped.place.rpartition(":")
        maker = _class(importlib.import_module(place), attribute, place)
        plays = shipped.family
    if plays not in (ANY, family):
        raise BadInput(f"the policy '{name}' plays {plays} games, and this is a {family} game")
    try:
        return maker, plays, maker()
    except BaseException as error:
        if OUTSIDE.is_from(error):
            raise
        raise BadInput(f"the policy '{name}' cannot be made with {attribute}(): {_what(error)}") from error


def _class(module: ModuleType, attribute: str, place: str) -> type[Policy]:
    """The policy class of this name in a module."""
    found = getattr(module, attribute, None)
    if found is None:
        classes = [key for key, value in vars(module).items() if _is_policy(value)]
        hint = f"; it has {', '.join(classes)}" if classes else ""
        raise BadInput(f"{place} has no class '{attribute}'{hint}")
    if not _is_policy(found):
        raise BadInput(f"{place}:{attribute} is no policy: it should subclass paiju.Policy")
    maker: type[Policy] = found
    if maker.choose is Policy.choose and maker.code is Policy.code:
        raise BadInput(f"{place}:{attribute} cannot play: it should define choose(self, view)")
    return maker


def _is_policy(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Policy) and value is not Policy


def _from_module(place: str, name: str) -> ModuleType:
    """A module by its dotted name; the current folder is looked at last."""
    if f"paiju.{place}" in {each.place.partition(":")[0] for each in SHIPPED}:
        place = f"paiju.{place}"  # as runs from before our packages lay in one name it
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        return importlib.import_module(place)
    except ModuleNotFoundError as error:
        if error.name is not None and (place == error.name or place.startswith(error.name + ".")):
            path = "./" + place.replace(".", "/") + ".py"
            hint = f"; by file it would be {path}:{name.rpartition(':')[2]}" if Path(path).is_file() else ""
            raise BadInput(f"the policy '{name}' is in no module that can be imported{hint}") from None
        raise BadInput(f"the module {place} could not be imported: {_what(error)}") from error
    except BaseException as error:
        if OUTSIDE.is_from(error):
            raise
        raise BadInput(f"the module {place} could not be imported: {_what(error)}") from error


def _from_file(place: str) -> ModuleType:
    """A module from one file, under a name of its own; the same file is loaded once."""
    path = Path(place).expanduser().resolve()
    if not path.is_file():
        raise BadInput(f"there is no policy file {place}")
    private = "_paiju_policy_" + blake2b(os.fsencode(path), digest_size=8).hexdigest()
    if private in sys.modules:
        return sys.modules[private]
    spec = importlib.util.spec_from_file_location(private, path)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[private] = module
    try:
        assert spec.loader is not None
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[private]
        if OUTSIDE.is_from(error):
            raise
        raise BadInput(f"the policy file {place} could not be loaded: {_what(error)}") from error
    return module


def _what(error: BaseException) -> str:
    """An error of somebody's code with the place it was raised at."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    where = "" if isinstance(error, SyntaxError) else where  # its text names the place
    return f"{type(error).__name__}: {error}{where}"


def _source(module: ModuleType) -> Path | None:
    """The file a module was written in, also where it runs compiled."""
    if module.__file__ is None:
        return None
    path = Path(module.__file__).resolve()
    if path.suffix != ".py":
        path = path.with_name(path.name.partition(".")[0] + ".py")
    return path if path.is_file() else None


def _digest(path: Path) -> str:
    """Sixteen hex digits of a source file, the same whatever its line ends."""
    return blake2b(path.read_bytes().replace(b"\r\n", b"\n"), digest_size=8).hexdigest()
