"""Logs of every past version still fold, and their moves still make the same games from the same seeds."""

import json
from hashlib import blake2b
from pathlib import Path

import pytest

from paiju import __version__
from paiju.sim.games import registry
from paiju.sim.kernel.events import ASKED, HAND_STARTED, MATCH_STARTED, NOBODY, Log, kind_of
from paiju.sim.kernel.options import validate
from paiju.sim.kernel.rng import Seeds
from tests.conformance.tables import rulesets

HERE = Path(__file__).parent
FILES = sorted(path.relative_to(HERE).as_posix() for path in HERE.glob("*/*.txt"))
MOST_BYTES = 100_000  # a file


def read(file: str) -> list[tuple[dict[str, object], list[int]]]:
    """(header, events) of each match of a file."""
    matches: list[tuple[dict[str, object], list[int]]] = []
    for line in (HERE / file).read_text("utf-8").splitlines():
        if line.startswith("{"):
            matches.append((json.loads(line), []))
        else:
            words = [int(word, 16) for word in line.split()]
            matches[-1][1].extend(word - (1 << 64) if word >> 63 else word for word in words)
    return matches


def digest(events: list[int]) -> str:
    """The digest of packed events as the files name it."""
    packed = b"".join(event.to_bytes(8, "little", signed=True) for event in events)
    return blake2b(packed, digest_size=16).hexdigest()


@pytest.mark.parametrize("name", registry.names())
def test_every_game_has_golden_logs(name: str) -> None:
    """No game without golden logs of this version, of every ruleset that comes with it."""
    missing = [
        ruleset
        for ruleset in rulesets(registry.get(name))
        if not ruleset.startswith("sample_") and f"{name}/{__version__}-{ruleset}.txt" not in FILES
    ]
    assert not missing, (
        f"run python -m tests.golden.regenerate: {missing} of {name} {__version__} are missing"
    )


@pytest.mark.parametrize("file", FILES)
def test_the_file_is_whole(file: str) -> None:
    """The events are those whose digest stands in the header, and the file is small."""
    assert (HERE / file).stat().st_size < MOST_BYTES
    for header, events in read(file):
        assert digest(events) == header["digest"]


@pytest.mark.parametrize("file", FILES)
def test_the_log_folds(file: str) -> None:
    """Folded without an engine the log ends with nobody asked and the points of its payments."""
    for header, events in read(file):
        game = registry.get(str(header["game"]))
        options = header["options"]
        assert isinstance(options, dict)
        state = game.state(game.rules(validate(game.options, options)))
        for event in events:
            state.fold(event)
        assert state.asked == NOBODY


@pytest.mark.parametrize("file", FILES)
def test_the_moves_make_the_same_game(file: str) -> None:
    """The recorded moves, answered from the recorded seed, give the same events to the bit."""
    for header, events in read(file):
        game = registry.get(str(header["game"]))
        options = header["options"]
        assert isinstance(options, dict)
        log = Log()
        engine = game.engine(game.rules(validate(game.options, options)), log)
        seeds = Seeds(int(str(header["root"])))
        hand = 0
        for at, event in enumerate(events):
            if kind_of(event) == MATCH_STARTED:
                engine.start_match()
            elif kind_of(event) == HAND_STARTED:
                seeds.deal(int(str(header["deal"])), hand, engine.chance.streams)
                engine.start_hand()
                hand += 1
            elif kind_of(event) == ASKED:
                engine.answer(game.move_of(events[at + 1], event))
        assert engine.is_over()
        assert log.to_list() == events
        assert digest(log.to_list()) == header["digest"]
