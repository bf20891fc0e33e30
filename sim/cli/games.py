"""One game from wherever it is kept: a run folder, an exported log file, or a seed."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from paiju.policies import find
from paiju.policies.trust import strangers
from paiju.sim.games import registry
from paiju.sim.kernel.codec import Codec, read_events, read_header
from paiju.sim.kernel.errors import BadInput, PaijuError
from paiju.sim.tournament.provenance import executed
from paiju.sim.tournament.recipe import Recipe, from_header, of_run, played
from paiju.sim.tournament.spec import RulesetConfig, from_json

LARGEST: Final = 200_000_000  # bytes of a log file: several times the longest match there can be


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game with its events."""

    title: str
    recipe: Recipe
    events: list[int]


def from_run(run: str, game_id: int, trust: bool = False) -> LoadedGame:
    """A game of a run: its stored events, or, where the run keeps none, played again from its seed.

    BadInput when policies would be run for it that nobody here has named, unless `trust`.
    """
    from paiju.sim.store.reader import Run

    opened = Run(run)
    config = from_json(opened.header["config"])
    row = opened.game(game_id)
    recipe = of_run(config, game_id)
    kept = config.tournament.log_level == "events"
    if kept:
        events = [int(event) for event in opened.events(game_id)]
    else:
        check_trusted(run, executed(opened.header), trust)
        events = played(recipe, find)
    source = "as stored" if kept else "played again from its seed"
    title = f"game {game_id} of {run} (deal {row['deal']}, rotation {row['rotation']}), {source}"
    return LoadedGame(title, recipe, events)


def check_trusted(what: str, names: Sequence[str], trust: bool) -> None:
    """BadInput when some of the policies that something names were never named by the user."""
    unknown = [] if trust else strangers(names)
    if unknown:
        raise BadInput(
            f"{what} names the policy {unknown[0]}, which was never named on a command line here: it would be "
            f"executed. If you know what it does, say --trust"
        )


def from_file(path: str) -> LoadedGame:
    """A game of a log file, checked against its digest."""
    try:
        if Path(path).stat().st_size > LARGEST:
            raise BadInput(f"{path} is no log: it has more than {LARGEST} bytes")
        lines = Path(path).read_text("utf-8").rstrip("\n").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} cannot be read: {error}") from None
    recipe = from_header(read_header(lines[0]))
    return LoadedGame(path, recipe, read_events(Codec(registry.get(recipe.game)), lines))


@contextmanager
def telling(loaded: LoadedGame) -> Iterator[None]:
    """BadInput when the events of a game that is shown are none that its rules can bring about."""
    try:
        yield
    except (PaijuError, OSError):
        raise
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise BadInput(f"{loaded.title} holds events that cannot be: telling them ends in {why}") from None


def from_seed(
    seed: int, deal: int, seating: int, overrides: Sequence[str], config_dir: str | None
) -> LoadedGame:
    """A game played now: ruleset=… ruleset.key=… and policies=[one per seat, or one for all]."""
    if min(seed, deal, seating) < 0:
        raise BadInput("--seed, --deal and --seating are whole numbers from 0 up")
    names = [item for item in overrides if item.startswith("policies=")]
    ruleset = ruleset_of([item for item in overrides if item not in names], config_dir)
    game = registry.get(ruleset.game)
    policies = (
        [name.strip() for name in names[-1].partition("=")[2].strip("[]").split(",")] if names else ["normal"]
    )
    seats = game.seated(ruleset.options)
    if len(policies) == 1:
        policies *= seats
    if len(policies) != seats:
        raise BadInput(f"{names[-1]} names {len(policies)} policies: {game.name} has {seats} seats")
    recipe = Recipe(game.name, ruleset.options, seed, deal, seating, tuple(policies))
    return LoadedGame(f"seed {seed}, deal {deal}, seating {seating}", recipe, played(recipe, find))


def ruleset_of(overrides: Sequence[str], config_dir: str | None) -> RulesetConfig:
    """The ruleset that ruleset=… and ruleset.key=… describe; BadInput for any other override."""
    from paiju.sim.config import compose_ruleset

    for item in overrides:
        if not item.startswith(("ruleset=", "ruleset.")):
            raise BadInput(f"'{item}' is not understood here: only ruleset=… and ruleset.key=… are")
    return compose_ruleset(overrides, config_dir)
