"""What goes wrong with a query, in one sentence."""

import re


class QueryError(Exception):
    """A query that cannot be answered; the text is one sentence."""


def sentence(error: Exception) -> str:
    """What DuckDB says of an error, in one line, without its class and the drawing of the place."""
    text = str(error).partition("\n\nLINE ")[0].partition("\n\nStack Trace")[0]
    return re.sub(r"\s+", " ", re.sub(r"^[\w ]+ Error: ", "", text)).strip()
