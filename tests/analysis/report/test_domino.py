"""Dominoes in a report."""

import re

import pytest

from paiju.analysis.report.domino import drawn


@pytest.mark.parametrize(
    ("tile", "label", "red", "black"),
    [
        ("🁫", "1-1", 2, 0),  # 地牌
        ("🁮", "1-4", 5, 0),  # 幺四
        ("🁾", "3-6", 0, 9),  # 黑九
        ("🂅", "4-6", 4, 6),  # 红十
        ("🂓", "6-6", 0, 12),  # 天牌
    ],
)
def test_a_tile_has_its_pips(tile: str, label: str, red: int, black: int) -> None:
    """Ones and fours are red."""
    svg = drawn(tile)
    assert f'aria-label="{label}"' in svg
    assert svg.count('<circle class="red"') == red
    assert svg.count("<circle cx") == black


def test_pips_lie_on_their_half() -> None:
    """4-5: four above, five below, all apart."""
    svg = drawn("🂄")
    places = re.findall(r'cx="([^"]+)" cy="([^"]+)"', svg)
    assert [float(y) < 16 for _, y in places] == [True] * 4 + [False] * 5
    assert len(set(places)) == 9


def test_other_text_stays() -> None:
    assert drawn("地牌 &lt;b&gt; 🀄") == "地牌 &lt;b&gt; 🀄"
