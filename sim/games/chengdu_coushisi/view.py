"""What one seat may see in chengdu_coushisi.

Two ways to ask: properties with ready Python lists for policies written in plain Python, and methods on integers,
without any object made, for compiled ones. Cards are integers 0 to 41, kinds 0 to 20 (see `cards`).
"""

from typing import Final

from mypy_extensions import i64

from paiju.sim.games.chengdu_coushisi.cards import BALANCE, KINDS, RED, format_cards, kind_of_card
from paiju.sim.games.chengdu_coushisi.groups import CONCEALED, UNKNOWN, format_group, group_flowers
from paiju.sim.games.chengdu_coushisi.keys import BIT, bits_in
from paiju.sim.games.chengdu_coushisi.kinds import STAGES
from paiju.sim.games.chengdu_coushisi.rules import CoushisiRules
from paiju.sim.games.chengdu_coushisi.scoring import is_complete
from paiju.sim.games.chengdu_coushisi.state import CoushisiState
from paiju.sim.games.chengdu_coushisi.table import CLAIMED, IN_POOL, NONE, PLACES, TURNED_CARD
from paiju.sim.kernel.engine import Engine
from paiju.sim.kernel.events import NOBODY
from paiju.sim.kernel.rng import Stream
from paiju.sim.kernel.view import SeatView, seat_in

STAGE_NAMES: Final = [name for _, name, _ in STAGES]


def kind_in(kind: i64) -> i64:
    """The kind, if there is one of this number. Raises IndexError."""
    if kind < 0 or kind >= KINDS:
        raise IndexError(f"there is no kind of card number {kind}")
    return kind


class CoushisiView(SeatView):
    """A façade for one seat over the table; `rules` is public."""

    def __init__(
        self, engine: Engine, state: CoushisiState, rules: CoushisiRules, seat: int, rng: Stream
    ) -> None:
        super().__init__(engine, state, seat, rng)
        self._state: Final = state
        self.rules: Final = rules

    # The question

    @property
    def stage(self) -> str:
        """What is asked, one of the names in `kinds`; empty while another is asked."""
        return STAGE_NAMES[self._state.stage] if self._state.asked == self.seat else ""

    def stage_code(self) -> i64:
        """The stage as in `kinds`, -1 while another is asked."""
        return self._state.stage if self._state.asked == self.seat else NONE

    @property
    def card(self) -> int:
        """The card turned or discarded last, which a claim is about; -1 before there is one."""
        return self._state.card

    def offered(self) -> i64:
        """The same, for compiled policies."""
        return self._state.card

    @property
    def giver(self) -> int:
        """Who turned or discarded that card; 7 before there is one."""
        return self._state.giver

    def giver_seat(self) -> i64:
        """The same, for compiled policies."""
        return self._state.giver

    def is_turned(self) -> bool:
        """Was that card turned 翻, and not discarded?"""
        return self._state.is_turned

    # The hand

    @property
    def hand(self) -> list[int]:
        """The own cards in hand, by kind, the flower last."""
        return self._state.hand(self.seat)

    @property
    def hand_text(self) -> str:
        """The own cards in hand as text: 'DI DI* TI'."""
        return format_cards(self.hand)

    @property
    def counts(self) -> list[int]:
        """How many of each of the 21 kinds the own hand holds, flowers included."""
        return [self.count(kind) for kind in range(i64(KINDS))]

    def count(self, kind: i64) -> i64:
        """How many of a kind the own hand holds, the flower included."""
        return self._state.keys[self.seat] >> 3 * kind_in(kind) & 7

    def has_flower(self, kind: i64) -> bool:
        """Does the own hand hold the flower of a kind?"""
        return self._state.flowers[self.seat] & BIT[kind_in(kind)] != 0

    def key(self) -> i64:
        """The own hand as a key (see `keys`)."""
        return self._state.keys[self.seat]

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
        fits = is_complete(state.balance[seat] + BALANCE[kind_in(kind)])
        return fits and state.red[seat] + RED[kind] >= self.least_red()

    def flower_count(self) -> i64:
        """花牌 among all the own cards: hand, groups and 皮子."""
        state, seat = self._state, self.seat
        count = bits_in(state.flowers[seat]) + bits_in(state.bonus_flowers[seat])
        for at in range(seat * PLACES, seat * PLACES + state.group_count[seat]):
            count += group_flowers(state.groups[at])
        return count

    # What lies on the table

    def groups(self, seat: int) -> list[str]:
        """The groups of a seat as text: 'pung:MM MM MM*'; ? for a 暗 that this seat may not know."""
        return [format_group(self.group(seat, i)) for i in range(self.group_count(seat))]

    def group_count(self, seat: i64) -> i64:
        """How many groups lie before a seat."""
        return self._state.group_count[seat_in(seat)]

    def group(self, seat: i64, i: i64) -> i64:
        """Group number i of a seat (see `groups`); its card is UNKNOWN if hidden from this seat."""
        group = self._state.groups[self._place(seat, i)]
        if seat != self.seat and self._state.is_covered(seat, group):
            return CONCEALED << 16 | UNKNOWN
        return group

    def group_giver(self, seat: i64, i: i64) -> i64:
        """Who turned or discarded a card of a group: another, or the seat itself."""
        return self._state.group_from[self._place(seat, i)]

    def _place(self, seat: i64, i: i64) -> i64:
        """Where group number i of a seat is."""
        if i < 0 or i >= self._state.group_count[seat_in(seat)]:
            raise IndexError(f"seat {seat} has no group number {i}")
        return seat * PLACES + i

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
        return self._state.bonus_cards(seat_in(seat))

    def bonus_count(self, seat: i64) -> i64:
        """How many 皮子 lie beside a seat."""
        return self._state.bonus_count(seat_in(seat))

    def hand_size(self, seat: i64) -> i64:
        """How many cards a seat has in hand."""
        return self._state.sizes[seat_in(seat)]

    @property
    def river(self) -> list[tuple[int, int, bool, int]]:
        """All cards turned or discarded, in order: (seat, card, turned, claimant or -1)."""
        return [self._river_entry(i) for i in range(self._state.river_count)]

    def _river_entry(self, i: i64) -> tuple[int, int, bool, int]:
        entry = self._state.river[i]
        claimant = entry >> 20 & 3 if entry & CLAIMED else NONE
        return entry >> 8 & 3, entry & 255, entry & TURNED_CARD != 0, claimant

    def river_count(self) -> i64:
        """How many cards were turned or discarded."""
        return self._state.river_count

    def river_entry(self, i: i64) -> i64:
        """One of them: seat << 8 | card, with the flags TURNED_CARD and CLAIMED (see `table`)."""
        if i < 0 or i >= self._state.river_count:
            raise IndexError(f"there is no card number {i} on the table")
        return self._state.river[i]

    # What this seat has passed, and what it has not seen

    def has_passed(self, kind: i64) -> bool:
        """Has this seat passed a 碰 or 吃 of this kind? (option dead_cards)"""
        return self._state.passed_kinds[self.seat] & BIT[kind_in(kind)] != 0

    def has_passed_win(self) -> bool:
        """Has this seat passed a 胡 since its last turn began? (option pass_win)"""
        return self._state.passed_win[self.seat] != 0

    @property
    def unseen(self) -> list[int]:
        """How many of each of the 21 kinds this seat has not seen: in the other hands, their 暗 and the pool."""
        return [self.left(kind) for kind in range(i64(KINDS))]

    def left(self, kind: i64) -> i64:
        """How many of a kind this seat has not seen; the lifted card is seen, wherever it is."""
        state, seat = self._state, self.seat
        known = state.seen + state.keys[seat] + state.covered[seat]
        left = 4 - (known >> 3 * kind_in(kind) & 7)
        if state.lifted_at <= IN_POOL and state.lifted_at != seat and kind_of_card(state.lifted) == kind:
            left -= 1
        return left

    def is_flower_left(self, kind: i64) -> bool:
        """Is the flower of a kind among what this seat has not seen?"""
        state, seat = self._state, self.seat
        known = state.seen_flowers | state.flowers[seat] | state.covered_flowers[seat]
        if state.lifted_at <= IN_POOL and state.lifted >= KINDS:
            known |= BIT[state.lifted - KINDS]
        return known & BIT[kind_in(kind)] == 0

    # The match

    @property
    def pool_left(self) -> int:
        """Cards left in the pool 牌池."""
        return self.cards_left()

    def cards_left(self) -> i64:
        """The same, for compiled policies."""
        return self._state.pool_left

    @property
    def lifted(self) -> int:
        """The card lifted for the dealer 抬牌, which is the last of the pool; -1 where none is."""
        return self._state.lifted

    def lifted_place(self) -> i64:
        """Where the lifted card is: 4 in the pool, the seat that stole it, 7 if it lies open or there is none."""
        return self._state.lifted_at

    def snapshot(self) -> dict[str, object]:
        """All that this seat sees, in plain Python; equal for tables that differ in hidden things only."""
        state = self._state
        return {
            "seat": self.seat,
            "stage": self.stage,
            "legal": [str(move) for move in self.legal],
            "card": self.card,
            "giver": self.giver,
            "is_turned": self.is_turned(),
            "hand": self.hand,
            "red": self.red(),
            "balance": self.balance(),
            "waits": [kind for kind in range(KINDS) if self.is_waiting_for(kind)],
            "groups": [self.groups(seat) for seat in range(4)],
            "givers": [[self.group_giver(s, i) for i in range(self.group_count(s))] for s in range(4)],
            "table_red": [self.table_red(seat) for seat in range(4)],
            "bonus": [self.bonus(seat) for seat in range(4)],
            "sizes": [self.hand_size(seat) for seat in range(4)],
            "river": self.river,
            "passed": [kind for kind in range(KINDS) if self.has_passed(kind)],
            "passed_win": self.has_passed_win(),
            "unseen": self.unseen,
            "flowers_left": [kind for kind in range(KINDS) if self.is_flower_left(kind)],
            "lifted": self.lifted,
            "lifted_place": self.lifted_place(),
            "pool_left": self.pool_left,
            "dealer": self.dealer,
            "winner": None if state.winner == NOBODY else state.winner,
            "scores": self.scores,
        }
