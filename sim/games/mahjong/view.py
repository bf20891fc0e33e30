"""What one seat may see of a mahjong table.

Two ways to ask: properties with ready Python lists for policies written in plain Python, and methods on
integers, without any object made, for compiled ones.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.mahjong.kinds import AFTER_CLAIM, OWN_TURN, STAGES
from paiju.sim.games.mahjong.melds import format_meld
from paiju.sim.games.mahjong.state import CLAIMED, TILES, MahjongState
from paiju.sim.games.mahjong.tiles import format_tiles
from paiju.sim.kernel.engine import Engine
from paiju.sim.kernel.rng import Stream
from paiju.sim.kernel.view import SeatView

STAGE_NAMES: Final = [name for _, name, _ in STAGES]


class MahjongView(SeatView):
    """A façade for one seat over the table; tiles are integers 0 to 33 (see `paiju.sim.games.mahjong.tiles`)."""

    def __init__(self, engine: Engine, state: MahjongState, seat: int, rng: Stream) -> None:
        super().__init__(engine, state, seat, rng)
        self._state: Final = state

    # The question

    @property
    def stage(self) -> str:
        """What is asked: own_turn, after_claim, win, rob_kong, pung_kong or chow."""
        return STAGE_NAMES[self._state.stage]

    def stage_code(self) -> i64:
        """The stage as in `paiju.sim.games.mahjong.kinds`."""
        return self._state.stage

    @property
    def tile(self) -> int:
        """The tile in question: the one just drawn or claimed, or the one on offer; -1 for none."""
        return self.offered()

    def offered(self) -> i64:
        """The same, for compiled policies."""
        return self._state.tile

    @property
    def giver(self) -> int:
        """Who put the tile on offer there; the seat itself on its own turn."""
        return self._state.source

    def is_my_turn(self) -> bool:
        """Is a discard (or a kong, or a win by draw) asked for, and not a claim?"""
        stage = self._state.stage
        return stage == OWN_TURN or stage == AFTER_CLAIM

    # The hand

    @property
    def hand(self) -> list[int]:
        """The own concealed tiles, sorted."""
        return self._state.hand(self.seat)

    @property
    def hand_text(self) -> str:
        """The own concealed tiles as text: '123m 44z'."""
        return format_tiles(self.hand)

    @property
    def counts(self) -> list[int]:
        """How many of each of the 34 tiles the own hand holds."""
        return [self.count(tile) for tile in range(i64(TILES))]

    def count(self, tile: i64) -> i64:
        """How many of this tile the own hand holds. Raises IndexError."""
        if tile < 0 or tile >= TILES:
            raise IndexError(f"there is no tile {tile}")
        return i64(self._state.counts[self.seat * TILES + tile])

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
        if suit < 0 or suit > 3:
            raise IndexError(f"there is no suit {suit}")
        return self._state.keys[self.seat * 4 + suit]

    # What lies open

    def melds(self, seat: int) -> list[str]:
        """The melds of a seat as text: 'pung:777z'. The kind of a concealed kong is public (row 36)."""
        return [format_meld(self.meld(seat, i)) for i in range(self.meld_count(seat))]

    def meld_count(self, seat: i64) -> i64:
        """How many melds lie before a seat."""
        return self._state.meld_count[seat]

    def meld(self, seat: i64, i: i64) -> i64:
        """Meld number i of a seat, kind << 8 | tile (see `paiju.sim.games.mahjong.melds`)."""
        return self._state.melds[seat * 4 + i]

    def discards(self, seat: int) -> list[int]:
        """All discards of a seat in order, claimed ones too."""
        river = self._state.river
        return [river[i] & 255 for i in range(self._state.river_count) if river[i] >> 8 & 3 == seat]

    @property
    def river(self) -> list[tuple[int, int, int]]:
        """All discards in order: (seat, tile, claimant or -1)."""
        return [self._discard(i) for i in range(self._state.river_count)]

    def _discard(self, i: i64) -> tuple[int, int, int]:
        entry = self._state.river[i]
        return entry >> 8 & 3, entry & 255, entry >> 20 & 3 if entry & CLAIMED else -1

    def river_count(self) -> i64:
        """How many discards were made."""
        return self._state.river_count

    def river_entry(self, i: i64) -> i64:
        """Discard number i: seat << 8 | tile."""
        return self._state.river[i] & 0x3FF

    @property
    def unseen(self) -> list[int]:
        """How many of each of the 34 tiles this seat has not seen: 4 less its hand and what lies open."""
        return [self.left(tile) for tile in range(i64(TILES))]

    def left(self, tile: i64) -> i64:
        """How many of this tile the seat has not seen. Raises IndexError."""
        if tile < 0 or tile >= TILES:
            raise IndexError(f"there is no tile {tile}")
        return 4 - i64(self._state.seen[tile]) - i64(self._state.counts[self.seat * TILES + tile])

    def copy_left(self, into: vec[i64]) -> None:
        """Write how many of each of the 34 tiles the seat has not seen; for compiled policies."""
        at = self.seat * TILES
        counts, seen = self._state.counts, self._state.seen
        for tile in range(i64(TILES)):
            into[tile] = 4 - i64(seen[tile]) - i64(counts[at + tile])

    def hand_size(self, seat: i64) -> i64:
        """How many concealed tiles a seat holds."""
        at = seat * TILES
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
        """The wind of a seat as a tile, 27 東 to 30 北."""
        return 27 + ((seat - self._state.dealer) & 3)

    def round_wind(self) -> i64:
        """The round wind as a tile."""
        return 27 + self._state.round_wind

    @property
    def is_replacement(self) -> bool:
        """Was the tile just drawn the replacement of a kong?"""
        return self._state.replacement and self._state.stage == OWN_TURN and self._state.asked == self.seat

    @property
    def has_passed_win(self) -> bool:
        """Has this seat passed a win since it last drew?"""
        return self._state.passed_win[self.seat] != 0

    def snapshot(self) -> dict[str, object]:
        """All that this seat sees, in plain Python; equal for tables that differ in hidden things only."""
        is_asked = self._state.asked == self.seat
        return {
            "seat": self.seat,
            "stage": self.stage if is_asked else "",
            "tile": self.tile if is_asked else -1,
            "giver": self.giver if is_asked else -1,
            "legal": [str(move) for move in self.legal],
            "hand": self.hand,
            "melds": [self.melds(seat) for seat in range(4)],
            "sizes": [self.hand_size(seat) for seat in range(4)],
            "river": self.river,
            "unseen": self.unseen,
            "wall_left": self.wall_left,
            "dealer": self.dealer,
            "round_wind": self.round_wind(),
            "scores": self.scores,
            "is_replacement": self.is_replacement,
            "has_passed_win": self.has_passed_win,
        }
