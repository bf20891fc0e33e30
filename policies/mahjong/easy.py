"""The beginner: keeps what looks connected, with noise, and claims on a whim (rule 17)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.mahjong.kinds import AFTER_CLAIM, DISCARD, OWN_TURN, WIN
from paiju.sim.games.mahjong.view import MahjongView
from paiju.sim.kernel.policy import Policy, View

NOISE: Final = 5  # a tile's score is off by up to this
COUNTS: Final = vec[i64]([0] * 36)  # two empty places follow the last tile


class Easy(Policy):
    """Throws the tile with the fewest friends, give or take; claims two chances in three; always wins."""

    version = "1"

    def code(self, view: View) -> i64:
        """The chosen move's code."""
        assert isinstance(view, MahjongView)
        last = view.code(view.choices() - 1)
        if last >> 24 == WIN:
            return last
        stage = view.stage_code()
        if stage == OWN_TURN or stage == AFTER_CLAIM:
            return loosest(view)
        return last if view.rng.below(3) else view.code(0)


def loosest(view: MahjongView) -> i64:
    """Discard the legal tile with the lowest score, noise included."""
    view.copy_counts(COUNTS)
    least: i64 = 1000
    chosen = view.code(0)
    for i in range(view.choices()):
        move = view.code(i)
        if move >> 24 == DISCARD:
            score = friends(move & 255) + view.rng.below(NOISE + 1)
            if score < least:
                least, chosen = score, move
    return chosen


def friends(tile: i64) -> i64:
    """How well a tile of the hand goes with the others: equal tiles first, then neighbours."""
    counts = COUNTS
    score = 4 * (counts[tile] - 1)
    if tile >= 27:
        return score
    place = tile % 9
    for step in range(i64(1), i64(3)):
        weight = 4 - step
        if place >= step and counts[tile - step]:
            score += weight
        if place + step < 9 and counts[tile + step]:
            score += weight
    return score + i64(place != 0) + i64(place != 8)
