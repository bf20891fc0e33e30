"""The table of a four-player mahjong game: hands, melds, discards, wall."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.sim.games.mahjong.kinds import (
    CHOWED,
    CONCEALED_KONG_LAID,
    KONG_ADDED,
    KONG_ANNOUNCED,
    KONGED,
    OF_KONG,
    PUNGED,
    ROB_STAGE,
    TAIL,
    WIN_STAGE,
)
from paiju.sim.games.mahjong.melds import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    COVERED_KONG,
    KONG,
    PUNG,
    format_meld,
)
from paiju.sim.games.mahjong.shapes import form_of
from paiju.sim.games.mahjong.tables import HONOUR_KEY, WIN
from paiju.sim.games.mahjong.tiles import (
    COPIES,
    HONOUR_SUIT,
    NO_TILE,
    POW5,
    SUIT,
    SUITS,
    TILES,
    format_tiles,
)
from paiju.sim.kernel.engine import State
from paiju.sim.kernel.events import (
    ASKED,
    DEALT,
    DISCARDED,
    DREW,
    HAND_STARTED,
    MATCH_STARTED,
    NOBODY,
    PASSED,
    REVEALED,
    SEAT_MASK,
    WON,
)

SEATS: Final = 4
MELDS: Final = 4  # of a seat, at most
CLAIMED: Final = 1 << 16  # flag of a discard that was claimed, with the claimant's seat << 20


class MahjongState(State):
    """What is so at the table; a fold of the events so far.

    `counts[seat * 34 + tile]` are the concealed tiles; `keys[seat * SUITS + suit]` the same as base-5 numbers and
    `forms[seat]` the sum of their WIN entries, so that a win test is two look-ups. A river entry is
    seat << 8 | tile with the CLAIMED flag. `seen` counts the tiles that lie open to all.
    """

    def __init__(self, wall: i64) -> None:
        super().__init__(SEATS)
        self.wall: Final = wall  # tiles of the deck
        self.wild: i64 = NO_TILE  # the face whose tiles are wildcards 百搭; set by a game that has them
        self.counts: Final = vec[u8]([0] * (SEATS * TILES))
        self.keys: Final = vec[i64]([0] * (SEATS * SUITS))
        self.forms: Final = vec[i64]([0] * SEATS)
        self.melds: Final = vec[i64]([0] * (SEATS * MELDS))  # seat * MELDS + place
        self.meld_count: Final = vec[i64]([0] * SEATS)
        self.meld_from: Final = vec[i64]([0] * (SEATS * MELDS))  # who gave the tile, or the seat itself
        self.river: Final = vec[i64]([0] * (TILES * COPIES))
        self.river_count: i64 = 0
        self.seen: Final = vec[u8]([0] * TILES)
        self.passed_win: Final = vec[i64]([0] * SEATS)  # passed a win since his last draw
        self.wall_left: i64 = wall
        self.kongs: i64 = 0
        self.round_wind: i64 = 0  # 0 to 3
        self.turn: i64 = 0  # who drew, claimed or is to act
        self.drawn: i64 = NO_TILE  # the tile just drawn
        self.replacement: bool = False  # it replaced a kong
        self.claimed: i64 = NO_TILE  # the tile just claimed, until the next discard or kong
        self.announced: i64 = NO_TILE  # the tile of an added kong not yet laid
        self.tile: i64 = NO_TILE  # the tile in question
        self.source: i64 = NOBODY  # who put it there
        self.passed_on: i64 = 0  # how often the deal has moved

    def apply(self, kind: i64, seat: i64, card: i64, from_seat: i64, arg: i64, visible: i64) -> None:
        """What an event means to the table; kinds that only tell (scored …) change nothing."""
        if kind == ASKED:
            self.tile = card
            self.source = from_seat
        elif kind == DREW:
            self.take(seat, card)
            self.wall_left -= 1
            self.turn = seat
            self.drawn = card
            self.replacement = arg == TAIL
            self.passed_win[seat] = 0
        elif kind == DISCARDED:
            self.discard(seat, card)
        elif kind == DEALT:
            self.take(seat, card)
            self.wall_left -= 1
        elif kind == PASSED:
            if self.stage == WIN_STAGE or self.stage == ROB_STAGE:
                self.passed_win[seat] = 1
        elif kind == CHOWED:
            self.claim_discard(seat)
            for tile in range(arg, arg + 3):
                if tile != card:
                    self.lay(seat, tile, 1)
            self.add_meld(seat, CHOW << 8 | arg, from_seat)
        elif kind == PUNGED:
            self.claim_discard(seat)
            self.lay(seat, card, 2)
            self.add_meld(seat, PUNG << 8 | card, from_seat)
        elif kind == KONGED:
            self.claim_discard(seat)
            self.lay(seat, card, 3)
            self.add_meld(seat, KONG << 8 | card, from_seat)
            self.close_kong()
        elif kind == CONCEALED_KONG_LAID:
            self.lay_concealed_kong(seat, card, visible == i64(1) << seat)
        elif kind == KONG_ANNOUNCED:
            self.announced = card
        elif kind == KONG_ADDED:
            self.lay(seat, card, 1)
            self.upgrade_meld(seat, PUNG << 8 | card, ADDED_KONG << 8 | card)
            self.close_kong()
        elif kind == REVEALED:
            if arg == OF_KONG:
                self.uncover_kong(seat, card)
        elif kind == WON:
            self.win(seat, card, from_seat)
        elif kind == HAND_STARTED:
            self.clear(seat, arg)
        elif kind == MATCH_STARTED:
            self.passed_on = 0

    def clear(self, dealer: i64, round_wind: i64) -> None:
        """An empty table for the next hand."""
        for i in range(i64(SEATS * TILES)):
            self.counts[i] = 0
        for i in range(i64(SEATS * SUITS)):
            self.keys[i] = HONOUR_KEY if i % SUITS == HONOUR_SUIT else 0
        for seat in range(i64(SEATS)):
            self.forms[seat] = form_of(0, 0, 0, HONOUR_KEY)
            self.meld_count[seat] = 0
            self.passed_win[seat] = 0
        for tile in range(i64(TILES)):
            self.seen[tile] = 0
        self.river_count = 0
        self.wall_left = self.wall
        self.kongs = 0
        if self.hands > 0 and dealer != self.dealer:
            self.passed_on += 1
        self.turn = dealer
        self.round_wind = round_wind
        self.drawn = NO_TILE
        self.replacement = False
        self.claimed = NO_TILE
        self.announced = NO_TILE

    def take(self, seat: i64, tile: i64) -> None:
        """A tile joins a concealed hand."""
        self.counts[seat * TILES + tile] += 1
        self.rekey(seat, SUIT[tile], POW5[tile])

    def drop(self, seat: i64, tile: i64, n: i64) -> None:
        """n equal tiles leave a concealed hand."""
        self.counts[seat * TILES + tile] -= u8(n)
        self.rekey(seat, SUIT[tile], -n * POW5[tile])

    def rekey(self, seat: i64, suit: i64, change: i64) -> None:
        """Keep a suit's key and the seat's form up to date."""
        old = self.keys[seat * SUITS + suit]
        self.keys[seat * SUITS + suit] = old + change
        self.forms[seat] += i64(WIN[old + change]) - i64(WIN[old])

    def lay(self, seat: i64, tile: i64, n: i64) -> None:
        """n equal tiles leave a concealed hand and lie open."""
        self.drop(seat, tile, n)
        self.seen[tile] += u8(n)

    def discard(self, seat: i64, tile: i64) -> None:
        """A tile goes to the river."""
        self.lay(seat, tile, 1)
        self.river[self.river_count] = seat << 8 | tile
        self.river_count += 1
        self.turn = seat
        self.drawn = NO_TILE
        self.claimed = NO_TILE

    def claim_discard(self, seat: i64) -> None:
        """The last discard leaves the river for good; it stays there with a mark."""
        last = self.river_count - 1
        self.claimed = self.river[last] & 255
        self.river[last] |= CLAIMED | seat << 20
        self.turn = seat

    def add_meld(self, seat: i64, meld: i64, from_seat: i64) -> None:
        """A meld is laid before a seat."""
        place = seat * MELDS + self.meld_count[seat]
        self.melds[place] = meld
        self.meld_from[place] = from_seat
        self.meld_count[seat] += 1

    def upgrade_meld(self, seat: i64, old: i64, new: i64) -> None:
        """A meld becomes another: a pung an added kong, a covered kong an open one."""
        for place in range(seat * MELDS, seat * MELDS + self.meld_count[seat]):
            if self.melds[place] == old:
                self.melds[place] = new

    def lay_concealed_kong(self, seat: i64, tile: i64, is_covered: bool) -> None:
        """Four equal tiles of the hand; covered, its owner alone knows them until they are revealed."""
        self.drop(seat, tile, 4)
        if is_covered:
            self.add_meld(seat, COVERED_KONG << 8 | tile, seat)
        else:
            self.seen[tile] += 4
            self.add_meld(seat, CONCEALED_KONG << 8 | tile, seat)
        self.close_kong()

    def uncover_kong(self, seat: i64, tile: i64) -> None:
        """A covered kong lies open from now on."""
        self.seen[tile] += 4
        self.upgrade_meld(seat, COVERED_KONG << 8 | tile, CONCEALED_KONG << 8 | tile)

    def covered(self, seat: i64, tile: i64) -> i64:
        """How many of this tile lie in a kong that the seat has covered."""
        for place in range(seat * MELDS, seat * MELDS + self.meld_count[seat]):
            if self.melds[place] == COVERED_KONG << 8 | tile:
                return COPIES
        return 0

    def close_kong(self) -> None:
        """A kong is complete: its replacement is due, any swap ban is over."""
        self.kongs += 1
        self.announced = NO_TILE
        self.claimed = NO_TILE

    def win(self, seat: i64, tile: i64, from_seat: i64) -> None:
        """The winning tile joins the winner's hand, from the river or from the robbed kong."""
        if from_seat == seat:
            return
        if self.announced != NO_TILE:
            self.drop(from_seat, tile, 1)
        else:
            self.claim_discard(seat)
            self.seen[tile] -= 1
        self.take(seat, tile)

    def snapshot(self) -> dict[str, object]:
        """Everything, in plain Python."""
        return {
            "asked": self.asked,
            "stage": self.stage,
            "tile": self.tile,
            "source": self.source,
            "dealer": self.dealer,
            "round_wind": self.round_wind,
            "wild": self.wild,
            "hands": [self.hand_text(seat) for seat in range(SEATS)],
            "melds": [self.meld_texts(seat) for seat in range(SEATS)],
            "meld_from": [self.meld_givers(seat) for seat in range(SEATS)],
            "keys": [self.keys[i] for i in range(i64(SEATS * SUITS))],
            "forms": [self.forms[i] for i in range(i64(SEATS))],
            "river": [self.river[i] for i in range(self.river_count)],
            "seen": [self.seen[i] for i in range(i64(TILES))],
            "passed_win": [self.passed_win[i] for i in range(i64(SEATS))],
            "deltas": [self.deltas[i] for i in range(i64(SEATS))],
            "scores": [self.scores[i] for i in range(i64(SEATS))],
            "wall_left": self.wall_left,
            "kongs": self.kongs,
            "turn": self.turn,
            "drawn": self.drawn,
            "replacement": self.replacement,
            "claimed": self.claimed,
            "announced": self.announced,
            "winner": self.winner,
            "outcome": self.outcome,
            "is_over": self.is_over,
            "hands_played": self.hands,
            "number": self.number,
            "passed_on": self.passed_on,
        }

    def river_seat(self, i: i64) -> i64:
        """Who discarded the tile number i of the river."""
        return self.river[i] >> 8 & SEAT_MASK

    def river_claimant(self, i: i64) -> i64:
        """Who claimed it, or NOBODY."""
        entry = self.river[i]
        return entry >> 20 & SEAT_MASK if entry & CLAIMED else NOBODY

    def hand(self, seat: i64) -> list[int]:
        """The concealed tiles of a seat, sorted."""
        at = seat * TILES
        return [tile for tile in range(i64(TILES)) for _ in range(i64(self.counts[at + tile]))]

    def hand_text(self, seat: i64) -> str:
        """The concealed tiles of a seat as text: '123m 44z'."""
        return format_tiles(self.hand(seat))

    def meld_givers(self, seat: i64) -> list[int]:
        """Who gave the tile of each meld of a seat; the seat itself for a concealed kong."""
        return [self.meld_from[seat * MELDS + i] for i in range(self.meld_count[seat])]

    def meld_texts(self, seat: i64) -> list[str]:
        """The melds of a seat as text: 'pung:777z'."""
        return [format_meld(self.melds[seat * MELDS + i]) for i in range(self.meld_count[seat])]
