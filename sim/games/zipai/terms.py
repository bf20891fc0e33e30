"""What a player with character cards must know of the rules at his table: facts, the same record for every game."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

MOST_HUXI: Final = 127  # more 息 count as this many


@final
class ZipaiTerms:
    """Made by a game from its ruleset, offered by every view as `view.terms`.

    息 are what the game counts a hand in, whatever it calls them (胡息, 福). `worths` say what a win with 0 to
    MOST_HUXI of them counts, in units of the cheapest win, before other factors.
    """

    def __init__(
        self,
        *,
        groups: i64,
        values: vec[i64],
        min_huxi: i64,
        worths: vec[i64],
        kan_locked: bool,
        all_copies: bool,
        pung_forced: bool,
        draws_close_groups: bool,
        self_draw_only: bool,
        discarder_pays_all: bool,
    ) -> None:
        self.groups: Final[i64] = groups  # of a complete hand; with four equal cards one of them is a pair
        self.values: Final = values  # 息 of every group, at kind * 20 + card
        self.min_huxi: Final[i64] = min_huxi  # that a win needs
        self.worths: Final = worths
        self.kan_locked: Final = kan_locked  # three equal cards of the deal are a group for good
        self.all_copies: Final = all_copies  # who eats must lay every copy of the card 比, 跟牌
        self.pung_forced: Final = pung_forced  # 碰 is no choice
        self.draws_close_groups: Final = (
            draws_close_groups  # 偎: a third card drawn by oneself is laid, worth a 坎
        )
        self.self_draw_only: Final = self_draw_only  # one wins on one's own draws only
        self.discarder_pays_all: Final = discarder_pays_all  # who plays the winning card pays for all losers

    def worth(self, huxi: i64) -> i64:
        """What a win with so many 息 counts."""
        return self.worths[min(huxi, MOST_HUXI)]
