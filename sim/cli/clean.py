"""Text from anywhere, fit to be shown: names may hold what moves a terminal's cursor or turns a line around."""

import re
from typing import Any, Final, TextIO

UNSEEN: Final = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069"  # all controls but tab and line end
)
ANY: Final = re.compile(f"[{UNSEEN}]")
BUT_COLOURS: Final = re.compile(rf"(\x1b\[[0-9;]*m)|[{UNSEEN}]")


def cleaned(text: str) -> str:
    r"""A text with its control characters written out, as \x1b."""
    return ANY.sub(written_out, text)


def written_out(found: re.Match[str]) -> str:
    r"""A control character as \x1b or \u202e."""
    sign = ord(found[0])
    return rf"\x{sign:02x}" if sign < 0x100 else rf"\u{sign:04x}"


class Shown:
    """A stream through which no control characters come; on a terminal, colours do."""

    def __init__(self, stream: TextIO) -> None:
        self._stream: Final = stream

    def write(self, text: str) -> int:
        """Write a text, cleaned."""
        if not ANY.search(text):
            return self._stream.write(text)
        if self._stream.isatty():
            return self._stream.write(BUT_COLOURS.sub(lambda found: found[1] or written_out(found), text))
        return self._stream.write(cleaned(text))

    def writelines(self, lines: Any) -> None:
        """Write texts, cleaned."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
