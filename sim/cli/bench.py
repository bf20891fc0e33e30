"""`paiju bench`: how many hands a second this machine plays, and what compiling is worth.

Each policy plays in all seats in this process, all events recorded in memory. Speed is counted in processor
time, the best of several shares, so that a busy machine disturbs it little. The same is measured in a second
process on the uncompiled sources, whose games must be the same to the last event, and, in a checkout, beside
`benchmarks/plain_mahjong.py`, mahjong in Python tuned for the interpreter.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from hashlib import blake2b
from typing import Any, Final

from paiju import policies
from paiju.sim.compiled import COMPILED, ROOT, status
from paiju.sim.games import registry
from paiju.sim.kernel.errors import BadOption, PaijuError
from paiju.sim.kernel.events import Log
from paiju.sim.kernel.guard import guarded
from paiju.sim.kernel.options import validate
from paiju.sim.kernel.play import Maker, Table
from paiju.sim.kernel.policy import Move, Policy, View
from paiju.sim.kernel.rng import Seeds

SEED: Final = 20_260_101
SHARES: Final = 5
SECONDS: Final = (0.01, 86_400.0)  # that may be asked for
SAMPLE: Final = 20  # hands whose events are compared
PLAIN: Final = "plain Python"
YARDSTICK: Final = ROOT / "benchmarks" / "plain_mahjong.py"
YARDSTICKS: Final = {"uniform": "uniform", "normal": "efficient"}


class PlainUniform(Policy):
    """A uniform policy as a user would write it, in plain Python with readable moves."""

    def choose(self, view: View) -> Move:
        """Any legal move."""
        legal = view.legal
        return legal[view.rng.below(len(legal))]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.epilog = "The policies of the game's family, and a plain-Python policy, in all seats."
    parser.add_argument("--game", default="hk_mahjong", help="which game (default: hk_mahjong)")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement (default: 2)")
    parser.add_argument("--policy", action="append", metavar="NAME", help="only this policy; may be repeated")
    parser.add_argument("--alone", action="store_true", help="without the uncompiled code and the yardstick")
    parser.add_argument("--json", action="store_true", help="for programs")


def main(args: argparse.Namespace) -> int:
    """Measure and print."""
    game = registry.get(args.game)
    names = args.policy or [*(each for each in policies.names(game.family) if each != "first_legal"), PLAIN]
    low, high = SECONDS
    if not low <= args.seconds <= high:
        raise BadOption(f"--seconds {args.seconds:g} is not allowed: a number from {low:g} to {high:g}")
    with guarded():
        rows = [measure(args.game, name, args.seconds) for name in names]
    notes = []
    if not args.alone:
        if status().state == COMPILED:
            notes.append(_add_uncompiled(rows, args.game, args.seconds))
        notes.append(_add_yardstick(rows, game.family, args.seconds))
    machine = {"python": platform.python_version(), "machine": platform.machine(), "code": status().sentence}
    if args.json:
        print(json.dumps({"game": args.game, **machine, "policies": rows}, ensure_ascii=False, indent=1))
    else:
        _show(args.game, rows, machine, notes)
    return 0


def measure(game: str, name: str, seconds: float) -> dict[str, Any]:
    """Hands a second of one policy in all seats, and a digest of its first hands."""
    entry = registry.get(game)
    maker: Maker = PlainUniform if name == PLAIN else policies.find(name, entry.family)
    log = Log()
    rules = entry.rules(validate(entry.options, {}))
    table = Table(entry.engine(rules, log), Seeds(SEED))
    makers = [maker] * entry.seats(rules)
    events = 0
    digest = blake2b(digest_size=8)
    for deal in range(SAMPLE):
        log.clear()
        table.play(deal, 0, makers, maker)
        digest.update(log.to_bytes())
        events += log.count
    rates = []
    deal = SAMPLE
    for _ in range(SHARES):
        first, start, spent = deal, time.process_time(), 0.0
        while spent < seconds / SHARES:
            log.clear()
            table.play(deal, 0, makers, maker)
            deal += 1
            spent = time.process_time() - start
        rates.append((deal - first) / spent)
    return {
        "policy": name,
        "hands_per_second": round(max(rates), 1),
        "events_per_hand": round(events / SAMPLE, 1),
        "digest": digest.hexdigest(),
    }


def _add_uncompiled(rows: list[dict[str, Any]], game: str, seconds: float) -> str:
    """The same in a process that runs the sources, and a note; PaijuError when it plays other games."""
    options = [part for row in rows for part in ("--policy", row["policy"])]
    command = [sys.executable, "-m", "paiju", "bench", "--alone", "--json", "--game", game, *options]
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(  # noqa: S603  (our own program)
        [*command, "--seconds", str(seconds)],
        env={**os.environ, "PAIJU_PURE": "1", "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise PaijuError(f"the uncompiled code could not be measured: {done.stderr.strip()}")
    for row, pure in zip(rows, json.loads(done.stdout)["policies"], strict=True):
        row["uncompiled"] = pure["hands_per_second"]
        row["times_uncompiled"] = round(row["hands_per_second"] / pure["hands_per_second"], 1)
        if row["digest"] != pure["digest"]:
            raise PaijuError(f"compiled and uncompiled code play {row['policy']} differently: this is a bug")
    return "compiled and uncompiled code played the same games, event by event"


def _add_yardstick(rows: list[dict[str, Any]], family: str, seconds: float) -> str:
    """The speed of the tuned plain-Python game, where a checkout has it, and a note."""
    if family != "mahjong":
        return "no yardstick: there is one for mahjong only"
    if not YARDSTICK.is_file():
        return f"no yardstick: {YARDSTICK.name} comes with the sources, and this is an installed package"
    for row in rows:
        if row["policy"] not in YARDSTICKS:
            continue
        command = [sys.executable, str(YARDSTICK), YARDSTICKS[row["policy"]], str(seconds)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603  (our own program)
        row["yardstick"] = float(done.stdout.split()[0])
        row["times_yardstick"] = round(row["hands_per_second"] / row["yardstick"], 1)
    return f"yardstick: a smaller mahjong in tuned plain Python ({YARDSTICK.name})"


def _show(game: str, rows: list[dict[str, Any]], machine: dict[str, str], notes: list[str]) -> None:
    """The measurements as a table, and the notes."""
    print(f"{game}, four of each policy, one process; {machine['code']}; Python {machine['python']}")
    print(
        f"{'policy':14}{'hands/s':>10}{'events/hand':>13}{'uncompiled':>12}{'ratio':>7}{'yardstick':>11}{'ratio':>7}"
    )
    for row in rows:
        print(
            f"{row['policy']:14}{row['hands_per_second']:>10,.0f}{row['events_per_hand']:>13,.0f}"
            f"{_number(row, 'uncompiled'):>12}{_number(row, 'times_uncompiled'):>7}"
            f"{_number(row, 'yardstick'):>11}{_number(row, 'times_yardstick'):>7}"
        )
    for note in notes:
        print(note)


def _number(row: dict[str, Any], key: str) -> str:
    """A rate or a ratio, if it was measured."""
    if key not in row:
        return "-"
    return f"{row[key]:.1f}" if key.startswith("times") else f"{row[key]:,.0f}"
