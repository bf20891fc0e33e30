"""What one seat may see in hunan_paohuzi: the family's view, the ruleset, and what only this game has."""

from typing import Final

from mypy_extensions import i64

from paiju.sim.games.hunan_paohuzi.kinds import STAGE_NAMES
from paiju.sim.games.hunan_paohuzi.rules import PaohuziRules
from paiju.sim.games.hunan_paohuzi.state import PaohuziState
from paiju.sim.games.zipai.cards import CARDS
from paiju.sim.games.zipai.view import ZipaiView
from paiju.sim.kernel.engine import Engine
from paiju.sim.kernel.rng import Stream


class PaohuziView(ZipaiView):
    """The view of one seat; `rules` is public."""

    def __init__(
        self, engine: Engine, state: PaohuziState, rules: PaohuziRules, seat: int, rng: Stream
    ) -> None:
        super().__init__(engine, state, rules.terms, STAGE_NAMES, seat, rng)
        self._paohuzi: Final = state
        self.rules: Final = rules

    def has_skipped(self, card: i64) -> bool:
        """Has this seat passed a 碰 of this kind 忍碰?"""
        return self._paohuzi.skipped[self.seat] >> self._kind_in(card) & 1 != 0

    def passed_huxi(self, card: i64) -> i64:
        """The own table 胡息 when this seat last passed a win on this kind; -1 if it never did."""
        return self._paohuzi.passed_huxi[self.seat * CARDS + self._kind_in(card)] - 1

    @property
    def shown_card(self) -> int:
        """The last card of the deal 亮张, which went to the dealer; -1 before the deal."""
        return self.shown()

    def shown(self) -> i64:
        """The same, for compiled policies."""
        return self._paohuzi.shown_card

    def snapshot(self) -> dict[str, object]:
        """All that this seat sees, in plain Python; equal for tables that differ in hidden things only."""
        return {
            **super().snapshot(),
            "skipped": [card for card in range(CARDS) if self.has_skipped(card)],
            "passed_huxi": [self.passed_huxi(card) for card in range(CARDS)],
            "shown_card": self.shown_card,
        }
