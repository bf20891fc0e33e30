from itertools import pairwise
from math import inf, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import numpy as np
import pytest

from paiju.analysis.ratings.intervals import Interval, share_interval, t_quantile
from paiju.analysis.ratings.rating import MARTS, PointSums, Rating, Ratings, _rate
from paiju.analysis.ratings.verdict import verdict_of
from paiju.analysis.tables.db import connect

NAMES = np.array(["ann", "bob", "cat", "dan"])


def rating_table(run: Path) -> Ratings:
    """The table of a run."""
    return verdict_of(run).table


def rows(table: Ratings) -> dict[str, Rating]:
    """The ratings by policy."""
    return {rating.policy: rating for rating in table.policies}


def rotations(players: Any, deals: int) -> Any:
    """[game, seat]: each deal played in all rotations of one order."""
    turned = np.array([np.roll(players, turn) for turn in range(len(players))])
    return np.tile(turned, (deals, 1))


def seated(policies: Any, gains: Any) -> Any:
    """[game, seat]: the points of whoever sits there, from [game, policy] in the order of NAMES."""
    place = {name: i for i, name in enumerate(NAMES)}
    return np.take_along_axis(gains, np.vectorize(place.get)(policies), axis=1)


@pytest.fixture
def small(make_run: Any, shards_of: Any, tmp_path: Path) -> tuple[Path, Any, Any]:
    """Ten deals in four rotations; the run, its policies and points [game, seat]."""
    rng = np.random.default_rng(5)
    policies = rotations(NAMES, 10)
    gains = rng.integers(-6, 7, (40, 4)) + np.array([2, 0, 0, -2])
    points = seated(policies, gains)
    return make_run(tmp_path / "small", shards_of(policies, points)), policies, points


def test_points_are_the_t_interval_of_the_means_of_deals(small: tuple[Path, Any, Any]) -> None:
    run, policies, points = small
    for name, rating in rows(rating_table(run)).items():
        means = points[policies == name].reshape(10, 4).mean(axis=1)
        half = t_quantile(9) * stdev(means) / sqrt(10)
        assert rating.points.estimate == pytest.approx(mean(means), rel=1e-12)
        assert rating.points.high == pytest.approx(mean(means) + half, rel=1e-12)
        assert rating.points.low == pytest.approx(mean(means) - half, rel=1e-12)
        assert (rating.games, rating.seats, rating.deals) == (40, 40, 10)


def test_the_score_is_over_games_and_opponents(small: tuple[Path, Any, Any]) -> None:
    run, policies, points = small
    for name, rating in rows(rating_table(run)).items():
        mine = points[policies == name][:, None]
        others = points[policies != name].reshape(40, 3)
        games = ((mine > others) + 0.5 * (mine == others)).mean(axis=1)
        means = games.reshape(10, 4).mean(axis=1)
        score = mean(means)
        expected = share_interval(score, stdev(means) ** 2 / 10, 10, 10)
        assert rating.score is not None
        assert rating.score.estimate == pytest.approx(score)
        assert rating.score.low == pytest.approx(expected.low)
        assert rating.score.high == pytest.approx(expected.high)


def test_the_gap_to_the_next_is_an_interval_of_paired_differences(small: tuple[Path, Any, Any]) -> None:
    run, policies, points = small
    verdict = verdict_of(run)
    table = verdict.table.policies
    assert [rating.points.estimate for rating in table] == sorted(
        (rating.points.estimate for rating in table), reverse=True
    )
    for (better, worse), ahead in zip(pairwise(table), verdict.ahead(), strict=False):
        paired = [points[policies == rating.policy].reshape(10, 4).mean(axis=1) for rating in (better, worse)]
        difference = paired[0] - paired[1]
        half = t_quantile(9) * stdev(difference) / sqrt(10)
        assert ahead is not None
        assert (ahead.policy, ahead.other, ahead.basis) == (better.policy, worse.policy, "all games")
        assert ahead.points.low == pytest.approx(mean(difference) - half)
        assert ahead.points.high == pytest.approx(mean(difference) + half)
        assert (ahead.p < 0.05) == (abs(mean(difference)) > half)
    assert verdict.ahead()[-1] is None


def test_places_are_shared_by_ties_and_add_up(make_run: Any, shards_of: Any, tmp_path: Path) -> None:
    policies = np.array([NAMES] * 4)
    points = np.array([[9, 3, 3, 3], [5, 5, 1, 0], [0, 0, 0, 0], [4, 4, 4, 1]])
    places = {
        name: rating.places
        for name, rating in rows(
            rating_table(make_run(tmp_path / "run", shards_of(policies, points)))
        ).items()
    }
    third, quarter = 1 / 3, 1 / 4
    assert places["ann"] == pytest.approx(
        [(1 + 0.5 + quarter + third) / 4, (0.5 + quarter + third) / 4, (quarter + third) / 4, quarter / 4]
    )
    assert places["dan"] == pytest.approx(
        [quarter / 4, (third + quarter) / 4, (third + quarter) / 4, (third + 1 + quarter + 1) / 4]
    )
    assert np.sum(list(places.values()), axis=0) == pytest.approx(np.ones(4))


def test_copies_are_no_opponents_of_each_other(make_run: Any, shards_of: Any, tmp_path: Path) -> None:
    """One against three copies: whatever the copies do among themselves, the scores mirror each other."""
    rng = np.random.default_rng(7)
    policies = rotations(np.array(["ann", "bob", "bob", "bob"]), 25)
    points = rng.integers(-3, 4, policies.shape)
    table = rating_table(make_run(tmp_path / "run", shards_of(policies, points)))
    ann, bob = rows(table)["ann"], rows(table)["bob"]
    mine, others = points[policies == "ann"][:, None], points[policies == "bob"].reshape(100, 3)
    assert ann.score is not None
    assert bob.score is not None
    assert ann.score.estimate == pytest.approx(((mine > others) + 0.5 * (mine == others)).mean())
    assert bob.score.estimate == pytest.approx(1 - ann.score.estimate)
    assert bob.score.low == pytest.approx(1 - ann.score.high)
    assert (bob.games, bob.seats) == (100, 300)
    assert bob.points.estimate == pytest.approx(others.mean())
    assert table.even_field


def test_a_policy_that_only_met_itself_has_points_and_no_elo(
    make_run: Any, shards_of: Any, tmp_path: Path
) -> None:
    points = np.array([[3, -1, -1, -1], [0, 0, 0, 0], [-2, 2, 0, 0]])
    run = make_run(tmp_path / "run", shards_of(np.full((3, 4), "ann"), points, per_block=1))
    (ann,) = rating_table(run).policies
    assert (ann.points.estimate, ann.points.low, ann.points.high) == (0, 0, 0)
    assert ann.elo is None
    assert ann.score is None


def test_only_wins_leave_a_one_sided_bound(make_run: Any, shards_of: Any, tmp_path: Path) -> None:
    policies = rotations(NAMES[:3], 20)
    points = seated(policies, np.tile([5, 0, -5], (60, 1)))
    verdict = verdict_of(make_run(tmp_path / "run", shards_of(policies, points, per_block=3)))
    table = rows(verdict.table)
    best, worst = table["ann"].score, table["cat"].score
    assert best is not None
    assert worst is not None
    assert (best.estimate, best.high) == (1, 1)
    assert best.low == pytest.approx(0.05 ** (1 / 20))
    assert (worst.estimate, worst.low) == (0, 0)
    assert worst.high == pytest.approx(1 - best.low)
    strength = table["ann"].elo
    assert strength is not None
    assert (strength.low, strength.high) == (-inf, inf)


def test_a_single_deal_gives_estimates_without_bounds(make_run: Any, shards_of: Any, tmp_path: Path) -> None:
    policies = rotations(NAMES, 1)
    points = seated(policies, np.array([[3, 1, -1, -3], [-3, 1, -1, 3], [3, 1, -1, -3], [3, 1, -1, -3]]))
    verdict = verdict_of(make_run(tmp_path / "run", shards_of(policies, points)))
    best, ahead = verdict.table.policies[0], verdict.ahead()[0]
    assert (best.policy, best.points.estimate, best.points.low, best.points.high) == ("ann", 1.5, -inf, inf)
    assert best.elo is not None
    assert (best.elo.low, best.elo.high) == (-inf, inf)
    assert ahead is not None
    assert not ahead.told_apart


def test_an_empty_run_has_an_empty_table(make_run: Any, tmp_path: Path) -> None:
    table = rating_table(make_run(tmp_path / "run", []))
    assert (table.policies, table.games, table.hands, table.blocks, table.deals) == ((), 0, 0, 0, 0)


def test_runs_of_several_tables_share_their_deals(make_run: Any, shards_of: Any, tmp_path: Path) -> None:
    """Two challengers against the same champion never meet each other."""
    policies = np.vstack(
        [rotations(np.array(["bob", "ann", "ann"]), 5), rotations(np.array(["cat", "ann", "ann"]), 5)]
    )
    points = np.random.default_rng(1).integers(-3, 4, policies.shape)
    shards = shards_of(policies, points, per_block=3, deals=[*range(5)] * 2, matchups=[0] * 5 + [1] * 5)
    table = rating_table(make_run(tmp_path / "run", shards))
    assert not table.even_field
    assert (table.blocks, table.deals, rows(table)["ann"].deals, rows(table)["bob"].deals) == (10, 5, 5, 5)


def test_the_order_and_number_of_parts_change_nothing(make_run: Any, shards_of: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    policies = rotations(NAMES, 30)
    points = rng.integers(-1000, 1001, policies.shape)
    whole = rating_table(make_run(tmp_path / "whole", shards_of(policies, points)))
    pieces = shards_of(policies, points, shards=15)
    assert rating_table(make_run(tmp_path / "pieces", pieces)) == whole
    assert rating_table(make_run(tmp_path / "shuffled", [pieces[i] for i in rng.permutation(15)])) == whole


def test_deals_that_agree_are_no_certainty(make_run: Any, shards_of: Any, tmp_path: Path) -> None:
    """Two deals in which the same policy happened to win as often: nobody is told apart, by anything."""
    policies = rotations(NAMES, 2)
    points = seated(policies, np.array([[3, -1, -1, -1], [-1, 3, -1, -1]] * 2 + [[3, -1, -1, -1]] * 4))
    points[4:] = points[:4]
    run = make_run(tmp_path / "run", shards_of(policies, points))
    for utility in ("points", "rank", "win"):
        verdict = verdict_of(run, utility)
        assert not any(each.told_apart for each in verdict.contrasts.differences)


def test_a_rare_winner_has_an_interval(make_run: Any, shards_of: Any, tmp_path: Path) -> None:
    """Cat never came first in 20 deals, dan once: neither has a width of none."""
    policies = rotations(NAMES, 20)
    gains = np.tile([3, -1, -1, -1], (80, 1))
    gains[::2] = [-1, 3, -1, -1]
    gains[0] = [-1, -1, -1, 3]
    rated = rows(
        verdict_of(make_run(tmp_path / "run", shards_of(policies, seated(policies, gains))), "win").table
    )
    assert (rated["cat"].points.low, rated["cat"].points.estimate) == (0, 0)
    assert rated["cat"].points.high == pytest.approx(1 - 0.05 ** (1 / 20))
    assert 0 < rated["dan"].points.low < 1 / 80 < rated["dan"].points.high < 0.25


# Coverage. Many little tournaments are put into one run, each with policies of its own.


def played(
    rng: np.random.Generator, seating: Any, skill: Any, deal_of: Any, deal_seat: float, deal_policy: float
) -> Any:
    """[game, seat]: points with strong effects of the deal on seats and on policies, and skewed noise.

    `seating` [game, seat] are numbers of policies; policies of different tournaments never share a deal.
    """
    games, seats = seating.shape
    by_seat = deal_seat * rng.normal(size=(deal_of.max() + 1, seats))
    by_policy = deal_policy * rng.normal(size=(deal_of.max() + 1, len(skill)))
    luck = rng.exponential(4.0, (games, seats))
    raw = skill[seating] + by_seat[deal_of] + by_policy[deal_of[:, None], seating] + luck
    return np.round(raw - raw.mean(axis=1, keepdims=True)).astype(int)


def coverage(inside: Any) -> float:
    """Percentage of True."""
    return 100 * float(np.mean(inside))


def holds(interval: Interval | None, truth: float) -> bool:
    """Is the truth inside?"""
    return interval is not None and interval.low <= truth <= interval.high


def inside(tournaments: list[list[Rating]], true_points: Any, true_scores: Any) -> tuple[Any, Any]:
    """[tournament, policy]: are the true points and the true score in their intervals?"""
    return (
        np.array([list(map(holds, [row.points for row in table], true_points)) for table in tournaments]),
        np.array([list(map(holds, [row.score for row in table], true_scores)) for table in tournaments]),
    )


def truths(
    rng: np.random.Generator, seatings: Any, skill: Any, effects: tuple[float, float]
) -> tuple[Any, Any]:
    """True mean points and scores of policies 0 … n - 1 when all seatings are played equally often."""
    repeated = np.tile(seatings, (400_000 // len(seatings), 1))
    points = played(rng, repeated, skill, np.arange(len(repeated)), *effects)
    above = (points[:, :, None] > points[:, None, :]) + 0.5 * (points[:, :, None] == points[:, None, :])
    scores = (above.sum(axis=2) - 0.5) / (seatings.shape[1] - 1)
    policies = range(len(skill))
    return (
        np.array([points[repeated == policy].mean() for policy in policies]),
        np.array([scores[repeated == policy].mean() for policy in policies]),
    )


@pytest.mark.slow
def test_intervals_of_points_scores_and_gaps_cover_the_truth(
    make_run: Any, shards_of: Any, tmp_path: Path
) -> None:
    """Four policies, 40 deals in four rotations, 1,200 times over."""
    rng = np.random.default_rng(11)
    times, deals, effects = 1200, 40, (5.0, 3.0)
    skill = np.array([1.0, 0.5, 0.0, -1.5])
    order = rotations(np.arange(4), 1)
    true_points, true_scores = truths(rng, order, skill, effects)
    seating = np.tile(order, (times * deals, 1))
    deal_of = np.repeat(np.arange(times * deals), 4)
    points = played(rng, seating, skill, deal_of, *effects)
    names = np.array([[f"{name}{time:04d}" for name in "abcd"] for time in range(times)])
    policies = names[(deal_of // deals)[:, None], seating]
    matchups = np.arange(times * deals) // deals
    run = make_run(tmp_path / "run", shards_of(policies, points, matchups=matchups, shards=3))
    with connect(run, views=MARTS, computed=("policy_deals",)) as connection:
        sums = PointSums(connection)
    rated = {name: _rate(sums, name, None, ()) for name in sums.totals}

    table = [[rated[name] for name in tournament] for tournament in names]
    points_inside, scores_inside = inside(table, true_points, true_scores)
    assert coverage(points_inside) == pytest.approx(95, abs=1)
    assert coverage(scores_inside) == pytest.approx(95, abs=1)
    assert np.mean(points_inside, axis=0) == pytest.approx(np.full(4, 0.95), abs=0.02)
    assert np.mean(scores_inside, axis=0) == pytest.approx(np.full(4, 0.95), abs=0.02)

    for p, q in ((0, 1), (1, 2), (2, 3)):
        gaps = [sums.points_difference(four[p].policy, four[q].policy) for four in table]
        by_points = [holds(gap, true_points[p] - true_points[q]) for gap in gaps]
        assert coverage(by_points) == pytest.approx(95, abs=2)


@pytest.mark.slow
def test_intervals_cover_when_tables_share_deals_and_some_are_missing(
    make_run: Any, shards_of: Any, tmp_path: Path
) -> None:
    """Four policies at three-seat tables, 40 deals common to all tables, a fifth of the blocks left out."""
    rng = np.random.default_rng(12)
    times, deals, effects = 1000, 40, (3.0, 6.0)
    skill = np.array([1.0, 0.5, 0.0, -1.5])
    tables = np.array([[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]])
    order = np.vstack([rotations(table, 1) for table in tables])  # 12 games: 4 tables, 3 rotations
    true_points, true_scores = truths(rng, order, skill, effects)
    kept = rng.random((times * deals, 4)) < 0.8
    block_deal, block_table = np.nonzero(kept)
    seating = order.reshape(4, 3, 3)[block_table].reshape(-1, 3)
    deal_of = np.repeat(block_deal, 3)
    points = played(rng, seating, skill, deal_of, *effects)
    names = np.array([[f"{name}{time:04d}" for name in "abcd"] for time in range(times)])
    policies = names[(deal_of // deals)[:, None], seating]
    matchups = block_table + 4 * (block_deal // deals)
    shards = shards_of(policies, points, per_block=3, deals=block_deal, matchups=matchups)
    with connect(make_run(tmp_path / "run", shards), views=MARTS, computed=("policy_deals",)) as connection:
        sums = PointSums(connection)
    rated = {name: _rate(sums, name, None, ()) for name in sums.totals}
    ratings = [[rated[name] for name in tournament] for tournament in names]
    points_inside, scores_inside = inside(ratings, true_points, true_scores)
    assert np.mean(points_inside, axis=0) == pytest.approx(np.full(4, 0.95), abs=0.02)
    assert np.mean(scores_inside, axis=0) == pytest.approx(np.full(4, 0.95), abs=0.02)
