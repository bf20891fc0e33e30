"""What a hand of chengdu_coushisi is worth, by plain counting from the rules; shares no code with the program.

Cards are ints: 0..20 in the order of the rules' table, 21..41 their flowers. A group is its name and its cards.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

PIPS = ["1-1", "1-2", "1-3", "2-2", "1-4", "2-3", "1-5", "2-4", "3-3", "1-6", "2-5"]
PIPS += ["3-4", "2-6", "3-5", "4-4", "3-6", "4-5", "4-6", "5-5", "5-6", "6-6"]
VALUES = [2, 0, 4, 4, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10, 10, 0, 12]
REDS = [4, 0, 1, 0, 10, 0, 1, 4, 0, 1, 0, 4, 0, 0, 16, 0, 4, 4, 0, 0, 6]
FAN_KINDS = {0: "di", 4: "yaosi", 14: "ren", 20: "tian"}

Group = tuple[str, Sequence[int]]


@cache
def pairs_up(values: tuple[int, ...]) -> bool:
    """Can the cards be matched, each with another, to fourteen? Tries every partner of the first."""
    if not values:
        return True
    return any(
        values[0] + values[i] == 14 and pairs_up(values[1:i] + values[i + 1 :]) for i in range(1, len(values))
    )


def is_complete(cards: Sequence[int]) -> bool:
    """Rule 17."""
    return pairs_up(tuple(sorted(VALUES[card % 21] for card in cards)))


def red_of(cards: Sequence[int], groups: Sequence[Group], options: Mapping[str, Any]) -> int:
    """Rule 18 with decisions 22, 26, 30."""
    red = sum(REDS[card % 21] for card in cards)
    for name, members in groups:
        points = sum(REDS[card % 21] for card in members)
        if name == "pung" and points < options["pung_min_red"]:
            points = options["pung_min_red"]
        if name == "concealed" and points < options["concealed_triplet_min_red"]:
            points = options["concealed_triplet_min_red"]
        red += points
    return red


def up_to(number: int, step: int) -> int:
    """The next multiple of the step."""
    while number % step:
        number += 1
    return number


def fans_of(cards: Sequence[int], options: Mapping[str, Any]) -> dict[str, int]:
    """Rule 21 with decision 27: what gives 翻, by name."""
    fans = {}
    held = Counter(card % 21 for card in cards)
    for kind, name in FAN_KINDS.items():
        if held[kind] == 3:
            fans[f"three_{name}"] = 1
        if held[kind] == 4:
            fans[f"four_{name}"] = options["fan_for_four"]
    return fans


def hundreds(hu: int, fan: int, options: Mapping[str, Any]) -> int:
    """Rules 23, 24 with decisions 28, 29, 34."""
    for _ in range(fan):
        hu = hu * 2 if options["fan_mode"] == "double" else hu
    if options["fan_mode"] == "additive":
        hu = hu + hu * fan
    if options["hu_cap"] is not None and hu > options["hu_cap"]:
        hu = options["hu_cap"]
    return up_to(hu, 100)


def score(
    cards: Sequence[int], groups: Sequence[Group], bonus: Sequence[int], options: Mapping[str, Any]
) -> tuple[int, int, int]:
    """胡, 翻 and 胡 after all of a hand, the winning card among its cards."""
    everything = [*cards, *(card for _, members in groups for card in members), *bonus]
    hu = up_to(red_of(cards, groups, options), 10)
    hu += options["flower_hu"] * len([card for card in everything if card > 20])
    hu += options["bonus_card_hu"] * len(bonus)
    fan = sum(fans_of(everything, options).values())
    return hu, fan, hundreds(hu, fan, options)


def is_dragon(cards: Sequence[int]) -> bool:
    """Rule 22 with decision 7: exactly two red points in the hand as dealt, 钉钉 counting one."""
    return sum(REDS[card % 21] + (card % 21 == 1) for card in cards) == 2


def dragon_score(cards: Sequence[int], options: Mapping[str, Any]) -> tuple[int, int, int]:
    """The same for a 黑龙 (decision 31)."""
    hu = 10 + options["flower_hu"] * len([card for card in cards if card > 20])
    return hu, options["black_dragon_fan"], hundreds(hu, options["black_dragon_fan"], options)


def payments(
    points: int, winner: int, discarder: int | None, card: int | None, options: Mapping[str, Any]
) -> list[int]:
    """What each seat gains (decisions 33, 35)."""
    losers = [(winner + i) % 4 for i in (1, 2, 3)]
    if options["payment"] == "split":
        owed = dict.fromkeys(losers, points // 3)
        for seat in losers[: points % 3]:
            owed[seat] += 1
    else:
        owed = dict.fromkeys(losers, points)
    liable = options["fan_discard_liability"] and card is not None and card % 21 in FAN_KINDS
    if discarder is not None and (liable or options["payment"] == "discarder_pays"):
        owed = {seat: sum(owed.values()) if seat == discarder else 0 for seat in losers}
    return [sum(owed.values()) if seat == winner else -owed[seat] for seat in range(4)]
