"""Writes golden logs: games kept for ever, so that no later version reads or plays them otherwise.

`python -m tests.golden.regenerate` writes what this version lacks and touches nothing that is there; with
`--replace` it writes this version's files anew (say why when you commit that).

A file is `<game>/<version>-<ruleset>.txt`: a line of JSON (game, options, root seed, deal, players, digest),
then the packed events as hexadecimal 64-bit integers, eight to a line.
"""

import json
import sys
from hashlib import blake2b
from pathlib import Path

from paiju import __version__
from paiju.sim.games import registry
from paiju.sim.kernel.events import Log
from paiju.sim.kernel.game import Game
from paiju.sim.kernel.play import Table
from paiju.sim.kernel.rng import Seeds
from tests.conformance.tables import Options, rulesets, seatings

HERE = Path(__file__).parent
ROOT = 2024
DEALS = 40  # how far to look for the most eventful game
KEPT = 2  # matches in a file: the one with most kinds of event, and the next of another seating
PER_LINE = 8


def most_eventful(game: Game, options: Options) -> list[dict[str, object]]:
    """The matches to keep of a ruleset: those in which most kinds of things happen, the shorter if equal."""
    found = []
    for number, makers in enumerate(seatings(game, options)):
        log = Log()
        table = Table(game.engine(game.rules(options), log), Seeds(ROOT))
        best: tuple[int, int, int, list[int]] | None = None
        for deal in range(DEALS):
            log.clear()
            table.play(deal, 0, makers, makers[0])
            events = log.to_list()
            mark = (len({event & 63 for event in events}), -len(events), deal, events)
            if best is None or mark > best:
                best = mark
        assert best is not None
        found.append((best[0], best[1], number, best))
    found.sort(reverse=True)
    return [
        {
            "game": game.name,
            "options": options,
            "root": ROOT,
            "deal": best[2],
            "players": [maker.__name__ for maker in seatings(game, options)[number]],
            "events": best[3],
        }
        for _, _, number, best in found[:KEPT]
    ]


def write(path: Path, matches: list[dict[str, object]]) -> None:
    """Matches one after another, each a line of JSON and its events."""
    lines = []
    for match in matches:
        events = match.pop("events")
        assert isinstance(events, list)
        packed = b"".join(event.to_bytes(8, "little", signed=True) for event in events)
        match["digest"] = blake2b(packed, digest_size=16).hexdigest()
        lines.append(json.dumps(match, ensure_ascii=False, sort_keys=True))
        words = [f"{event & (1 << 64) - 1:016x}" for event in events]
        lines += [" ".join(words[at : at + PER_LINE]) for at in range(0, len(words), PER_LINE)]
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n", "utf-8")


def main() -> None:
    """Write the files of this version."""
    for name in registry.names():
        game = registry.get(name)
        for ruleset, options in rulesets(game).items():
            path = HERE / name / f"{__version__}-{ruleset}.txt"
            if path.exists() and "--replace" not in sys.argv:
                continue
            write(path, most_eventful(game, options))
            print(path.relative_to(HERE))  # noqa: T201 - says what it wrote


if __name__ == "__main__":
    main()
