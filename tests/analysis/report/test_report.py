"""Reports: one file that loads nothing, well formed, with every section the run has data for."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest

from paiju.analysis.ratings.intervals import Interval
from paiju.analysis.report.charts import Axis
from paiju.analysis.report.make import _dialect, _score
from paiju.analysis.report.wording import chance, interval_of, percent, plus_minus
from paiju.analysis.tables.files import sql_files
from paiju.sim.cli.main import main
from paiju.sim.store import names
from paiju.sim.store.folder import LocalFolder
from paiju.sim.store.writer import encoded

VOID = {"meta", "link", "br", "i", "line", "rect", "circle"}
BAD = '<b onclick="x()">&'


class Checked(HTMLParser):
    """Fails on elements that are not closed in order, and remembers what the page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.loads += [
            value or "" for name, value in attrs if name in ("src", "href", "xlink:href", "srcset")
        ]
        assert not any(name.startswith("on") for name, _ in attrs)
        if tag not in ("meta", "link", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture
def told_run(little_run: Path) -> Path:
    """The little run with the tables that say where it comes from, and words that are no HTML."""
    folder = LocalFolder(str(little_run))
    rows: dict[str, tuple[Any, list[dict[str, Any]]]] = {
        "rulesets": (names.RULESETS, [{"ruleset": "house", "game": "g", "title": BAD, "hanzi": "麻雀"}]),
        "runs": (
            names.RUNS,
            [{"game": "g", "ruleset": "house", "ruleset_hash": "abc", "matchup": "ladder", "seed": 5,
              "engine_version": "1", "first_deal": 0, "deals": 2, "blocks": 2, "log_level": "events"}],
        ),
        "options": (names.OPTIONS, [{"key": "min_fan", "value": "3", "default": "0", "meaning": BAD}]),
        "outcomes": (names.OUTCOMES, [{"number": 1, "name": "self_draw", "hanzi": "自摸"}]),
        "patterns": (names.PATTERNS, [{"number": 1, "name": "all_pungs", "hanzi": "對對糊"},
                                      {"number": 2, "name": "heavenly", "hanzi": "天糊"}]),
    }  # fmt: skip
    for name, (columns, found) in rows.items():
        folder.write(names.file_of(name), encoded(pa.Table.from_pylist(found, columns)))
    return little_run


def test_the_page_is_one_well_formed_file_that_loads_nothing(
    told_run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(told_run)]) == 0
    page = (told_run / "report.html").read_text("utf-8")
    assert capsys.readouterr().out.strip() == f"{told_run}/report.html"
    checked = Checked()
    checked.feed(page)
    assert checked.open == []
    assert all(place.startswith("#") or place == "data:," for place in checked.loads)
    assert "script" not in checked.tags
    assert BAD not in page
    assert "http" not in page.replace("http-equiv", "")
    assert list(told_run.glob("*.tmp")) == []
    for words in ("Who is stronger", "自摸", "min_fan", "Never seen", "天糊", "ValueError: no", "seed"):
        assert words in page
    assert re.findall(r"paiju replay \S+ 33", page)


def test_markdown_has_the_same_tables(told_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(told_run), "--md", "-o", "-", "rating.utility=win"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("# \\<b onclick")
    assert "| ann | a |" in text
    assert "first places per game" in text
    table = [line.count("|") for line in text.splitlines() if line.startswith("|")]
    assert min(table) > 3


@pytest.mark.parametrize("kept", [("games", "seats"), ("games", "seats", "hands")])
def test_runs_that_keep_less_have_shorter_reports(
    make_run: Any, shards_of: Any, tmp_path: Path, kept: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    points = np.random.default_rng(1).integers(-3, 4, (40, 3))
    run = make_run(tmp_path / "run", shards_of(np.array([["a", "b", "c"]] * 40), points))
    assert main(["report", str(run)]) == 0
    assert main(["report", str(make_run(tmp_path / "empty", []))]) == 0
    assert "Nothing was played." in (tmp_path / "empty" / "report.html").read_text("utf-8")


def test_several_runs_need_a_file_to_go_to(told_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(told_run), str(told_run.parent)]) == 2
    assert "needs a file to go to: -o FILE" in capsys.readouterr().err
    assert main(["report", str(told_run), "rating.utility=luck"]) == 2
    assert "ratings can count points, rank, win, and not luck" in capsys.readouterr().err


def test_a_duckdb_file_needs_nothing_else(told_run: Path, tmp_path: Path) -> None:
    file = tmp_path / "it's a run.duckdb"
    assert main(["export", str(told_run), "--duckdb", str(file)]) == 0
    with duckdb.connect(str(file), read_only=True) as connection:
        tables = {row[0] for row in connection.execute("select table_name from duckdb_tables()").fetchall()}
        assert {"games", "seats", "hands", "events", "ratings"} <= tables
        for name in sql_files("queries"):
            connection.execute(f"from query_{name}").fetchall()
        assert connection.execute("select count(*) from query_elo").fetchone() == (4,)
    assert main(["export", str(told_run), "--duckdb", str(file), "--no-events"]) == 0
    with duckdb.connect(str(file), read_only=True) as connection:
        assert connection.execute("select count(*) from events").fetchone() == (0,)
    assert [path.name for path in tmp_path.glob("it*")] == [file.name]


def test_export_says_what_it_wants(told_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(told_run)]) == 2
    assert "which game?" in capsys.readouterr().err
    assert main(["export", str(told_run), "0", "--duckdb", "x", "--log"]) == 2


def test_call_rates_have_the_questions_that_offered_the_move(
    little_run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["query", str(little_run), "@calls"]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()[1:]]
    found = {(row[0], row[1]): (int(row[3]), int(row[4])) for row in rows}
    assert found["cat", "pung"] == (2, 1)  # seat 2 of game 0 passed, seat 3 of game 1 punged
    assert found["cat", "pass"] == (2, 1)
    assert ("ann", "discard") not in found  # nothing else was offered


def test_numbers_show_the_digits_their_errors_allow() -> None:
    assert plus_minus(Interval(1.23456, 1.2, 1.27), sign=True) == "+1.235 ± 0.035"
    assert plus_minus(Interval(-1234.5, -1300, -1169)) == "−1,234 ± 66"
    assert plus_minus(Interval(2, float("-inf"), float("inf"))) == "2.0 ± ?"
    assert (chance(1.0), chance(0.5), chance(0.9991), chance(0)) == (
        "> 99.99 %",
        "50.0 %",
        "99.91 %",
        "< 0.01 %",
    )
    assert percent({"percent": 0.3, "percent_low": 0.1, "percent_high": 0.91}) == "0.30 [0.10, 0.91] %"
    assert plus_minus(Interval(1.5, -1.0, 2.0), sign=True, digits=0) == "+2 [−1, +2]"
    nothing = {"mean": None, "mean_low": None, "mean_high": None}
    assert plus_minus(interval_of(nothing, "mean")) == "–"


@pytest.mark.parametrize(
    ("games", "sections"),
    [
        (["hunan_paohuzi", "hunan_paohuzi"], {"scores", "openings"}),
        (["hk_mahjong", "hunan_paohuzi"], set()),
        (["hk_mahjong"], set()),
        (["a_game_without_a_folder"], set()),
        (["../report"], set()),
        ([""], set()),
    ],
)
def test_a_game_has_the_sections_of_its_folder(games: list[str], sections: set[str]) -> None:
    assert _dialect(games).sections.keys() == sections


@pytest.mark.parametrize(
    ("scores", "score"),
    [
        ([("fan", "番")], "fan 番"),
        ([("fan", "番"), ("fan", "番")], "fan 番"),
        ([("fan", "番"), ("hu", "胡")], "score 得分"),
        ([("fan", "番"), (None, None)], "score 得分"),
        ([(None, None)], "score 得分"),
        ([], "score 得分"),
    ],
)
def test_a_score_is_called_as_the_runs_call_it(scores: list[tuple[str, str]], score: str) -> None:
    with duckdb.connect() as connection:
        connection.execute("create table rulesets (score varchar, score_hanzi varchar)")
        for row in scores:
            connection.execute("insert into rulesets values (?, ?)", row)
        assert str(_score(connection)) == score


def test_axes_have_round_numbers_and_hold_everything() -> None:
    axis = Axis.over([-12.3, 0, 21])
    assert (axis.first, axis.last) == (-20, 30)
    assert [axis.name(tick) for tick in axis.ticks] == ["−20", "−10", "0", "10", "20", "30"]
    assert (axis.place(-20), axis.place(99)) == (0, 100)
    assert Axis.over([5, 5]).first < 5


def test_a_run_that_cannot_be_rated_is_one_sentence(
    little_run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from types import SimpleNamespace

    from paiju.analysis.ratings import verdict
    from paiju.analysis.tables.errors import QueryError
    from paiju.sim.cli.session import rated
    from paiju.sim.kernel.errors import PaijuError

    def fail(location: str) -> None:
        raise QueryError("a part is missing")

    monkeypatch.setattr(verdict, "verdict_of", fail)
    outcome: Any = SimpleNamespace(location=str(little_run))
    with pytest.raises(PaijuError, match="is complete, but cannot be rated: a part is missing"):
        rated(outcome)


def test_blocks_that_do_not_count_are_in_no_rating(make_run: Any, shards_of: Any, tmp_path: Path) -> None:
    from paiju.analysis.ratings.verdict import verdict_of

    policies = np.tile(np.array([["a", "b"], ["b", "a"]]), (30, 1))
    points = np.where(policies == "a", 1, 0)
    points[-20:] = 1 - points[-20:]  # the last ten blocks say the opposite
    shards = shards_of(policies, points, per_block=2)
    games = shards[0]["games"]
    scored = pa.array([True] * 40 + [False] * 20)
    place = games.schema.get_field_index("scored")
    shards[0]["games"] = games.set_column(place, games.schema.field(place), scored)
    verdict = verdict_of(make_run(tmp_path / "run", shards))
    assert verdict.table.policies[0].policy == "a"
    assert verdict.table.policies[0].points.estimate == 1
    assert verdict.table.policies[0].games == 40
    assert verdict.pool is not None
    assert verdict.pool.separable


def test_damaged_parts_are_named_and_left_out(
    make_run: Any, shards_of: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    policies = np.tile(np.array([["a", "b"], ["b", "a"]]), (30, 1))
    run = make_run(
        tmp_path / "run", shards_of(policies, np.where(policies == "a", 1, 0), per_block=2, shards=3)
    )
    part = run / "seats" / "000001.parquet"
    part.write_bytes(part.read_bytes()[:50])
    assert main(["report", str(run), "--md", "-o", "-"]) == 2
    capsys.readouterr()
    assert main(["report", str(run), "--md", "-o", "-", "--skip-damaged"]) == 0
    shown = capsys.readouterr()
    assert "left out with its shard: " in shown.err
    assert "seats/000001.parquet" in shown.err
    assert "Left out with its shard: " in shown.out
    assert "| 40 |" in shown.out  # games of the other two shards
