"""Plays matches: asks the policies, answers for them, and keeps the rest going when one fails."""

from collections.abc import Callable

from sim.kernel.engine import Engine
from sim.kernel.errors import IllegalMove
from sim.kernel.events import ILLEGAL, NOBODY, RAISED
from sim.kernel.policy import Policy, View
from sim.kernel.rng import Seeds, Stream

Maker = Callable[[], Policy]


class Failure:
    """What a policy did wrong, for the list of failures."""

    def __init__(self, seat: int, fault: int, event: int, text: str) -> None:
        self.seat = seat
        self.fault = fault
        self.event = event
        self.text = text


class Table:
    """Plays matches of one run, one after another; their events are added to `engine.log`."""

    def __init__(self, engine: Engine, seeds: Seeds) -> None:
        self.engine = engine
        self.seeds = seeds
        self.streams = [Stream() for _ in range(engine.seats)]
        self.views = [engine.view(seat, self.streams[seat]) for seat in range(engine.seats)]

    def play(self, deal: int, seating: int, makers: list[Maker], fallback: Maker) -> list[Failure]:
        """Play the match of one deal to its end; gives what policies did wrong.

        `makers` make the policy of each seat, new for every match. `seating` tells apart the games of one deal (it
        seeds the policies). A policy that raises or answers with an illegal move is replaced by `fallback` for the
        rest of the match.
        """
        engine = self.engine
        policies = [maker() for maker in makers]
        failures: list[Failure] = []
        engine.start_match()
        hand = 0
        while True:
            self.seeds.deal(deal, hand, engine.chance.streams)
            self.seeds.policies(deal, hand, seating, self.streams)
            engine.start_hand()
            while not play_hand(engine, policies, self.views, failures):
                policies[failures[-1].seat] = fallback()
            if engine.is_over():
                return failures
            hand += 1


def play_hand(engine: Engine, policies: list[Policy], views: list[View], failures: list[Failure]) -> bool:
    """Answer questions until the hand is over (True) or a policy fails (False, with the failure added)."""
    state = engine._state
    while state.asked != NOBODY:
        seat = state.asked
        try:
            move = policies[seat].code(views[seat])
        except IllegalMove as error:
            failures.append(Failure(seat, ILLEGAL, engine.log.count, str(error)))
            engine.fault(seat, ILLEGAL)
            return False
        except Exception as error:  # a policy is other people's code: whatever it raises is a result
            failures.append(Failure(seat, RAISED, engine.log.count, f"{type(error).__name__}: {error}"))
            engine.fault(seat, RAISED)
            return False
        if not engine.is_legal(move):
            failures.append(Failure(seat, ILLEGAL, engine.log.count, f"move {move} is not legal here"))
            engine.fault(seat, ILLEGAL)
            return False
        engine.answer(move)
    return True
