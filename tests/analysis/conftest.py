"""Run folders made up for the tests: the store's format, any content."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from paiju.sim.store import names, schema
from paiju.sim.store.folder import LocalFolder
from paiju.sim.store.manifest import Manifest, Receipt
from paiju.sim.store.writer import encoded, write_tables
from tests.headers import header

Shard = dict[str, pa.Table]
KINDS = (  # and the kind of move they answer with
    (0, "hand_started", None),
    (3, "asked", None),
    (4, "passed", "pass"),
    (5, "discarded", "discard"),
    (12, "faulted", None),
    (17, "punged", "pung"),
)
BLOCKS = 200_000  # of a shard: more than any test needs
MOVES = ((0, "pass"), (1, "discard"), (3, "pung"), (4, "kong"))
STAGES = ((0, "own_turn"), (3, "pung_kong"))
OUTCOMES = (  # and what they are won on
    (0, "draw", None),
    (1, "self_draw", "own_draw"),
    (2, "discard", "given"),
    (8, "robbed_kong", "given"),
    (9, "other_draw", "open_card"),
)


@pytest.fixture
def make_run() -> Callable[..., Path]:
    """make_run(path, shards) writes a run folder with these tables in each shard, and gives its path."""
    return write_run


@pytest.fixture
def shards_of() -> Callable[..., list[Shard]]:
    """shards_of(policies, points, ...) makes the games and seats tables of played games; see `tables_of`."""
    return tables_of


@pytest.fixture
def little_run(tmp_path: Path) -> Path:
    """One shard with every table: a block of two deals' worth of four hands, two of them with events."""
    shard = tables_of(
        np.array([["ann", "bob", "cat", "dan"], ["dan", "ann", "bob", "cat"]] * 2),
        np.array([[6, -2, -2, -2], [0, 0, 0, 0], [3, 3, -3, -3], [-4, 8, 0, -4]]),
        per_block=2,
    )[0]
    shard["hands"] = pa.Table.from_pylist(
        [
            hand(0, "self_draw", winner=0, score=3, points=6, patterns=["self_drawn", "all_pungs"], turns=40),
            hand(1, "draw", turns=84),
            hand(32, "discard", winner=0, from_seat=2, score=1, points=3, patterns=[], turns=30),
            hand(33, "discard", winner=1, from_seat=0, score=4, points=8, patterns=["all_pungs"], turns=20),
        ],
        schema.HANDS,
    )
    shard["events"] = pa.Table.from_pylist(
        [
            event(0, 0, 0, "hand_started", 0, None, None, 0),
            event(0, 1, 1, "asked", 0, "5p", 0, 0 << 24 | 13 << 16 | 0b10),
            event(0, 2, 1, "discarded", 0, "5p", None, 0),
            event(0, 3, 2, "asked", 2, "5p", 0, 3 << 24 | 3 << 16 | 0b11001),
            event(0, 4, 2, "passed", 2, "5p", 0, 0),
            event(1, 0, 0, "hand_started", 1, None, None, 0),
            event(1, 1, 1, "asked", 3, "1m", 1, 3 << 24 | 2 << 16 | 0b1001),
            event(1, 2, 1, "punged", 3, "1m", 1, 0),
        ],
        schema.EVENTS,
    )
    shard["failures"] = pa.Table.from_pylist(
        [
            {
                "game_id": 33,
                "seat": 2,
                "policy": "bob",
                "fault": "raised",
                "event": 5,
                "text": "ValueError: no",
            }
        ],
        schema.FAILURES,
    )
    return write_run(tmp_path / "little", [shard])


def write_run(path: Path, shards: Iterable[Shard]) -> Path:
    """A run folder with these shards, in the order given (their numbers say the order of their rows)."""
    folder = LocalFolder(str(path))
    path.mkdir(parents=True)
    whole = list(shards)
    kept = {name for tables in whole for name in tables}
    level = next(level for level, names in schema.LOG_LEVELS.items() if kept <= set(names))
    made_up = header(BLOCKS * len(whole), BLOCKS, level, players=())
    manifest = Manifest.create(folder, made_up)
    for number, tables in enumerate(whole):
        full = {name: schema.TABLES[name].empty_table() for name in schema.LOG_LEVELS[level]} | tables
        parts = write_tables(folder, number, full)
        games, hands, events, failures = (
            sum(part.rows for part in parts if part.table == table)
            for table in ("games", "hands", "events", "failures")
        )
        counts = (games, hands, events, failures)
        manifest.commit(Receipt(number, BLOCKS * number, BLOCKS, *counts, "0" * 64, {}, parts, "", 0.0))
    for name, numbered in (("kinds", KINDS), ("moves", MOVES), ("stages", STAGES), ("outcomes", OUTCOMES)):
        columns = [each for each in names.TABLES[name].names if each != "hanzi"]
        rows = [dict(zip(columns, row, strict=True)) | {"hanzi": ""} for row in numbered]
        folder.write(names.file_of(name), encoded(pa.Table.from_pylist(rows, names.TABLES[name])))
    return path


def tables_of(
    policies: Any,  # [game, seat]: names
    points: Any,  # [game, seat]
    per_block: int = 4,  # games of a block, which follow each other
    deals: Any = None,  # [block]; by default each block has its own
    matchups: Any = None,  # [block]
    shards: int = 1,
) -> list[Shard]:
    """Tables `games` and `seats` of played games, cut into so many shards."""
    games, seats = points.shape
    block = np.arange(games) // per_block
    game_id = block * schema.GAMES_PER_BLOCK + np.arange(games) % per_block
    higher = (points[:, None, :] > points[:, :, None]).sum(axis=2)
    equal = (points[:, None, :] == points[:, :, None]).sum(axis=2)
    games_table = {
        "game_id": game_id,
        "block": block,
        "deal": block if deals is None else np.asarray(deals)[block],
        "matchup": np.zeros(games) if matchups is None else np.asarray(matchups)[block],
        "circle": np.zeros(games),
        "rotation": np.arange(games) % per_block,
        "hands": np.ones(games),
        "events": np.full(games, 100),
        "ended": np.full(games, "played_out"),
        "digest": game_id,
        "scored": np.ones(len(game_id), np.bool_),
    }
    seats_table = {
        "game_id": np.repeat(game_id, seats),
        "seat": np.tile(np.arange(seats), games),
        "policy": np.asarray(policies).ravel(),
        "points": points.ravel(),
        "rank": (1 + higher + (equal - 1) / 2).ravel(),
        "hands_won": (points > 0).ravel(),
        "hands_paid": np.zeros(points.size),
        "faults": np.zeros(points.size),
    }
    cuts = np.linspace(0, games, shards + 1).astype(int)
    return [
        {
            "games": table(schema.GAMES, games_table, first, last),
            "seats": table(schema.SEATS, seats_table, first * seats, last * seats),
        }
        for first, last in pairwise(cuts)
    ]


def table(columns: pa.Schema, values: dict[str, Any], first: int, last: int) -> pa.Table:
    """Rows first to last of numpy columns as a table of the store."""
    arrays = []
    for field in columns:
        column = values[field.name][first:last]
        if pa.types.is_dictionary(field.type):
            arrays.append(pa.array(column).dictionary_encode().cast(field.type))
        else:
            arrays.append(pa.array(column.astype(field.type.to_pandas_dtype())))
    return pa.Table.from_arrays(arrays, schema=columns)


def hand(game_id: int, outcome: str, **values: Any) -> dict[str, Any]:
    """A row of `hands`."""
    return {
        "game_id": game_id,
        "hand": 0,
        "dealer": 0,
        "outcome": outcome,
        "decisions": 9,
        "events": 9,
        **values,
    }


def event(
    game_id: int, seq: int, move: int, kind: str, seat: int, card: str | None, giver: int | None, arg: int
) -> dict[str, Any]:
    """A row of `events`."""
    return {
        "game_id": game_id, "hand": 0, "seq": seq, "move": move, "kind": kind, "seat": seat, "card": card,
        "from_seat": giver, "arg": arg, "visible": 15,
    }  # fmt: skip
