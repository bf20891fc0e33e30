"""A run as a DuckDB file, for people's own SQL tools: everything that `paiju query` shows, without paiju.

What was played and the ratings are tables; marts are views on them; the stored queries are views called
`query_<name>`. The Parquet parts stay the truth: the file can be thrown away and written again. It is written
under a temporary name and put in place when complete.
"""

from pathlib import Path
from typing import Final

import duckdb

from paiju.analysis.ratings.rating import COMPUTED
from paiju.analysis.ratings.verdict import add_tables, judge
from paiju.analysis.tables.db import Runs, check_rules, connect, games_of, own_utility
from paiju.analysis.tables.errors import QueryError, sentence
from paiju.analysis.tables.files import in_order_of_need, macros, sql_files, sql_for, statements

LARGE: Final = "events"  # by far the largest table


def write_duckdb(runs: Runs, path: str, with_events: bool = True, utility: str | None = None) -> int:
    """Write the tables of one or several runs into a new DuckDB file; how many bytes it has."""
    check_rules(runs)
    utility, games = utility or own_utility(runs), games_of(runs)
    temporary = Path(f"{path}.tmp")
    temporary.unlink(missing_ok=True)
    try:
        with connect(runs, computed=COMPUTED, utility=utility, lock=False) as connection:
            quoted = "'" + str(temporary).replace("'", "''") + "'"
            connection.execute(f"attach {quoted} as file")
            _copy(connection, with_events)
            connection.execute("use file")
            connection.execute(macros())
            _create_views(connection, utility, games)
            connection.execute("use memory")
            verdict = judge(connection, utility)
            connection.execute("use file")
            add_tables(connection, verdict)
            _create_queries(connection, games)
            connection.execute("use memory")
            connection.execute("detach file")
        temporary.replace(path)
    except duckdb.Error as error:
        raise QueryError(f"{path} cannot be written: {sentence(error)}") from None
    finally:
        temporary.unlink(missing_ok=True)
    return Path(path).stat().st_size


def _copy(connection: duckdb.DuckDBPyConnection, with_events: bool) -> None:
    """What was played, and the words for it."""
    for table in sql_files("staging"):
        rows = "" if with_events or table != LARGE else " limit 0"
        connection.execute(f"create table file.{table} as select * from memory.{table}{rows}")


def _create_views(connection: duckdb.DuckDBPyConnection, utility: str, games: list[str]) -> None:
    """The marts."""
    texts = statements(utility, games)
    for name in in_order_of_need(texts, set(texts)):
        if name not in sql_files("staging"):
            connection.execute(f"create view {name} as\n{texts[name]}")


def _create_queries(connection: duckdb.DuckDBPyConnection, games: list[str]) -> None:
    """The stored queries as views."""
    for name, text in sql_for("queries", games).items():
        connection.execute(f"create view query_{name} as\n{text}")
