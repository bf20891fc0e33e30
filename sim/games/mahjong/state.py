"""The table of a four-player mahjong game: hands, melds, discards, wall. `evolve` is the only mutator."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.sim.games.mahjong.kinds import (
    CHOWED,
    CONCEALED_KONG_LAID,
    KONG_ADDED,
    KONG_ANNOUNCED,
    KONGED,
    PUNGED,
    ROB_STAGE,
    WIN_STAGE,
)
from paiju.sim.games.mahjong.melds import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    KONG,
    PUNG,
    format_meld,
)
from paiju.sim.games.mahjong.shapes import form_of
from paiju.sim.games.mahjong.tables import HONOUR_KEY, WIN
from paiju.sim.games.mahjong.tiles import POW5, SUIT, format_tiles
from paiju.sim.kernel.engine import State
from paiju.sim.kernel.events import (
    ASKED,
    DEALT,
    DISCARDED,
    DREW,
    HAND_ENDED,
    HAND_STARTED,
    MATCH_STARTED,
    NOBODY,
    PAID,
    PASSED,
    WON,
)

TILES: Final = 34
NO_TILE: Final = -1
CLAIMED: Final = 1 << 16  # flag of a discard that was claimed, with the claimant's seat << 20


class MahjongState(State):
    """What is so at the table; a fold of the events so far.

    `counts[seat * 34 + tile]` are the concealed tiles; `keys[seat * 4 + suit]` the same as base-5 numbers and
    `forms[seat]` the sum of their WIN entries, so that a win test is two look-ups. A river entry is
    seat << 8 | tile with the CLAIMED flag. `seen` counts the tiles that lie open to all.
    """

    def __init__(self, wall: i64) -> None:
        super().__init__()
        self.wall: Final = wall  # tiles of the deck
        self.counts: Final = vec[u8]([0] * 136)
        self.keys: Final = vec[i64]([0] * 16)
        self.forms: Final = vec[i64]([0] * 4)
        self.melds: Final = vec[i64]([0] * 16)  # seat * 4 + place
        self.meld_count: Final = vec[i64]([0] * 4)
        self.meld_from: Final = vec[i64]([0] * 16)  # who gave the tile, or the seat itself
        self.river: Final = vec[i64]([0] * 136)
        self.river_count: i64 = 0
        self.seen: Final = vec[u8]([0] * TILES)
        self.passed_win: Final = vec[i64]([0] * 4)  # passed a win since his last draw
        self.wall_left: i64 = wall
        self.kongs: i64 = 0
        self.round_wind: i64 = 0  # 0 to 3
        self.turn: i64 = 0  # who drew, claimed or is to act
        self.drawn: i64 = NO_TILE  # the tile just drawn
        self.replacement: bool = False  # it replaced a kong
        self.claimed: i64 = NO_TILE  # the tile just claimed, until the next discard or kong
        self.announced: i64 = NO_TILE  # the tile of an added kong not yet laid
        self.stage: i64 = 0  # of the open question
        self.tile: i64 = NO_TILE  # the tile in question
        self.source: i64 = NOBODY  # who put it there
        self.winner: i64 = NOBODY
        self.outcome: i64 = 0
        self.passed_on: i64 = 0  # how often the deal has moved

    def evolve(self, kind: i64, seat: i64, card: i64, from_seat: i64, arg: i64, visible: i64) -> None:
        """Fold one event; kinds that only tell (scored, revealed …) change nothing."""
        if kind == ASKED:
            self.asked = seat
            self.stage = arg >> 24
            self.tile = card
            self.source = from_seat
        elif kind == DREW:
            self.take(seat, card)
            self.wall_left -= 1
            self.turn = seat
            self.drawn = card
            self.replacement = arg == 1
            self.passed_win[seat] = 0
        elif kind == DISCARDED:
            self.discard(seat, card)
        elif kind == DEALT:
            self.take(seat, card)
            self.wall_left -= 1
        elif kind == PASSED:
            self.asked = NOBODY
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
            self.asked = NOBODY
            self.lay(seat, card, 4)
            self.add_meld(seat, CONCEALED_KONG << 8 | card, seat)
            self.close_kong()
        elif kind == KONG_ANNOUNCED:
            self.asked = NOBODY
            self.announced = card
        elif kind == KONG_ADDED:
            self.lay(seat, card, 1)
            self.upgrade_pung(seat, card)
            self.close_kong()
        elif kind == WON:
            self.win(seat, card, from_seat)
        elif kind == PAID:
            self.deltas[seat] += arg
            self.scores[seat] += arg
        elif kind == HAND_STARTED:
            self.start_hand(seat, arg)
        elif kind == HAND_ENDED:
            self.asked = NOBODY
            self.outcome = arg
            self.hands += 1
        elif kind == MATCH_STARTED:
            self.start_match()

    def start_match(self) -> None:
        """Nobody has any points, nothing was played, the deal has not moved."""
        super().start_match()
        self.passed_on = 0

    def start_hand(self, dealer: i64, round_wind: i64) -> None:
        """Clear the table; scores and the count of hands stay."""
        for i in range(i64(4 * TILES)):
            self.counts[i] = 0
        for i in range(i64(16)):
            self.keys[i] = HONOUR_KEY if i & 3 == 3 else 0
        for seat in range(i64(4)):
            self.forms[seat] = form_of(0, 0, 0, HONOUR_KEY)
            self.meld_count[seat] = 0
            self.passed_win[seat] = 0
            self.deltas[seat] = 0
        for tile in range(i64(TILES)):
            self.seen[tile] = 0
        self.river_count = 0
        self.wall_left = self.wall
        self.kongs = 0
        self.number = self.hands + 1
        if self.hands > 0 and dealer != self.dealer:
            self.passed_on += 1
        self.dealer = dealer
        self.turn = dealer
        self.round_wind = round_wind
        self.drawn = NO_TILE
        self.replacement = False
        self.claimed = NO_TILE
        self.announced = NO_TILE
        self.winner = NOBODY
        self.asked = NOBODY

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
        old = self.keys[seat * 4 + suit]
        self.keys[seat * 4 + suit] = old + change
        self.forms[seat] += i64(WIN[old + change]) - i64(WIN[old])

    def lay(self, seat: i64, tile: i64, n: i64) -> None:
        """n equal tiles leave a concealed hand and lie open."""
        self.drop(seat, tile, n)
        self.seen[tile] += u8(n)

    def discard(self, seat: i64, tile: i64) -> None:
        """A tile goes to the river."""
        self.asked = NOBODY
        self.lay(seat, tile, 1)
        self.river[self.river_count] = seat << 8 | tile
        self.river_count += 1
        self.turn = seat
        self.drawn = NO_TILE
        self.claimed = NO_TILE

    def claim_discard(self, seat: i64) -> None:
        """The last discard leaves the river for good; it stays there with a mark."""
        self.asked = NOBODY
        last = self.river_count - 1
        self.claimed = self.river[last] & 255
        self.river[last] |= CLAIMED | seat << 20
        self.turn = seat

    def add_meld(self, seat: i64, meld: i64, from_seat: i64) -> None:
        """A meld is laid before a seat."""
        place = seat * 4 + self.meld_count[seat]
        self.melds[place] = meld
        self.meld_from[place] = from_seat
        self.meld_count[seat] += 1

    def upgrade_pung(self, seat: i64, tile: i64) -> None:
        """A pung becomes an added kong."""
        for place in range(seat * 4, seat * 4 + self.meld_count[seat]):
            if self.melds[place] == PUNG << 8 | tile:
                self.melds[place] = ADDED_KONG << 8 | tile

    def close_kong(self) -> None:
        """A kong is complete: its replacement is due, any swap ban is over."""
        self.kongs += 1
        self.announced = NO_TILE
        self.claimed = NO_TILE

    def win(self, seat: i64, tile: i64, from_seat: i64) -> None:
        """The winning tile joins the winner's hand, from the river or from the robbed kong."""
        self.asked = NOBODY
        self.winner = seat
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
            "hands": [self.hand_text(seat) for seat in range(4)],
            "melds": [self.meld_texts(seat) for seat in range(4)],
            "meld_from": [self.meld_givers(seat) for seat in range(4)],
            "keys": [self.keys[i] for i in range(i64(16))],
            "forms": [self.forms[i] for i in range(i64(4))],
            "river": [self.river[i] for i in range(self.river_count)],
            "seen": [self.seen[i] for i in range(i64(TILES))],
            "passed_win": [self.passed_win[i] for i in range(i64(4))],
            "deltas": [self.deltas[i] for i in range(i64(4))],
            "scores": [self.scores[i] for i in range(i64(4))],
            "wall_left": self.wall_left,
            "kongs": self.kongs,
            "turn": self.turn,
            "drawn": self.drawn,
            "replacement": self.replacement,
            "claimed": self.claimed,
            "announced": self.announced,
            "winner": self.winner,
            "outcome": self.outcome,
            "hands_played": self.hands,
            "number": self.number,
            "passed_on": self.passed_on,
        }

    def hand(self, seat: i64) -> list[int]:
        """The concealed tiles of a seat, sorted."""
        at = seat * TILES
        return [tile for tile in range(i64(TILES)) for _ in range(i64(self.counts[at + tile]))]

    def hand_text(self, seat: i64) -> str:
        """The concealed tiles of a seat as text: '123m 44z'."""
        return format_tiles(self.hand(seat))

    def meld_givers(self, seat: i64) -> list[int]:
        """Who gave the tile of each meld of a seat; the seat itself for a concealed kong."""
        return [self.meld_from[seat * 4 + i] for i in range(self.meld_count[seat])]

    def meld_texts(self, seat: i64) -> list[str]:
        """The melds of a seat as text: 'pung:777z'."""
        return [format_meld(self.melds[seat * 4 + i]) for i in range(self.meld_count[seat])]
