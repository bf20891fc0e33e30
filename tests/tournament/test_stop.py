"""Runs that stop early: what they hold follows from the configuration, not from who played it."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from paiju import policies
from paiju.analysis.ratings.stopping import gsprt
from paiju.sim.config import compose
from paiju.sim.games import registry
from paiju.sim.kernel.errors import BadInput, BadOption
from paiju.sim.store.header import HEADER, seal_of
from paiju.sim.store.manifest import STOP
from paiju.sim.store.reader import Run
from paiju.sim.tournament.contrast import added, by_points, by_score, per_deal
from paiju.sim.tournament.plan import AHEAD, make_plan
from paiju.sim.tournament.runner import Observer, Outcome, Policies, resume, start
from paiju.sim.tournament.spec import ExecutorConfig
from paiju.sim.tournament.verify import Verifier
from tests.tournament.runs import Stop, Watcher, stop_at

STOPPING = [
    "matchup=duel", "matchup.policies=[easy]", "matchup.field=uniform", "tournament.blocks=600",
    "tournament.shard_blocks=16", "tournament.stop=gsprt", "tournament.elo1=60", "tournament.log_level=results",
    "executor=local",
]  # fmt: skip
LIBRARY = Policies(policies.find, policies.describe, gsprt)


def run_to(location: Path, *overrides: str, observer: Observer | None = None) -> Outcome:
    return start(compose([*STOPPING, *overrides]), str(location), LIBRARY, observer or Observer())


def test_any_number_of_workers_stops_at_the_same_deal(tmp_path: Path) -> None:
    one = run_to(tmp_path / "one", "executor.workers=1")
    two = run_to(tmp_path / "two", "executor.workers=3")
    assert one.complete
    assert one.stop is not None
    assert one.stop["decision"] == "accepted_h1"
    assert one.stop["deals"] == 16 * one.stop["shard"]
    assert one.blocks == one.stop["deals"] < 600  # and not a deal more
    parts = {path.name for path in (tmp_path / "two" / "games").iterdir()}
    assert parts == {path.name for path in (tmp_path / "one" / "games").iterdir()}  # those beyond are gone
    assert (two.digest, two.blocks, two.stop) == (one.digest, one.blocks, one.stop)
    assert json.loads((tmp_path / "one" / STOP).read_text()).items() >= one.stop.items()


@pytest.mark.parametrize("shards", [1, 2, 4])
def test_interrupted_and_resumed(tmp_path: Path, watcher: type[Watcher], shards: int) -> None:
    whole = run_to(tmp_path / "whole", "executor.workers=1")
    with pytest.raises(Stop):
        run_to(tmp_path / "part", "executor.workers=1", observer=watcher(stop_at(shards)))
    again = resume(str(tmp_path / "part"), LIBRARY, Observer(), executor=ExecutorConfig("local", 2))
    assert (again.digest, again.stop, again.complete) == (whole.digest, whole.stop, True)


def test_a_decision_that_was_not_written_is_taken_again(tmp_path: Path) -> None:
    """Killed between the last receipt and stop.json."""
    one = run_to(tmp_path / "one", "executor.workers=1")
    (tmp_path / "one" / STOP).unlink()
    assert not Run(one.location).manifest.is_complete
    again = resume(one.location, LIBRARY, Observer())
    assert (again.stop, again.digest) == (one.stop, one.digest)


def test_a_run_without_a_decision_is_played_to_its_end(tmp_path: Path) -> None:
    one = run_to(tmp_path / "one", "tournament.blocks=40", "tournament.elo1=1", "executor.workers=1")
    assert (one.complete, one.stop, one.blocks) == (True, None, 40)
    assert not (tmp_path / "one" / STOP).exists()


def test_verify_finds_the_decision_as_it_should_be(tmp_path: Path) -> None:
    one = run_to(tmp_path / "one", "executor.workers=1")
    manifest = Run(one.location).manifest
    decision = gsprt(manifest.header["config"]["tournament"], manifest.contrasts())
    assert decision is not None
    assert {**decision, "shards": decision["shard"]} == manifest.stop
    assert Verifier(Run(one.location), policies.find, gsprt).all_games(lambda _: None) is None


def test_verify_names_a_decision_that_was_edited(tmp_path: Path) -> None:
    one = run_to(tmp_path / "one", "executor.workers=1")
    stop = tmp_path / "one" / STOP
    assert one.stop is not None
    edited = {**one.stop, "decision": "accepted_h0"}
    stop.write_text(json.dumps(edited))
    with pytest.raises(BadInput, match=r"stop\.json does not belong to this run"):
        Run(one.location)
    digest = json.loads((tmp_path / "one" / HEADER).read_text())["digest"]
    stop.write_text(json.dumps({**edited, "seal": seal_of(digest, edited)}))
    difference = Verifier(Run(one.location), policies.find, gsprt).all_games(lambda _: None)
    assert difference is not None
    assert "accepted_h0" in difference
    assert "its shards give" in difference


def test_sums_in_the_receipts_are_those_of_the_tables(tmp_path: Path) -> None:
    one = run_to(tmp_path / "one", "tournament.blocks=48", "tournament.elo1=1", "executor.workers=1")
    run = Run(one.location)
    deals, n, m, *_ = added(run.manifest.contrasts())
    seats = run.table("seats").to_pylist()
    ranks = [row["rank"] for row in seats if row["policy"] == "easy"]
    assert (deals, m) == (48, 2 * 3 * 48 * 4)
    assert n == sum(2 * (4 - rank) for rank in ranks)


def test_shards_hold_whole_deals() -> None:
    config = compose(["tournament.stop=gsprt", "tournament.elo1=5", "tournament.shard_blocks=5",
                      "matchup.policies=[uniform,easy,normal]"])  # fmt: skip
    plan = make_plan(config, registry.get("hk_mahjong"))
    assert (plan.matchups, plan.shard_blocks % plan.matchups, plan.ahead) == (3, 0, AHEAD)
    assert (
        make_plan(
            replace(config, tournament=replace(config.tournament, stop="none")), registry.get("hk_mahjong")
        ).ahead
        == 0
    )


def test_points_of_two_sides() -> None:
    points = np.array([[12, -4, -4, -4], [-6, 6, 3, -3]])
    one = np.array([[True, False, False, False], [True, True, False, False]])
    n, m = by_points(one, ~one, points)
    assert n.tolist() == [12 * 16, 0]
    assert m.tolist() == [1, 1]
    n, m = by_score(one, ~one, points)
    assert (n.tolist(), m.tolist()) == ([6, 2 * 2], [6, 8])
    assert per_deal(np.array([1, 2, 3]), np.array([1, 1, 1]), np.array([7, 7, 9])) == (2, 6, 3, 18, 9, 5)
    assert added([]) == (0,) * 6


@pytest.mark.parametrize(
    ("overrides", "says"),
    [
        (["tournament.stop=gsprt"], "needs elo0 and elo1, or points0 and points1"),
        (["tournament.stop=gsprt", "tournament.elo0=0"], "needs elo0 and elo1"),
        (["tournament.stop=gsprt", "tournament.elo1=5", "tournament.points1=1"], "needs elo0"),
        (["tournament.stop=gsprt", "tournament.elo0=5", "tournament.elo1=5"], "elo0 = 5 should be less"),
        (["tournament.elo1=5"], "not allowed without tournament.stop=gsprt"),
        (["tournament.stop=gsprt", "tournament.elo1=x"], "a number from"),
        (["tournament.stop=gsprt", "tournament.elo1=5", "tournament.alpha=0.7"], "a number from 0.0001"),
        (["tournament.stop=gsprt", "tournament.elo1=5", "tournament.contrast=[nobody]"], "the players are"),
        (["tournament.stop=gsprt", "tournament.elo1=5", "matchup=self_play"], "nothing to compare"),
        (["matchup=gauntlet", "matchup.field=[]"], "needs someone to run it against"),
        (["matchup=gauntlet", "matchup.field=[easy,easy]"], "names 'easy' twice"),
        (["matchup=duel", "matchup.field=[easy,normal]"], "or 3 for the other seats"),
        (["tournament.node_budget=0"], "node_budget"),
    ],
)
def test_what_makes_no_sense_is_refused(overrides: list[str], says: str) -> None:
    with pytest.raises(BadOption) as caught:
        compose(overrides)
    assert says in str(caught.value)


def test_defaults_leave_older_hashes_as_they_were() -> None:
    """Keys that came later do not change the hash of a run that does not use them."""
    content = compose([]).content()
    assert "stop" not in content["tournament"]
    assert "full_block" not in content["matchup"]
    assert "shard_blocks" not in content["tournament"]
    stopping = compose(["tournament.stop=gsprt", "tournament.elo1=5"]).content()
    assert stopping["tournament"]["elo1"] == 5.0
    assert "shard_blocks" in stopping["tournament"]


def test_two_players_compared(tmp_path: Path) -> None:
    pool = ["matchup=ladder", "matchup.field=null", "matchup.policies=[easy,uniform,normal]"]
    pool.append("tournament.contrast=[normal,uniform]")
    one = run_to(
        tmp_path / "one", *pool, "tournament.elo1=100", "tournament.shard_blocks=24", "executor.workers=1"
    )
    assert one.stop is not None
    assert one.stop["decision"] == "accepted_h1"
    assert Path(one.location, STOP).exists()
