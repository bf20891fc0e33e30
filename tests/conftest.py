"""What all tests share: they never run stale code, and hypothesis behaves the same everywhere."""

import os

import pytest
from hypothesis import settings

from paiju.sim.compiled import STALE, status

settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


def pytest_configure() -> None:
    """Stop at once when the compiled modules are not those of the sources."""
    state, sentence = status()
    if state == STALE:
        pytest.exit(f"refusing to test stale code: {sentence}", returncode=4)


def pytest_report_header() -> str:
    """Say which code is tested."""
    return f"paiju: {status().sentence}"
