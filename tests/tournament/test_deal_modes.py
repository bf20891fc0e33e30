"""`tournament.deal_mode`: two ways to deal, one law, and what the second one saves."""

from itertools import pairwise
from math import sqrt

import numpy as np
import numpy.typing as npt
import pytest

from paiju import policies
from paiju.sim.games import registry
from paiju.sim.kernel.events import DREW, PAID, SELF_DRAW, Log, arg_of, kind_of
from paiju.sim.kernel.options import validate
from paiju.sim.kernel.rng import Seeds
from paiju.sim.store.reader import Run
from paiju.sim.tournament.recipe import new_table
from tests.tournament.runs import Play

HANDS = 1500
MODES = ("wall", "seat_order")


def self_play(name: str, mode: str, policy: str, hands: int = HANDS) -> npt.NDArray[np.float64]:
    """Some hands with one policy in all seats: a row of numbers for each."""
    game = registry.get(name)
    log = Log()
    rules = game.rules(validate(game.options, {}))
    table = new_table(game.engine(rules, log), Seeds(11), mode, None)
    makers = [policies.find(policy, game.family)] * game.seats(rules)
    rows = []
    for deal in range(hands):
        log.clear()
        table.play(deal, 0, makers, makers[0])
        rows.append(metrics(log.to_list()))
    return np.array(rows, float)


METRICS = (
    "events", "draws", "replacements", "passes", "claims", "self-drawn", "drawn hands", "dealer wins",
    "points of the winner", "points of the dealer", "points of the dealer squared", "choices",
)  # fmt: skip


def metrics(events: list[int]) -> list[float]:
    """What there is to compare of a hand."""
    kinds = [kind_of(event) for event in events]
    draws = [event for event in events if kind_of(event) == DREW]
    paid = {event >> 6 & 7: arg_of(event) for event in events if kind_of(event) == PAID}
    end = next(event for event in events if kind_of(event) == 10)
    choices = [arg_of(event) >> 16 & 255 for event in events if kind_of(event) == 3]
    return [
        len(events),
        len(draws),
        sum(arg_of(event) == 1 for event in draws),
        kinds.count(4),
        sum(kind >= 16 for kind in kinds),
        arg_of(end) == SELF_DRAW,
        arg_of(end) == 0,
        (end >> 6 & 7) == 0,
        max(paid.values(), default=0),
        paid.get(0, 0),
        paid.get(0, 0) ** 2,
        sum(choices) / len(choices),
    ]


CASES = [
    (name, policy)
    for name in registry.names()
    for policy in ("uniform", "easy")
    if policy in policies.names(registry.get(name).family)
]


@pytest.mark.parametrize(("game", "policy"), CASES)
def test_both_modes_have_the_same_law(game: str, policy: str) -> None:
    """Means over self-play agree within their errors: 12 metrics, none beyond 3.5 standard errors."""
    one, other = (self_play(game, mode, policy) for mode in MODES)
    for i, name in enumerate(METRICS):
        a, b = one[:, i], other[:, i]
        error = sqrt((a.var() + b.var()) / HANDS)
        assert abs(a.mean() - b.mean()) <= 3.5 * error, name
    assert one[:, 1].mean() > 0


def test_modes_play_other_games_and_say_so(play: Play) -> None:
    one, other = play("one"), play("other", "tournament.deal_mode=seat_order")
    assert one.digest != other.digest
    assert Run(other.location).names("runs")["deal_mode"].to_pylist() == ["seat_order"]
    assert play("again", "tournament.deal_mode=seat_order", "executor.workers=2").digest == other.digest


def cards_by_seat(run: Run, kind: str) -> dict[tuple[int, int], dict[int, list[str]]]:
    """(block, seat) -> game -> the cards that came to the seat, in order."""
    found: dict[tuple[int, int], dict[int, list[str]]] = {}
    for row in run.table("events", ["game_id", "kind", "seat", "card"]).to_pylist():
        if row["kind"] == kind:
            games = found.setdefault((row["game_id"] // 32, row["seat"]), {})
            games.setdefault(row["game_id"], []).append(row["card"])
    return found


def test_first_hands_are_the_same_in_all_rotations(play: Play) -> None:
    """What a seat is dealt does not depend on who sits there, nor do most of the cards it draws."""
    run = Run(
        play("one", "tournament.deal_mode=seat_order", "matchup.policies=[uniform,first_legal]").location
    )
    for hands in cards_by_seat(run, "dealt").values():
        assert len({tuple(cards) for cards in hands.values()}) == 1


def test_a_seat_draws_mostly_the_same_cards_again(play: Play) -> None:
    """Whoever sits there, the first draws of a seat are the same more often than with one wall for all."""
    shares = []
    for mode in MODES:
        run = Run(play(mode, f"tournament.deal_mode={mode}").location)
        draws = cards_by_seat(run, "drew")
        same = [
            a == b
            for games in draws.values()
            for one, other in pairwise(games.values())
            for a, b in zip(one[:6], other[:6], strict=False)
        ]
        shares.append(sum(same) / len(same))
    assert shares[1] > shares[0] + 0.1
