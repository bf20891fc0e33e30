"""The half of the auditor that reads a log event by event: what is due, questions, wins with all that follows."""

from collections import Counter
from collections.abc import Mapping, Sequence

from tests.games.hunan_paohuzi.counting import (
    QUADS,
    RED,
    Group,
    Reading,
    Seat,
    cards_of,
    has_loner,
    huxi_of,
    partitions,
)
from tests.games.hunan_paohuzi.log_format import (
    BEFORE_STAGE,
    BY_DISCARD,
    BY_OPENING_GROUPS,
    BY_OTHER_DRAW,
    BY_SHOWN_CARD,
    CHARACTERS,
    GROUP_STAGE,
    KIND_NAMES,
    MOVE_NAMES,
    OTHER,
    OWN,
    PASS,
    PATTERN,
    PLAYED,
    SELF_DRAW,
    STAGE_NAMES,
    WIN,
    WIN_STAGE,
)
from tests.games.logs import (
    ALL,
    DEALT,
    HAND_ENDED,
    NO_CARD,
    NOBODY,
    PAID,
    PASSED,
    REVEALED,
    SCORED,
    WON,
    LogReader,
    event_of,
    fields_of,
)


class Referee(LogReader):
    """Reads the log of one ruleset's match. Raises Breach."""

    names = KIND_NAMES
    moves = MOVE_NAMES
    stages = STAGE_NAMES
    cards = CHARACTERS

    def __init__(self, options: Mapping[str, object], *, thorough: bool = False) -> None:
        """`thorough` counts all 80 cards at every question, not only at the end of a hand."""
        super().__init__()
        self.o = dict(options)
        self.thorough = thorough
        self.min_huxi = int(str(self.o["min_huxi"]))
        self.locked = bool(self.o["kan_locked"])
        self.any_draw = self.o["pung_to_pao_on"] == "any_draw"
        self.dealer = -1
        self.clear_table()

    def clear_table(self) -> None:
        """80 cards in the wall (rule 2)."""
        self.left = [4] * 20
        self.wall = 80
        self.seats = [Seat() for _ in range(4)]
        self.river = [0] * 20  # cards on the table that nobody took
        self.limbo = [0] * 20  # a card drawn in secret, not yet laid
        self.winner = NOBODY
        self.question = (NO_CARD, NOBODY)  # the card a discard is asked after, and who put it there

    # Reading the log

    def from_wall(self, kind: int, seat: int, arg: int, visible: int, rule: str) -> int:
        """A card comes from the wall; in the deal it joins the hand. Gives the card."""
        event = self.peek()
        card = event >> 12 & 255
        if self.at >= len(self.events) or event != event_of(kind, seat, card, NOBODY, arg, visible):
            wanted = event_of(kind, seat, NO_CARD, NOBODY, arg, visible)
            raise self.breach(f"due is {self.describe(wanted)} with some card", rule)
        if card >= 20 or self.left[card] == 0:
            raise self.breach("there is no such card left in the wall", "rule 2")
        self.left[card] -= 1
        self.wall -= 1
        self.at += 1
        if kind == DEALT:
            self.seats[seat].hand[card] += 1
        return card

    def count_cards(self) -> None:
        """Every kind has its four cards, somewhere (rule 2)."""
        total = [a + b + c for a, b, c in zip(self.left, self.river, self.limbo, strict=True)]
        for seat in self.seats:
            total = [n + held for n, held in zip(total, seat.hand, strict=True)]
            for group in seat.table():
                for card in cards_of(group):
                    total[card] += 1
        if total != [4] * 20 or sum(self.left) != self.wall:
            raise self.breach("the cards do not add up to four of each kind", "rule 2")

    # Questions

    def ask(self, seat: int, card: int, giver: int, stage: int, choices: int, kinds: int, rule: str) -> int:
        """This question is due; gives the kind of the event that answers it."""
        if self.thorough:
            self.count_cards()
        return self.read_question(seat, card, giver, stage, choices, kinds, rule)

    def passes(self, did: int, seat: int, card: int, giver: int, rule: str) -> None:
        """The answer must be a pass, which nobody else sees."""
        if did != PASSED:
            raise self.breach("that is no answer to this question", rule)
        self.due(PASSED, seat, card, giver, 0, 1 << seat, rule)

    # Wins

    def asks_win(
        self, seat: int, card: int, giver: int, stage: int, readings: list[Reading], outcome: int, rule: str
    ) -> bool:
        """Who can win is asked (or wins, by must_win); did he win?"""
        if not readings or self.huxi_of_reading(readings[0]) < self.min_huxi:
            return False
        player = self.seats[seat]
        table = player.huxi()
        if self.o["pass_win"] != "free" and player.locks.get(card) == table:
            self.facts["locked wins"] += 1
            return False
        if not self.o["must_win"]:
            did = self.ask(seat, card, giver, stage, 2, PASS | WIN, rule)
            if did == PASSED:
                self.passes(did, seat, card, giver, rule)
                player.locks[card] = table
                self.facts["passed wins"] += 1
                return False
            if did != WON:
                raise self.breach("that is no answer to a question for a win", rule)
        holder = {WIN_STAGE: self.river, BEFORE_STAGE: self.limbo, GROUP_STAGE: None}.get(
            stage, self.seats[self.dealer].hand
        )
        self.facts[f"won at {STAGE_NAMES[stage]}"] += 1
        self.win(seat, card, giver, outcome, readings, holder)
        return True

    def huxi_of_reading(self, reading: Reading) -> int:
        """息 of all its groups."""
        return sum(huxi_of(group) for group in reading)

    def readings(self, seat: int, card: int | None, way: str) -> list[Reading]:
        """All best readings of a hand with a further card (rules 26-28, decisions 21, 24, 26, 28, 33)."""
        player = self.seats[seat]
        table = player.table()
        found: list[Reading] = []
        third = {}
        if card is not None and player.hand[card] == 2:
            third = {card: ("wei" if way == OWN else "pung")}
        found += self.divide(player.hand, card, table, third)
        if card is not None:
            fourth = "ti" if way == OWN else "pao"
            if player.hand[card] == 3:
                rest = list(player.hand)
                rest[card] = 0
                found += self.divide(rest, None, [*table, (fourth, card)], {})
            for i, (name, lying) in enumerate(table):
                if lying != card or name not in ("pung", "wei", "stale_wei"):
                    continue
                if name == "pung" and (way == PLAYED or (way == OTHER and not self.any_draw)):
                    continue
                joined = list(table)
                joined[i] = ("pao" if name == "pung" else fourth, card)
                found += self.divide(player.hand, None, joined, {})
        most = max(map(self.huxi_of_reading, found), default=0)
        return [reading for reading in found if self.huxi_of_reading(reading) == most]

    def divide(
        self, hand: Sequence[int], card: int | None, table: list[Group], third: Mapping[int, str]
    ) -> list[Reading]:
        """All readings of a hand with the groups given as five 门子, one a pair if any is a quad."""
        threes = [kind for kind in range(20) if hand[kind] >= 3]
        fours = [kind for kind in threes if hand[kind] == 4]
        found = []
        subsets = [fours]
        if not self.locked:
            subsets = [[k for i, k in enumerate(fours) if bits >> i & 1] for bits in range(1 << len(fours))]
        for ti in subsets:
            own: list[Group] = [("ti", kind) for kind in ti]
            may = dict(third)
            if self.locked:
                own += [("kan", kind) for kind in threes if kind not in ti]
            else:
                may |= {kind: "kan" for kind in threes if kind not in ti}
            counts = list(hand)
            for _, kind in own:
                counts[kind] = 0
            if card is not None:
                counts[card] += 1
            fixed = [*table, *own]
            pair = any(name in QUADS for name, _ in fixed)
            if sum(counts) != 3 * (5 - len(fixed)) - pair or has_loner(counts, may, pair):
                continue
            for rest in partitions(counts, may, pair):
                found.append((*fixed, *rest))
        return found

    def win(
        self,
        seat: int,
        card: int,
        giver: int,
        outcome: int,
        readings: list[Reading],
        holder: list[int] | None,
    ) -> None:
        """Step 12: the win, all shown, items, payments; `holder` is where the winning card lies."""
        huxi = self.huxi_of_reading(readings[0])
        self.due(
            WON, seat, card, giver, huxi, ALL, "step 12, decision 26: the win and the 息 of its best reading"
        )
        self.winner = seat
        player = self.seats[seat]
        if holder is not None:
            holder[card] -= 1
        self.read_revealed(seat)
        if holder is not None:
            player.hand[card] += 1
        reds = sum(n for kind, n in enumerate(player.hand) if kind in RED)
        reds += sum(kind in RED for group in player.table() for kind in cards_of(group))
        factors = self.factors(seat, outcome, reds)
        self.read_items(seat, readings, factors)
        tun = max(1, 1 + (huxi - self.min_huxi) // int(str(self.o["huxi_step"])))
        share = int(str(self.o["base_points"])) * tun
        for _, factor in factors:
            share *= factor
        self.read_payments(seat, giver if outcome == BY_DISCARD else NOBODY, share)
        self.due(HAND_ENDED, seat, NO_CARD, NOBODY, outcome, ALL, "step 12: the win ends the hand")
        self.note_win(seat, outcome, readings)

    def note_win(self, seat: int, outcome: int, readings: list[Reading]) -> None:
        names = {BY_DISCARD: "discard", SELF_DRAW: "own draw", BY_OTHER_DRAW: "other's draw"}
        self.facts[f"wins: {names.get(outcome, 'opening')}"] += 1
        self.facts["dealer wins"] += seat == self.dealer
        self.facts["wins on an empty wall"] += self.wall == 0
        self.facts["several best readings"] += len({tuple(sorted(reading)) for reading in readings}) > 1
        for name, _ in readings[0]:
            self.facts[f"won with {name}"] += 1

    def factors(self, seat: int, outcome: int, reds: int) -> list[tuple[str, int]]:
        """What multiplies the points, in order (decisions 2 to 4)."""
        found = []
        if outcome in (BY_SHOWN_CARD, BY_OPENING_GROUPS):
            found.append(
                ("heavenly" if seat == self.dealer else "earthly", int(str(self.o["heavenly_multiplier"])))
            )
        elif outcome == SELF_DRAW and self.o["self_draw_multiplier"] == 2:
            found.append(("self_draw", 2))
        if self.o["red_black_fans"] == "hengyang":
            if reds >= 13:
                found.append(("big_red", 5))
            elif reds >= 10:
                found.append(("small_red", 3))
            elif reds == 1:
                found.append(("one_red", 4))
            elif reds == 0:
                found.append(("all_black", 5))
        for name, _ in found:
            self.facts[name] += 1
        return found

    def read_revealed(self, first: int | None) -> None:
        """All hands and covered groups are shown, each card or group once (steps 12, 13)."""
        wanted: Counter[tuple[int, int, int]] = Counter()
        for seat, player in enumerate(self.seats):
            wanted += Counter({(seat, card, 0): n for card, n in enumerate(player.hand) if n})
            wanted += Counter((seat, int(str(card)), 1) for _, card, public in player.groups if not public)
        order = [] if first is None else [first]
        for _ in range(sum(wanted.values())):
            _, seat, card, _, arg, _ = fields_of(self.peek())
            self.due(
                REVEALED, seat, card, NOBODY, arg, ALL, "steps 12, 13: all hands and covered groups are shown"
            )
            if not wanted[seat, card, arg]:
                raise self.breach("that card is not there to be shown", "steps 12, 13", 1)
            wanted[seat, card, arg] -= 1
            if seat not in order:
                order.append(seat)
        if order != sorted(order, key=lambda seat: (seat - order[0]) % 4):
            raise self.breach("hands are shown seat by seat, the winner's first", "steps 12, 13", 1)

    def read_items(self, seat: int, readings: list[Reading], factors: list[tuple[str, int]]) -> None:
        """The groups that give 息, of some best reading, in any order; then the factors."""
        allowed = {
            tuple(
                sorted(
                    (PATTERN[name], huxi_of((name, card)), card)
                    for name, card in reading
                    if huxi_of((name, card))
                )
            )
            for reading in readings
        }
        found = []
        for _ in next(iter(allowed)) if len({len(each) for each in allowed}) == 1 else self.group_items():
            _, _, card, _, arg, _ = fields_of(self.peek())
            self.due(SCORED, seat, card, NOBODY, arg, ALL, "decision 26: the groups of the best reading")
            found.append((arg >> 16, arg & 0xFFFF, card))
        if tuple(sorted(found)) not in allowed:
            raise self.breach(f"the groups that give 息 should be one of {sorted(allowed)}", "decision 26", 1)
        for name, factor in factors:
            arg = PATTERN[name] << 16 | factor
            self.due(SCORED, seat, NO_CARD, NOBODY, arg, ALL, "decisions 2 to 4: factors")

    def group_items(self) -> list[int]:
        """The items of groups that follow in the log."""
        found = []
        at = self.at
        while at < len(self.events) and self.events[at] & 63 == SCORED and self.events[at] >> 12 & 255 < 20:
            found.append(self.events[at])
            at += 1
        return found

    def read_payments(self, winner: int, player: int, share: int) -> None:
        """Each of the three pays a share, or the player of the card all three (decisions 2, 47)."""
        due = dict.fromkeys(range(4), -share)
        if player != NOBODY and self.o["discarder_pays_all"]:
            due = {player: -3 * share}
            self.facts["paid for all"] += 1
        due[winner] = 3 * share
        paid: set[int] = set()
        for _ in due:
            seat = self.peek() >> 6 & 7
            if seat in paid or seat not in due:
                raise self.breach(f"payments should be {due}", "decision 2, step 12")
            self.due(
                PAID, seat, NO_CARD, NOBODY, due[seat], ALL, f"decision 2, step 12: payments should be {due}"
            )
            paid.add(seat)
