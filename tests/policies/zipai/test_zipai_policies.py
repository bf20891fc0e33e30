"""The shipped policies of the zipai family: legal everywhere, repeatable, stronger in the order of their names."""

import pytest

from paiju.policies import find
from paiju.sim.games import registry
from paiju.sim.kernel.events import FAULTED, PAID, WON, arg_of, kind_of, seat_of
from paiju.sim.kernel.options import validate
from paiju.sim.tournament.recipe import Recipe, play

LEVELS = ("easy", "normal", "expert")
GAME = registry.get("hunan_paohuzi")
VARIANTS: tuple[dict[str, object], ...] = (
    {},
    {"kan_locked": False, "comparison": "optional"},
    {"min_huxi": 15, "stale_scope": "separate", "own_drawn_is_stale": False},
    {"self_draw_only": True, "opening_win": False, "win_before_wei": True},
    {"pass_win": "free", "pung_to_pao_on": "own_draw", "must_win": True},
)


def recipe(deal: int, policies: tuple[str, ...], given: dict[str, object] | None = None) -> Recipe:
    """One deal of the game."""
    return Recipe("hunan_paohuzi", validate(GAME.options, given or {}), 11, deal, 0, policies)


@pytest.mark.parametrize("given", VARIANTS)
@pytest.mark.parametrize("level", LEVELS)
def test_no_policy_ever_fails(level: str, given: dict[str, object]) -> None:
    """Against itself and against everybody, whatever the house rules."""
    for deal in range(12):
        for policies in ((level,) * 4, (level, "uniform", "first_legal", "normal")):
            events, failures = play(recipe(deal, policies, given), find)
            assert not failures
            assert not any(kind_of(event) == FAULTED for event in events)


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_is_repeated_from_its_seed(level: str) -> None:
    for deal in range(5):
        assert play(recipe(deal, (level,) * 4), find) == play(recipe(deal, (level,) * 4), find)


def points(first: str, others: str, deals: int) -> int:
    """What `first` gains against three of `others`, sitting in every seat in turn."""
    gained = 0
    for deal in range(deals):
        for seat in range(4):
            policies = tuple(first if place == seat else others for place in range(4))
            events, _ = play(recipe(deal, policies), find)
            gained += sum(
                arg_of(event) for event in events if kind_of(event) == PAID and seat_of(event) == seat
            )
    return gained


@pytest.mark.parametrize(("better", "worse"), [("easy", "uniform"), ("normal", "easy"), ("expert", "easy")])
def test_the_better_policy_gains_against_three_of_the_worse(better: str, worse: str) -> None:
    assert points(better, worse, 40) > 0


@pytest.mark.parametrize("level", ["normal", "expert"])
def test_most_hands_are_won(level: str) -> None:
    """Four that know what they do end most hands with a win; four that do not end hardly any."""
    wins = sum(
        any(kind_of(event) == WON for event in play(recipe(deal, (level,) * 4), find)[0])
        for deal in range(60)
    )
    assert wins > 40
