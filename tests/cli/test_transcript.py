"""What a line of a replay says beyond the kind of an event and its card."""

import pytest

from paiju.sim.cli.transcript import Transcript
from paiju.sim.games import registry
from paiju.sim.games.chengdu_coushisi import kinds as coushisi
from paiju.sim.games.hunan_paohuzi import kinds as paohuzi
from paiju.sim.games.mahjong import kinds as mahjong
from paiju.sim.games.zipai import kinds as zipai
from paiju.sim.kernel.events import ALL, DISCARDED, DREW, NOBODY, pack

PLAYERS = ["east", "south", "west", "north"]
C2, PZ_FLOWER, HE = 3, 33, 2


@pytest.mark.parametrize(
    ("game", "event", "text"),
    [
        # 上: the tile taken, and the run from its lowest tile
        ("hk_mahjong", pack(mahjong.CHOWED, 2, 3, 1, 2, ALL), "2 west chowed 4m 四萬 from 1 south: 345m"),
        ("hk_mahjong", pack(DISCARDED, 0, 33, NOBODY, 0, ALL), "0 east discarded 7z 白"),
        # 吃: the groups laid, with 比 after the +
        ("hunan_paohuzi", pack(zipai.CHOWED, 1, 4, 0, 1, ALL), "1 south chowed s5 五 from 0 east: s3 s4 s5"),
        (
            "hunan_paohuzi",
            pack(paohuzi.PAO_LAID, 3, 7, 0, 3, ALL),
            "3 north laid pao s8 八 from 0 east: from 碰",
        ),
        (
            "hunan_paohuzi",
            pack(paohuzi.TI_LAID, 3, 7, NOBODY, 0, ALL),
            "3 north laid ti s8 八: from the deal",
        ),
        # 吃 with the flower of a kind; how a card was drawn
        (
            "chengdu_coushisi",
            pack(coushisi.CHOWED, 2, C2, 2, PZ_FLOWER, ALL),
            "2 west chowed C2 🁳长二: with PZ* 🁷胖子*",
        ),
        ("chengdu_coushisi", pack(DREW, 0, HE, NOBODY, 0, ALL), "0 east drew HE 🁭禾牌: turned 翻"),
        ("chengdu_coushisi", pack(DREW, 0, HE, NOBODY, 1, ALL), "0 east drew HE 🁭禾牌: stolen 偷"),
        ("chengdu_coushisi", pack(DREW, 0, HE, NOBODY, 2, ALL), "0 east drew HE 🁭禾牌: for a 皮子 补"),
    ],
)
def test_line(game: str, event: int, text: str) -> None:
    line = Transcript(registry.get(game), PLAYERS, [event], None).line(0)
    assert line is not None
    assert line.strip().partition(" ")[2].strip() == text
