"""Whole games for an auditor: played by all kinds of policies, under rulesets at random, from rigged decks."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from paiju.policies import find, names
from paiju.sim.kernel.events import Log
from paiju.sim.kernel.game import Game
from paiju.sim.kernel.options import validate
from paiju.sim.kernel.play import Table
from paiju.sim.kernel.policy import Policy
from paiju.sim.kernel.rng import Seeds
from tests.games.logs import SCORED, WON, Breach
from tests.games.tampering import Options, Trial

Maker = Callable[[], Policy]


@dataclass(frozen=True)
class Arena:
    """What makes games of one kind."""

    game: Game
    makers: Sequence[Maker]  # the test policies, besides which every shipped one plays
    random_options: Callable[[random.Random], dict[str, object]]
    rigged_deck: Callable[[random.Random, Options], list[int]]  # in an order that deals strong hands

    def policies(self) -> list[Maker]:
        """All policies that may sit at a test table: our own and every shipped one."""
        return [*self.makers, *(find(name, self.game.family) for name in names(self.game.family))]

    def play(
        self,
        options: Options,
        deal: int,
        seats: Sequence[Maker],
        deck: Sequence[int] | None = None,
        root: int = 1,
        by_seat: bool = False,
    ) -> list[int]:
        """The events of one match; `deck` is the order of the first hand's cards, `by_seat` the way of drawing."""
        log = Log()
        engine = self.game.engine(self.game.rules(options), log)
        if deck is not None:
            engine.chance.stack(list(deck))
        failures = Table(engine, Seeds(root), by_seat).play(deal, 0, list(seats), seats[0])
        assert not failures, failures[0].text
        return log.to_list()

    def audited(
        self, audit: Callable[[Options, Sequence[int], bool], Counter[str]], chunk: int, n: int, rigged: bool
    ) -> Counter[str]:
        """Play and audit n games of random rulesets and mixed policies; gives what was met.

        `audit(options, events, thorough)` raises Breach; now and then it may look at everything.
        """
        rng = random.Random(f"audit {chunk} {rigged}")
        makers = self.policies()
        met: Counter[str] = Counter()
        for deal in range(n):
            options = validate(self.game.options, {}) if deal % 5 == 0 else self.random_options(rng)
            seats = [rng.choice(makers) for _ in range(4)]
            deck = self.rigged_deck(rng, options) if rigged else None
            events = self.play(options, deal, seats, deck, root=chunk, by_seat=deal % 3 == 0)
            try:
                met += audit(options, events, deal % 50 == 0)
            except Breach as breach:
                players = [getattr(each, "__name__", each) for each in seats]
                where = f"root {chunk}, deal {deal}, {players}, {options}, deck {deck}"
                raise AssertionError(f"{breach}\n{where}") from breach
        return met

    def trial(
        self,
        audit: Callable[[Options, Sequence[int]], object],
        describe: Callable[[int], str],
        makers: Sequence[Maker],
        n: int,
    ) -> Trial:
        """Some single hands, won and drawn, with their rulesets, to be tampered with."""
        rng = random.Random("tampering")
        logs: list[tuple[Options, list[int]]] = []
        for deal in range(n):
            options = self.random_options(rng) | {"match": "hand"}
            seats = [rng.choice(makers) for _ in range(4)]
            logs.append((options, self.play(options, deal, seats, self.rigged_deck(rng, options))))
        return Trial(audit, describe, logs)

    def won_with(self, kind: int, options: Options, maker: Maker) -> list[int]:
        """A match that is won and has an event of a kind."""
        rng = random.Random("won")
        for deal in range(500):
            events = self.play(options, deal, [maker] * 4, self.rigged_deck(rng, options))
            if {kind, WON, SCORED} <= {event & 63 for event in events}:
                return events
        raise AssertionError(f"no game has an event of kind {kind} and a win")
