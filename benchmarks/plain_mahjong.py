"""A yardstick for `paiju bench`: mahjong in plain Python, tuned for the interpreter.

A smaller game than hk_mahjong: no kongs, options, scores, views or questions; an event is one small integer.
Everything that helps CPython is done: flat lists, table look-ups in `bytes`, running keys per suit, local
names, no objects per move. So its speed says what Python can do on this machine, and a ratio to it means the
same on a fast and a slow, a quiet and a busy one. It shares the tables of the mahjong family and no code.

    python benchmarks/plain_mahjong.py uniform 200
"""

import lzma
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

TABLES: Final = Path(__file__).resolve().parent.parent / "sim" / "games" / "mahjong" / "tables.bin.xz"
SIZE: Final = 5**9 + 5**8
BLOB: Final = lzma.decompress(TABLES.read_bytes())
CLS: Final = BLOB[:SIZE]  # class of a suit by its base-5 key
WIN: Final = BLOB[
    SIZE : 2 * SIZE
]  # summed over the suits: 1 in the low four bits wins; below 16 all are pairs
PAK: Final = BLOB[2 * SIZE : 3 * SIZE]  # pairs << 4 | kinds
MERGE: Final = BLOB[4 * SIZE : 4 * SIZE + 65536]  # class of two suits together
NEED: Final = BLOB[4 * SIZE + 65536 :]  # tiles missing, by sets << 16 | class << 8 | class
HONOURS: Final = 5**9
SUIT: Final = [tile // 9 for tile in range(34)]
POW5: Final = [5 ** (tile % 9) for tile in range(34)]
RUNS: Final = [  # the runs a discard completes, as the two tiles wanted from the hand
    [
        (a, b)
        for a, b in ((t - 2, t - 1), (t - 1, t + 1), (t + 1, t + 2))
        if t < 27 and a // 9 == b // 9 == t // 9
    ]
    for t in range(34)
]
WALL: Final = [tile for tile in range(34) for _ in range(4)]

Hand = list[int]
Choose = Callable[[Hand, list[int], int, Random], int]


def uniform(hand: Hand, keys: list[int], melds: int, rng: Random) -> int:
    """Any tile of the hand."""
    at = int(rng.random() * (14 - 3 * melds))
    for tile, count in enumerate(hand):
        at -= count
        if at < 0:
            return tile
    raise AssertionError("a hand holds as many tiles as it should")


def efficient(hand: Hand, keys: list[int], melds: int, rng: Random) -> int:
    """The discard that leaves fewest tiles missing; among equals the one that most kinds improve."""
    cls = [CLS[key] for key in keys]
    ab, cd = MERGE[cls[0] << 8 | cls[1]], MERGE[cls[2] << 8 | cls[3]]
    sets = (4 - melds) << 16
    rest = [
        sets | MERGE[cd << 8 | cls[1]] << 8,
        sets | MERGE[cd << 8 | cls[0]] << 8,
        sets | MERGE[ab << 8 | cls[3]] << 8,
        sets | MERGE[ab << 8 | cls[2]] << 8,
    ]
    best, ties = 99, []
    for tile, count in enumerate(hand):
        if count:
            suit = SUIT[tile]
            n = NEED[rest[suit] | CLS[keys[suit] - POW5[tile]]]
            if n < best:
                best, ties = n, [tile]
            elif n == best:
                ties.append(tile)
    if len(ties) == 1:
        return ties[0]
    most, choice = -1, ties[0]
    for tile in ties:
        useful = improvements(keys, SUIT[tile], POW5[tile], sets, best)
        if useful > most:
            most, choice = useful, tile
    return choice


def improvements(keys: list[int], suit: int, power: int, sets: int, best: int) -> int:
    """How many kinds of tile bring the hand closer after this discard."""
    after = keys.copy()
    after[suit] -= power
    c0, c1, c2, c3 = (CLS[key] for key in after)
    ab, cd = MERGE[c0 << 8 | c1], MERGE[c2 << 8 | c3]
    rest = (MERGE[cd << 8 | c1], MERGE[cd << 8 | c0], MERGE[ab << 8 | c3], MERGE[ab << 8 | c2])
    total = 0
    for tile in range(34):
        s = SUIT[tile]
        if NEED[sets | rest[s] << 8 | CLS[after[s] + POW5[tile]]] < best:
            total += 1
    return total


def play(choose: Choose, rng: Random) -> list[int]:
    """One hand; gives its events."""
    wall = WALL.copy()
    rng.shuffle(wall)
    hands = [[0] * 34 for _ in range(4)]
    keys = [[0, 0, 0, HONOURS] for _ in range(4)]
    melds = [0] * 4
    for i in range(52):
        tile = wall[i]
        hands[i // 13][tile] += 1
        keys[i // 13][SUIT[tile]] += POW5[tile]
    events: list[int] = []
    write, random = events.append, rng.random
    at, seat, draws = 52, 0, True
    while True:
        hand, key = hands[seat], keys[seat]
        if draws:
            if at == 136:
                return events
            tile = wall[at]
            at += 1
            hand[tile] += 1
            key[SUIT[tile]] += POW5[tile]
            write(seat << 8 | tile)
            form = WIN[key[0]] + WIN[key[1]] + WIN[key[2]] + WIN[key[3]]
            if form & 15 == 1 or (form < 16 and melds[seat] == 0):
                write(4096 | seat << 8 | tile)
                return events
        tile = choose(hand, key, melds[seat], rng)
        suit, power = SUIT[tile], POW5[tile]
        hand[tile] -= 1
        key[suit] -= power
        write(1024 | seat << 8 | tile)
        pung = -1
        for other in (seat + 1 & 3, seat + 2 & 3, seat + 3 & 3):
            k = keys[other]
            k[suit] += power
            form = WIN[k[0]] + WIN[k[1]] + WIN[k[2]] + WIN[k[3]]
            k[suit] -= power
            if form & 15 == 1 or (form < 16 and melds[other] == 0):
                write(4096 | other << 8 | tile)
                return events
            if hands[other][tile] >= 2:
                pung = other
        after = seat + 1 & 3
        draws = True
        if pung >= 0 and (
            random() < 0.5 if choose is uniform else closer(keys[pung], suit, 2 * power, melds[pung])
        ):
            hands[pung][tile] -= 2
            keys[pung][suit] -= 2 * power
            melds[pung] += 1
            write(2048 | pung << 8 | tile)
            seat, draws = pung, False
            continue
        hand, key = hands[after], keys[after]
        for a, b in RUNS[tile]:
            if hand[a] and hand[b]:
                used = POW5[a] + POW5[b]
                if random() < 0.5 if choose is uniform else closer(key, suit, used, melds[after]):
                    hand[a] -= 1
                    hand[b] -= 1
                    key[suit] -= used
                    melds[after] += 1
                    write(3072 | after << 8 | tile)
                    draws = False
                    break
        seat = after


def closer(keys: list[int], suit: int, used: int, melds: int) -> bool:
    """Is the hand nearer to a win when it lays these tiles with the discard?"""
    cls = [CLS[key] for key in keys]
    before = NEED[(4 - melds) << 16 | MERGE[cls[0] << 8 | cls[1]] << 8 | MERGE[cls[2] << 8 | cls[3]]]
    cls[suit] = CLS[keys[suit] - used]
    return NEED[(3 - melds) << 16 | MERGE[cls[0] << 8 | cls[1]] << 8 | MERGE[cls[2] << 8 | cls[3]]] < before


def hands_per_second(policy: str, seconds: float) -> float:
    """Hands played in a second of processor time, the best of five shares of the time given."""
    choose = uniform if policy == "uniform" else efficient
    rng = Random(1)
    play(choose, rng)
    rates = []
    for _ in range(5):
        start = time.process_time()
        hands, spent = 0, 0.0
        while spent < seconds / 5:
            play(choose, rng)
            hands += 1
            spent = time.process_time() - start
        rates.append(hands / spent)
    return max(rates)


if __name__ == "__main__":
    print(f"{hands_per_second(sys.argv[1], float(sys.argv[2])):.0f} hands/s")
