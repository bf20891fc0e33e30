"""The command `paiju`: finds the subcommand, runs it, and says in one sentence what went wrong.

Each command is a module `sim/cli/<command>.py` with `add_arguments(parser)` and `main(args) -> int`; only the
module of the command in use is imported. Exit codes: 0 done, 1 failed, 2 bad input, 130 interrupted.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from difflib import get_close_matches
from importlib import import_module
from typing import Final, NamedTuple, NoReturn, TextIO, cast

import paiju
from paiju.sim.cli.clean import Shown, cleaned
from paiju.sim.kernel.errors import BadInput, PaijuError

FAILED: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130


class Command(NamedTuple):
    """One line of the table of commands."""

    name: str
    about: str
    section: str
    plays: bool  # runs the engine: must not run stale code, and says when it runs slowly


PLAY: Final = "play"
LOOK: Final = "look at what was played"
KNOW: Final = "know what there is"
COMMANDS: Final = (
    Command("run", "play a tournament and rate its policies 比賽", PLAY, True),
    Command("resume", "go on with a run that was interrupted 續賽", PLAY, True),
    Command("plan", "say how many deals a wanted precision takes 規劃", PLAY, True),
    Command("bench", "measure how many hands a second this machine plays 測速", PLAY, True),
    Command("replay", "watch one game again, move by move 覆盤", LOOK, True),
    Command("verify", "play a run again from its seed and compare every event 核對", LOOK, True),
    Command("export", "write a game, or all tables, to a file 匯出", LOOK, True),
    Command("query", "ask a run in SQL 查詢", LOOK, False),
    Command("report", "write a page about a run, to read and to pass on 報告", LOOK, False),
    Command("score", "count what a hand is worth, and who pays 計番", KNOW, True),
    Command("list", "list games, rulesets, policies, options or queries 目錄", KNOW, False),
)
HEAD: Final = """\
usage: paiju <command> [options] [key=value ...]

paiju 牌局 simulates Chinese tile and card games and runs AI tournaments on them. From one seed it plays any
number of games, keeps every event, rates who is stronger, and shows any single game again.
"""
TAIL: Final = """\
examples:
  paiju run                                                the four mahjong policies against each other
  paiju run ruleset=hk_mahjong/min3 tournament.blocks=5000 the same with a house rule, and longer
  paiju run matchup=duel matchup.policies=[./mine.py:Mine] matchup.field=normal
                                                           a policy of your own against a table of another
  paiju run -m ruleset.min_fan=0,1,3                       one run for each value
  paiju replay runs/NAME 17                                watch game 17 of a run
  paiju query runs/NAME "select outcome, count(*) from hands group by all"
  paiju score hk_mahjong hand="123m 456p 789s 9p" win=9p melds="pung:777z" source=discard
  paiju list options hk_mahjong                            every house rule, its values and meaning

`paiju <command> --help` says more about each; `paiju --version` says whether it runs compiled.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and give its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # 汉字 on a terminal that has none
    try:
        with redirect_stdout(cast(TextIO, Shown(sys.stdout))):
            code = _dispatch(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except BadInput as error:
        return _fail(str(error), BAD_INPUT)
    except PaijuError as error:
        return _fail(str(error), FAILED)
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    except BrokenPipeError:
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
        )  # nobody listens: so be quiet at exit too
        return FAILED
    except OSError as error:
        where = f": {error.filename}" if error.filename else ""
        return _fail(f"{error.strerror or error}{where}", FAILED)
    return code


def _dispatch(argv: list[str]) -> int:
    """Find the command in the arguments and run it."""
    first = argv[0] if argv else "--help"
    if first in ("-h", "--help", "help"):
        if len(argv) < 2 or first != "help":
            print(_help(), end="")
            return 0
        first, argv = argv[1], [argv[1], "--help"]
    if first in ("-V", "--version"):
        print(_version())
        return 0
    command = next((each for each in COMMANDS if each.name == first), None)
    if command is None:
        names = [each.name for each in COMMANDS]
        close = get_close_matches(first, names, 1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(names)}"
        raise BadInput(f"there is no command '{first}': {hint}")
    try:
        module = import_module(f"paiju.sim.cli.{first}")
    except ModuleNotFoundError as error:
        if error.name != f"paiju.sim.cli.{first}":
            raise
        raise PaijuError(f"the command {first} is not part of this version") from None
    parser = _Parser(
        prog=f"paiju {first}", description=f"{first}: {command.about}", formatter_class=_Formatter
    )
    module.add_arguments(parser)
    args = parser.parse_intermixed_args(argv[1:])
    if command.plays:
        _check_code()
    code: int = module.main(args)
    return code


def _check_code() -> None:
    """Refuse to run stale code; say when it will be slow."""
    from paiju.sim.compiled import STALE, UNCOMPILED, is_pure, status

    state, sentence = status()
    if state == STALE:
        raise PaijuError(sentence)
    if state == UNCOMPILED and not is_pure():
        print(f"paiju: running {sentence}", file=sys.stderr)


def _help() -> str:
    """The text of `paiju --help`."""
    lines = [HEAD]
    for section in (PLAY, LOOK, KNOW):
        lines.append(f"{section}:\n")
        lines += [f"  {each.name:<9}{each.about}\n" for each in COMMANDS if each.section == section]
        lines.append("\n")
    return lines[0] + "\n" + "".join(lines[1:]) + TAIL


def _version() -> str:
    """The text of `paiju --version`."""
    from paiju.sim.compiled import status

    python = ".".join(str(part) for part in sys.version_info[:3])
    return f"paiju {paiju.__version__}, {status().sentence}, Python {python}"


def _fail(sentence: str, code: int) -> int:
    """Print a sentence for people and give back the exit code."""
    print(f"paiju: {cleaned(sentence)}", file=sys.stderr)
    return code


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help as it is written, with the explanations in one column."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28, width=110)


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are sentences like all others."""

    def error(self, message: str) -> NoReturn:
        """Raise what `main` prints."""
        raise BadInput(f"{message} (see {self.prog} --help)")


if __name__ == "__main__":
    sys.exit(main())
