"""The strong player: weighs the chance to win, how many 息 it will be for, and the danger of a discard."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.policies.zipai.chances import CHANCES
from paiju.policies.zipai.danger import DANGER, THOUSAND
from paiju.policies.zipai.easy import friends
from paiju.policies.zipai.efficiency import EFFICIENCY, HOPELESS
from paiju.policies.zipai.foresight import FORESIGHT
from paiju.policies.zipai.held import HELD
from paiju.policies.zipai.outlook import OUTLOOK
from paiju.sim.games.zipai.cards import CARDS, SHIFT, UNIT
from paiju.sim.games.zipai.kinds import DISCARD_STAGE, PUNG_STAGE, WIN
from paiju.sim.games.zipai.view import ZipaiView
from paiju.sim.kernel.policy import Policy, View

# Discards looked at closely, the best at first sight.
DISCARDS: Final = 4
AFTER_CLAIM: Final = 3
# Per cent of the worth without a claim that it must reach. Who takes from the seat before gives up a draw.
OF_OWN_DRAW: Final = 99
OF_PUNG: Final = 99
OF_OTHERS: Final = 106
WORTHS: Final = vec[i64]([0] * CARDS)


class Expert(Policy):
    """Looks for the move after which the hand is worth most, less what a discard may give away."""

    version = "1"

    def code(self, view: View) -> i64:
        """The chosen move's code."""
        assert isinstance(view, ZipaiView)
        last = view.code(view.choices() - 1)
        if last >> 24 == WIN:
            return last
        HELD.load(view)
        CHANCES.load(view)
        DANGER.load(view)
        return discard(view) if view.stage_code() == DISCARD_STAGE else claim(view)


def discard(view: ZipaiView) -> i64:
    """The discard with the best prospects; the safest of the loose ones if there are none."""
    card = best_discard(DISCARDS)[0]
    key = view.key()
    least: i64 = 1 << 60
    chosen = view.code(0)
    for i in range(view.choices()):
        move = view.code(i)
        if move & 255 == card:
            return move
        score = 10 * friends(key, move & 255) + DANGER.cost(move & 255)
        if score < least:
            least, chosen = score, move
    return chosen


def best_discard(looks: i64) -> tuple[i64, i64]:
    """The best discard from the hand in HELD and its worth; -1 and 0 if the hand can become nothing."""
    missing = EFFICIENCY.missing()
    chosen: i64 = -1
    most: i64 = 0
    if missing == HOPELESS:
        return chosen, most
    OUTLOOK.judge(missing)
    for card in range(i64(CARDS)):
        WORTHS[card] = OUTLOOK.worths[card] if HELD.key >> SHIFT[card] & 7 != 0 else 0
    for _ in range(looks):
        card = best_at_sight()
        if card < 0:
            break
        WORTHS[card] = 0
        worth = worth_without(card)
        if worth > most:
            most, chosen = worth, card
    return chosen, most


def best_at_sight() -> i64:
    """The card whose discard leaves the greatest worth, -1 for none."""
    chosen: i64 = -1
    most: i64 = 0
    for card in range(i64(CARDS)):
        if WORTHS[card] > most:
            most, chosen = WORTHS[card], card
    return chosen


def worth_without(card: i64) -> i64:
    """The worth after a discard, less its danger."""
    HELD.key -= UNIT[card]
    HELD.size -= 1
    worth = FORESIGHT.worth()
    HELD.key += UNIT[card]
    HELD.size += 1
    return worth * (THOUSAND - DANGER.cost(card)) // THOUSAND


def claim(view: ZipaiView) -> i64:
    """The claim with the best prospects, or the pass, which makes the kind stale (忍碰 and the like)."""
    CHANCES.close(view.offered())
    most = FORESIGHT.worth() * hesitation(view) // 100
    missing = FORESIGHT.missing
    CHANCES.load(view)
    chosen = view.code(0)
    for i in range(i64(1), view.choices()):
        HELD.load(view)
        HELD.claim(view.code(i))
        if EFFICIENCY.missing() <= missing:
            worth = best_discard(AFTER_CLAIM)[1]
            if worth > most:
                most, chosen = worth, view.code(i)
    return chosen


def hesitation(view: ZipaiView) -> i64:
    """Per cent of the worth without a claim that it must reach."""
    if view.stage_code() == PUNG_STAGE:
        return OF_PUNG
    return OF_OWN_DRAW if view.giver_seat() == view.seat else OF_OTHERS
