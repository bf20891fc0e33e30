"""`paiju list`."""

import json
from pathlib import Path
from typing import Any

import pytest

from paiju.sim.cli.main import main
from paiju.sim.games import registry


def listed(capsys: pytest.CaptureFixture[str], *args: str) -> list[dict[str, Any]]:
    assert main(["list", *args, "--json"]) == 0
    rows: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return rows


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    rows = listed(capsys, "games")
    assert [row["game"] for row in rows] == registry.names()
    assert rows[0]["hanzi"] == "四人麻雀"


def test_without_anything_it_is_an_overview(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    shown = capsys.readouterr().out
    assert all(word in shown for word in ("湖南跑胡子", "hk_mahjong/min3", "first_legal"))
    assert "paiju list games|rulesets|policies|options|queries [GAME]" in shown
    assert main(["list", "--json"]) == 0
    assert list(json.loads(capsys.readouterr().out)) == ["games", "rulesets", "policies"]


def test_options_say_all_that_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    rows = listed(capsys, "options", "hk_mahjong")
    assert [row["option"] for row in rows] == [option.key for option in registry.get("hk_mahjong").options]
    assert all(row["meaning"] and row["allowed"] and row["source"] for row in rows)
    assert main(["list", "options"]) == 0
    assert "hk_mahjong: min_fan = 0\n" in capsys.readouterr().out


def test_rulesets_with_a_users_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "ruleset").mkdir()
    (tmp_path / "ruleset" / "house.yaml").write_text("# Ours.\ngame: hk_mahjong\nmin_fan: 2\n", "utf-8")
    (tmp_path / "ruleset" / "wrong.yaml").write_text("game: hk_mahjong\nmin_fan: x\n", "utf-8")
    rows = {row["ruleset"]: row for row in listed(capsys, "rulesets", "--config-dir", str(tmp_path))}
    assert rows["house"]["about"] == "Ours."
    assert rows["wrong"]["about"].startswith("cannot be used: ")
    assert len({row["hash"] for row in rows.values()}) == len(rows)
    assert "wrong" not in {row["ruleset"] for row in listed(capsys, "rulesets", "hk_mahjong")}


def test_policies_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    names = [row["policy"] for row in listed(capsys, "policies", "hk_mahjong")]
    assert names == ["uniform", "first_legal", "easy", "normal", "expert"]


def test_queries(capsys: pytest.CaptureFixture[str]) -> None:
    for row in listed(capsys, "queries"):
        assert row["query"]
        assert row["about"]


def test_columns_line_up(capsys: pytest.CaptureFixture[str]) -> None:
    """Also with 汉字, which are two columns wide."""
    assert main(["list", "policies"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len({line.index(word) for line, word in zip(lines[1:3], ("any", "any"), strict=True)}) == 1


def test_what_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "gmaes"]) == 2
    assert main(["list", "options", "hk_mahjon"]) == 2
    assert "did you mean hk_mahjong?" in capsys.readouterr().err
