"""A table with character cards as text for the terminal."""

from collections.abc import Sequence

from paiju.sim.games.packed.table import CLAIMED, FROM_WALL, PLACES
from paiju.sim.games.zipai.cards import HANZI, format_cards
from paiju.sim.games.zipai.groups import COVERED, SIZES
from paiju.sim.games.zipai.state import ZipaiState
from paiju.sim.kernel.events import NOBODY


def table_text(state: ZipaiState, players: Sequence[str], seat: int | None) -> str:
    """All hands, or only that of `seat`; the cards before each seat, + for drawn, brackets for taken ones."""
    head = f"hand {state.number}, {state.wall_left} cards in the wall{state.shown_text()}"
    if state.winner != NOBODY:
        head += f", won by seat {state.winner}"
    lines = [head]
    width = max(len(name) for name in players)
    for place in range(len(players)):
        mark = ">" if state.asked == place and seat in (None, place) else " "
        role = "庄" if place == state.dealer else "  "
        lines.append(f"{mark} {place} {role} {players[place]:{width}} {_hand(state, place, seat)}")
        if state.group_count[place]:
            lines[-1] += "  | " + "  ".join(_groups(state, place, seat))
        river = [
            _river_card(state.river[i]) for i in range(state.river_count) if state.river_seat(i) == place
        ]
        if river:
            lines.append(f"    {' ' * (width + 4)}{' '.join(river)}")
    return "\n".join(lines)


def _hand(state: ZipaiState, place: int, seat: int | None) -> str:
    """The cards of a seat, the one it has just drawn in secret apart; covered ones as ?."""
    cards = state.hand(place)
    if seat is not None and seat != place and not state.is_over:
        return "?" * len(cards)
    return format_cards(cards) + state.drawn_text(place)


def _groups(state: ZipaiState, place: int, seat: int | None) -> list[str]:
    """The groups of a seat, with the seat that gave the last card; * for covered ones."""
    words = state.words
    texts = []
    for at in range(place * PLACES, place * PLACES + state.group_count[place]):
        group, giver = state.groups[at], state.group_from[at]
        if group & COVERED and seat is not None and seat != place:
            kind = group >> 8 & 255
            text = f"{words.hanzi[kind]}:{'?' * SIZES[kind]}"
        else:
            text = f"{words.hanzi[group >> 8 & 255]}:{words.format(group & 0xFFFF).partition(':')[2]}"
            text += "*" if group & COVERED else ""
        texts.append(text if giver == place else f"{text}<{giver}")
    return texts


def _river_card(entry: int) -> str:
    """A card on the table: + if it was drawn, in brackets if somebody took it."""
    name = ("+" if entry & FROM_WALL else "") + HANZI[entry & 255]
    return f"({name})" if entry & CLAIMED else name
