"""Where the cards of chengdu_coushisi lie, and which of them are hidden."""

import random
from collections import Counter
from collections.abc import Sequence

from paiju.sim.games.chengdu_coushisi.cards import parse_cards
from paiju.sim.games.chengdu_coushisi.groups import group_cards, parse_group
from paiju.sim.kernel.events import DEALT, DREW, card_of, kind_of, seat_of, visible_of
from tests.conformance.needs import Needs, Snapshot
from tests.games.chengdu_coushisi.log_format import CONCEALED_LAID, FOURTH_ADDED

OPENED = (FOURTH_ADDED, 9)  # the hidden 暗 was opened: added_fourth, revealed


def places(snapshot: Snapshot) -> tuple[list[int], int]:
    """The cards that lie anywhere but in the pool, and how many lie in the pool."""
    hands, groups, bonus, river, pool = (
        snapshot[key] for key in ("hands", "groups", "bonus", "river", "wall_left")
    )
    assert isinstance(hands, list)
    assert isinstance(groups, list)
    assert isinstance(bonus, list)
    assert isinstance(river, list)
    assert isinstance(pool, int)
    cards = [card for text in (*hands, *bonus) for card in parse_cards(text)]
    for texts in groups:  # "pung:MM MM MM* <1", "concealed:PZ PZ PZ ~"
        laid = [parse_group(text.partition("<")[0].rstrip(" ~")) for text in texts]
        cards += [card for group in laid for card in group_cards(group)]
    cards += [entry & 255 for entry in river if not entry >> 16 & 1]
    return cards, pool


def reshuffled(
    events: Sequence[int], snapshot: Snapshot, deck: Sequence[int], seat: int, rng: random.Random
) -> list[int]:
    """The same events with the cards that `seat` cannot see changed: the others' hands, hidden 暗, the pool."""
    hands = snapshot["hands"]
    assert isinstance(hands, list)
    start = max(i for i, event in enumerate(events) if kind_of(event) == 0)
    held = [Counter(parse_cards(hands[other])) if other != seat else Counter[int]() for other in range(4)]
    lying, _ = places(snapshot)
    pool = list((Counter(deck) - Counter(lying)).elements())
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


NEEDS = Needs(places, reshuffled, {"kind": 21})
