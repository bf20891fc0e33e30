"""What games of the family may vary: covered kongs, wildcards, who may claim, how a hand may be won."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_covered_kongs_and_wildcards_at_the_table() -> None:
    """A game with all of them keeps the promises of the family (see `toy.py`) at every question of some hands."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.mahjong.toy", "12"],
        cwd=ROOT,
        env={**os.environ, "PAIJU_PURE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout)
    assert facts["claims"] == 0  # every claim went through `after_claim`
    met = ("covered kongs", "covered kongs of another tile", "own covered kongs seen", "wildcards discarded")
    assert all(facts[fact] > 0 for fact in met), facts
    assert facts["hands ended 0"] > 0  # drawn hands, after which the kongs are shown too
    assert facts["hands ended 1"] > 0
