"""One chain of digests from run.json over every file: what does not belong to a run is found when it is opened."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paiju import policies
from paiju.analysis.tables.db import connect
from paiju.sim.cli.verify import missing
from paiju.sim.kernel.errors import BadInput
from paiju.sim.store.header import HEADER, seal_of
from paiju.sim.store.manifest import LINES
from paiju.sim.store.reader import Run
from paiju.sim.tournament.runner import Observer, Policies, resume
from paiju.sim.tournament.verify import Verifier
from tests.headers import forge_header, forge_lines, unsealed

Copy = Callable[[Run], Path]
LIBRARY = Policies(policies.find, policies.describe)


def read(folder: Path) -> None:
    with connect(str(folder)) as connection:
        connection.execute("select count(*) from games").fetchall()


def go_on(folder: Path) -> None:
    resume(str(folder), LIBRARY, Observer())


EVERYBODY = [lambda folder: Run(str(folder)), read, go_on]


@pytest.fixture
def refused(short_run: Run, copy_of: Copy) -> Callable[[Callable[[Path], object], str], None]:
    """refused(damage, says): readers and resume refuse a run with this damage, in one sentence."""

    def check(damage: Callable[[Path], object], says: str) -> None:
        folder = copy_of(short_run)
        damage(folder)
        for somebody in EVERYBODY:
            with pytest.raises(BadInput, match=says) as caught:
                somebody(folder)
            assert "\n" not in str(caught.value)

    return check


Refused = Callable[[Callable[[Path], object], str], None]


def lines_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / LINES).read_text("utf-8").splitlines()]


def write(folder: Path, lines: list[dict[str, Any]]) -> None:
    (folder / LINES).write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


def moved(line: dict[str, Any], shard: int) -> dict[str, Any]:
    """A receipt as it is, under another number."""
    return {**line, "shard": shard}


def test_a_receipt_under_another_number(refused: Refused) -> None:
    def damage(folder: Path) -> None:
        first, *_, last = lines_of(folder)
        write(folder, [first, moved(first, 1), last])

    refused(damage, r"line 2 of .* does not belong to this run, or was changed")


def test_a_receipt_under_another_number_whose_seal_was_mended(refused: Refused) -> None:
    """Its blocks, and the places of its parts, are not those of that shard."""

    def damage(folder: Path) -> None:
        first, *_, last = lines_of(folder)
        write(folder, [first, moved(first, 1), last])
        forge_lines(folder, lambda _: None)

    refused(damage, "shard 1 has 5 blocks from 0 on")


def test_the_parts_of_another_shard(refused: Refused) -> None:
    def damage(folder: Path) -> None:
        parts = lines_of(folder)[0]["parts"]
        forge_lines(folder, lambda line: line.update(parts=parts) if line["shard"] == 1 else None)

    refused(damage, r"'games/000000.parquet' is no place for the games of shard 1")


@pytest.mark.parametrize("file", ["../outside.parquet", "/etc/passwd", "games/../../x", "games\\x", ""])
def test_a_part_does_not_leave_its_run(refused: Refused, file: str) -> None:
    def damage(folder: Path) -> None:
        lines = lines_of(folder)
        lines[0]["parts"][0]["file"] = file
        digest = json.loads((folder / HEADER).read_text("utf-8"))["digest"]
        lines[0]["seal"] = seal_of(digest, lines[0])
        write(folder, lines)

    refused(damage, "is no place for the games of shard 0")


def test_the_header_of_another_run(refused: Refused, match_run: Run) -> None:
    header = Path(match_run.folder.location, HEADER)
    refused(
        lambda folder: shutil.copy(header, folder / HEADER), "does not belong to this run, or was changed"
    )


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("policies", 0, "hash"), "0" * 16),
        (("engine", "source"), "0" * 16),
        (("engine", "version"), "9.9"),
        (("config", "tournament", "seed"), 2),
        (("plan", "deals"), 13),
        (("created",), "2001-01-01"),
        (("names", 0, "sha256"), "0" * 64),
    ],
)
def test_an_edited_header(refused: Refused, place: tuple[Any, ...], value: object) -> None:
    def edit(header: dict[str, Any]) -> None:
        inner: Any = header
        for key in place[:-1]:
            inner = inner[key]
        inner[place[-1]] = value

    def damage(folder: Path) -> None:
        header = json.loads((folder / HEADER).read_text("utf-8"))
        edit(header)
        (folder / HEADER).write_text(json.dumps(header), "utf-8")

    refused(damage, r"run\.json was changed after it was written")


def test_an_edited_receipt(refused: Refused) -> None:
    def damage(folder: Path) -> None:
        lines = lines_of(folder)
        lines[1]["digest"] = "0" * 64
        write(folder, lines)

    refused(damage, r"line 2 of .* does not belong to this run, or was changed")


def test_a_line_that_is_sealed_to_another_header(refused: Refused, match_run: Run) -> None:
    line = lines_of(Path(match_run.folder.location))[0]
    refused(lambda folder: write(folder, [*lines_of(folder), line]), "does not belong to this run")


def test_a_foreign_part_is_found_by_whoever_reads_it(short_run: Run, copy_of: Copy) -> None:
    """Of the same size or not; resume plays its shard again."""
    folder = copy_of(short_run)
    part = folder / "seats" / "000001.parquet"
    before = part.read_bytes()
    shutil.copy(folder / "seats" / "000000.parquet", part)
    for damaged in (part.read_bytes(), before[:60] + bytes([before[60] ^ 1]) + before[61:]):
        part.write_bytes(damaged)
        with pytest.raises(BadInput, match=r"seats/000001\.parquet (has|was changed)"):
            Run(str(folder)).table("seats")
        with pytest.raises(BadInput, match=r"seats/000001\.parquet .* paiju resume .* plays again what is"):
            read(folder)
        assert len(Run(str(folder)).damage()) == 1
    assert list(Run(str(folder)).manifest.lost()) == [1]


@pytest.mark.parametrize("damage", ["missing", "changed"])
def test_names_are_sealed_and_written_again(short_run: Run, copy_of: Copy, damage: str) -> None:
    folder = copy_of(short_run)
    path = folder / "names" / "policies.parquet"
    before = path.read_bytes()
    path.unlink() if damage == "missing" else path.write_bytes(before[:-5] + b"00000")
    assert len(Run(str(folder)).damage()) == 1
    with pytest.raises(BadInput, match=r"names/policies\.parquet"):
        read(folder)
    with pytest.raises(BadInput, match=r"names/policies\.parquet"):
        Run(str(folder)).names("policies")
    go_on(folder)
    assert path.read_bytes() == before
    assert Run(str(folder)).damage() == []


def difference(folder: Path) -> str | None:
    return Verifier(Run(str(folder)), policies.find).all_games(lambda _: None)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda header: header.update(config_hash="0" * 16), "config_hash"),
        (lambda header: header["ruleset"].update(name="x"), "ruleset"),
        (lambda header: header["plan"].update(games=1), "plan"),
        (lambda header: header["policies"][0].update(policy="x"), "policies"),
    ],
)
def test_verify_finds_what_does_not_follow_from_the_configuration(
    short_run: Run, copy_of: Copy, change: Callable[[dict[str, Any]], object], says: str
) -> None:
    """Although everything was sealed again."""
    folder = copy_of(short_run)
    forge_header(folder, change)
    forge_lines(folder, lambda _: None)
    found = difference(folder)
    assert found is not None
    assert f"run.json states for {says}" in found


def test_verify_finds_names_that_are_not_those_of_the_run(short_run: Run, copy_of: Copy) -> None:
    folder = copy_of(short_run)
    header = json.loads((folder / HEADER).read_text("utf-8"))
    entries = {part["table"]: part for part in header["names"]}
    shutil.copy(folder / "names" / "ends.parquet", folder / "names" / "outcomes.parquet")

    def forge(header: dict[str, Any]) -> None:
        for part in header["names"]:
            if part["table"] == "outcomes":
                part |= {key: entries["ends"][key] for key in ("rows", "bytes", "sha256")}

    forge_header(folder, forge)
    forge_lines(folder, lambda _: None)
    assert Run(str(folder)).damage() == []
    assert difference(folder) == "the dictionary table outcomes is not that of the run"


def test_a_run_of_an_earlier_version_is_read(short_run: Run, copy_of: Copy) -> None:
    """It has no seals, and no sums of its names; resume writes again the names that are missing."""
    folder = copy_of(short_run)
    unsealed(folder)
    run = Run(str(folder))
    assert run.manifest.digest_of_header is None
    assert run.damage() == []
    assert run.table("games").equals(short_run.table("games"))
    read(folder)
    (folder / "names" / "kinds.parquet").unlink()
    go_on(folder)
    assert Run(str(folder)).numbers("kinds") == short_run.numbers("kinds")


def test_verify_says_what_an_earlier_version_did_not_bind(short_run: Run, copy_of: Copy) -> None:
    folder = copy_of(short_run)
    assert missing(str(folder)) == ""
    unsealed(folder)
    assert "without the seals that bind its files to each other" in missing(str(folder))
    forge_header(folder, lambda header: header["engine"].update(source="0" * 16))
    forge_lines(folder, lambda _: None)
    assert "another engine began the run" in missing(str(folder))
