"""Our shapes against the `mahjong` package, an independent implementation."""

import random

import pytest
from librt.vecs import vec
from mypy_extensions import u8

from paiju.sim.games.mahjong.shapes import (
    DIFFERENT_PAIRS,
    form_of,
    is_complete,
    is_thirteen_orphans,
    missing,
    missing_orphans,
)

agari = pytest.importorskip("mahjong.agari", reason="the peer package is not installed")
shanten = pytest.importorskip("mahjong.shanten", reason="the peer package is not installed")

WALLS = (
    [t for t in range(34) for _ in range(4)],
    [t for t in range(9) for _ in range(4)],
    [t for t in [*range(9, 18), *range(27, 34)] for _ in range(4)],
    [t for t in range(27) if t % 9 < 4 for _ in range(4)],
    [t for t in range(34) if t >= 27 or t % 9 in (0, 8) for _ in range(4)],
)
HANDS = 50_000


def keys_of(counts: list[int]) -> tuple[int, int, int, int]:
    """The four keys of 34 counts."""
    suits = [counts[0:9], counts[9:18], counts[18:27], counts[27:34]]
    a, b, c, d = (sum(count * 5**i for i, count in enumerate(suit)) for suit in suits)
    return a, b, c, d + 5**9


def test_missing_tiles_are_shanten_plus_one() -> None:
    """50,000 hands of 13 or 14 tiles, a third of them drawn from few kinds, and with up to four melds."""
    rng = random.Random(5)
    for trial in range(HANDS):
        wall = WALLS[rng.choice((0, 0, 1, 2, 3, 4))]
        melds = rng.choice((0, 0, 0, 1, 2, 3, 4))
        counts = [0] * 34
        for t in rng.sample(wall, 13 - 3 * melds + trial % 2):
            counts[t] += 1
        ours = missing(*keys_of(counts), melds, DIFFERENT_PAIRS)
        if melds == 0:
            ours = min(ours, missing_orphans(vec[u8](counts), 0))
        theirs = shanten.Shanten.calculate_shanten(counts, use_chiitoitsu=melds == 0, use_kokushi=melds == 0)
        assert ours == theirs + 1, (counts, melds)


def test_complete_hands_are_agari() -> None:
    """20,000 hands of 14 tiles played towards a win: complete for us exactly when complete for the peer."""
    rng = random.Random(6)
    complete = 0
    for _ in range(20_000):
        counts = walk_to_win(rng, WALLS[rng.choice((1, 2, 3, 4))])
        keys = keys_of(counts)
        ours = is_complete(form_of(*keys), 0, DIFFERENT_PAIRS) or is_thirteen_orphans(*keys)
        assert ours is agari.Agari.is_agari(counts), counts
        complete += ours
    assert complete > 1000


def walk_to_win(rng: random.Random, wall: list[int]) -> list[int]:
    """14 random tiles with up to eight random swaps, each kept when fewer tiles are missing."""
    deck = rng.sample(wall, len(wall))
    counts = [0] * 34
    for t in deck[:14]:
        counts[t] += 1
    away = missing(*keys_of(counts), 0, DIFFERENT_PAIRS)
    for drawn in deck[14:22]:
        out = rng.choice([t for t in range(34) if counts[t]])
        counts[out] -= 1
        counts[drawn] += 1
        now = missing(*keys_of(counts), 0, DIFFERENT_PAIRS)
        if now > away:
            counts[out] += 1
            counts[drawn] -= 1
        else:
            away = now
    return counts
