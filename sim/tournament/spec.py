"""What a run is, as plain frozen records: the contract between configuration, runner and workers.

No Hydra here: `sim.config` makes these records from YAML and overrides, the runner stores them with the run
(`to_json`), and `resume` and the workers read them back (`from_json`). Everything in them has been checked.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final

from sim.kernel.errors import BadInput

FORMAT: Final = 1
MATCHUP_KINDS: Final = ("round_robin", "one_versus_field", "self_play")
LOG_LEVELS: Final = ("results", "hands", "events")
DEAL_MODES: Final = ("wall",)
EXECUTORS: Final = ("auto", "local", "ray")


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

    kind: str  # one of MATCHUP_KINDS
    policies: tuple[str, ...]  # shipped names, "module:Class" or "path/file.py:Class"
    field: str | None = None  # one_versus_field: who sits in all other seats


@dataclass(frozen=True, slots=True)
class TournamentConfig:
    """How much is played, from which seed, and how much of it is kept."""

    blocks: int  # deals, each played in every rotation of every table
    seed: int  # root seed, >= 0
    first_deal: int = 0  # deal id of block 0
    log_level: str = "events"  # one of LOG_LEVELS
    fallback: str = "uniform"  # the policy that plays on when one fails
    deal_mode: str = "wall"  # one of DEAL_MODES
    shard_blocks: int | None = None  # blocks per task and part, None = chosen by the runner


@dataclass(frozen=True, slots=True)
class ExecutorConfig:
    """Where it is played; nothing here changes what comes out."""

    kind: str = "auto"  # one of EXECUTORS
    workers: int | None = None  # None = one per core
    address: str | None = None  # of a Ray cluster to join, None = a local one


@dataclass(frozen=True, slots=True)
class RunConfig:
    """One run."""

    ruleset: RulesetConfig
    matchup: MatchupConfig
    tournament: TournamentConfig
    executor: ExecutorConfig = field(default_factory=ExecutorConfig)
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
            "matchup": {
                "kind": self.matchup.kind,
                "policies": list(self.matchup.policies),
                "field": self.matchup.field,
            },
            "tournament": {
                "blocks": self.tournament.blocks,
                "seed": self.tournament.seed,
                "first_deal": self.tournament.first_deal,
                "log_level": self.tournament.log_level,
                "fallback": self.tournament.fallback,
                "deal_mode": self.tournament.deal_mode,
                "shard_blocks": self.tournament.shard_blocks,
            },
            "executor": {
                "kind": self.executor.kind,
                "workers": self.executor.workers,
                "address": self.executor.address,
            },
            "out": self.out,
        }

    def content(self) -> dict[str, Any]:
        """The part of `to_json` that determines what is played and kept."""
        whole = self.to_json()
        del whole["executor"], whole["out"], whole["ruleset"]["name"], whole["tournament"]["shard_blocks"]
        return whole

    def content_hash(self) -> str:
        """Sixteen hex digits of `content`: the same hash and engine version mean the same rows."""
        text = json.dumps(self.content(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return blake2b(text.encode(), digest_size=8).hexdigest()


def from_json(data: Mapping[str, Any]) -> RunConfig:
    """The record of a stored `to_json`; BadInput when it is not one, or of a later format."""
    try:
        if data["format"] > FORMAT:
            raise BadInput(f"the run has configuration format {data['format']}; this paiju reads {FORMAT}")
        matchup = dict(data["matchup"])
        matchup["policies"] = tuple(matchup["policies"])
        return RunConfig(
            ruleset=RulesetConfig(**data["ruleset"]),
            matchup=MatchupConfig(**matchup),
            tournament=TournamentConfig(**data["tournament"]),
            executor=ExecutorConfig(**data["executor"]),
            out=data["out"],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"this is no stored run configuration: {type(error).__name__}: {error}") from None
