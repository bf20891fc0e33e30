"""Which policies may be run here: those that come with paiju, and those whose file this user has named.

A run folder and a log name the policies that played, and may come from anybody. So before any of it is executed,
what a policy's file holds is looked up in the list of what was named on a command line here.
"""

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Final

OURS: Final = Path(__file__).resolve().parent


def remember(names: Iterable[str]) -> None:
    """These policies were named by the user; what their files hold now may be run from now on."""
    new = [each for each in map(content, names) if each is not None and each not in known()]
    if new:
        with suppress(OSError):  # a home that cannot be written: then --trust has to be said
            listed().parent.mkdir(parents=True, exist_ok=True)
            with listed().open("a") as file:
                file.writelines(f"{each}\n" for each in dict.fromkeys(new))


def strangers(names: Iterable[str], named: Sequence[str] = ()) -> list[str]:
    """Those of some policies that may not be run unless somebody says so; `named`: what the user names now."""
    allowed = known() | {content(name) for name in named} - {None}
    return [name for name in dict.fromkeys(names) if not is_shipped(name) and content(name) not in allowed]


def listed() -> Path:
    """The file with the list: a checksum on each line."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "paiju" / "policies"


def known() -> set[str | None]:
    """The checksums of the list."""
    try:
        return set(listed().read_text("ascii").split())
    except (OSError, ValueError, RuntimeError):
        return set()


def is_shipped(name: str) -> bool:
    """Does a policy come with paiju?"""
    path = None if ":" not in name else located(name)
    return ":" not in name or (path is not None and path.is_relative_to(OURS))


def content(name: str) -> str | None:
    """The checksum of the file of a policy; None when there is none, or no file that can be read."""
    path = located(name)
    if path is None or not path.is_file():
        return None
    with suppress(OSError):
        return sha256(path.read_bytes()).hexdigest()
    return None


def located(name: str) -> Path | None:
    """The file that a policy would be loaded from; nothing is imported to find it."""
    place = name.rpartition(":")[0]
    if place.endswith(".py"):
        return Path(place).expanduser().resolve()
    here: Sequence[str] = [*sys.path, str(Path.cwd())]
    spec = None
    parts = place.split(".")
    for number in range(1, len(parts) + 1):
        spec = PathFinder.find_spec(".".join(parts[:number]), here)
        if spec is None:
            return None
        here = list(spec.submodule_search_locations or ())
    return Path(spec.origin).resolve() if spec is not None and spec.origin is not None else None
