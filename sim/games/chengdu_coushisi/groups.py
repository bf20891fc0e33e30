"""Groups on the table as plain ints, `form << 16 | partner << 8 | card`; ADDED when a fourth card lies on it.

The card of a 碰 or 暗 group is the flower of its kind when the flower is in it, else the kind. That of an eaten pair
吃 is the card claimed and `partner` the hand card. Text: `pung:NG NG NG; concealed:PZ PZ PZ*; chow:Y4 R9`.
"""

from collections.abc import Iterable
from typing import Final

from mypy_extensions import i64

from paiju.sim.games.chengdu_coushisi.cards import (
    COPIES,
    KINDS,
    NAMES,
    RED,
    VALUE,
    format_cards,
    is_flower,
    parse_cards,
    show_cards,
)
from paiju.sim.games.packed.table import UNKNOWN
from paiju.sim.kernel.errors import BadNotation

CHOW: Final = 0  # 吃: two cards that total fourteen
PUNG: Final = 1  # 碰
CONCEALED: Final = 2  # 暗
ADDED: Final = 1 << 18  # a fourth card was laid on it (option kong)

GROUP_NAMES: Final = ("chow", "pung", "concealed")
GROUP_HANZI: Final = ("吃", "碰", "暗")
ENGLISH: Final = dict(zip(GROUP_HANZI, GROUP_NAMES, strict=True))


def group_form(group: i64) -> i64:
    """CHOW, PUNG or CONCEALED."""
    return group >> 16 & 3


def group_size(group: i64) -> i64:
    """How many cards: 2, 3 or 4."""
    return 2 if group >> 16 & 3 == CHOW else 3 + (group >> 18)


def group_flowers(group: i64) -> i64:
    """How many flowers."""
    flowers = i64(is_flower(group & 255))
    if group >> 16 & 3 == CHOW:
        flowers += i64(is_flower(group >> 8 & 255))
    return flowers


def group_points(group: i64) -> i64:
    """Red points as printed on the cards, no minimum applied."""
    if group >> 16 & 3 == CHOW:
        return RED[group & 255] + RED[group >> 8 & 255]
    return RED[group & 255] * (3 + (group >> 18))


def group_cards(group: int) -> list[int]:
    """The cards of a group, the claimed or flower card first."""
    card = group & 255
    if group_form(group) == CHOW:
        return [card, group >> 8 & 255]
    return [card, *[card % KINDS] * (group_size(group) - 1)]


def format_group(group: int) -> str:
    """Text of one group, `pung:NG NG NG*`; ? for cards that are not known."""
    name = GROUP_NAMES[group_form(group)]
    if group & 255 == UNKNOWN:
        return f"{name}:{' '.join('?' * group_size(group))}"
    if group_form(group) == CHOW:
        return f"{name}:{' '.join(NAMES[card] for card in group_cards(group))}"
    return f"{name}:{format_cards(group_cards(group))}"


def format_groups(groups: Iterable[int]) -> str:
    """Text of groups, `pung:NG NG NG; chow:Y4 R9`."""
    return "; ".join(format_group(group) for group in groups)


def parse_group(text: str) -> int:
    """One group from `form:cards`, `pung:NG NG NG` or `碰:尼姑 尼姑 尼姑`. Raises BadNotation."""
    name, colon, written = text.strip().partition(":")
    name = ENGLISH.get(name.strip(), name.strip())
    if not colon or name not in GROUP_NAMES:
        raise BadNotation(
            f"{text.strip()!r} is no group: write form:cards with a form of {', '.join(GROUP_NAMES)}."
        )
    form = GROUP_NAMES.index(name)
    cards = parse_cards(written)
    if form == CHOW:
        if len(cards) != 2 or VALUE[cards[0]] + VALUE[cards[1]] != 14:
            raise BadNotation(f"{text.strip()!r} is no chow: it needs two cards of total value 14.")
        return CHOW << 16 | cards[1] << 8 | cards[0]
    if len(cards) not in (3, COPIES) or len({card % KINDS for card in cards}) > 1 or VALUE[cards[0]] == 0:
        raise BadNotation(f"{text.strip()!r} is no {name}: it needs three equal cards, or four, and no 皮子.")
    return form << 16 | (ADDED if len(cards) == COPIES else 0) | max(cards)


def parse_groups(text: str) -> list[int]:
    """Groups separated by semicolons; empty text is no group. Raises BadNotation."""
    if not text.strip():
        return []
    return [parse_group(part) for part in text.split(";")]


def show_group(group: int) -> str:
    """One group for people: `碰 🁶尼姑 🁶尼姑 🁶尼姑*`."""
    hanzi = GROUP_HANZI[group_form(group)]
    if group & 255 == UNKNOWN:
        return f"{hanzi} {' '.join('?' * group_size(group))}"
    return f"{hanzi} {show_cards(group_cards(group))}"
