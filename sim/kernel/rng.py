"""Chance: xoshiro128** streams seeded by blake2b.

The generator, the bounded integers and the shuffle are frozen: a seed means the same game for ever.
Products stay below 2**62, so that compiled and interpreted code agree to the bit.
"""

from hashlib import blake2b
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

MASK32: Final = 0xFFFFFFFF


@final
class Stream:
    """One stream of random integers (xoshiro128**, Blackman and Vigna, 2018; 32-bit words)."""

    def __init__(self, a: i64 = 1, b: i64 = 2, c: i64 = 3, d: i64 = 4) -> None:
        self.seed(a, b, c, d)

    def seed(self, a: i64, b: i64, c: i64, d: i64) -> None:
        """Restart from four 32-bit words, not all zero."""
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
        self.d: i64 = d

    def next(self) -> i64:
        """The next word, 0 to 2**32 - 1."""
        b = self.b
        x = (b * 5) & MASK32
        x = ((x << 7) & MASK32) | (x >> 25)
        c = self.c ^ self.a
        d = self.d ^ b
        self.b = b ^ c
        self.a = self.a ^ d
        self.c = c ^ ((b << 9) & MASK32)
        self.d = ((d << 11) & MASK32) | (d >> 21)
        return (x * 9) & MASK32

    def below(self, n: i64) -> i64:
        """A uniform integer in 0 .. n - 1, for 1 <= n <= 2**30 (Lemire's multiply and reject). Raises ValueError."""
        if (n - 1) >> 30:
            raise ValueError(f"below({n}) has nothing to choose from: n is a whole number from 1 to 2**30")
        m = self.next() * n
        low = m & MASK32
        if low < n:
            floor = (MASK32 + 1 - n) % n
            while low < floor:
                m = self.next() * n
                low = m & MASK32
        return m >> 32

    def shuffle(self, cards: vec[u8], n: i64) -> None:
        """Put the first n cards into a uniformly random order (Fisher-Yates, from the end)."""
        i = n - 1
        while i > 0:
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
            i -= 1

    def shuffle_part(self, cards: vec[u8], first: i64, n: i64) -> None:
        """The same with the n cards from number `first` on."""
        i = n - 1
        while i > 0:
            j = self.below(i + 1)
            cards[first + i], cards[first + j] = cards[first + j], cards[first + i]
            i -= 1


@final
class Seeds:
    """All streams of a run, each a function of the root seed, its purpose and its place alone."""

    def __init__(self, root: int) -> None:
        self.root: Final = root
        self._deal: Final = blake2b(b"paiju 1 deal %d" % root, digest_size=64)
        self._policy: Final = blake2b(b"paiju 1 policy %d" % root, digest_size=64)

    def deal(self, deal: int, hand: int, streams: list[Stream]) -> None:
        """Seed the chance streams of one hand.

        0 the deck (or the seats' orders over it), 1 the dealer, 2 positions (cuts), 3 the tail's order where seats
        have orders of their own.
        They depend on nothing that was played before, so every table and rule variant meets the same cards.
        """
        digest = self._deal.copy()
        digest.update(b" %d %d" % (deal, hand))
        _spread(digest.digest(), streams)

    def policies(self, deal: int, hand: int, seating: int, streams: list[Stream]) -> None:
        """Seed each seat's own stream; `seating` tells apart the games of one deal."""
        digest = self._policy.copy()
        digest.update(b" %d %d %d" % (deal, hand, seating))
        _spread(digest.digest(), streams)


def _spread(digest: bytes, streams: list[Stream]) -> None:
    """Sixteen little-endian words of a digest seed up to four streams."""
    at: i64 = 0
    for stream in streams:
        a, b, c, d = _word(digest, at), _word(digest, at + 4), _word(digest, at + 8), _word(digest, at + 12)
        stream.seed(a, b, c, d if a | b | c else d | 1)
        at += 16


def _word(digest: bytes, at: i64) -> i64:
    return i64(digest[at]) | i64(digest[at + 1]) << 8 | i64(digest[at + 2]) << 16 | i64(digest[at + 3]) << 24
