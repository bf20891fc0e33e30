"""`paiju bench`: short, for its shape only."""

import json

import pytest

from sim.cli import bench
from sim.cli.main import main


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


@pytest.mark.slow
def test_bench_compares_with_the_uncompiled_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0.05", "--policy", "uniform"]) == 0
    out = capsys.readouterr().out
    assert "hands/s" in out
    assert "yardstick" in out


def test_unknown_policy(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--policy", "nope"]) == 2
    assert "there is no mahjong policy 'nope'" in capsys.readouterr().err
