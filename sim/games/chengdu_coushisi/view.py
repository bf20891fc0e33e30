"""What one seat may see in chengdu_coushisi.

Two ways to ask: properties with ready Python lists for policies written in plain Python, and methods on integers,
without any object made, for compiled ones. Cards are integers 0 to 41, kinds 0 to 20 (see `cards`).
"""

from typing import Final

from mypy_extensions import i64

from paiju.sim.games.chengdu_coushisi.cards import BALANCE, KINDS, RED
from paiju.sim.games.chengdu_coushisi.groups import format_group, group_flowers
from paiju.sim.games.chengdu_coushisi.keys import BIT, SHIFT, bits_in
from paiju.sim.games.chengdu_coushisi.kinds import STAGES
from paiju.sim.games.chengdu_coushisi.rules import CoushisiRules
from paiju.sim.games.chengdu_coushisi.scoring import is_complete
from paiju.sim.games.chengdu_coushisi.state import CoushisiState
from paiju.sim.games.chengdu_coushisi.table import IN_POOL
from paiju.sim.games.packed.table import PLACES, UNKNOWN
from paiju.sim.games.packed.view import PackedView
from paiju.sim.kernel.engine import Engine
from paiju.sim.kernel.rng import Stream

STAGE_NAMES: Final = [name for _, name, _ in STAGES]


class CoushisiView(PackedView):
    """A façade for one seat over the table; `rules` is public, and `terms` what they are to a player."""

    def __init__(
        self, engine: Engine, state: CoushisiState, rules: CoushisiRules, seat: int, rng: Stream
    ) -> None:
        super().__init__(engine, state, STAGE_NAMES, SHIFT, seat, rng)
        self._state: Final = state
        self.rules: Final = rules
        self.terms: Final = rules.terms

    # The question

    def is_turned(self) -> bool:
        """Was that card turned 翻, and not discarded?"""
        return self.is_drawn()

    # The hand

    def has_flower(self, kind: i64) -> bool:
        """Does the own hand hold the flower of a kind?"""
        return self._state.flowers[self.seat] & BIT[self._kind_in(kind)] != 0

    def flowers(self) -> i64:
        """The set of kinds whose flower the own hand holds."""
        return self._state.flowers[self.seat]

    def balance(self) -> i64:
        """Which values of the own hand lack a partner: the sum of BALANCE (see `cards`)."""
        return self._state.balance[self.seat]

    def red(self) -> i64:
        """Red points of the own hand and groups, 碰 and 暗 with their minimum."""
        return self._state.red[self.seat]

    def least_red(self) -> i64:
        """Red points that a win of this seat needs."""
        return self.rules.min_red_dealer if self.seat == self._state.dealer else self.rules.min_red

    def is_waiting_for(self, kind: i64) -> bool:
        """Would a further card of this kind complete the own hand, with enough red points?"""
        state, seat = self._state, self.seat
        fits = is_complete(state.balance[seat] + BALANCE[self._kind_in(kind)])
        return fits and state.red[seat] + RED[kind] >= self.least_red()

    def flower_count(self) -> i64:
        """花牌 among all the own cards: hand, groups and 皮子."""
        state, seat = self._state, self.seat
        count = bits_in(state.flowers[seat]) + bits_in(state.bonus_flowers[seat])
        for at in range(seat * PLACES, seat * PLACES + state.group_count[seat]):
            count += group_flowers(state.groups[at])
        return count

    # What lies on the table

    def _group_text(self, group: i64) -> str:
        """A group as text: 'pung:MM MM MM*'."""
        return format_group(group)

    def table_red(self, seat: i64) -> i64:
        """Red points of a seat's groups with their minimum; of a hidden 暗 the minimum only."""
        state = self._state
        red: i64 = 0
        for i in range(self.group_count(seat)):
            group = self.group(seat, i)
            is_hidden = group & 255 == UNKNOWN
            red += self.rules.concealed_min_red if is_hidden else state.scorer.group_red(group)
        return red

    def bonus(self, seat: int) -> list[int]:
        """The 皮子 beside a seat."""
        return self._state.bonus_cards(self._seat_in(seat))

    def bonus_count(self, seat: i64) -> i64:
        """How many 皮子 lie beside a seat."""
        return self._state.bonus_count(self._seat_in(seat))

    # What this seat has passed, and what it has not seen

    def has_passed(self, kind: i64) -> bool:
        """Has this seat passed a 碰 or 吃 of this kind? (option dead_cards)"""
        return self._state.passed_kinds[self.seat] & BIT[self._kind_in(kind)] != 0

    def has_passed_win(self) -> bool:
        """Has this seat passed a 胡 since its last turn began? (option pass_win)"""
        return self._state.passed_win[self.seat] != 0

    def is_flower_left(self, kind: i64) -> bool:
        """Is the flower of a kind among what this seat has not seen?"""
        state, seat = self._state, self.seat
        known = state.seen_flowers | state.flowers[seat] | state.covered_flowers[seat]
        if state.lifted_at <= IN_POOL and state.lifted >= KINDS:
            known |= BIT[state.lifted - KINDS]
        return known & BIT[self._kind_in(kind)] == 0

    # The match

    @property
    def pool_left(self) -> int:
        """Cards left in the pool 牌池."""
        return self.cards_left()

    @property
    def lifted(self) -> int:
        """The card lifted for the dealer 抬牌, which is the last of the pool; -1 where none is."""
        return self._state.lifted

    def lifted_place(self) -> i64:
        """Where the lifted card is: 4 in the pool, the seat that stole it, 7 if it lies open or there is none."""
        return self._state.lifted_at

    def snapshot(self) -> dict[str, object]:
        """All that this seat sees, in plain Python; equal for tables that differ in hidden things only."""
        seats = range(self.seats)
        return {
            **super().snapshot(),
            "red": self.red(),
            "balance": self.balance(),
            "waits": [kind for kind in range(KINDS) if self.is_waiting_for(kind)],
            "table_red": [self.table_red(seat) for seat in seats],
            "bonus": [self.bonus(seat) for seat in seats],
            "passed": [kind for kind in range(KINDS) if self.has_passed(kind)],
            "passed_win": self.has_passed_win(),
            "flowers_left": [kind for kind in range(KINDS) if self.is_flower_left(kind)],
            "lifted": self.lifted,
            "lifted_place": self.lifted_place(),
        }
