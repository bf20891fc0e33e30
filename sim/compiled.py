"""Are the hot modules compiled, and from the sources that lie beside them?

`setup.py` writes `_build.*.json` next to this file: a digest of every source that went into the compiled
modules. A compiled module shadows the source of the same name, so after an edit Python would go on running
the old code; `status` notices that. PAIJU_PURE=1 in the environment runs the sources instead, for a debugger
or a comparison.
"""

import importlib.util
import json
import os
import sys
from collections.abc import Sequence
from hashlib import blake2b
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent  # holds sim/, policies/, analysis/ and conf/
RECORD: Final = Path(__file__).resolve().parent / f"_build.{sys.implementation.cache_tag}.json"
COMPILED: Final = "compiled"
UNCOMPILED: Final = "uncompiled"
STALE: Final = "stale"
REBUILD: Final = (
    "run python setup.py build_ext --inplace" if (ROOT / "setup.py").is_file() else "install paiju again"
)


class Status(NamedTuple):
    """What code would run."""

    state: str  # COMPILED, UNCOMPILED or STALE
    sentence: str  # the same for people


def digest(path: Path) -> str:
    """Sixteen hex digits of a source file, the same whatever its line ends."""
    text = path.read_bytes().replace(b"\r\n", b"\n")
    return blake2b(text, digest_size=8).hexdigest()


def status() -> Status:
    """Compiled, uncompiled or stale. Imports none of the compiled modules."""
    if not _is_extension("paiju.sim.kernel.rng"):
        why = "by PAIJU_PURE" if is_pure() else "the hot modules were not compiled"
        return Status(UNCOMPILED, f"uncompiled ({why}: about a hundred times slower than compiled)")
    try:
        record = json.loads(RECORD.read_text("utf-8"))
        sources: dict[str, str] = record["sources"]
    except (OSError, ValueError, KeyError, TypeError):
        return Status(STALE, f"compiled modules of unknown origin lie beside the sources; {REBUILD}")
    changed = [name for name, old in sources.items() if _digest_or_none(ROOT / name) != old]
    if changed:
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        return Status(STALE, f"{changed[0]}{more} changed after it was compiled; {REBUILD}")
    return Status(COMPILED, f"compiled by mypyc {record['mypy']}")


def is_pure() -> bool:
    """Does the environment ask for the sources instead of the compiled modules?"""
    return os.environ.get("PAIJU_PURE", "") not in ("", "0")


def _is_extension(module: str) -> bool:
    """Would this import load machine code?"""
    spec = importlib.util.find_spec(module)
    return spec is not None and spec.origin is not None and not spec.origin.endswith(".py")


def _digest_or_none(path: Path) -> str | None:
    try:
        return digest(path)
    except OSError:
        return None


class PureFinder:
    """An import hook that finds the source of our modules even where a compiled one lies beside it."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of the module's source, or None to leave the search to the usual finders."""
        if not name.startswith("paiju."):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or spec.origin is None or spec.origin.endswith(".py"):
            return spec
        source = Path(spec.origin).with_name(name.rpartition(".")[2] + ".py")
        loader = SourceFileLoader(name, str(source))
        return importlib.util.spec_from_file_location(name, source, loader=loader)


def prefer_sources() -> None:
    """From now on import our modules from source; `paiju/__init__.py` calls this when PAIJU_PURE is set."""
    if PureFinder not in sys.meta_path:
        sys.meta_path.insert(0, PureFinder)
