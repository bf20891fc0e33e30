"""A mahjong table as text for the terminal."""

from collections.abc import Sequence

from paiju.sim.games.mahjong.melds import COVERED_KONG, UNKNOWN, format_meld
from paiju.sim.games.mahjong.state import CLAIMED, MELDS, MahjongState
from paiju.sim.games.mahjong.tiles import HANZI, NAMES, NO_TILE, format_tiles
from paiju.sim.kernel.events import NOBODY

WINDS = ("East 東", "South 南", "West 西", "North 北")


def table_text(state: MahjongState, players: Sequence[str], seat: int | None) -> str:
    """All hands, or only that of `seat`; the river of each seat; claimed discards in brackets."""
    head = f"{WINDS[state.round_wind]} round, hand {state.number}, {state.wall_left} tiles in the wall"
    if state.winner != NOBODY:
        head += f", won by seat {state.winner}"
    lines = [head]
    width = max(len(name) for name in players)
    for place in range(state.seats):
        mark = ">" if state.asked == place and seat in (None, place) else " "
        wind = WINDS[state.turns_to(place, state.dealer)]
        lines.append(f"{mark} {place} {wind:8} {players[place]:{width}} {_hand(state, place, seat)}")
        if state.meld_count[place]:
            lines[-1] += "  | " + "  ".join(_melds(state, place, seat))
        river = [_discard(state.river[i]) for i in range(state.river_count) if state.river_seat(i) == place]
        if river:
            lines.append(f"    {' ' * (width + 9)}{' '.join(river)}")
    return "\n".join(lines)


def tile_text(tile: int) -> str:
    """A tile in both scripts: '5p 五筒'."""
    return f"{NAMES[tile]} {HANZI[tile]}"


def _hand(state: MahjongState, place: int, seat: int | None) -> str:
    """The concealed tiles of a seat, the one just drawn apart; hidden ones as ?, wildcards as *."""
    tiles = state.hand(place)
    if seat is not None and seat != place and state.winner != place:
        return "?" * len(tiles)
    if state.turn == place and state.drawn != NO_TILE and state.drawn in tiles:
        tiles.remove(state.drawn)
        return f"{format_tiles(tiles, state.wild)} + {format_tiles([state.drawn], state.wild)}"
    return format_tiles(tiles, state.wild)


def _melds(state: MahjongState, place: int, seat: int | None) -> list[str]:
    """The melds of a seat, with the seat that gave the tile."""
    texts = []
    for i in range(state.meld_count[place]):
        giver = state.meld_from[place * MELDS + i]
        text = format_meld(_seen(state.melds[place * MELDS + i], place, seat))
        texts.append(text if giver == place else f"{text}<{giver}")
    return texts


def _seen(meld: int, place: int, seat: int | None) -> int:
    """A meld as a seat sees it: the tiles of another's covered kong are unknown."""
    return meld | UNKNOWN if meld >> 8 == COVERED_KONG and seat not in (None, place) else meld


def _discard(entry: int) -> str:
    """A discard, in brackets when it was claimed."""
    name = NAMES[entry & 255]
    return f"({name})" if entry & CLAIMED else name
