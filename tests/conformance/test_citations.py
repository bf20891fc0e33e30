"""Rules are found by their numbers: what a game's README numbers is cited in its code, and what is cited exists.

A citation is `rule 5`, `rules 6, 7`, `decisions 3 to 5`, `steps 8a and 9b`, or several of them apart by semicolons. In
the code of a family the game stands before it: `hk_mahjong rules 6, 7; decision 21`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from paiju.sim.games import registry

GAMES = Path(__file__).parents[2] / "sim" / "games"
NUMBER = r"\d+[a-z]?"
NUMBERS = rf"{NUMBER}(?:(?:, | and | to ){NUMBER})*"
CITE = rf"\b([Rr]ules?|[Dd]ecisions?|[Ss]teps?) ({NUMBERS})\b"
CITATION = re.compile(rf"(?:\b({'|'.join(registry.names())}) )?({CITE}(?:; {CITE})*)")
NO_CODE = "Found in no code: "  # in a README, before what needs none


def numbers(text: str) -> list[str]:
    """The numbers of a list, `3 to 5` as 3, 4, 5."""
    found: list[str] = []
    for first, last in re.findall(rf"({NUMBER})(?: to ({NUMBER}))?", text):
        found += [str(n) for n in range(int(first), int(last) + 1)] if last else [first]
    return found


def cites(text: str) -> set[tuple[str, str]]:
    """(rule, decision or step; number) of a citation."""
    return {(word.lower().rstrip("s"), n) for word, listed in re.findall(CITE, text) for n in numbers(listed)}


def citations(path: Path) -> Iterator[tuple[str, set[tuple[str, str]]]]:
    """The game named, "" where none is, and what is cited, of everything in a file."""
    text = re.sub(r"\s+(?:# )?", " ", path.read_text("utf-8"))
    for found in CITATION.finditer(text):
        yield found[1] or "", cites(found[2])


def section(readme: str, title: str) -> str:
    """A section of a README."""
    return readme.partition(f"\n## {title}")[2].partition("\n## ")[0]


def listed(game: str) -> set[tuple[str, str]]:
    """The rules, decisions and steps of a game's README."""
    readme = (GAMES / game / "README.md").read_text("utf-8")
    rules = re.findall(rf"^({NUMBER})\. ", section(readme, "Rules"), re.MULTILINE)
    decisions = re.findall(rf"^\| ({NUMBER}) \|", section(readme, "Decisions"), re.MULTILINE)
    turn_flow = section(readme, "Turn flow")
    steps = re.findall(rf"^({NUMBER})\. ", turn_flow, re.MULTILINE)
    return {
        *(("rule", n) for n in rules),
        *(("decision", n) for n in decisions),
        *(("step", n) for n in steps),
    }


def needs_no_code(game: str) -> set[tuple[str, str]]:
    """What the README of a game says to be in no code."""
    readme = (GAMES / game / "README.md").read_text("utf-8")
    return cites(re.sub(r"\s+", " ", readme.partition(NO_CODE)[2].partition("\n\n")[0]))


def cited(game: str) -> set[tuple[str, str]]:
    """What the code cites of a game: its own, and where it is named that of families."""
    found: set[tuple[str, str]] = set()
    for path in GAMES.glob("*/*.py"):
        here = path.parent.name
        for named, cites in citations(path):
            if game == (named or here):
                found |= cites
    return found


def plain(cites: set[tuple[str, str]]) -> list[str]:
    """In order, as text."""
    return [
        f"{word} {n}"
        for word, n in sorted(cites, key=lambda each: (each[0], int(re.sub(r"\D", "", each[1]))))
    ]


@pytest.mark.parametrize("game", registry.names())
def test_every_rule_and_decision_is_cited(game: str) -> None:
    """Where it is implemented, or in the list of the README of those that need no code, and not in both."""
    known = {each for each in listed(game) if each[0] != "step"}
    assert min(sum(word == wanted for word, _ in known) for wanted in ("rule", "decision")) > 15
    assert plain(known - cited(game) - needs_no_code(game)) == []
    assert plain(needs_no_code(game) & cited(game)) == []


@pytest.mark.parametrize("game", registry.names())
def test_what_is_cited_exists(game: str) -> None:
    """No number that the README does not have; a letter may name a part of a number that stands there."""
    known = listed(game)
    found = cited(game) | needs_no_code(game)
    wrong = {
        (word, n) for word, n in found if (word, n) not in known and (word, n.rstrip("abcdef")) not in known
    }
    assert plain(wrong) == []


def test_families_name_the_game() -> None:
    """A number in the code of a family is some game's."""
    for path in GAMES.glob("*/*.py"):
        for named, cites in citations(path):
            where = f"{path.parent.name}/{path.name}: {plain(cites)}"
            assert (named or path.parent.name) in registry.names(), where


@pytest.mark.parametrize("game", registry.names())
def test_one_word_for_a_decision(game: str) -> None:
    """A row of the table of decisions is called a decision, and a citation has one form."""
    paths = [GAMES / game / "README.md", *GAMES.glob("*/*.py")]
    for path in paths:
        text = path.read_text("utf-8")
        assert not re.search(r"\b[Rr]ows? \d", text), path
        if path.suffix == ".py":
            assert not re.search(rf"\b(rules?|decisions?|steps?) {NUMBER}-\d", text), path
            assert not re.search(rf"{CITE}, {CITE}", text), path


def test_citations_are_read() -> None:
    """The forms of a citation."""
    assert cites("(rules 6, 7; decisions 3 to 5; step 8a)") == {
        ("rule", "6"),
        ("rule", "7"),
        ("decision", "3"),
        ("decision", "4"),
        ("decision", "5"),
        ("step", "8a"),
    }
    assert numbers("29, 29c and 30") == ["29", "29c", "30"]
