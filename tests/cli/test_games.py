"""replay, export, verify and score as their user calls them."""

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from paiju import policies
from paiju.sim.cli.main import main
from tests.headers import forge_lines


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A small run with all events."""
    folder = str(tmp_path_factory.mktemp("runs") / "run")
    assert (
        main(["run", f"out={folder}", "tournament.blocks=12", "matchup.policies=[uniform,first_legal]"]) == 0
    )
    return folder


@pytest.fixture
def log(run: str, tmp_path: Path) -> Path:
    """Game 33 of it as a log file."""
    path = tmp_path / "game.jsonl"
    assert main(["export", run, "33", "--log", "-o", str(path)]) == 0
    return path


def call(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of one command."""
    capsys.readouterr()
    code = main(list(argv))
    out = capsys.readouterr()
    return code, out.out, out.err


def test_a_stored_game_is_shown_with_its_table_and_result(
    run: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = call(capsys, "replay", run, "33")
    assert code == 0
    assert out.startswith(f"game 33 of {run} (deal 1, rotation 1), as stored")
    assert "hand 1:" in out
    assert "East 東 round, hand 1," in out
    assert out.rstrip().endswith("match over: played_out")


def test_one_seat_sees_no_hand_but_its_own(run: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Nor what others draw, nor that they were asked or passed."""
    _, out, _ = call(capsys, "replay", run, "33", "--seat", "2", "--json")
    records = [json.loads(line) for line in out.splitlines()]
    hidden = [record for record in records if not record["visible"] >> 2 & 1]
    assert {record["kind"] for record in hidden} == {"dealt", "drew"}
    assert all("card" not in record for record in hidden)
    assert {record["seat"] for record in records if record["kind"] == "asked"} == {2}
    _, text, _ = call(capsys, "replay", run, "33", "--seat", "2")
    table = text.split("East 東 round")[1].splitlines()
    assert sum("?????????????" in line for line in table) == 3


def test_a_seed_an_export_and_the_run_give_the_same_game(
    run: str, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, stored, _ = call(capsys, "replay", run, "33", "--json")
    _, exported, _ = call(capsys, "replay", str(log), "--json")
    header = json.loads(log.read_text("utf-8").splitlines()[0])
    policies = f"policies=[{','.join(header['policies'])}]"
    place = (
        "--seed",
        str(header["seed"]),
        "--deal",
        str(header["deal"]),
        "--seating",
        str(header["seating"]),
    )
    _, again, _ = call(capsys, "replay", *place, policies, "--json")
    assert stored == exported == again


def test_until_at_and_hand_cut_the_game(run: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capsys, "replay", run, "33", "--json", "--at", "60", "--until", "64")
    assert [json.loads(line)["event"] for line in out.splitlines()] == [60, 61, 62, 63]
    code, _, err = call(capsys, "replay", run, "33", "--hand", "2")
    assert code == 2
    assert "--hand 2" in err


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["999999"], "no game 999999"),
        (["31"], "no game 31"),
        (["abc"], "'abc' is no game number"),
        (["33", "--seat", "4"], "seats 0 to 3"),
        (["33", "--at", "100000"], "--at 100000"),
    ],
)
def test_what_is_not_there_gets_a_sentence(
    run: str, argv: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = call(capsys, "replay", run, *argv)
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["replay", "nowhere.jsonl"], "there is no file nowhere.jsonl"),
        (["query", "RUN", ""], "the query is empty"),
        (
            ["report", "RUN", "rating.utilty=win"],
            "rating.utilty=win is not understood here: only rating.utility=",
        ),
    ],
)
def test_a_slip_is_named(
    run: str, argv: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = call(capsys, *(run if word == "RUN" else word for word in argv))
    assert code == 2
    assert sentence in err


def test_a_run_and_a_log_verify(run: str, log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, "verify", run)
    assert code == 0
    assert "the same, event by event" in out
    assert call(capsys, "verify", run, "--games", "5")[0] == 0
    assert call(capsys, "verify", str(log))[0] == 0


def test_a_tampered_log_is_caught(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A changed event breaks the digest; with a mended digest the game played again tells which event it was."""
    lines = log.read_text("utf-8").splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if '"paid"' in line or '"discarded"' in line)
    event = json.loads(lines[at])
    event["card"] = "1m" if event.get("card") != "1m" else "2m"
    lines[at] = json.dumps(event) + "\n"
    log.write_text("".join(lines), "utf-8")
    code, out, _ = call(capsys, "verify", str(log))
    assert code == 1
    assert "the log was changed" in out
    from paiju.sim.games import registry
    from paiju.sim.kernel.codec import Codec, digest, packed_bytes

    codec = Codec(registry.get("hk_mahjong"))
    events = [codec.write(json.loads(line)) for line in lines[1:-1]]
    lines[-1] = json.dumps({"events": len(events), "digest": digest(packed_bytes(events))}) + "\n"
    log.write_text("".join(lines), "utf-8")
    code, out, _ = call(capsys, "verify", str(log))
    assert code == 1
    assert f"event {at - 1} (hand 0" in out


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("options", {"foo": 1}, 'Unknown option "foo" = 1'),
        ("options", {"min_fan": "x"}, 'min_fan = "x" is not allowed'),
        ("policies", [1, 2, 3, 4], "policies[0] is 1, and should be text"),
        ("policies", ["uniform"], "names 1 policies for 4 seats"),
        ("deal_mode", "magic", 'deal_mode is "magic", and should be one of wall, seat_order'),
        ("node_budget", -1, "node_budget is -1, and should be a number from 1 to"),
        ("node_budget", "x", 'node_budget is "x", and should be a whole number'),
        ("seed", None, "seed is null, and should be a whole number"),
        ("seed", 2**63, "a number has more than 64 bits"),
        ("deal", -1, "deal is -1, and should be a number from 0 to"),
    ],
)
def test_a_header_that_cannot_be_played_is_refused(
    log: Path, key: str, value: object, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    header, *rest = log.read_text("utf-8").splitlines(keepends=True)
    log.write_text(json.dumps({**json.loads(header), key: value}) + "\n" + "".join(rest), "utf-8")
    code, _, err = call(capsys, "verify", str(log))
    assert code == 2
    assert sentence in err


def test_a_tampered_part_is_caught(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By its checksum; and with a mended manifest by the game played again."""
    folder = tmp_path / "run"
    assert (
        main(
            ["run", f"out={folder}", "tournament.blocks=4", "matchup=self_play", "matchup.policies=[uniform]"]
        )
        == 0
    )
    part = next((folder / "events").glob("*.parquet"))
    table = pq.read_table(part)
    seats = table["seat"].to_pylist()
    place = next(i for i, kind in enumerate(table["kind"].to_pylist()) if kind == "discarded")
    seats[place] = (seats[place] + 1) % 4
    column = table.schema.get_field_index("seat")
    import pyarrow as pa

    pq.write_table(table.set_column(column, table.schema.field(column), pa.array(seats, pa.int8())), part)
    code, out, _ = call(capsys, "verify", str(folder))
    assert code == 1
    assert part.name in out
    forge_lines(folder, lambda _: None)  # with the sums that the files have now
    code, out, _ = call(capsys, "verify", str(folder))
    assert code == 1
    assert "game " in out
    assert "discarded" in out


def test_a_hand_is_scored_with_its_items_and_payments(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["score", "hk_mahjong", "hand=123m 456p 789s 9p", "win=9p", "melds=pung:777z", "source=discard"]
    argv += ["seat_wind=2z", "round_wind=1z", "dealer=false", "situation=last_tile", "ruleset.fan_cap=8"]
    code, out, _ = call(capsys, *argv, "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["wins"] is True
    assert [(item["name"], item["value"]) for item in answer["items"]] == [("dragon_pung", 1)]
    assert (answer["fan"], answer["points"]) == (1, 40)
    assert answer["payments"] == {"winner": 40, "discarder": -40, "each_other": 0}
    code, out, _ = call(capsys, *argv, "ruleset.min_fan=3")
    assert code == 0
    assert out.startswith("no win: ")


def test_a_hand_is_scored_where_nobody_plays_the_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scores and rulesets need no policies of the family."""
    monkeypatch.setattr(policies, "SHIPPED", [one for one in policies.SHIPPED if one.family == policies.ANY])
    code, out, err = call(
        capsys, "score", "hk_mahjong", "hand=123m 456p 789s 9p", "win=9p", "melds=pung:777z"
    )
    assert (code, err) == (0, "")
    assert out.startswith("wins")
    assert call(capsys, "list", "rulesets", "hk_mahjong")[0] == 0


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (["hand=123m", "win=9p"], "must have 13"),
        (["hand=11112m 456p 789s 99p", "win=1m"], "1m"),
        (["hand=123m 456p 789s 99p 0z", "win=9p"], "0"),
        (["hand=123m 456p 789s 9p", "win"], "'win' is no key=value"),
        (["hand=123m 456p 789s 99p 88s", "win=9p", "ruleset.fan_kap=8"], "fan_kap"),
    ],
)
def test_a_bad_hand_gets_a_sentence(
    fields: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = call(capsys, "score", "hk_mahjong", *fields)
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [("seats", "points", 999), ("seats", "hands_won", 7), ("hands", "turns", 99), ("games", "events", 5)],
)
def test_a_changed_result_is_caught(
    table: str, column: str, value: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row that the events do not give, in a part whose checksum was mended."""
    import pyarrow as pa

    folder = tmp_path / "run"
    options = ["tournament.blocks=4", "matchup=self_play", "matchup.policies=[uniform]"]
    assert main(["run", f"out={folder}", *options]) == 0
    part = next((folder / table).glob("*.parquet"))
    rows = pq.read_table(part)
    place = rows.schema.get_field_index(column)
    values = rows[column].to_pylist()
    values[0] = value
    pq.write_table(
        rows.set_column(place, rows.schema.field(place), pa.array(values, rows.schema.types[place])), part
    )
    forge_lines(folder, lambda _: None)  # with the sums that the files have now
    code, out, _ = call(capsys, "verify", str(folder))
    assert code == 1
    assert f"{table}.{column} is stored as {value}" in out


def test_an_unfinished_run_is_said_to_be_unfinished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    options = [
        "tournament.blocks=4",
        "matchup=self_play",
        "matchup.policies=[uniform]",
        "tournament.shard_blocks=1",
    ]
    assert main(["run", f"out={folder}", *options]) == 0
    manifest = folder / "manifest.jsonl"
    manifest.write_text("".join(manifest.read_text("utf-8").splitlines(keepends=True)[:3]), "utf-8")
    code, out, _ = call(capsys, "verify", str(folder))
    assert code == 0
    assert "3 games played again" in out
    assert "the run is not complete: 4 games were planned, 1 shards are not there" in out


def test_a_folder_with_other_files_is_no_place_for_a_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "diary.txt").write_text("mine", "utf-8")
    code, _, err = call(capsys, "run", f"out={tmp_path}", "tournament.blocks=1")
    assert code == 2
    assert "it holds diary.txt" in err
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]


def test_a_later_hand_of_a_match_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """--hand begins where that hand begins."""
    place = ["--seed", "7", "policies=[uniform]", "ruleset.match=hands:3"]
    code, out, _ = call(capsys, "replay", *place, "--hand", "2", "--json")
    assert code == 0
    assert {json.loads(line)["hand"] for line in out.splitlines()} == {1}
