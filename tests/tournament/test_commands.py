"""`paiju run` and `paiju resume` as a person or a program uses them."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.series import begin_quick

ROOT = Path(__file__).resolve().parents[2]
SMALL = ["matchup.policies=[uniform,first_legal]", "tournament.blocks=16", "tournament.shard_blocks=2"]
HERE = ["executor=local", "executor.workers=1"]


def paiju(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "paiju.sim.cli.main", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_run_ends_with_the_table_and_the_folder(tmp_path: Path) -> None:
    done = paiju("run", *SMALL, *HERE, cwd=tmp_path)
    assert done.returncode == 0
    [folder] = (tmp_path / "runs").iterdir()
    assert folder.name.startswith("hk_mahjong-round_robin-")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("policy\t")
    assert f"run      runs/{folder.name}" in lines
    assert f"watch    paiju replay runs/{folder.name} 0" in lines
    assert (folder / "log.jsonl").read_text().count("\n") >= 1
    again = paiju("run", *SMALL, *HERE, cwd=tmp_path)
    assert f"run      runs/{folder.name}-2" in again.stdout.splitlines()


def test_json(tmp_path: Path) -> None:
    done = paiju("run", *SMALL, *HERE, f"out={tmp_path}/one", "--json")
    told = json.loads(done.stdout)
    assert (told["complete"], told["blocks"], told["location"]) == (True, 16, f"{tmp_path}/one")
    assert len(told["ratings"]["policies"]) == 2
    assert len(told["digest"]) == 64


LOUD = """\
from paiju.sim.kernel.policy import Policy

print("loaded")

class Loud(Policy):
    def __init__(self):
        print("made")

    def choose(self, view):
        print("chooses")
        return view.legal[0]
"""


@pytest.mark.parametrize("workers", begin_quick([1, 2]))
def test_what_policies_print_is_no_result(tmp_path: Path, workers: int) -> None:
    """It goes to stderr, from this process and from others."""
    (tmp_path / "loud.py").write_text(LOUD)
    pool = "matchup.policies=[./loud.py:Loud,first_legal]"
    run = ["run", *SMALL, pool, "executor=local", f"executor.workers={workers}", "out=one", "--json"]
    done = paiju(*run, cwd=tmp_path)
    assert json.loads(done.stdout)["complete"]
    assert {"loaded", "made", "chooses"} <= set(done.stderr.split())
    for command in (
        ["replay", "--seed", "1", "policies=./loud.py:Loud", "--json"],
        ["verify", "one", "--json"],
    ):
        done = paiju(*command, cwd=tmp_path)
        assert [json.loads(line) for line in done.stdout.splitlines()]
        assert "chooses" in done.stderr


def test_what_a_resumed_run_says_of_itself_is_no_result(tmp_path: Path) -> None:
    paiju("run", *SMALL, *HERE, f"out={tmp_path}/one")
    (tmp_path / "one" / ".tmp-1-x").write_bytes(b"half")
    done = paiju("resume", f"{tmp_path}/one", "--json")
    assert json.loads(done.stdout)["complete"]
    assert "removed 1 unfinished files" in done.stderr


@pytest.mark.slow
def test_files_do_not_go_into_the_folder_of_a_run(tmp_path: Path) -> None:
    """But for a report under its usual name."""
    paiju("run", *SMALL, *HERE, "out=one", cwd=tmp_path)
    files = {path: path.read_bytes() for path in (tmp_path / "one").rglob("*") if path.is_file()}
    for command in (
        ["query", "one", "from games", "--parquet", "one/manifest.jsonl"],
        ["query", f"file://{tmp_path}/one", "from games", "--parquet", "./one/games/x.parquet"],
        ["report", "one", "-o", f"{tmp_path}/one/run.json"],
        ["export", "one", "0", "-o", "one/run.json"],
        ["export", "one", "--duckdb", "one/run.duckdb"],
    ):
        done = paiju(*command, cwd=tmp_path)
        assert done.returncode == 2
        assert "lies in the folder of the run" in done.stderr
        assert not done.stdout
    assert files == {path: path.read_bytes() for path in (tmp_path / "one").rglob("*") if path.is_file()}
    assert paiju("report", "one", "--md", cwd=tmp_path).stdout == "one/report.md\n"


def test_a_folder_that_holds_a_run_is_refused(tmp_path: Path) -> None:
    paiju("run", *SMALL, *HERE, f"out={tmp_path}/one")
    again = paiju("run", *SMALL, *HERE, f"out={tmp_path}/one")
    assert again.returncode == 2
    assert f"already holds a run; paiju resume {tmp_path}/one goes on with it" in again.stderr
    assert not again.stdout


def test_dry_run_plays_nothing(tmp_path: Path) -> None:
    done = paiju("run", *SMALL, "--dry-run", cwd=tmp_path)
    assert done.returncode == 0
    assert "16, 48 games, in 8 shards" in done.stdout
    assert not list(tmp_path.iterdir())
    plan = json.loads(paiju("run", *SMALL, "--dry-run", "--json", cwd=tmp_path).stdout)["plan"]
    assert (plan["blocks"], plan["games"], plan["shards"]) == (16, 48, 8)


def test_sweep(tmp_path: Path) -> None:
    done = paiju("run", "-m", *SMALL, *HERE, "ruleset.min_fan=0,1", f"out={tmp_path}/sweep", "--json")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [Path(one["location"]).name for one in told] == ["0", "1"]
    assert told[0]["digest"] != told[1]["digest"]


@pytest.mark.parametrize("wrong", ["tournament.bloks=3", "matchup.policies=[nobody,uniform]", "nonsense"])
def test_bad_input_is_a_sentence(tmp_path: Path, wrong: str) -> None:
    done = paiju("run", wrong, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("paiju: ") or "\npaiju: " in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_resume_takes_only_another_executor(tmp_path: Path) -> None:
    assert paiju("resume", str(tmp_path)).returncode == 2
    done = paiju("resume", str(tmp_path), "tournament.blocks=3")
    assert done.returncode == 2
    assert "cannot be changed" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_and_resume(tmp_path: Path, workers: int) -> None:
    """Ctrl-C reaches the whole process group; the workers finish what they play, and resume goes on."""
    folder = tmp_path / "one"
    command = ["run", *SMALL, "tournament.blocks=100", "executor=local", f"executor.workers={workers}"]
    process = subprocess.Popen(
        [sys.executable, "-m", "paiju.sim.cli.main", *command, f"out={folder}"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    manifest = folder / "manifest.jsonl"
    while not (manifest.exists() and manifest.read_bytes()):
        time.sleep(0.01)
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert f"paiju resume {folder}" in err
    assert "Traceback" not in err
    assert not out
    done = paiju("resume", str(folder), *HERE, "--json")
    assert done.returncode == 0, done.stderr
    whole = paiju(*command, f"out={tmp_path}/whole", "--json")
    assert whole.returncode == 0, whole.stderr
    assert json.loads(done.stdout)["digest"] == json.loads(whole.stdout)["digest"]


@pytest.mark.slow
def test_a_location_of_pyarrow_fs(tmp_path: Path) -> None:
    """The same run through a file system of pyarrow, as it would be on an object store."""
    one = json.loads(paiju("run", *SMALL, *HERE, f"out={tmp_path}/one", "--json").stdout)
    other = json.loads(paiju("run", *SMALL, *HERE, f"out=file://{tmp_path}/other", "--json").stdout)
    assert other["digest"] == one["digest"]
    assert other["ratings"] == one["ratings"]


@pytest.fixture(scope="module")
def run_beside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run called `one` and nothing else."""
    folder = tmp_path_factory.mktemp("beside")
    paiju("run", *SMALL, *HERE, "out=one", cwd=folder)
    return folder


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (["run", *SMALL, "out=foo://x"], "foo://x is no location for a run: "),
        (["verify", "one", "--games", "-3"], "--games -3 is not allowed"),
        (["verify", "one", "--games", "0"], "--games 0 is not allowed"),
        (["report", "one", "-o", "."], ". is a folder: name a file in it"),
        (["query", "one", "from games", "--parquet", "."], ". is a folder: name a file in it"),
        (["query", "one", "--csv"], "which query?"),
        (["query", "one", "--parquet", "x"], "which query?"),
        (["export", "one", "0", "--no-events"], "go with --duckdb FILE"),
        (["replay", "one", "0", "--until", "-5"], "--until -5 leaves no event: the first is 0"),
    ],
)
def test_strange_input_is_a_sentence(run_beside: Path, command: list[str], sentence: str) -> None:
    done = paiju(*command, cwd=run_beside)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in run_beside.iterdir()] == ["one"]


def test_a_cluster_that_does_not_answer(tmp_path: Path) -> None:
    """Ray itself would try for minutes."""
    done = paiju("run", *SMALL, "executor=ray", "executor.address=127.0.0.1:1", f"out={tmp_path}/one")
    assert done.returncode == 2
    assert "Ray at 127.0.0.1:1 does not answer" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_different_games_have_no_rating_in_common(tmp_path: Path) -> None:
    games = ("chengdu_coushisi", "hunan_paohuzi")
    for game in games:
        assert paiju("run", *SMALL, *HERE, f"ruleset={game}", f"out={tmp_path}/{game}").returncode == 0
    runs = [f"{tmp_path}/{game}" for game in games]
    for command in (["query", *runs, "@elo"], ["report", *runs, "-o", f"{tmp_path}/report.html"]):
        done = paiju(*command)
        assert done.returncode == 2
        assert (
            "these runs are of chengdu_coushisi and hunan_paohuzi: one rating holds for one game"
            in done.stderr
        )
    assert not (tmp_path / "report.html").exists()
    assert paiju("query", *runs, "select run, count(*) from hands group by all").returncode == 0
