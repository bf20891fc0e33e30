"""Blocks that do not count: the bounds of what they could have made of the ratings, and rates without them."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from paiju.analysis.ratings.bounds import Bounds, bound_words
from paiju.analysis.ratings.verdict import verdict_of
from paiju.analysis.report.make import make_report
from paiju.analysis.report.show import notes
from paiju.analysis.tables.db import connect, records
from paiju.analysis.tables.files import sql_files
from paiju.sim.cli.main import main
from paiju.sim.store import schema

SEATINGS = np.array([["a", "b"], ["b", "a"]])
BLOCKS = 30
LOST = 3  # blocks


def failed(game_id: int, policy: str, fault: str = "raised") -> dict[str, Any]:
    return {"game_id": game_id, "seat": 0, "policy": policy, "fault": fault, "event": 1, "text": "no"}


def run_with(make: Any, shards_of: Any, path: Path, points: Any, lost: int, failures: list[Any]) -> Path:
    """A run in which the last `lost` blocks do not count."""
    policies = np.tile(SEATINGS, (len(points) // 2, 1))
    shards = shards_of(policies, points, per_block=2)
    games = shards[0]["games"]
    scored = pa.array([True] * (len(points) - 2 * lost) + [False] * (2 * lost))
    place = games.schema.get_field_index("scored")
    shards[0]["games"] = games.set_column(place, games.schema.field(place), scored)
    shards[0]["failures"] = pa.Table.from_pylist(failures, schema.FAILURES)
    run: Path = make(path, shards)
    return run


def points_of(seed: int) -> Any:
    won = np.random.default_rng(seed).integers(-8, 9, 2 * BLOCKS)
    return np.stack([won, -won], axis=1)


@pytest.fixture
def excluding(make_run: Any, shards_of: Any, tmp_path: Path) -> Path:
    """b failed in the last three blocks."""
    rows = [failed(32 * block, "b") for block in range(BLOCKS - LOST, BLOCKS)]
    return run_with(make_run, shards_of, tmp_path / "run", points_of(1), LOST, rows)


def bounds(run: Path, utility: str = "points") -> Bounds:
    found = verdict_of(run, utility).table.bounds
    assert found is not None
    return found


def test_points_are_bounded_by_the_worst_and_the_best_game_of_the_run(excluding: Path) -> None:
    points, policies = points_of(1), np.tile(SEATINGS, (BLOCKS, 1))
    kept = points[: 2 * (BLOCKS - LOST)]
    mine = {name: kept[policies[: len(kept)] == name].sum() for name in "ab"}
    least, most, games = points.min(), points.max(), 2 * BLOCKS
    found = bounds(excluding)
    assert (found.blocks, found.least, found.most) == (LOST, least, most)
    (b,) = found.policies  # a did not fail
    assert (b.policy, b.blocks) == ("b", LOST)
    assert b.points.low == pytest.approx((mine["b"] + 2 * LOST * least) / games)
    assert b.points.high == pytest.approx((mine["b"] + 2 * LOST * most) / games)
    (gap,) = found.gaps
    sign = 1 if gap.policy == "a" else -1
    middle, width = sign * (mine["a"] - mine["b"]) / games, 2 * LOST * (most - least) / games
    assert (gap.points.low, gap.points.high) == pytest.approx((middle - width, middle + width))
    assert gap.keeps_order is bool(gap.points.low > 0)


def test_no_outcome_of_the_excluded_games_goes_beyond(excluding: Path, make_run: Any, shards_of: Any) -> None:
    """Whatever the six games were, the estimates of the whole run lie between the bounds."""
    found = bounds(excluding)
    (gap,), (b,) = found.gaps, found.policies
    whole = points_of(1)
    for number, ends in enumerate(product((whole.min(), whole.max()), repeat=2)):
        whole[-2 * LOST :] = np.where(np.tile(SEATINGS, (LOST, 1)) == "a", ends[0], ends[1])
        run = run_with(make_run, shards_of, excluding.parent / str(number), whole, 0, [])
        rated = {rating.policy: rating.points.estimate for rating in verdict_of(run).table.policies}
        assert b.points.low - 1e-9 <= rated["b"] <= b.points.high + 1e-9
        assert gap.points.low - 1e-9 <= rated[gap.policy] - rated[gap.other] <= gap.points.high + 1e-9
        if ends[0] != ends[1]:  # these reach them
            assert min(abs(rated["b"] - end) for end in (b.points.low, b.points.high)) < 1e-9


@pytest.mark.parametrize("utility", ["rank", "win"])
def test_shares_and_scores_are_bounded_by_none_and_all(excluding: Path, utility: str) -> None:
    points, policies = points_of(1), np.tile(SEATINGS, (BLOCKS, 1))
    gain = (points > points[:, ::-1]) + (points == points[:, ::-1]) / 2
    mine = gain[: 2 * (BLOCKS - LOST)][policies[: 2 * (BLOCKS - LOST)] == "b"].sum()
    found = bounds(excluding, utility)
    assert (found.least, found.most) == (0, 1)
    (b,) = found.policies
    ends = [mine / (2 * BLOCKS), (mine + 2 * LOST) / (2 * BLOCKS)]
    assert [b.points.low, b.points.high] == pytest.approx(ends)
    assert b.score is not None
    assert [b.score.low, b.score.high] == pytest.approx(ends)


def test_plausible_bounds_are_narrower(excluding: Path) -> None:
    """As if the blocks left out had been like the worst, or the best, of every twenty that count."""
    points, policies = points_of(1), np.tile(SEATINGS, (BLOCKS, 1))
    kept = 2 * (BLOCKS - LOST)
    mine = points[:kept][policies[:kept] == "b"].reshape(BLOCKS - LOST, -1)
    low, high = (np.sort(mine.mean(axis=1))[[int(np.ceil(q * len(mine))) - 1]][0] for q in (0.05, 0.95))
    (b,) = bounds(excluding).policies
    seats = mine.shape[1]
    for end, found in ((low, b.plausible.low), (high, b.plausible.high)):
        assert found == pytest.approx((mine.sum() + LOST * seats * end) / (BLOCKS * seats))
    assert b.points.low < b.plausible.low < b.plausible.high < b.points.high


def test_blocks_that_hung_belong_to_it(make_run: Any, shards_of: Any, tmp_path: Path) -> None:
    """They have no games: each of their policies had the seats it has in other blocks of the table."""
    rows = [failed(32 * BLOCKS, "a", "hung"), failed(32 * (BLOCKS + 1), "a", "hung")]
    found = bounds(run_with(make_run, shards_of, tmp_path / "run", points_of(1), 0, rows))
    assert found.blocks == 2
    (a,) = found.policies
    span = found.most - found.least
    assert a.points.high - a.points.low == pytest.approx(4 * span / (2 * BLOCKS + 4))
    (gap,) = found.gaps
    assert gap.points.high - gap.points.low == pytest.approx(2 * 4 * span / (2 * BLOCKS + 4))


def test_failures_that_count_have_no_bounds(make_run: Any, shards_of: Any, tmp_path: Path) -> None:
    run = run_with(make_run, shards_of, tmp_path / "run", points_of(1), 0, [failed(0, "a")])
    assert verdict_of(run).table.bounds is None
    assert verdict_of(run).to_dict()["excluded"] is None


def test_bounds_are_said_everywhere(excluding: Path, capsys: pytest.CaptureFixture[str]) -> None:
    verdict = verdict_of(excluding)
    table = verdict.table
    said = "3 blocks do not count because a policy failed there."
    assert any(note.startswith(said) for note in notes(verdict))
    assert table.bounds is not None
    words = " ".join(bound_words(table.bounds, "points per game and seat"))
    assert "b ahead of a by" in words or "a ahead of b by" in words
    assert "ahead all the same" in words or "the order could be another" in words
    stored = json.loads(json.dumps(verdict.to_dict()))["excluded"]
    assert stored["blocks"] == LOST
    assert stored["policies"][0]["points"]["low"] < stored["policies"][0]["points"]["high"]
    assert main(["report", str(excluding), "--md", "-o", "-"]) == 0
    shown = capsys.readouterr().out
    assert said in shown
    assert "6 matches of blocks with a failure count in no rating and no rate above" in shown


def test_who_lost_everything_may_have_lost_the_rest(make_run: Any, shards_of: Any, tmp_path: Path) -> None:
    points = np.where(np.tile(SEATINGS, (BLOCKS, 1)) == "a", 1, -1)
    found = bounds(
        run_with(make_run, shards_of, tmp_path / "run", points, 1, [failed(32 * (BLOCKS - 1), "b")])
    )
    (b,) = found.policies
    assert b.score is not None
    assert b.score.low == 0
    assert found.gaps[0].keeps_order


def test_rates_about_play_leave_these_blocks_out(
    make_run: Any, shards_of: Any, tmp_path: Path, little_run: Path
) -> None:
    """Every stored query gives what it gives of a run without them; failures and overview show all."""
    points = points_of(2)
    hands = [
        {"game_id": 32 * block + place, "hand": 0, "dealer": place, "outcome": "discard", "winner": 0, "from_seat": 1,
         "score": 1 + block % 4, "points": 3, "turns": block, "decisions": 9, "events": 9, "patterns": ["p"]}
        for block in range(BLOCKS)
        for place in range(2)
    ]  # fmt: skip
    runs = []
    for name, blocks, lost in (("all", BLOCKS, LOST), ("fewer", BLOCKS - LOST, 0)):
        shards = shards_of(np.tile(SEATINGS, (blocks, 1)), points[: 2 * blocks], per_block=2)
        games = shards[0]["games"]
        scored = pa.array([True] * (2 * (blocks - lost)) + [False] * (2 * lost))
        place = games.schema.get_field_index("scored")
        shards[0]["games"] = games.set_column(place, games.schema.field(place), scored)
        shards[0]["hands"] = pa.Table.from_pylist(hands[: 2 * blocks], schema.HANDS)
        shards[0]["failures"] = pa.Table.from_pylist(
            [failed(32 * block, "b") for block in range(blocks - lost, blocks)], schema.FAILURES
        )
        runs.append(make_run(tmp_path / name, shards))
    found = []
    rating_queries = {"elo", "differences", "residuals", "placements"}
    for run in runs:
        with connect(run) as connection:
            found.append(
                {
                    name: records(connection, text)
                    for name, text in sql_files("queries").items()
                    if name not in rating_queries
                }
            )
    for name, rows in found[0].items():
        if name in ("failures", "overview"):
            continue
        assert rows == found[1][name], name
    assert found[0]["seats"][0]["games"] == 2 * (BLOCKS - LOST)
    assert found[0]["failures"][0]["failures"] == LOST
    assert verdict_of(runs[0]).table.policies == verdict_of(runs[1]).table.policies
    assert verdict_of(runs[0]).table.games == verdict_of(runs[1]).table.games
    sections = [{s.key: s for s in make_report([str(run)]).sections} for run in runs]
    for key in ("scores", "length", "endings", "seats"):
        assert sections[0][key] == sections[1][key]
