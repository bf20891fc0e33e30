"""Plays a run again from its seed and compares it with what is stored, shard by shard or game by game."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from paiju.sim.games import registry
from paiju.sim.kernel.codec import Codec, digest, first_difference, packed_bytes
from paiju.sim.kernel.errors import BadInput, PaijuError
from paiju.sim.kernel.options import ruleset_hash
from paiju.sim.store.columns import Columns
from paiju.sim.store.digest import short_digest, total
from paiju.sim.store.manifest import Receipt
from paiju.sim.store.names import name_tables
from paiju.sim.store.reader import Run
from paiju.sim.store.schema import LOG_LEVELS
from paiju.sim.tournament import plan as plans
from paiju.sim.tournament import sources
from paiju.sim.tournament.provenance import place_of, policy_files
from paiju.sim.tournament.recipe import Find, Recipe, events_of, of_run, play_recorded, without_faults
from paiju.sim.tournament.runner import Stopper, ended, never
from paiju.sim.tournament.spec import from_json
from paiju.sim.tournament.worker import Job, bench, contrast_of, played_blocks, points_of

Progress = Callable[[int], None]  # games verified so far
Call = Callable[..., Any]  # a function and its arguments to what it gives


def directly(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function gives."""
    return function(*arguments)


class Verifier:
    """Compares a run folder with its games played again."""

    def __init__(
        self, run: Run, find: Find, stop: Stopper = never, *, recorded: bool = False, call: Call = directly
    ) -> None:
        """`recorded`: ask no policy, play the recorded moves; `call` calls what runs policies, perhaps apart."""
        self.run = run
        self.call = call
        self.find = find
        self.stop = stop
        self.config = from_json(run.header["config"])
        self.codec = Codec(registry.get(self.config.ruleset.game))
        self.keeps_events = self.config.tournament.log_level == "events"
        self.places = {str(row["spec"]): place_of(row) for row in run.header["policies"]}
        self.deterministic = (
            all(policy["deterministic"] for policy in run.header["policies"]) and not recorded
        )
        if not self.deterministic and not self.keeps_events:
            why = "that is not run here" if recorded else "that is not deterministic"
            raise BadInput(
                f"the run has a policy {why} and keeps no events: its games cannot be played again"
            )

    def all_games(self, progress: Progress) -> str | None:
        """A sentence on the first thing that differs, of run.json, the names and all games, or None."""
        difference = self.header_differs() or self.names_differ()
        if difference:
            return difference
        checked = 0
        for receipt in self.run.manifest.in_order():
            difference = self.shard(receipt)
            if difference:
                return difference
            checked += receipt.games
            progress(checked)
        return self.decision_differs()

    def header_differs(self) -> str | None:
        """A sentence when run.json says of the run what does not follow from its configuration."""
        header, config = self.run.header, self.config
        game = registry.get(config.ruleset.game)
        plan, due = plans.from_json(header["plan"]), plans.make_plan(config, game)
        due = replace(
            due, shard_blocks=plan.shard_blocks, shards=plan.shards
        )  # which another version may choose
        players = {row["policy"] for row in header["policies"]}
        stated = {
            "config_hash": (header["config_hash"], config.content_hash()),
            "ruleset": (header["ruleset"], header["config"]["ruleset"]),
            "ruleset.hash": (config.ruleset.hash, ruleset_hash(game.name, config.ruleset.options)),
            "plan": (plan, due),
            "policies": (players, {*due.players, config.tournament.fallback} & (players | set(due.players))),
        }
        for what, (said, follows) in stated.items():
            if said != follows:
                return f"run.json states for {what} {said}, and its configuration gives {follows}"
        return None

    def names_differ(self) -> str | None:
        """A sentence when a dictionary table is not what this engine writes; None where another one played."""
        if self.run.header["engine"]["source"] != sources.digest():
            return None
        game = registry.get(self.config.ruleset.game)
        for name, table in name_tables(game, self.run.header).items():
            if not self.run.names(name).equals(table):
                return f"the dictionary table {name} is not that of the run"
        return None

    def decision_differs(self) -> str | None:
        """A sentence when the run was not ended where its stopping rule ends it."""
        manifest = self.run.manifest
        tournament = manifest.header["config"]["tournament"]
        if tournament.get("stop", "none") == "none":
            return None
        stored, taken = manifest.stop, self.stop(tournament, manifest.contrasts())
        if taken is not None:
            taken = ended(taken)
        if stored == taken or (stored is None and not manifest.is_complete):
            return None
        return f"the run states the decision {stored}, and its shards give {taken}"

    def shard(self, receipt: Receipt) -> str | None:
        """A sentence on the first game of a shard that differs, or None."""
        games = self.run.shard_table("games", receipt)
        numbers = games["game_id"].to_numpy()
        if not self.deterministic:
            return next(self.differences(int(number) for number in numbers), None)
        job = Job(
            config=self.config,
            location=self.run.folder.location,
            engine=receipt.engine,
            shard=receipt.shard,
            first_block=receipt.first_block,
            last_block=receipt.first_block + receipt.blocks,
            find_policy=self.find,
            files=policy_files(self.run.header),
            skip=frozenset(receipt.invalid),
        )
        ready = bench(job)
        matches, blocks = self.call(played_blocks, job)
        if not np.array_equal(matches.game_id, numbers):
            return f"shard {receipt.shard} stores other games than the schedule has"
        if contrast_of(job, ready, Columns(matches, ready.names)) != receipt.contrast:
            return f"the sums for the stopping rule of shard {receipt.shard} are not those of its games"
        differs = matches.digests != games["digest"].to_numpy()
        if self.keeps_events:
            differs |= self.events_differ(receipt, matches.events, matches.offsets)
        if differs.any():
            return next(self.differences(int(number) for number in numbers[differs]), None)
        if total(blocks) != receipt.digest:
            return f"the manifest states another digest for shard {receipt.shard} than its games have"
        return self.rows_differ(receipt, Columns(matches, ready.names))

    def rows_differ(self, receipt: Receipt, columns: Columns) -> str | None:
        """A sentence when a table of a shard holds other rows than its games give, or the manifest other sums."""
        tables = {"games": columns.games, "seats": columns.seats_table, "hands": columns.hands}
        for name in LOG_LEVELS[self.config.tournament.log_level]:
            if name in tables:
                difference = first_row(name, self.run.shard_table(name, receipt), tables[name]())
                if difference:
                    return difference
        if points_of(columns, tuple(receipt.points)) != receipt.points:
            return f"the manifest states other points for shard {receipt.shard} than its games have"
        return None

    def events_differ(
        self,
        receipt: Receipt,
        events: np.ndarray[tuple[int], np.dtype[np.int64]],
        offsets: np.ndarray[tuple[int], np.dtype[np.int64]],
    ) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """For each game of a shard: do its stored events differ from those played again?"""
        stored = self.run.shard_events(receipt)
        if np.array_equal(stored, events):
            return np.zeros(len(offsets) - 1, np.bool_)
        sizes = np.diff(offsets)
        if len(stored) != len(events):
            return np.ones(len(sizes), np.bool_)
        return np.add.reduceat(stored != events, offsets[:-1]) > 0

    def differences(self, games: Iterator[int]) -> Iterator[str]:
        """Sentences on those of some games that differ."""
        for game_id in games:
            difference = self.game(game_id)
            if difference:
                yield f"game {game_id}: {difference}"

    def game(self, game_id: int) -> str | None:
        """What differs between a stored game and the game played again, in a sentence."""
        recipe = of_run(self.config, game_id)
        stored = [int(event) for event in self.run.events(game_id)] if self.keeps_events else None
        stated = self.run.game(game_id)["digest"]
        if self.deterministic:
            played = self.call(events_of, self.located(recipe), self.find)
            if stored is None:
                return self.digest_differs(stated, played)
            return first_difference(self.codec, stored, played) or self.digest_differs(stated, played)
        assert stored is not None
        try:
            replayed = play_recorded(recipe, stored)
        except PaijuError as error:
            return str(error)
        return first_difference(self.codec, without_faults(stored), replayed) or self.digest_differs(
            stated, stored
        )

    def located(self, recipe: Recipe) -> Recipe:
        """A recipe with its policies where the run found them."""
        places = [self.places.get(name, name) for name in recipe.policies]
        return replace(
            recipe, policies=tuple(places), fallback=self.places.get(recipe.fallback, recipe.fallback)
        )

    def digest_differs(self, stated: int, events: list[int]) -> str | None:
        """A sentence when events do not have the digest that the run states."""
        found = short_digest(bytes.fromhex(digest(packed_bytes(events))))
        return (
            None
            if stated == found
            else f"the run states the digest {stated}, the game played again has {found}"
        )


def first_row(name: str, stored: pa.Table, played: pa.Table) -> str | None:
    """A sentence on the first row in which a stored table is not what the games played again give."""
    for column in stored.column_names:
        ours, theirs = stored[column].to_pylist(), played[column].to_pylist()
        if ours != theirs:
            if len(ours) != len(theirs):
                return f"the table {name} has {len(ours)} rows in this shard and should have {len(theirs)}"
            row = next(i for i, (here, there) in enumerate(zip(ours, theirs, strict=True)) if here != there)
            game_id = stored["game_id"][row].as_py()
            return f"game {game_id}: {name}.{column} is stored as {ours[row]} but was played as {theirs[row]}"
    return None
