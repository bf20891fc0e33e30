"""The sums by which a stopping rule compares two sides: whole numbers per shard, kept in its receipt.

One side is a player, the other all its opponents or one other player. Of every deal d the sums are

    points:  n_d = sum over games of POINTS * (mean points of one side's seats - mean of the other's),  m_d = games
    Elo:     n_d = 2 for each comparison of two seats won, 1 for a tie,                  m_d = 2 * comparisons

over the games in which both sides sit. A shard keeps (deals, n, m, nn, nm, mm): how many deals there are, and
the sums over them of n_d, m_d and their products. Then n / m, with a standard error by deal, is what one side
is ahead (in POINTS-ths of a point), or its score. Shards hold whole deals; sums of shards add up.
"""

from typing import Final

import numpy as np

from paiju.sim.store.columns import Array, Ints
from paiju.sim.tournament.spec import TournamentConfig

POINTS: Final = 12  # divisible by any number of seats that a side may have
Sums = tuple[int, ...]  # deals, n, m, nn, nm, mm


def contrast_sums(
    config: TournamentConfig, players: tuple[str, ...], seated: Ints, points: Ints, deal: Ints
) -> Sums:
    """The sums of some games: who sat where and won what ([game, seat]), and the deal of each."""
    one = seated == players.index(config.contrast[0])
    other = seated == players.index(config.contrast[1]) if len(config.contrast) > 1 else ~one
    both = one.any(1) & other.any(1)
    one, other, points, deal = one[both], other[both], points[both], deal[both]
    n, m = by_points(one, other, points) if is_in_points(config) else by_score(one, other, points)
    return per_deal(n, m, deal)


def is_in_points(config: TournamentConfig) -> bool:
    """Are the hypotheses given in points, rather than in Elo?"""
    return config.points1 is not None


def by_points(one: Array, other: Array, points: Ints) -> tuple[Ints, Ints]:
    """n and m of each game: how far one side is ahead in points per seat."""
    gains = [(points * side).sum(1) * (POINTS // side.sum(1)) for side in (one, other)]
    return gains[0] - gains[1], np.ones(len(points), np.int64)


def by_score(one: Array, other: Array, points: Ints) -> tuple[Ints, Ints]:
    """n and m of each game: comparisons of two seats, one of each side."""
    meet = one[:, :, None] & other[:, None, :]
    ahead = 1 + np.sign(points[:, :, None] - points[:, None, :])
    return (ahead * meet).sum((1, 2)), 2 * meet.sum((1, 2))


def per_deal(n: Ints, m: Ints, deal: Ints) -> Sums:
    """The sums over deals, from the n and m of games."""
    deals, which = np.unique(deal, return_inverse=True)
    n_d, m_d = (np.zeros(len(deals), np.int64) for _ in range(2))
    np.add.at(n_d, which, n)
    np.add.at(m_d, which, m)
    sums = (n_d.sum(), m_d.sum(), n_d @ n_d, n_d @ m_d, m_d @ m_d)
    return (len(deals), *(int(one) for one in sums))


def added(sums: list[Sums]) -> Sums:
    """The sums of several shards together."""
    return tuple(map(sum, zip(*sums, strict=True))) if sums else (0,) * 6
