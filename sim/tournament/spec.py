"""What a run is, as plain frozen records: the contract between configuration, runner and workers.

No Hydra here: `paiju.sim.config` makes these records from YAML and overrides, the runner stores them with the run
(`to_json`), and `resume` and the workers read them back (`from_json`). Everything in them has been checked.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from hashlib import blake2b
from typing import Annotated, Any, Final

from paiju.sim.games import registry
from paiju.sim.kernel.errors import BadInput
from paiju.sim.kernel.options import validate
from paiju.sim.kernel.shapes import Count, Open, Span, Words, read
from paiju.sim.store import schema

FORMAT: Final = 1
MATCHUP_KINDS: Final = ("round_robin", "one_versus_field", "gauntlet", "self_play")
LOG_LEVELS: Final = tuple(schema.LOG_LEVELS)
DEAL_MODES: Final = ("wall", "seat_order")
STOPS: Final = ("none", "gsprt")
ON_FAILURE: Final = ("fallback", "exclude")
EXECUTORS: Final = ("auto", "local", "ray")
UTILITIES: Final = schema.UTILITIES
MOST_WORKERS: Final = 4096
AtLeastOne = Annotated[int, Span(1)]


@dataclass(frozen=True, slots=True)
class RulesetConfig:
    """A game and the value of each of its options."""

    game: str  # "hk_mahjong"
    name: str  # the choice in the group `ruleset`: "hk_mahjong", "hk_mahjong/min3", "house"
    options: dict[str, Any]  # every option of the game, validated, in canonical form
    hash: str  # of game and options; the same rules have the same hash whatever they are called


@dataclass(frozen=True, slots=True)
class MatchupConfig:
    """Who plays whom."""

    kind: Annotated[str, Words(MATCHUP_KINDS)] = "round_robin"
    # shipped names, "module:Class" or "path/file.py:Class", with names of their own if wanted: "a=normal"
    policies: tuple[str, ...] = ()
    # one_versus_field: who sits in all other seats, or one policy for each of them;
    # gauntlet: the policies of which each challenger meets a table
    field: str | tuple[str, ...] | None = None
    full_block: bool = False  # play each deal in all seatings of a table, not in one circular order


@dataclass(frozen=True, slots=True)
class TournamentConfig:
    """How much is played, from which seed, and how much of it is kept."""

    blocks: AtLeastOne = 1000  # deals, each played in every rotation of every table
    seed: Count = 1  # root seed, >= 0
    first_deal: Count = 0  # deal id of block 0
    log_level: Annotated[str, Words(LOG_LEVELS)] = "events"
    fallback: str = "uniform"  # the policy that plays on when one fails
    deal_mode: Annotated[str, Words(DEAL_MODES)] = "wall"
    shard_blocks: AtLeastOne | None = None  # blocks per task and part, None = chosen by the runner
    on_failure: Annotated[str, Words(ON_FAILURE)] = "fallback"  # does a block count in which a policy failed?
    node_budget: AtLeastOne | None = (
        None  # nodes a policy may spend on one decision (`View.spend`), None = any number
    )
    check_every: AtLeastOne | None = 64  # every so many blocks one is played twice, None = none
    watchdog_seconds: AtLeastOne | None = (
        None  # a decision that takes longer invalidates its block, None = never
    )
    stop: Annotated[str, Words(STOPS)] = "none"  # `blocks` is then the most that is played
    contrast: tuple[
        str, ...
    ] = ()  # who is compared: a player with all its opponents, or with a second player
    elo0: float | None = None  # the two hypotheses of gsprt, in Elo …
    elo1: float | None = None
    points0: float | None = None  # … or in points per game and seat
    points1: float | None = None
    alpha: float = 0.05  # the risk to accept the second hypothesis when the first is true
    beta: float = 0.05  # and the other way round


@dataclass(frozen=True, slots=True)
class ExecutorConfig:
    """Where it is played; nothing here changes what comes out."""

    kind: Annotated[str, Words(EXECUTORS)] = "auto"
    workers: Annotated[int, Span(1, MOST_WORKERS)] | None = None  # None = one per core
    address: str | None = None  # of a Ray cluster to join, None = a local one
    isolate: bool = True  # policies that are not ours play in worker processes only; False for a debugger


@dataclass(frozen=True, slots=True)
class RatingConfig:
    """How the run is rated, unless told otherwise; nothing here changes what is played."""

    utility: Annotated[str, Words(UTILITIES)] = "points"  # what counts


@dataclass(frozen=True, slots=True)
class RunConfig:
    """One run."""

    ruleset: RulesetConfig
    matchup: MatchupConfig
    tournament: TournamentConfig
    executor: ExecutorConfig = field(default_factory=ExecutorConfig)
    rating: RatingConfig = field(default_factory=RatingConfig)
    out: str | None = None  # the run folder, None = a new one under runs/

    def to_json(self) -> dict[str, Any]:
        """The whole configuration as plain JSON values; `from_json` is the way back."""
        return {
            "format": FORMAT,
            "ruleset": {
                "game": self.ruleset.game,
                "name": self.ruleset.name,
                "options": dict(self.ruleset.options),
                "hash": self.ruleset.hash,
            },
            "matchup": _plain(asdict(self.matchup)),
            "tournament": _plain(asdict(self.tournament)),
            "executor": asdict(self.executor),
            "rating": asdict(self.rating),
            "out": self.out,
        }

    def content(self) -> dict[str, Any]:
        """The part of `to_json` that determines what is played and kept; how it is rated does not."""
        whole = self.to_json()
        del whole["executor"], whole["rating"], whole["out"], whole["ruleset"]["name"]
        if self.tournament.stop == "none":  # otherwise the rule is asked once per shard
            del whole["tournament"]["shard_blocks"]
        for group, added in ADDED.items():
            for key, default in added.items():
                if whole[group][key] == default:
                    del whole[group][key]
        return whole

    def content_hash(self) -> str:
        """Sixteen hex digits of `content`: the same hash and engine version mean the same rows."""
        text = json.dumps(self.content(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return blake2b(text.encode(), digest_size=8).hexdigest()


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Tuples as lists, as they come back from JSON."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}


def _added(record: type[MatchupConfig] | type[TournamentConfig], first: str) -> dict[str, Any]:
    """The defaults of the fields from `first` on: they came later and leave older runs the hash they had."""
    names = [one.name for one in fields(record)]
    later = fields(record)[names.index(first) :]
    return _plain({one.name: one.default for one in later})


ADDED: Final = {
    "matchup": _added(MatchupConfig, "full_block"),
    "tournament": _added(TournamentConfig, "on_failure"),
}


def defaults(record: type) -> dict[str, Any]:
    """The default of every field of a record: they stand here alone, `conf/` shows them to people."""
    return {one.name: one.default for one in fields(record)}


@dataclass(frozen=True, slots=True)
class Versioned(Open):
    """Which format a stored configuration has."""

    format: Count


def from_json(data: Mapping[str, Any]) -> RunConfig:
    """The record of a stored `to_json`; BadInput when it is not one, or of a later format."""
    where = "the stored configuration of the run"
    version = read(Versioned, data, where).format
    if version > FORMAT:
        raise BadInput(f"the run has configuration format {version}; this paiju reads {FORMAT}")
    config = read(RunConfig, {key: data[key] for key in data if key != "format"}, where)
    game = registry.get(config.ruleset.game)
    validate(game.options, config.ruleset.options)
    return config
