"""The dictionary tables of a run: what its words mean, so that nobody who reads it needs the game's code.

    kinds, cards, moves, stages, outcomes, patterns, ends, faults      number, name, hanzi
    options      key, value, default, allowed, meaning, source         one row per option of the ruleset
    policies     policy, spec, version, hash, deterministic, source    one row per player, named as in `seats`
    rulesets     ruleset, game, title, hanzi, options, hash            one row
    runs         everything about the run that is a single value       one row

`moves` are the bits of the low 16 bits of `arg` of an `asked` event, `stages` its highest byte.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

import pyarrow as pa

from paiju.sim.kernel import events as ev
from paiju.sim.kernel.game import Game
from paiju.sim.kernel.game import Names as Numbered
from paiju.sim.kernel.options import canonical_json
from paiju.sim.store.folder import Folder
from paiju.sim.store.writer import encoded

TABLES: Final = (
    "kinds", "cards", "moves", "stages", "outcomes", "patterns", "ends", "faults",
    "options", "policies", "rulesets", "runs",
)  # fmt: skip
NUMBERED: Final = pa.schema([("number", pa.int32()), ("name", pa.string()), ("hanzi", pa.string())])
OPTIONS: Final = pa.schema(
    [(name, pa.string()) for name in ("key", "value", "default", "allowed", "meaning", "source")]
)
POLICIES: Final = pa.schema(
    [
        ("policy", pa.string()),
        ("spec", pa.string()),
        ("version", pa.string()),
        ("hash", pa.string()),
        ("deterministic", pa.bool_()),
        ("source", pa.string()),
    ]
)
RULESETS: Final = pa.schema(
    [(name, pa.string()) for name in ("ruleset", "game", "title", "hanzi", "options", "hash")]
)
RUNS: Final = pa.schema(
    [
        ("config_hash", pa.string()),
        ("engine_version", pa.string()),
        ("engine_source", pa.string()),
        ("git_commit", pa.string()),
        ("git_dirty", pa.bool_()),
        ("schema_version", pa.int32()),
        ("game", pa.string()),
        ("ruleset", pa.string()),
        ("ruleset_hash", pa.string()),
        ("matchup", pa.string()),
        ("seed", pa.int64()),
        ("first_deal", pa.int64()),
        ("deals", pa.int64()),
        ("blocks", pa.int64()),
        ("log_level", pa.string()),
        ("deal_mode", pa.string()),
        ("on_failure", pa.string()),  # do blocks count in which a policy failed? fallback: yes, exclude: no
        ("stop", pa.string()),  # the rule that may end the run before its last block, none
    ]
)


def file_of(name: str) -> str:
    """Where a dictionary table lies in the run folder."""
    return f"names/{name}.parquet"


def write_names(folder: Folder, game: Game, header: Mapping[str, Any]) -> None:
    """Write the dictionary tables of a run with this header (see `paiju.sim.store.manifest`)."""
    for name, table in name_tables(game, header).items():
        folder.write(file_of(name), encoded(table))


def name_tables(game: Game, header: Mapping[str, Any]) -> dict[str, pa.Table]:
    """The dictionary tables by name."""
    return {
        "kinds": numbered(game.kinds),
        "cards": numbered(game.cards),
        "moves": numbered(game.moves),
        "stages": numbered(game.stages),
        "outcomes": numbered(game.outcomes),
        "patterns": numbered(game.patterns),
        "ends": numbered([(number, name, "") for number, name in ev.MATCH_ENDS]),
        "faults": numbered([(number, name, "") for number, name in ev.FAULTS]),
        "options": options(game, header["ruleset"]["options"]),
        "policies": pa.Table.from_pylist(header["policies"], POLICIES),
        "rulesets": pa.Table.from_pylist([ruleset(game, header["ruleset"])], RULESETS),
        "runs": pa.Table.from_pylist([run(header)], RUNS),
    }


def numbered(names: Numbered | Sequence[tuple[int, str, str]]) -> pa.Table:
    """Numbers with their English names and 汉字."""
    rows = [{"number": number, "name": name, "hanzi": hanzi} for number, name, hanzi in names]
    return pa.Table.from_pylist(rows, NUMBERED)


def options(game: Game, values: Mapping[str, Any]) -> pa.Table:
    """Every option of the ruleset with its value; values are JSON."""
    rows = [
        {
            "key": option.key,
            "value": json.dumps(values[option.key], ensure_ascii=False),
            "default": json.dumps(option.default, ensure_ascii=False),
            "allowed": option.allowed(),
            "meaning": option.meaning,
            "source": option.source,
        }
        for option in game.options
    ]
    return pa.Table.from_pylist(rows, OPTIONS)


def ruleset(game: Game, entry: Mapping[str, Any]) -> dict[str, str]:
    """The row of `rulesets`."""
    return {
        "ruleset": entry["name"],
        "game": game.name,
        "title": game.title,
        "hanzi": game.hanzi,
        "options": canonical_json(entry["options"]),
        "hash": entry["hash"],
    }


def run(header: Mapping[str, Any]) -> dict[str, Any]:
    """The row of `runs`."""
    tournament, engine = header["config"]["tournament"], header["engine"]
    return {
        "config_hash": header["config_hash"],
        "engine_version": engine["version"],
        "engine_source": engine["source"],
        "git_commit": engine["git_commit"],
        "git_dirty": engine["git_dirty"],
        "schema_version": header["schema_version"],
        "game": header["ruleset"]["game"],
        "ruleset": header["ruleset"]["name"],
        "ruleset_hash": header["ruleset"]["hash"],
        "matchup": header["config"]["matchup"]["kind"],
        "seed": tournament["seed"],
        "first_deal": tournament["first_deal"],
        "deals": tournament["blocks"],
        "blocks": header["plan"]["blocks"],
        "log_level": tournament["log_level"],
        "deal_mode": tournament["deal_mode"],
        "on_failure": tournament.get("on_failure", "fallback"),
        "stop": tournament.get("stop", "none"),
    }
