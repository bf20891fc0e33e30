"""Builds and checks the tables: `python -m paiju.sim.games.mahjong.build_tables [--check]` (needs numpy).

A suit's tile counts are packed into a base-5 key, sum(count[i] * 5**i); keys of honours start at 5**9.
Two suits are interchangeable when, for every (m sets, p pairs), they miss the same number of tiles. That
leaves 180 classes, closed under "put two suits together" (a min-plus convolution), so the number of tiles
a hand misses takes one look-up per suit, two merges and one last look-up.

tables.bin.xz is xz of these byte tables, one after the other:

    CLS[SIZE]         class of a suit
    WIN[SIZE]         0 = sets only, 1 = sets and a pair, 2 = neither; + 16 when all counts are even with a
                      four among them, + 128 when some count is odd
    PAK[SIZE]         pairs << 4 | kinds, for seven different pairs
    QPAK[SIZE]        pairs << 4 | single tiles, where four equal tiles are two pairs
    MERGE[256 * 256]  class of two suits together, MERGE[a << 8 | b]
    NEED[5 * 65536]   tiles missing for k sets and a pair, NEED[k << 16 | a << 8 | b]

wild_tables.bin.xz is xz of CLS, MERGE and NEED once more, for hands with wildcards that may be the fifth tile of
a kind: there are 164 classes then.

Only suits of at most 14 tiles have an entry. A row of `missing` is m = 0..4 sets, then m sets and a pair.
"""

import lzma
import sys
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Bytes: TypeAlias = NDArray[np.uint8]
Counts: TypeAlias = tuple[int, ...]

FOLDER: Final = Path(__file__).parent
SIZE: Final = 5**9 + 5**8  # keys of a suit and of the honours, with room to add a tile to any of them
SETS: Final = 4
TILES: Final = 14
COPIES: Final = 4
ANY_COPIES: Final = TILES  # wildcards may be any further ones


def goals(kinds: int, *, chows: bool, most: int) -> list[set[Counts]]:
    """Counts that are exactly m sets, for m = 0..4, then exactly m sets and a pair, at most so many of a kind."""
    sets = [tuple(3 * (j == i) for j in range(kinds)) for i in range(kinds)]
    if chows:
        sets += [tuple(int(i <= j < i + 3) for j in range(kinds)) for i in range(kinds - 2)]
    pairs = [tuple(2 * (j == i) for j in range(kinds)) for i in range(kinds)]

    def add(left: set[Counts], right: list[Counts]) -> set[Counts]:
        sums = {tuple(x + y for x, y in zip(a, b, strict=True)) for a in left for b in right}
        return {total for total in sums if max(total) <= most}

    levels = [{(0,) * kinds}]
    for _ in range(SETS):
        levels.append(add(levels[-1], sets))
    return levels + [add(level, pairs) for level in levels]


def missing(kinds: int, *, chows: bool, most: int) -> Bytes:
    """[5**kinds, 10] tiles missing for each goal: a one-sided L1 distance transform, axis by axis."""
    columns = []
    for goal in goals(kinds, chows=chows, most=most):
        away = np.full((5,) * kinds, 99, np.uint8)
        wanted = np.array(sorted(goal))
        beyond = np.maximum(wanted - COPIES, 0).sum(1).astype(np.uint8)  # no hand holds these
        np.minimum.at(away, tuple(np.minimum(wanted, COPIES).T), beyond)
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


class Classes(NamedTuple):
    """`missing` for every key, and the three tables that come of it."""

    miss: Bytes
    cls: bytes
    merge: bytes
    need: bytes


def classes(most: int) -> Classes:
    """Suits by what they miss, when a hand has at most so many of a kind."""
    miss = np.concatenate([missing(9, chows=True, most=most), missing(7, chows=False, most=most)])
    ok = fitting()
    fits = np.flatnonzero(ok)
    own, which = np.unique(miss[fits], axis=0, return_inverse=True)
    rows = closed(own)
    ids = {bytes(row): i for i, row in enumerate(rows)}
    cls = np.zeros(len(ok), np.int64)
    cls[fits] = np.array([ids[bytes(row)] for row in own])[which.ravel()]

    n = len(rows)
    merged = together(rows[:, None], rows[None])
    merge = np.zeros((256, 256), np.uint8)
    merge[:n, :n] = np.array([ids[bytes(row)] for row in merged.reshape(n * n, -1)]).reshape(n, n)
    need = np.zeros((SETS + 1, 256, 256), np.uint8)
    need[:, :n, :n] = np.moveaxis(merged[..., SETS + 1 :], 2, 0)
    return Classes(miss, padded(cls, ok, 0), merge.tobytes(), need.tobytes())


def fitting() -> NDArray[np.int64]:
    """1 for each key of at most 14 tiles, else 0."""
    return (both(all_counts(9).sum(1), all_counts(7).sum(1)) <= TILES).astype(np.int64)


def build() -> bytes:
    """The tables of tables.bin.xz, in the order and the layout of the module's docstring."""
    suit, honours = all_counts(9), all_counts(7)
    miss, cls, merge, need = classes(COPIES)
    total = both(suit.sum(1), honours.sum(1))
    ok = fitting()

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

    return b"".join(
        [
            cls,
            padded(win, ok, 2 + 128),
            padded(pairs << 4 | kinds, ok, 0),
            padded(halves << 4 | singles, ok, 0),
            merge,
            need,
        ]
    )


def build_wild() -> bytes:
    """The tables of wild_tables.bin.xz."""
    _, cls, merge, need = classes(ANY_COPIES)
    return cls + merge + need


BUILDERS: Final = {"tables.bin.xz": build, "wild_tables.bin.xz": build_wild}


def main(arguments: list[str]) -> int:
    """Write the files, or with --check compare them; 1 when one differs."""
    differing = 0
    for name, builder in BUILDERS.items():
        path, blob = FOLDER / name, builder()
        if arguments == ["--check"]:
            same = lzma.decompress(path.read_bytes()) == blob
            differing += not same
            print(f"{name} {'is' if same else 'is NOT'} what this program builds ({len(blob):,} bytes)")
        else:
            path.write_bytes(lzma.compress(blob, preset=9, check=lzma.CHECK_CRC32))
            print(f"{name}: {len(blob):,} bytes, {path.stat().st_size:,} compressed")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
