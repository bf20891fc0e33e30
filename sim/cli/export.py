"""`paiju export`: one game of a run as a log file."""

import argparse
import sys
from pathlib import Path

from sim import __version__
from sim.cli.games import from_run
from sim.games import registry
from sim.kernel.codec import Codec


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("run", help="a run folder")
    parser.add_argument("game", type=int, help="the number of a game (game_id)")
    parser.add_argument(
        "--log", action="store_true", help="as JSON lines: header, events, digest (the default)"
    )
    parser.add_argument("-o", "--out", metavar="FILE", help="write to this file instead of standard output")


def main(args: argparse.Namespace) -> int:
    """Write the log."""
    loaded = from_run(args.run, args.game)
    codec = Codec(registry.get(loaded.recipe.game))
    lines = codec.write_log(
        {**loaded.recipe.to_json(), "engine": __version__, "game_id": args.game}, loaded.events
    )
    if args.out is None:
        sys.stdout.writelines(lines)
    else:
        Path(args.out).write_text("".join(lines), "utf-8", newline="\n")
    return 0
