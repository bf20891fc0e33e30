"""The shipped mahjong policies over whole games: legal everywhere, the same again, each better than the last."""

from collections import Counter

import pytest

from paiju.policies.any.uniform import Uniform
from paiju.policies.mahjong.easy import Easy
from paiju.policies.mahjong.expert import Expert
from paiju.policies.mahjong.normal import Normal
from paiju.sim.games import registry
from paiju.sim.games.hk_mahjong.rules import validated
from paiju.sim.kernel.events import Log
from paiju.sim.kernel.play import Table
from paiju.sim.kernel.policy import Policy
from paiju.sim.kernel.rng import Seeds

GAME = registry.get("hk_mahjong")
OPTIONS = [
    {},
    {"min_fan": 1},
    {"min_fan": 3},
    {"min_fan": 12},
    {"seven_pairs": False},
    {"quad_as_two_pairs": True},
    {"kong_after_claim": True, "swap_call": False},
    {"rob_kong": True, "pass_win": "until_turn"},
    {"extra_fan": ["thirteen_orphans", "kong_bloom", "nine_gates"]},
    {"fan_cap": None, "self_draw_fan": 2, "concealed_fan": 1},
    {"fan_cap": 0, "dealer_multiplier": "1", "last_discard_claims": "win_only"},
    {"match": "rounds:1", "max_hands": 6, "dealer_after_draw": "next"},
]
TABLES = [
    (Expert, Normal, Easy, Uniform),
    (Expert, Uniform, Expert, Uniform),
    (Normal, Easy, Normal, Uniform),
]


def name(value: object) -> str:
    return "-".join(map(str, value)) if isinstance(value, dict) else ""


@pytest.mark.parametrize("options", OPTIONS, ids=name)
def test_every_answer_is_legal(options: dict[str, object]) -> None:
    log = Log()
    table = Table(GAME.engine(GAME.rules(validated(options)), log), Seeds(5))
    for makers in TABLES:
        for deal in range(4):
            log.clear()
            assert table.play(deal, 0, list(makers), Uniform) == []


@pytest.mark.parametrize("policy", [Easy, Normal, Expert])
def test_the_same_seed_plays_the_same_game(policy: type[Policy]) -> None:
    """Whatever was played before: nothing of earlier decisions may linger in the shared scratch space."""

    def play(before: list[int]) -> bytes:
        log = Log()
        table = Table(GAME.engine(GAME.rules(validated({})), log), Seeds(8))
        for deal in before:
            table.play(deal, 0, [Expert, Normal, policy, policy], Uniform)
        log.clear()
        table.play(1000, 0, [policy] * 4, Uniform)
        return log.to_bytes()

    assert play([]) == play([1, 2, 3])


def wins(makers: list[type[Policy]], deals: int) -> Counter[str]:
    """Hands won by each policy, every seat played by each in turn."""
    log = Log()
    table = Table(GAME.engine(GAME.rules(validated({})), log), Seeds(21))
    won: Counter[str] = Counter()
    for deal in range(deals):
        for turn in range(4):
            seats = makers[turn:] + makers[:turn]
            log.clear()
            table.play(deal, turn, list(seats), Uniform)
            winner = table.engine._state.winner
            if winner != 7:
                won[seats[winner].__name__] += 1
    return won


def test_each_level_beats_the_one_below() -> None:
    won = wins([Uniform, Easy, Normal, Expert], 60)
    assert won["Expert"] > won["Easy"] > won["Uniform"]
    assert won["Normal"] > 2 * won["Easy"]
