"""Builds and checks tables.bin.xz: `python -m sim.games.mahjong.build_tables [--check]` (needs numpy).

A suit's tile counts are packed into a base-5 key, sum(count[i] * 5**i); keys of honours start at 5**9.
Two suits are interchangeable when, for every (m sets, p pairs), they miss the same number of tiles. That
leaves 180 classes, closed under "put two suits together" (a min-plus convolution), so the number of tiles
a hand misses takes one look-up per suit, two merges and one last look-up.

The file is xz of these byte tables, one after the other:

    CLS[SIZE]         class of a suit
    WIN[SIZE]         0 = sets only, 1 = sets and a pair, 2 = neither; + 16 when all counts are even with a
                      four among them, + 128 when some count is odd
    PAK[SIZE]         pairs << 4 | kinds, for seven different pairs
    QPAK[SIZE]        pairs << 4 | single tiles, where four equal tiles are two pairs
    MERGE[256 * 256]  class of two suits together, MERGE[a << 8 | b]
    NEED[5 * 65536]   tiles missing for k sets and a pair, NEED[k << 16 | a << 8 | b]

Only suits of at most 14 tiles have an entry. A row of `missing` is m = 0..4 sets, then m sets and a pair.
"""

import lzma
import sys
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Bytes: TypeAlias = NDArray[np.uint8]
Counts: TypeAlias = tuple[int, ...]

FILE: Final = Path(__file__).parent / "tables.bin.xz"
SIZE: Final = 5**9 + 5**8  # keys of a suit and of the honours, with room to add a tile to any of them
SETS: Final = 4
TILES: Final = 14


def goals(kinds: int, *, chows: bool) -> list[set[Counts]]:
    """Counts that are exactly m sets, for m = 0..4, then exactly m sets and a pair."""
    sets = [tuple(3 * (j == i) for j in range(kinds)) for i in range(kinds)]
    if chows:
        sets += [tuple(int(i <= j < i + 3) for j in range(kinds)) for i in range(kinds - 2)]
    pairs = [tuple(2 * (j == i) for j in range(kinds)) for i in range(kinds)]

    def add(left: set[Counts], right: list[Counts]) -> set[Counts]:
        sums = {tuple(x + y for x, y in zip(a, b, strict=True)) for a in left for b in right}
        return {total for total in sums if max(total) <= 4}

    levels = [{(0,) * kinds}]
    for _ in range(SETS):
        levels.append(add(levels[-1], sets))
    return levels + [add(level, pairs) for level in levels]


def missing(kinds: int, *, chows: bool) -> Bytes:
    """[5**kinds, 10] tiles missing for each goal: a one-sided L1 distance transform, axis by axis."""
    columns = []
    for goal in goals(kinds, chows=chows):
        away = np.full((5,) * kinds, 99, np.uint8)
        away[tuple(np.array(sorted(goal)).T)] = 0
        for axis in range(kinds):
            line = np.moveaxis(away, axis, 0)
            for i in range(1, 5):  # a tile too many does not matter
                np.minimum(line[i], line[i - 1], out=line[i])
            for i in range(3, -1, -1):  # a tile too few has to be drawn
                np.minimum(line[i], line[i + 1] + 1, out=line[i])
        columns.append(away.transpose(*range(kinds - 1, -1, -1)).ravel())  # digit 0 is the first tile
    return np.stack(columns, 1)


def together(a: Bytes, b: Bytes) -> Bytes:
    """Rows of `missing` for two suits put together."""
    n = SETS + 1
    out = np.empty(np.broadcast_shapes(a.shape, b.shape), np.uint8)
    for k in range(n):
        splits = [(i, k - i) for i in range(k + 1)]
        out[..., k] = np.min([a[..., i] + b[..., j] for i, j in splits], 0)
        pair_in_either = [np.minimum(a[..., i] + b[..., n + j], a[..., n + i] + b[..., j]) for i, j in splits]
        out[..., n + k] = np.min(pair_in_either, 0)
    return out


def closed(rows: Bytes) -> Bytes:
    """All distinct rows that arise from these by putting suits together, sorted."""
    classes = {bytes(row) for row in rows}
    every = fresh = rows
    while len(fresh):
        found = np.unique(together(every[:, None], fresh[None]).reshape(-1, rows.shape[1]), axis=0)
        fresh = found[[bytes(row) not in classes for row in found]]
        classes.update(bytes(row) for row in fresh)
        every = np.concatenate([every, fresh])
    return np.array([list(row) for row in sorted(classes)], np.uint8)


def all_counts(kinds: int) -> Bytes:
    """[5**kinds, kinds] the counts behind each key."""
    keys = np.arange(5**kinds)
    return np.stack([keys // 5**i % 5 for i in range(kinds)], 1).astype(np.uint8)


def both(suit: NDArray[np.generic], honours: NDArray[np.generic]) -> NDArray[np.int64]:
    """A column over the keys of a suit, then of the honours."""
    return np.concatenate([suit, honours]).astype(np.int64)


def padded(column: NDArray[np.int64], ok: NDArray[np.int64], fill: int) -> bytes:
    """SIZE bytes of a column, `fill` where a suit has too many tiles."""
    out = np.full(SIZE, fill, np.uint8)
    out[: len(column)] = np.where(ok, column, fill)
    return out.tobytes()


def build() -> bytes:
    """All tables, in the order and the layout of the module's docstring."""
    suit, honours = all_counts(9), all_counts(7)
    miss = np.concatenate([missing(9, chows=True), missing(7, chows=False)])
    total = both(suit.sum(1), honours.sum(1))
    ok = (total <= TILES).astype(np.int64)
    fits = np.flatnonzero(ok)

    own, which = np.unique(miss[fits], axis=0, return_inverse=True)
    rows = closed(own)
    ids = {bytes(row): i for i, row in enumerate(rows)}
    cls = np.zeros(len(total), np.int64)
    cls[fits] = np.array([ids[bytes(row)] for row in own])[which.ravel()]

    sets, rest = np.divmod(total, 3)
    column = np.minimum(sets, SETS) + np.where(rest == 2, SETS + 1, 0)
    exact = (rest != 1) & (miss[np.arange(len(total)), column] == 0)
    odd = both((suit % 2 == 1).any(1), (honours % 2 == 1).any(1))
    quad = both((suit == 4).any(1), (honours == 4).any(1))
    win = np.where(exact, rest // 2, 2) + np.where(odd, 128, 16 * quad)

    pairs = both((suit >= 2).sum(1), (honours >= 2).sum(1))
    kinds = both((suit >= 1).sum(1), (honours >= 1).sum(1))
    halves = both((suit // 2).sum(1), (honours // 2).sum(1))
    singles = both((suit % 2).sum(1), (honours % 2).sum(1))

    n = len(rows)
    merged = together(rows[:, None], rows[None])
    merge = np.zeros((256, 256), np.uint8)
    merge[:n, :n] = np.array([ids[bytes(row)] for row in merged.reshape(n * n, -1)]).reshape(n, n)
    need = np.zeros((SETS + 1, 256, 256), np.uint8)
    need[:, :n, :n] = np.moveaxis(merged[..., SETS + 1 :], 2, 0)
    return b"".join(
        [
            padded(cls, ok, 0),
            padded(win, ok, 2 + 128),
            padded(pairs << 4 | kinds, ok, 0),
            padded(halves << 4 | singles, ok, 0),
            merge.tobytes(),
            need.tobytes(),
        ]
    )


def main(arguments: list[str]) -> int:
    """Write the file, or with --check compare it; 1 when it differs."""
    blob = build()
    if arguments == ["--check"]:
        same = lzma.decompress(FILE.read_bytes()) == blob
        print(f"{FILE.name} {'is' if same else 'is NOT'} what this program builds ({len(blob):,} bytes)")
        return 0 if same else 1
    FILE.write_bytes(lzma.compress(blob, preset=9, check=lzma.CHECK_CRC32))
    print(f"{FILE.name}: {len(blob):,} bytes, {FILE.stat().st_size:,} compressed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
