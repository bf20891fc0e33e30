"""Domino tiles of Unicode, of long cards 长牌 the faces, drawn in SVG: few fonts have them."""

import re
from typing import Final

FIRST: Final = 0x1F063  # the upright tile 0-0; a-b is 7 a + b further, a above b
WIDTH, HALF, MARGIN, RADIUS = 16, 16, 4, 1.7
TILE: Final = re.compile("[\U0001f063-\U0001f093]")
RED_HALVES: Final = (1, 4)  # as on Chinese dominoes
# Where the pips of a half lie, in thirds from the left and from above.
PLACES: Final = (
    (),
    ((1, 1),),
    ((0, 0), (2, 2)),
    ((0, 0), (1, 1), (2, 2)),
    ((0, 0), (0, 2), (2, 0), (2, 2)),
    ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
)


def drawn(html: str) -> str:
    """The same text with its domino tiles drawn."""
    return TILE.sub(lambda found: _tile(*divmod(ord(found[0]) - FIRST, 7)), html)


def _tile(above: int, below: int) -> str:
    """One tile."""
    return (
        f'<svg class="domino" width="{WIDTH}" height="{2 * HALF}" role="img" aria-label="{above}-{below}">'
        f'<rect width="{WIDTH}" height="{2 * HALF}" rx="3"/>{_half(above, 0)}{_half(below, HALF)}</svg>'
    )


def _half(pips: int, top: int) -> str:
    """The pips of one half."""
    color = ' class="red"' if pips in RED_HALVES else ""
    return "".join(
        f'<circle{color} cx="{MARGIN + 4 * x}" cy="{top + MARGIN + 4 * y}" r="{RADIUS}"/>'
        for x, y in PLACES[pips]
    )
