"""The readable form of events and the log file."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paiju.sim.games import registry
from paiju.sim.games.hk_mahjong.rules import validated
from paiju.sim.kernel.codec import Codec, digest, first_difference, packed_bytes, read_events, read_header
from paiju.sim.kernel.errors import BadNotation, LogMismatch
from paiju.sim.kernel.events import NO_CARD, NOBODY, pack
from paiju.sim.kernel.play import Maker
from paiju.sim.tournament.recipe import Recipe, play


def uniform_maker(name: str, family: str) -> Maker:
    """The only policy these tests need."""
    from paiju.policies import find

    return find(name, family)


@pytest.fixture(scope="module")
def codec() -> Codec:
    return Codec(registry.get("hk_mahjong"))


@pytest.fixture(scope="module")
def game() -> list[int]:
    """The events of a match of three hands."""
    options = validated({"match": "hands:3"})
    return play(Recipe("hk_mahjong", options, 3, 0, 0, ("uniform",) * 4), uniform_maker)[0]


def test_places_follow_from_the_order_of_events(codec: Codec, game: list[int]) -> None:
    """match_started is seq 0 of hand 0, every later hand begins with hand_started, moves count questions."""
    records = codec.read(game)
    assert [records[0].kind, records[0].hand, records[0].seq] == ["match_started", 0, 0]
    starts = [(record.hand, record.seq) for record in records if record.kind == "hand_started"]
    assert starts == [(0, 1), (1, 0), (2, 0)]
    for hand in range(3):
        asked = [record.move for record in records if record.hand == hand and record.kind == "asked"]
        assert asked == list(range(1, len(asked) + 1))


def test_a_log_file_reads_back_what_was_written(codec: Codec, game: list[int]) -> None:
    lines = list(codec.write_log({"seed": 3}, game))
    assert read_header(lines[0]) == {"paiju_log": 1, "game": "hk_mahjong", "seed": 3}
    assert read_events(codec, lines) == game


def test_any_changed_line_is_noticed(codec: Codec, game: list[int]) -> None:
    """A changed card, lost or shuffled lines and a lost end are sentences of their own."""
    lines = list(codec.write_log({}, game))
    at = next(i for i, line in enumerate(lines) if '"discarded"' in line)
    card = json.loads(lines[at])["card"]
    changed = [
        *lines[:at],
        lines[at].replace(f'"{card}"', '"1m"' if card != "1m" else '"2m"'),
        *lines[at + 1 :],
    ]
    with pytest.raises(LogMismatch, match="the log was changed"):
        read_events(codec, changed)
    seq = json.loads(lines[at])["seq"]
    with pytest.raises(
        LogMismatch, match=f"line {at + 1} of the log is out of place: it states hand 0 seq {seq + 1} "
    ):
        read_events(codec, lines[:at] + lines[at + 1 :])
    shuffled = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
    with pytest.raises(LogMismatch, match=f"line {at + 1} of the log is out of place"):
        read_events(codec, shuffled)
    with pytest.raises(LogMismatch, match=f"line {at + 1} of the log .* it states hand 0 seq 999 move"):
        read_events(codec, [*lines[:at], lines[at].replace(f'"seq": {seq}', '"seq": 999'), *lines[at + 1 :]])
    with pytest.raises(LogMismatch, match="cut off"):
        read_events(codec, lines[:-1])


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "no JSON"),
        ("[1]", "no JSON object"),
        ('{"game": "hk_mahjong"}', "no paiju log"),
        ('{"paiju_log": 2}', "format 2"),
    ],
)
def test_what_is_no_log_is_refused_with_a_sentence(line: str, sentence: str) -> None:
    with pytest.raises(BadNotation, match=sentence):
        read_header(line)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ({"kind": "teleported", "visible": 15}, "'teleported' is no kind of event"),
        ({"kind": "drew", "card": "0m", "visible": 15}, "'0m' is no card"),
        ({"kind": "drew", "card": "1m"}, "visible is missing"),
        ({"kind": "drew", "seat": "x", "visible": 1}, 'seat is "x", and should be'),
        ({"kind": "drew", "seat": 4, "visible": 1}, "seat is 4, and should be a number from 0 to 3"),
        ({"kind": "drew", "from_seat": True, "visible": 1}, "from_seat is true, and should be"),
        ({"kind": "drew", "visible": 16}, "visible is 16, and should be a number from 0 to 15"),
        ({"kind": "drew", "visible": 1, "arg": 2**31}, "arg is 2147483648, and should be"),
        ({"kind": "drew", "visible": 1, "arg": 1.0}, "arg is 1.0, and should be a whole number"),
        ({"kind": ["drew"], "visible": 1}, "kind is .* and should be text"),
        ({"kind": "drew", "visible": 1, "cards": 3}, "cards is 3, and should be no field of it"),
    ],
)
def test_what_is_no_event_is_refused_with_a_sentence(
    codec: Codec, event: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadNotation, match=sentence):
        codec.write(event)


def test_the_first_difference_is_named(codec: Codec, game: list[int]) -> None:
    changed = [*game[:60], pack(2, 1, 5, 7, 0, 2), *game[61:]]
    assert first_difference(codec, game, game) is None
    sentence = first_difference(codec, game, changed)
    assert sentence is not None
    assert sentence.startswith("event 60 (hand 0, seq 60)")
    assert (
        first_difference(codec, game, game[:-1])
        == f"{len(game)} events are stored but {len(game) - 1} were played"
    )


@given(
    st.sampled_from([number for number, _, _ in registry.get("hk_mahjong").kinds]),
    st.sampled_from([0, 1, 2, 3, NOBODY]),
    st.sampled_from([*range(34), NO_CARD]),
    st.sampled_from([0, 1, 2, 3, NOBODY]),
    st.integers(-(2**31), 2**31 - 1),
    st.integers(0, 15),
)
def test_every_event_survives_its_record(
    kind: int, seat: int, card: int, giver: int, arg: int, visible: int
) -> None:
    """From packed to a record to JSON and back."""
    codec = Codec(registry.get("hk_mahjong"))
    event = pack(kind, seat, card, giver, arg, visible)
    record = codec.read([event])[0]
    assert codec.write(json.loads(json.dumps(record.to_json()))) == event


def test_the_digest_is_over_the_packed_events() -> None:
    """Literal, so that a change of format cannot pass unseen."""
    events = packed_bytes([pack(2, 1, 5, 7, -1, 2), pack(13, 7, 255, 7, 0, 15)])
    assert events.hex() == "425e20ffffffffffcdffff0000000000"
    assert digest(events) == "bd016d62d12d6043e59392171537d208df7dbab0136fc00ff473da18b0af6a51"
