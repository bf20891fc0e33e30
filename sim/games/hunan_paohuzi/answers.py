"""What an event of hunan_paohuzi says beyond its kind and card."""

from typing import Final

from paiju.sim.games.hunan_paohuzi import kinds
from paiju.sim.games.zipai.answers import detail_of as detail_in_family
from paiju.sim.kernel.events import arg_of, kind_of

BEFORE: Final = {
    kinds.FROM_DEAL: "the deal",
    kinds.FROM_KAN: "坎",
    kinds.FROM_WEI: "偎",
    kinds.FROM_PUNG: "碰",
}


def detail_of(event: int) -> str:
    """What a 跑 or 提 was before; the groups that a 吃 lays."""
    if kind_of(event) in (kinds.PAO_LAID, kinds.TI_LAID):
        return f"from {BEFORE[arg_of(event)]}"
    return detail_in_family(event)
