"""A table of long cards at the terminal: domino faces, what each seat may see."""

from paiju.sim.cli.transcript import Transcript
from paiju.sim.games.chengdu_coushisi.cards import parse_card
from paiju.sim.games.chengdu_coushisi.game import GAME
from paiju.sim.games.chengdu_coushisi.kinds import (
    BONUS_LAID,
    CHOWED,
    CONCEALED_LAID,
    LIFTED,
    OF_GROUP,
    PUNGED,
    STOLEN,
    TURNED,
)
from paiju.sim.games.chengdu_coushisi.rules import default_rules
from paiju.sim.games.chengdu_coushisi.scoring import Scorer
from paiju.sim.games.chengdu_coushisi.state import CoushisiState
from paiju.sim.games.chengdu_coushisi.table_text import table_text
from paiju.sim.kernel.events import (
    ALL,
    DEALT,
    DISCARDED,
    DREW,
    HAND_ENDED,
    HAND_STARTED,
    MATCH_STARTED,
    NO_CARD,
    NOBODY,
    REVEALED,
    pack,
)

PLAYERS = ["east", "north", "west", "south"]
HANDS = ["TI R9 R9 DD", "PZ PZ PZ* DI", "Y4*", "NG"]


def play() -> list[tuple[int, int, int, int, int, int]]:
    """A short piece of a hand: kind, seat, card, giver, arg, visible."""
    events = [(MATCH_STARTED, NOBODY, NO_CARD, NOBODY, 0, ALL), (HAND_STARTED, 1, NO_CARD, NOBODY, 0, ALL)]
    events.append((LIFTED, 0, parse_card("RP*"), 2, 8, ALL))
    events += [
        (DEALT, seat, parse_card(name), NOBODY, 0, 1 << seat)
        for seat in range(4)
        for name in HANDS[seat].split()
    ]
    return [
        *events,
        (BONUS_LAID, 0, parse_card("DD"), NOBODY, 0, ALL),
        (CONCEALED_LAID, 1, parse_card("PZ*"), NOBODY, 0, 1 << 1),
        (DREW, 1, parse_card("C3"), NOBODY, STOLEN, 1 << 1),
        (DISCARDED, 1, parse_card("DI"), NOBODY, 0, ALL),
        (DREW, 2, parse_card("R9*"), NOBODY, TURNED, ALL),
        (PUNGED, 0, parse_card("R9*"), 2, 0, ALL),
        (DREW, 2, parse_card("H9"), NOBODY, TURNED, ALL),
        (CHOWED, 2, parse_card("H9"), 2, parse_card("Y4*"), ALL),
    ]


def table() -> CoushisiState:
    """The table after it."""
    state = CoushisiState(Scorer(default_rules()))
    for event in play():
        state.evolve(*event)
    return state


def test_everything() -> None:
    """Faces and names, 暗 marked ~, turned cards +, claimed ones in brackets."""
    assert table_text(table(), PLAYERS, None).splitlines() == [
        "hand 1, 71 cards in the pool, lifted 抬牌 🂃人牌*",
        "  0    east  🂓天牌",
        "             碰 🂄红九 🂄红九 🂄红九* <2  皮子 🁬钉钉",
        "  1 庄 north 🁻长三",
        "             暗 🁷胖子 🁷胖子 🁷胖子* ~",
        "             🁫地牌",
        "  2    west  ",
        "             吃 🁮幺四* 🁾黑九",
        "             (+🂄红九*) (+🁾黑九)",
        "  3    south 🁶尼姑",
    ]


def test_what_a_seat_sees() -> None:
    """The hands and 暗 groups of the others are covered, one's own are not."""
    lines = table_text(table(), PLAYERS, 0).splitlines()
    assert (lines[1], lines[3], lines[4], lines[-1]) == (
        "  0    east  🂓天牌",
        "  1 庄 north ?",
        "             暗 ? ? ? ~",
        "  3    south ?",
    )
    lines = table_text(table(), PLAYERS, 1).splitlines()
    assert (lines[1], lines[3], lines[4]) == (
        "  0    east  ?",
        "  1 庄 north 🁻长三",
        "             暗 🁷胖子 🁷胖子 🁷胖子* ~",
    )


def test_the_end() -> None:
    """All is shown."""
    state = table()
    state.evolve(REVEALED, 1, parse_card("PZ*"), NOBODY, OF_GROUP, ALL)
    state.evolve(HAND_ENDED, NOBODY, NO_CARD, NOBODY, 0, ALL)
    assert table_text(state, PLAYERS, 0) == table_text(state, PLAYERS, None)
    assert "暗 🁷胖子 🁷胖子 🁷胖子*\n" in table_text(state, PLAYERS, 0)


def test_faces_in_a_transcript() -> None:
    """The dictionary of cards carries them, so a replay and the tables of a run have them too."""
    events = [pack(*event[:4], event[4], event[5]) for event in play()]
    lines = list(Transcript(GAME, PLAYERS, events, None).lines(0, len(events), False))
    assert any("1 north discarded DI 🁫地牌" in line for line in lines)
    assert any("0 east punged R9* 🂄红九* from 2 west" in line for line in lines)
