"""Groups 组牌 as plain ints, `kind << 8 | card`, with COVERED when only their owner knows the card.

The card of a run is its lowest, that of 二七十 is 二 or 贰, that of 绞 the one there are two of. What the kinds are
called, and which there are, is the game's: see `GroupWords`.
"""

from collections.abc import Iterable
from typing import Final, final

from mypy_extensions import i64

from paiju.sim.games.zipai.cards import CARDS, HANZI, format_cards, other_size, parse_cards
from paiju.sim.kernel.errors import BadNotation

RUN: Final = 0  # 一句话: three consecutive of one size
TWO_SEVEN_TEN: Final = 1  # 二七十
MIXED: Final = 2  # 绞: two of one size and one of the other, same number
PUNG: Final = 3  # 碰
WEI: Final = 4  # 偎
STALE_WEI: Final = 5  # 臭偎
PAO: Final = 6  # 跑
TI: Final = 7  # 提
KAN: Final = 8  # 坎: three of one's own, in hand
PAIR: Final = 9  # 对
GROUP_KINDS: Final = 10

COVERED: Final = 1 << 16

CHOW_NAME: Final = "chow"  # in text: any of the first three
SIZES: Final = (3, 3, 3, 3, 3, 3, 4, 4, 3, 2)


def group_kind(g: i64) -> i64:
    """RUN to PAIR."""
    return g >> 8 & 255


def group_card(g: i64) -> i64:
    """The card that names the group."""
    return g & 255


def is_covered(g: i64) -> bool:
    """Does only its owner know the card?"""
    return g & COVERED != 0


def is_chow(g: i64) -> bool:
    """一句话, 二七十 or 绞."""
    return g >> 8 & 255 <= MIXED


def is_quad(g: i64) -> bool:
    """跑 or 提."""
    kind = g >> 8 & 255
    return kind == PAO or kind == TI


def is_three(g: i64) -> bool:
    """碰 or 偎, which a fourth card makes a 跑 or 提."""
    kind = g >> 8 & 255
    return kind == PUNG or kind == WEI or kind == STALE_WEI


def group_cards(g: int) -> list[int]:
    """The cards of a group."""
    kind, card = g >> 8 & 255, g & 255
    if kind == RUN:
        return [card, card + 1, card + 2]
    if kind == TWO_SEVEN_TEN:
        return [card, card + 5, card + 8]
    if kind == MIXED:
        return [card, card, other_size(card)]
    return [card] * SIZES[kind]


def group_text(g: int) -> str:
    """The characters of a group, `五伍伍`."""
    return "".join(HANZI[card] for card in sorted(group_cards(g)))


def chow_of(cards: list[int]) -> int:
    """The group of three cards as 一句话, 二七十 or 绞; -1 when they are none (hunan_paohuzi rules 12, 13, 19)."""
    a, b, c = sorted(cards)
    if c - a == 2 and b - a == 1 and a // 10 == c // 10:
        return RUN << 8 | a
    if (a, b, c) in ((1, 6, 9), (11, 16, 19)):
        return TWO_SEVEN_TEN << 8 | a
    if c - a == 10 and b in (a, c):
        return MIXED << 8 | b
    return -1


@final
class GroupWords:
    """What a game calls its groups: an English and a Chinese word for each kind, empty for those it has not.

    Text: `pao:五五五五; wei:捌捌捌; chow:一二三; chow:五伍伍`.
    """

    def __init__(self, names: tuple[str, ...], hanzi: tuple[str, ...]) -> None:
        self.names: Final = names
        self.hanzi: Final = hanzi
        self._written: Final = [name for name in names[PUNG:KAN] if name] + [CHOW_NAME]
        self._english: Final = {**dict(zip(hanzi, names, strict=True)), "吃": CHOW_NAME}

    def format(self, g: int) -> str:
        """Text of one group, `wei:捌捌捌`; ? for cards that are not known."""
        kind = g >> 8 & 255
        if g & 255 >= CARDS:
            return f"{self.names[kind]}:{'?' * SIZES[kind]}"
        name = CHOW_NAME if kind <= MIXED else self.names[kind]
        return f"{name}:{group_text(g)}"

    def format_all(self, groups: Iterable[int]) -> str:
        """Text of groups, `pao:五五五五; wei:捌捌捌`."""
        return "; ".join(self.format(g) for g in groups)

    def parse(self, text: str) -> int:
        """One group on the table from `kind:cards`, `pao:五五五五` or `跑:五五五五`. Raises BadNotation."""
        name, colon, written = text.strip().partition(":")
        name = self._english.get(name.strip(), name.strip())
        if not colon or name not in self._written:
            wanted = f"write kind:cards with a kind of {', '.join(self._written)}"
            raise BadNotation(f"{text.strip()!r} is no group: {wanted}.")
        cards = sorted(parse_cards(written))
        if name == CHOW_NAME:
            return _parse_chow(text, cards)
        kind = self.names.index(name)
        if len(cards) != SIZES[kind] or cards[0] != cards[-1]:
            size = "four" if SIZES[kind] == 4 else "three"
            raise BadNotation(
                f"{text.strip()!r} is no {name}: it needs {size} equal cards, not {format_cards(cards)!r}."
            )
        return kind << 8 | cards[0]

    def parse_all(self, text: str) -> list[int]:
        """Groups separated by semicolons; empty text is no group. Raises BadNotation."""
        if not text.strip():
            return []
        return [self.parse(part) for part in text.split(";")]


def _parse_chow(text: str, cards: list[int]) -> int:
    """The group that three cards make as 吃. Raises BadNotation."""
    g = chow_of(cards) if len(cards) == 3 else -1
    if g < 0:
        wanted = "three consecutive of one size, 二七十, or one number in both sizes (五五伍)"
        raise BadNotation(f"{text.strip()!r} is no chow: it needs {wanted}.")
    return g
