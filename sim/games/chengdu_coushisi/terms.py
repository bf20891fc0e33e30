"""What a player with long cards must know of the rules at his table: facts, no advice."""

from typing import Final, final

from mypy_extensions import i64

NO_CAP: Final = -1
HU_PER_POINT: Final = 10  # rule 24


@final
class ChangpaiTerms:
    """Made from the ruleset, offered by every view as `view.terms`."""

    def __init__(
        self,
        *,
        pung_min_red: i64,
        concealed_min_red: i64,
        bonus_card_hu: i64,
        flower_hu: i64,
        fan_for_four: i64,
        fan_doubles: bool,
        hu_cap: i64,
        win_on_discard: bool,
        win_on_own_hand: bool,
        chow_left_discard: bool,
        dead_cards: bool,
        discarder_pays_all: bool,
        fan_discard_liability: bool,
    ) -> None:
        self.pung_min_red: Final[i64] = pung_min_red  # a 碰 counts so many red points at least
        self.concealed_min_red: Final[i64] = concealed_min_red  # and a 暗
        self.bonus_card_hu: Final[i64] = bonus_card_hu  # 胡 of each 皮子
        self.flower_hu: Final[i64] = flower_hu  # and of each flower
        self.fan_for_four: Final[i64] = fan_for_four  # 翻 for four equal 加翻 cards; three are 1
        self.fan_doubles: Final = fan_doubles  # each 翻 doubles the 胡; otherwise it adds them once more
        self.hu_cap: Final[i64] = hu_cap  # 胡 beyond are cut; NO_CAP
        self.win_on_discard: Final = win_on_discard
        self.win_on_own_hand: Final = win_on_own_hand  # a hand of pairs only wins by itself
        self.chow_left_discard: Final = chow_left_discard  # 吃 of what the seat before discards
        self.dead_cards: Final = dead_cards  # what one passed one may 碰 and 吃 no more
        self.discarder_pays_all: Final = (
            discarder_pays_all  # who discards the winning card pays for all losers
        )
        self.fan_discard_liability: Final = fan_discard_liability  # so for a 加翻 card 包翻

    def total(self, hu: i64, fan: i64) -> i64:
        """胡 after 翻, cap and hundreds (rules 21 to 24; decisions 28, 29, 34)."""
        total = hu << fan if self.fan_doubles else hu * (1 + fan)
        if self.hu_cap != NO_CAP and total > self.hu_cap:
            total = self.hu_cap
        return (total + 99) // 100 * 100
