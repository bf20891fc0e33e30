"""How events change the table of an 80-card character game."""

from mypy_extensions import i64

from paiju.sim.games.packed.table import UNKNOWN
from paiju.sim.games.zipai.cards import cards_in, format_cards
from paiju.sim.games.zipai.groups import COVERED
from paiju.sim.games.zipai.kinds import CHOWED, COMPARED, PUNGED
from paiju.sim.games.zipai.table import ZipaiTable
from paiju.sim.kernel.events import DEALT, DISCARDED, DREW, HAND_STARTED, PASSED, WON


class ZipaiState(ZipaiTable):
    """A fold of the events so far; a game folds those that are its own."""

    def apply(self, kind: i64, seat: i64, card: i64, from_seat: i64, arg: i64, visible: i64) -> None:
        """Fold one event; kinds that only tell (scored …) change nothing."""
        if kind == DEALT:
            self.deal(seat, card)
        elif kind == DISCARDED:
            self.discard(seat, card)
        elif kind == DREW:
            self.draw(seat, card)
        elif kind == PASSED:
            self.pass_on(seat)
        elif kind == CHOWED:
            self.chow(seat, card, arg & 7, from_seat)
        elif kind == COMPARED:
            self.lay_shape(seat, card, arg, seat, 0)
        elif kind == PUNGED:
            self.lay_pung(seat, card, from_seat)
        elif kind == WON:
            self.win(seat, card, from_seat)
        elif kind == HAND_STARTED:
            self.begin(seat)

    def pass_on(self, seat: i64) -> None:
        """A "no" to the question open: what that closes is the game's."""
        raise NotImplementedError

    def is_known(self, visible: i64) -> bool:
        """Does everybody see the card of an event?"""
        return visible == (i64(1) << self.seats) - 1

    # What a seat knows

    def known_group(self, seat: i64, owner: i64, at: i64) -> i64:
        """A covered group is known to its owner alone."""
        group = self.groups[at]
        if group & COVERED:
            group = group & 0xFF00 | (group & 255 if seat == owner else UNKNOWN)
        return group

    # Readable

    def snapshot(self) -> dict[str, object]:
        """Everything, in plain Python."""
        return {
            **super().snapshot(),
            "turn": self.turn,
            "due": self.due,
            "laid": self.by_seat(self.laid),
            "huxi": self.by_seat(self.huxi),
            "quads": self.by_seat(self.quads),
            "credits": self.by_seat(self.credits),
            "stale_chow": self.by_seat(self.stale_chow),
            "stale_pung": self.by_seat(self.stale_pung),
        }

    def hand(self, seat: i64) -> list[int]:
        """The cards in a seat's hand, sorted."""
        return cards_in(self.keys[seat])

    def hand_text(self, seat: i64) -> str:
        """The cards in a seat's hand as text: '一二三 捌捌'."""
        return format_cards(self.hand(seat))

    def group_text(self, seat: i64, group: i64) -> str:
        """A group as text: 'pao:捌捌捌捌', * for a covered one."""
        return self.words.format(group & 0xFFFF) + ("*" if group & COVERED else "")

    def shown_text(self) -> str:
        """What the head of a table as text says beside hand and wall."""
        return ""

    def drawn_text(self, seat: i64) -> str:
        """A card that the seat has just drawn and that is not yet in its hand or on the table."""
        return ""
