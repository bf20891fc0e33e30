"""`paiju plan`: from a pilot to a number of deals."""

import json

import numpy as np
import pytest

from paiju.analysis.ratings.planning import Floats, Spread, gain, log_error, spread
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
    assert told["blocks"] == best
    assert told["games"] == 4 * best
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


@pytest.mark.parametrize("unit", ["points", "elo"])
def test_a_plan_keeps_its_promise(unit: str) -> None:
    """Of many runs as long as planned, the spread of the ratings is the wanted half-width / 1.96."""
    rng = np.random.default_rng(1)

    def deals(count: int) -> tuple[Floats, Floats]:
        luck = rng.normal(0, 3, count)
        won = rng.binomial(24, np.clip(0.55 + luck / 60, 0, 1))
        return (
            (won.astype(float), np.full(count, 24.0))
            if unit == "elo"
            else (luck * 4 + won, np.full(count, 4.0))
        )

    def measured(count: int) -> Spread:
        found = spread("a", *deals(count), unit)
        assert found is not None
        return found

    pilot = measured(20_000)
    width = pilot.half_width(400)
    wanted, low, high = pilot.deals(width)
    assert wanted in (400, 401)
    assert low <= 400 <= high
    ratings = [measured(400).rating for _ in range(400)]
    assert np.std(ratings) * 1.96 == pytest.approx(width, rel=0.12)


def test_the_interval_of_a_plan_covers() -> None:
    """Of 300 pilots, some 95 % give an interval for the number of deals that holds the right one."""
    rng = np.random.default_rng(2)
    inside = 0
    for _ in range(300):
        values = rng.laplace(0, 1, 200)  # variance 2, heavy tails
        one = spread("a", values, np.ones(200), "points")
        assert one is not None
        _, low, high = one.deals(0.1)
        inside += low <= 1.959964**2 * 2 / 0.01 <= high
    assert 0.88 < inside / 300 <= 0.99


def test_gain() -> None:
    a, b = Spread("a", 0.0, 80.0, 0.03), Spread("a", 0.0, 100.0, 0.04)
    found = gain([a], [b])
    assert found is not None
    assert found.ratio == pytest.approx(0.8)
    assert found.low < 0.8 < found.high
    assert gain([], [b]) is None
    assert log_error(np.zeros(5)) == 0.0
    assert spread("a", np.array([1.0]), np.array([1.0]), "points") is None
    assert spread("a", np.array([2.0, 2.0]), np.array([2.0, 2.0]), "elo") is None
