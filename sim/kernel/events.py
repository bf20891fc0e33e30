"""The one event shape of every game, and the log that collects events.

An event is one 64-bit integer (format 1), from the low bits up, as the constants below say once for all readers:

    kind 6 | seat 3 | from_seat 3 | card 8 | visible 4 | arg 32, signed

The arg of a question (`asked`) is stage 7 | choices 8 | offers 16, that of an item of a score pattern 15 | value 16.

`seat` is who did it or whom it befell, `from_seat` who gave the card, `visible` the set of seats (a bit each)
that may see the card at that moment. Its place (hand, seq, move) follows from its position: a match begins with
`match_started` and each hand with `hand_started`; `seq` counts from the start of the hand (`match_started`
belongs to the first hand) and `move` counts the questions asked so far in it. Everything an answer causes up to
the next question carries the same move number.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

FORMAT: Final = 1
NOBODY: Final = 7
NO_CARD: Final = 255
MAX_SEATS: Final = 4  # bits of `visible`

# Where the fields of an event are, and what they may hold.
KIND_MASK: Final = 63
SEAT_SHIFT: Final = 6
SEAT_MASK: Final = 7
FROM_SHIFT: Final = 9
CARD_SHIFT: Final = 12
CARD_MASK: Final = 255
VISIBLE_SHIFT: Final = 20
VISIBLE_MASK: Final = 15
ALL: Final = VISIBLE_MASK  # every seat of a full table
ARG_SHIFT: Final = 24
MIN_ARG: Final = -0x80000000
MAX_ARG: Final = 0x7FFFFFFF

# The arg of ASKED: stage << 24 | choices << 16 | offers.
STAGE_SHIFT: Final = 24
MAX_STAGE: Final = 127
CHOICES_SHIFT: Final = 16
MAX_CHOICES: Final = 255
OFFERS_MASK: Final = 0xFFFF  # a bit for each kind of move

# The arg of SCORED: pattern << 16 | value.
PATTERN_SHIFT: Final = 16
MAX_PATTERN: Final = 0x7FFF
MAX_VALUE: Final = 0xFFFF

# Kinds that every game uses; kinds from FIRST_GAME_KIND on belong to the game.
HAND_STARTED: Final = 0  # seat = dealer, arg = what the game says of its winds or round
DEALT: Final = 1  # one card to one seat
DREW: Final = 2  # arg 1 = from the tail (replacement)
ASKED: Final = 3  # card = the card in question, from_seat = who put it there, arg: see above
PASSED: Final = 4  # the answer is "no"; card and from_seat as asked
DISCARDED: Final = 5
WON: Final = 6  # card = winning card, from_seat = who gave it (the winner himself on a draw), arg = score
SCORED: Final = 7  # one item of the score, arg: see above
PAID: Final = 8  # arg = points gained (negative: lost); one event per seat
REVEALED: Final = 9  # a hidden card is shown to all
HAND_ENDED: Final = 10  # seat = winner or nobody, arg = outcome
MATCH_ENDED: Final = 11  # arg = why
FAULTED: Final = 12  # the policy in this seat failed: arg = fault; the fallback plays on
MATCH_STARTED: Final = 13
FIRST_GAME_KIND: Final = 16

KERNEL_KINDS: Final = (
    (HAND_STARTED, "hand_started", "開局"),
    (DEALT, "dealt", "發牌"),
    (DREW, "drew", "摸牌"),
    (ASKED, "asked", "問"),
    (PASSED, "passed", "過"),
    (DISCARDED, "discarded", "打牌"),
    (WON, "won", "胡"),
    (SCORED, "scored", "計分"),
    (PAID, "paid", "付分"),
    (REVEALED, "revealed", "亮牌"),
    (HAND_ENDED, "hand_ended", "局終"),
    (MATCH_ENDED, "match_ended", "終局"),
    (FAULTED, "faulted", "失誤"),
    (MATCH_STARTED, "match_started", "開場"),
)

# Outcomes of a hand (arg of HAND_ENDED); games name them, and may add their own from FIRST_GAME_OUTCOME on.
DRAWN: Final = 0
SELF_DRAW: Final = 1
FROM_DISCARD: Final = 2
FIRST_GAME_OUTCOME: Final = 8

# Why a match ended (arg of MATCH_ENDED).
GOES_ON: Final = -1  # it did not
PLAYED_OUT: Final = 0
HAND_LIMIT: Final = 1
MATCH_ENDS: Final = ((PLAYED_OUT, "played_out"), (HAND_LIMIT, "max_hands"))

# What a policy did wrong (arg of FAULTED).
RAISED: Final = 1
ILLEGAL: Final = 2
BUDGET: Final = 3
DIFFERS: Final = 4  # never in a log: the game, played twice, was not the same
HUNG: Final = 5  # never in a log: the watchdog ended the game, and its block does not count
FAULTS: Final = (
    (RAISED, "raised"),
    (ILLEGAL, "illegal_move"),
    (BUDGET, "budget"),
    (DIFFERS, "differs"),
    (HUNG, "hung"),
)


def pack(kind: i64, seat: i64, card: i64, from_seat: i64, arg: i64, visible: i64) -> i64:
    """An event as one integer."""
    place = seat << SEAT_SHIFT | from_seat << FROM_SHIFT | card << CARD_SHIFT
    return kind | place | visible << VISIBLE_SHIFT | arg << ARG_SHIFT


def kind_of(event: i64) -> i64:
    """What happened."""
    return event & KIND_MASK


def seat_of(event: i64) -> i64:
    """Who did it, or NOBODY."""
    return event >> SEAT_SHIFT & SEAT_MASK


def from_seat_of(event: i64) -> i64:
    """Who gave the card, or NOBODY."""
    return event >> FROM_SHIFT & SEAT_MASK


def card_of(event: i64) -> i64:
    """Which card, or NO_CARD."""
    return event >> CARD_SHIFT & CARD_MASK


def visible_of(event: i64) -> i64:
    """The set of seats that may see the card, bit s for seat s."""
    return event >> VISIBLE_SHIFT & VISIBLE_MASK


def arg_of(event: i64) -> i64:
    """The number that goes with the kind."""
    return event >> ARG_SHIFT


def stage_of(asked: i64) -> i64:
    """The stage of a question, from its arg."""
    return asked >> STAGE_SHIFT


def choices_of(asked: i64) -> i64:
    """How many legal answers a question has, from its arg."""
    return asked >> CHOICES_SHIFT & MAX_CHOICES


def offers_of(asked: i64) -> i64:
    """The set of the kinds of its legal answers, bit k for kind k, from its arg."""
    return asked & OFFERS_MASK


def pattern_of(scored: i64) -> i64:
    """Which pattern an item of a score is, from its arg."""
    return scored >> PATTERN_SHIFT


def value_of(scored: i64) -> i64:
    """What an item of a score is worth, from its arg."""
    return scored & MAX_VALUE


@final
class Log:
    """Events in order, growing as needed."""

    def __init__(self) -> None:
        self.events: vec[i64] = vec[i64]([0] * 1024)
        self.count: i64 = 0

    def write(self, event: i64) -> None:
        """Add one event."""
        if self.count == len(self.events):
            self.grow()
        self.events[self.count] = event
        self.count += 1

    def grow(self) -> None:
        """Twice the room, the same events."""
        old = self.events
        new = vec[i64]([0] * (2 * len(old)))
        for i in range(i64(len(old))):
            new[i] = old[i]
        self.events = new

    def clear(self) -> None:
        """Forget all events."""
        self.count = 0

    def to_bytes(self, first: int = 0) -> bytes:
        """The events from number `first` on as little-endian 64-bit integers."""
        return bytes(memoryview(self.events)[first : self.count])

    def to_list(self, first: int = 0) -> list[int]:
        """The events from number `first` on as Python integers; for replay and tests."""
        return [self.events[i] for i in range(i64(first), self.count)]
