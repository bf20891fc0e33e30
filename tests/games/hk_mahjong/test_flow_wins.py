"""Who may win with what, and what is paid, in scenes laid out by hand."""

import pytest

from tests.games.hk_mahjong.scene import ADDER, JUNK, JUNK_2, JUNK_3, LAST, WAITS_5P, Laid, to_the_last_tile

# pass_win (decision 23)

LOCK = {"pass_win": "until_turn"}


def test_a_passed_win_locks_until_the_own_draw(scene: Laid) -> None:
    """After his pass South may not win West's 5p of the same round; his own draw ends the lock."""
    hands = [JUNK, JUNK_2, WAITS_5P, JUNK_3]  # West waits
    for options, asked in ((LOCK, False), ({}, True)):
        table = scene(hands, wall="5p 5p 1m 4m 7m 5p", **options)
        table.do(0, "discard 5p")
        table.do(2, "pass")
        happened = table.do(1, "discard 5p")  # South drew the second one
        assert ("asked 2 win 5p from 1: 2 of pass/win" in happened) is asked
        table.ask(2, "own_turn")
        table.turn(2)
        table.turn(3)
        table.turn(0)
        happened = table.do(1, "discard 5p")
        assert happened[-1] == "asked 2 win 5p from 1: 2 of pass/win"


def test_self_draw_is_never_locked(scene: Laid) -> None:
    """South passed East's 5p and draws one himself."""
    table = scene([JUNK, WAITS_5P, JUNK_2, JUNK_3], wall="5p 5p", **LOCK)
    table.do(0, "discard 5p")
    table.do(1, "pass", "pass")
    assert (table.asked, table.stage) == (1, "own_turn")
    assert "win 5p" in table.legal()


TWO_SETS_MORE = "46p 123m 789s 55z 666z"  # waits for 5p, also after a pung of 5z or a kong of 6z


@pytest.mark.parametrize(("options", "asked"), [(LOCK, False), ({}, True)])
def test_a_claim_does_not_end_the_lock(scene: Laid, options: dict[str, object], asked: bool) -> None:
    """West passes East's 5p, pungs South's 5z, and may not win North's 5p: he has not drawn."""
    table = scene([JUNK, JUNK, TWO_SETS_MORE, JUNK_3], wall="5p 5z 5p", **options)
    table.do(0, "discard 5p")
    table.do(2, "pass")
    table.do(1, "discard 5z")
    table.do(2, "pung 5z", "discard 6z")
    assert ("asked 2 win 5p from 3: 2 of pass/win" in table.do(3, "discard 5p")) is asked


def test_a_replacement_ends_the_lock(scene: Laid) -> None:
    """West passes East's 5p, kongs South's 6z, draws the replacement, and may win North's 5p."""
    table = scene([JUNK, JUNK, TWO_SETS_MORE, JUNK_3], wall="5p 6z 5p", end="7z", **LOCK)
    table.do(0, "discard 5p")
    table.do(2, "pass")
    table.do(1, "discard 6z")
    table.do(2, "kong 6z", "discard 7z")
    assert table.do(3, "discard 5p")[-1] == "asked 2 win 5p from 3: 2 of pass/win"


WAITS_58P = "67p 123m 789s 234s 99p"


@pytest.mark.parametrize(("options", "asked"), [(LOCK, False), ({}, True)])
def test_a_passed_robbery_locks(scene: Laid, options: dict[str, object], asked: bool) -> None:
    """West does not rob South's kong of 5p and may then not win the 8p that South discards (decision 23)."""
    table = scene([JUNK, ADDER, WAITS_58P, JUNK_2], wall="5p 1m 2z 4z 5p", rob_kong=True, **options)
    table.do(0, "discard 5p")
    table.ask(1, "pung_kong")
    table.do(1, "pung 5p", "discard 3z")
    table.idle_until(1)
    assert table.do(1, "added_kong 5p")[-1] == "asked 2 rob_kong 5p from 1: 2 of pass/win"
    table.do(2, "pass")
    assert ("asked 2 win 8p from 1: 2 of pass/win" in table.do(1, "discard 8p")) is asked


@pytest.mark.parametrize(("options", "asked"), [(LOCK, False), ({}, True)])
def test_a_passed_win_locks_robbery(scene: Laid, options: dict[str, object], asked: bool) -> None:
    """West passes East's 8p and may then not rob South's kong of 5p."""
    table = scene([JUNK, ADDER, WAITS_58P, JUNK_2], wall="5p 1m 2z 8p 5p", rob_kong=True, **options)
    table.do(0, "discard 5p")
    table.ask(1, "pung_kong")
    table.do(1, "pung 5p", "discard 3z")
    table.turn(2)
    table.turn(3)
    assert table.do(0, "discard 8p")[-1] == "asked 2 win 8p from 0: 2 of pass/win"
    table.ask(1, "own_turn")
    assert ("asked 2 rob_kong 5p from 1: 2 of pass/win" in table.do(1, "added_kong 5p")) is asked


# min_fan (rule 13) and the shapes that win


def test_min_fan(scene: Laid) -> None:
    """`min_fan=1`: a discard that gives 0 fan may not be won, the self-draw with 門清自摸 may."""
    for fan, asked in ((0, True), (1, False)):
        table = scene([JUNK, WAITS_5P, JUNK_2, JUNK_3], wall="5p 5p", min_fan=fan)
        assert ("asked 1 win 5p from 0: 2 of pass/win" in table.do(0, "discard 5p")) is asked
        table.ask(1, "own_turn")
        assert "win 5p" in table.legal()
    table = scene([WAITS_5P, JUNK, JUNK_2, JUNK_3], wall="5p", min_fan=2)
    assert "win 5p" not in table.legal()


def test_min_fan_is_counted_before_the_cap(scene: Laid) -> None:
    """A cap of 0 fan does not keep a hand of 1 fan from winning with `min_fan=1`."""
    table = scene([WAITS_5P, JUNK, JUNK_2, JUNK_3], wall="5p", min_fan=1, fan_cap=0, dealer_multiplier="1")
    assert table.do(0, "win 5p")[-6:-2] == ["paid 0 21", "paid 1 -7", "paid 2 -7", "paid 3 -7"]


PAIRS = "1144m 5577p 2299s 4z"


@pytest.mark.parametrize(
    ("hand", "last", "options", "wins"),
    [
        (PAIRS, "4z", {}, True),
        (PAIRS, "4z", {"seven_pairs": False}, False),
        ("1111m 4m 5577p 2299s", "4m", {}, False),
        ("1111m 4m 5577p 2299s", "4m", {"quad_as_two_pairs": True}, True),
        ("1111m 4m 5577p 2299s", "4m", {"quad_as_two_pairs": True, "seven_pairs": False}, False),
        ("19m 19p 19s 1234567z", "1m", {}, False),
        ("19m 19p 19s 1234567z", "1m", {"extra_fan": ["thirteen_orphans"]}, True),
        ("19m 19p 19s 1234567z", "2m", {"extra_fan": ["thirteen_orphans"]}, False),
        ("123m 456p 789s 234s 9p", "9p", {}, True),
        ("123m 456p 789s 234s 9p", "8p", {}, False),
        ("123m 456p 789s 123z 9p", "9p", {}, False),
        ("891m 456p 789s 234s 9p", "9p", {}, False),
    ],
)
def test_winning_shapes(scene: Laid, hand: str, last: str, options: dict[str, object], wins: bool) -> None:
    """Four sets and a pair, seven different pairs; further shapes by option (rules 11, 12; decisions 6, 18)."""
    table = scene(["", hand, "", ""], wall=f"{last} {last}", **options)
    table.do(0, f"discard {last}")
    assert (table.ask(1, "win") == ["pass", f"win {last}"]) is wins
    table.ask(1, "own_turn")
    assert table.asked == 1
    assert (f"win {last}" in table.legal()) is wins


def test_seven_pairs_need_a_hand_without_melds(scene: Laid) -> None:
    """A concealed kong excludes seven pairs too (decision 7)."""
    table = scene(["1111z 1144m 5577p 9s", "", "", ""], wall="9s", end="1m", quad_as_two_pairs=True)
    assert "win 9s" in table.legal()
    table.do(0, "concealed_kong 1z")
    assert "win 1m" not in table.legal()


# Circumstances (decision 17)

LUCK = {"extra_fan": {"heavenly": 7, "earthly": 6, "last_tile": 5, "kong_bloom": 4}}


def luck(happened: list[str]) -> list[str]:
    """The items of luck among the events."""
    names = [text.split()[1] for text in happened if text.startswith("scored")]
    return [name for name in names if name in ("heavenly", "earthly", "last_tile", "kong_bloom")]


def test_heavenly(scene: Laid) -> None:
    """The dealer's very first draw, and no later one."""
    table = scene([WAITS_5P, JUNK, JUNK_2, JUNK_3], wall="5p", **LUCK)
    assert luck(table.do(0, "win 5p")) == ["heavenly"]
    table = scene([WAITS_5P, JUNK, JUNK_2, JUNK_3], wall="1m 4m 8m 6m 5p", **LUCK)
    table.idle(79)
    assert luck(table.do(0, "win 5p")) == []


def test_others_have_no_heavenly_hand(scene: Laid) -> None:
    """South's first draw is not heavenly."""
    table = scene([JUNK, WAITS_5P, JUNK_2, JUNK_3], wall="7z 5p", **LUCK)
    table.turn(0)
    assert luck(table.do(1, "win 5p")) == []


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_earthly(scene: Laid, seat: int) -> None:
    """Any non-dealer with the dealer's first discard."""
    hands = [JUNK, JUNK_2, JUNK_3, ""]
    hands[3], hands[seat] = hands[seat], WAITS_5P
    table = scene(hands, wall="5p", **LUCK)
    table.do(0, "discard 5p")
    assert luck(table.do(seat, "win 5p")) == ["earthly"]


def test_not_earthly(scene: Laid) -> None:
    """Not with a later discard, not after a pung of the first, not after the dealer's kong."""
    table = scene([JUNK, JUNK_2, WAITS_5P, JUNK_3], wall="9s 5p", **LUCK)
    table.turn(0)
    table.do(1, "discard 5p")
    assert luck(table.do(2, "win 5p")) == []

    table = scene([JUNK, "55s 28m 2p 25s 12567z 5p", WAITS_5P, JUNK_3], wall="5s", **LUCK)
    table.do(0, "discard 5s")
    table.do(1, "pung 5s", "discard 5p")
    assert luck(table.do(2, "win 5p")) == []

    table = scene(["1111z 147m 147p 147s", JUNK_3, WAITS_5P, ""], wall="5p", **LUCK)
    table.do(0, "concealed_kong 1z", "discard 5p")
    table.ask(2, "win")
    assert luck(table.do(2, "win 5p")) == []


def test_last_tile(scene: Laid) -> None:
    """Self-drawn with the last tile of the wall; a win by the last discard is none."""
    table = scene([JUNK, JUNK_2, JUNK_3, WAITS_5P], end=LAST, **LUCK)
    to_the_last_tile(table)
    assert luck(table.do(3, "win 5p")) == ["last_tile"]
    table = scene([JUNK, JUNK_2, WAITS_5P, JUNK_3], end=LAST, **LUCK)
    to_the_last_tile(table)
    table.do(3, "discard 5p")
    assert luck(table.do(2, "win 5p")) == []


def test_last_tile_as_replacement(scene: Laid) -> None:
    """The last tile drawn as a replacement is both."""
    table = scene([JUNK, JUNK_2, "46p 123m 789s 9999p 6z", JUNK], end="6z 5p", **LUCK)
    table.idle(1)
    assert table.asked == 2
    table.do(2, "concealed_kong 9p")
    assert luck(table.do(2, "win 5p")) == ["kong_bloom", "last_tile"]


def test_bloom_ends_with_the_discard(scene: Laid) -> None:
    """A later ordinary draw is no replacement any more."""
    table = scene(["1111z 46p 123m 789s 9p", "", "", ""], wall="9p 1s 1s 4s 5p", end="2s", **LUCK)
    table.do(0, "concealed_kong 1z", "discard 2s")
    table.ask(1, "own_turn")
    for seat in (1, 2, 3):
        table.turn(seat)
        table.ask((seat + 1) % 4, "own_turn")
    assert luck(table.do(0, "win 5p")) == []


# Payments (rule 16, decision 13)


@pytest.mark.parametrize(
    ("options", "paid"),
    [
        ({}, [60, -20, -20, -20]),
        ({"dealer_multiplier": "1"}, [42, -14, -14, -14]),
        ({"dealer_multiplier": "1", "self_draw_payment": "each_full"}, [120, -40, -40, -40]),
        ({"dealer_multiplier": "1", "self_draw_payment": "exact_from_bank"}, [40, -14, -14, -14]),
        ({"dealer_multiplier": "5/3", "base_points": 1}, [6, -2, -2, -2]),
        (
            {"dealer_multiplier": "5/3", "base_points": 1, "self_draw_payment": "exact_from_bank"},
            [4, -2, -2, -2],
        ),
        ({"fan_cap": 0}, [30, -10, -10, -10]),
        ({"fan_cap": 0, "cap_after_dealer": True}, [21, -7, -7, -7]),
        ({"fan_cap": None, "cap_after_dealer": True}, [60, -20, -20, -20]),
    ],
)
def test_self_draw_payments(scene: Laid, options: dict[str, object], paid: list[int]) -> None:
    """The dealer's self-draw of 1 fan under each payment option."""
    table = scene([WAITS_5P, JUNK, JUNK_2, JUNK_3], wall="5p", **options)
    lines = [text for text in table.do(0, "win 5p") if text.startswith("paid")]
    assert lines == [f"paid {seat} {points}" for seat, points in enumerate(paid)]
    assert list(table.state.scores) == paid


def test_dealer_pays_the_normal_amount(scene: Laid) -> None:
    """Decision 14: the dealer as discarder pays 20, and so does anybody to another than the dealer."""
    table = scene([JUNK, WAITS_5P, JUNK_2, JUNK_3], wall="5p")
    table.do(0, "discard 5p")
    assert table.do(1, "win 5p")[-4:-2] == ["paid 0 -20", "paid 1 20"]
    table = scene([WAITS_5P, JUNK, JUNK_2, JUNK_3], wall="1m 5p")
    table.turn(0)
    table.do(1, "discard 5p")
    assert table.do(0, "win 5p")[-4:-2] == ["paid 0 30", "paid 1 -30"]
