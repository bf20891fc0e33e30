"""A table of chengdu_coushisi as text for the terminal, each card with its domino face."""

from collections.abc import Sequence

from paiju.sim.games.chengdu_coushisi.cards import LABELS, show_cards
from paiju.sim.games.chengdu_coushisi.groups import show_group
from paiju.sim.games.chengdu_coushisi.state import CoushisiState
from paiju.sim.games.packed.table import CLAIMED, FROM_WALL, NONE, PLACES, UNKNOWN
from paiju.sim.kernel.events import NOBODY


def table_text(state: CoushisiState, players: Sequence[str], seat: int | None) -> str:
    """All hands, or only that of `seat`; then what lies before each: groups and 皮子, cards turned + and discarded.

    ~ marks a 暗 group the others do not know, <2 the seat that gave a card, brackets a card that was taken.
    """
    head = f"hand {state.number}, {state.wall_left} cards in the pool"
    if state.lifted != NONE:
        head += f", lifted 抬牌 {LABELS[state.lifted]}"
    if state.winner != NOBODY:
        head += f", won by seat {state.winner}"
    lines = [head]
    width = max(len(name) for name in players)
    for place in range(state.seats):
        mark = ">" if state.asked == place and seat in (None, place) else " "
        role = "庄" if place == state.dealer else "  "
        lines.append(f"{mark} {place} {role} {players[place]:{width}} {_hand(state, place, seat)}")
        for laid in ("  ".join(_laid(state, place, seat)), " ".join(_river(state, place))):
            if laid:
                lines.append(f"    {' ' * (width + 4)}{laid}")
    return "\n".join(lines)


def _hand(state: CoushisiState, place: int, seat: int | None) -> str:
    """The cards in a seat's hand; covered ones as ?."""
    cards = state.hand(place)
    if seat is not None and seat != place and not state.is_over:
        return " ".join("?" * len(cards))
    return show_cards(cards)


def _laid(state: CoushisiState, place: int, seat: int | None) -> list[str]:
    """The groups of a seat, then its 皮子."""
    texts = []
    for at in range(place * PLACES, place * PLACES + state.group_count[place]):
        group, giver = state.groups[at], state.group_from[at]
        if not state.is_covered(place, group):
            text = show_group(group)
        elif seat is None or seat == place:
            text = f"{show_group(group)} ~"
        else:
            text = f"{show_group(group | UNKNOWN)} ~"
        texts.append(text if giver == place else f"{text} <{giver}")
    if state.bonus[place]:
        texts.append(f"皮子 {show_cards(state.bonus_cards(place))}")
    return texts


def _river(state: CoushisiState, place: int) -> list[str]:
    """The cards a seat turned or discarded."""
    texts = []
    for i in range(state.river_count):
        entry = state.river[i]
        if state.river_seat(i) == place:
            text = ("+" if entry & FROM_WALL else "") + LABELS[entry & 255]
            texts.append(f"({text})" if entry & CLAIMED else text)
    return texts
