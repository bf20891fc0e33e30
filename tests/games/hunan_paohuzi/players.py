"""Test policies that lead games into rare corners, rulesets at random, and decks that deal strong hands."""

import random
from collections.abc import Sequence

from paiju.sim.games.hunan_paohuzi.game import GAME
from paiju.sim.games.hunan_paohuzi.rules import validated
from paiju.sim.games.hunan_paohuzi.view import PaohuziView
from paiju.sim.kernel.policy import View
from tests.games.arena import Arena
from tests.games.ranked import Ranked

PASS, DISCARD, CHOW, PUNG, WIN = range(5)


class ClaimHappy(Ranked[PaohuziView]):
    """Takes whatever it can and does not win, discards at random."""

    likes: Sequence[int] = (PUNG, CHOW)

    def chosen(self, view: PaohuziView, fitting: list[int]) -> int:
        """Of several ways to eat the one that lays most."""
        return fitting[-1]


class PassHappy(Ranked[PaohuziView]):
    """Takes and wins almost nothing."""

    likes: Sequence[int] = (WIN, CHOW, PUNG)
    boldness = 4


class Builder(Ranked[PaohuziView]):
    """Keeps what fits together, wins at once, takes most of what helps."""

    likes: Sequence[int] = (WIN, PUNG, CHOW)
    boldness = 80

    def worth(self, view: PaohuziView, card: int) -> int:
        """Copies in both sizes and neighbours; the red ones to each other."""
        size = card // 10 * 10
        near = 0
        for step in (-2, -1, 1, 2):
            number = card % 10 + step
            if 0 <= number < 10 and view.count(size + number):
                near += 3 - abs(step)
        if card % 10 in (1, 6, 9):
            near += 2 * sum(view.count(size + number) > 0 for number in (1, 6, 9) if number != card % 10)
        return 4 * view.count(card) + 2 * view.count((card + 10) % 20) + near


class Teaser(Builder):
    """The same, but passes every third win and half of the claims."""

    likes: Sequence[int] = (WIN, CHOW, PUNG)
    boldness = 60


class Collector(Builder):
    """Takes nothing, keeps equal cards: 坎, 偎 and 提 come by themselves."""

    likes: Sequence[int] = (WIN,)

    def worth(self, view: PaohuziView, card: int) -> int:
        """Copies, then what Builder keeps."""
        return 40 * view.count(card) + super().worth(view, card)


class Splitter(ClaimHappy):
    """Breaks up pairs and 坎 where it may, and eats with them."""

    likes: Sequence[int] = (CHOW,)

    def worth(self, view: PaohuziView, card: int) -> int:
        """Single cards."""
        return -view.count(card)


class Patient(Builder):
    """Passes the first win it is offered, takes most later ones."""

    likes: Sequence[int] = ()

    def __init__(self) -> None:
        super().__init__()
        self.offered = 0

    def code(self, view: View) -> int:
        """The code of the chosen move."""
        last = view.code(view.choices() - 1)
        if last >> 24 == WIN:
            self.offered += 1
            if self.offered > 1 and view.rng.below(4):
                return last
        elif last >> 24 in (PUNG, CHOW) and view.rng.below(2):
            return last
        return super().code(view)


def random_options(rng: random.Random) -> dict[str, object]:
    """A valid ruleset in which every option may differ from its default; single hands are the rule."""
    given: dict[str, object] = {
        "min_huxi": rng.choice([6, 6, 0, 3, 9, 15]),
        "huxi_step": rng.choice([1, 3]),
        "base_points": rng.choice([1, 1, 2, 10, 100_000]),
        "self_draw_multiplier": rng.choice([1, 2]),
        "heavenly_multiplier": rng.choice([1, 2]),
        "red_black_fans": rng.choice(["none", "hengyang"]),
        "wei_visibility": rng.choice(["hidden", "one_shown", "open"]),
        "ti_visibility": rng.choice(["one_shown", "hidden"]),
        "comparison": rng.choice(["all_copies", "optional"]),
        "stale_scope": rng.choice(["both", "separate"]),
        "pass_win": rng.choice(["free", "same_card_same_huxi"]),
        "pung_to_pao_on": rng.choice(["any_draw", "own_draw"]),
        "dealer_after_draw": rng.choice(["next", "same"]),
        "second_quad_next": rng.choice(["after_owner", "after_source"]),
        "match": rng.choice(["hand"] * 12 + ["hands:2", "hands:5"]),
        "self_draw_only": rng.random() < 0.15,
        "must_win": rng.random() < 0.2,
        "opening_win": rng.random() < 0.5,
        "kan_locked": rng.random() < 0.6,
        "own_drawn_is_stale": rng.random() < 0.6,
    }
    for key in ("discarder_pays_all", "win_before_wei"):
        given[key] = rng.random() < 0.5
    return validated(given)


# Rigged decks

FULL = [card for card in range(20) for _ in range(4)]
RUNS = [[low, low + 1, low + 2] for low in range(20) if low % 10 < 8]
REDS = [[1, 6, 9], [11, 16, 19]]
MIXED = [[card, card, (card + 10) % 20] for card in range(20)]
EQUAL = [[card] * 3 for card in range(20)]
FOURS = [[card] * 4 for card in range(20)]
PAIRS = [[card] * 2 for card in range(20)]
THEMES: dict[str, list[list[list[int]]]] = {
    "any": [RUNS, REDS, MIXED, EQUAL],
    "equal": [EQUAL, EQUAL, PAIRS],
    "fours": [FOURS, EQUAL, RUNS],
    "pairs": [PAIRS, PAIRS, MIXED],
    "poor": [MIXED, [run for run in RUNS if run[0] % 10]],
    "red": [REDS, [[1, 1, 11], [6, 6, 16], [9, 9, 19], [1] * 3, [16] * 3, [19] * 3]],
    "black": [[g for g in RUNS + MIXED + EQUAL if not {1, 6, 9, 11, 16, 19} & set(g)]],
}


def rigged_deck(rng: random.Random) -> list[int]:
    """All 80 cards in an order that deals some seats hands made of groups; the dealer is served first."""
    left = list(FULL)
    rng.shuffle(left)
    hands = []
    for i in range(4):
        hand = (
            ready_hand(rng, left, rng.choice(list(THEMES)), 15 if i == 0 else 14)
            if rng.random() < 0.8
            else []
        )
        for card in hand:
            left.remove(card)
        hands.append(hand)
    for i, hand in enumerate(hands):
        while len(hand) < (15 if i == 0 else 14):
            hand.append(left.pop())
        rng.shuffle(hand)
    if rng.random() < 0.4:  # the wall repeats what is held already: 偎, 提, 跑
        held = {card for hand in hands for card in hand if hand.count(card) >= 2}
        left.sort(key=lambda card: (card in held and rng.random() < 0.8, rng.random()), reverse=True)
    dealt = [hands[i % 4][i // 4] for i in range(56)]
    return [*dealt, hands[0][14], *left]


def ready_hand(rng: random.Random, left: Sequence[int], theme: str, size: int) -> list[int]:
    """Cards that lack one or two to be complete, or fewer when the cards run out."""
    hand: list[int] = []
    rest = list(left)
    for _ in range(60):
        group = rng.choice(rng.choice(THEMES[theme]))
        if len(hand) + len(group) <= size + 1 and all(
            rest.count(card) >= group.count(card) for card in group
        ):
            for card in group:
                rest.remove(card)
            hand += group
    if theme not in ("equal", "fours") or rng.random() < 0.3:
        rng.shuffle(hand)
    return hand[: rng.choice([size - 1, size, size])]


ARENA = Arena(
    GAME,
    (ClaimHappy, PassHappy, Builder, Builder, Teaser, Collector, Splitter, Patient),
    random_options,
    lambda rng, _: rigged_deck(rng),
)
policies, play = ARENA.policies, ARENA.play
