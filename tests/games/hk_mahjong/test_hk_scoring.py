"""Scoring of hk_mahjong under the default rules: the worked examples of its rule text."""

import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64, u8

from paiju.sim.games.hk_mahjong.explain import explain
from paiju.sim.games.hk_mahjong.rules import EXTRA_PATTERNS, HALF_FLUSH, HkRules, default_rules, validated
from paiju.sim.games.hk_mahjong.scoring import (
    BLOOM,
    DISCARD,
    EARTH,
    FOUR_SETS,
    HEAVEN,
    LAST,
    NO_SHAPE,
    NOT_A_WIN,
    ORPHANS,
    PAIRS,
    ROB_KONG,
    SELF_DRAW,
    Scorer,
)
from paiju.sim.games.mahjong.melds import CONCEALED_KONG, meld_tiles, parse_melds
from paiju.sim.games.mahjong.shapes import form_of
from paiju.sim.games.mahjong.tiles import NAMES, POW5, SUIT, format_tiles, parse_tiles


def answer(hand: str, options: dict[str, object] | None = None, **fields: str) -> dict[str, object]:
    """Explain a hand whose last tile as written is the winning one."""
    *rest, last = parse_tiles(hand)
    return explain({"hand": format_tiles(rest), "win": NAMES[last], **fields}, options or {})


def items(result: dict[str, object]) -> dict[str, int]:
    """Pattern name -> fan."""
    listed = result["items"]
    assert isinstance(listed, list)
    assert len({item["name"] for item in listed}) == len(listed)
    return {item["name"]: item["value"] for item in listed}


def test_example_1_chicken_hand() -> None:
    """0 fan wins 20 from the discarder; self-drawn 1 fan, 40, 14 from each: +42."""
    hand = "123m 456p 789s 234s 99p"
    won = answer(hand)
    assert (won["wins"], won["fan"], won["points"], items(won)) == (True, 0, 20, {})
    assert won["payments"] == {"winner": 20, "discarder": -20, "each_other": 0}
    drawn = answer(hand, source="self_draw")
    assert (drawn["fan"], drawn["points"], items(drawn)) == (1, 40, {"concealed_self_draw": 1})
    assert drawn["payments"] == {"winner": 42, "each_other": -14}


def test_example_2_all_simples() -> None:
    """斷么九 and 門清自摸: 2 fan, 80, 27 each; with the chow exposed only 斷么九."""
    drawn = answer("234m 456p 678s 345s 55p", source="self_draw")
    assert items(drawn) == {"concealed_self_draw": 1, "all_simples": 1}
    assert (drawn["points"], drawn["payments"]) == (80, {"winner": 81, "each_other": -27})
    open_hand = answer("456p 678s 345s 55p", source="self_draw", melds="chow:234m")
    assert (items(open_hand), open_hand["fan"]) == ({"all_simples": 1}, 1)


@pytest.mark.parametrize(
    ("pung", "seat", "fan"),
    [("777z", "2z", 1), ("222z", "2z", 1), ("333z", "2z", 0), ("111z", "2z", 1), ("111z", "1z", 1)],
)
def test_example_3_honour_pungs(pung: str, seat: str, fan: int) -> None:
    """字刻 counts for dragons, seat wind and round wind, once per set."""
    won = answer(f"123m 456p 789s {pung} 99p", seat_wind=seat)
    assert won["fan"] == fan
    assert won["points"] == (20 << fan) * (3 if seat == "1z" else 2) // 2


def test_example_3_double_wind() -> None:
    """111z as dealer in the East round is 1 fan, 2 with double_wind_fan=2, itemised by wind."""
    hand = "123m 456p 789s 111z 99p"
    assert items(answer(hand, dealer="true")) == {"seat_wind_pung": 1}
    double = answer(hand, {"double_wind_fan": 2}, dealer="true")
    assert items(double) == {"seat_wind_pung": 1, "round_wind_pung": 1}


def test_example_4_all_pungs() -> None:
    """對對糊 2; with one suit, honours and a dragon 5 fan, 640."""
    wind = answer("111m 444p 999s 222s 99p")
    assert (wind["fan"], items(wind)) == (2, {"all_pungs": 2})
    flush = answer("111m 444m 999m 777z 55z")
    assert items(flush) == {"all_pungs": 2, "half_flush": 2, "dragon_pung": 1}
    assert (flush["fan"], flush["points"]) == (5, 640)


def test_example_7_seven_pairs() -> None:
    """七對 2 by discard (80), 3 self-drawn; four equal tiles are no two pairs."""
    hand = "1133m 5577p 2299s 44z"
    assert (answer(hand)["fan"], answer(hand)["points"]) == (2, 80)
    assert items(answer(hand, source="self_draw")) == {"concealed_self_draw": 1, "seven_pairs": 2}
    quad = answer("1111m 33m 5577p 22s 44z")
    assert (quad["wins"], quad["points"], quad["payments"]) == (False, 0, {})


def test_example_7_best_reading() -> None:
    """Seven pairs beats four sequences when it has more fan: 7 against 5, and 6."""
    best = answer("22334455667788p")
    assert items(best) == {"seven_pairs": 2, "all_simples": 1, "full_flush": 4}
    assert answer("11223344556677m")["fan"] == 6
    four_sets = answer("22334455667788p", {"seven_pairs": False})
    assert (four_sets["fan"], items(four_sets)) == (5, {"all_simples": 1, "full_flush": 4})


def test_example_9_kongs() -> None:
    """A concealed kong keeps 門清, an exposed one does not; a kong counts as a pung."""
    hand = "123m 456p 789s 99p"
    hidden = answer(hand, source="self_draw", melds="concealed_kong:7777z")
    assert items(hidden) == {"concealed_self_draw": 1, "dragon_pung": 1}
    for kong in ("kong", "added_kong"):
        shown = answer(hand, source="self_draw", melds=f"{kong}:7777z")
        assert items(shown) == {"dragon_pung": 1}
    pungs = answer("111m 444p 99p", melds="kong:7777z; pung:222s")
    assert (pungs["fan"], items(pungs)) == (3, {"all_pungs": 2, "dragon_pung": 1})


@pytest.mark.parametrize(("fan", "points"), [(0, 30), (1, 60), (2, 120), (3, 240), (4, 480)])
def test_example_10_dealer_values(fan: int, points: int) -> None:
    """The dealer's hands are worth half as much again."""
    assert Scorer(default_rules()).value(fan, True) == points


def test_example_10_dealer_payments() -> None:
    """A dealer's 1 fan self-draw is 20 from each; as a loser he pays the normal amount."""
    drawn = answer("123m 456p 789s 234s 99p", source="self_draw", dealer="true")
    assert drawn["payments"] == {"winner": 60, "each_other": -20}
    scorer = Scorer(default_rules())
    scorer.pay(1, 0, scorer.value(2, False))
    assert list(scorer.tally.points) == [-80, 80, 0, 0]


def test_largest_fan_of_the_rule_text_is_11() -> None:
    """字一色 4, 對對糊 2, four 字刻, 門清自摸 1; the cap makes it 20,480, 30,720 for the dealer."""
    hand = "111z 555z 666z 777z 44z"
    best = answer(hand, source="self_draw", dealer="true")
    assert items(best) == {
        "concealed_self_draw": 1,
        "all_pungs": 2,
        "all_honours": 4,
        "dragon_pung": 3,
        "seat_wind_pung": 1,
    }
    assert (best["fan"], best["capped_fan"], best["points"]) == (11, 10, 30_720)
    assert best["payments"] == {"winner": 30_720, "each_other": -10_240}
    south = answer("222z 555z 666z 777z 44z", source="self_draw")
    assert (south["fan"], south["points"]) == (11, 20_480)
    assert south["payments"] == {"winner": 20_481, "each_other": -6_827}


@pytest.mark.parametrize(
    ("hand", "melds", "expected"),
    [
        ("123m 456m 789m 111m 99m", "", {"full_flush": 4}),
        ("123m 456m 789m 11z", "pung:333z", {"half_flush": 2}),
        ("111m 222m 333m 55m", "pung:999m", {"full_flush": 4, "all_pungs": 2}),
        ("11223344556677z", "", {"all_honours": 4, "seven_pairs": 2}),
        ("1199m 1199p 11s 11z 22z", "", {"seven_pairs": 2}),
        ("1122m 3399m 55z 66z 77z", "", {"seven_pairs": 2, "half_flush": 2}),
        ("2233m 5577p 2288s 44s", "", {"seven_pairs": 2, "all_simples": 1}),
        ("234m 234p 234s 88s", "chow:678m", {"all_simples": 1}),
        ("234m 234p 234s 88s", "chow:789m", {}),
        ("234m 234p 234s 88s", "kong:1111m", {}),
        ("234m 234p 234s 88s", "pung:222m", {"all_simples": 1}),
        ("55z", "pung:111m; pung:222m; kong:3333m; concealed_kong:9999m", {"all_pungs": 2, "half_flush": 2}),
        (
            "222z 55z",
            "pung:111z; pung:333z; pung:444z",
            {"all_honours": 4, "all_pungs": 2, "seat_wind_pung": 1, "round_wind_pung": 1},
        ),
    ],
)
def test_suits_and_pungs(hand: str, melds: str, expected: dict[str, int]) -> None:
    """斷么九, 混一色, 清一色, 字一色 and 對對糊 look at melds and hand together (rule 15, decisions 8-11)."""
    assert items(answer(hand, melds=melds)) == expected


def test_equal_fan_prefers_four_sets_then_pungs() -> None:
    """Ties: four sets before seven pairs, then more pungs (decision 32)."""
    scorer = Scorer(HkRules(validated({"seven_pairs_exclusive": True})))
    assert score(scorer, counts_of("112233445566m 77z")) == 2
    assert (scorer.shape, scorer.tally.patterns[0]) == (FOUR_SETS, HALF_FLUSH)
    result = answer("111222333m 456p 99s")
    assert result["reading"] == "111m 222m 333m 456p 99s"
    assert answer("111222333m 99s", melds="pung:777p")["reading"] == "pung:777p 111m 222m 333m 99s"


def counts_of(text: str) -> list[int]:
    """34 counts of tiles as text."""
    tiles = parse_tiles(text)
    return [tiles.count(tile) for tile in range(34)]


def score(scorer: Scorer, counts: list[int], melds: str = "", source: int = DISCARD) -> int:
    """Fan of a South player in the East round, nothing special."""
    meld_list = parse_melds(melds)
    table = vec[i64]([0, *meld_list])
    return scorer.evaluate(vec[u8]([7, *counts]), 1, table, 1, len(meld_list), source, 28, 27, 0)


def test_no_shape_is_no_win() -> None:
    """-1, no items and no shape; the scorer is clean for the next hand."""
    scorer = Scorer(default_rules())
    assert score(scorer, counts_of("123m 456p 789s 777z 99p")) == 1
    assert (scorer.tally.count, scorer.shape) == (1, FOUR_SETS)
    assert score(scorer, counts_of("123m 456p 789s 777z 89p")) == NOT_A_WIN == -1
    assert (scorer.tally.count, scorer.shape) == (0, NO_SHAPE)
    assert score(scorer, counts_of("1133m 5577p 2299s 44z")) == 2
    assert scorer.shape == PAIRS
    orphans = Scorer(HkRules(validated({"extra_fan": ["thirteen_orphans"]})))
    assert score(orphans, counts_of("19m 19p 19s 12345677z")) == 10
    assert orphans.shape == ORPHANS
    assert score(scorer, counts_of("19m 19p 19s 12345677z")) == NOT_A_WIN


def test_can_win_agrees_with_evaluate() -> None:
    """The quick shape question and the full scoring say the same, with and without the last tile in hand."""
    rng = random.Random(3)
    extra: list[dict[str, object]] = [{}, {"seven_pairs": False}, {"quad_as_two_pairs": True}]
    extra.append({"extra_fan": ["thirteen_orphans"], "seven_pairs": False})
    scorers = [Scorer(HkRules(validated(options))) for options in extra]
    special = ["1133m 5577p 2299s 44z", "1111m 33m 5577p 22s 44z", "19m 19p 19s 12345677z"]
    special += ["19m 19p 119s 1234567z", "123m 456p 789s 777z 99p"]
    wins = 0
    for trial in range(2000):
        tiles = parse_tiles(special[trial % 5])
        for _ in range(rng.choice([0, 0, 1])):
            tiles[rng.randrange(14)] = rng.randrange(34)
        if max(tiles.count(tile) for tile in tiles) > 4:
            continue
        rng.shuffle(tiles)
        last = tiles[-1]
        for scorer in scorers:
            expected = score(scorer, [tiles.count(t) for t in range(34)]) >= 0
            keys = [0, 0, 0, 5**9]
            for t in tiles[:-1]:
                keys[SUIT[t]] += POW5[t]
            form = form_of(keys[0], keys[1], keys[2], keys[3])
            assert scorer.can_win(vec[i64]([9, 9, *keys]), 2, form, 0, last) is expected
            keys[SUIT[last]] += POW5[last]
            form = form_of(keys[0], keys[1], keys[2], keys[3])
            assert scorer.can_win(vec[i64]([9, 9, *keys]), 2, form, 0, -1) is expected
            wins += expected
    assert wins > 500


def test_payments_sum_to_zero() -> None:
    """Whatever the value, seats and source, the winner gets what the others pay (rule 16)."""
    scorer = Scorer(default_rules())
    for value in (20, 30, 40, 80, 20_480, 30_720):
        for winner in range(4):
            for payer in (-1, *range(4)):
                if payer != winner:
                    scorer.pay(winner, payer, value)
                    deltas = [int(delta) for delta in scorer.tally.points]
                    assert sum(deltas) == 0
                    assert deltas[winner] >= value
                    losers = [d for seat, d in enumerate(deltas) if seat != winner]
                    third = -((value + 2) // 3)
                    expected = [third] * 3 if payer < 0 else sorted([-value, 0, 0])
                    assert sorted(losers) == expected


def brute_fan(counts: list[int], melds: list[int], source: int, options: dict[str, object]) -> int:
    """Fan by the rule text, written again: try every split of the tiles into sets and a pair."""
    best = -1
    concealed = all(m >> 8 == CONCEALED_KONG and options["concealed_kong_keeps_concealed"] for m in melds)
    way = 1 if source == SELF_DRAW and concealed else 0
    tiles = [t for t in range(34) for _ in range(counts[t])] + [t for m in melds for t in meld_tiles(m)]
    suits = {t // 9 for t in tiles}
    simples = all(t < 27 and 1 <= t % 9 <= 7 for t in tiles)
    flush = 4 if len(suits) == 1 else 2 if len(suits) == 2 and 3 in suits else 0
    tile_fan = simples + flush
    for sets in splits(tuple(counts), 4 - len(melds)):
        pungs = [s[0] for s in sets if s[0] == s[1]] + [m & 255 for m in melds if m >> 8]
        fan = way + tile_fan
        if suits != {3} or not options["honours_exclusive"]:
            fan += 2 * (len(pungs) == 4)
            fan += sum(t >= 31 for t in pungs) + (28 in pungs) + (27 in pungs)
        best = max(best, fan)
    even = all(c in (0, 2) or (c == 4 and options["quad_as_two_pairs"]) for c in counts)
    if even and not melds and options["seven_pairs"]:
        best = max(best, way + 2 + (0 if options["seven_pairs_exclusive"] else tile_fan))
    return best


def splits(counts: tuple[int, ...], sets: int, pair: bool = True) -> list[list[tuple[int, ...]]]:
    """Every way to split the counts into that many sets and, if asked, a pair (left out of the answer)."""
    tile = next((t for t in range(34) if counts[t]), -1)
    if tile < 0:
        return [[]] if sets == 0 and not pair else []
    out = []
    blocks: list[tuple[int, ...]] = [(tile,) * 3] if sets else []
    if sets and tile < 27 and tile % 9 < 7:
        blocks.append((tile, tile + 1, tile + 2))
    if pair:
        blocks.append((tile,) * 2)
    for block in blocks:
        rest = list(counts)
        for t in block:
            rest[t] -= 1
        if min(rest) >= 0:
            is_pair = len(block) == 2
            for tail in splits(tuple(rest), sets - (not is_pair), pair and not is_pair):
                out.append(tail if is_pair else [block, *tail])
    return out


def random_win(rng: random.Random) -> tuple[list[int], list[int]]:
    """A complete hand: counts of the concealed tiles, and melds."""
    suits = rng.choice([[0], [3], [0, 3], [1, 3], [2, 3], [0, 1, 2, 3]])
    kinds = [t for t in range(34) if t // 9 in suits]
    starts = [t for t in kinds if t < 27 and t % 9 < 7]
    chow_share = rng.choice([0.0, 0.3, 0.8])
    while True:
        counts = [0] * 34
        melds: list[int] = []
        if rng.random() < 0.2:
            for t in rng.sample(kinds, min(7, len(kinds))):
                counts[t] = 2
            return counts, melds
        for _ in range(4):
            chow = bool(starts) and rng.random() < chow_share
            tile = rng.choice(starts if chow else kinds)
            if rng.random() < 0.3:
                melds.append((0 if chow else rng.randint(1, 4)) << 8 | tile)
            else:
                for t in [tile, tile + 1, tile + 2] if chow else [tile] * 3:
                    counts[t] += 1
        counts[rng.choice(kinds)] += 2
        total = list(counts)
        for m in melds:
            for t in meld_tiles(m):
                total[t] += 1
        if max(total) <= 4:
            return counts, melds


def test_random_hands_against_the_rule_text_written_again() -> None:
    """6,000 random winning hands under random options score as a plain rewriting of rule 15 scores them."""
    rng = random.Random(8)
    keys = ["seven_pairs", "seven_pairs_exclusive", "quad_as_two_pairs", "honours_exclusive"]
    keys.append("concealed_kong_keeps_concealed")
    seen = set()
    for trial in range(6000):
        if trial % 20 == 0:
            options = validated({key: rng.random() < 0.5 for key in keys})
            scorer = Scorer(HkRules(options))
        counts, melds = random_win(rng)
        source = rng.choice([SELF_DRAW, DISCARD, ROB_KONG])
        table = vec[i64](melds)
        fan = scorer.evaluate(vec[u8](counts), 0, table, 0, len(melds), source, 28, 27, 0)
        assert fan == brute_fan(counts, melds, source, options), (counts, melds, source, options)
        assert fan == sum(scorer.tally.values[i] for i in range(scorer.tally.count)) or fan == -1
        seen.add(int(fan))
    assert seen >= set(range(-1, 11))


def test_no_hand_has_more_fan_than_the_rules_reckon_with() -> None:
    """`most_fan`, from which the 32-bit limit follows, is never exceeded, whatever counts extra."""
    rng = random.Random(9)
    nearest = 99
    for trial in range(4000):
        if trial % 10 == 0:
            extra = {name: rng.randint(1, 9) for name in EXTRA_PATTERNS if rng.random() < 0.4}
            options: dict[str, object] = {"extra_fan": extra, "fan_cap": 10, "base_points": 1}
            options["double_wind_fan"] = rng.choice([1, 2])
            options["self_draw_fan"] = rng.randint(0, 3)
            rules = HkRules(validated(options))
            scorer = Scorer(rules)
        counts, melds = random_win(rng)
        kong = any(m >> 8 >= 2 for m in melds)
        luck = [(SELF_DRAW, LAST), (DISCARD, 0)]
        luck += [(SELF_DRAW, BLOOM | LAST)] if kong else []
        luck += [] if melds else [(SELF_DRAW, HEAVEN), (DISCARD, EARTH)]
        source, bits = rng.choice(luck)
        seat = rng.choice([27, 28])
        fan = scorer.evaluate(vec[u8](counts), 0, vec[i64](melds), 0, len(melds), source, seat, 27, bits)
        assert fan <= rules.most_fan(), (counts, melds, source, bits, options)
        nearest = min(nearest, rules.most_fan() - int(fan))
    assert nearest <= 1
