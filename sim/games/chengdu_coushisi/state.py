"""How events change the table of chengdu_coushisi: `evolve`, the only mutator; and who deals next."""

from mypy_extensions import i64

from paiju.sim.games.chengdu_coushisi.cards import DD, FT, count_in, format_cards, kind_of_card
from paiju.sim.games.chengdu_coushisi.groups import CONCEALED, format_group, group_form
from paiju.sim.games.chengdu_coushisi.keys import BIT, cards_in
from paiju.sim.games.chengdu_coushisi.kinds import (
    BONUS_LAID,
    CHOW_STAGE,
    CHOWED,
    CONCEALED_LAID,
    FOURTH_ADDED,
    LIFTED,
    OF_GROUP,
    PUNG_STAGE,
    PUNGED,
    WIN,
)
from paiju.sim.games.chengdu_coushisi.rules import RANDOM, WINNER, CoushisiRules
from paiju.sim.games.chengdu_coushisi.table import IN_POOL, PLACES, CoushisiTable
from paiju.sim.kernel.events import (
    ASKED,
    DEALT,
    DISCARDED,
    DREW,
    HAND_ENDED,
    HAND_STARTED,
    MATCH_STARTED,
    NOBODY,
    PAID,
    PASSED,
    REVEALED,
    WON,
)


class CoushisiState(CoushisiTable):
    """A fold of the events so far. Seats 0 to 3 anticlockwise; seat + 1 is the next player."""

    def evolve(self, kind: i64, seat: i64, card: i64, from_seat: i64, arg: i64, visible: i64) -> None:
        """Fold one event; kinds that only tell (scored …) change nothing."""
        if kind == DEALT:
            self.deal(seat, card)
        elif kind == DREW:
            self.draw(seat, card, arg)
        elif kind == ASKED:
            self.asked = seat
            self.stage = arg >> 24
            self.win_offered = arg >> WIN & 1 != 0
        elif kind == PASSED:
            self.answer(seat)
            if self.stage == PUNG_STAGE or self.stage == CHOW_STAGE:
                self.passed_kinds[seat] |= BIT[kind_of_card(card)]
        elif kind == DISCARDED:
            self.answer(seat)
            self.discard(seat, card)
        elif kind == BONUS_LAID:
            self.lay_bonus(seat, card)
        elif kind == PUNGED:
            self.answer(seat)
            self.pung(seat, card, from_seat, arg)
        elif kind == CHOWED:
            self.answer(seat)
            self.chow(seat, card, from_seat, arg)
        elif kind == CONCEALED_LAID:
            self.answer(seat)
            self.conceal(seat, card)
        elif kind == FOURTH_ADDED:
            self.answer(seat)
            self.add_fourth(seat, card)
        elif kind == WON:
            self.asked = NOBODY
            self.win(seat, card)
        elif kind == PAID:
            self.deltas[seat] += arg
            self.scores[seat] += arg
        elif kind == REVEALED:
            if arg == OF_GROUP:
                self.uncover(seat, kind_of_card(card))
        elif kind == HAND_STARTED:
            self.start_hand(seat)
        elif kind == LIFTED:
            self.shuffler = from_seat
            self.lifted = card
            self.lifted_at = IN_POOL
        elif kind == HAND_ENDED:
            self.outcome = arg
            self.is_over = True
            self.hands += 1
        elif kind == MATCH_STARTED:
            self.start_match()

    def answer(self, seat: i64) -> None:
        """The open question is answered by anything but 胡, which passes a 胡 that was offered (row 16)."""
        self.asked = NOBODY
        if self.win_offered:
            self.passed_win[seat] = 1

    # Readable

    def snapshot(self) -> dict[str, object]:
        """Everything, in plain Python."""
        values: dict[str, object] = {
            "asked": self.asked,
            "stage": self.stage,
            "win_offered": self.win_offered,
            "dealer": self.dealer,
            "shuffler": self.shuffler,
            "lifted": self.lifted,
            "lifted_at": self.lifted_at,
            "card": self.card,
            "giver": self.giver,
            "flags": [self.is_turned, self.is_open, self.is_over],
            "hands": [self.hand_text(seat) for seat in range(4)],
            "groups": [self.group_texts(seat) for seat in range(4)],
            "bonus": [format_cards(self.bonus_cards(seat)) for seat in range(4)],
            "river": [self.river[i] for i in range(self.river_count)],
            "seen": self.seen,
            "seen_flowers": self.seen_flowers,
            "pool_left": self.pool_left,
            "winner": self.winner,
            "outcome": self.outcome,
            "hands_played": self.hands,
            "number": self.number,
        }
        for name, each in (
            ("sizes", self.sizes),
            ("balance", self.balance),
            ("red", self.red),
            ("threes", self.threes),
            ("covered", self.covered),
            ("covered_flowers", self.covered_flowers),
            ("passed_kinds", self.passed_kinds),
            ("passed_win", self.passed_win),
            ("deltas", self.deltas),
            ("scores", self.scores),
        ):
            values[name] = [each[i] for i in range(i64(4))]
        return values

    def hand(self, seat: i64) -> list[int]:
        """The cards in a seat's hand, by kind, the flower last."""
        return cards_in(self.keys[seat], self.flowers[seat])

    def hand_text(self, seat: i64) -> str:
        """The cards in a seat's hand as text: 'DI DI* TI'."""
        return format_cards(self.hand(seat))

    def bonus_cards(self, seat: i64) -> list[int]:
        """The 皮子 beside a seat."""
        return cards_in(self.bonus[seat], self.bonus_flowers[seat])

    def bonus_count(self, seat: i64) -> i64:
        """How many 皮子 lie beside a seat."""
        return count_in(self.bonus[seat], DD) + count_in(self.bonus[seat], FT)

    def is_covered(self, seat: i64, group: i64) -> bool:
        """Is this a 暗 group of the seat that the others do not know? (row 38)"""
        return group_form(group) == CONCEALED and self.covered[seat] >> 3 * kind_of_card(group & 255) & 7 != 0

    def group_texts(self, seat: i64) -> list[str]:
        """The groups of a seat as text with who gave a card: 'pung:MM MM MM* <1', ~ for covered ones."""
        texts = []
        for at in range(seat * PLACES, seat * PLACES + self.group_count[seat]):
            text = format_group(self.groups[at])
            if self.is_covered(seat, self.groups[at]):
                text += " ~"
            giver = self.group_from[at]
            texts.append(text if giver == seat else f"{text} <{giver}")
        return texts


def next_shuffler(state: CoushisiState, drawn_by_lot: i64) -> i64:
    """Who shuffles: first by lot, later the last winner; after a draw the same seat again (row 4)."""
    if state.hands == 0:
        return drawn_by_lot
    return state.shuffler if state.winner == NOBODY else state.winner


def next_dealer(state: CoushisiState, rules: CoushisiRules, drawn_by_lot: i64) -> i64:
    """Who deals where no card is lifted for it (option dealer_rule)."""
    if state.hands == 0 or rules.dealer_rule == RANDOM:
        return drawn_by_lot
    if rules.dealer_rule == WINNER:
        return state.dealer if state.winner == NOBODY else state.winner
    return (state.dealer + 1) & 3
