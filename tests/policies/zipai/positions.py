"""Positions for the tests of zipai policies, and a slow second opinion on how far a hand is from complete."""

from collections import Counter
from functools import cache

from paiju.sim.games.hunan_paohuzi.engine import PaohuziEngine
from paiju.sim.games.hunan_paohuzi.rules import PaohuziRules, validated
from paiju.sim.games.zipai.cards import format_cards, parse_card, parse_cards
from paiju.sim.games.zipai.kinds import CHOW_STAGE, PLAIN, WIN_STAGE
from paiju.sim.kernel.events import ALL, DEALT, DISCARDED, DREW, HAND_STARTED, NO_CARD, NOBODY, Log
from paiju.sim.kernel.policy import Policy
from paiju.sim.kernel.rng import Stream


class Position:
    """A table laid out by hand. Seat 0 is the one that is asked; seat 3, which sits before it, deals."""

    def __init__(self, hand: str, **options: object) -> None:
        self.engine = PaohuziEngine(PaohuziRules(validated(options)), Log())
        self.engine.start_match()
        self.engine.emit(HAND_STARTED, 3, NO_CARD, NOBODY, 0, ALL)
        self.deal(0, hand)
        self.view = self.engine.view(0, Stream())

    def deal(self, seat: int, cards: str) -> "Position":
        """Cards go to a hand."""
        for card in parse_cards(cards):
            self.engine.emit(DEALT, seat, card, NOBODY, PLAIN, 1 << seat)
        return self

    def discards(self, seat: int, cards: str) -> "Position":
        """The seat plays these, one after the other, and nobody wants them."""
        for card in parse_cards(cards):
            self.deal(seat, format_cards([card]))
            self.engine.emit(DISCARDED, seat, card, NOBODY, 0, ALL)
            self.engine.state.settle()
        return self

    def draws(self, seat: int, cards: str) -> "Position":
        """The seat draws these, and nobody wants them."""
        for card in parse_cards(cards):
            self.engine.emit(DREW, seat, card, NOBODY, 0, ALL)
            self.engine.state.settle()
        return self

    def play(self, policy: Policy) -> str:
        """What the policy discards: 'discard s5'."""
        self.engine.ask_discard(0)
        return self.answer(policy)

    def offer(self, policy: Policy, card: str, seat: int = 3) -> str:
        """What the policy says to this card, played by seat 3 or drawn by seat 0; "nothing asked" if it is not."""
        kind = parse_card(card)
        if seat == 0:
            self.engine.emit(DREW, 0, kind, NOBODY, 0, ALL)
        else:
            self.deal(seat, card)
            self.engine.emit(DISCARDED, seat, kind, NOBODY, 0, ALL)
        return self.answer(policy) if self.ask(kind, seat) else "nothing asked"

    def ask(self, card: int, giver: int) -> bool:
        """Put the first question that this card raises for seat 0."""
        engine = self.engine
        if engine.ask_win(0, WIN_STAGE):
            return True
        if self.view.count(card) == 2 and engine.ask_pung(0):
            return True
        if self.view.is_stale_chow(card) or not engine.find_chows(0):
            return False
        engine.offer_chow()
        engine.ask(0, card, giver, CHOW_STAGE)
        return True

    def answer(self, policy: Policy) -> str:
        """The policy's answer in words."""
        assert self.engine.state.asked == 0, "seat 0 is asked nothing"
        move = policy.code(self.view)
        assert self.engine.is_legal(move)
        return str(self.engine.move(move))


def groups_with_huxi() -> list[tuple[tuple[int, ...], int]]:
    """Every complete group but 坎, with its 息 if its last card comes from another."""
    found: list[tuple[tuple[int, ...], int]] = []
    for first in (0, 10):
        big = 2 if first else 1
        found += [((first + n, first + n + 1, first + n + 2), 3 * big if n == 0 else 0) for n in range(8)]
        found.append(((first + 1, first + 6, first + 9), 3 * big))
        found += [((n, n, n + 10) if first else (n, n + 10, n + 10), 0) for n in range(10)]
    return found


GROUPS = groups_with_huxi()
PUNGS = [((card, card, card), 3 if card >= 10 else 1) for card in range(20)]


def blocks_of(unseen: list[int]) -> list[tuple[tuple[int, ...], int, int]]:
    """Cards, cards missing and most 息: complete groups, and those that an unseen card completes."""
    best: dict[tuple[int, ...], int] = {}
    for cards, huxi in GROUPS + PUNGS:
        for at in range(3):
            if unseen[cards[at]]:
                piece = cards[:at] + cards[at + 1 :]
                best[piece] = max(best.get(piece, 0), huxi)
    return [(cards, 0, huxi) for cards, huxi in GROUPS] + [(cards, 1, huxi) for cards, huxi in best.items()]


def missing(cards: list[int], unseen: list[int], least: int = 6) -> int:
    """Cards missing from five groups with enough 息, by trying all; 9 if it can become none. No 跑, no 提."""
    counts = Counter(cards)
    kans = [card for card, n in counts.items() if n == 3]
    free = tuple(0 if counts[card] == 3 else counts[card] for card in range(20))
    huxi = sum(6 if card >= 10 else 3 for card in kans)
    blocks = blocks_of(unseen)

    @cache
    def fewest(free: tuple[int, ...], groups: int, first: int, need: int) -> int:
        if groups == 0:
            return 0 if need <= 0 else 9
        least = 9
        for at in range(first, len(blocks)):
            block, lacks, gain = blocks[at]
            if all(free[card] >= block.count(card) for card in block):
                rest = tuple(n - block.count(card) for card, n in enumerate(free))
                least = min(least, lacks + fewest(rest, groups - 1, at, need - gain))
        return least

    return min(9, fewest(free, 5 - len(kans), 0, max(0, least - huxi)))


def unseen_of(cards: list[int]) -> list[int]:
    """Copies not in this hand, of each kind."""
    counts = Counter(cards)
    return [4 - counts[card] for card in range(20)]


def without(cards: list[int], card: int) -> list[int]:
    """The hand less one card."""
    rest = list(cards)
    rest.remove(card)
    return rest
