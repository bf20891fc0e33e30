"""Groups, 息 and readings by plain counting; shares no code with the program."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

RED = {1, 6, 9, 11, 16, 19}
# 息 of groups of equal cards: small, big (the table at the top of the rules)
EQUAL = {"pung": (1, 3), "kan": (3, 6), "wei": (3, 6), "stale_wei": (3, 6), "pao": (6, 9), "ti": (9, 12)}
QUADS = ("pao", "ti")

Group = tuple[
    str, int
]  # name, card; "run" by its lowest card, "red" by 二 or 贰, "mixed" by the card there are two of
Reading = tuple[Group, ...]


def huxi_of(group: Group) -> int:
    """息 of one group."""
    name, card = group
    if name in EQUAL:
        return EQUAL[name][card // 10]
    if (name == "run" and card % 10 == 0) or name == "red":
        return 6 if card >= 10 else 3
    return 0


def cards_of(group: Group) -> list[int]:
    """The cards of a group."""
    name, card = group
    if name == "run":
        return [card, card + 1, card + 2]
    if name == "red":
        return [card, card + 5, card + 8]
    if name == "mixed":
        return [card, card, (card + 10) % 20]
    return [card] * (4 if name in QUADS else 2 if name == "pair" else 3)


def chows_with(card: int) -> list[Group]:
    """Every 一句话 and 绞 that holds a card, in the order of their shapes 1 to 6 (decision 19)."""
    found: list[Group] = []
    number = card % 10
    for low in (number - 2, number - 1, number):
        found.append(("run", card - number + low) if 0 <= low <= 7 else ("none", low))
    found.append(("red", card - number + 1) if number in (1, 6, 9) else ("none", 9))
    return [*found, ("mixed", card), ("mixed", (card + 10) % 20)]


CHOWS = [chows_with(card) for card in range(20)]
# for each card the groups that hold it, as what they need: pairs of (card, how many)
NEEDS = [
    [tuple(Counter(cards_of(group)).items()) for group in CHOWS[card] if group[0] != "none"]
    for card in range(20)
]
# and the same by shape
SHAPES = [
    [
        (i + 1, tuple(Counter(cards_of(group)).items()))
        for i, group in enumerate(CHOWS[card])
        if group[0] != "none"
    ]
    for card in range(20)
]


def partitions(counts: list[int], threes: Mapping[int, str], pair: bool) -> Iterator[Reading]:
    """Every way to take cards apart into runs, 二七十, 绞, the equal threes named, and one pair if due."""
    card = next((kind for kind in range(20) if counts[kind]), -1)
    if card < 0:
        if not pair:
            yield ()
        return
    begun: list[Group] = []
    if card % 10 < 8:
        begun.append(("run", card))
    if card in (1, 11):
        begun.append(("red", card))
    if card < 10:
        begun += [("mixed", card), ("mixed", card + 10)]
    if card in threes:
        begun.append((threes[card], card))
    if pair:
        begun.append(("pair", card))
    for group in begun:
        cards = cards_of(group)
        if all(counts[each] >= cards.count(each) for each in cards):
            for each in cards:
                counts[each] -= 1
            for rest in partitions(counts, threes, pair and group[0] != "pair"):
                yield (group, *rest)
            for each in cards:
                counts[each] += 1


def has_loner(counts: Sequence[int], threes: Mapping[int, str], pair: bool) -> bool:
    """Is there a card that no group can hold? Then there is no reading."""
    for card in range(20):
        n = counts[card]
        if not n or (pair and n >= 2) or (card in threes and n >= 3):
            continue
        for need in NEEDS[card]:
            for each, k in need:
                if counts[each] < k:
                    break
            else:
                break
        else:
            return True
    return False


class Seat:
    """What a player holds, has laid, and may not do."""

    def __init__(self) -> None:
        self.hand = [0] * 20
        self.groups: list[list[object]] = []  # [name, card, known to all]
        self.credits = 0
        self.no_chow: set[int] = set()
        self.no_pung: set[int] = set()
        self.skipped: set[int] = set()  # 忍碰
        self.locks: dict[int, int] = {}  # kind -> 息 on the table when a win on it was passed

    def table(self) -> list[Group]:
        """The groups on the table."""
        return [(str(name), int(str(card))) for name, card, _ in self.groups]

    def huxi(self) -> int:
        """息 on the table."""
        return sum(huxi_of(group) for group in self.table())

    def quads(self) -> int:
        """跑 and 提 on the table."""
        return sum(name in QUADS for name, _, _ in self.groups)

    def size(self) -> int:
        """Cards in hand."""
        return sum(self.hand)

    def lying(self, card: int, *names: str) -> list[object] | None:
        """A group of this kind on the table."""
        return next((group for group in self.groups if group[1] == card and group[0] in names), None)
