"""One contract for views: every public member of every view, asked in and beyond its domain, at every moment."""

from collections.abc import Iterator

from paiju.policies import find
from paiju.sim.games import registry
from paiju.sim.kernel.events import NOBODY, Log
from paiju.sim.kernel.policy import View
from paiju.sim.kernel.rng import Seeds, Stream
from tests.conformance.needs import needs_of
from tests.conformance.tables import ROOT, Match, each_case, rulesets
from tests.conformance.views import asked, is_of, members

BLANK = {"stage": "", "stage_code": -1, "legal": [], "choices": 0}  # while a seat is asked nothing
EVERY = 9  # so many questions apart a match is looked at


def fresh(name: str, ruleset: str) -> list[View]:
    """The views of a table at which nothing was played."""
    game = registry.get(name)
    engine = game.engine(game.rules(rulesets(game)[ruleset]), Log())
    return [engine.view(seat, Stream()) for seat in range(engine.seats)]


def over(name: str, ruleset: str) -> list[View]:
    """The views of a table after a hand, before the next is dealt."""
    game = registry.get(name)
    engine = game.engine(game.rules(rulesets(game)[ruleset]), Log())
    views = [engine.view(seat, Stream()) for seat in range(engine.seats)]
    engine.start_match()
    Seeds(ROOT).deal(0, 0, engine.chance.streams)
    engine.start_hand()
    player = find("first_legal", game.family)()
    while engine._state.asked != NOBODY:
        engine.answer(player.code(views[engine._state.asked]))
    return views


def moments(name: str, ruleset: str) -> Iterator[list[View]]:
    """Views before the first hand, at questions of a match, after a hand, after the match."""
    yield fresh(name, ruleset)
    match = Match(name, rulesets(registry.get(name))[ruleset])
    for number, _ in enumerate(match.play([find("uniform", match.game.family)] * match.engine.seats)):
        if number % EVERY == 0 and number < 12 * EVERY:
            yield match.views
    yield match.views
    yield over(name, ruleset)


@each_case
def test_views_answer_every_question(name: str, ruleset: str) -> None:
    """In the domain of its arguments a value of the type that is written, beyond it an IndexError."""
    needs = needs_of(name)
    for views in moments(name, ruleset):
        for view in views:
            for member in members(view):
                if member.name in needs.fillers:
                    continue
                for arguments, value in asked(view, member, needs).items():
                    assert is_of(value, member.returns), (member, arguments, value)


@each_case
def test_who_is_not_asked_sees_no_question(name: str, ruleset: str) -> None:
    """The same blank question before a hand, while another is asked, after a hand and after the match."""
    seen = 0
    for views in moments(name, ruleset):
        for view in views:
            told = {member.name: asked(view, member, needs_of(name)) for member in members(view)
                    if member.name in BLANK}  # fmt: skip
            if not view.choices():
                assert {key: value[()] for key, value in told.items()} == BLANK
                seen += 1
    assert seen


def test_names_mean_the_same_in_every_game() -> None:
    """What is a property in one game is one in all; what asks is_, has_ or can_ is a method."""
    sorts: dict[str, bool] = {}
    for name in registry.names():
        for member in members(fresh(name, "default")[0]):
            assert sorts.setdefault(member.name, member.is_property) == member.is_property, member
            assert not (member.is_property and member.name.startswith(("is_", "has_", "can_"))), member
            assert not (member.is_property and member.arguments)
