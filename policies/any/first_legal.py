"""Always the first legal move: the cheapest policy that plays without chance, for tests and debugging."""

from mypy_extensions import i64

from paiju.sim.kernel.policy import Policy, View


class FirstLegal(Policy):
    """Plays the legal move with the lowest code."""

    version = "1"

    def code(self, view: View) -> i64:
        """The first legal move's code."""
        return view.code(0)
