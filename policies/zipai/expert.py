"""The strong player: weighs the chance to win with enough 息, two claims ahead; discards safely without hope."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from policies.zipai.chances import CHANCES
from policies.zipai.danger import DANGER
from policies.zipai.easy import friends
from policies.zipai.efficiency import EFFICIENCY, FARTHEST, HOPELESS
from policies.zipai.foresight import FORESIGHT
from policies.zipai.held import HELD
from policies.zipai.outlook import OUTLOOK
from sim.games.zipai.cards import CARDS, SHIFT, UNIT
from sim.games.zipai.kinds import DISCARD_STAGE, PUNG_STAGE, WIN
from sim.games.zipai.view import ZipaiView
from sim.kernel.policy import Policy, View

LOOKED_AT: Final = 4  # discards whose next claims are looked at, the most promising ones
LOOKED_AT_AFTER_CLAIM: Final = 3
# Per cent of the chance without the claim that the chance with it must reach: 碰, 吃 of a card one drew, of another's.
PATIENCE_PUNG: Final = 99
PATIENCE_OWN: Final = 99
PATIENCE_OTHERS: Final = 106

SAVED: Final = vec[i64]([0] * 21)
SCORE: Final = vec[i64]([0] * 1)


class Expert(Policy):
    """Looks for the move after which the chance to win is greatest; without one, for the safest discard."""

    version = "1"

    def code(self, view: View) -> i64:
        """The chosen move's code."""
        assert isinstance(view, ZipaiView)
        last = view.code(view.choices() - 1)
        if last >> 24 == WIN:
            return last
        HELD.load(view)
        CHANCES.load(view)
        return discard(view) if view.stage_code() == DISCARD_STAGE else claim(view)


def best_discard(limit: i64) -> i64:
    """The best discard from the hand in HELD, which owes one; its score is left in SCORE."""
    pieces = EFFICIENCY.missing(True)
    SCORE[0] = 0
    if pieces == HOPELESS:
        return -1
    OUTLOOK.judge(min(pieces, FARTHEST), True)
    for card in range(i64(CARDS)):
        SAVED[card] = OUTLOOK.chances[card] if HELD.key >> SHIFT[card] & 7 else 0
    chosen: i64 = -1
    most: i64 = 0
    for _ in range(limit):
        top: i64 = 0
        for card in range(i64(CARDS)):
            if SAVED[card] > SAVED[top]:
                top = card
        if SAVED[top] == 0:
            break
        SAVED[top] = 0
        HELD.key -= UNIT[top]
        HELD.size -= 1
        score = FORESIGHT.value()
        HELD.key += UNIT[top]
        HELD.size += 1
        if score > most:
            most, chosen = score, top
    SCORE[0] = most
    return chosen


def discard(view: ZipaiView) -> i64:
    """The discard with the best prospects; of a hand without hope the one that helps the others least."""
    DANGER.load(view)
    card = best_discard(LOOKED_AT)
    for i in range(view.choices()):
        if view.code(i) & 255 == card:
            return view.code(i)
    key = view.key()
    chosen = view.code(0)
    least: i64 = 10000
    for i in range(view.choices()):
        card = view.code(i) & 255
        score = friends(key, card) * 10 + DANGER.cost(view, card)
        if score < least:
            least, chosen = score, view.code(i)
    return chosen


def claim(view: ZipaiView) -> i64:
    """The claim with the best prospects, or the pass."""
    chosen = view.code(0)
    card = view.offered()
    chow, pung = CHANCES.chow[card], CHANCES.pung[card]
    CHANCES.chow[card] = 0
    CHANCES.pung[card] = CHANCES.own[card]
    most = FORESIGHT.value()
    if view.stage_code() == PUNG_STAGE:
        most = most * PATIENCE_PUNG // 100
    elif view.giver_seat() == view.seat:
        most = most * PATIENCE_OWN // 100
    else:
        most = most * PATIENCE_OTHERS // 100
    before = FORESIGHT.missing
    CHANCES.chow[card] = chow
    CHANCES.pung[card] = pung
    for i in range(i64(1), view.choices()):
        HELD.load(view)
        HELD.claim(view.code(i))
        if EFFICIENCY.missing(True) > before:
            continue
        best_discard(LOOKED_AT_AFTER_CLAIM)
        if SCORE[0] > most:
            most, chosen = SCORE[0], view.code(i)
    return chosen
