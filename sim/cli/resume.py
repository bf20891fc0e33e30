"""`paiju resume`: goes on with a run that was interrupted."""

import argparse

from paiju.sim.tournament.spec import ExecutorConfig


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("run", help="the run folder")
    parser.add_argument(
        "overrides", nargs="*", metavar="executor.key=value", help="another executor than before"
    )
    parser.add_argument(
        "--allow-mixed",
        action="store_true",
        help="go on even if the engine or a policy is not the same any more",
    )
    parser.add_argument(
        "--trust", action="store_true", help="run policies that were never named on a command line here"
    )
    parser.add_argument("--json", action="store_true", help="the results as JSON")


def main(args: argparse.Namespace) -> int:
    """Play what the run lacks and show its results."""
    from paiju.sim.cli.games import check_trusted
    from paiju.sim.cli.session import given, hint_when_stopped, screen, show
    from paiju.sim.store.folder import open_folder
    from paiju.sim.store.header import read_header
    from paiju.sim.tournament.provenance import executed
    from paiju.sim.tournament.runner import resume

    executor = executor_of(args.overrides)
    check_trusted(args.run, executed(read_header(open_folder(args.run))), args.trust)
    with hint_when_stopped(args.run), screen() as observer:
        outcome = resume(
            args.run,
            given(),
            observer,
            executor=executor,
            allow_mixed=args.allow_mixed,
        )
    return show(outcome, args)


def executor_of(overrides: list[str]) -> ExecutorConfig | None:
    """The executor that `executor=…` and `executor.key=…` describe; None if nothing was said."""
    from paiju.sim.config import compose
    from paiju.sim.kernel.errors import BadInput

    for item in overrides:
        if not item.startswith(("executor=", "executor.")):
            raise BadInput(
                f"'{item}' cannot be changed in a run that was begun: only executor=… and executor.key=… can"
            )
    return compose(overrides).executor if overrides else None
