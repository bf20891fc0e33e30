"""What the mahjong policies have in common: they play by the terms of the table they sit at, and always win."""

from mypy_extensions import i64

from paiju.sim.games.mahjong.kinds import WIN
from paiju.sim.games.mahjong.terms import MahjongTerms
from paiju.sim.games.mahjong.view import MahjongView
from paiju.sim.kernel.errors import BadInput
from paiju.sim.kernel.policy import Policy, View


class MahjongPolicy(Policy):
    """Subclasses answer what is left to answer; what they think with is made anew for the terms of each table."""

    def __init__(self) -> None:
        self.terms: MahjongTerms | None = None  # of the table where it sits

    def code(self, view: View) -> i64:
        """The chosen move's code."""
        if not isinstance(view, MahjongView):
            raise BadInput("this policy plays mahjong, and was asked at another table")
        if view.terms is not self.terms:
            self.check_terms(view.terms)
            self.sit_down(view.terms)
            self.terms = view.terms
        last = view.code(view.choices() - 1)
        return last if last >> 24 == WIN else self.answer(view)

    def check_terms(self, terms: object) -> None:
        """BadInput if a hand is worth something else by these terms than these policies know."""
        if not isinstance(terms, MahjongTerms):
            raise BadInput("this policy plays mahjong, and these are the terms of another game")
        unknown = ""
        if terms.wildcards:
            unknown = "some tiles stand for others"
        elif not terms.plain_hands_win:
            unknown = "a hand wins by a pattern only"
        elif not terms.discards_win:
            unknown = "nobody wins on a discard"
        elif not terms.fan_double:
            unknown = "fan do not double"
        if unknown:
            raise BadInput(f"this policy knows no mahjong in which {unknown}")

    def sit_down(self, terms: MahjongTerms) -> None:
        """Get ready to play by these terms."""

    def answer(self, view: MahjongView) -> i64:
        """The chosen move's code where there is nothing to win."""
        raise NotImplementedError
