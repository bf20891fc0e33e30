"""What is hk_mahjong's own in the flow of a hand: the deal, who can win, what a win pays, how a match goes.

Turns, claims and kongs are the family's (`paiju.sim.games.mahjong.engine`). Step numbers are those of the turn flow in
this folder's README.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.sim.games.hk_mahjong.rules import MATCH_HAND, MATCH_HANDS, HkRules
from paiju.sim.games.hk_mahjong.scoring import (
    BLOOM,
    DISCARD,
    EARTH,
    HEAVEN,
    LAST,
    ROB_KONG,
    SELF_DRAW,
    Scorer,
)
from paiju.sim.games.hk_mahjong.state import HkState, next_dealer, rounds_done
from paiju.sim.games.hk_mahjong.view import HkView
from paiju.sim.games.mahjong.engine import MahjongEngine
from paiju.sim.games.mahjong.kinds import OWN_TURN, ROB_STAGE, ROBBED_KONG
from paiju.sim.games.mahjong.state import MELDS
from paiju.sim.games.mahjong.tiles import EAST, NO_TILE, SUITS, TILES
from paiju.sim.kernel.events import (
    DEALT,
    FROM_DISCARD,
    GOES_ON,
    HAND_LIMIT,
    HAND_STARTED,
    NO_CARD,
    NOBODY,
    PLAYED_OUT,
    WON,
    Log,
)
from paiju.sim.kernel.events import SELF_DRAW as WON_BY_DRAW
from paiju.sim.kernel.rng import Stream

HAND_TILES: Final = 13
WINDS: Final = 4


class HkEngine(MahjongEngine):
    """One match of hk_mahjong."""

    def __init__(self, rules: HkRules, log: Log) -> None:
        super().__init__(HkState(), rules.flow, log)
        self.rules: Final = rules
        self.scorer: Final = Scorer(rules)
        self.hand: Final = vec[u8]([0] * TILES)  # scratch: a hand with the winning tile

    # The hand

    def start_hand(self) -> None:
        """Steps 1 and 2: dealer and winds, the deal (decision 22), the dealer's first draw."""
        state, chance = self.state, self.chance
        dealer = i64(next_dealer(state, self.rules))
        wind = i64(rounds_done(state, self.rules)) % WINDS
        self.announce(HAND_STARTED, dealer, NO_CARD, NOBODY, wind)
        self.fill_deck()
        chance.shuffle()
        for turns in range(self.seats):
            seat = state.after(dealer, turns)
            for _ in range(HAND_TILES):
                self.confide(DEALT, seat, chance.draw(seat), NOBODY, 0)
        self.draw(dealer)

    def match_end(self) -> i64:
        """Has the match come to its end, or to `max_hands`? (decision 31)"""
        if self.is_played_out():
            return PLAYED_OUT
        return HAND_LIMIT if self.state.hands >= self.rules.max_hands else GOES_ON

    def is_played_out(self) -> bool:
        """Have the hands or rounds that `match` names been played?"""
        if self.rules.match_kind == MATCH_HAND:
            return self.state.hands >= 1
        if self.rules.match_kind == MATCH_HANDS:
            return self.state.hands >= self.rules.match_count
        return rounds_done(self.state, self.rules) >= self.rules.match_count

    # Wins

    def can_win_by_draw(self, seat: i64) -> bool:
        """Is the hand complete with the tile just drawn, and worth `min_fan`? (rules 3, 11 to 13)"""
        if not self.is_complete_with(seat, NO_TILE):
            return False
        return self.rules.min_fan == 0 or self.fan(seat, self.state.drawn, SELF_DRAW) >= self.rules.min_fan

    def can_win_on(self, seat: i64, tile: i64, stage: i64) -> bool:
        """Would another's tile complete the hand, worth `min_fan`, and is no lock on it? (rules 9, 13; decision 23)"""
        if not self.is_complete_with(seat, tile):
            return False
        if self.rules.lock_until_turn and self.state.passed_win[seat]:
            return False
        source: i64 = ROB_KONG if stage == ROB_STAGE else DISCARD
        return self.rules.min_fan == 0 or self.fan(seat, tile, source) >= self.rules.min_fan

    def is_complete_with(self, seat: i64, tile: i64) -> bool:
        """Is the hand a winning shape with this further tile (NO_TILE: as it is)?"""
        state = self.state
        return self.scorer.can_win(state.keys, seat * SUITS, state.forms[seat], state.meld_count[seat], tile)

    def fan(self, seat: i64, tile: i64, source: i64) -> i64:
        """Fan of the best reading before any cap (decision 32), its items left in the scorer; -1 when it is no win."""
        state = self.state
        for i in range(i64(TILES)):
            self.hand[i] = state.counts[seat * TILES + i]
        if source != SELF_DRAW:
            self.hand[tile] += 1
        return self.scorer.evaluate(
            self.hand,
            0,
            state.melds,
            seat * MELDS,
            state.meld_count[seat],
            source,
            EAST + state.turns_to(seat, state.dealer),
            EAST + state.round_wind,
            self.circumstances(seat, source),
        )

    def circumstances(self, seat: i64, source: i64) -> i64:
        """What `extra_fan` patterns may need to know of the moment of the win."""
        state = self.state
        if source == SELF_DRAW:
            first = seat == state.dealer and state.river_count == 0 and state.kongs == 0
            return (
                (BLOOM if state.replacement else 0)
                | (LAST if state.wall_left == 0 else 0)
                | (HEAVEN if first else 0)
            )
        opening = state.river_count == 1 and state.kongs == 0 and state.river_seat(0) == state.dealer
        return EARTH if source == DISCARD and opening and seat != state.dealer else 0

    def win(self, seat: i64, tile: i64, stage: i64, giver: i64) -> None:
        """Step 15 (rules 3, 9): the winner's tiles are shown, the best reading is counted and paid."""
        source: i64 = DISCARD
        outcome: i64 = FROM_DISCARD
        if stage == OWN_TURN:
            source, outcome = SELF_DRAW, WON_BY_DRAW
        elif stage == ROB_STAGE:
            source, outcome = ROB_KONG, ROBBED_KONG
        scorer = self.scorer
        fan = self.fan(seat, tile, source)
        self.reveal_hand(seat, tile if source == SELF_DRAW else NO_TILE)
        self.announce(WON, seat, tile, giver, fan)
        scorer.pay(seat, -1 if giver == seat else giver, scorer.value(fan, seat == self.state.dealer))
        self.settle(seat, outcome, scorer.tally)

    # For people and policies

    def view(self, seat: int, rng: Stream) -> HkView:
        """What one seat may see."""
        return HkView(self, self.state, self.rules, seat, rng)
