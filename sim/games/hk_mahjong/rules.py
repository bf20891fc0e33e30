"""The ruleset of hk_mahjong: every option and pattern as data, and `HkRules` for the engine."""

from collections.abc import Mapping
from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.mahjong.flow import Flow
from paiju.sim.games.mahjong.shapes import ANY_PAIRS, DIFFERENT_PAIRS, NO_PAIRS
from paiju.sim.games.mahjong.terms import NO_CAP, MahjongTerms
from paiju.sim.kernel.errors import BadOption
from paiju.sim.kernel.game import Pattern
from paiju.sim.kernel.options import (
    HAND,
    HANDS,
    ROUNDS,
    choice,
    flag,
    integer,
    is_on,
    match_option,
    names,
    number,
    rational,
    validate,
    word,
)

NAME: Final = "hk_mahjong"

# Patterns 番種. The ids are places in PATTERNS and are written into logs: never renumber, only append.
CONCEALED_SELF_DRAW: Final = 0
SELF_DRAWN: Final = 1
CONCEALED: Final = 2
ALL_SIMPLES: Final = 3
DRAGON_PUNG: Final = 4
SEAT_WIND_PUNG: Final = 5
ROUND_WIND_PUNG: Final = 6
ALL_PUNGS: Final = 7
SEVEN_PAIRS: Final = 8
HALF_FLUSH: Final = 9
ALL_HONOURS: Final = 10
FULL_FLUSH: Final = 11
KONG_BLOOM: Final = 12
LAST_TILE: Final = 13
HEAVENLY: Final = 14
EARTHLY: Final = 15
THREE_DRAGONS: Final = 16
SMALL_THREE_DRAGONS: Final = 17
FOUR_WINDS: Final = 18
SMALL_FOUR_WINDS: Final = 19
THIRTEEN_ORPHANS: Final = 20
NINE_GATES: Final = 21

FAN: Final = "fan"
UNITS: Final = {FAN: "番"}
PATTERNS: Final = (
    Pattern(CONCEALED_SELF_DRAW, "concealed_self_draw", "門清自摸", "self-drawn with no exposed meld", FAN),
    Pattern(SELF_DRAWN, "self_draw", "自摸", "self-drawn with an exposed meld", FAN),
    Pattern(CONCEALED, "concealed", "門清", "no exposed meld, won by another's tile", FAN),
    Pattern(ALL_SIMPLES, "all_simples", "斷么九", "no 1, 9 or honour", FAN),
    Pattern(DRAGON_PUNG, "dragon_pung", "箭牌刻", "pung or kong of a dragon", FAN),
    Pattern(SEAT_WIND_PUNG, "seat_wind_pung", "門風刻", "pung or kong of the seat wind", FAN),
    Pattern(ROUND_WIND_PUNG, "round_wind_pung", "圈風刻", "pung or kong of the round wind", FAN),
    Pattern(ALL_PUNGS, "all_pungs", "對對糊", "four pungs or kongs", FAN),
    Pattern(SEVEN_PAIRS, "seven_pairs", "七對", "seven pairs", FAN),
    Pattern(HALF_FLUSH, "half_flush", "混一色", "one suit and honours", FAN),
    Pattern(ALL_HONOURS, "all_honours", "字一色", "honours only", FAN),
    Pattern(FULL_FLUSH, "full_flush", "清一色", "one suit only", FAN),
    Pattern(KONG_BLOOM, "kong_bloom", "槓上開花", "self-drawn on the replacement tile of a kong", FAN),
    Pattern(LAST_TILE, "last_tile", "海底撈月", "self-drawn with the last tile of the wall", FAN),
    Pattern(HEAVENLY, "heavenly", "天糊", "the dealer wins with his first draw", FAN),
    Pattern(EARTHLY, "earthly", "地糊", "a non-dealer wins with the dealer's first discard", FAN),
    Pattern(THREE_DRAGONS, "three_dragons", "大三元", "pungs of all three dragons", FAN),
    Pattern(SMALL_THREE_DRAGONS, "small_three_dragons", "小三元", "two dragon pungs, the third as pair", FAN),
    Pattern(FOUR_WINDS, "four_winds", "大四喜", "pungs of all four winds", FAN),
    Pattern(SMALL_FOUR_WINDS, "small_four_winds", "小四喜", "three wind pungs, the fourth as pair", FAN),
    Pattern(THIRTEEN_ORPHANS, "thirteen_orphans", "十三么", "every 1, 9 and honour, one of them twice", FAN),
    Pattern(NINE_GATES, "nine_gates", "九蓮寶燈", "1112345678999 of a suit and one more of it, no meld", FAN),
)
# extra_fan: the patterns that are off until they are named, with the fan that a name alone gives.
EXTRA_PATTERNS: Final = {
    "kong_bloom": 1,
    "last_tile": 1,
    "heavenly": 10,
    "earthly": 10,
    "three_dragons": 5,
    "small_three_dragons": 3,
    "four_winds": 10,
    "small_four_winds": 6,
    "thirteen_orphans": 10,
    "nine_gates": 10,
}

# self_draw_payment
CEIL_THIRD: Final = 0
EACH_FULL: Final = 1
EXACT_FROM_BANK: Final = 2
PAYMENTS: Final = ("ceil_third", "each_full", "exact_from_bank")

# match
MATCH_HAND: Final = 0
MATCH_HANDS: Final = 1
MATCH_ROUNDS: Final = 2
MATCHES: Final = ("hand", "hands", "rounds")

MAX_FAN: Final = 100  # largest fan one may give a pattern, or ask for
LIMIT: Final = 2**31 - 1  # every payment fits a signed 32-bit integer

OPTIONS: Final = (
    integer("base_points", 20, 1, 1_000_000, "value of a hand of 0 fan", "rule 14"),
    integer("min_fan", 0, 0, MAX_FAN, "fan, before the cap, that a win needs", "rule 13"),
    integer(
        "fan_cap", 10, 0, MAX_FAN, "fan beyond this add nothing, null = no cap", "decision 1", nullable=True
    ),
    rational("dealer_multiplier", "3/2", 1, 1000, "factor on the value when the dealer wins", "rule 14"),
    flag("cap_after_dealer", False, "the cap holds for the dealer's value too", "decision 2"),
    integer(
        "double_wind_fan", 1, 1, 2, "fan of a set that is seat and round wind", "decision 3", only=(1, 2)
    ),
    flag("seven_pairs", True, "seven pairs 七對 is a winning shape", "rule 12"),
    flag(
        "seven_pairs_exclusive",
        False,
        "in seven pairs 混一色, 清一色, 字一色 and 斷么九 do not count",
        "decision 5",
    ),
    flag("quad_as_two_pairs", False, "four equal tiles may be two of the seven pairs", "decision 6"),
    flag("honours_exclusive", False, "in 字一色 對對糊 and 字刻 do not count", "decision 8"),
    flag("concealed_kong_keeps_concealed", True, "a 暗槓 is no exposed meld for 門清", "decision 12"),
    flag("rob_kong", False, "the tile of an added kong may be won 搶槓; the konger pays", "decision 16"),
    choice("self_draw_payment", "ceil_third", PAYMENTS, "who pays what for a self-drawn win", "decision 13"),
    integer("self_draw_fan", 0, 0, MAX_FAN, "fan of a self-drawn win that is not 門清", "decision 15"),
    integer("concealed_fan", 0, 0, MAX_FAN, "fan of a 門清 win that is not self-drawn", "decision 15"),
    names("extra_fan", EXTRA_PATTERNS, 1, MAX_FAN, "further patterns and their fan", "decisions 17, 18"),
    choice(
        "last_discard_claims",
        "all",
        ("all", "win_only"),
        "what may be claimed of a discard when the wall is empty",
        "decision 21",
    ),
    choice(
        "pass_win",
        "free",
        ("free", "until_turn"),
        "who passed a win may win no other's tile until he draws 過水",
        "decision 23",
    ),
    match_option("hand", (HAND, ROUNDS, HANDS), "decision 4"),
    choice("dealer_after_draw", "same", ("same", "next"), "who deals after a drawn hand 流局", "decision 31"),
    integer("max_hands", 100, 1, 100_000, "a match ends after this many hands", "decision 4"),
    flag("swap_call", True, "the kind just claimed by 碰 or 上 may be discarded at once", "decision 24"),
    flag("kong_after_claim", False, "after 碰 or 上 a kong may come before the discard", "decision 25"),
)


@final
class HkRules:
    """The options as the engine and the scoring read them; from `validate`d values.

    Raises BadOption when the largest payment these options allow does not fit 32 bits.
    """

    def __init__(self, values: Mapping[str, object]) -> None:
        self.base_points: Final[i64] = number(values, "base_points")
        self.min_fan: Final[i64] = number(values, "min_fan")
        self.fan_cap: Final[i64] = NO_CAP if values["fan_cap"] is None else number(values, "fan_cap")
        num, _, den = word(values, "dealer_multiplier").partition("/")
        self.dealer_num: Final[i64] = int(num)
        self.dealer_den: Final[i64] = int(den or "1")
        self.cap_after_dealer: Final = is_on(values, "cap_after_dealer")
        self.double_wind_fan: Final[i64] = number(values, "double_wind_fan")
        self.seven_pairs: Final = is_on(values, "seven_pairs")
        self.seven_pairs_exclusive: Final = is_on(values, "seven_pairs_exclusive")
        self.quad_as_two_pairs: Final = is_on(values, "quad_as_two_pairs")
        self.pairs: Final[i64] = pairs_allowed(self.seven_pairs, self.quad_as_two_pairs)
        self.honours_exclusive: Final = is_on(values, "honours_exclusive")
        self.concealed_kong_keeps_concealed: Final = is_on(values, "concealed_kong_keeps_concealed")
        self.rob_kong: Final = is_on(values, "rob_kong")
        self.self_draw_payment: Final[i64] = PAYMENTS.index(word(values, "self_draw_payment"))
        self.self_draw_fan: Final[i64] = number(values, "self_draw_fan")
        self.concealed_fan: Final[i64] = number(values, "concealed_fan")
        extra = cast(Mapping[str, int], values["extra_fan"])
        self.extra: Final = vec[i64]([extra.get(pattern.name, 0) for pattern in PATTERNS])  # 0 = off
        self.lock_until_turn: Final = values["pass_win"] == "until_turn"
        kind, _, count = word(values, "match").partition(":")
        self.match_kind: Final[i64] = MATCHES.index(kind)
        self.match_count: Final[i64] = int(count or "1")
        self.dealer_after_draw_next: Final = values["dealer_after_draw"] == "next"
        self.max_hands: Final[i64] = number(values, "max_hands")
        self.flow: Final = Flow(
            rob_kong=self.rob_kong,
            win_only_last=values["last_discard_claims"] == "win_only",
            swap_call=is_on(values, "swap_call"),
            kong_after_claim=is_on(values, "kong_after_claim"),
        )
        self.check_limit()
        self.terms: Final = self.as_terms()

    def as_terms(self) -> MahjongTerms:
        """What a policy of the family must know of them; the fan of patterns are those of rule 15."""
        return MahjongTerms(
            wildcards=False,
            plain_hands_win=True,
            discards_win=True,
            fan_double=True,
            min_fan=self.min_fan,
            fan_cap=self.fan_cap,
            pairs=self.pairs,
            dragon_fan=1,
            wind_fan=1,
            double_wind_fan=self.double_wind_fan,
            half_flush_fan=2,
            full_flush_fan=4,
            all_honours_fan=4,
            all_pungs_fan=2,
            seven_pairs_fan=2,
            concealed_self_draw_fan=1,
            self_draw_fan=self.self_draw_fan,
            dealer_num=self.dealer_num,
            dealer_den=self.dealer_den,
        )

    def check_limit(self) -> None:
        """Raise BadOption if a winner could be paid more than LIMIT."""
        fan = self.most_fan()
        if self.fan_cap >= 0:
            fan = min(fan, int(self.fan_cap))
        shares = 3 if self.self_draw_payment == EACH_FULL else 1
        most = (int(self.base_points) << fan) * shares
        if self.fan_cap < 0 or not self.cap_after_dealer:
            most = most * int(self.dealer_num) // int(self.dealer_den)
        most += 3  # roundings
        if most > LIMIT:
            cap = "null" if self.fan_cap < 0 else str(self.fan_cap)
            raise BadOption(
                f"base_points = {self.base_points} with fan_cap = {cap} is not allowed: a hand of {fan} fan "
                f"could pay {most}, more than {LIMIT}; lower base_points, fan_cap or dealer_multiplier."
            )

    def most_fan(self) -> int:
        """Fan of the best hand there is, or a little more; what excludes each other is not added."""
        extra = self.extra
        first = max(extra[HEAVENLY], extra[EARTHLY])
        way = max(1, self.self_draw_fan, self.concealed_fan)
        honour_pungs = max(  # 字刻 with what four honour sets and an honour pair can be besides
            3 + self.double_wind_fan + extra[THREE_DRAGONS],
            4 + extra[SMALL_THREE_DRAGONS],
            3 + extra[SMALL_FOUR_WINDS],
            2 + extra[FOUR_WINDS],
        )
        honours = max(first, extra[KONG_BLOOM] + extra[LAST_TILE]) + 4 + 2 + honour_pungs  # 字一色, 對對糊
        no_melds = max(first, extra[LAST_TILE]) + max(4 + extra[NINE_GATES], extra[THIRTEEN_ORPHANS])
        return int(way + max(honours, no_melds))


def validated(given: Mapping[str, object]) -> dict[str, object]:
    """Canonical values of all options of this game. Raises BadOption."""
    values = validate(OPTIONS, given)
    HkRules(values)
    return values


def default_rules() -> HkRules:
    """The ruleset with every option at its default."""
    return HkRules(validated({}))


def pairs_allowed(seven_pairs: bool, quad_as_two_pairs: bool) -> i64:
    """Which seven pairs win: NO_PAIRS, DIFFERENT_PAIRS or ANY_PAIRS (rule 12; decision 6)."""
    if not seven_pairs:
        return NO_PAIRS
    return ANY_PAIRS if quad_as_two_pairs else DIFFERENT_PAIRS
