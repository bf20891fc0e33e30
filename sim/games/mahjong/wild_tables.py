"""The class tables of hands whose wildcards may be a fifth tile of a kind, read at import (see build_tables.py)."""

import lzma
from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import u8

from paiju.sim.games.mahjong.tables import SIZE, SQUARE

_blob: Final = lzma.decompress((Path(__file__).parent / "wild_tables.bin.xz").read_bytes())

WILD_CLS: Final = vec[u8](_blob[:SIZE])
WILD_MERGE: Final = vec[u8](_blob[SIZE : SIZE + SQUARE])
WILD_NEED: Final = vec[u8](_blob[SIZE + SQUARE :])
