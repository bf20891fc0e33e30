"""Parts, manifests, folders: what is on the disk."""

import json
import multiprocessing
from collections.abc import Callable, Iterator
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any, cast

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paiju.sim.kernel.errors import BadInput
from paiju.sim.store import names, schema, writer
from paiju.sim.store.digest import MODULUS, block_digest, combined, game_digest, short_digest, total
from paiju.sim.store.folder import open_folder
from paiju.sim.store.header import Part, seal_of
from paiju.sim.store.manifest import LINES, Manifest, Receipt
from paiju.sim.store.reader import Run
from tests.headers import header


def receipt(shard: int, **changes: Any) -> Receipt:
    values = {
        "shard": shard, "first_block": 10 * shard, "blocks": 10, "games": 40, "hands": 40, "events": 8000,
        "failures": 0, "digest": f"{shard + 1:064x}", "points": {"a": 5, "b": -5},
        "parts": (
            Part("games", f"games/{shard:06d}.parquet", 40, 1000, "0" * 64),
            Part("seats", f"seats/{shard:06d}.parquet", 160, 1000, "0" * 64),
        ),
        "engine": "e",
        "seconds": 0.5,
    }  # fmt: skip
    return Receipt(**{**values, **changes})


HEADER = header()


# Parts


def test_parts_are_the_same_bytes_every_time(run: Run) -> None:
    """A shard that is played again after a crash replaces its parts by equal ones."""
    for name, expected in schema.TABLES.items():
        table = run.table(name).cast(pa.schema([expected.field(n) for n in expected.names]))
        assert writer.encoded(table) == writer.encoded(table)


def test_manifest_counts_rows_and_bytes(run: Run) -> None:
    receipts = run.manifest.in_order()
    for name in schema.TABLES:
        assert run.table(name).num_rows == sum(part.rows for part in run.manifest.parts(name))
    for part in (part for one in receipts for part in one.parts):
        assert run.folder.size(part.file) == part.bytes
    games = run.table("games")
    assert run.manifest.total("games") == games.num_rows == run.header["plan"]["games"]
    assert run.manifest.total("hands") == run.table("hands").num_rows
    assert run.manifest.total("events") == run.table("events").num_rows
    assert run.manifest.total("failures") == run.table("failures").num_rows
    assert run.manifest.total("blocks") == run.header["plan"]["blocks"]
    assert run.table("games")["game_id"].to_pylist() == sorted(games["game_id"].to_pylist())


def test_receipts_sum_points(run: Run) -> None:
    totals: dict[str, int] = {}
    for one in run.manifest.in_order():
        for player, points in one.points.items():
            totals[player] = totals.get(player, 0) + points
    seats = run.table("seats").to_pylist()
    assert totals == {p: sum(row["points"] for row in seats if row["policy"] == p) for p in totals}
    assert sum(totals.values()) == 0


def test_only_looked_up_columns_have_statistics(run: Run) -> None:
    file = pq.ParquetFile(run.folder.path(run.manifest.parts("events")[0].file))
    group = file.metadata.row_group(0)
    having = [
        group.column(i).path_in_schema for i in range(group.num_columns) if group.column(i).is_stats_set
    ]
    assert having == ["game_id"]
    assert file.metadata.metadata[b"paiju.schema_version"] == b"%d" % schema.SCHEMA_VERSION


def test_duckdb_reads_what_pyarrow_reads(run: Run) -> None:
    for name in schema.TABLES:
        files = [run.folder.path(part.file) for part in run.manifest.parts(name)]
        if files:
            read = duckdb.read_parquet(files, union_by_name=True).to_arrow_table().to_pylist()
            assert read == run.table(name).to_pylist()


def test_dictionary_tables(run: Run) -> None:
    assert {name: number for name, number in run.numbers("kinds").items() if number < 2} == {
        "hand_started": 0, "dealt": 1,
    }  # fmt: skip
    assert run.names("options").num_rows == len(run.header["ruleset"]["options"])
    assert run.names("policies")["policy"].to_pylist() == ["uniform", "first_legal"]
    [row] = run.names("runs").to_pylist()
    assert (row["game"], row["deals"]) == ("hk_mahjong", run.header["plan"]["deals"])
    assert row["config_hash"] == run.header["config_hash"]
    [row] = run.names("rulesets").to_pylist()
    assert json.loads(row["options"]) == run.header["ruleset"]["options"]
    for name in names.TABLES:
        assert run.names(name).num_rows


@pytest.mark.parametrize("level", ["results", "hands", "events"])
def test_log_levels(play: Callable[..., Run], level: str) -> None:
    """Each level keeps its tables and no other; the digest is the same, as nothing else was played."""
    run = play("tournament.blocks=4", f"tournament.log_level={level}")
    kept = {part.table for one in run.manifest.in_order() for part in one.parts}
    assert kept == set(schema.LOG_LEVELS[level])
    assert run.manifest.digest() == play("tournament.blocks=4").manifest.digest()
    if level != "events":
        with pytest.raises(BadInput, match="keeps no events"):
            run.events(0)


# Digests


def test_digest_of_a_run_is_the_sum_of_its_blocks() -> None:
    hashes = [block_digest(i, [game_digest(b"%d" % i)]) for i in range(5)]
    assert combined([total(hashes[:2]), total(hashes[2:])]) == combined([total(hashes)])
    assert combined([total(hashes[3:]), total(hashes[:3])]) == total(hashes)
    assert total([MODULUS - 1, 2]) == f"{1:064x}"
    assert block_digest(0, [game_digest(b"a")]) != block_digest(1, [game_digest(b"a")])


def test_short_digest_is_signed_and_little_endian() -> None:
    assert short_digest(b"\xff" * 8 + b"\x00" * 24) == -1
    assert short_digest(b"\x01" + b"\x00" * 31) == 1


# Manifests


def test_manifest_comes_back(tmp_path: Path) -> None:
    folder = open_folder(str(tmp_path))
    manifest = Manifest.create(folder, HEADER)
    for shard in (2, 0):
        manifest.commit(receipt(shard))
    again = Manifest.load(folder)
    assert again.receipts == {0: receipt(0), 2: receipt(2)}
    assert (again.missing(), again.is_complete, again.total("games")) == ([1], False, 80)
    assert [part.file for part in again.parts("games")] == ["games/000000.parquet", "games/000002.parquet"]
    assert again.digest() == f"{4:064x}"


@pytest.mark.parametrize("cut", [1, 10, 100])
def test_a_torn_last_line_is_not_there_yet(tmp_path: Path, cut: int) -> None:
    folder = open_folder(str(tmp_path))
    manifest = Manifest.create(folder, HEADER)
    manifest.commit(receipt(0))
    manifest.commit(receipt(1))
    path = tmp_path / LINES
    path.write_bytes(path.read_bytes()[:-cut])
    again = Manifest.load(folder)
    assert list(again.receipts) == [0]
    again.repair()
    again.commit(receipt(1))
    assert list(Manifest.load(folder).receipts) == [0, 1]
    assert len(path.read_bytes().splitlines()) == 2


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    folder = open_folder(str(tmp_path))
    manifest = Manifest.create(folder, HEADER)
    manifest.commit(receipt(0))
    path = tmp_path / LINES
    path.write_bytes(path.read_bytes()[20:])
    with pytest.raises(BadInput, match=r"line 1 of .*manifest\.jsonl is damaged"):
        Manifest.load(folder)


@pytest.mark.parametrize(
    ("text", "says"),
    [(None, "no run folder"), ("{", "is damaged"), ("[]", "no format"), ('{"format": 99}', "format 99")],
)
def test_what_is_no_run_is_refused(tmp_path: Path, text: str | None, says: str) -> None:
    if text is not None:
        (tmp_path / "run.json").write_text(text)
    with pytest.raises(BadInput, match=says):
        Manifest.load(open_folder(str(tmp_path)))


def test_a_file_is_no_run_folder(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    with pytest.raises(BadInput, match="no run folder"):
        Manifest.load(open_folder(str(tmp_path / "x")))


def test_a_folder_holds_one_run(tmp_path: Path) -> None:
    folder = open_folder(str(tmp_path))
    Manifest.create(folder, HEADER)
    with pytest.raises(BadInput, match="already holds a run"):
        Manifest.create(folder, HEADER)


def test_lines_are_json() -> None:
    line = json.loads(receipt(3).to_line("0" * 64))
    assert line["shard"] == 3
    assert line.pop("seal") == seal_of("0" * 64, line)
    assert "seal" not in json.loads(receipt(3).to_line(None))


# Folders


@pytest.mark.parametrize("scheme", ["", "file://"])
def test_folder(tmp_path: Path, scheme: str) -> None:
    """The same on the local file system and through pyarrow.fs."""
    folder = open_folder(scheme + str(tmp_path / "new"))
    folder.write("a/b.txt", b"one")
    folder.write("a/b.txt", b"two")
    folder.append("lines", b"1\n")
    folder.append("lines", b"2\n")
    assert (folder.read("a/b.txt"), folder.read("lines")) == (b"two", b"1\n2\n")
    folder.cut("lines", 2)
    assert (folder.read("lines"), folder.size("lines"), folder.size("none")) == (b"1\n", 2, None)
    assert (folder.exists("lines"), folder.exists("none")) == (True, False)
    assert folder.open("a/b.txt").read() == b"two"
    with pytest.raises(FileNotFoundError):
        folder.read("none")
    with folder.lock():
        pass


def test_left_overs_of_killed_writers_are_removed(tmp_path: Path) -> None:
    folder = open_folder(str(tmp_path))
    folder.write("events/1.parquet", b"x")
    for name in (".tmp-1-run.json", "events/.tmp-7-2.parquet"):
        (tmp_path / name).write_bytes(b"half")
    assert folder.remove_temporary() == 2
    assert [path.name for path in (tmp_path / "events").iterdir()] == ["1.parquet"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    folder = open_folder(str(tmp_path))
    folder.write("a", b"old")
    with pytest.raises(TypeError):
        folder.write("a", cast("bytes", "no bytes"))
    assert folder.read("a") == b"old"


def hold(location: str, ready: Event, done: Event) -> None:
    with open_folder(location).lock():
        ready.set()
        done.wait(20)


def test_two_processes_never_write_into_one_folder(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    ready, done = context.Event(), context.Event()
    other = context.Process(target=hold, args=(str(tmp_path), ready, done))
    other.start()
    assert ready.wait(20)
    with pytest.raises(BadInput, match="another paiju is writing"), open_folder(str(tmp_path)).lock():
        pass
    other.kill()
    other.join()
    with open_folder(str(tmp_path)).lock():
        pass


# Reading


def test_one_game_is_read_from_its_part(run: Run) -> None:
    for row in run.table("games").to_pylist():
        assert run.game(row["game_id"]) == row
    events = run.table("events")
    assert sum(len(run.events(i)) for i in run.table("games")["game_id"].to_pylist()) == events.num_rows


def test_shards_are_read_whole(run: Run) -> None:
    for one in run.manifest.in_order():
        games = run.shard_table("games", one)
        assert games.num_rows == one.games
        together = [event for i in games["game_id"].to_pylist() for event in run.events(i)]
        assert run.shard_events(one).tolist() == together


@pytest.mark.parametrize("game_id", [-1, 31, 10**12])
def test_a_game_that_is_not_there(short_run: Run, game_id: int) -> None:
    with pytest.raises(BadInput, match=f"there is no game {game_id}"):
        short_run.events(game_id)


def test_an_intact_run_has_no_damage(run: Run) -> None:
    assert run.damage() == []


def damages(path: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    data = path.read_bytes()
    yield "has", lambda: path.write_bytes(data[:-1])
    yield "was changed", lambda: path.write_bytes(data[:50] + bytes([data[50] ^ 1]) + data[51:])
    yield "is missing", path.unlink


@pytest.mark.parametrize("which", [0, 1, 2])
def test_a_damaged_part_is_named(short_run: Run, copy_of: Callable[[Run], Path], which: int) -> None:
    folder = copy_of(short_run)
    path = folder / "events" / "000001.parquet"
    says, damage = list(damages(path))[which]
    damage()
    [sentence] = Run(str(folder)).damage()
    assert str(path) in sentence
    assert says in sentence


def test_a_truncated_part_is_named_when_it_is_read(short_run: Run, copy_of: Callable[[Run], Path]) -> None:
    folder = copy_of(short_run)
    path = folder / "events" / "000000.parquet"
    path.write_bytes(path.read_bytes()[:-10])
    with pytest.raises(BadInput, match=r"has \d+ bytes and should have"):
        Run(str(folder)).events(0)
    path.unlink()
    with pytest.raises(BadInput, match="is missing"):
        Run(str(folder)).events(0)
