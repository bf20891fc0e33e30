"""Runs survive SIGKILL at any moment, full disks and read-only folders, and do not grow in memory."""

import contextlib
import errno
import multiprocessing
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import IO, Any

import pytest

from paiju import policies
from paiju.sim.cli.main import main
from paiju.sim.config import compose
from paiju.sim.kernel.errors import CannotWrite
from paiju.sim.store.folder import Bytes, LocalFolder, open_folder
from paiju.sim.store.header import HEADER
from paiju.sim.store.manifest import LINES, Manifest
from paiju.sim.store.reader import Run
from paiju.sim.tournament import runner
from paiju.sim.tournament.runner import Observer, Policies, Progress
from paiju.sim.tournament.spec import ExecutorConfig
from tests.headers import forge_lines, unsealed
from tests.series import begin_quick
from tests.tournament.runs import Parts, parts

ROOT = Path(__file__).resolve().parents[2]
TINY = [
    "matchup.policies=[uniform,first_legal]", "tournament.blocks=24", "tournament.shard_blocks=1",
    "executor=local", "executor.workers=1",
]  # fmt: skip
LIBRARY = Policies(policies.find, policies.describe)
CONFIG = compose(TINY)
Whole = tuple[str, Parts]  # the digest of a run left in peace, and its parts
Write = Callable[[LocalFolder, str, Any], None]
KILLS = 40  # at random moments; and one at each of the moments when a file is being written
spawned = multiprocessing.get_context("forkserver")
spawned.set_forkserver_preload(
    ["paiju.sim.tournament.runner", "paiju.sim.config", "paiju.sim.games.hk_mahjong.game", __name__]
)


def go(location: str, workers: int = 1, die: tuple[int, str] | None = None) -> None:
    """What a child process does: begin or go on, until it is done or dies (`die`: at which write, and where in it)."""
    if die is not None:
        die_at(*die)
    if (Path(location) / HEADER).exists():
        runner.resume(location, LIBRARY, Observer(), executor=ExecutorConfig("local", workers))
    else:
        executor = ExecutorConfig("local", workers)
        runner.start(replace(CONFIG, executor=executor), location, LIBRARY, Observer())


def die_at(write: int, moment: str) -> None:
    """Let this process be killed during its write number `write`: before, within, before the rename, or after."""
    left = [write]

    def killed(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def dying(original: Write, folder: LocalFolder, name: str, data: Bytes) -> None:
        left[0] -= 1
        if not left[0] and moment == "before":
            killed()
        if not left[0] and moment == "within":
            half = Path(name).with_name(f".tmp-{os.getpid()}-{Path(name).name}")
            path = Path(folder.path(LINES if name == LINES else str(half)))
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("ab") as file:
                file.write(bytes(data)[: len(bytes(data)) // 2])
            killed()
        original(folder, name, data)
        if not left[0]:
            killed()

    for method in ("write", "append"):
        original = getattr(LocalFolder, method)
        setattr(LocalFolder, method, lambda f, n, d, original=original: dying(original, f, n, d))
    if moment == "renaming":
        setattr(Path, "replace", killed)  # noqa: B010


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    location = str(tmp_path_factory.mktemp("whole") / "run")
    outcome = runner.start(CONFIG, location, LIBRARY, Observer())
    return outcome.digest, parts(location)


def assert_whole(location: str, whole: Whole) -> None:
    """Complete, with the same digest and the same parts, and nothing else in the folder."""
    go(location)
    manifest = Manifest.load(open_folder(location))
    assert manifest.is_complete
    assert (manifest.digest(), parts(location)) == whole
    assert len(Path(location, LINES).read_bytes().splitlines()) == 24
    assert not list(Path(location).rglob(".tmp-*"))
    files = {path.relative_to(location).as_posix() for path in Path(location).rglob("*.parquet")}
    assert {file for file in files if not file.startswith("names/")} == set(whole[1])


@pytest.mark.slow
def test_a_driver_killed_at_random_moments(tmp_path: Path, whole: Whole) -> None:
    """Again and again, until the run happens to be complete; then once more from the beginning."""
    moments = random.Random(1)
    kills = runs = 0
    while kills < KILLS:
        location = str(tmp_path / str(runs))
        runs += 1
        for _ in range(KILLS):
            child = spawned.Process(target=go, args=(location,))
            child.start()
            child.join(moments.uniform(0.05, 0.35))
            alive = child.is_alive()
            child.kill()
            child.join()
            kills += alive
            if not alive or kills >= KILLS:
                break
        assert_whole(location, whole)
        assert runs < KILLS


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["before", "within", "renaming", "after"])
def test_a_driver_killed_in_the_middle_of_a_write(tmp_path: Path, whole: Whole, moment: str) -> None:
    """At eight writes of a session each: the names, the header, parts, and lines of the manifest."""
    location = str(tmp_path / "run")
    for write in (1, 12, 14, 15, 16, 19, 20, 24) if moment != "renaming" else (1,):
        child = spawned.Process(target=go, args=(location, 1, (write, moment)))
        child.start()
        child.join(60)
        assert child.exitcode == -signal.SIGKILL
    assert_whole(location, whole)


@pytest.mark.slow
def test_workers_killed_at_random_moments(tmp_path: Path, whole: Whole) -> None:
    """The driver replaces them; their shards are played again and counted once."""
    moments = random.Random(2)
    killed = 0
    for run in range(20):
        location = str(tmp_path / str(run))
        child = spawned.Process(target=go, args=(location, 2))
        child.start()
        while child.is_alive():
            time.sleep(moments.uniform(0.02, 0.1))
            assert child.pid is not None
            workers = playing(child.pid)
            if workers and moments.random() < 0.5:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(moments.choice(workers), signal.SIGKILL)
                    killed += 1
        child.join()
        assert_whole(location, whole)
        if killed >= 10:
            return
    assert killed


def playing(pid: int) -> list[int]:
    """The processes below one that are no helpers of multiprocessing itself."""
    found: list[int] = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            command = stat.with_name("cmdline").read_bytes()
            if int(fields[1]) == pid:
                below = playing(int(stat.parent.name))
                found += below or ([] if b"resource_tracker" in command else [int(stat.parent.name)])
    return found


# Disks


def limited(size: int) -> None:
    """No file may grow beyond this, as on a disk that is full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def test_a_full_disk_is_one_sentence_and_the_run_goes_on(tmp_path: Path, whole: Whole) -> None:
    location = tmp_path / "run"
    command = [sys.executable, "-m", "paiju.sim.cli.main", "run", *TINY, f"out={location}"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, preexec_fn=partial(limited, 9000)
    )
    assert done.returncode == 1
    errors = [line for line in done.stderr.splitlines() if line.startswith("paiju: ")]
    assert len(errors) == 1
    assert re.search(r"cannot be written: (file too large|no space left on device)$", errors[0])
    assert f"to go on: paiju resume {location}" in done.stderr
    assert "Traceback" not in done.stderr
    assert_whole(str(location), whole)


@pytest.mark.parametrize("code", begin_quick([errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO]))
@pytest.mark.parametrize("name", ["names/kinds.parquet", HEADER, "events/000003.parquet", LINES])
def test_a_disk_that_refuses(
    tmp_path: Path, whole: Whole, monkeypatch: pytest.MonkeyPatch, code: int, name: str
) -> None:
    """Whatever file it is: a sentence with its name; with the cause gone, the run goes on."""
    location = str(tmp_path / "run")
    opened = Path.open

    def refuse(path: Path, mode: str = "r", *args: Any, **options: Any) -> IO[Any]:
        whose = f"{path.parent.name}/{path.name.rpartition('-')[2]}"
        if whose.endswith(f"/{name}" if "/" not in name else name) and mode in (
            "ab" if name == LINES else "wb"
        ):
            raise OSError(code, os.strerror(code))
        return opened(path, mode, *args, **options)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", refuse)
        with pytest.raises(CannotWrite, match="cannot be written: " + os.strerror(code).lower()) as caught:
            go(location)
        assert name in str(caught.value)
    assert_whole(location, whole)


def test_an_error_in_a_worker_is_the_same_sentence(tmp_path: Path) -> None:
    import pickle

    error = pickle.loads(pickle.dumps(CannotWrite("x cannot be written: disk full")))  # noqa: S301
    assert isinstance(error, CannotWrite)
    assert str(error) == "x cannot be written: disk full"


def test_a_folder_that_cannot_be_made(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", *TINY, "out=/proc/nowhere/run"]) == 1
    shown = capsys.readouterr()
    assert [line for line in shown.err.splitlines() if line.startswith("paiju:")] == [
        "paiju: /proc/nowhere/run/lock cannot be written: no such file or directory"
    ]
    assert not shown.out


def test_a_line_that_did_not_fit_is_taken_back(tmp_path: Path) -> None:
    folder = open_folder(str(tmp_path))
    folder.append("lines", b"first\n")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, before[1]))
    try:
        with pytest.raises(CannotWrite, match="no space left"):
            folder.append("lines", b"second\n")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert folder.read("lines") == b"first\n"


# Damage


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A run with one part cut short, one replaced by a foreign file, and one missing."""
    location = tmp_path / "run"
    go(str(location))
    (location / "seats" / "000002.parquet").write_bytes(
        (location / "seats" / "000002.parquet").read_bytes()[:100]
    )
    (location / "games" / "000005.parquet").write_bytes((location / "hands" / "000005.parquet").read_bytes())
    (location / "hands" / "000007.parquet").unlink()
    return location


def test_damaged_parts_are_named_and_isolated(damaged: Path) -> None:
    sound, sentences = Run(str(damaged)).sound()
    assert sorted(set(range(24)) - set(sound.receipts)) == [2, 5, 7]
    for name in ("seats/000002.parquet", "games/000005.parquet", "hands/000007.parquet"):
        assert sum(name in sentence for sentence in sentences) == 1


def test_queries_go_on_without_them_when_asked(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    query = ["query", str(damaged), "select count(distinct block) as blocks from games"]
    assert main(query) == 2
    capsys.readouterr()
    assert main([*query, "--skip-damaged"]) == 0
    shown = capsys.readouterr()
    assert shown.out.split() == ["blocks", "21"]
    assert len([line for line in shown.err.splitlines() if "left out with its shard" in line]) == 3


def test_verify_names_them(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(damaged)]) == 1
    shown = capsys.readouterr().out
    for name in ("seats/000002.parquet", "games/000005.parquet", "hands/000007.parquet"):
        assert name in shown


def test_parts_of_an_older_schema_are_read(tmp_path: Path) -> None:
    """Columns that came later are missing there, and null."""
    import pyarrow.parquet as pq

    location = tmp_path / "run"
    go(str(location))
    path = location / "games" / "000003.parquet"
    pq.write_table(pq.read_table(path).drop_columns(["scored"]), path)

    def older(entry: dict[str, Any]) -> None:
        for key in ("excluded", "invalid", "contrast"):  # receipts of then had none of these
            del entry[key]

    forge_lines(location, older)
    unsealed(location)
    run = Run(str(location))
    assert run.damage() == []
    scored = run.table("games")["scored"].to_pylist()
    assert set(scored) == {True, None}
    assert run.game(96)["scored"] is None


# Memory


@pytest.mark.slow
def test_memory_is_flat_over_many_shards(tmp_path: Path) -> None:
    """600 shards in this process: what it holds at the end is what it held after the first hundred."""
    held: list[float] = []

    class Weigh(Observer):
        def progressed(self, progress: Progress) -> None:
            held.append(
                int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
            )

    config = compose([*TINY, "tournament.blocks=600", "tournament.log_level=results"])
    outcome = runner.start(config, str(tmp_path / "run"), LIBRARY, Weigh())
    assert outcome.complete
    assert len(held) == 600
    assert held[-1] - held[99] < 12
