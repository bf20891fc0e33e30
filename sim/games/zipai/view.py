"""What one seat may see of a table with character cards.

Two ways to ask: properties with ready Python lists for policies written in plain Python, and methods on
integers, without any object made, for compiled ones.
"""

from typing import Final

from mypy_extensions import i64

from paiju.sim.games.zipai.cards import CARDS, SHIFT, UNIT, cards_in, format_cards
from paiju.sim.games.zipai.groups import COVERED, format_group
from paiju.sim.games.zipai.kinds import DISCARD_STAGE, STAGES
from paiju.sim.games.zipai.state import ZipaiState
from paiju.sim.games.zipai.table import CLAIMED, DRAWN_CARD, NONE, PLACES
from paiju.sim.kernel.engine import Engine
from paiju.sim.kernel.events import NOBODY
from paiju.sim.kernel.rng import Stream
from paiju.sim.kernel.view import SeatView, seat_in

STAGE_NAMES: Final = [name for _, name, _ in STAGES]
UNKNOWN: Final = 255  # the card of a group that others have covered


def card_in(card: i64) -> i64:
    """The card, if there is one of this number. Raises IndexError."""
    if card < 0 or card >= CARDS:
        raise IndexError(f"there is no card number {card}")
    return card


def shift_of(card: i64) -> i64:
    """Where a card's digit is in a key."""
    return SHIFT[card_in(card)]


def bit_of(card: i64) -> i64:
    """A card's bit in a set of cards."""
    return i64(1) << card_in(card)


class ZipaiView(SeatView):
    """A façade for one seat over the table; cards are integers 0 to 19 (see `paiju.sim.games.zipai.cards`)."""

    def __init__(self, engine: Engine, state: ZipaiState, seat: int, rng: Stream) -> None:
        super().__init__(engine, state, seat, rng)
        self._state: Final = state

    # The question

    @property
    def stage(self) -> str:
        """What is asked, one of the names in `paiju.sim.games.zipai.kinds`; empty while another is asked."""
        return STAGE_NAMES[self._state.stage] if self._state.asked == self.seat else ""

    def stage_code(self) -> i64:
        """The stage as in `paiju.sim.games.zipai.kinds`, -1 while another is asked."""
        return self._state.stage if self._state.asked == self.seat else NONE

    def is_my_turn(self) -> bool:
        """Is a discard asked for?"""
        return self.stage_code() == DISCARD_STAGE

    @property
    def card(self) -> int:
        """The card in question: the one on offer, or last taken; -1 when this seat does not know it."""
        return self.offered()

    def offered(self) -> i64:
        """The same, for compiled policies."""
        state = self._state
        return state.card if state.is_public or state.giver == self.seat else NONE

    @property
    def giver(self) -> int:
        """Who drew or played that card; 7 before there was any."""
        return self._state.giver

    def giver_seat(self) -> i64:
        """The same, for compiled policies."""
        return self._state.giver

    def is_drawn(self) -> bool:
        """Did that card come from the wall, and not from a hand?"""
        return self._state.is_drawn

    # The hand

    @property
    def hand(self) -> list[int]:
        """The own cards in hand, sorted."""
        return self._state.hand(self.seat)

    @property
    def hand_text(self) -> str:
        """The own cards in hand as text: '一二三 捌捌'."""
        return format_cards(self.hand)

    @property
    def counts(self) -> list[int]:
        """How many of each of the 20 kinds the own hand holds."""
        return [self.count(card) for card in range(i64(CARDS))]

    def count(self, card: i64) -> i64:
        """How many of a kind the own hand holds."""
        return self._state.keys[self.seat] >> shift_of(card) & 7

    def key(self) -> i64:
        """The own hand as a key (see `paiju.sim.games.zipai.cards`)."""
        return self._state.keys[self.seat]

    # What lies on the table

    def groups(self, seat: int) -> list[str]:
        """The groups of a seat as text: 'pao:五五五五'; ? for cards that this seat may not know."""
        return [format_group(self.group(seat, i)) for i in range(self.group_count(seat))]

    def group_count(self, seat: i64) -> i64:
        """How many groups lie before a seat."""
        return self._state.group_count[seat_in(seat)]

    def group(self, seat: i64, i: i64) -> i64:
        """Group number i of a seat, kind << 8 | card (see `groups`); its card is UNKNOWN if covered."""
        group = self._state.groups[self._place(seat, i)]
        if group & COVERED:
            group = group & 0xFF00 | (group & 255 if seat == self.seat else UNKNOWN)
        return group

    def group_giver(self, seat: i64, i: i64) -> i64:
        """Who gave the last card of a group: another, or the seat itself."""
        return self._state.group_from[self._place(seat, i)]

    def _place(self, seat: i64, i: i64) -> i64:
        """Where group number i of a seat is."""
        if i < 0 or i >= self._state.group_count[seat_in(seat)]:
            raise IndexError(f"seat {seat} has no group number {i}")
        return seat * PLACES + i

    def table_huxi(self) -> i64:
        """胡息 of the own groups on the table."""
        return self._state.huxi[self.seat]

    def known_huxi(self, seat: i64) -> i64:
        """胡息 of a seat's groups on the table as far as this seat knows them."""
        state = self._state
        huxi = state.huxi[seat_in(seat)]
        if seat != self.seat:
            for at in range(seat * PLACES, seat * PLACES + state.group_count[seat]):
                group = state.groups[at]
                if group & COVERED:
                    huxi -= state.values[(group >> 8 & 255) * CARDS + (group & 255)]
        return huxi

    def quads(self, seat: i64) -> i64:
        """How many 跑 and 提 a seat has on the table."""
        return self._state.quads[seat_in(seat)]

    def hand_size(self, seat: i64) -> i64:
        """How many cards a seat has in hand."""
        return self._state.sizes[seat_in(seat)]

    @property
    def river(self) -> list[tuple[int, int, bool, int]]:
        """All cards drawn openly or played, in order: (seat, card, drawn, claimant or -1)."""
        return [self._river_entry(i) for i in range(self._state.river_count)]

    def _river_entry(self, i: i64) -> tuple[int, int, bool, int]:
        entry = self._state.river[i]
        claimant = entry >> 20 & 3 if entry & CLAIMED else NONE
        return entry >> 8 & 3, entry & 255, entry & DRAWN_CARD != 0, claimant

    def river_count(self) -> i64:
        """How many cards were drawn openly or played."""
        return self._state.river_count

    def river_entry(self, i: i64) -> i64:
        """One of them: seat << 8 | card, with the flags DRAWN_CARD and CLAIMED (see `table`)."""
        if i < 0 or i >= self._state.river_count:
            raise IndexError(f"there is no card number {i} on the table")
        return self._state.river[i]

    # What is stale for this seat, and what it has seen

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
        return self._state.stale_chow[self.seat] & bit_of(card) != 0

    def is_stale_pung(self, card: i64) -> bool:
        """Is a kind closed for 碰 to this seat?"""
        return self._state.stale_pung[self.seat] & bit_of(card) != 0

    def has_skipped(self, card: i64) -> bool:
        """Has this seat passed a 碰 of this kind 忍碰?"""
        return self._state.skipped[self.seat] & bit_of(card) != 0

    def passed_huxi(self, card: i64) -> i64:
        """The own table 胡息 when this seat last passed a win on this kind; -1 if it never did."""
        return self._state.passed_huxi[self.seat * CARDS + card_in(card)] - 1

    @property
    def unseen(self) -> list[int]:
        """How many of each of the 20 kinds this seat has not seen."""
        return [self.left(card) for card in range(i64(CARDS))]

    def left(self, card: i64) -> i64:
        """How many of a kind this seat has not seen: 4 less those that it knows the place of."""
        return 4 - (self.known_key() >> shift_of(card) & 7)

    def known_key(self) -> i64:
        """All cards that this seat knows the place of, as a key."""
        state = self._state
        seat = self.seat
        key = state.seen + state.keys[seat] + state.covered[seat]
        if state.shown_held and seat != state.dealer:
            key += UNIT[state.shown_card]
        return key

    # The match

    @property
    def shown_card(self) -> int:
        """The last card of the deal 亮张, which went to the dealer; -1 in games without one."""
        return self._state.shown_card

    def shown(self) -> i64:
        """The same, for compiled policies."""
        return self._state.shown_card

    @property
    def wall_left(self) -> int:
        """Cards left in the wall."""
        return self.cards_left()

    def cards_left(self) -> i64:
        """The same, for compiled policies."""
        return self._state.wall_left

    def snapshot(self) -> dict[str, object]:
        """All that this seat sees, in plain Python; equal for tables that differ in hidden things only."""
        state = self._state
        return {
            "seat": self.seat,
            "stage": self.stage,
            "legal": [str(move) for move in self.legal],
            "card": self.card,
            "giver": self.giver,
            "is_drawn": self.is_drawn(),
            "hand": self.hand,
            "covered": cards_in(state.covered[self.seat]),
            "groups": [self.groups(seat) for seat in range(4)],
            "givers": [[self.group_giver(s, i) for i in range(self.group_count(s))] for s in range(4)],
            "huxi": [self.known_huxi(seat) for seat in range(4)],
            "quads": [self.quads(seat) for seat in range(4)],
            "sizes": [self.hand_size(seat) for seat in range(4)],
            "river": self.river,
            "stale_chows": self.stale_chows,
            "stale_pungs": self.stale_pungs,
            "skipped": [card for card in range(CARDS) if self.has_skipped(card)],
            "passed_huxi": [self.passed_huxi(card) for card in range(CARDS)],
            "unseen": self.unseen,
            "shown_card": self.shown_card,
            "wall_left": self.wall_left,
            "dealer": self.dealer,
            "winner": None if state.winner == NOBODY else state.winner,
            "scores": self.scores,
        }
