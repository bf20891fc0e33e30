"""Hands with wildcards 百搭, each of which stands for any tile that the hand misses.

So a hand needs as many tiles fewer as it has wildcards, and with none left to need it is complete. The keys are
those of its natural tiles alone (see shapes.py); with the wildcards there are at most 14 less 3 for each meld.
Whether a wildcard may be the fifth tile of a kind in the concealed hand is for the rules to say; what lies on the table
is not looked at.
"""

from mypy_extensions import i64

from paiju.sim.games.mahjong.shapes import (
    DIFFERENT_PAIRS,
    NO_PAIRS,
    look_up,
    missing_any_pairs,
    missing_different_pairs,
    missing_sets,
)
from paiju.sim.games.mahjong.wild_tables import WILD_CLS, WILD_MERGE, WILD_NEED


def needed_for_sets(a: i64, b: i64, c: i64, d: i64, melds: i64, wilds: i64, fifth: bool) -> i64:
    """Tiles to come until the hand is four sets and a pair; `fifth`: a wildcard may be a fifth tile of a kind."""
    if not fifth:
        return missing_sets(a, b, c, d, melds) - wilds
    return look_up(WILD_CLS, WILD_MERGE, WILD_NEED, a, b, c, d, melds) - wilds


def needed_for_pairs(a: i64, b: i64, c: i64, d: i64, wilds: i64, pairs: i64) -> i64:
    """Tiles to come until the hand is seven pairs 七對, DIFFERENT_PAIRS or ANY_PAIRS; no fifth tile helps there."""
    if pairs == DIFFERENT_PAIRS:
        return missing_different_pairs(a, b, c, d) - wilds
    return missing_any_pairs(a, b, c, d) - wilds


def needed(a: i64, b: i64, c: i64, d: i64, melds: i64, wilds: i64, pairs: i64, fifth: bool) -> i64:
    """Tiles to come until the nearest complete hand; `pairs`: NO_PAIRS, DIFFERENT_PAIRS or ANY_PAIRS."""
    least = needed_for_sets(a, b, c, d, melds, wilds, fifth)
    if melds != 0 or pairs == NO_PAIRS:
        return least
    return min(least, needed_for_pairs(a, b, c, d, wilds, pairs))


def is_complete_with_wilds(
    a: i64, b: i64, c: i64, d: i64, melds: i64, wilds: i64, pairs: i64, fifth: bool
) -> bool:
    """Four sets and a pair, or seven pairs as far as they count? With 14 tiles less 3 for each meld."""
    return needed(a, b, c, d, melds, wilds, pairs, fifth) == 0
