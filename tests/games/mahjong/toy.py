"""A game of the mahjong family for tests alone: covered kongs, wildcards, wins by draw or by robbing a kong.

`python -m tests.games.mahjong.toy HANDS` plays it with moves at random, holds every question and every view against
what the family promises, and prints how often it met what. It runs from source: a compiled engine has no subclasses
that are not compiled.
"""

import json
import random
import sys
from collections import Counter
from collections.abc import Sequence

from mypy_extensions import i64

from paiju.sim.games.mahjong.engine import MahjongEngine
from paiju.sim.games.mahjong.flow import Flow
from paiju.sim.games.mahjong.kinds import (
    ADDED_KONG,
    CHOW,
    CHOWED,
    CONCEALED_KONG,
    CONCEALED_KONG_LAID,
    KONG,
    KONGED,
    OF_KONG,
    OWN_TURN,
    PUNG,
    PUNGED,
    ROB_STAGE,
    ROBBED_KONG,
    WIN,
)
from paiju.sim.games.mahjong.melds import meld_tiles, parse_meld
from paiju.sim.games.mahjong.shapes import NO_PAIRS
from paiju.sim.games.mahjong.state import MahjongState
from paiju.sim.games.mahjong.table_text import table_text
from paiju.sim.games.mahjong.terms import NO_CAP, MahjongTerms
from paiju.sim.games.mahjong.tiles import COPIES, NO_TILE, POW5, SUIT, TILES, parse_tiles
from paiju.sim.games.mahjong.view import MahjongView
from paiju.sim.games.mahjong.wilds import is_complete_with_wilds
from paiju.sim.kernel.engine import Tally
from paiju.sim.kernel.events import (
    DEALT,
    DISCARDED,
    DREW,
    HAND_ENDED,
    HAND_STARTED,
    NO_CARD,
    NOBODY,
    PLAYED_OUT,
    REVEALED,
    SELF_DRAW,
    WON,
    Log,
    arg_of,
    card_of,
    kind_of,
    seat_of,
    visible_of,
)
from paiju.sim.kernel.rng import Stream

WILD_FACE = parse_tiles("5m")[0]
DECK = TILES * COPIES
BARRED = 3  # this seat may claim nothing
FLOW = Flow(
    rob_kong=True,
    win_only_last=False,
    swap_call=True,
    kong_after_claim=False,
    covered_kongs=True,
    win_on_discard=False,
)


TERMS = MahjongTerms(
    wildcards=True,
    plain_hands_win=True,
    discards_win=False,
    fan_double=True,
    min_fan=0,
    fan_cap=NO_CAP,
    pairs=NO_PAIRS,
    dragon_fan=0,
    wind_fan=0,
    double_wind_fan=0,
    half_flush_fan=0,
    full_flush_fan=0,
    all_honours_fan=0,
    all_pungs_fan=0,
    seven_pairs_fan=0,
    concealed_self_draw_fan=0,
    self_draw_fan=0,
    dealer_num=1,
    dealer_den=1,
)


class ToyState(MahjongState):
    """5m is wild."""

    def __init__(self) -> None:
        super().__init__(DECK)
        self.wild = WILD_FACE


class ToyEngine(MahjongEngine):
    """One hand, dealt from seat 0 on; a win takes a point from each of the others."""

    def __init__(self, log: Log) -> None:
        super().__init__(ToyState(), FLOW, log)
        self.tally = Tally(self.seats, 1)
        self.claims = 0

    def start_hand(self) -> None:
        self.announce(HAND_STARTED, 0, NO_CARD, NOBODY, 0)
        self.fill_deck()
        self.chance.shuffle()
        for seat in range(self.seats):
            for _ in range(13):
                self.confide(DEALT, seat, self.chance.draw(seat), NOBODY, 0)
        self.draw(0)

    def match_end(self) -> i64:
        return PLAYED_OUT

    def may_claim(self, seat: i64) -> bool:
        return seat != BARRED

    def after_claim(self, seat: i64) -> None:
        self.claims += 1
        super().after_claim(seat)

    def can_win_by_draw(self, seat: i64) -> bool:
        return self.is_complete(seat, NO_TILE)

    def can_win_on(self, seat: i64, tile: i64, stage: i64) -> bool:
        assert stage == ROB_STAGE
        return self.is_complete(seat, tile)

    def is_complete(self, seat: i64, tile: i64) -> bool:
        state = self.state
        keys = [state.keys[seat * 4 + suit] for suit in range(4)]
        wilds = i64(state.counts[seat * TILES + WILD_FACE])
        keys[SUIT[WILD_FACE]] -= wilds * POW5[WILD_FACE]
        if tile != NO_TILE:
            keys[SUIT[tile]] += POW5[tile]
        return is_complete_with_wilds(
            keys[0], keys[1], keys[2], keys[3], state.meld_count[seat], wilds, NO_PAIRS, True
        )

    def win(self, seat: i64, tile: i64, stage: i64, giver: i64) -> None:
        self.reveal_hand(seat, tile if stage == OWN_TURN else NO_TILE)
        for other in range(self.seats):
            self.reveal_kongs(other)
            self.tally.points[other] = 3 if other == seat else -1
        self.announce(WON, seat, tile, giver, 0)
        self.settle(seat, SELF_DRAW if stage == OWN_TURN else ROBBED_KONG, self.tally)

    def view(self, seat: int, rng: Stream) -> MahjongView:
        return MahjongView(self, self.state, TERMS, seat, rng)


def rich_deck(rng: random.Random) -> list[int]:
    """A deck from which some hands are dealt four equal tiles."""
    quads = rng.sample([tile for tile in range(TILES) if tile != WILD_FACE], 4)
    rest = [tile for tile in range(TILES) if tile not in quads for _ in range(COPIES)]
    rng.shuffle(rest)
    hands: list[list[int]] = [[] for _ in range(4)]
    for tile in quads:
        rng.choice([hand for hand in hands if len(hand) < 8]).extend([tile] * 4)
    return [tile for hand in hands for tile in hand + [rest.pop() for _ in range(13 - len(hand))]] + rest


def play(rng: random.Random, facts: Counter[str]) -> None:
    """One hand at random, wins and kongs first, looked at at every question."""
    log = Log()
    engine = ToyEngine(log)
    engine.chance.stack(rich_deck(rng))
    engine.start_match()
    engine.start_hand()
    while engine.state.asked != NOBODY:
        moves = [int(engine.moves[i]) for i in range(engine.choices)]
        for move in moves:
            check_move(engine, move)
        look(engine, rng, facts)
        kinds = {move >> 24 for move in moves}
        wanted = [move for move in moves if move >> 24 in (WIN, CONCEALED_KONG, ADDED_KONG, KONG, PUNG)]
        facts["wins offered on a robbed kong"] += WIN in kinds and engine.state.stage == ROB_STAGE
        engine.answer(rng.choice(wanted if wanted and rng.random() < 0.8 else moves))
    events = log.to_list()
    check_log(events, facts)
    facts["claims"] -= engine.claims  # as many as there are events of them
    look(engine, rng, facts)
    assert not any(
        "covered" in text for seat in range(engine.seats) for text in engine.state.meld_texts(seat)
    )
    state = ToyState()
    for event in events:
        state.fold(event)
    assert state.snapshot() == engine.state.snapshot()


def check_move(engine: ToyEngine, move: int) -> None:
    """A wildcard is in no meld."""
    kind, tile = move >> 24, move & 255
    if kind in (PUNG, KONG, CONCEALED_KONG, ADDED_KONG):
        assert tile != WILD_FACE
    elif kind == CHOW:
        assert not tile <= WILD_FACE <= tile + 2


def look(engine: ToyEngine, rng: random.Random, facts: Counter[str]) -> None:
    """All tiles are somewhere; what a covered kong is its owner alone sees, and to others it makes no difference."""
    state = engine.state
    for seat in range(engine.seats):
        view = engine.view(seat, Stream())
        others = [other for other in range(engine.seats) if other != seat]
        hidden = [
            meld_tiles(parse_meld(text))[0]
            for other in others
            for text in state.meld_texts(other)
            if text.startswith("covered_kong")
        ]
        shown = [text for other in others for text in view.melds(other) if text.startswith("covered_kong")]
        assert shown == ["covered_kong:????"] * len(hidden)
        own = [text for text in view.melds(seat) if text.startswith("covered_kong")]
        assert "covered_kong:????" not in own
        assert all(view.left(meld_tiles(parse_meld(text))[0]) == 0 for text in own)
        assert sum(view.unseen) == view.wall_left + sum(map(view.hand_size, others)) + 4 * len(hidden)
        assert view.hand_text.count("*") == view.count(WILD_FACE)
        assert sorted(parse_tiles(view.hand_text, WILD_FACE)) == view.hand
        assert table_text(state, "abcd", seat).count("????") >= len(hidden)
        for tile in hidden:
            assert view.left(tile) == 4
            others_unseen = [t for t in range(TILES) if view.left(t) == 4 and t not in (tile, WILD_FACE)]
            if others_unseen and rng.random() < 0.2:
                check_secret(engine, seat, tile, rng.choice(others_unseen))
                facts["covered kongs of another tile"] += 1
        facts["own covered kongs seen"] += len(own)


def check_secret(engine: ToyEngine, seat: int, one: int, two: int) -> None:
    """To a seat that has seen neither of two tiles it is the same table when they change places."""
    other = ToyEngine(Log())
    change = {one: two, two: one}
    for event in engine.log.to_list():
        card = card_of(event)
        if card in change:
            assert not visible_of(event) >> seat & 1
        other.state.fold(event + (change.get(card, card) - card << 12))
    if other.state.asked != NOBODY:
        other.legal()
    assert engine.view(seat, Stream()).snapshot() == other.view(seat, Stream()).snapshot()
    assert table_text(engine.state, "abcd", seat) == table_text(other.state, "abcd", seat)


def check_log(events: Sequence[int], facts: Counter[str]) -> None:
    """No discarded wildcard and no barred seat claims; covered kongs are secret, then shown once, before the end."""
    covered: list[tuple[int, int]] = []
    for event, after in zip(events, [*events[1:], 0], strict=True):
        kind, seat, card = kind_of(event), seat_of(event), card_of(event)
        if kind == DISCARDED and card == WILD_FACE:
            assert kind_of(after) in (DREW, REVEALED, HAND_ENDED)
            facts["wildcards discarded"] += 1
        elif kind in (CHOWED, PUNGED, KONGED):
            assert seat != BARRED
            facts["claims"] += 1
        elif kind == CONCEALED_KONG_LAID:
            assert visible_of(event) == 1 << seat
            covered.append((seat, card))
            facts["covered kongs"] += 1
        elif kind == REVEALED and arg_of(event) == OF_KONG:
            covered.remove((seat, card))
        elif kind == HAND_ENDED:
            assert not covered
            facts[f"hands ended {arg_of(event)}"] += 1


def main(hands: int) -> None:
    """Play and tell what was met."""
    rng = random.Random("toy")
    facts: Counter[str] = Counter()
    for _ in range(hands):
        play(rng, facts)
    print(json.dumps(facts))  # noqa: T201 - its output is what the program is for


if __name__ == "__main__":
    main(int(sys.argv[1]))
