"""`run.json`: everything the rows of a run depend on, written once; and the seals that bind all else to it.

    run.json ── digest of itself, and the size and sha256 of every file in names/
       └── seal of each line of manifest.jsonl, over that digest and the line ── size and sha256 of every part
       └── seal of stop.json

So a line of another run, a line that was edited, or a run.json that was edited or exchanged is found as soon as the
run is opened. Seals are no signatures: whoever rewrites all of it can seal all of it, and must still make games that
come out of the seed. Runs of earlier versions have no digest in run.json, and no seals; they are read without.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from math import ceil
from typing import Annotated, Any, Final, cast

from paiju.sim.kernel.errors import BadInput
from paiju.sim.kernel.options import canonical_json
from paiju.sim.kernel.shapes import Count, Digits, Open, Span, Words, parse, read
from paiju.sim.store import schema
from paiju.sim.store.folder import Folder

FORMAT: Final = 1
HEADER: Final = "run.json"
MOST_SHARDS: Final = 1_000_000
Sha256 = Annotated[str, Digits(64)]


@dataclass(frozen=True, slots=True)
class Part:
    """One file of one table."""

    table: str
    file: str  # "events/000012.parquet"
    rows: Count
    bytes: Count
    sha256: Sha256

    def lacks(self, folder: Folder) -> str | None:
        """What is missing of the file, in a sentence; None if it is there, as long as it should be."""
        size = folder.size(self.file)
        if size is None:
            return f"{folder.path(self.file)} is missing"
        if size != self.bytes:
            return f"{folder.path(self.file)} has {size} bytes and should have {self.bytes}"
        return None

    def differs(self, folder: Folder) -> str | None:
        """What is wrong with the file, in a sentence; None if it is what was written."""
        lacking = self.lacks(folder)
        if lacking is None and sha256(folder.read(self.file)).hexdigest() != self.sha256:
            return f"{folder.path(self.file)} was changed after it was written: its sha256 is another one"
        return lacking


Names = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played; stored with the run."""

    seats: Annotated[int, Span(1, 8)]
    deals: Count
    first_deal: Count
    matchups: Count
    blocks: Count
    games: Count
    shard_blocks: Annotated[int, Span(1)]
    shards: Annotated[int, Span(0, MOST_SHARDS)]
    players: tuple[str, ...]
    ahead: Count = (
        0  # shards that may be played beyond those that decide whether to stop; 0: nothing stops it
    )

    def range_of(self, shard: int) -> range:
        """The blocks of a shard."""
        first = shard * self.shard_blocks
        return range(first, min(first + self.shard_blocks, self.blocks))


@dataclass(frozen=True, slots=True)
class Tournament(Open):
    """What readers ask of the configuration of a run."""

    log_level: Annotated[str, Words(tuple(schema.LOG_LEVELS))]
    stop: str = "none"
    contrast: tuple[str, ...] = ()
    elo0: float | None = None
    elo1: float | None = None
    points0: float | None = None
    points1: float | None = None
    alpha: float = 0.05
    beta: float = 0.05


@dataclass(frozen=True, slots=True)
class Config(Open):
    """The configuration of a run; `paiju.sim.tournament.spec` knows all of it."""

    tournament: Tournament
    matchup: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Engine(Open):
    """What played."""

    version: str
    source: str
    git_commit: str | None = None
    git_dirty: bool | None = None


@dataclass(frozen=True, slots=True)
class Ruleset(Open):
    """By which rules."""

    game: str
    name: str
    options: dict[str, Any]
    hash: str


@dataclass(frozen=True, slots=True)
class Player(Open):
    """Who played."""

    policy: str
    spec: str
    version: str
    hash: str
    deterministic: bool
    source: str


@dataclass(frozen=True, slots=True)
class Header(Open):
    """The content of run.json."""

    format: Annotated[int, Span(1, FORMAT)]
    schema_version: Count
    config: Config
    config_hash: str
    plan: Plan
    engine: Engine
    ruleset: Ruleset
    policies: tuple[Player, ...]
    names: Names = ()  # the files of `paiju.sim.store.names`
    digest: Sha256 | None = None


def digest_of(header: Mapping[str, Any]) -> str:
    """What the digest of a header must be."""
    return sha256(
        canonical_json({key: header[key] for key in header if key != "digest"}).encode()
    ).hexdigest()


def seal_of(digest: str, entry: Mapping[str, Any]) -> str:
    """What the seal of a line of the manifest, or of the decision to stop, must be in the run of this header."""
    text = digest + canonical_json({key: entry[key] for key in entry if key != "seal"})
    return sha256(text.encode()).hexdigest()


def read_header(folder: Folder) -> dict[str, Any]:
    """The content of run.json; BadInput if there is none, one that was changed, or one of a later format."""
    where = folder.path(HEADER)
    try:
        header: Any = parse(folder.read(HEADER), where)
    except (FileNotFoundError, NotADirectoryError):
        raise BadInput(f"{folder.location} is no run folder: it has no {HEADER}") from None
    version = header.get("format") if isinstance(header, dict) else None
    if type(version) is not int:
        raise BadInput(f"{where} is damaged: it says no format")
    if version > FORMAT:
        raise BadInput(f"{where} has format {version}, and this version of paiju reads up to {FORMAT}")
    _check(read(Header, header, where), header, where)
    return cast(dict[str, Any], header)


def _check(checked: Header, header: Mapping[str, Any], where: str) -> None:
    """BadInput when the parts of a header do not fit together."""
    plan = checked.plan
    if plan.shards != ceil(plan.blocks / plan.shard_blocks):
        raise BadInput(
            f"{where} is damaged: {plan.blocks} blocks in shards of {plan.shard_blocks} are not {plan.shards} shards"
        )
    if checked.digest is not None and checked.digest != digest_of(header):
        raise BadInput(
            f"{where} was changed after it was written: its content has not the digest that it states"
        )
    for part in checked.names:
        if part.file != f"names/{part.table}.parquet" or not part.table.isidentifier():
            raise BadInput(f"{where} is damaged: {part.file!r} is no place for the names of {part.table!r}")
