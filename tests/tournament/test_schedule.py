"""Properties of the schedule: balance, numbering, independence."""

from collections import Counter
from itertools import combinations, permutations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paiju.sim.store.schema import GAMES_PER_BLOCK
from paiju.sim.tournament.schedule import Combinations, Schedule, circular_orders, player_names, tables
from paiju.sim.tournament.spec import MatchupConfig

POOLS = [(k, n) for n in (2, 3, 4) for k in (2, 3, 4, 5, 7)]


def round_robin(pool: int, seats: int, deals: int, first_deal: int = 0) -> Schedule:
    return Schedule(
        MatchupConfig("round_robin", tuple(f"p{i}" for i in range(pool))), seats, deals, first_deal
    )


def full_cycle(schedule: Schedule) -> int:
    """Deals after which every circle of every table was used equally often."""
    return max(len(schedule.circles(matchup)) for matchup in range(schedule.matchups)) * 6


def test_worked_example_of_four_players() -> None:
    """Four policies at four seats: one table, six circular orders with four rotations each."""
    schedule = round_robin(4, 4, 7)
    assert (schedule.matchups, schedule.block_count, schedule.game_count()) == (1, 7, 28)
    assert schedule.block(0).games == ((0, 1, 2, 3), (3, 0, 1, 2), (2, 3, 0, 1), (1, 2, 3, 0))
    assert [schedule.block(i).circle for i in range(7)] == [0, 1, 2, 3, 4, 5, 0]
    assert [schedule.block(i).deal for i in range(7)] == list(range(7))


def test_worked_example_of_two_players_at_four_seats() -> None:
    """A A B B: AABB has four rotations, ABAB two; each of the six seatings once in two deals."""
    schedule = round_robin(2, 4, 2)
    assert schedule.block(0).games == ((0, 0, 1, 1), (1, 0, 0, 1), (1, 1, 0, 0), (0, 1, 1, 0))
    assert schedule.block(1).games == ((0, 1, 0, 1), (1, 0, 1, 0))


def test_one_versus_field_has_one_circle_of_n_rotations() -> None:
    schedule = Schedule(MatchupConfig("one_versus_field", ("a", "b"), "f"), 4, 5)
    assert schedule.players == ("a", "b", "f")
    assert (schedule.matchups, schedule.block_count) == (2, 10)
    assert schedule.block(2).games == ((0, 2, 2, 2), (2, 0, 2, 2), (2, 2, 0, 2), (2, 2, 2, 0))
    assert schedule.block(3).games[0] == (1, 2, 2, 2)


def test_self_play_is_one_game_per_deal() -> None:
    schedule = Schedule(MatchupConfig("self_play", ("a",)), 4, 5, first_deal=10)
    assert [schedule.block(i).games for i in range(5)] == [((0, 0, 0, 0),)] * 5
    assert [schedule.block(i).deal for i in range(5)] == [10, 11, 12, 13, 14]


@pytest.mark.parametrize(("pool", "seats"), POOLS)
def test_every_seating_of_a_table_is_played_equally_often(pool: int, seats: int) -> None:
    """So no policy gains from its seat or its neighbours."""
    schedule = round_robin(pool, seats, 1)
    schedule = round_robin(pool, seats, full_cycle(schedule))
    seen: list[Counter[tuple[int, ...]]] = [Counter() for _ in range(schedule.matchups)]
    for block in schedule.blocks(0, schedule.block_count):
        seen[block.matchup].update(block.games)
    for counts in seen:
        assert len(set(counts.values())) == 1


@pytest.mark.parametrize(("pool", "seats"), POOLS)
def test_every_policy_sits_in_every_seat_and_meets_every_other_equally_often(pool: int, seats: int) -> None:
    schedule = round_robin(pool, seats, 1)
    schedule = round_robin(pool, seats, full_cycle(schedule))
    sits: Counter[tuple[int, int]] = Counter()
    meets: Counter[frozenset[int]] = Counter()
    for block in schedule.blocks(0, schedule.block_count):
        for seating in block.games:
            sits.update(enumerate(seating))
            meets.update(frozenset(pair) for pair in combinations(seating, 2) if pair[0] != pair[1])
    assert len(sits) == pool * seats
    assert len(set(sits.values())) == 1
    assert len(meets) == pool * (pool - 1) // 2
    assert len(set(meets.values())) == 1


@pytest.mark.parametrize(("pool", "seats"), POOLS)
def test_within_a_block_every_policy_sits_in_every_seat_equally_often(pool: int, seats: int) -> None:
    """Whatever the deal gives a seat, everybody gets it."""
    for block in round_robin(pool, seats, 8).blocks(0, 8):
        per_player: dict[int, Counter[int]] = {}
        for seating in block.games:
            for seat, player in enumerate(seating):
                per_player.setdefault(player, Counter())[seat] += 1
        for counts in per_player.values():
            assert len(counts) == seats
            assert len(set(counts.values())) == 1


@pytest.mark.parametrize(("pool", "seats"), [(2, 4), (3, 4), (5, 4), (2, 3)])
def test_every_deal_is_played_by_every_table(pool: int, seats: int) -> None:
    schedule = round_robin(pool, seats, 9, first_deal=100)
    played = Counter((block.deal, block.matchup) for block in schedule.blocks(0, schedule.block_count))
    assert set(played.values()) == {1}
    assert set(played) == {(deal, m) for deal in range(100, 109) for m in range(schedule.matchups)}


@settings(deadline=None)
@given(
    pool=st.integers(1, 9),
    seats=st.integers(2, 4),
    deals=st.integers(1, 40),
    kind=st.sampled_from(["round_robin", "one_versus_field", "gauntlet", "self_play"]),
    full_block=st.booleans(),
)
def test_counts_and_numbers(pool: int, seats: int, deals: int, kind: str, full_block: bool) -> None:
    """Game numbers rise and are unique, counts are right, seatings of one deal have different numbers."""
    names = tuple(f"p{i}" for i in range(pool))
    fields: dict[str, str | tuple[str, ...]] = {"one_versus_field": "f", "gauntlet": ("f", "g")}
    schedule = Schedule(MatchupConfig(kind, names, fields.get(kind), full_block), seats, deals)
    games: list[int] = []
    seatings: set[tuple[int, int]] = set()
    for block in schedule.blocks(0, schedule.block_count):
        assert len(block.games) < GAMES_PER_BLOCK
        assert block.number == len({game // GAMES_PER_BLOCK for game in games})
        for rotation, seating in enumerate(block.games):
            games.append(block.game_id(rotation))
            assert tuple(sorted(seating)) == tuple(sorted(schedule.table(block.matchup)))
            assert (block.deal, block.seating(rotation)) not in seatings
            seatings.add((block.deal, block.seating(rotation)))
    assert games == sorted(set(games))
    assert len(games) == schedule.game_count()


@given(n=st.integers(0, 9), k=st.integers(0, 5))
def test_combinations_are_those_of_itertools(n: int, k: int) -> None:
    assert list(Combinations(n, k)) == list(combinations(range(n), k))
    assert list(Combinations(n, k)[1:4]) == list(combinations(range(n), k))[1:4]


def test_a_huge_pool_makes_no_list() -> None:
    """100 policies have 3,921,225 tables; any block is there at once."""
    schedule = round_robin(100, 4, 10**6)
    assert schedule.block_count == 3_921_225 * 10**6
    assert set(schedule.block(schedule.block_count - 1).games[0]) == {96, 97, 98, 99}


def test_blocks_outside_are_refused() -> None:
    with pytest.raises(IndexError):
        round_robin(4, 4, 5).block(5)


@pytest.mark.parametrize(("seats", "orders"), [(2, 1), (3, 2), (4, 6)])
def test_number_of_circular_orders(seats: int, orders: int) -> None:
    circles = circular_orders(tuple(range(seats)))
    assert len(circles) == orders
    assert all(len(rotations) == seats for rotations in circles)


def test_even_tables_of_a_small_pool() -> None:
    assert list(tables(MatchupConfig("round_robin", ("a", "b", "c")), 4)) == [
        (0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2),
    ]  # fmt: skip


def test_players_of_one_name_are_told_apart() -> None:
    assert player_names(("normal", "easy", "normal", "normal")) == ("normal", "easy", "normal#2", "normal#3")


def test_players_may_have_names_of_their_own() -> None:
    matchup = MatchupConfig("one_versus_field", ("a=normal", "./x=y.py:Mine"), "b=normal")
    schedule = Schedule(matchup, 4, 5)
    assert schedule.players == ("a", "./x=y.py:Mine", "b")
    assert schedule.policies == ("normal", "./x=y.py:Mine", "normal")


def test_a_gauntlet_meets_each_of_the_field_in_turn() -> None:
    schedule = Schedule(MatchupConfig("gauntlet", ("a", "b"), ("x", "y", "z")), 4, 5)
    assert schedule.players == ("a", "b", "x", "y", "z")
    assert [schedule.table(i) for i in range(schedule.matchups)] == [
        (0, 2, 2, 2), (0, 3, 3, 3), (0, 4, 4, 4), (1, 2, 2, 2), (1, 3, 3, 3), (1, 4, 4, 4),
    ]  # fmt: skip
    assert schedule.game_count() == 5 * 6 * 4
    assert schedule.block(7).games[1] == (3, 0, 3, 3)


def test_a_table_of_several_fields() -> None:
    """One policy for each of the other seats: one table per challenger, in all six circular orders."""
    schedule = Schedule(MatchupConfig("one_versus_field", ("a", "b"), ("x", "y", "z")), 4, 12)
    assert [schedule.table(i) for i in range(schedule.matchups)] == [(0, 2, 3, 4), (1, 2, 3, 4)]
    assert {schedule.block(2 * deal).circle for deal in range(6)} == set(range(6))


@pytest.mark.parametrize(("seats", "games"), [(2, 2), (3, 6), (4, 24)])
def test_a_full_block_plays_all_seatings(seats: int, games: int) -> None:
    names = tuple("abcd"[:seats])
    schedule = Schedule(MatchupConfig("round_robin", names, None, full_block=True), seats, 5)
    for block in schedule.blocks(0, 5):
        assert len(block.games) == len(set(block.games)) == games < GAMES_PER_BLOCK
        assert set(block.games) == set(permutations(range(seats)))
    assert schedule.game_count() == 5 * games


def test_a_full_block_seeds_its_games_as_a_circle_does() -> None:
    """The same seating of the same deal is the same game, so both schedules can be compared game by game."""
    full = Schedule(MatchupConfig("round_robin", tuple("abcd"), None, full_block=True), 4, 6)
    circles = Schedule(MatchupConfig("round_robin", tuple("abcd")), 4, 6)
    for deal in range(6):
        block, whole = circles.block(deal), full.block(deal)
        numbers = {seating: whole.seating(place) for place, seating in enumerate(whole.games)}
        for place, seating in enumerate(block.games):
            assert numbers[seating] == block.seating(place)
        assert len(set(numbers.values())) == 24


@pytest.mark.parametrize("pool", [2, 3, 4, 5])
def test_three_seats_with_full_blocks(pool: int) -> None:
    """Everybody sits in every seat equally often in each block, and next to everybody as often."""
    names = tuple(f"p{i}" for i in range(pool))
    schedule = Schedule(MatchupConfig("round_robin", names, None, full_block=True), 3, 1)
    for block in schedule.blocks(0, schedule.block_count):
        for seat in range(3):
            counts = Counter(seating[seat] for seating in block.games)
            table = Counter(schedule.table(block.matchup))
            assert {counts[player] / copies for player, copies in table.items()} == {len(block.games) / 3}


def test_tables_of_many_players_are_counted_at_once() -> None:
    """In closed form: 330 million tables of 300 players, and few ones as if each was counted."""
    players = tuple(f"p{i}" for i in range(300))
    many = Schedule(MatchupConfig(policies=players), 4, 2)
    assert many.game_count() == 2 * 4 * comb(300, 4)
    few = Schedule(MatchupConfig(policies=players[:6]), 4, 7)
    assert few.game_count() == sum(len(block.games) for block in few.blocks(0, few.block_count))
