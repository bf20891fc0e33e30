"""What a player of a mahjong game must know of the rules at his table: facts, the same record for every game."""

from typing import Final, final

from mypy_extensions import i64

NO_CAP: Final = -1


@final
class MahjongTerms:
    """Made by a game from its ruleset, offered by every view as `view.terms`.

    Fan are what the game counts a hand in, whatever it calls them (番, 台). A pattern that a game does not have is
    worth 0.
    """

    def __init__(
        self,
        *,
        wildcards: bool,
        plain_hands_win: bool,
        discards_win: bool,
        fan_double: bool,
        min_fan: i64,
        fan_cap: i64,
        pairs: i64,
        dragon_fan: i64,
        wind_fan: i64,
        double_wind_fan: i64,
        half_flush_fan: i64,
        full_flush_fan: i64,
        all_honours_fan: i64,
        all_pungs_fan: i64,
        seven_pairs_fan: i64,
        concealed_self_draw_fan: i64,
        self_draw_fan: i64,
        dealer_num: i64,
        dealer_den: i64,
    ) -> None:
        self.wildcards: Final = wildcards  # some tiles stand for any tile
        self.plain_hands_win: Final = plain_hands_win  # a hand needs no pattern, if it has the fan
        self.discards_win: Final = discards_win  # one wins on others' discards too
        self.fan_double: Final = (
            fan_double  # each fan doubles what a hand is worth; otherwise they are its worth
        )
        self.min_fan: Final[i64] = min_fan  # that a win needs
        self.fan_cap: Final[i64] = fan_cap  # more count as this many; NO_CAP
        self.pairs: Final[i64] = pairs  # which seven pairs win: NO_PAIRS and so on, see `shapes`
        self.dragon_fan: Final[i64] = dragon_fan  # of a pung of a dragon
        self.wind_fan: Final[i64] = wind_fan  # of a pung of the seat wind, or of the round wind
        self.double_wind_fan: Final[i64] = double_wind_fan  # of a pung of a wind that is both
        self.half_flush_fan: Final[i64] = half_flush_fan  # one suit and honours
        self.full_flush_fan: Final[i64] = full_flush_fan  # one suit
        self.all_honours_fan: Final[i64] = all_honours_fan
        self.all_pungs_fan: Final[i64] = all_pungs_fan
        self.seven_pairs_fan: Final[i64] = seven_pairs_fan
        self.concealed_self_draw_fan: Final[i64] = (
            concealed_self_draw_fan  # drawn by oneself, no exposed meld
        )
        self.self_draw_fan: Final[i64] = self_draw_fan  # drawn by oneself, with an exposed meld
        self.dealer_num: Final[i64] = dealer_num  # what the dealer wins counts dealer_num / dealer_den times
        self.dealer_den: Final[i64] = dealer_den
