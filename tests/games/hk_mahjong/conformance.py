"""What the conformance tests must know of hk_mahjong."""

from collections.abc import Mapping

from tests.conformance.needs import Needs
from tests.games.mahjong.hidden import places, reshuffled


def may_lose(options: Mapping[str, object]) -> int:
    """The bank may keep up to two points of a hand."""
    return 2 if options["self_draw_payment"] == "exact_from_bank" else 0


NEEDS = Needs(
    places,
    reshuffled,
    {"tile": 34, "suit": 4},
    frozenset({"copy_counts", "copy_left", "spend"}),
    may_lose,
)
