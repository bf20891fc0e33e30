"""What somebody else's files name is not executed: the policies of a run and of a log."""

import json
from pathlib import Path

import pytest

from paiju.policies.trust import remember, strangers
from paiju.sim.cli.main import main
from tests.tournament.runs import SMALL

MARK = """from pathlib import Path
from paiju import Policy
Path(__file__ + ".ran").touch()


class Theirs(Policy):
    def choose(self, view):
        return view.legal[-1]
"""


@pytest.fixture
def theirs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path, Path]:
    """A run, a log of its first game, and the mark of its policy having been run; all from somebody else."""
    source = tmp_path / "theirs.py"
    source.write_text(MARK)
    run, log, ran = tmp_path / "run", tmp_path / "game.jsonl", tmp_path / "theirs.py.ran"
    pool = f"matchup.policies=[{source}:Theirs,uniform]"
    assert main(["run", *SMALL[1:], pool, f"out={run}", "tournament.blocks=2"]) == 0
    assert main(["export", str(run), "0", "-o", str(log)]) == 0
    assert ran.exists()
    ran.unlink()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "nobody"))
    return run, log, ran


def test_verify_plays_recorded_moves_instead_of_a_strangers_policy(
    theirs: tuple[Path, Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    run, log, ran = theirs
    for what in (run, log):
        capsys.readouterr()
        assert main(["verify", str(what), "--json"]) == 0
        shown = capsys.readouterr()
        assert "theirs.py:Theirs" in json.loads(shown.out)["not_run"][0]
        assert "the recorded moves" in shown.err
        assert not ran.exists()


def test_verify_runs_what_is_named_or_trusted(theirs: tuple[Path, Path, Path]) -> None:
    run, log, ran = theirs
    named = f"{ran.with_suffix('')}:Theirs"
    for what in (run, log):
        for words in (["--trust"], ["--policy", named]):
            assert main(["verify", str(what), *words]) == 0
            assert ran.exists()
            ran.unlink()


def test_resume_refuses_a_strangers_policy(
    theirs: tuple[Path, Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    run, _, ran = theirs
    capsys.readouterr()
    assert main(["resume", str(run)]) == 2
    assert "would be executed" in capsys.readouterr().err
    assert not ran.exists()
    assert main(["resume", str(run), "--trust"]) == 0
    assert ran.exists()


def test_a_policy_that_a_header_hides_is_found(theirs: tuple[Path, Path, Path]) -> None:
    """Named in the configuration only, while the list of policies names one of ours."""
    run, _, ran = theirs
    header = json.loads((run / "run.json").read_text())
    header["policies"] = [{**row, "spec": "uniform", "source": ""} for row in header["policies"]]
    (run / "run.json").write_text(json.dumps(header))
    assert main(["resume", str(run)]) == 2
    assert not ran.exists()


def test_what_was_named_once_may_run_until_it_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots").mkdir()
    path = tmp_path / "bots" / "one.py"
    path.write_text("raise SystemExit('imported')\n")
    names = [f"{path}:One", "./bots/one.py:One", "bots.one:One"]
    assert strangers([*names, "normal", "paiju.policies.mahjong.normal:Normal"]) == names
    remember(names[:1])
    assert strangers(names) == []
    path.write_text("other")
    assert strangers(names) == names
    assert strangers(names, named=[names[2]]) == []
    assert strangers(["nowhere.at.all:X", "./none.py:X"]) == ["nowhere.at.all:X", "./none.py:X"]
