"""The tables of a run against a slow reading of its events, one by one."""

from collections import Counter

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiju.sim.games import registry
from paiju.sim.kernel import events as ev
from paiju.sim.kernel.codec import Codec, Event
from paiju.sim.kernel.errors import ImpossibleState
from paiju.sim.store import schema
from paiju.sim.store.columns import Columns, Matches, Names, dictionary, ranks
from paiju.sim.store.digest import game_digest, short_digest
from paiju.sim.store.reader import Run
from paiju.sim.tournament.plan import schedule_of
from paiju.sim.tournament.spec import from_json

GAME = registry.get("hk_mahjong")


def game_ids(run: Run) -> list[int]:
    ids: list[int] = run.table("games")["game_id"].to_pylist()
    return ids


def records(run: Run, game_id: int) -> dict[int, list[Event]]:
    """The events of a game as the codec reads them, hand by hand."""
    hands: dict[int, list[Event]] = {}
    for record in Codec(GAME).read([int(event) for event in run.events(game_id)]):
        hands.setdefault(record.hand, []).append(record)
    return hands


def only(records: list[Event], kind: str) -> list[Event]:
    return [record for record in records if record.kind == kind]


def test_events_say_what_the_codec_says(run: Run) -> None:
    fields = ("hand", "seq", "move", "kind", "seat", "card", "from_seat", "arg", "visible")
    for game_id in game_ids(run):
        rows = run.rows("events", game_id)
        told = [tuple(row[field] for field in fields) for row in rows]
        assert told == [tuple(record) for hand in records(run, game_id).values() for record in hand]


def test_hands_are_derived_from_events(run: Run) -> None:
    for game_id in game_ids(run):
        rows = run.rows("hands", game_id)
        hands = records(run, game_id)
        assert [row["hand"] for row in rows] == list(hands) == list(range(len(hands)))
        for row, events in zip(rows, hands.values(), strict=True):
            won = only(events, "won")
            winner = won[0].seat if won else None
            assert row["dealer"] == only(events, "hand_started")[0].seat
            assert (
                row["outcome"]
                == {each.number: each.name for each in GAME.outcomes}[only(events, "hand_ended")[0].arg]
            )
            assert row["winner"] == winner
            assert row["from_seat"] == (won[0].from_seat if won and won[0].from_seat != winner else None)
            assert row["score"] == (won[0].arg if won else None)
            paid = sum(event.arg for event in only(events, "paid") if event.seat == winner)
            assert row["points"] == (paid if won else None)
            assert row["turns"] == len(only(events, "drew"))
            assert row["decisions"] == len(only(events, "asked"))
            assert row["events"] == len(events)
            patterns = {each.id: each.name for each in GAME.patterns}
            assert row["patterns"] == [patterns[event.arg >> 16] for event in only(events, "scored")]


def test_seats_are_derived_from_events(run: Run) -> None:
    failures = Counter((row["game_id"], row["seat"]) for row in run.table("failures").to_pylist())
    for game_id in game_ids(run):
        events = [event for hand in records(run, game_id).values() for event in hand]
        rows = run.rows("seats", game_id)
        assert [row["seat"] for row in rows] == [0, 1, 2, 3]
        for row in rows:
            seat = row["seat"]
            assert row["points"] == sum(event.arg for event in only(events, "paid") if event.seat == seat)
            assert row["hands_won"] == sum(event.seat == seat for event in only(events, "won"))
            paid = [event for event in only(events, "won") if event.from_seat == seat != event.seat]
            assert row["hands_paid"] == len(paid)
            assert row["faults"] == sum(event.seat == seat for event in only(events, "faulted"))
            assert row["faults"] == failures[game_id, seat]
            better = sum(other["points"] > row["points"] for other in rows)
            equal = sum(other["points"] == row["points"] for other in rows)
            assert row["rank"] == 1 + better + (equal - 1) / 2


def test_games_follow_the_schedule(run: Run) -> None:
    schedule = schedule_of(from_json(run.header["config"]), 4)
    rows = run.table("games").to_pylist()
    at = 0
    for block in schedule.blocks(0, schedule.block_count):
        for rotation, seating in enumerate(block.games):
            row = rows[at]
            at += 1
            assert row["game_id"] == block.game_id(rotation)
            assert (row["block"], row["deal"], row["matchup"]) == (block.number, block.deal, block.matchup)
            assert (row["circle"], row["rotation"]) == (block.circle, rotation)
            seats = run.rows("seats", row["game_id"])
            assert [seat["policy"] for seat in seats] == [schedule.players[player] for player in seating]
    assert at == len(rows)


def test_games_count_their_hands_and_events_and_carry_the_digest(run: Run) -> None:
    for row in run.table("games").to_pylist():
        events = run.events(row["game_id"])
        assert row["events"] == len(events)
        assert row["hands"] == len(run.rows("hands", row["game_id"]))
        assert row["digest"] == short_digest(game_digest(events.tobytes()))
        assert row["ended"] == "played_out"


def test_points_sum_to_zero_in_every_game(run: Run) -> None:
    seats = run.table("seats").group_by("game_id").aggregate([("points", "sum")])
    assert set(seats["points_sum"].to_pylist()) == {0}


def test_failures_are_listed_with_their_place(run: Run) -> None:
    rows = run.table("failures").to_pylist()
    assert rows
    for row in rows:
        assert row["policy"] == "first_legal"
        assert row["fault"] == "raised"
        assert row["text"] == "ValueError: <object at 0x…>"  # no address, which would differ from run to run
        assert ev.kind_of(int(run.events(row["game_id"])[row["event"]])) == ev.FAULTED


def test_tables_have_the_columns_of_the_schema(run: Run) -> None:
    for name, expected in schema.TABLES.items():
        table = run.table(name)
        assert table.schema.names == expected.names
        for field in expected:
            found = table.schema.field(field.name).type
            wanted = field.type
            if pa.types.is_dictionary(wanted) or pa.types.is_list(wanted):
                continue
            assert found == wanted, field.name


def matches_of(
    packed: list[int], offsets: list[int] | None = None, game_ids: list[int] | None = None
) -> Matches:
    starts = np.array(offsets or [0, len(packed)])
    n = len(starts) - 1
    zeros = np.zeros(n, np.int64)
    ids = np.array(game_ids if game_ids is not None else range(n))
    return Matches(
        np.array(packed, np.int64),
        starts,
        ids,
        zeros,
        zeros,
        zeros,
        zeros,
        zeros,
        np.zeros((n, 4), np.int64),
        zeros,
        [],
    )


def packed(
    kind: int,
    seat: int = ev.NOBODY,
    card: int = ev.NO_CARD,
    giver: int = ev.NOBODY,
    arg: int = 0,
    visible: int = 15,
) -> int:
    return int(ev.pack(kind, seat, card, giver, arg, visible))


LITTLE = [
    packed(ev.MATCH_STARTED),
    packed(ev.HAND_STARTED, 0),
    packed(ev.HAND_ENDED),
    packed(ev.MATCH_ENDED),
]
NAMES = Names.of(GAME, ("p",))


def test_a_match_of_almost_nothing() -> None:
    columns = Columns(matches_of(LITTLE), NAMES)
    assert columns.events()["seq"].to_pylist() == [0, 1, 2, 3]
    assert columns.hands().to_pylist()[0]["outcome"] == "draw"


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 100])
def test_events_in_groups_are_the_same(size: int) -> None:
    """Wherever a group ends: in a hand, at its end, at the end of a match."""
    hand = [LITTLE[1], packed(ev.ASKED, 0), packed(ev.DREW, 1, 3), packed(ev.ASKED, 1), LITTLE[2]]
    match = [LITTLE[0], *hand, *hand, LITTLE[3]]
    columns = Columns(matches_of(match * 2 + LITTLE, [0, 12, 24, 28]), NAMES)
    whole = columns.events().to_pylist()
    assert [row["move"] for row in whole[:12]] == [0, 0, 1, 1, 2, 2, 0, 1, 1, 2, 2, 2]
    assert [row["seq"] for row in whole[:12]] == [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5]
    groups = list(columns.event_groups(size))
    assert [row for group in groups for row in group.to_pylist()] == whole
    assert all(group.num_rows == size for group in groups[:-1])


@pytest.mark.parametrize("missing", [0, 2, 3])
def test_events_in_no_order_are_refused(missing: int) -> None:
    with pytest.raises(ImpossibleState):
        Columns(matches_of(LITTLE[:missing] + LITTLE[missing + 1 :]), NAMES)


def test_game_numbers_must_rise() -> None:
    with pytest.raises(ImpossibleState):
        Columns(matches_of(LITTLE * 2, [0, 4, 8], [5, 5]), NAMES)


def test_several_winners_of_a_hand() -> None:
    """The first is the winner of the row; each has won in `seats`, the giver paid twice."""
    events = [
        *LITTLE[:2],
        packed(ev.WON, 2, 5, 1, 3),
        packed(ev.WON, 3, 5, 1, 7),
        *(packed(ev.PAID, seat, arg=points) for seat, points in enumerate((0, -30, 10, 20))),
        packed(ev.HAND_ENDED, 2, arg=2),
        LITTLE[3],
    ]
    columns = Columns(matches_of(events), NAMES)
    row = columns.hands().to_pylist()[0]
    assert (row["winner"], row["from_seat"], row["score"], row["points"]) == (2, 1, 3, 10)
    seats = columns.seats_table()
    assert seats["hands_won"].to_pylist() == [0, 0, 1, 1]
    assert seats["hands_paid"].to_pylist() == [0, 2, 0, 0]
    assert seats["points"].to_pylist() == [0, -30, 10, 20]


@settings(deadline=None)
@given(st.lists(st.lists(st.integers(-5, 5), min_size=3, max_size=3), min_size=1, max_size=5))
def test_ranks_share_places(points: list[list[int]]) -> None:
    """The ranks of a game sum to 1 + 2 + 3; more points, lower rank."""
    for row, found in zip(points, ranks(np.array(points)), strict=True):
        assert sum(found) == 6
        order = sorted(range(3), key=lambda seat: found[seat])
        assert [row[seat] for seat in order] == sorted(row, reverse=True)


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 63), st.integers(0, 7), st.integers(0, 255), st.integers(0, 7),
            st.integers(-(2**31), 2**31 - 1), st.integers(0, 15),
        ),
        max_size=20,
    )
)  # fmt: skip
def test_any_event_can_be_stored(fields: list[tuple[int, int, int, int, int, int]]) -> None:
    """Whatever 64 bits say, also numbers without a name, comes back."""
    from paiju.sim.store.reader import coded, filled

    others = (ev.HAND_STARTED, ev.HAND_ENDED, ev.MATCH_STARTED, ev.MATCH_ENDED)
    middle = [packed(*field) for field in fields if field[0] not in others]
    events = [*LITTLE[:2], *middle, *LITTLE[2:]]
    table = Columns(matches_of(events), NAMES).events()
    kinds = {name: number for number, name, _ in GAME.kinds}
    cards = {name: number for number, name, _ in GAME.cards}
    again = (
        coded(table["kind"], kinds, 0)
        | filled(table["seat"], ev.NOBODY) << 6
        | filled(table["from_seat"], ev.NOBODY) << 9
        | coded(table["card"], cards, ev.NO_CARD) << 12
        | filled(table["visible"], 0) << 20
        | filled(table["arg"], 0) << 24
    )
    assert again.tolist() == events


def test_names_must_be_unique() -> None:
    with pytest.raises(ImpossibleState):
        dictionary(((0, "a", ""), (1, "a", "")))
    with pytest.raises(ImpossibleState):
        dictionary(((0, "a", ""), (0, "b", "")))
