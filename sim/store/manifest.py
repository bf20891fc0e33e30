"""What a run folder says of itself: `run.json`, written once, and `manifest.jsonl`, a line per shard.

    run.json            configuration, plan, engine, ruleset, policies: everything the rows depend on
    manifest.jsonl      one receipt per finished shard, in the order in which they finished
    names/*.parquet     dictionary tables, see `paiju.sim.store.names`
    games/000012.parquet, seats/…, hands/…, events/…, failures/…      the parts of shard 12
    stop.json           the decision to end the run before its last shard, if one was taken
    lock                held (flock) by the process that writes; says nothing else

Only parts named by the manifest count: a part is in place before its line is written, and a shard without a
line is played again. So readers follow the manifest and never list folders. A shard without failures has no
part for them. A shard that lost a part and was played again has a second line, which counts. How all files are bound
to each other says `paiju.sim.store.header`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Final

from paiju.sim.kernel.errors import BadInput
from paiju.sim.kernel.shapes import Count, Digits, Open, Span, parse, read
from paiju.sim.store import schema
from paiju.sim.store.digest import combined
from paiju.sim.store.folder import Folder
from paiju.sim.store.header import FORMAT, HEADER, Names, Part, Plan, digest_of, read_header, seal_of

LINES: Final = "manifest.jsonl"
STOP: Final = "stop.json"
WAY_ON: Final = f"Without that line of {LINES}, paiju resume plays its shard again"
MENDS: Final = "plays again what is damaged, and --skip-damaged leaves it out of queries and reports"
CHEAP: Final = (
    32_000_000  # bytes of which the sums are looked at whenever they are read: some tenths of a second
)
SUMS: Final = 6  # of `Receipt.contrast`
COUNTED: Final = (
    "games",
    "hands",
    "events",
    "failures",
)  # tables of which a receipt says how many rows there are


@dataclass(frozen=True, slots=True)
class Receipt:
    """What is known of a finished shard."""

    shard: Count
    first_block: Count
    blocks: Count
    games: Count
    hands: Count
    events: Count
    failures: Count
    digest: Annotated[str, Digits(64)]  # of its games; see `paiju.sim.store.digest`
    points: dict[str, int]  # sum per player
    parts: tuple[Part, ...]
    engine: str  # source digest of the engine that played it
    seconds: float  # how long it took; the one thing here that chance decides
    excluded: Count = 0  # blocks that do not count, because a policy failed in them
    invalid: tuple[int, ...] = ()  # blocks without games, because a decision hung in them
    contrast: tuple[int, ...] | None = (
        None  # what a stopping rule asks for; see `paiju.sim.tournament.contrast`
    )

    def to_line(self, digest: str | None) -> bytes:
        """A line of the manifest of the run whose header has this digest; None: of one without seals."""
        entry = asdict(self)
        if digest is not None:
            entry["seal"] = seal_of(digest, entry)
        return json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"

    def problem(self, plan: Plan, log_level: str) -> str | None:
        """What cannot be so in a run with this plan, in words; None if all can."""
        blocks = plan.range_of(self.shard)
        if (self.first_block, self.first_block + self.blocks) != (blocks.start, blocks.stop) or not blocks:
            return f"it says that shard {self.shard} has {self.blocks} blocks from {self.first_block} on"
        if self.contrast is not None and len(self.contrast) != SUMS:
            return f"it has {len(self.contrast)} sums for a stopping rule"
        if self.games > self.blocks * schema.GAMES_PER_BLOCK:
            return f"it says that {self.blocks} blocks have {self.games} games"
        if self.points.keys() != set(plan.players):
            return f"it has points of {', '.join(self.points)}"
        return self.parts_problem(log_level)

    def parts_problem(self, log_level: str) -> str | None:
        """What cannot be so of its parts: each table has its file, with as many rows as the receipt says."""
        tables = [part.table for part in self.parts]
        if len(set(tables)) < len(tables) or {*tables, "failures"} != set(schema.LOG_LEVELS[log_level]):
            return f"it has parts of {', '.join(tables)} where {log_level} are kept"
        for part in self.parts:
            if part.file != file_of(part.table, self.shard):
                return f"{part.file!r} is no place for the {part.table} of shard {self.shard}"
            if part.table in COUNTED and part.rows != getattr(self, part.table):
                return f"{part.file} has {part.rows} rows where {getattr(self, part.table)} are counted"
        return None


def file_of(table: str, shard: int) -> str:
    """Where the part of a shard lies."""
    return f"{table}/{shard:06d}.parquet"


@dataclass(frozen=True, slots=True)
class Estimate:
    """How far one side is ahead; null stands for an infinite end."""

    estimate: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Decision(Open):
    """The content of stop.json: what `paiju.analysis.ratings.stopping` decided, and how many shards the run has."""

    shards: Annotated[int, Span(1)]
    shard: Annotated[int, Span(1)]
    deals: Count
    decision: str
    llr: float
    bounds: tuple[float, float]
    estimate: Estimate


class Manifest:
    """The header and the receipts of one run folder."""

    def __init__(self, folder: Folder, header: Mapping[str, Any]) -> None:
        self.folder: Final = folder
        self.header: Final = header
        self.receipts: Final[dict[int, Receipt]] = {}
        self.stop: Mapping[str, Any] | None = None  # the decision that ended the run early, if any
        self.plan: Final = read(Plan, header["plan"], HEADER)
        self.log_level: Final = str(header["config"]["tournament"]["log_level"])
        self._names: Final = read(Names, header.get("names", ()), HEADER)
        self.digest_of_header: Final[str | None] = header.get("digest")  # None: of a version without seals

    @staticmethod
    def create(folder: Folder, header: Mapping[str, Any]) -> "Manifest":
        """Begin a run in a folder that holds none. The caller has the lock."""
        if folder.exists(HEADER):
            raise BadInput(
                f"{folder.location} already holds a run; paiju resume {folder.location} goes on with it"
            )
        folder.write(LINES, b"")
        whole = {"format": FORMAT, **header}
        whole["digest"] = digest_of(whole)
        folder.write(HEADER, (json.dumps(whole, indent=1, ensure_ascii=False) + "\n").encode())
        return Manifest(folder, whole)

    @staticmethod
    def load(folder: Folder) -> "Manifest":
        """The manifest of a run as it stands; a torn last line is not there yet."""
        manifest = Manifest(folder, read_header(folder))
        for number, line in enumerate(_whole_lines(folder)[0], 1):
            receipt = manifest.entered(line, f"line {number} of {folder.path(LINES)}")
            manifest.receipts[receipt.shard] = receipt
        manifest.stop = manifest.decided()
        for shard in manifest.beyond():
            del manifest.receipts[shard]
        return manifest

    def entered(self, line: bytes, where: str) -> Receipt:
        """The receipt in a line; BadInput when it is none of this run."""
        try:
            entry = parse(line, where)
            seal = entry.pop("seal", None) if isinstance(entry, dict) else None
            receipt = read(Receipt, entry, where)
            self.check_seal(entry, seal, where)
        except BadInput as error:
            raise BadInput(f"{error}. {WAY_ON}") from None
        problem = receipt.problem(self.plan, self.log_level)
        if problem:
            raise BadInput(f"{where} does not belong to this run: {problem}. {WAY_ON}")
        return receipt

    def decided(self) -> dict[str, Any] | None:
        """The content of stop.json, None if there is none; BadInput when it is none of this run."""
        where = self.folder.path(STOP)
        try:
            stop = parse(self.folder.read(STOP), where)
        except FileNotFoundError:
            return None
        read(Decision, stop, where)
        self.check_seal(stop, stop.pop("seal", None), where)
        if stop["shards"] > self.plan.shards:
            raise BadInput(f"{where} is damaged: the run has {self.plan.shards} shards, not {stop['shards']}")
        return dict(stop)

    def check_seal(self, entry: Mapping[str, Any], seal: object, where: str) -> None:
        """BadInput when something is not sealed to the header of this run; runs of earlier versions have no seals."""
        if self.digest_of_header is not None and seal != seal_of(self.digest_of_header, entry):
            raise BadInput(
                f"{where} does not belong to this run, or was changed: it is not sealed to its {HEADER}"
            )

    def commit(self, receipt: Receipt) -> None:
        """Enter a finished shard; on return it is on the disk."""
        self.folder.append(LINES, receipt.to_line(self.digest_of_header))
        self.receipts[receipt.shard] = receipt

    def decide(self, stop: Mapping[str, Any]) -> None:
        """Enter the decision to end the run after `stop["shards"]` shards; what was played beyond goes."""
        entry = dict(stop)
        if self.digest_of_header is not None:
            entry["seal"] = seal_of(self.digest_of_header, stop)
        self.folder.write(STOP, (json.dumps(entry, indent=1, ensure_ascii=False) + "\n").encode())
        self.stop = stop
        for shard in self.beyond():
            self.discard(self.receipts.pop(shard))

    def beyond(self) -> list[int]:
        """The finished shards that are no part of the run: they were under way when it was decided to stop."""
        return [shard for shard in self.receipts if self.stop is not None and shard >= self.shards]

    def discard(self, receipt: Receipt) -> None:
        """Take away the parts of a shard that is not entered."""
        for part in receipt.parts:
            self.folder.remove(part.file)

    def contrasts(self) -> list[tuple[int, ...]]:
        """What a stopping rule looks at: the sums of the first shards, up to the first that is not finished."""
        found: list[tuple[int, ...]] = []
        while (receipt := self.receipts.get(len(found))) is not None and receipt.contrast is not None:
            found.append(receipt.contrast)
        return found

    def repair(self) -> int:
        """Cut off a torn last line, remove temporary files and say how many. The caller has the lock."""
        whole, torn = _whole_lines(self.folder)
        if torn:
            self.folder.cut(LINES, sum(len(line) + 1 for line in whole))
        return self.folder.remove_temporary()

    @property
    def shards(self) -> int:
        """How many shards the whole run has; fewer than planned once it was decided to stop."""
        return int(self.stop["shards"]) if self.stop else self.plan.shards

    @property
    def is_complete(self) -> bool:
        """Are all shards finished?"""
        return len(self.receipts) == self.shards

    def wrong(self, parts: Sequence[Part], of: Sequence[Part] | None = None) -> Iterator[str]:
        """What is wrong with some files, a sentence each: their sizes always, their sums if those of all are cheap."""
        is_cheap = sum(part.bytes for part in of or parts) <= CHEAP
        for part in parts:
            sentence = part.differs(self.folder) if is_cheap else part.lacks(self.folder)
            if sentence:
                yield sentence

    def check(self, parts: Sequence[Part]) -> None:
        """BadInput when something is wrong with some files."""
        for sentence in self.wrong(parts):
            raise BadInput(f"{sentence}. paiju resume {self.folder.location} {MENDS}")

    def lost(self) -> dict[int, str]:
        """The finished shards of which a part is missing or damaged, with a sentence on the first such part."""
        every = [part for receipt in self.in_order() for part in receipt.parts]
        found = {receipt.shard: next(self.wrong(receipt.parts, every), None) for receipt in self.in_order()}
        return {shard: sentence for shard, sentence in found.items() if sentence}

    def missing(self) -> list[int]:
        """The shards that are not finished, in order."""
        return [shard for shard in range(self.shards) if shard not in self.receipts]

    def in_order(self) -> list[Receipt]:
        """The receipts in the order of their shards, which is the order of `game_id`."""
        return [self.receipts[shard] for shard in sorted(self.receipts)]

    def parts(self, table: str) -> list[Part]:
        """The parts of one table in the order of `game_id`."""
        return [part for receipt in self.in_order() for part in receipt.parts if part.table == table]

    def names(self, table: str) -> Part | None:
        """The file of a dictionary table; None in a run of a version that did not enter them."""
        return next((part for part in self._names if part.table == table), None)

    def digest(self) -> str:
        """The digest of all finished games."""
        return combined(receipt.digest for receipt in self.receipts.values())

    def total(self, what: str) -> int:
        """The sum of `blocks`, `games`, `hands`, `events`, `failures` or `excluded` over the finished shards."""
        return sum(getattr(receipt, what) for receipt in self.receipts.values())


def _whole_lines(folder: Folder) -> tuple[list[bytes], bytes]:
    """The complete lines of the manifest and what follows the last line end."""
    try:
        *lines, rest = folder.read(LINES).split(b"\n")
    except FileNotFoundError:
        return [], b""
    return lines, rest
