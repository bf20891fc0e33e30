"""The command line as a whole: help, versions, errors, exit codes."""

import argparse
import io
import os
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import TextIO, cast

import pytest

from paiju import __version__
from paiju.sim.cli import main as cli
from paiju.sim.cli.clean import Shown
from paiju.sim.compiled import STALE, UNCOMPILED, Status
from paiju.sim.kernel.errors import BadInput, PaijuError

ROOT = Path(__file__).resolve().parent.parent.parent


def paiju(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(
        [sys.executable, "-m", "paiju", *args], env=env, capture_output=True, text=True, check=False
    )


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The command `list` replaced by one that does what the test says."""
    fake = SimpleNamespace(
        add_arguments=lambda parser: parser.add_argument("what", nargs="*"), main=lambda args: 0
    )
    monkeypatch.setattr(cli, "import_module", lambda name: fake)
    return fake


def test_help_is_fast_and_lists_every_command() -> None:
    paiju("--help")  # files are in the cache now
    start = time.perf_counter()
    done = paiju("--help")
    assert time.perf_counter() - start < 0.6  # 0.05 on a quiet machine
    assert done.returncode == 0
    for each in cli.COMMANDS:
        assert f"  {each.name} " in done.stdout
    assert max(len(line) for line in done.stdout.splitlines()) <= 110


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from paiju.sim.cli.main import main; main(['--help']); main(['--version'])\n"
        "heavy = ('hydra', 'ray', 'pyarrow', 'numpy', 'duckdb', 'structlog', 'rich')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("args", [[], ["-h"], ["help"], ["--help"]])
def test_help_can_be_asked_for(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(args) == 0
    assert "usage: paiju <command>" in capsys.readouterr().out


@pytest.mark.parametrize("each", cli.COMMANDS, ids=lambda each: each.name)
def test_every_command_has_help(each: cli.Command, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main([each.name, "--help"])
    assert caught.value.code == 0
    assert f"usage: paiju {each.name}" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"paiju {__version__}, ")
    assert "compiled" in out


def test_unknown_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rnu"]) == 2
    assert capsys.readouterr().err == "paiju: there is no command 'rnu': did you mean run?\n"
    assert cli.main(["--wrong"]) == 2


def test_unknown_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["list", "games", "--wrong"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("paiju: ")
    assert "--wrong" in err
    assert "see paiju list --help" in err


def test_options_and_words_mix(command: SimpleNamespace) -> None:
    seen = []
    command.add_arguments = lambda parser: (
        parser.add_argument("what", nargs="*"),
        parser.add_argument("--json", action="store_true"),
    )

    def see(args: argparse.Namespace) -> int:
        seen.append((args.what, args.json))
        return 0

    command.main = see
    assert cli.main(["list", "a=1", "--json", "b=2"]) == 0
    assert seen == [(["a=1", "b=2"], True)]


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (BadInput("the hand has 12 tiles"), 2, "paiju: the hand has 12 tiles\n"),
        (PaijuError("the run is broken"), 1, "paiju: the run is broken\n"),
        (KeyboardInterrupt(), 130, "paiju: interrupted\n"),
        (PermissionError(13, "Permission denied", "/x"), 1, "paiju: Permission denied: /x\n"),
    ],
)
def test_errors_are_sentences(
    command: SimpleNamespace, capsys: pytest.CaptureFixture[str], error: BaseException, code: int, text: str
) -> None:
    def fail(args: object) -> int:
        raise error

    command.main = fail
    assert cli.main(["list"]) == code
    assert capsys.readouterr().err == text


def test_bugs_are_not_hidden(command: SimpleNamespace) -> None:
    command.main = lambda args: 1 // 0
    with pytest.raises(ZeroDivisionError):
        cli.main(["list"])


def test_stale_code_is_refused(
    command: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "paiju.sim.compiled.status", lambda: Status(STALE, "x.py changed after it was compiled")
    )
    assert cli.main(["run"]) == 1
    assert capsys.readouterr().err == "paiju: x.py changed after it was compiled\n"
    assert cli.main(["list"]) == 0  # plays nothing


def test_uncompiled_code_says_so(
    command: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("PAIJU_PURE", raising=False)
    monkeypatch.setattr("paiju.sim.compiled.status", lambda: Status(UNCOMPILED, "uncompiled (slow)"))
    assert cli.main(["run"]) == 0
    assert capsys.readouterr().err == "paiju: running uncompiled (slow)\n"


def test_a_reader_that_goes_away_is_no_error() -> None:
    """As in `paiju list options | head -1`."""
    code = (
        "import sys, time; from paiju.sim.cli.main import main;"
        "sys.stdin.readline(); sys.exit(main(['list', 'options', 'hk_mahjong']))"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdin
    assert child.stdout
    assert child.stderr
    child.stdout.close()
    child.stdin.write("\n")
    child.stdin.close()
    assert child.stderr.read() == ""
    assert child.wait() == 1


def test_a_terminal_without_hanzi(monkeypatch: pytest.MonkeyPatch) -> None:
    done = paiju("list", "games", PYTHONIOENCODING="ascii")
    assert done.returncode == 0, done.stderr
    assert "hk_mahjong" in done.stdout


def test_control_characters_are_written_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever named a file or a policy so: no terminal's cursor moves, no line turns around."""
    assert cli.main(["replay", f"{tmp_path}/\x1b[2J\u202e\x9b"]) == 2
    assert "\\x1b[2J\\u202e\\x9b" in capsys.readouterr().err
    stream = io.StringIO()
    shown = Shown(stream)
    print("a\tb\x1b]0;title\x07\r", file=cast(TextIO, shown))
    assert stream.getvalue() == "a\tb\\x1b]0;title\\x07\\x0d\n"
    stream.isatty = lambda: True  # type: ignore[method-assign]
    shown.write("\x1b[1mbold\x1b[0m\x1b[2J")
    assert stream.getvalue().endswith("\x1b[1mbold\x1b[0m\\x1b[2J")
