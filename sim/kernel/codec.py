"""Events as readable records, and the log file: JSON lines with a header, the events, a digest.

    {"paiju_log": 1, "game": "hk_mahjong", "options": {...}, "seed": 1, "deal": 7, ...}
    {"hand": 0, "seq": 1, "move": 0, "kind": "hand_started", "seat": 0, "arg": 0, "visible": 15}
    ...
    {"events": 231, "digest": "8f0c…"}

A field that says nothing (no seat, no card, arg 0) is left out. The digest is over the packed events, so it is the
same whatever the spelling of the file.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Annotated, Any, Final, NamedTuple

from paiju.sim.kernel.errors import BadNotation, LogMismatch
from paiju.sim.kernel.events import (
    ASKED,
    FORMAT,
    HAND_STARTED,
    MATCH_STARTED,
    MAX_ARG,
    MAX_SEATS,
    MIN_ARG,
    NO_CARD,
    NOBODY,
    VISIBLE_MASK,
    arg_of,
    card_of,
    from_seat_of,
    kind_of,
    pack,
    seat_of,
    visible_of,
)
from paiju.sim.kernel.game import Game, Names
from paiju.sim.kernel.shapes import Count, Digits, Open, Span, parse, read

PLACE: Final = ("hand", "seq", "move")
LONGEST_LINE: Final = 100_000  # characters
Seat = Annotated[int, Span(0, MAX_SEATS - 1)]


@dataclass(frozen=True, slots=True)
class Line:
    """An event as it stands in a log file; its fields fit into those of a packed event."""

    kind: str
    visible: Annotated[int, Span(0, VISIBLE_MASK)]
    seat: Seat | None = None
    card: str | None = None
    from_seat: Seat | None = None
    arg: Annotated[int, Span(MIN_ARG, MAX_ARG)] = 0
    hand: int | None = None  # its place; it follows from the order, and is compared with what stands here
    seq: int | None = None
    move: int | None = None


@dataclass(frozen=True, slots=True)
class End(Open):
    """The last line of a log file."""

    events: Count
    digest: Annotated[str, Digits(64)]


class Event(NamedTuple):
    """One event with its place and with names for numbers; `visible` is a set of seats, bit s for seat s."""

    hand: int
    seq: int
    move: int
    kind: str
    seat: int | None
    card: str | None
    from_seat: int | None
    arg: int
    visible: int

    def to_json(self) -> dict[str, object]:
        """The fields that say something."""
        fields = self._asdict()
        if not self.arg:
            del fields["arg"]
        return {key: value for key, value in fields.items() if value is not None}


def digest(events: bytes) -> str:
    """The digest of one game's packed events, 64 hex digits."""
    return blake2b(events, digest_size=32).hexdigest()


def packed_bytes(events: Iterable[int]) -> bytes:
    """Packed events as the bytes of the log: little-endian, 64 bits each."""
    return b"".join(event.to_bytes(8, "little", signed=True) for event in events)


class Codec:
    """Names for the numbers of one game's events, and back."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kinds = {number: name for number, name, _ in game.kinds}
        self.cards = {number: name for number, name, _ in game.cards}
        self.kind_numbers = _numbers(game.kinds)
        self.card_numbers = _numbers(game.cards)

    def read(self, events: Iterable[int]) -> list[Event]:
        """The packed events of a match with their places and names; `#63` for a number without one."""
        records = []
        hand = -1
        seq = move = 0
        for event in events:
            kind = kind_of(event)
            if kind == MATCH_STARTED or (kind == HAND_STARTED and seq > 1):
                hand, seq, move = hand + 1, 0, 0
            if kind == ASKED:
                move += 1
            seat, card, giver = seat_of(event), card_of(event), from_seat_of(event)
            records.append(
                Event(
                    hand,
                    seq,
                    move,
                    self.kinds.get(kind, f"#{kind}"),
                    None if seat == NOBODY else seat,
                    None if card == NO_CARD else self.cards.get(card, f"#{card}"),
                    None if giver == NOBODY else giver,
                    arg_of(event),
                    visible_of(event),
                )
            )
            seq += 1
        return records

    def write(self, event: Mapping[str, Any], where: str = "the event") -> int:
        """The packed event of a record's fields; BadNotation when a name is unknown or a number out of its range."""
        line = read(Line, event, where)
        if line.kind not in self.kind_numbers:
            raise BadNotation(f"{line.kind!r} is no kind of event in {self.game.name}")
        if line.card is not None and line.card not in self.card_numbers:
            raise BadNotation(f"{line.card!r} is no card of {self.game.name}")
        return pack(
            self.kind_numbers[line.kind],
            NOBODY if line.seat is None else line.seat,
            NO_CARD if line.card is None else self.card_numbers[line.card],
            NOBODY if line.from_seat is None else line.from_seat,
            line.arg,
            line.visible,
        )

    def write_log(self, header: Mapping[str, object], events: Sequence[int]) -> Iterator[str]:
        """The lines of a log file, each with its line end."""
        yield json.dumps({"paiju_log": FORMAT, "game": self.game.name, **header}, ensure_ascii=False) + "\n"
        for record in self.read(events):
            yield json.dumps(record.to_json(), ensure_ascii=False) + "\n"
        yield json.dumps({"events": len(events), "digest": digest(packed_bytes(events))}) + "\n"


def read_header(line: str) -> dict[str, Any]:
    """The header of a log file; BadNotation when it is none or of a later format."""
    header = _object(line, 1)
    if type(header.get("paiju_log")) is not int:
        raise BadNotation('this is no paiju log: its first line must be a header with "paiju_log"')
    if header["paiju_log"] != FORMAT:
        raise BadNotation(
            f"the log has format {header['paiju_log']}, and this version of paiju reads format {FORMAT}"
        )
    return header


def read_events(codec: Codec, lines: Sequence[str]) -> list[int]:
    """The packed events of a log file (all its lines, header included), each in its place, checked against its digest.

    Raises BadNotation for what is no event, LogMismatch for a log that was changed.
    """
    records = [_object(line, number) for number, line in enumerate(lines[1:], 2)]
    if not records or "digest" not in records[-1]:
        raise LogMismatch("the log is cut off: its last line has no digest")
    end = read(End, records.pop(), f"line {len(lines)} of the log")
    events = [codec.write(record, f"line {number} of the log") for number, record in enumerate(records, 2)]
    for number, (record, event) in enumerate(zip(records, codec.read(events), strict=True), 2):
        _check_place(number, record, event)
    found = digest(packed_bytes(events))
    if (found, len(events)) != (end.digest, end.events):
        raise LogMismatch(
            f"the log was changed: its {len(events)} events have the digest {found}, "
            f"its last line says {end.events} and {end.digest}"
        )
    return events


def first_difference(codec: Codec, stored: Sequence[int], played: Sequence[int]) -> str | None:
    """A sentence that names the first event in which two logs differ, or None when they are equal."""
    for number, (ours, theirs) in enumerate(zip(stored, played, strict=False)):
        if ours != theirs:
            here, there = codec.read(stored[: number + 1])[-1], codec.read(played[: number + 1])[-1]
            return (
                f"event {number} (hand {here.hand}, seq {here.seq}) is stored as {here.to_json()} "
                f"but was played as {there.to_json()}"
            )
    if len(stored) != len(played):
        return f"{len(stored)} events are stored but {len(played)} were played"
    return None


def _numbers(names: Names) -> dict[str, int]:
    """From a name to its number."""
    return {name: number for number, name, _ in names}


def _check_place(number: int, record: Mapping[str, object], event: Event) -> None:
    """LogMismatch when a line of a log states another place than that of its event."""
    stated, place = (
        " ".join(f"{key} {each.get(key)}" for key in PLACE) for each in (record, event._asdict())
    )
    if stated != place:
        raise LogMismatch(
            f"line {number} of the log is out of place: it states {stated} and should state {place}"
        )


def _object(line: str, number: int) -> dict[str, Any]:
    """One line as a JSON object."""
    value = parse(line, f"line {number} of the log", LONGEST_LINE)
    if not isinstance(value, dict):
        raise BadNotation(f"line {number} of the log is no JSON object")
    return value
