"""Processes of their own: for speed, and for code that is not ours.

A policy that somebody brings may end its process, change it, or forge what it prints. So it plays in a worker
process; what the parent keeps and says is out of its way. Workers start afresh: threads here do not matter.
"""

import os
import signal
import sys
from collections.abc import Callable
from typing import Any, Final, ParamSpec, TypeVar

from paiju.sim.kernel.errors import PaijuError
from paiju.sim.kernel.outside import OUTSIDE

LEAVING: Final = 1000  # priority of the last thing a worker does at its end
Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class WorkerLost(PaijuError):
    """Workers died again and again; the sentence says on what."""


def new_pool(workers: int) -> Any:
    """A pool of worker processes, started when there is work for them."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    return ProcessPoolExecutor(workers, context, initializer=settle_in)


def stop_pool(pool: Any, *, at_once: bool) -> None:
    """End the workers of a pool, in the middle of their work if told."""
    workers = list((pool._processes or {}).values()) if at_once else []
    pool.shutdown(wait=not at_once, cancel_futures=True)
    for worker in workers:
        worker.kill()


def settle_in() -> None:
    """Make a worker process what it should be, whoever plays in it.

    Ctrl-C is the parent's business; the worker ends when its parent does, and at once when it is told to, with no
    regard for threads and exit hooks that a policy left; and nothing it prints is taken for a result.
    """
    import threading
    from multiprocessing.util import Finalize

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    OUTSIDE.hears_interrupts = True
    threading.Thread(target=end_with_parent, daemon=True).start()
    Finalize(None, leave, exitpriority=LEAVING)
    os.dup2(sys.__stderr__.fileno() if sys.__stderr__ else os.open(os.devnull, os.O_WRONLY), 1)


def leave() -> None:
    """End this worker process now."""
    os._exit(0)


def end_with_parent() -> None:
    """Wait for the death of the parent process, then end this one."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


class Apart:
    """One worker process to call functions in, made when it is needed."""

    def __init__(self) -> None:
        self._pool: Any = None

    def __call__(
        self, function: Callable[Given, Answer], *args: Given.args, **kwargs: Given.kwargs
    ) -> Answer:
        """What a function gives there; WorkerLost when the process ends over it."""
        from concurrent.futures.process import BrokenProcessPool

        if self._pool is None:
            self._pool = new_pool(1)
        future = self._pool.submit(function, *args, **kwargs)
        try:
            answer: Answer = future.result()
        except BrokenProcessPool:
            self._pool = None
            raise WorkerLost(
                "the process ended in which a policy was loaded or played: it ended itself, crashed, "
                "or was killed"
            ) from None
        finally:
            if not future.done():
                stop_pool(self._pool, at_once=True)
                self._pool = None
        return answer

    def __enter__(self) -> "Apart":
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        if self._pool is not None:
            stop_pool(self._pool, at_once=False)
            self._pool = None
