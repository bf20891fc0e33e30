"""`paiju query`: ask one or several runs in SQL."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from paiju.sim.kernel.errors import BadInput

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

USAGE: Final = (
    "paiju query RUN [RUN ...] ['select ...' | @NAME | FILE.sql | -] [--csv | --json | --parquet FILE]"
)
EXAMPLES: Final = """\
examples:
  paiju query RUN "select outcome, count(*) as hands from hands group by all"
  paiju query RUN "select policy, avg(points) from seats group by all order by 2 desc"
  paiju query RUN "from events where game_id = 0 order by hand, seq" --csv
  paiju query RUN OTHER "select run, avg(turns) from hands group by run"
  paiju query RUN @outcomes                                (paiju list queries names the others)
Join tables `using (game_id)`, of several runs `using (run, game_id)`. `paiju query RUN` shows them all.
"""
WIDTH: Final = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.usage, parser.epilog = USAGE, EXAMPLES
    parser.add_argument(
        "what", nargs="+", metavar="RUN", help="run folders, and last the query; without: what there is"
    )
    parser.add_argument(
        "--utility",
        metavar="WHAT",
        help="what ratings count: points, rank or win; as the run says if not given",
    )
    parser.add_argument(
        "--skip-damaged", action="store_true", help="name damaged parts, and go on without their shards"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="comma-separated, lists as JSON")
    form.add_argument("--json", action="store_true", help="a JSON list of objects")
    form.add_argument("--parquet", metavar="FILE", help="write a Parquet file")


def main(args: argparse.Namespace) -> int:
    """Answer the query, or say what can be asked."""
    from paiju.analysis.ratings.verdict import open_rated
    from paiju.analysis.tables.errors import QueryError
    from paiju.analysis.tables.interrupts import interruptible
    from paiju.sim.store.folder import check_target

    try:
        runs, sql = split_query(args.what)
        if sql is None and (args.csv or args.parquet):
            raise BadInput("which query? --csv and --parquet are forms of its answer")
        if args.parquet:
            check_target(args.parquet, runs)
        warn = left_out if args.skip_damaged else None
        with open_rated(runs, sql, args.utility, warn) as connection, interruptible(connection):
            if sql is None:
                show_views(connection, args.json)
            else:
                answer(connection, sql, args)
    except QueryError as error:
        raise BadInput(str(error)) from None
    return 0


def left_out(sentence: str) -> None:
    """Say which part is not in the answer."""
    print(f"paiju: left out with its shard: {sentence}", file=sys.stderr)


def split_query(what: Sequence[str]) -> tuple[list[str], str | None]:
    """The run folders and the SQL among the arguments; the query comes last, and need not be there."""
    *runs, last = what
    if not last.strip():
        raise BadInput("the query is empty")
    if (len(last) < 256 and Path(last).is_dir()) or not looks_like_query(last):
        return list(what), None
    if not runs:
        raise BadInput("which run? A run folder comes before the query")
    return runs, sql_of(last, runs)


def looks_like_query(text: str) -> bool:
    """Is this a query rather than a folder?"""
    return text == "-" or text.startswith("@") or text.endswith(".sql") or len(text.split()) != 1


def sql_of(query: str, runs: Sequence[str]) -> str:
    """The SQL of a query about some runs given as text, by its name, as a file or on standard input."""
    if query == "-":
        return sys.stdin.read()
    if query.startswith("@"):
        from paiju.analysis.tables.db import check_rules, games_of
        from paiju.analysis.tables.files import SIDE_BY_SIDE, sql_for

        stored = sql_for("queries", games_of(runs))
        if query[1:] not in stored:
            raise BadInput(f"there is no query {query}; there are {', '.join(f'@{name}' for name in stored)}")
        if query[1:] not in SIDE_BY_SIDE:
            check_rules(runs)
        return stored[query[1:]]
    if query.endswith(".sql") and len(query.split()) == 1:
        try:
            return Path(query).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"{query} cannot be read: {error}") from None
    return query


def answer(connection: "DuckDBPyConnection", sql: str, args: argparse.Namespace) -> None:
    """Print or write the rows in the wanted form."""
    from paiju.analysis.tables import output

    if args.parquet:
        output.write_parquet(connection, sql, args.parquet)
        return
    rows = output.Rows(connection, sql)
    if args.csv:
        output.write_csv(rows, sys.stdout)
    elif args.json:
        output.write_json(rows, sys.stdout)
    elif sys.stdout.isatty():
        output.show_table(rows, sys.stdout)
    else:
        output.write_tabbed(rows, sys.stdout)


def show_views(connection: "DuckDBPyConnection", as_json: bool) -> None:
    """Say which tables there are, what their rows are, and which columns they have."""
    from paiju.analysis.ratings.verdict import TABLES
    from paiju.analysis.tables.db import list_views
    from paiju.analysis.tables.output import to_json

    views = list_views(connection, {name: about for name, (about, _) in TABLES.items()})
    if as_json:
        described = [{"table": v.name, "row": v.description, "columns": dict(v.columns)} for v in views]
        print(to_json(described))
        return
    for view in views:
        print(f"{view.name}: {view.description}")
        columns = ", ".join(f"{name} {kind.lower()}" for name, kind in view.columns)
        print("\n".join(wrap(columns, WIDTH, initial_indent="    ", subsequent_indent="    ")))
    print(f"\n{EXAMPLES}", end="")
