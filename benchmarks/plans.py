"""Do plans keep their promise? Pilots drawn from many real deals, and how many of them plan enough.

    python benchmarks/plans.py [deals] [pilots]

For every registered game a duel of many deals is the truth; pilots are deals drawn from it with replacement. A pilot
keeps its promise when the deals it plans, by the upper end, are at least those that the truth takes.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

import numpy as np

from paiju.analysis.ratings.planning import Spread, elo_spreads, influence, spread
from paiju.analysis.tables.arrays import Games, load_games
from paiju.analysis.tables.db import connect
from paiju.sim.cli.session import given
from paiju.sim.config import compose
from paiju.sim.games import registry
from paiju.sim.tournament.runner import Observer, start

SIZES = (50, 200, 500)  # deals of a pilot


def main() -> None:
    """Print a line for each game, unit and size of pilot."""
    deals, pilots = (int(each) for each in [*sys.argv[1:], "15000", "400"][:2])
    print("game               unit    deals   hold %   planned / needed (median)")
    for game in registry.names():
        games = played(game, deals)
        for unit in ("points", "elo"):
            truth = spread_of(games, unit)
            for size in SIZES:
                found = [spread_of(drawn(games, size, seed), unit) for seed in range(pilots)]
                ratios = [each.high / truth.variance for each in found if each and truth]
                held = 100 * sum(ratio >= 1 for ratio in ratios) / len(ratios)
                print(f"{game:18} {unit:6} {size:6} {held:8.1f} {median(ratios):8.2f}", flush=True)


def played(game: str, deals: int) -> Games:
    """The games of a duel."""
    config = compose(
        [f"ruleset={game}", "matchup=duel", "matchup.policies=[easy]", "matchup.field=uniform",
         f"tournament.blocks={deals}", "tournament.log_level=results"]
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        location = str(Path(folder, "run"))
        start(config, location, given(), Observer())
        with connect(location) as connection:
            return load_games(connection)


def drawn(games: Games, size: int, seed: int) -> Games:
    """So many deals of these, with replacement."""
    each = len(games.deal) // games.deals
    chosen = np.random.default_rng(seed).integers(0, games.deals, size)
    rows = (chosen[:, None] * each + np.arange(each)).ravel()
    return Games(games.names, np.repeat(np.arange(size), each), games.policy[rows], games.gain[rows], size)


def spread_of(games: Games, unit: str) -> Spread | None:
    """The spread of the first policy; none where its Elo is not finite."""
    if unit == "elo":
        return next(iter(elo_spreads(games)[0]), None)
    mine = games.policy == 0
    points = np.bincount(games.deal, (games.gain * mine).sum(axis=1), minlength=games.deals).astype(float)
    seats = np.bincount(games.deal, mine.sum(axis=1), minlength=games.deals).astype(float)
    return spread(games.names[0], *influence(points, seats))


if __name__ == "__main__":
    main()
