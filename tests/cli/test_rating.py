"""What the ratings of a run count, and what its stopping rule decided: from configuration to report."""

import json
from pathlib import Path
from typing import Any

import pytest

from paiju.sim.cli.main import main

DUEL = [
    "matchup=duel", "matchup.policies=[easy]", "matchup.field=uniform", "executor=local", "executor.workers=1",
    "tournament.log_level=results",
]  # fmt: skip
FEW = [*DUEL, "tournament.blocks=8"]
STOPPING = [
    *DUEL, "tournament.blocks=600", "tournament.shard_blocks=16", "tournament.stop=gsprt", "tournament.elo1=60"
]  # fmt: skip


def played(capsys: pytest.CaptureFixture[str], location: Path, *overrides: str) -> str:
    assert main(["run", *overrides, f"out={location}"]) == 0
    return capsys.readouterr().out


def test_a_run_is_rated_by_what_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run"
    lines = played(capsys, run, *FEW, "rating.utility=win").splitlines()
    header = lines[0].split("\t")
    assert header[4:7] == ["win", "win_low", "win_high"]
    rows = {line.split("\t")[0]: line.split("\t") for line in lines[1:3]}
    assert all(0 <= float(row[4]) <= 1 for row in rows.values())
    assert any("first places" in line for line in lines)
    stored = json.loads((run / "run.json").read_text("utf-8"))
    assert stored["config"]["rating"] == {"utility": "win"}

    def asked(*more: str) -> dict[str, float]:
        assert main(["query", str(run), "select policy, points from ratings", "--json", *more]) == 0
        return {row["policy"]: row["points"] for row in json.loads(capsys.readouterr().out)}

    assert asked() == asked("--utility", "win")
    assert {name: round(value, 4) for name, value in asked().items()} == {
        name: float(row[4]) for name, row in rows.items()
    }
    assert asked("--utility", "points")["easy"] > 1
    for more, unit in (
        ([], "first places per game"),
        (["--utility", "rank"], "share of opponents left behind"),
        (["rating.utility=points"], "points per game and seat"),
    ):
        assert main(["report", str(run), "--md", "-o", "-", *more]) == 0
        assert unit in capsys.readouterr().out


def test_the_same_player_twice_is_an_ordinary_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A null arm: two of one policy, told apart by their names in every table, rated, verified, replayed."""
    run = str(tmp_path / "run")
    null = ["matchup.policies=[a=easy,b=easy,uniform]", "tournament.blocks=6", "tournament.log_level=events"]
    more = ["executor=local", "executor.workers=1", "tournament.stop=gsprt", "tournament.elo1=10"]
    assert main(["run", *null, *more, "tournament.contrast=[a,b]", f"out={run}", "--json"]) == 0
    rated = json.loads(capsys.readouterr().out)["ratings"]["policies"]
    assert {row["policy"] for row in rated} == {"a", "b", "uniform"}
    assert main(["query", run, "select policy, spec from policies order by policy", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["policy"], row["spec"]) for row in rows] == [
        ("a", "easy"), ("b", "easy"), ("uniform", "uniform")
    ]  # fmt: skip
    assert main(["verify", run]) == 0
    assert main(["resume", run]) == 0


def test_it_changes_neither_games_nor_hash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found: list[Any] = []
    for utility in ("points", "rank"):
        assert main(["run", *FEW, f"rating.utility={utility}", "--json", f"out={tmp_path / utility}"]) == 0
        outcome = json.loads(capsys.readouterr().out)
        assert outcome["ratings"]["utility"] == utility
        header = json.loads((tmp_path / utility / "run.json").read_text("utf-8"))
        found.append((outcome["digest"], header["config_hash"]))
    assert found[0] == found[1]
    both = [str(tmp_path / "points"), str(tmp_path / "rank")]
    assert main(["query", *both, "@elo"]) == 2
    assert "the ratings of these runs count points and rank; choose one" in capsys.readouterr().err
    assert main(["query", *both, "@elo", "--utility", "win"]) == 0
    assert main(["query", *both, "@seats"]) == 0


def test_both_estimates_of_a_stopped_run_are_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run"
    shown = played(capsys, run, *STOPPING)
    stop = json.loads((run / "stop.json").read_text("utf-8"))
    sentence = (
        f"decided after {stop['deals']:,} deals: easy ahead of its opponents by 60 Elo rather than by 0"
    )
    assert sentence in shown
    assert "Elo (median-unbiased, allowing for the stopping)" in shown
    assert f"the plain mean {stop['estimate']['estimate']:+.2f} leans to the decision" in shown
    assert main(["report", str(run), "--md", "-o", "-"]) == 0
    report = capsys.readouterr().out
    assert sentence.capitalize().replace("elo", "Elo") in report
    for about in ("median-unbiased, allowing", "plain mean, which leans"):
        (row,) = [line.split("|") for line in report.splitlines() if about in line and "|" in line]
        assert row[-2].strip() == f"{stop['deals']:,}"
    assert main(["resume", str(run), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    test = found["test"]
    assert found["blocks"] == stop["deals"]
    assert test["sentence"].startswith(sentence)
    assert [one["deals"] for one in test["estimates"]] == [stop["deals"], stop["deals"]]
    assert test["estimates"][1]["estimate"] == stop["estimate"]["estimate"]
    assert found["estimate"]["estimate"] == test["estimates"][0]["estimate"]


def test_a_run_without_a_decision_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run"
    shown = played(capsys, run, *DUEL, "tournament.blocks=32", "tournament.stop=gsprt", "tournament.elo1=1")
    assert "no decision between 0 or 1 Elo" in shown
    assert main(["report", str(run), "--md", "-o", "-"]) == 0
    report = capsys.readouterr().out
    assert "No decision between 0 or 1 Elo" in report
