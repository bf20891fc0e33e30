"""Where the cards of hunan_paohuzi lie, and which of them are hidden."""

import random
from collections import Counter
from collections.abc import Sequence

from paiju.sim.games.hunan_paohuzi.groups import WORDS
from paiju.sim.games.zipai.cards import parse_cards
from paiju.sim.games.zipai.groups import group_cards
from paiju.sim.kernel.events import DEALT, DREW, card_of, kind_of, seat_of, visible_of
from tests.conformance.needs import Snapshot

WEI_LAID = 19
LATER = (21, 22, 9)  # the covered group was opened: laid_pao, laid_ti, revealed


def places(snapshot: Snapshot) -> tuple[list[int], int]:
    """The cards that lie anywhere but in the wall, and how many lie in the wall."""
    hands, groups, river, wall = (snapshot[key] for key in ("hands", "groups", "river", "wall_left"))
    assert isinstance(hands, list)
    assert isinstance(groups, list)
    assert isinstance(river, list)
    assert isinstance(wall, int)
    cards = [card for hand in hands for card in parse_cards(hand)]
    for texts in groups:  # "pao:捌捌捌捌 <1", "wei:二二二*"
        cards += [
            card for text in texts for card in group_cards(WORDS.parse(text.partition(" ")[0].rstrip("*")))
        ]
    cards += [entry & 255 for entry in river if not entry >> 16 & 1]
    if snapshot["pending"]:  # drawn in secret, its group not yet laid
        assert isinstance(snapshot["card"], int)
        cards.append(snapshot["card"])
    return cards, wall


def reshuffled(
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
    lying, _ = places(snapshot)
    wall = list((Counter(deck) - Counter(lying)).elements())
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
