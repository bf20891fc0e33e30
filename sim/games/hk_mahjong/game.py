"""hk_mahjong as the registry sees it."""

from collections.abc import Mapping, Sequence

from paiju.sim.games.hk_mahjong.engine import HkEngine
from paiju.sim.games.hk_mahjong.rules import FAN, OPTIONS, PATTERNS, UNITS, HkRules
from paiju.sim.games.hk_mahjong.state import HkState
from paiju.sim.games.mahjong.answers import ANSWERS, detail_of, move_of
from paiju.sim.games.mahjong.kinds import KINDS, MOVES, OUTCOMES, STAGES
from paiju.sim.games.mahjong.table_text import table_text
from paiju.sim.games.mahjong.terms import MahjongTerms
from paiju.sim.games.mahjong.tiles import HANZI, NAMES
from paiju.sim.kernel.engine import Engine, State
from paiju.sim.kernel.events import Log
from paiju.sim.kernel.game import Game


class HkMahjong(Game):
    """Hong Kong style mahjong for four."""

    name = "hk_mahjong"
    title = "Hong Kong style mahjong"
    hanzi = "四人麻雀"
    family = "mahjong"
    options = OPTIONS
    kinds = KINDS
    answers = ANSWERS
    cards = tuple((i, NAMES[i], HANZI[i]) for i in range(34))
    moves = MOVES
    stages = STAGES
    outcomes = OUTCOMES
    patterns = PATTERNS
    units = UNITS
    score = FAN

    def rules(self, values: Mapping[str, object]) -> HkRules:
        """The typed ruleset."""
        return HkRules(values)

    def terms(self, rules: object) -> MahjongTerms:
        """What the rules are to a player."""
        assert isinstance(rules, HkRules)
        return rules.terms

    def state(self, rules: object) -> State:
        """An empty table."""
        return HkState()

    def engine(self, rules: object, log: Log) -> Engine:
        """A match before its first hand."""
        assert isinstance(rules, HkRules)
        return HkEngine(rules, log)

    def move_of(self, event: int, asked: int) -> int:
        """The code of the move behind an answer."""
        return move_of(event, asked)

    def detail(self, event: int) -> str:
        """What an event says beyond its kind and card."""
        return detail_of(event)

    def explain_score(self, fields: Mapping[str, str], values: Mapping[str, object]) -> dict[str, object]:
        """What a hand given as text is worth."""
        from paiju.sim.games.hk_mahjong.explain import explain

        return explain(fields, values)

    def table_text(self, state: State, players: Sequence[str], seat: int | None) -> str:
        """The table as text."""
        assert isinstance(state, HkState)
        return table_text(state, players, seat)


GAME = HkMahjong()
