"""Games of all kinds under the eyes of the auditor, and logs tampered with, which it must not accept."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from paiju.sim.compiled import COMPILED, status
from paiju.sim.games.hk_mahjong.rules import validated
from tests.games.hk_mahjong import players
from tests.games.hk_mahjong.auditor import Auditor
from tests.games.hk_mahjong.log_format import (
    CHOWED,
    CONCEALED_KONG_LAID,
    KONG_ANNOUNCED,
    PATTERN_NAMES,
    PUNGED,
    STAGE_NAMES,
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
    Breach,
    fields_of,
)
from tests.games.tampering import Fields, Options, Trial, objection, tampered, with_a_fifth_copy
from tests.series import begin_quick

CHUNKS = 20
GAMES = 600 if status().state == COMPILED else 10  # in a chunk, and once more as many of rigged decks
CORNERS = 2500


def audit_games(chunk: int, n: int, rigged: bool, makers: list[players.Maker]) -> Counter[str]:
    """Play and audit n games of random rulesets and mixed policies; gives what was met."""
    rng = random.Random(f"audit {chunk} {rigged}")
    met: Counter[str] = Counter()
    for deal in range(n):
        options = players.random_options(rng)
        seats = [rng.choice(makers) for _ in range(4)]
        deck = players.rigged_deck(rng) if rigged else None
        if rigged and deal % 6 == 0:
            deck, seats = players.robbery(rng, options)
        events = players.play(options, deal, seats, deck, root=chunk, by_seat=deal % 3 == 0)
        try:
            met += Auditor(options, thorough=deal % 50 == 0).audit(events, deck or ())
        except Breach as breach:
            where = f"root {chunk}, deal {deal}, {[each.__name__ for each in seats]}, {options}, deck {deck}"
            raise AssertionError(f"{breach}\n{where}") from breach
    return met


@pytest.mark.parametrize("chunk", begin_quick(range(CHUNKS)))
def test_shuffled_games(chunk: int) -> None:
    """Games of shuffled decks keep all rules."""
    assert audit_games(chunk, GAMES, False, players.policies())["matches"] == GAMES


@pytest.mark.parametrize("chunk", begin_quick(range(CHUNKS)))
def test_rigged_games(chunk: int) -> None:
    """Games in which strong hands are dealt keep all rules."""
    assert audit_games(chunk, GAMES, True, players.policies())["matches"] == GAMES


@pytest.mark.slow
def test_corners_are_met() -> None:
    """The games audited are not all alike: every stage, claim, kong, way to win and pattern occurs."""
    met = audit_games(-1, CORNERS, True, players.OWN)
    rare = [
        "added kong own_turn",
        "added kong after_claim",
        "concealed kong own_turn",
        "concealed kong after_claim",
        "kongs",
        "robberies",
        "second asked to win",
        "won though nearer seats passed",
        "wins on an empty wall",
        "claims of the last discards",
        "only one answer",
        "drawn hands",
        "match ended 0",
        "match ended 1",
        *STAGE_NAMES,
        *PATTERN_NAMES,
    ]
    assert not [what for what in rare if not met[what]], met


# Tampering

CHOICES = {DISCARDED, CHOWED, CONCEALED_KONG_LAID, KONG_ANNOUNCED}  # another card may be another legal answer
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


def sample_logs(n: int) -> list[tuple[Options, list[int]]]:
    """Some won and some drawn matches with their rulesets."""
    rng = random.Random("tampering")
    logs: list[tuple[Options, list[int]]] = []
    for deal in range(n):
        options = players.random_options(rng) | {"match": "hand"}
        seats: list[players.Maker] = [rng.choice([players.Teaser, players.ClaimHappy]) for _ in range(4)]
        deck = players.rigged_deck(rng)
        if deal % 2:
            deck, seats = players.robbery(rng, options)
        logs.append((options, players.play(options, deal, seats, deck)))
    return logs


def audit(options: Options, events: Sequence[int]) -> None:
    """Raises Breach."""
    Auditor(options).audit(events)


@pytest.fixture(scope="module")
def trial() -> Trial:
    """Tampers with a dozen logs."""
    return Trial(audit, Auditor.describe, sample_logs(12))


def test_every_event_matters(trial: Trial) -> None:
    """A log that lacks any one event, or has any one twice, is refused."""
    trial.every_event_matters()


def test_every_field_matters(trial: Trial) -> None:
    """Any field of any event changed is noticed, unless it is a card of chance or choice: those mostly."""

    def is_free(_: int, name: str, fields: Fields) -> bool:
        return (name == "card" and fields[0] in FREE_CARDS) or (name == "arg" and fields[0] == CHOWED)

    trial.every_field_matters(kinds=22, cards=34, is_free=is_free, noticed=80)


def test_order_matters(trial: Trial) -> None:
    """Two neighbours that change places are noticed, but for cards dealt to one seat and mere lists."""
    trial.order_matters(UNORDERED)


def won_log() -> tuple[dict[str, object], list[int]]:
    """A match under the default rules with passes, claims and a win by discard."""
    options = validated({})
    rng = random.Random("won")
    for deal in range(500):
        events = players.play(options, deal, [players.Teaser] * 4, players.rigged_deck(rng))
        kinds = {event & 63 for event in events}
        if {PASSED, CHOWED, PUNGED, SCORED} <= kinds and WON in kinds:
            return options, events
    raise AssertionError("no such game")


@pytest.mark.parametrize(
    ("kind", "change", "says"),
    [
        (ASKED, {"arg": 1 << 16}, "due is asked"),
        (ASKED, {"arg": 1 << 7}, "due is asked"),
        (PASSED, {"visible": 15}, "due is passed"),
        (PUNGED, {"seat": 1}, "answer of seat"),
        (PUNGED, {"card": 1}, "due is punged"),
        (PAID, {"arg": 1}, "payments"),
        (SCORED, {"arg": 1}, "items"),
        (SCORED, {"arg": 1 << 16}, "items"),
        (WON, {"arg": 1}, "best reading"),
        (REVEALED, {"card": 1}, "tiles shown"),
        (DREW, {"arg": 1}, "step 3"),
        (DREW, {"visible": 15}, "step 3"),
        (DEALT, {"seat": 1}, "decision 22"),
    ],
)
def test_sentences(kind: int, change: dict[str, int], says: str) -> None:
    """The sentence names the event and what is wrong with it."""
    options, events = won_log()
    if kind == REVEALED or kind == PUNGED:
        change = {
            key: value if fields_of(one(events, kind))[2] < 33 else -value for key, value in change.items()
        }
    if kind == PUNGED and "seat" in change:
        change = {"seat": 1 if fields_of(one(events, kind))[1] < 3 else -1}
    sentence = objection(audit, options, tampered(events, kind, change))
    assert "event " in sentence
    assert says in sentence


def one(events: list[int], kind: int) -> int:
    """The first event of a kind."""
    return next(event for event in events if event & 63 == kind)


def test_a_fifth_tile_is_noticed() -> None:
    """A tile drawn of which four are known already is no tile of the wall (rule 2)."""
    options, events = won_log()
    assert "no such tile left" in objection(audit, options, with_a_fifth_copy(events, {DEALT, DREW}))
