"""Text of cards, groups and moves of hunan_paohuzi: those of the family, the groups by this game's words."""

from collections.abc import Iterable

from paiju.sim.games.hunan_paohuzi.groups import WORDS
from paiju.sim.games.zipai.cards import format_cards, parse_card, parse_cards
from paiju.sim.games.zipai.moves import move_named, parse_move

__all__ = [
    "format_cards",
    "format_groups",
    "move_named",
    "parse_card",
    "parse_cards",
    "parse_groups",
    "parse_move",
]


def format_groups(groups: Iterable[int]) -> str:
    """Text of groups, `pao:五五五五; wei:捌捌捌`."""
    return WORDS.format_all(groups)


def parse_groups(text: str) -> list[int]:
    """Groups separated by semicolons; empty text is no group. Raises BadNotation."""
    return WORDS.parse_all(text)
