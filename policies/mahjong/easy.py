"""The beginner: keeps what looks connected, with noise, and claims on a whim (rule 17)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.policies.mahjong.player import MahjongPolicy
from paiju.sim.games.mahjong.kinds import AFTER_CLAIM, DISCARD, OWN_TURN
from paiju.sim.games.mahjong.view import MahjongView

NOISE: Final = 5  # a tile's score is off by up to this
PLACES: Final = 36  # two empty ones follow the last tile


@final
class Easy(MahjongPolicy):
    """Throws the tile with the fewest friends, give or take; claims two chances in three; always wins."""

    version = "1"

    def __init__(self) -> None:
        super().__init__()
        self.counts: Final = vec[i64]([0] * PLACES)

    def answer(self, view: MahjongView) -> i64:
        """The chosen move's code."""
        stage = view.stage_code()
        if stage == OWN_TURN or stage == AFTER_CLAIM:
            return self.loosest(view)
        return view.code(view.choices() - 1) if view.rng.below(3) else view.code(0)

    def loosest(self, view: MahjongView) -> i64:
        """Discard the legal tile with the lowest score, noise included."""
        view.copy_counts(self.counts)
        least: i64 = 1000
        chosen = view.code(0)
        for i in range(view.choices()):
            move = view.code(i)
            if move >> 24 == DISCARD:
                score = self.friends(move & 255) + view.rng.below(NOISE + 1)
                if score < least:
                    least, chosen = score, move
        return chosen

    def friends(self, tile: i64) -> i64:
        """How well a tile of the hand goes with the others: equal tiles first, then neighbours."""
        counts = self.counts
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
