"""Each option changes what it should, and nothing before: the first difference of two logs of a deal.

The same deals are played with and without one option changed. Up to its first difference the two logs are the
same; there stands what the option is about.
"""

import random
from collections.abc import Callable, Mapping

import pytest

from paiju.sim.games.chengdu_coushisi.rules import OPTIONS, validated
from tests.games.arena import Maker
from tests.games.chengdu_coushisi import players
from tests.games.chengdu_coushisi.auditor import Auditor
from tests.games.chengdu_coushisi.log_format import (
    ADD,
    AFTER_STEAL,
    CHOW,
    CHOW_STAGE,
    CONCEAL,
    DRAGON_STAGE,
    FIRST_DISCARD,
    LIFTED,
    PATTERN,
    PUNG,
    PUNG_STAGE,
    TURN_STAGE,
    WIN,
    WIN_STAGE,
)
from tests.games.logs import (
    ASKED,
    DEALT,
    DISCARDED,
    DREW,
    HAND_ENDED,
    HAND_STARTED,
    MATCH_ENDED,
    NOBODY,
    PAID,
    PASSED,
    SCORED,
    WON,
    fields_of,
)

DEALS = 2500
ENOUGH = 3  # differences

Log = list[int]
Check = Callable[[Log, Log, int], bool]  # logs without and with the option, place of the first difference


def kind_at(log: Log, at: int) -> int:
    return log[at] & 63


def offers(event: int, move: int) -> bool:
    """Is it a question with such a move?"""
    return event & 63 == ASKED and bool(event >> 24 + move & 1)


def stage_of(event: int) -> int:
    """The stage of a question, -1 of anything else."""
    return event >> 48 if event & 63 == ASKED else -1


def seat_of(event: int) -> int:
    return event >> 6 & 7


def dealer_of(log: Log, at: int) -> int:
    return next(seat_of(event) for event in reversed(log[:at]) if event & 63 == HAND_STARTED)


def fewer(move: int) -> Check:
    """A seat is offered such a move in the old log only."""

    def check(old: Log, new: Log, at: int) -> bool:
        same_seat = seat_of(old[at]) == seat_of(new[at])
        return offers(old[at], move) and not (same_seat and offers(new[at], move))

    return check


def scored_otherwise(old: Log, new: Log, at: int) -> bool:
    """The same hand won, for other 胡."""
    return kind_at(old, at) == kind_at(new, at) and kind_at(old, at) in (WON, SCORED)


def fewer_wins_or_points(old: Log, new: Log, at: int) -> bool:
    return fewer(WIN)(old, new, at) or scored_otherwise(old, new, at)


def dealer_wins_less(old: Log, new: Log, at: int) -> bool:
    return fewer(WIN)(old, new, at) and seat_of(old[at]) == dealer_of(old, at)


def others_win_less(old: Log, new: Log, at: int) -> bool:
    return fewer(WIN)(old, new, at) and seat_of(old[at]) != dealer_of(old, at)


def won_on_discards(old: Log, new: Log, at: int) -> bool:
    """A 胡 is asked right after a discard."""
    return stage_of(new[at]) == WIN_STAGE and kind_at(new, at - 1) == DISCARDED


def no_even_wins(old: Log, new: Log, at: int) -> bool:
    """The same question without the 胡."""
    stage = stage_of(old[at])
    return fewer(WIN)(old, new, at) and stage == stage_of(new[at]) and stage in (FIRST_DISCARD, AFTER_STEAL)


def eats_discards(old: Log, new: Log, at: int) -> bool:
    """吃 of a card that the seat before has discarded."""
    _, seat, card, giver, _, _ = fields_of(new[at])
    discards = [event for event in new[:at] if event & 63 in (DISCARDED, DREW)]
    last = fields_of(discards[-1])
    return fewer(CHOW)(new, old, at) and seat == (giver + 1) % 4 and last[:3] == (DISCARDED, giver, card)


def more_fourths(old: Log, new: Log, at: int) -> bool:
    return fewer(ADD)(new, old, at)


def items_from(log: Log, at: int) -> dict[int, int]:
    """The items of the win at or around a place: value by pattern."""
    won = max(i for i in range(at + 1) if log[i] & 63 == WON)
    items = [fields_of(event)[4] for event in log[won:] if event & 63 == SCORED]
    return {item >> 16: item & 0xFFFF for item in items}


def with_item(*names: str) -> Check:
    """Another score, with one of these items in one of the logs."""

    def check(old: Log, new: Log, at: int) -> bool:
        met = set(items_from(old, at)) | set(items_from(new, at))
        return scored_otherwise(old, new, at) and bool(met & {PATTERN[name] for name in names})

    return check


def capped(old: Log, new: Log, at: int) -> bool:
    """250 are 300 after rounding."""
    return (
        kind_at(old, at) == WON == kind_at(new, at) and fields_of(new[at])[4] == 300 < fields_of(old[at])[4]
    )


def paid_otherwise(old: Log, new: Log, at: int) -> bool:
    return kind_at(old, at) == PAID == kind_at(new, at)


def paid_by_the_discarder(old: Log, new: Log, at: int) -> bool:
    """One seat alone pays: who gave the card. The winner gains what he gained before."""
    won = next(event for event in reversed(new[:at]) if event & 63 == WON)
    discarded = [event for event in new[:at] if event & 63 in (DISCARDED, DREW)][-1] & 63 == DISCARDED
    before = {seat_of(event): event >> 24 for event in old if event & 63 == PAID}
    now = {seat_of(event): event >> 24 for event in new if event & 63 == PAID}
    winner, giver = seat_of(won), won >> 9 & 7
    return discarded and set(now) == {winner, giver} and now[winner] == before[winner]


def liable(old: Log, new: Log, at: int) -> bool:
    """The same, for 地牌, 幺四, 人牌, 天牌 only."""
    won = next(event for event in reversed(new[:at]) if event & 63 == WON)
    return paid_by_the_discarder(old, new, at) and (won >> 12 & 255) % 21 in (0, 4, 14, 20)


def no_dragon(old: Log, new: Log, at: int) -> bool:
    return stage_of(old[at]) == DRAGON_STAGE


def plain_bonus_card(old: Log, new: Log, at: int) -> bool:
    """钉钉 or 斧头 comes as a flower, and now as a plain card."""
    flower, plain = (fields_of(log[at]) for log in (old, new))
    return plain[2] in (1, 19) and flower[2] == plain[2] + 21 and plain[0] in (DEALT, DREW, LIFTED)


def winner_deals(old: Log, new: Log, at: int) -> bool:
    """The next hand's dealer is the winner; after a draw who dealt before."""
    ended = seat_of(new[at - 1])
    wanted = ended if ended != NOBODY else dealer_of(new, at)
    return kind_at(new, at) == HAND_STARTED and at > 1 and seat_of(new[at]) == wanted


def dealer_rotates(old: Log, new: Log, at: int) -> bool:
    same = kind_at(new, at) == HAND_STARTED and at > 1
    return same and seat_of(new[at]) == (dealer_of(new, at) + 1) % 4


def dealer_by_lot(old: Log, new: Log, at: int) -> bool:
    """No card is lifted; the dealer may be another."""
    return at == 1 or (kind_at(old, at), kind_at(new, at)) == (LIFTED, DEALT)


def no_later_triples(old: Log, new: Log, at: int) -> bool:
    return fewer(CONCEAL)(old, new, at) and stage_of(old[at]) in (TURN_STAGE, AFTER_STEAL)


def win_locked(old: Log, new: Log, at: int) -> bool:
    """A 胡 is asked before, not now; its seat has not taken one before, and not turned a card since."""
    seat = seat_of(old[at])
    passed = max((i for i in range(at - 1) if offers(old[i], WIN) and seat_of(old[i]) == seat), default=at)
    turned = [event for event in old[passed:at] if event & 63 == DREW and event >> 24 == 0]
    return fewer(WIN)(old, new, at) and passed < at and seat not in map(seat_of, turned)


def kind_dead(old: Log, new: Log, at: int) -> bool:
    """碰 or 吃 of a kind is asked before, not now; the seat has passed that kind."""
    seat, card = seat_of(old[at]), fields_of(old[at])[2]
    passed = [
        fields_of(old[i])[2] % 21
        for i in range(at)
        if kind_at(old, i) == PASSED
        and seat_of(old[i]) == seat
        and stage_of(old[i - 1]) in (PUNG_STAGE, CHOW_STAGE)
    ]
    return (fewer(PUNG)(old, new, at) or fewer(CHOW)(old, new, at)) and card % 21 in passed


def next_hand_instead(old: Log, new: Log, at: int) -> bool:
    """The match goes on where it ended."""
    return (kind_at(old, at), kind_at(new, at), kind_at(old, at - 1)) == (
        MATCH_ENDED,
        HAND_STARTED,
        HAND_ENDED,
    )


Given = Mapping[str, object]
ON_DISCARDS: Given = {"win_on_discard": True}
BY_LOT: Given = {"dealer_rule": "random", "match": "hands:3"}
CASES: list[tuple[Given, Given, Check]] = [
    ({}, {"min_red": 40}, others_win_less),
    ({}, {"min_red_dealer": 45}, dealer_wins_less),
    ({}, {"pung_min_red": 0}, fewer_wins_or_points),
    ({"min_red": 0}, {"pung_min_red": 30}, with_item("pung_minimum")),
    ({}, {"concealed_triplet_min_red": 0}, fewer_wins_or_points),
    ({"min_red": 0}, {"concealed_triplet_min_red": 30}, with_item("concealed_minimum")),
    ({}, {"win_on_discard": True}, won_on_discards),
    ({}, {"win_on_own_even_hand": False}, no_even_wins),
    ({}, {"chow_from": "own_flip_or_left_discard"}, eats_discards),
    ({}, {"kong": "add_fourth_steal_one"}, more_fourths),
    ({}, {"fan_mode": "additive"}, scored_otherwise),
    ({}, {"fan_for_four": 3}, with_item("four_di", "four_yaosi", "four_ren", "four_tian")),
    ({}, {"hu_cap": 250}, capped),
    ({}, {"payment": "split"}, paid_otherwise),
    (ON_DISCARDS, {"payment": "discarder_pays"}, paid_by_the_discarder),
    (ON_DISCARDS, {"fan_discard_liability": True}, liable),
    ({**ON_DISCARDS, "payment": "split"}, {"fan_discard_liability": True}, liable),
    ({}, {"black_dragon": False}, no_dragon),
    ({}, {"black_dragon_fan": 1}, with_item("black_dragon")),
    ({}, {"bonus_card_hu": 170}, with_item("bonus_cards")),
    ({}, {"flower_hu": 130}, with_item("flowers")),
    ({}, {"flower_bonus_cards": False}, plain_bonus_card),
    ({}, {"dealer_rule": "random"}, dealer_by_lot),
    (BY_LOT, {"dealer_rule": "winner"}, winner_deals),
    (BY_LOT, {"dealer_rule": "rotate"}, dealer_rotates),
    ({}, {"concealed_triplet_midgame": False}, no_later_triples),
    ({}, {"pass_win": "until_turn"}, win_locked),
    (ON_DISCARDS, {"pass_win": "until_turn"}, win_locked),
    ({}, {"dead_cards": True}, kind_dead),
    ({"chow_from": "own_flip_or_left_discard"}, {"dead_cards": True}, kind_dead),
    ({}, {"match": "hands:2"}, next_hand_instead),
]


@pytest.mark.parametrize(("base", "change", "check"), CASES, ids=[str(change) for _, change, _ in CASES])
def test_option(base: Given, change: Given, check: Check) -> None:
    """The first difference of two logs is of the kind that the option names; after it the rules hold."""
    rng = random.Random("options")
    makers: list[Maker] = [players.Teaser, players.Builder, players.Collector, players.Patient]
    options, changed = validated(base), validated({**base, **change})
    found = 0
    for deal in range(DEALS):
        pack = None if "flower_bonus_cards" in change else players.rigged_pack(rng, options)
        seats = [rng.choice(makers) for _ in range(4)]
        old = players.play(options, deal, seats, pack)
        new = players.play(changed, deal, seats, pack)
        if old != new:
            at = next(i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b)
            events = f"{Auditor.describe(old[at])} / {Auditor.describe(new[at])}"
            assert check(old, new, at), f"deal {deal}, event {at}: {events}"
            Auditor(changed).audit(new)
            found += 1
            if found == ENOUGH:
                break
    assert found == ENOUGH, f"{found} games differed"


def test_every_option_is_shown() -> None:
    """No option is left out above."""
    assert {option.key for option in OPTIONS} == {key for _, change, _ in CASES for key in change}


@pytest.mark.parametrize(
    ("base", "change"),
    [
        ({}, {"fan_discard_liability": True}),
        ({}, {"payment": "discarder_pays"}),
        ({"black_dragon": False}, {"black_dragon_fan": 3}),
    ],
    ids=str,
)
def test_options_without_effect(base: Given, change: Given) -> None:
    """Discards pay nothing where none is won, 黑龙 counts nothing where it is not offered."""
    rng = random.Random("no effect")
    seats: list[Maker] = [players.Teaser, players.Builder, players.Collector, players.Teaser]
    for deal in range(100):
        pack = players.rigged_pack(rng, validated(base))
        old = players.play(validated(base), deal, seats, pack)
        assert players.play(validated({**base, **change}), deal, seats, pack) == old
