"""A table in a test: its questions and answers as text, and the events since the last answer."""

from collections.abc import Callable
from typing import Any

from paiju.sim.kernel.codec import Codec, Event
from paiju.sim.kernel.events import NOBODY, Log
from paiju.sim.kernel.game import Game
from paiju.sim.kernel.policy import Move


class Dialogue:
    """An engine with a log; `parse_move` reads an answer."""

    def __init__(self, game: Game, rules: Any, parse_move: Callable[[str], Move]) -> None:
        self.game = game
        self.rules = rules
        self.parse_move = parse_move
        self.log = Log()
        self.engine: Any = game.engine(rules, self.log)
        self.state: Any = self.engine._state
        self.mark = 0

    def asked(self) -> tuple[int, str] | None:
        """Who is asked, and the stage; None when the hand is over."""
        if self.state.asked == NOBODY:
            return None
        return self.state.asked, self.game.stages[self.state.stage][1]

    def legal(self) -> list[str]:
        """The legal answers as text."""
        engine = self.engine
        return [engine.move(engine.moves[i]).text for i in range(engine.choices)]

    def answer(self, *moves: str) -> None:
        """Answer the open question, and the next ones; the events since are in `since`."""
        self.mark = self.log.count
        for text in moves:
            code = self.parse_move(text).code
            assert self.engine.is_legal(code), f"{text} is none of {self.legal()}"
            self.engine.answer(code)

    def since(self) -> list[Event]:
        """The events since the last answer was begun."""
        return Codec(self.game).read(self.log.to_list())[self.mark :]

    def told(self, *names: str) -> list[str]:
        """The events since then as 'punged 0 MM'; only those of some kinds."""
        return [
            f"{event.kind} {event.seat} {event.card}" if event.card else f"{event.kind} {event.seat}"
            for event in self.since()
            if not names or event.kind in names
        ]

    def groups(self, seat: int) -> list[str]:
        """The groups of a seat."""
        texts: list[str] = self.state.group_texts(seat)
        return texts
