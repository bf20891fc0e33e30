"""Positions and deals set up for tests: hands, groups and wall as text; questions answered as text."""

import random
from collections.abc import Mapping, Sequence
from itertools import combinations

from paiju.sim.games.hunan_paohuzi import kinds
from paiju.sim.games.hunan_paohuzi.game import GAME
from paiju.sim.games.hunan_paohuzi.notation import parse_groups
from paiju.sim.games.hunan_paohuzi.rules import PaohuziRules, validated
from paiju.sim.games.zipai.cards import HANZI, parse_card, parse_cards
from paiju.sim.games.zipai.claims import SHAPES, shape_group
from paiju.sim.games.zipai.groups import PAO, PUNG, STALE_WEI, TI, WEI, chow_of, group_cards
from paiju.sim.games.zipai.kinds import CHOWED, PUNGED
from paiju.sim.games.zipai.moves import parse_move
from paiju.sim.kernel import events as ev
from paiju.sim.kernel.events import ALL, NO_CARD, NOBODY
from tests.games.dialogue import Dialogue

FULL = [card for card in range(20) for _ in range(4)]


class Table(Dialogue):
    """An engine with a log, its questions and answers as text."""

    def __init__(self, options: Mapping[str, object]) -> None:
        super().__init__(GAME, PaohuziRules(validated(options)), parse_move)

    def question(self) -> tuple[int, str, str] | None:
        """Who is asked, the stage and the card."""
        asked = self.asked()
        return asked and (*asked, HANZI[self.state.card])

    def hand(self, seat: int) -> str:
        """A hand as characters."""
        return "".join(HANZI[card] for card in self.state.hand(seat))


def filled(given: list[int], size: int, hot: set[int], left: list[int], rng: random.Random) -> list[int]:
    """The cards given and some of those left, which they leave, that form nothing with them or hot cards."""
    for _ in range(20):
        hand = list(given)
        for card in rng.sample(left, len(left)):
            if len(hand) < size and card not in given and hand.count(card) < 2:
                hand.append(card)
                if any(takes(hand, each) != takes(given, each) for each in hot):
                    hand.pop()
        if len(hand) >= size:
            for card in hand[len(given) :]:
                left.remove(card)
            return hand
    raise AssertionError("no hand of that kind is left")


def takes(hand: list[int], card: int) -> list[int]:
    """The groups that a hand can make with a card, and the card itself for each copy held."""
    groups = [chow_of([a, b, card]) for a, b in combinations(sorted(hand), 2)]
    return sorted({group for group in groups if group >= 0}) + [card] * hand.count(card)


class Deal(Table):
    """A hand from its deal: `hands` by place (0 the dealer's fifteen cards, the last of them shown), `wall`.

    What is not said is filled with cards left, picked so that little fits together.
    """

    def __init__(
        self, hands: Sequence[str], wall: str = "", options: Mapping[str, object] | None = None, deal: int = 0
    ) -> None:
        super().__init__(options or {})
        given = [parse_cards(text) for text in [*hands, "", "", ""][:4]]
        head = parse_cards(wall)
        left = list(FULL)
        for card in [card for cards in given for card in cards] + head:
            left.remove(card)
        spread = left[::7] + left[1::7] + left[2::7] + left[3::7] + left[4::7] + left[5::7] + left[6::7]
        for place, cards in enumerate(given):
            while len(cards) < (15 if place == 0 else 14):
                cards.insert(0, spread.pop())
        deck = [given[i % 4][i // 4] for i in range(56)] + [given[0][14], *head, *spread]
        self.engine.chance.stack(deck)
        self.engine.start_match()
        from paiju.sim.kernel.rng import Seeds

        Seeds(1).deal(deal, 0, self.engine.chance.streams)
        self.engine.start_hand()

    def seat(self, place: int) -> int:
        """The seat of a place: 0 the dealer, 1 the next."""
        return (int(self.state.dealer) + place) % 4

    def place(self) -> tuple[int, str] | None:
        """Who is asked, by place."""
        asked = self.asked()
        return asked and ((asked[0] - int(self.state.dealer)) % 4, asked[1])


class Position(Table):
    """A position in the middle of a hand, made by the events that lead to it; the dealer is seat 3.

    `hands` and `groups` by seat; `wall` the next cards, `hot` those that will be played. Hands are filled to
    their size with cards that help nobody to take a card of the wall or a hot one.
    """

    def __init__(
        self,
        hands: Mapping[int, str],
        groups: Mapping[int, str] | None = None,
        wall: str = "",
        hot: str = "",
        options: Mapping[str, object] | None = None,
        last: int | None = None,
    ) -> None:
        super().__init__(options or {})
        given = [parse_cards(hands.get(seat, "")) for seat in range(4)]
        laid = [parse_groups((groups or {}).get(seat, "")) for seat in range(4)]
        head, played = parse_cards(wall), parse_cards(hot)
        left = list(FULL)
        for card in [card for cards in given for card in cards] + head + played:
            left.remove(card)
        for card in [card for each in laid for group in each for card in group_cards(group)]:
            left.remove(card)
        self.engine.start_match()
        self.engine.emit(ev.HAND_STARTED, 3, NO_CARD, NOBODY, 0, ALL)
        rng = random.Random(f"{hands} {groups} {wall}")
        for seat in range(4):
            for group in laid[seat]:
                self.lay(seat, group)
            size = 14 - 3 * len(laid[seat]) - (1 if self.state.quads[seat] else 0)
            size -= int(self.state.credits[seat])
            for card in filled(given[seat], size, {*head, *played}, left, rng):
                self.emit(ev.DEALT, seat, card)
        rng.shuffle(left)
        rest = [*head, *left]
        if last is not None:  # so many cards are left in the wall
            for card in rest[last:]:
                self.emit(ev.DEALT, 3, card)
                self.state.drop(3, card, 1)
            rest = rest[:last]
        order = [0] * (80 - len(rest)) + rest
        chance = self.engine.chance
        for i, card in enumerate(order):
            chance.deck[i] = card
        chance.head = 80 - len(rest)
        self.mark = self.log.count

    def emit(
        self, kind: int, seat: int, card: int, giver: int = NOBODY, arg: int = 0, visible: int = ALL
    ) -> None:
        """One event."""
        self.engine.emit(kind, seat, card, giver, arg, visible)

    def lay(self, seat: int, group: int) -> None:
        """A group comes to lie before a seat, its last card from seat 2 (or 1), or from the wall."""
        kind, card = group >> 8, group & 255
        giver = 2 if seat != 2 else 1
        if kind == TI:
            for _ in range(4):
                self.emit(ev.DEALT, seat, card)
            self.emit(kinds.TI_LAID, seat, card, seat, kinds.FROM_DEAL)
        elif kind in (WEI, STALE_WEI):
            self.emit(ev.DEALT, seat, card)
            self.emit(ev.DEALT, seat, card)
            self.emit(ev.DREW, seat, card, visible=1 << seat)
            if kind == WEI:
                self.emit(kinds.WEI_LAID, seat, card, seat, visible=1 << seat)
            else:
                self.emit(kinds.STALE_WEI_LAID, seat, card, seat)
        else:
            cards = group_cards(group)
            eaten = cards.pop()
            for each in cards:
                self.emit(ev.DEALT, seat, each)
            self.emit(ev.DREW, giver, eaten)
            if kind == PUNG:
                self.emit(PUNGED, seat, card, giver)
            elif kind == PAO:
                self.emit(kinds.PAO_LAID, seat, card, giver, kinds.FROM_KAN)
            else:
                shape = next(shape for shape in range(1, SHAPES) if shape_group(eaten, shape) == group)
                self.emit(CHOWED, seat, eaten, giver, shape)

    def play(self, seat: int, card: str) -> None:
        """A seat plays a hot card, which it is given for that."""
        number = parse_card(card)
        self.emit(ev.DEALT, seat, number)
        self.mark = self.log.count
        self.emit(ev.DISCARDED, seat, number)
        self.engine.offer_card(1)

    def draw(self, seat: int) -> None:
        """A seat draws the next card."""
        self.mark = self.log.count
        self.engine.draw(seat)

    def discard_due(self, seat: int) -> None:
        """A seat is asked for a discard."""
        self.mark = self.log.count
        self.engine.ask_discard(seat)
