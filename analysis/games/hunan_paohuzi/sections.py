"""The sections of a report about hunan_paohuzi 湖南跑胡子."""

from typing import Final

from paiju.analysis.report.charts import Columns
from paiju.analysis.report.facts import Dialect, Facts
from paiju.analysis.report.parts import Named, Section, Table
from paiju.analysis.report.sections.play import every_value
from paiju.analysis.report.wording import measured, percent

OPENINGS: Final = {"heavenly": Named("heavenly", "天胡"), "earthly": Named("earthly", "地胡")}


def huxi(facts: Facts) -> Section | None:
    """胡息 of winning hands against what a win needs, with their 囤."""
    found = facts.ask("huxi")
    if not found:
        return None
    options = facts.sql(
        "select distinct value::integer as value from options where key = 'min_huxi' order by 1"
    )
    needed = [row["value"] for row in options]
    wins = sum(row["wins"] for row in found)
    just = sum(row["wins"] for row in found if row["huxi"] == needed[0])
    lead = [f"A win needs {' or '.join(map(str, needed))} 胡息."]
    if len(needed) == 1:
        lead.append(f"Of {wins:,} winning hands {100 * just / wins:.0f} % have just that many.")
    rows = [
        (
            str(row["huxi"]),
            str(row["tun"]),
            percent(row),
            measured(row, "winner_points"),
            percent(row, "points_percent"),
            row["wins"],
        )
        for row in found
    ]
    first, bins = every_value(facts.ask("scores"), "score", min(needed) - 3)
    borders = [(least - first, f"a win needs {least}") for least in needed]
    heads = (facts.score, Named("tun", "囤"), "of wins", "points won", "of all points won", "wins")
    return Section(
        "scores",
        "What winning hands score",
        "胡息與囤",
        lead=lead,
        charts=[Columns("share of wins by 胡息, with 95 % intervals", bins, " %", borders)],
        tables=[Table(heads, rows, 2)],
    )


def openings(facts: Facts) -> Section | None:
    """How often a hand is won before it is played."""
    found = facts.ask("opening_wins")
    if not found:
        return None
    rows = [
        (
            OPENINGS[row["opening"]],
            facts.word("outcomes", row["outcome"]),
            percent(row),
            measured(row, "huxi"),
            measured(row, "winner_points"),
            row["wins"],
        )
        for row in found
    ]
    return Section(
        "openings",
        "Opening wins",
        "天胡地胡",
        lead=[
            f"Hands won before a card is played, of {found[0]['hands']:,}: 天胡 by the dealer, 地胡 by another."
        ],
        tables=[Table(("win", "with", "of hands", facts.score, "points won", "wins"), rows, 2)],
    )


DIALECT: Final = Dialect({"scores": huxi, "openings": openings})
