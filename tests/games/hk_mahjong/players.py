"""Test policies that lead games into rare corners, rulesets at random, and decks that deal strong hands."""

import random
from collections.abc import Callable, Sequence

from paiju.policies import find, names
from paiju.sim.games import registry
from paiju.sim.games.hk_mahjong.rules import EXTRA_PATTERNS, validated
from paiju.sim.games.hk_mahjong.view import HkView
from paiju.sim.kernel.errors import BadOption
from paiju.sim.kernel.events import Log
from paiju.sim.kernel.play import Table
from paiju.sim.kernel.policy import Policy, View
from paiju.sim.kernel.rng import Seeds
from tests.games.ranked import Ranked

PASS, DISCARD, CHOW, PUNG, KONG, CONCEALED_KONG, ADDED_KONG, WIN = range(8)
GAME = registry.get("hk_mahjong")
Maker = Callable[[], Policy]


class ClaimHappy(Ranked[HkView]):
    """Claims whatever it can, discards at random."""

    likes: Sequence[int] = (WIN, CONCEALED_KONG, ADDED_KONG, KONG, PUNG, CHOW)


class PassHappy(Ranked[HkView]):
    """Claims and wins almost never."""

    likes: Sequence[int] = (WIN, CHOW, PUNG)
    boldness = 5


class KongHappy(Ranked[HkView]):
    """Collects equal tiles and declares every kong rather than win."""

    likes: Sequence[int] = (ADDED_KONG, CONCEALED_KONG, KONG, PUNG)

    def worth(self, view: HkView, tile: int) -> int:
        """Equal tiles."""
        return view.count(tile)


class Teaser(Ranked[HkView]):
    """Keeps equal and neighbouring tiles, passes every third win and half of the claims."""

    likes: Sequence[int] = (WIN, ADDED_KONG, PUNG, CHOW)
    boldness = 65

    def worth(self, view: HkView, tile: int) -> int:
        """Copies and neighbours."""
        near = 0
        if tile < 27:
            for step in (-2, -1, 1, 2):
                other = tile + step
                if 0 <= other < 27 and other // 9 == tile // 9 and view.count(other):
                    near += 3 - abs(step)
        return 3 * view.count(tile) + near


class Builder(Teaser):
    """The same, but quick to win and claiming only sets."""

    likes: Sequence[int] = (WIN, PUNG)
    boldness = 100


class Loner(Teaser):
    """The same, but wins without claims."""

    likes: Sequence[int] = (WIN,)
    boldness = 100


class Patient(Ranked[HkView]):
    """Keeps the hand it was dealt, passes the first win, takes most later ones."""

    def __init__(self) -> None:
        super().__init__()
        self.offered = 0

    def code(self, view: View) -> int:
        """The code of the chosen move."""
        assert isinstance(view, HkView)
        codes = [view.code(i) for i in range(view.choices())]
        if codes[-1] >> 24 == WIN:
            self.offered += 1
            if self.offered > 1 and view.rng.below(4):
                return codes[-1]
        drawn = DISCARD << 24 | view.tile
        return drawn if drawn in codes else codes[0]


class Idle(Ranked[HkView]):
    """Keeps the hand it was dealt and passes everything; wins with the last tile of the wall only."""

    def code(self, view: View) -> int:
        """The code of the chosen move."""
        assert isinstance(view, HkView)
        codes = [view.code(i) for i in range(view.choices())]
        if codes[0] == PASS:
            return PASS
        drawn = DISCARD << 24 | view.tile
        if codes[-1] >> 24 == WIN and view.wall_left == 0:
            return codes[-1]
        return drawn if drawn in codes else codes[0]


class PairKeeper(Ranked[HkView]):
    """Goes for seven pairs and pungs."""

    likes: Sequence[int] = (WIN, CONCEALED_KONG)

    def worth(self, view: HkView, tile: int) -> int:
        """Equal tiles."""
        return view.count(tile)


class SuitKeeper(Teaser):
    """Goes for one suit and honours."""

    likes: Sequence[int] = (WIN, KONG, PUNG)
    boldness = 90

    def worth(self, view: HkView, tile: int) -> int:
        """Tiles of the longest suit, then honours, then what Teaser keeps."""
        sizes = [sum(view.count(t) for t in range(9 * suit, 9 * suit + 9)) for suit in range(3)]
        longest = sizes.index(max(sizes))
        return 20 * (tile >= 27 or tile // 9 == longest) + super().worth(view, tile)


class OrphanKeeper(Ranked[HkView]):
    """Goes for thirteen orphans."""

    likes: Sequence[int] = (WIN,)

    def worth(self, view: HkView, tile: int) -> int:
        """The first of each 1, 9 and honour."""
        return 2 - view.count(tile) if tile >= 27 or tile % 9 in (0, 8) else -4


OWN: list[Maker] = [
    ClaimHappy,
    PassHappy,
    KongHappy,
    Teaser,
    Builder,
    Loner,
    PairKeeper,
    SuitKeeper,
    OrphanKeeper,
    Patient,
]


def policies() -> list[Maker]:
    """All policies that may sit at a test table: our own and every shipped one."""
    shipped = [find(name, GAME.family) for name in names(GAME.family)]
    return [*OWN, *shipped]


def random_options(rng: random.Random) -> dict[str, object]:
    """A valid ruleset in which every option may differ from its default; single hands are the rule."""
    while True:
        given: dict[str, object] = {
            "base_points": rng.choice([1, 2, 20, 20, 7, 100]),
            "min_fan": rng.choice([0, 0, 0, 1, 2, 3]),
            "fan_cap": rng.choice([10, 10, 0, 3, 8, 13, None]),
            "dealer_multiplier": rng.choice(["3/2", "3/2", "1", "2", "4/3"]),
            "double_wind_fan": rng.choice([1, 2]),
            "self_draw_payment": rng.choice(["ceil_third", "each_full", "exact_from_bank"]),
            "self_draw_fan": rng.choice([0, 0, 1, 2]),
            "concealed_fan": rng.choice([0, 0, 1, 2]),
            "extra_fan": random_extra(rng),
            "last_discard_claims": rng.choice(["all", "win_only"]),
            "pass_win": rng.choice(["free", "until_turn"]),
            "match": rng.choice(["hand"] * 12 + ["hands:2", "hands:6", "rounds:1", "rounds:2"]),
            "dealer_after_draw": rng.choice(["same", "next"]),
            "max_hands": rng.choice([1, 2, 3, 5, 8, 20]),
            "seven_pairs": rng.random() < 0.8,
            "concealed_kong_keeps_concealed": rng.random() < 0.6,
            "swap_call": rng.random() < 0.6,
        }
        for key in (
            "cap_after_dealer",
            "seven_pairs_exclusive",
            "quad_as_two_pairs",
            "honours_exclusive",
            "rob_kong",
            "kong_after_claim",
        ):
            given[key] = rng.random() < 0.5
        try:
            return validated(given)
        except BadOption:  # too large a payment: throw again
            continue


def random_extra(rng: random.Random) -> object:
    """Some of the extra patterns, as a map or a list of names."""
    if rng.random() < 0.3:
        return {}
    chosen = [name for name in EXTRA_PATTERNS if rng.random() < 0.6]
    return chosen if rng.random() < 0.5 else {name: rng.randint(1, 12) for name in chosen}


# Rigged decks

FAMOUS = (
    [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8],
    [18, 18, 18, 19, 20, 21, 22, 23, 24, 25, 26, 26, 26],
    [27, 27, 27, 28, 28, 28, 29, 29, 29, 30, 30, 9, 9],
    [27, 27, 28, 28, 28, 29, 29, 29, 30, 30, 30, 13, 14],
    [31, 31, 31, 32, 32, 32, 33, 33, 4, 4, 11, 12, 13],
    [31, 31, 31, 32, 32, 32, 33, 33, 18, 19, 20, 21, 22],
    [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 27],  # four sets or seven pairs
    [10, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15, 16],
    [19, 19, 19, 20, 20, 20, 21, 21, 21, 22, 22, 22, 24],  # pungs or chows
)
FULL = [tile for tile in range(34) for _ in range(4)]


def rigged_deck(rng: random.Random) -> list[int]:
    """All 136 tiles in an order that deals one or more seats a hand near to winning."""
    left = list(FULL)
    rng.shuffle(left)
    theme = rng.choice([None, None, "pungs", "suit", "honours", "simple"])
    wanted = rng.randrange(27) if rng.random() < 0.4 else -1  # the tile that several seats wait for
    early = [wanted] * rng.randint(1, 2) if wanted >= 0 else []
    for tile in early:
        left.remove(tile)
    deck: list[int] = []
    for _ in range(4):
        hand = ready_hand(rng, left, theme) if rng.random() < 0.75 else []
        if wanted >= 0 and rng.random() < 0.8:
            hand = waiting_hand(rng, left, wanted)
        for tile in hand:
            left.remove(tile)
        while len(hand) < 13:
            hand.append(left.pop())
        deck += hand
    if rng.random() < 0.3:  # the wall repeats what is held already: kongs
        held = set(deck)
        left.sort(key=lambda tile: (tile in held and rng.random() < 0.7, rng.random()), reverse=True)
    for tile in early:
        left.insert(rng.randrange(12), tile)
    return deck + left


def robbery(rng: random.Random, options: dict[str, object]) -> tuple[list[int], list[Maker]]:
    """A deck and players that may let one pung a tile and add its fourth, while two others wait for it."""
    options |= {"rob_kong": True, "min_fan": 0}
    left = list(FULL)
    rng.shuffle(left)
    tile = rng.randrange(27)
    for _ in range(4):
        left.remove(tile)
    hands: list[list[int]] = [[tile, tile], waiting_hand(rng, left, tile), [], [tile]]
    makers: list[Maker] = [
        KongHappy,
        rng.choice([Patient, Loner]),
        rng.choice([Patient, Patient, Teaser]),
        KongHappy,
    ]
    for each in hands[1]:
        left.remove(each)
    hands[2] = waiting_hand(rng, left, tile)
    for each in hands[2]:
        left.remove(each)
    for kind in rng.sample(range(34), 34):
        if left.count(kind) >= 2 and len(hands[3]) < 13:
            hands[3] += [kind, kind]
            left.remove(kind)
            left.remove(kind)
    order = rng.sample(range(4), 4)
    deck: list[int] = []
    for seat in order:
        while len(hands[seat]) < 13:
            hands[seat].append(left.pop())
        deck += hands[seat]
    left.insert(rng.randrange(4, 24), tile)
    return deck + left, [makers[seat] for seat in order]


def waiting_hand(rng: random.Random, left: list[int], wanted: int) -> list[int]:
    """Thirteen tiles or fewer that wait for one tile in the middle of a chow, or hold two of it."""
    if left.count(wanted) == 2 and rng.random() < 0.5:
        return [wanted, wanted]
    around = [wanted - 1, wanted + 1]
    if wanted % 9 in (0, 8):
        around = [wanted + 1, wanted + 2] if wanted % 9 == 0 else [wanted - 2, wanted - 1]
    if not all(tile in left for tile in around):
        return []
    rest = [tile for tile in left if tile != wanted]
    for tile in around:
        rest.remove(tile)
    for _ in range(20):
        hand = ready_hand(rng, rest, None)
        sets = [tile for tile in hand if hand.count(tile) == 3][:9]
        pair = next((tile for tile in hand if hand.count(tile) == 2), -1)
        if len(sets) == 9 and pair >= 0:
            return [*sets, pair, pair, *around]
    chows = [low for low in range(27) if low % 9 < 7 and all(rest.count(low + i) for i in range(3))]
    hand = list(around)
    for low in rng.sample(chows, min(len(chows), 8)):
        if len(hand) < 11 and all(rest.count(low + i) for i in range(3)):
            hand += [low, low + 1, low + 2]
            for i in range(3):
                rest.remove(low + i)
    pair = next((tile for tile in range(34) if rest.count(tile) >= 2), -1)
    return [*hand, pair, pair] if pair >= 0 else hand


def ready_hand(rng: random.Random, left: list[int], theme: str | None) -> list[int]:
    """Thirteen tiles that lack one or two to win; fewer when the tiles run out."""
    style = rng.random()
    kinds = [tile for tile in range(34) if fits_theme(tile, theme, rng)]
    if style < 0.08:
        orphans = [0, 8, 9, 17, 18, 26, *range(27, 34)]
        return [tile for tile in orphans if tile in left]
    hand: list[int] = []
    if style < 0.2:
        hand = list(rng.choice(FAMOUS))
        rng.shuffle(hand)
        return [tile for tile in hand if left.count(tile) >= hand.count(tile)]
    if style < 0.33:
        rng.shuffle(kinds)
        for tile in kinds:
            if len(hand) < 14 and left.count(tile) >= 2:
                hand += [tile] * (4 if left.count(tile) == 4 and rng.random() < 0.2 and len(hand) < 11 else 2)
    else:
        for size in (2, 3, 3, 3, 3):
            for _ in range(30):
                tile = rng.choice(kinds)
                chow = theme != "pungs" and tile < 27 and tile % 9 < 7 and rng.random() < 0.6
                group = [tile, tile + 1, tile + 2] if size == 3 and chow else [tile] * size
                if all(left.count(each) - hand.count(each) >= group.count(each) for each in group):
                    hand += group
                    break
    rng.shuffle(hand)
    return hand[: rng.choice([12, 13, 13, 13])]


def fits_theme(tile: int, theme: str | None, rng: random.Random) -> bool:
    """May a hand of this theme hold the tile?"""
    if theme == "suit":
        return tile < 9 or rng.random() < 0.05
    if theme == "honours":
        return tile >= 27 or (tile < 9 and rng.random() < 0.2)
    if theme == "simple":
        return tile < 27 and tile % 9 not in (0, 8)
    return True


def play(
    options: dict[str, object],
    deal: int,
    seats: Sequence[Maker],
    deck: Sequence[int] | None = None,
    root: int = 1,
    by_seat: bool = False,
) -> list[int]:
    """The events of one match; `deck` is the order of the first hand's tiles, `by_seat` the way of drawing."""
    log = Log()
    engine = GAME.engine(GAME.rules(options), log)
    if deck is not None:
        engine.chance.stack(list(deck))
    failures = Table(engine, Seeds(root), by_seat).play(deal, 0, list(seats), seats[0])
    assert not failures, failures[0].text
    return log.to_list()
