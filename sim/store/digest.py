"""Digests of games and runs: what must be equal wherever and however often a game is played.

A game's digest is blake2b over its packed events (format 1, little-endian). A run's is the sum, modulo
2**256, of one hash per block over the digests of its games: so it depends neither on the order in which
blocks were played nor on how they were divided into shards.
"""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Final

import numpy as np
import numpy.typing as npt

from paiju.sim.kernel.errors import ImpossibleState

SIZE: Final = 32  # bytes
MODULUS: Final = 1 << 8 * SIZE


def game_digest(events: bytes | memoryview) -> bytes:
    """The digest of one game's packed events."""
    return blake2b(events, digest_size=SIZE).digest()


def short_digest(digest: bytes) -> int:
    """The first 8 bytes of a game's digest as they stand in the table `games`: little-endian, signed."""
    return int(short_digests([digest])[0])


def short_digests(digests: Sequence[bytes]) -> npt.NDArray[np.int64]:
    """The same of many games."""
    return np.frombuffer(b"".join(digests), "<i8")[:: SIZE // 8].astype(np.int64)


def block_digest(block: int, games: Sequence[bytes]) -> int:
    """The hash of one block from its number and the digests of its games in order of rotation."""
    joined = b"".join(games)
    if len(joined) != SIZE * len(games):
        raise ImpossibleState(f"a game digest has {SIZE} bytes")
    return int.from_bytes(blake2b(b"paiju block %d " % block + joined, digest_size=SIZE).digest(), "big")


def total(hashes: Iterable[int]) -> str:
    """The digest of several blocks, 64 hex digits."""
    return f"{sum(hashes) % MODULUS:064x}"


def combined(digests: Iterable[str]) -> str:
    """The digest of a whole run from those of its shards, in any order."""
    return total(int(digest, 16) for digest in digests)
