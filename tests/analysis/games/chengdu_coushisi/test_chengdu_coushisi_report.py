"""What reports and queries say of chengdu_coushisi, against hands folded event by event by the game itself."""

import json
from collections import Counter
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from paiju.analysis.ratings.intervals import share_interval
from paiju.analysis.report.charts import Columns
from paiju.analysis.report.make import make_report
from paiju.analysis.report.parts import Section, Table
from paiju.analysis.tables.db import connect, records
from paiju.sim.cli.main import main
from paiju.sim.games.chengdu_coushisi.cards import BALANCE, CODES, RED, is_bonus
from paiju.sim.games.chengdu_coushisi.game import GAME
from paiju.sim.games.chengdu_coushisi.kinds import DRAGON_STAGE, FIRST_DISCARD_STAGE, STEAL_STAGE, TURNED
from paiju.sim.games.chengdu_coushisi.rules import (
    BLACK_DRAGON,
    BONUS_CARDS,
    CONCEALED_MINIMUM,
    FLOWERS,
    PUNG_MINIMUM,
    RED_POINTS,
    CoushisiRules,
)
from paiju.sim.games.chengdu_coushisi.scoring import is_complete
from paiju.sim.games.chengdu_coushisi.state import CoushisiState
from paiju.sim.kernel import events as ev
from paiju.sim.store.reader import Run

FIRST, DRAGON = 1_470, 1_478  # in this deal seat 2, no dealer, is dealt two red points
Row = dict[str, Any]

RULESETS = {
    "default": ("matchup.policies=[uniform,first_legal]", f"tournament.first_deal={FIRST}", "tournament.blocks=30"),
    "house": (
        "matchup=self_play", "matchup.policies=[uniform]", "tournament.blocks=250", "ruleset.min_red=22",
        "ruleset.min_red_dealer=30", "ruleset.pung_min_red=17", "ruleset.concealed_triplet_min_red=13",
        "ruleset.win_on_discard=true", "ruleset.kong=add_fourth_steal_one",
        "ruleset.chow_from=own_flip_or_left_discard", "ruleset.hu_cap=500", "ruleset.fan_mode=additive",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Chance:
    """A complete hand."""

    seat: int
    is_dealer: bool
    card: int
    red: int
    needed: int


@dataclass
class Hand:
    """What happened in one hand, as the game's own state saw it."""

    deal: int
    policies: dict[int, str]
    events: list[int]
    chances: list[Chance]
    dragons: list[int]  # seats asked
    winner: int
    items: dict[int, int]  # pattern -> value
    total: int


def play(path: Path, *overrides: str) -> str:
    arguments = (
        "ruleset=chengdu_coushisi",
        "executor=local",
        "executor.workers=1",
        f"out={path}",
        *overrides,
    )
    assert main(["run", *arguments]) == 0
    return str(path)


@pytest.fixture(scope="module", params=RULESETS)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    return play(tmp_path_factory.mktemp("runs") / request.param, *RULESETS[request.param])


@pytest.fixture(scope="module")
def hands(run: str) -> list[Hand]:
    """Every hand of the run."""
    rows = Run(run)
    rules = CoushisiRules(rows.header["ruleset"]["options"])
    deals = {row["game_id"]: row["deal"] for row in rows.table("games").to_pylist()}
    policies: dict[int, dict[int, str]] = {}
    for row in rows.table("seats").to_pylist():
        policies.setdefault(row["game_id"], {})[row["seat"]] = row["policy"]
    return [fold(rules, deals[game], policies[game], rows.events(game).tolist()) for game in deals]


def fold(rules: CoushisiRules, deal: int, policies: dict[int, str], events: list[int]) -> Hand:
    """Fold a hand event by event, and look after each who is complete."""
    state = GAME.state(rules)
    assert isinstance(state, CoushisiState)
    hand = Hand(deal, policies, events, [], [], -1, {}, 0)
    for event in events:
        kind, seat, card, arg = ev.kind_of(event), ev.seat_of(event), ev.card_of(event), ev.arg_of(event)
        state.evolve(kind, seat, card, ev.from_seat_of(event), arg, ev.visible_of(event))
        seats: list[int] = []
        more = -1
        if kind == ev.DREW and arg == TURNED and not is_bonus(card):
            seats, more = [0, 1, 2, 3], card
        elif kind == ev.DISCARDED and rules.win_on_discard:
            seats, more = [other for other in range(4) if other != seat], card
        elif kind == ev.ASKED and arg >> 24 in (FIRST_DISCARD_STAGE, STEAL_STAGE):
            seats = [seat]
        elif kind == ev.ASKED and arg >> 24 == DRAGON_STAGE:
            hand.dragons.append(seat)
        elif kind == ev.WON:
            hand.winner, hand.total = seat, arg
        elif kind == ev.SCORED:
            hand.items[arg >> 16] = arg & 0xFFFF
        for each in seats:
            if is_complete(state.balance[each] + (BALANCE[more] if more >= 0 else 0)):
                red = state.red[each] + (RED[more] if more >= 0 else 0)
                is_dealer = each == state.dealer
                needed = rules.min_red_dealer if is_dealer else rules.min_red
                hand.chances.append(Chance(each, is_dealer, more, red, needed))
    return hand


def ask(capsys: pytest.CaptureFixture[str], run: str, query: str) -> list[Row]:
    assert main(["query", run, query, "--json"]) == 0
    rows: list[Row] = json.loads(capsys.readouterr().out)
    return rows


def section(run: str, key: str) -> Section:
    return next(section for section in make_report([run]).sections if section.key == key)


@pytest.mark.slow
def test_complete_hands_are_those_the_game_sees(run: str, hands: list[Hand]) -> None:
    """Every card of every seat, followed in SQL, agrees with the game's state; and what won, won so."""
    with connect(run) as connection:
        found = records(
            connection,
            "select seat, is_dealer, coalesce(number, -1) as card, red, needed, won from complete_hands"
            " left join (select name, number from cards) as words on words.name = card order by game_id, seq, seat",
        )
    chances = [chance for hand in hands for chance in hand.chances]
    assert [
        Chance(*(row[name] for name in ("seat", "is_dealer", "card", "red", "needed"))) for row in found
    ] == chances
    assert len(chances) > 50
    won = [row for row in found if row["won"]]
    wins = [hand for hand in hands if hand.winner >= 0 and BLACK_DRAGON not in hand.items]
    assert [row["seat"] for row in won] == [hand.winner for hand in wins]
    parts = (RED_POINTS, PUNG_MINIMUM, CONCEALED_MINIMUM)
    assert [row["red"] for row in won] == [sum(hand.items.get(part, 0) for part in parts) for hand in wins]
    assert all(row["red"] >= row["needed"] for row in won)
    kinds = Counter(ev.kind_of(event) for hand in hands for event in hand.events)
    names = {number: name for number, name, _ in GAME.kinds}
    for number, name in names.items():
        if name == "added_fourth":
            assert (kinds[number] > 0) == ("house" in run)
        elif name in ("punged", "chowed", "concealed_triplet"):
            assert kinds[number] > 10


@pytest.mark.slow
def test_red_points_and_those_that_are_too_few(
    run: str, hands: list[Hand], capsys: pytest.CaptureFixture[str]
) -> None:
    chances = [(hand, chance) for hand in hands for chance in hand.chances]
    counts = Counter(chance.red for _, chance in chances)
    short = Counter(chance.red for _, chance in chances if chance.red < chance.needed)
    found = {row["red"]: row for row in ask(capsys, run, "@red_points")}
    assert {red: row["complete"] for red, row in found.items()} == counts
    assert {red: row["short"] for red, row in found.items() if row["short"]} == short
    for red, row in found.items():
        assert row["percent"] == pytest.approx(100 * counts[red] / counts.total(), abs=1e-3)
    for row in ask(capsys, run, "@short_of_red"):
        of_these = [
            chance
            for hand, chance in chances
            if hand.policies[chance.seat] == row["policy"] and chance.is_dealer == (row["role"] == "dealer")
        ]
        missing = [chance.needed - chance.red for chance in of_these if chance.red < chance.needed]
        assert (row["complete"], row["short"]) == (len(of_these), len(missing))
        assert row["percent"] == pytest.approx(100 * len(missing) / len(of_these), abs=1e-3)
        mean = pytest.approx(sum(missing) / len(missing), abs=1e-3) if missing else None
        assert row["missing"] == mean
        assert row["per_hand"] == pytest.approx(len(of_these) / row["hands"], abs=1e-4)
    seats = sum(row["hands"] for row in ask(capsys, run, "@short_of_red"))
    assert seats == 4 * len(hands)
    red = section(run, "red")
    assert red.lead[1] == (
        f"In {short.total():,} of them ({100 * short.total() / counts.total():.0f} %) they had too few red points."
    )
    [chart] = red.charts
    assert isinstance(chart, Columns)
    expected = [(22, "others need 22"), (30, "dealer need 30")] if "house" in run else [
        (24, "others need 24"), (26, "dealer need 26")
    ]  # fmt: skip
    assert chart.borders == expected


def test_what_flowers_and_bonus_cards_are_worth(
    run: str, hands: list[Hand], capsys: pytest.CaptureFixture[str]
) -> None:
    house = "house" in run

    def total(items: dict[int, int]) -> int:
        hu = sum(value for pattern, value in items.items() if pattern <= BONUS_CARDS)
        fan = sum(value for pattern, value in items.items() if pattern > BONUS_CARDS)
        hu = min(hu * (1 + fan), 500) if house else hu * 2**fan
        return -(-hu // 100) * 100

    wins = [hand for hand in hands if hand.winner >= 0]
    assert [total(hand.items) for hand in wins] == [hand.total for hand in wins]
    names = {each.name: each.id for each in GAME.patterns}
    found = {names[row["item"]]: row for row in ask(capsys, run, "@hu_items")}
    assert found.keys() == {pattern for hand in wins for pattern in hand.items}
    for pattern, row in found.items():
        values = [hand.items[pattern] for hand in wins if pattern in hand.items]
        assert row["wins"] == len(values)
        assert row["percent"] == pytest.approx(100 * len(values) / len(wins), abs=1e-3)
        assert row["amount"] == pytest.approx(sum(values) / len(values), abs=1e-3)
        without = [{key: value for key, value in hand.items.items() if key != pattern} for hand in wins]
        adds = sum(hand.total - total(items) for hand, items in zip(wins, without, strict=True))
        assert row["adds"] == pytest.approx(adds / len(wins), abs=1e-3)
    assert found[FLOWERS]["adds"] > 0
    shown = section(run, "items").tables[0]
    assert isinstance(shown, Table)
    assert "bonus cards 皮子" in [str(row[0]) for row in shown.rows]


def test_black_dragons(run: str, hands: list[Hand], capsys: pytest.CaptureFixture[str]) -> None:
    found = {row["role"]: row for row in ask(capsys, run, "@black_dragons")}
    assert (found["dealer"]["hands"], found["other"]["hands"]) == (len(hands), 3 * len(hands))
    assert found["dealer"]["dealt"] + found["other"]["dealt"] == sum(len(hand.dragons) for hand in hands)
    assert sum(row["won"] for row in found.values()) == sum(BLACK_DRAGON in hand.items for hand in hands)
    if "house" in run:
        return
    dealt = [hand for hand in hands if hand.deal == DRAGON]
    assert {tuple(hand.dragons) for hand in dealt} == {(2,)}
    assert found["other"]["dealt"] == len(dealt)
    share = len(dealt) / (3 * len(hands))
    assert found["other"]["dealt_percent"] == pytest.approx(100 * share, abs=1e-3)
    sizes = Counter(hand.deal for hand in hands)
    squares = sum((len(dealt) * (deal == DRAGON) - share * 3 * size) ** 2 for deal, size in sizes.items())
    error = sqrt(squares * 30 / 29) / (3 * len(hands))
    expected = share_interval(share, error**2, 30, 1).scaled(100)
    assert found["other"]["dealt_percent_low"] == pytest.approx(expected.low, abs=1e-2)
    assert found["other"]["dealt_percent_high"] == pytest.approx(expected.high, abs=1e-2)


def test_fan_cards_thrown_away(run: str, hands: list[Hand], capsys: pytest.CaptureFixture[str]) -> None:
    discards = Counter(
        (hand.policies[ev.seat_of(event)], CODES[ev.card_of(event) % 21])
        for hand in hands
        for event in hand.events
        if ev.kind_of(event) == ev.DISCARDED
    )
    found = ask(capsys, run, "@fan_discards")
    assert {(row["card"], row["hanzi"]) for row in found} == {
        ("DI", "🁫地牌"), ("Y4", "🁮幺四"), ("RP", "🂃人牌"), ("TI", "🂓天牌")
    }  # fmt: skip
    for row in found:
        times = discards[row["policy"], row["card"]]
        every = sum(count for (policy, _), count in discards.items() if policy == row["policy"])
        assert row["discards"] == times
        assert row["percent"] == pytest.approx(100 * times / every, abs=1e-3)
        assert row["per_hand"] == pytest.approx(times / row["hands"], abs=1e-4)
    assert {row["hands"] for row in found} == {4 * len(hands) // len({row["policy"] for row in found})}


def test_wins_on_discards_are_the_deal_ins(
    run: str, hands: list[Hand], capsys: pytest.CaptureFixture[str]
) -> None:
    """A card that another turned is none; an own turned card is the self-draw, as is a hand that wins by itself."""
    drawn = Counter[str]()
    for hand in hands:
        for event in hand.events:
            if ev.kind_of(event) == ev.WON and ev.card_of(event) == ev.NO_CARD:
                drawn["own"] += 1
            elif ev.kind_of(event) == ev.WON:
                before = [each for each in hand.events if ev.kind_of(each) in (ev.DREW, ev.DISCARDED)][-1]
                own = ev.from_seat_of(event) == ev.seat_of(event)
                drawn["own" if own else "discard" if ev.kind_of(before) == ev.DISCARDED else "other"] += 1
    styles = ask(capsys, run, "@styles")
    assert sum(row["dealt_in"] for row in styles) == drawn["discard"]
    assert (drawn["discard"] > 0) == ("house" in run)
    assert drawn["other"] > 0
    own = sum(row["self_drawn_percent"] * row["hands"] for row in styles) / 100
    assert own == pytest.approx(drawn["own"], abs=0.1)


def test_a_run_without_events_has_a_report_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = play(tmp_path / "hands", *RULESETS["default"], "tournament.log_level=hands")
    capsys.readouterr()
    sections = {each.key for each in make_report([run]).sections}
    assert {"endings", "scores", "patterns"} <= sections
    assert not {"red", "items", "rare", "calls"} & sections
    for query in ("red_points", "short_of_red", "hu_items", "black_dragons", "fan_discards"):
        assert ask(capsys, run, f"@{query}") == []
    assert main(["query", run]) == 0
    assert "complete_hands: one row per time" in capsys.readouterr().out
