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
from paiju.sim.games.zipai.table import PLACES, ZipaiTable
from paiju.sim.kernel.events import (
    ALL,
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


class ZipaiState(ZipaiTable):
    """A fold of the events so far."""

    def evolve(self, kind: i64, seat: i64, card: i64, from_seat: i64, arg: i64, visible: i64) -> None:
        """Fold one event; kinds that only tell (scored …) change nothing."""
        if kind == DEALT:
            self.deal(seat, card, arg)
        elif kind == ASKED:
            self.asked = seat
            self.stage = arg >> 24
        elif kind == DISCARDED:
            self.discard(seat, card)
        elif kind == DREW:
            self.draw(seat, card, visible == ALL)
        elif kind == PASSED:
            self.pass_on(seat)
        elif kind == CHOWED:
            self.chow(seat, card, arg & 7, from_seat)
        elif kind == COMPARED:
            self.lay_shape(seat, card, arg, seat, 0)
        elif kind == PUNGED:
            self.lay_pung(seat, card, from_seat)
        elif kind == WEI_LAID:
            self.lay_wei(seat, WEI, card, visible == ALL)
        elif kind == STALE_WEI_LAID:
            self.lay_wei(seat, STALE_WEI, card, visible == ALL)
        elif kind == PAO_LAID:
            self.lay_pao(seat, card, arg, from_seat)
        elif kind == TI_LAID:
            self.lay_ti(seat, card, arg, visible == ALL)
        elif kind == WON:
            self.win(seat, card, from_seat)
        elif kind == PAID:
            self.deltas[seat] += arg
            self.scores[seat] += arg
        elif kind == REVEALED:
            self.asked = NOBODY
            if arg == OF_GROUP:
                self.uncover(seat, card)
        elif kind == HAND_STARTED:
            self.start_hand(seat)
        elif kind == HAND_ENDED:
            self.asked = NOBODY
            self.outcome = arg
            self.is_over = True
            self.hands += 1
        elif kind == MATCH_STARTED:
            self.start_match()

    def pass_on(self, seat: i64) -> None:
        """A "no": to a win, a 碰 or a 吃."""
        self.asked = NOBODY
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

    # Readable

    def snapshot(self) -> dict[str, object]:
        """Everything, in plain Python."""
        values: dict[str, object] = {
            "asked": self.asked,
            "stage": self.stage,
            "dealer": self.dealer,
            "shown_card": self.shown_card,
            "card": self.card,
            "giver": self.giver,
            "pending": self.pending,
            "shown_held": self.shown_held,
            "flags": [self.is_drawn, self.is_public, self.is_open, self.is_over],
            "hands": [self.hand_text(seat) for seat in range(4)],
            "groups": [self.group_texts(seat) for seat in range(4)],
            "river": [self.river[i] for i in range(self.river_count)],
            "passed_huxi": [self.passed_huxi[i] for i in range(i64(4 * CARDS))],
            "pung_passed": self.pung_passed,
            "seen": self.seen,
            "wall_left": self.wall_left,
            "turn": self.turn,
            "due": self.due,
            "winner": self.winner,
            "outcome": self.outcome,
            "hands_played": self.hands,
            "number": self.number,
        }
        for name, each in (
            ("sizes", self.sizes),
            ("laid", self.laid),
            ("huxi", self.huxi),
            ("quads", self.quads),
            ("credits", self.credits),
            ("stale_chow", self.stale_chow),
            ("stale_pung", self.stale_pung),
            ("skipped", self.skipped),
            ("covered", self.covered),
            ("deltas", self.deltas),
            ("scores", self.scores),
        ):
            values[name] = [each[i] for i in range(i64(4))]
        return values

    def hand(self, seat: i64) -> list[int]:
        """The cards in a seat's hand, sorted."""
        return cards_in(self.keys[seat])

    def hand_text(self, seat: i64) -> str:
        """The cards in a seat's hand as text: '一二三 捌捌'."""
        return format_cards(self.hand(seat))

    def group_texts(self, seat: i64) -> list[str]:
        """The groups of a seat as text with who gave the last card: 'pao:捌捌捌捌 <1', * for covered ones."""
        texts = []
        for at in range(seat * PLACES, seat * PLACES + self.group_count[seat]):
            text = format_group(self.groups[at] & 0xFFFF) + ("*" if self.groups[at] & COVERED else "")
            giver = self.group_from[at]
            texts.append(text if giver == seat else f"{text} <{giver}")
        return texts
