"""Plays a few matches of every game and prints a digest for each ruleset and seating.

`python -m tests.conformance.digests DEALS [RULESET [states]]` prints the digests of the logs, under all rulesets
or under one of this name; with `states` it checks instead, in a process without compiled modules, that the logs fold
to every state in between.
"""

import sys
from collections.abc import Iterator
from hashlib import blake2b

from paiju.sim.compiled import status
from paiju.sim.games import registry
from paiju.sim.kernel.engine import Engine
from paiju.sim.kernel.events import Log
from paiju.sim.kernel.play import Table
from paiju.sim.kernel.rng import Seeds
from tests.conformance.tables import ROOT, cases, failing_seating, rulesets, seatings


def chosen(wanted: str) -> list[tuple[str, str]]:
    """(game, ruleset): all of them, or those whose ruleset has this name."""
    return [(name, ruleset) for name, ruleset in cases() if wanted in ("", ruleset)]


def digests(deals: int, wanted: str) -> Iterator[str]:
    """A line of text for each game, ruleset and seating."""
    for name, ruleset in chosen(wanted):
        game = registry.get(name)
        options = rulesets(game)[ruleset]
        rules = game.rules(options)
        for number, makers in enumerate([*seatings(game, options), failing_seating(game, options)]):
            log = Log()
            table = Table(game.engine(rules, log), Seeds(ROOT), number % 2 == 1)
            for deal in range(deals):
                table.play(deal, 0, makers, makers[0])
            yield f"{name} {ruleset} {number} {blake2b(log.to_bytes(), digest_size=8).hexdigest()}"


def check_states(deals: int, wanted: str) -> Iterator[str]:
    """The live state after every single event, against the fold of the log so far."""
    emit = Engine.emit
    seen: list[dict[str, object]] = []

    def spy(self: Engine, *fields: int) -> None:
        emit(self, *fields)
        seen.append(self._state.snapshot())

    Engine.emit = spy  # type: ignore[assignment, method-assign]
    for name, ruleset in chosen(wanted):
        game = registry.get(name)
        options = rulesets(game)[ruleset]
        rules = game.rules(options)
        for deal, makers in enumerate(seatings(game, options)[:deals]):
            seen.clear()
            log = Log()
            Table(game.engine(rules, log), Seeds(ROOT)).play(deal, 0, makers, makers[0])
            state = game.state(rules)
            events = log.to_list()
            assert len(events) == len(seen)
            for event, live in zip(events, seen, strict=True):
                state.fold(event)
                assert state.snapshot() == live
            yield f"{name} {ruleset} {deal} {len(events)}"


if __name__ == "__main__":
    count, wanted, what = (*sys.argv[1:], "", "")[:3]
    print(status().state)  # noqa: T201 - as below
    for line in (check_states if what == "states" else digests)(int(count), wanted):
        print(line)  # noqa: T201 - its output is what the program is for
