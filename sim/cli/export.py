"""`paiju export`: one game of a run as a log file, or whole runs as a DuckDB file."""

import argparse
import sys
from pathlib import Path
from typing import Final

from paiju.sim.kernel.errors import BadInput

USAGE: Final = """\
paiju export RUN GAME [--log] [-o FILE]
       paiju export RUN [RUN ...] --duckdb FILE [--no-events] [--utility WHAT]"""
EXAMPLES: Final = """\
examples:
  paiju export RUN 17 -o game17.jsonl                 one game: a header, its events, its digest
  paiju export RUN --duckdb run.duckdb                everything paiju query shows, for your own SQL tools
The stored queries are views called query_NAME in the DuckDB file.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.usage, parser.epilog = USAGE, EXAMPLES
    parser.add_argument("what", nargs="+", metavar="RUN [GAME]", help="a run folder and a game's number")
    parser.add_argument(
        "--log", action="store_true", help="as JSON lines: header, events, digest (the default)"
    )
    parser.add_argument("-o", "--out", metavar="FILE", help="write to this file instead of standard output")
    parser.add_argument("--duckdb", metavar="FILE", help="all tables of the runs as a DuckDB file")
    parser.add_argument("--no-events", action="store_true", help="leave the events out, the largest table")
    parser.add_argument(
        "--trust", action="store_true", help="run policies that were never named on a command line here"
    )
    parser.add_argument(
        "--utility",
        metavar="WHAT",
        help="what ratings count: points, rank or win; as the run says if not given",
    )


def main(args: argparse.Namespace) -> int:
    """Write the file."""
    from paiju.sim.store.folder import check_target

    if args.duckdb is not None:
        if args.log or args.out is not None:
            raise BadInput("--duckdb names the file itself and goes without --log and -o")
        check_target(args.duckdb, args.what)
        return export_duckdb(args)
    if args.no_events or args.utility is not None:
        raise BadInput("--no-events and --utility go with --duckdb FILE")
    if len(args.what) != 2 or not args.what[1].isdecimal():
        raise BadInput(
            "which game? paiju export RUN GAME writes one game, paiju export RUN --duckdb FILE all tables"
        )
    if args.out is not None:
        check_target(args.out, args.what[:1])
    return export_log(args.what[0], int(args.what[1]), args.out, args.trust)


def export_duckdb(args: argparse.Namespace) -> int:
    """Write the tables of all runs."""
    from paiju.analysis.ratings.duckfile import write_duckdb
    from paiju.analysis.tables.errors import QueryError

    try:
        size = write_duckdb(args.what, args.duckdb, not args.no_events, args.utility)
    except QueryError as error:
        raise BadInput(str(error)) from None
    print(f"{args.duckdb}  {size / 1e6:,.1f} MB", file=sys.stderr)
    return 0


def export_log(run: str, game_id: int, out: str | None, trust: bool) -> int:
    """Write the log of one game."""
    from paiju import __version__
    from paiju.sim.cli.games import from_run
    from paiju.sim.cli.report import write_whole
    from paiju.sim.games import registry
    from paiju.sim.kernel.codec import Codec

    loaded = from_run(run, game_id, trust)
    codec = Codec(registry.get(loaded.recipe.game))
    lines = codec.write_log(
        {**loaded.recipe.to_json(), "engine": __version__, "game_id": game_id}, loaded.events
    )
    if out is None:
        sys.stdout.writelines(lines)
    else:
        write_whole(Path(out), "".join(lines))
    return 0
