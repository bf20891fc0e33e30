"""What reports and queries say of hunan_paohuzi, counted again from the rows of a small run as they are stored."""

import json
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Any

import duckdb
import pytest

from paiju.analysis.ratings.intervals import share_interval, t_interval
from paiju.analysis.report.charts import Columns
from paiju.analysis.report.make import make_report
from paiju.analysis.report.parts import Section, Table
from paiju.analysis.report.wording import percent
from paiju.sim.cli.main import main
from paiju.sim.store.reader import Run

FIRST = 31_110  # 30 deals; in one of them, whoever plays it, the dealer has four 坎
OPENING_DEAL, OPENING_HUXI = 31_130, 21
POLICIES = ("easy", "uniform", "first_legal", "normal")
Row = dict[str, Any]


def play(path: Path, *overrides: str) -> str:
    arguments = (
        "ruleset=hunan_paohuzi", f"matchup.policies=[{','.join(POLICIES)}]", f"tournament.first_deal={FIRST}",
        "tournament.blocks=30", "executor=local", "executor.workers=1", f"out={path}", *overrides,
    )  # fmt: skip
    assert main(["run", *arguments]) == 0
    return str(path)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> str:
    return play(tmp_path_factory.mktemp("runs") / "paohuzi")


@pytest.fixture(scope="module")
def hands(run: str) -> list["Hand"]:
    """Every hand, told from its events."""
    rows = Run(run)
    deals = dict(zip(*(rows.table("games")[name].to_pylist() for name in ("game_id", "deal")), strict=True))
    policies: dict[int, dict[int, str]] = {}
    for row in rows.table("seats").to_pylist():
        policies.setdefault(row["game_id"], {})[row["seat"]] = row["policy"]
    events: dict[int, list[Row]] = {}
    for row in rows.table("events").to_pylist():
        events.setdefault(row["game_id"], []).append(row)
    return [Hand(deals[game], policies[game], events[game]) for game in deals]


class Hand:
    """One hand: who sat where, and its events in order (this ruleset has one hand in a match)."""

    def __init__(self, deal: int, policies: dict[int, str], events: list[Row]) -> None:
        self.deal = deal
        self.policies = policies
        self.events = events
        self.won = next((event for event in events if event["kind"] == "won"), None)
        self.dealer = next(event["seat"] for event in events if event["kind"] == "hand_started")

    def given(self) -> str | None:
        """What the card was that another won on: discarded, drew, or dealt (the card shown at the deal)."""
        if self.won is None or self.won["from_seat"] == self.won["seat"]:
            return None
        before = self.events[: self.events.index(self.won)]
        placed = [event for event in before if event["kind"] in ("dealt", "drew", "discarded")]
        assert placed[-1]["seat"] == self.won["from_seat"]
        assert placed[-1]["card"] == self.won["card"]
        return str(placed[-1]["kind"])

    def answers(self) -> Iterator[tuple[str, int, str]]:
        """Of each question: the policy asked, the kinds of move offered as bits, the kind of event it answered with."""
        for event, after in zip(self.events, self.events[1:], strict=False):
            if event["kind"] == "asked":
                yield self.policies[event["seat"]], event["arg"] & 0xFFFF, after["kind"]


def ask(capsys: pytest.CaptureFixture[str], run: str, query: str) -> list[Row]:
    assert main(["query", run, query, "--json"]) == 0
    rows: list[Row] = json.loads(capsys.readouterr().out)
    return rows


def standard_error(pairs: list[tuple[int, int]]) -> float:
    """Of the ratio of two sums, from their parts in each deal (Cochran, Sampling Techniques, 2.39)."""
    n, total = len(pairs), sum(size for _, size in pairs)
    ratio = sum(part for part, _ in pairs) / total
    return sqrt(sum((part - ratio * size) ** 2 for part, size in pairs) * n / (n - 1)) / total


def section(run: str, key: str) -> Section:
    return next(section for section in make_report([run]).sections if section.key == key)


def table(section: Section, number: int = 0) -> dict[str, list[str]]:
    """The cells of a table of a section by the first of each row."""
    found = section.tables[number]
    assert isinstance(found, Table)
    return {str(row[0]): [str(cell) for cell in row[1:]] for row in found.rows}


# 胡息 and 囤


def test_huxi_and_tun_of_every_win(run: str, hands: list[Hand], capsys: pytest.CaptureFixture[str]) -> None:
    wins = Counter(hand.won["arg"] for hand in hands if hand.won)
    assert wins[OPENING_HUXI] >= 4
    found = ask(capsys, run, "@huxi")
    assert {row["huxi"]: row["wins"] for row in found} == wins
    for row in found:
        assert row["tun"] == 1 + (row["huxi"] - 6) // 3
        assert row["winner_points"] == 3 * row["tun"]
        assert row["percent"] == pytest.approx(100 * wins[row["huxi"]] / wins.total(), abs=1e-3)
    points = sum(3 * (1 + (huxi - 6) // 3) * count for huxi, count in wins.items())
    assert found[0]["points_percent"] == pytest.approx(100 * 3 * wins[6] / points, abs=1e-3)


def test_the_report_marks_what_a_win_needs(run: str, hands: list[Hand]) -> None:
    wins = Counter(hand.won["arg"] for hand in hands if hand.won)
    found = section(run, "scores")
    assert found.lead[0] == "A win needs 6 胡息."
    assert (
        found.lead[1]
        == f"Of {wins.total()} winning hands {100 * wins[6] / wins.total():.0f} % have just that many."
    )
    [chart] = found.charts
    assert isinstance(chart, Columns)
    assert [name for name, *_ in chart.bins] == [str(huxi) for huxi in range(3, max(wins) + 1)]
    assert [round(share, 3) for _, share, *_ in chart.bins[:3]] == [0, 0, 0]
    assert chart.bins[3][1] == pytest.approx(100 * wins[6] / wins.total(), abs=1e-3)
    assert chart.borders == [(3, "a win needs 6")]
    assert 'class="border"' in chart.html()
    assert table(found)["21"][0] == "6"  # 囤


def test_runs_under_two_rules_have_a_threshold_each(
    run: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = play(tmp_path / "nine", "ruleset.min_huxi=9", "ruleset.huxi_step=1")
    capsys.readouterr()
    tun = {row["huxi"]: row["tun"] for row in ask(capsys, other, "@huxi")}
    assert tun[9] == 1
    assert tun[OPENING_HUXI] == 13
    assert main(["report", other, "--md", "-o", "-"]) == 0
    assert "A win needs 9 胡息." in capsys.readouterr().out
    assert main(["report", run, other, "--md", "-o", "-"]) == 2
    assert "these runs have different rules (min_huxi = 6 or 9" in capsys.readouterr().err


# How hands end


def test_a_card_drawn_for_another_is_no_deal_in(
    run: str, hands: list[Hand], capsys: pytest.CaptureFixture[str]
) -> None:
    given = Counter(hand.given() for hand in hands)
    assert given["drew"] > 0
    dealt_in: Counter[Any] = Counter()
    for hand in hands:
        if hand.given() == "discarded":
            assert hand.won
            giver = hand.won["from_seat"]
            dealt_in.update((hand.policies[giver], giver, "dealer" if giver == hand.dealer else "other"))
    assert sum(dealt_in[policy] for policy in POLICIES) == given["discarded"] > 0
    styles = {row["policy"]: row for row in ask(capsys, run, "@styles")}
    assert {policy: row["dealt_in"] for policy, row in styles.items()} == {
        name: dealt_in[name] for name in POLICIES
    }
    for row in ask(capsys, run, "@seats"):
        assert row["dealt_in_percent"] == pytest.approx(100 * dealt_in[row["seat"]] / len(hands), abs=1e-3)
    for row in ask(capsys, run, "@dealers"):
        assert row["dealt_in_percent"] == pytest.approx(100 * dealt_in[row["role"]] / row["seats"], abs=1e-3)
    shown = section(run, "endings").tables[1]
    assert isinstance(shown, Table)
    assert sorted(map(str, shown.columns[1:])) == sorted(POLICIES)
    assert table(section(run, "endings"), 1)["dealt in 放炮"] == [
        percent(styles[str(policy)], "dealt_in_percent") for policy in shown.columns[1:]
    ]


def test_how_each_policy_wins(run: str, hands: list[Hand], capsys: pytest.CaptureFixture[str]) -> None:
    """On its own draw, another's draw, a discard, the card shown at the deal, or by 2提 and 4坎."""
    wins: Counter[tuple[str, str]] = Counter()
    pairs: dict[int, list[int]] = {}
    for hand in hands:
        part = pairs.setdefault(hand.deal, [0, 0])
        part[1] += 1
        if hand.won is None:
            continue
        policy, own = hand.policies[hand.won["seat"]], hand.won["from_seat"] == hand.won["seat"]
        played = any(event["kind"] == "discarded" for event in hand.events)
        if not played:
            way = "shown_card" if hand.won["card"] else "opening_groups"
        elif own:
            way = "self_draw"
        else:
            way = {"discarded": "discard", "drew": "other_draw"}[str(hand.given())]
        wins[policy, way] += 1
        part[0] += policy == "easy" and way == "other_draw"
    found = {(row["policy"], row["outcome"]): row for row in ask(capsys, run, "@wins")}
    assert {key: row["wins"] for key, row in found.items() if row["wins"]} == wins
    row = found["easy", "other_draw"]
    assert (row["hands"], row["deals"]) == (len(hands), 30)
    assert row["percent"] == pytest.approx(100 * row["wins"] / len(hands), abs=1e-3)
    error = standard_error([(part, size) for part, size in pairs.values()])
    expected = share_interval(
        row["percent"] / 100, error**2, 30, sum(part > 0 for part, _ in pairs.values())
    ).scaled(100)
    assert (row["percent_low"], row["percent_high"]) == pytest.approx((expected.low, expected.high), abs=1e-2)
    drawn = sum(hand.won is None for hand in hands)
    outcomes = {row["outcome"]: row["hands"] for row in ask(capsys, run, "@outcomes")}
    assert outcomes.get("draw", 0) == drawn > 0
    assert "draw 荒庄" in table(section(run, "endings"))


def test_opening_wins(run: str, hands: list[Hand], capsys: pytest.CaptureFixture[str]) -> None:
    """天胡 is the dealer's, 地胡 another's."""
    opening = [hand for hand in hands if hand.deal == OPENING_DEAL]
    assert [hand.won and (hand.won["seat"], hand.won["arg"]) for hand in opening] == [(1, OPENING_HUXI)] * 4
    assert {hand.dealer for hand in opening} == {1}
    found = {(row["opening"], row["outcome"]): row for row in ask(capsys, run, "@opening_wins")}
    assert len(found) == 4
    groups = found["heavenly", "opening_groups"]
    assert (groups["wins"], groups["hands"], groups["deals"], groups["huxi"]) == (4, 120, 30, OPENING_HUXI)
    assert groups["percent"] == pytest.approx(100 / 30, abs=1e-3)
    expected = share_interval(1 / 30, 1 / 30**2, 30, 1).scaled(100)  # one deal in thirty
    assert groups["percent_high"] == pytest.approx(expected.high, abs=1e-3)
    earthly = found["earthly", "opening_groups"]
    assert (earthly["wins"], earthly["percent"], earthly["percent_low"]) == (0, 0, 0)
    assert earthly["percent_high"] == pytest.approx(
        100 * (1 - 0.05 ** (1 / 30)), abs=1e-3
    )  # by deals, not hands
    rows = section(run, "openings").tables[0]
    assert isinstance(rows, Table)
    assert [str(cell) for cell in rows.rows[0]][:2] == ["heavenly 天胡", "opening groups 二提四坎"]
    assert [row[-1] for row in rows.rows] == [4, 0, 0, 0]


def test_dealers(run: str, hands: list[Hand], capsys: pytest.CaptureFixture[str]) -> None:
    dealer, other = ask(capsys, run, "@dealers")
    assert (dealer["role"], dealer["seats"], other["seats"]) == ("dealer", 120, 360)
    won = sum(hand.won is not None and hand.won["seat"] == hand.dealer for hand in hands)
    lost = sum(hand.won is not None and hand.won["seat"] != hand.dealer for hand in hands)
    assert dealer["won_percent"] == pytest.approx(100 * won / 120, abs=1e-3)
    assert other["won_percent"] == pytest.approx(100 * lost / 360, abs=1e-3)
    drew = sum(
        hand.won is not None and hand.won["from_seat"] == hand.won["seat"] == hand.dealer for hand in hands
    )  # an opening win too: nobody gave a card
    assert dealer["self_drawn_percent"] == pytest.approx(100 * drew / 120, abs=1e-3)


# 提 跑 偎 碰 吃


def test_what_is_forced_and_what_is_asked(
    run: str, hands: list[Hand], capsys: pytest.CaptureFixture[str]
) -> None:
    laid = Counter(
        (hand.policies[event["seat"]], event["kind"])
        for hand in hands
        for event in hand.events
        if event["seat"] is not None
    )
    bits = {"chowed": 1 << 2, "punged": 1 << 3}  # 吃 and 碰 among the kinds of move
    offered = Counter(
        (policy, kind)
        for hand in hands
        for policy, offers, _ in hand.answers()
        for kind, bit in bits.items()
        if offers & bit
    )
    found = {(row["policy"], row["kind"]): row for row in ask(capsys, run, "@actions")}
    forced = {"laid_ti", "laid_pao", "laid_wei", "laid_stale_wei", "compared"}
    assert {kind for _, kind in found} == forced | bits.keys()
    for (policy, kind), row in found.items():
        times = laid[policy, kind]
        assert (row["hands"], row["events"]) == (120, times)
        assert row["per_hand"] == pytest.approx(times / 120, abs=1e-4)
        if kind in forced:
            assert (row["how"], row["offered"]) == ("forced", None)
        else:
            assert (row["how"], row["offered"]) == ("asked", offered[policy, kind])
            assert row["taken_percent"] == pytest.approx(100 * times / offered[policy, kind], abs=1e-3)
    pairs = [
        (
            sum(
                event["kind"] == "laid_pao" and hand.policies[event["seat"]] == "easy"
                for hand in hands
                if hand.deal == deal
                for event in hand.events
            ),
            4,
        )
        for deal in range(FIRST, FIRST + 30)
    ]
    pao = found["easy", "laid_pao"]
    expected = t_interval(pao["per_hand"], standard_error(pairs) ** 2, 29)
    assert (pao["per_hand_low"], pao["per_hand_high"]) == pytest.approx(
        (expected.low, expected.high), abs=1e-3
    )
    calls = section(run, "calls")
    rows = calls.tables[0]
    assert isinstance(rows, Table)
    heads = [(str(row[0]), row[1]) for row in rows.rows]
    assert ("laid ti 提", "forced, in a hand") in heads
    assert heads[heads.index(("punged 碰", "asked, in a hand")) + 1] == ("punged 碰", "when offered")
    assert list(rows.rows[-1]) == ["hands", "", 120, 120, 120, 120]
    assert calls.notes == ["From every question and event in 120 hands, those of the first deals."]


# Runs that keep less, other games, other tools


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "missing"), [("hands", {"calls"}), ("results", {"calls", "scores", "openings"})]
)
def test_runs_that_keep_less_have_a_report_too(
    run: str, tmp_path: Path, level: str, missing: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    less = play(tmp_path / level, f"tournament.log_level={level}")
    whole, parts = ({each.key: each for each in make_report([name]).sections} for name in (run, less))
    assert {"calls", "scores", "openings"} <= whole.keys()
    assert not missing & parts.keys()
    for key in {"scores", "openings"} & parts.keys():
        assert parts[key] == whole[key]
    if level == "hands":  # but for what events alone tell: who paid what, whose hands were opened
        told = {"opened", "points lost in hands it dealt in"}
        endings = [
            [row for table in each["endings"].tables if isinstance(table, Table) for row in table.rows]
            for each in (whole, parts)
        ]
        kept = [[row for row in rows if getattr(row[0], "name", row[0]) not in told] for rows in endings]
        assert kept[0] == kept[1] != []
    if level == "results":  # who dealt in is not known
        assert {row[4] for row in parts["seats"].tables[0].rows} == {"–"}  # type: ignore[union-attr]
        capsys.readouterr()
        assert ask(capsys, less, "@seats")[0]["dealt_in_percent"] is None
    capsys.readouterr()
    assert ask(capsys, less, "@actions") == []


def test_queries_of_a_game_are_its_own(
    run: str, little_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["query", str(little_run), "@huxi"]) == 2
    assert "there is no query @huxi; there are @actions" in capsys.readouterr().err
    listed: dict[str, set[str]] = {}
    for game in ("hunan_paohuzi", "hk_mahjong"):
        assert main(["list", "queries", game, "--json"]) == 0
        listed[game] = {
            row["query"] for row in json.loads(capsys.readouterr().out) if row["game"] in ("", game)
        }
    assert listed["hunan_paohuzi"] - listed["hk_mahjong"] == {"huxi", "opening_wins"}
    file = tmp_path / "run.duckdb"
    assert main(["export", run, "--duckdb", str(file)]) == 0
    with duckdb.connect(str(file), read_only=True) as connection:
        wins = connection.execute("select sum(wins) from query_huxi").fetchone()
        assert wins == connection.execute("select count(*) from hands where winner is not null").fetchone()


def test_markdown_speaks_of_huxi(run: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", run, "--md", "-o", "-"]) == 0
    text = capsys.readouterr().out
    for words in ("| huxi 胡息 | tun 囤 |", "天胡", "dealt in 放炮", "| laid pao 跑 | forced, in a hand |"):
        assert words in text.replace("\\_", "_")
    assert "番" not in text
