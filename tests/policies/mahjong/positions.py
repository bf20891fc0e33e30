"""Positions for the tests of mahjong policies, and a slow second opinion on how far a hand is from complete."""

from functools import cache

from paiju.sim.games.hk_mahjong.engine import HkEngine
from paiju.sim.games.hk_mahjong.rules import HkRules, validated
from paiju.sim.games.mahjong.kinds import CHOWED, MOVES, PUNGED
from paiju.sim.games.mahjong.tiles import format_tiles, parse_tile, parse_tiles
from paiju.sim.kernel.events import ALL, DEALT, DISCARDED, DREW, HAND_STARTED, NO_CARD, NOBODY, Log
from paiju.sim.kernel.policy import Policy
from paiju.sim.kernel.rng import Stream

KINDS = {name: kind for kind, name, _ in MOVES}


class Position:
    """A table laid out by hand. Seat 0 is the one that is asked; seat 3 deals, so that 南 is its wind."""

    def __init__(self, hand: str, **options: object) -> None:
        self.engine = HkEngine(HkRules(validated(options)), Log())
        self.engine.start_match()
        self.engine.emit(HAND_STARTED, 3, NO_CARD, NOBODY, 0, ALL)
        self.deal(0, hand)

    def deal(self, seat: int, tiles: str) -> None:
        """Tiles go to a concealed hand."""
        for tile in parse_tiles(tiles):
            self.engine.emit(DEALT, seat, tile, NOBODY, 0, 1 << seat)

    def discards(self, seat: int, tiles: str) -> "Position":
        """The seat discards these, one after the other."""
        for tile in parse_tiles(tiles):
            self.engine.emit(DEALT, seat, tile, NOBODY, 0, 1 << seat)
            self.engine.emit(DISCARDED, seat, tile, NOBODY, 0, ALL)
        return self

    def claims(self, seat: int, tiles: str) -> "Position":
        """The seat lays a chow or pung, with the last of these tiles taken from the seat before it."""
        three = parse_tiles(tiles)
        giver = (seat - 1) & 3
        self.discards(giver, format_tiles(three[2:]))
        self.deal(seat, format_tiles(three[:2]))
        kind = PUNGED if three[0] == three[1] else CHOWED
        self.engine.emit(kind, seat, three[2], giver, min(three), ALL)
        return self

    def play(self, policy: Policy, drawn: str) -> str:
        """What the policy does after drawing this tile: 'discard 5p'."""
        self.engine.emit(DREW, 0, parse_tile(drawn), NOBODY, 0, 1)
        self.engine.ask_own_turn(0)
        return self.answer(policy)

    def offer(self, policy: Policy, tile: str) -> str:
        """What the policy says to this discard of the seat before: 'chow 3m', 'pass'."""
        self.discards(3, tile)
        wanted = parse_tile(tile)
        engine = self.engine
        if not (engine.ask_win(3, wanted, 1, 1) or engine.ask_set(3, wanted) or engine.ask_chow(3, wanted)):
            return "nothing asked"
        return self.answer(policy)

    def answer(self, policy: Policy) -> str:
        """The policy's answer in words."""
        move = policy.code(self.engine.view(0, Stream()))
        assert self.engine.is_legal(move)
        return str(self.engine.move(move))


def missing(tiles: list[int], melds: int = 0, *, pairs: bool = True) -> int:
    """Tiles missing from the nearest complete hand, by trying every set (no tables)."""
    counts = [0] * 34
    for tile in tiles:
        counts[tile] += 1
    suits = [tuple(counts[s * 9 : s * 9 + 9]) for s in range(4)]
    best = {(0, 0): 0}
    for s, suit in enumerate(suits):
        after: dict[tuple[int, int], int] = {}
        for (sets, pair), n in best.items():
            for more in range(5 - melds - sets):
                for one in range(2 - pair):
                    place = (sets + more, pair + one)
                    after[place] = min(after.get(place, 99), n + lacking(suit, more, one, 0, s < 3))
        best = after
    least = best[4 - melds, 1]
    if pairs and melds == 0:
        two = sum(count >= 2 for count in counts)
        kinds = sum(count >= 1 for count in counts)
        least = min(least, 7 - two + max(0, 7 - kinds))
    return least


@cache
def lacking(counts: tuple[int, ...], sets: int, pair: int, first: int, chows: bool) -> int:
    """Tiles to add to a suit so that it holds that many sets, taken from place `first` on, and a pair."""
    if sets == 0 and pair == 0:
        return 0
    least = 99
    if sets == 0:
        return min(max(0, 2 - count) for count in counts)
    shapes = [(i, i, i) for i in range(first, len(counts))]
    if chows:
        shapes += [(i, i + 1, i + 2) for i in range(first, len(counts) - 2)]
    for shape in shapes:
        rest = list(counts)
        cost = 0
        for i in shape:
            if rest[i]:
                rest[i] -= 1
            else:
                cost += 1
        if cost < least:
            least = min(least, cost + lacking(tuple(rest), sets - 1, pair, shape[0], chows))
    return least


def useful(tiles: list[int], unseen: list[int], melds: int = 0) -> int:
    """Unseen tiles that bring these 13 closer."""
    now = missing(tiles, melds)
    return sum(unseen[t] for t in range(34) if unseen[t] and missing([*tiles, t], melds) < now)
