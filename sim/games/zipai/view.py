"""What one seat may see of a table with character cards.

Two ways to ask: properties with ready Python lists for policies written in plain Python, and methods on
integers, without any object made, for compiled ones.
"""

from typing import Final

from mypy_extensions import i64

from paiju.sim.games.packed.table import PLACES
from paiju.sim.games.packed.view import PackedView
from paiju.sim.games.zipai.cards import CARDS, SHIFT, cards_in
from paiju.sim.games.zipai.groups import COVERED
from paiju.sim.games.zipai.kinds import DISCARD_STAGE
from paiju.sim.games.zipai.state import ZipaiState
from paiju.sim.games.zipai.terms import ZipaiTerms
from paiju.sim.kernel.engine import Engine
from paiju.sim.kernel.rng import Stream


class ZipaiView(PackedView):
    """A façade for one seat over the table; cards are integers 0 to 19 (see `paiju.sim.games.zipai.cards`).

    `terms` is what the rules of the game are to a player.
    """

    def __init__(
        self,
        engine: Engine,
        state: ZipaiState,
        terms: ZipaiTerms,
        stages: list[str],
        seat: int,
        rng: Stream,
    ) -> None:
        super().__init__(engine, state, stages, SHIFT, seat, rng)
        self._state: Final = state
        self.terms: Final = terms

    # The question

    def is_my_turn(self) -> bool:
        """Is a discard asked for?"""
        return self.stage_code() == DISCARD_STAGE

    # What lies on the table

    def _group_text(self, group: i64) -> str:
        """A group as text: 'pao:五五五五'."""
        return self._state.words.format(group)

    def table_huxi(self) -> i64:
        """胡息 of the own groups on the table."""
        return self._state.huxi[self.seat]

    def known_huxi(self, seat: i64) -> i64:
        """胡息 of a seat's groups on the table as far as this seat knows them."""
        state = self._state
        huxi = state.huxi[self._seat_in(seat)]
        if seat != self.seat:
            for at in range(seat * PLACES, seat * PLACES + state.group_count[seat]):
                group = state.groups[at]
                if group & COVERED:
                    huxi -= state.values[(group >> 8 & 255) * CARDS + (group & 255)]
        return huxi

    def quads(self, seat: i64) -> i64:
        """How many groups of four a seat has on the table."""
        return self._state.quads[self._seat_in(seat)]

    # What is stale for this seat

    @property
    def stale_chows(self) -> list[int]:
        """Kinds that this seat may not 吃 any more."""
        return [card for card in range(i64(CARDS)) if self.is_stale_chow(card)]

    @property
    def stale_pungs(self) -> list[int]:
        """Kinds that this seat may not 碰 any more."""
        return [card for card in range(i64(CARDS)) if self.is_stale_pung(card)]

    def is_stale_chow(self, card: i64) -> bool:
        """Is a kind closed for 吃 to this seat?"""
        return self._state.stale_chow[self.seat] >> self._kind_in(card) & 1 != 0

    def is_stale_pung(self, card: i64) -> bool:
        """Is a kind closed for 碰 to this seat?"""
        return self._state.stale_pung[self.seat] >> self._kind_in(card) & 1 != 0

    # The match

    @property
    def wall_left(self) -> int:
        """Cards left in the wall."""
        return self.cards_left()

    def snapshot(self) -> dict[str, object]:
        """All that this seat sees, in plain Python; equal for tables that differ in hidden things only."""
        seats = range(self.seats)
        return {
            **super().snapshot(),
            "covered": cards_in(self._state.covered[self.seat]),
            "huxi": [self.known_huxi(seat) for seat in seats],
            "quads": [self.quads(seat) for seat in seats],
            "stale_chows": self.stale_chows,
            "stale_pungs": self.stale_pungs,
        }
