"""The shipped tables are the ones their program builds."""

import lzma
import subprocess
import sys

import pytest

from paiju.sim.games.mahjong.tables import CLS, MERGE, NEED, PAK, QPAK, SIZE, WIN


def test_the_shipped_file_is_what_the_program_builds(capsys: pytest.CaptureFixture[str]) -> None:
    """`build_tables --check` succeeds."""
    pytest.importorskip("numpy", reason="building the tables needs numpy")
    from paiju.sim.games.mahjong.build_tables import main

    assert main(["--check"]) == 0
    assert "is what this program builds" in capsys.readouterr().out


def test_a_changed_file_is_noticed(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`build_tables --check` fails on a file with one byte changed."""
    pytest.importorskip("numpy", reason="building the tables needs numpy")
    from paiju.sim.games.mahjong import build_tables

    blob = bytearray(lzma.decompress(build_tables.FILE.read_bytes()))
    blob[12345] ^= 1
    other = tmp_path_factory.mktemp("tables") / "tables.bin.xz"
    other.write_bytes(lzma.compress(bytes(blob), preset=0))
    monkeypatch.setattr(build_tables, "FILE", other)
    monkeypatch.setattr(build_tables, "build", lambda: lzma.decompress(build_tables.FILE.read_bytes())[:-1])
    assert build_tables.main(["--check"]) == 1


def test_sizes() -> None:
    """One byte per key; 180 classes, closed under putting suits together."""
    assert [len(table) for table in (CLS, WIN, PAK, QPAK)] == [SIZE] * 4
    assert (len(MERGE), len(NEED)) == (65536, 5 * 65536)
    used = {CLS[key] for key in range(SIZE)}
    assert (len(used), max(used), max(MERGE[i] for i in range(65536))) == (130, 179, 179)


def test_reading_the_tables_needs_no_numpy() -> None:
    """Playing never imports numpy."""
    code = "import paiju.sim.games.hk_mahjong.scoring, sys; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
