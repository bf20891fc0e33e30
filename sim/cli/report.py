"""`paiju report`: a page about one or several runs, to read and to pass on."""

import argparse
import sys
from pathlib import Path
from typing import Final

from paiju.sim.cli.clean import cleaned
from paiju.sim.kernel.errors import BadInput

EXAMPLES: Final = """\
examples:
  paiju report RUN                       writes RUN/report.html
  paiju report RUN -o page.html          somewhere else; -o - prints it
  paiju report RUN OTHER -o both.html    several runs of the same rules taken together
  paiju report RUN --md                  as Markdown, RUN/report.md
  paiju report RUN rating.utility=win    by first places instead of what the run counts
The page is one file that needs no network.
"""
KEY: Final = "rating.utility="
DEFAULTS: Final = ("report.html", "report.md")  # may lie in the folder of a run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.epilog = EXAMPLES
    parser.add_argument("what", nargs="+", metavar="RUN", help="run folders; rating.utility=points|rank|win")
    parser.add_argument("-o", "--out", metavar="FILE", help="where to write it (- for standard output)")
    parser.add_argument("--utility", metavar="WHAT", help="the same as rating.utility=WHAT")
    parser.add_argument(
        "--skip-damaged", action="store_true", help="name damaged parts, and go on without their shards"
    )
    parser.add_argument("--md", action="store_true", help="Markdown instead of HTML")


def main(args: argparse.Namespace) -> int:
    """Write the report."""
    from paiju.analysis.report.make import make_report
    from paiju.analysis.report.markdown import to_markdown
    from paiju.analysis.report.page import to_html
    from paiju.analysis.tables.errors import QueryError
    from paiju.sim.cli.query import left_out
    from paiju.sim.store.folder import check_target

    runs = [item for item in args.what if not item.startswith(KEY)]
    utility = next((item[len(KEY) :] for item in reversed(args.what) if item.startswith(KEY)), args.utility)
    for run in runs:
        if run.startswith("rating."):
            raise BadInput(f"{run} is not understood here: only {KEY}points|rank|win is")
    if not runs:
        raise BadInput("which run? paiju report RUN")
    out = args.out or default_file(runs, "md" if args.md else "html")
    if out != "-":
        check_target(out, [] if Path(out).name in DEFAULTS else runs)
    try:
        report = make_report(runs, utility, left_out if args.skip_damaged else None)
    except QueryError as error:
        raise BadInput(str(error)) from None
    text = cleaned(to_markdown(report) if args.md else to_html(report))
    if out == "-":
        sys.stdout.write(text)
    else:
        write_whole(Path(out), text)
        print(out)
    return 0


def default_file(runs: list[str], ending: str) -> str:
    """Beside the one run; several need a name."""
    if len(runs) > 1 or "://" in runs[0]:
        raise BadInput(f"a report on {' and '.join(runs)} needs a file to go to: -o FILE")
    return f"{runs[0].rstrip('/')}/report.{ending}"


def write_whole(path: Path, text: str) -> None:
    """Put a file in place when it is complete."""
    temporary = path.with_name(f"{path.name}.tmp")
    try:
        temporary.write_text(text, "utf-8", newline="\n")
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
