"""Around whatever runs the code of policies: what it does to its process is not left to those who come after it."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from types import FrameType
from typing import Any, Final

from paiju.sim.kernel.outside import OUTSIDE

FORKED: Final = 70  # the exit code of a copy of this process that a policy made


@contextmanager
def guarded() -> Iterator[None]:
    """While this lasts, policies may run here.

    What they print goes to stderr, for it is no result of ours. The current folder is then what it was. An
    interrupt that they raise themselves is told from a real one. A copy of this process that they forked ends here.
    """
    process, folder = os.getpid(), current_folder()
    with redirect_stdout(sys.stderr), interrupts_heard():
        try:
            yield
        finally:
            if os.getpid() != process:
                os._exit(FORKED)
            OUTSIDE.error = None
            if folder is not None and current_folder() != folder:
                os.chdir(folder)


def current_folder() -> str | None:
    """The current folder; None if it was deleted."""
    try:
        return os.getcwd()  # noqa: PTH109 - as text, and often
    except OSError:
        return None


@contextmanager
def interrupts_heard() -> Iterator[None]:
    """While this lasts, what the handler of Ctrl-C raises is announced to the play loop."""
    heard, OUTSIDE.hears_interrupts = OUTSIDE.hears_interrupts, True
    here = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT) if here else None
    if callable(before):
        signal.signal(signal.SIGINT, announcing(before))
    try:
        yield
    finally:
        OUTSIDE.hears_interrupts = heard
        if here:
            with suppress(TypeError):  # a handler that was not set from Python
                signal.signal(signal.SIGINT, before)


def announcing(handler: Callable[[int, FrameType | None], Any]) -> Callable[[int, FrameType | None], None]:
    """A handler that announces what another one raises."""

    def handle(number: int, frame: FrameType | None) -> None:
        try:
            handler(number, frame)
        except BaseException as error:
            OUTSIDE.end(error)

    return handle
