"""Games of all kinds under the eyes of the auditor, and logs tampered with, which it must not accept."""

from collections import Counter
from collections.abc import Sequence

import pytest

from paiju.sim.games.hunan_paohuzi.rules import validated
from tests.games.hunan_paohuzi import players
from tests.games.hunan_paohuzi.auditor import Auditor
from tests.games.hunan_paohuzi.log_format import (
    CHOWED,
    COMPARED,
    PAO,
    PATTERN_NAMES,
    PUNGED,
    STAGE_NAMES,
    TI,
    WEI,
)
from tests.games.logs import (
    ASKED,
    DEALT,
    DISCARDED,
    DREW,
    PAID,
    PASSED,
    REVEALED,
    SCORED,
    WON,
)
from tests.games.tampering import Fields, Options, Trial, objection, tampered, with_a_fifth_copy
from tests.series import begin_quick

CHUNKS = 20
GAMES = 550  # of shuffled decks in a chunk, and once more as many of rigged ones
CORNERS = 3000


def audit(options: Options, events: Sequence[int], thorough: bool = False) -> Counter[str]:
    """What was met in a match. Raises Breach."""
    return Auditor(options, thorough=thorough).audit(events)


def audit_games(chunk: int, n: int, rigged: bool) -> Counter[str]:
    """Play and audit n games; gives what was met."""
    return players.ARENA.audited(audit, chunk, n, rigged)


@pytest.mark.parametrize("chunk", begin_quick(range(CHUNKS)))
def test_shuffled_games(chunk: int) -> None:
    """Games of shuffled decks keep all rules."""
    assert audit_games(chunk, GAMES, rigged=False)["matches"] == GAMES


@pytest.mark.parametrize("chunk", begin_quick(range(CHUNKS)))
def test_rigged_games(chunk: int) -> None:
    """Games in which strong hands are dealt keep all rules."""
    assert audit_games(chunk, GAMES, rigged=True)["matches"] == GAMES


@pytest.mark.slow
def test_corners_are_met() -> None:
    """The games audited are not all alike: every stage, way to win, group and oddity occurs in them."""
    met = audit_games(-1, CORNERS, rigged=True)
    rare = [
        "3 groups eaten at once",
        "chows after a passed pung",
        "chows of one's own draw",
        "credits used",
        "dead",
        "dealer skips his discard",
        "discards of a kan",
        "draws of the dead",
        "drawn hands",
        "locked wins",
        "only one answer",
        "opening groups",
        "paid for all",
        "pao 1",
        "pao 2",
        "pao 3",
        "pao on one's own draw",
        "quads of the dead",
        "second quads",
        "several best readings",
        "stale wei",
        "ti 1",
        "ti 2",
        "wei of a stale kind",
        "wins on an empty wall",
        "wins: discard",
        "wins: opening",
        "wins: other's draw",
        "wins: own draw",
        "won at opening_win",
        "won at win_before_group",
        "won at win_with_group",
        *STAGE_NAMES,
        *(f"won with {name}" for name in ("mixed", "pair", *PATTERN_NAMES[:8])),
        *PATTERN_NAMES[8:],
    ]
    assert not [what for what in rare if not met[what]], met


# Tampering

CHOICES = {DISCARDED, CHOWED}  # another card or set may be another legal answer
FREE_CARDS = {
    DEALT,
    DREW,
} | CHOICES  # chance or choice: with another card the log may tell another legal game
UNORDERED = {
    DEALT,
    REVEALED,
    SCORED,
    PAID,
}  # neighbours may change places: chance, or order that says nothing


@pytest.fixture(scope="module")
def trial() -> Trial:
    """Tampers with sixteen logs."""
    return players.ARENA.trial(audit, Auditor.describe, (players.Teaser, players.Builder), 16)


def test_every_event_matters(trial: Trial) -> None:
    """A log that lacks any one event, or has any one twice, is refused."""
    trial.every_event_matters()


@pytest.mark.slow
def test_every_field_matters(trial: Trial) -> None:
    """Any field of any event changed is noticed, unless it is a card of chance or choice: those mostly."""

    def is_free(place: int, name: str, fields: Fields) -> bool:
        if place == 1 and name == "seat":  # the first dealer is chosen by lot
            return True
        return (name == "card" and fields[0] in FREE_CARDS) or (name == "arg" and fields[0] == CHOWED)

    trial.every_field_matters(kinds=23, cards=20, is_free=is_free, noticed=90)


def test_order_matters(trial: Trial) -> None:
    """Two neighbouring events that change places are noticed, but for cards dealt and mere lists."""
    trial.order_matters(UNORDERED)


@pytest.mark.parametrize(
    ("kind", "change", "says"),
    [
        (ASKED, {"arg": 1 << 16}, "due is asked"),
        (ASKED, {"arg": 1 << 3}, "due is asked"),
        (PASSED, {"visible": 15}, "due is passed"),
        (PUNGED, {"from_seat": 4}, "due is punged"),
        (WEI, {"visible": 15}, "due is wei"),
        (TI, {"arg": 5}, "due is ti"),
        (PAO, {"arg": 1}, "due is pao"),
        (COMPARED, {"arg": 1}, "due is compared"),
        (PAID, {"arg": 1}, "payments"),
        (SCORED, {"arg": 1}, "groups that give"),
        (SCORED, {"arg": 1 << 16}, "groups that give"),
        (WON, {"arg": 1}, "best reading"),
        (REVEALED, {"arg": 2}, "not there to be shown"),
        (DREW, {"arg": 1}, "step 9"),
        (DEALT, {"seat": 4}, "decision 53"),
    ],
)
def test_sentences(kind: int, change: dict[str, int], says: str) -> None:
    """The sentence names the event and what is wrong with it."""
    options = validated({})
    events = players.ARENA.won_with(kind, options, players.Teaser)
    sentence = objection(audit, options, tampered(events, kind, change))
    assert "event " in sentence
    assert says in sentence


def test_a_fifth_card_is_noticed() -> None:
    """A card drawn of which four are known already is no card of the wall (rule 2)."""
    options = validated({})
    events = players.play(options, 3, [players.PassHappy] * 4)
    assert "no such card left" in objection(audit, options, with_a_fifth_copy(events, {DEALT, DREW}))
