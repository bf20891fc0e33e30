"""What every game's view of one seat shares: the open question, the dealer, the points of the match."""

from typing import Final

from mypy_extensions import i64

from paiju.sim.kernel.engine import Engine, State
from paiju.sim.kernel.policy import Move, View
from paiju.sim.kernel.rng import Stream


class SeatView(View):
    """The part of a game's view that knows no game: what is asked while this seat is asked, nothing otherwise.

    Numbers of seats, cards, places that do not exist raise IndexError.
    """

    def __init__(self, engine: Engine, state: State, stages: list[str], seat: int, rng: Stream) -> None:
        """`stages`: the names of the stages of a question, by their numbers."""
        super().__init__(seat, rng)
        self._engine: Final = engine
        self._table: Final = state  # a game's view keeps it too, as the type it has there
        self._stages: Final = stages

    def _seat_in(self, seat: i64) -> i64:
        """The seat, if there is one of this number. Raises IndexError."""
        if seat < 0 or seat >= self._table.seats:
            raise IndexError(f"there is no seat {seat}")
        return seat

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return self.seat_count()

    def seat_count(self) -> i64:
        """The same, for compiled policies."""
        return self._table.seats

    @property
    def stage(self) -> str:
        """What is asked, one of the names of the game's stages; empty while this seat is not asked."""
        code = self.stage_code()
        return "" if code < 0 else self._stages[code]

    def stage_code(self) -> i64:
        """The number of the stage, -1 while this seat is not asked."""
        return self._table.stage if self._table.asked == self.seat else -1

    def choices(self) -> i64:
        """How many legal moves there are; none while another seat is asked."""
        return self._engine.choices if self._table.asked == self.seat else 0

    def code(self, i: i64) -> i64:
        """The code of legal move number i. Raises IndexError."""
        if i < 0 or i >= self.choices():
            raise IndexError(f"there is no legal move number {i}, there are {self.choices()}")
        return self._engine.moves[i]

    @property
    def legal(self) -> list[Move]:
        """The legal moves."""
        engine = self._engine
        return [engine.move(engine.moves[i]) for i in range(self.choices())]

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self.dealer_seat()

    def dealer_seat(self) -> i64:
        """The same, for compiled policies."""
        return self._table.dealer

    @property
    def scores(self) -> list[int]:
        """The points of each seat in this match before this hand."""
        return [self._table.scores[i] for i in range(self._table.seats)]
