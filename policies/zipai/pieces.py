"""Pieces: two cards, or one for the pair, that lack one card of a group. Tables, by kind of piece and card.

A card drawn never comes into the hand: it completes a group at once or is gone. So a hand is worth the pieces
in it, and what counts for a piece is which cards complete it, to which group. A group is kind * CARDS + card here, the
place of its 息 in `values` of the terms.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from paiju.sim.games.zipai.cards import CARDS, UNIT, other_size
from paiju.sim.games.zipai.groups import MIXED, PAIR, PUNG, RUN, TWO_SEVEN_TEN

# Kinds of piece, in the order in which a card tries them; `piece` = kind * CARDS + its lowest card.
EQUAL: Final = 0  # two equal cards
SIZES: Final = 1  # the same number in both sizes
NEXT: Final = 2  # 三四
GAP: Final = 3  # 三五
TWO_SEVEN: Final = 4
TWO_TEN: Final = 5
SEVEN_TEN: Final = 6
SINGLE: Final = 7  # one card that is to become the pair
PIECE_KINDS: Final = 8
PIECES: Final = PIECE_KINDS * CARDS
NO_CARD: Final = CARDS  # where a piece has one completing card only
NO_GROUP: Final = PAIR * CARDS  # which is worth nothing

_STEPS: Final = (0, 0, 1, 2, 5, 8, 3)


def _completions(kind: int, card: int) -> list[tuple[int, int]]:
    """The cards that complete a piece, with the group; a 碰 for two equal cards."""
    n = card % 10
    if kind == SINGLE:
        return [(card, PAIR * CARDS + card)]
    if kind == EQUAL:
        return [(card, PUNG * CARDS + card), (int(other_size(card)), MIXED * CARDS + card)]
    if kind == SIZES:
        return [(each, MIXED * CARDS + each) for each in (card, card + 10)] if card < 10 else []
    if kind <= GAP:
        return _runs(kind, card)
    wanted = {TWO_SEVEN: (1, 9), TWO_TEN: (1, 6), SEVEN_TEN: (6, 1)}[kind]
    return [(card - n + wanted[1], TWO_SEVEN_TEN * CARDS + card - n + 1)] if n == wanted[0] else []


def _runs(kind: int, card: int) -> list[tuple[int, int]]:
    """The cards that make a run with a card and the next, or the one after."""
    n = card % 10
    if n + _STEPS[kind] > 9:
        return []
    found = []
    for low in range(max(0, n - 1 if kind == NEXT else n), min(n, 7) + 1):
        missing = next(each for each in range(low, low + 3) if each not in (n, n + _STEPS[kind]))
        found.append((card - n + missing, RUN * CARDS + card - n + low))
    return found


def _cards_of(kind: int, card: int) -> int:
    """The key of the cards of a piece, 0 if there is no such piece."""
    if not _completions(kind, card):
        return 0
    if kind == SINGLE:
        return int(UNIT[card])
    return int(UNIT[card]) + int(UNIT[other_size(card) if kind == SIZES else card + _STEPS[kind]])


_ALL: Final = [_completions(kind, card) for kind in range(PIECE_KINDS) for card in range(CARDS)]
FIRST: Final = vec[i64]([each[0][0] if each else NO_CARD for each in _ALL])  # the card that completes it
FIRST_GROUP: Final = vec[i64]([each[0][1] if each else NO_GROUP for each in _ALL])
SECOND: Final = vec[i64]([each[1][0] if len(each) > 1 else NO_CARD for each in _ALL])  # another that does
SECOND_GROUP: Final = vec[i64]([each[1][1] if len(each) > 1 else NO_GROUP for each in _ALL])
CARDS_OF: Final = vec[i64]([_cards_of(kind, card) for kind in range(PIECE_KINDS) for card in range(CARDS)])
