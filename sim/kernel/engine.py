"""The contract between a game and the kernel: state, engine, chance.

A game is a `State` (what is so), folded from events by `evolve` alone, and an `Engine` (what may happen),
which looks at the state and emits events. `Engine.emit` is the only way from a decision to a change: it logs
the event and lets the state evolve. So a stored log can be folded without an engine, and gives the same states.

The engine runs until a seat must answer a question (`asked`, with the legal `moves`), one seat at a time;
what the rules force happens without a question, what only one answer fits is asked all the same.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from sim.kernel.errors import ImpossibleState
from sim.kernel.events import (
    ALL,
    ASKED,
    FAULTED,
    MATCH_STARTED,
    NO_CARD,
    NOBODY,
    Log,
    arg_of,
    card_of,
    from_seat_of,
    kind_of,
    pack,
    seat_of,
)
from sim.kernel.policy import Move, View
from sim.kernel.rng import Stream


class Chance:
    """The cards of one hand in the order chance gives them, from the head and from the tail."""

    def __init__(self, size: i64) -> None:
        self.deck: vec[u8] = vec[u8]([0] * size)
        self.size: Final = size
        self.head: i64 = 0
        self.tail: i64 = size
        self.streams: Final = [Stream(), Stream(), Stream(), Stream()]
        self.stacked: list[int] = []

    def shuffle(self) -> None:
        """Shuffle the deck (filled by the game in its canonical order) and start again at both ends."""
        self.streams[0].shuffle(self.deck, self.size)
        if self.stacked:
            self.restack()
        self.head = 0
        self.tail = self.size

    def stack(self, cards: list[int]) -> None:
        """The next shuffle gives this order, from the head on; for set problems and tests."""
        self.stacked = cards

    def restack(self) -> None:
        """Replace the order of a shuffle by the one that was stacked. Raises ImpossibleState."""
        cards, self.stacked = self.stacked, []
        if sorted(cards) != sorted([int(self.deck[i]) for i in range(self.size)]):
            raise ImpossibleState(f"the {len(cards)} cards stacked are not the {self.size} of the deck")
        for i in range(self.size):
            self.deck[i] = u8(cards[i])

    def draw(self) -> i64:
        """The next card from the head."""
        card = i64(self.deck[self.head])
        self.head += 1
        return card

    def draw_tail(self) -> i64:
        """The next card from the tail."""
        self.tail -= 1
        return i64(self.deck[self.tail])


class State:
    """What is so: a fold of the events so far. Only `evolve` changes it."""

    def __init__(self) -> None:
        self.asked: i64 = NOBODY  # the seat that must answer, or NOBODY

    def evolve(self, kind: i64, seat: i64, card: i64, from_seat: i64, arg: i64) -> None:
        """Fold one event into the state."""
        raise NotImplementedError

    def fold(self, event: i64) -> None:
        """Fold one packed event of a log."""
        self.evolve(kind_of(event), seat_of(event), card_of(event), from_seat_of(event), arg_of(event))

    def snapshot(self) -> dict[str, object]:
        """Everything the state holds, in plain Python; for replay, comparison and tests."""
        raise NotImplementedError


class Engine:
    """A table that plays one match after another: looks at the state, decides what happens next, emits events.

    A subclass implements `start_hand` and `answer` (emit events until a question is open or the hand is over),
    `legal`, `is_over`, `view` and `move`.
    """

    def __init__(self, state: State, seats: int, log: Log, chance: Chance) -> None:
        self.seats: Final = seats
        self.log: Final = log
        self.chance: Final = chance
        self.moves: Final = vec[i64]([0] * 256)  # the legal answers to the open question
        self.choices: i64 = 0  # how many
        self.offers: i64 = 0  # the set of their kinds
        self._state: Final = state

    def emit(self, kind: i64, seat: i64, card: i64, from_seat: i64, arg: i64, visible: i64) -> None:
        """The only way things happen: log the event, let the state evolve."""
        self.log.write(pack(kind, seat, card, from_seat, arg, visible))
        self._state.evolve(kind, seat, card, from_seat, arg)

    def clear_offers(self) -> None:
        """Begin a new question."""
        self.choices = 0
        self.offers = 0

    def offer(self, move: i64) -> None:
        """Add a legal answer to the question being put."""
        self.moves[self.choices] = move
        self.choices += 1
        self.offers |= i64(1) << (move >> 24)

    def ask(self, seat: i64, card: i64, from_seat: i64, stage: i64) -> None:
        """Put the question whose answers were offered; only the seat knows that it is asked.

        The log keeps the number of legal moves, the set of their kinds and the stage they belong to.
        """
        arg = stage << 24 | self.choices << 16 | self.offers
        self.emit(ASKED, seat, card, from_seat, arg, i64(1) << seat)

    def is_legal(self, move: i64) -> bool:
        """Is this one of the answers to the open question?"""
        for i in range(self.choices):
            if self.moves[i] == move:
                return True
        return False

    def start_match(self) -> None:
        """Clear the table for a new match."""
        self.emit(MATCH_STARTED, NOBODY, NO_CARD, NOBODY, 0, ALL)

    def start_hand(self) -> None:
        """Deal the next hand from `chance` (already shuffled) and run to its first question."""
        raise NotImplementedError

    def answer(self, move: i64) -> None:
        """Carry out a legal answer to the open question and run to the next one or to the end of the hand."""
        raise NotImplementedError

    def legal(self) -> None:
        """Offer the answers to the question that is open in the state; for states folded from a log."""
        raise NotImplementedError

    def is_over(self) -> bool:
        """Is the match over?"""
        raise NotImplementedError

    def fault(self, seat: i64, what: i64) -> None:
        """Record that the policy in this seat failed (FAULTED)."""
        self.emit(FAULTED, seat, NO_CARD, NOBODY, what, 0)

    def view(self, seat: int, rng: Stream) -> View:
        """What one seat may see."""
        raise NotImplementedError

    def move(self, code: int) -> Move:
        """The readable move of a code."""
        raise NotImplementedError
