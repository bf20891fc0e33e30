"""From packed events of many matches to the tables of `paiju.sim.store.schema`, with numpy, a column at a time.

Everything in `seats` and `hands` is derived from the events. No loop here runs once per event or per hand.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from paiju.sim.kernel import events as ev
from paiju.sim.kernel.errors import ImpossibleState
from paiju.sim.kernel.game import Game
from paiju.sim.kernel.game import Names as Numbered
from paiju.sim.store import schema

Ints = npt.NDArray[np.int64]
Array = npt.NDArray[Any]

EVENT_KINDS: Final = 64  # all that six bits can say
CARDS: Final = 255  # all that eight bits can say, without NO_CARD


@dataclass(frozen=True, slots=True)
class Names:
    """The dictionaries that turn the numbers in events into words. A number is a place in its dictionary."""

    kinds: pa.Array
    cards: pa.Array
    outcomes: pa.Array
    ends: pa.Array
    patterns: pa.Array
    faults: pa.Array
    players: pa.Array

    @staticmethod
    def of(game: Game, players: Sequence[str]) -> "Names":
        """The words of a game and the players of a run."""
        return Names(
            kinds=dictionary(game.kinds, EVENT_KINDS),
            cards=dictionary(game.cards, CARDS),
            outcomes=dictionary(tuple((each.number, each.name, each.hanzi) for each in game.outcomes)),
            ends=dictionary(tuple((number, name, "") for number, name in ev.MATCH_ENDS)),
            patterns=dictionary(tuple((each.id, each.name, each.hanzi) for each in game.patterns)),
            faults=dictionary(tuple((number, name, "") for number, name in ev.FAULTS)),
            players=pa.array(players, pa.string()),
        )


def dictionary(names: Numbered, size: int = 0) -> pa.Array:
    """An Arrow dictionary with each name at its number; numbers without a name get a stand-in.

    With all numbers that a field can hold in the dictionary, the numbers themselves are the index, uncopied,
    and whatever a log says can be written. A card then takes eight bits, which compress better than six.
    """
    words = {number: name for number, name, _ in names}
    if len(set(words.values())) < len(names):
        raise ImpossibleState(f"two numbers share a name, or two names a number: {names}")
    length = max(size, max(words, default=-1) + 1)
    return pa.array([words.get(number, f"#{number}") for number in range(length)], pa.string())


@dataclass(frozen=True, slots=True)
class Matches:
    """Finished matches, one after the other; arrays have one entry per match unless said otherwise."""

    events: Ints  # packed, of all matches
    offsets: Ints  # where each match begins in `events`, and where the last one ends
    game_id: Ints
    block: Ints
    deal: Ints
    matchup: Ints
    circle: Ints
    rotation: Ints
    players: Ints  # [match, seat]: number of the player in `Names.players`
    digests: Ints
    failures: Sequence[tuple[int, int, int, int, str]]  # match, seat, fault, event, text
    scored: Array | None = None  # does its block count? None: all do
    hung: Sequence[tuple[int, int, int, int, int, str]] = ()  # game_id, player, seat, fault, event, text

    def scored_games(self) -> Array:
        """Of each match: does its block count?"""
        return np.ones(len(self.game_id), np.bool_) if self.scored is None else self.scored


class Columns:
    """The tables of some matches. Columns that several tables need are computed once."""

    def __init__(self, matches: Matches, names: Names) -> None:
        self.matches: Final = matches
        self.names: Final = names
        self.seats: Final = matches.players.shape[1]
        self.kind: Final = matches.events.astype(np.uint8) & ev.KIND_MASK
        self.asked: Final = self.places(ev.ASKED)
        self.hand_started: Final = self.places(ev.HAND_STARTED)
        self.first_hands: Final = np.searchsorted(
            self.hand_started, matches.offsets
        )  # of each match, and the end
        self.hand_starts: Final = self.hand_started.copy()
        self.hand_starts[self.first_hands[:-1]] = matches.offsets[
            :-1
        ]  # match_started belongs to the first hand
        self.hand_sizes: Final = np.diff(self.hand_starts, append=len(matches.events))
        self.check_order()

    def check_order(self) -> None:
        """Matches and hands must begin and end as they should, and game numbers must rise."""
        offsets = self.matches.offsets
        if len(offsets) == 1:
            return
        if np.any(self.kind[offsets[:-1]] != ev.MATCH_STARTED) or np.any(np.diff(self.first_hands) < 1):
            raise ImpossibleState("a match does not begin with match_started and a hand")
        if np.any(self.kind[offsets[1:] - 1] != ev.MATCH_ENDED):
            raise ImpossibleState("a match does not end with match_ended")
        if np.any(self.per_hand(ev.HAND_ENDED) != 1):
            raise ImpossibleState("a hand does not end with exactly one hand_ended")
        if np.any(np.diff(self.matches.game_id) <= 0):
            raise ImpossibleState("the game numbers do not rise")

    def places(self, kind: int) -> Ints:
        """Where events of a kind stand."""
        return np.flatnonzero(self.kind == kind)

    def fields(self, places: Ints) -> tuple[Ints, Ints, Ints]:
        """Seat, from_seat and arg of the events at some places."""
        events = self.matches.events[places]
        return (
            events >> ev.SEAT_SHIFT & ev.SEAT_MASK,
            events >> ev.FROM_SHIFT & ev.SEAT_MASK,
            events >> ev.ARG_SHIFT,
        )

    def counts(self, places: Ints, starts: Ints) -> Ints:
        """How many of some rising places lie between each start and the next, or the end."""
        return np.diff(np.searchsorted(places, starts), append=len(places))

    def hand_of(self, places: Ints) -> Ints:
        """Which hand (of all matches, counted from 0) the events at some rising places belong to."""
        return np.repeat(np.arange(len(self.hand_starts)), self.counts(places, self.hand_starts))

    def match_of(self, places: Ints) -> Ints:
        """Which match the events at some rising places belong to."""
        starts = self.matches.offsets[:-1]
        return np.repeat(np.arange(len(starts)), self.counts(places, starts))

    def per_hand(self, kind: int) -> Ints:
        """How many events of a kind each hand has."""
        return self.counts(self.places(kind), self.hand_starts)

    def per_seat(self, places: Ints, seat: Ints, value: Ints | None = None) -> Ints:
        """[match, seat]: how many events there are at `places` for `seat`, or the sum of their `value`."""
        cells = self.match_of(places) * self.seats + seat
        counts = np.bincount(cells, value, minlength=self.matches.players.size)
        return counts.astype(np.int64).reshape(-1, self.seats)

    def points(self) -> Ints:
        """[match, seat]: what each seat gained over the match."""
        places = self.places(ev.PAID)
        seat, _, gain = self.fields(places)
        return self.per_seat(places, seat, gain)

    def games(self) -> pa.Table:
        """A row per match."""
        matches = self.matches
        _, _, ended = self.fields(matches.offsets[1:] - 1)
        return table(
            schema.GAMES,
            game_id=matches.game_id,
            block=matches.block,
            deal=matches.deal,
            matchup=matches.matchup,
            circle=matches.circle,
            rotation=matches.rotation,
            hands=np.diff(self.first_hands),
            events=np.diff(matches.offsets),
            ended=named(ended, self.names.ends),
            digest=matches.digests,
            scored=matches.scored_games(),
        )

    def seats_table(self) -> pa.Table:
        """A row per match and seat."""
        matches = self.matches
        points = self.points()
        won = self.places(ev.WON)
        winner, giver, _ = self.fields(won)
        given = (giver != winner) & (giver != ev.NOBODY)
        faults = self.places(ev.FAULTED)
        return table(
            schema.SEATS,
            game_id=np.repeat(matches.game_id, self.seats),
            seat=np.tile(np.arange(self.seats), len(matches.game_id)),
            policy=named(matches.players.ravel(), self.names.players),
            points=points.ravel(),
            rank=ranks(points).ravel(),
            hands_won=self.per_seat(won, winner).ravel(),
            hands_paid=self.per_seat(won[given], giver[given]).ravel(),
            faults=self.per_seat(faults, self.fields(faults)[0]).ravel(),
        )

    def hands(self) -> pa.Table:
        """A row per hand."""
        dealer, _, _ = self.fields(self.hand_started)
        hand_count = len(self.hand_starts)
        _, _, outcome = self.fields(self.places(ev.HAND_ENDED))
        winner, giver, score = self.wins()
        match_of_hand = np.repeat(np.arange(len(self.matches.game_id)), np.diff(self.first_hands))
        return table(
            schema.HANDS,
            game_id=self.matches.game_id[match_of_hand],
            hand=np.arange(hand_count) - self.first_hands[match_of_hand],
            dealer=dealer,
            outcome=named(outcome, self.names.outcomes),
            winner=nullable(winner.astype(np.int8), winner == ev.NOBODY),
            from_seat=nullable(giver.astype(np.int8), (giver == ev.NOBODY) | (giver == winner)),
            score=nullable(score.astype(np.int32), winner == ev.NOBODY),
            points=nullable(self.winner_points(winner).astype(np.int32), winner == ev.NOBODY),
            turns=self.per_hand(ev.DREW),
            decisions=self.per_hand(ev.ASKED),
            events=self.hand_sizes,
            patterns=self.patterns(),
        )

    def wins(self) -> tuple[Ints, Ints, Ints]:
        """Winner, giver and score of each hand (the first if several won); NOBODY, NOBODY, 0 if drawn."""
        places = self.places(ev.WON)
        hands = self.hand_of(places)[::-1]  # of several values for one hand the last assigned holds
        found = []
        for values, nothing in zip(self.fields(places), (ev.NOBODY, ev.NOBODY, 0), strict=True):
            column = np.full(len(self.hand_starts), nothing, np.int64)
            column[hands] = values[::-1]
            found.append(column)
        return found[0], found[1], found[2]

    def winner_points(self, winner: Ints) -> Ints:
        """What the winner of each hand was paid in it."""
        places = self.places(ev.PAID)
        seat, _, gain = self.fields(places)
        hands = self.hand_of(places)
        his = seat == winner[hands]
        return np.bincount(hands[his], gain[his], minlength=len(winner)).astype(np.int64)

    def patterns(self) -> pa.Array:
        """For each hand the list of what its score is made of."""
        places = self.places(ev.SCORED)
        _, _, arg = self.fields(places)
        offsets = np.searchsorted(places, np.append(self.hand_starts, len(self.kind)))
        return pa.ListArray.from_arrays(
            pa.array(offsets.astype(np.int32)), named(arg >> ev.PATTERN_SHIFT, self.names.patterns)
        )

    def events(self) -> pa.Table:
        """A row per event."""
        return self.some_events(0, len(self.kind))

    def event_groups(self, size: int) -> Iterator[pa.Table]:
        """The rows of `events`, so many at a time: they fit the cache, and the same memory serves all."""
        for first in range(0, len(self.kind), size):
            yield self.some_events(first, min(first + size, len(self.kind)))

    def some_events(self, first: int, last: int) -> pa.Table:
        """The rows of events number `first` to `last` - 1."""
        packed, kind = self.matches.events[first:last], self.kind[first:last]
        hands = np.arange(
            np.searchsorted(self.hand_starts, first, side="right") - 1,
            np.searchsorted(self.hand_starts, last),
        )
        starts = self.hand_starts[hands]
        sizes = np.diff(np.maximum(starts, first), append=last)
        match = np.searchsorted(self.first_hands, hands, side="right") - 1
        asked = np.cumsum(kind == ev.ASKED, dtype=np.int32) + np.int32(np.searchsorted(self.asked, first))
        low = packed.astype(np.uint32)  # all but most of `arg`
        seat = (low >> ev.SEAT_SHIFT).astype(np.uint8) & ev.SEAT_MASK
        giver = (low >> ev.FROM_SHIFT).astype(np.uint8) & ev.SEAT_MASK
        card = (low >> ev.CARD_SHIFT).astype(np.uint8)

        def spread(per_hand: Array, width: type[np.signedinteger[Any]] = np.int32) -> Array:
            return np.repeat(per_hand.astype(width), sizes)

        return table(
            schema.EVENTS,
            game_id=spread(self.matches.game_id[match], np.int64),
            hand=spread(hands - self.first_hands[match], np.int16),
            seq=np.arange(first, last, dtype=np.int32) - spread(starts),
            move=asked - spread(np.searchsorted(self.asked, starts)),
            kind=pa.DictionaryArray.from_arrays(pa.array(kind), self.names.kinds),
            seat=nullable(seat.view(np.int8), seat == ev.NOBODY),
            card=pa.DictionaryArray.from_arrays(nullable(card, card == ev.NO_CARD), self.names.cards),
            from_seat=nullable(giver.view(np.int8), giver == ev.NOBODY),
            arg=packed >> ev.ARG_SHIFT,
            visible=(low >> ev.VISIBLE_SHIFT).astype(np.int8) & ev.VISIBLE_MASK,
        )

    def failures(self) -> pa.Table:
        """A row per policy that failed; those of games that hung, and are no match here, too."""
        matches = self.matches
        rows = [
            (int(matches.game_id[match]), int(matches.players[match, seat]), seat, fault, event, text)
            for match, seat, fault, event, text in matches.failures
        ]
        rows = sorted([*rows, *matches.hung], key=lambda row: row[0])
        game, player, seats, faults, events = (np.array([row[i] for row in rows], np.int64) for i in range(5))
        return table(
            schema.FAILURES,
            game_id=game,
            seat=seats,
            policy=named(player, self.names.players),
            fault=named(faults, self.names.faults),
            event=events,
            text=pa.array([row[5] for row in rows], pa.string()),
        )

    def tables(self, log_level: str, group: int) -> dict[str, pa.Table | Iterator[pa.Table]]:
        """The tables that a log level keeps, by name; that of events `group` rows at a time."""
        if not len(self.matches.game_id):  # every block of the shard is invalid
            empty = {name: schema.TABLES[name].empty_table() for name in schema.LOG_LEVELS[log_level]}
            return {**empty, "failures": self.failures()}
        make: dict[str, Callable[[], pa.Table | Iterator[pa.Table]]] = {
            "games": self.games,
            "seats": self.seats_table,
            "hands": self.hands,
            "events": lambda: self.event_groups(group),
            "failures": self.failures,
        }
        return {name: make[name]() for name in schema.LOG_LEVELS[log_level]}


def table(expected: pa.Schema, **columns: Array | pa.Array) -> pa.Table:
    """A table of a schema's columns, which may have any integer width; all of them and in its order."""
    assert list(columns) == expected.names
    fields, arrays = [], []
    for name, column in columns.items():
        wanted = expected.field(name).type
        array = (
            column
            if isinstance(column, pa.Array)
            else pa.array(column.astype(wanted.to_pandas_dtype(), copy=False))
        )
        fields.append(pa.field(name, array.type, nullable=name in NULLABLE))
        arrays.append(array)
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields))


# Columns that may hold nulls. The others are stored as required, which is cheaper to write and to read.
NULLABLE: Final = frozenset({"winner", "from_seat", "score", "points", "seat", "card", "patterns", "text"})


def named(numbers: Array, words: pa.Array) -> pa.DictionaryArray:
    """Numbers as the words they stand for."""
    return pa.DictionaryArray.from_arrays(pa.array(numbers.astype(np.int32)), words)


def nullable(values: Array, is_null: Array) -> pa.Array:
    """An Arrow array over the same memory, null where told."""
    valid = np.packbits(~is_null, bitorder="little")
    return pa.Array.from_buffers(
        pa.from_numpy_dtype(values.dtype), len(values), [pa.py_buffer(valid), pa.py_buffer(values)]
    )


def ranks(points: Ints) -> npt.NDArray[np.float32]:
    """[match, seat]: the rank by points, 1 = most; seats with equal points share their mean rank."""
    higher = (points[:, None, :] > points[:, :, None]).sum(axis=2)
    equal = (points[:, None, :] == points[:, :, None]).sum(axis=2)
    return cast(npt.NDArray[np.float32], (1 + higher + (equal - 1) / 2).astype(np.float32))
