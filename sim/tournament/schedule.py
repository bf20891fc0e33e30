"""Which tables are played, in which order: a pure function of the matchup and the number of seats.

A *table* is a multiset of policies, one per seat. A *circular order* (circle) is one way to sit round it, up
to turning the table; its *rotations* are the distinct seatings that turning gives. A *block* plays one deal
in all rotations of one circle: the unit of scheduling, resume and statistics.

Blocks are numbered deal by deal: every deal is played by every table before the next deal, so that any prefix
of blocks compares the tables on the same cards. The circle of a table changes with each deal, in turn, so
that each seating is played equally often: no policy gains from its neighbours or its seat.

With `full_block` a block plays its deal in all circles of its table at once: all 24 seatings of four players.

Where several seats hold the same policy, seatings that look alike are played once: A A B B has two circles,
AABB with four rotations and ABAB with two; A B B B has one circle with four; A A A A one with one.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import comb
from typing import Final, NamedTuple, overload

from paiju.sim.store.schema import GAMES_PER_BLOCK
from paiju.sim.tournament.spec import MatchupConfig

NAMED: Final = re.compile(r"([A-Za-z_][\w.-]*)=(.+)")  # a player with a name of its own
KEPT: Final = 4096  # circles of tables that are not made anew for each block
Seating = tuple[int, ...]  # the player (number in `Schedule.players`) of each seat


class Block(NamedTuple):
    """One deal, played by one table in all rotations of one circle, or of all its circles."""

    number: int
    deal: int
    matchup: int  # number of the table
    circle: int  # number of the circular order among those of its table; of a full block the first, 0
    games: tuple[Seating, ...]  # the seating of each game, by its place in the block
    turns: tuple[tuple[int, int], ...]  # circle and rotation of each game

    def game_id(self, place: int) -> int:
        """The number of a game in its run."""
        return self.number * GAMES_PER_BLOCK + place

    def seating(self, place: int) -> int:
        """Tells apart the games of one deal, and so seeds the policies: the same wherever it is played."""
        circle, rotation = self.turns[place]
        return (self.matchup * GAMES_PER_BLOCK + circle) * GAMES_PER_BLOCK + rotation


class Schedule:
    """All blocks of a tournament, each made when asked for; no list of them is kept."""

    def __init__(self, matchup: MatchupConfig, seats: int, deals: int, first_deal: int = 0) -> None:
        self.seats: Final = seats
        self.deals: Final = deals
        self.first_deal: Final = first_deal
        self.full_block: Final = matchup.full_block
        self.policies: Final = named_policies(matchup)  # "normal", "./mine.py:Greedy"
        self.players: Final = players_of(matchup)  # as the tables of the run call them
        self._tables: Final = tables(matchup, seats)
        self._orders: dict[Seating, tuple[tuple[Seating, ...], ...]] = {}
        self.matchups: Final = len(self._tables)
        self._circle_count: Final = lru_cache(KEPT)(
            lambda matchup: len(self._orders_of(self._tables[matchup]))
        )
        self._games: Final = lru_cache(KEPT)(self._games_and_turns)

    @property
    def block_count(self) -> int:
        """How many blocks there are."""
        return self.deals * self.matchups

    def block(self, index: int) -> Block:
        """Block number `index`, 0 <= index < block_count."""
        if not 0 <= index < self.block_count:
            raise IndexError(f"block {index} is none of the {self.block_count} blocks of this schedule")
        place, matchup = divmod(index, self.matchups)
        circle = 0 if self.full_block else place % self._circle_count(matchup)
        return Block(index, self.first_deal + place, matchup, circle, *self._games(matchup, circle))

    def _games_and_turns(
        self, matchup: int, circle: int
    ) -> tuple[tuple[Seating, ...], tuple[tuple[int, int], ...]]:
        """The games of a block: seatings, and which circle and rotation each is."""
        circles = list(enumerate(self.circles(matchup)))
        games = [
            (seating, (number, rotation))
            for number, rotations in (circles if self.full_block else [circles[circle]])
            for rotation, seating in enumerate(rotations)
        ]
        return tuple(seating for seating, _ in games), tuple(turn for _, turn in games)

    def blocks(self, first: int, last: int) -> Iterator[Block]:
        """Blocks number `first` to `last` - 1."""
        return (self.block(index) for index in range(first, last))

    def table(self, matchup: int) -> Seating:
        """The players of a table, in rising order."""
        return self._tables[matchup]

    def circles(self, matchup: int) -> tuple[tuple[Seating, ...], ...]:
        """The circular orders of a table, each with its rotations."""
        table = self._tables[matchup]
        return tuple(seated(table, order) for order in self._orders_of(table))

    def _orders_of(self, table: Seating) -> tuple[tuple[Seating, ...], ...]:
        """The circular orders of a table in places of the table; the same for all tables of its pattern."""
        pattern = tuple(map(table.index, table))  # which places hold the same player
        if pattern not in self._orders:
            self._orders[pattern] = circular_orders(pattern)
        return self._orders[pattern]

    def game_count(self) -> int:
        """How many games (matches) all blocks have together."""
        if isinstance(self._tables, Combinations):  # all tables are alike, and there may be millions
            return self.matchups * self._games_of(0)
        return sum(self._games_of(matchup) for matchup in range(self.matchups))

    def _games_of(self, matchup: int) -> int:
        """How many games the blocks of one table have together."""
        sizes = [len(rotations) for rotations in self._orders_of(self._tables[matchup])]
        if self.full_block:
            return self.deals * sum(sizes)
        turns, rest = divmod(self.deals, len(sizes))
        return turns * sum(sizes) + sum(sizes[:rest])


class Combinations(Sequence[Seating]):
    """All ways to choose k of n players, in lexicographic order, each computed when asked for."""

    def __init__(self, n: int, k: int) -> None:
        self.n: Final = n
        self.k: Final = k

    def __len__(self) -> int:
        return comb(self.n, self.k)

    @overload
    def __getitem__(self, index: int) -> Seating: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Seating]: ...
    def __getitem__(self, index: int | slice) -> Seating | Sequence[Seating]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(index)
        chosen: list[int] = []
        player = 0
        while len(chosen) < self.k:
            starting_here = comb(self.n - player - 1, self.k - len(chosen) - 1)
            if index < starting_here:
                chosen.append(player)
            else:
                index -= starting_here
            player += 1
        return tuple(chosen)


def tables(matchup: MatchupConfig, seats: int) -> Sequence[Seating]:
    """The tables of a matchup: which players sit down together, in rising order."""
    pool = len(matchup.policies)
    if matchup.kind == "self_play":
        return [(player,) * seats for player in range(pool)]
    if matchup.kind == "one_versus_field":
        one = isinstance(matchup.field, str)
        field = (pool,) * (seats - 1) if one else tuple(range(pool, pool + seats - 1))
        return [(player, *field) for player in range(pool)]
    if matchup.kind == "gauntlet":
        others = range(pool, pool + len(field_of(matchup)))
        return [(player,) + (other,) * (seats - 1) for player in range(pool) for other in others]
    if pool >= seats:
        return Combinations(pool, seats)
    return even_multisets(pool, seats)


def even_multisets(pool: int, seats: int) -> list[Seating]:
    """Tables of fewer players than seats: everyone sits as evenly as possible, the odd seats go round."""
    each, odd = divmod(seats, pool)
    return [
        tuple(player for player in range(pool) for _ in range(each + (player in favoured)))
        for favoured in combinations(range(pool), odd)
    ]


def circular_orders(table: Seating) -> tuple[tuple[Seating, ...], ...]:
    """The distinct circular orders of a table, each as the distinct seatings that turning it gives.

    Rotation r of an order seats at s whom rotation 0 seats at s - r.
    """
    orders: list[tuple[Seating, ...]] = []
    seen: set[Seating] = set()
    for seating in sorted(set(permutations(table))):
        if seating not in seen:
            turned = [seating[len(seating) - r :] + seating[: len(seating) - r] for r in range(len(seating))]
            orders.append(tuple(dict.fromkeys(turned)))
            seen.update(turned)
    return tuple(orders)


def seated(table: Seating, order: tuple[Seating, ...]) -> tuple[Seating, ...]:
    """The players where an order has their places in the table."""
    return tuple(tuple(table[place] for place in seating) for seating in order)


def is_ours(name: str) -> bool:
    """Is a policy one of those that come with paiju, by its name?"""
    return ":" not in name


def named_policies(matchup: MatchupConfig) -> tuple[str, ...]:
    """The policies of all players: what is to be found and made; the field comes last."""
    return tuple(split_name(each)[1] for each in configured(matchup))


def players_of(matchup: MatchupConfig) -> tuple[str, ...]:
    """The names of all players, in the same order."""
    return player_names([split_name(each)[0] for each in configured(matchup)])


def configured(matchup: MatchupConfig) -> tuple[str, ...]:
    """All players as configured: "normal", "./mine.py:Greedy", "a=normal"."""
    return (*matchup.policies, *field_of(matchup))


def split_name(player: str) -> tuple[str, str]:
    """The name of a player and its policy; without a name of its own it is called like the policy."""
    found = NAMED.fullmatch(player)
    return (found[1], found[2]) if found else (player, player)


def field_of(matchup: MatchupConfig) -> tuple[str, ...]:
    """The policies of the field, one or several; none where there is no field."""
    if matchup.field is None:
        return ()
    return (matchup.field,) if isinstance(matchup.field, str) else matchup.field


def player_names(policies: Sequence[str]) -> tuple[str, ...]:
    """A name of its own for every player: the second "normal" is "normal#2"."""
    return tuple(
        policy if (nth := policies[:i].count(policy) + 1) == 1 else f"{policy}#{nth}"
        for i, policy in enumerate(policies)
    )
