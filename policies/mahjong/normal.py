"""The steady player: tile efficiency and nothing else (rule 17)."""

from typing import Final, final

from mypy_extensions import i64

from paiju.policies.mahjong.efficiency import Hand
from paiju.policies.mahjong.player import MahjongPolicy
from paiju.policies.mahjong.value import least_plan
from paiju.sim.games.mahjong.kinds import (
    ADDED_KONG,
    AFTER_CLAIM,
    CHOW,
    CONCEALED_KONG,
    DISCARD,
    KONG,
    OWN_TURN,
)
from paiju.sim.games.mahjong.tiles import POW5, SUIT
from paiju.sim.games.mahjong.view import MahjongView


@final
class Normal(MahjongPolicy):
    """Discards for the fewest tiles missing, then for the most useful tiles; claims what brings it closer.

    Where a win needs fan it plays for the nearest kind of hand that has them.
    """

    version = "1"

    def __init__(self) -> None:
        super().__init__()
        self.hand: Final = Hand()

    def answer(self, view: MahjongView) -> i64:
        """The chosen move's code."""
        hand = self.hand
        hand.load(view, view.terms.pairs)
        least_plan(view, hand)
        stage = view.stage_code()
        if stage == OWN_TURN or stage == AFTER_CLAIM:
            return own_turn(view, hand)
        return claim(view, hand)


def own_turn(view: MahjongView, hand: Hand) -> i64:
    """A kong that costs nothing, or the most efficient discard."""
    least = hand.look()
    needs = hand.needs
    ties: i64 = 0
    chosen: i64 = -1
    for i in range(view.choices()):
        move = view.code(i)
        tile = move & 255
        if move >> 24 != DISCARD:
            if keeps_distance(hand, move, least):
                return move
        elif chosen < 0 or needs[tile] < needs[chosen]:
            chosen, ties = tile, 1
        elif needs[tile] == needs[chosen]:
            ties += 1
    if ties > 1 or needs[chosen] == 1:  # the last tile may be gone for good
        chosen = most_useful(view, hand, needs[chosen])
    return DISCARD << 24 | chosen


def keeps_distance(hand: Hand, move: i64, least: i64) -> bool:
    """Does this kong leave the hand no further from complete? It draws a tile more, then."""
    tile = move & 255
    suit = SUIT[tile]
    if hand.suits >> suit & 1 == 0:
        return False
    if move >> 24 == CONCEALED_KONG:
        return hand.missing_after_claim(suit, 4 * POW5[tile]) <= least
    return move >> 24 == ADDED_KONG and hand.needs[tile] <= least


def most_useful(view: MahjongView, hand: Hand, need: i64) -> i64:
    """Of the legal discards that leave `need` tiles missing, the one with the most useful tiles.

    If no tile is useful any more, a discard that leaves one tile more missing.
    """
    hand.prepare(view)
    tile, useful = best_of(view, hand, need)
    if useful == 0:
        other, more = best_of(view, hand, need + 1)
        if more > 0:
            return other
    return tile


def best_of(view: MahjongView, hand: Hand, need: i64) -> tuple[i64, i64]:
    """The discard with the most useful tiles, of those that leave `need` missing, and how many they are."""
    needs = hand.needs
    most: i64 = -1
    chosen: i64 = -1
    for i in range(view.choices()):
        move = view.code(i)
        if move >> 24 != DISCARD:
            break
        tile = move & 255
        if needs[tile] == need:
            useful = hand.useful(tile)
            if useful > most:
                most, chosen = useful, tile
    return chosen, most


def claim(view: MahjongView, hand: Hand) -> i64:
    """The claim that brings the hand closest, or the pass when none brings it closer."""
    tile = view.offered()
    suit = SUIT[tile]
    chosen = view.code(0)
    if hand.suits >> suit & 1 == 0:
        return chosen
    now = hand.missing()
    least = now
    for i in range(i64(1), view.choices()):
        move = view.code(i)
        kind = move >> 24
        if kind == KONG:
            if hand.missing_after_claim(suit, 3 * POW5[tile]) <= min(now, least):
                return move
        else:
            used = 31 * POW5[move & 255] - POW5[tile] if kind == CHOW else 2 * POW5[tile]
            n = hand.missing_after_claim(suit, used)
            if n < least:
                least, chosen = n, move
    return chosen
