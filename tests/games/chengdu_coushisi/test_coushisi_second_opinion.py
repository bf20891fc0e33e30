"""A second opinion on what hands are worth: random hands under random rules against plain counting."""

import itertools
import random
from dataclasses import dataclass
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.chengdu_coushisi.cards import BALANCE, flowers_in, key_of
from paiju.sim.games.chengdu_coushisi.groups import ADDED, CHOW, CONCEALED, PUNG
from paiju.sim.games.chengdu_coushisi.rules import (
    BLACK_DRAGON,
    THREE_DI,
    CoushisiRules,
    default_rules,
    validated,
)
from paiju.sim.games.chengdu_coushisi.scoring import Scorer, dragon_red, is_complete, red_in
from tests.games.chengdu_coushisi import counting

PARTNERS = {
    value: [kind for kind in range(21) if counting.VALUES[kind] == 14 - value] for value in range(2, 13)
}
ORDINARY = [kind for kind in range(21) if counting.VALUES[kind]]
FAN = list(counting.FAN_KINDS)
BONUS = [kind for kind in range(21) if not counting.VALUES[kind]]


class Dealer:
    """Draws random cards of one deck."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.left = [4] * 21
        self.flower = [True] * 21

    def take(self, kinds: list[int]) -> int:
        """A random card of one of these kinds, -1 when there is none left."""
        kind = kinds[int(self.chance.random() * len(kinds))]
        if self.left[kind] == 0:
            kinds = [kind for kind in kinds if self.left[kind]]
            if not kinds:
                return -1
            kind = kinds[0]
        flower = self.flower[kind] and self.chance.random() * self.left[kind] < 1
        self.left[kind] -= 1
        if flower:
            self.flower[kind] = False
        return kind + 21 if flower else kind

    def pair(self, spoilt: float) -> list[int]:
        """Two cards of total fourteen, or with this probability any two."""
        first = self.take(ORDINARY)
        second = self.take(
            ORDINARY if self.chance.random() < spoilt else PARTNERS[counting.VALUES[first % 21]]
        )
        return [first, second if second >= 0 else self.take(ORDINARY)]

    def group(self, fourths: bool) -> counting.Group:
        """A 碰, 暗 or 吃."""
        if self.chance.random() < 0.3:
            pair = self.pair(0)
            if counting.VALUES[pair[0] % 21] + counting.VALUES[pair[1] % 21] == 14:
                return "chow", pair
        kinds = FAN if self.chance.random() < 0.4 else ORDINARY
        kind = kinds[int(self.chance.random() * len(kinds))]
        while self.left[kind] < 3:
            kind = ORDINARY[int(self.chance.random() * len(ORDINARY))]
        cards = [self.take([kind]) for _ in range(4 if fourths and self.left[kind] == 4 else 3)]
        return ("pung" if self.chance.random() < 0.6 else "concealed"), cards


def packed(group: counting.Group) -> int:
    """A group as the program writes it."""
    name, cards = group
    if name == "chow":
        return CHOW << 16 | cards[1] << 8 | cards[0]
    return (PUNG if name == "pung" else CONCEALED) << 16 | (ADDED if len(cards) == 4 else 0) | max(cards)


@dataclass
class Case:
    """A player's cards, the winning one among them, and the rules they are counted by."""

    options: dict[str, Any]
    scorer: Scorer
    cards: list[int]
    groups: list[counting.Group]
    bonus: list[int]

    def check_win(self, is_dealer: bool) -> tuple[bool, bool]:
        """Completeness, red points and the threshold; gives whether it is complete, and whether it wins."""
        complete = counting.is_complete(self.cards)
        red = counting.red_of(self.cards, self.groups, self.options)
        wins = complete and red >= self.options["min_red_dealer" if is_dealer else "min_red"]
        balance = sum(int(BALANCE[card]) for card in self.cards)
        found_red = red_in(key_of(self.cards)) + sum(
            self.scorer.group_red(packed(group)) for group in self.groups
        )
        assert is_complete(balance) == complete, self
        assert found_red == red, self
        assert self.scorer.wins(balance, found_red, is_dealer) == wins, self
        return complete, wins

    def check_score(self) -> tuple[int, int]:
        """胡, 翻, points and the items they are made of; gives 翻 and points."""
        scorer = self.scorer
        flowers = flowers_in([*self.cards, *self.bonus])
        groups = vec[i64](list(map(packed, self.groups)))
        scorer.count(key_of(self.cards), flowers, len(self.bonus), groups, 0, len(groups))
        hu, fan, total = counting.score(self.cards, self.groups, self.bonus, self.options)
        assert (scorer.hu, scorer.fan, scorer.total, scorer.points) == (hu, fan, total, total // 10), self
        assert scorer.red == counting.red_of(self.cards, self.groups, self.options), self
        items = [(scorer.tally.patterns[i], scorer.tally.values[i]) for i in range(scorer.tally.count)]
        assert sum(value for pattern, value in items if pattern < THREE_DI) == hu, self
        assert sum(value for pattern, value in items if pattern >= THREE_DI) == fan, self
        return fan, total // 10

    def check_payments(self, points: int, winner: int, discarder: int | None) -> list[int]:
        """What each seat gains."""
        card = self.cards[0]
        self.scorer.pay(winner, -1 if discarder is None else discarder, card)
        gains = [int(self.scorer.tally.points[seat]) for seat in range(4)]
        assert gains == counting.payments(points, winner, discarder, card, self.options), self
        assert sum(gains) == 0
        return gains


RANDOM_OPTIONS: dict[str, tuple[object, ...]] = {
    "min_red": (0, 24, 30),
    "min_red_dealer": (20, 26, 40),
    "pung_min_red": (0, 10, 13),
    "concealed_triplet_min_red": (0, 10, 17),
    "fan_mode": ("double", "additive"),
    "fan_for_four": (2, 3),
    "hu_cap": (None, 250, 600),
    "payment": ("each_pays", "split", "discarder_pays"),
    "black_dragon_fan": (0, 4, 8),
    "bonus_card_hu": (0, 50, 33),
    "flower_hu": (0, 10, 7),
    "fan_discard_liability": (False, True),
}
HANDS = 100_000


def random_case(number: int, chance: random.Random, rulesets: list[tuple[dict[str, Any], Scorer]]) -> Case:
    """Mostly nearly complete hands; half of them under the default rules, the first of the rulesets."""
    options, scorer = rulesets[0 if number % 2 else int(chance.random() * len(rulesets))]
    deal = Dealer(chance)
    groups = [deal.group(number % 3 == 0) for _ in range(max(0, int(chance.random() * 9) - 3))]
    spoilt = 0.1 if number % 4 else 1.0
    cards = [card for _ in range(6 - len(groups)) for card in deal.pair(spoilt)]
    bonus = [deal.take(BONUS) for _ in range(max(0, int(chance.random() * 12) - 6))]
    return Case(options, scorer, cards, groups, bonus)


@pytest.mark.slow
def test_100_000_hands_by_counting() -> None:
    """Completeness, red points, 胡, 翻, points and payments of random hands under random rules."""
    chance = random.Random(14)
    options = [validated({})]
    options += [validated({key: chance.choice(of) for key, of in RANDOM_OPTIONS.items()}) for _ in range(40)]
    rulesets = [(each, Scorer(CoushisiRules(each))) for each in options]
    seen = dict.fromkeys(("complete", "wins", "flowers", "bonus", "groups", "fan", "alone"), 0)
    for number in range(HANDS):
        case = random_case(number, chance, rulesets)
        complete, wins = case.check_win(is_dealer=number % 5 == 0)
        fan, points = case.check_score()
        winner, discarder = number & 3, number >> 2 & 3
        gains = case.check_payments(points, winner, None if discarder == winner else discarder)

        seen["complete"] += complete
        seen["wins"] += wins
        seen["flowers"] += any(card > 20 for card in case.cards)
        seen["bonus"] += bool(case.bonus)
        seen["groups"] += bool(case.groups)
        seen["fan"] += fan > 0
        seen["alone"] += gains.count(0) == 2
    assert min(seen.values()) > 1000, seen
    assert HANDS - seen["complete"] > 10_000, seen


def test_20_000_dealt_hands_by_counting() -> None:
    """黑龙 of hands without many red cards."""
    chance = random.Random(8)
    black = [kind for kind in range(21) if counting.REDS[kind] <= 1]
    scorer = Scorer(default_rules())
    options = validated({})
    dragons = 0
    for _ in range(20_000):
        deal = Dealer(chance)
        cards = [deal.take(black) for _ in range(11)]
        dragon = counting.is_dragon(cards)
        assert (dragon_red(key_of(cards)) == 2) == dragon, cards
        if dragon:
            dragons += 1
            scorer.count_black_dragon(flowers_in(cards))
            assert (scorer.hu, scorer.fan, scorer.total) == counting.dragon_score(cards, options), cards
            assert scorer.tally.patterns[scorer.tally.count - 1] == BLACK_DRAGON
    assert dragons > 1000


def test_matching_is_by_value_classes() -> None:
    """Every multiset of one to four of the nine values, against trying all partners."""
    kind_of = {counting.VALUES[kind]: kind for kind in range(21)}
    values = [value for value in kind_of if value]
    for size in range(1, 5):
        for chosen in itertools.combinations_with_replacement(values, size):
            cards = [kind_of[value] for value in chosen]
            assert is_complete(sum(int(BALANCE[card]) for card in cards)) == counting.is_complete(cards)
