"""Interrupts and kills: what was finished counts, and nothing counts twice."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from paiju.sim.store.folder import open_folder
from paiju.sim.store.manifest import LINES, Manifest
from paiju.sim.store.reader import Run
from paiju.sim.tournament.apart import WorkerLost
from tests.tournament.runs import ROOT, SMALL, GoOn, Play, Rows, Watcher, parts


@pytest.mark.parametrize("workers", [1, 2])
def test_first_interrupt_finishes_what_is_in_flight(
    play: Play, go_on: GoOn, watcher: type[Watcher], workers: int
) -> None:
    before = signal.getsignal(signal.SIGINT)
    one = play("one")
    seen = watcher(lambda done: os.kill(os.getpid(), signal.SIGINT) if done == 2 else None)
    two = play("two", f"executor.workers={workers}", observer=seen)
    assert two.interrupted
    assert not two.complete
    assert 2 <= len(Run(two.location).manifest.receipts) < 8
    assert go_on(two.location).digest == one.digest
    assert signal.getsignal(signal.SIGINT) is before


def test_second_interrupt_stops_at_once(
    play: Play, go_on: GoOn, watcher: type[Watcher], tmp_path: Path
) -> None:
    def twice(_done: int) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        play("two", "executor.workers=2", observer=watcher(twice))
    assert go_on(str(tmp_path / "two")).digest == play("one").digest


@pytest.mark.slow
def test_a_killed_driver_loses_and_doubles_nothing(
    play: Play, go_on: GoOn, tmp_path: Path, rows: Rows
) -> None:
    """SIGKILL at random moments, again and again, until the run is complete; its workers go with it."""
    one = play("one")
    location = str(tmp_path / "two")
    moments = random.Random(5)
    command = [
        sys.executable,
        "-m",
        "paiju.sim.cli.main",
        "run",
        *SMALL,
        "executor.workers=2",
        f"out={location}",
    ]
    for _ in range(6):
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        shards = len(lines_of(location))
        wait_until(partial(is_past, location, shards, process))
        time.sleep(moments.uniform(0, 0.4))
        process.kill()
        process.wait()
        if Path(location, "run.json").exists():
            command = [
                sys.executable,
                "-m",
                "paiju.sim.cli.main",
                "resume",
                location,
                "executor=local",
                "executor.workers=2",
            ]
        elif not Path(location).exists():
            continue
        if Manifest.load(open_folder(location)).is_complete:
            break
    two = go_on(location)
    assert two.digest == one.digest
    assert parts(location) == parts(one.location)
    assert rows(location) == rows(one.location)
    assert not list(Path(location).rglob(".tmp-*"))


def is_past(location: str, shards: int, process: subprocess.Popen[bytes]) -> bool:
    """Has a shard been finished, or the process ended?"""
    return len(lines_of(location)) > shards or process.poll() is not None


def lines_of(location: str) -> list[bytes]:
    path = Path(location, LINES)
    return path.read_bytes().splitlines() if path.exists() else []


def wait_until(ready: Callable[[], object], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.01)


def write_killer(path: Path, note: Path) -> str:
    """A policy that ends its process, unless it finds the note it leaves; no note, no end of it."""
    path.write_text(
        "import os\nfrom pathlib import Path\nfrom paiju import Policy\n\n\n"
        "class Kills(Policy):\n"
        "    def choose(self, view):\n"
        f"        note = Path({str(note)!r})\n"
        "        if not note.exists():\n"
        "            if note.parent.is_dir():\n"
        "                note.write_text('was here')\n"
        "            os._exit(9)\n"
        "        return view.legal[0]\n"
    )
    return f"matchup.policies=[{path}:Kills,uniform]"


def test_a_dead_worker_is_replaced(play: Play, tmp_path: Path) -> None:
    """Its shards are played again; nothing is lost or counted twice."""
    pool = write_killer(tmp_path / "kills.py", tmp_path / "note")
    two = play("two", pool, "executor.workers=2")
    assert (tmp_path / "note").exists()
    assert two.complete
    assert play("one", pool).digest == two.digest


def test_workers_that_keep_dying_end_the_run(play: Play, go_on: GoOn, tmp_path: Path) -> None:
    """What was finished before stays; without the cause the run can go on."""
    pool = write_killer(tmp_path / "kills.py", tmp_path / "nowhere" / "note")
    with pytest.raises(WorkerLost, match="workers died 4 times"):
        play("two", pool, "executor.workers=2")
    (tmp_path / "nowhere").mkdir()
    (tmp_path / "nowhere" / "note").write_text("stop it")
    assert go_on(str(tmp_path / "two")).complete


@pytest.mark.slow
def test_workers_end_with_a_killed_driver(tmp_path: Path) -> None:
    """No orphan goes on playing."""
    location = str(tmp_path / "run")
    command = [
        sys.executable,
        "-m",
        "paiju.sim.cli.main",
        "run",
        *SMALL,
        "tournament.blocks=4000",
        "executor.workers=2",
    ]
    process = subprocess.Popen(
        [*command, f"out={location}"], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    wait_until(lambda: lines_of(location))
    children = descendants(process.pid)
    assert len(children) >= 2
    process.kill()
    process.wait()
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in children))


def descendants(pid: int) -> list[int]:
    """The processes below one."""
    found: list[int] = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found += [int(status.parent.name), *descendants(int(status.parent.name))]
    return found
