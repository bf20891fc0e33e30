"""What tests of runs share: a small run, its parts, the command line, ways to stop."""

import os
import subprocess
import sys
from pathlib import Path

from paiju.sim.store.reader import Run

ROOT = Path(__file__).resolve().parents[2]
SMALL = [
    "matchup.policies=[uniform,first_legal]",
    "tournament.blocks=16",
    "tournament.shard_blocks=2",
    "executor=local",
]


def parts(location):
    """Every part and its checksum."""
    return {part.file: part.sha256 for one in Run(location).manifest.in_order() for part in one.parts}


def cli(*arguments, check=True, **environment):
    """Run the command line in a process of its own."""
    command = [sys.executable, "-m", "paiju.sim.cli.main", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=check
    )


class Stop(Exception):
    """What a test throws to stop a run."""


def stop_at(shards):
    def stop(done):
        if done == shards:
            raise Stop

    return stop


def write_policy(path):
    path.write_text(
        "from sim.kernel.policy import Policy\n\n\n"
        "class Last(Policy):\n"
        "    def choose(self, view):\n"
        "        return view.legal[-1]\n"
    )
