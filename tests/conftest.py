"""What all tests share: they never run stale code, and hypothesis behaves the same everywhere."""

import os
from collections.abc import Iterator

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


@pytest.fixture(autouse=True, scope="session")
def own_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What tests name on command lines is not remembered for the user."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield
