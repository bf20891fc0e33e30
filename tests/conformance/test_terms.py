"""Policies play by the terms of the table they sit at: whatever was played before, and by no terms they do not know."""

from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any

import pytest

from paiju.policies import find, names
from paiju.sim.games import registry
from paiju.sim.games.hk_mahjong.rules import HkRules
from paiju.sim.games.hunan_paohuzi.rules import PaohuziRules
from paiju.sim.games.mahjong.terms import MahjongTerms
from paiju.sim.games.mahjong.view import MahjongView
from paiju.sim.games.zipai.terms import ZipaiTerms
from paiju.sim.games.zipai.view import ZipaiView
from paiju.sim.kernel.errors import BadInput
from paiju.sim.kernel.events import Log
from paiju.sim.kernel.game import Game
from paiju.sim.kernel.options import validate
from paiju.sim.kernel.play import Table
from paiju.sim.kernel.rng import Seeds, Stream
from tests.conformance.tables import ROOT, Maker, cases, rulesets

SHIPPED = ("easy", "normal", "expert")
FAMILY_VIEWS: dict[str, Any] = {"mahjong": MahjongView, "zipai": ZipaiView}


def makers(game: Game, seats: int, shift: int) -> list[Maker]:
    """The shipped policies of the family, from this one on."""
    return [find(SHIPPED[(seat + shift) % 3], game.family) for seat in range(seats)]


def table_of(game: Game, options: dict[str, object], log: Log) -> Table:
    """A table for matches by these options."""
    return Table(game.engine(game.rules(options), log), Seeds(ROOT))


def seen_by_family(table: Table, terms: object, game: Game) -> Table:
    """The table of a sister game: its views are those of the family, and know no game."""
    engine = table.engine
    view = FAMILY_VIEWS[game.family]
    names = [[name for _, name, _ in game.stages]] if view is ZipaiView else []  # of what only a game can ask
    table.views = [
        view(engine, engine._state, terms, *names, seat, stream) for seat, stream in enumerate(table.streams)
    ]
    return table


def matches() -> Iterator[tuple[str, Callable[[], str]]]:
    """A name, and what plays a match and gives the digest of its log."""
    for name, ruleset in cases():
        game = registry.get(name)
        options = rulesets(game)[ruleset]
        for sister in (False, True) if game.family in FAMILY_VIEWS else (False,):

            def play(game: Game = game, options: dict[str, object] = options, sister: bool = sister) -> str:
                log = Log()
                table = table_of(game, options, log)
                if sister:
                    seen_by_family(table, game.terms(game.rules(options)), game)
                failures = [
                    failure
                    for deal in range(3)
                    for failure in table.play(
                        deal, 0, makers(game, table.engine.seats, deal), find("uniform", game.family)
                    )
                ]
                assert failures == []
                return blake2b(log.to_bytes(), digest_size=8).hexdigest()

            yield f"{name} {ruleset}{' seen by the family' if sister else ''}", play


def test_the_order_of_games_in_a_process_does_not_matter() -> None:
    """All rulesets of all families, forwards and backwards, then each after the same one of its own family."""
    played = list(matches())
    forwards = {name: play() for name, play in played}
    backwards = {name: play() for name, play in reversed(played)}
    assert forwards == backwards


def test_a_sister_game_of_the_same_terms_is_played_alike() -> None:
    """What a policy knows of the rules it knows from the terms, not from the class of its view."""
    digests = {name: play() for name, play in matches()}
    for name, digest in digests.items():
        assert digests.get(f"{name} seen by the family", digest) == digest, name


@pytest.mark.parametrize("name", registry.names())
def test_every_game_has_terms(name: str) -> None:
    """Each seat sees the one record its rules have, and all shipped policies know it, whatever the options."""
    game = registry.get(name)
    for options in rulesets(game).values():
        rules = game.rules(options)
        terms = game.terms(rules)
        engine = game.engine(rules, Log())
        for seat in range(engine.seats):
            assert getattr(engine.view(seat, Stream()), "terms") is terms  # noqa: B009 - a view of any game
        for policy in names(game.family):
            find(policy, game.family)().check_terms(terms)


def hk_terms(**changed: object) -> MahjongTerms:
    """The terms of hk_mahjong, changed as no option of it can."""
    return MahjongTerms(
        **{**fields(HkRules(validate(registry.get("hk_mahjong").options, {})).terms), **changed}
    )


def paohuzi_terms(**changed: object) -> ZipaiTerms:
    """The terms of hunan_paohuzi, changed as no option of it can."""
    rules = PaohuziRules(validate(registry.get("hunan_paohuzi").options, {}))
    return ZipaiTerms(**{**fields(rules.terms), **changed})


def fields(terms: object) -> dict[str, Any]:
    """The facts of a record of terms."""
    return {key: getattr(terms, key) for key in dir(terms) if key[0] != "_" and key not in ("worth", "total")}


UNKNOWN: list[tuple[str, Callable[[], object], str]] = [
    ("hk_mahjong", lambda: hk_terms(wildcards=True), "some tiles stand for others"),
    ("hk_mahjong", lambda: hk_terms(plain_hands_win=False), "a hand wins by a pattern only"),
    ("hk_mahjong", lambda: hk_terms(discards_win=False), "nobody wins on a discard"),
    ("hk_mahjong", lambda: hk_terms(fan_double=False), "fan do not double"),
    ("hunan_paohuzi", lambda: paohuzi_terms(pung_forced=True), "a 碰 must be made"),
    ("hunan_paohuzi", lambda: paohuzi_terms(draws_close_groups=False), "a third card drawn makes no 偎"),
]


@pytest.mark.parametrize("policy", SHIPPED)
@pytest.mark.parametrize(("name", "terms", "words"), UNKNOWN, ids=[row[2] for row in UNKNOWN])
def test_unknown_terms_are_refused(name: str, terms: Callable[[], object], words: str, policy: str) -> None:
    """With a sentence when the policy is chosen; and as a counted failure at its first question."""
    game = registry.get(name)
    maker = find(policy, game.family)
    with pytest.raises(BadInput, match=f"this policy knows no .* in which {words}"):
        maker().check_terms(terms())
    table = seen_by_family(table_of(game, validate(game.options, {}), Log()), terms(), game)
    failures = table.play(0, 0, [maker] * table.engine.seats, find("uniform", game.family))
    assert {failure.seat for failure in failures} == set(range(table.engine.seats))
    assert all(words in failure.text for failure in failures)


@pytest.mark.parametrize("policy", SHIPPED)
@pytest.mark.parametrize("name", registry.names())
def test_games_of_other_families_are_refused(name: str, policy: str) -> None:
    """Also where a policy is set at a table of another family by hand."""
    game = registry.get(name)
    for other in (registry.get(each) for each in registry.names()):
        if other.family == game.family:
            continue
        maker = find(policy, other.family)
        with pytest.raises(BadInput, match="terms of another game"):
            maker().check_terms(game.terms(game.rules(validate(game.options, {}))))
        table = table_of(game, validate(game.options, {}), Log())
        failures = table.play(0, 0, [maker] * table.engine.seats, find("uniform", game.family))
        assert all("was asked at another table" in failure.text for failure in failures)
        assert len(failures) == table.engine.seats
