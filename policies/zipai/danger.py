"""How dangerous a discard is: who may win on it, and who may take it.

No card drawn ever joins a hand, so a hand changes by its own claims and discards only: a kind that lay open
since a seat's last discard is no winning card of that seat, which would have won on it; and a kind that lay
open unclaimed at any time is stale for all who could have taken it.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from policies.zipai.held import HELD
from sim.games.zipai.table import DRAWN_CARD
from sim.games.zipai.view import ZipaiView

THOUSAND: Final = 1000
SPAN: Final = 6
# Chance in thousandths that a seat wins on a card it has not seen pass: by its groups on the table, and by
# the cards left in the wall, four to a step.
TAKES_BY_GROUPS: Final = (
    (6, 6, 6, 5, 5, 1),
    (57, 50, 43, 38, 22, 13),
    (75, 70, 65, 62, 48, 38),
    (110, 105, 100, 92, 75, 75),
    (120, 120, 120, 110, 110, 110),
    (0, 0, 0, 0, 0, 0),
)
TAKES: Final = vec[i64]([n for row in TAKES_BY_GROUPS for n in row])
BY_LEFT: Final = vec[i64]([130, 140, 120, 85, 80])  # per cent of it, by the copies not seen
CHOWS: Final = vec[i64](
    [80, 140, 210, 210, 210]
)  # that the next seat takes a kind not shown before, by copies
PUNGS: Final = vec[i64]([0, 19, 74, 155, 155])
FEED: Final = 50  # thousandths of the own chance that such help costs


@final
class Danger:
    """What each discard does to the own chance to win, in thousandths of it."""

    def __init__(self) -> None:
        self.passed: Final = vec[i64]([0] * 4)  # by seat: kinds it did not win on since it changed its hand
        self.shown: i64 = 0  # kinds that lay open, unclaimed

    def load(self, view: ZipaiView) -> None:
        """Look at the river."""
        passed = self.passed
        for seat in range(i64(4)):
            passed[seat] = 0
        self.shown = 0
        for i in range(view.river_count()):
            entry = view.river_entry(i)
            bit = i64(1) << (entry & 255)
            self.shown |= bit
            if entry & DRAWN_CARD == 0:
                passed[entry >> 8 & 3] = 0
            for seat in range(i64(4)):
                passed[seat] |= bit

    def cost(self, view: ZipaiView, card: i64) -> i64:
        """How much of the own chance a discard gives away, in thousandths."""
        left = HELD.left[card]
        step = min(view.cards_left() >> 2, SPAN - 1)
        cost: i64 = 0
        for seat in range(i64(4)):
            if seat != view.seat and self.passed[seat] >> card & 1 == 0:
                cost += TAKES[min(view.group_count(seat), 5) * SPAN + step] * BY_LEFT[left] // 100
        if self.shown >> card & 1 == 0:
            cost += (CHOWS[left] + PUNGS[left]) * FEED // THOUSAND
        return cost


DANGER: Final = Danger()
