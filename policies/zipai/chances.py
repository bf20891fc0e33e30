"""How fast cards come, and how fast somebody else wins.

The clock is the wall: one tick for each card drawn by anybody. What may happen has a rate per tick, of FINE;
a race between such things goes to each of them with the chance of its share. The rates were fitted to games
of four `normal` players, who draw nine cards and play six or seven in a hand.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.policies.zipai.held import Held
from paiju.sim.games.zipai.cards import CARDS, SHIFT
from paiju.sim.games.zipai.groups import PUNG, STALE_WEI
from paiju.sim.games.zipai.view import ZipaiView

SURE: Final = 65536  # chance 1
FINE: Final = 65536  # rate of one a tick

# Cards per tick, in thousandths, that could be taken in this way if all unseen cards were of one kind.
WIN_RATE: Final = 1500  # any card drawn openly or played
PUNG_RATE: Final = 1300
CHOW_RATE: Final = 500  # own draws, and what the seat before draws or plays
OWN_RATE: Final = 240
KAN_RATE: Final = 1350  # the fourth card of a 坎 or 偎, whoever draws or plays it
DRAWN_RATE: Final = 900  # that of a 碰 on the table
# The hand ends by others with a rate, in thousandths, that grows as the wall shrinks.
END_RATE: Final = 80
WALL_RATE: Final = 500  # more, with one card left; half of it with three


@final
class Chances:
    """Rates at which the own hand could take each kind of card."""

    def __init__(self, held: Held) -> None:
        self.held: Final = held
        self.win: Final = vec[i64]([0] * (CARDS + 1))
        self.chow: Final = vec[i64]([0] * (CARDS + 1))
        self.pung: Final = vec[i64]([0] * (CARDS + 1))  # 碰 or 偎
        self.own: Final = vec[i64]([0] * (CARDS + 1))  # drawn by oneself: 偎
        self.quad: i64 = 0  # of a forced 跑 or 提
        self.end: i64 = 1  # of the end of the hand

    def load(self, view: ZipaiView) -> None:
        """Look at the wall and at what is stale; `held` knows what is left."""
        held = self.held
        unit = FINE // (held.unseen + 1)
        for card in range(i64(CARDS)):
            copies = held.left[card] * unit
            own = copies * OWN_RATE // 1000
            self.own[card] = own
            self.win[card] = own if held.terms.self_draw_only else copies * WIN_RATE // 1000
            self.pung[card] = own if view.is_stale_pung(card) else copies * PUNG_RATE // 1000
            self.chow[card] = 0 if view.is_stale_chow(card) else copies * CHOW_RATE // 1000
        self.quad = self.quad_rate(view, unit)
        self.end = FINE * END_RATE // 1000 + FINE * WALL_RATE // (1000 * (view.cards_left() + 1))

    def close(self, card: i64) -> None:
        """A kind that is passed becomes stale."""
        self.chow[card] = 0
        self.pung[card] = self.own[card]

    def quad_rate(self, view: ZipaiView, unit: i64) -> i64:
        """The rate of the fourth card of a 坎, 偎 or 碰."""
        held = self.held
        rate: i64 = 0
        for card in range(i64(CARDS)):
            if held.left[card] == 1 and held.kans >> SHIFT[card] & 1:
                rate += unit * KAN_RATE // 1000
        for i in range(view.group_count(view.seat)):
            group = view.group(view.seat, i)
            kind = group >> 8
            if PUNG <= kind <= STALE_WEI and held.left[group & 255] == 1:
                rate += unit * (DRAWN_RATE if kind == PUNG else KAN_RATE) // 1000
        return rate
