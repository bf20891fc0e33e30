"""What holds for every game, ruleset and policy: logs fold to the live states, moves and views are sound."""

import random
from collections import Counter
from importlib import import_module

import pytest

from paiju.policies import find
from paiju.sim.games import registry
from paiju.sim.kernel.engine import Engine
from paiju.sim.kernel.errors import BadNotation, IllegalMove
from paiju.sim.kernel.events import (
    ASKED,
    FAULTED,
    HAND_STARTED,
    ILLEGAL,
    MATCH_ENDED,
    MATCH_STARTED,
    NOBODY,
    PAID,
    PASSED,
    RAISED,
    Log,
    arg_of,
    kind_of,
    seat_of,
    visible_of,
)
from paiju.sim.kernel.play import Table
from paiju.sim.kernel.policy import Move, Policy
from paiju.sim.kernel.rng import Seeds, Stream
from tests.conformance.needs import needs_of
from tests.conformance.tables import (
    ROOT,
    Cheat,
    Crash,
    Match,
    Mute,
    each_case,
    folded,
    legal_codes,
    rulesets,
    seatings,
)
from tests.conformance.views import asked, members

DEALS = 2  # of each seating
MOST_EVENTS = 4000  # in a hand
LOOKS = 12  # at the views of a match
COUNTED = 1500  # events of a match after each of which the cards are counted, afterwards now and then


@each_case
def test_the_log_folds_to_the_live_state(name: str, ruleset: str) -> None:
    """At every question the folded state equals the live one and the same moves are legal, as recorded."""
    options = rulesets(registry.get(name))[ruleset]
    for deal in range(DEALS):
        for makers in seatings(registry.get(name), rulesets(registry.get(name))[ruleset]):
            match = Match(name, options, deal)
            state = match.game.state(match.rules)
            twin = match.game.engine(match.rules, Log())
            done = 0
            for move in match.play(makers):
                done = fold_on(match, done, state, twin)
                assert state.snapshot() == match.state.snapshot()
                twin.legal()
                codes = match.legal()
                assert legal_codes(twin) == codes
                assert codes == sorted(set(codes))
                assert move in codes
                asked = arg_of(match.log.events[done - 1])
                assert asked >> 16 & 255 == len(codes)
                assert asked & 0xFFFF == sum(1 << kind for kind in {code >> 24 for code in codes})
            fold_on(match, done, state, twin)
            assert state.snapshot() == match.state.snapshot()
            assert twin.is_over()


def fold_on(match: Match, done: int, state: object, twin: Engine) -> int:
    """Fold the events from `done` on; gives how many there are."""
    for event in match.log.to_list(done):
        state.fold(event)  # type: ignore[attr-defined]
        twin._state.fold(event)
    return match.log.count


@each_case
def test_matches_end(name: str, ruleset: str) -> None:
    """A match begins with match_started and each hand with hand_started; it ends, within bounds."""
    options = rulesets(registry.get(name))[ruleset]
    for makers in seatings(registry.get(name), rulesets(registry.get(name))[ruleset]):
        match = Match(name, options)
        for _ in match.play(makers):
            assert match.log.count <= MOST_EVENTS * (match.hand + 1)
        kinds = [kind_of(event) for event in match.log.to_list()]
        assert (kinds[0], kinds[1], kinds[-1]) == (MATCH_STARTED, HAND_STARTED, MATCH_ENDED)
        assert kinds.count(HAND_STARTED) == match.hand + 1
        assert kinds.count(MATCH_STARTED) == kinds.count(MATCH_ENDED) == 1


@each_case
def test_cards_and_points_are_conserved(name: str, ruleset: str) -> None:
    """After every event the cards add up to the deck; the payments of a hand add up to zero."""
    game = registry.get(name)
    options = rulesets(game)[ruleset]
    needs = needs_of(name)
    for makers in seatings(game, rulesets(game)[ruleset]):
        match = Match(name, options)
        for _ in match.play(makers):
            pass
        deck = Counter(match.engine.chance.deck[i] for i in range(match.engine.chance.size))
        state = game.state(match.rules)
        paid = 0
        for number, event in enumerate(match.log.to_list()):
            if kind_of(event) == HAND_STARTED:
                assert -needs.may_lose(options) <= paid <= 0
                paid = 0
            elif kind_of(event) == PAID:
                paid += arg_of(event)
            state.fold(event)
            if kind_of(event) != MATCH_STARTED and (number < COUNTED or number % 37 == 0):
                cards, hidden = needs.places(state.snapshot())
                assert not Counter(cards) - deck
                assert len(cards) + hidden == deck.total()
        assert -needs.may_lose(options) <= paid <= 0


@each_case
def test_moves_have_text(name: str, ruleset: str) -> None:
    """Every legal move has a text of its own that reads back to it, and the log tells which one was made."""
    game = registry.get(name)
    parse_move = import_module(f"paiju.sim.games.{name}.notation").parse_move
    for makers in seatings(game, rulesets(game)[ruleset]):
        match = Match(name, rulesets(game)[ruleset])
        chosen = []
        for move in match.play(makers):
            chosen.append(move)
            moves = [match.engine.move(code) for code in match.legal()]
            assert [each.code for each in moves] == match.legal()
            assert len({each.text for each in moves}) == len(moves)
            assert [parse_move(each.text).code for each in moves] == match.legal()
        events = match.log.to_list()
        told = [
            game.move_of(events[i + 1], event) for i, event in enumerate(events) if kind_of(event) == ASKED
        ]
        assert told == chosen


@each_case
def test_what_is_no_move_is_refused(name: str, ruleset: str) -> None:
    """Text that names no move and codes that no move has are two different errors, each with the value."""
    game = registry.get(name)
    parse_move = import_module(f"paiju.sim.games.{name}.notation").parse_move
    for text in ("", "nonsense", "pass pass", "discard", "discard 0z"):
        with pytest.raises(BadNotation, match=text[-2:] or "''"):
            parse_move(text)
    match = Match(name, rulesets(game)[ruleset])
    for code in (-1, 63 << 24, 1 << 20, 1 << 40):
        with pytest.raises(IllegalMove, match=str(code)):
            match.engine.move(code)


@each_case
def test_only_legal_moves_are_legal(name: str, ruleset: str) -> None:
    """Of all codes a game has, those and only those offered are legal."""
    game = registry.get(name)
    everything = [kind << 24 | card for kind, _, _ in game.moves for card in range(len(game.cards) + 1)]
    everything += [-1, 1 << 20, 1 << 40, len(game.moves) << 24]
    match = Match(name, rulesets(game)[ruleset])
    for _ in match.play(seatings(game, rulesets(game)[ruleset])[0]):
        codes = match.legal()
        details = {code >> 8 & 0xFFFF for code in codes}  # several ways to take the same card
        tried = {code | (code >> 24 > 0) * detail << 8 for code in everything for detail in details}
        assert [code for code in sorted(tried) if match.engine.is_legal(code)] == codes


@each_case
def test_every_legal_move_is_accepted(name: str, ruleset: str) -> None:
    """Whatever legal move is made at a question, the match goes on from there to its end."""
    game = registry.get(name)
    options = rulesets(game)[ruleset]
    rng = random.Random(f"{name} {ruleset}")
    match = Match(name, options)
    moves = list(match.play(seatings(game, rulesets(game)[ruleset])[0]))
    for at in sorted(rng.sample(range(len(moves)), min(len(moves), 12))):
        again = Match(name, options)
        for move in moves[:at]:
            again.answer(move)
        for other in again.legal():
            branch = Match(name, options)
            for move in [*moves[:at], other]:
                branch.answer(move)
            for _ in branch.play([find("first_legal", game.family)] * branch.engine.seats):
                pass
            assert branch.engine.is_over()


@each_case
def test_views_keep_secrets(name: str, ruleset: str) -> None:
    """Shuffling what a seat cannot see leaves its view the same, its legal moves included."""
    game = registry.get(name)
    rng = random.Random(f"secrets {name} {ruleset}")
    changed = 0
    for makers in seatings(game, rulesets(game)[ruleset]):
        match = Match(name, rulesets(game)[ruleset])
        questions = len(list(match.play(makers)))
        looked_at = set(rng.sample(range(questions), min(questions, LOOKS)))
        match = Match(name, rulesets(game)[ruleset])
        for number, _ in enumerate(match.play(makers)):
            if number not in looked_at:
                continue
            events = match.log.to_list()
            deck = [int(match.engine.chance.deck[i]) for i in range(match.engine.chance.size)]
            for seat in range(match.engine.seats):
                other = needs_of(name).reshuffled(events, match.state.snapshot(), deck, seat, rng)
                changed += other != events
                assert seen(match, other, seat) == seen(match, events, seat)
    assert changed


@each_case
def test_private_questions_stay_private(name: str, ruleset: str) -> None:
    """Who may not see that another is asked or passes sees the same table as if that had not happened."""
    game = registry.get(name)
    for makers in seatings(game, rulesets(game)[ruleset]):
        match = Match(name, rulesets(game)[ruleset])
        for number, _ in enumerate(match.play(makers)):
            if number % 13 or number > 13 * LOOKS:
                continue
            events = match.log.to_list()
            whole = folded(game, match.rules, events)
            for seat in range(match.engine.seats):
                if seat == match.state.asked:
                    continue
                seen_by_seat = [
                    event
                    for event in events
                    if kind_of(event) not in (ASKED, PASSED) or visible_of(event) >> seat & 1
                ]
                part = folded(game, match.rules, seen_by_seat)
                assert game.table_text(whole._state, "abcd", seat) == game.table_text(
                    part._state, "abcd", seat
                )
                assert whole.view(seat, Stream()).snapshot() == part.view(seat, Stream()).snapshot()  # type: ignore[attr-defined]
                assert whole.view(seat, Stream()).choices() == 0


def seen(match: Match, events: list[int], seat: int) -> dict[str, object]:
    """All that a view has to offer to a seat, and the table as text, after these events."""
    engine = folded(match.game, match.rules, events)
    view, needs = engine.view(seat, Stream()), needs_of(match.game.name)
    shown: dict[str, object] = {"table": match.game.table_text(engine._state, "abcd", seat)}
    for member in members(view):
        if member.name not in needs.fillers:
            shown[member.name] = {key: plain(value) for key, value in asked(view, member, needs).items()}
    return shown


def plain(value: object) -> object:
    """A value that can be compared: lists for vecs, text for moves."""
    if isinstance(value, (int, str, dict)) or value is None:
        return value
    if isinstance(value, Move):
        return value.text
    return [plain(each) for each in value]  # type: ignore[attr-defined]


def test_shuffling_what_is_seen_is_noticed() -> None:
    """The check above can fail: with one of the seat's own cards changed its view differs."""
    name = registry.names()[0]
    match = Match(name, rulesets(registry.get(name))["default"])
    events = match.log.to_list()
    seat = match.state.asked
    own = next(i for i, event in enumerate(events) if kind_of(event) == 1 and seat_of(event) == seat)
    events[own] ^= 1 << 12
    assert seen(match, events, seat) != seen(match, match.log.to_list(), seat)


@each_case
@pytest.mark.parametrize(("maker", "fault"), [(Cheat, ILLEGAL), (Crash, RAISED), (Mute, ILLEGAL)])
def test_failing_policies(name: str, ruleset: str, maker: type[Policy], fault: int) -> None:
    """A policy that fails is recorded, listed once and replaced; the match ends and its log still folds."""
    game = registry.get(name)
    options = rulesets(game)[ruleset]
    log = Log()
    engine = game.engine(game.rules(options), log)
    fallback = find("uniform", game.family)
    makers = [fallback] * engine.seats
    makers[1] = maker
    failures = Table(engine, Seeds(ROOT)).play(0, 0, makers, fallback)
    events = log.to_list()
    faults = [event for event in events if kind_of(event) == FAULTED]
    assert [(failure.seat, failure.fault) for failure in failures] == [(1, fault)] * len(faults)
    assert [(seat_of(event), arg_of(event)) for event in faults] == [(1, fault)] * len(faults)
    assert len(faults) == 1
    assert kind_of(events[failures[0].event]) == FAULTED
    assert failures[0].text
    state = game.state(game.rules(options))
    for event in events:
        state.fold(event)
    assert state.snapshot() == engine._state.snapshot()
    assert state.asked == NOBODY
