"""What the rest of the program knows of a game: its names, its options, how to make an engine."""

from collections.abc import Mapping, Sequence
from typing import Final

from paiju.sim.kernel.engine import Engine, State
from paiju.sim.kernel.events import Log
from paiju.sim.kernel.options import Option

Names = tuple[tuple[int, str, str], ...]  # (number, English name, 汉字)

# What a hand is won on.
OWN_DRAW: Final = "own_draw"  # a card the winner drew
GIVEN: Final = "given"  # a card that another chose to give up: he dealt in
OPEN_CARD: Final = "open_card"  # a card that lies open by nobody's choice: another's draw, one of the deal
WHOLE_HAND: Final = "whole_hand"  # no card: the hand wins by itself


class Outcome:
    """A way a hand ends; `won_on` is None when nobody wins."""

    def __init__(self, number: int, name: str, hanzi: str, won_on: str | None) -> None:
        self.number: Final = number
        self.name: Final = name
        self.hanzi: Final = hanzi
        self.won_on: Final = won_on


class Pattern:
    """One item of a score; the id is its number in logs, the unit says what its value counts."""

    def __init__(self, id: int, name: str, hanzi: str, english: str, unit: str) -> None:
        self.id: Final = id
        self.name: Final = name
        self.hanzi: Final = hanzi
        self.english: Final = english
        self.unit: Final = unit


class Game:
    """A registered game; one subclass with one object per game, in `sim/games/<game>/game.py`."""

    name: str  # "hk_mahjong"
    title: str  # "Hong Kong style mahjong"
    hanzi: str  # "四人麻雀"
    family: str  # which shipped policies fit: "mahjong", "zipai", "changpai"
    options: tuple[Option, ...]
    kinds: Names  # event kinds, the kernel's included
    answers: Mapping[int, int]  # event kind -> the kind of move that it answers a question with
    cards: Names
    card_numbers: Mapping[str, Sequence[int]] = {}  # what is counted of cards: name -> a number for each
    moves: Names  # kinds of move: bit numbers of `offers`
    stages: Names  # of a question
    outcomes: tuple[Outcome, ...]  # of a hand
    patterns: tuple[Pattern, ...]  # what a score is made of
    units: Mapping[str, str]  # what is counted of a hand that wins: English name -> 汉字
    score: str  # which of them is its score

    def rules(self, values: Mapping[str, object]) -> object:
        """The typed ruleset of validated option values."""
        raise NotImplementedError

    def seats(self, rules: object) -> int:
        """How many sit at the table under these rules."""
        return 4

    def resting(self, rules: object) -> int:
        """How many of them rest in each hand: they are asked nothing, and may gain or lose points."""
        return 0

    def seated(self, values: Mapping[str, object]) -> int:
        """How many sit at the table with these option values."""
        return self.seats(self.rules(values))

    def hands_per_match(self, values: Mapping[str, object]) -> float:
        """About how many hands a match has with these option values: every third dealer keeps the deal."""
        kind, _, count = str(values.get("match", "hand")).partition(":")
        rules = self.rules(values)
        round_of_deals = 1.5 * (self.seats(rules) - self.resting(rules))
        expected = {
            "hands": float(count or 1),
            "rounds": float(count or 1) * round_of_deals,
            "circle": round_of_deals,
        }
        return min(expected.get(kind, 1.0), float(str(values.get("max_hands") or 100)))

    def terms(self, rules: object) -> object:
        """What the views of the game say of these rules to policies: the record of its family."""
        raise NotImplementedError

    def state(self, rules: object) -> State:
        """The state before the first event, for folding a stored log."""
        raise NotImplementedError

    def engine(self, rules: object, log: Log) -> Engine:
        """A match before its first hand, writing to `log`."""
        raise NotImplementedError

    def move_of(self, event: int, asked: int) -> int:
        """The code of the move that was answered to the question `asked` and brought about `event`, its first."""
        raise NotImplementedError

    def detail(self, event: int) -> str:
        """What an event says beyond its kind and card, for a reader: the run that was laid, where a card came from."""
        return ""

    def explain_score(self, fields: Mapping[str, str], values: Mapping[str, object]) -> dict[str, object]:
        """What a hand given as text is worth, and why (`paiju score`)."""
        raise NotImplementedError

    def table_text(self, state: State, players: Sequence[str], seat: int | None) -> str:
        """The table as text for the terminal: all hands, or only what `seat` sees; `players` name the seats."""
        raise NotImplementedError
