"""The ways things go wrong; the text of each error is one sentence with the offending value."""


class PaijuError(Exception):
    """Any error that is shown to people as its sentence alone, without a traceback."""


class BadInput(PaijuError):
    """Something a person gave cannot be used: shown as a sentence, exit code 2."""


class BadNotation(BadInput):
    """Text that is no card, move, hand or log."""


class BadOption(BadInput):
    """A configuration key or value that is not allowed."""


class IllegalMove(PaijuError):
    """A move that the rules do not offer at this decision."""


class ImpossibleState(PaijuError):
    """Events or cards that no game can reach."""


class LogMismatch(PaijuError):
    """A stored log and the game played again from its seed are not the same."""
