"""What the program says about its own work: on stderr for people, and as JSON lines in the run folder.

The games' events are data and never pass through here. Use it as

    log = get_logger("runner")
    log.info("shard written", blocks=200, seconds=1.2)
"""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import structlog

if TYPE_CHECKING:
    from structlog.typing import Processor

ROOT: Final = "paiju"
FILE: Final = "log.jsonl"


def configure(level: str = "info") -> None:
    """Send records to stderr: coloured on a terminal, plain lines elsewhere. May be called again."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_stamps(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    logger = logging.getLogger(ROOT)
    logger.setLevel(level.upper())
    logger.propagate = False
    for handler in list(logger.handlers):
        logger.removeHandler(handler)
    console = logging.StreamHandler(sys.stderr)
    console.setFormatter(_formatter(_console()))
    logger.addHandler(console)


@contextmanager
def run_file(folder: Path) -> Iterator[None]:
    """While this lasts, records are also appended to a run's `log.jsonl`, one JSON object a line."""
    handler = _RunFile(folder / FILE, encoding="utf-8")
    handler.setFormatter(_formatter(_json()))
    logger = logging.getLogger(ROOT)
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        with suppress(OSError):
            handler.close()


class _RunFile(logging.FileHandler):
    """A record that cannot be written (the disk is full) is left out: the run itself says what is wrong."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Nothing."""


def get_logger(name: str) -> structlog.stdlib.BoundLogger:
    """The logger of a part of the program."""
    logger: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger(f"{ROOT}.{name}")
    return logger


def _stamps() -> "list[Processor]":
    """What every record carries."""
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def _formatter(renderers: "list[Processor]") -> logging.Formatter:
    """A formatter of the standard library that renders our records and other people's alike."""
    return structlog.stdlib.ProcessorFormatter(
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderers],
        foreign_pre_chain=_stamps(),
    )


def _console() -> "list[Processor]":
    """For people: pretty on a terminal, one plain line elsewhere; tracebacks without local variables."""
    if sys.stderr.isatty():
        pretty = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        return [_short_time, pretty]
    plain = structlog.dev.ConsoleRenderer(
        colors=False, pad_event_to=0, exception_formatter=structlog.dev.plain_traceback
    )
    return [_short_time, plain]


def _json() -> "list[Processor]":
    """For programs: one JSON object a line; tracebacks without local variables."""
    frames = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
    return [
        structlog.processors.ExceptionRenderer(frames),
        structlog.processors.JSONRenderer(ensure_ascii=False, sort_keys=False),
    ]


def _short_time(_logger: Any, _method: str, record: Any) -> Any:
    """Hours, minutes and seconds are enough on the screen."""
    stamp = record.get("timestamp", "")
    record["timestamp"] = stamp[11:19]
    return record
