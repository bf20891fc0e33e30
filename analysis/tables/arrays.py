"""All games of some runs as arrays, in an order that does not depend on how they are stored."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from duckdb import DuckDBPyConnection

from paiju.analysis.tables.db import records
from paiju.analysis.tables.errors import QueryError

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Games:
    """Games in the order of deal, run and number; policies and deals are numbered from 0."""

    names: tuple[str, ...]  # of the policies, sorted
    deal: Ints  # [game], rising
    policy: Ints  # [game, seat]
    gain: Ints  # [game, seat]: what counts, more is better
    deals: int

    @property
    def policies(self) -> int:
        """How many policies there are."""
        return len(self.names)

    @property
    def places(self) -> int:
        """How many seats a game has."""
        return int(self.gain.shape[1])

    def half_points(self, i: int, j: int) -> Ints:
        """[game]: 2 if seat i did better than seat j, 1 for as well, 0 for worse."""
        halves: Ints = 1 + np.sign(self.gain[:, i] - self.gain[:, j])
        return halves

    def of_deals(self, first: int, last: int) -> "Games":
        """The games of deals number `first` to `last` - 1, numbered from 0."""
        a, b = (int(place) for place in np.searchsorted(self.deal, (first, last)))
        return Games(self.names, self.deal[a:b] - first, self.policy[a:b], self.gain[a:b], last - first)


def load_games(connection: DuckDBPyConnection) -> Games:
    """The games of the runs a connection was opened on, by its `utilities`."""
    names = [row["policy"] for row in records(connection, "select distinct policy from seats order by 1")]
    runs = [row["run"] for row in records(connection, "select distinct run from games order by 1")]
    connection.execute("create or replace temp table policy_numbers (policy varchar, number bigint)")
    connection.execute("create or replace temp table run_numbers (run varchar, number bigint)")
    _number(connection, "policy_numbers", names)
    _number(connection, "run_numbers", runs)
    left_out = records(connection, "select count(*) as n from games where not scored")[0]["n"]
    counted = (
        " semi join (select run, game_id from games where scored) using (run, game_id)" if left_out else ""
    )
    numbered = "run_numbers.number as run" if len(runs) > 1 else "0::bigint as run"
    seats = _arrays(
        connection,
        f"select {numbered}, game_id, seat::tinyint as seat, policy_numbers.number as policy,"
        " points::bigint as gain from utilities join policy_numbers using (policy)"
        + (" join run_numbers using (run)" if len(runs) > 1 else "")
        + counted,
    )
    games = _arrays(
        connection, "select number as run, game_id, deal from games join run_numbers using (run) where scored"
    )
    return _ordered(tuple(names), seats, games)


def _number(connection: DuckDBPyConnection, table: str, words: list[str]) -> None:
    """Fill a table of numbered words."""
    if words:
        connection.executemany(f"insert into {table} values (?, ?)", [[w, n] for n, w in enumerate(words)])


def _arrays(connection: DuckDBPyConnection, sql: str) -> dict[str, Ints]:
    """The columns of a query of whole numbers."""
    table: Any = connection.sql(sql).to_arrow_table()
    return {name: table[name].to_numpy() for name in table.column_names}


def _ordered(names: tuple[str, ...], seats: dict[str, Ints], games: dict[str, Ints]) -> Games:
    """Rows of seats as [game, seat], in the order of the games."""
    count = len(games["run"])
    if count == 0:
        empty = np.zeros((0, 2), np.int64)
        return Games(names, np.zeros(0, np.int64), empty, empty, 0)
    places, rest = divmod(len(seats["run"]), count)
    order = _sorted(seats["seat"], seats["game_id"], seats["run"])
    if rest or not np.array_equal(seats["seat"][order], np.tile(np.arange(places), count)):
        raise QueryError("these runs have tables of different sizes and cannot be rated together")
    by_number = _sorted(games["game_id"], games["run"])
    deals, deal = np.unique(games["deal"][by_number], return_inverse=True)
    by_deal = np.argsort(deal, kind="stable")
    policy = seats["policy"][order].reshape(count, places)[by_deal]
    gain = seats["gain"][order].reshape(count, places)[by_deal]
    return Games(names, deal[by_deal], policy, gain, len(deals))


def _sorted(*keys: Ints) -> Ints:
    """The order of rows by the last key, then the one before it, and so on; they mostly are in order already."""
    later = np.zeros(len(keys[0]) - 1, dtype=bool) if len(keys[0]) else np.zeros(0, dtype=bool)
    for key in keys:  # is the next row greater, or equal in this key and greater in those before?
        step = np.diff(key)
        later = (step > 0) | ((step == 0) & later)
    if later.all():
        return np.arange(len(keys[0]))
    order: Ints = np.lexsort(keys)
    return order
