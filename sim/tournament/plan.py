"""How a run is cut into shards: a function of its configuration alone, never of who plays it or how fast."""

from collections.abc import Mapping
from dataclasses import asdict
from math import ceil
from typing import Any, Final

from paiju.sim.kernel.errors import BadOption
from paiju.sim.kernel.game import Game
from paiju.sim.kernel.shapes import read
from paiju.sim.store.header import MOST_SHARDS
from paiju.sim.store.header import Plan as Plan
from paiju.sim.tournament.schedule import Schedule
from paiju.sim.tournament.spec import RunConfig

LARGEST: Final = 6_000  # hands in a shard: about a second of work and two megabytes
SMALLEST: Final = 500  # below it, starting and writing a shard costs more than playing it
WANTED: Final = 64  # shards, so that many workers find work
LEAST: Final = 8  # shards of a run of any size, so that there is progress to show
WANTED_TO_STOP: Final = 512  # shards of a run that may be stopped early, so that it is asked often
AHEAD: Final = 64  # shards that may be under way beyond those on which such a run has decided


def to_json(plan: Plan) -> dict[str, Any]:
    """Plain JSON values."""
    return {**asdict(plan), "players": list(plan.players)}


def from_json(data: Mapping[str, Any]) -> Plan:
    """The plan of a stored `to_json`."""
    return read(Plan, data, "the plan of the run")


def schedule_of(config: RunConfig, seats: int) -> Schedule:
    """The schedule of a run."""
    return Schedule(config.matchup, seats, config.tournament.blocks, config.tournament.first_deal)


def make_plan(config: RunConfig, game: Game) -> Plan:
    """The plan of a new run; BadOption when it would be cut into too many shards."""
    seats = game.seated(config.ruleset.options)
    schedule = schedule_of(config, seats)
    games = schedule.game_count()
    hands = game.hands_per_match(config.ruleset.options)
    blocks = schedule.block_count
    stops = config.tournament.stop != "none"
    size = config.tournament.shard_blocks or shard_blocks(
        blocks, games * hands, WANTED_TO_STOP if stops else WANTED
    )
    if stops:  # whole deals
        size = ceil(size / schedule.matchups) * schedule.matchups
    if ceil(blocks / size) > MOST_SHARDS:
        raise BadOption(
            f"{blocks} blocks in shards of {size} are {ceil(blocks / size)} shards, and a run has at most "
            f"{MOST_SHARDS}: play fewer deals (tournament.blocks), or more of them in a shard (tournament.shard_blocks)"
        )
    return Plan(
        seats=seats,
        deals=schedule.deals,
        first_deal=schedule.first_deal,
        matchups=schedule.matchups,
        blocks=blocks,
        games=games,
        shard_blocks=size,
        shards=ceil(blocks / size),
        players=schedule.players,
        ahead=AHEAD if stops else 0,
    )


def shard_blocks(blocks: int, hands: float, shards: int = WANTED) -> int:
    """How many blocks a shard should have in a run of so many blocks and (expected) hands."""
    wanted = min(max(hands / shards, SMALLEST), LARGEST, hands / LEAST)
    return max(1, round(blocks * wanted / hands))
