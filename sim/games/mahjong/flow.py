"""How the flow of a hand differs between the games and rulesets of the family."""

from typing import Final, final


@final
class Flow:
    """How the flow of one ruleset differs from that of another."""

    def __init__(
        self,
        *,
        rob_kong: bool,
        win_only_last: bool,
        swap_call: bool,
        kong_after_claim: bool,
        covered_kongs: bool = False,
        chow: bool = True,
        win_on_discard: bool = True,
    ) -> None:
        self.rob_kong: Final = rob_kong  # the tile of an added kong may be won
        self.win_only_last: Final = win_only_last  # with an empty wall a discard may be won, not claimed
        self.swap_call: Final = swap_call  # the kind just claimed may be discarded at once
        self.kong_after_claim: Final = kong_after_claim  # before the discard that a claim calls for
        self.covered_kongs: Final = covered_kongs  # the others see a concealed kong when the hand is over
        self.chow: Final = chow
        self.win_on_discard: Final = win_on_discard
