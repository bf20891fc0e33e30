"""Policies that reach for the process they play in: counted, undone, or kept apart; never believed."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from paiju import policies
from paiju.sim.config import compose
from paiju.sim.kernel.errors import Hung
from paiju.sim.kernel.policy import Move, Policy, View
from paiju.sim.store.reader import Run
from paiju.sim.tournament.runner import Observer, Policies, start
from paiju.sim.tournament.worker import FindPolicy
from tests.tournament.runs import SMALL, Play, cli

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


# In processes of their own

PRELUDE = "import atexit, os, signal, sys, threading, time\nfrom paiju import Policy\n"
FIRST = "        return view.legal[0]\n"


def written(folder: Path, body: str, before: str = "") -> str:
    """A policy's file: what `choose` does, and what is done when it is imported."""
    path = folder / "bad.py"
    path.write_text(f"{PRELUDE}{before}\n\nclass Bad(Policy):\n    def choose(self, view):\n{body}{FIRST}")
    return f"matchup.policies=[{path}:Bad,uniform]"


def run(pool: str, folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return cli("run", *SMALL[1:], pool, "executor.workers=1", f"out={folder / 'run'}", *more, check=False)


@pytest.mark.parametrize(
    ("body", "before"),
    [
        ("        os._exit(0)\n", ""),
        ("        os.kill(os.getpid(), signal.SIGSEGV)\n", ""),
        ("", "os._exit(0)\n"),
    ],
)
def test_a_policy_that_ends_its_process_ends_no_run_well(tmp_path: Path, body: str, before: str) -> None:
    done = run(written(tmp_path, body, before), tmp_path)
    assert done.returncode == 1
    [sentence] = [line for line in done.stderr.splitlines() if line.startswith("paiju: ")]
    assert "policy" in sentence
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("body", "before"),
    [
        ("        os.write(1, b'forged')\n        print('forged', file=sys.__stdout__)\n", ""),
        ("        os.close(1)\n        sys.__stdout__.close()\n", ""),
        ("", "threading.Thread(target=time.sleep, args=(10**6,)).start()\n"),
        ("", "atexit.register(time.sleep, 10**6)\n"),
        ("        os.chdir('/')\n", ""),
        ("        if not hasattr(Bad, 'forked'):\n            Bad.forked = os.fork()\n", ""),
        ("        signal.signal(signal.SIGTERM, signal.SIG_IGN)\n", "sys.modules['paiju.sim'] = None\n"),
    ],
)
def test_what_a_policy_does_to_its_process_reaches_no_other(tmp_path: Path, body: str, before: str) -> None:
    done = run(written(tmp_path, body, before), tmp_path, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["complete"]
    assert Run(told["location"]).damage() == []


def test_policies_of_ones_own_play_elsewhere_unless_debugged(tmp_path: Path) -> None:
    """The declared exception: with executor.isolate=false they share the process."""
    pool = written(tmp_path, "        Path(f'{__file__}.{os.getppid()}.{os.getpid()}').touch()\n",
                   "from pathlib import Path\n")  # fmt: skip
    for isolate in (True, False):
        config = compose([*SMALL[1:], pool, "executor.workers=1", f"executor.isolate={isolate}"])
        start(config, str(tmp_path / str(isolate)), Policies(policies.find, policies.describe), Observer())
        here = [path for path in tmp_path.glob("bad.py.*") if path.name.endswith(f".{os.getpid()}")]
        assert bool(here) != isolate
