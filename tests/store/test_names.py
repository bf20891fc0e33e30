"""What the dictionary tables say of each game, and of runs that said less."""

import pyarrow as pa
import pytest

from paiju.sim.games import registry
from paiju.sim.kernel.events import DRAWN, FAULTED, FROM_DISCARD, REVEALED, SELF_DRAW
from paiju.sim.kernel.game import GIVEN, OPEN_CARD, OWN_DRAW, WHOLE_HAND, Game
from paiju.sim.store import names

GAMES = [registry.get(name) for name in registry.names()]
of_every_game = pytest.mark.parametrize("game", GAMES, ids=registry.names())


@of_every_game
def test_every_move_has_an_event_that_answers_with_it(game: Game) -> None:
    assert sorted(game.answers.values()) == [number for number, *_ in game.moves]
    assert game.answers.keys() <= {number for number, *_ in game.kinds}
    assert not game.answers.keys() & {FAULTED, REVEALED}
    rows = names.game_tables(game)["kinds"].to_pylist()
    answering = {row["number"]: row["answers_with"] for row in rows if row["answers_with"] is not None}
    moves = {number: name for number, name, _ in game.moves}
    assert answering == {kind: moves[move] for kind, move in game.answers.items()}


@of_every_game
def test_every_win_is_won_on_something(game: Game) -> None:
    won_on = {each.number: each.won_on for each in game.outcomes}
    assert (won_on.pop(DRAWN), won_on[SELF_DRAW], won_on[FROM_DISCARD]) == (None, OWN_DRAW, GIVEN)
    assert set(won_on.values()) <= {OWN_DRAW, GIVEN, OPEN_CARD, WHOLE_HAND}


@of_every_game
def test_scores_and_their_items_count_what_the_game_names(game: Game) -> None:
    assert {game.score, *(pattern.unit for pattern in game.patterns)} <= game.units.keys()
    assert all(game.units.values())


@of_every_game
def test_every_card_has_its_numbers(game: Game) -> None:
    assert all(len(numbers) == len(game.cards) for numbers in game.card_numbers.values())


def test_long_cards_have_values_and_red_points() -> None:
    rows = names.game_tables(registry.get("chengdu_coushisi"))["cards"].to_pylist()
    told = {row["name"]: dict(row["numbers"]) for row in rows}
    assert told["RP*"] == {"value": 8, "red": 16, "adds_fan": 1}
    assert told["FT"] == {"value": 0, "red": 0, "adds_fan": 0}


@of_every_game
def test_what_an_earlier_version_did_not_write_is_as_the_game_says(game: Game) -> None:
    for name, table in names.game_tables(game).items():
        if name != "rulesets":
            assert names.completed(table.select(["number", "name", "hanzi"]), name, game.name).equals(table)
    told = names.game_tables(game)["rulesets"]
    earlier = told.drop_columns(["score", "score_hanzi"])
    assert names.completed(earlier, "rulesets", game.name).equals(told)


def test_what_nobody_says_is_null() -> None:
    table = pa.Table.from_pylist([{"number": 1, "name": "self_draw", "hanzi": ""}], names.NUMBERED)
    [row] = names.completed(table, "outcomes", "a_game_of_somebody").to_pylist()
    assert row == {"number": 1, "name": "self_draw", "hanzi": "", "won_on": None}
