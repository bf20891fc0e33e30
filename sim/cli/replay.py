"""`paiju replay`: step through one game of a run, of a log file, or of a bare seed."""

import argparse
import json
import sys
from pathlib import Path

from paiju.sim.cli.games import LoadedGame, from_file, from_run, from_seed, telling
from paiju.sim.cli.transcript import Transcript
from paiju.sim.games import registry
from paiju.sim.kernel.engine import State
from paiju.sim.kernel.errors import BadInput
from paiju.sim.kernel.game import Game

EXAMPLES = """\
examples:
  paiju replay runs/hk_mahjong-ladder 128           step through game 128 of a run
  paiju replay runs/hk_mahjong-ladder 128 --seat 2  as seat 2 saw it
  paiju replay game.jsonl --until 60                the first 60 events of an exported log
  paiju replay --seed 7 --deal 3 ruleset=hk_mahjong policies=[expert,normal,easy,uniform]

On a terminal: Enter = next question, b = back, a number = go to that event, e = the rest, q = quit.
In a pipe, or with --all, the whole game is printed.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.epilog = EXAMPLES
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "what", nargs="*", help="RUN GAME, or a log file; with --seed: overrides such as ruleset=…"
    )
    parser.add_argument("--seed", type=int, help="root seed of a game to play and show")
    parser.add_argument("--deal", type=int, default=0, help="deal id of that game (default 0)")
    parser.add_argument("--seating", type=int, default=0, help="which game of the deal (seeds the policies)")
    parser.add_argument("--config-dir", help="a folder with your own rulesets")
    parser.add_argument("--seat", type=int, help="show only what this seat may see")
    parser.add_argument("--hand", type=int, help="only this hand of the match, from 1")
    parser.add_argument("--at", type=int, metavar="EVENT", help="begin at this event")
    parser.add_argument("--until", type=int, metavar="EVENT", help="stop before this event")
    parser.add_argument("--questions", action="store_true", help="show the questions that were put, too")
    parser.add_argument("--all", action="store_true", help="print the whole game, do not stop")
    parser.add_argument("--json", action="store_true", help="the events as JSON lines")
    parser.add_argument(
        "--trust", action="store_true", help="run policies that were never named on a command line here"
    )


def main(args: argparse.Namespace) -> int:
    """Load the game and show it."""
    loaded = load(args)
    game = registry.get(loaded.recipe.game)
    seats = len(loaded.recipe.policies)
    if args.seat is not None and not 0 <= args.seat < seats:
        raise BadInput(f"--seat {args.seat} is no seat: this game has seats 0 to {seats - 1}")
    with telling(loaded):
        tell(loaded, game, args)
    return 0


def tell(loaded: LoadedGame, game: Game, args: argparse.Namespace) -> None:
    """Show the game."""
    transcript = Transcript(game, loaded.recipe.policies, loaded.events, args.seat)
    first, last = bounds(args, transcript)
    if args.json:
        for number in range(first, last):
            shown = transcript.shown(transcript.records[number])
            if shown is not None:
                print(json.dumps({"event": number, **shown}, ensure_ascii=False))
        return
    viewer = Viewer(transcript, game.state(game.rules(loaded.recipe.options)), first, last, args.questions)
    print(loaded.title)
    if args.all or not (sys.stdin.isatty() and sys.stdout.isatty()):
        viewer.show_all()
    else:
        viewer.step()


def load(args: argparse.Namespace) -> LoadedGame:
    """The game that the arguments name."""
    if args.seed is not None:
        return from_seed(args.seed, args.deal, args.seating, args.what, args.config_dir)
    if len(args.what) == 1 and Path(args.what[0]).is_file():
        return from_file(args.what[0])
    if len(args.what) == 1 and not Path(args.what[0]).exists():
        raise BadInput(f"there is no file {args.what[0]}")
    if len(args.what) != 2:
        raise BadInput("name a run folder and a game (paiju replay RUN GAME), a log file, or a --seed")
    run, game = args.what
    if not game.isdecimal():
        raise BadInput(f"'{game}' is no game number: paiju query {run} 'from games' lists them")
    return from_run(run, int(game), args.trust)


def bounds(args: argparse.Namespace, transcript: Transcript) -> tuple[int, int]:
    """The events to show: first, and one after the last."""
    total = len(transcript.records)
    first, last = 0, total
    if args.hand is not None:
        numbers = [i for i, record in enumerate(transcript.records) if record.hand == args.hand - 1]
        if not numbers:
            raise BadInput(f"--hand {args.hand}: the match has hands 1 to {transcript.records[-1].hand + 1}")
        first, last = numbers[0], numbers[-1] + 1
    if args.until is not None:
        last = min(last, args.until)
        if last <= first:
            raise BadInput(f"--until {args.until} leaves no event: the first is {first}")
    if args.at is not None:
        if not first <= args.at < max(last, first + 1):
            raise BadInput(f"--at {args.at} is no event to begin at: there are {first} to {last - 1}")
        first = args.at
    return first, last


class Viewer:
    """Shows a stretch of events, folding the state along."""

    def __init__(self, transcript: Transcript, state: State, first: int, last: int, questions: bool) -> None:
        self.transcript = transcript
        self.state = state
        self.first = first
        self.last = last
        self.questions = questions
        self.folded = 0
        self.fold_to(first)

    def fold_to(self, number: int) -> None:
        """Bring the state to just before event `number`; going back starts from the beginning of the match."""
        if number < self.folded:
            self.folded = 0
        for event in self.transcript.events[self.folded : number]:
            self.state.fold(event)
        self.folded = number

    def show(self, first: int, last: int) -> None:
        """Print a stretch of events and the table after it."""
        for line in self.transcript.lines(first, last, self.questions):
            print(line)
        self.fold_to(last)

    def show_all(self) -> None:
        """Print everything, with the table once the cards are dealt and at the end of each hand."""
        at = self.first
        opening = True
        for number in range(self.first, self.last):
            kind = self.transcript.records[number].kind
            opening = opening or kind == "hand_started"
            if kind == "asked" and opening:
                opening = False
                self.show(at, number)
                print(self.transcript.table(self.state))
                at = number
            elif kind == "hand_ended":
                self.show(at, number + 1)
                print(self.transcript.table(self.state))
                at = number + 1
        self.show(at, self.last)

    def step(self) -> None:
        """Stop before each question and let the reader say how to go on."""
        stops = [stop for stop in self.transcript.stops() if self.first < stop < self.last]
        stops = [*stops, self.last]
        at, place = self.first, 0
        while True:
            stop = stops[place]
            self.show(at, stop)
            print(self.transcript.table(self.state))
            at = stop
            if place == len(stops) - 1:
                return
            answer = self.prompt(stop)
            if answer == "q":
                return
            if answer == "e":
                place = len(stops) - 1
            elif answer == "b":
                place = max(0, place - 1)
                at = stops[place]
            elif answer and not answer.isdecimal():
                print("Enter = next question, b = back, a number = go to that event, e = the rest, q = quit")
            elif answer:
                place = next((i for i, other in enumerate(stops) if other >= int(answer)), len(stops) - 1)
                at = stops[place]
            else:
                place += 1

    def prompt(self, number: int) -> str:
        """What the reader wants next."""
        try:
            return input(f"[event {number} of {self.last}] Enter, b, number, e, q: ").strip().lower()
        except EOFError:
            return "q"
