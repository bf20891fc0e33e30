"""What the kernel does for every game: who sits where, what is asked, scored, paid; how hands and matches end."""

import pytest

from paiju.sim.games import registry
from paiju.sim.kernel.engine import Chance, Engine, State, Tally
from paiju.sim.kernel.errors import ImpossibleState
from paiju.sim.kernel.events import (
    ALL,
    ASKED,
    DRAWN,
    FAULTED,
    FROM_DISCARD,
    GOES_ON,
    HAND_ENDED,
    HAND_STARTED,
    MATCH_ENDED,
    MATCH_STARTED,
    MAX_CHOICES,
    MAX_STAGE,
    MAX_VALUE,
    NO_CARD,
    NOBODY,
    PAID,
    PASSED,
    PLAYED_OUT,
    RAISED,
    SCORED,
    WON,
    Log,
    arg_of,
    card_of,
    choices_of,
    kind_of,
    offers_of,
    pack,
    pattern_of,
    seat_of,
    stage_of,
    value_of,
    visible_of,
)
from paiju.sim.kernel.options import validate

GAME = registry.get("hk_mahjong")


def table(log: Log, **options: object) -> Engine:
    """A table of a real game before its first hand: compiled engines have no subclasses in tests."""
    return GAME.engine(GAME.rules(validate(GAME.options, options)), log)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_in_turn(seats: int) -> None:
    """`after` goes round the table, `turns_to` says how far it is, back to the seat itself."""
    state = State(seats)
    for seat in range(seats):
        for turns in range(seats + 1):
            assert state.after(seat, turns) == (seat + turns) % seats
        for turns in range(seats):
            assert state.turns_to(state.after(seat, turns), seat) == turns
    assert len(state.deltas) == len(state.scores) == seats


@pytest.mark.parametrize(("seats", "everyone"), [(2, 0b11), (3, 0b111), (4, ALL)])
def test_everyone(seats: int, everyone: int) -> None:
    """Who sees what is announced: the seats of this table and no other."""
    engine = Engine(State(seats), Log(), Chance(1))
    assert (engine.seats, engine.everyone) == (seats, everyone)


# Questions


def test_a_question_tells_choices_offers_and_stage() -> None:
    """All the fields of a question at their largest, seen by its seat alone; then the answer closes it."""
    log = Log()
    engine = table(log)
    engine.clear_offers()
    for i in range(MAX_CHOICES):
        engine.offer(i % 16 << 24 | i)
    engine.ask(2, 5, 1, MAX_STAGE)
    event = log.to_list()[-1]
    assert (kind_of(event), seat_of(event), card_of(event), visible_of(event)) == (ASKED, 2, 5, 1 << 2)
    arg = arg_of(event)
    assert (stage_of(arg), choices_of(arg), offers_of(arg)) == (MAX_STAGE, MAX_CHOICES, 0xFFFF)
    state = engine._state
    assert (state.asked, state.stage) == (2, MAX_STAGE)
    engine.fault(2, RAISED)  # who failed is still to answer
    assert (state.asked, state.stage) == (2, MAX_STAGE)
    engine.confide(PASSED, 2, 5, 1, 0)
    assert state.asked == NOBODY


@pytest.mark.parametrize(
    ("choices", "kind", "stage"), [(MAX_CHOICES + 1, 0, 0), (1, 16, 0), (1, 0, MAX_STAGE + 1)]
)
def test_a_question_that_fits_no_event_is_refused(choices: int, kind: int, stage: int) -> None:
    """256 answers, a seventeenth kind of move, a stage beyond the last: no event, and nobody is asked."""
    log = Log()
    engine = table(log)
    engine.clear_offers()
    for i in range(choices):
        engine.offer(kind << 24 | i)
    with pytest.raises(ImpossibleState, match="fits no event"):
        engine.ask(0, NO_CARD, NOBODY, stage)
    assert log.count == 0
    assert engine._state.asked == NOBODY


# Scores


def test_tally() -> None:
    """Items in the order in which they were added, some about a card; cleared, it is filled again from the start."""
    tally = Tally(3, 2)
    tally.add(7, 40)
    tally.add(9, 0, 12)
    assert (list(tally.patterns), list(tally.values), list(tally.cards)) == ([7, 9], [40, 0], [NO_CARD, 12])
    assert (tally.count, list(tally.points)) == (2, [0, 0, 0])
    with pytest.raises(IndexError):
        tally.add(1, 1)
    tally.points[1] = 5
    tally.clear()
    assert (tally.count, list(tally.points)) == (0, [0, 5, 0])
    tally.add(3, 4)
    assert (tally.count, tally.patterns[0], tally.values[0], tally.cards[0]) == (1, 3, 4, NO_CARD)


def test_a_win_is_told_and_paid() -> None:
    """Items, payments of those who gain or lose, the end of the hand and of the match, all seen by all."""
    log = Log()
    engine = table(log)
    engine.start_match()
    engine.announce(HAND_STARTED, 0, NO_CARD, NOBODY, 0)
    tally = Tally(4, 2)
    tally.add(3, MAX_VALUE)
    tally.add(9, 0, 12)
    for seat, points in enumerate((0, 30, -10, -20)):
        tally.points[seat] = points
    at = log.count
    engine.settle(1, FROM_DISCARD, tally)
    events = log.to_list(at)
    assert [(kind_of(event), seat_of(event)) for event in events] == [
        (SCORED, 1),
        (SCORED, 1),
        (PAID, 1),
        (PAID, 2),
        (PAID, 3),
        (HAND_ENDED, 1),
        (MATCH_ENDED, NOBODY),
    ]
    assert {visible_of(event) for event in events} == {ALL}
    items = [(pattern_of(arg_of(e)), value_of(arg_of(e)), card_of(e)) for e in events[:2]]
    assert items == [(3, MAX_VALUE, NO_CARD), (9, 0, 12)]
    assert [arg_of(event) for event in events[2:]] == [30, -10, -20, FROM_DISCARD, PLAYED_OUT]
    state = engine._state
    assert (list(state.deltas), list(state.scores)) == ([0, 30, -10, -20], [0, 30, -10, -20])


@pytest.mark.parametrize("value", [-1, MAX_VALUE + 1])
def test_an_item_that_fits_no_event_is_refused(value: int) -> None:
    """A negative value, or one of more than 16 bits."""
    log = Log()
    engine = table(log)
    tally = Tally(4, 1)
    tally.add(0, value)
    with pytest.raises(ImpossibleState, match=f"worth {value} fits no event"):
        engine.settle(0, FROM_DISCARD, tally)
    assert log.count == 0


# Hands and matches


def test_the_match_goes_on_until_it_is_played_out() -> None:
    """A hand that ends goes on to the next unless it is the last; nobody wins a drawn one."""
    log = Log()
    engine = table(log, match="hands:2")
    engine.start_match()
    for hand in (1, 2):
        engine.announce(HAND_STARTED, 0, NO_CARD, NOBODY, 0)
        assert engine.match_end() == GOES_ON
        engine.end_hand(NOBODY, DRAWN)
        assert engine.is_over() is (hand == 2)
    kinds = [kind_of(event) for event in log.to_list()]
    assert kinds.count(HAND_ENDED) == 2
    assert kinds[-1] == MATCH_ENDED
    assert kinds.count(MATCH_ENDED) == 1


def test_what_every_game_has_is_folded_from_events() -> None:
    """Dealer, winner, points and counts of hands follow the log; a match and a hand begin with nothing of the last."""
    state = GAME.state(GAME.rules(validate(GAME.options, {})))

    def fold(kind: int, seat: int = NOBODY, arg: int = 0) -> None:
        state.fold(pack(kind, seat, NO_CARD, seat, arg, ALL))

    fold(MATCH_STARTED)
    fold(HAND_STARTED, 2)
    assert (state.dealer, state.number, state.hands, state.winner, state.is_over) == (2, 1, 0, NOBODY, False)
    fold(WON, 3)
    fold(PAID, 3, 8)
    fold(PAID, 0, -8)
    assert not state.is_over
    fold(HAND_ENDED, 3, FROM_DISCARD)
    assert (state.winner, state.outcome, state.hands, state.is_over) == (3, FROM_DISCARD, 1, True)
    fold(HAND_STARTED, 3)
    assert (state.dealer, state.number, state.winner, state.is_over) == (3, 2, NOBODY, False)
    fold(FAULTED, 1, RAISED)
    fold(PAID, 0, 3)
    assert list(state.deltas) == [3, 0, 0, 0]
    assert list(state.scores) == [-5, 0, 0, 8]
    fold(MATCH_STARTED)
    assert (list(state.scores), state.hands) == ([0] * 4, 0)
