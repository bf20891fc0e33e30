"""`paiju verify`: play games again from their seeds and compare them with what is stored."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from paiju.policies import find
from paiju.policies.trust import strangers
from paiju.sim.cli.clean import cleaned
from paiju.sim.cli.games import from_file
from paiju.sim.games import registry
from paiju.sim.kernel.codec import Codec, first_difference
from paiju.sim.kernel.errors import BadOption, LogMismatch, PaijuError
from paiju.sim.tournament.recipe import play_recorded, played, without_faults

if TYPE_CHECKING:
    from paiju.sim.store.reader import Run
    from paiju.sim.tournament.verify import Verifier


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("what", help="a run folder, or a log file made by paiju export")
    parser.add_argument(
        "--games", metavar="N", type=int, help="only N games, chosen at random (default: all)"
    )
    parser.add_argument(
        "--game", metavar="ID", type=int, action="append", help="only this game (may be repeated)"
    )
    parser.add_argument(
        "--trust", action="store_true", help="run policies that were never named on a command line here"
    )
    parser.add_argument(
        "--policy",
        metavar="FILE:CLASS",
        action="append",
        default=[],
        help="run this one too (may be repeated)",
    )
    parser.add_argument("--json", action="store_true", help="the result as JSON")


def main(args: argparse.Namespace) -> int:
    """Compare; exit code 1 and the first difference when something differs."""
    is_file = Path(args.what).is_file()
    checked, difference, unknown = verify_file(args) if is_file else verify_run(args)
    if args.json:
        told = {"games": checked, "difference": difference, "not_run": unknown}
        print(json.dumps(told, ensure_ascii=False))
    elif difference:
        print(f"not the same: {difference}")
    else:
        print(
            f"{checked} games played again: the same, event by event and digest by digest{missing(args.what)}"
        )
    if unknown:
        print(
            f"paiju: {cleaned(', '.join(unknown))} was not run, as nobody named it on a command line here: what was "
            f"played again are the recorded moves. --trust runs it",
            file=sys.stderr,
        )
    return 1 if difference else 0


def unknown_of(args: argparse.Namespace, names: Sequence[str]) -> list[str]:
    """The policies that are not to be run."""
    return [] if args.trust else strangers(names, args.policy)


def verify_file(args: argparse.Namespace) -> tuple[int, str | None, list[str]]:
    """A log file: its digest, then its game played again; and the policies that were not asked."""
    try:
        loaded = from_file(args.what)
    except LogMismatch as error:
        return 1, f"{args.what}: {error}", []
    codec = Codec(registry.get(loaded.recipe.game))
    unknown = unknown_of(args, (*loaded.recipe.policies, loaded.recipe.fallback))
    if not unknown:
        return 1, first_difference(codec, loaded.events, played(loaded.recipe, find)), []
    try:
        replayed = play_recorded(loaded.recipe, loaded.events)
    except PaijuError as error:
        return 1, str(error), unknown
    return 1, first_difference(codec, without_faults(loaded.events), replayed), unknown


def verify_run(args: argparse.Namespace) -> tuple[int, str | None, list[str]]:
    """A run: the checksums of its parts, then its games, up to the first that differs; and who was not asked."""
    from paiju.analysis.ratings.stopping import gsprt
    from paiju.sim.store.reader import Run
    from paiju.sim.tournament.apart import Apart
    from paiju.sim.tournament.provenance import executed
    from paiju.sim.tournament.schedule import is_ours
    from paiju.sim.tournament.verify import Verifier, directly

    if args.games is not None and args.games < 1:
        raise BadOption(f"--games {args.games} is not allowed: a number of games from 1 up")
    run = Run(args.what)
    damage = run.damage()
    if damage:
        return (
            0,
            f"{'; '.join(damage)}. Without a damaged file paiju resume {args.what} plays its shard again",
            [],
        )
    names = executed(run.header)
    unknown = unknown_of(args, names)
    with Apart() as apart:
        call = directly if unknown or all(is_ours(name) for name in names) else apart
        verifier = Verifier(run, find, gsprt, recorded=bool(unknown), call=call)
        return (*compared(run, verifier, args), unknown)


def compared(run: "Run", verifier: "Verifier", args: argparse.Namespace) -> tuple[int, str | None]:
    """How many games were compared, and the first difference."""
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
