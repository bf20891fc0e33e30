"""The strong player: weighs the chance to win, what the hand may be worth, and the danger of a discard."""

from typing import Final

from mypy_extensions import i64

from paiju.policies.mahjong.danger import DANGER
from paiju.policies.mahjong.efficiency import ALL_SUITS, HAND
from paiju.policies.mahjong.outlook import OUTLOOK
from paiju.policies.mahjong.value import VALUE, open_quarters, open_suits, pairs_rule
from paiju.sim.games.mahjong.kinds import (
    ADDED_KONG,
    AFTER_CLAIM,
    CHOW,
    CONCEALED_KONG,
    DISCARD,
    KONG,
    OWN_TURN,
    WIN,
)
from paiju.sim.games.mahjong.melds import CHOW as CHOW_MELD
from paiju.sim.games.mahjong.melds import KONG as KONG_MELD
from paiju.sim.games.mahjong.melds import PUNG as PUNG_MELD
from paiju.sim.games.mahjong.tiles import POW5, SUIT
from paiju.sim.games.mahjong.view import MahjongView
from paiju.sim.kernel.policy import Policy, View

EXPECTED: Final = 1150  # how far each of the others, in thousandths, is as fast as one of four `normal`
FLUSH: Final = 3  # fan of a visible flush, half or full
CAUTION: Final = 38  # per cent of the expected cost of a discard that counts: less wins more, by measurement


class Expert(Policy):
    """Looks for the move after which expected winnings less expected losses are greatest.

    A plan is what the hand may become: any sets, a half or full flush, all pungs, seven pairs. Each gives a
    chance to win and a value; a move counts with its best plan.
    """

    version = "1"

    def code(self, view: View) -> i64:
        """The chosen move's code."""
        assert isinstance(view, MahjongView)
        last = view.code(view.choices() - 1)
        if last >> 24 == WIN:
            return last
        OUTLOOK.load(view, pairs_rule(view))
        stage = view.stage_code()
        if stage == OWN_TURN or stage == AFTER_CLAIM:
            return own_turn(view)
        return claim(view)


def own_turn(view: MahjongView) -> i64:
    """A kong that costs nothing, or the discard with the best prospects."""
    move = free_kong(view)
    if move >= 0:
        return move
    look_for_danger(view)
    OUTLOOK.judge(True)
    most: i64 = -(1 << 60)
    chosen: i64 = -1
    for i in range(view.choices()):
        move = view.code(i)
        if move >> 24 == DISCARD:
            score = balance(move & 255)
            if score > most:
                most, chosen = score, move
    return chosen


def balance(tile: i64) -> i64:
    """Expected winnings less losses of this discard."""
    cost = DANGER.cost(tile, HAND.left)
    return OUTLOOK.prospects[tile] - cost * CAUTION * 2 // (200 + 100 * VALUE.least_fan) * 65536 // 1000000


def look_for_danger(view: MahjongView) -> None:
    """Who may wait, and what that would cost."""
    DANGER.load(view)
    pace = EXPECTED * 2 // (2 + VALUE.least_fan)
    OUTLOOK.level = 4 * min(3, (DANGER.players(view.seat) * pace // 1000 + 500) // 1000)
    for seat in range(i64(4)):
        if seat != view.seat:
            quarters = open_quarters(view, seat)
            is_dealer = seat == view.dealer_seat()
            DANGER.costs[seat] = VALUE.worth(quarters, is_dealer)
            DANGER.expect_flush(seat, open_suits(view, seat))
            DANGER.flush_costs[seat] = VALUE.worth(quarters + 4 * FLUSH, is_dealer)


def free_kong(view: MahjongView) -> i64:
    """A kong that leaves the hand no further from complete, -1 for none: it draws a tile more."""
    least: i64 = -1
    for i in range(view.choices() - 1, i64(-1), i64(-1)):
        move = view.code(i)
        kind = move >> 24
        if kind != CONCEALED_KONG and kind != ADDED_KONG:
            break
        tile = move & 255
        if least < 0:
            least = HAND.look()
        if kind == ADDED_KONG:
            if HAND.needs[tile] <= least:
                return move
        elif HAND.missing_after_claim(SUIT[tile], 4 * POW5[tile]) <= least:
            return move
    return -1


def claim(view: MahjongView) -> i64:
    """The claim with the best prospects, or the pass."""
    tile = view.offered()
    chosen = view.code(0)
    most: i64 = -1
    for i in range(i64(1), view.choices()):
        move = view.code(i)
        if OUTLOOK.is_closer(move >> 24, tile, key_used(move, tile)):
            if most < 0:
                HAND.plan(ALL_SUITS)
                look_for_danger(view)
                most = OUTLOOK.judge(False)
            prospect = after_claim(view, move, tile)
            if prospect > most:
                most, chosen = prospect, move
            OUTLOOK.load(view, pairs_rule(view))
    return chosen


def key_used(move: i64, tile: i64) -> i64:
    """What the own tiles of this claim weigh in the key of their suit."""
    kind = move >> 24
    if kind == CHOW:
        return 31 * POW5[move & 255] - POW5[tile]
    return 3 * POW5[tile] if kind == KONG else 2 * POW5[tile]


def after_claim(view: MahjongView, move: i64, tile: i64) -> i64:
    """Prospects once this claim is made and the best discard follows."""
    kind = move >> 24
    low = move & 255
    OUTLOOK.load(view, pairs_rule(view))
    if kind == CHOW:
        for part in range(low, low + 3):
            if part != tile:
                HAND.change(part, -1)
        VALUE.add_meld(CHOW_MELD << 8 | low)
    elif kind == KONG:
        HAND.change(tile, -3)
        VALUE.add_meld(KONG_MELD << 8 | tile)
    else:
        HAND.change(tile, -2)
        VALUE.add_meld(PUNG_MELD << 8 | tile)
    HAND.melds += 1
    HAND.plan(ALL_SUITS)
    if kind == KONG:
        return OUTLOOK.judge(False) * 11 // 10
    OUTLOOK.judge(True)
    most: i64 = -(1 << 60)
    for part in range(i64(34)):
        if HAND.counts[part]:
            most = max(most, balance(part))
    return most
