"""How dangerous a discard is: who may win on it, and who may take it.

No card drawn ever joins a hand, so a hand changes by its own claims and discards only. A kind that lay open
since a seat's last discard is no winning card of that seat, which would have won on it. A kind that lay open
at any time is stale for all who could have taken it, and nobody gets a new pair.
The tables, in thousandths, were counted in games of four `normal` players.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.policies.zipai.held import Held
from paiju.sim.games.packed.table import FROM_WALL
from paiju.sim.games.zipai.cards import CARDS
from paiju.sim.games.zipai.view import ZipaiView

THOUSAND: Final = 1000
STEPS: Final = 6  # of four cards in the wall
MOST_GROUPS: Final = 4
# Chance that a seat wins on a card it has not seen pass: by its groups on the table, by cards in the wall.
TAKES_BY_GROUPS: Final = (
    (6, 6, 6, 5, 5, 1),
    (57, 50, 43, 38, 22, 13),
    (75, 70, 65, 62, 48, 38),
    (110, 105, 100, 92, 75, 75),
    (120, 120, 120, 110, 110, 110),
)
TAKES: Final = vec[i64]([n for row in TAKES_BY_GROUPS for n in row])
BY_LEFT: Final = vec[i64]([130, 140, 120, 85, 80])  # per cent of it, by the copies not seen
# Chances that the next seat takes it by 吃, and that somebody takes it by 碰; by the copies not seen.
CHOWS: Final = vec[i64]([83, 138, 212, 212, 212])
CHOWS_SHOWN: Final = vec[i64]([69, 80, 129, 129, 129])  # if the kind lay open before
PUNGS: Final = vec[i64]([0, 19, 74, 155, 155])
FEED: Final = 50  # thousandths of the own worth that such help costs
CAUTION: Final = 50  # per cent of the danger that counts
CAUTION_ALONE: Final = 150  # where the player of the winning card pays for all


@final
class Danger:
    """What each discard gives away of the own worth, in thousandths."""

    def __init__(self, held: Held) -> None:
        self.held: Final = held
        self.passed: Final = vec[i64]([0] * 4)  # by seat: kinds it did not win on since it changed its hand
        self.shown: i64 = 0  # kinds that lay open
        self.costs: Final = vec[i64]([0] * CARDS)

    def load(self, view: ZipaiView) -> None:
        """Look at the river, and weigh each kind."""
        passed = self.passed
        for seat in range(i64(4)):
            passed[seat] = 0
        self.shown = 0
        for i in range(view.river_count()):
            entry = view.river_entry(i)
            bit = i64(1) << (entry & 255)
            self.shown |= bit
            if entry & FROM_WALL == 0:
                passed[entry >> 8 & 3] = 0
            for seat in range(i64(4)):
                passed[seat] |= bit
        for card in range(i64(CARDS)):
            self.costs[card] = 0
        if not self.held.terms.self_draw_only:
            self.weigh_wins(view)

    def weigh_wins(self, view: ZipaiView) -> None:
        """Add the chances that the other seats win."""
        step = min(view.cards_left() >> 2, STEPS - 1)
        caution: i64 = CAUTION_ALONE if self.held.terms.discarder_pays_all else CAUTION
        for seat in range(i64(4)):
            if seat == view.seat:
                continue
            takes = TAKES[min(view.group_count(seat), MOST_GROUPS) * STEPS + step] * caution
            for card in range(i64(CARDS)):
                if self.passed[seat] >> card & 1 == 0:
                    self.costs[card] += takes * BY_LEFT[self.held.left[card]] // 10000

    def cost(self, card: i64) -> i64:
        """How much a discard gives away."""
        left = self.held.left[card]
        feeds = CHOWS_SHOWN[left] if self.shown >> card & 1 else CHOWS[left] + PUNGS[left]
        return self.costs[card] + feeds * FEED * CAUTION // (100 * THOUSAND)
