"""Games of all kinds under the eyes of the auditor, and logs tampered with, which it must not accept."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from paiju.sim.compiled import COMPILED, status
from paiju.sim.games.chengdu_coushisi.rules import OPTIONS, validated
from tests.games.chengdu_coushisi import players
from tests.games.chengdu_coushisi.auditor import Auditor
from tests.games.chengdu_coushisi.log_format import (
    BONUS_LAID,
    CHOWED,
    CONCEALED_LAID,
    FOURTH_ADDED,
    LIFTED,
    PATTERN_NAMES,
    PUNGED,
    STAGE_NAMES,
)
from tests.games.logs import (
    ASKED,
    DEALT,
    DISCARDED,
    DREW,
    HAND_ENDED,
    PAID,
    PASSED,
    REVEALED,
    SCORED,
    WON,
)
from tests.games.tampering import Fields, Options, Trial, objection, tampered, with_a_fifth_copy
from tests.series import begin_quick

CHUNKS = 10
# Of shuffled packs in a chunk, and once more as many rigged.
GAMES = 220 if status().state == COMPILED else 20
CORNERS = 2500


def audit(options: Options, events: Sequence[int], thorough: bool = False) -> Counter[str]:
    """What was met in a match. Raises Breach."""
    return Auditor(options).audit(events)


def audit_games(chunk: int, n: int, rigged: bool) -> Counter[str]:
    """Play and audit n games; gives what was met."""
    return players.ARENA.audited(audit, chunk, n, rigged)


@pytest.mark.parametrize("chunk", begin_quick(range(CHUNKS)))
def test_shuffled_games(chunk: int) -> None:
    """Games of shuffled packs keep all rules."""
    assert audit_games(chunk, GAMES, rigged=False)["matches"] == GAMES


@pytest.mark.parametrize("chunk", begin_quick(range(CHUNKS)))
def test_rigged_games(chunk: int) -> None:
    """Games in which strong hands are dealt keep all rules."""
    assert audit_games(chunk, GAMES, rigged=True)["matches"] == GAMES


@pytest.mark.slow
def test_corners_are_met() -> None:
    """The games audited are not all alike: every stage, move, way to win, item and oddity occurs in them."""
    met = audit_games(-1, CORNERS, rigged=True)
    rare = [
        "added_fourth at after_steal",
        "added_fourth at before_turn",
        "added_fourth at opening",
        "chow at pung",
        "concealed_triplet at after_steal",
        "concealed_triplet at before_turn",
        "covered 暗 shown",
        "dead 碰",
        "drawn hands",
        "fourth on concealed",
        "fourth on pung",
        "lifted card drawn",
        "locked wins",
        "no 碰 on an empty pool",
        "only one answer",
        "paid by one",
        "second asked to win",
        "too little red",
        "win at after_steal",
        "win at first_discard",
        "won by the dealer",
        "won on an empty pool",
        "won: black dragon",
        "won: discard",
        "won: other's flip",
        "won: own flip",
        "won: own hand",
        "吃 of a discard",
        "吃 on an empty pool",
        "暗 of three of four",
        "碰 of one's own turned card",
        "碰 passed, then 吃",
        "皮子 turned",
        *(f"dealer by {rule}" for rule in ("cut", "random", "winner", "rotate")),
        *STAGE_NAMES,
        *PATTERN_NAMES,
    ]
    assert not [what for what in rare if not met[what]], met


def test_every_option_differs_somewhere() -> None:
    """The rulesets audited give every option more than one value, every word of a choice among them."""
    rng = random.Random("options")
    met: dict[str, set[object]] = {option.key: set() for option in OPTIONS}
    for _ in range(300):
        for key, value in players.random_options(rng).items():
            met[key].add(value)
    for option in OPTIONS:
        assert len(met[option.key]) > 1
        met_words = {str(value).partition(":")[0] for value in met[option.key]}
        assert {form.word for form in option.forms} <= met_words


# Tampering

FREE_CARDS = {DEALT, DREW, DISCARDED, CONCEALED_LAID}  # chance or choice: the log may tell another legal game
UNORDERED = {DEALT, DREW, BONUS_LAID, REVEALED, PAID}  # neighbours may change places


@pytest.fixture(scope="module")
def trial() -> Trial:
    """Tampers with a dozen logs."""
    return players.ARENA.trial(audit, Auditor.describe, (players.Teaser, players.Builder), 12)


def test_every_event_matters(trial: Trial) -> None:
    """A log that lacks any one event, or has any one twice, is refused."""
    trial.every_event_matters()


@pytest.mark.slow
def test_every_field_matters(trial: Trial) -> None:
    """Any field of any event changed is noticed, unless it is a card of chance or choice: those mostly."""

    def is_free(_: int, name: str, fields: Fields) -> bool:
        return (name == "card" and fields[0] in FREE_CARDS) or (name == "arg" and fields[0] == CHOWED)

    trial.every_field_matters(kinds=22, cards=42, is_free=is_free, noticed=90)


def test_order_matters(trial: Trial) -> None:
    """Two neighbouring events that change places are noticed, but for cards of the pool and mere lists."""
    trial.order_matters(UNORDERED)


@pytest.mark.parametrize(
    ("kind", "change", "says"),
    [
        (ASKED, {"arg": 1 << 16}, "due is asked"),
        (ASKED, {"arg": 1 << 7}, "due is asked"),
        (PASSED, {"visible": 15}, "due is passed"),
        (LIFTED, {"arg": 1}, "the lifted card"),
        (LIFTED, {"from_seat": 4}, "opposite the shuffler"),
        (BONUS_LAID, {"card": -1}, "皮子 are due"),
        (PUNGED, {"from_seat": 4}, "due is punged"),
        (PUNGED, {"arg": 2}, "due is punged"),
        (CONCEALED_LAID, {"visible": 15}, "due is concealed_triplet"),
        (FOURTH_ADDED, {"visible": 1}, "due is added_fourth"),
        (PAID, {"arg": 1}, "payments"),
        (SCORED, {"arg": 1}, "the items"),
        (SCORED, {"arg": 1 << 16}, "the items"),
        (WON, {"arg": 100}, "rules 20-24"),
        (REVEALED, {"arg": 2}, "not there to be shown"),
        (DREW, {"arg": 3}, "due is drew"),
        (DEALT, {"seat": 4}, "decision 6"),
        (HAND_ENDED, {"arg": 1}, "step 13"),
    ],
)
def test_sentences(kind: int, change: dict[str, int], says: str) -> None:
    """The sentence names the event and what is wrong with it."""
    options = validated({"kong": "add_fourth_steal_one"})
    events = players.ARENA.won_with(kind, options, players.Teaser)
    sentence = objection(audit, options, tampered(events, kind, change))
    assert "event " in sentence
    assert says in sentence


def test_a_fifth_copy_is_noticed() -> None:
    """A card drawn of which all copies are known already is no card of the pool (rule 1)."""
    options = validated({"flower_bonus_cards": False, "black_dragon": False})
    events = players.play(options, 3, [players.PassHappy] * 4)
    changed = with_a_fifth_copy(events, {DEALT, DREW})
    assert "no such card left" in objection(audit, options, changed)
