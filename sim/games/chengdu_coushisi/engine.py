"""The flow of a chengdu_coushisi hand: which questions are put, what follows from the answers.

Step and row numbers are those of the turn flow and the decisions in this folder's README.
"""

from mypy_extensions import i64, u8

from paiju.sim.games.chengdu_coushisi.cards import (
    DD,
    DECK_SIZE,
    FT,
    HAND_CARDS,
    KINDS,
    PIP_COUNT,
    UNIT,
    is_bonus,
    kind_of_card,
)
from paiju.sim.games.chengdu_coushisi.keys import bits_in
from paiju.sim.games.chengdu_coushisi.kinds import (
    BONUS_LAID,
    CHOW,
    CHOW_STAGE,
    CHOWED,
    CONCEAL,
    CONCEALED_LAID,
    DISCARD,
    DISCARD_STAGE,
    DRAGON_STAGE,
    FIRST_DISCARD_STAGE,
    FOURTH_ADDED,
    LIFTED,
    OF_GROUP,
    OF_HAND,
    OPENING_STAGE,
    PASS,
    PUNG,
    PUNG_STAGE,
    PUNGED,
    REPLACED,
    STEAL_STAGE,
    STOLEN,
    TURN_STAGE,
    TURNED,
    WIN,
    WIN_STAGE,
)
from paiju.sim.games.chengdu_coushisi.legal import CoushisiAnswers
from paiju.sim.games.chengdu_coushisi.notation import move_named
from paiju.sim.games.chengdu_coushisi.rules import BLACK_DRAGON_WIN, CUT, OTHER_FLIP, OWN_HAND
from paiju.sim.games.chengdu_coushisi.scoring import DRAGON_EYES, dragon_red
from paiju.sim.games.chengdu_coushisi.state import next_dealer, next_shuffler
from paiju.sim.games.chengdu_coushisi.view import CoushisiView
from paiju.sim.games.packed.table import NONE, PLACES
from paiju.sim.kernel.errors import ImpossibleState
from paiju.sim.kernel.events import (
    DEALT,
    DISCARDED,
    DRAWN,
    DREW,
    FROM_DISCARD,
    GOES_ON,
    HAND_STARTED,
    NO_CARD,
    NOBODY,
    PASSED,
    PLAYED_OUT,
    REVEALED,
    SELF_DRAW,
    WON,
)
from paiju.sim.kernel.policy import Move
from paiju.sim.kernel.rng import Stream


class CoushisiEngine(CoushisiAnswers):
    """One match of chengdu_coushisi."""

    # The hand

    def start_hand(self) -> None:
        """Steps 1 and 2: dealer (rule 5; decisions 3 to 5), the deal (rule 6; decision 6)."""
        state, chance = self.state, self.chance
        self.shuffle()
        lot = chance.streams[1].below(self.seats)
        if self.rules.dealer_rule == CUT:
            self.cut(next_shuffler(state, lot))
        else:
            self.announce(HAND_STARTED, next_dealer(state, self.rules, lot), NO_CARD, NOBODY, 0)
        dealer = state.dealer
        for i in range(self.seats * HAND_CARDS + 1):
            seat = self.state.after(dealer, i % self.seats)
            self.confide(DEALT, seat, self.next_card(seat), NOBODY, 0)
        if not self.ask_dragon(0):
            self.open_hands(0)

    def shuffle(self) -> None:
        """Three plain copies and a flower of each kind; 皮子 have a flower by `flower_bonus_cards` (decision 2)."""
        deck = self.chance.deck
        for i in range(i64(DECK_SIZE)):
            kind = i >> 2
            has_flower = i & 3 == 3 and (self.rules.flower_bonus_cards or not is_bonus(kind))
            deck[i] = u8(kind + KINDS if has_flower else kind)
        self.chance.shuffle()

    def cut(self, shuffler: i64) -> None:
        """抬牌: the card lifted opposite the shuffler names the dealer and goes to the pool's end (decisions 3, 4).

        Of a shuffled pack that is the last card of any cut, so the pack itself needs none.
        """
        cutter = self.state.after(shuffler, 2)
        card = self.chance.draw_tail()
        pips = PIP_COUNT[card]
        self.announce(HAND_STARTED, self.state.after(cutter, (pips - 1) % self.seats), NO_CARD, NOBODY, 0)
        self.announce(LIFTED, cutter, card, shuffler, pips)

    def next_card(self, seat: i64) -> i64:
        """The pool's next card for this seat; the lifted card is its last."""
        state = self.state
        if state.wall_left == 1 and state.lifted != NONE:
            return state.lifted
        return self.chance.draw(seat)

    def open_hands(self, first: i64) -> None:
        """Steps 4 and 5: 补 and 暗, one seat after another (rule 7; decision 10); then the dealer discards (rule 9)."""
        for i in range(first, self.seats):
            seat = self.state.after(self.state.dealer, i)
            if not self.replace_bonus(seat) or self.ask_lay(seat, OPENING_STAGE):
                return
        self.ask_discard(self.state.dealer, FIRST_DISCARD_STAGE)

    def replace_bonus(self, seat: i64) -> bool:
        """Step 5a: 皮子 of the hand are laid, as many cards drawn, unasked (decision 45); False: the pool ran out."""
        state = self.state
        while True:
            laid = self.lay_bonus(seat, DD) + self.lay_bonus(seat, FT)
            if laid == 0:
                return True
            for _ in range(laid):
                if state.wall_left == 0:
                    self.end_drawn()
                    return False
                self.confide(DREW, seat, self.next_card(seat), NOBODY, REPLACED)

    def lay_bonus(self, seat: i64, kind: i64) -> i64:
        """Lay all 皮子 of a kind that are in hand; how many?"""
        state = self.state
        held = state.keys[seat] >> 3 * kind & 7
        flower = state.flowers[seat] >> kind & 1
        for i in range(held):
            self.announce(BONUS_LAID, seat, kind if i < held - flower else kind + KINDS, NOBODY, 0)
        return held

    def begin_turn(self, seat: i64) -> None:
        """Step 7: 暗 first if the seat can and will, then a card is turned; a drawn hand when none is left."""
        state = self.state
        if state.sizes[seat] & 1 == 0:
            raise ImpossibleState(
                f"seat {seat} waits with {state.sizes[seat]} cards, an even number (rule 16)"
            )
        if not self.rules.concealed_midgame or not self.ask_lay(seat, TURN_STAGE):
            self.turn_card(seat)

    def turn_card(self, seat: i64) -> None:
        """Step 7b: the next card face up, another after a 皮子 (decision 24)."""
        state = self.state
        while state.wall_left > 0:
            card = self.next_card(seat)
            self.announce(DREW, seat, card, NOBODY, TURNED)
            if not is_bonus(card):
                self.offer_card(0)
                return
            self.announce(BONUS_LAID, seat, card, NOBODY, 0)
        self.end_drawn()

    def steal(self, seat: i64) -> bool:
        """偷牌: a card of the pool into the hand, another after a 皮子 (rule 15); False: the pool ran out."""
        way: i64 = STOLEN
        while self.state.wall_left > 0:
            card = self.next_card(seat)
            self.confide(DREW, seat, card, NOBODY, way)
            if not is_bonus(card):
                return True
            self.announce(BONUS_LAID, seat, card, NOBODY, 0)
            way = REPLACED
        self.end_drawn()
        return False

    def end_drawn(self) -> None:
        """Step 12: nobody scores, all hands are shown (decision 25)."""
        self.reveal(self.state.dealer, NO_CARD)
        self.end_hand(NOBODY, DRAWN)

    def match_end(self) -> i64:
        """Have the hands that `match` names been played? (decision 39)"""
        return PLAYED_OUT if self.state.hands >= self.rules.match_count else GOES_ON

    # Questions

    def ask_dragon(self, first: i64) -> bool:
        """Step 3: the next seat dealt exactly two red points (rules 8, 22; decisions 7, 8)."""
        state = self.state
        if not self.rules.black_dragon:
            return False
        for i in range(first, self.seats):
            seat = self.state.after(state.dealer, i)
            if dragon_red(state.keys[seat]) == DRAGON_EYES:
                self.offer_win()
                self.ask(seat, NO_CARD, NOBODY, DRAGON_STAGE)
                return True
        return False

    def ask_lay(self, seat: i64, stage: i64) -> bool:
        """Steps 5b and 7a: 暗 or an added fourth, or go on (decisions 9, 11); False if the seat has none."""
        if not self.can_lay(seat):
            return False
        self.offer_lay(seat)
        self.ask(seat, NO_CARD, NOBODY, stage)
        return True

    def ask_discard(self, seat: i64, stage: i64) -> None:
        """Steps 6, 10c and 11: a discard, or what else is legal there."""
        self.offer_even_hand(seat, stage)
        self.ask(seat, NO_CARD, NOBODY, stage)

    def offer_card(self, first: i64) -> None:
        """Steps 8a and 9a: who can win the card, in turn (rule 11; decisions 14, 15); else the other claims."""
        state = self.state
        last: i64 = self.seats if state.is_drawn or self.rules.win_on_discard else 0
        for i in range(first, last):
            seat = self.state.after(state.giver, i)
            if self.can_win_on(seat, state.card):
                self.offer_win()
                self.ask(seat, state.card, state.giver, WIN_STAGE)
                return
        if not self.ask_pung():
            self.ask_chow()

    def ask_pung(self) -> bool:
        """Steps 8b and 9b: the one seat with two or three of the card, its 吃 in the same question (rule 12).

        Who turned it may be that seat, who discarded it not (decision 18).
        """
        state = self.state
        if state.wall_left == 0:
            return False
        kind = kind_of_card(state.card)
        for i in range(i64(not state.is_drawn), self.seats):
            seat = self.state.after(state.giver, i)
            if state.keys[seat] >> 3 * kind & 7 >= 2 and not self.is_dead(seat, kind):
                self.offer_pung(seat)
                self.ask(seat, state.card, state.giver, PUNG_STAGE)
                return True
        return False

    def ask_chow(self) -> None:
        """Steps 8c and 9c: the seat that may 吃 the card (rule 13); else the next turn (rule 10; decision 23)."""
        state = self.state
        seat = self.eater()
        if seat != NOBODY and self.can_chow(seat):
            self.offer_chow(seat)
            self.ask(seat, state.card, state.giver, CHOW_STAGE)
        else:
            self.begin_turn(self.state.after(state.giver, 1))

    # Answers

    def answer(self, move: i64) -> None:
        """Carry out the answer of the seat that is asked; 碰 is followed by a steal, 吃 is not (decision 20)."""
        state = self.state
        seat = state.asked
        card = move & 255
        kind = move >> 24
        if kind == DISCARD:
            self.announce(DISCARDED, seat, card, NOBODY, 0)
            self.offer_card(1)
        elif kind == PASS:
            self.pass_on(seat)
        elif kind == CHOW:
            self.announce(CHOWED, seat, state.card, state.giver, card)
            self.ask_discard(seat, DISCARD_STAGE)
        elif kind == PUNG:
            self.announce(PUNGED, seat, card, state.giver, state.flowers[seat] >> kind_of_card(card) & 1)
            if self.steal(seat):
                self.ask_discard(seat, STEAL_STAGE)
        elif kind == WIN:
            self.win(seat, state.stage)
        else:
            self.lay(seat, card, kind)

    def lay(self, seat: i64, card: i64, move_kind: i64) -> None:
        """暗 or an added fourth, the card stolen for it, the same question again (steps 5, 7a, 10c; decision 44)."""
        state = self.state
        stage = state.stage
        if move_kind == CONCEAL:
            flower = state.flowers[seat] >> card & 1
            self.confide(CONCEALED_LAID, seat, card + KINDS * flower, NOBODY, 0)
        else:
            self.announce(FOURTH_ADDED, seat, card, NOBODY, 0)
        if not self.steal(seat):
            return
        if stage == STEAL_STAGE:
            self.ask_discard(seat, STEAL_STAGE)
        elif not self.ask_lay(seat, stage):
            self.end_lay(seat, stage)

    def end_lay(self, seat: i64, stage: i64) -> None:
        """No more 暗 for now: the next seat's opening phase, or the card to turn (steps 5b, 7a)."""
        if stage == OPENING_STAGE:
            self.open_hands(self.state.turns_to(seat, self.state.dealer) + 1)
        else:
            self.turn_card(seat)

    def pass_on(self, seat: i64) -> None:
        """A pass: the question goes to the next seat, or the next stage begins."""
        state = self.state
        stage = state.stage
        on_offer = stage >= WIN_STAGE
        card, giver = (state.card, state.giver) if on_offer else (i64(NO_CARD), i64(NOBODY))
        self.confide(PASSED, seat, card, giver, 0)
        if stage == WIN_STAGE:
            self.offer_card(self.state.turns_to(seat, state.giver) + 1)
        elif stage == PUNG_STAGE and seat != self.eater():
            self.ask_chow()
        elif on_offer:
            self.begin_turn(self.state.after(state.giver, 1))
        elif stage == DRAGON_STAGE:
            if not self.ask_dragon(self.state.turns_to(seat, state.dealer) + 1):
                self.open_hands(0)
        else:
            self.end_lay(seat, stage)

    # The end

    def win(self, seat: i64, stage: i64) -> None:
        """Step 13: the win, all hands and 暗 groups, the items, the payments."""
        state, scorer = self.state, self.scorer
        card: i64 = NO_CARD
        giver = seat
        outcome: i64 = BLACK_DRAGON_WIN if stage == DRAGON_STAGE else OWN_HAND
        if stage == WIN_STAGE:
            card, giver = state.card, state.giver
            outcome = FROM_DISCARD
            if state.is_drawn:
                outcome = SELF_DRAW if giver == seat else OTHER_FLIP
        self.count(seat, card, stage == DRAGON_STAGE)
        self.announce(WON, seat, card, giver, scorer.total)
        self.reveal(seat, card)
        scorer.pay(seat, giver if outcome == FROM_DISCARD else NONE, card)
        self.settle(seat, outcome, scorer.tally)

    def count(self, seat: i64, card: i64, is_dragon: bool) -> None:
        """What the hand is worth, left in the scorer."""
        state = self.state
        key, flowers = state.keys[seat], bits_in(state.flowers[seat]) + bits_in(state.bonus_flowers[seat])
        if is_dragon:
            self.scorer.count_black_dragon(flowers)
            return
        if card != NO_CARD:
            key += UNIT[card]
            flowers += i64(card >= KINDS)
        bonus = state.bonus_count(seat)
        self.scorer.count(key, flowers, bonus, state.groups, seat * PLACES, state.group_count[seat])

    def reveal(self, first: i64, won: i64) -> None:
        """All hands and hidden 暗 groups are shown, from one seat on, but the winning card."""
        state = self.state
        for i in range(self.seats):
            seat = self.state.after(first, i)
            key, flowers = state.keys[seat], state.flowers[seat]
            for kind in range(i64(KINDS)):
                flower = flowers >> kind & 1
                plain = (key >> 3 * kind & 7) - flower
                if i == 0:
                    plain -= i64(kind == won)
                    flower -= i64(kind + KINDS == won)
                for _ in range(plain):
                    self.announce(REVEALED, seat, kind, NOBODY, OF_HAND)
                for _ in range(flower):
                    self.announce(REVEALED, seat, kind + KINDS, NOBODY, OF_HAND)
            for at in range(seat * PLACES, seat * PLACES + state.group_count[seat]):
                if state.is_covered(seat, state.groups[at]):
                    self.announce(REVEALED, seat, state.groups[at] & 255, NOBODY, OF_GROUP)

    # For people and policies

    def view(self, seat: int, rng: Stream) -> CoushisiView:
        """What one seat may see."""
        return CoushisiView(self, self.state, self.rules, seat, rng)

    def move(self, code: int) -> Move:
        """The readable move of a code."""
        return move_named(code)
