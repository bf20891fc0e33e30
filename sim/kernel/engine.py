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

from paiju.sim.kernel.errors import ImpossibleState
from paiju.sim.kernel.events import (
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
    visible_of,
)
from paiju.sim.kernel.policy import Move, View
from paiju.sim.kernel.rng import Stream

TAIL_ORDER: Final = 4  # which of the orders of a deck is the tail's; those before it are the seats'
ORDERS: Final = 5


class Chance:
    """The cards of one hand in the order chance gives them, from the head and from the tail.

    Usually (`wall`) all seats draw from one shuffled deck. With `by_seat` (`seat_order`) every seat has its own
    random order over all cards and draws the first one in it that is still undrawn; draws from the tail have an
    order of their own. Given everything seen, the next card is uniform over the undrawn ones in both, so the game
    is the same game; but a seat meets mostly the same cards again when a deal is played with other players.
    How many cards there are to draw is the rule's business in both.
    """

    def __init__(self, size: i64) -> None:
        self.deck: vec[u8] = vec[u8]([0] * size)
        self.size: Final = size
        self.head: i64 = 0
        self.tail: i64 = size
        self.streams: Final = [Stream(), Stream(), Stream(), Stream()]
        self.stacked: list[int] = []
        self.by_seat = False  # set by the table before the first hand
        self.is_wall = True  # is this hand's order that of one wall?
        # for each seat, then for the tail: places in the deck in a random order
        self.orders: vec[u8] = vec[u8]([0])
        self.reached: Final = vec[i64]([0] * ORDERS)  # how far each order has been gone through
        self.drawn: Final = vec[u8]([0] * size)  # by place in the deck: is the card out?

    def shuffle(self) -> None:
        """Shuffle the deck (filled by the game in its canonical order) and start again at both ends."""
        self.head = 0
        self.tail = self.size
        self.is_wall = not self.by_seat or len(self.stacked) > 0
        if not self.is_wall:
            self.order()
            return
        self.streams[0].shuffle(self.deck, self.size)
        if self.stacked:
            self.restack()

    def order(self) -> None:
        """A random order over all cards for every seat (stream 0) and one for the tail (stream 3)."""
        size = self.size
        if i64(len(self.orders)) < ORDERS * size:
            self.orders = vec[u8]([0] * (ORDERS * size))
        for i in range(size):
            self.drawn[i] = 0
        for which in range(i64(ORDERS)):
            self.reached[which] = 0
            stream = self.streams[3] if which == TAIL_ORDER else self.streams[0]
            at = which * size
            for i in range(size):
                self.orders[at + i] = u8(i)
            stream.shuffle_part(self.orders, at, size)

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

    def draw(self, seat: i64 = 0) -> i64:
        """The next card from the head for this seat; without a seat, all draw in one and the same order."""
        if not self.is_wall:
            return self.draw_in_order(seat)
        card = i64(self.deck[self.head])
        self.head += 1
        return card

    def draw_tail(self) -> i64:
        """The next card from the tail: a replacement, a card that is turned or cut."""
        if not self.is_wall:
            return self.draw_in_order(TAIL_ORDER)
        self.tail -= 1
        return i64(self.deck[self.tail])

    def draw_in_order(self, which: i64) -> i64:
        """The first card of an order that is not out yet. Raises IndexError when all are."""
        at, place = which * self.size, self.reached[which]
        if place >= self.size:
            raise IndexError("no card is left to draw")
        while self.drawn[i64(self.orders[at + place])]:
            place += 1
            if place >= self.size:
                raise IndexError("no card is left to draw")
        card = i64(self.orders[at + place])
        self.drawn[card] = 1
        self.reached[which] = place + 1
        return i64(self.deck[card])


class State:
    """What is so: a fold of the events so far. Only `evolve` changes it.

    A game adds its table to what every match has: the dealer, the points, how many hands were played.
    """

    def __init__(self) -> None:
        self.asked: i64 = NOBODY  # the seat that must answer, or NOBODY
        self.dealer: i64 = 0
        self.deltas: Final = vec[i64]([0] * 4)  # points of this hand
        self.scores: Final = vec[i64]([0] * 4)  # points of the match before it
        self.hands: i64 = 0  # hands finished in this match
        self.number: i64 = 0  # which hand of the match this is, from 1

    def start_match(self) -> None:
        """Nobody has any points, nothing was played."""
        for seat in range(i64(4)):
            self.scores[seat] = 0
        self.hands = 0
        self.asked = NOBODY

    def evolve(self, kind: i64, seat: i64, card: i64, from_seat: i64, arg: i64, visible: i64) -> None:
        """Fold one event into the state; `visible` tells what is public from then on."""
        raise NotImplementedError

    def fold(self, event: i64) -> None:
        """Fold one packed event of a log."""
        kind, seat, card, from_seat = kind_of(event), seat_of(event), card_of(event), from_seat_of(event)
        self.evolve(kind, seat, card, from_seat, arg_of(event), visible_of(event))

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
        self._state.evolve(kind, seat, card, from_seat, arg, visible)

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
        """Shuffle `chance`, deal the next hand and run to its first question."""
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
