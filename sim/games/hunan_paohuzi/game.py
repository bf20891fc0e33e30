"""hunan_paohuzi as the registry sees it."""

from collections.abc import Mapping, Sequence

from paiju.sim.games.hunan_paohuzi.answers import detail_of
from paiju.sim.games.hunan_paohuzi.engine import PaohuziEngine
from paiju.sim.games.hunan_paohuzi.kinds import KINDS, STAGES
from paiju.sim.games.hunan_paohuzi.rules import HUXI, OPTIONS, OUTCOMES, PATTERNS, UNITS, PaohuziRules
from paiju.sim.games.hunan_paohuzi.state import PaohuziState
from paiju.sim.games.zipai.answers import ANSWERS, move_of
from paiju.sim.games.zipai.cards import HANZI, NAMES
from paiju.sim.games.zipai.kinds import MOVES
from paiju.sim.games.zipai.table_text import table_text
from paiju.sim.games.zipai.terms import ZipaiTerms
from paiju.sim.kernel.engine import Engine, State
from paiju.sim.kernel.events import Log
from paiju.sim.kernel.game import Game


class HunanPaohuzi(Game):
    """Hunan Paohuzi for four."""

    name = "hunan_paohuzi"
    title = "Hunan Paohuzi"
    hanzi = "湖南跑胡子"
    family = "zipai"
    options = OPTIONS
    kinds = KINDS
    answers = ANSWERS
    cards = tuple((i, NAMES[i], HANZI[i]) for i in range(20))
    moves = MOVES
    stages = STAGES
    outcomes = OUTCOMES
    patterns = PATTERNS
    units = UNITS
    score = HUXI

    def rules(self, values: Mapping[str, object]) -> PaohuziRules:
        """The typed ruleset."""
        return PaohuziRules(values)

    def terms(self, rules: object) -> ZipaiTerms:
        """What the rules are to a player."""
        assert isinstance(rules, PaohuziRules)
        return rules.terms

    def state(self, rules: object) -> State:
        """An empty table."""
        assert isinstance(rules, PaohuziRules)
        return PaohuziState(rules)

    def engine(self, rules: object, log: Log) -> Engine:
        """A match before its first hand."""
        assert isinstance(rules, PaohuziRules)
        return PaohuziEngine(rules, log)

    def move_of(self, event: int, asked: int) -> int:
        """The code of the move behind an answer."""
        return move_of(event)

    def detail(self, event: int) -> str:
        """What an event says beyond its kind and card."""
        return detail_of(event)

    def explain_score(self, fields: Mapping[str, str], values: Mapping[str, object]) -> dict[str, object]:
        """What a hand given as text is worth."""
        from paiju.sim.games.hunan_paohuzi.explain import explain

        return explain(fields, values)

    def table_text(self, state: State, players: Sequence[str], seat: int | None) -> str:
        """The table as text."""
        assert isinstance(state, PaohuziState)
        return table_text(state, players, seat)


GAME = HunanPaohuzi()
