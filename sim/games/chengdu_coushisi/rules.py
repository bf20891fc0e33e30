"""The ruleset of chengdu_coushisi: every option and pattern as data, and `CoushisiRules` for the engine."""

from collections.abc import Mapping
from typing import Final, final

from mypy_extensions import i64

from paiju.sim.games.chengdu_coushisi.terms import NO_CAP, ChangpaiTerms
from paiju.sim.kernel.events import DRAWN, FIRST_GAME_OUTCOME, FROM_DISCARD, SELF_DRAW
from paiju.sim.kernel.game import GIVEN, OPEN_CARD, OWN_DRAW, WHOLE_HAND, Outcome, Pattern
from paiju.sim.kernel.options import (
    HAND,
    HANDS,
    Option,
    choice,
    flag,
    integer,
    is_on,
    match_option,
    number,
    validate,
    word,
)

NAME: Final = "chengdu_coushisi"
SEATS: Final = 4  # (decision 1)

# What a score is made of. The ids are places in PATTERNS and are written into logs: only append.
RED_POINTS: Final = 0
PUNG_MINIMUM: Final = 1
CONCEALED_MINIMUM: Final = 2
ROUNDING: Final = 3
FLOWERS: Final = 4
BONUS_CARDS: Final = 5
# From here on 翻: three of each kind in the order 地牌 幺四 人牌 天牌, then four of each.
THREE_DI: Final = 6
FOUR_DI: Final = 10
BLACK_DRAGON: Final = 14

HU: Final = "hu"
FAN: Final = "fan"
UNITS: Final = {"red": "红点", HU: "胡", FAN: "翻", "total": "共"}  # the total: 胡 after 翻
PATTERNS: Final = (
    Pattern(RED_POINTS, "red_points", "红点", "red points printed on all the winner's cards", HU),
    Pattern(
        PUNG_MINIMUM, "pung_minimum", "碰牌补点", "red points added to 碰 groups below their minimum", HU
    ),
    Pattern(
        CONCEALED_MINIMUM,
        "concealed_minimum",
        "暗牌补点",
        "red points added to 暗 groups below their minimum",
        HU,
    ),
    Pattern(ROUNDING, "rounding", "凑整", "red points rounded up to a multiple of ten", HU),
    Pattern(FLOWERS, "flowers", "花牌", "flower copies among the winner's cards", HU),
    Pattern(BONUS_CARDS, "bonus_cards", "皮子", "钉钉 and 斧头 laid aside", HU),
    Pattern(THREE_DI, "three_di", "三地", "翻 for three 地牌", FAN),
    Pattern(THREE_DI + 1, "three_yaosi", "三幺四", "翻 for three 幺四", FAN),
    Pattern(THREE_DI + 2, "three_ren", "三人", "翻 for three 人牌", FAN),
    Pattern(THREE_DI + 3, "three_tian", "三天", "翻 for three 天牌", FAN),
    Pattern(FOUR_DI, "four_di", "四地", "翻 for four 地牌", FAN),
    Pattern(FOUR_DI + 1, "four_yaosi", "四幺四", "翻 for four 幺四", FAN),
    Pattern(FOUR_DI + 2, "four_ren", "四人", "翻 for four 人牌", FAN),
    Pattern(FOUR_DI + 3, "four_tian", "四天", "翻 for four 天牌", FAN),
    Pattern(BLACK_DRAGON, "black_dragon", "黑龙", "翻 for a dealt hand with exactly two red points", FAN),
)

OTHER_FLIP: Final = FIRST_GAME_OUTCOME + 0
OWN_HAND: Final = FIRST_GAME_OUTCOME + 1
BLACK_DRAGON_WIN: Final = FIRST_GAME_OUTCOME + 2
OUTCOMES: Final = (
    Outcome(DRAWN, "draw", "荒牌", None),
    Outcome(SELF_DRAW, "own_flip", "胡自己翻的牌", OWN_DRAW),
    Outcome(FROM_DISCARD, "discard", "胡打出的牌", GIVEN),
    Outcome(OTHER_FLIP, "other_flip", "胡别家翻的牌", OPEN_CARD),
    Outcome(OWN_HAND, "own_hand", "手牌自成", WHOLE_HAND),
    Outcome(BLACK_DRAGON_WIN, "black_dragon", "黑龙", WHOLE_HAND),
)

# payment
EACH_PAYS: Final = 0
SPLIT: Final = 1
DISCARDER_PAYS: Final = 2
PAYMENTS: Final = ("each_pays", "split", "discarder_pays")

# dealer_rule
CUT: Final = 0
RANDOM: Final = 1
WINNER: Final = 2
ROTATE: Final = 3
DEALER_RULES: Final = ("cut", "random", "winner", "rotate")

# match
MATCH_HAND: Final = 0
MATCH_HANDS: Final = 1
MATCHES: Final = ("hand", "hands")

# Every payment and every item of a score must fit its place in an event, 32 and 16 bits. With these ranges the
# largest payment is 胡 / 10 of three losers: below (5 * 1000 + 200 + 25 * 1000) * 2**12 * 3 / 10 < 2**26 for an
# ordinary win (5 groups, 25 flowers and 皮子, four times fan_for_four 翻), and for 黑龙 below
# (10 + 14 * 1000) * 2**MOST_DRAGON_FAN * 3 / 10 < 2**29.
MOST_RED: Final = 1000
MOST_HU: Final = 1000  # per flower or 皮子
MOST_DRAGON_FAN: Final = 16

OPTIONS: Final[tuple[Option, ...]] = (
    integer("min_red", 24, 0, MOST_RED, "red points a win of a non-dealer needs", "rule 18; decision 30"),
    integer(
        "min_red_dealer", 26, 0, MOST_RED, "red points a win of the dealer needs", "rule 18; decision 30"
    ),
    integer("pung_min_red", 10, 0, MOST_RED, "a 碰 with fewer red points counts as this many", "rule 18"),
    integer(
        "concealed_triplet_min_red",
        10,
        0,
        MOST_RED,
        "a 暗 with fewer red points counts as this many",
        "decision 26",
    ),
    flag("win_on_discard", False, "a discarded card may be won too, not only a turned one", "decision 14"),
    flag(
        "win_on_own_even_hand",
        True,
        "a hand of pairs only wins by itself: after a steal, or before the dealer's first discard",
        "decision 13",
    ),
    choice(
        "chow_from",
        "own_flip",
        ("own_flip", "own_flip_or_left_discard"),
        "which cards may be eaten 吃: those one turned, or the previous seat's discards too",
        "rule 13",
    ),
    choice(
        "kong",
        "none",
        ("none", "add_fourth_steal_one"),
        "may a hand card be laid on one's own 碰 or 暗 of its kind, for a steal",
        "decision 12",
    ),
    choice(
        "fan_mode",
        "double",
        ("double", "additive"),
        "what 翻 do to the 胡: times 2^翻, or times 1 + 翻",
        "decision 28",
    ),
    integer("fan_for_four", 2, 2, 3, "翻 for four equal 加翻 cards; three are 1", "decision 27", only=(2, 3)),
    integer(
        "hu_cap",
        None,
        1,
        1_000_000,
        "胡 after the 翻 are cut to this, then rounded up to hundreds; null = no cap",
        "decision 34",
        nullable=True,
    ),
    choice("payment", "each_pays", PAYMENTS, "who pays the points of a win", "decision 33"),
    flag("black_dragon", True, "a dealt hand with exactly two red points may win 黑龙", "decisions 7, 8"),
    integer("black_dragon_fan", 8, 0, MOST_DRAGON_FAN, "翻 of a 黑龙", "rule 22"),
    integer("bonus_card_hu", 50, 0, MOST_HU, "胡 for each 皮子 of the winner", "rule 20"),
    integer("flower_hu", 10, 0, MOST_HU, "胡 for each flower 花牌 of the winner", "rule 20"),
    flag("flower_bonus_cards", True, "one copy of each 皮子 is a flower too", "decisions 2, 31"),
    choice("dealer_rule", "cut", DEALER_RULES, "who deals the next hand", "decisions 3, 4, 5"),
    flag("concealed_triplet_midgame", True, "暗 is allowed after the opening phase too", "decision 11"),
    choice(
        "pass_win",
        "free",
        ("free", "until_turn"),
        "who passed a win may win nothing until his next turn begins",
        "decision 16",
    ),
    flag(
        "fan_discard_liability",
        False,
        "who discarded a winning 地牌, 幺四, 人牌 or 天牌 pays for all three losers 包翻",
        "decision 35",
    ),
    flag(
        "dead_cards",
        False,
        "who passed a 碰 or 吃 may 碰 or 吃 that kind no more in this hand",
        "decision 36",
    ),
    match_option("hand", (HAND, HANDS), "decision 39"),
)


@final
class CoushisiRules:
    """The options as the engine and the scoring read them; from `validate`d values."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self.min_red: Final[i64] = number(values, "min_red")
        self.min_red_dealer: Final[i64] = number(values, "min_red_dealer")
        self.pung_min_red: Final[i64] = number(values, "pung_min_red")
        self.concealed_min_red: Final[i64] = number(values, "concealed_triplet_min_red")
        self.win_on_discard: Final = is_on(values, "win_on_discard")
        self.win_on_own_hand: Final = is_on(values, "win_on_own_even_hand")
        self.chow_left_discard: Final = values["chow_from"] == "own_flip_or_left_discard"
        self.add_fourth: Final = values["kong"] == "add_fourth_steal_one"
        self.fan_doubles: Final = values["fan_mode"] == "double"
        self.fan_for_four: Final[i64] = number(values, "fan_for_four")
        self.hu_cap: Final[i64] = NO_CAP if values["hu_cap"] is None else number(values, "hu_cap")
        self.payment: Final[i64] = PAYMENTS.index(word(values, "payment"))
        self.black_dragon: Final = is_on(values, "black_dragon")
        self.black_dragon_fan: Final[i64] = number(values, "black_dragon_fan")
        self.bonus_card_hu: Final[i64] = number(values, "bonus_card_hu")
        self.flower_hu: Final[i64] = number(values, "flower_hu")
        self.flower_bonus_cards: Final = is_on(values, "flower_bonus_cards")
        self.dealer_rule: Final[i64] = DEALER_RULES.index(word(values, "dealer_rule"))
        self.concealed_midgame: Final = is_on(values, "concealed_triplet_midgame")
        self.lock_until_turn: Final = values["pass_win"] == "until_turn"
        self.fan_discard_liability: Final = is_on(values, "fan_discard_liability")
        self.dead_cards: Final = is_on(values, "dead_cards")
        kind, _, count = word(values, "match").partition(":")
        self.match_kind: Final[i64] = MATCHES.index(kind)
        self.match_count: Final[i64] = int(count or "1")
        self.terms: Final = self.as_terms()

    def as_terms(self) -> ChangpaiTerms:
        """What a policy must know of them."""
        return ChangpaiTerms(
            pung_min_red=self.pung_min_red,
            concealed_min_red=self.concealed_min_red,
            bonus_card_hu=self.bonus_card_hu,
            flower_hu=self.flower_hu,
            fan_for_four=self.fan_for_four,
            fan_doubles=self.fan_doubles,
            hu_cap=self.hu_cap,
            win_on_discard=self.win_on_discard,
            win_on_own_hand=self.win_on_own_hand,
            chow_left_discard=self.chow_left_discard,
            dead_cards=self.dead_cards,
            discarder_pays_all=self.payment == DISCARDER_PAYS,
            fan_discard_liability=self.fan_discard_liability,
        )


def validated(given: Mapping[str, object]) -> dict[str, object]:
    """Canonical values of all options of this game. Raises BadOption."""
    return validate(OPTIONS, given)


def default_rules() -> CoushisiRules:
    """The ruleset with every option at its default."""
    return CoushisiRules(validated({}))
