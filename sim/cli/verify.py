"""`paiju verify`: play games again from their seeds and compare them with what is stored."""

import argparse
import json
import sys
from pathlib import Path
from random import Random

from paiju.policies import find
from paiju.sim.cli.games import from_file
from paiju.sim.games import registry
from paiju.sim.kernel.codec import Codec, first_difference
from paiju.sim.kernel.errors import BadOption, LogMismatch
from paiju.sim.tournament.recipe import play


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("what", help="a run folder, or a log file made by paiju export")
    parser.add_argument(
        "--games", metavar="N", type=int, help="only N games, chosen at random (default: all)"
    )
    parser.add_argument(
        "--game", metavar="ID", type=int, action="append", help="only this game (may be repeated)"
    )
    parser.add_argument("--json", action="store_true", help="the result as JSON")


def main(args: argparse.Namespace) -> int:
    """Compare; exit code 1 and the first difference when something differs."""
    checked, difference = verify_file(args.what) if Path(args.what).is_file() else verify_run(args)
    if args.json:
        print(json.dumps({"games": checked, "difference": difference}, ensure_ascii=False))
    elif difference:
        print(f"not the same: {difference}")
    else:
        print(
            f"{checked} games played again: the same, event by event and digest by digest{missing(args.what)}"
        )
    return 1 if difference else 0


def verify_file(path: str) -> tuple[int, str | None]:
    """A log file: its digest, then its game played again."""
    try:
        loaded = from_file(path)
    except LogMismatch as error:
        return 1, f"{path}: {error}"
    codec = Codec(registry.get(loaded.recipe.game))
    return 1, first_difference(codec, loaded.events, play(loaded.recipe, find)[0])


def verify_run(args: argparse.Namespace) -> tuple[int, str | None]:
    """A run: the checksums of its parts, then its games, up to the first that differs."""
    from paiju.analysis.ratings.stopping import gsprt
    from paiju.sim.store.reader import Run
    from paiju.sim.tournament.verify import Verifier

    if args.games is not None and args.games < 1:
        raise BadOption(f"--games {args.games} is not allowed: a number of games from 1 up")
    run = Run(args.what)
    damage = run.damage()
    if damage:
        return (
            0,
            f"{'; '.join(damage)}. Without a damaged file paiju resume {args.what} plays its shard again",
        )
    verifier = Verifier(run, find, gsprt)
    numbers = args.game
    if numbers is None and args.games is not None:
        every = run.table("games", ["game_id"])["game_id"].to_pylist()
        numbers = sorted(Random(0).sample(every, min(args.games, len(every))))
    if numbers is not None:
        return len(numbers), next(verifier.differences(iter(numbers)), None)
    return run.manifest.total("games"), verifier.all_games(show_progress)


def show_progress(games: int) -> None:
    """How far the comparison is, on a terminal."""
    if sys.stderr.isatty():
        print(f"\r{games} games …", end="", file=sys.stderr, flush=True)


def missing(what: str) -> str:
    """What cannot be said of a run, to be said with its result: an unfinished one, an older one, another engine's."""
    from paiju.sim.store.reader import Run
    from paiju.sim.tournament import sources

    if Path(what).is_file():
        return ""
    manifest = Run(what).manifest
    said = []
    if manifest.header["engine"]["source"] != sources.digest():
        said.append(f"another engine began the run, {manifest.header['engine']['version']}")
    if manifest.digest_of_header is None:
        said.append("an earlier version wrote the run, without the seals that bind its files to each other")
    if not manifest.is_complete:
        planned, lacking = manifest.header["plan"]["games"], len(manifest.missing())
        said.append(f"the run is not complete: {planned} games were planned, {lacking} shards are not there")
    return "".join(f"; {sentence}" for sentence in said)
