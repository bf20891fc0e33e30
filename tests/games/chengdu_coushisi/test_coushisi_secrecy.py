"""What a seat cannot see changes nothing for it, under all options and for rigged packs."""

import random
from collections.abc import Iterator

from paiju.sim.games.chengdu_coushisi.game import GAME
from paiju.sim.games.chengdu_coushisi.view import CoushisiView
from paiju.sim.kernel.engine import Engine
from paiju.sim.kernel.events import Log
from paiju.sim.kernel.rng import Stream
from tests.games.chengdu_coushisi import players
from tests.games.chengdu_coushisi.conformance import reshuffled
from tests.games.chengdu_coushisi.log_format import CONCEALED_LAID
from tests.games.logs import ASKED, DEALT, DREW, HAND_STARTED, PASSED, fields_of

Options = dict[str, object]


def folded(options: Options, events: list[int]) -> Engine:
    """An engine whose state was folded from a log, with the answers to an open question offered."""
    engine = GAME.engine(GAME.rules(options), Log())
    for event in events:
        engine._state.fold(event)
    if engine._state.asked < 4:
        engine.legal()
    return engine


def seen(engine: Engine, seat: int) -> tuple[object, str]:
    """All that a seat sees, its legal moves among it."""
    view = engine.view(seat, Stream())
    assert isinstance(view, CoushisiView)
    codes = [int(view.code(i)) for i in range(view.choices())]
    return (view.snapshot(), codes), GAME.table_text(engine._state, "abcd", seat)


def questions() -> Iterator[tuple[Options, list[int], random.Random]]:
    """Logs up to some question of their first hand."""
    rng = random.Random("secrecy")
    makers = players.policies()
    for deal in range(150):
        options = players.random_options(rng)
        pack = players.rigged_pack(rng, options) if deal % 2 else None
        events = players.play(options, deal, [rng.choice(makers) for _ in range(4)], pack)
        hands = [at for at, event in enumerate(events) if event & 63 == HAND_STARTED]
        first = events[: (*hands, len(events))[1]]
        asked = [at for at, event in enumerate(first) if event & 63 == ASKED]
        for at in rng.sample(asked, min(len(asked), 6)):
            yield options, first[: at + 1], rng


def test_hidden_cards_may_be_any() -> None:
    """Others' hands, the pool, others' covered 暗: shuffled, the view and the legal moves stay."""
    hands = triples = 0
    for options, events, rng in questions():
        engine = folded(options, events)
        kinds = [card for card in range(42) for _ in range(1 if card >= 21 else 3)]
        if not options["flower_bonus_cards"]:
            kinds = [card - 21 if card in (22, 40) else card for card in kinds]
        for seat in range(4):
            other = reshuffled(events, engine._state.snapshot(), kinds, seat, rng)
            changed = {a & 63 for a, b in zip(events, other, strict=True) if a != b}
            hands += bool(changed & {DEALT, DREW})
            triples += CONCEALED_LAID in changed
            assert seen(folded(options, other), seat) == seen(engine, seat), (options, seat)
    assert hands > 1000
    assert triples > 100


def test_events_of_others_may_be_missing() -> None:
    """Questions to others and their passes, which a seat may not see, leave its view as it was."""
    left_out = 0
    for options, events, _ in questions():
        engine = folded(options, events)
        for seat in range(4):
            if seat == engine._state.asked:
                continue
            part = [
                event
                for event in events
                if event & 63 not in (ASKED, PASSED) or fields_of(event)[5] >> seat & 1
            ]
            left_out += len(events) - len(part)
            assert seen(folded(options, part), seat) == seen(engine, seat), (options, seat)
    assert left_out > 1000
