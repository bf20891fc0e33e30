"""Where shards are played: in this process, in processes of this machine, or on Ray, with the same results.

An executor takes jobs (`submit`, at most `capacity` at a time) and gives receipts as they are finished
(`next_done`). A worker process that dies is replaced and its shards are played again; an error in a shard is
no accident and ends the run.
"""

import os
import pickle
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

from paiju.sim.kernel.errors import BadInput, PaijuError
from paiju.sim.store.manifest import Receipt
from paiju.sim.tournament.apart import WorkerLost, new_pool, stop_pool
from paiju.sim.tournament.spec import ExecutorConfig
from paiju.sim.tournament.worker import Job, play_shard

TRIES: Final = 4  # for a shard whose workers die
ROOT: Final = str(Path(__file__).parents[3])  # where this `paiju` was imported from
LOOPBACK: Final = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"  # "0": a local Ray listens to this machine alone
REACH: Final = 10.0  # seconds to answer in
WORTH_PROCESSES: Final = 2.0  # seconds of work left that justify starting processes
Say = Callable[[str], None]


class Executor(Protocol):
    """Something that plays shards."""

    capacity: int  # jobs it should be given at a time

    def submit(self, job: Job) -> None:
        """Take a job."""

    def next_done(self) -> Receipt:
        """Wait for one of the jobs."""

    def close(self) -> None:
        """Stop everything, at once."""


class InProcess:
    """Plays in this process, one shard at a time."""

    def __init__(self) -> None:
        self.capacity = 1
        self._jobs: list[Job] = []

    def submit(self, job: Job) -> None:
        """Take a job."""
        self._jobs.append(job)

    def next_done(self) -> Receipt:
        """Play the oldest job."""
        return play_shard(self._jobs.pop(0))

    def close(self) -> None:
        """There is nothing to stop."""


class Processes:
    """Plays in worker processes of this machine."""

    def __init__(self, workers: int) -> None:
        self.capacity = workers + 1  # one waits, so that no worker does
        self._workers: Final = workers
        self._pool = new_pool(workers)
        self._jobs: dict[Any, Job] = {}
        self._lost: dict[int, int] = {}

    def submit(self, job: Job) -> None:
        """Take a job."""
        from concurrent.futures.process import BrokenProcessPool

        try:
            future = self._pool.submit(play_shard, job)
        except BrokenProcessPool:
            future = self._replace(job).submit(play_shard, job)
        self._jobs[future] = job

    def next_done(self) -> Receipt:
        """Wait for one of the jobs; those of a dead worker are given out again."""
        from concurrent.futures import FIRST_COMPLETED, wait
        from concurrent.futures.process import BrokenProcessPool

        while True:
            done, _ = wait(self._jobs, return_when=FIRST_COMPLETED)
            future = min(done, key=lambda each: self._jobs[each].shard)
            job = self._jobs.pop(future)
            if not isinstance(future.exception(), BrokenProcessPool):
                receipt: Receipt = future.result()
                return receipt
            self._replace(job)
            self.submit(job)

    def _replace(self, job: Job) -> Any:
        """A new pool for the broken one, unless this job has lost too many already."""
        self._lost[job.shard] = self._lost.get(job.shard, 0) + 1
        if self._lost[job.shard] >= TRIES:
            raise lost(job.shard)
        if self._pool._broken:
            self._pool.shutdown(wait=False)
            self._pool = new_pool(self._workers)
        return self._pool

    def close(self) -> None:
        """Stop the workers, in the middle of a shard if they play one."""
        stop_pool(self._pool, at_once=bool(self._jobs))


class OnRay:
    """Plays as Ray tasks, here or on a cluster from all of which the run folder must be reachable."""

    def __init__(self, workers: int | None, address: str | None) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        if address is None:
            os.environ.setdefault(LOOPBACK, "0")  # read when Ray is imported
        from importlib import import_module

        ray: Any = import_module("ray")
        self._ray: Final = ray
        self._started: Final = not ray.is_initialized()
        if self._started:
            connect(ray, workers, address)
        cpus = int(ray.cluster_resources().get("CPU", 1))
        self.capacity = 2 * min(cpus, workers or cpus)
        self._task: Final = ray.remote(num_cpus=1, max_retries=TRIES - 1)(player_from(ROOT))
        self._jobs: dict[Any, Job] = {}

    def submit(self, job: Job) -> None:
        """Take a job."""
        self._jobs[self._task.remote(pickle.dumps(job))] = job

    def next_done(self) -> Receipt:
        """Wait for one of the jobs; Ray plays those of a dead worker again."""
        done, _ = self._ray.wait(list(self._jobs), num_returns=1)
        job = self._jobs.pop(done[0])
        try:
            receipt: Receipt = self._ray.get(done[0])
        except self._ray.exceptions.RayTaskError as error:
            told = isinstance(error.cause, PaijuError)  # a sentence of ours, without Ray's traceback
            cause: Exception = error.cause if told else error.as_instanceof_cause()
            raise cause from error
        except self._ray.exceptions.RayError as error:
            raise lost(job.shard) from error
        return receipt

    def close(self) -> None:
        """Leave Ray; a cluster of our own ends."""
        if self._started:
            self._ray.shutdown()


class Auto:
    """Plays the first shard in one process and measures it; goes on in more if enough is left.

    That one is this process, unless policies are kept apart from it.
    """

    def __init__(self, shards: int, say: Say, apart: bool = False) -> None:
        self.capacity = 1
        self._left = shards
        self._say: Final = say
        self._apart: Final = apart
        self._inner: Executor = Processes(cores()) if apart else InProcess()
        self._decided = False

    def submit(self, job: Job) -> None:
        """Take a job."""
        self._inner.submit(job)

    def next_done(self) -> Receipt:
        """Wait for one of the jobs."""
        receipt = self._inner.next_done()
        self._left -= 1
        if not self._decided:
            self._decide(receipt.seconds)
        return receipt

    def _decide(self, seconds: float) -> None:
        """Choose by what is left to do."""
        self._decided = True
        workers, left = cores(), self._left * seconds
        here = "in a process of its own" if self._apart else "in this process"
        if workers == 1:
            self._say(f"playing {here}: the machine has one core (executor=auto)")
        elif left < WORTH_PROCESSES:
            self._say(f"playing {here}: {left:.1f} s of work left (executor=auto)")
        else:
            self._say(f"playing in {workers} processes: {left:.0f} s of work left (executor=auto)")
            if not self._apart:
                self._inner = Processes(workers)
            self.capacity = self._inner.capacity

    def close(self) -> None:
        """Stop everything, at once."""
        self._inner.close()


@contextmanager
def executor_of(config: ExecutorConfig, shards: int, say: Say, apart: bool) -> Iterator[Executor]:
    """The executor of a configuration for so many shards; closed at the end."""
    executor = make_executor(config, shards, say, apart)
    try:
        yield executor
    finally:
        executor.close()


def make_executor(config: ExecutorConfig, shards: int, say: Say, apart: bool = False) -> Executor:
    """The executor of a configuration; `apart`: nothing may be played in this process."""
    if config.kind == "ray":
        return OnRay(config.workers, config.address)
    if config.kind == "auto" and config.workers is None:
        return Auto(shards, say, apart)
    workers = max(1, min(config.workers or cores(), shards))
    return InProcess() if workers == 1 and not apart else Processes(workers)


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def lost(shard: int) -> WorkerLost:
    """The sentence for workers that keep dying."""
    why = "out of memory, killed, or a policy that crashes"
    return WorkerLost(f"workers died {TRIES} times while they played shard {shard}: {why}")


def connect(ray: Any, workers: int | None, address: str | None) -> None:
    """Join the cluster at an address, or start one on this machine."""
    paths = [path for path in sys.path if path and "site-packages" not in path]
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "error", "include_dashboard": False}
    if address is None:
        os.environ["PYTHONPATH"] = os.pathsep.join(paths)  # what can be imported here can be there
        options |= {"address": "local", "num_cpus": workers or cores()}
    else:
        check_reachable(address)
        options["address"] = address
        del options["include_dashboard"]
    try:
        ray.init(**options)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise BadInput(f"Ray at {address or 'this machine'} does not answer: {error}") from None


def check_reachable(address: str) -> None:
    """BadInput when nobody listens at HOST:PORT: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return  # "auto" and the like, which Ray looks up
    try:
        socket.create_connection((host.strip("[]"), int(port)), REACH).close()
    except (OSError, OverflowError) as error:
        raise BadInput(f"Ray at {address} does not answer: {error}") from None


def player_from(root: str) -> Callable[[bytes], Any]:
    """`play_shard` for a Ray worker, with the `paiju` in this folder.

    Ray lets workers import from the working directory first, where another `paiju` may lie: the sources that the
    installed one was built from. So nothing of `paiju` may be needed to unpickle a task: a nested function goes by
    value, and the job as bytes. The folder is on the path for that one import only: a checkout holds folders named
    `policies` and `analysis`, as a user's own project may.
    """

    def play(job: bytes) -> Any:
        sys.path.insert(0, root)
        try:
            from paiju.sim.tournament.worker import play_shard
        finally:
            sys.path.remove(root)
        return play_shard(pickle.loads(job))  # noqa: S301 - from our own driver

    return play
