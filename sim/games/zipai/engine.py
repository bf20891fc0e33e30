"""What the engines of the character games do alike: answers offered, 吃 with 比, showing what is hidden."""

from typing import Final

from mypy_extensions import i64

from paiju.sim.games.packed.table import PLACES
from paiju.sim.games.zipai.cards import CARDS, DECK, ONES, SHIFT
from paiju.sim.games.zipai.claims import Chows
from paiju.sim.games.zipai.groups import COVERED
from paiju.sim.games.zipai.kinds import (
    CHOW,
    CHOW_STAGE,
    CHOWED,
    COMPARED,
    DISCARD,
    DISCARD_STAGE,
    OF_GROUP,
    OF_HAND,
    PASS,
    PUNG,
    PUNG_STAGE,
    WIN,
)
from paiju.sim.games.zipai.moves import move_named
from paiju.sim.games.zipai.state import ZipaiState
from paiju.sim.kernel.engine import Chance, Engine
from paiju.sim.kernel.events import NOBODY, REVEALED, Log
from paiju.sim.kernel.policy import Move


class ZipaiEngine(Engine):
    """A table with character cards; a game adds the flow of its hands.

    `kan_locked`: a 坎 is neither played nor eaten with; `all_copies`: 比 is compulsory.
    """

    def __init__(self, state: ZipaiState, log: Log, kan_locked: bool, all_copies: bool) -> None:
        super().__init__(state, log, Chance(DECK))
        self.state: Final = state
        self.kan_locked: Final = kan_locked
        self.all_copies: Final = all_copies
        self.chows: Final = Chows()

    # Legal answers

    def find_chows(self, seat: i64) -> i64:
        """How many ways the seat has to 吃 the card on the table (hunan_paohuzi decisions 19, 20)."""
        key = self.state.keys[seat]
        if self.kan_locked:
            key -= 3 * (key & key >> 1 & ONES)
        return self.chows.find(key, self.state.sizes[seat], self.state.card, self.all_copies)

    def legal(self) -> None:
        """Offer the answers to the question open in the state."""
        state = self.state
        if state.stage == DISCARD_STAGE:
            self.offer_discards(state.asked)
        elif state.stage == PUNG_STAGE:
            self.offer_pung()
        elif state.stage == CHOW_STAGE:
            self.find_chows(state.asked)
            self.offer_chow()
        else:
            self.offer_win()

    def offer_discards(self, seat: i64) -> None:
        """Any card that is not of a locked 坎; without others one of it (hunan_paohuzi decisions 21, 22)."""
        self.clear_offers()
        key = self.state.keys[seat]
        threes = key & key >> 1 & ONES
        free = key - 3 * threes if self.kan_locked else key
        if free == 0:
            free = key
        for card in range(i64(CARDS)):
            if free >> SHIFT[card] & 7:
                self.offer(DISCARD << 24 | card)

    def offer_win(self) -> None:
        """Win, or pass."""
        self.clear_offers()
        self.offer(PASS << 24)
        self.offer(WIN << 24 | self.state.card)

    def offer_pung(self) -> None:
        """碰, or pass."""
        self.clear_offers()
        self.offer(PASS << 24)
        self.offer(PUNG << 24 | self.state.card)

    def offer_chow(self) -> None:
        """Each way to 吃 that was found, or pass."""
        self.clear_offers()
        self.offer(PASS << 24)
        for i in range(self.chows.count):
            self.offer(CHOW << 24 | self.chows.details[i] << 8 | self.state.card)

    # What happens

    def lay_chows(self, seat: i64, card: i64, detail: i64) -> None:
        """吃, with the further groups that 比 asks for."""
        self.announce(CHOWED, seat, card, self.state.giver, detail)
        more = detail >> 3
        while more != 0:
            self.announce(COMPARED, seat, card, seat, more & 7)
            more >>= 3

    def reveal(self, first: i64, won: i64) -> None:
        """All hands and covered groups are shown, from one seat on, but the winning card."""
        state = self.state
        for i in range(self.seats):
            seat = state.after(first, i)
            for card in range(i64(CARDS)):
                held = state.keys[seat] >> SHIFT[card] & 7
                if i == 0 and card == won and held > 0:
                    held -= 1
                for _ in range(held):
                    self.announce(REVEALED, seat, card, NOBODY, OF_HAND)
            for at in range(seat * PLACES, seat * PLACES + state.group_count[seat]):
                if state.groups[at] & COVERED:
                    self.announce(REVEALED, seat, state.groups[at] & 255, NOBODY, OF_GROUP)

    def move(self, code: int) -> Move:
        """The readable move of a code."""
        return move_named(code)
