"""`paiju run` and `paiju resume` as a person or a program uses them."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SMALL = ["matchup.policies=[uniform,first_legal]", "tournament.blocks=16", "tournament.shard_blocks=2"]
HERE = ["executor=local", "executor.workers=1"]


def paiju(*arguments, cwd=ROOT):
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "sim.cli.main", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_run_ends_with_the_table_and_the_folder(tmp_path):
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


def test_json(tmp_path):
    done = paiju("run", *SMALL, *HERE, f"out={tmp_path}/one", "--json")
    told = json.loads(done.stdout)
    assert (told["complete"], told["blocks"], told["location"]) == (True, 16, f"{tmp_path}/one")
    assert len(told["ratings"]["policies"]) == 2
    assert len(told["digest"]) == 64


def test_a_folder_that_holds_a_run_is_refused(tmp_path):
    paiju("run", *SMALL, *HERE, f"out={tmp_path}/one")
    again = paiju("run", *SMALL, *HERE, f"out={tmp_path}/one")
    assert again.returncode == 2
    assert f"already holds a run; paiju resume {tmp_path}/one goes on with it" in again.stderr
    assert not again.stdout


def test_dry_run_plays_nothing(tmp_path):
    done = paiju("run", *SMALL, "--dry-run", cwd=tmp_path)
    assert done.returncode == 0
    assert "16, 48 games, in 8 shards" in done.stdout
    assert not list(tmp_path.iterdir())
    plan = json.loads(paiju("run", *SMALL, "--dry-run", "--json", cwd=tmp_path).stdout)["plan"]
    assert (plan["blocks"], plan["games"], plan["shards"]) == (16, 48, 8)


def test_sweep(tmp_path):
    done = paiju("run", "-m", *SMALL, *HERE, "ruleset.min_fan=0,1", f"out={tmp_path}/sweep", "--json")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [Path(one["location"]).name for one in told] == ["0", "1"]
    assert told[0]["digest"] != told[1]["digest"]


@pytest.mark.parametrize("wrong", ["tournament.bloks=3", "matchup.policies=[nobody,uniform]", "nonsense"])
def test_bad_input_is_a_sentence(tmp_path, wrong):
    done = paiju("run", wrong, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("paiju: ") or "\npaiju: " in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_resume_takes_only_another_executor(tmp_path):
    assert paiju("resume", str(tmp_path)).returncode == 2
    done = paiju("resume", str(tmp_path), "tournament.blocks=3")
    assert done.returncode == 2
    assert "cannot be changed" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_and_resume(tmp_path, workers):
    """Ctrl-C reaches the whole process group; the workers finish what they play, and resume goes on."""
    folder = tmp_path / "one"
    command = ["run", *SMALL, "tournament.blocks=100", "executor=local", f"executor.workers={workers}"]
    process = subprocess.Popen(
        [sys.executable, "-m", "sim.cli.main", *command, f"out={folder}"],
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


def test_a_location_of_pyarrow_fs(tmp_path):
    """The same run through a file system of pyarrow, as it would be on an object store."""
    one = json.loads(paiju("run", *SMALL, *HERE, f"out={tmp_path}/one", "--json").stdout)
    other = json.loads(paiju("run", *SMALL, *HERE, f"out=file://{tmp_path}/other", "--json").stdout)
    assert other["digest"] == one["digest"]
    assert other["ratings"] == one["ratings"]
