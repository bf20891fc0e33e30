"""Scenes at the table: hands and wall laid out by hand, answers given by name, events read as text."""

from collections.abc import Callable, Sequence
from itertools import chain

from paiju.sim.games import registry
from paiju.sim.games.hk_mahjong.engine import HkEngine
from paiju.sim.games.hk_mahjong.rules import validated
from paiju.sim.kernel.events import Log
from paiju.sim.kernel.rng import Seeds
from tests.games.hk_mahjong.auditor import Auditor
from tests.games.hk_mahjong.log_format import KIND_NAMES, PATTERN_NAMES, STAGE_NAMES, tile_name
from tests.games.logs import (
    ASKED,
    DREW,
    HAND_ENDED,
    HAND_STARTED,
    MATCH_ENDED,
    NOBODY,
    PAID,
    PASSED,
    SCORED,
    WON,
    fields_of,
)

GAME = registry.get("hk_mahjong")
MOVE_NAMES = [name for _, name, _ in GAME.moves]

# Thirteen tiles that can claim nothing and win nothing, for up to three seats of a scene.
JUNK = "147m 147p 147s 1234z"
JUNK_2 = "258m 28p 258s 12567z"
JUNK_3 = "369m 369p 369s 2345z"


# Thirteen tiles that wait for 5p alone; the winning hand has 0 fan by discard, 1 self-drawn.
WAITS_5P = "46p 123m 789s 234s 99p"
ALSO_WAITS_5P = "46p 456m 123s 678m 11s"
THIRD_WAITS_5P = "46p 123m 567s 234m 33s"


def tiles(text: str) -> list[int]:
    """'123m 44z' as numbers, in the order written."""
    found: list[int] = []
    digits = ""
    for char in text:
        if char.isdigit():
            digits += char
        elif char != " ":
            found += ["mpsz".index(char) * 9 + int(digit) - 1 for digit in digits]
            digits = ""
    return found


def stacked(hands: Sequence[str], wall: str = "", end: str = "") -> list[int]:
    """A deck: the hands from the dealer on, the first tiles of the wall, its last ones; the rest in between.

    Hands of fewer than thirteen tiles are filled up from the rest.
    """
    rest = [tile * 7 % 34 for tile in range(34)] * 4
    laid = [tiles(hand) for hand in hands]
    for tile in [*chain(*laid), *tiles(wall), *tiles(end)]:
        assert tile in rest, f"a fifth {tile_name(tile)}"
        rest.remove(tile)
    for hand in laid:
        while len(hand) < 13:
            hand.append(rest.pop())
    assert [len(hand) for hand in laid] == [13] * 4
    return [*chain(*laid), *tiles(wall), *rest, *tiles(end)]


def line(event: int) -> str:
    """An event as a short text: 'asked 1 win 5p from 0: pass/win', 'paid 0 -20'."""
    kind, seat, card, giver, arg, _ = fields_of(event)
    name = KIND_NAMES[kind]
    tile = tile_name(card)
    if kind == ASKED:
        kinds = "/".join(MOVE_NAMES[i] for i in range(8) if arg >> i & 1)
        return f"asked {seat} {STAGE_NAMES[arg >> 24]} {tile} from {giver}: {arg >> 16 & 255} of {kinds}"
    if kind == SCORED:
        return f"scored {PATTERN_NAMES[arg >> 16]} {arg & 0xFFFF}"
    if kind == PAID:
        return f"paid {seat} {arg}"
    if kind == HAND_STARTED:
        return f"hand_started {seat} wind {arg}"
    if kind == HAND_ENDED:
        return f"hand_ended {seat if seat != NOBODY else 'nobody'} {arg}"
    if kind == MATCH_ENDED:
        return f"match_ended {arg}"
    if kind == WON:
        return f"won {seat} {tile} from {giver} fan {arg}"
    if kind == DREW:
        return f"drew {seat} {tile}{' tail' if arg else ''}"
    if kind == PASSED:
        return f"passed {seat} {tile}"
    return f"{name} {seat} {tile}"


class Scene:
    """One match that begins with a hand laid out by hand."""

    def __init__(self, hands: Sequence[str], wall: str = "", end: str = "", **options: object) -> None:
        self.options = validated(options)
        self.deck = stacked(hands, wall, end)
        self.log = Log()
        engine = GAME.engine(GAME.rules(self.options), self.log)
        assert isinstance(engine, HkEngine)
        self.engine = engine
        self.state = engine.state
        self.mark = 0
        self.hand = 0
        engine.start_match()
        engine.chance.stack(self.deck)
        engine.start_hand()
        self.events()

    def events(self) -> list[str]:
        """What happened since the last look."""
        found = [line(event) for event in self.log.to_list(self.mark)]
        self.mark = self.log.count
        return found

    @property
    def asked(self) -> int:
        """The seat that must answer, 7 for nobody."""
        return self.state.asked

    @property
    def stage(self) -> str:
        """What it is asked."""
        return STAGE_NAMES[self.state.stage]

    def legal(self) -> list[str]:
        """The legal answers as text."""
        return [self.engine.move(self.engine.moves[i]).text for i in range(self.engine.choices)]

    def do(self, seat: int, *answers: str) -> list[str]:
        """Answers of a seat, each to the next question, which must be his; gives the events they cause."""
        for text in answers:
            assert self.asked == seat, f"asked is {self.asked} ({self.stage}), not {seat}"
            assert text in self.legal(), f"{text} is not among {self.legal()}"
            self.engine.answer(self.engine.moves[self.legal().index(text)])
        return self.events()

    def idle(self, wall_left: int = 0) -> list[str]:
        """Everybody passes and discards what he drew, until so many tiles are left in the wall."""
        while self.asked != NOBODY and self.state.wall_left > wall_left:
            self.step_idly()
        return self.events()

    def idle_until(self, seat: int, stage: str = "own_turn") -> list[str]:
        """The same until a seat is asked at a stage; at least one answer is given."""
        self.step_idly()
        while (self.asked, self.stage) != (seat, stage):
            self.step_idly()
        return self.events()

    def step_idly(self) -> None:
        """One answer: pass, or discard the tile just drawn, or anything."""
        legal = self.legal()
        drawn = f"discard {tile_name(self.state.drawn)}"
        text = "pass" if "pass" in legal else drawn if drawn in legal else legal[0]
        self.engine.answer(self.engine.moves[legal.index(text)])

    def ask(self, seat: int, stage: str) -> list[str]:
        """Let everybody pass until a seat is asked at a stage; its legal answers, none if it is not asked."""
        while self.asked != NOBODY and "pass" in self.legal() and (self.asked, self.stage) != (seat, stage):
            self.do(self.asked, "pass")
        return self.legal() if (self.asked, self.stage) == (seat, stage) else []

    def turn(self, seat: int) -> list[str]:
        """A seat that drew discards the same tile."""
        return self.do(seat, f"discard {tile_name(self.state.drawn)}")

    def next_hand(
        self, hands: Sequence[str] | None = None, wall: str = "", end: str = "", deal: int = 0
    ) -> None:
        """Deal the next hand of the match, from `hands` or from a shuffled deck."""
        self.hand += 1
        Seeds(7).deal(deal, self.hand, self.engine.chance.streams)
        if hands is not None:
            self.engine.chance.stack(stacked(hands, wall, end))
        self.engine.start_hand()

    def finish(self) -> None:
        """Play on idly to the end of the match and let the auditor look at all of it."""
        while True:
            while self.asked != NOBODY:
                self.step_idly()
            if self.engine.is_over():
                break
            self.next_hand()
        Auditor(self.options, thorough=True).audit(self.log.to_list(), self.deck)


Laid = Callable[..., Scene]  # the fixture `scene`


LAST = "1m 5p"  # 5p is the last tile; North draws it when nobody claims or kongs before


def to_the_last_tile(table: Scene) -> None:
    """Idle until the last tile is drawn."""
    table.idle(1)
    while table.state.wall_left:
        table.step_idly()
    table.events()
    assert table.asked == 3
    assert table.stage == "own_turn"


ADDER = "55p 28m 8p 369s 34567z"  # pungs 5p from East, draws the fourth in the next round


def last_pair(lay: Laid, **options: object) -> Scene:
    """South has three chows on the table and holds 4556p; East has discarded another 5p."""
    south = "23m 23s 78s 34z 1z 46p 55p"
    table = lay([JUNK_2, south, JUNK, JUNK_3], wall="1m 5z 5z 1s 6z 6z 9s 6z 1p 5p", **options)
    for first, chow, discard in (("1m", "123m", "3z"), ("1s", "123s", "4z"), ("9s", "789s", "1z")):
        table.do(0, f"discard {first}")
        table.ask(1, "chow")
        table.do(1, f"chow {chow}", f"discard {discard}")
        table.turn(2)
        table.turn(3)
    table.do(0, "discard 5p")
    return table
