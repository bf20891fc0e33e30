"""Text of cards, groups and moves of hunan_paohuzi: those of the family, with nothing added."""

from paiju.sim.games.zipai.cards import format_cards, parse_card, parse_cards
from paiju.sim.games.zipai.groups import format_groups, parse_groups
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
