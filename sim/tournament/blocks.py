"""Plays the blocks of a shard: their events, digests, and everything that policies did wrong.

Every so many blocks (`check_every`) the games are played twice: a policy that says it is deterministic and plays
another game the second time is listed, its first game stands. A decision that hangs (`watchdog_seconds`)
invalidates its block: none of its games is kept.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import Final

import numpy as np

from paiju.sim.kernel.errors import Hung
from paiju.sim.kernel.events import ASKED, DIFFERS, HUNG, Log, kind_of, seat_of
from paiju.sim.kernel.game import Game
from paiju.sim.kernel.guard import guarded
from paiju.sim.kernel.outside import OUTSIDE
from paiju.sim.kernel.play import Failure, Maker, Table
from paiju.sim.kernel.rng import Seeds
from paiju.sim.store.columns import Ints, Matches
from paiju.sim.store.digest import block_digest, game_digest, short_digests
from paiju.sim.store.schema import GAMES_PER_BLOCK
from paiju.sim.tournament.recipe import new_table
from paiju.sim.tournament.schedule import Block, Seating
from paiju.sim.tournament.spec import TournamentConfig
from paiju.sim.tournament.watchdog import watching

LONGEST_TEXT: Final = 300
FailureRow = tuple[int, int, int, int, str]


@dataclass(frozen=True, slots=True)
class Cast:
    """Who plays: the game with its rules, and what makes each player."""

    game: Game
    rules: object
    makers: Sequence[Maker]
    deterministic: Sequence[bool]  # by player: does it say so of itself?
    fallback: Maker


@dataclass(slots=True)
class Played:
    """What came out of some blocks."""

    log: Log = field(default_factory=Log)
    blocks: list[Block] = field(default_factory=list)  # those that count
    offsets: list[int] = field(default_factory=lambda: [0])  # where each game begins in the log, and the end
    failures: list[FailureRow] = field(
        default_factory=list
    )  # game (as counted here), seat, fault, event, text
    failed: set[int] = field(default_factory=set)  # numbers of the blocks in which a policy failed
    hung: list[tuple[int, int, int, int, str]] = field(
        default_factory=list
    )  # game_id, player, seat, event, text


class Play:
    """Plays blocks one after the other at one table."""

    def __init__(self, config: TournamentConfig, cast: Cast) -> None:
        self.config: Final = config
        self.cast: Final = cast
        self.out: Final = Played()
        self.table = self._new_table()
        self.place = 0  # of the game being played in its block

    def _new_table(self) -> Table:
        """A table that nothing was played at."""
        engine = self.cast.game.engine(self.cast.rules, self.out.log)
        config = self.config
        return new_table(engine, Seeds(config.seed), config.deal_mode, config.node_budget)

    def all(self, blocks: Sequence[Block]) -> Played:
        """Play all of these blocks; what policies print goes to stderr."""
        with guarded(), watching(self.out.log, self.config.watchdog_seconds):
            for block in blocks:
                self.block(block)
        return self.out

    def block(self, block: Block) -> None:
        """Play the games of a block, and keep them unless a decision hangs."""
        games, failures = len(self.out.offsets), len(self.out.failures)
        try:
            for self.place, seating in enumerate(block.games):
                self.game(block, seating)
        except Hung as hung:
            OUTSIDE.error = None
            self.give_up(block, str(hung))
            del self.out.offsets[games:], self.out.failures[failures:]
            self.out.log.count = self.out.offsets[-1]
            return
        self.out.blocks.append(block)
        if len(self.out.failures) > failures:
            self.out.failed.add(block.number)

    def game(self, block: Block, seating: Seating) -> None:
        """Play one game; twice if its block is one of those."""
        out = self.out
        number, start = len(out.offsets) - 1, out.offsets[-1]
        out.failures += failure_rows(self.play_once(block, seating), number, start)
        out.offsets.append(int(out.log.count))
        if self.is_checked(block, seating):
            self.play_once(block, seating)
            difference = self.difference(number)
            if difference is not None:
                out.failures.append(difference)
            out.log.count = out.offsets[-1]

    def play_once(self, block: Block, seating: Seating) -> list[Failure]:
        """Play one game to the end of the log."""
        makers = [self.cast.makers[player] for player in seating]
        return self.table.play(block.deal, block.seating(self.place), makers, self.cast.fallback)

    def is_checked(self, block: Block, seating: Seating) -> bool:
        """Is this game to be played twice?"""
        every = self.config.check_every
        if every is None or block.number % every:
            return False
        return all(self.cast.deterministic[player] for player in seating)

    def difference(self, number: int) -> FailureRow | None:
        """The row of failures for a game that was not the same the second time (the end of the log)."""
        start, end = self.out.offsets[number : number + 2]
        first, second = self.events(start, end), self.events(end, int(self.out.log.count))
        if np.array_equal(first, second):
            return None
        both = min(len(first), len(second))
        unlike = np.flatnonzero(first[:both] != second[:both])
        at = int(unlike[0]) if len(unlike) else both
        asked = next((event for event in first[:at][::-1].tolist() if kind_of(event) == ASKED), 0)
        return number, int(seat_of(asked)), DIFFERS, at, f"played twice, the game differs from event {at} on"

    def events(self, first: int, last: int) -> Ints:
        """Some events of the log; not to be kept while it grows."""
        return np.frombuffer(memoryview(self.out.log.events), np.int64, last - first, 8 * first)

    def give_up(self, block: Block, why: str) -> None:
        """List a game whose decision hung; its block is invalid. The table cannot be used any more."""
        seat = int(self.table.engine._state.asked)
        event = int(self.out.log.count) - self.out.offsets[-1]
        player = block.games[self.place][seat]
        self.out.hung.append((block.game_id(self.place), player, seat, event, why))
        self.table = self._new_table()


def failure_rows(failed: list[Failure], match: int, start: int) -> list[FailureRow]:
    """The failures of one match whose events begin at `start`."""
    return [(match, one.seat, one.fault, int(one.event) - start, plain(one.text)) for one in failed]


def plain(text: str) -> str:
    """The text of an error without what is no text, and addresses in memory, which change; cut when long."""
    text = re.sub(r"\b0x[0-9a-fA-F]+", "0x…", text.encode("utf-8", "backslashreplace").decode())
    text = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", lambda sign: rf"\x{ord(sign[0]):02x}", text)
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"


def gather(out: Played, seats: int, *, exclude: bool) -> tuple[Matches, list[int]]:
    """The matches of what was played, with their places in the schedule, and the digest of each block."""
    blocks = out.blocks
    view = memoryview(out.log.events).cast("B")
    digests = [game_digest(view[8 * a : 8 * b]) for a, b in pairwise(out.offsets)]
    sizes = np.array([len(block.games) for block in blocks], np.int64)

    def per_game(values: list[int]) -> Ints:
        return np.repeat(np.array(values, np.int64), sizes)

    def rows(values: Iterable[tuple[int, ...]], width: int) -> Ints:
        return np.array(list(values), np.int64).reshape(-1, width)

    number = per_game([block.number for block in blocks])
    place = np.arange(len(number)) - np.repeat(np.cumsum(sizes) - sizes, sizes)  # of each game in its block
    turns = rows(chain.from_iterable(block.turns for block in blocks), 2)
    matches = Matches(
        events=np.frombuffer(view, np.int64, out.offsets[-1]),
        offsets=np.array(out.offsets, np.int64),
        game_id=number * GAMES_PER_BLOCK + place,
        block=number,
        deal=per_game([block.deal for block in blocks]),
        matchup=per_game([block.matchup for block in blocks]),
        circle=turns[:, 0],
        rotation=turns[:, 1],
        players=rows(chain.from_iterable(block.games for block in blocks), seats),
        digests=short_digests(digests),
        failures=out.failures,
        scored=per_game([not (exclude and block.number in out.failed) for block in blocks]).astype(np.bool_),
        hung=[(game, player, seat, HUNG, event, text) for game, player, seat, event, text in out.hung],
    )
    return matches, block_digests(blocks, digests)


def block_digests(blocks: list[Block], digests: list[bytes]) -> list[int]:
    """The digest of each block from those of all games in order."""
    found, at = [], 0
    for block in blocks:
        end = at + len(block.games)
        found.append(block_digest(block.number, digests[at:end]))
        at = end
    return found
