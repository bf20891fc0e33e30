"""What a hand may become: for each discard the best plan's chance to win times what it would be worth."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.policies.mahjong.efficiency import ALL_SUITS, CLAIM, DRAW, FAR, SORT, Hand
from paiju.policies.mahjong.prospects import ANY_SETS, ONE_SUIT, PAIRS, PUNGS, chance, usual_chance
from paiju.policies.mahjong.value import Value
from paiju.sim.games.mahjong.kinds import CHOW, KONG
from paiju.sim.games.mahjong.shapes import NO_PAIRS
from paiju.sim.games.mahjong.tables import NEED
from paiju.sim.games.mahjong.terms import MahjongTerms
from paiju.sim.games.mahjong.tiles import SUIT
from paiju.sim.games.mahjong.view import MahjongView

DEEP: Final = 2  # tiles missing up to which the next tile is looked at too
CLOSE: Final = 80  # for discards whose prospects are so many per cent of the best
NOTHING: Final = 34  # the place of a hand that does not discard


@final
class Outlook:
    """Judges `hand`: `prospects[tile]` is chance x worth once `tile` is discarded.

    A chance is a part of SURE, a worth counts points.
    """

    def __init__(self, terms: MahjongTerms) -> None:
        self.terms: Final = terms
        self.hand: Final = Hand()
        self.value: Final = Value(terms)
        self.prospects: Final = vec[i64]([0] * 35)
        self.sorts: Final = vec[i64]([0] * 35)  # the sort of hand the best plan aims at
        self.chances: Final = vec[i64]([0] * 35)  # and its chance
        self.firsts: Final = vec[i64]([0] * 34)
        self.worths: Final = vec[i64]([0] * 34)
        self.useful: Final = vec[i64]([0] * 34)
        self.level: i64 = 12  # 4 x how many others play with a plan
        self.best: i64 = 0
        self.tiles_left: i64 = 0
        self.is_dealer: bool = False

    def load(self, view: MahjongView) -> None:
        """Take over hand and melds of the view."""
        self.hand.load(view, NO_PAIRS)
        self.value.load(view)
        view.copy_left(self.hand.left)
        self.tiles_left = view.tiles_left()
        self.is_dealer = view.dealer_seat() == view.seat

    def judge(self, discards: bool) -> i64:
        """Fill `prospects` under every plan; a hand that need not discard has only the place NOTHING."""
        for tile in range(i64(35)):
            self.prospects[tile] = 0
        self.best = 0
        self.value.count(self.hand)
        self.judge_sets(ALL_SUITS, discards)
        melds = self.value.suits
        for suit in range(i64(3)):
            pure = i64(1) << suit
            if melds & ~(pure | 8) == 0:
                self.judge_sets(pure | 8, discards)
                if melds & 8 == 0:
                    self.judge_sets(pure, discards)
        if not self.value.has_chow:
            self.judge_pungs(discards)
        if self.terms.pairs != NO_PAIRS and self.hand.melds == 0:
            self.judge_pairs(discards)
        return self.best

    def note(self, sort: i64, tile: i64, chance: i64, worth: i64) -> None:
        """A plan's prospect after this discard."""
        prospect = chance * worth
        if prospect > self.prospects[tile]:
            self.prospects[tile] = prospect
            self.sorts[tile] = sort
            self.chances[tile] = chance
            self.best = max(self.best, prospect)

    def is_hopeless(self, sort: i64, missing: i64, quarters: i64) -> bool:
        """Is this plan clearly worse than the best one so far?"""
        likely = usual_chance(self.level | sort, missing, self.tiles_left) * self.value.own_worth(
            quarters, self.is_dealer
        )
        return likely * 2 < self.best

    def judge_sets(self, suits: i64, discards: bool) -> None:
        """Four sets and a pair within these suits."""
        sort: i64 = ANY_SETS if suits & 7 == 7 else ONE_SUIT
        hand, value = self.hand, self.value
        hand.plan(suits)
        if not discards:
            least = hand.missing()
            quarters = value.of_sets(hand, -1, suits)
            if not self.is_hopeless(sort, least, quarters):
                hand.find_added()
                hand.find_near(least)
                p = chance(self.level | sort, least, hand.reach(-1, least), self.tiles_left)
                p = self.refined(sort, -1, least, p)
                self.note(sort, NOTHING, p, value.own_worth(quarters, self.is_dealer))
            return
        if self.is_hopeless(sort, hand.missing(), value.of_sets(hand, -1, suits) + 2):
            return
        least = hand.look()
        hand.find_added()
        hand.find_near(least)
        firsts, worths = self.firsts, self.worths
        most: i64 = 0
        outside: i64 = -1  # the reach after discarding what the plan has no use for
        needs = hand.needs
        for tile in range(i64(34)):
            n = needs[tile]
            if n == FAR:
                continue
            quarters = value.of_sets(hand, tile, suits)
            if n > least:
                likely = usual_chance(self.level | sort, n, self.tiles_left) * 3 // 4
                self.note(sort, tile, likely, value.own_worth(quarters, self.is_dealer))
                continue
            worth = value.own_worth(quarters, self.is_dealer)
            if suits >> SUIT[tile] & 1:
                reach = hand.reach(tile, n)
            else:
                if outside < 0:
                    outside = hand.reach(tile, n)
                reach = outside
            firsts[tile] = chance(self.level | sort, n, reach, self.tiles_left)
            worths[tile] = worth
            most = max(most, firsts[tile] * worth)
        for tile in range(i64(34)):
            if needs[tile] == least:
                p = firsts[tile]
                if p * worths[tile] * 100 >= most * CLOSE:
                    p = self.refined(sort, tile, least, p)
                else:
                    p = p * 9 // 10
                self.note(sort, tile, p, worths[tile])

    def refined(self, sort: i64, tile: i64, missing: i64, first: i64) -> i64:
        """A chance that considers the hands one tile further on, with their best discards."""
        if missing < 2 or missing > DEEP:
            return first
        hand = self.hand
        hand.find_near(missing)
        later = max(self.tiles_left - 4, 0)
        if tile >= 0:
            hand.try_tile(tile, -1)
        weights: i64 = 0
        total: i64 = 0
        for i in range(self.find_useful(missing)):
            t = self.useful[i]
            ways = hand.ways(t, missing)
            hand.left[t] -= 1
            hand.try_tile(t, 1)
            total += ways * chance(self.level | sort, missing - 1, hand.best_reach(missing - 1), later)
            weights += ways
            hand.try_tile(t, -1)
            hand.left[t] += 1
        if tile >= 0:
            hand.try_tile(tile, 1)
        usual = usual_chance(self.level | sort, missing - 1, later)
        if weights == 0 or usual == 0:
            return first
        return first * (total // weights) // usual

    def find_useful(self, missing: i64) -> i64:
        """List the tiles that bring the hand closer; gives how many."""
        hand = self.hand
        hand.find_rests()
        row = (4 - hand.melds) << 16
        n: i64 = 0
        for i in range(hand.n_near):
            t = hand.near[i]
            if hand.left[t] and i64(NEED[row | hand.rest[SUIT[t]] << 8 | hand.added[t]]) < missing:
                self.useful[n] = t
                n += 1
        return n

    def note_win(self, sort: i64, tile: i64, missing: i64, reach: i64, quarters: i64) -> None:
        """Note chance x worth."""
        p = chance(self.level | sort, missing, reach, self.tiles_left)
        self.note(sort, tile, p, self.value.own_worth(quarters, self.is_dealer))

    def is_closer(self, kind: i64, tile: i64, used: i64) -> bool:
        """Could this claim, of tiles worth `used` of the suit's key, bring any plan closer?"""
        hand, value = self.hand, self.value
        suit = SUIT[tile]
        hand.plan(ALL_SUITS)
        now = hand.missing()
        gain: i64 = 1 if kind == KONG else 0
        if hand.missing_after_claim(suit, used) < now + gain:
            return True
        if (
            kind != CHOW
            and not value.has_chow
            and missing_pungs(hand.counts, 4 - hand.melds, -1, -1) <= now + 2
        ):
            return True
        for pure in range(i64(3)):
            suits = 1 << pure | 8
            if (value.suits | 1 << suit) & ~suits == 0:
                hand.plan(suits)
                n = hand.missing()
                if n <= now + 2 and hand.missing_after_claim(suit, used) < n + gain:
                    return True
        return False

    def judge_pungs(self, discards: bool) -> None:
        """Four pungs and a pair."""
        hand = self.hand
        counts = hand.counts
        base = 4 * self.terms.all_pungs_fan
        sets = 4 - hand.melds
        if not discards:
            n = missing_pungs(counts, sets, -1, -1)
            quarters = self.value.of_sets(hand, -1, ALL_SUITS) + base
            if not self.is_hopeless(PUNGS, n, quarters):
                self.note_win(PUNGS, NOTHING, n, self.pungs_reach(-1, n), quarters)
            return
        least: i64 = FAR
        for tile in range(i64(34)):
            if counts[tile]:
                least = min(least, missing_pungs(counts, sets, tile, -1))
        if self.is_hopeless(PUNGS, least, self.value.of_sets(hand, -1, ALL_SUITS) + base):
            return
        for tile in range(i64(34)):
            if counts[tile] and missing_pungs(counts, sets, tile, -1) == least:
                quarters = self.value.of_sets(hand, tile, ALL_SUITS) + base
                self.note_win(PUNGS, tile, least, self.pungs_reach(tile, least), quarters)

    def pungs_reach(self, tile: i64, missing: i64) -> i64:
        """The reach towards four pungs and a pair after this discard."""
        hand = self.hand
        total: i64 = 0
        for t in range(i64(34)):
            count = hand.counts[t] - i64(t == tile)
            if hand.left[t] and 1 <= count <= 2:
                if missing_pungs(hand.counts, 4 - hand.melds, tile, t) < missing:
                    claims: i64 = 3 if count == 2 or missing == 1 else 0
                    total += hand.left[t] * (DRAW + claims * CLAIM[5 * SORT[t] + hand.left[t]])
        return total

    def judge_pairs(self, discards: bool) -> None:
        """Seven pairs."""
        hand = self.hand
        hand.pairs_rule = self.terms.pairs
        hand.plan(ALL_SUITS)
        quarters = 4 * self.terms.seven_pairs_fan + 1
        if hand.pairs >= 4:
            if not discards:
                self.note_pairs(NOTHING, -1, 7 - hand.pairs, quarters)
            else:
                least: i64 = FAR
                for tile in range(i64(34)):
                    if hand.counts[tile]:
                        least = min(least, hand.pairs_without(tile))
                for tile in range(i64(34)):
                    if hand.counts[tile] and hand.pairs_without(tile) == least:
                        self.note_pairs(tile, tile, least, quarters)
        hand.pairs_rule = NO_PAIRS

    def note_pairs(self, place: i64, tile: i64, missing: i64, quarters: i64) -> None:
        """The prospect of seven pairs after this discard."""
        hand = self.hand
        claims: i64 = 3 if missing == 1 else 0
        total: i64 = 0
        for t in range(i64(34)):
            if hand.left[t] and hand.makes_pair(t, tile):
                total += hand.left[t] * (DRAW + claims * CLAIM[5 * SORT[t] + hand.left[t]])
        self.note_win(PAIRS, place, missing, total, quarters)


def missing_pungs(counts: vec[i64], sets: i64, less: i64, more: i64) -> i64:
    """Tiles missing for that many pungs and a pair, with one tile less and one more (-1: none)."""
    threes: i64 = 0
    twos: i64 = 0
    ones: i64 = 0
    for tile in range(i64(34)):
        count = counts[tile] - i64(tile == less) + i64(tile == more)
        threes += i64(count >= 3)
        twos += i64(count == 2)
        ones += i64(count == 1)
    used = min(threes, sets)
    missing = 3 * sets + 2 - 3 * used
    rest = sets - used
    pair: i64 = 2 if threes > used else 0
    used = min(twos, rest)
    missing -= 2 * used
    rest -= used
    if twos > used:
        pair = 2
    used = min(ones, rest)
    if ones > used:
        pair = max(pair, 1)
    return missing - used - pair
