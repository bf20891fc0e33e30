"""The strong player: weighs the chance to win, what the hand may be worth, and the danger of a discard."""

from typing import Final, final

from mypy_extensions import i64

from paiju.policies.mahjong.danger import Danger
from paiju.policies.mahjong.efficiency import ALL_SUITS
from paiju.policies.mahjong.outlook import Outlook
from paiju.policies.mahjong.player import MahjongPolicy
from paiju.policies.mahjong.value import open_quarters, open_suits
from paiju.sim.games.mahjong.kinds import (
    ADDED_KONG,
    AFTER_CLAIM,
    CHOW,
    CONCEALED_KONG,
    DISCARD,
    KONG,
    OWN_TURN,
)
from paiju.sim.games.mahjong.melds import CHOW as CHOW_MELD
from paiju.sim.games.mahjong.melds import KONG as KONG_MELD
from paiju.sim.games.mahjong.melds import PUNG as PUNG_MELD
from paiju.sim.games.mahjong.terms import MahjongTerms
from paiju.sim.games.mahjong.tiles import POW5, SUIT
from paiju.sim.games.mahjong.view import MahjongView

EXPECTED: Final = 1150  # how far each of the others, in thousandths, is as fast as one of four `normal`
CAUTION: Final = 38  # per cent of the expected cost of a discard that counts: less wins more, by measurement


@final
class Expert(MahjongPolicy):
    """Looks for the move after which expected winnings less expected losses are greatest.

    A plan is what the hand may become: any sets, a half or full flush, all pungs, seven pairs. Each gives a
    chance to win and a value; a move counts with its best plan.
    """

    version = "1"

    def sit_down(self, terms: MahjongTerms) -> None:
        """Take what it thinks with."""
        self.outlook = Outlook(terms)
        self.danger = Danger()
        self.flush = 2 * (
            terms.half_flush_fan + terms.full_flush_fan
        )  # quarters of a visible one, half or full

    def answer(self, view: MahjongView) -> i64:
        """The chosen move's code."""
        self.outlook.load(view)
        stage = view.stage_code()
        if stage == OWN_TURN or stage == AFTER_CLAIM:
            return self.own_turn(view)
        return self.claim(view)

    def own_turn(self, view: MahjongView) -> i64:
        """A kong that costs nothing, or the discard with the best prospects."""
        outlook = self.outlook
        move = self.free_kong(view)
        if move >= 0:
            return move
        self.look_for_danger(view)
        outlook.judge(True)
        most: i64 = -(1 << 60)
        chosen: i64 = -1
        for i in range(view.choices()):
            move = view.code(i)
            if move >> 24 == DISCARD:
                score = self.balance(move & 255)
                if score > most:
                    most, chosen = score, move
        return chosen

    def balance(self, tile: i64) -> i64:
        """Expected winnings less losses of this discard."""
        outlook = self.outlook
        cost = self.danger.cost(tile, outlook.hand.left)
        return (
            outlook.prospects[tile]
            - cost * CAUTION * 2 // (200 + 100 * outlook.value.least_fan) * 65536 // 1000000
        )

    def look_for_danger(self, view: MahjongView) -> None:
        """Who may wait, and what that would cost."""
        outlook, danger, value = self.outlook, self.danger, self.outlook.value
        danger.load(view)
        pace = EXPECTED * 2 // (2 + value.least_fan)
        outlook.level = 4 * min(3, (danger.players(view.seat) * pace // 1000 + 500) // 1000)
        for seat in range(i64(4)):
            if seat != view.seat:
                quarters = open_quarters(view, seat)
                is_dealer = seat == view.dealer_seat()
                danger.costs[seat] = value.worth(quarters, is_dealer)
                danger.expect_flush(seat, open_suits(view, seat))
                danger.flush_costs[seat] = value.worth(quarters + self.flush, is_dealer)

    def free_kong(self, view: MahjongView) -> i64:
        """A kong that leaves the hand no further from complete, -1 for none: it draws a tile more."""
        hand = self.outlook.hand
        least: i64 = -1
        for i in range(view.choices() - 1, i64(-1), i64(-1)):
            move = view.code(i)
            kind = move >> 24
            if kind != CONCEALED_KONG and kind != ADDED_KONG:
                break
            tile = move & 255
            if least < 0:
                least = hand.look()
            if kind == ADDED_KONG:
                if hand.needs[tile] <= least:
                    return move
            elif hand.missing_after_claim(SUIT[tile], 4 * POW5[tile]) <= least:
                return move
        return -1

    def claim(self, view: MahjongView) -> i64:
        """The claim with the best prospects, or the pass."""
        outlook, hand = self.outlook, self.outlook.hand
        tile = view.offered()
        chosen = view.code(0)
        most: i64 = -1
        for i in range(i64(1), view.choices()):
            move = view.code(i)
            if outlook.is_closer(move >> 24, tile, key_used(move, tile)):
                if most < 0:
                    hand.plan(ALL_SUITS)
                    self.look_for_danger(view)
                    most = outlook.judge(False)
                prospect = self.after_claim(view, move, tile)
                if prospect > most:
                    most, chosen = prospect, move
                outlook.load(view)
        return chosen

    def after_claim(self, view: MahjongView, move: i64, tile: i64) -> i64:
        """Prospects once this claim is made and the best discard follows."""
        outlook, hand, value = self.outlook, self.outlook.hand, self.outlook.value
        kind = move >> 24
        low = move & 255
        outlook.load(view)
        if kind == CHOW:
            for part in range(low, low + 3):
                if part != tile:
                    hand.change(part, -1)
            value.add_meld(CHOW_MELD << 8 | low)
        elif kind == KONG:
            hand.change(tile, -3)
            value.add_meld(KONG_MELD << 8 | tile)
        else:
            hand.change(tile, -2)
            value.add_meld(PUNG_MELD << 8 | tile)
        hand.melds += 1
        hand.plan(ALL_SUITS)
        if kind == KONG:
            return outlook.judge(False) * 11 // 10
        outlook.judge(True)
        most: i64 = -(1 << 60)
        for part in range(i64(34)):
            if hand.counts[part]:
                most = max(most, self.balance(part))
        return most


def key_used(move: i64, tile: i64) -> i64:
    """What the own tiles of this claim weigh in the key of their suit."""
    kind = move >> 24
    if kind == CHOW:
        return 31 * POW5[move & 255] - POW5[tile]
    return 3 * POW5[tile] if kind == KONG else 2 * POW5[tile]
