"""Policies that reach for the process they play in: counted, undone, or kept apart; never believed."""

import os
import signal
from pathlib import Path

import pytest

from paiju import policies
from paiju.sim.kernel.errors import Hung
from paiju.sim.kernel.policy import Move, Policy, View
from paiju.sim.store.reader import Run
from paiju.sim.tournament.worker import FindPolicy
from tests.tournament.runs import Play

POOL = ["matchup=duel", "matchup.policies=[first_legal]", "matchup.field=uniform"]


def finder(policy: type[Policy]) -> FindPolicy:
    return lambda name, family: policy if name == "first_legal" else policies.find(name, family)


class Interrupts(Policy):
    def choose(self, view: View) -> Move:
        raise KeyboardInterrupt


class Barks(Policy):
    """Raises what the watchdog raises: the block would be invalid, and its losses forgotten."""

    def choose(self, view: View) -> Move:
        raise Hung("no answer in 1 seconds")


class InterruptsWhenMade(Policy):
    def __init__(self) -> None:
        if InterruptsWhenMade.armed:
            raise KeyboardInterrupt

    armed = False

    def choose(self, view: View) -> Move:
        InterruptsWhenMade.armed = True
        return view.legal[0]


class Wanders(Policy):
    def choose(self, view: View) -> Move:
        os.chdir("/")
        return view.legal[0]


@pytest.mark.parametrize(
    ("policy", "text"),
    [(Interrupts, "KeyboardInterrupt: "), (Barks, "Hung: no answer in 1 seconds")],
)
def test_what_only_others_may_raise_is_a_failure(play: Play, policy: type[Policy], text: str) -> None:
    one = play("one", *POOL, find=finder(policy))
    assert (one.complete, one.interrupted, one.invalid) == (True, False, 0)
    rows = Run(one.location).table("failures").to_pylist()
    assert {(row["fault"], row["text"]) for row in rows} == {("raised", text)}


def test_an_interrupt_while_a_policy_is_made_is_a_failure(play: Play) -> None:
    InterruptsWhenMade.armed = False
    one = play("one", *POOL, "tournament.check_every=null", find=finder(InterruptsWhenMade))
    assert one.complete
    assert one.failures


class CallsForHelp(Policy):
    """A real Ctrl-C comes twice while it thinks."""

    def choose(self, view: View) -> Move:
        try:
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)
        except BaseException:  # noqa: S110 - and it keeps it to itself
            pass
        return view.legal[0]


def test_the_real_interrupt_ends_the_run_whatever_a_policy_catches(play: Play) -> None:
    with pytest.raises(KeyboardInterrupt):
        play("one", *POOL, find=finder(CallsForHelp))
    assert play("two", *POOL).complete


def test_a_policy_that_changes_folders_scatters_nothing(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    one = play("../" + tmp_path.name + "/one", *POOL, find=finder(Wanders))
    assert Path.cwd() == tmp_path
    assert Run(one.location).damage() == []
