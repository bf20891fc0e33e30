"""What a run folder says of itself: `run.json`, written once, and `manifest.jsonl`, a line per shard.

    run.json            configuration, plan, engine, ruleset, policies: everything the rows depend on
    manifest.jsonl      one receipt per finished shard, in the order in which they finished
    names/*.parquet     dictionary tables, see `paiju.sim.store.names`
    games/000012.parquet, seats/…, hands/…, events/…, failures/…      the parts of shard 12
    stop.json           the decision to end the run before its last shard, if one was taken
    lock                held (flock) by the process that writes; says nothing else

Only parts named by the manifest count: a part is in place before its line is written, and a shard without a
line is played again. So readers follow the manifest and never list folders. A shard without failures has no
part for them. A shard that lost a part and was played again has a second line, which counts.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, cast

from paiju.sim.kernel.errors import BadInput
from paiju.sim.store.digest import combined
from paiju.sim.store.folder import Folder

FORMAT: Final = 1
HEADER: Final = "run.json"
LINES: Final = "manifest.jsonl"
STOP: Final = "stop.json"


@dataclass(frozen=True, slots=True)
class Part:
    """One file of one table."""

    table: str
    file: str  # "events/000012.parquet"
    rows: int
    bytes: int
    sha256: str

    def lacks(self, folder: Folder) -> str | None:
        """What is missing of the file, in a sentence; None if it is there, as long as it should be."""
        size = folder.size(self.file)
        if size is None:
            return f"{folder.path(self.file)} is missing"
        if size != self.bytes:
            return f"{folder.path(self.file)} has {size} bytes and should have {self.bytes}"
        return None


@dataclass(frozen=True, slots=True)
class Receipt:
    """What is known of a finished shard."""

    shard: int
    first_block: int
    blocks: int
    games: int
    hands: int
    events: int
    failures: int
    digest: str  # of its games, hex; see `paiju.sim.store.digest`
    points: dict[str, int]  # sum per player
    parts: tuple[Part, ...]
    engine: str  # source digest of the engine that played it
    seconds: float  # how long it took; the one thing here that chance decides
    excluded: int = 0  # blocks that do not count, because a policy failed in them
    invalid: tuple[int, ...] = ()  # blocks without games, because a decision hung in them
    contrast: tuple[int, ...] | None = (
        None  # what a stopping rule asks for; see `paiju.sim.tournament.contrast`
    )

    def to_line(self) -> bytes:
        """A line of the manifest."""
        return json.dumps(asdict(self), separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def from_line(line: bytes) -> Receipt:
    """The receipt in a line of the manifest; ValueError, KeyError or TypeError if it is none."""
    data = json.loads(line)
    data["parts"] = tuple(Part(**part) for part in data["parts"])
    data["invalid"] = tuple(data.get("invalid", ()))
    if data.get("contrast") is not None:
        data["contrast"] = tuple(data["contrast"])
    return Receipt(**data)


class Manifest:
    """The header and the receipts of one run folder."""

    def __init__(self, folder: Folder, header: Mapping[str, Any]) -> None:
        self.folder: Final = folder
        self.header: Final = header
        self.receipts: Final[dict[int, Receipt]] = {}
        self.stop: Mapping[str, Any] | None = None  # the decision that ended the run early, if any

    @staticmethod
    def create(folder: Folder, header: Mapping[str, Any]) -> "Manifest":
        """Begin a run in a folder that holds none. The caller has the lock."""
        if folder.exists(HEADER):
            raise BadInput(
                f"{folder.location} already holds a run; paiju resume {folder.location} goes on with it"
            )
        folder.write(LINES, b"")
        folder.write(
            HEADER, (json.dumps({"format": FORMAT, **header}, indent=1, ensure_ascii=False) + "\n").encode()
        )
        return Manifest(folder, header)

    @staticmethod
    def load(folder: Folder) -> "Manifest":
        """The manifest of a run as it stands; a torn last line is not there yet."""
        manifest = Manifest(folder, read_header(folder))
        for number, line in enumerate(_whole_lines(folder)[0], 1):
            try:
                receipt = from_line(line)
            except (ValueError, KeyError, TypeError) as error:
                raise BadInput(f"line {number} of {folder.path(LINES)} is damaged: {error}") from None
            manifest.receipts[receipt.shard] = receipt
        manifest.stop = _read_stop(folder)
        for shard in manifest.beyond():
            del manifest.receipts[shard]
        return manifest

    def commit(self, receipt: Receipt) -> None:
        """Enter a finished shard; on return it is on the disk."""
        self.folder.append(LINES, receipt.to_line())
        self.receipts[receipt.shard] = receipt

    def decide(self, stop: Mapping[str, Any]) -> None:
        """Enter the decision to end the run after `stop["shards"]` shards; what was played beyond goes."""
        self.folder.write(STOP, (json.dumps(stop, indent=1, ensure_ascii=False) + "\n").encode())
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
        return int((self.stop or self.header["plan"])["shards"])

    @property
    def is_complete(self) -> bool:
        """Are all shards finished?"""
        return len(self.receipts) == self.shards

    def lost(self) -> dict[int, str]:
        """The finished shards of which a part is missing or short, with a sentence on the first such part."""
        found = {
            receipt.shard: [words for part in receipt.parts if (words := part.lacks(self.folder))]
            for receipt in self.in_order()
        }
        return {shard: sentences[0] for shard, sentences in found.items() if sentences}

    def missing(self) -> list[int]:
        """The shards that are not finished, in order."""
        return [shard for shard in range(self.shards) if shard not in self.receipts]

    def in_order(self) -> list[Receipt]:
        """The receipts in the order of their shards, which is the order of `game_id`."""
        return [self.receipts[shard] for shard in sorted(self.receipts)]

    def parts(self, table: str) -> list[Part]:
        """The parts of one table in the order of `game_id`."""
        return [part for receipt in self.in_order() for part in receipt.parts if part.table == table]

    def digest(self) -> str:
        """The digest of all finished games."""
        return combined(receipt.digest for receipt in self.receipts.values())

    def total(self, what: str) -> int:
        """The sum of `blocks`, `games`, `hands`, `events`, `failures` or `excluded` over the finished shards."""
        return sum(getattr(receipt, what) for receipt in self.receipts.values())


def read_header(folder: Folder) -> dict[str, Any]:
    """The content of run.json; BadInput if there is none, or one of a later format."""
    try:
        header: Any = json.loads(folder.read(HEADER))
    except (FileNotFoundError, NotADirectoryError):
        raise BadInput(f"{folder.location} is no run folder: it has no {HEADER}") from None
    except ValueError as error:
        raise BadInput(f"{folder.path(HEADER)} is damaged: {error}") from None
    version = header.get("format") if isinstance(header, dict) else None
    if not isinstance(version, int):
        raise BadInput(f"{folder.path(HEADER)} is damaged: it says no format")
    if version > FORMAT:
        raise BadInput(
            f"{folder.path(HEADER)} has format {version}, and this version of paiju reads up to {FORMAT}"
        )
    return cast(dict[str, Any], header)


def _read_stop(folder: Folder) -> dict[str, Any] | None:
    """The content of stop.json, None if there is none; BadInput if it is damaged."""
    try:
        stop: Any = json.loads(folder.read(STOP))
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise BadInput(f"{folder.path(STOP)} is damaged: {error}") from None
    if not isinstance(stop, dict) or not isinstance(stop.get("shards"), int):
        raise BadInput(f"{folder.path(STOP)} is damaged: it says no shards")
    return stop


def _whole_lines(folder: Folder) -> tuple[list[bytes], bytes]:
    """The complete lines of the manifest and what follows the last line end."""
    try:
        *lines, rest = folder.read(LINES).split(b"\n")
    except FileNotFoundError:
        return [], b""
    return lines, rest
