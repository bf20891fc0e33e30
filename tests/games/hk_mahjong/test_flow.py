"""The turn flow step by step: the deal, turns, claims and the end of the wall, in scenes laid out by hand."""

import pytest

from tests.games.hk_mahjong.scene import (
    ALSO_WAITS_5P,
    JUNK,
    JUNK_2,
    JUNK_3,
    LAST,
    THIRD_WAITS_5P,
    WAITS_5P,
    Laid,
    Scene,
    last_pair,
    tiles,
    to_the_last_tile,
)
from tests.games.logs import fields_of

# Worked example 13: who gets East's discard


def test_example_13_nearest_winner(scene: Laid) -> None:
    """South and West can both win East's 5p: South is asked first, and West not at all when South wins."""
    table = scene([JUNK, WAITS_5P, ALSO_WAITS_5P, JUNK_2], wall="5p")
    assert table.do(0, "discard 5p") == ["discarded 0 5p", "asked 1 win 5p from 0: 2 of pass/win"]
    happened = table.do(1, "win 5p")
    assert happened[-5:] == [
        "won 1 5p from 0 fan 0",
        "paid 0 -20",
        "paid 1 20",
        "hand_ended 1 2",
        "match_ended 0",
    ]
    assert not [text for text in happened if text.startswith("asked")]


def test_example_13_second_winner(scene: Laid) -> None:
    """When South passes, West is asked and may win (step 10)."""
    table = scene([JUNK, WAITS_5P, ALSO_WAITS_5P, JUNK_2], wall="5p")
    table.do(0, "discard 5p")
    assert table.do(1, "pass") == ["passed 1 5p", "asked 2 win 5p from 0: 2 of pass/win"]
    assert table.do(2, "win 5p")[-4:] == ["paid 0 -20", "paid 2 20", "hand_ended 2 2", "match_ended 0"]


def test_three_can_win_in_turn_order(scene: Laid) -> None:
    """North, South and East are asked in this order when West discards; the third still may win (rule 10)."""
    table = scene([WAITS_5P, ALSO_WAITS_5P, JUNK, THIRD_WAITS_5P], wall="7z 6z 5p")
    table.turn(0)
    table.turn(1)
    assert table.do(2, "discard 5p")[-1] == "asked 3 win 5p from 2: 2 of pass/win"
    assert table.do(3, "pass")[-1] == "asked 0 win 5p from 2: 2 of pass/win"
    assert table.do(0, "pass")[-1] == "asked 1 win 5p from 2: 2 of pass/win"
    assert table.do(1, "win 5p")[-4:-2] == ["paid 1 20", "paid 2 -20"]


def test_example_13_win_before_pung(scene: Laid) -> None:
    """South may pung, West may win: West is asked first and wins, South never hears of it."""
    table = scene([JUNK, "55p 258m 28p 258s 567z", WAITS_5P, JUNK_3], wall="5p")
    assert table.do(0, "discard 5p")[-1] == "asked 2 win 5p from 0: 2 of pass/win"
    assert not [text for text in table.do(2, "win 5p") if text.startswith("asked")]


def test_a_pass_on_the_win_leaves_the_pung(scene: Laid) -> None:
    """A pass in one stage does not bind in the next: who passed the win is asked for a pung (step 9)."""
    table = scene([JUNK, JUNK_2, "55p 123m 789s 234s 99p", JUNK_3], wall="5p", swap_call=False)
    assert table.do(0, "discard 5p")[-1] == "asked 2 win 5p from 0: 2 of pass/win"
    assert table.do(2, "pass")[-1] == "asked 2 pung_kong 5p from 0: 2 of pass/pung"
    assert table.do(2, "pung 5p")[0] == "punged 2 5p"


def test_a_pass_on_the_pung_leaves_the_chow(scene: Laid) -> None:
    """South holds 55p and 67p: asked to pung, then to chow."""
    table = scene([JUNK, "5567p 28m 2p 258s 567z", JUNK_3, JUNK_2.replace("8m", "1m")], wall="5p")
    assert table.do(0, "discard 5p")[-1] == "asked 1 pung_kong 5p from 0: 2 of pass/pung"
    assert table.do(1, "pass") == ["passed 1 5p", "asked 1 chow 5p from 0: 2 of pass/chow"]
    assert table.do(1, "pass") == ["passed 1 5p", *table_draw(table, 1)]


def table_draw(table: Scene, seat: int) -> list[str]:
    """The two events of a draw that has just happened, from the state."""
    tile = "".join(f"{table.state.drawn % 9 + 1}{'mpsz'[table.state.drawn // 9]}")
    kinds = len(set(table.state.hand(seat)))
    return [f"drew {seat} {tile}", f"asked {seat} own_turn {tile} from {seat}: {kinds} of discard"]


def test_example_13_pung_before_chow(scene: Laid) -> None:
    """South may chow, North may pung: North is asked first; when he pungs South is not asked."""
    hands = [JUNK, "46p 28m 2p 258s 12567z", JUNK_3, "55p 258m 7p 369s 1567z"]
    table = scene(hands, wall="5p")
    assert table.do(0, "discard 5p")[-1] == "asked 3 pung_kong 5p from 0: 2 of pass/pung"
    assert table.do(3, "pung 5p") == ["punged 3 5p", "asked 3 after_claim 5p from 3: 11 of discard"]
    table = scene(hands, wall="5p")
    table.do(0, "discard 5p")
    assert table.do(3, "pass") == ["passed 3 5p", "asked 1 chow 5p from 0: 2 of pass/chow"]


def test_example_13_only_the_next_player_chows(scene: Laid) -> None:
    """North and West could build 456p with East's 5p but are never asked; the next draw follows (rule 8)."""
    table = scene([JUNK, JUNK_2, "46p 369m 9p 369s 234z 5z", "46p 28m 2p 258s 12567z"], wall="5p 9s")
    assert table.do(0, "discard 5p") == [
        "discarded 0 5p",
        "drew 1 9s",
        "asked 1 own_turn 9s from 1: 14 of discard",
    ]


# Worked example 15 and the end of the wall (steps 3 and 16; decisions 19 and 21)


def test_example_15_drawn_hand(scene: Laid) -> None:
    """The last tile is drawn and discarded, nobody wins: a drawn hand, no payments, all scores 0."""
    table = scene([JUNK, JUNK_2, JUNK_3, JUNK_3.replace("345z", "677z")], end="1m")
    table.idle(1)
    assert table.state.wall_left == 1
    while table.state.wall_left:
        table.step_idly()
    assert (table.asked, table.stage, table.state.drawn) == (3, "own_turn", tiles("1m")[0])
    table.events()
    happened = table.idle(-1)
    assert happened[0] == "discarded 3 1m"
    assert happened[-2:] == ["hand_ended nobody 0", "match_ended 0"]
    assert not [text for text in happened if text.startswith(("paid", "won", "drew"))]
    assert list(table.state.scores) == [0, 0, 0, 0]


def test_last_tile_may_be_won(scene: Laid) -> None:
    """The last discard can be won (decision 21), whatever `last_discard_claims` says."""
    for claims in ("all", "win_only"):
        table = scene([JUNK, JUNK_2, WAITS_5P, JUNK_3], end=LAST, last_discard_claims=claims)
        to_the_last_tile(table)
        assert table.do(3, "discard 5p")[-1] == "asked 2 win 5p from 3: 2 of pass/win"
        assert table.do(2, "win 5p")[-2:] == ["hand_ended 2 2", "match_ended 0"]


def test_last_tile_may_be_punged_and_chowed_but_not_konged(scene: Laid) -> None:
    """On an empty wall three in hand may pung, not kong; the next player may chow (decision 21)."""
    hands = ["46p 28m 2p 258s 12567z", "555p 58m 8p 36s 3467z", JUNK_3, JUNK]
    table = scene(hands, end=LAST)
    to_the_last_tile(table)
    assert table.do(3, "discard 5p")[-1] == "asked 1 pung_kong 5p from 3: 2 of pass/pung"
    assert table.do(1, "pass")[-1] == "asked 0 chow 5p from 3: 2 of pass/chow"
    assert table.do(0, "chow 456p")[-1].startswith("asked 0 after_claim 5p from 0: ")
    assert table.do(0, "discard 2m")[-2:] == ["hand_ended nobody 0", "match_ended 0"]


def test_win_only_forbids_claims_of_last_discards(scene: Laid) -> None:
    """`last_discard_claims=win_only`: nobody is asked to pung or chow a discard on an empty wall."""
    hands = ["46p 28m 2p 258s 12567z", "555p 58m 8p 36s 3467z", JUNK_3, JUNK]
    table = scene(hands, end=LAST, last_discard_claims="win_only")
    to_the_last_tile(table)
    assert table.do(3, "discard 5p") == ["discarded 3 5p", "hand_ended nobody 0", "match_ended 0"]


def test_win_only_holds_for_the_last_discards_only(scene: Laid) -> None:
    """With one tile left in the wall `win_only` changes nothing."""
    table = scene([JUNK, "55p 28m 8p 36s 134567z", JUNK_3, JUNK], end="5p 1m", last_discard_claims="win_only")
    table.idle(1)
    assert (table.asked, table.state.wall_left) == (2, 1)
    assert table.do(2, "discard 5p")[-1] == "asked 1 pung_kong 5p from 2: 2 of pass/pung"


def test_no_concealed_kong_on_an_empty_wall(scene: Laid) -> None:
    """With the last tile drawn no concealed kong may be declared (decision 19)."""
    table = scene([JUNK, JUNK_3, JUNK, "555p 58m 8p 3s 1167z 79s"], end="1m 5p")
    to_the_last_tile(table)
    assert table.state.counts[3 * 34 + tiles("5p")[0]] == 4
    assert {text.split()[0] for text in table.legal()} == {"discard"}


def test_no_added_kong_on_an_empty_wall(scene: Laid) -> None:
    """With the last tile drawn no added kong may be declared (decision 19)."""
    table = scene([JUNK, "55p 13s 28m 8p 9s 34567z", JUNK_3, JUNK], wall="5p 1m 9p 2s", end="1m 5p")
    table.do(0, "discard 5p")
    table.do(1, "pung 5p", "discard 8p")
    table.turn(2)
    table.turn(3)
    table.do(0, "discard 2s")
    table.do(1, "chow 123s", "discard 2m")  # two draws saved: so the last tile comes to South
    table.idle(1)
    while table.state.wall_left:
        table.step_idly()
    assert (table.asked, table.stage, table.state.drawn) == (1, "own_turn", tiles("5p")[0])
    assert "pung:555p" in table.state.meld_texts(1)
    assert {text.split()[0] for text in table.legal()} == {"discard"}


def test_the_last_tile_may_replace_a_kong(scene: Laid) -> None:
    """With one tile left a kong may be declared; its replacement is the last tile."""
    table = scene([JUNK, JUNK_3, "555p 58m 8p 3s 1167z 79s", JUNK], end="5p 1m")
    table.idle(1)
    assert table.do(2, "concealed_kong 5p")[:2] == ["concealed_kong 2 5p", "drew 2 1m tail"]
    assert table.state.wall_left == 0
    table.do(2, "discard 1m")
    assert table.asked == 7
    assert table.state.outcome == 0


# Steps 1 to 4: the deal and the first turn


def test_deal(scene: Laid) -> None:
    """13 tiles each from the head, dealer first and anticlockwise, then the dealer's 14th (decision 22)."""
    hands = [JUNK, JUNK_2, JUNK_3, WAITS_5P]
    table = scene(hands, wall="5m 6m")
    events = [fields_of(event) for event in table.log.to_list()]
    assert events[0] == (13, 7, 255, 7, 0, 15)  # match_started
    assert events[1] == (0, 0, 255, 7, 0, 15)  # hand_started: East deals in the East round
    dealt = [(seat, tile) for seat in range(4) for tile in tiles(hands[seat])]
    assert events[2:54] == [(1, seat, tile, 7, 0, 1 << seat) for seat, tile in dealt]
    assert events[54] == (2, 0, tiles("5m")[0], 7, 0, 1)  # drew, seen by East only
    assert events[55] == (3, 0, tiles("5m")[0], 0, 14 << 16 | 1 << 1, 1)  # asked on his own turn
    assert len(events) == 56
    assert table.state.wall_left == 83


def test_play_goes_anticlockwise(scene: Laid) -> None:
    """East, South, West, North, East (rule 4)."""
    table = scene([JUNK, JUNK_2, JUNK_3, JUNK_3.replace("345z", "677z")], wall="1m 2m 3m 9m 1p")
    order = []
    for _ in range(5):
        order.append(table.asked)
        table.turn(table.asked)
    assert order == [0, 1, 2, 3, 0]


def test_any_tile_may_be_discarded(scene: Laid) -> None:
    """Fourteen tiles of twelve kinds: twelve discards, each kind once (step 4)."""
    table = scene(["1147m 1147p 47s 123z", JUNK_2, JUNK_3, JUNK_3.replace("345z", "677z")], wall="5m")
    assert table.legal() == [
        f"discard {text}" for text in ["1m", "4m", "5m", "7m", "1p", "4p", "7p", "4s", "7s", "1z", "2z", "3z"]
    ]


def test_self_draw_is_a_choice(scene: Laid) -> None:
    """自摸 may be declared (rule 5) or not (decision 35); declared it ends the hand without a discard (step 5)."""
    table = scene([WAITS_5P, JUNK, JUNK_2, JUNK_3], wall="5p", dealer_multiplier="1")
    assert "win 5p" in table.legal()
    assert table.do(0, "win 5p")[-8:] == [
        "won 0 5p from 0 fan 1",
        "scored concealed_self_draw 1",
        "paid 0 42",
        "paid 1 -14",
        "paid 2 -14",
        "paid 3 -14",
        "hand_ended 0 1",
        "match_ended 0",
    ]
    table = scene([WAITS_5P, JUNK, JUNK_2, JUNK_3], wall="5p")
    table.do(0, "discard 9p")
    assert table.asked == 1


def test_winner_shows_his_tiles(scene: Laid) -> None:
    """The thirteen concealed tiles are revealed to all, then the win names the fourteenth (step 15)."""
    table = scene([JUNK, WAITS_5P, JUNK_2, JUNK_3], wall="5p")
    table.do(0, "discard 5p")
    at = table.log.count
    table.do(1, "win 5p")
    shown = [fields_of(event) for event in table.log.to_list(at)[:14]]
    assert [card for kind, _, card, _, _, _ in shown[:13]] == sorted(tiles(WAITS_5P))
    assert {(kind, seat, visible) for kind, seat, _, _, _, visible in shown[:13]} == {(9, 1, 15)}
    assert shown[13] == (6, 1, tiles("5p")[0], 0, 0, 15)


# Steps 11 to 14: pung, chow and what follows


def test_pung_then_discard(scene: Laid) -> None:
    """碰: no draw, any discard, no win, no kong (step 13, decisions 25 and 38); then the next from him plays."""
    table = scene([JUNK, "", "55p 8888m 36s 34567z", JUNK_3], wall="5p 9p")
    table.do(0, "discard 5p")
    assert table.do(2, "pung 5p") == ["punged 2 5p", "asked 2 after_claim 5p from 2: 8 of discard"]
    assert table.do(2, "discard 8m")[0] == "discarded 2 8m"
    assert table.asked == 3
    assert (
        table.state.river[0] & 0x3FF == tiles("5p")[0]
    )  # East's discard is marked as claimed by West (step 14)
    assert table.state.river[0] >> 16 & 1 == 1
    assert table.state.river[0] >> 20 == 2


def test_no_win_right_after_a_claim(scene: Laid) -> None:
    """After a pung the hand may be complete, but only a discard is asked (decision 38)."""
    table = scene([JUNK, JUNK_2, "555p 123m 789s 234s 9p", JUNK_3.replace("9p", "8p")], wall="5p 9p")
    table.do(0, "discard 5p")
    table.do(2, "pung 5p")
    assert {text.split()[0] for text in table.legal()} == {"discard"}


def test_chow_choices(scene: Laid) -> None:
    """Up to three sequences with the tile, each a move of its own (step 12)."""
    table = scene(
        [JUNK, "3467p 28m 258s 1567z", JUNK_3.replace("9p", "8p"), JUNK_2.replace("8p", "9p")], wall="5p"
    )
    assert table.do(0, "discard 5p")[-1] == "asked 1 chow 5p from 0: 4 of pass/chow"
    assert table.legal() == ["pass", "chow 345p", "chow 456p", "chow 567p"]
    assert table.do(1, "chow 456p")[0] == "chowed 1 5p"
    assert table.state.meld_texts(1) == ["chow:456p"]
    assert table.asked == 1


@pytest.mark.parametrize(
    ("tile", "held", "chows"),
    [
        ("1p", "23p", ["chow 123p"]),
        ("9p", "78p", ["chow 789p"]),
        ("2p", "13p", ["chow 123p"]),
        ("8s", "79s", ["chow 789s"]),
        ("1p", "89m", []),
        ("9m", "12p", []),
        ("8m", "9m 1p", []),
        ("2p", "9m 1p", []),
        ("9s", "12z", []),
        ("2z", "13z", []),
        ("5p", "36p", []),
    ],
)
def test_chow_edges(scene: Laid, tile: str, held: str, chows: list[str]) -> None:
    """Sequences stay inside a suit and honours build none (rules 2 and 8)."""
    table = scene(["", f"{held} 444z 555z 66z 77z 3z", "", ""], wall=tile)
    table.do(0, f"discard {tile}")
    assert table.ask(1, "chow")[1:] == chows


def test_passes_are_private(scene: Laid) -> None:
    """Neither that a seat was asked nor that it passed is seen by others; both are in the log (decision 37)."""
    table = scene([JUNK, WAITS_5P, JUNK_2, JUNK_3], wall="5p")
    at = table.log.count
    table.do(0, "discard 5p")
    table.do(1, "pass")
    tile = tiles("5p")[0]
    _, asked, passed = (fields_of(event) for event in table.log.to_list(at)[:3])
    assert asked == (3, 1, tile, 0, 1 << 24 | 2 << 16 | 1 << 7 | 1, 1 << 1)
    assert passed == (4, 1, tile, 0, 0, 1 << 1)


def test_a_question_with_one_answer_is_recorded(scene: Laid) -> None:
    """With one kind of tile in hand the discard is asked all the same (turn flow, first line)."""
    table = last_pair(scene)
    table.ask(1, "chow")
    assert table.do(1, "chow 456p")[-1] == "asked 1 after_claim 5p from 1: 1 of discard"
