"""Several runs read together: what counts once, what is a deal of its own, and what is never added up."""

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from paiju.sim.cli.main import main

DUEL = [
    "matchup=duel", "matchup.policies=[easy]", "matchup.field=uniform", "executor=local", "executor.workers=1",
    "tournament.log_level=hands",
]  # fmt: skip
POOLING = ("@elo", "@outcomes", "@seats", "@differences", "from policy_totals", "select elo from ratings")


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six deals, twelve of the same seed, six of another, six of other rules; and the first under another name."""
    folder = tmp_path_factory.mktemp("runs")
    for name, more in (
        ("short", ["tournament.blocks=6"]),
        ("long", ["tournament.blocks=12"]),
        ("other", ["tournament.blocks=6", "tournament.seed=2"]),
        ("min3", ["tournament.blocks=6", "ruleset.min_fan=3"]),
    ):
        assert main(["run", *DUEL, *more, f"out={folder / name}", "--json"]) == 0
    copytree(folder / "short", folder / "again")
    return folder


def asked(capsys: pytest.CaptureFixture[str], runs: Path, names: str, query: str) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert main(["query", *(str(runs / name) for name in names.split()), query, "--json"]) == 0
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize("query", ["@elo", "@differences", "@seats", "@outcomes", "@styles", "@placements"])
@pytest.mark.parametrize("names", ["short again", "long short", "again long short"])
def test_the_same_games_count_once(
    runs: Path, capsys: pytest.CaptureFixture[str], names: str, query: str
) -> None:
    whole = "long" if "long" in names else "short"
    assert asked(capsys, runs, names, query) == asked(capsys, runs, whole, query)


def test_all_games_are_there_to_see(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = asked(
        capsys,
        runs,
        "long short",
        "select run, count(*) as games, count(*) filter (repeated) as repeated from games group by run order by run",
    )
    assert told == [
        {"run": "long", "games": 48, "repeated": 0},
        {"run": "short", "games": 24, "repeated": 24},
    ]
    assert main(["report", str(runs / "long"), str(runs / "short"), "--md", "-o", "-"]) == 0
    assert "24 matches are in several of these runs; they count once." in capsys.readouterr().out


def test_deals_of_another_seed_are_other_deals(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert {row["deals"] for row in asked(capsys, runs, "short other", "@elo")} == {12}
    deals = asked(
        capsys, runs, "short other", "select run, max(deal) as last from games group by run order by run"
    )
    assert deals == [{"run": "other", "last": 10_000_000_000_005}, {"run": "short", "last": 5}]


def test_runs_of_other_rules_are_not_added_up(
    runs: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    both = [str(runs / "short"), str(runs / "min3")]
    commands = [["query", *both, query] for query in POOLING]
    commands += [["report", *both, "-o", str(tmp_path / "page.html")]]
    commands += [["export", *both, "--duckdb", str(tmp_path / "file.duckdb")]]
    for command in commands:
        assert main(command) == 2
        assert "these runs have different rules (min_fan = 0 or 3)" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert [row["run"] for row in asked(capsys, runs, "short min3", "@overview")] == ["min3", "short"]
    assert [row["value"] for row in asked(capsys, runs, "short min3", "@options")] == ["3", "0"]
    assert len(asked(capsys, runs, "short min3", "select run, avg(turns) from hands group by run")) == 2
