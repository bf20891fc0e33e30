"""Reads a run folder: its manifest, its tables, and single games fast.

Which part holds a game follows from its number; within the part the statistics of `game_id` leave one row
group, rarely two, to read. A part that is missing or damaged is named in the error.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from paiju.sim.kernel import events as ev
from paiju.sim.kernel.errors import BadInput
from paiju.sim.store import names, schema
from paiju.sim.store.columns import Ints
from paiju.sim.store.folder import open_folder
from paiju.sim.store.header import Part
from paiju.sim.store.manifest import Manifest, Receipt


class Run:
    """An open run folder; what is finished of it can be read."""

    def __init__(self, location: str) -> None:
        self.folder: Final = open_folder(location)
        self.manifest: Final = Manifest.load(self.folder)
        self._sound: Final[set[str]] = set()  # files that were looked at

    @property
    def header(self) -> Any:
        """The content of run.json."""
        return self.manifest.header

    def names(self, name: str) -> pa.Table:
        """A dictionary table, see `paiju.sim.store.names`."""
        table = names.read_names(self.manifest, name)
        if table is None:
            raise BadInput(f"{self.folder.path(names.file_of(name))} is missing")
        return table

    def numbers(self, name: str) -> dict[str, int]:
        """Name -> number of a dictionary table of numbered names."""
        table = self.names(name)
        return dict(zip(table["name"].to_pylist(), table["number"].to_pylist(), strict=True))

    def table(self, name: str, columns: Sequence[str] | None = None) -> pa.Table:
        """All finished rows of a table in order of `game_id`; for small tables and tests."""
        parts = [self._read(part, columns) for part in self.manifest.parts(name)]
        if parts:
            return pa.concat_tables(parts, promote_options="default")
        return schema.TABLES[name].empty_table().select(columns or schema.TABLES[name].names)

    def receipt_of(self, game_id: int) -> Receipt:
        """The receipt of the shard that holds a game; BadInput if the run has no such game, or not yet."""
        plan, block = self.header["plan"], game_id // schema.GAMES_PER_BLOCK
        if not 0 <= block < plan["blocks"]:
            raise BadInput(f"there is no game {game_id} in {self.folder.location}: {self.hint()}")
        receipt = self.manifest.receipts.get(block // plan["shard_blocks"])
        if receipt is None:
            raise BadInput(f"game {game_id} of {self.folder.location} has not been played yet")
        return receipt

    def hint(self) -> str:
        """How games are numbered."""
        last = self.header["plan"]["blocks"] - 1
        return f"a game's number is {schema.GAMES_PER_BLOCK} times its block (0 to {last}) plus its rotation"

    def rows(self, table: str, game_id: int) -> list[dict[str, Any]]:
        """The rows of one game in a table."""
        rows: list[dict[str, Any]] = self._game(table, game_id).to_pylist()
        return rows

    def game(self, game_id: int) -> dict[str, Any]:
        """The row of one game in `games`."""
        found = self.rows("games", game_id)
        if not found:
            raise BadInput(f"there is no game {game_id} in {self.folder.location}: {self.hint()}")
        return found[0]

    def events(self, game_id: int) -> Ints:
        """The packed events of one game (see `paiju.sim.kernel.events`); BadInput if the run keeps no events."""
        self.game(game_id)
        if not any(part.table == "events" for part in self.receipt_of(game_id).parts):
            raise BadInput(
                f"{self.folder.location} keeps no events, only {self.log_level}: replay from its seed"
            )
        return self._packed(self._game("events", game_id))

    @property
    def log_level(self) -> str:
        """How much the run keeps."""
        return str(self.header["config"]["tournament"]["log_level"])

    def shard_table(self, table: str, receipt: Receipt) -> pa.Table:
        """The rows of a finished shard in a table."""
        parts = [part for part in receipt.parts if part.table == table]
        return self._read(parts[0], None) if parts else schema.TABLES[table].empty_table()

    def shard_events(self, receipt: Receipt) -> Ints:
        """The packed events of a finished shard, game after game."""
        return self._packed(self.shard_table("events", receipt))

    def damage(self) -> list[str]:
        """What is wrong with the files of all finished shards and of the names; empty if nothing is."""
        named = [part for name in names.TABLES if (part := self.manifest.names(name))]
        parts = [*named, *(part for receipt in self.manifest.in_order() for part in receipt.parts)]
        return [sentence for part in parts if (sentence := part.differs(self.folder))]

    def sound(self) -> tuple[Manifest, list[str]]:
        """The manifest without the shards of which a part is damaged, and a sentence for each such part.

        A part is damaged when it is missing, cut short, or not the file that the manifest describes (foreign, or
        of another version). Parts of older versions that the run wrote itself are sound: they lack columns.
        """
        sound = Manifest(self.folder, self.header)
        sound.stop = self.manifest.stop
        sentences = []
        for receipt in self.manifest.in_order():
            found = [sentence for part in receipt.parts if (sentence := part.differs(self.folder))]
            sentences += found
            if not found:
                sound.receipts[receipt.shard] = receipt
        return sound, sentences

    def _game(self, table: str, game_id: int) -> pa.Table:
        """The rows of one game in a table, from the row groups that may hold it."""
        parts = [part for part in self.receipt_of(game_id).parts if part.table == table]
        if not parts:
            return schema.TABLES[table].empty_table()
        self._check(parts[0])
        with self._open(parts[0].file) as file:
            groups = [group for group in range(file.num_row_groups) if may_hold(file, group, game_id)]
            found = completed(file.read_row_groups(groups), table, None)
        return found.filter(pc.equal(found["game_id"], game_id))

    def _read(self, part: Part, columns: Sequence[str] | None) -> pa.Table:
        """A whole part."""
        self._check(part)
        with self._open(part.file) as file:
            return completed(file.read(columns), part.table, columns)

    def _check(self, part: Part) -> None:
        """BadInput when a part is not what was written; looked at once."""
        if part.file not in self._sound:
            self.manifest.check([part])
            self._sound.add(part.file)

    @contextmanager
    def _open(self, name: str) -> Iterator[pq.ParquetFile]:
        """A Parquet file of the run; BadInput with its name if it is missing, or no such table."""
        try:
            words = ["kind", "card"] if name.startswith("events/") else None
            with pq.ParquetFile(self.folder.open(name), read_dictionary=words) as file:
                yield file
        except FileNotFoundError:
            raise BadInput(f"{self.folder.path(name)} is missing") from None
        except (pa.ArrowException, OSError) as error:
            raise BadInput(f"{self.folder.path(name)} is damaged: {error}") from None

    @cached_property
    def _kinds(self) -> dict[str, int]:
        return self.numbers("kinds")

    @cached_property
    def _cards(self) -> dict[str, int]:
        return self.numbers("cards")

    def _packed(self, table: pa.Table) -> Ints:
        """Rows of `events` as packed events."""
        kind = coded(table["kind"], self._kinds, 0)
        card = coded(table["card"], self._cards, ev.NO_CARD)
        seat = filled(table["seat"], ev.NOBODY)
        giver = filled(table["from_seat"], ev.NOBODY)
        visible, arg = filled(table["visible"], 0), filled(table["arg"], 0)
        place = seat << ev.SEAT_SHIFT | giver << ev.FROM_SHIFT | card << ev.CARD_SHIFT
        return kind | place | visible << ev.VISIBLE_SHIFT | arg << ev.ARG_SHIFT


def completed(table: pa.Table, name: str, columns: Sequence[str] | None) -> pa.Table:
    """A table with the columns (None: all of its schema) that an older part lacks, as nulls."""
    for field in schema.TABLES[name]:
        if field.name not in table.column_names and (columns is None or field.name in columns):
            table = table.append_column(field.name, pa.nulls(table.num_rows, field.type))
    return table


def may_hold(file: pq.ParquetFile, group: int, game_id: int) -> bool:
    """May rows of a game be in this row group?"""
    statistics = file.metadata.row_group(group).column(0).statistics
    return statistics is None or statistics.min <= game_id <= statistics.max


def filled(column: pa.ChunkedArray, nothing: int) -> Ints:
    """Numbers in 64 bits, with `nothing` for null."""
    numbers: Ints = column.fill_null(nothing).to_numpy().astype(np.int64)
    return numbers


def coded(column: pa.ChunkedArray, numbers: dict[str, int], nothing: int) -> Ints:
    """Names as the numbers they stand for, `nothing` for null; a name like `#200` stands for its number."""
    words = column.combine_chunks()
    words = words.combine_chunks() if isinstance(words, pa.ChunkedArray) else words
    if not isinstance(words, pa.DictionaryArray):
        words = words.dictionary_encode()
    table = [numbers.get(word, -1) for word in words.dictionary.to_pylist()]
    table = [
        int(word[1:]) if code < 0 and word.startswith("#") else code
        for code, word in zip(table, words.dictionary.to_pylist(), strict=True)
    ]
    codes: Ints = np.array([*table, nothing], np.int64)[words.indices.fill_null(len(table)).to_numpy()]
    return codes
