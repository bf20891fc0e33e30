"""Numbers of events and outcomes: those of a game follow the kernel's without a gap."""

import pytest

from paiju.sim.games import registry
from paiju.sim.kernel.events import FIRST_GAME_KIND, FIRST_GAME_OUTCOME


@pytest.mark.parametrize("name", registry.names())
def test_kinds_and_outcomes_follow_the_kernel(name: str) -> None:
    """They are written as numbers, one after another from the first that a game may use."""
    game = registry.get(name)
    kinds = [kind for kind, _, _ in game.kinds if kind >= FIRST_GAME_KIND]
    assert kinds == list(range(FIRST_GAME_KIND, FIRST_GAME_KIND + len(kinds)))
    outcomes = [outcome.number for outcome in game.outcomes if outcome.number >= FIRST_GAME_OUTCOME]
    assert outcomes == list(range(FIRST_GAME_OUTCOME, FIRST_GAME_OUTCOME + len(outcomes)))
