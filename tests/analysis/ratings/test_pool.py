"""The pool fit: known strengths come back, intervals cover, and awkward data is said to be awkward."""

from math import inf, log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from paiju.analysis.ratings.contrasts import holm_adjusted, tie_groups
from paiju.analysis.ratings.pool import Pool, fit
from paiju.analysis.ratings.verdict import judge, open_rated, place_shares, verdict_of
from paiju.analysis.tables.arrays import Games

SEATS = 4


def games_of(policy: Any, gain: Any, deal: Any, names: str = "abcdefgh") -> Games:
    """Games from arrays [game, seat], deals rising."""
    policies = int(policy.max()) + 1
    return Games(tuple(names[:policies]), deal, policy, gain, int(deal.max()) + 1)


def tournament(
    rng: np.random.Generator, deals: int, skill: Any, seats: Any, resting: bool = False, places: int = SEATS
) -> Games:
    """Every table of `places` policies in all rotations of a random order, with skewed luck and lucky deals.

    `resting`: one seat of each game sits out and gains nothing.
    """
    players = np.array([rng.permutation(len(skill))[:places] for _ in range(deals)])
    seating = np.stack([np.roll(players, turn, axis=1) for turn in range(places)], axis=1)  # deal, game, seat
    by_seat = 1.5 * rng.normal(size=(deals, 1, places))
    by_policy = np.take_along_axis(
        2.0 * rng.normal(size=(deals, 1, len(skill))).repeat(places, axis=1), seating, axis=2
    )
    luck = rng.exponential(4.0, seating.shape)
    gain = np.round(skill[seating] + seats + by_seat + by_policy + luck).astype(np.int64)
    if resting:
        gain = gain - np.median(gain, axis=2, keepdims=True).astype(np.int64)
        np.put_along_axis(gain, (np.arange(places) % places)[None, :, None].repeat(deals, axis=0), 0, axis=2)
    policy = seating.reshape(-1, places)
    return games_of(policy, gain.reshape(-1, places), np.repeat(np.arange(deals), places))


def estimates(pool: Pool, places: int = SEATS) -> Any:
    """Differences between neighbouring policies, then all seats."""
    policies = len(pool.strengths)
    return [pool.elo_difference(p, p + 1) for p in range(policies - 1)] + [
        pool.seat_elo(seat) for seat in range(places)
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("places", "policies", "resting"), [(4, 4, False), (3, 3, False), (4, 6, False), (4, 4, True)]
)
def test_intervals_cover_the_truth_for_policies_and_for_seats(
    places: int, policies: int, resting: bool
) -> None:
    rng = np.random.default_rng(places * 100 + policies)
    skill = np.linspace(0, -2.0, policies)
    seats = np.linspace(0.8, -0.4, places)
    truth = [each.estimate for each in estimates(
        fit(tournament(rng, 60_000, skill, seats, resting, places)), places
    )]  # fmt: skip
    times = 900
    found = [estimates(fit(tournament(rng, 80, skill, seats, resting, places)), places) for _ in range(times)]
    inside = np.array(
        [[each.low <= t <= each.high for each, t in zip(one, truth, strict=True)] for one in found]
    )
    assert 100 * inside[:, : policies - 1].mean() == pytest.approx(95, abs=1.5)
    assert 100 * inside[:, policies - 1 :].mean() == pytest.approx(95, abs=1.5)


def test_the_model_gives_back_what_made_the_data() -> None:
    """Two-seat games whose outcomes follow the model exactly."""
    rng = np.random.default_rng(4)
    strength, seat, games = np.array([0.8, 0.1, -0.9]), 0.3, 90_000
    policy = np.array([rng.permutation(3)[:2] for _ in range(games)])
    logit = strength[policy[:, 0]] - strength[policy[:, 1]] + 2 * seat
    won = rng.random(games) < 1 / (1 + np.exp(-logit))
    pool = fit(games_of(policy, np.stack([won, ~won], axis=1).astype(np.int64), np.arange(games)))
    assert pool.strengths == pytest.approx(strength, abs=0.03)
    assert pool.seats == pytest.approx([seat, -seat], abs=0.02)
    assert pool.elo_difference(0, 2).estimate == pytest.approx(400 / log(10) * 1.7, abs=10)
    assert not pool.separable
    assert pool.chi2_p is not None
    assert pool.chi2_p > 0.001
    assert all(abs(each.z or 0) < 3.5 for each in pool.residuals)


def test_a_circle_of_winners_is_seen_in_the_residuals() -> None:
    """Stone, scissors, paper: equal strengths, and each pair far from even."""
    rng = np.random.default_rng(9)
    policy = np.array([rng.permutation(3)[:2] for _ in range(6000)])
    ahead = (policy[:, 1] - policy[:, 0]) % 3 == 1
    won = rng.random(6000) < np.where(ahead, 0.6, 0.4)
    pool = fit(games_of(policy, np.stack([won, ~won], axis=1).astype(np.int64), np.arange(6000)))
    assert pool.strengths == pytest.approx(np.zeros(3), abs=0.06)
    assert pool.chi2_freedom == 1
    assert pool.chi2_p is not None
    assert pool.chi2_p < 1e-9
    assert all(abs(each.observed - each.fitted) > 0.07 for each in pool.residuals)
    assert all(abs(each.z or 0) > 6 for each in pool.residuals)


def test_the_test_of_residuals_holds_its_level() -> None:
    """Data of the model, clustered: a p-value below 5 % comes up in some 5 % of tournaments."""
    rng = np.random.default_rng(21)
    p = []
    for _ in range(500):
        pool = fit(tournament(rng, 150, np.zeros(4), np.zeros(4)))
        assert pool.chi2_p is not None
        p.append(pool.chi2_p)
    assert 100 * np.mean(np.array(p) < 0.05) == pytest.approx(5, abs=3)


def test_one_who_never_loses_is_flagged_and_gets_no_false_bounds() -> None:
    policy = np.tile(np.array([[0, 1, 2], [2, 0, 1], [1, 2, 0]]), (20, 1))
    rng = np.random.default_rng(3)
    gain = np.where(policy == 0, 9, rng.integers(0, 3, policy.shape)).astype(np.int64)
    pool = fit(games_of(policy, gain, np.repeat(np.arange(20), 3)))
    assert pool.separable
    assert pool.strengths[0] > pool.strengths[1] + 3
    assert np.isfinite(pool.strengths).all()
    above = pool.elo_difference(0, 1)
    assert (above.low, above.high) == (-inf, inf)
    apart = pool.elo_difference(1, 2)
    assert np.isfinite([apart.low, apart.high]).all()


def test_policies_that_never_met_are_not_compared() -> None:
    policy = np.tile(np.array([[0, 1], [1, 0], [2, 3], [3, 2]]), (30, 1))
    gain = np.random.default_rng(3).integers(0, 5, policy.shape)
    pool = fit(games_of(policy, gain, np.repeat(np.arange(30), 4)))
    assert pool.separable
    assert np.isfinite(pool.elo_difference(0, 1).low)
    assert pool.elo_difference(0, 2).low == -inf


def test_self_play_has_seats_and_nothing_else() -> None:
    rng = np.random.default_rng(5)
    gain = rng.integers(0, 9, (400, 4)) + np.array([1, 0, 0, 0])
    pool = fit(games_of(np.zeros((400, 4), np.int64), gain, np.arange(400)))
    assert pool.seat_elo(0).low > pool.seat_elo(1).high
    assert (pool.elo(0).estimate, pool.residuals) == (0, ())


def test_a_single_deal_gives_no_bounds() -> None:
    policy = np.array([[0, 1], [1, 0]])
    pool = fit(games_of(policy, np.array([[1, 0], [1, 0]]), np.zeros(2, np.int64)))
    assert pool.elo_difference(0, 1).high == inf


@pytest.mark.slow
def test_copies_of_one_policy_come_out_tied(make_run: Any, shards_of: Any, tmp_path: Path) -> None:
    """Six names of one policy, many times over: the ties hold, and the Elo intervals hold 0."""
    rng = np.random.default_rng(17)
    split, covered, times = 0, [], 60
    for time in range(times):
        games = tournament(rng, 60, np.zeros(6), np.zeros(4))
        names = np.array(list("abcdef"))[games.policy]
        shards = shards_of(names, games.gain, per_block=4)
        verdict = verdict_of(make_run(tmp_path / str(time), shards))
        split += {each.tie_group for each in verdict.standings} != {"a"}
        covered += [
            gap.low <= 0 <= gap.high
            for each in verdict.contrasts.differences
            if (gap := verdict.elo_difference(each.policy, each.other)) is not None
        ]
        if set("a") == {each.tie_group for each in verdict.standings}:
            assert {(each.best_rank, each.worst_rank) for each in verdict.standings} == {(1, 6)}
    assert split <= 8  # 5 % of 60 is 3
    assert 100 * np.mean(covered) == pytest.approx(95, abs=2.5)


def test_the_order_of_parts_changes_nothing(make_run: Any, shards_of: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(8)
    games = tournament(rng, 90, np.array([1.0, 0, 0, -1]), np.zeros(4))
    pieces = shards_of(np.array(list("abcd"))[games.policy], games.gain, shards=15)
    tables = []
    for name, order in (("straight", range(15)), ("shuffled", rng.permutation(15))):
        run = make_run(tmp_path / name, [pieces[i] for i in order])
        with open_rated(run, "from ratings rating_differences rating_residuals rating_placements") as found:
            tables.append(
                [
                    found.execute(f"from {table} order by all").fetchall()
                    for table in ("ratings", "rating_differences", "rating_residuals", "rating_placements")
                ]
            )
    assert tables[0] == tables[1]


@pytest.mark.parametrize("utility", ["points", "rank", "win"])
def test_what_counts_can_be_chosen(make_run: Any, shards_of: Any, tmp_path: Path, utility: str) -> None:
    rng = np.random.default_rng(2)
    games = tournament(rng, 30, np.array([1.0, 0, 0, -1]), np.zeros(4))
    points = games.gain // 3  # many ties
    run = make_run(tmp_path / "run", shards_of(np.array(list("abcd"))[games.policy], points))
    verdict = verdict_of(run, utility)
    higher = (points[:, None, :] > points[:, :, None]).sum(axis=2)
    equal = (points[:, None, :] == points[:, :, None]).sum(axis=2)
    gain = {
        "points": points.astype(float),
        "rank": (3 - higher - (equal - 1) / 2) / 3,
        "win": np.where(higher == 0, 1 / equal, 0),
    }[utility]
    for rating in verdict.table.policies:
        mine = games.policy == "abcd".index(rating.policy)
        assert rating.points.estimate == pytest.approx(gain[mine].mean())
        others = gain[:, None, :]
        above = ((gain[:, :, None] > others) + 0.5 * (gain[:, :, None] == others)).sum(axis=2) - 0.5
        assert rating.score is not None
        assert rating.score.estimate == pytest.approx(above[mine].mean() / 3)


def test_places_have_intervals_and_add_up() -> None:
    games = tournament(np.random.default_rng(6), 50, np.array([1.0, 0, 0, -1]), np.zeros(4))
    shares = place_shares(games)
    for name in games.names:
        assert sum(share.estimate for share in shares[name]) == pytest.approx(1)
        assert all(0 <= share.low < share.estimate < share.high <= 1 for share in shares[name])


def test_an_empty_run_has_empty_tables(make_run: Any, tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", [])
    with open_rated(run, "from ratings") as found:
        assert found.execute("from ratings").fetchall() == []
        assert judge(found).pool is None


def test_holm() -> None:
    assert holm_adjusted([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm_adjusted([0.5, 0.9]) == [1.0, 1.0]


def test_tie_groups_are_the_longest_stretches_of_ties() -> None:
    assert tie_groups(4, {(0, 1), (1, 2), (2, 3)}) == [(0, 1), (1, 2), (2, 3)]
    assert tie_groups(3, {(0, 1), (0, 2), (1, 2)}) == [(0, 2)]
    assert tie_groups(3, set()) == [(0, 0), (1, 1), (2, 2)]
    assert tie_groups(4, {(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)}) == [(0, 2), (1, 3)]


def test_a_gauntlet_leaves_nothing_to_test() -> None:
    """One clone met three others that never met each other: three strengths fit three pairs whatever happened."""
    rng = np.random.default_rng(1)
    tables = np.array([np.roll([0, other, other, other], turn) for other in (1, 2, 3) for turn in range(4)])
    policy = np.tile(tables, (2000, 1))
    gain = rng.integers(0, 5, policy.shape)
    pool = fit(games_of(policy, gain, np.repeat(np.arange(2000), 12)))
    assert (pool.chi2, pool.chi2_freedom, pool.chi2_p) == (None, 0, None)
    assert [each.z for each in pool.residuals] == [None] * 3
    assert [each.observed for each in pool.residuals] == pytest.approx(
        [each.fitted for each in pool.residuals]
    )


def test_four_clones_at_one_table_leave_three_of_six_pairs_to_test() -> None:
    pool = fit(tournament(np.random.default_rng(2), 150, np.zeros(4), np.zeros(4)))
    assert pool.chi2_freedom == 3
