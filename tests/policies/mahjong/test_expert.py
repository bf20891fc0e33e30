"""Expert weighs value and danger: routes to dear hands, and what it does not feed."""

import pytest

from paiju.policies.mahjong.expert import Expert
from paiju.policies.mahjong.outlook import missing_pungs
from paiju.policies.mahjong.prospects import ANY_SETS, ONE_SUIT, PAIRS, PUNGS, SURE, chance, usual_chance
from paiju.sim.games.mahjong.tiles import parse_tile, parse_tiles
from paiju.sim.kernel.rng import Stream
from tests.policies.mahjong.positions import Position

DREAD = "1m 9p 1s 9s 1p 2z 3z 4z 9p 1s"  # what a player throws who knows what he does


def counts(text: str) -> list[int]:
    tiles = parse_tiles(text)
    return [tiles.count(t) for t in range(34)]


def test_it_wins_at_once() -> None:
    assert Position("123m 456p 789s 234s 9p").play(Expert(), "9p") == "win 9p"
    assert Position("123m 456p 789s 23s 99p").offer(Expert(), "1s") == "win 1s"


def test_it_keeps_a_cheap_route_to_a_half_flush() -> None:
    said = Position("1234578m 55z 66z 7p 2s").play(Expert(), "9m")
    assert said in ("discard 7p", "discard 2s")


def test_it_claims_the_dragon_that_pays() -> None:
    assert Position("1235678m 55z 22p 45s").offer(Expert(), "5z") == "pung 5z"


def test_it_leaves_a_claim_that_breaks_its_hand() -> None:
    assert Position("123m 456p 789s 22s 99p").offer(Expert(), "3m") == "pass"


def far_hand(suit: str) -> Position:
    """A hopeless own hand; seat 2 shows a flush in 萬, or three chows of mixed suits."""
    position = Position("5m 5p 159s 27p 8m 1247z 3p")
    position.discards(2, "1p 9s 4p 6s 8p 2s 3s 6p 4s")
    melds = {"m": ("123m", "567m", "999m"), "mixed": ("123p", "567s", "999m")}[suit]
    for meld in melds:
        position.claims(2, meld)
    return position.discards(2, "8p")


def test_it_does_not_feed_a_flush_for_all_to_see() -> None:
    said = far_hand("m").play(Expert(), "6m")
    assert said[-1] != "m"


def test_a_visible_flush_makes_its_suit_cost_more() -> None:
    costs = {}
    for suit in ("m", "mixed"):
        position = far_hand(suit)
        expert = Expert()
        position.play(expert, "6m")
        danger = expert.danger
        left = list(map(int, position.engine.view(0, Stream()).unseen))
        from librt.vecs import vec
        from mypy_extensions import i64

        known = vec[i64]([0] * 34)
        for t in range(34):
            known[t] = left[t]
        costs[suit] = (danger.cost(parse_tile("5m"), known), danger.cost(parse_tile("5p"), known))
    assert costs["m"][0] > 2 * costs["m"][1]
    assert costs["m"][0] > costs["mixed"][0]


def test_far_from_winning_it_throws_what_just_passed() -> None:
    """Three melds and late: the tile seat 3 has just thrown is safe from seat 3, and from seat 2 too."""
    position = Position("46m 357p 68s 2m 6p 9s 3z 2p 8p")
    for seat in (1, 2, 3):
        position.discards(seat, DREAD)
    for meld in ("345m", "678s", "456s"):
        position.claims(3, meld)
    position.discards(1, "9m").discards(2, "8s").discards(3, "5p")
    assert position.play(Expert(), "4s") in ("discard 5p", "discard 8s", "discard 3z")


@pytest.mark.parametrize("sort", [ANY_SETS, ONE_SUIT, PUNGS, PAIRS])
def test_chances_are_in_order(sort: int) -> None:
    level = 12 | sort
    for rounds in (20, 50, 80):
        assert [usual_chance(level, n, rounds) for n in range(1, 7)] == sorted(
            (usual_chance(level, n, rounds) for n in range(1, 7)), reverse=True
        )
    reaches = [chance(level, 2, 20 * tiles, 60) for tiles in range(0, 90, 5)]
    assert reaches == sorted(reaches)
    assert 0 < usual_chance(level, 1, 60) < SURE
    assert usual_chance(sort, 1, 60) > usual_chance(level, 1, 60)  # alone at the table


def test_tiles_missing_for_all_pungs() -> None:
    from librt.vecs import vec
    from mypy_extensions import i64

    def of(text: str, sets: int = 4) -> int:
        held = vec[i64]([0] * 34)
        for t, n in enumerate(counts(text)):
            held[t] = n
        return missing_pungs(held, sets, -1, -1)

    assert of("111m 444p 999s 222s 99p") == 0
    assert of("111m 444p 999s 22s 99p") == 1
    assert of("111m 444p 99s 22s 99p 1z") == 2
    assert of("111m 44p", 1) == 0
    assert of("159m 159p 159s 1234z") == 9
