"""A slice of `benchmarks/coverage.py`: printed intervals hold the truth on real deals, and clones stay tied."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from paiju.sim.cli.main import main

BENCHMARK = Path(__file__).parents[3] / "benchmarks" / "coverage.py"


@pytest.fixture(scope="module")
def coverage() -> ModuleType:
    spec = importlib.util.spec_from_file_location("coverage_benchmark", BENCHMARK)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look themselves up there
    spec.loader.exec_module(module)
    return module


def played(folder: Path, *settings: str) -> Path:
    """A run of single hands without events."""
    kept = ["tournament.log_level=hands", "executor.workers=1", f"out={folder}"]
    assert main(["run", "ruleset=hk_mahjong", *settings, *kept]) == 0
    return folder


def test_intervals_of_real_deals_hold_the_truth(coverage: ModuleType, tmp_path: Path) -> None:
    policies = "matchup.policies=[uniform,easy,a=normal,b=normal]"
    run = played(tmp_path / "run", policies, "tournament.blocks=400")
    tallies = coverage.cover(run, "hk_mahjong", (20,), 16)
    found = {family: tally for (_, family, _), tally in tallies.items()}
    assert {
        "points",
        "differences",
        "score",
        "Elo",
        "places",
        "seats, Elo",
        "rates of queries",
    } <= found.keys()
    checked = [tally for family, tally in found.items() if "queries" not in family and "hands" not in family]
    assert 93 <= coverage.together(checked).coverage <= 99
    assert 92 <= found["rates of queries"].coverage <= 99
    assert all(tally.silent < 1 for tally in checked)


def test_five_deals_are_too_few_for_a_fit(coverage: ModuleType, tmp_path: Path) -> None:
    run = played(
        tmp_path / "run", "matchup.policies=[easy,a=normal,b=normal,c=normal]", "tournament.blocks=40"
    )
    tallies = coverage.cover(run, "hk_mahjong", (5,), 4)
    assert tallies["hk_mahjong", "Elo", 5].silent == 100
    assert tallies["hk_mahjong", "points", 5].silent == 0


@pytest.mark.parametrize("kind", ["round_robin", "one_versus_field", "gauntlet"])
def test_clones_of_two_deals_are_hardly_ever_told_apart(
    coverage: ModuleType, tmp_path: Path, kind: str
) -> None:
    run = played(tmp_path / "run", *coverage.CLONES[kind], "tournament.blocks=60")
    for percent in coverage.mistakes(run, "hk_mahjong", (2,), 15).values():
        assert percent <= 14  # 2 of 15: with a chance of 5 % more come up in 4 % of tests
