"""Small real runs, in this process, in others, and on Ray."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paiju import policies
from paiju.sim.config import compose
from paiju.sim.store.reader import Run
from paiju.sim.tournament.runner import Observer, Outcome, Policies, resume, start
from tests.tournament.runs import SMALL, GoOn, Play, Rows, Watcher


def library(find: Any = policies.find) -> Policies:
    return Policies(find, policies.describe)


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """play(name, *overrides) plays a small run into tmp_path / name."""

    def play_run(
        name: str, *overrides: str, observer: Observer | None = None, find: Any = policies.find
    ) -> Outcome:
        config = compose([*SMALL, "executor.workers=1", *overrides])
        return start(config, str(tmp_path / name), library(find), observer or Observer())

    return play_run


@pytest.fixture
def go_on() -> GoOn:
    """go_on(location) resumes a run."""

    def resume_run(location: str, **options: Any) -> Outcome:
        find = options.pop("find", policies.find)
        return resume(location, library(find), options.pop("observer", Observer()), **options)

    return resume_run


@pytest.fixture
def watcher() -> type[Watcher]:
    return Watcher


@pytest.fixture
def rows() -> Rows:
    """rows(location) is every row of every table of a run, to compare."""

    def rows_of(location: str) -> dict[str, Any]:
        run = Run(location)
        return {
            name: run.table(name).to_pylist() for name in ("games", "seats", "hands", "events", "failures")
        }

    return rows_of


@pytest.fixture(scope="session")
def ray_cluster() -> Iterator[Any]:
    """A local Ray for all tests that need one."""
    ray = pytest.importorskip("ray")
    from paiju.sim.tournament.executors import connect

    connect(ray, 2, None)
    yield ray
    ray.shutdown()
