"""The shipped policies of the changpai family: legal everywhere, repeatable, stronger in the order of their names."""

import pytest

from paiju.policies import find
from paiju.policies.any.uniform import Uniform
from paiju.policies.changpai.easy import Easy
from paiju.policies.changpai.expert import Expert
from paiju.policies.changpai.normal import Normal
from paiju.sim.games import registry
from paiju.sim.kernel.events import FAULTED, PAID, WON, Log, arg_of, kind_of, seat_of
from paiju.sim.kernel.options import validate
from paiju.sim.kernel.play import Table
from paiju.sim.kernel.policy import Policy
from paiju.sim.kernel.rng import Seeds
from paiju.sim.tournament.recipe import Recipe, play

LEVELS = ("easy", "normal", "expert")
ALL_POLICIES: list[type[Policy]] = [Easy, Normal, Expert]
GAME = registry.get("chengdu_coushisi")
VARIANTS: tuple[dict[str, object], ...] = (
    {},
    {"win_on_discard": True, "payment": "discarder_pays", "chow_from": "own_flip_or_left_discard"},
    {"kong": "add_fourth_steal_one", "fan_mode": "additive", "fan_for_four": 3, "hu_cap": 600},
    {"min_red": 0, "min_red_dealer": 0, "win_on_own_even_hand": False, "concealed_triplet_midgame": False},
    {"min_red": 1000, "pung_min_red": 1000, "concealed_triplet_min_red": 1000, "bonus_card_hu": 1000},
    {"dead_cards": True, "pass_win": "until_turn", "flower_bonus_cards": False, "match": "hands:3"},
    {"win_on_discard": True, "fan_discard_liability": True, "payment": "split", "black_dragon": False},
)


def recipe(deal: int, names: tuple[str, ...], given: dict[str, object] | None = None) -> Recipe:
    """One deal of the game."""
    return Recipe("chengdu_coushisi", validate(GAME.options, given or {}), 11, deal, 0, names)


@pytest.mark.parametrize("given", VARIANTS, ids=lambda given: "-".join(given) or "default")
@pytest.mark.parametrize("level", LEVELS)
def test_no_policy_ever_fails(level: str, given: dict[str, object]) -> None:
    """Against itself and against everybody, whatever the house rules."""
    for deal in range(12):
        for names in ((level,) * 4, (level, "uniform", "first_legal", "normal")):
            events, failures = play(recipe(deal, names, given), find)
            assert not failures
            assert not any(kind_of(event) == FAULTED for event in events)


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_is_repeated_from_its_seed(level: str) -> None:
    for deal in range(5):
        assert play(recipe(deal, (level,) * 4), find) == play(recipe(deal, (level,) * 4), find)


@pytest.mark.parametrize("policy", ALL_POLICIES)
def test_nothing_lingers_from_earlier_games(policy: type[Policy]) -> None:
    def play_ten(before: list[int], options: dict[str, object]) -> bytes:
        log = Log()
        other = Table(GAME.engine(GAME.rules(validate(GAME.options, options)), log), Seeds(8))
        for deal in before:
            other.play(deal, 0, [Expert, Normal, policy, policy], Uniform)
        log = Log()
        table = Table(GAME.engine(GAME.rules(validate(GAME.options, {})), log), Seeds(8))
        for deal in range(1000, 1010):
            table.play(deal, 0, [policy] * 4, Uniform)
        return log.to_bytes()

    assert play_ten([], {}) == play_ten([1, 2, 3], VARIANTS[1]) == play_ten([4], VARIANTS[4])


def points(first: str, others: str, deals: int) -> int:
    """What `first` gains against three of `others`, sitting in every seat in turn."""
    gained = 0
    for deal in range(deals):
        for seat in range(4):
            names = tuple(first if place == seat else others for place in range(4))
            events, _ = play(recipe(deal, names, {"black_dragon": False}), find)
            gained += sum(
                arg_of(event) for event in events if kind_of(event) == PAID and seat_of(event) == seat
            )
    return gained


@pytest.mark.parametrize(("better", "worse"), [("easy", "uniform"), ("normal", "easy"), ("expert", "easy")])
def test_the_better_policy_gains_against_three_of_the_worse(better: str, worse: str) -> None:
    assert points(better, worse, 30) > 0


@pytest.mark.parametrize("level", ["normal", "expert"])
def test_most_hands_are_won(level: str) -> None:
    """Four that know what they do end nearly all hands with a win; four `uniform` do so in a third of them."""
    wins = sum(
        any(kind_of(event) == WON for event in play(recipe(deal, (level,) * 4), find)[0])
        for deal in range(40)
    )
    assert wins > 36
