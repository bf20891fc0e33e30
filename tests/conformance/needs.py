"""What the conformance tests must know of a game; each says it in `tests/games/<game>/conformance.py`, as `NEEDS`."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module

Snapshot = Mapping[str, object]
Reshuffle = Callable[[Sequence[int], Snapshot, Sequence[int], int, random.Random], list[int]]


def nothing(options: Mapping[str, object]) -> int:
    """The payments of a hand add up to zero, whatever the options."""
    return 0


@dataclass(frozen=True)
class Needs:
    """Where cards lie, which of them are hidden, what may be asked of a view."""

    places: Callable[
        [Snapshot], tuple[list[int], int]
    ]  # the cards in sight of somebody, how many lie undrawn
    reshuffled: Reshuffle  # (events, snapshot, deck, seat, rng): what the seat cannot see shuffled
    domains: Mapping[str, int]  # what arguments of the methods of a view range over
    fillers: frozenset[str] = frozenset({"spend"})  # methods that fill a given vec, or count nodes
    may_lose: Callable[[Mapping[str, object]], int] = (
        nothing  # how far below zero the payments of a hand may be
    )


def needs_of(game: str) -> Needs:
    """Those of a game, found by its name."""
    needs = import_module(f"tests.games.{game}.conformance").NEEDS
    assert isinstance(needs, Needs)
    return needs
