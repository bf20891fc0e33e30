"""Numbers of events and outcomes: kernel, family and game follow each other without a gap."""

from paiju.sim.games.hunan_paohuzi import kinds
from paiju.sim.games.hunan_paohuzi.rules import OUTCOMES
from paiju.sim.games.zipai import kinds as family
from paiju.sim.kernel.events import FIRST_GAME_KIND, FIRST_GAME_OUTCOME


def test_kinds_follow_each_other() -> None:
    """The family begins where the kernel ends, the game where the family ends."""
    own = [kind for kind, _, _ in kinds.KINDS if kind >= FIRST_GAME_KIND]
    assert own == list(range(FIRST_GAME_KIND, FIRST_GAME_KIND + 7))
    assert (family.CHOWED, kinds.WEI_LAID) == (FIRST_GAME_KIND, family.NEXT_KIND)
    outcomes = [each.number for each in OUTCOMES if each.number >= FIRST_GAME_OUTCOME]
    assert outcomes == [family.OTHER_DRAW, family.NEXT_OUTCOME, family.NEXT_OUTCOME + 1]
    assert family.OTHER_DRAW == FIRST_GAME_OUTCOME
