"""The 20 kinds of character card 字牌 (hunan_paohuzi rule 2): numbers, text, and hands packed into one integer.

A card is an int 0..19: small 一 to 十 = 0..9, big 壹 to 拾 = 10..19; four copies of each. In text the
characters themselves or ASCII: `s1`..`s10` small, `b1`..`b10` big.

A multiset of cards is one 60-bit integer, its *key*: three bits for each kind, by number and small before
big, 一 壹 二 贰 … 十 拾. So a run is three digits six bits apart, the two sizes of a number are neighbours.
"""

import re
from collections.abc import Iterable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.kernel.errors import BadNotation

CARDS: Final = 20
COPIES: Final = 4
DECK: Final = 80

NAMES: Final = tuple(f"{'sb'[c // 10]}{c % 10 + 1}" for c in range(20))
HANZI: Final = tuple("一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾")
OTHER_WRITINGS: Final = {"貳": 11, "叄": 12, "參": 12, "陸": 15}

PLACE: Final = vec[i64]([2 * (c % 10) + c // 10 for c in range(20)])  # of a card among the digits of a key
SHIFT: Final = vec[i64]([6 * (c % 10) + 3 * (c // 10) for c in range(20)])  # of its digit, in bits
UNIT: Final = vec[i64]([1 << (6 * (c % 10) + 3 * (c // 10)) for c in range(20)])  # one such card

ONES: Final = 0o11111111111111111111  # 1 in each digit of a key
SMALLS: Final = 0o01010101010101010101  # 1 in the digit of each small card
BIGS: Final = 0o10101010101010101010
REDS: Final = 0o11000011000000001100  # 二七十 贰柒拾

_CARD: Final = re.compile(r"\s*(?:([sb])(10|[1-9])(?![0-9])|(\S))")


def is_big(card: i64) -> bool:
    """大字."""
    return card >= 10


def is_red(card: i64) -> bool:
    """二七十 贰柒拾."""
    number = card % 10
    return number == 1 or number == 6 or number == 9


def other_size(card: i64) -> i64:
    """The same number in the other size: 五 for 伍, 伍 for 五."""
    return card - 10 if card >= 10 else card + 10


def card_at(place: i64) -> i64:
    """The card whose digit has this place in a key."""
    return (place >> 1) + 10 * (place & 1)


def count_in(key: i64, card: i64) -> i64:
    """How many of a card a key holds."""
    return key >> SHIFT[card] & 7


def ones_in(bits: i64) -> i64:
    """How many bits are set."""
    n: i64 = 0
    while bits != 0:
        bits &= bits - 1
        n += 1
    return n


def size_of(key: i64) -> i64:
    """How many cards a key holds."""
    return ones_in(key & ONES) + 2 * ones_in(key >> 1 & ONES) + 4 * ones_in(key >> 2 & ONES)


def reds_in(key: i64) -> i64:
    """How many red cards a key holds."""
    return ones_in(key & REDS) + 2 * ones_in(key >> 1 & REDS) + 4 * ones_in(key >> 2 & REDS)


def key_of(cards: Iterable[int]) -> int:
    """The key of some cards."""
    return sum(int(UNIT[card]) for card in cards)


def cards_in(key: int) -> list[int]:
    """The cards of a key, sorted."""
    return [card for card in range(CARDS) for _ in range(count_in(key, card))]


# Text


def parse_card(text: str) -> int:
    """One card, `捌` or `b8` -> 17. Raises BadNotation."""
    cards = parse_cards(text)
    if len(cards) != 1:
        raise BadNotation(f"{text!r} is not one card: a character such as 捌, or s1 to s10, b1 to b10.")
    return cards[0]


def parse_cards(text: str) -> list[int]:
    """Cards in the order written, characters or ASCII, `一二三 b8` . Raises BadNotation."""
    cards = []
    at, end = 0, len(text.rstrip())
    while at < end:
        found = _CARD.match(text, at)
        assert found is not None
        size, number, character = found.groups()
        if size:
            cards.append(int(number) - 1 + (10 if size == "b" else 0))
        elif character in HANZI:
            cards.append(HANZI.index(character))
        elif character in OTHER_WRITINGS:
            cards.append(OTHER_WRITINGS[character])
        else:
            wanted = "characters 一…十 壹…拾, or s1 to s10 small and b1 to b10 big"
            raise BadNotation(
                f"{text!r} cannot be read at {text[found.start() :].strip()[:4]!r}: write {wanted}."
            )
        at = found.end()
    return cards


def format_cards(cards: Iterable[int]) -> str:
    """Sorted text of some cards in characters, small and big apart: `一二三 捌捌`."""
    ordered = sorted(cards)
    small = "".join(HANZI[card] for card in ordered if card < 10)
    big = "".join(HANZI[card] for card in ordered if card >= 10)
    return f"{small} {big}".strip()


def ascii_cards(cards: Iterable[int]) -> str:
    """Sorted text of some cards in ASCII: `s1 s2 s3 b8 b8`."""
    return " ".join(NAMES[card] for card in sorted(cards))


def check_copies(cards: Iterable[int]) -> None:
    """Raise BadNotation if a kind occurs more than four times."""
    counts = [0] * CARDS
    for card in cards:
        counts[card] += 1
    for card, count in enumerate(counts):
        if count > COPIES:
            raise BadNotation(f"{NAMES[card]} {HANZI[card]} occurs {count} times: there are only {COPIES}.")
