"""What the seat that is asked has not seen: copies of each kind, of each value, and how many will be turned."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.policies.changpai.sides import LAST_SIDE, SIDE, SIDES
from paiju.sim.games.chengdu_coushisi.cards import DD, FT, KINDS
from paiju.sim.games.chengdu_coushisi.keys import BIT
from paiju.sim.games.chengdu_coushisi.view import CoushisiView


@final
class Unseen:
    """The cards in the other hands and in the pool."""

    def __init__(self) -> None:
        self.left: Final = vec[i64]([0] * KINDS)  # copies of a kind; of 皮子 none, which come into no hand
        self.flowers: i64 = 0  # kinds whose flower is one of them
        self.mates: Final = vec[i64]([0] * SIDES)  # copies that pair with a card of a value
        self.cards: i64 = 0  # all of them, 皮子 too
        self.turns: i64 = 0  # cards still to be turned, about

    def load(self, view: CoushisiView) -> None:
        """Look around."""
        for side in range(i64(SIDES)):
            self.mates[side] = 0
        self.flowers = 0
        self.cards = 0
        for kind in range(i64(KINDS)):
            left = view.left(kind)
            self.cards += left
            if kind == DD or kind == FT:
                self.left[kind] = 0
                continue
            self.left[kind] = left
            self.mates[LAST_SIDE - SIDE[kind]] += left
            if view.is_flower_left(kind):
                self.flowers |= BIT[kind]
        bonus = view.left(DD) + view.left(FT)
        self.turns = view.cards_left() * (self.cards - bonus) // max(self.cards, 1)
