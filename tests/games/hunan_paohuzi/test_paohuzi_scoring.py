"""What hands are worth: the worked examples of the rules; all readings against the auditor's brute force."""

import random
from typing import Any

import pytest

from paiju.sim.games.hunan_paohuzi.explain import explain
from paiju.sim.games.hunan_paohuzi.groups import WORDS
from paiju.sim.games.hunan_paohuzi.notation import parse_groups
from paiju.sim.games.hunan_paohuzi.rules import PaohuziRules, validated
from paiju.sim.games.hunan_paohuzi.scoring import OTHER_DRAW, OWN_DRAW, PLAYED, Scorer, reds_of
from paiju.sim.games.zipai.cards import key_of, parse_cards
from paiju.sim.games.zipai.groups import MIXED, RUN, group_cards
from tests.games.hunan_paohuzi import counting, log_format
from tests.games.hunan_paohuzi.auditor import Auditor


def result(hand: str, win: str, source: str = "draw_other", melds: str = "", **more: str) -> dict[str, Any]:
    """The answer under the default rules."""
    fields = {"hand": hand, "win": win, "source": source, "melds": melds, **more}
    return explain({key: value for key, value in fields.items() if value}, {})


def value(hand: str, win: str, source: str = "draw_other", melds: str = "") -> tuple[bool, object, object]:
    """Does it win, with how many 息 and 囤?"""
    answer = result(hand, win, source, melds)
    return answer["wins"], answer["huxi"], answer["tun"]


PLAIN = "s1 s2 s3 s2 s7 s10 s4 s5 b6 b7 b8 s9 s9 b9"
WITH_PAIR = "s1 s2 s3 s3 s4 s5 b6 b7 b8 s9 s9 b9"
WITH_KAN = "s5 s5 s5 s1 s2 s3 b6 b7 b8 s9 s9 b4 b5 b6"


def test_example_1() -> None:
    """Exactly six 息 win, one 囤."""
    assert value(PLAIN, "s6") == (True, 6, 1)
    assert value(PLAIN, "s6", "discard") == (True, 6, 1)
    assert value(PLAIN, "s6", "draw_own") == (True, 6, 1)


def test_example_3() -> None:
    """A pair: 碰 with another's card, 偎 with one's own."""
    small = f"{WITH_PAIR} s8 s8"
    assert value(small, "s8") == (False, 4, 0)
    assert result(small, "s8")["reason"] == "Too little: the hand has 4 息, min_huxi is 6."
    assert value(small, "s8", "draw_own") == (True, 6, 1)
    big = f"{WITH_PAIR} b5 b5"
    assert value(big, "b5") == (True, 6, 1)
    assert value(big, "b5", "draw_own") == (True, 9, 2)


def test_example_4() -> None:
    """跑胡: the fourth card of a 坎 completes the hand with a pair."""
    assert value(WITH_KAN, "s5") == (True, 9, 2)
    assert value(WITH_KAN, "s5", "discard") == (True, 9, 2)
    assert value(WITH_KAN, "s5", "draw_own") == (True, 12, 3)


def test_example_7() -> None:
    """A 提 on the table: four groups and a pair."""
    hand = "s1 s2 s3 b6 b7 b8 s9 s9 b9 s4"
    assert value(hand, "s4", melds="ti:拾拾拾拾") == (True, 15, 4)
    without = "s1 s2 s3 b6 b7 b8 s9 s9 b9 s4 b10 b9 b8 b1"
    assert value(without, "s4") == (False, 0, 0)
    assert "No five 门子" in result(without, "s4")["reason"]


def test_example_9() -> None:
    """A 碰 on the table becomes 跑 by a drawn card, never by a played one."""
    hand = "s1 s2 s3 s9 s9 b9 b4 b5 b6 s8 s8"
    assert value(hand, "s5", "draw_own", "pung:五五五") == (True, 9, 2)
    assert value(hand, "s5", "draw_other", "pung:五五五") == (True, 9, 2)
    assert value(hand, "s5", "discard", "pung:五五五") == (False, 0, 0)


def test_example_11() -> None:
    """The best of several readings."""
    assert value("s1 s2 s3 s4 s2 s7 s10 b1 b1 b1 s8 s8 b8 s3", "s5") == (True, 12, 3)
    answer = result("s1 s2 s3 s4 s2 s7 s10 b1 b1 b1 s8 s8 b8 s3", "s5")
    assert [item["name"] for item in answer["items"]] == ["kan", "first_run", "two_seven_ten"]
    assert value("s1 s2 s3 s4 b4 b5 b6 b1 b2 b3 s8 s8 b8 s2", "s3") == (True, 9, 2)


@pytest.mark.parametrize(
    ("hand", "huxi"),
    [
        ("s1 s1 s1 s1 b5 b5 b5 b5 s2 s4 s6 s8 b2 b9", 9 + 12),
        ("s1 s1 s1 s1 b5 b5 b5 s4 s4 s4 b8 b8 b8 s9", 9 + 6 + 3 + 6),
        ("s1 s1 s1 b5 b5 b5 s4 s4 s4 b8 b8 b8 s9 b2", 3 + 6 + 3 + 6),
        ("s1 s1 s1 s1 b5 b5 b5 s4 s4 s4 b8 b8 s9 b2", -1),
    ],
)
def test_example_12(hand: str, huxi: int) -> None:
    """2提, 1提 + 3坎, 4坎; not 1提 + 2坎."""
    answer = explain({"hand": hand, "source": "dealt"}, {})
    assert answer["wins"] == (huxi >= 0)
    assert answer["huxi"] == max(huxi, 0)
    assert Scorer(PaohuziRules(validated({}))).evaluate_opening(key_of(parse_cards(hand))) == huxi


@pytest.mark.parametrize(("huxi", "tun"), [(6, 1), (8, 1), (9, 2), (12, 3), (15, 4)])
def test_example_14(huxi: int, tun: int) -> None:
    """息 to 囤; each of the three pays."""
    scorer = Scorer(PaohuziRules(validated({})))
    scorer.huxi = huxi
    scorer.count(parse_vec("chow:一二三"), 0, 0, 5, True, -1)
    assert scorer.tun == tun
    scorer.pay(1, -1)
    assert list(scorer.tally.points) == [-tun, 3 * tun, -tun, -tun]


def test_payment_of_example_14() -> None:
    """15 息 self-drawn: each of the three pays 4, the winner has +12."""
    hand = "s1 s2 s3 b6 b7 b8 s9 s9 b9 s4"
    answer = result(hand, "s4", "draw_own", "ti:拾拾拾拾")
    assert (answer["points"], answer["payments"]) == (4, {"winner": 12, "each_other": -4})


def parse_vec(text: str) -> Any:
    """Groups as the scorer takes them."""
    from librt.vecs import vec
    from mypy_extensions import i64

    return vec[i64](parse_groups(text) or [0])


def test_a_kan_may_stay_when_its_fourth_card_wins() -> None:
    """破跑胡 (decision 26): the winning 五 in a run, the 坎 kept, or 跑; the better counts."""
    # 坎五 3 + 四五六 0 + 一二三 3 + two runs: no pair, so 跑 is impossible
    hand = "五五五 四六 一二三 陆柒捌 九九玖"
    assert value(hand, "五", "discard") == (True, 6, 1)
    # with a pair 跑 is possible and better
    assert value("五五五 一二三 陆柒捌 九九 肆伍陆", "五", "discard") == (True, 9, 2)


def test_a_table_group_may_stay_when_its_fourth_card_wins() -> None:
    """Decision 26: the fourth card of a 偎 or 碰 on the table used in the hand."""
    hand = "四六 一二三 陆柒捌 九九玖"
    assert value(hand, "五", "discard", "wei:五五五") == (True, 6, 1)
    assert value(hand, "五", "draw_other", "pung:五五五") == (False, 4, 0)
    assert value("八八 一二三 陆柒捌 九九玖", "五", "discard", "wei:五五五") == (True, 9, 2)


def test_a_second_quad_cannot_win() -> None:
    """Decisions 29, 48: with a quad the fourth card of another 坎 leaves the hand one card short."""
    hand = "五五五 一二三 陆柒捌 九"
    assert value(hand, "五", "discard", "ti:拾拾拾拾") == (False, 0, 0)
    assert value(hand, "九", "discard", "ti:拾拾拾拾") == (True, 18, 5)


def test_kan_locked() -> None:
    """Decision 21: a 坎 is 坎, however its cards might be read."""
    hand = "三三三 一二四五 二四 陆柒捌 九九"
    fields = {"hand": hand, "win": "玖", "source": "draw_other"}
    assert explain(fields, {})["wins"] is False
    assert explain(fields, {"kan_locked": False, "min_huxi": 3})["huxi"] == 3


def test_the_shown_card() -> None:
    """Decision 10: the dealer's fifteen cards are his own (坎), for others it is a card the dealer drew (碰)."""
    hand = f"{WITH_PAIR} b5 b5"
    assert result(hand, "b5", "shown_card")["huxi"] == 6
    dealer = result(hand, "b5", "shown_card", dealer="true")
    assert (dealer["huxi"], dealer["items"][0]["name"]) == (9, "kan")
    assert [item["name"] for item in dealer["items"]] == ["kan", "first_run", "heavenly"]
    other = result(hand, "b5", "shown_card")
    assert [item["name"] for item in other["items"]] == ["first_run", "pung", "earthly"]


def test_reds() -> None:
    """Red cards of every run, 二七十, 绞 and equal group."""
    rng = random.Random("reds")
    for _ in range(2000):
        kind = rng.randrange(8)
        card = rng.randrange(20)
        if kind == RUN and card % 10 > 7:
            continue
        group = kind << 8 | (rng.choice([1, 11]) if kind == 1 else card)
        hand = [rng.randrange(20) for _ in range(5)]
        cards = group_cards(group) + hand
        from librt.vecs import vec
        from mypy_extensions import i64

        assert reds_of(key_of(hand), vec[i64]([group]), 0, 1) == sum(c in counting.RED for c in cards)
    assert MIXED == 2


# Brute force

WAYS = {OWN_DRAW: log_format.OWN, OTHER_DRAW: log_format.OTHER, PLAYED: log_format.PLAYED}
HANDS = 40_000


def random_case(rng: random.Random) -> tuple[list[int], list[int], int]:
    """A waiting hand, its groups on the table, a winning card; mostly near a win."""
    left = [4] * 20
    groups: list[int] = []
    hand: list[int] = []
    chows = [RUN << 8 | c for c in range(20) if c % 10 < 8] + [1 << 8 | 1, 1 << 8 | 11]
    chows += [MIXED << 8 | c for c in range(20)]
    wanted = 5
    quads = False
    while wanted:
        group = (
            rng.choice(chows) if rng.random() < 0.55 else rng.choice([3, 4, 6, 7]) << 8 | rng.randrange(20)
        )
        cards = group_cards(group)
        if quads and wanted == 1:
            cards = [rng.randrange(20)] * 2
            group = -1
        if any(left[c] < cards.count(c) for c in cards):
            continue
        for c in cards:
            left[c] -= 1
        wanted -= 1
        if group >= 0 and len(groups) < 4 and rng.random() < 0.4:
            groups.append(group)
            quads = quads or group >> 8 in (6, 7)
        else:
            hand += cards[:3]
            for c in cards[3:]:
                left[c] += 1
    size = 14 - 3 * len(groups) - quads
    rng.shuffle(hand)
    extra = [c for c in range(20) for _ in range(left[c])]
    rng.shuffle(extra)
    if len(hand) > size:
        win = hand[size]
        hand = hand[:size]
    else:
        while len(hand) < size:
            hand.append(extra.pop())
        win = extra.pop()
    if rng.random() < 0.25:
        free = [g & 255 for g in groups if g >> 8 in (3, 4)] + [c for c in hand if hand.count(c) >= 2]
        held = hand + [c for g in groups for c in group_cards(g)]
        free = [c for c in free if held.count(c) < 4]
        win = rng.choice(free) if free else win
    return hand, groups, win


@pytest.mark.slow
@pytest.mark.parametrize("locked", [True, False])
def test_brute_force(locked: bool) -> None:
    """The best 息 of 40,000 hands with every way to win, and the groups it is read from."""
    rng = random.Random(f"evaluate {locked}")
    wins = 0
    for number in range(HANDS):
        any_draw = number % 3 > 0
        hand, groups, win = random_case(rng)
        way = rng.choice(list(WAYS))
        referee = REFEREES[locked, any_draw]
        player = counting.Seat()
        player.hand = [hand.count(card) for card in range(20)]
        names = ["run", "red", "mixed", *WORDS.names[3:8]]
        player.groups = [[names[g >> 8], g & 255, True] for g in groups]
        referee.seats[0] = player
        card = None if rng.random() < 0.1 else win
        readings = referee.readings(0, card, WAYS[way])
        scorer = SCORERS[locked, any_draw]
        key = key_of(hand)
        table = sum(counting.huxi_of(group) for group in player.table())
        laid = key_of([g & 255 for g in groups if g >> 8 == 3]) + 2 * key_of(
            [g & 255 for g in groups if g >> 8 == 4]
        )
        found = scorer.evaluate(
            key, len(hand), len(groups), player.quads(), table, laid, -1 if card is None else card, way
        )
        wanted = max((referee.huxi_of_reading(reading) for reading in readings), default=-1)
        assert found == wanted, (hand, groups, card, way)
        if found < 0:
            continue
        wins += 1
        read = [scorer.found[i] for i in range(scorer.found_count)]
        table_read = [
            scorer.joined_kind << 8 | g & 255 if g & 255 == scorer.joined and g >> 8 in (3, 4) else g
            for g in groups
        ]
        named = sorted(
            (["run", "red", "mixed", *WORDS.names[3:]][g >> 8], g & 255) for g in read + table_read
        )
        assert named in [sorted(reading) for reading in readings], (hand, groups, card, way)
    assert wins > HANDS // 10


def _rules(locked: bool, any_draw: bool) -> dict[str, object]:
    return validated({"kan_locked": locked, "pung_to_pao_on": "any_draw" if any_draw else "own_draw"})


REFEREES = {(a, b): Auditor(_rules(a, b)) for a in (True, False) for b in (True, False)}
SCORERS = {(a, b): Scorer(PaohuziRules(_rules(a, b))) for a in (True, False) for b in (True, False)}
