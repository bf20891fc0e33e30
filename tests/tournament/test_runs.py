"""Runs: the same content however they are played, stopped and resumed."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from paiju import policies
from paiju.sim.config import compose
from paiju.sim.games import registry
from paiju.sim.kernel.errors import BadInput, PaijuError
from paiju.sim.kernel.options import validate
from paiju.sim.kernel.play import Maker
from paiju.sim.kernel.policy import Move, Policy, View
from paiju.sim.store.folder import open_folder
from paiju.sim.store.manifest import LINES
from paiju.sim.store.reader import Run
from paiju.sim.tournament import executors
from paiju.sim.tournament.plan import make_plan, shard_blocks
from paiju.sim.tournament.runner import Observer, Outcome
from paiju.sim.tournament.spec import ExecutorConfig
from tests import installation
from tests.headers import forge_header, forge_lines
from tests.tournament.runs import (
    ROOT,
    SMALL,
    GoOn,
    Play,
    Rows,
    Stop,
    Watcher,
    cli,
    parts,
    stop_at,
    write_policy,
)

MAHJONG = registry.get("hk_mahjong")

# The same whoever plays


@pytest.mark.parametrize("workers", [2, 4])
def test_any_number_of_processes(play: Play, workers: int) -> None:
    one = play("one")
    many = play("many", f"executor.workers={workers}")
    assert one.complete
    assert many.digest == one.digest
    assert parts(many.location) == parts(one.location)


@pytest.mark.ray
@pytest.mark.usefixtures("ray_cluster")
def test_ray(play: Play) -> None:
    one = play("one")
    many = play("many", "executor=ray")
    assert many.digest == one.digest
    assert parts(many.location) == parts(one.location)


@pytest.mark.ray
@pytest.mark.usefixtures("ray_cluster")
def test_ray_with_a_policy_from_a_file(play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file travels with the job: a relative name is found on a worker that is somewhere else."""
    write_policy(tmp_path / "mine.py")
    monkeypatch.chdir(tmp_path)
    pool = "matchup.policies=[./mine.py:Last,uniform]"
    assert play("many", pool, "executor=ray").digest == play("one", pool).digest


@pytest.mark.ray
def test_ray_plays_the_paiju_of_its_driver(play: Play, tmp_path: Path) -> None:
    """Not another one in the working directory, such as the sources that the installed one was built from."""
    pytest.importorskip("ray")
    script, other, location = (
        tmp_path / "bin" / "paiju",
        tmp_path / "paiju" / "__init__.py",
        tmp_path / "many",
    )
    for path, text in (
        (script, "from paiju.sim.cli.main import main\nraise SystemExit(main())"),
        (other, "raise ImportError('another paiju')"),
    ):
        path.parent.mkdir()
        path.write_text(text)
    command = [sys.executable, str(script), "run", *SMALL, "executor=ray", "executor.workers=2"]
    subprocess.run(
        [*command, f"out={location}"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    assert parts(str(location)) == parts(play("one").location)


@pytest.mark.parametrize(
    "executor",
    [
        ["executor=local", "executor.workers=1"],
        ["executor=local", "executor.workers=2"],
        pytest.param(["executor=ray", "executor.workers=2"], marks=pytest.mark.ray),
    ],
    ids=["process", "processes", "ray"],
)
def test_a_users_packages_may_be_named_like_our_folders(tmp_path: Path, executor: list[str]) -> None:
    """The policy and what it imports are the user's, in workers too; ours are found beside them."""
    for name in ("policies", "sim", "analysis", "conf"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("mine = True\n")
    write_policy(tmp_path / "policies" / "last.py")
    with (tmp_path / "policies" / "last.py").open("a") as file:
        file.write("\n\nimport analysis, conf, sim\nassert analysis.mine and conf.mine and sim.mine\n")
    program = "from paiju.sim.cli.main import main; raise SystemExit(main())"
    pool = "matchup.policies=[policies.last:Last,uniform]"
    done = subprocess.run(
        [sys.executable, "-c", program, "run", *SMALL, *executor, pool, "out=one"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": installation.link(tmp_path / "installed"), "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert Run(str(tmp_path / "one")).manifest.is_complete


def test_auto(play: Play, watcher: type[Watcher]) -> None:
    seen = watcher()
    assert play("auto", "executor=auto", "executor.workers=null", observer=seen).digest == play("one").digest
    assert any("executor=auto" in said for said in seen.said)


def test_shard_size_changes_files_but_not_content(play: Play, rows: Rows) -> None:
    one, other = play("one"), play("other", "tournament.shard_blocks=5")
    assert other.digest == one.digest
    assert rows(other.location) == rows(one.location)
    assert len(parts(other.location)) < len(parts(one.location))


@pytest.mark.parametrize(
    "change",
    [
        "tournament.seed=2",
        "tournament.first_deal=1",
        "ruleset.min_fan=1",
        "matchup.policies=[first_legal,uniform]",
    ],
)
def test_another_configuration_has_another_digest(play: Play, change: str) -> None:
    assert play("one").digest != play("other", change).digest


def test_longer_runs_begin_like_shorter_ones(play: Play, rows: Rows) -> None:
    short, long = play("short"), play("long", "tournament.blocks=20")
    games = rows(long.location)["games"]
    assert games[: short.games] == rows(short.location)["games"]


def test_parts_do_not_depend_on_hash_seed(play: Play, tmp_path: Path) -> None:
    one = play("one")
    for seed in ("0", "1"):
        cli("run", *SMALL, "executor.workers=1", f"out={tmp_path / seed}", PYTHONHASHSEED=seed)
        assert parts(str(tmp_path / seed)) == parts(one.location)


# Stopped and resumed


@pytest.mark.parametrize("shards", [1, 4, 7])
def test_resume_gives_the_same(
    play: Play, go_on: GoOn, watcher: type[Watcher], tmp_path: Path, rows: Rows, shards: int
) -> None:
    one = play("one")
    with pytest.raises(Stop):
        play("two", observer=watcher(stop_at(shards)))
    location = str(tmp_path / "two")
    assert len(Run(location).manifest.receipts) == shards
    two = go_on(location)
    assert two.complete
    assert two.digest == one.digest
    assert parts(location) == parts(one.location)
    assert rows(location) == rows(one.location)


def test_resume_of_a_complete_run_plays_nothing(play: Play, go_on: GoOn, watcher: type[Watcher]) -> None:
    one = play("one")
    lines = Path(one.location, LINES).read_bytes()
    seen = watcher()
    again = go_on(one.location, observer=seen)
    assert (again.complete, again.digest, seen.progress) == (True, one.digest, [])
    assert Path(one.location, LINES).read_bytes() == lines


def test_resume_with_other_executors(play: Play, go_on: GoOn, watcher: type[Watcher], tmp_path: Path) -> None:
    one = play("one")
    with pytest.raises(Stop):
        play("two", observer=watcher(stop_at(3)))
    two = go_on(str(tmp_path / "two"), executor=ExecutorConfig("local", 2))
    assert two.digest == one.digest


def test_resume_repairs_what_a_crash_left(
    play: Play, go_on: GoOn, watcher: type[Watcher], tmp_path: Path
) -> None:
    """A torn manifest line, half a temporary file, a part that was never entered."""
    one = play("one")
    with pytest.raises(Stop):
        play("two", observer=watcher(stop_at(4)))
    folder = tmp_path / "two"
    lines = (folder / LINES).read_bytes()
    (folder / LINES).write_bytes(lines[:-30])
    (folder / "events" / ".tmp-1-000009.parquet").write_bytes(b"half")
    (folder / "events" / "000006.parquet").write_bytes(b"never entered")
    two = go_on(str(folder))
    assert two.digest == one.digest
    assert parts(str(folder)) == parts(one.location)
    assert not list(folder.rglob(".tmp-*"))
    assert Run(str(folder)).damage() == []


def test_resume_plays_again_what_lost_a_part(
    play: Play, go_on: GoOn, watcher: type[Watcher], rows: Rows
) -> None:
    """Of a run that is complete, and of one that is not; a later line of the manifest counts."""
    one = play("one")
    before, names = rows(one.location), parts(one.location)
    Path(one.location, "hands", "000003.parquet").unlink()
    short = Path(one.location, "events", "000005.parquet")
    short.write_bytes(short.read_bytes()[:100])
    seen = watcher()
    again = go_on(one.location, observer=seen)
    assert (again.complete, again.digest, again.games) == (True, one.digest, one.games)
    assert [sentence.rpartition("/")[2] for sentence in seen.said] == [
        "000003.parquet is missing: shard 3 is played again",
        f"000005.parquet has 100 bytes and should have {names_size(one.location, short)}: shard 5 is played again",
    ]
    assert len(seen.progress) == 2
    assert (rows(one.location), parts(one.location)) == (before, names)
    assert Run(one.location).damage() == []


def names_size(location: str, path: Path) -> int:
    """The size that the manifest states for a file."""
    everything = [part for receipt in Run(location).manifest.in_order() for part in receipt.parts]
    return next(part.bytes for part in everything if path.match(f"*/{part.file}"))


def test_resume_writes_nothing_when_other_games_come_out(play: Play, go_on: GoOn) -> None:
    one = play("one")
    forge_lines(
        Path(one.location), lambda entry: entry.update(digest="0" * 64) if entry["shard"] == 2 else None
    )
    Path(one.location, "hands", "000002.parquet").unlink()
    before = parts(one.location)
    with pytest.raises(PaijuError, match=r"shard 2 lost a part and cannot be played again: .* and had 0000"):
        go_on(one.location)
    assert parts(one.location) == before


def test_resume_cannot_play_again_what_is_not_deterministic(play: Play, go_on: GoOn, tmp_path: Path) -> None:
    write_policy(tmp_path / "mine.py")
    with (tmp_path / "mine.py").open("a") as file:
        file.write("    deterministic = False\n")
    one = play("one", f"matchup.policies=[{tmp_path}/mine.py:Last,uniform]")
    Path(one.location, "hands", "000002.parquet").unlink()
    with pytest.raises(BadInput, match=r"000002.parquet is missing, and shard 2 cannot be played again"):
        go_on(one.location)


def test_resume_refuses_another_engine_or_policy(
    play: Play, go_on: GoOn, watcher: type[Watcher], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_policy(tmp_path / "mine.py")
    with pytest.raises(Stop):
        play("two", f"matchup.policies=[{tmp_path}/mine.py:Last,uniform]", observer=watcher(stop_at(2)))
    location = str(tmp_path / "two")
    with (tmp_path / "mine.py").open("a") as file:
        file.write("# edited\n")
    with pytest.raises(BadInput, match=r"mine\.py:Last was edited"):
        go_on(location)
    monkeypatch.setattr("paiju.sim.tournament.sources.digest", lambda: "0" * 16)
    with pytest.raises(BadInput, match=r"the engine .* is now .*, source 0000000000000000"):
        go_on(location)
    here = ExecutorConfig("local", 1, isolate=False)  # where the engine was exchanged
    assert go_on(location, allow_mixed=True, executor=here).complete
    assert {one.engine for one in Run(location).manifest.in_order()[2:]} == {"0" * 16}


def test_a_worker_with_another_engine_is_refused(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another machine of a cluster may have another paiju installed."""
    monkeypatch.setattr("paiju.sim.tournament.runner.engine", lambda: {"source": "0" * 16})
    with pytest.raises(
        PaijuError, match=r"has another paiju .* \(source 0000000000000000\): install the same"
    ):
        play("one")


def test_resume_refuses_an_edited_configuration(
    play: Play, go_on: GoOn, watcher: type[Watcher], tmp_path: Path
) -> None:
    with pytest.raises(Stop):
        play("two", observer=watcher(stop_at(2)))
    header = tmp_path / "two" / "run.json"
    data = json.loads(header.read_text())
    data["config"]["tournament"]["seed"] = 2
    header.write_text(json.dumps(data))
    with pytest.raises(BadInput, match=r"run\.json was changed after it was written"):
        go_on(str(tmp_path / "two"))
    forge_header(tmp_path / "two", lambda _: None)  # with the digest of what it says now
    with pytest.raises(BadInput, match=r"line 1 of .* does not belong to this run"):
        go_on(str(tmp_path / "two"))
    forge_lines(tmp_path / "two", lambda _: None)
    with pytest.raises(BadInput, match="its configuration was edited"):
        go_on(str(tmp_path / "two"))


def test_resume_from_another_folder(
    play: Play, go_on: GoOn, watcher: type[Watcher], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A policy given by a relative path is found again."""
    write_policy(tmp_path / "mine.py")
    monkeypatch.chdir(tmp_path)
    pool = "matchup.policies=[./mine.py:Last,uniform]"
    one = play("one", pool)
    with pytest.raises(Stop):
        play("two", pool, observer=watcher(stop_at(2)))
    monkeypatch.chdir("/")
    assert go_on(str(tmp_path / "two")).digest == one.digest


def test_a_folder_with_a_run_is_refused(play: Play) -> None:
    play("one")
    with pytest.raises(BadInput, match="already holds a run; paiju resume"):
        play("one")


def test_two_runs_into_one_folder(play: Play, tmp_path: Path) -> None:
    with open_folder(str(tmp_path / "one")).lock(), pytest.raises(BadInput, match="another paiju"):
        play("one")


# Policies that fail, plans


class Bad(Policy):
    """Fails in every hand."""

    def choose(self, view: View) -> Move:
        raise RuntimeError(f"bad in seat {view.seat}")


def find_bad(name: str, family: str) -> Maker:
    return Bad if name == "first_legal" else policies.find(name, family)


def test_failures_are_counted_and_listed(play: Play) -> None:
    one = play("one", find=find_bad)
    run = Run(one.location)
    rows = run.table("failures").to_pylist()
    assert one.complete
    assert len(rows) == one.failures == run.table("seats")["faults"].to_numpy().sum() > 0
    assert {row["policy"] for row in rows} == {"first_legal"}
    assert {row["text"] for row in rows} <= {f"RuntimeError: bad in seat {seat}" for seat in range(4)}
    assert run.manifest.total("games") == run.header["plan"]["games"]  # every game was finished


def test_an_interrupt_elsewhere_than_in_the_main_thread_is_not_ours(play: Play) -> None:
    outcome: list[Outcome] = []
    thread = threading.Thread(target=lambda: outcome.append(play("one")))
    thread.start()
    thread.join()
    assert outcome[0].complete


def test_progress_is_told(play: Play, watcher: type[Watcher]) -> None:
    seen = watcher()
    one = play("one", observer=seen)
    assert [progress.blocks for progress in seen.progress] == [2, 4, 6, 8, 10, 12, 14, 16]
    last = seen.progress[-1]
    assert (last.of, last.games, last.hands, last.left) == (16, one.games, one.hands, 0.0)


@pytest.mark.parametrize(
    ("hands", "shards"), [(1, 1), (8, 8), (1000, 8), (10_000, 20), (100_000, 64), (6_000_000, 1000)]
)
def test_shards_of_single_hands(hands: int, shards: int) -> None:
    """At least eight, about 500 to 6,000 hands each."""
    size = shard_blocks(hands, hands)
    assert abs(-(-hands // size) - shards) <= 1


def test_plans_depend_on_the_configuration_alone() -> None:
    for executor in ("local", "ray", "auto"):
        config = compose(["tournament.blocks=1000", f"executor={executor}", "executor.workers=3"])
        assert make_plan(config, MAHJONG) == make_plan(compose(["tournament.blocks=1000"]), MAHJONG)
    assert make_plan(compose(["tournament.shard_blocks=7", "tournament.blocks=20"]), MAHJONG).shards == 3


@pytest.mark.parametrize(
    ("match", "hands"),
    [("hand", 1), ("hands:5", 5), ("rounds:1", 6), ("rounds:4", 24), ("hands:500", 100)],
)
def test_expected_hands(match: str, hands: float) -> None:
    options = validate(MAHJONG.options, {"match": match, "max_hands": 100})
    assert MAHJONG.hands_per_match(options) == hands


def test_long_matches_make_small_shards() -> None:
    single = make_plan(compose(["tournament.blocks=200000"]), MAHJONG)
    rounds = make_plan(compose(["tournament.blocks=200000", "ruleset.match=rounds:4"]), MAHJONG)
    assert 20 < single.shard_blocks / rounds.shard_blocks < 28


def test_a_policy_file_that_is_not_here_travels_with_the_job(tmp_path: Path) -> None:
    from paiju.sim.tournament.worker import PolicyFile, path_of

    write_policy(tmp_path / "mine.py")
    content = (tmp_path / "mine.py").read_bytes()
    here = PolicyFile(str(tmp_path / "mine.py"), content)
    assert path_of(here) == here.path
    (tmp_path / "mine.py").write_text("# edited\n")
    copy = path_of(here)
    assert copy != here.path
    assert Path(copy).read_bytes() == content
    assert Path(copy).name == "mine.py"
    assert path_of(PolicyFile("/nowhere/mine.py", content)) != path_of(here)


def test_executor_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(executors, "cores", lambda: 2)
    assert isinstance(
        executors.make_executor(ExecutorConfig("local", 1), 9, said.append), executors.InProcess
    )
    assert isinstance(
        executors.make_executor(ExecutorConfig("local", 4), 1, said.append), executors.InProcess
    )
    assert isinstance(executors.make_executor(ExecutorConfig("auto"), 9, said.append), executors.Auto)
    two = executors.make_executor(ExecutorConfig("local", None), 9, said.append)
    assert isinstance(two, executors.Processes)
    two.close()


def test_observer_need_not_do_anything(play: Play) -> None:
    assert play("one", observer=Observer()).complete
