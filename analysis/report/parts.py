"""What a report is made of: sections of sentences, charts and tables."""

from collections.abc import Sequence
from dataclasses import dataclass

from paiju.analysis.report.charts import Chart


@dataclass(frozen=True, slots=True)
class Named:
    """A word of the game with its 汉字."""

    name: str
    hanzi: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.hanzi}".rstrip()


Value = str | int | Named


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows; a number is text already, or a whole number."""

    columns: Sequence[str | Named]
    rows: Sequence[Sequence[Value]]
    text_columns: int = 1  # the first so many are text, the others numbers


@dataclass(frozen=True, slots=True)
class Commands:
    """Command lines, each with what it shows."""

    lines: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a report, in the order lead, charts, tables, notes."""

    key: str
    title: str
    hanzi: str
    lead: Sequence[str] = ()
    charts: Sequence[Chart] = ()
    tables: Sequence[Table | Commands] = ()
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """A whole report."""

    title: str
    hanzi: str
    subtitle: str
    facts: Sequence[tuple[str, str, str]]  # value, what it counts, 汉字
    sections: Sequence[Section]
    foot: str = ""
