"""Normal discards for the fewest tiles missing and then the most useful ones; its claims bring it closer."""

import random
from typing import Any

import pytest

from paiju.policies.mahjong.efficiency import Hand
from paiju.policies.mahjong.normal import Normal
from paiju.sim.games import registry
from paiju.sim.games.hk_mahjong.engine import HkEngine
from paiju.sim.games.hk_mahjong.rules import HkRules, validated
from paiju.sim.games.mahjong.kinds import CHOW, DISCARD, PUNG, WIN
from paiju.sim.games.mahjong.tiles import format_tiles, parse_tile, parse_tiles
from paiju.sim.games.mahjong.view import MahjongView
from paiju.sim.kernel.events import Log
from paiju.sim.kernel.play import Table
from paiju.sim.kernel.policy import Policy, View
from paiju.sim.kernel.rng import Seeds, Stream
from tests.policies.mahjong.positions import Position, missing, useful


def best_discards(tiles: list[int]) -> set[int]:
    """Every best discard, by brute force."""
    unseen = [4 - tiles.count(t) for t in range(34)]
    scores = {}
    for tile in set(tiles):
        rest = tiles.copy()
        rest.remove(tile)
        scores[tile] = (-missing(rest), useful(rest, unseen))
    return {tile for tile, score in scores.items() if score == max(scores.values())}


@pytest.mark.parametrize("seed", range(20))
def test_the_discard_is_the_best_of_all(seed: int) -> None:
    rng = random.Random(seed)
    kinds = range(34) if seed % 2 else range(18)  # every other hand of two suits, so nearer to complete
    tiles = rng.sample([t for t in kinds for _ in range(4)], 14)
    if missing(tiles) == 0:
        tiles[0] = next(t for t in range(27, 34) if t not in tiles)
    said = Position(format_tiles(tiles[1:])).play(Normal(), format_tiles(tiles[:1]))
    if said.startswith("discard"):
        assert parse_tile(said.split()[1]) in best_discards(tiles)


@pytest.mark.parametrize(
    ("hand", "drawn", "said"),
    [
        ("123m 456p 789s 34s 5p 1z", "5p", "discard 1z"),  # the loose honour
        ("123m 456p 789s 35s 55p", "6s", "discard 3s"),  # an open pair of neighbours before a gap
        ("1133m 5577p 2299s 4z", "6z", None),  # seven pairs, one tile missing
        ("123m 456p 789s 234s 9p", "9p", "win 9p"),
    ],
)
def test_known_positions(hand: str, drawn: str, said: str | None) -> None:
    answer = Position(hand).play(Normal(), drawn)
    assert answer == said if said else answer in ("discard 4z", "discard 6z")


def test_tiles_that_lie_open_are_not_useful() -> None:
    hand = "123m 456p 789s 24s 99p"
    assert Position(hand).play(Normal(), "1z") == "discard 1z"  # waits for 3s
    said = Position(hand).discards(1, "333s").discards(2, "3s").play(Normal(), "5s")
    assert said == "discard 2s"
    dead = Position(hand).discards(1, "333s").discards(2, "3s").play(Normal(), "1z")
    assert dead in ("discard 2s", "discard 4s")


def test_seven_pairs_count_only_where_they_win() -> None:
    hand = "1133m 5577p 229s 4z 6z"
    with_pairs = Position(hand).play(Normal(), "9s")
    assert with_pairs in ("discard 4z", "discard 6z")
    position = Position(hand, seven_pairs=False)
    assert position.offer(Normal(), "1m") == "pung 1m"
    assert Position("1133m 5577p 2299s 4z").offer(Normal(), "1m") == "pass"  # would break seven pairs


class Watched(Policy):
    """Normal, with its claims looked at."""

    claims = 0

    def code(self, view: View) -> int:
        move = Normal().code(view)
        kind, tile = move >> 24, move & 255
        if kind in (CHOW, PUNG):
            assert isinstance(view, MahjongView)
            seen: dict[str, Any] = view.snapshot()
            melds = len(seen["melds"][view.seat])
            own = list(seen["hand"])
            taken = [tile, tile] if kind == PUNG else [t for t in range(tile, tile + 3) if t != seen["tile"]]
            rest = own.copy()
            for part in taken:
                rest.remove(part)
            assert missing(rest, melds + 1, pairs=False) < missing(own, melds)
            Watched.claims += 1
        return move


def test_claims_bring_the_hand_closer() -> None:
    game = registry.get("hk_mahjong")
    log = Log()
    table = Table(game.engine(game.rules(validated({})), log), Seeds(3))
    for deal in range(8):
        log.clear()
        assert table.play(deal, 0, [Watched] * 4, Normal) == []
    assert Watched.claims > 8  # failures of the assertions above are among those of the table


def test_a_hand_cut_down_to_a_suit_ignores_the_others() -> None:
    position = Position("123456789m 11p 22s")
    hand = Hand()
    hand.load(position.engine.view(0, Stream()), 0)
    assert hand.missing() == missing(parse_tiles("123456789m 11p 22s"))
    hand.plan(1 | 8)
    assert hand.missing() == missing(parse_tiles("123456789m"))


def test_where_a_win_needs_fan_it_collects_a_suit() -> None:
    hand = "1245789m 55z 34p 67s"
    said = Position(hand, min_fan=3).play(Normal(), "9m")
    assert said[-1] in "ps"


def test_a_win_is_declared_at_once() -> None:
    assert Position("123m 456p 789s 23s 99p").offer(Normal(), "1s") == "win 1s"


def test_moves_are_integers_of_the_engine() -> None:
    engine = HkEngine(HkRules(validated({})), Log())
    engine.start_match()
    engine.chance.streams[0].seed(1, 2, 3, 4)
    engine.start_hand()
    move = Normal().code(engine.view(0, Stream()))
    assert move >> 24 in (DISCARD, WIN)
