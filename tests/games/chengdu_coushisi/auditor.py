"""An independent referee of chengdu_coushisi logs: reads the events of one match and objects to any breach.

It knows the rule text (the numbers of its rules, decision rows and steps stand in the messages) and the event
format, and shares no code with the program: completeness, red points, scores, claims and legal moves are worked
out here once more, plainly. From the cards and the answers in a log it works out what must stand in every event
between them, to the bit.

    facts = Auditor(options).audit(events)        # events as integers; raises Breach

`options` are the values of all options as validated. `facts` counts what was met, to show what a run covered.
"""

from collections import Counter
from collections.abc import Sequence

from tests.games.chengdu_coushisi.counting import PIPS, VALUES, is_complete, is_dragon, red_of
from tests.games.chengdu_coushisi.log_format import (
    ADD,
    AFTER_CHOW,
    AFTER_STEAL,
    BY_DISCARD,
    CHOW,
    CHOW_STAGE,
    CHOWED,
    CONCEAL,
    CONCEALED_LAID,
    DISCARD,
    DRAGON,
    DRAGON_STAGE,
    FIRST_DISCARD,
    FOURTH_ADDED,
    LIFTED,
    OPENING_STAGE,
    OTHER_FLIP,
    OWN_FLIP,
    OWN_HAND,
    PASS,
    PUNG,
    PUNG_STAGE,
    PUNGED,
    STOLEN,
    TURN_STAGE,
    TURNED,
    WIN,
    WIN_STAGE,
)
from tests.games.chengdu_coushisi.referee import Group, HandOver, Move, Referee, is_bonus
from tests.games.logs import (
    ALL,
    DEALT,
    DISCARDED,
    HAND_STARTED,
    MATCH_ENDED,
    MATCH_STARTED,
    NO_CARD,
    NOBODY,
    fields_of,
)

NO_MOVE = (PASS, 0)


class Auditor(Referee):
    """Audits matches of one ruleset: the flow of a match and of its hands."""

    # The match

    def audit(self, events: Sequence[int]) -> Counter[str]:
        """Check one match from its first to its last event. Raises Breach."""
        self.events, self.at, self.hand_number = events, 0, 0
        self.dealer = self.shuffler = NOBODY
        match, _, n = str(self.o["match"]).partition(":")
        self.due(MATCH_STARTED, NOBODY, NO_CARD, NOBODY, 0, ALL, "a match begins with match_started")
        for _ in range(int(n) if match == "hands" else 1):
            self.hand()
            self.hand_number += 1
        self.due(MATCH_ENDED, NOBODY, NO_CARD, NOBODY, 0, ALL, "decision 39: the match is over")
        if self.at != len(events):
            raise self.breach("the match is over", "decision 39")
        self.facts["matches"] += 1
        return self.facts

    def hand(self) -> None:
        """Steps 1 to 14."""
        self.begin()
        self.clear_table()
        if self.o["dealer_rule"] == "cut":
            self.lift()
        self.deal()
        try:
            self.black_dragons()
            for seat in self.from_seat(self.dealer):
                self.open_hand(seat)
            seat = self.even_hand(self.dealer, FIRST_DISCARD)
            while True:
                seat = self.turn(seat)
        except HandOver:
            self.facts["hands"] += 1

    # Steps 1 and 2

    def begin(self) -> None:
        """Decision 3 to 5: who deals; the winner of the hand before still stands there."""
        rule = self.o["dealer_rule"]
        first = self.hand_number == 0
        kind, named, *_ = fields_of(self.peek())
        if kind != HAND_STARTED or named > 3:
            raise self.breach("a hand begins with hand_started and a dealer", "step 1")
        if not first and rule == "winner" and self.winner != NOBODY:
            self.dealer = self.winner
        elif not first and rule == "rotate":
            self.dealer = (self.dealer + 1) % 4
        elif first or rule in ("cut", "random"):
            self.dealer = named  # by lot; that of a cut is checked when the lifted card is known
        self.due(HAND_STARTED, self.dealer, NO_CARD, NOBODY, 0, ALL, "decisions 3 to 5: the dealer")
        self.facts[f"dealer by {rule}"] += 1

    def lift(self) -> None:
        """Decision 3 and 4: the cutter, opposite the shuffler, lifts the card that becomes the pool's last."""
        _, _, card, shuffler, *_ = fields_of(self.peek())
        if self.hand_number:
            shuffler = self.shuffler if self.winner == NOBODY else self.winner
        if card >= 42 or not self.left[card] or shuffler > 3:
            raise self.breach("a card of the pack is lifted, opposite the shuffler", "decisions 3, 4")
        low, high = PIPS[card % 21].split("-")
        pips = int(low) + int(high)
        cutter = (shuffler + 2) % 4
        self.due(LIFTED, cutter, card, shuffler, pips, ALL, "decisions 3, 4: the lifted card")
        if self.dealer != (cutter + pips - 1) % 4:
            raise self.breach(f"the dealer should be seat {(cutter + pips - 1) % 4}", "decision 3", 1)
        self.shuffler = shuffler
        self.lifted = card
        self.left[card] -= 1

    def deal(self) -> None:
        """Decision 6."""
        for i in range(45):
            seat = (self.dealer + i) % 4
            self.from_pool(DEALT, seat, 0, "decision 6: one card at a time from the dealer on")
        if (
            self.pool != 39
            or [len(self.seats[s].hand) for s in self.from_seat(self.dealer)] != [12] + [11] * 3
        ):
            raise self.breach("12 cards for the dealer, 11 for the others, 39 in the pool", "decision 6")

    # Steps 3 to 6

    def black_dragons(self) -> None:
        """Step 3."""
        if not self.o["black_dragon"]:
            return
        for seat in self.from_seat(self.dealer):
            if is_dragon(self.seats[seat].hand) and self.asks_win(
                seat, NO_CARD, NOBODY, DRAGON_STAGE, "step 3"
            ):
                self.win(seat, NO_CARD, seat, DRAGON)

    def open_hand(self, seat: int) -> None:
        """Step 5."""
        self.replace_bonus(seat)
        self.lay_while_wished(seat, OPENING_STAGE)

    def lay_while_wished(self, seat: int, stage: int) -> None:
        """Steps 5b and 7a: 暗, or with `kong` a fourth card added, as long as he can and will."""
        while moves := self.layable(seat):
            move = self.ask(seat, NO_CARD, NOBODY, stage, {NO_MOVE} | moves, "steps 5b, 7a")
            if move == NO_MOVE:
                self.facts["triples kept"] += 1
                return
            self.lay(seat, move)

    def layable(self, seat: int) -> set[Move]:
        """Decisions 11, 12, 25: each kind held three times, each hand card that is the fourth of an own group."""
        if self.pool == 0:
            return set()
        player = self.seats[seat]
        moves = {(CONCEAL, card % 21) for card in player.hand if player.count(card) >= 3}
        if self.o["kong"] == "add_fourth_steal_one":
            threes = {group.cards[0] % 21 for group in player.groups if group.name != "chow"}
            moves |= {(ADD, card) for card in player.hand if card % 21 in threes}
        return moves

    def lay(self, seat: int, move: Move) -> None:
        """暗, or a fourth card added, with the steal after it (steps 5b, 7a, 10c)."""
        kind, card = move
        player = self.seats[seat]
        if kind == CONCEAL:
            cards = sorted((c for c in player.hand if c % 21 == card), reverse=True)[:3]  # the flower first
            self.due(CONCEALED_LAID, seat, max(cards), NOBODY, 0, 1 << seat, "step 5b, decisions 38, 44: 暗")
            player.groups.append(Group("concealed", cards, False))
            self.facts["暗 of three of four"] += player.count(card) == 4
            for each in cards:
                player.hand.remove(each)
        else:
            self.due(
                FOURTH_ADDED, seat, card, NOBODY, 0, ALL, "decision 12: the fourth is laid for all to see"
            )
            group = next(g for g in player.groups if g.name != "chow" and g.cards[0] % 21 == card % 21)
            group.cards.append(card)
            group.is_open = True
            player.hand.remove(card)
            self.facts[f"fourth on {group.name}"] += 1
        self.steal(seat)

    def steal(self, seat: int) -> None:
        """偷牌 (rules 12, 14, 15)."""
        self.from_pool(2, seat, STOLEN, "steps 5b, 10b: one card is stolen")
        self.replace_bonus(seat)

    # Steps 7 and 8

    def turn(self, seat: int) -> int:
        """Step 7; gives whose turn is next."""
        player = self.seats[seat]
        player.has_passed_win = False
        for each in self.seats:
            if len(each.hand) % 2 == 0:
                raise self.breach(f"a hand waits with {len(each.hand)} cards", "rule 16")
        if self.pool == 0:
            self.drawn_hand()
        if self.o["concealed_triplet_midgame"]:
            self.lay_while_wished(seat, TURN_STAGE)
        while is_bonus(card := self.from_pool(2, seat, TURNED, "step 7b: a card is turned")):
            self.lay_bonus(seat, [card], "step 7b, decision 24")
            self.facts["皮子 turned"] += 1
        return self.on_table(seat, card, is_turned=True)

    def on_table(self, giver: int, card: int, is_turned: bool) -> int:
        """Steps 8 and 9; gives whose turn is next."""
        self.river.append(card)
        others = [(giver + i) % 4 for i in (1, 2, 3)]
        order = [giver, *others] if is_turned else others
        if is_turned or self.o["win_on_discard"]:
            asked = 0
            for seat in order:
                if not self.may_win(seat, card):
                    continue
                asked += 1
                self.facts["second asked to win"] += asked == 2
                if self.asks_win(seat, card, giver, WIN_STAGE, "steps 8a, 9a, decision 15"):
                    way = BY_DISCARD if not is_turned else OWN_FLIP if seat == giver else OTHER_FLIP
                    self.win(seat, card, giver, way)
        return self.claims(giver, card, order, self.eater(giver, is_turned))

    def eater(self, giver: int, is_turned: bool) -> int:
        """Rule 13 and `chow_from`."""
        if is_turned:
            return giver
        return (giver + 1) % 4 if self.o["chow_from"] == "own_flip_or_left_discard" else NOBODY

    def claims(self, giver: int, card: int, order: list[int], eater: int) -> int:
        """Steps 8b-d and 9b-d."""
        kind = card % 21
        chows: set[Move] = set()
        if eater != NOBODY and kind not in self.seats[eater].dead and len(self.seats[eater].hand) >= 2:
            chows = {(CHOW, c) for c in self.seats[eater].hand if VALUES[c % 21] + VALUES[kind] == 14}
        holders = [seat for seat in order if self.seats[seat].count(card) >= 2]
        if holders and self.pool == 0:
            self.facts["no 碰 on an empty pool"] += 1
        for seat in holders if self.pool else []:
            if kind in self.seats[seat].dead:
                self.facts["dead 碰"] += 1
                continue
            moves = {NO_MOVE, (PUNG, card)}
            if seat == eater:
                moves |= chows
                self.facts["碰 or 吃"] += bool(chows)
                chows = set()
            move = self.ask(seat, card, giver, PUNG_STAGE, moves, "steps 8b, 9b")
            if move[0] == PUNG:
                return self.pung(seat, card, giver)
            if move[0] == CHOW:
                return self.chow(seat, card, giver, move[1])
            self.note_refusal(seat, kind)
            self.facts["碰 passed, then 吃"] += bool(chows)
        if chows:
            move = self.ask(eater, card, giver, CHOW_STAGE, {NO_MOVE} | chows, "steps 8c, 9c")
            if move[0] == CHOW:
                return self.chow(eater, card, giver, move[1])
            self.note_refusal(eater, kind)
        return (giver + 1) % 4

    def note_refusal(self, seat: int, kind: int) -> None:
        """Decision 36."""
        if self.o["dead_cards"]:
            self.seats[seat].dead.add(kind)

    # Steps 9 to 11

    def pung(self, seat: int, card: int, giver: int) -> int:
        """Step 10."""
        player = self.seats[seat]
        cards = sorted((c for c in player.hand if c % 21 == card % 21), reverse=True)[:2]  # the flower first
        flower = int(cards[0] >= 21)
        self.due(PUNGED, seat, card, giver, flower, ALL, "step 10a, decision 44")
        self.river.remove(card)
        for each in cards:
            player.hand.remove(each)
        player.groups.append(Group("pung", [card, *cards], True))
        self.facts["碰 of one's own turned card"] += seat == giver
        self.steal(seat)
        return self.even_hand(seat, AFTER_STEAL)

    def chow(self, seat: int, card: int, giver: int, own: int) -> int:
        """Step 11."""
        player = self.seats[seat]
        self.due(CHOWED, seat, card, giver, own, ALL, "step 11")
        self.river.remove(card)
        player.hand.remove(own)
        player.groups.append(Group("chow", [card, own], True))
        self.facts["吃 of a discard"] += seat != giver
        self.facts["吃 on an empty pool"] += self.pool == 0
        return self.even_hand(seat, AFTER_CHOW)

    def even_hand(self, seat: int, stage: int) -> int:
        """Steps 6, 10c and 11: a discard, unless something else is legal and chosen; then step 9."""
        player = self.seats[seat]
        while True:
            if len(player.hand) % 2:
                raise self.breach(f"the hand before a discard has {len(player.hand)} cards", "rule 16")
            moves = {(DISCARD, card) for card in player.hand}
            if stage == AFTER_STEAL and self.o["concealed_triplet_midgame"]:
                moves |= self.layable(seat)
            if stage != AFTER_CHOW and self.o["win_on_own_even_hand"] and self.may_win(seat, None):
                moves.add((WIN, 0))
            move = self.ask(seat, NO_CARD, NOBODY, stage, moves, "steps 6, 10c, 11")
            if move[0] == WIN:
                self.win(seat, NO_CARD, seat, OWN_HAND)
            if (WIN, 0) in moves:
                self.pass_win(seat)
            if move[0] == DISCARD:
                self.due(DISCARDED, seat, move[1], NOBODY, 0, ALL, "step 9")
                player.hand.remove(move[1])
                return self.on_table(seat, move[1], is_turned=False)
            self.lay(seat, move)

    # Wins

    def may_win(self, seat: int, card: int | None) -> bool:
        """Rules 17 to 19, decisions 13, 16, 30."""
        player = self.seats[seat]
        cards = player.hand if card is None else [*player.hand, card]
        if not is_complete(cards):
            return False
        red = red_of(cards, player.counted_groups(), self.o)
        if red < int(str(self.o["min_red_dealer" if seat == self.dealer else "min_red"])):
            self.facts["too little red"] += 1
            return False
        if player.has_passed_win and self.o["pass_win"] == "until_turn":
            self.facts["locked wins" if card is not None else "locked even hands"] += 1
            return False
        return True

    def asks_win(self, seat: int, card: int, giver: int, stage: int, rule: str) -> bool:
        """胡 / pass; did he win?"""
        if self.ask(seat, card, giver, stage, {NO_MOVE, (WIN, 0)}, rule) != NO_MOVE:
            return True
        self.pass_win(seat)
        return False

    def pass_win(self, seat: int) -> None:
        """Decision 16."""
        self.seats[seat].has_passed_win = True
        self.facts["passed wins"] += 1
