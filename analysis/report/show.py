"""Ratings as something to look at: a table on a terminal, tab-separated text in a pipe, JSON."""

import json
from collections.abc import Iterator, Sequence
from math import isfinite, isinf
from typing import Final, TextIO

from paiju.analysis.ratings.bounds import bound_words
from paiju.analysis.ratings.intervals import Interval
from paiju.analysis.ratings.rating import Rating
from paiju.analysis.ratings.verdict import Verdict
from paiju.analysis.report.wording import plus_minus
from paiju.analysis.tables.output import cell

ROUGH_BELOW: Final = 30  # deals; the t interval trusts means over fewer too much when points are skewed
UNITS: Final = {
    "points": "points/game",
    "rank": "outplayed",
    "win": "1sts/game",
}  # what counts, in a column's head
COUNTED: Final = {"points": "points", "rank": "the share of opponents left behind", "win": "first places"}
COLUMNS: Final = ("policy", "games", "", "Elo", "[low, high]", "win %", "1st %", "last %")
NAMED: Final = 3  # pairs that are named in a note


def show_ratings(verdict: Verdict, to: TextIO, as_json: bool = False) -> None:
    """Print the rating table; `to` is usually sys.stdout."""
    if as_json:
        print(json.dumps(verdict.to_dict(), indent=2, ensure_ascii=False), file=to)
    elif to.isatty():
        _show_on_terminal(verdict, to)
    else:
        _show_in_pipe(verdict, to)


def notes(verdict: Verdict) -> list[str]:
    """What has to be said under the table."""
    table = verdict.table
    counted = COUNTED[table.utility]
    units = f"block: {table.blocks:,} blocks"
    if table.deals != table.blocks:
        units = f"(shared by several tables): {table.deals:,} deals in {table.blocks:,} blocks"
    few = "; few, so take them as a rough guide" if table.deals < ROUGH_BELOW else ""
    said = [f"95 % intervals by deal {units}{few}.", *_comparison_notes(verdict, counted)]
    if table.bounds is not None:
        said += bound_words(table.bounds, UNITS[table.utility])
    return said


def _comparison_notes(verdict: Verdict, counted: str) -> Iterator[str]:
    """Who is told apart from whom, and by which games."""
    found = verdict.contrasts
    if not verdict.table.even_field:
        yield (
            f"Not all met the same opponents: the order is by Elo, and {counted} compare only policies that shared "
            "tables (by the games there) or opponents."
        )
    if found.apart:
        yield f"Not comparable, as they met at no table: {_pairs(found.apart)}."
    tied = [(each.policy, each.other) for each in found.differences if not each.told_apart]
    if tied:
        yield f"Not told apart by {counted}: {_pairs(tied, ' ~ ')}."
    elif found.differences:
        compared = "Every policy is" if not found.apart else "All others are"
        yield f"{compared} told apart from every other by {counted}."


def _pairs(pairs: Sequence[tuple[str, str]], between: str = " – ") -> str:
    named = ", ".join(between.join(pair) for pair in pairs[:NAMED])
    return named + (f" and {len(pairs) - NAMED} more pairs" if len(pairs) > NAMED else "")


# On a terminal


def _show_on_terminal(verdict: Verdict, to: TextIO) -> None:
    """Readable at 80 columns."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = verdict.table
    grid = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for column in COLUMNS:
        left = column == "policy"
        grid.add_column(
            Text(column or UNITS[table.utility]),
            justify="left" if left else "right",
            no_wrap=not left,
            overflow="fold",
        )
    for rating in table.policies:
        grid.add_row(
            Text(rating.policy),
            f"{rating.games:,}",
            plus_minus(rating.points, table.utility == "points").replace("−", "-"),
            _elo(rating),
            Text(_elo_range(rating)),
            _percent(rating.hands_won),
            _percent(rating.places[0]) if rating.places else "",
            _percent(rating.places[-1]) if rating.places else "",
        )
    console = Console(file=to, highlight=False)
    console.print(grid)
    for note in notes(verdict):
        console.print(note, markup=False, style="dim")


def _elo(rating: Rating) -> str:
    """The Elo estimate; for one that only won or only lost there is none."""
    return f"{rating.elo.estimate:+.0f}" if rating.elo and isfinite(rating.elo.estimate) else "–"


def _elo_range(rating: Rating) -> str:
    """The Elo interval; infinite ends for what the games do not bound."""
    if rating.elo is None:
        return "–"
    return f"[{_end(rating.elo.low)}, {_end(rating.elo.high)}]"


def _end(value: float) -> str:
    """An end of an interval."""
    if isinf(value):
        return "∞" if value > 0 else "-∞"
    return f"{value:+.0f}"


def _percent(share: float) -> str:
    """A share as a percentage with one digit."""
    return f"{100 * share:.1f}"


# In a pipe


def _show_in_pipe(verdict: Verdict, to: TextIO) -> None:
    """Tab-separated, a column per number, unknown ends empty; the notes as comments."""
    table = verdict.table
    places = max((len(rating.places) for rating in table.policies), default=0)
    ends = ["", "_low", "_high"]
    header = ["policy", "games", "seats", "deals"]
    header += [f"{name}{end}" for name in (table.utility, "score", "elo") for end in ends]
    header += [
        "hands_won",
        *(f"place_{place + 1}" for place in range(places)),
        "faults",
        "told_apart_from_next",
    ]
    print("\t".join(header), file=to)
    for rating, ahead in zip(table.policies, verdict.ahead(), strict=True):
        cells: list[object] = [rating.policy, rating.games, rating.seats, rating.deals]
        cells += [*_cells(rating.points, 4), *_cells(rating.score, 6), *_cells(rating.elo, 2)]
        cells += [round(share, 6) for share in (rating.hands_won, *rating.places)]
        cells += [rating.faults, "" if ahead is None else str(ahead.told_apart).lower()]
        print("\t".join(map(cell, cells)), file=to)
    for note in notes(verdict):
        print(f"# {note}", file=to)


def _cells(interval: Interval | None, digits: int) -> list[object]:
    """Estimate, low, high."""
    if interval is None:
        return [None] * 3
    return [
        round(end, digits) if isfinite(end) else None
        for end in (interval.estimate, interval.low, interval.high)
    ]
