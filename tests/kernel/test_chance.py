"""The order of the cards: one wall for all, or an order for every seat."""

from collections import Counter

import pytest

from paiju.sim.kernel.engine import Chance
from paiju.sim.kernel.rng import Seeds

SIZE = 12


def shuffled(deal: int = 0, *, by_seat: bool = True, stacked: list[int] | None = None) -> Chance:
    chance = Chance(SIZE)
    chance.by_seat = by_seat
    for i in range(SIZE):
        chance.deck[i] = i // 2  # two of each card
    Seeds(7).deal(deal, 0, chance.streams)
    if stacked:
        chance.stack(stacked)
    chance.shuffle()
    return chance


def drawn(chance: Chance, seats: list[int]) -> list[int]:
    return [chance.draw(seat) if seat >= 0 else chance.draw_tail() for seat in seats]


def test_every_card_is_drawn_once() -> None:
    for deal in range(50):
        assert sorted(drawn(shuffled(deal), [0, 1, -1, 3] * 3)) == sorted(i // 2 for i in range(SIZE))


def test_more_cards_than_there_are() -> None:
    chance = shuffled()
    drawn(chance, [0, 1, 2, 3] * 3)
    for seat in (0, 3, -1):
        with pytest.raises(IndexError):
            drawn(chance, [seat])


def test_a_seat_meets_the_same_cards_whatever_the_others_do() -> None:
    """Its n-th card is another only when somebody drew that card before it."""
    alone = drawn(shuffled(), [2] * 4)
    again = drawn(shuffled(), [2, 2, 2, 2, 0, 1])
    assert again[:4] == alone
    same = total = 0
    for deal in range(300):
        first = drawn(shuffled(deal), [0, 1, 2, 3, 0, 1, 2, 3])[2::4]
        second = drawn(shuffled(deal), [0, 1, 2, 2, 3])[2:4]  # seat 3 was passed over
        same += sum(a == b for a, b in zip(first, second, strict=True))
        total += 2
    assert same / total > 0.8


def test_a_wall_is_the_same_for_every_seat() -> None:
    one = drawn(shuffled(by_seat=False), [0, 1, 2, 3, -1, 0])
    assert drawn(shuffled(by_seat=False), [3, 3, 0, 0, -1, 1]) == one


def test_without_a_seat_all_draw_in_one_order() -> None:
    chance = shuffled()
    assert [chance.draw() for _ in range(5)] == drawn(shuffled(), [0] * 5)


def test_positions_have_a_stream_of_their_own() -> None:
    """The tail's order does not follow from a seat's, nor the other way round."""
    tails = [drawn(shuffled(deal), [-1])[0] for deal in range(600)]
    heads = [drawn(shuffled(deal), [0])[0] for deal in range(600)]
    pairs = Counter(zip(heads, tails, strict=True))
    assert len(pairs) == 36
    assert max(pairs.values()) < 40  # 600 / 36 = 17 expected


def test_a_stacked_deck_is_a_wall() -> None:
    cards = [i // 2 for i in range(SIZE)][::-1]
    chance = shuffled(stacked=cards)
    assert drawn(chance, [3, 1, -1, 0]) == [5, 5, 0, 4]
    Seeds(7).deal(0, 0, chance.streams)
    chance.shuffle()  # the next is a usual one again
    assert drawn(chance, [2] * 4) != cards[:4] or not chance.is_wall


@pytest.mark.parametrize("seats", [[0, 0, 0, 0], [0, 1, 2, 3], [3, -1, 0, 3]])
def test_the_next_card_is_uniform_over_the_undrawn(seats: list[int]) -> None:
    """Given any first cards: a chi-square over what comes next, in both modes the same law."""
    deals = 6000
    for by_seat in (True, False):
        counts: Counter[tuple[int, int]] = Counter()
        for deal in range(deals):
            cards = drawn(shuffled(deal, by_seat=by_seat), seats)
            if cards[0] == 0:
                counts[cards[1], cards[-1]] += 1
        total = sum(counts.values())
        assert abs(total - deals / 6) < 4 * (deals / 6) ** 0.5
        expected: dict[tuple[int, int], float] = {}
        for a in range(6):
            for b in range(6):
                left = dict.fromkeys(range(6), 2)
                left[0] -= 1
                first = left[a] / 11
                left[a] -= 1
                expected[a, b] = total * first * left[b] / 10
        cells = {cell: count for cell, count in expected.items() if count > 0}
        assert set(counts) <= set(cells)
        chi2 = sum((counts[cell] - count) ** 2 / count for cell, count in cells.items())
        assert chi2 < 70  # 34 degrees of freedom: 99.97 %
