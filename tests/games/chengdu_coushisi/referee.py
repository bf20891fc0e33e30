"""The half of the auditor that reads a log event by event: cards, questions, wins with all that follows."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from tests.games.chengdu_coushisi import log_format as lf
from tests.games.chengdu_coushisi.counting import (
    REDS,
    dragon_score,
    fans_of,
    payments,
    red_of,
    score,
)
from tests.games.chengdu_coushisi.counting import Group as CountedGroup
from tests.games.chengdu_coushisi.log_format import (
    BONUS_LAID,
    BY_DISCARD,
    CARD_NAMES,
    CHOW,
    CONCEAL,
    DD,
    DISCARD,
    DRAGON,
    DRAWN_HAND,
    FT,
    KIND_NAMES,
    MOVE_NAMES,
    OF_GROUP,
    OF_HAND,
    OUTCOME_NAMES,
    PASS,
    PATTERN,
    PUNG,
    REPLACED,
    STAGE_NAMES,
    TURNED,
    WIN,
)
from tests.games.logs import (
    ALL,
    DISCARDED,
    DREW,
    HAND_ENDED,
    NO_CARD,
    NOBODY,
    PAID,
    PASSED,
    REVEALED,
    SCORED,
    WON,
    LogReader,
    fields_of,
)

Move = tuple[int, int]  # its kind, and the card: of a 吃 the hand card, of a 暗 the kind
# What kind of move an event answers with, and which card it names
ANSWERS = {PASSED: PASS, DISCARDED: DISCARD, lf.CHOWED: CHOW, lf.PUNGED: PUNG, lf.CONCEALED_LAID: CONCEAL}
ANSWERS |= {lf.FOURTH_ADDED: lf.ADD, WON: WIN}


class HandOver(Exception):
    """The hand has ended."""


def is_bonus(card: int) -> bool:
    """皮子 (rule 2)."""
    return card % 21 in (DD, FT)


@dataclass
class Group:
    """What lies before a player: "pung", "concealed" or "chow", its cards, and whether all see them."""

    name: str
    cards: list[int]
    is_open: bool


@dataclass
class Seat:
    """What a player holds, has laid, and may not do."""

    hand: list[int] = field(default_factory=list)
    bonus: list[int] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    dead: set[int] = field(default_factory=set)  # kinds (decision 36)
    has_passed_win: bool = False  # since the last turn began (decision 16)

    def count(self, card: int) -> int:
        """How many of that kind are in hand."""
        return sum(held % 21 == card % 21 for held in self.hand)

    def counted_groups(self) -> list[CountedGroup]:
        """The groups as they are counted."""
        return [(group.name, group.cards) for group in self.groups]


class Referee(LogReader):
    """Reads the log of one ruleset's match. Raises Breach."""

    names = KIND_NAMES
    moves = MOVE_NAMES
    stages = STAGE_NAMES
    cards = CARD_NAMES

    def __init__(self, options: Mapping[str, Any]) -> None:
        super().__init__()
        self.o = dict(options)
        self.dealer = self.shuffler = self.winner = NOBODY
        self.clear_table()

    def clear_table(self) -> None:
        """84 cards in the pool: of each kind three plain ones and a flower (rules 1, 3, decision 2)."""
        self.deck = [3] * 21 + [1] * 21
        if not self.o["flower_bonus_cards"]:
            for kind in (DD, FT):
                self.deck[kind], self.deck[kind + 21] = 4, 0
        self.left = list(self.deck)  # without the lifted card
        self.pool = 84
        self.lifted: int | None = None
        self.seats = [Seat() for _ in range(4)]
        self.river: list[int] = []
        self.winning: list[int] = []  # a winning card, when it has left the river

    def from_seat(self, seat: int) -> list[int]:
        """All seats anticlockwise from one."""
        return [(seat + i) % 4 for i in range(4)]

    # Cards

    def from_pool(self, kind: int, seat: int, arg: int, rule: str) -> int:
        """A card comes from the pool, into the hand unless it is turned; gives the card."""
        if self.pool == 0:
            self.drawn_hand()
        card = fields_of(self.peek())[2]
        visible = ALL if kind == DREW and arg == TURNED else 1 << seat
        self.due(kind, seat, card, NOBODY, arg, visible, rule)
        if self.pool == 1 and self.lifted is not None:
            if card != self.lifted:
                raise self.breach(
                    f"the last card of the pool is the lifted {CARD_NAMES[self.lifted]}", "decision 3", 1
                )
            self.facts["lifted card drawn"] += 1
        elif card >= 42 or self.left[card] == 0:
            raise self.breach("there is no such card left in the pool", "rules 1, 3", 1)
        else:
            self.left[card] -= 1
        self.pool -= 1
        if visible != ALL:
            self.seats[seat].hand.append(card)
        return card

    def replace_bonus(self, seat: int) -> None:
        """Step 5a: all 皮子 of the hand are laid, as many cards drawn, until none is left."""
        player = self.seats[seat]
        while bonus := [card for card in player.hand if is_bonus(card)]:
            player.hand = [card for card in player.hand if not is_bonus(card)]
            self.lay_bonus(seat, bonus, "step 5a, rule 15")
            for _ in bonus:
                self.from_pool(DREW, seat, REPLACED, "step 5a, rule 15: a card for each 皮子")
                self.facts["补"] += 1

    def lay_bonus(self, seat: int, bonus: list[int], rule: str) -> None:
        """These 皮子 are laid face up, in any order."""
        wanted = Counter(bonus)
        for _ in bonus:
            card = fields_of(self.peek())[2]
            if not wanted[card]:
                raise self.breach(
                    f"these 皮子 are due: {[CARD_NAMES[each] for each in wanted.elements()]}", rule
                )
            self.due(BONUS_LAID, seat, card, NOBODY, 0, ALL, rule)
            wanted[card] -= 1
        self.seats[seat].bonus += bonus

    def count_cards(self) -> None:
        """Every card is somewhere, once (rules 1, 3)."""
        found = Counter({card: n for card, n in enumerate(self.left) if n})
        if self.lifted is not None and self.pool:
            found[self.lifted] += 1
        found.update(self.river)
        found.update(self.winning)
        for seat in self.seats:
            found.update(seat.hand)
            found.update(seat.bonus)
            for group in seat.groups:
                found.update(group.cards)
        if [found[card] for card in range(42)] != self.deck or sum(self.left) + (
            self.lifted is not None and self.pool > 0
        ) != self.pool:
            raise self.breach("the cards do not add up to the pack", "rules 1, 3")

    # Questions

    def ask(self, seat: int, card: int, giver: int, stage: int, moves: set[Move], rule: str) -> Move:
        """The question for these moves is due; gives the move that answers it, of which only a pass is read."""
        self.count_cards()
        kinds = 0
        for kind, _ in moves:
            kinds |= 1 << kind
        answer = self.read_question(seat, card, giver, stage, len(moves), kinds, rule)
        _, _, named, _, arg, _ = fields_of(self.peek())
        chosen = {CHOW: arg, CONCEAL: named % 21}.get(ANSWERS.get(answer, -1), named)
        move = (ANSWERS.get(answer, -1), chosen)
        if move[0] in (PASS, WIN):
            move = (move[0], 0)
        if move not in moves:
            raise self.breach("that is no legal answer to this question", rule)
        if move[0] == PASS:
            self.due(PASSED, seat, card, giver, 0, 1 << seat, rule)
        self.facts[f"{MOVE_NAMES[move[0]]} at {STAGE_NAMES[stage]}"] += 1
        return move

    # The end

    def drawn_hand(self) -> NoReturn:
        """Step 12."""
        self.read_revealed(self.dealer)
        self.due(HAND_ENDED, NOBODY, NO_CARD, NOBODY, DRAWN_HAND, ALL, "step 12: the pool is empty")
        self.count_cards()
        self.winner = NOBODY
        self.facts["drawn hands"] += 1
        short = any(len(seat.hand) % 2 == 0 for seat in self.seats)
        self.facts["drawn for want of a replacement"] += short
        raise HandOver

    def win(self, seat: int, card: int, giver: int, outcome: int) -> NoReturn:
        """Step 13."""
        player = self.seats[seat]
        cards = list(player.hand)
        if card != NO_CARD:
            cards.append(card)
            self.river.remove(card)
            self.winning.append(card)
        if outcome == DRAGON:
            hu, fan, total = dragon_score(cards, self.o)
        else:
            hu, fan, total = score(cards, player.counted_groups(), player.bonus, self.o)
        self.due(WON, seat, card, giver, total, ALL, "step 13, rules 20-24: the win and its 胡")
        self.read_revealed(seat)
        items = self.dragon_items(cards) if outcome == DRAGON else self.items(player, cards)
        self.check_items(items, hu, fan)
        for name, value in items:
            if value:
                self.due(
                    SCORED, seat, NO_CARD, NOBODY, PATTERN[name] << 16 | value, ALL, "rules 20-22: the items"
                )
                self.facts[name] += 1
        discarder = giver if outcome == BY_DISCARD else None
        self.read_payments(payments(total // 10, seat, discarder, None if card == NO_CARD else card, self.o))
        self.due(HAND_ENDED, seat, NO_CARD, NOBODY, outcome, ALL, "step 13: the win ends the hand")
        self.count_cards()
        self.winner = seat
        self.facts[f"won: {OUTCOME_NAMES[outcome]}"] += 1
        self.facts["won by the dealer"] += seat == self.dealer
        self.facts["won on an empty pool"] += self.pool == 0
        raise HandOver

    def items(self, player: Seat, cards: Sequence[int]) -> list[tuple[str, int]]:
        """What the score is made of, in order; 皮子 have no red points (rules 18, 20, 21)."""
        groups = player.counted_groups()
        laid = [card for group in player.groups for card in group.cards]
        printed = sum(REDS[card % 21] for card in [*cards, *laid])
        none = {"pung_min_red": 0, "concealed_triplet_min_red": 0}
        raised = {key: red_of(cards, groups, none | {key: self.o[key]}) - printed for key in none}
        red = red_of(cards, groups, self.o)
        flowers = sum(card >= 21 for card in [*cards, *laid, *player.bonus])
        return [
            ("red_points", printed),
            ("pung_minimum", raised["pung_min_red"]),
            ("concealed_minimum", raised["concealed_triplet_min_red"]),
            ("rounding", -red % 10),
            ("flowers", flowers * self.o["flower_hu"]),
            ("bonus_cards", len(player.bonus) * self.o["bonus_card_hu"]),
            *fans_of([*cards, *laid], self.o).items(),
        ]

    def dragon_items(self, cards: Sequence[int]) -> list[tuple[str, int]]:
        """The same for a 黑龙 (rule 22, decision 31)."""
        flowers = sum(card >= 21 for card in cards)
        return [
            ("red_points", 2),
            ("rounding", 8),
            ("flowers", flowers * self.o["flower_hu"]),
            ("black_dragon", self.o["black_dragon_fan"]),
        ]

    def check_items(self, items: Sequence[tuple[str, int]], hu: int, fan: int) -> None:
        """The items make up 胡 and 翻: two countings agree."""
        of_fan = ("three", "four", "black")
        assert sum(value for name, value in items if not name.startswith(of_fan)) == hu
        assert sum(value for name, value in items if name.startswith(of_fan)) == fan

    def read_revealed(self, first: int) -> None:
        """All hands and covered 暗 groups are shown, seat by seat, each card or group once (steps 12, 13)."""
        for seat in self.from_seat(first):
            player = self.seats[seat]
            wanted = Counter((card, OF_HAND) for card in player.hand)
            wanted.update((max(group.cards), OF_GROUP) for group in player.groups if not group.is_open)
            for _ in range(sum(wanted.values())):
                _, _, card, _, arg, _ = fields_of(self.peek())
                if not wanted[card, arg]:
                    raise self.breach(f"that is not there to be shown by seat {seat}", "steps 12, 13")
                self.due(REVEALED, seat, card, NOBODY, arg, ALL, "steps 12, 13: all hands and 暗 are shown")
                wanted[card, arg] -= 1
            self.facts["covered 暗 shown"] += any(not group.is_open for group in player.groups)

    def read_payments(self, deltas: list[int]) -> None:
        """Decisions 33, 35: what each seat gains, those with nothing left out."""
        assert sum(deltas) == 0
        due = {seat: delta for seat, delta in enumerate(deltas) if delta}
        for _ in range(len(due)):
            seat = fields_of(self.peek())[1]
            if seat not in due:
                raise self.breach(f"payments should be {deltas}", "decisions 33, 35")
            self.due(PAID, seat, NO_CARD, NOBODY, due.pop(seat), ALL, f"decisions 33, 35: payments {deltas}")
        self.facts["paid by one"] += sum(delta < 0 for delta in deltas) == 1
