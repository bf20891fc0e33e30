"""`paiju plan`: how many deals, hours and megabytes a wanted precision takes, from a small pilot."""

import argparse
import json
import re
import sys
import tempfile
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from paiju.sim.kernel.errors import BadInput, BadOption
from paiju.sim.tournament.spec import DEAL_MODES, RunConfig

PILOT: Final = 200  # deals
FEWEST: Final = 20
OWN: Final = ("precision", "tell", "pilot")  # keys of this command; all others are the run's
EXAMPLES: Final = """\
precision=5elo, precision=0.5points: how wide the 95 % interval of every policy's rating may be, to each side.
tell=5elo, tell=0.5points: the difference by which every two policies should be told apart, at 95 % with 80 % power.
pilot=N: deals that are played to find out, in each deal mode (default 200).

  paiju plan precision=5elo
  paiju plan matchup=duel tell=10elo
  paiju plan matchup=duel matchup.policies=[./mine.py:Mine] matchup.field=normal precision=0.3points pilot=500

A pilot knows the number of deals only so well, the less where rare and very high scores matter: the interval is
printed, and the plan is its upper end, with which 95 % of pilots or more keep their promise. The pilot is played in
both deal modes, which shows what tournament.deal_mode=seat_order saves, by scores: every seat then draws in an order
of its own, and meets mostly the same cards whoever sits there.
"""


@dataclass(frozen=True, slots=True)
class Pilot:
    """What a small run tells."""

    deals: int
    blocks: int
    games: int
    hands: int
    seconds: float  # of processors, for all of it
    bytes: int
    spreads: list[Any]  # analysis.planning.Spread, the widest first
    scores: list[Any]  # those of Elo, which have no tails


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted of the run."""

    kind: str  # "precision" of every rating, or to "tell" every two policies apart
    width: float
    unit: str  # "elo" or "points"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "overrides", nargs="*", metavar="key=value", help="the run that is planned, and precision="
    )
    parser.add_argument(
        "--config-dir", metavar="FOLDER", help="a folder of your own ruleset/, matchup/ … files"
    )
    parser.add_argument(
        "--allow-env", action="store_true", help="let ${oc.env:NAME} in a configuration read the environment"
    )
    parser.add_argument("--json", action="store_true", help="for programs")


def main(args: argparse.Namespace) -> int:
    """Play the pilots, and say what a run of that precision takes."""
    from paiju.sim.config import compose

    rest, wish, deals = asked(args.overrides)
    config = compose(rest, args.config_dir, environment=args.allow_env)
    modes = [
        config.tournament.deal_mode,
        *(mode for mode in DEAL_MODES if mode != config.tournament.deal_mode),
    ]
    pilots = {mode: play(config, mode, deals, wish) for mode in modes}
    told = plan(config, pilots, wish)
    if args.json:
        print(json.dumps(told, ensure_ascii=False))
    else:
        show(told)
    return 0


def asked(overrides: list[str]) -> tuple[list[str], Wish, int]:
    """The overrides of the run, what is wanted, and the deals of the pilot."""
    pairs = {one: one.partition("=") for one in overrides}
    own = {key: value for key, _, value in pairs.values() if key in OWN}
    rest = [one for one in overrides if pairs[one][0] not in OWN]
    kinds = [key for key in ("precision", "tell") if key in own]
    if len(kinds) != 1:
        raise BadInput("plan what? Say how precise, precision=5elo or precision=0.5points, or tell=5elo")
    (kind,) = kinds
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(points?|elo)", own[kind].strip().lower())
    if found is None or float(found[1]) <= 0:
        raise BadOption(f"{kind} = {own[kind]} is not allowed: write 5elo or 0.5points")
    pilot = own.get("pilot", str(PILOT))
    if not pilot.isdecimal() or not FEWEST <= int(pilot) <= 1_000_000:
        raise BadOption(f"pilot = {pilot} is not allowed: a number of deals from {FEWEST} to 1000000")
    return rest, Wish(kind, float(found[1]), "elo" if found[2] == "elo" else "points"), int(pilot)


def play(config: RunConfig, mode: str, deals: int, wish: Wish) -> Pilot:
    """Play a small run of a configuration into a temporary folder and look at it."""
    from paiju.analysis.ratings.planning import difference_spreads, spreads
    from paiju.analysis.tables.db import connect
    from paiju.sim.cli.session import given
    from paiju.sim.store.reader import Run
    from paiju.sim.tournament.runner import Observer, start

    changed = replace(config.tournament, blocks=deals, deal_mode=mode, stop="none", shard_blocks=None)
    with tempfile.TemporaryDirectory(prefix="paiju-plan-") as folder:
        location = str(Path(folder, "pilot"))
        if sys.stderr.isatty():
            print(f"playing {deals} deals ({mode}) …", file=sys.stderr)
        outcome = start(replace(config, tournament=changed, out=None), location, given(), Observer())
        if not outcome.complete:
            raise KeyboardInterrupt
        receipts = Run(location).manifest.in_order()
        with connect(location) as connection:
            found = (spreads if wish.kind == "precision" else difference_spreads)(connection, wish.unit)
            scores = spreads(connection, "elo")
    seconds = sum(receipt.seconds for receipt in receipts)
    size = sum(part.bytes for receipt in receipts for part in receipt.parts)
    return Pilot(deals, outcome.blocks, outcome.games, outcome.hands, seconds, size, found, scores)


def plan(config: RunConfig, pilots: dict[str, Pilot], wish: Wish) -> dict[str, Any]:
    """What a run needs, as plain values."""
    from paiju.analysis.ratings.planning import POWER, Z, gain
    from paiju.sim.tournament.executors import cores

    mode, other = pilots
    pilot = pilots[mode]
    if not pilot.spreads:
        raise BadInput(
            "the pilot has nothing to rate: every game was lost or won by the same policy, or all are one"
        )
    errors = Z if wish.kind == "precision" else POWER
    rows = [
        {
            "policy": one.policy,
            "rating": one.rating,
            "spread": one.variance**0.5,
            "deals": one.deals(wish.width, errors),
        }
        for one in pilot.spreads
    ]
    deals = tuple(max(row["deals"][i] for row in rows) for i in range(3))
    workers = config.executor.workers or cores()
    planned = deals[2]
    each = planned / pilot.deals
    between = gain(pilots["seat_order"].scores, pilots["wall"].scores)
    return {
        "unit": wish.unit,
        wish.kind: wish.width,
        "pilot": {"deals": pilot.deals, "games": pilot.games, "modes": [mode, other]},
        "policies": rows,
        "deals": deals,
        "planned": planned,
        "blocks": round(pilot.blocks * each),
        "games": round(pilot.games * each),
        "hands": round(pilot.hands * each),
        "workers": workers,
        "seconds": pilot.seconds * each / workers,
        "bytes": round(pilot.bytes * each),
        "deal_mode": mode,
        "seat_order_over_wall": asdict(between) if between else None,
    }


def show(told: dict[str, Any]) -> None:
    """The plan for people."""
    from paiju.sim.cli.session import clock

    unit = "Elo" if told["unit"] == "elo" else "points per game and seat"
    if "precision" in told:
        print(f"wanted    every rating within ± {told['precision']:g} {unit} (95 %)")
    else:
        print(f"wanted    differences of {told['tell']:g} {unit} told apart (95 %, with 80 % power)")
    print(f"pilot     {told['pilot']['deals']:,} deals, {told['pilot']['games']:,} games in each deal mode")
    print(f"\n{'policy':24}{'in the pilot':>14}{'spread by deal':>16}{'deals needed':>14}  95 % interval")
    for row in told["policies"]:
        best, low, high = row["deals"]
        print(
            f"{row['policy']:24}{row['rating']:>+14.2f}{row['spread']:>16.1f}{best:>14,}  {low:,} to {high:,}"
        )
    best, low, _ = told["deals"]
    print(
        f"\nplay      tournament.blocks={told['planned']}  (the upper end: {best:,} may do, or even {low:,})"
    )
    print(
        f"which is  {told['games']:,} games, {told['hands']:,} hands; about {clock(told['seconds'])} "
        f"with {told['workers']} workers as fast as the pilot's, {told['bytes'] / 1e6:,.1f} MB"
    )
    show_gain(told)


def show_gain(told: dict[str, Any]) -> None:
    """What the deal modes are worth."""
    ratio = told["seat_order_over_wall"]
    if ratio is None:
        return
    sure = "" if ratio["low"] > 1 or ratio["high"] < 1 else "; this pilot cannot tell them apart"
    print(
        f"deal mode seat_order takes {ratio['ratio']:.2f} [{ratio['low']:.2f}, {ratio['high']:.2f}] times the deals "
        f"that wall takes (ratio of variances of scores){sure}"
    )
