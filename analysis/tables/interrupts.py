"""Ctrl-C for queries: DuckDB itself looks at Python's signals only now and then, in a long query after a minute."""

import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread, current_thread, main_thread

from duckdb import DuckDBPyConnection


@contextmanager
def interruptible(connection: DuckDBPyConnection) -> Iterator[None]:
    """Let Ctrl-C end what the connection is computing at once; the caller then sees DuckDB's InterruptException.

    Python notes a signal by a byte on a socket as soon as it comes, whatever the main thread waits for.
    """
    if current_thread() is not main_thread():  # which alone gets signals
        yield
        return
    ours, pythons = socket.socketpair()
    pythons.setblocking(False)
    watcher = Thread(target=_watch, args=(ours, connection), daemon=True)
    watcher.start()
    before = signal.set_wakeup_fd(pythons.fileno(), warn_on_full_buffer=False)
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        pythons.close()
        watcher.join()
        ours.close()


def _watch(signals: socket.socket, connection: DuckDBPyConnection) -> None:
    """Interrupt the connection at every Ctrl-C, until the other end is closed."""
    while numbers := signals.recv(16):
        if signal.SIGINT in numbers:
            connection.interrupt()
