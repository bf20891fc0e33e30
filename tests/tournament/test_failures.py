"""What policies do wrong: counted by kind, listed, scored or excluded; and what is no fault of theirs."""

import argparse
import contextlib
import itertools
import json
import time
from pathlib import Path
from typing import Any

import pytest

from paiju import policies
from paiju.sim.kernel.errors import BadInput
from paiju.sim.kernel.play import Maker
from paiju.sim.kernel.policy import Move, Policy, View
from paiju.sim.store.reader import Run
from paiju.sim.tournament.blocks import plain
from paiju.sim.tournament.verify import Verifier
from paiju.sim.tournament.worker import FindPolicy
from tests.tournament.runs import Play

POOL = ["matchup=duel", "matchup.policies=[first_legal]", "matchup.field=uniform"]


class Raises(Policy):
    """Fails at every third match, at its second question."""

    matches = itertools.count()

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View) -> Move:
        self.asked += 1
        if self.asked == 2 and view.rng.below(2):
            raise ZeroDivisionError("by nothing")
        return view.legal[0]


class Illegal(Policy):
    """Answers what nobody asked."""

    def code(self, view: View) -> int:
        return 123_456_789


class Spends(Policy):
    """Searches a node more with every question."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View) -> Move:
        self.asked += 1
        assert view.nodes_left() >= 0
        for _ in range(self.asked):
            view.spend(1)
        return view.legal[0]


class SpendsInSecret(Policy):
    """Overruns its budget and catches the error."""

    def choose(self, view: View) -> Move:
        with contextlib.suppress(Exception):
            view.spend(10**6)
        return view.legal[0]


class Forgets(Policy):
    """Depends on something else than the game and its stream."""

    played = itertools.count()

    def choose(self, view: View) -> Move:
        legal = view.legal
        return legal[next(Forgets.played) % len(legal)]


class Honest(Forgets):
    """The same, and says so."""

    deterministic = False


class Hangs(Policy):
    """Waits for ever in some of its matches."""

    def choose(self, view: View) -> Move:
        if view.seat == 2 and view.rng.below(6) == 0:
            while True:
                time.sleep(0.01)
        return view.legal[0]


class NoMove(Policy):
    """Gives something else than a number."""

    answer: Any = None

    def code(self, view: View) -> Any:
        return self.answer


class Text(NoMove):
    answer = "x"


class Fraction(NoMove):
    answer = 1.5


class LegalFloat(Policy):
    """A legal move's code, but no whole number."""

    def code(self, view: View) -> Any:
        return float(view.code(0))


class Flag(NoMove):
    answer = True


class FailsToBeMade(Policy):
    """Every third time."""

    made = itertools.count()

    def __init__(self) -> None:
        if next(FailsToBeMade.made) % 3 == 2:
            raise RuntimeError("no more memory")

    def choose(self, view: View) -> Move:
        return view.legal[0]


class Speechless(Exception):
    def __str__(self) -> str:
        raise RuntimeError("not even that")


class CannotSay(Policy):
    def choose(self, view: View) -> Move:
        raise Speechless


class SaysMuch(Policy):
    """Several lines, and what is no text."""

    def choose(self, view: View) -> Move:
        raise ValueError("one\ntwo \udc80 \x00 \x1b[2J")


class Cancelled(BaseException):
    """As asyncio has one."""


class Cancels(Policy):
    def choose(self, view: View) -> Move:
        raise Cancelled("so long")


def finder(policy: type[Policy]) -> FindPolicy:
    return lambda name, family: policy if name == "first_legal" else policies.find(name, family)


def kinds_of(location: str) -> set[str]:
    return {row["fault"] for row in Run(location).table("failures").to_pylist()}


@pytest.mark.parametrize(
    ("policy", "kind", "extra", "text"),
    [
        (Raises, "raised", [], "ZeroDivisionError: by nothing"),
        (Illegal, "illegal_move", [], "move 123456789 is not legal here"),
        (Spends, "budget", ["tournament.node_budget=3"], "4 nodes for one decision, and the budget is 3"),
        (SpendsInSecret, "budget", ["tournament.node_budget=3"], "1000000 nodes for one decision"),
        (NoMove, "raised", [], "TypeError: 'NoneType' object cannot be interpreted as an integer"),
        (Text, "raised", [], "TypeError: 'str' object cannot be interpreted as an integer"),
        (Fraction, "raised", [], "TypeError: 'float' object cannot be interpreted as an integer"),
        (LegalFloat, "raised", [], "TypeError: 'float' object cannot be interpreted as an integer"),
        (Flag, "illegal_move", [], "move 1 is not legal here"),
        (CannotSay, "raised", [], "Speechless"),
        (SaysMuch, "raised", [], r"ValueError: one" + "\n" + r"two \udc80 \x00 \x1b[2J"),
        (Cancels, "raised", [], "Cancelled: so long"),
    ],
)
def test_every_kind_is_counted_and_the_game_goes_on(
    play: Play, policy: type[Policy], kind: str, extra: list[str], text: str
) -> None:
    one = play("one", *POOL, *extra, find=finder(policy))
    run = Run(one.location)
    rows = run.table("failures").to_pylist()
    assert one.complete
    assert {row["fault"] for row in rows} == {kind}
    assert len(rows) == one.failures == sum(run.table("seats")["faults"].to_pylist()) > 0
    assert all(text in row["text"] for row in rows)
    assert run.table("games").num_rows == 64
    assert all(run.table("games")["scored"].to_pylist())
    assert Verifier(run, finder(policy)).all_games(lambda _: None) is None


def test_a_policy_that_cannot_be_made_in_the_middle_of_a_run_is_counted(play: Play) -> None:
    one = play("one", *POOL, "tournament.check_every=null", find=finder(FailsToBeMade))
    run = Run(one.location)
    rows = run.table("failures").to_pylist()
    assert one.complete
    assert {(row["fault"], row["text"]) for row in rows} == {("raised", "RuntimeError: no more memory")}
    assert 64 // 3 <= len(rows) <= 64 // 3 + 1
    assert run.table("games").num_rows == 64


def test_a_budget_is_for_one_decision(play: Play) -> None:
    """Nothing is spent that was not asked for, and each decision starts anew."""
    assert play("one", *POOL, "tournament.node_budget=1000", find=finder(Spends)).failures == 0
    assert play("two", *POOL, find=finder(SpendsInSecret)).failures == 0


def test_failures_exclude_their_blocks_when_told(play: Play) -> None:
    whole = play("whole", *POOL, find=finder(Raises))
    one = play("one", *POOL, "tournament.on_failure=exclude", find=finder(Raises))
    run = Run(one.location)
    failed = {row["game_id"] // 32 for row in run.table("failures").to_pylist()}
    games = run.table("games").to_pylist()
    assert 0 < len(failed) < 16
    assert {row["block"] for row in games if not row["scored"]} == failed
    assert one.excluded == len(failed)
    assert one.digest == whole.digest  # the same games, all of them kept
    assert whole.excluded == 0


def test_a_game_that_differs_is_listed_and_stands(play: Play) -> None:
    one = play("one", *POOL, "tournament.check_every=1", find=finder(Forgets))
    run = Run(one.location)
    rows = run.table("failures").to_pylist()
    assert {(row["fault"], row["policy"]) for row in rows} == {("differs", "first_legal")}
    assert sum(run.table("seats")["faults"].to_pylist()) == 0
    for row in rows:
        players = {seat["seat"]: seat["policy"] for seat in run.rows("seats", row["game_id"])}
        assert players[row["seat"]] == "first_legal"
        events = run.rows("events", row["game_id"])
        assert 0 < row["event"] < len(events)
        asked = [event for event in events[: row["event"]] if event["kind"] == "asked"][-1]
        assert asked["seat"] == row["seat"]


def test_only_a_sample_is_played_twice(play: Play) -> None:
    one = play("one", *POOL, "tournament.check_every=4", find=finder(Forgets))
    blocks = {row["game_id"] // 32 for row in Run(one.location).table("failures").to_pylist()}
    assert blocks
    assert blocks <= {0, 4, 8, 12}
    assert play("two", *POOL, "tournament.check_every=null", find=finder(Forgets)).failures == 0


def test_a_policy_that_says_so_may_differ(play: Play) -> None:
    assert play("one", *POOL, "tournament.check_every=1", find=finder(Honest)).failures == 0


def test_the_check_changes_nothing(play: Play) -> None:
    one, two = (play(f"{every}", f"tournament.check_every={every}") for every in ("1", "null"))
    assert (one.digest, one.failures) == (two.digest, 0)


def test_exclusion_follows_from_differing_too(play: Play) -> None:
    one = play(
        "one", *POOL, "tournament.check_every=1", "tournament.on_failure=exclude", find=finder(Forgets)
    )
    assert one.excluded > 0


@pytest.mark.slow
def test_a_hung_decision_makes_its_block_invalid(play: Play) -> None:
    """Listed with its reason and never scored; everything else is as it would have been."""
    one = play("one", *POOL, "tournament.watchdog_seconds=1", "tournament.blocks=4", find=finder(Hangs))
    run = Run(one.location)
    rows = run.table("failures").to_pylist()
    assert rows
    assert {(row["fault"], row["text"], row["policy"], row["seat"]) for row in rows} == {
        ("hung", "no answer in 1 seconds", "first_legal", 2)
    }
    invalid = {row["game_id"] // 32 for row in rows}
    assert one.complete
    assert one.invalid == len(invalid)
    assert invalid == {block for receipt in run.manifest.in_order() for block in receipt.invalid}
    assert {row["block"] for row in run.table("games").to_pylist()} == set(range(4)) - invalid
    assert run.table("seats").num_rows == 16 * (4 - len(invalid))
    assert Verifier(run, finder(Hangs)).all_games(lambda _: None) is None


class AlwaysHangs(Policy):
    def choose(self, view: View) -> Move:
        while True:
            pass


@pytest.mark.slow
def test_a_shard_of_nothing_but_invalid_blocks(play: Play) -> None:
    one = play(
        "one", *POOL, "tournament.watchdog_seconds=1", "tournament.blocks=2", "tournament.shard_blocks=1",
        find=finder(AlwaysHangs),
    )  # fmt: skip
    run = Run(one.location)
    assert (one.complete, one.games, one.invalid, one.failures) == (True, 0, 2, 2)
    assert run.table("games").num_rows == run.table("events").num_rows == 0
    assert run.table("failures").num_rows == 2


def test_a_fallback_that_fails_is_no_endless_loop(play: Play) -> None:
    def find(name: str, family: str) -> Maker:
        return Illegal if name in ("first_legal", "uniform") else policies.find(name, family)

    one = play("one", *POOL, "tournament.blocks=2", find=find)
    assert one.complete
    assert kinds_of(one.location) == {"illegal_move"}
    assert one.failures == 2 * 4 * 4 * 2  # twice in each seat: the policy, then its fallback


def test_failures_are_shown_with_a_replay_command(play: Play, capsys: pytest.CaptureFixture[str]) -> None:
    from paiju.sim.cli.session import failure_lines, show

    one = play("one", *POOL, "tournament.on_failure=exclude", find=finder(Raises))
    lines = failure_lines(one)
    assert "blocks are excluded" in lines[0]
    assert "first_legal raised: ZeroDivisionError: by nothing" in lines[1]
    game = Run(one.location).table("failures").to_pylist()[0]["game_id"]
    assert lines[2].strip() == f"paiju replay {one.location} {game}"
    assert show(one, argparse.Namespace(json=False)) == 0
    shown = capsys.readouterr().out
    assert lines[1] in shown
    assert f"# {one.excluded} blocks do not count because a policy failed there." in shown
    assert f"({one.excluded} of them); " in shown
    assert show(one, argparse.Namespace(json=True)) == 0
    excluded = json.loads(capsys.readouterr().out)["ratings"]["excluded"]
    assert excluded["blocks"] == one.excluded
    assert [each["policy"] for each in excluded["policies"]] == ["first_legal"]


def test_a_list_of_failures_has_a_line_for_each_kind(play: Play, capsys: pytest.CaptureFixture[str]) -> None:
    from paiju.sim.cli.session import failure_lines

    one = play("one", *POOL, find=finder(SaysMuch))
    lines = failure_lines(one)
    assert lines[1] == "  64 x first_legal raised: ValueError: one …"
    assert not any("\n" in line for line in lines[1:])


@pytest.mark.slow
def test_a_run_in_which_everything_hangs_lists_it(play: Play, capsys: pytest.CaptureFixture[str]) -> None:
    """On the screen without a game to watch, by the stored query and in a report."""
    from paiju.sim.cli.main import main
    from paiju.sim.cli.session import show

    one = play("one", *POOL, "tournament.watchdog_seconds=1", "tournament.blocks=2", find=finder(AlwaysHangs))
    assert show(one, argparse.Namespace(json=False)) == 0
    shown = capsys.readouterr().out
    assert "2 x first_legal hung: no answer in 1 seconds" in shown
    assert "paiju replay" not in shown
    assert main(["query", one.location, "@failures", "--json"]) == 0
    [row] = json.loads(capsys.readouterr().out)
    assert (row["policy"], row["failures"], row["percent_of_seats"]) == ("first_legal", 2, None)
    assert main(["report", one.location, "--md", "-o", "-"]) == 0
    report = capsys.readouterr().out
    assert "| first\\_legal | hung | no answer in 1 seconds | 2 | – |" in report
    assert "**2** failures" in report


class HangsOnce(Policy):
    """At the first question of all."""

    asked = itertools.count()

    def choose(self, view: View) -> Move:
        while next(HangsOnce.asked) == 0:
            time.sleep(5)
        return view.legal[0]


@pytest.mark.slow
def test_the_game_to_watch_is_one_that_is_there(play: Play) -> None:
    from paiju.sim.cli.session import first_game

    one = play("one", *POOL, "tournament.watchdog_seconds=1", "tournament.blocks=4", find=finder(HangsOnce))
    assert one.invalid == 1
    assert first_game(one) == Run(one.location).table("games")["game_id"][0].as_py() == 32


def test_texts_have_no_addresses() -> None:
    assert plain("<a at 0x7fff1234> and 0xAB") == "<a at 0x…> and 0x…"
    assert len(plain("x" * 1000)) == 300


class KnowsNoMahjong(Policy):
    def check_terms(self, terms: object) -> None:
        raise BadInput(f"{type(terms).__name__} are all Greek to it")

    def choose(self, view: View) -> Move:
        return view.legal[0]


def test_a_policy_that_does_not_know_the_terms_is_refused_before_anything_is_played(
    play: Play, tmp_path: Path
) -> None:
    with pytest.raises(
        BadInput, match="'first_legal' cannot play hk_mahjong by these rules: MahjongTerms are"
    ):
        play("one", *POOL, find=finder(KnowsNoMahjong))
    assert not (tmp_path / "one").exists()
