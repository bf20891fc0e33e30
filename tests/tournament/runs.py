"""What tests of runs share: a small run, its parts, the command line, ways to watch and to stop."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from paiju.sim.store.reader import Run
from paiju.sim.tournament.runner import Observer, Outcome, Progress

ROOT = Path(__file__).resolve().parents[2]
SMALL = [
    "matchup.policies=[uniform,first_legal]",
    "tournament.blocks=16",
    "tournament.shard_blocks=2",
    "executor=local",
]

Parts = dict[str, str]  # the files of a run, each with its checksum
Play = Callable[..., Outcome]  # what the fixtures `play`, `go_on` and `rows` give
GoOn = Callable[..., Outcome]
Rows = Callable[[str], dict[str, Any]]


def parts(location: str) -> Parts:
    """Every part and its checksum."""
    return {part.file: part.sha256 for one in Run(location).manifest.in_order() for part in one.parts}


def cli(*arguments: str, check: bool = True, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own."""
    command = [sys.executable, "-m", "paiju.sim.cli.main", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=check
    )


class Watcher(Observer):
    """Keeps what it is told; calls `at` with the number of finished shards."""

    def __init__(self, at: Callable[[int], None] | None = None) -> None:
        self.progress: list[Progress] = []
        self.said: list[str] = []
        self.at = at

    def progressed(self, progress: Progress) -> None:
        self.progress.append(progress)
        if self.at:
            self.at(len(self.progress))

    def say(self, sentence: str) -> None:
        self.said.append(sentence)


class Stop(Exception):
    """What a test throws to stop a run."""


def stop_at(shards: int) -> Callable[[int], None]:
    def stop(done: int) -> None:
        if done == shards:
            raise Stop

    return stop


def write_policy(path: Path) -> None:
    path.write_text(
        "from paiju import Policy\n\n\n"
        "class Last(Policy):\n"
        "    def choose(self, view):\n"
        "        return view.legal[-1]\n"
    )
