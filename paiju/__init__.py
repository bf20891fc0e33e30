"""paiju 牌局: an event-sourced simulator and tournament runner of Chinese tile and card games.

`from paiju import Move, Policy` is all that a policy of one's own needs. Everything else lies in the folders of this
package, which in a checkout are links to those at the top of the repository: `paiju.sim`, `paiju.policies`,
`paiju.analysis`, and `conf`.
"""

import os
from typing import TYPE_CHECKING

__version__ = "0.1.0"
__all__ = ["Move", "Policy", "View"]

if os.environ.get("PAIJU_PURE", "") not in ("", "0"):
    from paiju.sim.compiled import prefer_sources

    prefer_sources()

if TYPE_CHECKING:
    from paiju.sim.kernel.policy import Move, Policy, View


def __getattr__(name: str) -> object:
    """The names of `__all__`, loaded when asked for: `paiju --help` needs no engine."""
    if name in __all__:
        from paiju.sim.kernel import policy

        return getattr(policy, name)
    raise AttributeError(f"module 'paiju' has no attribute {name!r}")
