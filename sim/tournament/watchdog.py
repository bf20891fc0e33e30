"""A wall-clock watchdog for decisions that never end. It only ever aborts: what it ends does not count.

It watches the log: when no event has been added for so long, whoever is asked has been thinking for so long.
So it costs nothing per decision. The exception is raised between two steps of Python code, or in a system
call that waits; code compiled by others that computes for ever without returning to Python is not reached.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import Final

from paiju.sim.kernel.errors import Hung, PaijuError
from paiju.sim.kernel.events import Log
from paiju.sim.kernel.outside import OUTSIDE

LOOKS: Final = 10  # times it looks before it barks


@contextmanager
def watching(log: Log, seconds: float | None) -> Iterator[None]:
    """Raise Hung in this thread when a decision takes longer than this; None watches nothing."""
    if seconds is None:
        yield
        return
    if threading.current_thread() is not threading.main_thread():
        raise PaijuError("tournament.watchdog_seconds works in the main thread of a process only")
    last, since = -1, monotonic()

    def look(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        nonlocal last, since
        if log.count != last:
            last, since = log.count, monotonic()
        elif monotonic() - since >= seconds:
            OUTSIDE.end(Hung(f"no answer in {seconds:g} seconds"))

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, seconds / LOOKS, seconds / LOOKS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
