"""The ruleset of hunan_paohuzi: every option and pattern as data, and `PaohuziRules` for the engine."""

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.hunan_paohuzi.groups import huxi_values
from paiju.sim.games.zipai.kinds import NEXT_OUTCOME, OTHER_DRAW
from paiju.sim.games.zipai.terms import MOST_HUXI, ZipaiTerms
from paiju.sim.kernel.events import DRAWN, FROM_DISCARD, SELF_DRAW
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

NAME: Final = "hunan_paohuzi"
SEATS: Final = 4  # (rule 1)

# What a score is made of. The ids are places in PATTERNS and are written into logs: only append.
PUNG_PATTERN: Final = 0
KAN_PATTERN: Final = 1
WEI_PATTERN: Final = 2
STALE_WEI_PATTERN: Final = 3
PAO_PATTERN: Final = 4
TI_PATTERN: Final = 5
FIRST_RUN: Final = 6
RED_RUN: Final = 7
SELF_DRAWN: Final = 8
HEAVENLY: Final = 9
EARTHLY: Final = 10
BIG_RED: Final = 11
SMALL_RED: Final = 12
ALL_BLACK: Final = 13
ONE_RED: Final = 14

HUXI: Final = "huxi"
FACTOR: Final = "factor"
UNITS: Final = {HUXI: "胡息", "tun": "囤", FACTOR: "倍"}
PATTERNS: Final = (
    Pattern(PUNG_PATTERN, "pung", "碰", "three equal cards with another's third", HUXI),
    Pattern(KAN_PATTERN, "kan", "坎", "three equal cards dealt", HUXI),
    Pattern(WEI_PATTERN, "wei", "偎", "three equal cards, the third drawn", HUXI),
    Pattern(STALE_WEI_PATTERN, "stale_wei", "臭偎", "a 偎 after a 碰 of that kind was passed", HUXI),
    Pattern(PAO_PATTERN, "pao", "跑", "four equal cards with another's fourth", HUXI),
    Pattern(TI_PATTERN, "ti", "提", "four equal cards of one's own", HUXI),
    Pattern(FIRST_RUN, "first_run", "一二三", "一二三 or 壹贰叁", HUXI),
    Pattern(RED_RUN, "two_seven_ten", "二七十", "二七十 or 贰柒拾", HUXI),
    Pattern(SELF_DRAWN, "self_draw", "自摸", "factor for a winning card the winner drew himself", FACTOR),
    Pattern(HEAVENLY, "heavenly", "天胡", "factor for an opening win of the dealer", FACTOR),
    Pattern(EARTHLY, "earthly", "地胡", "factor for an opening win of another player", FACTOR),
    Pattern(BIG_RED, "big_red", "大红", "factor for 13 red cards or more", FACTOR),
    Pattern(SMALL_RED, "small_red", "小红", "factor for 10 to 12 red cards", FACTOR),
    Pattern(ALL_BLACK, "all_black", "全黑", "factor for no red card", FACTOR),
    Pattern(ONE_RED, "one_red", "一点红", "factor for one red card", FACTOR),
)

SHOWN_CARD: Final = NEXT_OUTCOME + 0
OPENING_GROUPS: Final = NEXT_OUTCOME + 1
OUTCOMES: Final = (
    Outcome(DRAWN, "draw", "荒庄", None),
    Outcome(SELF_DRAW, "self_draw", "自摸", OWN_DRAW),
    Outcome(FROM_DISCARD, "discard", "胡打出的牌", GIVEN),
    Outcome(OTHER_DRAW, "other_draw", "胡别家摸的牌", OPEN_CARD),
    Outcome(SHOWN_CARD, "shown_card", "胡亮张", OPEN_CARD),
    Outcome(OPENING_GROUPS, "opening_groups", "二提四坎", WHOLE_HAND),
)

GROUPS_TO_WIN: Final = 5  # 门子 (rules 23, 26)

# wei_visibility
HIDDEN: Final = 0
ONE_SHOWN: Final = 1
OPEN: Final = 2
WEI_VISIBILITIES: Final = ("hidden", "one_shown", "open")

# match
MATCH_HAND: Final = 0
MATCH_HANDS: Final = 1
MATCHES: Final = ("hand", "hands")

# red_black_fans
NO_FANS: Final = "none"
HENGYANG: Final = "hengyang"

OPTIONS: Final[tuple[Option, ...]] = (
    integer("min_huxi", 6, 0, 100, "胡息 that a win needs; 2提/4坎 need none", "rule 27"),
    integer("huxi_step", 3, 1, 3, "胡息 per further 囤", "decision 2", only=(1, 3)),
    integer("base_points", 1, 1, 100_000, "what one loser pays for one 囤", "decision 2"),
    integer(
        "self_draw_multiplier",
        1,
        1,
        2,
        "factor for a winning card the winner drew himself",
        "decision 2",
        only=(1, 2),
    ),
    flag(
        "discarder_pays_all",
        False,
        "who played the winning card pays for all three 放炮包赔",
        "decisions 2, 47",
    ),
    flag("self_draw_only", False, "no win on a played card or on another's draw", "decision 2"),
    choice(
        "red_black_fans",
        NO_FANS,
        (NO_FANS, HENGYANG),
        "factors for the number of red cards 红黑点",
        "decisions 3, 45",
    ),
    integer(
        "heavenly_multiplier", 1, 1, 2, "factor for an opening win 天胡 地胡", "decisions 4, 5", only=(1, 2)
    ),
    flag("opening_win", True, "2提 or 4坎 in the dealt hand win at once", "decisions 5, 6"),
    choice("wei_visibility", "hidden", WEI_VISIBILITIES, "what the others see of a 偎", "decision 13"),
    choice(
        "ti_visibility", "one_shown", ("one_shown", "hidden"), "what the others see of a 提", "decision 12"
    ),
    flag("kan_locked", True, "a 坎 may be used for nothing else", "decisions 20, 21"),
    choice(
        "comparison",
        "all_copies",
        ("all_copies", "optional"),
        "must every copy of an eaten kind be laid in a group 比",
        "decision 19",
    ),
    choice(
        "stale_scope",
        "both",
        ("both", "separate"),
        "does a passed 吃 close 碰 too, and the reverse",
        "decision 15",
    ),
    flag("own_drawn_is_stale", True, "a card one drew and nobody took counts as played", "decision 18"),
    choice(
        "pass_win",
        "same_card_same_huxi",
        ("free", "same_card_same_huxi"),
        "what a passed win closes 臭胡",
        "decision 37",
    ),
    flag("must_win", False, "whoever can win wins, without being asked 有胡必胡", "decision 38"),
    choice(
        "pung_to_pao_on",
        "any_draw",
        ("any_draw", "own_draw"),
        "whose draw of the fourth card makes a 碰 a 跑",
        "decision 49",
    ),
    choice("dealer_after_draw", "next", ("next", "same"), "who deals after a drawn hand 荒庄", "rule 3"),
    flag(
        "win_before_wei", False, "a win is asked before the 偎 or 提 is laid, not after", "decisions 23, 24"
    ),
    choice(
        "second_quad_next",
        "after_owner",
        ("after_owner", "after_source"),
        "who draws after a 重跑: the seat after its owner, or after the one whose card it took",
        "decision 29c",
    ),
    match_option("hand", (HAND, HANDS), "decision 46"),
)


@final
class PaohuziRules:
    """The options as the engine and the scoring read them; from `validate`d values.

    The largest payment these options allow (60 息 and more, every factor, three shares) fits 32 bits.
    """

    def __init__(self, values: Mapping[str, object]) -> None:
        self.min_huxi: Final[i64] = number(values, "min_huxi")
        self.huxi_step: Final[i64] = number(values, "huxi_step")
        self.base_points: Final[i64] = number(values, "base_points")
        self.self_draw_multiplier: Final[i64] = number(values, "self_draw_multiplier")
        self.discarder_pays_all: Final = is_on(values, "discarder_pays_all")
        self.self_draw_only: Final = is_on(values, "self_draw_only")
        self.red_black_fans: Final = values["red_black_fans"] == HENGYANG
        self.heavenly_multiplier: Final[i64] = number(values, "heavenly_multiplier")
        self.opening_win: Final = is_on(values, "opening_win")
        self.wei_visibility: Final[i64] = WEI_VISIBILITIES.index(word(values, "wei_visibility"))
        self.ti_is_public: Final = values["ti_visibility"] == "one_shown"
        self.kan_locked: Final = is_on(values, "kan_locked")
        self.all_copies: Final = values["comparison"] == "all_copies"
        self.stale_both: Final = values["stale_scope"] == "both"
        self.own_drawn_is_stale: Final = is_on(values, "own_drawn_is_stale")
        self.lock_passed_win: Final = values["pass_win"] == "same_card_same_huxi"
        self.must_win: Final = is_on(values, "must_win")
        self.pao_on_any_draw: Final = values["pung_to_pao_on"] == "any_draw"
        self.dealer_stays: Final = values["dealer_after_draw"] == "same"
        self.win_before_wei: Final = is_on(values, "win_before_wei")
        self.next_after_source: Final = values["second_quad_next"] == "after_source"
        kind, _, count = word(values, "match").partition(":")
        self.match_kind: Final[i64] = MATCHES.index(kind)
        self.match_count: Final[i64] = int(count or "1")
        self.terms: Final = self.as_terms()

    def tun(self, huxi: i64) -> i64:
        """囤 of a win with so many 息 (decision 2)."""
        return 1 + max(i64(0), huxi - self.min_huxi) // self.huxi_step

    def as_terms(self) -> ZipaiTerms:
        """What a policy of the family must know of them."""
        return ZipaiTerms(
            groups=GROUPS_TO_WIN,
            values=huxi_values(),
            min_huxi=self.min_huxi,
            worths=vec[i64]([self.tun(huxi) for huxi in range(MOST_HUXI + 1)]),
            kan_locked=self.kan_locked,
            all_copies=self.all_copies,
            pung_forced=False,
            draws_close_groups=True,
            self_draw_only=self.self_draw_only,
            discarder_pays_all=self.discarder_pays_all,
        )


def validated(given: Mapping[str, object]) -> dict[str, object]:
    """Canonical values of all options of this game. Raises BadOption."""
    return validate(OPTIONS, given)


def default_rules() -> PaohuziRules:
    """The ruleset with every option at its default."""
    return PaohuziRules(validated({}))
