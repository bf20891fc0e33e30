"""The shipped tables are the ones their program builds."""

import lzma
import subprocess
import sys

import pytest

from paiju.sim.games.mahjong.tables import CLS, MERGE, NEED, PAK, QPAK, SIZE, WIN
from paiju.sim.games.mahjong.wild_tables import WILD_CLS, WILD_MERGE, WILD_NEED


@pytest.mark.slow
def test_the_shipped_files_are_what_the_program_builds(capsys: pytest.CaptureFixture[str]) -> None:
    """`build_tables --check` succeeds."""
    pytest.importorskip("numpy", reason="building the tables needs numpy")
    from paiju.sim.games.mahjong.build_tables import main

    assert main(["--check"]) == 0
    assert capsys.readouterr().out.count("is what this program builds") == 2


def test_a_changed_file_is_noticed(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`build_tables --check` fails on a file with one byte changed."""
    pytest.importorskip("numpy", reason="building the tables needs numpy")
    from paiju.sim.games.mahjong import build_tables

    name = "tables.bin.xz"
    blob = bytearray(lzma.decompress((build_tables.FOLDER / name).read_bytes()))
    folder = tmp_path_factory.mktemp("tables")
    (folder / name).write_bytes(lzma.compress(blob, preset=0))
    monkeypatch.setattr(build_tables, "FOLDER", folder)
    monkeypatch.setattr(build_tables, "BUILDERS", {name: lambda: bytes(blob)})
    assert build_tables.main(["--check"]) == 0
    blob[12345] ^= 1
    assert build_tables.main(["--check"]) == 1


def test_sizes() -> None:
    """One byte per key; 180 classes, closed under putting suits together, 164 where a fifth tile is allowed."""
    assert [len(table) for table in (CLS, WIN, PAK, QPAK)] == [SIZE] * 4
    assert (len(MERGE), len(NEED)) == (65536, 5 * 65536)
    used = {CLS[key] for key in range(SIZE)}
    assert (len(used), max(used), max(MERGE[i] for i in range(65536))) == (130, 179, 179)
    assert (len(WILD_CLS), len(WILD_MERGE), len(WILD_NEED)) == (SIZE, 65536, 5 * 65536)
    used = {WILD_CLS[key] for key in range(SIZE)}
    assert (len(used), max(used), max(WILD_MERGE[i] for i in range(65536))) == (114, 163, 163)


def test_reading_the_tables_needs_no_numpy() -> None:
    """Playing never imports numpy."""
    code = "import paiju.sim.games.mahjong.wilds, sys; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
