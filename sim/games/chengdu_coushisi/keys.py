"""A set of cards packed into two integers: its *key* counts the kinds, its *flowers* tell which flower copies it has.

A key has three bits for each kind, kind k at 3k, the flower copy counted with its sisters (see `cards`); bit k of the
flowers stands for the flower of kind k.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.chengdu_coushisi.cards import KINDS, VALUE, count_in

BIT: Final = vec[i64]([1 << kind for kind in range(21)])  # a kind in a set of kinds
SHIFT: Final = vec[i64]([3 * kind for kind in range(KINDS)])  # where the digit of a kind is
ONES: Final = 0o111111111111111111111  # 1 in each digit of a key


def _mates(value: int) -> int:
    """The digits of the kinds that make fourteen with a value; 皮子, of value 0, make nothing."""
    return sum(7 << 3 * kind for kind in range(KINDS) if VALUE[kind] == 14 - value)


MATES: Final = vec[i64]([_mates(int(VALUE[kind])) for kind in range(21)])  # of a kind


def triples_in(key: i64) -> i64:
    """1 in the digit of each kind of which a key holds three or four."""
    return (key & key >> 1 | key >> 2) & ONES


def bits_in(flowers: i64) -> i64:
    """How many flowers there are."""
    n: i64 = 0
    while flowers != 0:
        flowers &= flowers - 1
        n += 1
    return n


def cards_in(key: int, flowers: int) -> list[int]:
    """The cards of a key with these flowers, by kind, the flower last."""
    cards = []
    for kind in range(KINDS):
        flower = flowers >> kind & 1
        cards += [kind] * (count_in(key, kind) - flower) + [kind + KINDS] * flower
    return cards
