"""The class tables of the mahjong family, read once at import (layout and meaning: build_tables.py)."""

import lzma
from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import u8

SIZE: Final = 5**9 + 5**8
SQUARE: Final = 256 * 256
HONOUR_KEY: Final = 5**9  # the key of no honours; the key of an empty suit is 0

_blob: Final = lzma.decompress((Path(__file__).parent / "tables.bin.xz").read_bytes())

CLS: Final = vec[u8](_blob[:SIZE])
WIN: Final = vec[u8](_blob[SIZE : 2 * SIZE])
PAK: Final = vec[u8](_blob[2 * SIZE : 3 * SIZE])
QPAK: Final = vec[u8](_blob[3 * SIZE : 4 * SIZE])
MERGE: Final = vec[u8](_blob[4 * SIZE : 4 * SIZE + SQUARE])
NEED: Final = vec[u8](_blob[4 * SIZE + SQUARE :])
