from itertools import product
from pathlib import Path
from shutil import copytree
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paiju.analysis.tables.db import check, connect, list_views, records
from paiju.analysis.tables.errors import QueryError
from paiju.analysis.tables.files import LAYERS, description, sql_files, sql_for
from paiju.sim.games import registry
from paiju.sim.kernel import events
from paiju.sim.kernel.errors import BadInput
from paiju.sim.store import names, schema
from paiju.sim.store.folder import LocalFolder
from paiju.sim.store.header import read_header
from tests.headers import forge_lines

EARLIER = Path(__file__).parent / "earlier"  # a run of chengdu_coushisi by version 0.1.0: 16 hands
NAMES = np.array(["ann", "bob", "cat", "dan"])
POINTS = np.array([[3, -1, -1, -1], [0, 0, 0, 0], [-2, 2, 0, 0], [1, 1, -1, -1]])


@pytest.fixture
def run(make_run: Any, shards_of: Any, tmp_path: Path) -> Path:
    """Four games in two parts."""
    path: Path = make_run(tmp_path / "first", shards_of(np.array([NAMES] * 4), POINTS, shards=2))
    return path


def test_every_statement_says_in_its_first_line_what_a_row_is() -> None:
    assert "huxi" in sql_files("queries", "hunan_paohuzi")
    for layer, game in product((*LAYERS, "queries"), ("", *registry.names())):
        for name, text in sql_files(layer, game).items():
            assert text.startswith("-- one row per "), name
            assert len(description(text)) < 140, name


def test_the_layout_of_the_kernel_reaches_sql(run: Path) -> None:
    with connect(run) as connection:
        found = records(
            connection, "select number from range(64) as kinds (number) where is_own_kind(number)"
        )
    assert [row["number"] for row in found] == list(range(events.FIRST_GAME_KIND, 64))


@pytest.mark.parametrize(
    "query", ["styles", "seats", "actions", "calls", "hu_items", "red_points", "short_of_red", "fan_discards"]
)
def test_runs_of_earlier_versions_are_read_as_if_they_were_new(tmp_path: Path, query: str) -> None:
    """A run whose dictionary tables have no more than numbers and names, and the same with today's tables."""
    again = tmp_path / EARLIER.name
    copytree(EARLIER, again)
    folder = LocalFolder(str(again))
    names.write_names(folder, registry.get("chengdu_coushisi"), read_header(folder))
    text = sql_for("queries", ["chengdu_coushisi"])[query]
    rows = []
    for location in (EARLIER, again):
        with connect(location) as connection:
            rows.append(records(connection, text))
    assert rows[0] == rows[1]
    assert rows[0]


def test_runs_of_earlier_versions_have_deal_ins_and_answers() -> None:
    assert pq.read_schema(EARLIER / "names" / "kinds.parquet").names == ["number", "name", "hanzi"]
    with connect(EARLIER) as connection:
        hands = records(
            connection,
            "select count(*) filter (self_drawn) as self_drawn, count(dealt_in) as dealt_in,"
            " count(*) filter (outcome in ('own_flip', 'own_hand', 'black_dragon')) as own,"
            " count(*) filter (outcome = 'discard') as discard"
            " from played_hands",
        )[0]
        answered = records(connection, "select distinct answer from answers order by all")
        assert records(connection, "select score, score_hanzi from rulesets") == [
            {"score": "hu", "score_hanzi": "胡"}
        ]
    assert hands["self_drawn"] == hands["own"] > 0
    assert hands["dealt_in"] == hands["discard"] > 0
    assert {row["answer"] for row in answered} >= {"chowed", "discarded", "passed", "punged", "won"}


def test_every_table_is_a_view_with_the_columns_of_the_store(run: Path) -> None:
    with connect(run) as connection:
        views = {view.name: dict(view.columns) for view in list_views(connection)}
    for table, columns in schema.TABLES.items():
        made = ["repeated"] if table == "games" else []
        assert list(views[table]) == [*columns.names, *made, "run"]
    assert views["hands"]["patterns"] == "VARCHAR[]"
    assert views["seats"]["rank"] == "FLOAT"
    assert next(iter(views)) == "games"


def test_tables_without_parts_are_empty_and_typed(run: Path) -> None:
    with connect(run) as connection:
        for view in list_views(connection):
            connection.execute(f"from {view.name}").fetchall()
        assert records(connection, "select count(*) as n, sum(turns) as turns from hands") == [
            {"n": 0, "turns": None}
        ]


def test_the_manifest_and_not_the_folder_says_what_is_read(run: Path) -> None:
    (run / "seats" / "000009.parquet").write_bytes(b"half a part of a killed writ")
    with connect(run) as connection:
        assert records(connection, "select count(*) as n from seats")[0]["n"] == 16


def test_a_missing_part_is_named(run: Path) -> None:
    (run / "seats" / "000001.parquet").unlink()
    with pytest.raises(BadInput, match=r"seats/000001\.parquet is missing"):
        connect(run)


def test_a_damaged_part_is_named(run: Path) -> None:
    (run / "seats" / "000001.parquet").write_bytes(b"no parquet at all")
    with pytest.raises(BadInput, match=r"seats/000001\.parquet has 17 bytes and should have"):
        connect(run)
    forge_lines(run, lambda _: None)
    with pytest.raises(QueryError, match=r"seats/000001\.parquet"):
        connect(run)


def test_no_run_is_an_error_of_the_store(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no run folder"):
        connect(tmp_path / "nothing")


def test_older_parts_without_a_column_have_nulls_in_it(run: Path) -> None:
    for part in (0, 1):
        path = run / "seats" / f"{part:06d}.parquet"
        table = pq.read_table(path)
        pq.write_table(table.drop_columns(["faults"] if part else ["faults", "hands_paid"]), path)
    forge_lines(run, lambda _: None)
    with connect(run) as connection:
        found = records(
            connection,
            "select game_id >= 2 as second, count(faults) as faults, count(hands_paid) as paid"
            " from seats group by all order by all",
        )
    assert found == [{"second": False, "faults": 0, "paid": 0}, {"second": True, "faults": 0, "paid": 8}]


def test_newer_parts_with_a_further_column_are_read(run: Path) -> None:
    path = run / "games" / "000001.parquet"
    table = pq.read_table(path)
    pq.write_table(table.append_column("novelty", pa.array([1, 2])), path)
    forge_lines(run, lambda _: None)
    with connect(run) as connection:
        assert records(connection, "select count(*) as n from games")[0]["n"] == 4


def test_several_runs_are_told_apart_by_their_folders(run: Path, make_run: Any, shards_of: Any) -> None:
    shards = shards_of(np.array([NAMES] * 2), POINTS[:2])
    other = make_run(run.parent / "second", shards)
    same = make_run(run.parent / "there" / "first", shards)
    with connect([run, other]) as connection:
        found = records(connection, "select run, count(*) as n from games group by run order by run")
        joined = records(connection, "select count(*) as n from games join seats using (run, game_id)")
    assert found == [{"run": "first", "n": 4}, {"run": "second", "n": 2}]
    assert joined == [{"n": 24}]
    with connect([run, same, str(run)]) as connection:
        found = records(connection, "select run, count(*) as n from games group by run order by n")
    assert [row["n"] for row in found] == [2, 4]
    assert found[0]["run"].endswith("/there/first")


def test_paths_may_be_relative_quoted_or_linked(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = run.rename(tmp_path / "it's a 牌局")
    (tmp_path / "link").symlink_to(odd)
    monkeypatch.chdir(tmp_path)
    for path in ("it's a 牌局", "./link/", "link/../link", odd):
        with connect(path) as connection:
            assert records(connection, "select count(*) as n from games")[0]["n"] == 4


def test_remote_runs_are_read_through_pyarrow(run: Path) -> None:
    with connect(run.as_uri()) as connection:
        assert records(connection, "select run, count(*) as n from seats group by all") == [
            {"run": "first", "n": 16}
        ]


def test_questions_are_decoded(little_run: Path) -> None:
    with connect(little_run) as connection:
        asked = records(
            connection, "select game_id, move, seat, stage, choices, offers from asked order by game_id, move"
        )
        claims = records(connection, "select game_id, seat, card, offers, taken from claims order by game_id")
    assert [tuple(row.values()) for row in asked] == [
        (0, 1, 0, "own_turn", 13, ["discard"]),
        (0, 2, 2, "pung_kong", 3, ["pass", "pung", "kong"]),
        (1, 1, 3, "pung_kong", 2, ["pass", "pung"]),
    ]
    assert [tuple(row.values()) for row in claims] == [
        (0, 2, "5p", ["pass", "pung", "kong"], False),
        (1, 3, "1m", ["pass", "pung"], True),
    ]


@pytest.mark.parametrize(
    "sql",
    [
        "select 1",
        "from seats",
        "-- a comment\n/* and\nanother */ with n as (select 1) from n;",
        "values (1)",
        "describe seats",
        "summarize seats",
        "show tables",
        "pivot seats on policy using sum(points) group by seat",
        "with sums as (pivot seats on policy using sum(points)) from sums",
        "explain from seats",
        "explain analyze select count(*) from seats",
    ],
)
def test_questions_are_answered(run: Path, sql: str) -> None:
    with connect(run) as connection:
        check(connection, sql)
        assert connection.execute(sql).fetchall()


@pytest.mark.parametrize(
    "sql",
    [
        "copy seats to '{run}/out.csv'",
        "copy (from seats) to '{run}/seats/000000.parquet'",
        "copy (pivot seats on policy using sum(points)) to '{run}/out.csv'",
        "/* select */ copy (pivot seats on policy using sum(points)) to '{run}/out.csv'",
        "explain analyze copy seats to '{run}/out.csv'",
        "explain (format json) explain analyze copy seats to '{run}/out.csv'",
        "export database '{run}/all'",
        "attach '{run}/new.db'",
        "create table mine as from seats",
        "drop view seats",
        "insert into games select * from games",
        "set memory_limit = '100GB'",
        "pragma enable_profiling",
        "install httpfs",
        "call force_checkpoint()",
        "select 1; select 2",
        "",
        "-- nothing",
        "selekt 1",
    ],
)
def test_anything_else_is_refused_in_a_sentence(run: Path, sql: str) -> None:
    with connect(run) as connection, pytest.raises(QueryError) as refused:
        check(connection, sql.format(run=run))
    assert "\n" not in str(refused.value)
    assert sorted(path.name for path in run.iterdir()) == [
        "games", "manifest.jsonl", "names", "run.json", "seats"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "sql",
    [
        "from read_text('/etc/passwd')",
        "from read_csv('{outside}')",
        "from read_parquet('{run}/*/*.parquet')",
        "from glob('{run}/*')",
        "from read_text('{run}/run.json')",
        "copy seats to '{run}/out.csv'",
        "copy seats to '{outside}'",
        "attach '{run}/new.db'",
        "set enable_external_access = true",
        "set allowed_paths = []",
        "install httpfs",
    ],
)
def test_no_other_file_can_be_read_or_written_even_unchecked(run: Path, tmp_path: Path, sql: str) -> None:
    outside = tmp_path / "outside.csv"
    outside.write_text("a\n1\n")
    with connect(run) as connection, pytest.raises(duckdb.Error):
        connection.execute(sql.format(run=run, outside=outside)).fetchall()
    assert outside.read_text() == "a\n1\n"


def test_python_variables_are_no_tables(run: Path) -> None:
    secret = pa.table({"a": [1]})
    with connect(run) as connection, pytest.raises(duckdb.CatalogException):
        connection.execute("from secret").fetchall()
    assert secret.num_rows == 1


def test_more_than_fits_into_memory_goes_to_disk(run: Path) -> None:
    with connect(run, memory="60MB") as connection:
        found = connection.execute(
            "select max(n), count(*) from"
            " (select range as n, hash(range)::varchar as text from range(2000000) order by text)"
        ).fetchall()
    assert found == [(1999999, 2000000)]


def test_only_the_wanted_views_and_what_they_need_are_made(run: Path) -> None:
    with connect(run, views=["policy_totals"], computed=["policy_deals"]) as connection:
        assert [view.name for view in list_views(connection)] == [
            "games", "seats", "policy_blocks", "policy_deals", "policy_totals", "utilities"
        ]  # fmt: skip
