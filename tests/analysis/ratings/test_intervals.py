from math import inf, sqrt

import duckdb
import numpy as np
import pytest

from paiju.analysis.ratings.intervals import (
    Interval,
    chance_of_more_extreme,
    gap_interval,
    gap_statistic,
    share_interval,
    t_interval,
    t_quantile,
)
from paiju.analysis.tables.files import macros


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (3, 3.1824),
        (4, 2.7764),
        (9, 2.2622),
        (30, 2.0423),
        (99, 1.9842),
        (1000, 1.9623),
    ],
)
def test_t_quantiles_are_those_of_the_printed_tables(freedom: int, quantile: float) -> None:
    assert t_quantile(freedom) == pytest.approx(quantile, abs=5e-5)


def test_t_quantiles_agree_with_scipy_on_both_sides_of_the_series() -> None:
    special = pytest.importorskip("scipy.special")
    for freedom in [*range(1, 260), 1000, 10**6]:
        assert t_quantile(freedom) == pytest.approx(special.stdtrit(freedom, 0.975), rel=1e-10)


def test_an_interval_without_freedom_is_unbounded() -> None:
    assert t_interval(1.5, 0.0, 0) == Interval(1.5, -inf, inf)
    assert t_interval(1.5, 0.0, 0).to_dict() == {"estimate": 1.5, "low": None, "high": None}


def test_an_interval_excludes_zero_only_when_both_ends_agree() -> None:
    assert Interval(1, 0.1, 2).excludes_zero
    assert Interval(-1, -2, -0.1).excludes_zero
    assert not Interval(1, -0.1, 2).excludes_zero
    assert not Interval(0, 0, 0).excludes_zero


def test_deals_that_agree_say_nothing_of_how_much_deals_differ() -> None:
    assert t_interval(1.5, 0.0, 9) == Interval(1.5, -inf, inf)
    assert gap_interval(0.0, 0.0, 99) == Interval(0.0, -inf, inf)
    assert gap_statistic(0.0, 0.0, 99) == 0


def test_two_deals_that_agree_tell_nobody_apart_and_seven_do() -> None:
    """No more is claimed than that seven deals all go one way twice in 2^7 by chance."""
    for deals, apart in ((2, False), (6, False), (7, True), (30, True)):
        assert gap_interval(3.0, 0.0, deals - 1).excludes_zero is apart
        chance = chance_of_more_extreme(gap_statistic(3.0, 0.0, deals - 1), deals - 1)
        assert (chance < 0.05) is apart
        assert chance >= 2 / 2**deals or not apart


def test_shares_of_none_and_of_all_have_bounds_by_deals() -> None:
    none = share_interval(0.0, 0.0, 60, 0)
    assert none.low == 0
    assert none.high == pytest.approx(0.0487, abs=1e-4)
    every = share_interval(1.0, 0.0, 60, 0)
    assert every.low == pytest.approx(1 - none.high)
    assert every.high == 1
    assert share_interval(0.25, 0.0, 2, 2) == Interval(0.25, 0, 1)  # two deals that agree


def test_shares_have_wilsons_interval() -> None:
    """5 of 50 independent trials; the quantile is that of t with 2 * 5 degrees of freedom."""
    found = share_interval(0.1, 0.1 * 0.9 / 50, 50, 5)
    t = t_quantile(10)
    for end in (found.low, found.high):
        assert abs(0.1 - end) == pytest.approx(t * sqrt(end * (1 - end) / 50))


@pytest.mark.parametrize("deals", [2, 7, 40])
def test_sql_gives_the_same_intervals(deals: int) -> None:
    rng = np.random.default_rng(deals)
    m = rng.integers(0, 5, deals)
    n = rng.binomial(m, 0.4)
    met, total = int((m > 0).sum()), int(m.sum())
    ratio = n.sum() / total
    seen = min(int((n > 0).sum()), int((n < m).sum()))
    variance = ((n - ratio * m) ** 2).sum() / total**2 * met / (met - 1)
    with duckdb.connect() as connection:
        connection.execute(macros())
        connection.execute("create table sums (n bigint, m bigint)")
        connection.executemany("insert into sums values (?, ?)", np.stack([n, m], axis=1).tolist())
        found = connection.execute(
            "select ratio_low(n, m), ratio_high(n, m), share_low(n, m), share_high(n, m) from sums"
        ).fetchone()
        none = connection.execute(
            "select share_low(0, m), share_high(0, m), ratio_low(0, m) from sums"
        ).fetchone()
    mean, share = t_interval(ratio, variance, met - 1), share_interval(ratio, variance, met, seen)
    assert found == pytest.approx((mean.low, mean.high, share.low, share.high), abs=1e-6)
    assert none == (0, pytest.approx(share_interval(0.0, 0.0, met, 0).high), None)


def test_sql_knows_the_quantiles_of_t() -> None:
    freedoms = [*range(1, 60), 100, 199, 200, 1000, 20_000]
    with duckdb.connect() as connection:
        connection.execute(macros())
        found = [connection.execute(f"select t_quantile({each})").fetchall()[0][0] for each in freedoms]
    assert found == pytest.approx([t_quantile(each) for each in freedoms], abs=1e-6)
