"""Kongs in scenes laid out by hand: concealed, open, added, robbed, replaced; and those after a claim."""

from tests.games.hk_mahjong.log_format import tile_name
from tests.games.hk_mahjong.scene import (
    ADDER,
    ALSO_WAITS_5P,
    JUNK,
    JUNK_2,
    JUNK_3,
    WAITS_5P,
    Laid,
    Scene,
    last_pair,
    tiles,
)
from tests.games.logs import fields_of

# Steps 6 to 8: kongs


def test_concealed_kong(scene: Laid) -> None:
    """The four are laid, seen by all (decision 36); the tail tile is drawn, seen by him only; his turn again."""
    table = scene(
        ["555p 147m 17p 147s 23z", JUNK, JUNK_3, JUNK_3.replace("345z", "677z")], wall="5p", end="9m"
    )
    assert table.legal()[-1] == "concealed_kong 5p"
    at = table.log.count
    table.do(0, "concealed_kong 5p")
    laid, drew, asked = (fields_of(event) for event in table.log.to_list(at))
    assert laid == (19, 0, tiles("5p")[0], 0, 0, 15)
    assert drew == (2, 0, tiles("9m")[0], 7, 1, 1)
    assert asked == (3, 0, tiles("9m")[0], 0, 11 << 16 | 1 << 1, 1)
    assert (table.state.wall_left, table.state.kongs) == (82, 1)


def test_kong_of_tiles_held_before(scene: Laid) -> None:
    """Four equal tiles may be laid in any later own turn (decision 25); no limit to kongs in one turn (step 8)."""
    table = scene(
        ["5555p 9999m 14s 123z", JUNK_2, JUNK, JUNK_3.replace("9m", "8m")], wall="1p 8m 1m 6z 7p", end="6s 8p"
    )
    for seat in range(4):
        table.turn(seat)
    assert table.asked == 0
    assert [text for text in table.legal() if "kong" in text] == ["concealed_kong 9m", "concealed_kong 5p"]
    assert table.do(0, "concealed_kong 9m")[1] == "drew 0 8p tail"
    assert table.do(0, "concealed_kong 5p")[1] == "drew 0 6s tail"
    assert table.do(0, "discard 8p")[0] == "discarded 0 8p"


def test_open_kong(scene: Laid) -> None:
    """With three in hand pung, kong, pass are one question (decision 27); a kong draws from the tail (rule 7)."""
    table = scene([JUNK, JUNK_2, "555p 28m 8p 36s 34567z", JUNK_3], wall="5p", end="9m")
    assert table.do(0, "discard 5p")[-1] == "asked 2 pung_kong 5p from 0: 3 of pass/pung/kong"
    assert table.legal() == ["pass", "pung 5p", "kong 5p"]
    assert table.do(2, "kong 5p") == [
        "konged 2 5p",
        "drew 2 9m tail",
        "asked 2 own_turn 9m from 2: 11 of discard",
    ]
    table.do(2, "discard 9m")
    assert table.asked == 3  # the turn moved to the claimant (decision 28)


def added_kong(scene: Laid, robber: str = JUNK_3, **options: object) -> Scene:
    """South has punged East's 5p and has just drawn the fourth; West holds `robber`."""
    table = scene([JUNK, ADDER, robber, JUNK_2], wall="5p 1m 2z 4z 5p", end="9m", **options)
    table.do(0, "discard 5p")
    while table.asked != 1:
        table.do(table.asked, "pass")
    table.do(1, "pung 5p", "discard 8p")
    for seat in (2, 3, 0):
        table.turn(seat)
    assert table.asked == 1
    assert table.stage == "own_turn"
    return table


def test_added_kong(scene: Laid) -> None:
    """The fourth tile on the own exposed pung: announced, laid, replaced from the tail (step 7)."""
    table = added_kong(scene)
    assert table.legal()[-1] == "added_kong 5p"
    assert table.do(1, "added_kong 5p") == [
        "kong_announced 1 5p",
        "kong_added 1 5p",
        "drew 1 9m tail",
        "asked 1 own_turn 9m from 1: 11 of discard",
    ]
    assert table.state.meld_texts(1) == ["added_kong:5555p"]


def test_two_added_kongs_are_offered_in_order(scene: Laid) -> None:
    """South has punged 9s before 5p and drawn both fourths: the moves stand in the order of their codes."""
    table = scene(
        [JUNK, "99s 55p 28m 8p 34567z 6s", JUNK, JUNK_2], wall="9s 1m 6m 5p 1m 6m 4z 9s 7m 6m 9m 5p"
    )
    for tile, discard in (("9s", "8p"), ("5p", "8m")):
        table.do(0, f"discard {tile}")
        table.ask(1, "pung_kong")
        table.do(1, f"pung {tile}", f"discard {discard}")
        table.turn(2)
        table.turn(3)
    for seat in (0, 1, 2, 3, 0):
        assert table.ask(seat, "own_turn")
        table.do(seat, "discard 4z" if seat == 1 else f"discard {tile_name(table.state.drawn)}")
    assert table.state.meld_texts(1) == ["pung:999s", "pung:555p"]
    assert table.legal()[-2:] == ["added_kong 5p", "added_kong 9s"]


def test_rob_kong(scene: Laid) -> None:
    """搶槓 (decision 16): asked before the tile is laid; the konger pays as a discarder; the set stays a pung."""
    table = added_kong(scene, WAITS_5P, rob_kong=True)
    assert table.do(1, "added_kong 5p") == [
        "kong_announced 1 5p",
        "asked 2 rob_kong 5p from 1: 2 of pass/win",
    ]
    assert table.do(2, "win 5p")[-5:] == [
        "won 2 5p from 1 fan 0",
        "paid 1 -20",
        "paid 2 20",
        "hand_ended 2 8",
        "match_ended 0",
    ]
    assert table.state.meld_texts(1) == ["pung:555p"]
    assert table.state.snapshot()["meld_from"] == [[], [0], [], []]
    assert tiles("5p")[0] not in table.state.hand(1)
    assert tiles("5p")[0] in table.state.hand(2)


def test_robbing_passed(scene: Laid) -> None:
    """When the robber passes the kong is laid and replaced."""
    table = added_kong(scene, WAITS_5P, rob_kong=True)
    table.do(1, "added_kong 5p")
    assert table.do(2, "pass")[:3] == ["passed 2 5p", "kong_added 1 5p", "drew 1 9m tail"]


def test_no_robbing_by_default(scene: Laid) -> None:
    """Without `rob_kong` nobody is asked."""
    table = added_kong(scene, WAITS_5P)
    assert table.do(1, "added_kong 5p")[1] == "kong_added 1 5p"


def test_concealed_kong_cannot_be_robbed(scene: Laid) -> None:
    """暗槓 is never robbed (decision 16), though a neighbour could win with its tile."""
    table = scene(["555p 147m 17p 147s 23z", WAITS_5P, JUNK_2, JUNK_3], wall="5p", end="9m", rob_kong=True)
    assert table.do(0, "concealed_kong 5p")[:2] == ["concealed_kong 0 5p", "drew 0 9m tail"]


def test_nearest_robber_first(scene: Laid) -> None:
    """Two can rob: the nearest from the konger is asked first, then the other (step 7)."""
    table = scene([ALSO_WAITS_5P, ADDER, WAITS_5P, JUNK_2], wall="5p 1m 2z 4z 5p", end="9m", rob_kong=True)
    table.do(0, "discard 5p")
    table.do(2, "pass")
    table.do(1, "pung 5p", "discard 8p")
    for seat in (2, 3, 0):
        table.turn(seat)
    assert table.do(1, "added_kong 5p")[-1] == "asked 2 rob_kong 5p from 1: 2 of pass/win"
    assert table.do(2, "pass") == ["passed 2 5p", "asked 0 rob_kong 5p from 1: 2 of pass/win"]


def test_win_on_a_replacement(scene: Laid) -> None:
    """The replacement tile is a drawn tile: 自摸 with it, 槓上開花 where it is played, no heavenly hand."""
    hands = ["1111z 46p 123m 789s 9p", "", "", ""]
    extra = {"extra_fan": ["kong_bloom", "heavenly"]}
    table = scene(hands, wall="9p", end="5p", **extra)
    table.do(0, "concealed_kong 1z")
    happened = table.do(0, "win 5p")
    assert [text for text in happened if text.startswith("scored")] == [
        "scored concealed_self_draw 1",
        "scored kong_bloom 1",
        "scored seat_wind_pung 1",
    ]


# swap_call and kong_after_claim (decisions 24 and 25)


def test_swap_call(scene: Laid) -> None:
    """`swap_call=false`: the kind just punged may not be discarded at once; by default it may (decision 24)."""
    for options, banned in (({"swap_call": False}, True), ({}, False)):
        table = scene([JUNK, JUNK_2, "555p 28m 8p 36s 34567z", JUNK_3], wall="5p", **options)
        table.do(0, "discard 5p")
        asked = table.do(2, "pung 5p")[-1]
        assert asked == f"asked 2 after_claim 5p from 2: {11 - banned} of discard"
        assert ("discard 5p" not in table.legal()) is banned
        table.do(2, "discard 8p")
        table.idle_until(2)
        assert "discard 5p" in table.legal()  # the ban is for that discard only


def test_swap_call_bans_the_claimed_kind_only(scene: Laid) -> None:
    """After 上 of 4p with 56p the 7p may be discarded, another 4p may not."""
    table = scene([JUNK, "4567p 28m 25s 12567z", JUNK_3, JUNK_2], wall="4p", swap_call=False)
    table.do(0, "discard 4p")
    table.ask(1, "chow")
    table.do(1, "chow 456p")
    assert "discard 7p" in table.legal()
    assert "discard 4p" not in table.legal()


def test_swap_call_unless_nothing_else_is_left(scene: Laid) -> None:
    """Two tiles left, both of the kind just claimed: one of them must be discarded, ban or not."""
    table = last_pair(scene, swap_call=False)
    table.ask(1, "chow")
    assert table.do(1, "chow 456p")[-1] == "asked 1 after_claim 5p from 1: 1 of discard"
    assert table.legal() == ["discard 5p"]


def test_no_kong_after_a_claim_by_default(scene: Laid) -> None:
    """After 碰 only a discard, though four equal tiles are held and the pung's fourth (decision 25)."""
    table = after_pung(scene)
    assert {text.split()[0] for text in table.legal()} == {"discard"}


QUADS = "555p 9999m 36s 3467z"  # four equal tiles, and three more to pung


def after_pung(scene: Laid, **options: object) -> Scene:
    """West has just punged East's 5p with QUADS in hand."""
    table = scene([JUNK, "", QUADS, JUNK_2], wall="5p", end="1s 2s", **options)
    table.do(0, "discard 5p")
    table.do(2, "pung 5p")
    return table


def test_kong_after_claim(scene: Laid) -> None:
    """`kong_after_claim=true`: both kongs right after a pung, each with a replacement and an own turn."""
    table = after_pung(scene, kong_after_claim=True)
    assert table.legal()[-2:] == ["concealed_kong 9m", "added_kong 5p"]
    assert table.do(2, "added_kong 5p")[:3] == ["kong_announced 2 5p", "kong_added 2 5p", "drew 2 2s tail"]
    assert table.stage == "own_turn"
    assert table.do(2, "concealed_kong 9m")[:2] == ["concealed_kong 2 9m", "drew 2 1s tail"]


def test_a_kong_ends_the_swap_ban(scene: Laid) -> None:
    """With both options the ban of 5p ends when a kong is declared (further readings)."""
    table = after_pung(scene, kong_after_claim=True, swap_call=False)
    assert "discard 5p" not in table.legal()
    table.do(2, "concealed_kong 9m")
    assert "discard 5p" in table.legal()
