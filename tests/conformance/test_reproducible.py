"""The same games whatever the process: hash seeds, compiled or not, one table used again or a new one."""

import os
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

import pytest

from paiju.sim.compiled import COMPILED, UNCOMPILED, status
from paiju.sim.games import registry
from paiju.sim.kernel.events import Log
from paiju.sim.kernel.play import Table
from paiju.sim.kernel.rng import Seeds
from tests.conformance.tables import ROOT, cases, each_case, rulesets, seatings

HERE = Path(__file__).parents[2]


def run(*arguments: str, **environment: str) -> list[str]:
    """The lines that `digests.py` prints in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.conformance.digests", *arguments],
        cwd=HERE,
        env={**os.environ, "PYTHONPATH": str(HERE), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_hash_seed_does_not_matter() -> None:
    """Two values of PYTHONHASHSEED, two processes, one set of digests."""
    assert run("2", PYTHONHASHSEED="1") == run("2", PYTHONHASHSEED="4711")


@pytest.mark.parametrize("ruleset", ["default", pytest.param("", marks=pytest.mark.slow)])
def test_compiled_or_not_does_not_matter(ruleset: str) -> None:
    """The sources play the same games as the compiled modules, under the default rules and under all."""
    pure = run("1", ruleset, PAIJU_PURE="1")
    assert pure[0] == UNCOMPILED
    assert pure[1:] == run("1", ruleset, PAIJU_PURE="")[1:] != []
    if status().state != COMPILED:
        pytest.skip(f"compared the sources with themselves: {status().sentence}")


@pytest.mark.slow
def test_every_event_folds_to_the_live_state() -> None:
    """After each single event the live state is the fold of the log so far, in the sources."""
    lines = run("1", "", "states", PAIJU_PURE="1")
    assert lines[0] == UNCOMPILED
    assert len(lines) - 1 == len(cases())


@each_case
def test_a_table_forgets(name: str, ruleset: str) -> None:
    """A table that has played other deals before plays the same match as a new one."""
    game = registry.get(name)
    options = rulesets(game)[ruleset]
    rules = game.rules(options)
    for makers in seatings(game, options):
        digests = []
        for before in ([], [5, 3]):
            log = Log()
            table = Table(game.engine(rules, log), Seeds(ROOT))
            for deal in before:
                table.play(deal, 0, makers, makers[0])
            log.clear()
            table.play(4, 0, makers, makers[0])
            digests.append(blake2b(log.to_bytes()).hexdigest())
        assert digests[0] == digests[1]


def test_seeds_matter() -> None:
    """Another root seed, deal or seating is another game."""
    name, ruleset = cases()[0]
    game = registry.get(name)
    options = rulesets(game)[ruleset]
    rules = game.rules(options)
    logs = set()
    for root, deal, seating in ((1, 0, 0), (2, 0, 0), (1, 1, 0), (1, 0, 1)):
        log = Log()
        makers = seatings(game, options)[0]
        Table(game.engine(rules, log), Seeds(root)).play(deal, seating, makers, makers[0])
        logs.add(log.to_bytes())
    assert len(logs) == 4
