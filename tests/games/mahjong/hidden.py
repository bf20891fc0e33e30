"""Where the tiles of a mahjong game lie, and which of them are hidden."""

import random
from collections import Counter
from collections.abc import Sequence

from paiju.sim.games.mahjong.melds import meld_tiles, parse_meld
from paiju.sim.games.mahjong.tiles import parse_tiles
from paiju.sim.kernel.events import DEALT, DREW, card_of, kind_of, seat_of
from tests.conformance.needs import Snapshot


def places(snapshot: Snapshot) -> tuple[list[int], int]:
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


def reshuffled(
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
    lying, _ = places(snapshot)
    wall = list((Counter(deck) - Counter(lying)).elements())
    cards = [card_of(events[i]) for i in hidden] + wall
    rng.shuffle(cards)
    changed = list(events)
    for i, card in zip(hidden, cards, strict=False):
        changed[i] += (card - card_of(events[i])) << 12
    return changed
