"""The dictionary tables of a run: what its words mean, so that nobody who reads it needs the game's code.

    kinds, cards, moves, stages, outcomes, patterns, ends, faults      number, name, hanzi; some have more, see below
    options      key, value, default, allowed, meaning, source         one row per option of the ruleset
    policies     policy, spec, version, hash, deterministic, source    one row per player, named as in `seats`
    rulesets     ruleset, game, title, hanzi, options, hash, score     one row
    runs         everything about the run that is a single value       one row

`moves` are the bits of the low 16 bits of `arg` of an `asked` event, `stages` its highest byte. An answer is the first
event after a question whose kind has a move in `answers_with`.

Additive only, as the tables of `paiju.sim.store.schema`: columns that an earlier version did not write yet are read as
the run's game has them now, for numbers keep their meaning; they are null where that game is not known.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from paiju.sim.games import registry
from paiju.sim.kernel import events as ev
from paiju.sim.kernel.errors import BadInput
from paiju.sim.kernel.game import Game
from paiju.sim.kernel.game import Names as Numbered
from paiju.sim.kernel.options import canonical_json
from paiju.sim.store.folder import Folder
from paiju.sim.store.manifest import Manifest
from paiju.sim.store.writer import encoded, write_part

NUMBERED: Final = pa.schema([("number", pa.int32()), ("name", pa.string()), ("hanzi", pa.string())])
KINDS: Final = pa.schema(
    [*NUMBERED, ("answers_with", pa.string())]  # the kind of move that such an event answers with, null: none
)
CARDS: Final = pa.schema(
    [*NUMBERED, ("numbers", pa.map_(pa.string(), pa.int32()))]  # what the rules count of it, by name
)
OUTCOMES: Final = pa.schema(
    [*NUMBERED, ("won_on", pa.string())]  # own_draw, given, open_card, whole_hand; null: not won
)
PATTERNS: Final = pa.schema(
    [*NUMBERED, ("unit", pa.string()), ("unit_hanzi", pa.string())]  # what its value counts: fan, factor …
)
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
    [
        *((name, pa.string()) for name in ("ruleset", "game", "title", "hanzi", "options", "hash")),
        ("score", pa.string()),  # what the score of a hand counts: fan, huxi …
        ("score_hanzi", pa.string()),
    ]
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
TABLES: Final = {
    "kinds": KINDS,
    "cards": CARDS,
    "moves": NUMBERED,
    "stages": NUMBERED,
    "outcomes": OUTCOMES,
    "patterns": PATTERNS,
    "ends": NUMBERED,
    "faults": NUMBERED,
    "options": OPTIONS,
    "policies": POLICIES,
    "rulesets": RULESETS,
    "runs": RUNS,
}


def file_of(name: str) -> str:
    """Where a dictionary table lies in the run folder."""
    return f"names/{name}.parquet"


def write_names(folder: Folder, game: Game, header: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Write the dictionary tables of a run with this header (see `paiju.sim.store.header`); its `names`."""
    tables = name_tables(game, header)
    return [asdict(write_part(folder, name, file_of(name), table)) for name, table in tables.items()]


def restore_names(manifest: Manifest, game: Game) -> Iterator[str]:
    """Write again the dictionary tables that are missing or damaged, and say which.

    BadInput if this version would write others.
    """
    folder = manifest.folder
    for name, table in name_tables(game, manifest.header).items():
        part, file = manifest.names(name), file_of(name)
        if part is not None:
            wrong = part.differs(folder)
        else:  # a run of an earlier version: nothing says what the file should be
            wrong = None if folder.exists(file) else f"{folder.path(file)} is missing"
        if wrong is None:
            continue
        data = encoded(table)
        if part is not None and sha256(data).hexdigest() != part.sha256:
            raise BadInput(
                f"{wrong}, and this version of paiju would write another one: put it back from a copy"
            )
        folder.write(file, data)
        yield f"{wrong}: written again"


def read_names(manifest: Manifest, name: str) -> pa.Table | None:
    """A dictionary table of a run, None if it has none; BadInput when it is not what was written."""
    folder, file, part = manifest.folder, file_of(name), manifest.names(name)
    if part is not None:
        manifest.check([part])
    elif not folder.exists(file):
        return None
    try:
        with pq.ParquetFile(folder.open(file)) as parquet:
            table = completed(parquet.read(), name, str(manifest.header["ruleset"]["game"]))
        return table.select(TABLES[name].names).cast(TABLES[name])
    except (pa.ArrowException, KeyError, OSError) as error:
        raise BadInput(f"{folder.path(file)} is damaged: {error}") from None


def completed(table: pa.Table, name: str, game: str) -> pa.Table:
    """A dictionary table of a run of this game with the columns that an earlier version did not write yet."""
    lacking = [field for field in TABLES[name] if field.name not in table.column_names]
    if not lacking:
        return table
    told = game_tables(registry.get(game)) if game in registry.names() else {}
    key = "game" if name == "rulesets" else "number"
    rows = {row[key]: row for row in told[name].to_pylist()} if name in told else {}
    keys = table[key].to_pylist() if rows else [None] * table.num_rows
    for field in lacking:
        values = [rows.get(each, {}).get(field.name) for each in keys]
        table = table.append_column(field, pa.array(values, field.type))
    return table


def name_tables(game: Game, header: Mapping[str, Any]) -> dict[str, pa.Table]:
    """The dictionary tables by name."""
    return {
        **game_tables(game),
        "ends": numbered([(number, name, "") for number, name in ev.MATCH_ENDS]),
        "faults": numbered([(number, name, "") for number, name in ev.FAULTS]),
        "options": options(game, header["ruleset"]["options"]),
        "policies": pa.Table.from_pylist(header["policies"], POLICIES),
        "rulesets": pa.Table.from_pylist([ruleset(game, header["ruleset"])], RULESETS),
        "runs": pa.Table.from_pylist([run(header)], RUNS),
    }


def game_tables(game: Game) -> dict[str, pa.Table]:
    """What a game says in dictionary tables, whatever its options; of `rulesets` what is of the game."""
    return {
        "kinds": kinds(game),
        "cards": cards(game),
        "moves": numbered(game.moves),
        "stages": numbered(game.stages),
        "outcomes": outcomes(game),
        "patterns": patterns(game),
        "rulesets": pa.Table.from_pylist([of_game(game)], RULESETS),
    }


def numbered(names: Numbered | Sequence[tuple[int, str, str]]) -> pa.Table:
    """Numbers with their English names and 汉字."""
    rows = [{"number": number, "name": name, "hanzi": hanzi} for number, name, hanzi in names]
    return pa.Table.from_pylist(rows, NUMBERED)


def kinds(game: Game) -> pa.Table:
    """The kinds of event, with the kind of move that they answer with."""
    moves = {number: name for number, name, _ in game.moves}
    rows = [
        {
            "number": number,
            "name": name,
            "hanzi": hanzi,
            "answers_with": moves.get(game.answers.get(number, -1)),
        }
        for number, name, hanzi in game.kinds
    ]
    return pa.Table.from_pylist(rows, KINDS)


def cards(game: Game) -> pa.Table:
    """The cards, with what the rules count of them."""
    rows = [
        {
            "number": card,
            "name": name,
            "hanzi": hanzi,
            "numbers": [(what, numbers[card]) for what, numbers in game.card_numbers.items()],
        }
        for card, name, hanzi in game.cards
    ]
    return pa.Table.from_pylist(rows, CARDS)


def outcomes(game: Game) -> pa.Table:
    """The ways a hand ends."""
    rows = [
        {"number": each.number, "name": each.name, "hanzi": each.hanzi, "won_on": each.won_on}
        for each in game.outcomes
    ]
    return pa.Table.from_pylist(rows, OUTCOMES)


def patterns(game: Game) -> pa.Table:
    """What a score is made of, and what that counts."""
    rows = [
        {
            "number": each.id,
            "name": each.name,
            "hanzi": each.hanzi,
            "unit": each.unit,
            "unit_hanzi": game.units[each.unit],
        }
        for each in game.patterns
    ]
    return pa.Table.from_pylist(rows, PATTERNS)


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
    options = canonical_json(entry["options"])
    return of_game(game) | {"ruleset": entry["name"], "options": options, "hash": entry["hash"]}


def of_game(game: Game) -> dict[str, str]:
    """What the row of `rulesets` says of the game."""
    return {
        "game": game.name,
        "title": game.title,
        "hanzi": game.hanzi,
        "score": game.score,
        "score_hanzi": game.units[game.score],
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
