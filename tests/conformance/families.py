"""What the conformance tests must know of a family of games: where cards lie, which of them are hidden."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from paiju.sim.games.chengdu_coushisi.cards import parse_cards as parse_long_cards
from paiju.sim.games.chengdu_coushisi.groups import group_cards as long_group_cards
from paiju.sim.games.chengdu_coushisi.groups import parse_group as parse_long_group
from paiju.sim.games.mahjong.melds import meld_tiles, parse_meld
from paiju.sim.games.mahjong.tiles import parse_tiles
from paiju.sim.games.zipai.cards import parse_cards
from paiju.sim.games.zipai.groups import group_cards, parse_group
from paiju.sim.kernel.events import DEALT, DREW, card_of, kind_of, seat_of, visible_of

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


def zipai_places(snapshot: Snapshot) -> tuple[list[int], int]:
    """The cards that lie anywhere but in the wall, and how many lie in the wall."""
    hands, groups, river, wall = (snapshot[key] for key in ("hands", "groups", "river", "wall_left"))
    assert isinstance(hands, list)
    assert isinstance(groups, list)
    assert isinstance(river, list)
    assert isinstance(wall, int)
    cards = [card for hand in hands for card in parse_cards(hand)]
    for texts in groups:  # "pao:捌捌捌捌 <1", "wei:二二二*"
        cards += [
            card for text in texts for card in group_cards(parse_group(text.partition(" ")[0].rstrip("*")))
        ]
    cards += [entry & 255 for entry in river if not entry >> 16 & 1]
    if snapshot["pending"]:  # drawn in secret, its group not yet laid
        assert isinstance(snapshot["card"], int)
        cards.append(snapshot["card"])
    return cards, wall


def zipai_reshuffled(
    events: Sequence[int], snapshot: Snapshot, deck: Sequence[int], seat: int, rng: random.Random
) -> list[int]:
    """The same events with the cards that `seat` cannot see changed: the others' hands, covered 偎, the wall."""
    hands = snapshot["hands"]
    assert isinstance(hands, list)
    start = max(i for i, event in enumerate(events) if kind_of(event) == 0)
    held = [Counter(parse_cards(hands[other])) if other != seat else Counter[int]() for other in range(4)]
    if snapshot["shown_held"]:
        held[int(str(snapshot["dealer"]))][int(str(snapshot["shown_card"]))] -= 1
    changed = list(events)
    single: list[int] = []  # places of cards in hidden hands
    for i in range(len(events) - 1, start, -1):
        event = events[i]
        other, card = seat_of(event), card_of(event)
        if kind_of(event) == DEALT and visible_of(event) != 15 and held[other][card] > 0:
            held[other][card] -= 1
            single.append(i)
    places, _ = zipai_places(snapshot)
    wall = list((Counter(deck) - Counter(places)).elements())
    pool = [card_of(events[i]) for i in single] + wall
    for i in range(start, len(events)):  # each covered 偎 may be of another kind
        event = events[i]
        if kind_of(event) != WEI_LAID or visible_of(event) >> seat & 1 or rng.random() < 0.5:
            continue
        owner, card = seat_of(event), card_of(event)
        kinds = [kind for kind in range(20) if kind != card and pool.count(kind) >= 3]
        dealt = [
            j
            for j in range(start, i)
            if (kind_of(events[j]), seat_of(events[j]), card_of(events[j])) == (DEALT, owner, card)
            and visible_of(events[j]) != 15
        ]
        drawn = [j for j in range(start, i) if kind_of(events[j]) == DREW and seat_of(events[j]) == owner][-1]
        later = any(
            seat_of(e) == owner and card_of(e) == card and kind_of(e) in LATER for e in events[i + 1 :]
        )
        if later or not kinds or len(dealt) < 2:
            continue
        new = rng.choice(kinds)
        for _ in range(3):
            pool.remove(new)
            pool.append(card)
        for j in (*dealt[:2], drawn, i):
            changed[j] += (new - card) << 12
        single = [j for j in single if j not in dealt[:2]]
    rng.shuffle(pool)
    for i, card in zip(single, pool, strict=False):
        changed[i] += (card - card_of(changed[i])) << 12
    return changed


def changpai_places(snapshot: Snapshot) -> tuple[list[int], int]:
    """The cards that lie anywhere but in the pool, and how many lie in the pool."""
    hands, groups, bonus, river, pool = (
        snapshot[key] for key in ("hands", "groups", "bonus", "river", "wall_left")
    )
    assert isinstance(hands, list)
    assert isinstance(groups, list)
    assert isinstance(bonus, list)
    assert isinstance(river, list)
    assert isinstance(pool, int)
    cards = [card for text in (*hands, *bonus) for card in parse_long_cards(text)]
    for texts in groups:  # "pung:MM MM MM* <1", "concealed:PZ PZ PZ ~"
        laid = [parse_long_group(text.partition("<")[0].rstrip(" ~")) for text in texts]
        cards += [card for group in laid for card in long_group_cards(group)]
    cards += [entry & 255 for entry in river if not entry >> 16 & 1]
    return cards, pool


def changpai_reshuffled(
    events: Sequence[int], snapshot: Snapshot, deck: Sequence[int], seat: int, rng: random.Random
) -> list[int]:
    """The same events with the cards that `seat` cannot see changed: the others' hands, hidden 暗, the pool."""
    hands = snapshot["hands"]
    assert isinstance(hands, list)
    start = max(i for i, event in enumerate(events) if kind_of(event) == 0)
    held = [
        Counter(parse_long_cards(hands[other])) if other != seat else Counter[int]() for other in range(4)
    ]
    places, _ = changpai_places(snapshot)
    pool = list((Counter(deck) - Counter(places)).elements())
    lifted, at = int(str(snapshot["lifted"])), int(str(snapshot["lifted_at"]))
    if at < 4:  # all know that this seat has stolen it
        held[at][lifted] -= 1
    elif at == 4:  # and that the pool ends with it
        pool.remove(lifted)
    changed = list(events)
    hidden: list[int] = []  # places of cards in hidden hands
    for i in range(len(events) - 1, start, -1):  # what was kept came last
        event = events[i]
        other, card = seat_of(event), card_of(event)
        if kind_of(event) in (DEALT, DREW) and visible_of(event) == 1 << other and held[other][card] > 0:
            held[other][card] -= 1
            hidden.append(i)
    cards = [card_of(events[i]) for i in hidden] + pool
    for i in range(start, len(events)):  # each hidden 暗 may be of another kind
        if kind_of(events[i]) == CONCEALED_LAID and not visible_of(events[i]) >> seat & 1:
            exchange_triple(changed, i, hidden, cards, rng)
    rng.shuffle(cards)
    for i, card in zip(hidden, cards, strict=False):
        changed[i] += (card - card_of(changed[i])) << 12
    return changed


def exchange_triple(
    events: list[int], at: int, hidden: Sequence[int], cards: list[int], rng: random.Random
) -> None:
    """Make the 暗 laid by event `at` one of three other hidden plain cards, if there are three equal ones."""
    owner, old = seat_of(events[at]), card_of(events[at])
    later = [(kind_of(event), seat_of(event), card_of(event) % 21) for event in events[at + 1 :]]
    kinds = [kind for kind in range(21) if kind not in (1, 19) and cards.count(kind) >= 3]
    if not kinds or any((kind, owner, old % 21) in later for kind in OPENED) or rng.random() < 0.3:
        return
    new = rng.choice(kinds)
    for card in [old] + [old % 21] * 2:
        came = [
            i
            for i in range(at)
            if (kind_of(events[i]), seat_of(events[i]), card_of(events[i]))
            in ((1, owner, card), (2, owner, card))
            and i not in hidden
        ]
        i = came[-1]
        events[i] += (new - card) << 12
        cards.remove(new)
        cards.append(card)
    events[at] += (new - old) << 12


CONCEALED_LAID = 20
OPENED = (21, 9)  # the hidden 暗 was opened: added_fourth, revealed
WEI_LAID = 19
LATER = (21, 22, 9)  # the covered group was opened: laid_pao, laid_ti, revealed
PLACES: dict[str, Callable[[Snapshot], tuple[list[int], int]]] = {
    "mahjong": mahjong_places,
    "zipai": zipai_places,
    "changpai": changpai_places,
}
RESHUFFLED = {
    "mahjong": mahjong_reshuffled,
    "zipai": zipai_reshuffled,
    "changpai": changpai_reshuffled,
}
DOMAINS = {
    "tile": 34,
    "card": 20,
    "kind": 21,
    "seat": 4,
    "suit": 4,
    "i": 1,
}  # what arguments of the methods of a view range over
FILLERS = {"copy_counts", "copy_left", "spend"}  # methods that fill a given vec, or count nodes


def may_lose(name: str, options: Mapping[str, object]) -> int:
    """How much the payments of a hand may add up to below zero."""
    return 2 if name == "hk_mahjong" and options["self_draw_payment"] == "exact_from_bank" else 0
