"""An independent referee of hk_mahjong logs: reads the stored events of one match and objects to any breach.

It knows the rule text (the numbers of its rules, decision rows and steps stand in the messages) and the event
format, and shares no code with the program: tiles, winning shapes, fan, payments and legal moves are worked
out here once more, plainly. From the cards and the answers in a log it works out what must stand in every
event between them, to the bit: who is asked what, with how many choices of which kinds, and what follows.

    facts = Auditor(options).audit(events)        # events as integers; raises Breach

`options` are the values of all options as validated. `facts` counts what was met, to show what a run covered.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from tests.games.hk_mahjong.counting import EAST, Counting, Meld, Situation
from tests.games.hk_mahjong.log_format import (
    ADDED_KONG,
    AFTER_CLAIM,
    BY_DISCARD,
    BY_ROBBERY,
    CHOW,
    CHOW_STAGE,
    CHOWED,
    CONCEALED_KONG,
    CONCEALED_KONG_LAID,
    DISCARD,
    DRAWN_HAND,
    HAND_LIMIT,
    KIND_NAMES,
    KONG,
    KONG_ADDED,
    KONG_ANNOUNCED,
    KONGED,
    MOVE_NAMES,
    OWN_TURN,
    PASS,
    PATTERN,
    PLAYED_OUT,
    PUNG,
    PUNGED,
    ROB_STAGE,
    SELF_DRAW,
    SET_STAGE,
    STAGE_NAMES,
    TILE_NAMES,
    WIN,
    WIN_STAGE,
)
from tests.games.logs import (
    ALL,
    DEALT,
    DISCARDED,
    DREW,
    HAND_ENDED,
    HAND_STARTED,
    MATCH_ENDED,
    MATCH_STARTED,
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


class Auditor(LogReader):
    """Audits matches of one ruleset."""

    names = KIND_NAMES
    moves = MOVE_NAMES
    stages = STAGE_NAMES
    cards = TILE_NAMES

    def __init__(self, options: Mapping[str, object], *, thorough: bool = False) -> None:
        """`thorough` counts all 136 tiles at every question, not only at the end of a hand."""
        super().__init__()
        self.o = dict(options)
        self.counting = Counting(options)
        self.thorough = thorough
        self.min_fan = int(str(self.o["min_fan"]))
        self.win_only_last = self.o["last_discard_claims"] == "win_only"
        self.locks = self.o["pass_win"] == "until_turn"
        self.swap_call = bool(self.o["swap_call"])
        self.kong_after_claim = bool(self.o["kong_after_claim"])
        self.rob_kong = bool(self.o["rob_kong"])
        self.deck: Sequence[int] = ()  # the tiles in their order, where it is known
        self.dealer = 0
        self.wind = 0
        self.rounds = 0
        self.scores = [0] * 4
        self.clear_table()

    def clear_table(self) -> None:
        """136 tiles in the wall (rule 2)."""
        self.left = [4] * 34  # copies not yet dealt or drawn
        self.wall = 136
        self.head = 0
        self.tail = 136
        self.hands = [[0] * 34 for _ in range(4)]
        self.melds: list[list[Meld]] = [[] for _ in range(4)]
        self.river = [0] * 34  # discards not claimed
        self.locked = [False] * 4  # passed a win since his last draw (decision 23)
        self.draws = 0
        self.discards = 0
        self.kongs = 0
        self.replacement = False

    # The match

    def audit(self, events: Sequence[int], deck: Sequence[int] = ()) -> Counter[str]:
        """Check one match from its first to its last event; `deck` is the first hand's. Raises Breach."""
        self.events = events
        self.deck = deck
        self.at = 0
        self.hand_number = self.dealer = self.wind = self.rounds = 0
        self.scores = [0] * 4
        self.due(MATCH_STARTED, NOBODY, NO_CARD, NOBODY, 0, ALL, "a match begins with match_started")
        while True:
            winner = self.hand()
            self.deck = ()
            self.hand_number += 1
            self.pass_the_deal(winner)
            played_out = self.is_played_out()
            limited = self.o["match"] != "hand" and self.hand_number >= int(str(self.o["max_hands"]))
            if played_out or limited:
                break
            if self.peek() & 63 == MATCH_ENDED:
                raise self.breach("the match is not over", "decision 31")
        why = PLAYED_OUT if played_out else HAND_LIMIT
        self.due(MATCH_ENDED, NOBODY, NO_CARD, NOBODY, why, ALL, "decision 31, step 17: the match is over")
        if self.at != len(events):
            raise self.breach("the match is over", "step 17")
        self.facts["matches"] += 1
        self.facts[f"match ended {why}"] += 1
        return self.facts

    def pass_the_deal(self, winner: int) -> None:
        """Dealer, round and round wind of the next hand (decision 31)."""
        keeps = winner == self.dealer
        if winner == NOBODY:
            keeps = self.o["dealer_after_draw"] == "same"
        if keeps:
            return
        self.dealer = (self.dealer + 1) % 4
        if self.dealer == 0:
            self.rounds += 1
            self.wind = self.rounds % 4

    def is_played_out(self) -> bool:
        """Have the hands or rounds of the match been played? (decision 4)"""
        match, _, n = str(self.o["match"]).partition(":")
        if match == "hands":
            return self.hand_number >= int(n)
        if match == "rounds":
            return self.rounds >= int(n)
        return True

    # The hand

    def hand(self) -> int:
        """Check one hand; gives the winner or NOBODY."""
        self.due(
            HAND_STARTED,
            self.dealer,
            NO_CARD,
            NOBODY,
            self.wind,
            ALL,
            "decisions 4 and 31: dealer and round wind",
        )
        self.clear_table()
        for i in range(4):
            for _ in range(13):
                self.from_wall(
                    DEALT, (self.dealer + i) % 4, 0, "decision 22: 13 tiles each, from the dealer on"
                )
        drawer = self.dealer
        while drawer != NOBODY:
            if self.wall == 0:
                self.due(
                    HAND_ENDED, NOBODY, NO_CARD, NOBODY, DRAWN_HAND, ALL, "step 3: a draw from an empty wall"
                )
                self.facts["drawn hands"] += 1
                self.end_count()
                return NOBODY
            winner, drawer = self.turn(drawer)
        self.end_count()
        return winner

    def end_count(self) -> None:
        self.count_tiles()
        self.facts["hands"] += 1

    def count_tiles(self) -> None:
        """Every kind has its four tiles, somewhere (rule 2)."""
        total = [left + river for left, river in zip(self.left, self.river, strict=True)]
        for hand in self.hands:
            total = [n + held for n, held in zip(total, hand, strict=True)]
        for melds in self.melds:
            for kind, low, _ in melds:
                for tile in (
                    (low, low + 1, low + 2) if kind == "chow" else (low,) * (4 if kind == "kong" else 3)
                ):
                    total[tile] += 1
        if total != [4] * 34 or sum(self.left) != self.wall:
            raise self.breach("the tiles do not add up to four of each kind", "rule 2")

    def from_wall(self, kind: int, seat: int, arg: int, rule: str) -> int:
        """A tile comes from the wall to a hand, seen by its owner only; gives the tile."""
        event = self.peek()
        card = event >> 12 & 255
        if self.at >= len(self.events) or event != event_of(kind, seat, card, NOBODY, arg, 1 << seat):
            wanted = event_of(kind, seat, NO_CARD, NOBODY, arg, 1 << seat)
            raise self.breach(f"due is {self.describe(wanted)} with some tile", rule)
        if card >= 34 or self.left[card] == 0:
            raise self.breach("there is no such tile left in the wall", "rule 2")
        place = self.tail - 1 if arg else self.head
        if self.deck and self.deck[place] != card:
            end = "tail" if arg else "head"
            raise self.breach(f"at the {end} of the wall lies {TILE_NAMES[self.deck[place]]}", "decision 22")
        self.head, self.tail = (self.head, place) if arg else (place + 1, self.tail)
        self.left[card] -= 1
        self.wall -= 1
        self.hands[seat][card] += 1
        self.at += 1
        return card

    def turn(self, seat: int) -> tuple[int, int]:
        """Check from a draw from the wall to the next one: (winner or NOBODY, who draws next or NOBODY)."""
        drawn = self.from_wall(DREW, seat, 0, "step 3: the next player draws")
        self.facts["draws"] += 1
        stage = OWN_TURN
        while True:
            if stage == OWN_TURN:
                self.draws += 1
                self.locked[seat] = False
            did, tile = self.act(seat, drawn, stage)
            if did == WON:
                return seat, NOBODY
            if did == KONG_ANNOUNCED:
                robber = self.added_kong(seat, tile)
                if robber != NOBODY:
                    return robber, NOBODY
            if did != DISCARDED:
                drawn, stage = self.replace(seat), OWN_TURN
                continue
            claimant, how = self.claims(seat, tile)
            if how == WON:
                return claimant, NOBODY
            if how == PASSED:
                return NOBODY, (seat + 1) % 4
            seat = claimant
            if how == KONGED:
                drawn, stage = self.replace(seat), OWN_TURN
            else:
                drawn, stage = tile, AFTER_CLAIM

    def replace(self, seat: int) -> int:
        """Step 8: the replacement comes from the tail."""
        self.kongs += 1
        self.facts["replacements"] += 1
        self.replacement = True
        return self.from_wall(DREW, seat, 1, "step 8: a kong is replaced from the tail")

    # Questions

    def ask(self, seat: int, tile: int, giver: int, stage: int, choices: int, kinds: int, rule: str) -> int:
        """This question is due; gives the kind of the event that answers it, past any faults of a policy."""
        if self.thorough:
            self.count_tiles()
        kind = self.read_question(seat, tile, giver, stage, choices, kinds, rule)
        answers = (PASSED, DISCARDED, CHOWED, PUNGED, KONGED, CONCEALED_KONG_LAID, KONG_ANNOUNCED, REVEALED)
        if kind not in answers:
            raise self.breach(f"an answer of seat {seat} is due", rule)
        return kind

    def answer(self, kind: int, seat: int, card: int, giver: int, arg: int, rule: str) -> None:
        """The answer must be written exactly so; a pass is seen by nobody else (decision 37)."""
        self.due(kind, seat, card, giver, arg, 1 << seat if kind == PASSED else ALL, rule)

    def act(self, seat: int, tile: int, stage: int) -> tuple[int, int]:
        """Steps 4 and 13: who drew or claimed acts; gives (event kind, tile)."""
        hand = self.hands[seat]
        banned = tile if stage == AFTER_CLAIM and not self.swap_call else -1
        allowed = {kind for kind in range(34) if hand[kind]} if banned >= 0 else set()
        if banned >= 0 and len(allowed) > 1:
            allowed.discard(banned)
        choices = len(allowed) if banned >= 0 else 34 - hand.count(0)
        kinds = DISCARD
        may_kong = self.wall > 0 and (stage == OWN_TURN or self.kong_after_claim)
        hidden = hand.count(4) if may_kong else 0
        added = [m[1] for m in self.melds[seat] if m[0] == "pung" and hand[m[1]]] if may_kong else []
        can_win = stage == OWN_TURN and self.can_win(seat, tile, SELF_DRAW)
        if hidden:
            kinds |= CONCEALED_KONG
        if added:
            kinds |= ADDED_KONG
        if can_win:
            kinds |= WIN
        rule = "step 4" if stage == OWN_TURN else "step 13, decisions 24, 25 and 38"
        did = self.ask(seat, tile, seat, stage, choices + hidden + len(added) + can_win, kinds, rule)
        card = self.peek() >> 12 & 255
        if did == DISCARDED:
            if card >= 34 or not hand[card] or (banned >= 0 and card not in allowed):
                raise self.breach("that tile may not be discarded", "steps 4 and 13, decision 24")
            self.answer(DISCARDED, seat, card, NOBODY, 0, "step 9")
            hand[card] -= 1
            self.river[card] += 1
            self.discards += 1
            self.replacement = False
            self.facts["discards"] += 1
        elif did == CONCEALED_KONG_LAID:
            if card >= 34 or hand[card] != 4 or not may_kong:
                raise self.breach("no concealed kong of that is allowed", "rules 5, decisions 19 and 25")
            self.answer(did, seat, card, seat, 0, "step 6")
            hand[card] -= 4
            self.melds[seat].append(("kong", card, True))
            self.facts[f"concealed kong {STAGE_NAMES[stage]}"] += 1
        elif did == KONG_ANNOUNCED:
            if card not in added:
                raise self.breach("no added kong of that is allowed", "rule 5, decisions 19 and 25")
            self.answer(did, seat, card, seat, 0, "step 7")
            self.facts[f"added kong {STAGE_NAMES[stage]}"] += 1
        elif did == REVEALED:
            if not can_win:
                raise self.breach("that hand cannot win now", "rules 11 to 13, decisions 18 and 38")
            self.win(seat, tile, seat, SELF_DRAW)
            did = WON
        else:
            raise self.breach("that is no answer to a turn", "steps 4 and 13")
        return did, card

    def added_kong(self, seat: int, tile: int) -> int:
        """Step 7: the kong may be robbed, else it is laid; gives the robber or NOBODY."""
        if self.rob_kong:
            robber = self.offer_win(seat, tile, ROB_STAGE)
            if robber != NOBODY:
                return robber
        self.due(KONG_ADDED, seat, tile, seat, 0, ALL, "step 7: the added kong is laid")
        self.hands[seat][tile] -= 1
        place = self.melds[seat].index(("pung", tile, False))
        self.melds[seat][place] = ("kong", tile, False)
        return NOBODY

    def offer_win(self, giver: int, tile: int, stage: int) -> int:
        """Steps 7 and 10: who can win is asked, nearest first; gives the winner or NOBODY."""
        source = BY_ROBBERY if stage == ROB_STAGE else BY_DISCARD
        rule = "rule 10, step 10" if stage == WIN_STAGE else "decision 16, step 7"
        asked = 0
        for i in (1, 2, 3):
            seat = (giver + i) % 4
            if (self.locks and self.locked[seat]) or not self.can_win(seat, tile, source):
                continue
            did = self.ask(seat, tile, giver, stage, 2, PASS | WIN, rule)
            asked += 1
            self.facts["second asked to win"] += asked == 2
            if did == REVEALED:
                self.win(seat, tile, giver, source)
                self.facts["won though nearer seats passed"] += asked > 1
                return seat
            if did != PASSED:
                raise self.breach("that is no answer to a question for a win", rule)
            self.answer(PASSED, seat, tile, giver, 0, rule)
            self.locked[seat] = True
            self.facts["passed wins"] += 1
        return NOBODY

    def claims(self, giver: int, tile: int) -> tuple[int, int]:
        """Steps 10 to 12: the three stages of claims; gives (claimant, event kind), PASSED for nobody."""
        winner = self.offer_win(giver, tile, WIN_STAGE)
        if winner != NOBODY:
            return winner, WON
        if self.wall == 0 and self.win_only_last:
            return NOBODY, PASSED
        for i in (1, 2, 3):
            seat = (giver + i) % 4
            if self.hands[seat][tile] < 2:
                continue
            may_kong = self.hands[seat][tile] == 3 and self.wall > 0
            rule = "rule 6, step 11" if self.wall else "decision 21, step 11"
            kinds = PASS | PUNG | (KONG if may_kong else 0)
            did = self.ask(seat, tile, giver, SET_STAGE, 3 if may_kong else 2, kinds, rule)
            if did == PUNGED or (did == KONGED and may_kong):
                self.answer(did, seat, tile, giver, 0, rule)
                taken = 2 if did == PUNGED else 3
                self.take_discard(seat, tile, [tile] * taken)
                self.melds[seat].append(("pung" if did == PUNGED else "kong", tile, False))
                self.facts["pungs" if did == PUNGED else "kongs"] += 1
                self.facts["claims of the last discards"] += self.wall == 0
                return seat, did
            if did != PASSED:
                raise self.breach("that is no answer to a question for a pung", rule)
            self.answer(PASSED, seat, tile, giver, 0, rule)
        return self.chow(giver, tile)

    def chow(self, giver: int, tile: int) -> tuple[int, int]:
        """Step 12: the discarder's next player may build a sequence."""
        seat = (giver + 1) % 4
        hand = self.hands[seat]
        lows = []
        for low in range(tile - 2, tile + 1) if tile < EAST else ():
            others = [other for other in (low, low + 1, low + 2) if other != tile]
            if low >= 0 and low // 9 == (low + 2) // 9 and all(hand[other] for other in others):
                lows.append(low)
        if not lows:
            return NOBODY, PASSED
        did = self.ask(seat, tile, giver, CHOW_STAGE, 1 + len(lows), PASS | CHOW, "rule 8, step 12")
        if did == PASSED:
            self.answer(PASSED, seat, tile, giver, 0, "step 12")
            return NOBODY, PASSED
        low = self.peek() >> 24
        if did != CHOWED or low not in lows:
            raise self.breach("that is no answer to a question for a chow", "rule 8, step 12")
        self.answer(CHOWED, seat, tile, giver, low, "step 12")
        self.take_discard(seat, tile, [other for other in (low, low + 1, low + 2) if other != tile])
        self.melds[seat].append(("chow", low, False))
        self.facts["chows"] += 1
        self.facts["claims of the last discards"] += self.wall == 0
        return seat, CHOWED

    def take_discard(self, seat: int, tile: int, own: list[int]) -> None:
        """Step 14: the tile leaves the discards, the claimant lays his own tiles to it."""
        self.river[tile] -= 1
        for each in own:
            self.hands[seat][each] -= 1

    # Wins

    def can_win(self, seat: int, tile: int, source: int) -> bool:
        """Shape and `min_fan` (rules 11 to 13); on a self-draw the tile is in the hand already."""
        hand = self.hands[seat]
        more = 0 if source == SELF_DRAW else 1
        hand[tile] += more
        wins = self.counting.is_shape(hand, self.melds[seat]) and (
            self.min_fan == 0 or sum(self.best(seat, source).values()) >= self.min_fan
        )
        hand[tile] -= more
        return wins

    def best(self, seat: int, source: int) -> dict[str, int]:
        """Pattern -> fan of a seat's hand with the winning tile in it."""
        situation = Situation(
            hand=self.hands[seat],
            melds=self.melds[seat],
            source=source,
            seat_wind=EAST + (seat - self.dealer) % 4,
            round_wind=EAST + self.wind,
            replacement=self.replacement,
            wall_is_empty=self.wall == 0,
            draws=self.draws,
            discards=self.discards,
            kongs=self.kongs,
        )
        return self.counting.best(situation)

    def win(self, seat: int, tile: int, giver: int, source: int) -> None:
        """Step 15: tiles shown, items, value, payments, the end of the hand."""
        hand = self.hands[seat]
        own = list(hand)
        if source == SELF_DRAW:
            own[tile] -= 1
        self.read_revealed(seat, own)
        if source != SELF_DRAW:
            hand[tile] += 1
            if source == BY_DISCARD:
                self.river[tile] -= 1
            else:
                self.hands[giver][tile] -= 1
        items = self.best(seat, source)
        fan = sum(items.values())
        self.due(WON, seat, tile, giver, fan, ALL, "decision 32: the win and the fan of its best reading")
        scored = self.read_list(SCORED, seat, len(items))
        wanted = {PATTERN[name] << 16 | each for name, each in items.items()}
        if set(scored) != wanted:
            raise self.breach(f"the items should be {items}", "rule 15, decision 32", 1)
        self.read_payments(self.counting.payments(seat, giver, self.counting.value(fan, seat == self.dealer)))
        outcome = source
        self.due(HAND_ENDED, seat, NO_CARD, NOBODY, outcome, ALL, "step 15: the win ends the hand")
        self.note_win(seat, items, source)

    def note_win(self, seat: int, items: dict[str, int], source: int) -> None:
        self.facts[
            {SELF_DRAW: "self-drawn wins", BY_DISCARD: "discard wins", BY_ROBBERY: "robberies"}[source]
        ] += 1
        self.facts["dealer wins"] += seat == self.dealer
        self.facts["wins on an empty wall"] += self.wall == 0
        for name in items:
            self.facts[name] += 1

    def read_revealed(self, seat: int, own: list[int]) -> None:
        """The winner's concealed tiles without the winning one are shown to all, each once."""
        shown = [0] * 34
        for _ in range(sum(own)):
            card = self.peek() >> 12 & 255
            if card >= 34:
                raise self.breach("the winner shows his tiles", "step 15")
            self.due(REVEALED, seat, card, NOBODY, 0, ALL, "step 15: the winner's tiles are shown")
            shown[card] += 1
        if shown != own:
            raise self.breach("the tiles shown are not those of the winner's hand", "step 15", 1)

    def read_list(self, kind: int, seat: int, n: int) -> list[int]:
        """The numbers of n events of one kind and seat."""
        args = []
        for _ in range(n):
            arg = self.peek() >> 24
            self.due(kind, seat, NO_CARD, NOBODY, arg, ALL, "rule 15: the items of the best reading")
            args.append(arg)
        return args

    def read_payments(self, deltas: list[int]) -> None:
        """One event for each seat that pays or gets, and no other; the sums are right."""
        paid: dict[int, int] = {}
        due = {seat: delta for seat, delta in enumerate(deltas) if delta}
        for _ in due:
            kind, seat, _, _, arg, _ = fields_of(self.peek())
            if kind != PAID or seat in paid or seat >= 4:
                raise self.breach(f"payments should be {due}", "rule 16, step 15")
            self.due(PAID, seat, NO_CARD, NOBODY, arg, ALL, "rule 16, step 15")
            paid[seat] = arg
            self.scores[seat] += arg
        lost = sum(paid.values())
        low = -2 if self.o["self_draw_payment"] == "exact_from_bank" else 0
        if not low <= lost <= 0:
            raise self.breach(f"the payments add up to {lost}", "rule 16, decision 13", 1)
        if paid != due:
            raise self.breach(f"payments should be {due}", "rules 14 and 16, decisions 1, 2 and 13", 1)
