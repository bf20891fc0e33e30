"""`paiju plan`: from a pilot to a number of deals."""

import json

import numpy as np
import pytest

from paiju.analysis.ratings.planning import POWER, Floats, Spread, gain, influence, log_error, spread
from paiju.sim.cli.main import main

SMALL = [
    "matchup=duel",
    "matchup.policies=[easy]",
    "matchup.field=uniform",
    "executor=local",
    "executor.workers=1",
]


def test_a_plan_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", *SMALL, "precision=5elo", "pilot=40"]) == 0
    shown = capsys.readouterr().out
    assert "every rating within ± 5 Elo (95 %)" in shown
    assert "play      tournament.blocks=" in shown
    assert "deal mode seat_order takes" in shown


def test_a_plan_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", *SMALL, "precision=0.5points", "pilot=40", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    best, low, high = told["deals"]
    assert low <= best <= high
    assert best == max(row["deals"][0] for row in told["policies"])
    assert told["planned"] == told["blocks"] == high
    assert told["games"] == 4 * high
    assert told["seconds"] > 0
    assert told["bytes"] > 0
    assert told["pilot"]["modes"] == ["wall", "seat_order"]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ([], "plan what?"),
        (["precision=5"], "write 5elo or 0.5points"),
        (["precision=0elo"], "write 5elo or 0.5points"),
        (["precision=5elo", "pilot=3"], "a number of deals from 20"),
        (["precision=5elo", "tournament.bloks=3"], "did you mean tournament.blocks?"),
    ],
)
def test_what_cannot_be_planned(capsys: pytest.CaptureFixture[str], wrong: list[str], says: str) -> None:
    assert main(["plan", *SMALL, *wrong]) == 2
    assert says in capsys.readouterr().err


def test_self_play_has_nothing_to_rate(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["plan", "matchup=self_play", "matchup.policies=[uniform]", "precision=5elo", "pilot=20"]) == 2
    )
    assert "nothing to rate" in capsys.readouterr().err


def test_what_tells_two_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", *SMALL, "tell=20elo", "pilot=40"]) == 0
    shown = capsys.readouterr().out
    assert "differences of 20 Elo told apart (95 %, with 80 % power)" in shown
    assert "easy - uniform" in shown


def deals_of(rng: np.random.Generator, count: int) -> Spread:
    """Four seats of a deal share its luck."""
    luck = rng.normal(0, 3, count)
    points = luck * 4 + rng.binomial(24, np.clip(0.55 + luck / 60, 0, 1))
    return spread("a", *influence(points, np.full(count, 4.0)))


def test_a_plan_keeps_its_promise() -> None:
    """Of many runs as long as planned, the spread of the ratings is the wanted half-width / 1.96."""
    rng = np.random.default_rng(1)
    pilot = deals_of(rng, 20_000)
    width = pilot.half_width(400)
    wanted, low, high = pilot.deals(width)
    assert wanted in (400, 401)
    assert low <= 400 <= high
    ratings = [deals_of(rng, 400).rating for _ in range(400)]
    assert np.std(ratings) * 1.96 == pytest.approx(width, rel=0.12)


def test_power_is_that_of_the_plan() -> None:
    """As many deals as it takes to tell a true difference: some 80 % of such runs do."""
    rng = np.random.default_rng(4)
    wanted = spread("a - b", *influence(rng.normal(0.3, 2, 100_000), np.ones(100_000))).deals(0.3, POWER)[0]
    assert wanted == pytest.approx((1.96 + 0.8416) ** 2 * 4 / 0.09, rel=0.03)
    found = rng.normal(0.3, 2, (600, wanted))
    sure = np.abs(found.mean(axis=1)) > 1.96 * found.std(axis=1, ddof=1) / wanted**0.5
    assert sure.mean() == pytest.approx(0.8, abs=0.05)


@pytest.mark.parametrize("rare", [0.0, 0.002, 0.01])
def test_the_upper_end_of_a_plan_holds(rare: float) -> None:
    """With deals that are rare and up to 20 times as far from the mean: at least 95 % of pilots plan enough."""
    rng = np.random.default_rng(2)
    truth = 2 * (1 - rare) + rare * 20**2 / 3
    held = 0
    for _ in range(400):
        common, giant = rng.laplace(0, 1, 200), rng.uniform(-20, 20, 200)
        values: Floats = np.where(rng.random(200) < rare, giant, common)
        held += spread("a", *influence(values, np.ones(200))).high >= truth
    assert held / 400 >= 0.95


def test_gain() -> None:
    a, b = Spread("a", 0.0, 80.0, 0.03), Spread("a", 0.0, 100.0, 0.04)
    found = gain([a], [b])
    assert found is not None
    assert found.ratio == pytest.approx(0.8)
    assert found.low < 0.8 < found.high
    assert gain([], [b]) is None
    assert log_error(np.zeros(5)) == 0.0
