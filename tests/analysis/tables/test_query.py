import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paiju.analysis.tables.files import sql_files
from paiju.analysis.tables.interrupts import interruptible
from paiju.sim.cli.main import main
from paiju.sim.store import schema

ROOT = Path(__file__).parents[3]


def ask(capsys: pytest.CaptureFixture[str], *args: object) -> str:
    """What `paiju query` prints when all goes well."""
    assert main(["query", *map(str, args)]) == 0
    return capsys.readouterr().out


def refuse(capsys: pytest.CaptureFixture[str], *args: object) -> str:
    """The sentence of `paiju query` about bad input."""
    assert main(["query", *map(str, args)]) == 2
    printed = capsys.readouterr()
    assert printed.err.count("\n") == 1
    return printed.err


def test_a_pipe_gets_tab_separated_text(little_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sql = (
        "select outcome, winner, patterns, 1.5 as x, true as yes, 'a\tb\nc' as odd"
        " from hands order by game_id limit 2"
    )
    assert ask(capsys, little_run, sql) == (
        "outcome\twinner\tpatterns\tx\tyes\todd\n"
        'self_draw\t0\t["self_drawn", "all_pungs"]\t1.5\ttrue\ta\\tb\\nc\n'
        "draw\t\t\t1.5\ttrue\ta\\tb\\nc\n"
    )


def test_csv(little_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sql = "select outcome, winner, patterns, 'a,\"b\n' as odd from hands order by game_id limit 2"
    assert list(csv.reader(io.StringIO(ask(capsys, little_run, "--csv", sql), newline=""))) == [
        ["outcome", "winner", "patterns", "odd"],
        ["self_draw", "0", '["self_drawn", "all_pungs"]', 'a,"b\n'],
        ["draw", "", "", 'a,"b\n'],
    ]


def test_json(little_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sql = (
        "select winner, patterns, sum(points) as total, 0.5 as half, 1 / 0 as endless"
        " from hands group by all order by all"
    )
    found = json.loads(ask(capsys, little_run, sql, "--json"))
    assert found[0] == {
        "winner": 0, "patterns": [], "total": 3, "half": 0.5, "endless": None
    }  # fmt: skip
    assert json.loads(ask(capsys, little_run, "from hands where false", "--json")) == []


def test_parquet(little_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "out.parquet"
    sql = (
        "select policy, sum(points) as total, list(seat order by seat) as seats"
        " from seats group by policy order by policy"
    )
    assert ask(capsys, little_run, sql, "--parquet", file) == ""
    table = pq.read_table(file)
    assert table.schema.field("total").type == pa.int64()
    assert table.to_pylist()[0] == {"policy": "ann", "total": 17, "seats": [0, 0, 1, 1]}
    assert list(tmp_path.glob("*.tmp")) == []


def test_several_runs(little_run: Path, make_run: Any, capsys: pytest.CaptureFixture[str]) -> None:
    other = make_run(little_run.parent / "other", [])
    sql = "select run, count(*) as games from games group by all"
    assert ask(capsys, little_run, other, sql) == "run\tgames\nlittle\t4\n"


def test_queries_from_files_and_standard_input(
    little_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.sql").write_text("select count(*) as n from seats")
    assert ask(capsys, little_run, tmp_path / "mine.sql") == "n\n16\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO("select count(*) as n from games"))
    assert ask(capsys, little_run, "-") == "n\n4\n"


def test_without_a_query_the_tables_are_listed(little_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = ask(capsys, little_run)
    assert shown.startswith("games: one row per match\n    game_id bigint, block bigint")
    assert "examples:" in shown
    tables = json.loads(ask(capsys, little_run, "--json"))
    assert tables[1]["table"] == "seats"
    assert tables[1]["columns"]["points"] == "INTEGER"


@pytest.mark.parametrize("name", sorted(sql_files("queries")))
def test_named_queries_run_on_any_run(
    name: str, little_run: Path, make_run: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = len(ask(capsys, little_run, f"@{name}").splitlines())
    assert lines > 1 or name in ("options", "overview")  # the little run does not say where it comes from
    assert len(ask(capsys, make_run(little_run.parent / "empty", []), f"@{name}").splitlines()) == 1


def test_named_queries_say_what_happened(little_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outcomes = json.loads(ask(capsys, little_run, "@outcomes", "--json"))
    assert [(row["outcome"], row["hands"], row["percent"]) for row in outcomes] == [
        ("discard", 2, 50), ("draw", 1, 25), ("self_draw", 1, 25)
    ]  # fmt: skip
    assert (outcomes[0]["percent_low"], outcomes[0]["percent_high"]) == pytest.approx((0.15, 99.85), abs=0.01)
    assert (outcomes[1]["turns"], outcomes[1]["turns_low"]) == (84, None)  # a single deal says nothing more
    patterns = json.loads(ask(capsys, little_run, "@patterns", "--json"))
    assert [(row["pattern"], row["wins"], row["winner_points"]) for row in patterns] == [
        ("all_pungs", 2, 7.0), ("self_drawn", 1, 6.0)
    ]  # fmt: skip
    seats = json.loads(ask(capsys, little_run, "@seats", "--json"))
    assert [row["points_per_game"] for row in seats] == [1.25, 2.25, -1.25, -2.25]
    assert [row["dealt_in_percent"] for row in seats] == [25, 0, 25, 0]
    styles = {row["policy"]: row for row in json.loads(ask(capsys, little_run, "@styles", "--json"))}
    assert [styles["ann"][name] for name in ("hands", "won", "self_drawn_percent", "dealt_in")] == [
        4,
        3,
        25,
        0,
    ]
    assert [styles["cat"][name] for name in ("won", "winner_points", "dealt_in")] == [0, None, 1]
    wins = json.loads(ask(capsys, little_run, "@wins", "--json"))
    assert [(row["policy"], row["outcome"], row["wins"]) for row in wins[:3]] == [
        ("ann", "discard", 2), ("ann", "self_draw", 1), ("bob", "discard", 0)
    ]  # fmt: skip
    actions = {row["policy"]: row for row in json.loads(ask(capsys, little_run, "@actions", "--json"))}
    names = ("kind", "how", "hands", "events", "per_hand", "offered", "taken_percent")
    assert [actions["cat"][name] for name in names] == ["punged", "asked", 2, 1, 0.5, 2, 50]
    assert [actions["ann"][name] for name in names] == ["punged", "asked", 2, 0, 0, None, None]
    length = {row["measure"]: row for row in json.loads(ask(capsys, little_run, "@length", "--json"))}
    assert (length["turns"]["mean"], length["turns"]["least"], length["turns"]["most"]) == (43.5, 20, 84)


def test_a_policy_that_fails_has_not_answered(
    make_run: Any, shards_of: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its failure stands before the answer of the fallback, which counts."""
    shard = shards_of(np.array([["ann", "bob"]]), np.array([[2, -2]]), per_block=1)[0]
    happened = [
        ("hand_started", 0, 0, 0),
        ("asked", 1, 1, 3 << 24 | 2 << 16 | 0b1001),
        ("faulted", 1, 1, 1),
        ("punged", 1, 1, 0),
        ("asked", 1, 2, 3 << 24 | 2 << 16 | 0b1001),
        ("passed", 1, 2, 0),
    ]
    shard["events"] = pa.Table.from_pylist(
        [
            {"game_id": 0, "hand": 0, "seq": seq, "move": move, "kind": kind, "seat": seat, "card": "1m",
             "from_seat": 0, "arg": arg, "visible": 15}
            for seq, (kind, seat, move, arg) in enumerate(happened)
        ],
        schema.EVENTS,
    )  # fmt: skip
    run = make_run(tmp_path / "run", [shard])
    asked = json.loads(ask(capsys, run, "select move, answer from answers order by move", "--json"))
    assert asked == [{"move": 1, "answer": "punged"}, {"move": 2, "answer": "passed"}]
    calls = json.loads(ask(capsys, run, "@calls", "--json"))
    assert [(row["move"], row["offered"], row["taken"]) for row in calls] == [("pass", 2, 1), ("pung", 2, 1)]


@pytest.mark.parametrize(("outcome", "dealt_in"), [("discard", 100), ("robbed_kong", 100), ("other_draw", 0)])
def test_who_gives_a_card_without_choice_does_not_deal_in(
    make_run: Any,
    shards_of: Any,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    outcome: str,
    dealt_in: int,
) -> None:
    shard = shards_of(np.array([["ann", "bob"]]), np.array([[2, -2]]), per_block=1)[0]
    hand = {"game_id": 0, "hand": 0, "dealer": 1, "outcome": outcome, "winner": 0, "from_seat": 1, "score": 1,
            "points": 2, "turns": 5, "decisions": 3, "events": 9}  # fmt: skip
    shard["hands"] = pa.Table.from_pylist([hand], schema.HANDS)
    run = make_run(tmp_path / "run", [shard])
    ann, bob = json.loads(ask(capsys, run, "@styles", "--json"))
    assert (ann["dealt_in_percent"], bob["dealt_in_percent"]) == (0, dealt_in)
    assert [row["dealt_in_percent"] for row in json.loads(ask(capsys, run, "@seats", "--json"))] == [
        0,
        dealt_in,
    ]
    dealer = json.loads(ask(capsys, run, "@dealers", "--json"))[0]
    assert (dealer["role"], dealer["dealt_in_percent"]) == ("dealer", dealt_in)


def test_matchups_are_mirror_images(
    make_run: Any, shards_of: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    policies = np.array([np.roll(["ann", "bob", "bob"], turn) for turn in range(3)] * 10)
    points = np.random.default_rng(2).integers(-4, 5, policies.shape)
    run = make_run(tmp_path / "run", shards_of(policies, points, per_block=3))
    ann, bob = json.loads(ask(capsys, run, "@matchups", "--json"))
    assert (ann["policy"], ann["opponent"], ann["meetings"], bob["meetings"]) == ("ann", "bob", 60, 60)
    assert ann["score"] + bob["score"] == pytest.approx(1, abs=1e-4)
    assert ann["points_ahead"] == -bob["points_ahead"]
    assert (
        0
        < ann["score_low"]
        < ann["score"]
        < ann["score_high"]
        == pytest.approx(1 - bob["score_low"], abs=1e-4)
    )


@pytest.mark.parametrize(
    ("sql", "part"),
    [
        ("select plicy from seats", 'Referenced column "plicy" not found'),
        ("select policy form seats", "syntax error"),
        ("select * from nowhere", "nowhere does not exist"),
        ("select policy::integer from seats", "Could not convert"),
        ("copy seats to 'x.csv'", "only queries (select …) are answered, and this is copy"),
        ("select 1; select 2", "one query at a time"),
        ("@nix", "there is no query @nix; there are @actions"),
        ("none.sql", "none.sql cannot be read"),
    ],
)
def test_what_is_wrong_with_a_query_is_one_sentence(
    little_run: Path, capsys: pytest.CaptureFixture[str], sql: str, part: str
) -> None:
    assert part in refuse(capsys, little_run, sql)
    if sql.startswith("select"):
        assert part in refuse(capsys, little_run, sql, "--parquet", little_run.parent / "x.parquet")


@pytest.mark.parametrize(
    ("sql", "part"),
    [
        (
            "select if(range = 900000, 'x', '1')::integer as n from range(1000000)",
            "Could not convert string 'x'",
        ),
        ("select 10::hugeint ** 30 + sum(range) as n from range(2)", ""),
        ("select sum(1e19::hugeint) as n", "does not fit into 64-bit integers"),
        ("select interval 1 day as n", "cast it in the query"),
    ],
)
def test_a_parquet_file_is_whole_or_not_there(
    little_run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], sql: str, part: str
) -> None:
    file = tmp_path / "out.parquet"
    if part:
        assert part in refuse(capsys, little_run, sql, "--parquet", file)
    else:
        ask(capsys, little_run, sql, "--parquet", file)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["little", *([] if part else ["out.parquet"])]
    assert main(["query", str(little_run), "select 1", "--parquet", str(tmp_path / "no" / "x.parquet")]) == 1


def test_runs_that_are_none(little_run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no run folder" in refuse(capsys, little_run.parent / "nix", "select 1")
    assert "no run folder" in refuse(capsys, little_run, "nix")
    assert "which run?" in refuse(capsys, "select 1")


def start(run: Path, sql: str) -> "subprocess.Popen[bytes]":
    """`paiju query` as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "query", str(run), sql],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": "."},
    )


PROGRAM = """
import signal, sys
from paiju.sim.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)
print("ready", flush=True)
sys.exit(main())
"""


def test_a_reader_that_leaves_early_causes_no_complaint(little_run: Path) -> None:
    with start(little_run, "from range(10000000)") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"ready\n"
        assert process.stdout.readline() == b"range\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) != 0


@pytest.mark.slow
def test_a_query_can_be_interrupted(little_run: Path) -> None:
    with start(little_run, "select sum(hash(range)) from range(10000000000000)") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        try:
            _, complaint = process.communicate(timeout=30)
        finally:
            process.kill()
    assert complaint == b"paiju: interrupted\n"
    assert process.returncode == 130


def test_watching_for_interrupts_leaves_nothing_behind() -> None:
    with duckdb.connect() as connection:
        with interruptible(connection):
            watched = signal.set_wakeup_fd(-1)
            signal.set_wakeup_fd(watched)
        assert watched != -1
        assert signal.set_wakeup_fd(-1) == -1


def test_a_terminal_gets_a_table_of_the_first_rows(
    little_run: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "dumb")
    lines = ask(capsys, little_run, "select range as n, '[x]' as y, 1 / 3 as z from range(1000)").splitlines()
    assert lines[0].split() == ["n", "y", "z"]
    assert lines[2].split() == ["0", "[x]", "0.333333"]
    assert lines[201].split() == ["199", "[x]", "0.333333"]
    assert lines[202].startswith("The first 200 rows")
