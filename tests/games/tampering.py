"""Logs tampered with, which the auditor of a game must not accept.

trial = Trial(audit, describe, logs)        # audit(options, events) raises Breach; logs of whole matches
trial.every_event_matters()
"""

import random
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from tests.games.logs import FIELDS, Breach, event_of, fields_of

Options = Mapping[str, object]
Audit = Callable[[Options, Sequence[int]], object]
Fields = tuple[int, int, int, int, int, int]


def objection(audit: Audit, options: Options, events: Sequence[int]) -> str:
    """What the auditor says of a log; '' if it accepts it."""
    try:
        audit(options, events)
    except Breach as breach:
        return str(breach)
    return ""


def tampered(events: Sequence[int], kind: int, change: Mapping[str, int], nth: int = 0) -> list[int]:
    """The log with fields of the nth event of a kind changed: `change` gives what to add to each."""
    at = [at for at, event in enumerate(events) if event & 63 == kind][nth]
    values = [value + change.get(name, 0) for name, value in zip(FIELDS, fields_of(events[at]), strict=True)]
    return [*events[:at], event_of(*values), *events[at + 1 :]]


class Trial:
    """Changes some logs in every place."""

    def __init__(
        self, audit: Audit, describe: Callable[[int], str], logs: Sequence[tuple[Options, list[int]]]
    ) -> None:
        self.audit = audit
        self.describe = describe
        self.logs = logs
        for options, events in logs:
            assert objection(audit, options, events) == ""

    def refuses(self, options: Options, events: Sequence[int]) -> bool:
        """Does the auditor object?"""
        return bool(objection(self.audit, options, events))

    def every_event_matters(self) -> None:
        """A log that lacks any one event, or has any one twice, is refused."""
        for options, events in self.logs:
            for at, event in enumerate(events):
                without = [*events[:at], *events[at + 1 :]]
                assert self.refuses(options, without), f"without {at}: {self.describe(event)}"
                twice = [*events[: at + 1], *events[at:]]
                assert self.refuses(options, twice), f"twice {at}: {self.describe(event)}"

    def every_field_matters(
        self, kinds: int, cards: int, is_free: Callable[[int, str, Fields], bool], noticed: int
    ) -> None:
        """Any field of any event changed is noticed, but where chance or choice might as well have given it.

        `is_free(place, field, fields)` says where; there `noticed` of a hundred changes must be.
        """
        free = Counter[bool]()
        rng = random.Random("fields")
        for options, events in self.logs:
            for at, event in enumerate(events):
                fields = fields_of(event)
                for place, size in enumerate((kinds, 8, cards, 8, 40, 16)):
                    name = FIELDS[place]
                    other = (fields[place] + rng.randrange(1, size)) % size
                    if other == fields[place]:
                        continue
                    values = list(fields)
                    values[place] = other
                    changed = event_of(*values)
                    refused = self.refuses(options, [*events[:at], changed, *events[at + 1 :]])
                    if is_free(at, name, fields):
                        free[refused] += 1
                    else:
                        assert refused, f"{name} {other} at {at}: {self.describe(event)}"
        assert 100 * free[True] > noticed * free.total()

    def order_matters(self, unordered: Collection[int]) -> None:
        """Two neighbours that change places are noticed, but for two of one kind in which that says nothing."""
        for options, events in self.logs:
            for at in range(len(events) - 1):
                first, second = events[at], events[at + 1]
                kind = first & 63
                if first == second or (kind == second & 63 and kind in unordered):
                    continue
                swapped = [*events[:at], second, first, *events[at + 2 :]]
                assert self.refuses(options, swapped), f"{at}: {self.describe(first)}"


def with_a_fifth_copy(events: Sequence[int], drawn: Collection[int]) -> list[int]:
    """The log in which the first event of these kinds after four equal cards brings one more of them."""
    known = Counter[int]()
    for at, event in enumerate(events):
        kind, _, card, _, _, _ = fields_of(event)
        if kind in drawn:
            full = [each for each, n in known.items() if n == 4]
            if full:
                return [*events[:at], event + (full[0] - card << 12), *events[at + 1 :]]
            known[card] += 1
    raise AssertionError("no card came four times")
