"""A DuckDB connection on the tables of one or several runs.

The tables are views on the Parquet parts that the runs' manifests name (never on what lies in the folders), made of
the files of `paiju.analysis.tables.files`. Nothing is stored: the Parquet parts are the truth.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath, getpid
from pathlib import Path
from tempfile import gettempdir
from typing import Any, Final

import duckdb
import pyarrow as pa

from paiju.analysis.tables.errors import QueryError, sentence
from paiju.analysis.tables.files import (
    GAMES,
    description,
    in_order_of_need,
    macros,
    merging,
    sql_files,
    statements,
)
from paiju.sim.store import names, schema
from paiju.sim.store.folder import open_folder
from paiju.sim.store.header import read_header
from paiju.sim.store.manifest import Manifest

UTILITY_PARTS: Final = {"points": 1, "rank": 840, "win": 840}  # how many parts the unit has, to stay whole
TOLD: Final = 3  # options that are named where rules differ
MEMORY: Final = "2GB"  # beyond it DuckDB works on disk
COLUMNS: Final = {**schema.TABLES, **names.TABLES}
DUCKDB_TYPES: Final = {
    "int8": "tinyint",
    "int16": "smallint",
    "int32": "integer",
    "int64": "bigint",
    "float": "float",
    "string": "varchar",
    "bool": "boolean",
}
MERGED: Final = ("games", "seats", "runs")  # what tells whether runs have games in common
PIVOTING: Final = ("pivot", "from", "with", "select")  # first words of statements that may hold a pivot
Runs = str | PathLike[str] | Sequence[str | PathLike[str]]


@dataclass(frozen=True, slots=True)
class View:
    """One table to query."""

    name: str
    description: str  # what a row is
    columns: tuple[tuple[str, str], ...]  # name, DuckDB type


def connect(
    runs: Runs,
    views: Iterable[str] | None = None,
    computed: Iterable[str] = (),
    memory: str = MEMORY,
    utility: str = "points",
    lock: bool = True,
    on_damage: Callable[[str], object] | None = None,
) -> duckdb.DuckDBPyConnection:
    """A connection with views on the tables of one or several run folders.

    `views`: only these and what they need; `computed`: compute these at once and keep them, because several
    others are made of them; `utility`: one of `schema.UTILITIES`; `lock=False` leaves the file system open, for SQL of
    our own that writes. Every view has a column `run`, the name of the folder. SQL on the connection can
    read the parts of these runs and no other file, and cannot change these settings; `check` refuses what
    writes. With `on_damage` every part is checked against its checksum first: it is told in a sentence of each
    that is missing, cut short or foreign, and their shards are left out of all tables. Raises the store's errors
    for a folder that is no run, QueryError for parts that cannot be read.
    """
    manifests = [_manifest(location, on_damage) for location in _given(runs)]
    connection = duckdb.connect()
    try:
        _limit(connection, memory)
        _create_macros(connection)
        wanted = None if views is None else set(views)
        texts = statements(utility, [_game_of(manifest.header) for manifest in manifests])
        paths = _create_views(connection, _labels(manifests), texts, wanted, set(computed))
        if lock:
            _lock_up(connection, paths)
    except duckdb.Error as error:
        connection.close()
        raise QueryError(f"the tables cannot be read: {sentence(error)}") from None
    except Exception:
        connection.close()
        raise
    return connection


def locations(runs: Runs) -> dict[str, str]:
    """The name of each run in the column `run`, and where it is, as it was given."""
    given = _given(runs)
    return dict(zip(_labels([Manifest.load(open_folder(run)) for run in given]), given, strict=True))


def own_utility(runs: Runs) -> str:
    """What the ratings of these runs count by their own configuration; QueryError when they do not agree."""
    found = {_utility_of(read_header(open_folder(run))) for run in _given(runs)} or {"points"}
    if len(found) > 1:
        raise QueryError(
            f"the ratings of these runs count {' and '.join(sorted(found))}; choose one with --utility"
        )
    return found.pop()


def _utility_of(header: Mapping[str, Any]) -> str:
    """As the run was configured; those of older versions count points."""
    return str(header.get("config", {}).get("rating", {}).get("utility", "points"))


def _manifest(location: str, on_damage: Callable[[str], object] | None) -> Manifest:
    """The manifest of a run, without its damaged shards if somebody wants to know of them."""
    if on_damage is None:
        return Manifest.load(open_folder(location))
    from paiju.sim.store.reader import Run

    manifest, sentences = Run(location).sound()
    for each in sentences:
        on_damage(each)
    return manifest


def _given(runs: Runs) -> list[str]:
    """One or several run folders as a list, each once."""
    several = [runs] if isinstance(runs, str | PathLike) else runs
    return list(dict.fromkeys([fspath(run) for run in several]))


def records(connection: duckdb.DuckDBPyConnection, sql: str) -> list[dict[str, Any]]:
    """The rows of a query as dictionaries."""
    cursor = connection.execute(sql)
    columns = [column[0] for column in cursor.description or ()]
    return [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]


def list_views(connection: duckdb.DuckDBPyConnection, extra: dict[str, str] | None = None) -> list[View]:
    """The views with their columns: what was played, what derives from it, what its words mean.

    `extra`: what a row is of further tables on the connection.
    """
    marts = sql_files("marts").copy()
    for game in sorted(path.name for path in GAMES.iterdir()):
        marts |= sql_files("marts", game)
    texts = {name: description(text) for name, text in (statements("points") | marts).items()}
    columns: dict[str, list[tuple[str, str]]] = {}
    for row in records(
        connection,
        "select table_name, column_name, data_type from duckdb_columns()"
        " where schema_name = 'main' and not internal order by column_index",
    ):
        columns.setdefault(row["table_name"], []).append((row["column_name"], row["data_type"]))
    texts |= extra or {}
    order = dict.fromkeys([*schema.TABLES, *sorted(extra or {}), *marts, *texts])
    return [View(name, texts[name], tuple(columns[name])) for name in order if name in columns]


def check_rules(runs: Runs) -> None:
    """QueryError when runs are of different games or rules, so that figures over all of them mean nothing."""
    headers = {run: read_header(open_folder(run)).get("ruleset", {}) for run in _given(runs)}
    games = sorted({str(rules.get("game", "")) for rules in headers.values()})
    if len(games) > 1:
        raise QueryError(
            f"these runs are of {' and '.join(games)}: one rating holds for one game, so name runs of one"
        )
    if len({rules.get("hash") for rules in headers.values()}) > 1:
        options = [rules.get("options", {}) for rules in headers.values()]
        raise QueryError(
            f"these runs have different rules ({_different(options)}): figures over all of them would mean nothing, so "
            "name runs of one; SQL of your own can show them side by side, by `run`"
        )


def _different(options: Sequence[Mapping[str, Any]]) -> str:
    """The first options in which rules differ, with their values."""
    keys = dict.fromkeys(key for each in options for key in each)
    told = [
        f"{key} = {' or '.join(values)}"
        for key in keys
        if len(values := list(dict.fromkeys(json.dumps(each.get(key)) for each in options))) > 1
    ]
    return "; ".join(told[:TOLD]) + ("; …" if len(told) > TOLD else "")


def games_of(runs: Runs) -> list[str]:
    """The game of each run."""
    return [_game_of(read_header(open_folder(run))) for run in _given(runs)]


def _game_of(header: Mapping[str, Any]) -> str:
    return str(header.get("ruleset", {}).get("game", ""))


# Views


def _create_macros(connection: duckdb.DuckDBPyConnection) -> None:
    """The functions that the SQL files share."""
    connection.execute("create schema raw")
    connection.execute(macros())


def _labels(manifests: Sequence[Manifest]) -> dict[str, Manifest]:
    """A name for each run: that of its folder, or the whole path where two folders are called alike."""
    whole = [_absolute(manifest.folder.location) for manifest in manifests]
    last = [location.rstrip("/").rpartition("/")[2] for location in whole]
    labels = last if len(set(last)) == len(last) else whole
    return dict(zip(labels, manifests, strict=True))


def _absolute(location: str) -> str:
    """A local path from the root, with slashes; a URI as it is."""
    return location if "://" in location else Path(location).absolute().as_posix()


def _create_views(
    connection: duckdb.DuckDBPyConnection,
    runs: dict[str, Manifest],
    texts: dict[str, str],
    wanted: set[str] | None,
    computed: set[str],
) -> list[str]:
    """Create the wanted views (None: all) in order of need; the paths of all parts they read."""
    paths: list[str] = []
    needed = in_order_of_need(texts, wanted if wanted is not None else set(texts))
    stored = [name for name in needed if name in sql_files("staging")]
    for name in dict.fromkeys([*stored, *(MERGED if "games" in stored else ())]):
        paths += _create_raw_view(connection, name, runs)
    if "games" in stored:
        _merge(connection, len(runs) > 1)
    for name in needed:
        kind = "table" if name in computed else "view"
        connection.execute(f"create {kind} {name} as\n{texts[name]}")
    return paths


def _merge(connection: duckdb.DuckDBPyConnection, several: bool) -> None:
    """Create `raw.seeds` and `raw.repeated`: what several runs have in common."""
    if several:
        connection.execute(merging())
    else:
        connection.execute("create table raw.seeds (run varchar, first_deal bigint)")
        connection.execute("create table raw.repeated (run varchar, block bigint)")


def _create_raw_view(
    connection: duckdb.DuckDBPyConnection, table: str, runs: dict[str, Manifest]
) -> list[str]:
    """Create `raw.<table>`: the rows of all runs as stored, and the schema's columns even without any."""
    paths: list[str] = []
    branches = [_empty(table)]
    for label, manifest in runs.items():
        name = f"{table}_of_{label}"
        if table in names.TABLES:
            found = names.read_names(manifest, table)
            source = None if found is None else _registered(connection, name, found)
        else:
            manifest.check(manifest.parts(table))
            files = [_absolute(manifest.folder.path(part.file)) for part in manifest.parts(table)]
            remote = "://" in manifest.folder.location
            source = _remote(connection, name, files) if files and remote else _local(files)
            paths += [] if remote else files
        if source is not None:
            branches.append(f"select *, {_quoted(label)} as run from {source}")
    connection.execute(f"create view raw.{table} as\n" + "\nunion all by name\n".join(branches))
    return paths


def _empty(table: str) -> str:
    """A select without rows that has a table's columns, and `run`."""
    columns = [f'null::{_duckdb_type(field.type)} as "{field.name}"' for field in COLUMNS[table]]
    return f"select {', '.join(columns)}, null::varchar as run where false"


def _duckdb_type(arrow: pa.DataType) -> str:
    """DuckDB's name of a column type of the store."""
    if pa.types.is_dictionary(arrow):
        return _duckdb_type(arrow.value_type)
    if pa.types.is_list(arrow):
        return _duckdb_type(arrow.value_type) + "[]"
    if pa.types.is_map(arrow):
        return f"map({_duckdb_type(arrow.key_type)}, {_duckdb_type(arrow.item_type)})"
    return DUCKDB_TYPES[str(arrow)]


def _local(files: list[str]) -> str | None:
    """What to select from for local parts."""
    return f"read_parquet([{', '.join(map(_quoted, files))}], union_by_name = true)" if files else None


def _remote(connection: duckdb.DuckDBPyConnection, name: str, files: list[str]) -> str:
    """What to select from for remote parts: DuckDB reads them through pyarrow, for it has no network of its own."""
    from pyarrow import dataset, fs

    filesystem, _ = fs.FileSystem.from_uri(files[0])
    paths = [fs.FileSystem.from_uri(file)[1] for file in files]
    return _registered(connection, name, dataset.dataset(paths, filesystem=filesystem, format="parquet"))


def _registered(connection: duckdb.DuckDBPyConnection, name: str, rows: object) -> str:
    """What to select from for rows that pyarrow holds or reads."""
    connection.register(name, rows)
    return '"' + name.replace('"', '""') + '"'


def _quoted(text: str) -> str:
    """Text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


# Safety


def _limit(connection: duckdb.DuckDBPyConnection, memory: str) -> None:
    """So much memory, and a folder (made when needed, then removed) for what does not fit."""
    spill = Path(gettempdir(), f"paiju-query-{getpid()}")
    for setting in (
        f"memory_limit = {_quoted(memory)}",
        f"temp_directory = {_quoted(str(spill))}",
        "parquet_metadata_cache = true",
        "enable_progress_bar = false",
        "scheduler_process_partial = true",  # or Ctrl-C waits until a worker has finished its scan
    ):
        connection.execute(f"set {setting}")


def _lock_up(connection: duckdb.DuckDBPyConnection, paths: Sequence[str]) -> None:
    """Leave SQL nothing but these files to read, and no way to change that."""
    for setting in (
        "python_enable_replacements = false",
        f"allowed_paths = [{', '.join(map(_quoted, paths))}]",
        "enable_external_access = false",
        "lock_configuration = true",
    ):
        connection.execute(f"set {setting}")


def check(connection: duckdb.DuckDBPyConnection, sql: str) -> None:
    """Refuse what is not one question: QueryError for anything that could write or change something."""
    try:
        statements = connection.extract_statements(sql)
    except duckdb.Error as error:
        raise QueryError(f"the query has an error: {sentence(error)}") from None
    if len(statements) != 1:
        raise QueryError(f"one query at a time, please: this is {len(statements) or 'none'}")
    kind = statements[0].type
    body = re.sub(r"^(\s|--.*|/\*(?s:.*?)\*/)+", "", sql)
    word = body.split(maxsplit=1)[0].lower()
    if kind == duckdb.StatementType.EXPLAIN:
        check(connection, re.sub(r"(?i)^explain\s+(analyze\s+)?(\([^)]*\)\s*)?", "", body))
    elif kind == duckdb.StatementType.MULTI and word in PIVOTING:
        return  # a pivot asks twice: for its columns, then for its rows
    elif kind != duckdb.StatementType.SELECT:
        raise QueryError(f"only queries (select …) are answered, and this is {word}")
