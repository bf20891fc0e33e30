"""Plays matches: asks the policies, answers for them, and keeps the rest going when one fails."""

from collections.abc import Callable
from operator import index
from typing import Final

from mypy_extensions import i64

from paiju.sim.kernel.engine import Engine
from paiju.sim.kernel.errors import BudgetExceeded, IllegalMove
from paiju.sim.kernel.events import BUDGET, ILLEGAL, NOBODY, RAISED
from paiju.sim.kernel.outside import OUTSIDE
from paiju.sim.kernel.policy import UNLIMITED, Policy, View
from paiju.sim.kernel.rng import Seeds, Stream

Maker = Callable[[], Policy]
INTERPRETED: Final = __file__.endswith(".py")


class Failure:
    """What a policy did wrong, for the list of failures."""

    def __init__(self, seat: int, fault: int, event: int, text: str) -> None:
        self.seat = seat
        self.fault = fault
        self.event = event
        self.text = text


class LastResort(Policy):
    """Plays the first legal move, whatever it is: for a fallback that fails itself."""

    def code(self, view: View) -> i64:
        """The first legal move's code."""
        return view.code(0)


class Unmade(Policy):
    """Stands in for a policy that could not be made: what its maker raised, it raises at its first question."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def code(self, view: View) -> i64:
        """Nothing."""
        raise self.error


def made(maker: Maker) -> Policy:
    """A new policy for one match."""
    try:
        return maker()
    except BaseException as error:
        if OUTSIDE.is_from(error):
            raise
        return Unmade(error)


class Table:
    """Plays matches of one run, one after another; their events are added to `engine.log`."""

    def __init__(self, engine: Engine, seeds: Seeds, by_seat: bool = False, budget: int = UNLIMITED) -> None:
        """`by_seat`: every seat draws in its own order (see `Chance`); `budget`: nodes for one decision."""
        self.engine = engine
        engine.chance.by_seat = by_seat
        self.seeds = seeds
        self.streams = [Stream() for _ in range(engine.seats)]
        self.views = [engine.view(seat, self.streams[seat]) for seat in range(engine.seats)]
        for view in self.views:
            view._budget = budget

    def play(self, deal: int, seating: int, makers: list[Maker], fallback: Maker) -> list[Failure]:
        """Play the match of one deal to its end; gives what policies did wrong.

        `makers` make the policy of each seat, new for every match. `seating` tells apart the games of one deal (it
        seeds the policies). A policy that raises, answers with an illegal move or overruns its budget is replaced by
        `fallback` for the rest of the match, and a fallback that fails by one that cannot.
        """
        engine = self.engine
        policies = [made(maker) for maker in makers]
        failures: list[Failure] = []
        replaced = 0  # the set of seats where the fallback plays
        engine.start_match()
        hand = 0
        while True:
            self.seeds.deal(deal, hand, engine.chance.streams)
            self.seeds.policies(deal, hand, seating, self.streams)
            engine.start_hand()
            while not play_hand(engine, policies, self.views, failures):
                seat = failures[-1].seat
                policies[seat] = LastResort() if replaced >> seat & 1 else made(fallback)
                replaced |= 1 << seat
            if engine.is_over():
                return failures
            hand += 1


def play_hand(engine: Engine, policies: list[Policy], views: list[View], failures: list[Failure]) -> bool:
    """Answer questions until the hand is over (True) or a policy fails (False, with the failure added)."""
    state = engine._state
    while state.asked != NOBODY:
        seat = state.asked
        view = views[seat]
        view._spent = 0
        try:
            move = policies[seat].code(view)
            if INTERPRETED:
                move = index(move)  # compiled code sees to it that it is a number, and raises the same
            if view._spent > view._budget:  # it kept the error to itself
                view.spend(0)
            OUTSIDE.check()
        except IllegalMove as error:
            return fail(engine, failures, ILLEGAL, str(error))
        except BudgetExceeded as error:
            return fail(engine, failures, BUDGET, str(error))
        except BaseException as error:
            if OUTSIDE.is_from(error):
                raise
            return fail(engine, failures, RAISED, words(error))
        if not engine.is_legal(move):
            return fail(engine, failures, ILLEGAL, f"move {move} is not legal here")
        engine.answer(move)
    return True


def words(error: BaseException) -> str:
    """An error's kind and what it says, if it can."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return type(error).__name__


def fail(engine: Engine, failures: list[Failure], fault: int, text: str) -> bool:
    """Record what the policy that is asked did wrong. Always False."""
    seat = engine._state.asked
    failures.append(Failure(seat, fault, engine.log.count, text))
    engine.fault(seat, fault)
    return False
