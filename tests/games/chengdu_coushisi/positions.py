"""Deals and positions set up for tests: hands, groups and pool as text; questions answered as text."""

from collections.abc import Mapping, Sequence

from paiju.sim.games.chengdu_coushisi import kinds
from paiju.sim.games.chengdu_coushisi.cards import DECK, NAMES, format_cards, parse_card, parse_cards
from paiju.sim.games.chengdu_coushisi.game import GAME
from paiju.sim.games.chengdu_coushisi.groups import CHOW, CONCEALED, group_cards, group_form, parse_groups
from paiju.sim.games.chengdu_coushisi.notation import parse_move
from paiju.sim.games.chengdu_coushisi.rules import CoushisiRules, validated
from paiju.sim.games.chengdu_coushisi.view import CoushisiView
from paiju.sim.kernel import events as ev
from paiju.sim.kernel.events import ALL, NO_CARD, NOBODY
from paiju.sim.kernel.rng import Seeds, Stream
from tests.games.dialogue import Dialogue


class Table(Dialogue):
    """An engine with a log, its questions and answers as text."""

    def __init__(self, options: Mapping[str, object] | None = None) -> None:
        super().__init__(GAME, CoushisiRules(validated(options or {})), parse_move)
        self.engine.start_match()

    def hand(self, seat: int) -> str:
        """A hand as text, sorted."""
        return str(self.state.hand_text(seat))

    def bonus(self, seat: int) -> str:
        """The 皮子 beside a seat."""
        return format_cards(self.state.bonus_cards(seat))

    def view(self, seat: int) -> CoushisiView:
        """What a seat sees."""
        view = self.engine.view(seat, Stream())
        assert isinstance(view, CoushisiView)
        return view

    def outcome(self) -> str:
        """How the hand ended."""
        return {each.number: each.name for each in GAME.outcomes}[int(self.state.outcome)]

    def deltas(self) -> list[int]:
        """What the seats gained in this hand."""
        return [int(self.state.deltas[seat]) for seat in range(4)]


class Deal(Table):
    """A hand from its deal: `hands` by place (0 the dealer's twelve cards), then `pool`, at its end `lifted`.

    What is not said is filled with the cards left, in an order that puts equal kinds apart.
    """

    def __init__(
        self,
        hands: Sequence[str] = (),
        pool: str = "",
        lifted: str = "C2",
        options: Mapping[str, object] | None = None,
        deal: int = 0,
    ) -> None:
        super().__init__(options)
        given = [parse_cards(text) for text in [*hands, "", "", "", ""][:4]]
        head, last = parse_cards(pool), parse_card(lifted)
        left = list(DECK)
        if not self.rules.flower_bonus_cards:
            left = [card - 21 if card in (22, 40) else card for card in left]
        for card in [card for cards in given for card in cards] + head + [last]:
            left.remove(card)
        left = [card for i in range(4) for card in left[i::4]]
        for place, cards in enumerate(given):
            while len(cards) < (12 if place == 0 else 11):
                cards.append(left.pop(next(i for i, card in enumerate(left) if card not in cards)))
        order = [given[i % 4][i // 4] for i in range(44)] + [given[0][11], *head, *left, last]
        self.engine.chance.stack(order)
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

    `hands` and `groups` by seat, hands of any odd size; a seat not named has one 杀刀 or 尼姑, which can claim little.
    `pool` begins with the cards named and has `left` of them (default: all that are over).
    """

    def __init__(
        self,
        hands: Mapping[int, str],
        pool: str = "",
        groups: Mapping[int, str] | None = None,
        bonus: Mapping[int, str] | None = None,
        options: Mapping[str, object] | None = None,
        left: int | None = None,
        dealer: int = 3,
    ) -> None:
        super().__init__(options)
        self.cards = list(DECK)
        self.engine.emit(ev.HAND_STARTED, dealer, NO_CARD, NOBODY, 0, ALL)
        for seat in range(4):
            for group in parse_groups((groups or {}).get(seat, "")):
                self.lay(seat, group)
            for card in parse_cards((bonus or {}).get(seat, "")):
                self.deal(seat, card)
                self.engine.emit(kinds.BONUS_LAID, seat, card, NOBODY, 0, ALL)
            for card in parse_cards(hands.get(seat, "SD" if seat % 2 else "NG")):
                self.deal(seat, card)
        order = parse_cards(pool)
        for card in order:
            self.cards.remove(card)
        order = [*order, *self.cards][:left]
        for i, card in enumerate(order):
            self.engine.chance.deck[i] = card
        self.engine.chance.head = 0
        self.state.wall_left = len(order)
        self.mark = self.log.count

    def deal(self, seat: int, card: int) -> None:
        """A card comes into a hand."""
        self.cards.remove(card)
        self.engine.emit(ev.DEALT, seat, card, NOBODY, 0, 1 << seat)

    def lay(self, seat: int, group: int) -> None:
        """A group is laid; the card claimed was turned by the next seat, that of a chow by the seat itself."""
        cards = group_cards(group)[:3]
        claimed, *others = cards
        if group_form(group) == CONCEALED:
            for card in cards:
                self.deal(seat, card)
            self.engine.emit(kinds.CONCEALED_LAID, seat, claimed, NOBODY, 0, 1 << seat)
            return
        for card in others:
            self.deal(seat, card)
        giver = seat if group_form(group) == CHOW else (seat + 1) % 4
        self.cards.remove(claimed)
        self.engine.emit(ev.DREW, giver, claimed, NOBODY, kinds.TURNED, ALL)
        if group_form(group) == CHOW:
            self.engine.emit(kinds.CHOWED, seat, claimed, giver, others[0], ALL)
        else:
            self.engine.emit(kinds.PUNGED, seat, claimed, giver, 0, ALL)

    def turn(self, seat: int) -> None:
        """A seat's turn begins."""
        self.mark = self.log.count
        self.engine.begin_turn(seat)

    def discard(self, seat: int, card: str) -> None:
        """A seat discards a card, which it is given for that."""
        number = parse_card(card)
        self.deal(seat, number)
        self.state.wall_left += 1
        self.mark = self.log.count
        self.engine.emit(ev.DISCARDED, seat, number, NOBODY, 0, ALL)
        self.engine.offer_card(1)

    def river(self) -> list[str]:
        """All cards turned or discarded: '2 MM', + before a turned one, in brackets if it was taken."""
        texts = []
        for i in range(int(self.state.river_count)):
            entry = int(self.state.river[i])
            text = f"{entry >> 8 & 3} {'+' if entry >> 12 & 1 else ''}{NAMES[entry & 255]}"
            texts.append(f"({text})" if entry >> 16 & 1 else text)
        return texts
