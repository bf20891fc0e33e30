"""The ways things go wrong; the text of each error is one sentence with the offending value."""


class PaijuError(Exception):
    """Any error that is shown to people as its sentence alone, without a traceback."""


class BadInput(PaijuError):
    """Something a person gave cannot be used: shown as a sentence, exit code 2."""


class BadNotation(BadInput):
    """Text that is no card, move, hand, log or file of a run."""


class BadOption(BadInput):
    """A configuration key or value that is not allowed."""


class CannotWrite(PaijuError):
    """A file of a run cannot be written: the disk is full, the folder is read-only, and so on."""


class IllegalMove(PaijuError):
    """A move that the rules do not offer at this decision."""


class BudgetExceeded(PaijuError):
    """A policy looked at more nodes than it may for one decision (`View.spend`)."""


class Hung(BaseException):
    """A decision took longer than the watchdog allows. No Exception, so that no policy catches it by accident."""


class ImpossibleState(PaijuError):
    """Events or cards that no game can reach."""


class LogMismatch(PaijuError):
    """A stored log and the game played again from its seed are not the same."""
