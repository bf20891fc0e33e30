import numpy as np
import pytest

from paiju.analysis.ratings.bootstrap import Sums, bootstrap_interval
from paiju.analysis.ratings.intervals import t_interval


def test_few_and_many_deals_are_left_to_others() -> None:
    for deals in (2, 19, 200):
        assert bootstrap_interval(Sums(np.arange(deals, dtype=np.float64), np.ones(deals))) is None


def test_points_without_an_error_have_none() -> None:
    found = bootstrap_interval(Sums(np.full(30, 6.0), np.full(30, 3.0)))
    assert found is not None
    assert (found.low, found.estimate, found.high) == (2, 2, 2)


def test_symmetric_points_get_nearly_the_t_interval() -> None:
    values = np.random.default_rng(1).normal(size=150)
    found = bootstrap_interval(Sums(values, np.ones(150)))
    expected = t_interval(values.mean(), values.var(ddof=1) / 150, 149)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=0.03)


def test_the_same_deals_give_the_same_interval() -> None:
    values = np.random.default_rng(2).exponential(size=40)
    assert bootstrap_interval(Sums(values, np.ones(40))) == bootstrap_interval(Sums(values, np.ones(40)))


def test_a_difference_is_paired() -> None:
    values = np.random.default_rng(3).normal(size=60)
    found = bootstrap_interval(Sums(values + 1, np.ones(60)), Sums(values, np.ones(60)))
    assert found is not None
    assert (found.low, found.high) == pytest.approx((1, 1), abs=1e-5)


@pytest.mark.parametrize("deals", [25, 60, 120])
def test_intervals_of_very_skewed_points_cover_better_than_t(deals: int) -> None:
    """A hand in ten wins eighty, the others lose: as with limit hands."""
    rng = np.random.default_rng(deals)
    bootstrap, student = [], []
    for _ in range(700):
        values = np.where(rng.random(deals) < 0.1, rng.exponential(80.0, deals), -3.0)
        found = bootstrap_interval(Sums(values, np.ones(deals)))
        t = t_interval(values.mean(), values.var(ddof=1) / deals, deals - 1)
        found = found or t  # what a rating does
        bootstrap.append(found.low <= 5.3 <= found.high)
        student.append(t.low <= 5.3 <= t.high)
    assert np.mean(bootstrap) >= np.mean(student)
    assert np.mean(bootstrap) > 0.72 + deals / 1000
