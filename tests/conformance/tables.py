"""What the conformance tests play: every registered game, several rulesets of each, every shipped policy."""

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
import yaml

from paiju.policies import find, names
from paiju.sim.games import registry
from paiju.sim.kernel.engine import Engine
from paiju.sim.kernel.errors import BadOption
from paiju.sim.kernel.events import NOBODY, Log
from paiju.sim.kernel.game import Game
from paiju.sim.kernel.options import FLAG, INTEGER, NAMES, WORD, Option, validate
from paiju.sim.kernel.policy import Move, Policy, View
from paiju.sim.kernel.rng import Seeds, Stream

Maker = Callable[[], Policy]
Options = dict[str, object]

VARIANTS = Path(__file__).parents[2] / "conf" / "ruleset"
SAMPLES = 4  # random rulesets of each game
QUICK = "default"  # what the quick selection plays of them
ROOT = 11


def rulesets(game: Game) -> dict[str, Options]:
    """Names and option values: the defaults, the variants that come with the game, some at random."""
    found = {"default": validate(game.options, {})}
    for path in sorted((VARIANTS / game.name).glob("*.yaml")):
        given = {
            key: value for key, value in yaml.safe_load(path.read_text("utf-8")).items() if key != "defaults"
        }
        found[path.stem] = validate(game.options, given)
    for i in range(SAMPLES):
        found[f"sample_{i}"] = sample_options(game, random.Random(f"{game.name} {i}"))
    return found


def sample_options(game: Game, rng: random.Random) -> Options:
    """Valid values of all options, about half of them other than the default."""
    while True:
        values = validate(game.options, {option.key: sample_value(option, rng) for option in game.options})
        try:
            game.rules(values)
        except BadOption:  # allowed one by one, but not together
            continue
        return values


def sample_value(option: Option, rng: random.Random) -> object:
    """A value of an option; numbers near the low end, matches short."""
    if option.kind == FLAG:
        return rng.random() < 0.5
    if rng.random() < 0.5:
        return option.default
    if option.kind == INTEGER:
        if option.nullable and rng.random() < 0.3:
            return None
        return (
            rng.choice(option.only)
            if option.only
            else rng.randint(option.low, min(option.high, option.low + 4))
        )
    if option.kind == WORD:
        form = rng.choice(option.forms)
        if form.names:
            return f"{form.word}:{rng.choice(form.names)}"
        return (
            f"{form.word}:{rng.randint(form.low, min(form.high, 3))}" if form.low <= form.high else form.word
        )
    if option.kind == NAMES:
        return [name for name in option.defaults if rng.random() < 0.5]
    return option.default


def cases() -> list[tuple[str, str]]:
    """(game, ruleset) of every registered game."""
    return [(name, ruleset) for name in registry.names() for ruleset in rulesets(registry.get(name))]


each_case = pytest.mark.parametrize(
    ("name", "ruleset"),
    [pytest.param(*case, marks=[] if case[1] == QUICK else pytest.mark.slow) for case in cases()],
)


def seatings(game: Game, options: Options) -> list[list[Maker]]:
    """Each shipped policy against itself, and all of them mixed."""
    makers = [find(name, game.family) for name in names(game.family)]
    seats = game.seated(options)
    return [[maker] * seats for maker in makers] + [
        [makers[(seat + shift) % len(makers)] for seat in range(seats)] for shift in range(2)
    ]


class Cheat(Policy):
    """Plays on for a while, then answers with a move that no game has."""

    def code(self, view: View) -> int:
        """A legal code two times of three."""
        return view.code(0) if view.rng.below(3) else 63 << 24


class Crash(Policy):
    """Raises sooner or later."""

    def choose(self, view: View) -> Move:
        """A legal move two times of three."""
        if view.rng.below(3):
            return view.legal[-1]
        raise ZeroDivisionError("by accident")


class Mute(Policy):
    """Answers with something that is no move."""

    def choose(self, view: View) -> Move:
        """Nothing."""
        return None  # type: ignore[return-value]


def failing_seating(game: Game, options: Options) -> list[Maker]:
    """Players of which most fail sooner or later."""
    good: list[Maker] = [find("uniform", game.family)] * game.seated(options)
    return [*good[3:], Cheat, Crash, Mute]


class Match:
    """A match played question by question, so that a test can look in between."""

    def __init__(self, name: str, options: Options, deal: int = 0) -> None:
        self.game = registry.get(name)
        self.rules = self.game.rules(options)
        self.log = Log()
        self.engine = self.game.engine(self.rules, self.log)
        self.state = self.engine._state
        self.seeds = Seeds(ROOT)
        self.deal = deal
        self.hand = -1
        self.streams = [Stream() for _ in range(self.engine.seats)]
        self.views = [self.engine.view(seat, self.streams[seat]) for seat in range(self.engine.seats)]
        self.engine.start_match()
        self.next_hand()

    def next_hand(self) -> None:
        """Deal hands until a question is open or the match is over."""
        while self.state.asked == NOBODY and not (self.hand >= 0 and self.engine.is_over()):
            self.hand += 1
            self.seeds.deal(self.deal, self.hand, self.engine.chance.streams)
            self.seeds.policies(self.deal, self.hand, 0, self.streams)
            self.engine.start_hand()

    @property
    def is_open(self) -> bool:
        """Is somebody asked?"""
        return self.state.asked != NOBODY

    def legal(self) -> list[int]:
        """The codes of the legal moves."""
        return legal_codes(self.engine)

    def answer(self, move: int) -> None:
        """Answer the open question, and deal the next hand when this one is over."""
        self.engine.answer(move)
        self.next_hand()

    def play(self, makers: Sequence[Maker]) -> Iterator[int]:
        """Play to the end; yields the chosen move at each question, before it is answered."""
        players = [maker() for maker in makers]
        while self.is_open:
            seat = self.state.asked
            move = players[seat].code(self.views[seat])
            yield move
            self.answer(move)


def legal_codes(engine: Engine) -> list[int]:
    """The codes of the moves that an engine offers."""
    return [engine.moves[i] for i in range(engine.choices)]


def folded(game: Game, rules: object, events: Sequence[int]) -> Engine:
    """An engine whose state was folded from events, with its question put again."""
    engine = game.engine(rules, Log())
    for event in events:
        engine._state.fold(event)
    if engine._state.asked != NOBODY:
        engine.legal()
    return engine
