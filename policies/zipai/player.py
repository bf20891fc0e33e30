"""What the zipai policies have in common: they play by the terms of the table they sit at, and always win."""

from mypy_extensions import i64

from paiju.sim.games.zipai.kinds import WIN
from paiju.sim.games.zipai.terms import ZipaiTerms
from paiju.sim.games.zipai.view import ZipaiView
from paiju.sim.kernel.errors import BadInput
from paiju.sim.kernel.policy import Policy, View


class ZipaiPolicy(Policy):
    """Subclasses answer what is left to answer; what they think with is made anew for the terms of each table."""

    def __init__(self) -> None:
        self.terms: ZipaiTerms | None = None  # of the table where it sits

    def code(self, view: View) -> i64:
        """The chosen move's code."""
        if not isinstance(view, ZipaiView):
            raise BadInput("this policy plays zipai, and was asked at another table")
        if view.terms is not self.terms:
            self.check_terms(view.terms)
            self.sit_down(view.terms)
            self.terms = view.terms
        last = view.code(view.choices() - 1)
        return last if last >> 24 == WIN else self.answer(view)

    def check_terms(self, terms: object) -> None:
        """BadInput if cards come into groups in another way by these terms than these policies know."""
        if not isinstance(terms, ZipaiTerms):
            raise BadInput("this policy plays zipai, and these are the terms of another game")
        unknown = ""
        if terms.pung_forced:
            unknown = "a 碰 must be made"
        elif not terms.draws_close_groups:
            unknown = "a third card drawn makes no 偎"
        if unknown:
            raise BadInput(f"this policy knows no zipai in which {unknown}")

    def sit_down(self, terms: ZipaiTerms) -> None:
        """Get ready to play by these terms."""

    def answer(self, view: ZipaiView) -> i64:
        """The chosen move's code where there is nothing to win."""
        raise NotImplementedError
