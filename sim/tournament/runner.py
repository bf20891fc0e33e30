"""Plays a run: plan, shards, receipts; interrupted and resumed at any moment with the same result.

    start    a new run in an empty folder
    resume   what a run folder still lacks

A shard counts when its receipt is in the manifest. Whatever else a killed run left behind is removed or
written again, byte for byte the same.
"""

import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from types import FrameType, MappingProxyType
from typing import Any, Final

from paiju.sim.games import registry
from paiju.sim.kernel.errors import BadInput, CannotWrite
from paiju.sim.store.folder import open_folder
from paiju.sim.store.header import HEADER, read_header
from paiju.sim.store.manifest import Manifest, Receipt
from paiju.sim.store.names import restore_names, write_names
from paiju.sim.tournament import plan as plans
from paiju.sim.tournament import spec
from paiju.sim.tournament.apart import Apart
from paiju.sim.tournament.executors import Executor, Say, executor_of
from paiju.sim.tournament.provenance import (
    Describe,
    Description,
    engine,
    make_header,
    place_of,
    policy_files,
)
from paiju.sim.tournament.recipe import check_terms
from paiju.sim.tournament.schedule import is_ours, named_policies
from paiju.sim.tournament.spec import ExecutorConfig, RunConfig
from paiju.sim.tournament.worker import FindPolicy, Job, remedy

Stopper = Callable[[Mapping[str, Any], Sequence[Sequence[int]]], Mapping[str, Any] | None]


def never(tournament: Mapping[str, Any], sums: Sequence[Sequence[int]]) -> Mapping[str, Any] | None:  # noqa: ARG001
    """The rule of a run that is played to its end."""
    return None


@dataclass(frozen=True, slots=True)
class Policies:
    """What the runner is given by those who know more: how policies are found, and when it is enough.

    `stop` gets the tournament's configuration and the sums of the first shards in order (`Receipt.contrast`); it
    gives None to go on, or what it decided, with `shard`, the first shard after which it could. It is asked again
    with ever more shards, whoever finished them in whatever order, and must not be changed by those that follow.
    """

    find: FindPolicy
    describe: Describe
    stop: Stopper = never


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is."""

    blocks: int  # finished, earlier sessions included
    of: int
    games: int
    hands: int
    failures: int
    seconds: float  # since the executor was ready
    hands_per_second: float  # of this session
    left: float | None  # seconds to go, None while unknown


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a session of a run ended."""

    location: str
    complete: bool
    interrupted: bool
    blocks: int
    games: int
    hands: int
    events: int
    failures: int
    bytes: int
    digest: str  # of all finished games
    seconds: float  # of this session, starting the executor included
    hands_per_second: float  # of this session
    excluded: int = 0  # blocks that do not count, because a policy failed in them
    invalid: int = 0  # blocks without games, because a decision hung in them
    stop: Mapping[str, Any] | None = None  # the decision to end the run early, if any


class Observer:
    """Whoever wants to know how a run goes; this one does not."""

    def began(self, manifest: Manifest) -> None:
        """The run folder is ours, playing begins."""

    def progressed(self, progress: Progress) -> None:
        """A shard was finished."""

    def say(self, sentence: str) -> None:
        """Something a person would like to know."""


def start(config: RunConfig, location: str, policies: Policies, observer: Observer) -> Outcome:
    """Play a new run into a folder that holds none; BadInput otherwise."""
    game = registry.get(config.ruleset.game)
    plan = plans.make_plan(config, game)
    names = (*named_policies(config.matchup), config.tournament.fallback)
    header = make_header(config, plan, survey(config, names, policies))
    folder = open_folder(location)
    foreign = None if folder.exists("run.json") else folder.foreign()
    if foreign is not None:
        raise BadInput(f"{location} is no empty folder: it holds {foreign}, and a run needs one of its own")
    with folder.lock():
        if folder.exists("run.json"):
            raise BadInput(f"{location} already holds a run; paiju resume {location} goes on with it")
        folder.remove_temporary()  # of one that was killed before it had begun
        header["names"] = write_names(folder, game, header)
        return _play(config, Manifest.create(folder, header), policies, observer)


def resume(
    location: str,
    policies: Policies,
    observer: Observer,
    *,
    executor: ExecutorConfig | None = None,
    allow_mixed: bool = False,
) -> Outcome:
    """Play what a run folder lacks, with another executor if told.

    A finished shard of which a part is missing or short is played again, to the same games. BadInput when the
    engine or a policy is not what the run began with, unless `allow_mixed`.
    """
    folder = open_folder(location)
    config = spec.from_json(read_header(folder)["config"])
    with folder.lock():
        manifest = Manifest.load(folder)
        removed = manifest.repair()
        if removed:
            observer.say(f"removed {removed} unfinished files")
        differences = changes(config, manifest, policies)
        if differences and not allow_mixed:
            raise BadInput(
                f"{location} was begun with something else: {'; '.join(differences)}. "
                f"--allow-mixed goes on all the same, and its games will not be comparable"
            )
        if executor is not None:
            config = replace(config, executor=executor)
        for sentence in restore_names(manifest, registry.get(config.ruleset.game)):
            observer.say(sentence)
        again = {}
        for shard, words in manifest.lost().items():
            _check_repeatable(shard, words, manifest)
            again[shard] = manifest.receipts.pop(shard).digest
            observer.say(f"{words}: shard {shard} is played again")
        return _play(config, manifest, policies, observer, again)


def changes(config: RunConfig, manifest: Manifest, policies: Policies) -> list[str]:
    """What is not as it was when the run began, in words."""
    header = manifest.header
    found = []
    if config.content_hash() != header["config_hash"]:
        found.append("its configuration was edited")
    now = engine()
    if now["source"] != header["engine"]["source"]:
        found.append(
            f"the engine ({header['engine']['version']}, source {header['engine']['source']}) "
            f"is now {now['version']}, source {now['source']}"
        )
    places = [place_of(row) for row in header["policies"]]
    descriptions = survey(config, places, policies)
    return found + [
        f"the policy {row['policy']} was edited"
        for row, place in zip(header["policies"], places, strict=True)
        if descriptions[place].hash != row["hash"]
    ]


def survey(config: RunConfig, names: Iterable[str], policies: Policies) -> dict[str, Description]:
    """What is known of some policies; BadInput when one is not there or cannot play by the rules of the run."""
    if is_apart(config, names):
        with Apart() as call:
            return call(describe_all, config, tuple(names), policies.find, policies.describe)
    return describe_all(config, tuple(names), policies.find, policies.describe)


def is_apart(config: RunConfig, names: Iterable[str]) -> bool:
    """Is it kept out of this process what these policies do?"""
    return config.executor.isolate and not all(is_ours(name) for name in names)


def describe_all(
    config: RunConfig, names: tuple[str, ...], find: FindPolicy, describe: Describe
) -> dict[str, Description]:
    """What is known of some policies, which are loaded for it, and asked whether they can play."""
    family = registry.get(config.ruleset.game).family
    found = {name: describe(name, family) for name in names}
    check_terms(config, names, find)
    return found


def _check_repeatable(shard: int, words: str, manifest: Manifest) -> None:
    """BadInput when a shard that lost a part was played by a policy that may play otherwise now."""
    for row in manifest.header["policies"]:
        if not row["deterministic"]:
            raise BadInput(
                f"{words}, and shard {shard} cannot be played again, as {row['policy']} is not deterministic. "
                f"{remedy(shard)}"
            )


def _play(
    config: RunConfig,
    manifest: Manifest,
    policies: Policies,
    observer: Observer,
    again: Mapping[int, str] = MappingProxyType({}),
) -> Outcome:
    """Play the missing shards; those played `again` to the digests they had. The caller has the lock."""
    observer.began(manifest)
    session = _Session(config, manifest, policies, observer, again)
    missing, say = manifest.missing(), observer.say
    separate = is_apart(config, (row["spec"] for row in manifest.header["policies"]))
    with _interrupts(say) as interrupt, executor_of(config.executor, len(missing), say, separate) as executor:
        session.play(missing, executor, interrupt)
    check_kept(manifest)
    return session.outcome(interrupt.is_set())


def check_kept(manifest: Manifest) -> None:
    """CannotWrite when files that were written in this session are not there at its end."""
    check_there(manifest)
    lost = list(manifest.lost().values())
    if lost:
        location = manifest.folder.location
        raise CannotWrite(
            f"{location} does not hold what was written into it: {lost[0]} ({len(lost)} shards)"
        )


def check_there(manifest: Manifest) -> None:
    """CannotWrite when the run folder went away while its run was played."""
    if not manifest.folder.exists(HEADER):
        raise CannotWrite(
            f"{manifest.folder.location} was deleted or moved while its run was played. From where it is now, "
            f"paiju resume goes on with it"
        )


class _Session:
    """One go at a run: hands out jobs, enters receipts, reports."""

    def __init__(
        self,
        config: RunConfig,
        manifest: Manifest,
        policies: Policies,
        observer: Observer,
        again: Mapping[int, str],
    ) -> None:
        self.config: Final = config
        self.manifest: Final = manifest
        self.tournament: Final = manifest.header["config"]["tournament"]
        self.plan: Final = plans.from_json(manifest.header["plan"])
        self.find: Final = policies.find
        self.stop: Final = policies.stop
        self.files: Final = policy_files(manifest.header)
        self.engine: Final = str(engine()["source"])
        self.observer: Final = observer
        self.again: Final = again
        self.began: Final = monotonic()
        self.playing = self.began  # when the executor was ready
        self.earlier: Final = (manifest.total("blocks"), manifest.total("hands"))
        self.sums: Final = self._totals()

    def _totals(self) -> dict[str, int]:
        """What the finished shards have together."""
        return {
            what: self.manifest.total(what) for what in ("blocks", "games", "hands", "events", "failures")
        }

    def play(self, missing: list[int], executor: Executor, interrupt: threading.Event) -> None:
        """Play shards until none is left or an interrupt asks to stop; what is in flight is finished."""
        self.playing = monotonic()
        waiting = deque(missing)
        in_flight = 0
        while True:
            end = self.end()
            while in_flight < executor.capacity and not interrupt.is_set() and waiting and waiting[0] < end:
                executor.submit(self.job(waiting.popleft()))
                in_flight += 1
            if not in_flight:
                return
            self.enter(executor.next_done())
            in_flight -= 1

    def end(self) -> int:
        """Shards from this one on are not to be played, or not yet.

        A run that may stop early has up to `ahead` shards under way beyond those it has decided on. It ends with the
        shard that decides, and those beyond are dropped: so which shards it has depends neither on the workers nor on
        their speed.
        """
        if not self.plan.ahead or self.manifest.stop is not None:
            return self.manifest.shards
        sums = self.manifest.contrasts()
        decision = self.stop(self.tournament, sums)
        if decision is None:
            return min(len(sums) + self.plan.ahead, self.plan.shards)
        self.manifest.decide(ended(decision))
        self.sums.update(self._totals())
        return self.manifest.shards

    def job(self, shard: int) -> Job:
        """What a worker must know to play a shard."""
        blocks = self.plan.range_of(shard)
        return Job(
            config=self.config,
            location=absolute(self.manifest.folder.location),
            engine=self.engine,
            shard=shard,
            first_block=blocks.start,
            last_block=blocks.stop,
            find_policy=self.find,
            files=self.files,
            digest=self.again.get(shard),
        )

    def enter(self, receipt: Receipt) -> None:
        """Enter a finished shard in the manifest and report; one beyond the end is dropped."""
        check_there(self.manifest)
        if receipt.shard >= self.manifest.shards:
            self.manifest.discard(receipt)
            return
        self.manifest.commit(receipt)
        for what in self.sums:
            self.sums[what] += getattr(receipt, what)
        self.observer.progressed(self.progress())

    def progress(self) -> Progress:
        """How far the run is now."""
        seconds = monotonic() - self.playing
        blocks, hands = self.sums["blocks"] - self.earlier[0], self.sums["hands"] - self.earlier[1]
        return Progress(
            blocks=self.sums["blocks"],
            of=self.plan.blocks,
            games=self.sums["games"],
            hands=self.sums["hands"],
            failures=self.sums["failures"],
            seconds=seconds,
            hands_per_second=hands / seconds if seconds else 0.0,
            left=(self.plan.blocks - self.sums["blocks"]) * seconds / blocks if blocks else None,
        )

    def outcome(self, interrupted: bool) -> Outcome:
        """How the session ended."""
        seconds = monotonic() - self.began
        return Outcome(
            location=self.manifest.folder.location,
            complete=self.manifest.is_complete,
            interrupted=interrupted and not self.manifest.is_complete,
            bytes=sum(part.bytes for receipt in self.manifest.receipts.values() for part in receipt.parts),
            digest=self.manifest.digest(),
            seconds=seconds,
            hands_per_second=(self.sums["hands"] - self.earlier[1]) / seconds,
            excluded=self.manifest.total("excluded"),
            invalid=sum(len(receipt.invalid) for receipt in self.manifest.receipts.values()),
            stop=self.manifest.stop,
            **self.sums,
        )


def absolute(location: str) -> str:
    """A location that is the same in whatever folder it is looked up."""
    return location if "://" in location else str(Path(location).absolute())


def ended(decision: Mapping[str, Any]) -> dict[str, Any]:
    """A decision as it is stored: with the number of shards that the run has."""
    return {**decision, "shards": int(decision["shard"])}


@contextmanager
def _interrupts(say: Say) -> Iterator[threading.Event]:
    """An event that the first Ctrl-C (or SIGTERM) sets; the second raises KeyboardInterrupt."""
    interrupt = threading.Event()

    def handle(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        if interrupt.is_set():
            raise KeyboardInterrupt
        interrupt.set()
        told = "stopping when the shards being played are finished; once more stops at once"
        threading.Thread(
            target=say, args=(told,), daemon=True
        ).start()  # this frame may hold the output's lock

    if threading.current_thread() is not threading.main_thread():
        yield interrupt
        return
    signals = (signal.SIGINT, signal.SIGTERM)
    before: list[Any] = [signal.signal(number, handle) for number in signals]
    try:
        yield interrupt
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)
