"""Long series of like tests: the quick selection plays the beginning of each."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

import pytest


def begin_quick(values: Iterable[Any], quick: int = 1) -> list[Any]:
    """Values to parametrize with; all but the first few are marked slow."""
    rest = iter(values)
    first = list(islice(rest, quick))
    return [*first, *(pytest.param(value, marks=pytest.mark.slow) for value in rest)]
