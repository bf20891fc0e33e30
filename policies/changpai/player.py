"""What the changpai policies have in common: they play by the terms of the table they sit at, and always win."""

from mypy_extensions import i64

from paiju.sim.games.chengdu_coushisi.kinds import WIN
from paiju.sim.games.chengdu_coushisi.terms import ChangpaiTerms
from paiju.sim.games.chengdu_coushisi.view import CoushisiView
from paiju.sim.kernel.errors import BadInput
from paiju.sim.kernel.policy import Policy, View


class ChangpaiPolicy(Policy):
    """Subclasses answer what is left to answer; what they think with is made anew for the terms of each table."""

    def __init__(self) -> None:
        self.terms: ChangpaiTerms | None = None  # of the table where it sits

    def code(self, view: View) -> i64:
        """The chosen move's code."""
        if not isinstance(view, CoushisiView):
            raise BadInput("this policy plays changpai, and was asked at another table")
        if view.terms is not self.terms:
            self.sit_down(view.terms)
            self.terms = view.terms
        last = view.code(view.choices() - 1)
        return last if last >> 24 == WIN else self.answer(view)

    def check_terms(self, terms: object) -> None:
        """BadInput if they are those of another family."""
        if not isinstance(terms, ChangpaiTerms):
            raise BadInput("this policy plays changpai, and these are the terms of another game")

    def sit_down(self, terms: ChangpaiTerms) -> None:
        """Get ready to play by these terms."""

    def answer(self, view: CoushisiView) -> i64:
        """The chosen move's code where there is nothing to win."""
        raise NotImplementedError
