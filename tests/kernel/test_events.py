"""Events as integers, and the log that grows."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.sim.games import registry
from paiju.sim.kernel.events import (
    FIRST_GAME_KIND,
    KERNEL_KINDS,
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

events = st.tuples(
    st.integers(0, 63),
    st.integers(0, 7),
    st.integers(0, 255),
    st.integers(0, 7),
    st.integers(-(2**31), 2**31 - 1),
    st.integers(0, 15),
)
packed = st.integers(-(2**55), 2**55)


@given(events)
def test_fields_survive_packing(fields: tuple[int, int, int, int, int, int]) -> None:
    """Every field of an event comes back as it was, negative numbers too."""
    event = pack(*fields)
    read = (
        kind_of(event),
        seat_of(event),
        card_of(event),
        from_seat_of(event),
        arg_of(event),
        visible_of(event),
    )
    assert list(read) == list(fields)
    assert -(2**63) <= event < 2**63


@given(st.lists(events, min_size=2, max_size=2, unique=True))
def test_different_events_differ(two: list[tuple[int, int, int, int, int, int]]) -> None:
    """No two events have the same integer."""
    assert pack(*two[0]) != pack(*two[1])


def test_frozen_layout() -> None:
    """The layout of format 1 does not change."""
    assert pack(5, 2, 17, NOBODY, 0, 15) == 5 | 2 << 6 | 7 << 9 | 17 << 12 | 15 << 20
    assert pack(8, 1, NO_CARD, NOBODY, -20, 15) == (8 | 1 << 6 | 7 << 9 | 255 << 12 | 15 << 20) - (20 << 24)


@given(st.lists(packed, max_size=40))
def test_a_log_gives_back_what_was_written(written: list[int]) -> None:
    """As integers and as little-endian bytes, from any number on."""
    log = Log()
    for event in written:
        log.write(event)
    assert log.count == len(written)
    assert log.to_list() == written
    for first in (0, len(written) // 2, len(written)):
        assert log.to_list(first) == written[first:]
        assert log.to_bytes(first) == struct.pack(f"<{len(written) - first}q", *written[first:])


def test_a_log_grows() -> None:
    """Many times its first room, with all events kept; cleared it begins again."""
    log = Log()
    for event in range(10_000):
        log.write(event * 3 - 5000)
    assert log.to_list() == [event * 3 - 5000 for event in range(10_000)]
    log.clear()
    assert log.count == 0
    assert log.to_list() == []
    assert log.to_bytes() == b""
    log.write(7)
    assert log.to_list() == [7]


@pytest.mark.parametrize("name", registry.names())
def test_numbers_and_names_of_kinds(name: str) -> None:
    """A game's kinds are the kernel's and its own, each with a number that fits and a name of its own."""
    game = registry.get(name)
    assert game.kinds[: len(KERNEL_KINDS)] == KERNEL_KINDS
    own = game.kinds[len(KERNEL_KINDS) :]
    assert all(FIRST_GAME_KIND <= number < 64 for number, _, _ in own)
    outcomes = tuple((each.number, each.name, each.hanzi) for each in game.outcomes)
    patterns = tuple((each.id, each.name, each.hanzi) for each in game.patterns)
    for table in (game.kinds, game.cards, game.moves, game.stages, outcomes, patterns):
        assert (
            len({number for number, _, _ in table}) == len(table) == len({english for _, english, _ in table})
        )
        assert all(english and hanzi for _, english, hanzi in table)
    assert all(number < NO_CARD for number, _, _ in game.cards)
    assert all(number < 16 for number, _, _ in game.moves)
