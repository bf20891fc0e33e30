"""How events change the table of chengdu_coushisi: `evolve`, the only mutator; and who deals next."""

from mypy_extensions import i64

from paiju.sim.games.chengdu_coushisi.cards import DD, FT, UNIT, count_in, format_cards, kind_of_card
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
from paiju.sim.games.chengdu_coushisi.table import IN_POOL, CoushisiTable
from paiju.sim.games.packed.table import UNKNOWN
from paiju.sim.kernel.events import (
    ASKED,
    DEALT,
    DISCARDED,
    DREW,
    HAND_STARTED,
    NOBODY,
    PASSED,
    REVEALED,
    WON,
)


class CoushisiState(CoushisiTable):
    """A fold of the events so far. Seats 0 to 3 anticlockwise; seat + 1 is the next player."""

    def apply(self, kind: i64, seat: i64, card: i64, from_seat: i64, arg: i64, visible: i64) -> None:
        """Fold one event; kinds that only tell (scored …) change nothing."""
        if kind == DEALT:
            self.deal(seat, card)
        elif kind == DREW:
            self.draw(seat, card, arg)
        elif kind == ASKED:
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
            self.win(seat, card)
        elif kind == REVEALED:
            if arg == OF_GROUP:
                self.uncover(seat, kind_of_card(card))
        elif kind == HAND_STARTED:
            self.begin()
        elif kind == LIFTED:
            self.shuffler = from_seat
            self.lifted = card
            self.lifted_at = IN_POOL

    def answer(self, seat: i64) -> None:
        """The open question is answered by anything but 胡, which passes a 胡 that was offered (decision 16)."""
        if self.win_offered:
            self.passed_win[seat] = 1

    # Readable

    def snapshot(self) -> dict[str, object]:
        """Everything, in plain Python."""
        return {
            **super().snapshot(),
            "win_offered": self.win_offered,
            "shuffler": self.shuffler,
            "lifted": self.lifted,
            "lifted_at": self.lifted_at,
            "bonus": [format_cards(self.bonus_cards(seat)) for seat in range(self.seats)],
            "seen_flowers": self.seen_flowers,
            "balance": self.by_seat(self.balance),
            "red": self.by_seat(self.red),
            "threes": self.by_seat(self.threes),
            "covered_flowers": self.by_seat(self.covered_flowers),
            "passed_kinds": self.by_seat(self.passed_kinds),
            "passed_win": self.by_seat(self.passed_win),
        }

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
        """Is this a 暗 group of the seat that the others do not know? (decision 38)"""
        return group_form(group) == CONCEALED and self.covered[seat] >> 3 * kind_of_card(group & 255) & 7 != 0

    def known_group(self, seat: i64, owner: i64, at: i64) -> i64:
        """A covered 暗 is known to its owner alone (decision 38)."""
        group = self.groups[at]
        return CONCEALED << 16 | UNKNOWN if seat != owner and self.is_covered(owner, group) else group

    def known_key(self, seat: i64) -> i64:
        """All know the lifted card, wherever it is."""
        key = super().known_key(seat)
        if self.lifted_at <= IN_POOL and self.lifted_at != seat:
            key += UNIT[self.lifted]
        return key

    def group_text(self, seat: i64, group: i64) -> str:
        """A group as text: 'pung:MM MM MM*', ~ for a covered one."""
        return format_group(group) + (" ~" if self.is_covered(seat, group) else "")


def next_shuffler(state: CoushisiState, drawn_by_lot: i64) -> i64:
    """Who shuffles: first by lot, later the last winner; after a draw the same seat again (decision 4)."""
    if state.hands == 0:
        return drawn_by_lot
    return state.shuffler if state.winner == NOBODY else state.winner


def next_dealer(state: CoushisiState, rules: CoushisiRules, drawn_by_lot: i64) -> i64:
    """Who deals where no card is lifted for it (option dealer_rule)."""
    if state.hands == 0 or rules.dealer_rule == RANDOM:
        return drawn_by_lot
    if rules.dealer_rule == WINNER:
        return state.dealer if state.winner == NOBODY else state.winner
    return state.after(state.dealer, 1)
