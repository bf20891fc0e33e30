"""What a single game is made from, and playing it again: the base of replay, export and verify."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Annotated, Any, Final

from paiju.sim.games import registry
from paiju.sim.kernel.engine import Engine
from paiju.sim.kernel.errors import BadInput, BadNotation, IllegalMove
from paiju.sim.kernel.events import ASKED, FAULTED, Log, kind_of, seat_of
from paiju.sim.kernel.guard import guarded
from paiju.sim.kernel.options import validate
from paiju.sim.kernel.play import Failure, Maker, Table, made
from paiju.sim.kernel.policy import UNLIMITED, Policy, View
from paiju.sim.kernel.rng import Seeds
from paiju.sim.kernel.shapes import Open, Span, Words, read
from paiju.sim.store.schema import GAMES_PER_BLOCK
from paiju.sim.tournament.apart import Apart
from paiju.sim.tournament.schedule import Schedule, is_ours
from paiju.sim.tournament.spec import DEAL_MODES, RunConfig, TournamentConfig, defaults

Find = Callable[[str, str], Maker]  # name and family of a policy to its maker
DEFAULTS: Final = defaults(TournamentConfig)
MOST: Final = 2**62


@dataclass(frozen=True, slots=True)
class Recipe(Open):
    """A game as a function: the same recipe and engine give the same events."""

    game: str
    options: dict[str, Any]  # every option, canonical
    seed: Annotated[int, Span(0, MOST)]
    deal: Annotated[int, Span(0, MOST)]
    seating: Annotated[int, Span(0, MOST)]  # tells apart the games of one deal
    policies: tuple[str, ...]  # one per seat
    fallback: str = DEFAULTS["fallback"]
    deal_mode: Annotated[str, Words(DEAL_MODES)] = DEFAULTS["deal_mode"]
    node_budget: Annotated[int, Span(1, MOST)] | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values; the header of a log file."""
        return asdict(self)


def from_header(header: Mapping[str, Any]) -> Recipe:
    """The recipe in the header of a log file; BadInput when it is not all there, or none that can be played."""
    recipe = read(Recipe, header, "the header of the log")
    game = registry.get(recipe.game)
    recipe = replace(recipe, game=game.name, options=validate(game.options, recipe.options))
    seats = game.seated(recipe.options)
    if len(recipe.policies) != seats:
        raise BadNotation(f"the header of the log names {len(recipe.policies)} policies for {seats} seats")
    return recipe


def of_run(config: RunConfig, game_id: int) -> Recipe:
    """The recipe of one game of a run; BadInput when the run has no such game."""
    tournament = config.tournament
    seats = registry.get(config.ruleset.game).seated(config.ruleset.options)
    schedule = Schedule(config.matchup, seats, tournament.blocks, tournament.first_deal)
    index, place = divmod(game_id, GAMES_PER_BLOCK)
    if not 0 <= index < schedule.block_count or place >= len(schedule.block(index).games):
        last = schedule.block(schedule.block_count - 1)
        highest = last.game_id(len(last.games) - 1)
        raise BadInput(
            f"the run has no game {game_id}: its games are numbered from 0 to {highest}, not without gaps"
        )
    block = schedule.block(index)
    return Recipe(
        game=config.ruleset.game,
        options=config.ruleset.options,
        seed=tournament.seed,
        deal=block.deal,
        seating=block.seating(place),
        policies=tuple(schedule.policies[player] for player in block.games[place]),
        fallback=tournament.fallback,
        deal_mode=tournament.deal_mode,
        node_budget=tournament.node_budget,
    )


def check_terms(config: RunConfig, names: Sequence[str], find: Find) -> None:
    """BadInput when one of these policies cannot play by the terms of a run's game."""
    game = registry.get(config.ruleset.game)
    terms = game.terms(game.rules(config.ruleset.options))
    for name in names:
        maker = find(name, game.family)
        try:
            with guarded():
                made(maker).check_terms(terms)
        except BadInput as error:
            raise BadInput(f"the policy '{name}' cannot play {game.name} by these rules: {error}") from None


def table_of(recipe: Recipe, log: Log, budget: int | None) -> Table:
    """The table at which the game of a recipe is played."""
    game = registry.get(recipe.game)
    engine = game.engine(game.rules(recipe.options), log)
    return new_table(engine, Seeds(recipe.seed), recipe.deal_mode, budget)


def new_table(engine: Engine, seeds: Seeds, deal_mode: str, budget: int | None) -> Table:
    """A table for matches dealt in this mode, with so many nodes for one decision (None: any number)."""
    return Table(engine, seeds, deal_mode == "seat_order", UNLIMITED if budget is None else budget)


def play(recipe: Recipe, find: Find) -> tuple[list[int], list[Failure]]:
    """Play the game of a recipe; gives its packed events and what policies did wrong."""
    game = registry.get(recipe.game)
    log = Log()
    table = table_of(recipe, log, recipe.node_budget)
    makers = [find(name, game.family) for name in recipe.policies]
    fallback = find(recipe.fallback, game.family)
    with guarded():
        failures = table.play(recipe.deal, recipe.seating, makers, fallback)
    return log.to_list(), failures


def played(recipe: Recipe, find: Find) -> list[int]:
    """The packed events of the game of a recipe, played now; apart from this process if policies are not ours."""
    if all(is_ours(name) for name in (*recipe.policies, recipe.fallback)):
        return play(recipe, find)[0]
    with Apart() as call:
        return call(events_of, recipe, find)


def events_of(recipe: Recipe, find: Find) -> list[int]:
    """The packed events of the game of a recipe, played here."""
    return play(recipe, find)[0]


class Recorded(Policy):
    """Plays the moves of a stored game again; for games whose policies cannot be asked a second time."""

    def __init__(self, moves: list[int]) -> None:
        self.moves = moves
        self.played = 0

    def code(self, view: View) -> int:
        """The next move of its seat."""
        if self.played == len(self.moves):
            raise IllegalMove("the log holds no further move of this seat")
        self.played += 1
        return self.moves[self.played - 1]


def play_recorded(recipe: Recipe, events: Sequence[int]) -> list[int]:
    """Play a stored game again from its seed with the moves it records; gives the packed events.

    A fault is no move: the events played here lack `faulted`, the seat goes on with what its fallback answered.
    """
    game = registry.get(recipe.game)
    moves: list[list[int]] = [[] for _ in recipe.policies]
    asked = None
    for event in without_faults(events):
        if asked is not None:
            moves[seat_of(asked)].append(game.move_of(event, asked))
        asked = event if kind_of(event) == ASKED else None
    log = Log()
    table = table_of(recipe, log, None)
    makers: list[Maker] = [partial(Recorded, seat_moves) for seat_moves in moves]
    table.play(recipe.deal, recipe.seating, makers, makers[0])
    return log.to_list()


def without_faults(events: Sequence[int]) -> list[int]:
    """The events of a game without its faults."""
    return [event for event in events if kind_of(event) != FAULTED]
