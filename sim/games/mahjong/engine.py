"""The flow of a mahjong hand: which questions are put, which answers are legal, what follows from them.

A game of the family deals, says who can win and what a win is worth; how turns, claims and kongs follow each other
is told here, as far as its `Flow` varies it.
"""

from typing import Final

from mypy_extensions import i64, u8

from paiju.sim.games.mahjong.flow import Flow
from paiju.sim.games.mahjong.kinds import (
    ADDED_KONG,
    AFTER_CLAIM,
    CHOW,
    CHOW_STAGE,
    CHOWED,
    CONCEALED_KONG,
    CONCEALED_KONG_LAID,
    DISCARD,
    HEAD,
    KONG,
    KONG_ADDED,
    KONG_ANNOUNCED,
    KONGED,
    OF_HAND,
    OF_KONG,
    OWN_TURN,
    PASS,
    PUNG,
    PUNGED,
    ROB_STAGE,
    SET_STAGE,
    TAIL,
    WIN,
    WIN_STAGE,
)
from paiju.sim.games.mahjong.melds import COVERED_KONG, is_kong, meld_kind, meld_tile
from paiju.sim.games.mahjong.melds import PUNG as PUNG_MELD
from paiju.sim.games.mahjong.moves import move_named
from paiju.sim.games.mahjong.state import MELDS, MahjongState
from paiju.sim.games.mahjong.tiles import COPIES, EAST, SUIT, TILES
from paiju.sim.kernel.engine import Chance, Engine
from paiju.sim.kernel.errors import ImpossibleState
from paiju.sim.kernel.events import DISCARDED, DRAWN, DREW, NOBODY, PASSED, REVEALED, Log
from paiju.sim.kernel.policy import Move


class MahjongEngine(Engine):
    """One match of a mahjong game.

    A game implements `start_hand`, `can_win_by_draw`, `can_win_on` and `win`, and says how a match goes. It may bar a
    seat from claims (`may_claim`), put questions of its own after a claim (`after_claim`), and change what is offered.
    """

    def __init__(self, state: MahjongState, flow: Flow, log: Log) -> None:
        self.state: Final = state
        super().__init__(state, log, Chance(state.wall))
        self.flow: Final = flow

    # What a game adds

    def can_win_by_draw(self, seat: i64) -> bool:
        """May the seat win with the tile it has just drawn?"""
        raise NotImplementedError

    def can_win_on(self, seat: i64, tile: i64, stage: i64) -> bool:
        """May the seat win with another's tile, discarded (WIN_STAGE) or of an added kong (ROB_STAGE)?"""
        raise NotImplementedError

    def win(self, seat: i64, tile: i64, stage: i64, giver: i64) -> None:
        """The seat wins, on its own turn (OWN_TURN) or with another's tile: all that follows."""
        raise NotImplementedError

    def may_claim(self, seat: i64) -> bool:
        """May the seat lay a discard down as a set or a chow, if its tiles allow it?"""
        return True

    def after_claim(self, seat: i64) -> None:
        """The seat has laid a claimed discard down: a kong is replaced, what else calls for a discard.

        (hk_mahjong rules 6 to 8; decision 28)
        """
        state = self.state
        if is_kong(state.melds[seat * MELDS + state.meld_count[seat] - 1]):
            self.draw_replacement(seat)
        else:
            self.ask_after_claim(seat)

    # The hand

    def fill_deck(self) -> None:
        """Four of each kind, ready to be shuffled."""
        deck = self.chance.deck
        for i in range(self.state.wall):
            deck[i] = u8(i // COPIES)

    def draw(self, seat: i64) -> None:
        """The head tile of the wall, or the drawn hand 流局 (hk_mahjong rule 4; step 3)."""
        if self.state.wall_left == 0:
            self.end_drawn()
            return
        self.confide(DREW, seat, self.chance.draw(seat), NOBODY, HEAD)
        self.ask_own_turn(seat)

    def draw_replacement(self, seat: i64) -> None:
        """The tail tile of the wall after a kong (hk_mahjong decision 20; step 8)."""
        self.confide(DREW, seat, self.chance.draw_tail(), NOBODY, TAIL)
        self.ask_own_turn(seat)

    def end_drawn(self) -> None:
        """Nobody has won; what lies covered is shown (hk_mahjong step 16)."""
        for seat in range(self.seats):
            self.reveal_kongs(seat)
        self.end_hand(NOBODY, DRAWN)

    def reveal_hand(self, seat: i64, but: i64) -> None:
        """All tiles of a hand are shown, less one of a kind (NO_TILE: none)."""
        state = self.state
        for tile in range(i64(TILES)):
            for _ in range(i64(state.counts[seat * TILES + tile]) - i64(tile == but)):
                self.announce(REVEALED, seat, tile, NOBODY, OF_HAND)

    def reveal_kongs(self, seat: i64) -> None:
        """The kongs that lie covered before a seat are shown."""
        state = self.state
        for place in range(seat * MELDS, seat * MELDS + state.meld_count[seat]):
            if meld_kind(state.melds[place]) == COVERED_KONG:
                self.announce(REVEALED, seat, meld_tile(state.melds[place]), NOBODY, OF_KONG)

    # Questions

    def ask_own_turn(self, seat: i64) -> None:
        """Win, kong or discard (hk_mahjong rule 5; decision 35; step 4)."""
        self.offer_own_turn(seat)
        self.ask(seat, self.state.drawn, seat, OWN_TURN)

    def ask_after_claim(self, seat: i64) -> None:
        """A discard after a pung or chow, and no win (hk_mahjong decision 38; step 13)."""
        self.offer_after_claim(seat)
        self.ask(seat, self.state.claimed, seat, AFTER_CLAIM)

    def ask_win(self, giver: i64, tile: i64, first: i64, stage: i64) -> bool:
        """Ask the next seat that can win this tile, nearest to its giver first (hk_mahjong rule 10; steps 7, 10)."""
        for turns in range(first, self.seats):
            seat = self.state.after(giver, turns)
            if self.can_win_on(seat, tile, stage):
                self.offer_win(tile)
                self.ask(seat, tile, giver, stage)
                return True
        return False

    def ask_set(self, giver: i64, tile: i64) -> bool:
        """Ask the one seat that holds two or three of the discard (hk_mahjong decision 26; step 11)."""
        for turns in range(i64(1), self.seats):
            seat = self.state.after(giver, turns)
            if self.state.counts[seat * TILES + tile] >= 2 and self.may_claim(seat):
                self.offer_set(seat, tile)
                self.ask(seat, tile, giver, SET_STAGE)
                return True
        return False

    def ask_chow(self, giver: i64, tile: i64) -> bool:
        """Ask the discarder's next player, if he can build a sequence (hk_mahjong rule 8; step 12)."""
        seat = self.state.after(giver, 1)
        if not self.flow.chow or not self.may_claim(seat):
            return False
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
        """Any tile of the hand; a kong if a replacement is left; the win (hk_mahjong rule 5; decisions 19, 35)."""
        self.clear_offers()
        has_four = self.offer_discards(seat)
        self.offer_kongs(seat, has_four)
        if self.can_win_by_draw(seat):
            self.offer(WIN << 24 | self.state.drawn)

    def offer_after_claim(self, seat: i64) -> None:
        """Any tile of the hand, by `swap_call` not the kind just claimed unless nothing else is left.

        (hk_mahjong decisions 24, 25, 38)
        """
        self.clear_offers()
        has_four = self.offer_discards(seat)
        if not self.flow.swap_call and self.choices > 1:
            self.withdraw(DISCARD << 24 | self.state.claimed)
        if self.flow.kong_after_claim:
            self.offer_kongs(seat, has_four)

    def offer_discards(self, seat: i64) -> bool:
        """Each kind of tile in the hand. Does the hand hold four equal tiles?"""
        at = seat * TILES
        counts = self.state.counts
        moves = self.moves
        n = self.choices
        bits: i64 = 0
        for tile in range(i64(TILES)):  # written without branches: this loop is the hottest of the engine
            count = i64(counts[at + tile])
            moves[n] = DISCARD << 24 | tile
            n += i64(count != 0)
            bits |= count
        self.choices = n
        self.offers |= 1 << DISCARD
        return bits & 4 != 0

    def withdraw(self, move: i64) -> None:
        """Offer a move no longer, if it was; another of its kind is left."""
        moves = self.moves
        left: i64 = 0
        for i in range(self.choices):
            if moves[i] != move:
                moves[left] = moves[i]
                left += 1
        self.choices = left

    def offer_kongs(self, seat: i64, has_four: bool) -> None:
        """Four equal tiles in hand but wildcards, or the fourth of an exposed pung; never with an empty wall.

        (hk_mahjong rule 5; decisions 19, 25)
        """
        state = self.state
        if state.wall_left == 0:
            return
        at = seat * TILES
        if has_four:
            for tile in range(i64(TILES)):
                if state.counts[at + tile] == 4 and tile != state.wild:
                    self.offer(CONCEALED_KONG << 24 | tile)
        for place in range(seat * MELDS, seat * MELDS + state.meld_count[seat]):
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
        """Pung with two or three in hand, kong with three, or pass (hk_mahjong rules 6, 7; decisions 19, 27)."""
        self.clear_offers()
        self.offer(PASS << 24)
        self.offer(PUNG << 24 | tile)
        if self.state.counts[seat * TILES + tile] == 3 and self.state.wall_left > 0:
            self.offer(KONG << 24 | tile)

    def offer_chow(self, seat: i64, tile: i64) -> None:
        """The sequences that the hand completes with this tile and without wildcards, or pass (hk_mahjong rule 8)."""
        self.clear_offers()
        self.offer(PASS << 24)
        if tile >= EAST:
            return
        at = seat * TILES
        counts, wild = self.state.counts, self.state.wild
        suit = SUIT[tile] * 9
        for low in range(max(tile - 2, suit), min(tile, suit + 6) + 1):
            if (
                (low == tile or counts[at + low])
                and (low + 1 == tile or counts[at + low + 1])
                and (low + 2 == tile or counts[at + low + 2])
                and (wild < low or wild > low + 2)
            ):
                self.offer(CHOW << 24 | low)

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
            self.announce(CHOWED, seat, state.tile, state.source, tile)
            self.after_claim(seat)
        elif kind == PUNG:
            self.announce(PUNGED, seat, tile, state.source, 0)
            self.after_claim(seat)
        elif kind == KONG:
            self.announce(KONGED, seat, tile, state.source, 0)
            self.after_claim(seat)
        elif kind == CONCEALED_KONG:
            self.lay_concealed_kong(seat, tile)
        elif kind == ADDED_KONG:
            self.announce_kong(seat, tile)
        else:
            self.win(seat, tile, state.stage, state.source)

    def discard(self, seat: i64, tile: i64) -> None:
        """The discard, and the stages of its claims; a wildcard nobody can take (hk_mahjong rule 10; steps 9 to 12)."""
        self.announce(DISCARDED, seat, tile, NOBODY, 0)
        if tile == self.state.wild:
            self.draw(self.state.after(seat, 1))
        elif not self.flow.win_on_discard or not self.ask_win(seat, tile, 1, WIN_STAGE):
            self.after_wins(seat, tile)

    def after_wins(self, giver: i64, tile: i64) -> None:
        """Nobody wins the discard: pung or kong, chow, the next draw (hk_mahjong decision 21 with an empty wall)."""
        if self.state.wall_left == 0 and self.flow.win_only_last:
            self.draw(self.state.after(giver, 1))
        elif not self.ask_set(giver, tile):
            self.after_sets(giver, tile)

    def after_sets(self, giver: i64, tile: i64) -> None:
        """Nobody takes the discard as a set: chow, or the next draw."""
        if not self.ask_chow(giver, tile):
            self.draw(self.state.after(giver, 1))

    def lay_concealed_kong(self, seat: i64, tile: i64) -> None:
        """Four equal tiles of the hand, and their replacement (hk_mahjong rule 5; decision 36; step 6)."""
        if self.flow.covered_kongs:
            self.confide(CONCEALED_KONG_LAID, seat, tile, seat, 0)
        else:
            self.announce(CONCEALED_KONG_LAID, seat, tile, seat, 0)
        self.draw_replacement(seat)

    def announce_kong(self, seat: i64, tile: i64) -> None:
        """An added kong, which may be robbed before it is laid (hk_mahjong rule 5; decision 16; step 7)."""
        self.announce(KONG_ANNOUNCED, seat, tile, seat, 0)
        if not self.flow.rob_kong or not self.ask_win(seat, tile, 1, ROB_STAGE):
            self.lay_kong(seat, tile)

    def lay_kong(self, seat: i64, tile: i64) -> None:
        """Nobody robs the kong: it is laid, and its replacement drawn."""
        self.announce(KONG_ADDED, seat, tile, seat, 0)
        self.draw_replacement(seat)

    def pass_on(self, seat: i64) -> None:
        """A pass, which nobody else sees: the next seat of the stage is asked, or the next stage begins.

        (hk_mahjong rule 10; decision 37)
        """
        state = self.state
        giver, tile, stage = state.source, state.tile, state.stage
        self.confide(PASSED, seat, tile, giver, 0)
        if stage == CHOW_STAGE:
            self.draw(state.after(giver, 1))
        elif stage == SET_STAGE:
            self.after_sets(giver, tile)
        elif not self.ask_win(giver, tile, state.turns_to(seat, giver) + 1, stage):
            if stage == WIN_STAGE:
                self.after_wins(giver, tile)
            elif stage == ROB_STAGE:
                self.lay_kong(giver, tile)
            else:
                raise ImpossibleState(f"a pass at stage {stage}, where no pass is offered")

    # For people and policies

    def move(self, code: int) -> Move:
        """The readable move of a code."""
        return move_named(code)
