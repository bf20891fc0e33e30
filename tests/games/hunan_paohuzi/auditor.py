"""An independent referee of hunan_paohuzi logs: reads the events of one match and objects to any breach.

It knows the rule text (the numbers of its rules, decision rows and steps stand in the messages) and the event
format, and shares no code with the program: readings, 息, claims, payments and legal moves are worked out
here once more, plainly. From the cards and the answers in a log it works out what must stand in every event
between them, to the bit: what is forced, who is asked what with how many choices of which kinds, and all
that follows.

    facts = Auditor(options).audit(events)        # events as integers; raises Breach

`options` are the values of all options as validated. `facts` counts what was met, to show what a run covered.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement

from tests.games.hunan_paohuzi.counting import CHOWS, SHAPES, Group, Seat, cards_of
from tests.games.hunan_paohuzi.log_format import (
    BEFORE_STAGE,
    BY_DISCARD,
    BY_OPENING_GROUPS,
    BY_OTHER_DRAW,
    BY_SHOWN_CARD,
    CHOW,
    CHOW_STAGE,
    CHOWED,
    COMPARED,
    DISCARD,
    DISCARD_STAGE,
    DRAWN_HAND,
    FROM_DEAL,
    FROM_KAN,
    FROM_PUNG,
    FROM_WEI,
    GROUP_STAGE,
    OPENING_STAGE,
    OTHER,
    OWN,
    PAO,
    PASS,
    PLAYED,
    PUNG,
    PUNG_STAGE,
    PUNGED,
    SELF_DRAW,
    STALE_WEI,
    TI,
    WEI,
    WIN_STAGE,
)
from tests.games.hunan_paohuzi.referee import Referee
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
)


class Auditor(Referee):
    """Audits matches of one ruleset: the flow of a match and of its hands."""

    # The match

    def audit(self, events: Sequence[int]) -> Counter[str]:
        """Check one match from its first to its last event. Raises Breach."""
        self.events = events
        self.at = 0
        self.hand_number = 0
        self.dealer = -1
        match, _, n = str(self.o["match"]).partition(":")
        self.due(MATCH_STARTED, NOBODY, NO_CARD, NOBODY, 0, ALL, "a match begins with match_started")
        for _ in range(int(n) if match == "hands" else 1):
            self.hand()
            self.hand_number += 1
            if self.winner != NOBODY:
                self.dealer = self.winner
            elif self.o["dealer_after_draw"] == "next":
                self.dealer = (self.dealer + 1) % 4
        self.due(MATCH_ENDED, NOBODY, NO_CARD, NOBODY, 0, ALL, "decision 46: the match is over")
        if self.at != len(events):
            raise self.breach("the match is over", "decision 46")
        self.facts["matches"] += 1
        return self.facts

    # The hand

    def hand(self) -> None:
        """Steps 1 to 13."""
        if self.dealer < 0:
            self.dealer = self.peek() >> 6 & 7
            if self.dealer > 3:
                raise self.breach("the first dealer is one of the four", "rule 3")
        self.due(HAND_STARTED, self.dealer, NO_CARD, NOBODY, 0, ALL, "rule 3: the dealer")
        self.clear_table()
        for i in range(56):
            seat = (self.dealer + i) % 4
            self.from_wall(
                DEALT, seat, 0, 1 << seat, "decision 53: one card at a time from the dealer on, 14 rounds"
            )
        shown = self.from_wall(
            DEALT, self.dealer, 1, ALL, "rule 5, decision 53: the shown card goes to the dealer"
        )
        todo = self.opening(shown)
        while todo is not None:
            what, seat = todo
            if what == "discard":
                todo = self.discard(seat)
            elif self.wall == 0:
                self.drawn_hand()
                todo = None
            else:
                todo = self.draw(seat)
        self.count_cards()
        self.facts["hands"] += 1

    def opening(self, shown: int) -> tuple[str, int] | None:
        """Steps 4 to 7."""
        order = [(self.dealer + i) % 4 for i in range(4)]
        if self.o["opening_win"]:
            for seat in order:
                hand = self.seats[seat].hand
                if hand.count(4) >= 2 or hand.count(4) + hand.count(3) >= 4:
                    self.facts["opening groups"] += 1
                    own = [
                        ("ti" if hand[card] == 4 else "kan", card) for card in range(20) if hand[card] >= 3
                    ]
                    self.win(seat, NO_CARD, seat, BY_OPENING_GROUPS, [tuple(own)], None)
                    return None
        for seat in order:
            if self.o["self_draw_only"] and seat != self.dealer:
                continue
            own_draw = seat == self.dealer
            readings = self.readings(seat, None if own_draw else shown, OWN if own_draw else OTHER)
            if self.asks_win(seat, shown, self.dealer, OPENING_STAGE, readings, BY_SHOWN_CARD, "step 5"):
                return None
        for seat in order:
            player = self.seats[seat]
            for card in range(20):
                if player.hand[card] == 4:
                    public = self.o["ti_visibility"] == "one_shown"
                    self.due(TI, seat, card, seat, FROM_DEAL, ALL if public else 1 << seat, "step 6, rule 17")
                    player.hand[card] = 0
                    player.groups.append(["ti", card, public])
                    self.facts["dealt ti"] += 1
            player.credits = max(0, player.quads() - 1)
        dealer = self.seats[self.dealer]
        if dealer.credits:
            dealer.credits -= 1
            self.facts["dealer skips his discard"] += 1
            return "draw", (self.dealer + 1) % 4
        self.question = (shown, self.dealer)
        return "discard", self.dealer

    def drawn_hand(self) -> None:
        """Step 13: 荒庄."""
        self.read_revealed(None)
        self.due(HAND_ENDED, NOBODY, NO_CARD, NOBODY, DRAWN_HAND, ALL, "step 13: the wall is empty")
        self.facts["drawn hands"] += 1

    # Actions

    def draw(self, seat: int) -> tuple[str, int] | None:
        """Step 9."""
        player = self.seats[seat]
        self.check_parity(seat)
        card = self.peek() >> 12 & 255
        held = player.hand[card] if card < 20 else 0
        wei = player.lying(card, "wei", "stale_wei")
        hidden = held >= 2 or wei is not None
        self.from_wall(
            DREW, seat, 0, 1 << seat if hidden else ALL, "step 9: who draws shows what is no 偎 or 提"
        )
        self.facts["draws"] += 1
        self.question = (card, seat)
        if player.size() == 0:
            self.facts["draws of the dead"] += 1
        if not hidden:
            return self.on_table(seat, card, drawn=True)
        self.limbo[card] += 1
        if self.o["win_before_wei"]:
            readings = self.readings(seat, card, OWN)
            if self.asks_win(
                seat, card, seat, BEFORE_STAGE, readings, SELF_DRAW, "decision 24, win_before_wei"
            ):
                return None
        self.limbo[card] -= 1
        is_quad = self.lay_own(seat, card, held, wei)
        if not self.o["win_before_wei"]:
            readings = self.readings(seat, None, OWN)
            if self.asks_win(seat, card, seat, GROUP_STAGE, readings, SELF_DRAW, "step 9a, decision 24"):
                return None
        return self.after_quad(seat, seat) if is_quad else self.after_group(seat)

    def lay_own(self, seat: int, card: int, held: int, wei: list[object] | None) -> bool:
        """Step 9a: the 提 or 偎 that a secret draw makes; is it a quad?"""
        player = self.seats[seat]
        if wei is not None or held == 3:
            public = self.o["ti_visibility"] == "one_shown" or (wei is not None and bool(wei[2]))
            before = FROM_WEI if wei is not None else FROM_KAN
            self.due(TI, seat, card, seat, before, ALL if public else 1 << seat, "step 9a, rule 17: 提")
            if wei is not None:
                wei[0], wei[2] = "ti", public
            else:
                player.hand[card] = 0
                player.groups.append(["ti", card, public])
            self.facts[f"ti {before}"] += 1
            return True
        stale = card in player.skipped
        public = stale or self.o["wei_visibility"] != "hidden"
        kind = STALE_WEI if stale else WEI
        self.due(kind, seat, card, seat, 0, ALL if public else 1 << seat, "step 9a, rule 16: 偎")
        player.hand[card] = 0
        player.groups.append(["stale_wei" if stale else "wei", card, public])
        self.facts["stale wei" if stale else "wei"] += 1
        if card in player.no_pung and not stale:
            self.facts["wei of a stale kind"] += 1
        return False

    def after_group(self, seat: int) -> tuple[str, int]:
        """Step 10, decisions 22 and 29b."""
        player = self.seats[seat]
        if player.credits:
            player.credits -= 1
            self.facts["credits used"] += 1
        elif player.size():
            return "discard", seat
        else:
            self.facts["dead"] += 1
        return "draw", (seat + 1) % 4

    def after_quad(self, seat: int, source: int) -> tuple[str, int]:
        """Step 11, decisions 22, 29, 29c."""
        player = self.seats[seat]
        if player.size() == 0:
            self.facts["quads of the dead"] += 1
            return "draw", (seat + 1) % 4
        if player.quads() == 1:
            return "discard", seat
        self.facts["second quads"] += 1
        after_source = self.o["second_quad_next"] == "after_source"
        return "draw", ((source if after_source else seat) + 1) % 4

    def check_parity(self, seat: int) -> None:
        """A waiting hand ≡ 2, or ≡ 1 after the first quad; one less for each credit (decisions 29b, 48)."""
        player = self.seats[seat]
        size = player.size()
        if size == 0:
            return
        wanted = ((1 if player.quads() else 2) - player.credits) % 3
        if size % 3 != wanted:
            raise self.breach(f"seat {seat} waits with {size} cards", "decision 48")

    def discard(self, seat: int) -> tuple[str, int] | None:
        """Steps 7, 10, 11 and 8: a card is played."""
        player = self.seats[seat]
        allowed = [
            card for card in range(20) if player.hand[card] and not (self.locked and player.hand[card] == 3)
        ]
        if not allowed:
            allowed = [card for card in range(20) if player.hand[card]]
            self.facts["discards of a kan"] += 1
        card, giver = self.question
        did = self.ask(seat, card, giver, DISCARD_STAGE, len(allowed), DISCARD, "steps 7, 10, 11")
        played = self.peek() >> 12 & 255
        if did != DISCARDED or played not in allowed:
            raise self.breach("that card may not be played", "decision 21")
        self.due(DISCARDED, seat, played, NOBODY, 0, ALL, "step 8")
        player.hand[played] -= 1
        player.no_chow.add(played)
        player.no_pung.add(played)
        self.facts["discards"] += 1
        self.question = (played, seat)
        return self.on_table(seat, played, drawn=False)

    def on_table(self, giver: int, card: int, drawn: bool) -> tuple[str, int] | None:
        """Steps 8 and 9b-f: who takes the card that lies there; gives what comes next."""
        self.river[card] += 1
        order = [(giver + i) % 4 for i in range(0 if drawn else 1, 4)]
        for seat in order:
            if self.o["self_draw_only"] and not (drawn and seat == giver):
                continue
            way, outcome = PLAYED, BY_DISCARD
            if drawn:
                way, outcome = (OWN, SELF_DRAW) if seat == giver else (OTHER, BY_OTHER_DRAW)
            readings = self.readings(seat, card, way)
            if self.asks_win(seat, card, giver, WIN_STAGE, readings, outcome, "steps 8a, 9b"):
                return None
        for seat in range(4):
            player = self.seats[seat]
            before = -1
            if seat != giver and player.hand[card] == 3:
                before = FROM_KAN
            elif seat != giver and player.lying(card, "wei", "stale_wei"):
                before = FROM_WEI
            elif drawn and player.lying(card, "pung") and (self.any_draw or seat == giver):
                before = FROM_PUNG
            if before >= 0:
                return self.pao(seat, card, giver, before)
        passed_pung = NOBODY
        for seat in order:
            player = self.seats[seat]
            if seat == giver or player.hand[card] != 2 or card in player.no_pung or player.size() < 3:
                continue
            did = self.ask(seat, card, giver, PUNG_STAGE, 2, PASS | PUNG, "steps 8c, 9d")
            if did == PUNGED:
                self.due(PUNGED, seat, card, giver, 0, ALL, "steps 8c, 9d")
                self.river[card] -= 1
                player.hand[card] = 0
                player.groups.append(["pung", card, True])
                self.facts["pungs"] += 1
                return self.after_group(seat)
            self.passes(did, seat, card, giver, "rule 15")
            player.skipped.add(card)
            passed_pung = seat
        return self.chows(giver, card, drawn, passed_pung)

    def pao(self, seat: int, card: int, giver: int, before: int) -> tuple[str, int]:
        """Steps 8b, 9c and 11."""
        player = self.seats[seat]
        self.due(PAO, seat, card, giver, before, ALL, "steps 8b, 9c, rule 18: 跑")
        self.river[card] -= 1
        if before == FROM_KAN:
            player.hand[card] = 0
            player.groups.append(["pao", card, True])
        else:
            group = player.lying(card, "wei", "stale_wei", "pung")
            assert group is not None
            group[0], group[2] = "pao", True
        self.facts[f"pao {before}"] += 1
        self.facts["pao on one's own draw"] += seat == giver
        return self.after_quad(seat, giver)

    def chows(self, giver: int, card: int, drawn: bool, passed_pung: int) -> tuple[str, int]:
        """Steps 8d and 9e, and what becomes stale."""
        eater = NOBODY
        passed = []
        for seat in (giver, (giver + 1) % 4) if drawn else ((giver + 1) % 4,):
            player = self.seats[seat]
            sets = {} if card in player.no_chow else self.chow_sets(player, card)
            if not sets:
                continue
            did = self.ask(
                seat, card, giver, CHOW_STAGE, 1 + len(sets), PASS | CHOW, "steps 8d, 9e, decision 19"
            )
            if did == CHOWED:
                self.lay_chow(seat, card, giver, sets)
                eater = seat
                self.facts["chows of one's own draw"] += seat == giver
                self.facts["chows after a passed pung"] += seat == passed_pung
                break
            self.passes(did, seat, card, giver, "rule 20")
            passed.append(seat)
        separate = self.o["stale_scope"] == "separate"
        for seat in passed:
            self.seats[seat].no_chow.add(card)
            if not separate:
                self.seats[seat].no_pung.add(card)
        if passed_pung not in (NOBODY, eater):
            self.seats[passed_pung].no_pung.add(card)
            if not separate:
                self.seats[passed_pung].no_chow.add(card)
        if eater != NOBODY:
            return self.after_group(eater)
        if drawn and self.o["own_drawn_is_stale"]:
            self.seats[giver].no_chow.add(card)
            self.seats[giver].no_pung.add(card)
        return "draw", (giver + 1) % 4

    def chow_sets(self, player: Seat, card: int) -> dict[int, list[Group]]:
        """Every set of groups that may be laid when a card is eaten, by its code (rule 22, decisions 19-22)."""
        free = [0 if self.locked and n == 3 else n for n in player.hand]
        free[card] += 1
        possible = [shape for shape, need in SHAPES[card] if all(free[each] >= k for each, k in need)]
        if not possible:
            return {}
        found: dict[int, list[Group]] = {}
        for n in (1, 2, 3):
            for chosen in combinations_with_replacement(possible, n):
                groups = [CHOWS[card][shape - 1] for shape in chosen]
                used = Counter(each for group in groups for each in cards_of(group))
                if any(free[each] < k for each, k in used.items()):
                    continue
                if self.o["comparison"] == "all_copies" and used[card] != free[card]:
                    continue
                if player.size() + 1 - 3 * n < 1:
                    continue
                found[sum(shape << 3 * i for i, shape in enumerate(chosen))] = groups
        return found

    def lay_chow(self, seat: int, card: int, giver: int, sets: Mapping[int, list[Group]]) -> None:
        """吃 and 比: one event for each group."""
        code = self.peek() >> 24
        if code not in sets:
            raise self.breach(f"the sets of groups allowed are {sorted(sets)}", "rules 20, 22, decision 19")
        player = self.seats[seat]
        self.due(CHOWED, seat, card, giver, code, ALL, "steps 8d, 9e")
        for i in range(1, len(sets[code])):
            self.due(COMPARED, seat, card, seat, code >> 3 * i & 7, ALL, "rule 22: 比")
            self.facts["compared"] += 1
        player.hand[card] += 1
        self.river[card] -= 1
        for name, first in sets[code]:
            for each in cards_of((name, first)):
                player.hand[each] -= 1
            player.groups.append([name, first, True])
        self.facts["chows"] += 1
        self.facts[f"{len(sets[code])} groups eaten at once"] += 1
