"""Which engine this is: one digest of all sources that decide what is played."""

from functools import cache
from hashlib import blake2b
from typing import Final

from paiju.sim import compiled

SOURCES: Final = (  # what decides which rows come out of a configuration
    "sim/kernel/**/*.py",
    "sim/games/**/*.py",
    "sim/store/columns.py",
    "sim/store/schema.py",
    "sim/tournament/schedule.py",
    "sim/tournament/blocks.py",
    "sim/tournament/contrast.py",
    "sim/tournament/plan.py",
    "sim/tournament/recipe.py",
    "sim/tournament/watchdog.py",
    "sim/tournament/worker.py",
    "policies/**/*.py",  # the shipped ones; others have their own hash
)


@cache
def digest() -> str:
    """Sixteen hex digits of all sources that decide which rows come out of a configuration."""
    root = compiled.ROOT
    files = [path for pattern in SOURCES for path in root.glob(pattern)]
    lines = sorted(f"{path.relative_to(root).as_posix()} {compiled.digest(path)}" for path in files)
    return blake2b("\n".join(lines).encode(), digest_size=8).hexdigest()
