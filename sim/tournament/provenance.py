"""Where the rows of a run come from: engine, sources, policies; recorded in its header."""

import platform
import subprocess
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import paiju
from paiju.sim import compiled
from paiju.sim.store.schema import SCHEMA_VERSION
from paiju.sim.tournament import sources
from paiju.sim.tournament.plan import Plan, to_json
from paiju.sim.tournament.schedule import named_policies
from paiju.sim.tournament.spec import RunConfig, from_json
from paiju.sim.tournament.worker import PolicyFile


class Description(Protocol):
    """What is known of a policy, see `paiju.policies.describe`."""

    @property
    def version(self) -> str: ...  # noqa: D102
    @property
    def hash(self) -> str: ...  # noqa: D102
    @property
    def deterministic(self) -> bool: ...  # noqa: D102
    @property
    def path(self) -> str: ...  # noqa: D102


Describe = Callable[[str, str], Description]  # name, family of games


def make_header(config: RunConfig, plan: Plan, known: Mapping[str, Description]) -> dict[str, Any]:
    """The header of a new run (run.json); `known`: its policies by their names."""
    return {
        "schema_version": SCHEMA_VERSION,
        "config": config.to_json(),
        "config_hash": config.content_hash(),
        "plan": to_json(plan),
        "engine": engine(),
        "ruleset": config.to_json()["ruleset"],
        "policies": policy_rows(config, plan, known),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": sys.version.split()[0],
        "platform": platform.platform(),
    }


def engine() -> dict[str, Any]:
    """Version and source of the engine that would play now."""
    commit, dirty = git_state()
    return {
        "version": paiju.__version__,
        "source": sources.digest(),
        "compiled": compiled.status().state == compiled.COMPILED,
        "git_commit": commit,
        "git_dirty": dirty,
    }


def git_state() -> tuple[str | None, bool | None]:
    """The commit of the checkout this runs from, and whether it was changed since; None outside of one."""
    root = compiled.ROOT
    if not (root / ".git").exists():
        return None, None
    try:
        commit = git(root, "rev-parse", "HEAD")
        return commit, bool(git(root, "status", "--porcelain"))
    except (OSError, subprocess.SubprocessError):
        return None, None


def git(root: Path, *arguments: str) -> str:
    """What git says."""
    command = ["git", "-C", str(root), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=10)  # noqa: S603
    return done.stdout.strip()


def policy_rows(config: RunConfig, plan: Plan, known: Mapping[str, Description]) -> list[dict[str, Any]]:
    """One entry per player, and one for the fallback if it is none of them."""
    players = list(zip(plan.players, named_policies(config.matchup), strict=True))
    fallback = config.tournament.fallback
    if fallback not in plan.players:
        players.append((fallback, fallback))
    return [policy_row(player, spec, known[spec]) for player, spec in players]


def policy_row(player: str, spec: str, found: Description) -> dict[str, Any]:
    """The entry of one player."""
    return {
        "policy": player,
        "spec": spec,
        "version": found.version,
        "hash": found.hash,
        "deterministic": found.deterministic,
        "source": found.path,
    }


def is_by_file(spec: str) -> bool:
    """Is a policy given as path/file.py:Class?"""
    return spec.rpartition(":")[0].endswith(".py")


def place_of(row: Mapping[str, Any]) -> str:
    """How a policy of a run is found, also from another folder than the one it was started in."""
    spec = str(row["spec"])
    return f"{row['source']}:{spec.rpartition(':')[2]}" if is_by_file(spec) else spec


def executed(header: Mapping[str, Any]) -> list[str]:
    """What is loaded, and from where, when games of a run are played."""
    config = from_json(header["config"])
    places = {str(row["spec"]): place_of(row) for row in header["policies"]}
    names = (*named_policies(config.matchup), config.tournament.fallback)
    return list(dict.fromkeys([*(places.get(name, name) for name in names), *places.values()]))


def policy_files(header: Mapping[str, Any]) -> dict[str, PolicyFile]:
    """The files of the policies that were given by file, to go with every job."""
    return {
        row["spec"]: PolicyFile(row["source"], Path(row["source"]).read_bytes())
        for row in header["policies"]
        if is_by_file(row["spec"])
    }
