"""The groups of hunan_paohuzi: what they are called (rules 7 to 9, 19), and their 胡息 (decision 1)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.zipai.cards import CARDS
from paiju.sim.games.zipai.groups import (
    GROUP_KINDS,
    KAN,
    PAO,
    PUNG,
    RUN,
    STALE_WEI,
    TI,
    TWO_SEVEN_TEN,
    WEI,
    GroupWords,
)

WORDS: Final = GroupWords(
    ("run", "two_seven_ten", "mixed", "pung", "wei", "stale_wei", "pao", "ti", "kan", "pair"),
    ("一句话", "二七十", "绞", "碰", "偎", "臭偎", "跑", "提", "坎", "对"),
)


def huxi_values() -> vec[i64]:
    """胡息 of every group, at kind * 20 + card (decision 1)."""
    values = vec[i64]([0] * (GROUP_KINDS * CARDS))
    for card in range(i64(CARDS)):
        big = card >= 10
        values[PUNG * CARDS + card] = 3 if big else 1
        values[WEI * CARDS + card] = 6 if big else 3
        values[STALE_WEI * CARDS + card] = 6 if big else 3
        values[KAN * CARDS + card] = 6 if big else 3
        values[PAO * CARDS + card] = 9 if big else 6
        values[TI * CARDS + card] = 12 if big else 9
    for first in (0, 10):
        values[RUN * CARDS + first] = 6 if first else 3
        values[TWO_SEVEN_TEN * CARDS + first + 1] = 6 if first else 3
    return values
