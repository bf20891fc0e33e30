"""Every legal move with the same probability: the yardstick that everybody must beat."""

from mypy_extensions import i64

from paiju.sim.kernel.policy import Policy, View


class Uniform(Policy):
    """Plays a uniformly random legal move, from its own stream."""

    version = "1"

    def code(self, view: View) -> i64:
        """A random legal move's code."""
        return view.code(view.rng.below(view.choices()))
