"""How many cards a hand lacks, and how many unseen ones are of use: the nearest splits with enough 息."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.policies.zipai.held import Held
from paiju.policies.zipai.pieces import FIRST, FIRST_GROUP, SECOND, SECOND_GROUP
from paiju.policies.zipai.splits import Splitter
from paiju.sim.games.zipai.cards import CARDS, SHIFT

FARTHEST: Final = 5  # pieces of a hand, at most
HOPELESS: Final = 9  # cards missing from a hand that can become nothing


@final
class Efficiency(Splitter):
    """Looks for the splits with fewest pieces which unseen cards can complete with enough 息."""

    def __init__(self, held: Held) -> None:
        super().__init__(held.values)
        self.held: Final = held
        self.left: Final = held.left
        self.least: Final[i64] = held.terms.min_huxi
        self.most: i64 = 0  # useful cards of the best split so far
        self.useful: Final = vec[i64]([0] * CARDS)  # the same, after each discard; 0 where it must be kept

    def missing(self) -> i64:
        """Cards missing from the hand in `held`; then `most` and `useful` say how many unseen ones are of use."""
        self.most = 0
        for card in range(i64(CARDS)):
            self.useful[card] = 0
        held = self.held
        least = 3 * held.groups - i64(held.pair) - held.size
        for pieces in range(max(i64(0), least), i64(FARTHEST + 1)):
            held.split(self, pieces)
            if self.most > 0:
                return pieces
        return HOPELESS

    def leaf(self) -> None:
        """Keep the split if it can become a win, for each card it can spare."""
        useful: i64 = 1
        huxi = self.huxi
        left, values = self.left, self.values
        for i in range(self.depth):
            piece = self.path[i]
            first, second = left[FIRST[piece]], left[SECOND[piece]]
            if first + second == 0:
                return
            useful += first + second
            huxi += max(
                values[FIRST_GROUP[piece]] if first > 0 else 0,
                values[SECOND_GROUP[piece]] if second > 0 else 0,
            )
        if huxi < self.least:
            return
        self.most = max(self.most, useful)
        spare = self.spare
        for card in range(i64(CARDS)):
            if spare >> SHIFT[card] & 7 != 0 and useful > self.useful[card]:
                self.useful[card] = useful
