"""The part of the log format that all games share, written down apart from the program, and a reader of logs.

A `LogReader` is the base of each game's auditor: it knows which event is to be looked at, says which one is due,
and reads questions with their answers, past the faults of policies.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

(
    HAND_STARTED,
    DEALT,
    DREW,
    ASKED,
    PASSED,
    DISCARDED,
    WON,
    SCORED,
    PAID,
    REVEALED,
    HAND_ENDED,
    MATCH_ENDED,
    FAULTED,
    MATCH_STARTED,
) = range(14)
_NAMES = """
hand_started dealt drew asked passed discarded won scored paid revealed hand_ended match_ended faulted match_started
"""
KERNEL_NAMES = _NAMES.split()
NOBODY, NO_CARD, ALL = 7, 255, 15
FIELDS = ("kind", "seat", "card", "from_seat", "arg", "visible")


class Breach(AssertionError):
    """A log that no game by these rules can have written; the sentence names event and rule."""


def fields_of(event: int) -> tuple[int, int, int, int, int, int]:
    """(kind, seat, card, from_seat, arg, visible) of a stored event."""
    return event & 63, event >> 6 & 7, event >> 12 & 255, event >> 9 & 7, event >> 24, event >> 20 & 15


def event_of(kind: int, seat: int, card: int, from_seat: int, arg: int, visible: int) -> int:
    """The stored form of an event."""
    return kind + (seat << 6) + (from_seat << 9) + (card << 12) + (visible << 20) + (arg << 24)


class LogReader:
    """Reads the events of one match in order."""

    names: Mapping[int, str]  # of the kinds of event
    moves: Sequence[str]  # names of the kinds of move
    stages: Sequence[str]
    cards: Sequence[str]

    def __init__(self) -> None:
        self.events: Sequence[int] = ()
        self.at = 0  # the event to be looked at
        self.hand_number = 0
        self.facts: Counter[str] = Counter()  # what was met

    @classmethod
    def describe(cls, event: int) -> str:
        """An event for people."""
        kind, seat, card, from_seat, arg, visible = fields_of(event)
        extra = f"arg {arg}"
        if kind == ASKED:
            moves = "/".join(name for i, name in enumerate(cls.moves) if arg >> i & 1)
            stage = dict(enumerate(cls.stages)).get(arg >> 24, f"stage {arg >> 24}")
            extra = f"{stage}, {arg >> 16 & 255} choices of {moves}"
        name = cls.names.get(kind, f"kind {kind}")
        shown = cls.cards[card] if card < len(cls.cards) else "-"
        return f"{name} seat {seat} card {shown} from {from_seat} visible {visible:04b} ({extra})"

    def breach(self, sentence: str, rule: str, back: int = 0) -> Breach:
        """What is wrong, at the event to be looked at or `back` events before."""
        at = self.at - back
        event = self.describe(self.events[at]) if 0 <= at < len(self.events) else "the end of the log"
        return Breach(f"event {at} of hand {self.hand_number}, {event}: {sentence} ({rule})")

    def peek(self) -> int:
        """The event to be looked at, -1 at the end."""
        return self.events[self.at] if self.at < len(self.events) else -1

    def due(self, kind: int, seat: int, card: int, from_seat: int, arg: int, visible: int, rule: str) -> None:
        """The next event must be exactly this one."""
        wanted = event_of(kind, seat, card, from_seat, arg, visible)
        if self.at >= len(self.events) or self.events[self.at] != wanted:
            raise self.breach(f"due is {self.describe(wanted)}", rule)
        self.at += 1

    def read_question(
        self, seat: int, card: int, giver: int, stage: int, choices: int, kinds: int, rule: str
    ) -> int:
        """This question is due; gives the kind of the event that answers it, past any faults of a policy."""
        self.due(ASKED, seat, card, giver, stage << 24 | choices << 16 | kinds, 1 << seat, rule)
        self.facts[self.stages[stage]] += 1
        if choices == 1:
            self.facts["only one answer"] += 1
        while self.peek() & 63 == FAULTED:
            _, who, faulty, from_seat, arg, visible = fields_of(self.peek())
            if (who, faulty, from_seat, visible) != (seat, NO_CARD, NOBODY, 0) or arg not in (1, 2, 3):
                raise self.breach(
                    f"only seat {seat}, who is asked, can fail", "faults are those of who is asked"
                )
            self.facts["faults"] += 1
            self.at += 1
        kind, who, *_ = fields_of(self.peek())
        if who != seat:
            raise self.breach(f"an answer of seat {seat} is due", rule)
        return kind
