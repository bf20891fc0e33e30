"""Logging: lines for people on stderr, JSON in the run folder."""

import json
from pathlib import Path

import pytest

from paiju.sim import logs


def test_a_record_goes_to_stderr_and_to_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure()
    log = logs.get_logger("test")
    log.info("before")
    with logs.run_file(tmp_path):
        log.info("shard written 牌", blocks=3)
        secret = "do not tell"  # noqa: F841  (must not be shown)
        try:
            1 / 0  # noqa: B018
        except ZeroDivisionError:
            log.exception("failed")
    log.info("after")
    text = (tmp_path / logs.FILE).read_text("utf-8")
    first, second = (json.loads(line) for line in text.splitlines())
    assert (first["event"], first["blocks"], first["level"]) == ("shard written 牌", 3, "info")
    assert second["exception"][0]["exc_type"] == "ZeroDivisionError"
    err = capsys.readouterr().err
    assert "shard written 牌" in err
    assert "blocks=3" in err
    assert "\x1b" not in err
    assert "do not tell" not in err + text


def test_levels_and_repeated_set_up(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("warning")
    logs.configure("warning")
    logs.get_logger("test").info("quiet")
    logs.get_logger("test").warning("loud")
    err = capsys.readouterr().err
    assert "quiet" not in err
    assert err.count("loud") == 1
