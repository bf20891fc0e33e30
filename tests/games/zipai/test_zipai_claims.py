"""吃 with 比: the sets of groups that may be laid."""

import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest

from paiju.sim.games.zipai.cards import key_of, parse_card, parse_cards
from paiju.sim.games.zipai.claims import SHAPES, Chows, group_of_shape, shape_group, shapes_in
from paiju.sim.games.zipai.groups import group_cards, group_text
from paiju.sim.games.zipai.moves import shapes_of


def sets_of(hand: str, card: str, all_copies: bool = True) -> list[str]:
    """The sets as text; the whole hand is free."""
    chows = Chows()
    cards = parse_cards(hand)
    eaten = parse_card(card)
    n = chows.find(key_of(cards), len(cards), eaten, all_copies)
    details = [int(chows.details[i]) for i in range(n)]
    assert details == sorted(details)
    return [" + ".join(group_text(group_of_shape(eaten, s)) for s in shapes_of(d)) for d in details]


@pytest.mark.parametrize(
    ("hand", "sets"),
    [
        ("四六五 伍伍 九", ["五五伍", "四五六 + 五伍伍"]),
        ("四六五 九 捌", []),
        ("五 伍 四 九", ["五五伍"]),
        ("四六 玖", ["四五六"]),
        ("五五 四六 六七 伍 壹", ["四五六 + 五五伍", "五六七 + 五五伍"]),
    ],
)
def test_worked_examples(hand: str, sets: list[str]) -> None:
    """Worked example 13: 五 is played by 上家."""
    assert sets_of(hand, "五") == sets


def test_optional_comparison() -> None:
    """Without 比 a further group may be laid, and need not."""
    assert sets_of("四六五 伍伍 九", "五", all_copies=False) == [
        "四五六",
        "五五伍",
        "五伍伍",
        "四五六 + 五伍伍",
    ]
    assert sets_of("四六五 九 捌", "五", all_copies=False) == ["四五六"]


def test_one_card_is_left() -> None:
    """A set that leaves no card in hand may not be laid (decision 22a)."""
    assert sets_of("四六", "五") == []
    assert sets_of("四六 五 伍伍", "五") == ["五五伍"]
    assert sets_of("四六 五 伍伍 九", "五") == ["五五伍", "四五六 + 五伍伍"]
    assert sets_of("四六 五五 七六 三四 九", "五") == ["三四五 + 四五六 + 五六七"]
    assert sets_of("四六 五五 七六 三四", "五") == []


def test_shapes() -> None:
    """Which groups a card may be eaten with."""
    texts = {
        card: [
            group_text(shape_group(parse_card(card), s))
            for s in range(1, SHAPES)
            if shape_group(parse_card(card), s) >= 0
        ]
        for card in "一二五七十拾"
    }
    assert texts == {
        "一": ["一二三", "一一壹", "一壹壹"],
        "二": ["一二三", "二三四", "二七十", "二二贰", "二贰贰"],
        "五": ["三四五", "四五六", "五六七", "五五伍", "五伍伍"],
        "七": ["五六七", "六七八", "七八九", "二七十", "七七柒", "七柒柒"],
        "十": ["八九十", "二七十", "十十拾", "十拾拾"],
        "拾": ["捌玖拾", "贰柒拾", "十拾拾", "十十拾"],
    }


def test_brute_force() -> None:
    """Random hands, every combination of up to three groups by counting cards."""
    rng = random.Random("chows")
    met: Counter[int] = Counter()
    chows = Chows()
    groups = {
        (card, s): group_cards(shape_group(card, s))
        for card in range(20)
        for s in range(1, SHAPES)
        if shape_group(card, s) >= 0
    }
    for _ in range(20_000):
        eaten = rng.randrange(20)
        near = [c for c in range(20) if abs(c % 10 - eaten % 10) <= 2] + [1, 6, 9, 11, 16, 19]
        hand: list[int] = []
        for _ in range(rng.randint(2, 12)):
            card = rng.choice(near)
            if hand.count(card) < (2 if card == eaten else 4):
                hand.append(card)
        all_copies = rng.random() < 0.6
        wanted = set()
        have = Counter([*hand, eaten])
        possible = [
            s for s in range(1, SHAPES) if (eaten, s) in groups and not Counter(groups[eaten, s]) - have
        ]
        for n in (1, 2, 3):
            for chosen in combinations_with_replacement(possible, n):
                used = Counter(c for s in chosen for c in groups[eaten, s])
                if all(k <= have[c] for c, k in used.items()) and len(hand) + 1 - 3 * n > 0:
                    if not all_copies or used[eaten] == have[eaten]:
                        wanted.add(sum(s << 3 * i for i, s in enumerate(chosen)))
        n = int(chows.find(key_of(hand), len(hand), eaten, all_copies))
        assert [int(chows.details[i]) for i in range(n)] == sorted(wanted), (hand, eaten, all_copies)
        for detail in wanted:
            met[int(shapes_in(detail))] += 1
    assert min(met[1], met[2], met[3]) > 50
