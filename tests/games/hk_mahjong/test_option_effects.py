"""Each option changes what it should, and nothing before: the first difference of two logs of a deal.

The same deals are played with and without one option changed. Up to its first difference the two logs are the
same; there stands what the option is about.
"""

import random
from collections.abc import Callable, Mapping

import pytest

from paiju.sim.games.hk_mahjong.rules import OPTIONS, validated
from tests.games.hk_mahjong import players
from tests.games.hk_mahjong.auditor import Auditor
from tests.games.hk_mahjong.log_format import (
    AFTER_CLAIM,
    CHOW_STAGE,
    KONG_ADDED,
    KONG_ANNOUNCED,
    PATTERN,
    ROB_STAGE,
    SET_STAGE,
    WIN,
    WIN_STAGE,
)
from tests.games.hk_mahjong.scene import JUNK, JUNK_2, JUNK_3, WAITS_5P, stacked
from tests.games.logs import ASKED, HAND_ENDED, HAND_STARTED, MATCH_ENDED, PAID, SCORED, WON, fields_of

DEALS = 1500
ENOUGH = 3  # differences

Log = list[int]
Check = Callable[[Log, Log, int], bool]  # logs without and with the option, place of the first difference


def kind_at(log: Log, at: int) -> int:
    return log[at] & 63


def paid_otherwise(old: Log, new: Log, at: int) -> bool:
    """The same payments of other sizes."""
    return kind_at(old, at) == PAID == kind_at(new, at)


def scored_otherwise(old: Log, new: Log, at: int) -> bool:
    """The same hand won, for other fan."""
    return kind_at(old, at) == kind_at(new, at) and kind_at(old, at) in (WON, SCORED)


def questions_for_wins(old: Log, new: Log, at: int) -> bool:
    """A win is offered in one and not in the other."""
    return offers_win(old[at]) or offers_win(new[at])


def offers_win(event: int) -> bool:
    return event & 63 == ASKED and event >> 24 & WIN != 0


def more_pairs_win(old: Log, new: Log, at: int) -> bool:
    """Offered in the new one only, or the pairs are the better reading."""
    return (offers_win(new[at]) and not offers_win(old[at])) or scored_otherwise(old, new, at)


def fewer_wins(old: Log, new: Log, at: int) -> bool:
    """Offered to a seat in the old one only; in the new one perhaps to a seat behind it."""
    same_seat = fields_of(old[at])[1] == fields_of(new[at])[1]
    return offers_win(old[at]) and not (same_seat and offers_win(new[at]))


def pairs_lost(old: Log, new: Log, at: int) -> bool:
    """Offered in the old one only, or the pairs were the better reading."""
    return fewer_wins(old, new, at) or scored_otherwise(old, new, at)


def robbing(old: Log, new: Log, at: int) -> bool:
    """After the announcement of a kong somebody is asked, where it was laid at once before."""
    return (
        kind_at(old, at) == KONG_ADDED
        and kind_at(new, at) == ASKED
        and new[at] >> 48 == ROB_STAGE
        and kind_at(new, at - 1) == KONG_ANNOUNCED
    )


def claims_missing(old: Log, new: Log, at: int) -> bool:
    """A claim of a last discard is asked before, not now."""
    return (
        kind_at(old, at) == ASKED and old[at] >> 48 in (SET_STAGE, CHOW_STAGE) and kind_at(new, at) != ASKED
    )


def one_discard_less(old: Log, new: Log, at: int) -> bool:
    """After a claim there is one choice less."""
    return (
        kind_at(old, at) == ASKED == kind_at(new, at)
        and old[at] >> 48 == AFTER_CLAIM
        and (old[at] >> 40 & 255) == (new[at] >> 40 & 255) + 1
    )


def kongs_more(old: Log, new: Log, at: int) -> bool:
    """After a claim there are kongs among the choices."""
    kongs = (1 << 5 | 1 << 6) << 24
    return (
        kind_at(old, at) == ASKED == kind_at(new, at)
        and old[at] >> 48 == AFTER_CLAIM
        and old[at] & kongs == 0
        and new[at] & kongs != 0
    )


def win_locked(old: Log, new: Log, at: int) -> bool:
    """A win on another's tile is asked before, not now; its seat has passed one before."""
    seat = fields_of(old[at])[1]
    asked = kind_at(old, at) == ASKED and old[at] >> 48 in (WIN_STAGE, ROB_STAGE)
    passed = [
        i for i in range(at) if old[i] & 63 == 4 and fields_of(old[i])[1] == seat and offers_win(old[i - 1])
    ]
    return asked and bool(passed)


def next_hand_instead(old: Log, new: Log, at: int) -> bool:
    """The match goes on where it ended."""
    return kind_at(old, at) == MATCH_ENDED and kind_at(new, at) == HAND_STARTED


def ends_instead(old: Log, new: Log, at: int) -> bool:
    """The match ends where it went on."""
    return next_hand_instead(new, old, at)


def other_dealer(old: Log, new: Log, at: int) -> bool:
    """The next hand has another dealer, after a drawn one."""
    return (
        kind_at(old, at) == HAND_STARTED == kind_at(new, at)
        and kind_at(old, at - 1) == HAND_ENDED
        and fields_of(old[at - 1])[4] == 0
    )


def extra(name: str) -> Check:
    """The pattern is scored now, and worth the whole difference."""

    def check(old: Log, new: Log, at: int) -> bool:
        if kind_at(old, at) != WON or kind_at(new, at) != WON:
            return False
        items = [fields_of(event)[4] for event in new[at:] if event & 63 == SCORED]
        return (PATTERN[name] << 16 | 7) in items and fields_of(new[at])[4] == fields_of(old[at])[4] + 7

    return check


Given = Mapping[str, object]
CASES: list[tuple[Given, Given, Check]] = [
    ({}, {"base_points": 30}, paid_otherwise),
    ({}, {"min_fan": 2}, fewer_wins),
    ({}, {"fan_cap": 0}, paid_otherwise),
    ({}, {"dealer_multiplier": "2"}, paid_otherwise),
    ({"fan_cap": 1}, {"cap_after_dealer": True}, paid_otherwise),
    ({}, {"double_wind_fan": 2}, scored_otherwise),
    ({}, {"seven_pairs": False}, pairs_lost),
    ({}, {"seven_pairs_exclusive": True}, scored_otherwise),
    ({}, {"quad_as_two_pairs": True}, more_pairs_win),
    ({}, {"honours_exclusive": True}, scored_otherwise),
    ({}, {"concealed_kong_keeps_concealed": False}, scored_otherwise),
    ({}, {"rob_kong": True}, robbing),
    ({}, {"self_draw_payment": "each_full"}, paid_otherwise),
    ({}, {"self_draw_payment": "exact_from_bank"}, paid_otherwise),
    ({}, {"self_draw_fan": 1}, scored_otherwise),
    ({}, {"concealed_fan": 1}, scored_otherwise),
    ({}, {"last_discard_claims": "win_only"}, claims_missing),
    ({}, {"pass_win": "until_turn"}, win_locked),
    ({}, {"match": "hands:2"}, next_hand_instead),
    ({}, {"match": "rounds:1", "max_hands": 2}, next_hand_instead),
    ({"match": "hands:2"}, {"dealer_after_draw": "next"}, other_dealer),
    ({"match": "hands:2"}, {"max_hands": 1}, ends_instead),
    ({}, {"swap_call": False}, one_discard_less),
    ({}, {"kong_after_claim": True}, kongs_more),
    ({}, {"extra_fan": {"thirteen_orphans": 7}}, more_pairs_win),
    *[
        ({}, {"extra_fan": {name: 7}}, extra(name))
        for name in (
            "kong_bloom",
            "last_tile",
            "heavenly",
            "earthly",
            "three_dragons",
            "small_three_dragons",
            "four_winds",
            "small_four_winds",
            "nine_gates",
        )
    ],
]


@pytest.mark.parametrize(("base", "change", "check"), CASES, ids=[str(change) for _, change, _ in CASES])
def test_option(base: Given, change: Given, check: Check) -> None:
    """The first difference of two logs is of the kind that the option names; after it the rules hold."""
    rng = random.Random("options")
    makers: list[players.Maker] = [players.Teaser, players.Builder, players.Loner, players.PairKeeper]
    makers += [players.KongHappy, players.SuitKeeper, players.OrphanKeeper]
    options, changed = validated(base), validated({**base, **change})
    found = 0
    for deal in range(DEALS):
        deck = players.rigged_deck(rng)
        seats = [rng.choice(makers) for _ in range(4)]
        if deal % 3 == 0:
            deck, seats = players.robbery(rng, {})
        if deal % 50 == 0:  # nobody wins before the last tile
            deck, seats = stacked([JUNK, JUNK_2, JUNK_3, WAITS_5P], end="1m 5p"), [players.Idle] * 4
        old = players.play(options, deal, seats, deck)
        new = players.play(changed, deal, seats, deck)
        if old != new:
            at = next(i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b)
            assert check(old, new, at), (
                f"deal {deal}, event {at}: {Auditor.describe(old[at])} / {Auditor.describe(new[at])}"
            )
            Auditor(changed).audit(new, deck)
            found += 1
            if found == ENOUGH:
                break
    assert found, "no game differed"


def test_every_option_is_shown() -> None:
    """No option is left out above."""
    assert {option.key for option in OPTIONS} == {key for _, change, _ in CASES for key in change}


@pytest.mark.parametrize(
    "change",
    [{"max_hands": 1}, {"dealer_after_draw": "next"}, {"cap_after_dealer": True, "fan_cap": None}],
    ids=str,
)
def test_options_without_effect(change: Given) -> None:
    """`max_hands` and `dealer_after_draw` mean nothing to single hands, `cap_after_dealer` without a cap."""
    base = {"fan_cap": None} if "fan_cap" in change else {}
    rng = random.Random("no effect")
    for deal in range(100):
        deck = players.rigged_deck(rng)
        seats: list[players.Maker] = [players.Teaser, players.Builder, players.Loner, players.Teaser]
        old = players.play(validated(base), deal, seats, deck)
        assert players.play(validated(change), deal, seats, deck) == old
