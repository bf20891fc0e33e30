"""What `paiju run` and `paiju resume` show: progress while they play, results at the end."""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from paiju.sim.cli.clean import cleaned
from paiju.sim.kernel.errors import CannotWrite, PaijuError
from paiju.sim.store.folder import open_folder
from paiju.sim.store.header import HEADER
from paiju.sim.store.manifest import Manifest
from paiju.sim.tournament.apart import WorkerLost
from paiju.sim.tournament.runner import Observer, Outcome, Policies, Progress

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from paiju.analysis.ratings.verdict import Verdict

LINE_EVERY: Final = 5.0  # seconds between lines of progress in a pipe
LISTED: Final = 5  # kinds of failure shown
FAILED: Final = 1
INTERRUPTED: Final = 130


def given() -> Policies:
    """What the runner does not know by itself: the policies there are, and the stopping rule."""
    from paiju import policies
    from paiju.analysis.ratings.stopping import gsprt

    return Policies(policies.find, policies.describe, gsprt)


class Screen(Observer):
    """Progress as lines on stderr, and a record of the session in the run folder."""

    def __init__(self) -> None:
        from paiju.sim import logs

        logs.configure()
        self._files: Final = ExitStack()
        self._last = -LINE_EVERY

    def began(self, manifest: Manifest) -> None:
        """Say where, and open the session's record."""
        from paiju.sim import logs

        folder = manifest.folder.location
        if "://" not in folder:
            self._files.enter_context(logs.run_file(Path(folder)))
        plan = manifest.header["plan"]
        done = f", {manifest.total('blocks'):,} already played" if manifest.receipts else ""
        self.say(f"{plan['games']:,} games in {plan['blocks']:,} blocks{done}, into {folder}")

    def progressed(self, progress: Progress) -> None:
        """A line of progress, not too often."""
        now = monotonic()
        if now - self._last >= LINE_EVERY and progress.left:
            self._last = now
            print(
                f"{100 * progress.blocks // progress.of:3d} %  {state_of(progress)}",
                file=sys.stderr,
                flush=True,
            )

    def say(self, sentence: str) -> None:
        """A record."""
        from paiju.sim import logs

        logs.get_logger("run").info(cleaned(sentence))

    def close(self) -> None:
        """Close the record."""
        self._files.close()


class BarScreen(Screen):
    """The same with a bar instead of lines, for a terminal."""

    def __init__(self, bar: "Bar", task: "TaskID") -> None:
        super().__init__()
        self._bar: Final = bar
        self._task: Final = task

    def progressed(self, progress: Progress) -> None:
        """Move the bar."""
        self._bar.update(
            self._task, completed=progress.blocks, total=progress.of, state=state_of(progress), refresh=True
        )


@contextmanager
def screen() -> Iterator[Screen]:
    """A bar on a terminal, lines elsewhere."""
    if not sys.stderr.isatty():
        shown = Screen()
        try:
            yield shown
        finally:
            shown.close()
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), TextColumn("{task.percentage:>3.0f} %"), TextColumn("{task.fields[state]}"))
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        shown = BarScreen(bar, bar.add_task("", total=None, state=""))
        try:
            yield shown
        finally:
            shown.close()


@contextmanager
def hint_when_stopped(location: str) -> Iterator[None]:
    """When the second Ctrl-C (or an error) ends a session, say how the run can go on."""
    try:
        yield
    except (KeyboardInterrupt, WorkerLost, CannotWrite):
        if open_folder(location).exists(HEADER):
            print(f"to go on: paiju resume {location}", file=sys.stderr)
        raise


def state_of(progress: Progress) -> str:
    """The numbers of a line of progress."""
    left = f", {clock(progress.left)} left" if progress.left else ""
    faults = f", {progress.failures:,} failures" if progress.failures else ""
    return f"{progress.hands:,} hands, {progress.hands_per_second:,.0f}/s{left}{faults}"


def clock(seconds: float) -> str:
    """A duration for people."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def show(outcome: Outcome, args: argparse.Namespace) -> int:
    """Print how a session ended, and give the exit code."""
    if args.json:
        print(json.dumps(as_json(outcome), ensure_ascii=False), flush=True)
    elif outcome.complete:
        show_results(outcome)
    if outcome.interrupted:
        print(f"interrupted; to go on: paiju resume {outcome.location}", file=sys.stderr)
        return INTERRUPTED
    return 0 if outcome.complete else FAILED


def consequences(outcome: Outcome) -> str:
    """What became of the games in which policies failed."""
    parts = []
    if outcome.excluded:
        parts.append(f"{outcome.excluded:,} blocks are excluded")
    if outcome.invalid:
        parts.append(f"{outcome.invalid:,} blocks are invalid")
    return f" ({', '.join(parts)})" if parts else ", a fallback played on"


def as_json(outcome: Outcome) -> dict[str, Any]:
    """What a program would like to know: the outcome, and the ratings when the run is complete."""
    ratings = rated(outcome).to_dict() if outcome.complete else None
    return {**asdict(outcome), "ratings": ratings, **estimate_of(outcome)}


def estimate_of(outcome: Outcome) -> dict[str, Any]:
    """What a sequential test decided and how far one side is ahead; nothing where there is no test."""
    from paiju.analysis.ratings.after_stopping import findings
    from paiju.analysis.ratings.stopping import has_rule

    manifest = Manifest.load(open_folder(outcome.location))
    tournament = manifest.header["config"]["tournament"]
    if not has_rule(tournament):
        return {}
    sentence, estimates = findings(tournament, manifest.stop, manifest.contrasts())
    return {
        "estimate": estimates[0].interval.to_dict(),
        "test": {
            "sentence": sentence,
            "estimates": [
                {"about": one.about, "deals": one.deals, "unit": one.unit, **one.interval.to_dict()}
                for one in estimates
            ],
        },
    }


def rated(outcome: Outcome) -> "Verdict":
    """The ratings of a finished run; PaijuError if they cannot be had: the run itself is safe."""
    from paiju.analysis.ratings.verdict import verdict_of
    from paiju.analysis.tables.errors import QueryError

    try:
        return verdict_of(outcome.location)
    except QueryError as error:
        raise PaijuError(f"the run in {outcome.location} is complete, but cannot be rated: {error}") from None


def show_results(outcome: Outcome) -> None:
    """The rating table, what went wrong, where the run is, and how to look at a game."""
    from paiju.analysis.report.show import show_ratings

    show_ratings(rated(outcome), sys.stdout)
    for line in [*stop_lines(outcome), *failure_lines(outcome)]:
        print(line)
    print(
        f"\n{outcome.games:,} games, {outcome.hands:,} hands, {outcome.bytes / 1e6:,.1f} MB, "
        f"{outcome.seconds:.1f} s ({outcome.hands_per_second:,.0f} hands/s), digest {outcome.digest[:16]}"
    )
    print(f"run      {outcome.location}")
    if outcome.games:
        print(f"watch    paiju replay {outcome.location} {first_game(outcome)}")


def first_game(outcome: Outcome) -> int:
    """The number of the first game there is: the first of the first block that is not invalid."""
    from paiju.sim.store.schema import GAMES_PER_BLOCK

    receipts = Manifest.load(open_folder(outcome.location)).in_order()
    blocks = ((receipt, receipt.first_block + i) for receipt in receipts for i in range(receipt.blocks))
    return GAMES_PER_BLOCK * next(block for receipt, block in blocks if block not in receipt.invalid)


def stop_lines(outcome: Outcome) -> list[str]:
    """What a stopping rule decided, and how far one side is ahead; nothing where there is no rule."""
    from paiju.analysis.ratings.after_stopping import words
    from paiju.analysis.ratings.stopping import has_rule

    manifest = Manifest.load(open_folder(outcome.location))
    tournament = manifest.header["config"]["tournament"]
    if not has_rule(tournament):
        return []
    first, *rest = words(tournament, manifest.stop, manifest.contrasts())
    return [f"\ngsprt    {first}", *(f"         {line}" for line in rest)]


def first_line(text: str) -> str:
    """What fits a list of the text of an error, all of which is in the table of failures."""
    first, *rest = text.splitlines() or [""]
    return f"{first} …" if rest else first


def failure_lines(outcome: Outcome) -> list[str]:
    """What policies did wrong, the most frequent first, each with the command that shows a game of it."""
    if not outcome.failures:
        return []
    from paiju.sim.store.reader import Run

    table = Run(outcome.location).table("failures", ["game_id", "policy", "fault", "text"])
    kinds = table.group_by(["policy", "fault", "text"]).aggregate([("game_id", "count"), ("game_id", "min")])
    rows = kinds.sort_by([("game_id_count", "descending"), ("policy", "ascending"), ("text", "ascending")])
    lines = [f"\nPolicies failed {outcome.failures:,} times{consequences(outcome)}:"]
    for row in rows.slice(0, LISTED).to_pylist():
        lines.append(
            f"  {row['game_id_count']:,} x {row['policy']} {row['fault']}: {first_line(row['text'])}"
        )
        if row["fault"] != "hung":  # its game is not there, and would hang again
            lines.append(f"      paiju replay {outcome.location} {row['game_id_min']}")
    if rows.num_rows > LISTED:
        lines.append(
            f"  and {rows.num_rows - LISTED} other kinds: paiju query {outcome.location} 'from failures'"
        )
    return lines
