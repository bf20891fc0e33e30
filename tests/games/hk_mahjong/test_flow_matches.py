"""Dealer, winds and the end of a match, in scenes laid out by hand."""

import pytest

from tests.games.hk_mahjong.scene import WAITS_5P, Laid, Scene
from tests.games.logs import fields_of

# Matches (decisions 4, 29, 31)


def hand_won(table: Scene, offset: int) -> list[str]:
    """Deal a hand that the dealer (0) or a player after him wins by the first tile; gives its last events."""
    hands = ["", "", "", ""]
    hands[offset] = WAITS_5P
    table.next_hand(hands, wall="5p")
    dealer = table.state.dealer
    if offset == 0:
        return table.do(dealer, "win 5p")
    table.do(dealer, "discard 5p")
    seat = (dealer + offset) % 4
    table.ask(seat, "win")
    return table.do(seat, "win 5p")


def first_hand(scene: Laid, offset: int, **options: object) -> Scene:
    """A match whose first hand is won by South (1) or another, or drawn (-1)."""
    hands = ["", "", "", ""]
    if offset >= 0:
        hands[offset] = WAITS_5P
    table = scene(hands, wall="5p" if offset >= 0 else "", **options)
    if offset < 0:
        table.idle(-1)
    elif offset == 0:
        table.do(0, "win 5p")
    else:
        table.do(0, "discard 5p")
        table.ask(offset, "win")
        table.do(offset, "win 5p")
    return table


def dealt(table: Scene) -> str:
    """How the next hand starts."""
    mark = table.log.count
    table.next_hand()
    table.mark = mark
    return table.events()[0]


@pytest.mark.parametrize(
    ("winner", "option", "starts"),
    [
        (0, "same", "hand_started 0 wind 0"),
        (0, "next", "hand_started 0 wind 0"),
        (1, "same", "hand_started 1 wind 0"),
        (3, "same", "hand_started 1 wind 0"),
        (-1, "same", "hand_started 0 wind 0"),
        (-1, "next", "hand_started 1 wind 0"),
    ],
)
def test_next_dealer(scene: Laid, winner: int, option: str, starts: str) -> None:
    """The dealer keeps the deal after his win, and after a drawn hand by `dealer_after_draw` (decision 31)."""
    table = first_hand(scene, winner, match="hands:2", dealer_after_draw=option)
    assert dealt(table) == starts


def test_match_hand_is_one_hand(scene: Laid) -> None:
    """`match=hand`: one hand, whatever `max_hands` says (decision 4)."""
    for limit in (1, 100):
        table = first_hand(scene, 0, max_hands=limit)
        assert table.engine.is_over()
        assert fields_of(table.log.to_list()[-1])[4] == 0


def test_rounds(scene: Laid) -> None:
    """`rounds:2`: the deal goes round, the wind from 東 to 南, the match ends with the second round."""
    table = first_hand(scene, 1, match="rounds:2")
    starts = []
    last: list[str] = []
    while not table.engine.is_over():
        at = table.log.count
        last = hand_won(table, 1)
        starts.append(fields_of(table.log.to_list(at)[0])[1:5:3])
    assert starts == [(1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1), (3, 1)]
    assert last[-1] == "match_ended 0"


def test_a_kept_deal_lengthens_the_round(scene: Laid) -> None:
    """Hands that the dealer wins do not move the round; the last hand of it ends the match."""
    table = first_hand(scene, 1, match="rounds:1")
    for offset in (2, 0, 3, 0, 0):
        hand_won(table, offset)
        assert not table.engine.is_over()
    assert hand_won(table, 1)[-2:] == ["hand_ended 0 2", "match_ended 0"]


def test_max_hands_ends_a_round(scene: Laid) -> None:
    """`max_hands=3` ends a match of rounds early, with its reason."""
    table = first_hand(scene, 1, match="rounds:1", max_hands=3)
    assert hand_won(table, 1)[-1] == "hand_ended 2 2"
    assert hand_won(table, 1)[-2:] == ["hand_ended 3 2", "match_ended 1"]


def test_max_hands_ends_hands(scene: Laid) -> None:
    """`hands:5` with `max_hands=2` is two hands; `hands:2` with `max_hands=2` is played out."""
    table = first_hand(scene, 1, match="hands:5", max_hands=2)
    assert hand_won(table, 1)[-1] == "match_ended 1"
    table = first_hand(scene, 1, match="hands:2", max_hands=2)
    assert hand_won(table, 1)[-1] == "match_ended 0"


def test_winds_start_again_after_four_rounds(scene: Laid) -> None:
    """`hands:17`: the seventeenth hand, after four rounds, is in the East round again (further readings)."""
    table = first_hand(scene, 1, match="hands:17")
    winds = [0]
    for _ in range(16):
        at = table.log.count
        hand_won(table, 1)
        winds.append(fields_of(table.log.to_list(at)[0])[4])
    assert winds == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4 + [0]
    assert table.engine.is_over()


def test_points_add_up(scene: Laid) -> None:
    """Points start at 0, may be negative, and add up over the hands of a match (decision 29)."""
    table = first_hand(scene, 1, match="hands:3")
    assert list(table.state.scores) == [-20, 20, 0, 0]
    hand_won(table, 1)  # South deals and pays West
    assert list(table.state.scores) == [-20, 0, 20, 0]
    hand_won(table, 0)  # West deals, draws: 1 fan for the dealer is 60
    assert list(table.state.scores) == [-40, -20, 80, -20]


def test_the_dealer_is_east(scene: Laid) -> None:
    """When seat 1 deals his seat wind is 東: a pung of it, seat and round wind, counts once (decisions 3, 31)."""
    table = first_hand(scene, 1, match="hands:2", extra_fan={})
    table.next_hand(["111z 46p 123m 789s 99p", "", "", ""], wall="5p")
    assert [text for text in table.do(1, "win 5p") if text.startswith("scored")] == [
        "scored concealed_self_draw 1",
        "scored seat_wind_pung 1",
    ]


def test_the_round_wind_counts(scene: Laid) -> None:
    """In the South round a pung of 南 counts for everybody, one of 東 for the dealer only."""
    table = first_hand(scene, 1, match="rounds:2")
    for _ in range(3):
        hand_won(table, 1)
    table.next_hand(["222z 46p 123m 789s 99p", "", "", ""], wall="5p")
    assert table.state.dealer == 0
    assert [text for text in table.do(0, "win 5p") if text.startswith("scored")] == [
        "scored concealed_self_draw 1",
        "scored round_wind_pung 1",
    ]
