"""How fast cards come, and how fast somebody else wins.

The clock is the wall: one tick for each card drawn by anybody. What happens has a rate per tick, of FINE; a
race between things that happen at such rates goes to each of them with the chance of its share.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from policies.zipai.held import HELD
from sim.games.zipai.cards import CARDS
from sim.games.zipai.view import ZipaiView

SURE: Final = 65536  # chance 1
FINE: Final = 65536  # rate of one a tick
# In thousandths: how much faster a kind can be won on, 碰'd, 吃'd or drawn by oneself than the wall turns it up.
TO_WIN: Final = 1500
TO_PUNG: Final = 1300
TO_CHOW: Final = 500
TO_DRAW: Final = 240
OTHERS_WIN: Final = 80  # thousandths of a tick's rate at which somebody else ends the hand
WALL_ENDS: Final = 500  # and of the rate at which the wall does, over the cards left


@final
class Chances:
    """Rates at which the own hand could take each kind of card."""

    def __init__(self) -> None:
        self.win: Final = vec[i64]([0] * (CARDS + 1))  # to win on
        self.chow: Final = vec[i64]([0] * (CARDS + 1))
        self.pung: Final = vec[i64]([0] * (CARDS + 1))  # 碰 or 偎
        self.own: Final = vec[i64]([0] * (CARDS + 1))  # drawn by oneself
        self.end: i64 = 0  # the rate at which the hand ends otherwise

    def load(self, view: ZipaiView) -> None:
        """Look at the wall and at what is stale; HELD knows what is left."""
        wall = view.cards_left()
        unseen: i64 = 1
        for card in range(i64(CARDS)):
            unseen += HELD.left[card]
        unit = FINE // unseen
        for card in range(i64(CARDS)):
            copies = HELD.left[card] * unit
            self.win[card] = copies * TO_WIN // 1000
            self.own[card] = copies * TO_DRAW // 1000
            self.pung[card] = self.own[card] if view.is_stale_pung(card) else copies * TO_PUNG // 1000
            self.chow[card] = 0 if view.is_stale_chow(card) else copies * TO_CHOW // 1000
        self.end = FINE * OTHERS_WIN // 1000 + FINE * WALL_ENDS // (1000 * (wall + 1))


CHANCES: Final = Chances()
