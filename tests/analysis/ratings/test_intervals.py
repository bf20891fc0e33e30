from math import inf

import pytest

from paiju.analysis.ratings.intervals import Interval, t_interval, t_quantile


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
