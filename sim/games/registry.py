"""Which games there are; a game's code is imported when it is asked for."""

from difflib import get_close_matches
from importlib import import_module

from paiju.sim.kernel.errors import BadOption
from paiju.sim.kernel.game import Game

GAMES = {
    "hk_mahjong": "paiju.sim.games.hk_mahjong.game",
    "hunan_paohuzi": "paiju.sim.games.hunan_paohuzi.game",
    "chengdu_coushisi": "paiju.sim.games.chengdu_coushisi.game",
}


def names() -> list[str]:
    """The names of the games."""
    return list(GAMES)


def get(name: str) -> Game:
    """The game of this name; BadOption when there is none."""
    if name not in GAMES:
        close = get_close_matches(name, GAMES, 1)
        hint = f" (did you mean {close[0]}?)" if close else ""
        raise BadOption(f"there is no game '{name}'{hint}; there are {', '.join(GAMES)}")
    game = import_module(GAMES[name]).GAME
    assert isinstance(game, Game)
    return game
