"""What the conformance tests must know of a family of games: where cards lie, which of them are hidden."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from sim.games.mahjong.melds import meld_tiles, parse_meld
from sim.games.mahjong.tiles import parse_tiles
from sim.kernel.events import DEALT, DREW, card_of, kind_of, seat_of

Snapshot = Mapping[str, object]


def mahjong_places(snapshot: Snapshot) -> tuple[list[int], int]:
    """The tiles that lie anywhere but in the wall, and how many lie in the wall."""
    hands, melds, river, wall = (snapshot[key] for key in ("hands", "melds", "river", "wall_left"))
    assert isinstance(hands, list)
    assert isinstance(melds, list)
    assert isinstance(river, list)
    assert isinstance(wall, int)
    tiles = [tile for hand in hands for tile in parse_tiles(hand)]
    tiles += [tile for each in melds for meld in each for tile in meld_tiles(parse_meld(meld))]
    tiles += [entry & 255 for entry in river if not entry >> 16 & 1]
    return tiles, wall


def mahjong_reshuffled(
    events: Sequence[int], snapshot: Snapshot, deck: Sequence[int], seat: int, rng: random.Random
) -> list[int]:
    """The same events with the tiles that `seat` cannot see shuffled among the others' hands and the wall."""
    hands = snapshot["hands"]
    assert isinstance(hands, list)
    start = max(i for i, event in enumerate(events) if kind_of(event) == 0)
    hidden: list[int] = []
    for other in range(4):
        held = Counter(parse_tiles(hands[other])) if other != seat else Counter[int]()
        for i in range(len(events) - 1, start, -1):  # what was kept came last
            event = events[i]
            if seat_of(event) == other and kind_of(event) in (DEALT, DREW) and held[card_of(event)]:
                held[card_of(event)] -= 1
                hidden.append(i)
    places, _ = mahjong_places(snapshot)
    wall = list((Counter(deck) - Counter(places)).elements())
    cards = [card_of(events[i]) for i in hidden] + wall
    rng.shuffle(cards)
    changed = list(events)
    for i, card in zip(hidden, cards, strict=False):
        changed[i] += (card - card_of(events[i])) << 12
    return changed


PLACES: dict[str, Callable[[Snapshot], tuple[list[int], int]]] = {"mahjong": mahjong_places}
RESHUFFLED = {"mahjong": mahjong_reshuffled}
DOMAINS = {"tile": 34, "seat": 4, "suit": 4, "i": 1}  # what arguments of the methods of a view range over
FILLERS = {"copy_counts", "copy_left", "spend"}  # methods that fill a given vec, or count nodes


def may_lose(name: str, options: Mapping[str, object]) -> int:
    """How much the payments of a hand may add up to below zero."""
    return 2 if name == "hk_mahjong" and options["self_draw_payment"] == "exact_from_bank" else 0
