"""The flow of a hunan_paohuzi hand: what is forced, which questions are put, what follows from the answers.

Numbers of steps, rules and decisions are those of this folder's README.
"""

from typing import Final

from mypy_extensions import i64, u8

from paiju.sim.games.hunan_paohuzi.kinds import (
    BEFORE_GROUP_STAGE,
    FROM_DEAL,
    FROM_KAN,
    FROM_PUNG,
    FROM_WEI,
    GROUP_STAGE,
    PAO_LAID,
    SHOWN,
    STALE_WEI_LAID,
    TI_LAID,
    WEI_LAID,
)
from paiju.sim.games.hunan_paohuzi.rules import (
    EARTHLY,
    HEAVENLY,
    HIDDEN,
    MATCH_HAND,
    OPENING_GROUPS,
    SHOWN_CARD,
    PaohuziRules,
)
from paiju.sim.games.hunan_paohuzi.scoring import OTHER_DRAW as BY_OTHER_DRAW
from paiju.sim.games.hunan_paohuzi.scoring import OWN_DRAW, PLAYED, Scorer, reds_of
from paiju.sim.games.hunan_paohuzi.state import PaohuziState, next_dealer
from paiju.sim.games.hunan_paohuzi.view import PaohuziView
from paiju.sim.games.packed.table import PLACES
from paiju.sim.games.zipai.cards import CARDS, DECK, ONES, SHIFT
from paiju.sim.games.zipai.engine import ZipaiEngine
from paiju.sim.games.zipai.groups import COVERED
from paiju.sim.games.zipai.kinds import (
    CHOW,
    CHOW_STAGE,
    DISCARD,
    DISCARD_STAGE,
    OPENING_STAGE,
    OTHER_DRAW,
    PASS,
    PLAIN,
    PUNG,
    PUNG_STAGE,
    PUNGED,
    WIN_STAGE,
)
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
    SELF_DRAW,
    WON,
    Log,
)
from paiju.sim.kernel.rng import Stream

HAND_CARDS: Final = 14


class PaohuziEngine(ZipaiEngine):
    """One match of hunan_paohuzi."""

    def __init__(self, rules: PaohuziRules, log: Log) -> None:
        state = PaohuziState(rules)
        super().__init__(state, log, rules.kan_locked, rules.all_copies)
        self.table: Final = state  # the family has it too, as the type it has there
        self.rules: Final = rules
        self.scorer: Final = Scorer(rules)

    # The hand

    def start_hand(self) -> None:
        """Steps 1 to 3: dealer, the deal (rule 4; decision 53), the card shown to all (rule 5)."""
        chance = self.chance
        dealer = next_dealer(self.state, self.rules, chance.streams[1].below(self.seats))
        self.announce(HAND_STARTED, dealer, NO_CARD, NOBODY, 0)
        deck = chance.deck
        for i in range(i64(DECK)):
            deck[i] = u8(i >> 2)
        chance.shuffle()
        for _ in range(HAND_CARDS):
            for turns in range(self.seats):
                seat = self.state.after(dealer, turns)
                self.confide(DEALT, seat, chance.draw(seat), NOBODY, PLAIN)
        self.announce(DEALT, dealer, chance.draw(dealer), NOBODY, SHOWN)
        if not self.win_by_opening_groups() and not self.ask_opening(0):
            self.lay_dealt()

    def win_by_opening_groups(self) -> bool:
        """Step 4: the first seat with 2提 or 4坎 wins, unasked (rule 30; decisions 6 to 8, 32)."""
        if not self.rules.opening_win:
            return False
        state = self.state
        for i in range(self.seats):
            seat = state.after(state.dealer, i)
            huxi = self.scorer.evaluate_opening(state.keys[seat])
            if huxi >= 0:
                self.win(seat, NO_CARD, seat, huxi, OPENING_GROUPS)
                return True
        return False

    def ask_opening(self, first: i64) -> bool:
        """Step 5: who can win with the card shown at the deal, the dealer with his fifteen cards.

        To win it is all that anybody may do with it, and nobody must (rule 30; decisions 7 to 9, 11).
        """
        state = self.state
        last: i64 = 1 if self.rules.self_draw_only else self.seats
        for i in range(first, last):
            if self.ask_win(state.after(state.dealer, i), OPENING_STAGE):
                return True
        return False

    def lay_dealt(self) -> None:
        """Steps 6 and 7: dealt 提 are laid; the dealer plays a card, unless he laid two (decisions 29b, 31)."""
        state = self.state
        for i in range(self.seats):
            seat = state.after(state.dealer, i)
            if state.keys[seat] >> 2 & ONES == 0:
                continue
            for card in range(i64(CARDS)):
                if state.keys[seat] >> SHIFT[card] & 4:
                    self.lay_ti(seat, card, FROM_DEAL, False)
        if state.quads[state.dealer] > 1:
            self.draw(state.after(state.dealer, 1))
        else:
            self.ask_discard(state.dealer)

    def draw(self, seat: i64) -> None:
        """Step 9: the next card of the wall, to its last, or the drawn hand 荒庄 (rules 24, 33; decision 40)."""
        state = self.state
        self.check_size(seat)
        if state.wall_left == 0:
            self.end_drawn()
            return
        card = self.chance.draw(seat)
        if state.keys[seat] >> SHIFT[card] & 7 >= 2 or state.laid[seat] >> SHIFT[card] & 7 == 2:
            self.confide(DREW, seat, card, NOBODY, 0)
            if not self.rules.win_before_wei or not self.ask_win(seat, BEFORE_GROUP_STAGE):
                self.lay_drawn(seat, card)
        else:
            self.announce(DREW, seat, card, NOBODY, 0)
            self.offer_card(0)

    def check_size(self, seat: i64) -> None:
        """A waiting hand lacks one card of five groups, one a pair if there is a quad (decision 48)."""
        state = self.state
        wanted = HAND_CARDS - 3 * state.group_count[seat] - i64(state.quads[seat] > 0) - state.credits[seat]
        if state.sizes[seat] != wanted and (state.sizes[seat] != 0 or wanted >= 0):
            raise ImpossibleState(f"seat {seat} waits with {state.sizes[seat]} cards, not with {wanted}")

    def end_drawn(self) -> None:
        """Step 13: nobody won; all hands are shown, nothing is paid (rule 33; decision 41)."""
        self.reveal(self.state.dealer, NO_CARD)
        self.end_hand(NOBODY, DRAWN)

    def match_end(self) -> i64:
        """Have the hands that `match` names been played? (decision 46)"""
        wanted = 1 if self.rules.match_kind == MATCH_HAND else self.rules.match_count
        return PLAYED_OUT if self.state.hands >= wanted else GOES_ON

    # What is forced (rule 14)

    def lay_drawn(self, seat: i64, card: i64) -> None:
        """Step 9a: 提 or 偎 with the card just drawn, stale or not; then the question whether that wins.

        Forced even where it ruins a hand; a 偎 is 臭 only after 忍碰 (rules 10, 16, 17; decisions 14, 24, 25).
        """
        state = self.state
        held = state.keys[seat] >> SHIFT[card] & 7
        if held == 3:
            self.lay_ti(seat, card, FROM_KAN, False)
        elif held == 2:
            stale = self.table.skipped[seat] >> card & 1 != 0
            public = stale or self.rules.wei_visibility != HIDDEN
            self.tell(STALE_WEI_LAID if stale else WEI_LAID, seat, card, 0, public)
        else:
            self.lay_ti(seat, card, FROM_WEI, self.is_public_wei(seat, card))
        if self.rules.win_before_wei or not self.ask_win(seat, GROUP_STAGE):
            self.go_on(seat)

    def lay_ti(self, seat: i64, card: i64, before: i64, was_public: bool) -> None:
        """提, with one card shown (decision 12); what all knew before stays known."""
        public = was_public or self.rules.ti_is_public
        self.tell(TI_LAID, seat, card, before, public)

    def tell(self, kind: i64, seat: i64, card: i64, arg: i64, public: bool) -> None:
        """A group of one's own cards, open or covered."""
        if public:
            self.announce(kind, seat, card, seat, arg)
        else:
            self.confide(kind, seat, card, seat, arg)

    def is_public_wei(self, seat: i64, card: i64) -> bool:
        """Do all know the kind of this 偎?"""
        state = self.state
        for at in range(seat * PLACES, seat * PLACES + state.group_count[seat]):
            if state.groups[at] & 255 == card and state.groups[at] & COVERED:
                return False
        return True

    def go_on(self, seat: i64) -> None:
        """Steps 10 and 11: the discard that is due, or the next draw (decisions 22, 29, 29c, 43)."""
        if self.state.due == seat:
            self.ask_discard(seat)
        else:
            self.draw(self.state.after(seat, 1))

    def offer_card(self, first: i64) -> None:
        """Steps 8a and 9b: who can win on the card on the table, in turn; else the other claims.

        A win comes before every 跑, one's own and another's (rules 28, 29, 31; decisions 23, 27, 28).
        """
        state = self.state
        last: i64 = self.seats
        if self.rules.self_draw_only:
            last = 1 if state.is_drawn else 0
        for i in range(first, last):
            if self.ask_win(state.after(state.giver, i), WIN_STAGE):
                return
        self.offer_sets()

    def offer_sets(self) -> None:
        """Steps 8b, 8c, 9c and 9d: a 跑 is laid; else who holds a pair is asked.

        Played or drawn is the same but for a 碰 on the table (rules 11, 15, 18; decisions 33, 49 to 51).
        """
        state = self.state
        card = state.card
        shift = SHIFT[card]
        pairs: i64 = NOBODY
        for i in range(self.seats):
            seat = state.after(state.giver, i)
            held = state.keys[seat] >> shift & 7
            lies = state.laid[seat] >> shift & 7
            if held >= 2 and i > 0:
                if held == 3:
                    self.lay_pao(seat, FROM_KAN)
                    return
                pairs = seat
            elif lies == 2 and i > 0:
                self.lay_pao(seat, FROM_WEI)
                return
            elif lies == 1 and state.is_drawn and (i == 0 or self.rules.pao_on_any_draw):
                self.lay_pao(seat, FROM_PUNG)
                return
        if pairs == NOBODY or not self.ask_pung(pairs):
            self.offer_chows(0 if state.is_drawn else 1)

    def lay_pao(self, seat: i64, before: i64) -> None:
        """Step 11: 跑, and what follows; after a 重跑 another seat may draw (decisions 29, 29c)."""
        state = self.state
        giver = state.giver
        self.announce(PAO_LAID, seat, state.card, giver, before)
        if self.rules.next_after_source and state.due != seat and state.sizes[seat] > 0:
            self.draw(state.after(giver, 1))
        else:
            self.go_on(seat)

    # Questions

    def ask_win(self, seat: i64, stage: i64) -> bool:
        """Ask a seat that can win, or let it win unasked by `must_win`; False if it cannot."""
        huxi = self.huxi_at(seat, stage)
        if huxi < self.rules.min_huxi or self.is_locked(seat):
            return False
        if self.rules.must_win:
            self.win_at(seat, stage)
        else:
            self.offer_win()
            self.ask(seat, self.state.card, self.state.giver, stage)
        return True

    def is_locked(self, seat: i64) -> bool:
        """臭胡: has the seat passed a win on this kind with the same 息 on the table? (rule 32; decision 37)"""
        state = self.state
        passed = self.table.passed_huxi[seat * CARDS + state.card]
        return self.rules.lock_passed_win and passed == state.huxi[seat] + 1

    def ask_pung(self, seat: i64) -> bool:
        """Steps 8c and 9d: a pair that is not stale and leaves a card in hand (rule 15; decisions 15, 22)."""
        state = self.state
        if state.stale_pung[seat] >> state.card & 1 or state.sizes[seat] < 3:
            return False
        self.offer_pung()
        self.ask(seat, state.card, state.giver, PUNG_STAGE)
        return True

    def offer_chows(self, first: i64) -> None:
        """Steps 8d and 9e: the drawer, then the next seat, if it can 吃; else the next draw (rule 20; decision 36)."""
        state = self.state
        for i in range(first, i64(2)):
            seat = state.after(state.giver, i)
            if state.stale_chow[seat] >> state.card & 1 == 0 and self.find_chows(seat) > 0:
                self.offer_chow()
                self.ask(seat, state.card, state.giver, CHOW_STAGE)
                return
        self.draw(state.after(state.giver, 1))

    def ask_discard(self, seat: i64) -> None:
        """Steps 7, 10, 11: a card of the hand."""
        self.offer_discards(seat)
        self.ask(seat, self.state.card, self.state.giver, DISCARD_STAGE)

    # Wins

    def huxi_at(self, seat: i64, stage: i64) -> i64:
        """胡息 of the best reading at a question for a win; -1 when it is none (decisions 10, 24, 26, 28)."""
        state = self.state
        card, way = state.card, self.way_at(seat, stage)
        if stage == GROUP_STAGE or (stage == OPENING_STAGE and seat == state.dealer):
            card = -1  # it lies in the group, or was dealt
        return self.scorer.evaluate(
            state.keys[seat],
            state.sizes[seat],
            state.group_count[seat],
            state.quads[seat],
            state.huxi[seat],
            state.laid[seat],
            card,
            way,
        )

    def way_at(self, seat: i64, stage: i64) -> i64:
        """Where the winning card comes from; the card shown at the deal is one the dealer drew (decision 10)."""
        state = self.state
        if seat == state.giver:
            return OWN_DRAW
        return BY_OTHER_DRAW if stage == OPENING_STAGE or state.is_drawn else PLAYED

    def win_at(self, seat: i64, stage: i64) -> None:
        """A win on the card in question."""
        state = self.state
        way = self.way_at(seat, stage)
        outcome: i64 = SELF_DRAW
        if stage == OPENING_STAGE:
            outcome = SHOWN_CARD
        elif way == BY_OTHER_DRAW:
            outcome = OTHER_DRAW
        elif way == PLAYED:
            outcome = FROM_DISCARD
        self.win(seat, state.card, state.giver, self.huxi_at(seat, stage), outcome)

    def win(self, seat: i64, card: i64, giver: i64, huxi: i64, outcome: i64) -> None:
        """Step 12: the win, all hands and covered groups, the items, the payments.

        天胡 is an opening win of the dealer, 地胡 of another (rule 30; decisions 4, 5, 52).
        """
        state, scorer = self.state, self.scorer
        opening: i64 = -1
        if outcome == SHOWN_CARD or outcome == OPENING_GROUPS:
            opening = HEAVENLY if seat == state.dealer else EARTHLY
        self.announce(WON, seat, card, giver, huxi)
        first, n = seat * PLACES, state.group_count[seat]
        reds = reds_of(state.keys[seat], state.groups, first, n)
        scorer.count(state.groups, first, n, reds, outcome == SELF_DRAW, opening)
        self.reveal(seat, card)
        scorer.pay(seat, giver if outcome == FROM_DISCARD else -1)
        self.settle(seat, outcome, scorer.tally)

    # Answers

    def answer(self, move: i64) -> None:
        """Carry out the answer of the seat that is asked."""
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
            self.lay_chows(seat, card, move >> 8 & 0xFFFF)
            self.go_on(seat)
        elif kind == PUNG:
            self.announce(PUNGED, seat, card, state.giver, 0)
            self.go_on(seat)
        else:
            self.win_at(seat, state.stage)

    def pass_on(self, seat: i64) -> None:
        """A pass: the question goes to the next seat, or the next stage begins: 吃 after a passed 碰 (decision 35)."""
        state = self.state
        stage = state.stage
        self.confide(PASSED, seat, state.card, state.giver, 0)
        turn = state.turns_to(seat, state.giver)
        if stage == WIN_STAGE:
            self.offer_card(turn + 1)
        elif stage == CHOW_STAGE:
            self.offer_chows(turn + 1)
        elif stage == PUNG_STAGE:
            self.offer_chows(0 if state.is_drawn else 1)
        elif stage == GROUP_STAGE:
            self.go_on(seat)
        elif stage == BEFORE_GROUP_STAGE:
            self.lay_drawn(seat, state.card)
        elif not self.ask_opening(turn + 1):
            self.lay_dealt()

    # For people and policies

    def view(self, seat: int, rng: Stream) -> PaohuziView:
        """What one seat may see."""
        return PaohuziView(self, self.table, self.rules, seat, rng)
