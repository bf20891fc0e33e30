"""A policy that tests make others of: it takes what it likes and discards what is worth least to it."""

from collections.abc import Sequence
from typing import Generic, TypeVar, cast

from paiju.sim.kernel.policy import Policy, View

PASS, DISCARD = 0, 1
V = TypeVar("V", bound=View)  # the views of its game


class Ranked(Policy, Generic[V]):
    """Takes the kind of move it likes best; discards what `worth` calls worst, ties at random."""

    likes: Sequence[int] = ()  # kinds of move, best first; DISCARD and PASS are what is left
    boldness = 100  # chance in a hundred to do what it likes

    def code(self, view: View) -> int:
        """The code of the chosen move."""
        seen = cast("V", view)
        codes = [view.code(i) for i in range(view.choices())]
        kinds = {code >> 24 for code in codes}
        for kind in self.likes:
            if kind in kinds and view.rng.below(100) < self.boldness:
                return self.chosen(seen, [code for code in codes if code >> 24 == kind])
        plain = [code for code in codes if code >> 24 in (PASS, DISCARD)] or codes
        if plain[0] >> 24 == DISCARD:
            worst = min(self.worth(seen, code & 255) for code in plain)
            plain = [code for code in plain if self.worth(seen, code & 255) == worst]
        return plain[view.rng.below(len(plain))]

    def chosen(self, view: V, fitting: list[int]) -> int:
        """One of several moves of the kind it likes."""
        return fitting[view.rng.below(len(fitting))]

    def worth(self, view: V, card: int) -> int:
        """How much it wants to keep a card."""
        return 0
