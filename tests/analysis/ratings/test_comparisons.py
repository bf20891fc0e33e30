"""Verdicts only on comparisons that were made: who shared tables, who met the same opponents, who did neither."""

from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paiju.analysis.ratings.verdict import Verdict, verdict_of
from paiju.analysis.report.show import notes
from paiju.sim.cli.main import main

SKILL = {"uniform": -12.0, "easy": -4.0, "normal": 5.0, "expert": 8.0, "mine": 6.0, "yours": 5.5}
DEALS = 60


def tables_of(lineups: list[list[str]], seed: int = 1) -> tuple[Any, Any, dict[str, Any]]:
    """Each deal played by each of these tables in all rotations: policies, points, and where each block belongs."""
    rng = np.random.default_rng(seed)
    seating = np.array([np.roll(table, turn) for _ in range(DEALS) for table in lineups for turn in range(4)])
    skill = np.vectorize(SKILL.get)(seating) + rng.normal(0, 6, seating.shape)
    points = np.round(skill - skill.mean(axis=1, keepdims=True)).astype(int)
    blocks = np.arange(DEALS * len(lineups))
    return seating, points, {"deals": blocks // len(lineups), "matchups": blocks % len(lineups)}


def against(challenger: str, other: str) -> list[str]:
    """One against three."""
    return [challenger, other, other, other]


def judged(make_run: Any, shards_of: Any, path: Path, lineups: list[list[str]]) -> tuple[Path, Verdict]:
    """The run of these tables, and its verdict."""
    seating, points, where = tables_of(lineups)
    run = make_run(path, shards_of(seating, points, **where))
    return run, verdict_of(run)


def bases(verdict: Verdict) -> dict[frozenset[str], str]:
    """By which games two policies are compared."""
    found = {frozenset((each.policy, each.other)): each.basis for each in verdict.contrasts.differences}
    return found | {frozenset(pair): "not comparable" for pair in verdict.contrasts.apart}


def report_of(run: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["report", str(run), "--md", "-o", "-"]) == 0
    return capsys.readouterr().out


def test_a_gauntlet_of_one_says_nothing_of_the_field_it_met(
    make_run: Any, shards_of: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By points per game `normal` is first by far, for it met the weak ones; at their table `expert` beats it."""
    lineups = [against("normal", other) for other in ("uniform", "easy", "expert")]
    run, verdict = judged(make_run, shards_of, tmp_path / "run", lineups)
    points = {rating.policy: rating.points.estimate for rating in verdict.table.policies}
    assert max(points, key=lambda name: points[name]) == "normal"
    assert not verdict.table.even_field
    assert [rating.policy for rating in verdict.table.policies] == ["expert", "normal", "easy", "uniform"]
    found = bases(verdict)
    assert {frozenset(pair) for pair in combinations(("uniform", "easy", "expert"), 2)} == {
        pair for pair, basis in found.items() if basis == "not comparable"
    }
    ahead = verdict.contrasts.of("expert", "normal")
    assert ahead is not None
    assert (ahead.basis, ahead.told_apart) == ("shared tables", True)
    seating, gains, _ = tables_of(lineups)
    both = (seating == "expert").any(axis=1)
    gap = gains[both][seating[both] == "expert"].mean() - gains[both][seating[both] == "normal"].mean()
    assert ahead.points.estimate == pytest.approx(gap)
    ranks = {each.policy: (each.best_rank, each.worst_rank) for each in verdict.standings}
    assert ranks == {"expert": (1, 3), "normal": (2, 2), "easy": (2, 4), "uniform": (2, 4)}
    text = report_of(run, capsys)
    assert "is the strongest:" not in text
    assert "nobody that expert met is for certain ahead." in text
    assert "All 3 differences are certain" in text
    assert "3 pairs shared no table and had other opponents: not comparable." in text
    said = " ".join(notes(verdict))
    assert "the order is by Elo" in said
    assert "Not comparable, as they met at no table: " in said
    assert main(["query", str(run), "@differences", "--json"]) == 0
    assert capsys.readouterr().out.count('"basis": "not comparable"') == 3


def test_a_duel_added_to_a_round_robin_changes_no_order(
    make_run: Any, shards_of: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pool = ["uniform", "easy", "normal", "expert"]
    run, verdict = judged(make_run, shards_of, tmp_path / "run", [pool, against("normal", "uniform")])
    points = {rating.policy: rating.points.estimate for rating in verdict.table.policies}
    assert max(points, key=lambda name: points[name]) == "normal"
    assert [rating.policy for rating in verdict.table.policies] == ["expert", "normal", "easy", "uniform"]
    assert set(bases(verdict).values()) == {"all games", "shared tables"}
    assert bases(verdict)[frozenset(("easy", "expert"))] == "all games"
    ahead = verdict.contrasts.of("expert", "normal")
    assert ahead is not None
    seating, gains, where = tables_of([pool, against("normal", "uniform")])
    here = np.repeat(where["matchups"] == 0, 4)
    gap = gains[here][seating[here] == "expert"].mean() - gains[here][seating[here] == "normal"].mean()
    assert ahead.points.estimate == pytest.approx(gap)
    assert "expert is the strongest" in report_of(run, capsys)


def test_challengers_of_the_same_field_are_compared_by_all_their_games(
    make_run: Any, shards_of: Any, tmp_path: Path
) -> None:
    lineups = [against(one, other) for one in ("mine", "yours") for other in ("easy", "normal")]
    _, verdict = judged(make_run, shards_of, tmp_path / "run", lineups)
    found = bases(verdict)
    assert found[frozenset(("mine", "yours"))] == "all games"
    assert found[frozenset(("easy", "normal"))] == "not comparable"
    assert found[frozenset(("mine", "normal"))] == "shared tables"


def test_a_duel_and_a_round_robin_are_compared_by_all_games(
    make_run: Any, shards_of: Any, tmp_path: Path
) -> None:
    _, duel = judged(make_run, shards_of, tmp_path / "duel", [against("normal", "easy")])
    assert (duel.table.even_field, bases(duel)) == (True, {frozenset(("normal", "easy")): "all games"})
    five = [list(table) for table in combinations(("uniform", "easy", "normal", "expert", "mine"), 4)]
    _, pool = judged(make_run, shards_of, tmp_path / "pool", five)
    assert pool.table.even_field
    assert pool.contrasts.apart == ()


def test_self_play_of_two_is_no_comparison(make_run: Any, shards_of: Any, tmp_path: Path) -> None:
    lineups = [["normal"] * 4, ["easy"] * 4]
    _, verdict = judged(make_run, shards_of, tmp_path / "run", lineups)
    assert bases(verdict) == {frozenset(("normal", "easy")): "not comparable"}
    assert [(each.best_rank, each.worst_rank) for each in verdict.standings] == [(1, 2), (1, 2)]
    assert verdict.ahead() == (None, None)
