"""The rows of a query in the forms people and programs want; all but the terminal's table stream."""

import csv
import json
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any, BinaryIO, Final, TextIO

import duckdb

from paiju.analysis.tables.db import check
from paiju.analysis.tables.errors import QueryError, sentence

BATCH: Final = 2000  # rows fetched at a time
PARQUET_BATCH: Final = 122_880  # rows of a Parquet row group
SHOWN: Final = 200  # rows of a table on a terminal
NUMBERS: Final = ("INT", "FLOAT", "DOUBLE", "DECIMAL")  # in the names of DuckDB's types of numbers
Row = tuple[Any, ...]


class Rows:
    """The answer to one query that only asks; QueryError when there is none, now or on the way."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, sql: str) -> None:
        check(connection, sql)
        with answering():
            self._cursor: Final = connection.execute(sql)
        described = self._cursor.description or []
        self.columns: Final = [str(column[0]) for column in described]
        self.is_number: Final = [
            any(word in str(column[1]) for word in NUMBERS) and "[" not in str(column[1])
            for column in described
        ]

    def __iter__(self) -> Iterator[Row]:
        with answering():
            while batch := self._cursor.fetchmany(BATCH):
                yield from batch


@contextmanager
def answering() -> Iterator[None]:
    """Turn DuckDB's errors into sentences, and what it makes of Ctrl-C into Ctrl-C again."""
    try:
        yield
    except duckdb.InterruptException:
        raise KeyboardInterrupt from None
    except duckdb.Error as error:
        raise QueryError(f"the query has an error: {sentence(error)}") from None
    except RuntimeError as error:
        if "interrupted" in str(error):
            raise KeyboardInterrupt from None
        raise


def write_tabbed(rows: Rows, to: TextIO) -> None:
    """Tab-separated with a header: a line per row whatever is in it."""
    to.write("\t".join(map(cell, rows.columns)) + "\n")
    for row in rows:
        to.write("\t".join(map(cell, row)) + "\n")


def write_csv(rows: Rows, to: TextIO) -> None:
    """Comma-separated with a header (RFC 4180, but with bare line feeds)."""
    writer = csv.writer(to, lineterminator="\n")
    writer.writerow(rows.columns)
    for row in rows:
        writer.writerow([text(value) for value in row])


def write_json(rows: Rows, to: TextIO) -> None:
    """A list of objects, one to a line."""
    between = "[\n"
    for row in rows:
        to.write(between + to_json(dict(zip(rows.columns, row, strict=True))))
        between = ",\n"
    to.write("\n]\n" if between == ",\n" else "[]\n")


def write_parquet(connection: duckdb.DuckDBPyConnection, sql: str, path: str) -> None:
    """A Parquet file, in place when complete; sums, which DuckDB makes 128 bits wide, get 64."""
    check(connection, sql)
    with answering():
        reader = connection.sql(sql).to_arrow_reader(PARQUET_BATCH)
    temporary = Path(f"{path}.tmp")
    try:
        with temporary.open("wb") as file:
            _write_batches(reader, file)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _write_batches(reader: Any, file: BinaryIO) -> None:
    """Write Arrow batches as they come."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = pa.schema([_narrowed(field) for field in reader.schema])
    try:
        with pq.ParquetWriter(file, columns, compression="zstd") as writer:
            for batch in _batches(reader):
                writer.write_table(pa.Table.from_batches([batch]).cast(columns))
    except pa.ArrowInvalid as error:
        raise QueryError(f"the answer does not fit into 64-bit integers: {error}") from None
    except pa.ArrowNotImplementedError as error:
        raise QueryError(f"Parquet has no such type of column, cast it in the query: {error}") from None


def _batches(reader: Any) -> Iterator[Any]:
    """The batches of a reader; errors of the query, which arrive as any kind of error, as such."""
    with answering():
        try:
            yield from reader
        except (OSError, ValueError) as error:
            if "interrupt" in str(error).lower():
                raise KeyboardInterrupt from None
            raise QueryError(f"the query has an error: {sentence(error)}") from None


def _narrowed(field: Any) -> Any:
    """The type a column has in a file."""
    import pyarrow as pa

    whole = pa.types.is_decimal(field.type) and field.type.precision == 38 and field.type.scale == 0
    return field.with_type(pa.int64()) if whole else field


def show_table(rows: Rows, to: TextIO) -> None:
    """A readable table of the first rows on a terminal; columns of numbers stand right."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for column, number in zip(rows.columns, rows.is_number, strict=True):
        grid.add_column(Text(column), justify="right" if number else "left", overflow="fold")
    found = iter(rows)
    for row in islice(found, SHOWN):
        grid.add_row(*(Text(_readable(value)) for value in row))
    console = Console(file=to, highlight=False)
    console.print(grid)
    if next(found, None) is not None:
        console.print(f"The first {SHOWN} rows; --csv, --json, --parquet or a pipe give all.", style="dim")


def _readable(value: Any) -> str:
    """A cell on a terminal."""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list):
        return ", ".join(map(text, value))
    return cell(value)


def cell(value: Any) -> str:
    """A cell of tab-separated text: backslash escapes keep it on one line and in its column."""
    return text(value).translate(ESCAPES)


ESCAPES: Final = str.maketrans({"\t": "\\t", "\n": "\\n", "\r": "\\r"})


def text(value: Any) -> str:
    """A value as text: nothing for null, JSON for lists and records."""
    if value is None:
        return ""
    if isinstance(value, bool | list | tuple | dict):
        return to_json(value)
    return str(value)


def to_json(value: Any) -> str:
    """A value as JSON on one line; what JSON has no words for (infinity, not a number) is null."""
    return json.dumps(_plain(value), ensure_ascii=False, default=str)


def _plain(value: Any) -> Any:
    """The same of what JSON knows."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, Decimal):
        return (
            int(value)
            if value == value.to_integral_value() and value.as_tuple().exponent == 0
            else float(value)
        )
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
