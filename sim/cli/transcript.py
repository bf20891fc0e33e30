"""A game in words: one line per event, for people at a terminal."""

from collections.abc import Iterator, Sequence

from paiju.sim.kernel.codec import Codec, Event
from paiju.sim.kernel.engine import State
from paiju.sim.kernel.events import (
    ASKED,
    DEALT,
    FAULTED,
    FAULTS,
    HAND_ENDED,
    HAND_STARTED,
    MATCH_ENDED,
    MATCH_ENDS,
    MATCH_STARTED,
    PAID,
    PASSED,
    SCORED,
    choices_of,
    offers_of,
    pattern_of,
    stage_of,
    value_of,
)
from paiju.sim.kernel.game import Game

SILENT = (MATCH_STARTED, DEALT)


class Transcript:
    """The events of one game as text, as everybody or as one seat sees them.

    `seat` None shows everything; otherwise cards that the seat could not see are ?, and what only others know
    (that they were asked, that they passed) is left out.
    """

    def __init__(self, game: Game, players: Sequence[str], events: Sequence[int], seat: int | None) -> None:
        self.game = game
        self.players = players
        self.seat = seat
        self.events = events
        codec = Codec(game)
        self.kind_numbers = codec.kind_numbers
        self.records = codec.read(events)
        self.hanzi = {name: hanzi for _, name, hanzi in game.cards}
        self.stages = {number: name for number, name, _ in game.stages}
        self.moves = [name for _, name, _ in game.moves]
        self.patterns = {each.id: f"{each.name} {each.hanzi}" for each in game.patterns}
        self.outcomes = {each.number: f"{each.name} {each.hanzi}" for each in game.outcomes}

    def is_seen(self, record: Event) -> bool:
        """May the seat see the card of this event?"""
        return self.seat is None or bool(record.visible >> self.seat & 1)

    def is_secret(self, record: Event) -> bool:
        """Does this seat not even know that it happened?"""
        return record.kind in ("asked", "passed", "faulted") and not self.is_seen(record)

    def shown(self, record: Event) -> dict[str, object] | None:
        """The record as JSON, without what the seat cannot see; None when it knows nothing of it."""
        if self.is_secret(record):
            return None
        fields = record.to_json()
        if not self.is_seen(record):
            fields.pop("card", None)
        return fields

    def line(self, number: int) -> str | None:
        """Event number `number` as a line, or None when it is not worth one or the seat knows nothing of it."""
        record = self.records[number]
        kind = self.kind_numbers[record.kind]
        if kind in SILENT or self.is_secret(record):
            return None
        if kind == HAND_STARTED:
            return f"--- hand {record.hand + 1}: {self.name(record.seat)} deals ---"
        detail = self.game.detail(self.events[number])
        return f"{number:5}  {self.words(kind, record)}" + (f": {detail}" if detail else "")

    def words(self, kind: int, record: Event) -> str:
        """What happened, in words."""
        who = self.name(record.seat)
        if kind == ASKED:
            return f"{who} is asked ({self.question(record)})"
        if kind == PASSED:
            return f"{who} passes {self.card(record)}"
        if kind == SCORED:
            return f"       {self.patterns[pattern_of(record.arg)]}: {value_of(record.arg)}"
        if kind == PAID:
            return f"       {who} {record.arg:+d}"
        if kind == HAND_ENDED:
            return f"hand over: {self.outcomes[record.arg]}"
        if kind == MATCH_ENDED:
            return f"match over: {dict(MATCH_ENDS)[record.arg]}"
        if kind == FAULTED:
            return f"{who} failed ({dict(FAULTS)[record.arg]}); the fallback plays on"
        given = "" if record.from_seat in (None, record.seat) else f" from {self.name(record.from_seat)}"
        return f"{who} {record.kind.replace('_', ' ')} {self.card(record)}{given}"

    def question(self, record: Event) -> str:
        """What the seat is asked, and the kinds of answer the rules allow."""
        kinds = offers_of(record.arg)
        offers = [name for bit, name in enumerate(self.moves) if kinds >> bit & 1]
        return f"{self.stages[stage_of(record.arg)]}: {', '.join(offers)}; {choices_of(record.arg)} choices"

    def name(self, seat: int | None) -> str:
        """A seat with its player."""
        return "nobody" if seat is None else f"{seat} {self.players[seat]}"

    def card(self, record: Event) -> str:
        """The card in both scripts, or ? when it is hidden."""
        if record.card is None:
            return ""
        return f"{record.card} {self.hanzi[record.card]}" if self.is_seen(record) else "?"

    def stops(self) -> list[int]:
        """The numbers of events before which a reader may want to stop: each question, and the end."""
        questions = [i for i, record in enumerate(self.records) if record.kind == "asked"]
        return [*questions, len(self.records)]

    def lines(self, first: int, last: int, questions: bool) -> Iterator[str]:
        """The lines of events first .. last - 1; questions only when wanted."""
        for number in range(first, last):
            if questions or self.records[number].kind != "asked":
                line = self.line(number)
                if line is not None:
                    yield line

    def table(self, state: State) -> str:
        """The table as the seat sees it."""
        return self.game.table_text(state, self.players, self.seat)
