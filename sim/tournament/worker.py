"""Plays one shard and writes its parts: what every executor runs, in whatever process.

A job goes in and a receipt comes out, both small and picklable; logs never travel.
"""

import re
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Final

import numpy as np

from sim.games import registry
from sim.kernel.events import Log
from sim.kernel.game import Game
from sim.kernel.play import Failure, Maker, Table
from sim.kernel.rng import Seeds
from sim.store.columns import Columns, Ints, Matches, Names
from sim.store.digest import block_digest, game_digest, short_digest, total
from sim.store.folder import open_folder
from sim.store.manifest import Receipt
from sim.store.writer import ROW_GROUP, write_tables
from sim.tournament.plan import schedule_of
from sim.tournament.schedule import Block, Schedule
from sim.tournament.spec import RunConfig

FindPolicy = Callable[[str, str], Maker]  # name, family of games -> what makes the policy
LONGEST_TEXT: Final = 300


@dataclass(frozen=True, slots=True)
class PolicyFile:
    """The source of a policy that was given by its file, for workers on machines that do not have it."""

    path: str  # where it was, absolute
    content: bytes


@dataclass(frozen=True, slots=True)
class Job:
    """All that a worker must know to play a shard."""

    config: RunConfig
    location: str  # of the run folder
    engine: str  # source digest of the engine that is meant to play it
    shard: int
    first_block: int
    last_block: int  # exclusive
    find_policy: FindPolicy
    files: Mapping[str, PolicyFile]  # by the policy's name in the configuration


class _Bench:
    """What the shards of one run have in common: the game, the schedule, the policies."""

    def __init__(self, job: Job) -> None:
        config = job.config
        self.game: Final[Game] = registry.get(config.ruleset.game)
        self.rules: Final = self.game.rules(config.ruleset.options)
        self.schedule: Final[Schedule] = schedule_of(config, self.game.seats)
        self.makers: Final = [self._maker(job, name) for name in self.schedule.policies]
        self.fallback: Final = self._maker(job, config.tournament.fallback)
        self.names: Final = Names.of(self.game, self.schedule.players)

    def _maker(self, job: Job, name: str) -> Maker:
        """What makes a policy; one given by its file is unpacked where the file is missing or another."""
        if name in job.files:
            name = f"{path_of(job.files[name])}:{name.rpartition(':')[2]}"
        return job.find_policy(name, self.game.family)


_benches: Final[dict[tuple[str, str], _Bench]] = {}


def bench(job: Job) -> _Bench:
    """The bench of a job, made once per run and process."""
    key = (job.location, job.config.content_hash())
    if key not in _benches:
        _benches.clear()
        _benches[key] = _Bench(job)
    return _benches[key]


def play_shard(job: Job) -> Receipt:
    """Play the blocks of a shard, write its parts, and say what is in them."""
    began = perf_counter()
    ready = bench(job)
    matches, blocks = play_blocks(job, ready)
    columns = Columns(matches, ready.names)
    tables = columns.tables(job.config.tournament.log_level, ROW_GROUP)
    parts = write_tables(open_folder(job.location), job.shard, tables)
    return Receipt(
        shard=job.shard,
        first_block=job.first_block,
        blocks=job.last_block - job.first_block,
        games=len(matches.game_id),
        hands=len(columns.hand_starts),
        events=len(matches.events),
        failures=len(matches.failures),
        digest=total(blocks),
        points=points_of(columns, ready.schedule.players),
        parts=parts,
        engine=job.engine,
        seconds=round(perf_counter() - began, 3),
    )


def play_blocks(job: Job, ready: _Bench) -> tuple[Matches, list[int]]:
    """Play all games of the blocks of a shard; the matches and the digest of each block."""
    log = Log()
    table = Table(ready.game.engine(ready.rules, log), Seeds(job.config.tournament.seed))
    blocks = list(ready.schedule.blocks(job.first_block, job.last_block))
    offsets = [0]
    failures: list[tuple[int, int, int, int, str]] = []
    for block in blocks:
        for rotation, seating in enumerate(block.games):
            makers = [ready.makers[player] for player in seating]
            failed = table.play(block.deal, block.seating(rotation), makers, ready.fallback)
            failures += failure_rows(failed, len(offsets) - 1, offsets[-1])
            offsets.append(int(log.count))
    view = memoryview(log.events).cast("B")
    digests = [game_digest(view[8 * a : 8 * b]) for a, b in pairwise(offsets)]
    events = np.frombuffer(view, np.int64, offsets[-1])
    return gather(blocks, events, offsets, digests, failures), block_digests(blocks, digests)


def gather(
    blocks: list[Block],
    events: Ints,
    offsets: list[int],
    digests: list[bytes],
    failures: list[tuple[int, int, int, int, str]],
) -> Matches:
    """The matches of some blocks, with their places in the schedule."""
    sizes = [len(block.games) for block in blocks]

    def per_game(values: list[int]) -> Ints:
        return np.repeat(np.array(values, np.int64), sizes)

    return Matches(
        events=events,
        offsets=np.array(offsets, np.int64),
        game_id=np.array([block.game_id(r) for block in blocks for r in range(len(block.games))], np.int64),
        block=per_game([block.number for block in blocks]),
        deal=per_game([block.deal for block in blocks]),
        matchup=per_game([block.matchup for block in blocks]),
        circle=per_game([block.circle for block in blocks]),
        rotation=np.array([r for size in sizes for r in range(size)], np.int64),
        players=np.array([seating for block in blocks for seating in block.games], np.int64),
        digests=np.array([short_digest(digest) for digest in digests], np.int64),
        failures=failures,
    )


def block_digests(blocks: list[Block], digests: list[bytes]) -> list[int]:
    """The digest of each block from those of all games in order."""
    found, at = [], 0
    for block in blocks:
        found.append(block_digest(block.number, digests[at : at + len(block.games)]))
        at += len(block.games)
    return found


def failure_rows(failed: list[Failure], match: int, start: int) -> list[tuple[int, int, int, int, str]]:
    """The failures of one match whose events begin at `start`."""
    return [(match, one.seat, one.fault, int(one.event) - start, plain(one.text)) for one in failed]


def plain(text: str) -> str:
    """The text of an error without addresses in memory, which change from run to run; cut when long."""
    text = re.sub(r"\b0x[0-9a-fA-F]+", "0x…", text)
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


def points_of(columns: Columns, players: tuple[str, ...]) -> dict[str, int]:
    """The sum of points of each player."""
    sums = np.bincount(columns.matches.players.ravel(), columns.points().ravel(), minlength=len(players))
    return {player: int(points) for player, points in zip(players, sums, strict=True)}


def path_of(file: PolicyFile) -> str:
    """The path of a policy's file if it is here and the same, otherwise that of a temporary copy."""
    try:
        same = Path(file.path).read_bytes() == file.content
    except OSError:
        same = False
    return file.path if same else unpacked(file)


@cache
def unpacked(file: PolicyFile) -> str:
    """A copy of a policy's file that lasts as long as this process."""
    folder = tempfile.TemporaryDirectory(prefix="paiju-policy-")
    _unpacked.append(folder)
    path = Path(folder.name) / Path(file.path).name
    path.write_bytes(file.content)
    return str(path)


_unpacked: Final[list[tempfile.TemporaryDirectory[str]]] = []  # removed when the process ends
