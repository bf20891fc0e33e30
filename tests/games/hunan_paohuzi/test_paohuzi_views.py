"""What a seat may see: views, secrecy, states folded from logs, moves read back from logs."""

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from paiju.sim.games.hunan_paohuzi.engine import PaohuziEngine
from paiju.sim.games.hunan_paohuzi.game import GAME
from paiju.sim.games.hunan_paohuzi.rules import PaohuziRules
from paiju.sim.games.packed.table import UNKNOWN
from paiju.sim.games.zipai.cards import cards_in, parse_card
from paiju.sim.kernel.events import (
    ALL,
    ASKED,
    DEALT,
    DREW,
    Log,
    card_of,
    from_seat_of,
    kind_of,
    pack,
    seat_of,
    visible_of,
)
from paiju.sim.kernel.play import Table
from paiju.sim.kernel.policy import Policy, View
from paiju.sim.kernel.rng import Seeds, Stream
from tests.games.hunan_paohuzi import players
from tests.games.hunan_paohuzi.positions import Deal, Position

WEI_LAID, TI_LAID = 19, 22


def logs(n: int, name: str) -> Iterator[tuple[dict[str, object], list[int]]]:
    """Games of random rulesets, shuffled and rigged."""
    rng = random.Random(name)
    makers = players.policies()
    for deal in range(n):
        options = players.random_options(rng)
        deck = players.rigged_deck(rng) if deal % 2 else None
        yield options, players.play(options, deal, [rng.choice(makers) for _ in range(4)], deck)


def folded(options: dict[str, object], events: list[int]) -> PaohuziEngine:
    """An engine whose state was folded from a log, with the answers to an open question offered."""
    engine = PaohuziEngine(PaohuziRules(options), Log())
    for event in events:
        engine.state.fold(event)
    if engine.state.asked < 4:
        engine.legal()
    return engine


def snapshot(engine: PaohuziEngine, seat: int) -> dict[str, object]:
    """What a seat sees."""
    return engine.view(seat, Stream()).snapshot()


def with_card(event: int, card: int) -> int:
    """The event about another card."""
    return pack(kind_of(event), seat_of(event), card, from_seat_of(event), event >> 24, visible_of(event))


def exchanged(events: list[int], engine: PaohuziEngine, seat: int, rng: random.Random) -> list[int] | None:
    """The log with a card of a hidden hand exchanged for one of another hidden hand or of the wall."""
    state = engine.table
    others = [other for other in range(4) if other != seat]
    one = rng.choice(others)
    mine = cards_in(int(state.keys[one]))
    if state.shown_held and one == state.dealer and state.shown_card in mine:
        mine.remove(int(state.shown_card))
    gone = [card for card in mine if card < 20]
    other = rng.choice([another for another in others if another != one])
    theirs = cards_in(int(state.keys[other]))
    if state.shown_held and other == state.dealer and state.shown_card in theirs:
        theirs.remove(int(state.shown_card))
    if not gone or not theirs:
        return None
    x, y = rng.choice(gone), rng.choice(theirs)
    changed = list(events)
    for owner, old, new in ((one, x, y), (other, y, x)):
        at = [
            i
            for i, event in enumerate(changed)
            if kind_of(event) == DEALT
            and seat_of(event) == owner
            and card_of(event) == old
            and visible_of(event) == 1 << owner
        ]
        if not at:
            return None
        changed[at[-1]] = with_card(changed[at[-1]], new)
    return changed


def disguised(events: list[int], _: PaohuziEngine, seat: int, rng: random.Random) -> list[int] | None:
    """The log with another kind in a covered 偎 of another seat."""
    covered = [
        (seat_of(event), card_of(event))
        for event in events
        if kind_of(event) == WEI_LAID and visible_of(event) != ALL and seat_of(event) != seat
    ]
    if not covered:
        return None
    owner, card = rng.choice(covered)
    if any(kind_of(e) in (20, 21, TI_LAID) and seat_of(e) == owner and card_of(e) == card for e in events):
        return None
    new = rng.choice([other for other in range(20) if other != card])
    changed = list(events)
    pairs = 2
    for i, event in enumerate(changed):
        if seat_of(event) != owner or card_of(event) != card or visible_of(event) != 1 << owner:
            continue
        if kind_of(event) == DEALT and pairs:
            pairs -= 1
            changed[i] = with_card(event, new)
        elif kind_of(event) in (DREW, WEI_LAID):
            changed[i] = with_card(event, new)
    return None if pairs else changed


def test_secrecy() -> None:
    """Other hidden cards, the same view: hands, the wall, covered groups, cards drawn in secret."""
    rng = random.Random("secrets")
    compared = disguises = 0
    for options, events in logs(120, "secrecy"):
        questions = [i for i, event in enumerate(events) if kind_of(event) == ASKED]
        for at in rng.sample(questions, min(len(questions), 6)):
            prefix = events[: at + 1]
            if sum(kind_of(event) == 0 for event in prefix) > 1:
                continue
            live = folded(options, prefix)
            for seat in range(4):
                view = snapshot(live, seat)
                for way in (exchanged, disguised):
                    other = way(prefix, live, seat, rng)
                    if other is not None:
                        assert snapshot(folded(options, other), seat) == view, (
                            options,
                            seat,
                            at,
                            way.__name__,
                        )
                        compared += 1
                        disguises += way is disguised
    assert compared > 1000
    assert disguises > 100


def test_folding_gives_the_live_state() -> None:
    """Event by event; and the same answers are legal."""

    class Watcher(Policy):
        """Plays at random and keeps what was so at each question."""

        def code(self, view: View) -> int:
            """The code of the chosen move."""
            codes = [int(view.code(i)) for i in range(view.choices())]
            met.append((int(log.count), engine.state.snapshot(), codes))
            return codes[view.rng.below(len(codes))]

    rng = random.Random("folding")
    for deal in range(60):
        options = players.random_options(rng)
        log = Log()
        engine = PaohuziEngine(PaohuziRules(options), log)
        met: list[tuple[int, dict[str, object], list[int]]] = []
        if deal % 2:
            engine.chance.stack(players.rigged_deck(rng))
        Table(engine, Seeds(3)).play(deal, 0, [Watcher] * 4, Watcher)
        events = log.to_list()
        state = GAME.state(GAME.rules(options))
        at = 0
        for count, live, codes in met:
            for event in events[at:count]:
                state.fold(event)
            at = count
            assert state.snapshot() == live
            other = folded(options, events[:count])
            assert [int(other.moves[i]) for i in range(other.choices)] == codes == sorted(codes)


def test_moves_are_read_back() -> None:
    """The first event of an answer and the question give the code of the move."""

    class Scribe(Policy):
        """Plays at random and notes its moves."""

        def code(self, view: View) -> int:
            """The code of the chosen move."""
            codes = [int(view.code(i)) for i in range(view.choices())]
            if codes[-1] >> 24 == 2 and len(codes) > 2:
                codes = codes[1:]
            chosen.append(codes[view.rng.below(len(codes))])
            return chosen[-1]

    rng = random.Random("moves")
    kinds = set()
    for deal in range(200):
        options = players.random_options(rng)
        chosen: list[int] = []
        events = players.play(options, deal, [Scribe] * 4, players.rigged_deck(rng))
        read = [GAME.move_of(answer, event) for event, answer in pairwise(events) if kind_of(event) == ASKED]
        assert read == chosen
        kinds |= {(code >> 24, code >> 14 > 0) for code in read}
    assert len({kind for kind, _ in kinds}) == 5


# What views say


def test_a_covered_wei() -> None:
    """Its owner alone knows the kind; others see that there is one, and no 息 of it."""
    position = Position({0: "八八"}, wall="八")
    position.draw(0)
    own, other = (position.engine.view(seat, Stream()) for seat in (0, 1))
    assert own.groups(0) == ["wei:八八八"]
    assert other.groups(0) == ["wei:???"]
    assert [int(own.group(0, 0)) & 255, int(other.group(0, 0)) & 255] == [7, UNKNOWN]
    assert [int(own.known_huxi(0)), int(other.known_huxi(0)), int(own.table_huxi())] == [3, 0, 3]
    assert [int(own.left(7)), int(other.left(7))] == [1, 4]
    assert [own.card, other.card] == [7, -1]
    position = Position({0: "八八"}, wall="八", options={"wei_visibility": "open"})
    position.draw(0)
    other = position.engine.view(1, Stream())
    assert other.groups(0) == ["wei:八八八"]
    assert [int(other.known_huxi(0)), int(other.left(7)), other.card] == [3, 1, 7]


def test_the_shown_card_is_known() -> None:
    """Others count the shown card as seen until the dealer has laid or played one of its kind."""
    deal = Deal(["一三五五四十 壹叁伍柒玖拾拾捌 八"])
    dealer, other = deal.seat(0), deal.seat(1)
    view = deal.engine.view(other, Stream())
    held = deal.state.hand(other).count(7)
    assert (view.shown_card, int(view.left(7))) == (7, 4 - 1 - held)
    deal.answer("discard 八")
    assert deal.state.shown_held == 0
    held = deal.state.hand(other).count(7)
    laid = sum(group.count("八") for group in deal.groups(other))
    assert int(view.left(7)) == 4 - held - max(1, laid)
    assert dealer == deal.state.dealer


@pytest.mark.parametrize(("shown", "held"), [("四", False), ("九", True)])
def test_the_shown_card_is_laid(shown: str, held: bool) -> None:
    """A 吃 with the shown card of the dealer's shows where it is; without it nothing changes."""
    position = Position({3: "四六九"}, hot="五")
    position.state.shown_card = parse_card(shown)
    position.state.shown_held = True
    view = position.engine.view(0, Stream())
    before = int(view.left(parse_card(shown)))
    position.play(2, "五")
    position.answer("chow 五: 四五六")
    assert position.state.shown_held == held
    assert int(view.left(parse_card(shown))) == before


def test_the_shown_card_in_a_covered_group() -> None:
    """Nobody else can tell that it lies in a covered 偎; once the group is open all can."""
    position = Position({3: "四四"}, wall="四", hot="四")
    position.state.shown_card = parse_card("四")
    position.state.shown_held = True
    view = position.engine.view(0, Stream())
    assert int(view.left(3)) == 3
    position.draw(3)
    assert (position.state.shown_held, int(view.left(3))) == (True, 3)
    position.answer(position.legal()[-1])
    position.play(1, "四")
    assert position.told("laid_pao") == ["laid_pao 3 s4"]
    assert (position.state.shown_held, int(view.left(3))) == (False, 0)


def test_a_card_drawn_in_secret() -> None:
    """With `win_before_wei` its drawer is asked while nobody else knows it."""
    position = Position({0: "一二三 三四五 陆柒捌 九九玖 八八"}, wall="八", options={"win_before_wei": True})
    position.draw(0)
    own, other = (position.engine.view(seat, Stream()) for seat in (0, 1))
    assert (own.stage, own.card, own.giver, own.is_drawn()) == ("win_before_group", 7, 0, True)
    assert (other.card, other.giver) == (-1, 0)
    assert int(own.left(7)) == 1


def test_the_river_and_stale_kinds() -> None:
    """All cards shown with who put them there, whether drawn, who took them; one's own stale kinds."""
    position = Position({1: "八八"}, hot="八")
    position.play(0, "八")
    position.answer("pung 八")
    view = position.engine.view(0, Stream())
    assert view.river == [(0, 7, False, 1)]
    assert int(view.river_entry(0)) & 255 == 7
    assert view.stale_chows == view.stale_pungs == [7]
    assert view.is_stale_chow(7)
    assert position.engine.view(1, Stream()).stale_pungs == []
    assert [int(view.group_giver(1, 0)), int(view.quads(1)), int(view.hand_size(1))] == [0, 0, 12]


def test_what_a_seat_remembers() -> None:
    """忍碰, and the 息 on the table when a win was passed."""
    position = Position({0: "一二三 六七 九九玖 壹贰叁 十十拾", 1: "捌捌"}, wall="八", hot="捌")
    position.draw(3)
    position.answer("pass")
    view = position.engine.view(0, Stream())
    assert [int(view.passed_huxi(7)), int(view.passed_huxi(6))] == [0, -1]
    position.play(2, "捌")
    position.answer("pass")
    assert position.engine.view(1, Stream()).has_skipped(17)


def test_counts_and_keys() -> None:
    """The hand in every form."""
    position = Position({2: "一二三 捌捌"}, hot="十")
    view = position.engine.view(2, Stream())
    assert view.hand == position.state.hand(2)
    assert view.counts == [view.hand.count(card) for card in range(20)]
    assert cards_in(int(view.key())) == view.hand
    assert view.hand_text.replace(" ", "") == position.hand(2)
    assert sum(view.unseen) == 80 - 14


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_table_as_text(seat: int | None) -> None:
    """Hands that a seat may not see are ?, covered groups of others too; at the end all is shown."""
    position = Position({0: "八八"}, wall="八")
    position.draw(0)
    text = GAME.table_text(position.state, ["ann", "bob", "cy", "dee"], seat)
    assert ("偎:八八八*" in text) == (seat != 1)
    assert ("偎:???" in text) == (seat == 1)
    assert ("?" * 14 in text) == (seat is not None)
    assert position.state.hand_text(0) in text or seat == 1
    while position.asked():
        position.answer("pass" if "pass" in position.legal() else position.legal()[0])
    assert "?" * 5 not in GAME.table_text(position.state, ["ann", "bob", "cy", "dee"], seat)
