"""Plays one shard and writes its parts: what every executor runs, in whatever process.

A job goes in and a receipt comes out, both small and picklable; logs never travel.
"""

import platform
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from multiprocessing.util import Finalize
from pathlib import Path
from time import perf_counter
from typing import Final

import numpy as np

from paiju.sim.games import registry
from paiju.sim.kernel.errors import PaijuError
from paiju.sim.kernel.game import Game
from paiju.sim.kernel.guard import guarded
from paiju.sim.kernel.play import Maker, made
from paiju.sim.store.columns import Columns, Matches, Names
from paiju.sim.store.digest import total
from paiju.sim.store.folder import open_folder
from paiju.sim.store.manifest import LINES, Receipt
from paiju.sim.store.schema import GAMES_PER_BLOCK
from paiju.sim.store.writer import ROW_GROUP, write_tables
from paiju.sim.tournament import sources
from paiju.sim.tournament.apart import LEAVING
from paiju.sim.tournament.blocks import Cast, Play, gather
from paiju.sim.tournament.contrast import Sums, contrast_sums
from paiju.sim.tournament.plan import schedule_of
from paiju.sim.tournament.schedule import Schedule
from paiju.sim.tournament.spec import RunConfig

FindPolicy = Callable[[str, str], Maker]  # name, family of games -> what makes the policy


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
    skip: frozenset[int] = frozenset()  # blocks that are not to be played; verify leaves out invalid ones
    digest: str | None = None  # that its games must have, where the shard was played before and lost a part


class _Bench:
    """What the shards of one run have in common: the game, the schedule, the policies."""

    def __init__(self, job: Job) -> None:
        config = job.config
        self.game: Final[Game] = registry.get(config.ruleset.game)
        rules = self.game.rules(config.ruleset.options)
        self.schedule: Final[Schedule] = schedule_of(config, self.game.seats(rules))
        self.rules: Final = rules
        self.job: Final = job
        self.names: Final = Names.of(self.game, self.schedule.players)

    @cached_property
    def cast(self) -> Cast:
        """Who plays; loads the policies."""
        makers = [self._maker(self.job, name) for name in self.schedule.policies]
        with guarded():
            deterministic = [bool(made(maker).deterministic) for maker in makers]
        return Cast(
            game=self.game,
            rules=self.rules,
            makers=makers,
            deterministic=deterministic,
            fallback=self._maker(self.job, self.job.config.tournament.fallback),
        )

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
    """Play the blocks of a shard, write its parts, and say what is in them.

    PaijuError, and nothing written, when the games have not the digest that the job asks for.
    """
    began = perf_counter()
    check_engine(job)
    ready = bench(job)
    matches, blocks = play_blocks(job, ready)
    digest = total(blocks)
    if job.digest not in (None, digest):
        raise PaijuError(
            f"shard {job.shard} lost a part and cannot be played again: its games have now the digest {digest}, "
            f"and had {job.digest}. {remedy(job.shard)}"
        )
    columns = Columns(matches, ready.names)
    tables = columns.tables(job.config.tournament.log_level, ROW_GROUP)
    contrast = contrast_of(job, ready, columns)
    excluded = matches.block[~matches.scored_games()]
    parts = write_tables(open_folder(job.location), job.shard, tables)
    return Receipt(
        shard=job.shard,
        first_block=job.first_block,
        blocks=job.last_block - job.first_block,
        games=len(matches.game_id),
        hands=len(columns.hand_starts),
        events=len(matches.events),
        failures=len(matches.failures) + len(matches.hung),
        digest=digest,
        points=points_of(columns, ready.schedule.players),
        parts=parts,
        engine=job.engine,
        seconds=round(perf_counter() - began, 3),
        excluded=len(np.unique(excluded)),
        invalid=tuple(sorted({row[0] // GAMES_PER_BLOCK for row in matches.hung})),
        contrast=contrast,
    )


def check_engine(job: Job) -> None:
    """PaijuError when this process, perhaps on another machine, would play another engine than the job asks for."""
    if sources.digest() != job.engine:
        raise PaijuError(
            f"a worker on {platform.node()} has another paiju (source {sources.digest()}) than the one that plays "
            f"this run (source {job.engine}): install the same on every machine"
        )


def remedy(shard: int) -> str:
    """What may be done about a shard that lost a part and cannot be played again as it was."""
    return (
        f"Put the file back from a copy, take the line of shard {shard} out of {LINES} to have it played anew "
        f"with other games, or leave it out with paiju query --skip-damaged and paiju report --skip-damaged"
    )


def play_blocks(job: Job, ready: _Bench) -> tuple[Matches, list[int]]:
    """Play all games of the blocks of a shard; the matches and the digest of each block."""
    tournament = job.config.tournament
    numbers = range(job.first_block, job.last_block)
    blocks = [ready.schedule.block(number) for number in numbers if number not in job.skip]
    played = Play(tournament, ready.cast).all(blocks)
    return gather(played, ready.schedule.seats, exclude=tournament.on_failure == "exclude")


def played_blocks(job: Job) -> tuple[Matches, list[int]]:
    """The same, wherever it is called."""
    return play_blocks(job, bench(job))


def contrast_of(job: Job, ready: _Bench, columns: Columns) -> Sums | None:
    """The sums that a stopping rule asks for, over the blocks that count."""
    tournament = job.config.tournament
    if tournament.stop == "none":
        return None
    matches = columns.matches
    scored = matches.scored_games()
    return contrast_sums(
        tournament,
        ready.schedule.players,
        matches.players[scored],
        columns.points()[scored],
        matches.deal[scored],
    )


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
    folder = Path(tempfile.mkdtemp(prefix="paiju-policy-"))
    Finalize(None, shutil.rmtree, (folder, True), exitpriority=LEAVING + 1)
    path = folder / Path(file.path).name
    path.write_bytes(file.content)
    return str(path)
