"""Real games for the store: a few matches of hk_mahjong with policies that play badly, and one that fails."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paiju import policies
from paiju.sim.config import compose
from paiju.sim.kernel.policy import Move, Policy, View
from paiju.sim.store.reader import Run
from paiju.sim.tournament.runner import Observer, Policies, start


class Breaks(Policy):
    """Plays its first legal move, and fails at its third question with an address in the message."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View) -> Move:
        self.asked += 1
        if self.asked == 3:
            raise ValueError("<object at 0x7f00deadbeef>")
        return view.legal[0]


def find(name: str, family: str) -> Any:
    return Breaks if name == "first_legal" else policies.find(name, family)


@pytest.fixture(scope="session")
def play(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Run]:
    """play(*overrides) plays a run of uniform against a policy that breaks (`first_legal`), and opens it."""

    def play_run(*overrides: str) -> Run:
        location = str(tmp_path_factory.mktemp("runs") / "run")
        config = compose(
            ["executor=local", "executor.workers=1", "matchup.policies=[uniform,first_legal]", *overrides]
        )
        start(config, location, Policies(find, policies.describe), Observer())
        return Run(location)

    return play_run


@pytest.fixture(scope="session")
def short_run(play: Callable[..., Run]) -> Run:
    """Single hands: 12 deals in 3 shards."""
    return play("tournament.blocks=12", "tournament.shard_blocks=5")


@pytest.fixture(scope="session")
def match_run(play: Callable[..., Run]) -> Run:
    """Matches of three hands: 4 deals in 2 shards."""
    return play("tournament.blocks=4", "tournament.shard_blocks=3", "ruleset.match=hands:3")


@pytest.fixture(params=["short_run", "match_run"])
def run(request: pytest.FixtureRequest) -> Run:
    """Each of the two."""
    found: Run = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def copy_of(tmp_path: Path) -> Callable[[Run], Path]:
    """copy_of(run) is a copy of its folder, to be damaged."""
    import shutil

    def copy(run: Run) -> Path:
        return Path(shutil.copytree(run.folder.location, tmp_path / "copy"))

    return copy
