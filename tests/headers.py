"""Headers and manifests made up for tests, and the seals of those that a test has changed."""

import json
from collections.abc import Callable
from hashlib import sha256
from math import ceil
from pathlib import Path
from typing import Any

from paiju.sim.store.header import HEADER, digest_of, seal_of
from paiju.sim.store.manifest import LINES

PLAYERS = ("a", "b")


def header(
    blocks: int = 30, shard_blocks: int = 10, log_level: str = "results", players: tuple[str, ...] = PLAYERS
) -> dict[str, Any]:
    """The header of a run that nobody played."""
    return {
        "schema_version": 1,
        "config": {"tournament": {"log_level": log_level}, "matchup": {}},
        "config_hash": "",
        "plan": {
            "seats": 4, "deals": blocks, "first_deal": 0, "matchups": 1, "blocks": blocks, "games": 4 * blocks,
            "shard_blocks": shard_blocks, "shards": ceil(blocks / shard_blocks), "players": list(players),
        },
        "engine": {"version": "0", "source": "e"},
        "ruleset": {"game": "", "name": "", "options": {}, "hash": ""},
        "policies": [],
    }  # fmt: skip


def forge_header(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change run.json, and give it the digest that it should have."""
    stored = json.loads((folder / HEADER).read_text("utf-8"))
    change(stored)
    stored["digest"] = digest_of(stored)
    (folder / HEADER).write_text(json.dumps(stored), "utf-8")


def forge_lines(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change every line of the manifest, enter the files as they are now, and seal all of them."""
    digest = json.loads((folder / HEADER).read_text("utf-8"))["digest"]
    entries = [json.loads(line) for line in (folder / LINES).read_text("utf-8").splitlines()]
    for entry in entries:
        change(entry)
        for part in entry["parts"]:
            data = (folder / part["file"]).read_bytes()
            part |= {"bytes": len(data), "sha256": sha256(data).hexdigest()}
        entry["seal"] = seal_of(digest, entry)
    (folder / LINES).write_text("".join(json.dumps(entry) + "\n" for entry in entries), "utf-8")


def unsealed(folder: Path) -> None:
    """Make a run one of an earlier version: nothing binds its files together."""
    stored = json.loads((folder / HEADER).read_text("utf-8"))
    del stored["digest"], stored["names"]
    (folder / HEADER).write_text(json.dumps(stored), "utf-8")
    entries = [json.loads(line) for line in (folder / LINES).read_text("utf-8").splitlines()]
    for entry in entries:
        del entry["seal"]
    (folder / LINES).write_text("".join(json.dumps(entry) + "\n" for entry in entries), "utf-8")
