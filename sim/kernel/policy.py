"""The contract between a policy and the kernel: moves, views, policies."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from paiju.sim.kernel.errors import BudgetExceeded, IllegalMove
from paiju.sim.kernel.rng import Stream

UNLIMITED: Final = 1 << 60


@final
class Move:
    """One answer a seat may give, readable. `code` is kind << 24 | detail << 8 | card.

    `detail` (16 bits) tells apart several ways to take the same card; it is 0 where there is only one.
    """

    __slots__ = ("card", "code", "detail", "kind", "text")

    def __init__(self, code: int, kind: str, card: int, text: str) -> None:
        self.code: Final[i64] = code
        self.kind: Final = kind  # "discard", "pass", "pung" ...
        self.card: Final = card  # the card it is about, -1 for none
        self.detail: Final = code >> 8 & 0xFFFF
        self.text: Final = text  # "discard 5p"

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __str__(self) -> str:
        return self.text


class View:
    """What one seat may see while it is asked; each game adds its own properties.

    `seat` is the seat it belongs to and `rng` the policy's own stream of random numbers: a policy that takes its
    chances from it plays the same game again from the same seed.
    """

    def __init__(self, seat: int, rng: Stream) -> None:
        self.seat: Final[i64] = seat
        self.rng: Final = rng
        self.budget: i64 = UNLIMITED  # nodes for one decision
        self.spent: i64 = 0  # of them, in the decision being made

    def spend(self, nodes: i64) -> None:
        """Count nodes that a search is about to look at; BudgetExceeded when it may not look at so many.

        Thinking is counted in nodes, never in seconds, so that a game can be played again from its seed.
        """
        if nodes < 0:
            raise ValueError(f"a search looks at no fewer than 0 nodes, not at {nodes}")
        self.spent += nodes
        if self.spent > self.budget:
            raise BudgetExceeded(f"{self.spent} nodes for one decision, and the budget is {self.budget}")

    def nodes_left(self) -> i64:
        """How many nodes may still be spent on this decision."""
        return self.budget - self.spent

    def choices(self) -> i64:
        """How many legal moves there are."""
        raise NotImplementedError

    def code(self, i: i64) -> i64:
        """The code of legal move number i, 0 <= i < choices()."""
        raise NotImplementedError

    @property
    def legal(self) -> list[Move]:
        """The legal moves, in the order of their codes."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Somebody who plays. Subclass it in plain Python and write `choose`.

    A new object is made for every seat of every match, so anything kept on `self` lasts one match.
    `deterministic = False` says that the policy may play the same situation differently (a clock, a network,
    random numbers from elsewhere than `view.rng`): its games can be replayed from their log only.
    """

    deterministic = True

    def check_terms(self, terms: object) -> None:
        """Asked before a run begins: can it play by the terms that its views will offer? BadInput if it cannot."""

    def choose(self, view: View) -> object:
        """One of `view.legal`."""
        raise NotImplementedError

    def code(self, view: View) -> i64:
        """The code of the chosen move; compiled policies override this instead of `choose`."""
        chosen = self.choose(view)
        if not isinstance(chosen, Move):
            raise IllegalMove(
                f"{type(self).__name__}.choose gave {chosen!r}, which is no Move from view.legal"
            )
        return chosen.code
