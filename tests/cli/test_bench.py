"""`paiju bench`: short, for its shape only."""

import json
from pathlib import Path

import pytest

from paiju.sim.cli import bench
from paiju.sim.cli.main import main


def test_bench_measures_each_policy(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(
            [
                "bench",
                "--seconds",
                "0.05",
                "--policy",
                "uniform",
                "--policy",
                bench.PLAIN,
                "--json",
                "--alone",
            ]
        )
        == 0
    )
    rows = json.loads(capsys.readouterr().out)["policies"]
    assert [row["policy"] for row in rows] == ["uniform", "plain Python"]
    assert all(row["hands_per_second"] > 0 for row in rows)
    assert rows[0]["digest"] == rows[1]["digest"], "the same choices from the same stream are the same games"


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "1e-320"])
def test_seconds_that_measure_nothing(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", f"--seconds={seconds}"]) == 2
    assert "is not allowed: a number from 0.01 to 86400" in capsys.readouterr().err


def test_an_installed_package_says_that_it_has_no_yardstick(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bench, "YARDSTICK", tmp_path / "plain_mahjong.py")
    monkeypatch.setattr(bench, "COMPILED", "never")
    assert main(["bench", "--seconds", "0.05", "--policy", "uniform"]) == 0
    assert "no yardstick: plain_mahjong.py comes with the sources" in capsys.readouterr().out


def test_what_a_policy_prints_is_no_result(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "loud.py"
    path.write_text(
        "from paiju import Policy\nprint('loaded')\n"
        "class Loud(Policy):\n    def choose(self, view):\n        print('hm')\n        return view.legal[0]\n"
    )
    assert main(["bench", "--seconds", "0.05", "--policy", f"{path}:Loud", "--json", "--alone"]) == 0
    shown = capsys.readouterr()
    assert len(json.loads(shown.out)["policies"]) == 1
    assert {"loaded", "hm"} <= set(shown.err.split())


@pytest.mark.slow
def test_bench_compares_with_the_uncompiled_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0.05", "--policy", "uniform"]) == 0
    out = capsys.readouterr().out
    assert "hands/s" in out
    assert "yardstick" in out


def test_unknown_policy(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--policy", "nope"]) == 2
    assert "there is no mahjong policy 'nope'" in capsys.readouterr().err
