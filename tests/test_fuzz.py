"""Whatever a file holds, a command that reads it ends well or with one sentence."""

from random import Random

import pytest

from tests.fuzzing import Fuzz, is_sound

TRIES = 60  # of each; python -m benchmarks.fuzz tries more


@pytest.fixture(scope="module")
def fuzz(tmp_path_factory: pytest.TempPathFactory) -> Fuzz:
    return Fuzz(tmp_path_factory.mktemp("fuzz"))


@pytest.mark.parametrize("what", ["of_log", "of_header", "of_lines", "of_stop"])
def test_every_outcome_is_success_or_a_sentence(fuzz: Fuzz, what: str) -> None:
    for seed in range(TRIES):
        name, outcome = getattr(fuzz, what)(Random(seed))
        assert is_sound(outcome), (
            f"{what}, seed {seed}: {name} ended in {outcome[0]!r} and said {outcome[1]!r}"
        )
