"""Matches: who shuffles, cuts and deals, how many hands, points added up (decisions 3 to 5, 39)."""

from itertools import pairwise

import pytest

from paiju.policies import find
from paiju.sim.games.chengdu_coushisi.cards import PIP_COUNT
from paiju.sim.games.chengdu_coushisi.game import GAME
from paiju.sim.kernel.codec import Codec, Event
from paiju.sim.kernel.events import Log
from paiju.sim.kernel.options import validate
from paiju.sim.kernel.play import Table
from paiju.sim.kernel.rng import Seeds, Stream


def played(deal: int = 0, **options: object) -> list[Event]:
    """The events of one match of four uniform players."""
    log = Log()
    rules = GAME.rules(
        validate(GAME.options, {"match": "hands:40", "min_red": 10, "min_red_dealer": 10} | options)
    )
    maker = find("uniform", "changpai")
    Table(GAME.engine(rules, log), Seeds(3)).play(deal, 0, [maker] * 4, maker)
    return Codec(GAME).read(log.to_list())


def hands(events: list[Event]) -> list[tuple[int, int | None, Event | None]]:
    """(dealer, winner, the lifted card) of each hand."""
    dealers = [event.seat for event in events if event.kind == "hand_started" and event.seat is not None]
    winners = [event.seat for event in events if event.kind == "hand_ended"]
    lifted = {event.hand: event for event in events if event.kind == "lifted"}
    return [
        (dealer, winner, lifted.get(i))
        for i, (dealer, winner) in enumerate(zip(dealers, winners, strict=True))
    ]


def test_decision_4_the_winner_shuffles() -> None:
    """After a draw the same shuffler again; the cutter sits opposite and his card names the dealer (decision 3)."""
    rows = hands(played())
    assert {winner is None for _, winner, _ in rows} == {True, False}
    shuffler = None
    for dealer, winner, lifted in rows:
        assert lifted
        assert lifted.seat is not None
        assert lifted.from_seat is not None
        assert shuffler in (None, lifted.from_seat)
        assert lifted.seat == (lifted.from_seat + 2) % 4
        assert dealer == (lifted.seat + lifted.arg - 1) % 4
        assert (
            lifted.arg
            == PIP_COUNT[GAME.cards[[name for _, name, _ in GAME.cards].index(str(lifted.card))][0]]
        )
        shuffler = lifted.from_seat if winner is None else winner


def test_dealer_rule_winner() -> None:
    """The last winner; after a draw the same dealer."""
    rows = hands(played(dealer_rule="winner"))
    assert {winner is None for _, winner, _ in rows} == {True, False}
    for (dealer, winner, lifted), (following, _, _) in pairwise(rows):
        assert lifted is None
        assert following == (dealer if winner is None else winner)


def test_dealer_rule_rotate() -> None:
    """The next seat anticlockwise, wins and draws alike."""
    dealers = [dealer for dealer, _, _ in hands(played(dealer_rule="rotate"))]
    assert dealers == [(dealers[0] + i) % 4 for i in range(40)]


def test_dealer_rule_random() -> None:
    """Every hand anew, whoever won."""
    dealers = [dealer for dealer, _, _ in hands(played(dealer_rule="random"))]
    assert {(following - dealer) % 4 for dealer, following in pairwise(dealers)} == {0, 1, 2, 3}
    assert dealers == [dealer for dealer, _, _ in hands(played(dealer_rule="random", min_red=60))]


@pytest.mark.parametrize("rule", ["cut", "random", "winner", "rotate"])
def test_the_first_dealer_is_random(rule: str) -> None:
    first = {hands(played(deal, match="hand", dealer_rule=rule))[0][0] for deal in range(30)}
    assert first == {0, 1, 2, 3}


@pytest.mark.parametrize(("match", "count"), [("hand", 1), ("hands:1", 1), ("hands:3", 3)])
def test_decision_39_how_many_hands(match: str, count: int) -> None:
    events = played(match=match)
    assert sum(event.kind == "hand_ended" for event in events) == count
    assert [event.kind for event in events].count("match_ended") == 1
    assert events[-1].kind == "match_ended"


def test_points_add_up() -> None:
    """Scores start at 0 and may be negative; each hand adds its payments, which add up to 0."""
    log = Log()
    rules = GAME.rules(validate(GAME.options, {"match": "hands:40", "min_red": 10}))
    maker = find("uniform", "changpai")
    engine = GAME.engine(rules, log)
    Table(engine, Seeds(3)).play(0, 0, [maker] * 4, maker)
    sums = [0] * 4
    for event in Codec(GAME).read(log.to_list()):
        if event.kind == "paid":
            assert event.seat is not None
            sums[event.seat] += event.arg
    assert engine.view(0, Stream()).scores == sums  # type: ignore[attr-defined]
    assert sum(sums) == 0
    assert min(sums) < 0
