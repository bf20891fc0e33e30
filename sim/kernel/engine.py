"""The contract between a game and the kernel: state, engine, chance.

A game is a `State` (what is so), folded from events by `evolve` alone, and an `Engine` (what may happen),
which looks at the state and emits events. `Engine.emit` is the only way from a decision to a change: it logs
the event and lets the state evolve. So a stored log can be folded without an engine, and gives the same states.

The engine runs until a seat must answer a question (`asked`, with the legal `moves`), one seat at a time;
what the rules force happens without a question, what only one answer fits is asked all the same.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.sim.kernel.errors import ImpossibleState
from paiju.sim.kernel.events import (
    ASKED,
    CHOICES_SHIFT,
    FAULTED,
    GOES_ON,
    HAND_ENDED,
    HAND_STARTED,
    MATCH_ENDED,
    MATCH_STARTED,
    MAX_CHOICES,
    MAX_SEATS,
    MAX_STAGE,
    MAX_VALUE,
    NO_CARD,
    NOBODY,
    OFFERS_MASK,
    PAID,
    PATTERN_SHIFT,
    SCORED,
    STAGE_SHIFT,
    WON,
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

TAIL_ORDER: Final = MAX_SEATS  # which of the orders of a deck is the tail's; those before it are the seats'
ORDERS: Final = MAX_SEATS + 1


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

    What every match has stands here: who is asked what, the dealer, the points, how the hand and the match go. A
    game adds its table, and `apply`, which folds into the table what an event means there.
    """

    def __init__(self, seats: i64) -> None:
        self.seats: Final = seats  # how many sit at the table
        self.asked: i64 = NOBODY  # the seat that must answer, or NOBODY
        self.stage: i64 = 0  # of the last question
        self.dealer: i64 = 0
        self.winner: i64 = NOBODY  # of this hand; of several the last
        self.outcome: i64 = 0  # of the last hand finished
        self.deltas: Final = vec[i64]([0] * seats)  # points of this hand
        self.scores: Final = vec[i64]([0] * seats)  # points of the match so far
        self.hands: i64 = 0  # hands finished in this match
        self.number: i64 = 0  # which hand of the match this is, from 1
        self.is_over: bool = False  # is the hand over?

    def after(self, seat: i64, turns: i64) -> i64:
        """Who sits so many turns after a seat, 0 to `seats` of them."""
        place = seat + turns
        return place - self.seats if place >= self.seats else place

    def turns_to(self, seat: i64, first: i64) -> i64:
        """How many turns after seat `first` a seat sits, 0 for itself."""
        turns = seat - first
        return turns + self.seats if turns < 0 else turns

    def evolve(self, kind: i64, seat: i64, card: i64, from_seat: i64, arg: i64, visible: i64) -> None:
        """Fold one event into the state; `visible` tells what is public from then on."""
        self.apply(kind, seat, card, from_seat, arg, visible)
        if kind == ASKED:
            self.asked = seat
            self.stage = arg >> STAGE_SHIFT
        elif kind != FAULTED:  # the policy that failed is still to answer
            self.asked = NOBODY
            if kind == HAND_STARTED:
                self.start_hand(seat)
            elif WON <= kind <= MATCH_STARTED:
                self.keep_score(kind, seat, arg)

    def keep_score(self, kind: i64, seat: i64, arg: i64) -> None:
        """Wins, points, ends: what an event means to the hand and the match."""
        if kind == PAID:
            self.deltas[seat] += arg
            self.scores[seat] += arg
        elif kind == WON:
            self.winner = seat
        elif kind == HAND_ENDED:
            self.outcome = arg
            self.is_over = True
            self.hands += 1
        elif kind == MATCH_STARTED:
            self.start_match()

    def apply(self, kind: i64, seat: i64, card: i64, from_seat: i64, arg: i64, visible: i64) -> None:
        """What an event means to the table of the game.

        What every match has is still as it was before the event: `asked` is who gave the answer that the event is,
        `stage` what he was asked, `dealer` and `hands` at HAND_STARTED those of the hand before.
        """
        raise NotImplementedError

    def start_match(self) -> None:
        """Nobody has any points, nothing was played."""
        for seat in range(self.seats):
            self.scores[seat] = 0
        self.hands = 0

    def start_hand(self, dealer: i64) -> None:
        """Nobody has won or lost anything in this hand; points and the count of hands stay."""
        for seat in range(self.seats):
            self.deltas[seat] = 0
        self.dealer = dealer
        self.number = self.hands + 1
        self.winner = NOBODY
        self.is_over = False

    def fold(self, event: i64) -> None:
        """Fold one packed event of a log."""
        kind, seat, card, from_seat = kind_of(event), seat_of(event), card_of(event), from_seat_of(event)
        self.evolve(kind, seat, card, from_seat, arg_of(event), visible_of(event))

    def snapshot(self) -> dict[str, object]:
        """Everything the state holds, in plain Python; for replay, comparison and tests."""
        raise NotImplementedError


@final
class Tally:
    """What a won hand is made of, item by item, and what each seat gains; a game's scorer fills it."""

    def __init__(self, seats: i64, most: i64) -> None:
        """`most`: how many items a hand may have."""
        self.count: i64 = 0
        self.patterns: Final = vec[i64]([0] * most)
        self.values: Final = vec[i64]([0] * most)
        self.cards: Final = vec[i64]([0] * most)  # the card that an item is about, or NO_CARD
        self.points: Final = vec[i64]([0] * seats)

    def clear(self) -> None:
        """No items; the points stay as they are until the next payment."""
        self.count = 0

    def add(self, pattern: i64, value: i64, card: i64 = NO_CARD) -> None:
        """One item."""
        self.patterns[self.count] = pattern
        self.values[self.count] = value
        self.cards[self.count] = card
        self.count += 1


class Engine:
    """A table that plays one match after another: looks at the state, decides what happens next, emits events.

    A subclass implements `start_hand` and `answer` (emit events until a question is open or the hand is over),
    `legal`, `match_end`, `view` and `move`.
    """

    def __init__(self, state: State, log: Log, chance: Chance) -> None:
        self.seats: Final = state.seats  # how many sit at the table
        self.everyone: Final = (i64(1) << state.seats) - 1  # the set of them
        self.log: Final = log
        self.chance: Final = chance
        self.moves: Final = vec[i64]([0] * (MAX_CHOICES + 1))  # the legal answers to the open question
        self.choices: i64 = 0  # how many
        self.offers: i64 = 0  # the set of their kinds
        self._state: Final = state

    def emit(self, kind: i64, seat: i64, card: i64, from_seat: i64, arg: i64, visible: i64) -> None:
        """The only way things happen: log the event, let the state evolve."""
        self.log.write(pack(kind, seat, card, from_seat, arg, visible))
        self._state.evolve(kind, seat, card, from_seat, arg, visible)

    def announce(self, kind: i64, seat: i64, card: i64, from_seat: i64, arg: i64) -> None:
        """Something that everybody sees."""
        self.emit(kind, seat, card, from_seat, arg, self.everyone)

    def confide(self, kind: i64, seat: i64, card: i64, from_seat: i64, arg: i64) -> None:
        """Something whose card its seat alone sees."""
        self.emit(kind, seat, card, from_seat, arg, i64(1) << seat)

    # Questions

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

        The log keeps the number of legal moves, the set of their kinds and the stage they belong to. Raises
        ImpossibleState when they do not fit there.
        """
        if self.choices > MAX_CHOICES or self.offers > OFFERS_MASK or stage > MAX_STAGE:
            raise ImpossibleState(
                f"a question of stage {stage} with {self.choices} answers of kinds {self.offers:b} fits no event"
            )
        arg = stage << STAGE_SHIFT | self.choices << CHOICES_SHIFT | self.offers
        self.confide(ASKED, seat, card, from_seat, arg)

    def is_legal(self, move: i64) -> bool:
        """Is this one of the answers to the open question?"""
        for i in range(self.choices):
            if self.moves[i] == move:
                return True
        return False

    def start_match(self) -> None:
        """Clear the table for a new match."""
        self.announce(MATCH_STARTED, NOBODY, NO_CARD, NOBODY, 0)

    def start_hand(self) -> None:
        """Shuffle `chance`, deal the next hand and run to its first question."""
        raise NotImplementedError

    def answer(self, move: i64) -> None:
        """Carry out a legal answer to the open question and run to the next one or to the end of the hand."""
        raise NotImplementedError

    def legal(self) -> None:
        """Offer the answers to the question that is open in the state; for states folded from a log."""
        raise NotImplementedError

    # The end

    def settle(self, winner: i64, outcome: i64, tally: Tally) -> None:
        """Tell what the won hand is made of and what is paid for it, and end it. Raises ImpossibleState."""
        for i in range(tally.count):
            value = tally.values[i]
            if value < 0 or value > MAX_VALUE:
                raise ImpossibleState(f"an item of a score that is worth {value} fits no event")
            arg = tally.patterns[i] << PATTERN_SHIFT | value
            self.announce(SCORED, winner, tally.cards[i], NOBODY, arg)
        self.pay(tally.points)
        self.end_hand(winner, outcome)

    def pay(self, points: vec[i64]) -> None:
        """Each seat gains its points, or loses them if they are negative."""
        for seat in range(self.seats):
            if points[seat]:
                self.announce(PAID, seat, NO_CARD, NOBODY, points[seat])

    def end_hand(self, winner: i64, outcome: i64) -> None:
        """The hand is over, and perhaps the match."""
        self.announce(HAND_ENDED, winner, NO_CARD, NOBODY, outcome)
        why = self.match_end()
        if why != GOES_ON:
            self.announce(MATCH_ENDED, NOBODY, NO_CARD, NOBODY, why)

    def match_end(self) -> i64:
        """Why the match is over after the hands played so far (see `MATCH_ENDS`), or GOES_ON."""
        raise NotImplementedError

    def is_over(self) -> bool:
        """Is the match over?"""
        return self.match_end() != GOES_ON

    def fault(self, seat: i64, what: i64) -> None:
        """Record that the policy in this seat failed (FAULTED)."""
        self.emit(FAULTED, seat, NO_CARD, NOBODY, what, 0)

    def view(self, seat: int, rng: Stream) -> View:
        """What one seat may see."""
        raise NotImplementedError

    def move(self, code: int) -> Move:
        """The readable move of a code."""
        raise NotImplementedError
