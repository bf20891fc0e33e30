import json
from io import StringIO
from math import inf
from typing import Any

import pytest

from paiju.analysis.ratings.contrasts import Contrasts, Difference, Standing
from paiju.analysis.ratings.intervals import Interval
from paiju.analysis.ratings.rating import Rating, Ratings
from paiju.analysis.ratings.verdict import Verdict
from paiju.analysis.report.show import notes, show_ratings


class Terminal(StringIO):
    """What a terminal shows."""

    def isatty(self) -> bool:
        """Yes."""
        return True


def rating(policy: str, points: Interval, elo: Interval | None, faults: int = 0) -> Rating:
    """A row of the table."""
    score = Interval(0.5, 0.4, 0.6)
    return Rating(
        policy, 1_000_000, 1_000_000, 250_000, points, score, elo, 0.3125, (0.4, 0.3, 0.2, 0.1), faults
    )


@pytest.fixture
def table() -> Verdict:
    """Three policies: the first ahead of both others, which cannot be told apart; one always lost."""
    names = ("expert", "normal", "./mine.py:Greedy")
    ratings = Ratings(
        (
            rating(names[0], Interval(4.26, 4.21, 4.31), Interval(156.2, 155.6, 156.9)),
            rating(names[1], Interval(1.4, 1.1, 1.7), Interval(18.5, -18.1, 18.9)),
            rating(names[2], Interval(-5.7, -inf, inf), Interval(-inf, -inf, -1200.0), 12),
        ),
        games=1_000_000,
        hands=1_000_000,
        blocks=250_000,
        deals=250_000,
        even_field=True,
    )
    differences = (
        Difference(names[0], names[1], "all games", Interval(1, 0.5, 1.5), 0.999, 0.001, 0.003),
        Difference(names[0], names[2], "all games", Interval(2, 1.5, 2.5), 0.999, 0.001, 0.003),
        Difference(names[1], names[2], "all games", Interval(0.1, -0.1, 0.3), 0.6, 0.8, 0.8),
    )
    standings = (
        Standing(names[0], "a", 1, 1), Standing(names[1], "b", 2, 3), Standing(names[2], "b", 2, 3)
    )  # fmt: skip
    return Verdict(ratings, Contrasts(differences, ()), standings, None, {}, {})


def test_the_terminal_table_fits_eighty_columns(table: Verdict, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "dumb")
    shown = Terminal()
    show_ratings(table, shown)
    lines = shown.getvalue().splitlines()
    assert all(len(line) <= 80 for line in lines)
    expert = next(line for line in lines if line.startswith("expert"))
    assert expert.split() == [
        "expert", "1,000,000", "+4.260", "±", "0.050", "+156", "[+156,", "+157]", "31.2", "40.0", "10.0"
    ]  # fmt: skip
    greedy = next(line for line in lines if line.startswith("./mine"))
    assert greedy.split() == [
        "./mine.py:G", "1,000,000", "-5.7", "±", "?", "–", "[-∞,", "-1200]", "31.2", "40.0", "10.0"
    ]  # fmt: skip
    assert "reedy" in lines[lines.index(greedy) + 1]  # folded, not cut
    assert "250,000 blocks" in shown.getvalue()


def test_a_pipe_gets_a_number_per_column(table: Verdict) -> None:
    shown = StringIO()
    show_ratings(table, shown)
    header, *lines = [line.split("\t") for line in shown.getvalue().splitlines() if not line.startswith("# ")]
    found = [dict(zip(header, line, strict=True)) for line in lines]
    assert found[0]["policy"] == "expert"
    assert float(found[0]["points_low"]) == 4.21
    assert float(found[0]["place_4"]) == 0.1
    assert found[0]["told_apart_from_next"] == "true"
    assert found[1]["told_apart_from_next"] == "false"
    assert (found[2]["points_low"], found[2]["elo"], found[2]["elo_high"]) == ("", "", "-1200.0")


def test_json_has_null_for_what_is_not_known(table: Verdict) -> None:
    shown = StringIO()
    show_ratings(table, shown, as_json=True)
    found: dict[str, Any] = json.loads(shown.getvalue())
    assert found["deals"] == 250_000
    assert found["policies"][0]["ahead"] == {
        "of": "normal", "basis": "all games", "points": {"estimate": 1, "low": 0.5, "high": 1.5}, "told_apart": True
    }  # fmt: skip
    assert found["policies"][2]["elo"] == {"estimate": None, "low": None, "high": -1200.0}
    assert found["policies"][2]["ahead"] is None


def test_the_notes_say_what_the_interval_is_and_who_is_tied(table: Verdict) -> None:
    said = notes(table)
    assert said[0].startswith("95 % intervals")
    assert "Not told apart by points: normal ~ ./mine.py:Greedy." in said
