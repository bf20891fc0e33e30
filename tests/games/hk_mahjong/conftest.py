"""The fixture that lays out scenes."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.hk_mahjong.scene import Laid, Scene


@pytest.fixture
def scene() -> Iterator[Laid]:
    """Makes scenes; when the test is over they are played to their end and audited."""
    made: list[Scene] = []

    def lay(*args: Any, **options: Any) -> Scene:
        made.append(Scene(*args, **options))
        return made[-1]

    yield lay
    for each in made:
        each.finish()
