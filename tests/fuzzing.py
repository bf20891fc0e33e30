"""Files that are not what they should be: mutations of a log, of run.json, of the manifest, of stop.json.

Whatever a file holds, a command that reads it ends well or with one sentence, never with a traceback. The suite tries
some hundred of each (`tests/test_fuzz.py`), `python -m benchmarks.fuzz SECONDS` as many as there is time for.
"""

import contextlib
import io
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from paiju.sim.cli.main import main
from paiju.sim.kernel.codec import digest, packed_bytes
from paiju.sim.store.header import HEADER, digest_of, seal_of
from paiju.sim.store.manifest import LINES, STOP

RUN = [
    "matchup.policies=[easy,uniform]", "matchup.kind=round_robin", "tournament.blocks=64", "tournament.shard_blocks=8",
    "tournament.stop=gsprt", "tournament.contrast=[easy]", "tournament.elo1=100", "executor=local",
    "executor.workers=1", "ruleset=hk_mahjong",
]  # fmt: skip
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 255, 2**31, -(2**31) - 1, 2**40, 2**62, 2**63, -(2**63), 10**30, 0.5, -0.0, 1e308,
    float("nan"), float("inf"), "", "x", "\x00", "\ud800", "牌", "../../etc/passwd", "A" * 5000, [], {}, [[]],
    [0] * 50, {"": None}, {"a": {"b": {}}},
)  # fmt: skip
Edit = Callable[[Random, Any], Any]
Outcome = tuple[int | BaseException, str]  # exit code, or what escaped; what was said on stderr


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value in a JSON value."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from places(each, (*path, key))


def mutated(chance: Random, value: Any) -> Any:
    """A JSON value with something in it replaced, lost or doubled."""
    value = json.loads(json.dumps(value))
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        every = list(places(value))
        if not every:
            return chance.choice(ODD)
        *above, last = chance.choice(every)
        inner = value
        for key in above:
            inner = inner[key]
        what = chance.randrange(6)
        if what == 0:
            del inner[last]
        elif what == 1:
            inner[last] = [inner[last]] * chance.choice((1, 2, 50))
        elif what == 2 and isinstance(inner, dict):
            inner[chance.choice(("x", "", "seal", "format", "__class__"))] = chance.choice(ODD)
        else:
            inner[last] = chance.choice(ODD)
    return value


def scrambled(chance: Random, data: bytes) -> bytes:
    """Bytes with some of them changed, lost, doubled or nested."""
    at, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    return chance.choice(
        (
            data[:at] + data[end:],
            data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :],
            data[:at] + data[at:end] * 2 + data[end:],
            data[:at] + chance.choice((b"\x00", b"\n", b"\r", b"\xff", b"9" * 5000, b"[" * 3000)) + data[at:],
            b"",
        )
    )


class Fuzz:
    """A run and a log of one of its games in a folder, and their mutations."""

    def __init__(self, folder: Path) -> None:
        self.whole = folder / "whole"
        self.run = folder / "run"
        self.log = folder / "game.jsonl"
        assert command("run", *RUN, f"out={self.whole}")[0] == 0
        assert command("export", str(self.whole), "0", "-o", str(self.log))[0] == 0
        self.lines = [json.loads(line) for line in self.log.read_text("utf-8").splitlines()]
        self.header = json.loads((self.whole / HEADER).read_text("utf-8"))
        self.receipts = [json.loads(line) for line in (self.whole / LINES).read_text("utf-8").splitlines()]
        self.stop = json.loads((self.whole / STOP).read_text("utf-8"))

    def try_one(self, chance: Random) -> tuple[str, Outcome]:
        """What was mutated, and how a command that reads it ended."""
        return chance.choice((self.of_log, self.of_log, self.of_header, self.of_lines, self.of_stop))(chance)

    def of_log(self, chance: Random) -> tuple[str, Outcome]:
        """A log file, as bytes or as values; these with a digest that fits, where there is one."""
        if chance.random() < 0.4:
            data = scrambled(chance, "".join(json.dumps(line) + "\n" for line in self.lines).encode())
        else:
            lines = json.loads(json.dumps(self.lines))
            for _ in range(chance.choice((1, 1, 3))):
                at = chance.choice((0, -1, chance.randrange(len(lines)), chance.randrange(len(lines))))
                lines[at] = (
                    mutated(chance, lines[at])
                    if chance.random() < 0.5
                    else self.other_event(chance, lines[at])
                )
            data = "".join(json.dumps(line) + "\n" for line in fitting(lines)).encode()
        path = self.log.with_name("mutated.jsonl")
        path.write_bytes(data)
        argv = chance.choice(
            (["replay", "--all"], ["replay", "--json"], ["replay", "--all", "--seat", "1"], ["verify"])
        )
        return f"log {' '.join(argv)}", command(argv[0], str(path), *argv[1:])

    def other_event(self, chance: Random, line: Any) -> Any:
        """An event with a field of another one: in range, and seldom possible."""
        other = chance.choice(self.lines[1:-1])
        key = chance.choice([key for key in other if key not in ("hand", "seq", "move")])
        return {**line, key: other[key]} if isinstance(line, dict) and "kind" in line else line

    def of_header(self, chance: Random) -> tuple[str, Outcome]:
        """run.json, as it is or with everything sealed again."""
        header = mutated(chance, self.header)
        return "run.json", self.with_files(chance, header, self.receipts, self.stop)

    def of_lines(self, chance: Random) -> tuple[str, Outcome]:
        """The manifest."""
        receipts = list(self.receipts)
        for _ in range(chance.choice((1, 1, 3))):
            at = chance.randrange(len(receipts))
            receipts[at] = mutated(chance, receipts[at])
        return "manifest", self.with_files(chance, self.header, receipts, self.stop)

    def of_stop(self, chance: Random) -> tuple[str, Outcome]:
        """The decision to stop."""
        return "stop.json", self.with_files(chance, self.header, self.receipts, mutated(chance, self.stop))

    def with_files(self, chance: Random, header: Any, receipts: list[Any], stop: Any) -> Outcome:
        """A run with these files, read by one of the commands."""
        shutil.rmtree(self.run, ignore_errors=True)
        shutil.copytree(self.whole, self.run, copy_function=os.link)
        if chance.random() < 0.7:
            header, receipts, stop = sealed(header, receipts, stop)
        texts = {
            HEADER: json.dumps(header),
            LINES: "".join(json.dumps(line) + "\n" for line in receipts),
            STOP: json.dumps(stop),
        }
        for name, text in texts.items():
            data = text.encode()
            (self.run / name).unlink()
            (self.run / name).write_bytes(scrambled(chance, data) if chance.random() < 0.1 else data)
        run = str(self.run)
        return command(
            *chance.choice(
                (
                    ["query", run, "select count(*), sum(points) from seats"],
                    ["query", run, "select policy, elo from ratings"],
                    ["query", run, "from policies", "--skip-damaged"],
                    ["replay", run, "0", "--all"],
                    ["report", run],
                    ["export", run, "32"],
                    ["verify", run, "--game", "0"],
                )
            )
        )


def fitting(lines: list[Any]) -> list[Any]:
    """A log whose last line has the digest of its events, if they have one; and each event its place."""
    from paiju.sim.games import registry
    from paiju.sim.kernel.codec import Codec
    from paiju.sim.kernel.errors import PaijuError

    codec = Codec(registry.get("hk_mahjong"))
    try:
        events = [codec.write(line) for line in lines[1:-1]]
    except PaijuError:
        return lines
    places = [record.to_json() for record in codec.read(events)]
    return [lines[0], *places, {"events": len(events), "digest": digest(packed_bytes(events))}]


def sealed(header: Any, receipts: list[Any], stop: Any) -> tuple[Any, list[Any], Any]:
    """The same, each sealed as if it were right."""
    try:
        header = {**header, "digest": digest_of(header)}
    except (TypeError, UnicodeError):  # nothing that can be sealed
        return header, receipts, stop

    def seal(entry: Any) -> Any:
        with contextlib.suppress(TypeError, UnicodeError):
            return {**entry, "seal": seal_of(header["digest"], entry)}
        return entry

    return header, [seal(entry) for entry in receipts], seal(stop)


def command(*argv: str) -> Outcome:
    """How a command ended."""
    said = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
        try:
            return main(list(argv)), said.getvalue()
        except (Exception, SystemExit) as error:
            return error, said.getvalue()


def is_sound(outcome: Outcome) -> bool:
    """Did it end well, or with one sentence?"""
    code, said = outcome
    sentences = [line for line in said.splitlines() if line.startswith("paiju: ")]
    return code == 0 or (code in (1, 2) and len(sentences) <= 1 and "Traceback" not in said)
