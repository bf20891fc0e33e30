"""chengdu_coushisi as the registry sees it."""

from collections.abc import Mapping, Sequence

from paiju.sim.games.chengdu_coushisi.answers import ANSWERS, detail_of, move_of
from paiju.sim.games.chengdu_coushisi.cards import CARDS, LABELS, NAMES, NUMBERS
from paiju.sim.games.chengdu_coushisi.engine import CoushisiEngine
from paiju.sim.games.chengdu_coushisi.kinds import KINDS, MOVES, STAGES
from paiju.sim.games.chengdu_coushisi.rules import HU, OPTIONS, OUTCOMES, PATTERNS, UNITS, CoushisiRules
from paiju.sim.games.chengdu_coushisi.scoring import Scorer
from paiju.sim.games.chengdu_coushisi.state import CoushisiState
from paiju.sim.games.chengdu_coushisi.table_text import table_text
from paiju.sim.games.chengdu_coushisi.terms import ChangpaiTerms
from paiju.sim.kernel.engine import Engine, State
from paiju.sim.kernel.events import Log
from paiju.sim.kernel.game import Game


class ChengduCoushisi(Game):
    """Chengdu long cards for four."""

    name = "chengdu_coushisi"
    title = "Chengdu long cards"
    hanzi = "成都凑十四"
    family = "changpai"
    options = OPTIONS
    kinds = KINDS
    answers = ANSWERS
    cards = tuple((card, NAMES[card], LABELS[card]) for card in range(CARDS))
    card_numbers = NUMBERS
    moves = MOVES
    stages = STAGES
    outcomes = OUTCOMES
    patterns = PATTERNS
    units = UNITS
    score = HU

    def rules(self, values: Mapping[str, object]) -> CoushisiRules:
        """The typed ruleset."""
        return CoushisiRules(values)

    def terms(self, rules: object) -> ChangpaiTerms:
        """What the rules are to a player."""
        assert isinstance(rules, CoushisiRules)
        return rules.terms

    def state(self, rules: object) -> State:
        """An empty table."""
        assert isinstance(rules, CoushisiRules)
        return CoushisiState(Scorer(rules))

    def engine(self, rules: object, log: Log) -> Engine:
        """A match before its first hand."""
        assert isinstance(rules, CoushisiRules)
        return CoushisiEngine(rules, log)

    def move_of(self, event: int, asked: int) -> int:
        """The code of the move behind an answer."""
        return move_of(event)

    def detail(self, event: int) -> str:
        """What an event says beyond its kind and card."""
        return detail_of(event)

    def explain_score(self, fields: Mapping[str, str], values: Mapping[str, object]) -> dict[str, object]:
        """What a hand given as text is worth."""
        from paiju.sim.games.chengdu_coushisi.explain import explain

        return explain(fields, values)

    def table_text(self, state: State, players: Sequence[str], seat: int | None) -> str:
        """The table as text."""
        assert isinstance(state, CoushisiState)
        return table_text(state, players, seat)


GAME = ChengduCoushisi()
