"""Test policies that lead games into rare corners, rulesets at random, and packs that deal strong hands."""

import random
from collections.abc import Mapping, Sequence

from paiju.sim.games.chengdu_coushisi.game import GAME
from paiju.sim.games.chengdu_coushisi.rules import validated
from paiju.sim.games.chengdu_coushisi.view import CoushisiView
from paiju.sim.kernel.policy import View
from tests.games.arena import Arena
from tests.games.chengdu_coushisi.counting import REDS, VALUES
from tests.games.ranked import Ranked

PASS, DISCARD, CHOW, PUNG, CONCEAL, ADD, WIN = range(7)


class ClaimHappy(Ranked[CoushisiView]):
    """Takes whatever it can and does not win, discards at random."""

    likes: Sequence[int] = (ADD, CONCEAL, PUNG, CHOW)


class PassHappy(Ranked[CoushisiView]):
    """Takes and wins almost nothing."""

    likes: Sequence[int] = (WIN, CHOW, PUNG, CONCEAL)
    boldness = 4


class Builder(Ranked[CoushisiView]):
    """Keeps what pairs to fourteen and what is red, wins at once, takes most of what helps."""

    likes: Sequence[int] = (WIN, CONCEAL, PUNG, CHOW)
    boldness = 80

    def worth(self, view: CoushisiView, card: int) -> int:
        """A partner in hand, then red points."""
        value = VALUES[card % 21]
        same = sum(view.count(kind) for kind in range(21) if VALUES[kind] == value)
        mates = sum(view.count(kind) for kind in range(21) if VALUES[kind] == 14 - value)
        paired = mates % 2 == 0 if value == 7 else mates >= same
        return 20 * paired + REDS[card % 21]


class Teaser(Builder):
    """The same, but passes every third win and half of the claims."""

    likes: Sequence[int] = (WIN, ADD, CHOW, CONCEAL, PUNG)
    boldness = 60


class Collector(Builder):
    """Keeps equal cards and lays them late: triples wait in its hand."""

    likes: Sequence[int] = (PUNG, ADD, CONCEAL, WIN)
    boldness = 50

    def worth(self, view: CoushisiView, card: int) -> int:
        """Copies, then what Builder keeps."""
        return 40 * view.count(card % 21) + super().worth(view, card)


class Splitter(Ranked[CoushisiView]):
    """Eats first, keeps single cards, and does not win early."""

    likes: Sequence[int] = (CHOW, ADD)

    def worth(self, view: CoushisiView, card: int) -> int:
        """Single cards."""
        return -view.count(card % 21)


class Patient(Builder):
    """Passes the first wins it is offered, takes most later ones."""

    def __init__(self) -> None:
        super().__init__()
        self.offered = 0

    def code(self, view: View) -> int:
        """The code of the chosen move."""
        codes = [view.code(i) for i in range(view.choices())]
        if codes[-1] >> 24 == WIN:
            self.offered += 1
            if self.offered < 3 or view.rng.below(4) == 0:
                others = codes[:-1]
                return others[view.rng.below(len(others))]
        return super().code(view)


def random_options(rng: random.Random) -> dict[str, object]:
    """A valid ruleset in which every option may differ from its default; single hands are the rule."""
    given: dict[str, object] = {
        "min_red": rng.choice([24, 24, 0, 10, 21, 40]),
        "min_red_dealer": rng.choice([26, 26, 0, 24, 50]),
        "pung_min_red": rng.choice([10, 10, 0, 12, 25]),
        "concealed_triplet_min_red": rng.choice([10, 10, 0, 16, 25]),
        "chow_from": rng.choice(["own_flip", "own_flip_or_left_discard"]),
        "kong": rng.choice(["none", "add_fourth_steal_one"]),
        "fan_mode": rng.choice(["double", "additive"]),
        "fan_for_four": rng.choice([2, 3]),
        "hu_cap": rng.choice([None, None, 250, 500, 600, 1000]),
        "payment": rng.choice(["each_pays", "split", "discarder_pays"]),
        "black_dragon_fan": rng.choice([8, 8, 0, 1, 16]),
        "bonus_card_hu": rng.choice([50, 50, 0, 17, 1000]),
        "flower_hu": rng.choice([10, 10, 0, 7, 1000]),
        "dealer_rule": rng.choice(["cut", "cut", "random", "winner", "rotate"]),
        "pass_win": rng.choice(["free", "until_turn"]),
        "match": rng.choice(["hand"] * 12 + ["hands:2", "hands:5"]),
    }
    for key in ("win_on_discard", "fan_discard_liability", "dead_cards"):
        given[key] = rng.random() < 0.5
    for key in ("win_on_own_even_hand", "black_dragon", "flower_bonus_cards", "concealed_triplet_midgame"):
        given[key] = rng.random() < 0.7
    return validated(given)


# Rigged packs

FAN = (0, 4, 14, 20)
NEARLY_BLACK = [kind for kind in range(21) if REDS[kind] <= 1]
KINDS = [kind for kind in range(21) if VALUES[kind]]
THEMES = ("pairs", "triples", "fan", "black", "bonus")


def rigged_pack(rng: random.Random, options: Mapping[str, object]) -> list[int]:
    """All 84 cards, the lifted one last, in an order that deals some seats strong hands; the dealer's come first."""
    left = [card for kind in range(21) for card in (kind, kind, kind, kind + 21)]
    if not options["flower_bonus_cards"]:
        left = [card - 21 if card in (22, 40) else card for card in left]
    rng.shuffle(left)
    hands = []
    for place in range(4):
        size = 12 if place == 0 else 11
        hand = strong_hand(rng, left, rng.choice(THEMES), size) if rng.random() < 0.7 else []
        while len(hand) < size:
            hand.append(left.pop())
        rng.shuffle(hand)
        hands.append(hand)
    if rng.random() < 0.3:  # the pool repeats what is held already
        held = {card % 21 for hand in hands for card in hand if sum(c % 21 == card % 21 for c in hand) >= 2}
        left.sort(key=lambda card: (card % 21 in held and rng.random() < 0.8, rng.random()), reverse=True)
    elif rng.random() < 0.3:  # 皮子 come late
        left.sort(key=lambda card: (VALUES[card % 21] == 0 and rng.random() < 0.8, rng.random()))
    dealt = [hands[i % 4][i // 4] for i in range(44)]
    return [*dealt, hands[0][11], *left]


def strong_hand(rng: random.Random, left: list[int], theme: str, size: int) -> list[int]:
    """Cards of one theme, taken from those left; fewer when they run out."""
    hand: list[int] = []

    def take(*kinds: int) -> None:
        """These cards, if all are there."""
        found: list[int] = []
        for kind in kinds:
            card = next((card for card in left if card % 21 == kind), None)
            if card is None or len(hand) + len(found) >= size:
                left.extend(found)
                return
            left.remove(card)
            found.append(card)
        hand.extend(found)

    for _ in range(40):
        kind = rng.choice(KINDS)
        mate = rng.choice([other for other in KINDS if VALUES[other] + VALUES[kind] == 14])
        if theme == "pairs":
            take(kind, mate)
        elif theme == "triples":
            take(*[kind] * rng.choice([2, 3, 3, 4]))
        elif theme == "fan":
            take(*[rng.choice(FAN)] * rng.choice([1, 3, 4]))
        elif theme == "bonus":
            take(rng.choice([1, 19]))
        elif sum(REDS[card % 21] + (card % 21 == 1) for card in hand) < 2:
            take(rng.choice(NEARLY_BLACK))
        else:
            take(rng.choice([k for k in NEARLY_BLACK if not REDS[k] and k != 1]))
        if theme == "bonus" and len(hand) > 3:
            break
    return hand


ARENA = Arena(
    GAME,
    (ClaimHappy, PassHappy, Builder, Builder, Teaser, Collector, Splitter, Patient),
    random_options,
    rigged_pack,
)
policies, play = ARENA.policies, ARENA.play
