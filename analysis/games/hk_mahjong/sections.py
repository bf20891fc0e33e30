"""How reports speak of hk_mahjong 香港麻雀."""

from typing import Final

from paiju.analysis.report.facts import Dialect
from paiju.analysis.report.parts import Named

DIALECT: Final = Dialect(Named("fan", "番"))
