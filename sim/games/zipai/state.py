"""How events change the table of an 80-card character game: `evolve`, the only mutator."""

from mypy_extensions import i64

from paiju.sim.games.zipai.cards import CARDS, cards_in, format_cards
from paiju.sim.games.zipai.groups import COVERED, STALE_WEI, WEI, format_group
from paiju.sim.games.zipai.kinds import (
    CHOW_STAGE,
    CHOWED,
    COMPARED,
    OF_GROUP,
    PAO_LAID,
    PUNG_STAGE,
    PUNGED,
    STALE_WEI_LAID,
    TI_LAID,
    WEI_LAID,
)
from paiju.sim.games.zipai.table import ZipaiTable
from paiju.sim.kernel.events import (
    DEALT,
    DISCARDED,
    DREW,
    HAND_STARTED,
    NOBODY,
    PASSED,
    REVEALED,
    WON,
)


class ZipaiState(ZipaiTable):
    """A fold of the events so far."""

    def apply(self, kind: i64, seat: i64, card: i64, from_seat: i64, arg: i64, visible: i64) -> None:
        """Fold one event; kinds that only tell (scored …) change nothing."""
        if kind == DEALT:
            self.deal(seat, card, arg)
        elif kind == DISCARDED:
            self.discard(seat, card)
        elif kind == DREW:
            self.draw(seat, card, self.is_known(visible))
        elif kind == PASSED:
            self.pass_on(seat)
        elif kind == CHOWED:
            self.chow(seat, card, arg & 7, from_seat)
        elif kind == COMPARED:
            self.lay_shape(seat, card, arg, seat, 0)
        elif kind == PUNGED:
            self.lay_pung(seat, card, from_seat)
        elif kind == WEI_LAID:
            self.lay_wei(seat, WEI, card, self.is_known(visible))
        elif kind == STALE_WEI_LAID:
            self.lay_wei(seat, STALE_WEI, card, self.is_known(visible))
        elif kind == PAO_LAID:
            self.lay_pao(seat, card, arg, from_seat)
        elif kind == TI_LAID:
            self.lay_ti(seat, card, arg, self.is_known(visible))
        elif kind == WON:
            self.win(seat, card, from_seat)
        elif kind == REVEALED:
            if arg == OF_GROUP:
                self.uncover(seat, card)
        elif kind == HAND_STARTED:
            self.begin(seat)

    def pass_on(self, seat: i64) -> None:
        """A "no": to a win, a 碰 or a 吃."""
        if self.stage == CHOW_STAGE:
            self.close(seat, self.card, self.passed_chow_closes)
        elif self.stage == PUNG_STAGE:
            self.skipped[seat] |= i64(1) << self.card
            self.pung_passed = seat
        else:
            self.passed_huxi[seat * CARDS + self.card] = self.huxi[seat] + 1

    def chow(self, seat: i64, card: i64, shape: i64, from_seat: i64) -> None:
        """吃: a group with the card on offer. A 碰 he passed before makes nothing stale, another's does."""
        if self.pung_passed == seat:
            self.pung_passed = NOBODY
        self.settle_pung()
        self.claim(seat)
        self.lay_shape(seat, card, shape, from_seat, 1)
        self.after_group(seat)

    def is_known(self, visible: i64) -> bool:
        """Does everybody see the card of an event?"""
        return visible == (i64(1) << self.seats) - 1

    # Readable

    def snapshot(self) -> dict[str, object]:
        """Everything, in plain Python."""
        return {
            **super().snapshot(),
            "shown_card": self.shown_card,
            "shown_held": self.shown_held,
            "is_public": self.is_public,
            "pending": self.pending,
            "passed_huxi": [self.passed_huxi[i] for i in range(self.seats * CARDS)],
            "pung_passed": self.pung_passed,
            "turn": self.turn,
            "due": self.due,
            "laid": self.by_seat(self.laid),
            "huxi": self.by_seat(self.huxi),
            "quads": self.by_seat(self.quads),
            "credits": self.by_seat(self.credits),
            "stale_chow": self.by_seat(self.stale_chow),
            "stale_pung": self.by_seat(self.stale_pung),
            "skipped": self.by_seat(self.skipped),
        }

    def hand(self, seat: i64) -> list[int]:
        """The cards in a seat's hand, sorted."""
        return cards_in(self.keys[seat])

    def hand_text(self, seat: i64) -> str:
        """The cards in a seat's hand as text: '一二三 捌捌'."""
        return format_cards(self.hand(seat))

    def group_text(self, seat: i64, group: i64) -> str:
        """A group as text: 'pao:捌捌捌捌', * for a covered one."""
        return format_group(group & 0xFFFF) + ("*" if group & COVERED else "")
