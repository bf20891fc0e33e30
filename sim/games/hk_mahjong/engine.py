"""The flow of an hk_mahjong hand: which questions are put, which answers are legal, what follows from them.

Step numbers are those of the turn flow in this folder's README.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.sim.games.hk_mahjong.notation import move_named
from paiju.sim.games.hk_mahjong.rules import MATCH_HAND, MATCH_HANDS, HkRules
from paiju.sim.games.hk_mahjong.scoring import BLOOM, EARTH, HEAVEN, LAST, ROB_KONG, Scorer
from paiju.sim.games.hk_mahjong.scoring import DISCARD as BY_DISCARD
from paiju.sim.games.hk_mahjong.scoring import SELF_DRAW as BY_SELF_DRAW
from paiju.sim.games.hk_mahjong.state import DECK, HkState, next_dealer, rounds_done
from paiju.sim.games.hk_mahjong.view import HkView
from paiju.sim.games.mahjong.kinds import (
    ADDED_KONG,
    AFTER_CLAIM,
    CHOW,
    CHOW_STAGE,
    CHOWED,
    CONCEALED_KONG,
    CONCEALED_KONG_LAID,
    DISCARD,
    KONG,
    KONG_ADDED,
    KONG_ANNOUNCED,
    KONGED,
    OWN_TURN,
    PASS,
    PUNG,
    PUNGED,
    ROB_STAGE,
    ROBBED_KONG,
    SET_STAGE,
    WIN,
    WIN_STAGE,
)
from paiju.sim.games.mahjong.melds import PUNG as PUNG_MELD
from paiju.sim.games.mahjong.state import NO_TILE, TILES
from paiju.sim.games.mahjong.tiles import SUIT
from paiju.sim.kernel.engine import Chance, Engine
from paiju.sim.kernel.errors import ImpossibleState
from paiju.sim.kernel.events import (
    ALL,
    DEALT,
    DISCARDED,
    DRAWN,
    DREW,
    FROM_DISCARD,
    HAND_ENDED,
    HAND_LIMIT,
    HAND_STARTED,
    MATCH_ENDED,
    NO_CARD,
    NOBODY,
    PAID,
    PASSED,
    PLAYED_OUT,
    REVEALED,
    SCORED,
    SELF_DRAW,
    WON,
    Log,
)
from paiju.sim.kernel.policy import Move
from paiju.sim.kernel.rng import Stream

HEAD: Final = 0
TAIL: Final = 1
EAST: Final = 27  # the tile 東; the winds follow it


class HkEngine(Engine):
    """One match of hk_mahjong."""

    def __init__(self, rules: HkRules, log: Log) -> None:
        self.state: Final = HkState()
        super().__init__(self.state, 4, log, Chance(DECK))
        self.rules: Final = rules
        self.scorer: Final = Scorer(rules)
        self.hand: Final = vec[u8]([0] * TILES)  # scratch: a hand with the winning tile

    # The hand

    def start_hand(self) -> None:
        """Steps 1 and 2: dealer and winds, the deal (row 22), the dealer's first draw."""
        state = self.state
        dealer = i64(next_dealer(state, self.rules))
        wind = i64(rounds_done(state, self.rules)) & 3
        self.emit(HAND_STARTED, dealer, NO_CARD, NOBODY, wind, ALL)
        chance = self.chance
        deck = chance.deck
        for i in range(i64(DECK)):
            deck[i] = u8(i >> 2)
        chance.shuffle()
        for i in range(i64(4)):
            seat = (dealer + i) & 3
            for _ in range(13):
                self.emit(DEALT, seat, chance.draw(seat), NOBODY, 0, i64(1) << seat)
        self.draw(dealer)

    def draw(self, seat: i64) -> None:
        """Step 3: the head tile of the wall, or the drawn hand 流局."""
        if self.state.wall_left == 0:
            self.end_hand(NOBODY, DRAWN)
            return
        self.emit(DREW, seat, self.chance.draw(seat), NOBODY, HEAD, i64(1) << seat)
        self.ask_own_turn(seat)

    def draw_replacement(self, seat: i64) -> None:
        """Step 8: the tail tile of the wall after a kong."""
        self.emit(DREW, seat, self.chance.draw_tail(), NOBODY, TAIL, i64(1) << seat)
        self.ask_own_turn(seat)

    def end_hand(self, winner: i64, outcome: i64) -> None:
        """Step 17: the hand is over, and perhaps the match."""
        self.emit(HAND_ENDED, winner, NO_CARD, NOBODY, outcome, ALL)
        if self.is_over():
            limited = self.rules.match_kind != MATCH_HAND and not self.is_played_out()
            self.emit(MATCH_ENDED, NOBODY, NO_CARD, NOBODY, HAND_LIMIT if limited else PLAYED_OUT, ALL)

    def is_over(self) -> bool:
        """Has the match come to its end, or to `max_hands`? (row 31)"""
        return self.is_played_out() or self.state.hands >= self.rules.max_hands

    def is_played_out(self) -> bool:
        """Have the hands or rounds that `match` names been played?"""
        if self.rules.match_kind == MATCH_HAND:
            return self.state.hands >= 1
        if self.rules.match_kind == MATCH_HANDS:
            return self.state.hands >= self.rules.match_count
        return rounds_done(self.state, self.rules) >= self.rules.match_count

    # Questions

    def ask_own_turn(self, seat: i64) -> None:
        """Step 4: win, kong or discard."""
        self.offer_own_turn(seat)
        self.ask(seat, self.state.drawn, seat, OWN_TURN)

    def ask_after_claim(self, seat: i64) -> None:
        """Step 13: a discard after a pung or chow."""
        self.offer_after_claim(seat)
        self.ask(seat, self.state.claimed, seat, AFTER_CLAIM)

    def ask_win(self, giver: i64, tile: i64, first: i64, stage: i64) -> bool:
        """Steps 7 and 10: ask the next seat that can win this tile, nearest to its giver first."""
        for i in range(first, i64(4)):
            seat = (giver + i) & 3
            if self.can_win_on(seat, tile, stage):
                self.offer_win(tile)
                self.ask(seat, tile, giver, stage)
                return True
        return False

    def ask_set(self, giver: i64, tile: i64) -> bool:
        """Step 11: ask the one seat that holds two or three of the discard."""
        for i in range(i64(1), i64(4)):
            seat = (giver + i) & 3
            if self.state.counts[seat * TILES + tile] >= 2:
                self.offer_set(seat, tile)
                self.ask(seat, tile, giver, SET_STAGE)
                return True
        return False

    def ask_chow(self, giver: i64, tile: i64) -> bool:
        """Step 12: ask the discarder's next player, if he can build a sequence."""
        seat = (giver + 1) & 3
        self.offer_chow(seat, tile)
        if self.choices == 1:
            return False
        self.ask(seat, tile, giver, CHOW_STAGE)
        return True

    # Legal answers

    def legal(self) -> None:
        """Offer the answers to the question open in the state."""
        state = self.state
        if state.stage == OWN_TURN:
            self.offer_own_turn(state.asked)
        elif state.stage == AFTER_CLAIM:
            self.offer_after_claim(state.asked)
        elif state.stage == SET_STAGE:
            self.offer_set(state.asked, state.tile)
        elif state.stage == CHOW_STAGE:
            self.offer_chow(state.asked, state.tile)
        else:
            self.offer_win(state.tile)

    def offer_own_turn(self, seat: i64) -> None:
        """Any tile of the hand; a kong if a replacement is left (row 19); the win."""
        self.clear_offers()
        has_four = self.offer_discards(seat, NO_TILE)
        self.offer_kongs(seat, has_four)
        if self.can_win_by_draw(seat):
            self.offer(WIN << 24 | self.state.drawn)

    def offer_after_claim(self, seat: i64) -> None:
        """Any tile of the hand, by `swap_call` not the kind just claimed unless nothing else is left (row 24)."""
        self.clear_offers()
        has_four = self.offer_discards(seat, NO_TILE if self.rules.swap_call else self.state.claimed)
        if self.choices == 0:
            self.offer_discards(seat, NO_TILE)
        if self.rules.kong_after_claim:
            self.offer_kongs(seat, has_four)

    def offer_discards(self, seat: i64, banned: i64) -> bool:
        """Each kind of tile in the hand but one. Does the hand hold four equal tiles?"""
        at = seat * TILES
        counts = self.state.counts
        moves = self.moves
        n = self.choices
        bits: i64 = 0
        for tile in range(i64(TILES)):  # written without branches: this loop is the hottest of the engine
            count = i64(counts[at + tile])
            moves[n] = DISCARD << 24 | tile
            n += i64(count != 0) & i64(tile != banned)
            bits |= count
        self.choices = n
        self.offers |= 1 << DISCARD
        return bits & 4 != 0

    def offer_kongs(self, seat: i64, has_four: bool) -> None:
        """Four equal tiles in hand, or the fourth of an exposed pung; never with an empty wall (rows 19, 25)."""
        state = self.state
        if state.wall_left == 0:
            return
        at = seat * TILES
        if has_four:
            for tile in range(i64(TILES)):
                if state.counts[at + tile] == 4:
                    self.offer(CONCEALED_KONG << 24 | tile)
        for place in range(seat * 4, seat * 4 + state.meld_count[seat]):
            meld = state.melds[place]
            if meld >> 8 == PUNG_MELD and state.counts[at + (meld & 255)]:
                self.offer_in_order(ADDED_KONG << 24 | meld & 255)

    def offer_in_order(self, move: i64) -> None:
        """Offer a move before those of higher codes: melds lie in the order in which they were laid."""
        self.offer(move)
        moves = self.moves
        place = self.choices - 1
        while place > 0 and moves[place - 1] > move:
            moves[place] = moves[place - 1]
            moves[place - 1] = move
            place -= 1

    def offer_win(self, tile: i64) -> None:
        """Win another's tile, or pass."""
        self.clear_offers()
        self.offer(PASS << 24)
        self.offer(WIN << 24 | tile)

    def offer_set(self, seat: i64, tile: i64) -> None:
        """Pung with two or three in hand, kong with three (rules 6 and 7), or pass."""
        self.clear_offers()
        self.offer(PASS << 24)
        self.offer(PUNG << 24 | tile)
        if self.state.counts[seat * TILES + tile] == 3 and self.state.wall_left > 0:
            self.offer(KONG << 24 | tile)

    def offer_chow(self, seat: i64, tile: i64) -> None:
        """The sequences that the hand completes with this tile (rule 8), or pass."""
        self.clear_offers()
        self.offer(PASS << 24)
        if tile >= EAST:
            return
        at = seat * TILES
        counts = self.state.counts
        suit = SUIT[tile] * 9
        for low in range(max(tile - 2, suit), min(tile, suit + 6) + 1):
            if (
                (low == tile or counts[at + low])
                and (low + 1 == tile or counts[at + low + 1])
                and (low + 2 == tile or counts[at + low + 2])
            ):
                self.offer(CHOW << 24 | low)

    # Wins

    def can_win_by_draw(self, seat: i64) -> bool:
        """Is the hand complete with the tile just drawn, and worth `min_fan`? (rules 11 to 13)"""
        if not self.is_complete_with(seat, NO_TILE):
            return False
        return self.rules.min_fan == 0 or self.fan(seat, self.state.drawn, BY_SELF_DRAW) >= self.rules.min_fan

    def can_win_on(self, seat: i64, tile: i64, stage: i64) -> bool:
        """Would another's tile complete the hand, worth `min_fan`, and is no lock on it? (rules 9, 13; row 23)"""
        if not self.is_complete_with(seat, tile):
            return False
        if self.rules.lock_until_turn and self.state.passed_win[seat]:
            return False
        source: i64 = ROB_KONG if stage == ROB_STAGE else BY_DISCARD
        return self.rules.min_fan == 0 or self.fan(seat, tile, source) >= self.rules.min_fan

    def is_complete_with(self, seat: i64, tile: i64) -> bool:
        """Is the hand a winning shape with this further tile (NO_TILE: as it is)?"""
        state = self.state
        return self.scorer.can_win(state.keys, seat * 4, state.forms[seat], state.meld_count[seat], tile)

    def fan(self, seat: i64, tile: i64, source: i64) -> i64:
        """Fan of the best reading before any cap (row 32), its items left in the scorer; -1 when it is no win."""
        state = self.state
        for i in range(i64(TILES)):
            self.hand[i] = state.counts[seat * TILES + i]
        if source != BY_SELF_DRAW:
            self.hand[tile] += 1
        return self.scorer.evaluate(
            self.hand,
            0,
            state.melds,
            seat * 4,
            state.meld_count[seat],
            source,
            EAST + ((seat - state.dealer) & 3),
            EAST + state.round_wind,
            self.circumstances(seat, source),
        )

    def circumstances(self, seat: i64, source: i64) -> i64:
        """What `extra_fan` patterns may need to know of the moment of the win."""
        state = self.state
        if source == BY_SELF_DRAW:
            first = seat == state.dealer and state.river_count == 0 and state.kongs == 0
            return (
                (BLOOM if state.replacement else 0)
                | (LAST if state.wall_left == 0 else 0)
                | (HEAVEN if first else 0)
            )
        opening = state.river_count == 1 and state.kongs == 0 and state.river[0] >> 8 & 3 == state.dealer
        return EARTH if source == BY_DISCARD and opening and seat != state.dealer else 0

    def win(self, seat: i64, tile: i64, source: i64, giver: i64) -> None:
        """Step 15: the winner's tiles are shown, the best reading is counted and paid."""
        state = self.state
        fan = self.fan(seat, tile, source)
        scorer = self.scorer
        value = scorer.value(fan, seat == state.dealer)
        for kind in range(i64(TILES)):
            held = i64(state.counts[seat * TILES + kind])
            if source == BY_SELF_DRAW and kind == tile:
                held -= 1
            for _ in range(held):
                self.emit(REVEALED, seat, kind, NOBODY, 0, ALL)
        self.emit(WON, seat, tile, giver, fan, ALL)
        for i in range(scorer.n_items):
            self.emit(SCORED, seat, NO_CARD, NOBODY, scorer.item_pattern[i] << 16 | scorer.item_fan[i], ALL)
        scorer.pay(seat, -1 if giver == seat else giver, value)
        for payer in range(i64(4)):
            if scorer.deltas[payer]:
                self.emit(PAID, payer, NO_CARD, NOBODY, scorer.deltas[payer], ALL)
        outcome: i64 = SELF_DRAW
        if source == BY_DISCARD:
            outcome = FROM_DISCARD
        elif source == ROB_KONG:
            outcome = ROBBED_KONG
        self.end_hand(seat, outcome)

    # Answers

    def answer(self, move: i64) -> None:
        """Carry out the answer of the seat that is asked."""
        state = self.state
        seat = state.asked
        tile = move & 255
        kind = move >> 24
        if kind == DISCARD:
            self.discard(seat, tile)
        elif kind == PASS:
            self.pass_on(seat)
        elif kind == CHOW:
            self.emit(CHOWED, seat, state.tile, state.source, tile, ALL)
            self.ask_after_claim(seat)
        elif kind == PUNG:
            self.emit(PUNGED, seat, tile, state.source, 0, ALL)
            self.ask_after_claim(seat)
        elif kind == KONG:
            self.emit(KONGED, seat, tile, state.source, 0, ALL)
            self.draw_replacement(seat)
        elif kind == CONCEALED_KONG:
            self.emit(CONCEALED_KONG_LAID, seat, tile, seat, 0, ALL)
            self.draw_replacement(seat)
        elif kind == ADDED_KONG:
            self.announce_kong(seat, tile)
        elif state.stage == OWN_TURN:
            self.win(seat, tile, BY_SELF_DRAW, seat)
        else:
            self.win(seat, tile, ROB_KONG if state.stage == ROB_STAGE else BY_DISCARD, state.source)

    def discard(self, seat: i64, tile: i64) -> None:
        """Steps 9 to 12: the discard, and the stages of its claims."""
        self.emit(DISCARDED, seat, tile, NOBODY, 0, ALL)
        if not self.ask_win(seat, tile, 1, WIN_STAGE):
            self.after_wins(seat, tile)

    def after_wins(self, giver: i64, tile: i64) -> None:
        """Nobody wins the discard: pung or kong, chow, the next draw (row 21 with an empty wall)."""
        if self.state.wall_left == 0 and self.rules.win_only_last:
            self.draw((giver + 1) & 3)
        elif not self.ask_set(giver, tile):
            self.after_sets(giver, tile)

    def after_sets(self, giver: i64, tile: i64) -> None:
        """Nobody takes the discard as a set: chow, or the next draw."""
        if not self.ask_chow(giver, tile):
            self.draw((giver + 1) & 3)

    def announce_kong(self, seat: i64, tile: i64) -> None:
        """Step 7: an added kong, which may be robbed before it is laid (row 16)."""
        self.emit(KONG_ANNOUNCED, seat, tile, seat, 0, ALL)
        if not self.rules.rob_kong or not self.ask_win(seat, tile, 1, ROB_STAGE):
            self.lay_kong(seat, tile)

    def lay_kong(self, seat: i64, tile: i64) -> None:
        """Nobody robs the kong: it is laid, and its replacement drawn."""
        self.emit(KONG_ADDED, seat, tile, seat, 0, ALL)
        self.draw_replacement(seat)

    def pass_on(self, seat: i64) -> None:
        """A pass: the question goes to the next seat of the stage, or the next stage begins."""
        state = self.state
        giver, tile, stage = state.source, state.tile, state.stage
        self.emit(PASSED, seat, tile, giver, 0, i64(1) << seat)
        if stage == CHOW_STAGE:
            self.draw((giver + 1) & 3)
        elif stage == SET_STAGE:
            self.after_sets(giver, tile)
        elif not self.ask_win(giver, tile, ((seat - giver) & 3) + 1, stage):
            if stage == WIN_STAGE:
                self.after_wins(giver, tile)
            elif stage == ROB_STAGE:
                self.lay_kong(giver, tile)
            else:
                raise ImpossibleState(f"a pass at stage {stage}, where no pass is offered")

    # For people and policies

    def view(self, seat: int, rng: Stream) -> HkView:
        """What one seat may see."""
        return HkView(self, self.state, self.rules, seat, rng)

    def move(self, code: int) -> Move:
        """The readable move of a code."""
        return move_named(code)
