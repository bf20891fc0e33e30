"""What is legal in chengdu_coushisi: who may win, lay or take something, and the answers to each question.

Rule and row numbers are those of this folder's README.
"""

from typing import Final

from mypy_extensions import i64

from paiju.sim.games.chengdu_coushisi.cards import BALANCE, DECK_SIZE, KINDS, RED, kind_of_card
from paiju.sim.games.chengdu_coushisi.keys import BIT, MATES, triples_in
from paiju.sim.games.chengdu_coushisi.kinds import (
    ADD_FOURTH,
    CHOW,
    CHOW_STAGE,
    CONCEAL,
    DISCARD,
    DISCARD_STAGE,
    DRAGON_STAGE,
    OPENING_STAGE,
    PASS,
    PUNG,
    PUNG_STAGE,
    STEAL_STAGE,
    TURN_STAGE,
    WIN,
    WIN_STAGE,
)
from paiju.sim.games.chengdu_coushisi.rules import CoushisiRules
from paiju.sim.games.chengdu_coushisi.scoring import Scorer
from paiju.sim.games.chengdu_coushisi.state import CoushisiState
from paiju.sim.kernel.engine import Chance, Engine
from paiju.sim.kernel.events import NOBODY, Log


class CoushisiAnswers(Engine):
    """The engine's knowledge of what is legal; `CoushisiEngine` adds the flow of a hand."""

    def __init__(self, rules: CoushisiRules, log: Log) -> None:
        self.scorer: Final = Scorer(rules)
        self.state: Final = CoushisiState(self.scorer)
        super().__init__(self.state, log, Chance(DECK_SIZE))
        self.rules: Final = rules

    # What is possible

    def can_win_on(self, seat: i64, card: i64) -> bool:
        """Rules 17 to 19 with this further card, and no lock after a passed 胡 (decision 16)."""
        state = self.state
        return not self.is_locked(seat) and self.scorer.wins(
            state.balance[seat] + BALANCE[card], state.red[seat] + RED[card], seat == state.dealer
        )

    def can_win_even(self, seat: i64) -> bool:
        """Decision 13: the same with a hand of pairs only."""
        state = self.state
        return (
            self.rules.win_on_own_hand
            and not self.is_locked(seat)
            and self.scorer.wins(state.balance[seat], state.red[seat], seat == state.dealer)
        )

    def is_locked(self, seat: i64) -> bool:
        """Decision 16: has the seat passed a 胡 since its last turn began?"""
        return self.rules.lock_until_turn and self.state.passed_win[seat] != 0

    def is_dead(self, seat: i64, kind: i64) -> bool:
        """Decision 36: has the seat passed a 碰 or 吃 of this kind?"""
        return self.rules.dead_cards and self.state.passed_kinds[seat] & BIT[kind] != 0

    def can_lay(self, seat: i64) -> bool:
        """Is there a triple for 暗, or a fourth to add, and a card to steal? (rule 14; decisions 12, 25)"""
        state = self.state
        if state.wall_left == 0:
            return False
        return triples_in(state.keys[seat]) != 0 or self.fourths(seat) != 0

    def fourths(self, seat: i64) -> i64:
        """1 in the digit of each kind of which the fourth may be added to a group (decision 12)."""
        return self.state.keys[seat] & self.state.threes[seat] if self.rules.add_fourth else 0

    def eater(self) -> i64:
        """Who may 吃 the card on the table: its turner; by `chow_from` the next seat after its discarder (rule 13)."""
        state = self.state
        if state.is_drawn:
            return state.giver
        return state.after(state.giver, 1) if self.rules.chow_left_discard else NOBODY

    def can_chow(self, seat: i64) -> bool:
        """Does the seat hold a card that makes fourteen, and another to discard? (rule 13; decision 21)"""
        state = self.state
        kind = kind_of_card(state.card)
        return state.keys[seat] & MATES[kind] != 0 and state.sizes[seat] > 1 and not self.is_dead(seat, kind)

    # Legal answers

    def legal(self) -> None:
        """Offer the answers to the question open in the state."""
        state = self.state
        stage, seat = state.stage, state.asked
        if stage == WIN_STAGE or stage == DRAGON_STAGE:
            self.offer_win()
        elif stage == PUNG_STAGE:
            self.offer_pung(seat)
        elif stage == CHOW_STAGE:
            self.offer_chow(seat)
        elif stage == OPENING_STAGE or stage == TURN_STAGE:
            self.offer_lay(seat)
        else:
            self.offer_even_hand(seat, stage)

    def offer_win(self) -> None:
        """胡, or pass."""
        self.clear_offers()
        self.offer(PASS << 24)
        self.offer(WIN << 24)

    def offer_pung(self, seat: i64) -> None:
        """碰, 吃 if the same seat may (decision 19), or pass (decision 17)."""
        self.clear_offers()
        self.offer(PASS << 24)
        if seat == self.eater() and self.can_chow(seat):
            self.offer_chows(seat)
        self.offer(PUNG << 24 | self.state.card)

    def offer_chow(self, seat: i64) -> None:
        """吃, or pass."""
        self.clear_offers()
        self.offer(PASS << 24)
        self.offer_chows(seat)

    def offer_chows(self, seat: i64) -> None:
        """Each different hand card that makes fourteen with the card on the table (decision 44)."""
        self.offer_cards(seat, CHOW << 24, self.state.keys[seat] & MATES[kind_of_card(self.state.card)])

    def offer_lay(self, seat: i64) -> None:
        """暗 or an added fourth, or pass."""
        self.clear_offers()
        self.offer(PASS << 24)
        self.offer_groups(seat)

    def offer_even_hand(self, seat: i64, stage: i64) -> None:
        """Any card of the hand; after a steal 暗 and an added fourth; 胡 but after 吃 (decisions 11, 13, 37)."""
        self.clear_offers()
        self.offer_cards(seat, DISCARD << 24, self.state.keys[seat])
        if stage == STEAL_STAGE and self.rules.concealed_midgame and self.can_lay(seat):
            self.offer_groups(seat)
        if stage != DISCARD_STAGE and self.can_win_even(seat):
            self.offer(WIN << 24)

    def offer_groups(self, seat: i64) -> None:
        """暗 of each triple, then each fourth that may be added."""
        self.offer_kinds(CONCEAL << 24, triples_in(self.state.keys[seat]))
        self.offer_cards(seat, ADD_FOURTH << 24, self.fourths(seat))

    def offer_cards(self, seat: i64, move: i64, key: i64) -> None:
        """A move with each different card of these hand cards: the plain copies, then the flowers."""
        flowers = self.state.flowers[seat]
        moves = self.moves
        n = self.choices
        for kind in range(i64(KINDS)):  # without branches: the hottest loop of the engine
            moves[n] = move | kind
            n += i64(key >> 3 * kind & 7 > flowers >> kind & 1)
        for kind in range(i64(KINDS)):
            moves[n] = move | kind + KINDS
            n += i64(key >> 3 * kind & 7 != 0) & flowers >> kind
        if n > self.choices:
            self.choices = n
            self.offers |= i64(1) << (move >> 24)

    def offer_kinds(self, move: i64, key: i64) -> None:
        """A move with each kind that has a digit in the key."""
        for kind in range(i64(KINDS)):
            if key >> 3 * kind & 7:
                self.offer(move | kind)
