"""What may end a decision from outside: the watchdog, and a person's Ctrl-C.

Both come as an exception in the middle of a policy's thoughts, and a policy can raise the same ones itself. So
whoever ends a decision announces the very error it raises, and the play loop lets no other pass.
"""

from typing import Final, NoReturn, final


@final
class Outside:
    """The error that was announced, until it is recognised."""

    def __init__(self) -> None:
        self.error: BaseException | None = None
        self.hears_interrupts = (
            False  # is every real Ctrl-C announced? Otherwise any KeyboardInterrupt is one
        )

    def end(self, error: BaseException) -> NoReturn:
        """Announce an error and raise it."""
        self.error = error
        raise error

    def is_from(self, error: BaseException) -> bool:
        """Was this error raised from outside, and not by the policy?"""
        if error is self.error:
            return True
        return isinstance(error, KeyboardInterrupt) and not self.hears_interrupts

    def check(self) -> None:
        """Raise once more what was announced and caught by the policy."""
        if self.error is not None:
            raise self.error


OUTSIDE: Final = Outside()
