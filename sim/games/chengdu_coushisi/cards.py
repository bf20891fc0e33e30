"""The 21 kinds of long card 长牌, four copies each: numbers, values, red points, text and faces (rules 1 to 3).

A kind is an int 0..20 in the order of `CODES`. A card is its kind for one of the three plain copies and kind + 21
for the one flower copy 花牌, so 0..41. In text a code or the Chinese name, with `*` after it for the flower:
`DI Y4* 天牌`. The kinds are the 21 Chinese dominoes, and a card is shown as its domino.

`BALANCE` sums up which values a set of cards holds: the cards pair to fourteens exactly when the sum of their
entries is 0 in the bits of `UNPAIRED`. Its digits are the surplus of 2 over 12, 4 over 10, 5 over 9, 6 over 8, six
bits each, and above them the number of 7s, of which one bit says whether it is odd.

A multiset of cards is also one integer, its *key*, which forgets which copy is the flower: three bits for each kind,
that of kind k at 3k.
"""

import re
from collections.abc import Iterable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.kernel.errors import BadNotation

KINDS: Final = 21
CARDS: Final = 42
COPIES: Final = 4
DECK_SIZE: Final = 84
HAND_CARDS: Final = 11  # of a dealt hand; the dealer has one more (rule 6)

# The kinds with a rule or a second writing of their own.
DI: Final = 0
DD: Final = 1
HE: Final = 2
Y4: Final = 4
RP: Final = 14
FT: Final = 19
TI: Final = 20

_KINDS: Final = (  # code, name, red points, pips of the two halves
    ("DI", "地牌", 4, 1, 1),
    ("DD", "钉钉", 0, 1, 2),
    ("HE", "禾牌", 1, 1, 3),
    ("C2", "长二", 0, 2, 2),
    ("Y4", "幺四", 10, 1, 4),
    ("GZ", "拐子", 0, 2, 3),
    ("MM", "猫猫", 1, 1, 5),
    ("E4", "二四", 4, 2, 4),
    ("C3", "长三", 0, 3, 3),
    ("BG", "包谷", 1, 1, 6),
    ("NG", "尼姑", 0, 2, 5),
    ("SD", "杀刀", 4, 3, 4),
    ("PZ", "胖子", 0, 2, 6),
    ("SW", "三五", 0, 3, 5),
    ("RP", "人牌", 16, 4, 4),
    ("H9", "黑九", 0, 3, 6),
    ("R9", "红九", 4, 4, 5),
    ("R10", "红十", 4, 4, 6),
    ("MZ", "梅子", 0, 5, 5),
    ("FT", "斧头", 0, 5, 6),
    ("TI", "天牌", 6, 6, 6),
)
CODES: Final = tuple(code for code, *_ in _KINDS)
KIND_HANZI: Final = tuple(hanzi for _, hanzi, *_ in _KINDS)
OTHER_HANZI: Final = {"丁丁": DD, "和牌": HE, "么四": Y4}
_BALANCES: Final = {
    2: 1,
    4: 1 << 6,
    5: 1 << 12,
    6: 1 << 18,
    7: 1 << 24,
    12: -1,
    10: -1 << 6,
    9: -1 << 12,
    8: -1 << 18,
}
_PIPS: Final = [high + low for *_, high, low in _KINDS]
_VALUES: Final = [0 if kind in (DD, FT) else pips for kind, pips in enumerate(_PIPS)]
_REDS: Final = [red for _, _, red, *_ in _KINDS]

PIP_COUNT: Final = vec[i64]([_PIPS[card % 21] for card in range(42)])  # what a lifted card counts, 皮子 too
VALUE: Final = vec[i64]([_VALUES[card % 21] for card in range(42)])  # 牌值; 皮子 have none
RED: Final = vec[i64]([_REDS[card % 21] for card in range(42)])  # 红点
BALANCE: Final = vec[i64]([_BALANCES.get(_VALUES[card % 21], 0) for card in range(42)])
UNIT: Final = vec[i64]([1 << 3 * (card % 21) for card in range(42)])  # one such card in a key
UNPAIRED: Final = (1 << 25) - 1  # 24 bits of surplus and the parity of the 7s

DECK: Final = tuple(card for kind in range(21) for card in (kind, kind, kind, kind + 21))

NAMES: Final = CODES + tuple(f"{code}*" for code in CODES)
HANZI: Final = KIND_HANZI + tuple(f"{hanzi}*" for hanzi in KIND_HANZI)
FACES: Final = tuple(chr(0x1F063 + 7 * high + low) for *_, high, low in _KINDS)  # of a kind, upright dominoes
LABELS: Final = tuple(f"{FACES[card % 21]}{HANZI[card]}" for card in range(42))  # 🁫地牌*

_NAME_OF: Final = OTHER_HANZI | {name: kind % 21 for kind, name in enumerate(CODES + KIND_HANZI)}
_CARD: Final = re.compile(
    rf"({'|'.join(sorted(_NAME_OF, key=len, reverse=True))})(\*?)", re.IGNORECASE | re.ASCII
)
_GAP: Final = re.compile(r"[\s,]*")  # between cards: white space of any kind, and commas


def kind_of_card(card: i64) -> i64:
    """The kind of a card: 0..20."""
    return card - 21 if card >= 21 else card


def is_flower(card: i64) -> bool:
    """花牌: the one marked copy of its kind."""
    return card >= 21


def is_bonus(card: i64) -> bool:
    """皮子: 钉钉 and 斧头, which are laid aside."""
    kind = card - 21 if card >= 21 else card
    return kind == DD or kind == FT


def is_fan(card: i64) -> bool:
    """加翻牌: 地牌, 幺四, 人牌 and 天牌 (rule 21)."""
    kind = card - 21 if card >= 21 else card
    return kind == DI or kind == Y4 or kind == RP or kind == TI


NUMBERS: Final = {  # what the rules count of each card
    "value": tuple(_VALUES[card % 21] for card in range(42)),
    "red": tuple(_REDS[card % 21] for card in range(42)),
    "adds_fan": tuple(int(is_fan(card)) for card in range(42)),
}


def count_in(key: i64, card: i64) -> i64:
    """How many cards of that kind a key holds, the flower among them."""
    return key >> 3 * kind_of_card(card) & 7


def key_of(cards: Iterable[int]) -> int:
    """The key of some cards."""
    return sum(int(UNIT[card]) for card in cards)


def flowers_in(cards: Iterable[int]) -> int:
    """How many flowers there are among some cards."""
    return sum(is_flower(card) for card in cards)


# Text


def parse_card(text: str) -> int:
    """One card, `Y4*` or `幺四*` -> 25. Raises BadNotation."""
    cards = parse_cards(text)
    if len(cards) != 1:
        raise BadNotation(f"{text!r} is not one card: a code or a name such as DI or 地牌, * for the flower.")
    return cards[0]


def parse_cards(text: str) -> list[int]:
    """Cards in the order written, codes or Chinese names, `DI Y4* 天牌`. Raises BadNotation."""
    cards = []
    at = after_gap(text, 0)
    while at < len(text):
        found = _CARD.match(text, at)
        if found is None:
            rest = text[at:].split()[0]
            raise BadNotation(
                f"{text!r} cannot be read at {rest!r}: cards are {' '.join(CODES)}, * for the flower."
            )
        kind = _NAME_OF[found[1].upper()]
        cards.append(kind + 21 if found[2] else kind)
        at = after_gap(text, found.end())
    return cards


def after_gap(text: str, at: int) -> int:
    """Where the next card begins, or the text ends."""
    gap = _GAP.match(text, at)
    return at if gap is None else gap.end()


def order(card: int) -> tuple[int, int]:
    """The place of a card in sorted text: by kind, the flower last."""
    return card % 21, card // 21


def format_cards(cards: Iterable[int]) -> str:
    """Sorted text of some cards in codes: `DI DI* TI`."""
    return " ".join(NAMES[card] for card in sorted(cards, key=order))


def show_cards(cards: Iterable[int]) -> str:
    """Some cards for people, faces and names sorted: `🁫地牌 🂓天牌*`."""
    return " ".join(LABELS[card] for card in sorted(cards, key=order))


def check_copies(cards: Iterable[int], bonus_flowers: bool = True) -> None:
    """Raise BadNotation if there are not so many copies; `bonus_flowers`: 皮子 have a flower too (decision 2)."""
    counts = [0] * CARDS
    for card in cards:
        counts[card] += 1
    for kind in range(KINDS):
        name = f"{CODES[kind]} {KIND_HANZI[kind]}"
        plain, flowers = counts[kind], counts[kind + KINDS]
        if flowers and kind in (DD, FT) and not bonus_flowers:
            raise BadNotation(f"There is no {CODES[kind]}*: flower_bonus_cards is false.")
        if plain + flowers > COPIES:
            raise BadNotation(f"{name} occurs {plain + flowers} times: there are only {COPIES}.")
        if flowers > 1:
            raise BadNotation(f"{CODES[kind]}* occurs {flowers} times: one copy of a kind is the flower.")
        if plain == COPIES and (kind not in (DD, FT) or bonus_flowers):
            raise BadNotation(f"{name} occurs {COPIES} times without *: the fourth copy is the flower.")
