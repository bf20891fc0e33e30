"""What one seat may see of a mahjong table.

Two ways to ask: properties with ready Python lists for policies written in plain Python, and methods on
integers, without any object made, for compiled ones.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.mahjong.kinds import AFTER_CLAIM, OWN_TURN, STAGES
from paiju.sim.games.mahjong.melds import COVERED_KONG, UNKNOWN, format_meld, meld_kind, meld_tile
from paiju.sim.games.mahjong.state import MELDS, MahjongState
from paiju.sim.games.mahjong.terms import MahjongTerms
from paiju.sim.games.mahjong.tiles import COPIES, EAST, NO_TILE, SUITS, TILES, format_tiles
from paiju.sim.kernel.engine import Engine
from paiju.sim.kernel.events import NOBODY
from paiju.sim.kernel.rng import Stream
from paiju.sim.kernel.view import SeatView

STAGE_NAMES: Final = [name for _, name, _ in STAGES]


def tile_in(tile: i64) -> i64:
    """The tile, if there is one of this number. Raises IndexError."""
    if tile < 0 or tile >= TILES:
        raise IndexError(f"there is no tile {tile}")
    return tile


class MahjongView(SeatView):
    """A façade for one seat over the table; tiles are integers 0 to 33 (see `paiju.sim.games.mahjong.tiles`).

    `terms` is what the rules of the game are to a player.
    """

    def __init__(
        self, engine: Engine, state: MahjongState, terms: MahjongTerms, seat: int, rng: Stream
    ) -> None:
        super().__init__(engine, state, STAGE_NAMES, seat, rng)
        self._state: Final = state
        self.terms: Final = terms

    # The question

    @property
    def tile(self) -> int:
        """The tile in question: the one just drawn or claimed, or the one on offer; -1 while not asked."""
        return self.offered()

    def offered(self) -> i64:
        """The same, for compiled policies."""
        return self._state.tile if self._state.asked == self.seat else NO_TILE

    @property
    def giver(self) -> int:
        """Who put the tile on offer there, the seat itself on its own turn; -1 while not asked."""
        return self.giver_seat()

    def giver_seat(self) -> i64:
        """The same, for compiled policies."""
        return self._state.source if self._state.asked == self.seat else -1

    def is_my_turn(self) -> bool:
        """Is a discard (or a kong, or a win by draw) asked for, and not a claim?"""
        stage = self.stage_code()
        return stage == OWN_TURN or stage == AFTER_CLAIM

    # The hand

    @property
    def hand(self) -> list[int]:
        """The own concealed tiles, sorted."""
        return self._state.hand(self.seat)

    @property
    def hand_text(self) -> str:
        """The own concealed tiles as text: '123m 44z'; wildcards as '*'."""
        return format_tiles(self.hand, self._state.wild)

    @property
    def counts(self) -> list[int]:
        """How many of each of the 34 tiles the own hand holds."""
        return [self.count(tile) for tile in range(i64(TILES))]

    def count(self, tile: i64) -> i64:
        """How many of this tile the own hand holds. Raises IndexError."""
        return i64(self._state.counts[self.seat * TILES + tile_in(tile)])

    def copy_counts(self, into: vec[i64]) -> None:
        """Write how many of each of the 34 tiles the own hand holds; for compiled policies."""
        at = self.seat * TILES
        counts = self._state.counts
        for tile in range(i64(TILES)):
            into[tile] = i64(counts[at + tile])

    def key(self, suit: i64) -> i64:
        """The own tiles of a suit (3 = honours) as a base-5 number (see `paiju.sim.games.mahjong.shapes`).

        Raises IndexError.
        """
        if suit < 0 or suit >= SUITS:
            raise IndexError(f"there is no suit {suit}")
        return self._state.keys[self.seat * SUITS + suit]

    # What lies open

    def wild_tile(self) -> i64:
        """The face whose tiles are wildcards 百搭 in this hand; -1 for none."""
        return self._state.wild

    def melds(self, seat: int) -> list[str]:
        """The melds of a seat as text: 'pung:777z'; ? for the tiles of a kong that another has covered."""
        return [format_meld(self.meld(seat, i)) for i in range(self.meld_count(seat))]

    def meld_count(self, seat: i64) -> i64:
        """How many melds lie before a seat. Raises IndexError."""
        return self._state.meld_count[self._seat_in(seat)]

    def meld(self, seat: i64, i: i64) -> i64:
        """Meld number i of a seat, kind << 8 | tile (see `paiju.sim.games.mahjong.melds`). Raises IndexError.

        The tile of a kong that another has covered is UNKNOWN.
        """
        meld = self._state.melds[self._meld_place(seat, i)]
        return meld | UNKNOWN if meld >> 8 == COVERED_KONG and seat != self.seat else meld

    def meld_giver(self, seat: i64, i: i64) -> i64:
        """Who gave the tile of a meld: another, or the seat itself. Raises IndexError."""
        return self._state.meld_from[self._meld_place(seat, i)]

    def _meld_place(self, seat: i64, i: i64) -> i64:
        """Where meld number i of a seat is."""
        if i < 0 or i >= self.meld_count(seat):
            raise IndexError(f"seat {seat} has no meld number {i}")
        return seat * MELDS + i

    def discards(self, seat: int) -> list[int]:
        """All discards of a seat in order, claimed ones too. Raises IndexError."""
        state, giver = self._state, self._seat_in(seat)
        return [state.river[i] & 255 for i in range(state.river_count) if state.river_seat(i) == giver]

    @property
    def river(self) -> list[tuple[int, int, int]]:
        """All discards in order: (seat, tile, claimant or -1)."""
        return [self._discard(i) for i in range(self._state.river_count)]

    def _discard(self, i: i64) -> tuple[int, int, int]:
        state = self._state
        claimant = state.river_claimant(i)
        return state.river_seat(i), state.river[i] & 255, -1 if claimant == NOBODY else claimant

    def river_count(self) -> i64:
        """How many discards were made."""
        return self._state.river_count

    def river_entry(self, i: i64) -> i64:
        """Discard number i: seat << 8 | tile. Raises IndexError."""
        if i < 0 or i >= self._state.river_count:
            raise IndexError(f"there is no discard number {i}")
        return self._state.river_seat(i) << 8 | self._state.river[i] & 255

    @property
    def unseen(self) -> list[int]:
        """How many of each of the 34 tiles this seat has not seen: 4 less its hand and what lies open."""
        return [self.left(tile) for tile in range(i64(TILES))]

    def left(self, tile: i64) -> i64:
        """How many of this tile the seat has not seen. Raises IndexError."""
        state = self._state
        return COPIES - i64(state.seen[tile_in(tile)]) - self.count(tile) - state.covered(self.seat, tile)

    def copy_left(self, into: vec[i64]) -> None:
        """Write how many of each of the 34 tiles the seat has not seen; for compiled policies."""
        at = self.seat * TILES
        counts, seen = self._state.counts, self._state.seen
        for tile in range(i64(TILES)):
            into[tile] = COPIES - i64(seen[tile]) - i64(counts[at + tile])
        for i in range(self.meld_count(self.seat)):
            meld = self.meld(self.seat, i)
            if meld_kind(meld) == COVERED_KONG:
                into[meld_tile(meld)] -= COPIES

    def hand_size(self, seat: i64) -> i64:
        """How many concealed tiles a seat holds. Raises IndexError."""
        at = self._seat_in(seat) * TILES
        total: i64 = 0
        for tile in range(i64(TILES)):
            total += i64(self._state.counts[at + tile])
        return total

    # The match

    @property
    def wall_left(self) -> int:
        """Tiles left in the wall."""
        return self.tiles_left()

    def tiles_left(self) -> i64:
        """The same, for compiled policies."""
        return self._state.wall_left

    def seat_wind(self, seat: i64) -> i64:
        """The wind of a seat as a tile, 27 東 to 30 北. Raises IndexError."""
        return EAST + self._state.turns_to(self._seat_in(seat), self._state.dealer)

    def round_wind(self) -> i64:
        """The round wind as a tile."""
        return EAST + self._state.round_wind

    def is_replacement(self) -> bool:
        """Was the tile just drawn the replacement of a kong?"""
        return self._state.replacement and self.stage_code() == OWN_TURN

    def has_passed_win(self) -> bool:
        """Has this seat passed a win since it last drew?"""
        return self._state.passed_win[self.seat] != 0

    def snapshot(self) -> dict[str, object]:
        """All that this seat sees, in plain Python; equal for tables that differ in hidden things only."""
        seats = range(self.seats)
        return {
            "seat": self.seat,
            "stage": self.stage,
            "tile": self.tile,
            "giver": self.giver,
            "legal": [str(move) for move in self.legal],
            "hand": self.hand,
            "wild": self.wild_tile(),
            "melds": [self.melds(seat) for seat in seats],
            "givers": [[self.meld_giver(s, i) for i in range(self.meld_count(s))] for s in seats],
            "sizes": [self.hand_size(seat) for seat in seats],
            "river": self.river,
            "unseen": self.unseen,
            "wall_left": self.wall_left,
            "dealer": self.dealer,
            "round_wind": self.round_wind(),
            "scores": self.scores,
            "is_replacement": self.is_replacement(),
            "has_passed_win": self.has_passed_win(),
        }
