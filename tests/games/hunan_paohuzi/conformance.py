"""What the conformance tests must know of hunan_paohuzi."""

from tests.conformance.needs import Needs
from tests.games.hunan_paohuzi.hidden import places, reshuffled

NEEDS = Needs(places, reshuffled, {"card": 20, "kind": 20})
