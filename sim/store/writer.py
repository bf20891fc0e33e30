"""Writes the tables of a shard as Parquet parts: small, cheap to write, the same bytes every time.

Most integers are split into byte streams, the fast encoding that zstd packs best; words go straight from
their Arrow dictionaries, and a few integers are smaller through a dictionary too. How hard zstd tries is set
for each column: a higher level must save a byte per hand for every fifth of a microsecond. Only columns by
which rows are looked up have statistics. A row group of events is some 600 hands: one is read to show a game.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import chain
from typing import Any, Final, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from paiju.sim.store.folder import Folder
from paiju.sim.store.header import Part
from paiju.sim.store.manifest import file_of
from paiju.sim.store.schema import SCHEMA_VERSION

ROW_GROUP: Final = 122_880  # what DuckDB likes
BY_DICTIONARY: Final = frozenset({"arg", "seat", "from_seat"})
PLAIN: Final = frozenset({"digest", "text"})
LOOKED_UP: Final = frozenset({"game_id", "block", "deal"})
LEVEL: Final = 3
LEVELS: Final = {"move": 5, "visible": 7, "seq": 5, "from_seat": 4, "card": 2}


Rows: TypeAlias = pa.Table | Iterator[pa.Table]  # a whole table, or its row groups one after the other


def write_tables(folder: Folder, shard: int, tables: Mapping[str, Rows]) -> tuple[Part, ...]:
    """Write the parts of a shard; a table of failures without rows has none."""
    return tuple(
        write_part(folder, name, file_of(name, shard), table)
        for name, table in tables.items()
        if not (isinstance(table, pa.Table) and name == "failures" and table.num_rows == 0)
    )


def write_part(folder: Folder, name: str, file: str, table: Rows) -> Part:
    """Write one table as one file, in place when complete and synced."""
    data = encoded(table)
    folder.write(file, data)
    rows = pq.read_metadata(pa.BufferReader(data)).num_rows
    return Part(name, file, rows, data.size, sha256(data).hexdigest())


def encoded(table: Rows) -> pa.Buffer:
    """A table as the bytes of a Parquet file."""
    groups = iter([table] if isinstance(table, pa.Table) else table)
    first = next(groups)
    sink = pa.BufferOutputStream()
    with pq.ParquetWriter(sink, first.schema, **options(first.schema)) as writer:
        for group in chain([first], groups):
            writer.write_table(group, row_group_size=ROW_GROUP)
        writer.add_key_value_metadata({"paiju.schema_version": str(SCHEMA_VERSION)})
    return sink.getvalue()


def options(columns: pa.Schema) -> dict[str, Any]:
    """How to encode each column."""
    words = [path_of(field) for field in columns if is_by_dictionary(field)]
    split = [field.name for field in columns if is_split(field)]
    return {
        "compression": "zstd",
        "compression_level": {path_of(field): LEVELS.get(field.name, LEVEL) for field in columns},
        "use_dictionary": words or False,
        "column_encoding": dict.fromkeys(split, "BYTE_STREAM_SPLIT"),
        "write_statistics": [field.name for field in columns if field.name in LOOKED_UP] or False,
        "write_batch_size": ROW_GROUP,
        "max_rows_per_page": ROW_GROUP,
        "store_schema": False,
    }


def is_by_dictionary(field: pa.Field) -> bool:
    """Is a column written as indexes into a dictionary?"""
    return pa.types.is_dictionary(field.type) or field.name in BY_DICTIONARY or pa.types.is_list(field.type)


def is_split(field: pa.Field) -> bool:
    """Is a column written as one stream per byte of its numbers?"""
    is_number = pa.types.is_integer(field.type) or pa.types.is_floating(field.type)
    return is_number and not is_by_dictionary(field) and field.name not in PLAIN


def path_of(field: pa.Field) -> str:
    """The name of a column in the file; that of a list goes down to its elements."""
    return f"{field.name}.list.element" if pa.types.is_list(field.type) else str(field.name)
