"""The sections of a report about chengdu_coushisi 成都凑十四."""

from typing import Any, Final

from paiju.analysis.report.charts import Bars, Columns, Mark
from paiju.analysis.report.facts import Dialect, Facts
from paiju.analysis.report.parts import Named, Section, Table, Value
from paiju.analysis.report.sections.play import every_value, sample_note
from paiju.analysis.report.wording import interval_of, measured, percent, plus_minus

ROLES: Final = {"dealer": Named("dealer", "庄"), "other": Named("others", "闲家")}
KEYS: Final = {"min_red": ROLES["other"], "min_red_dealer": ROLES["dealer"]}


def red(facts: Facts) -> Section | None:
    """Red points of complete hands against what a win needs."""
    found = facts.ask("red_points")
    if not found:
        return None
    complete, short = (sum(row[name] for row in found) for name in ("complete", "short"))
    needed = facts.sql(
        "select distinct key, value::integer as least from options where key in ('min_red', 'min_red_dealer')"
        " order by least, key"
    )
    first, bins = every_value(found, "red", 0)
    borders = [(row["least"] - first, f"{KEYS[row['key']].name} need {row['least']}") for row in needed]
    return Section(
        "red",
        "Red points of complete hands",
        "红点",
        lead=[
            f"{complete:,} times all cards of a seat paired to fourteens, by themselves or with a card it may win on.",
            f"In {short:,} of them ({100 * short / complete:.0f} %) they had too few red points.",
            "One seat may be complete again and again in a hand.",
        ],
        charts=[Columns("share of complete hands by red points, with 95 % intervals", bins, " %", borders)],
        tables=[_short(facts)],
        notes=[sample_note(facts)],
    )


def _short(facts: Facts) -> Table:
    """How often each policy had a complete hand that could not win."""
    found = facts.ask("short_of_red")
    rows = [
        (
            policy,
            ROLES[row["role"]],
            measured(row, "per_hand"),
            percent(row),
            measured(row, "missing"),
            row["short"],
            row["complete"],
            row["hands"],
        )
        for policy in facts.policies(found)
        for row in found
        if row["policy"] == policy
    ]
    heads = (
        "policy",
        "as",
        "complete in a hand",
        "too few red",
        "red missing",
        "too few",
        "complete",
        "hands",
    )
    return Table(heads, rows, 2)


def items(facts: Facts) -> Section | None:
    """What 胡 come from: red points, flowers, 皮子, 翻."""
    found = facts.ask("hu_items")
    if not found:
        return None
    marks, rows = [], []
    for row in found:
        name = facts.word("patterns", row["item"])
        adds = interval_of(row, "adds")
        marks.append(Mark(name.name, adds.estimate, adds.low, adds.high, plus_minus(adds), name.hanzi))
        rows.append((name, percent(row), measured(row, "amount"), plus_minus(adds), row["wins"]))
    return Section(
        "items",
        "What 胡 come from",
        "胡數",
        lead=[
            "What each item adds to the 胡 of an average win: what its total, rounded up, would lack.",
            "Of items that are doubled together each adds the doubling, so they do not sum up to the total.",
        ],
        charts=[Bars("胡 that each item adds to a win, with 95 % intervals", marks, "胡 of a win")],
        tables=[Table(("item", "of wins", "胡 or 翻 when there", "adds to a win", "wins"), rows)],
        notes=[sample_note(facts)],
    )


def rare(facts: Facts) -> Section | None:
    """黑龙 and 放翻."""
    dragons, fans = facts.ask("black_dragons"), facts.ask("fan_discards")
    if not dragons or not fans:
        return None
    rows = [
        (
            ROLES[row["role"]],
            percent(row, "dealt_percent"),
            percent(row),
            row["dealt"],
            row["won"],
            row["hands"],
        )
        for row in dragons
    ]
    dealt = Table(("seat", "dealt a 黑龙", "won with it", "dealt", "won", "hands × seats"), rows)
    return Section(
        "rare",
        "Black dragons and 加翻 cards thrown away",
        "黑龙與放翻",
        lead=[
            "How often a seat is dealt exactly two red points; how often a policy discards a card that could give 翻."
        ],
        tables=[dealt, _thrown(facts, fans)],
        notes=[f"黑龙 in all hands. 放翻: {sample_note(facts)}"],
    )


def _thrown(facts: Facts, found: list[dict[str, Any]]) -> Table:
    """Discards of 加翻牌, which is 放翻."""
    cells = {(row["policy"], row["card"]): row for row in found}
    kinds = {row["card"]: Named(row["card"], row["hanzi"]) for row in found}
    policies = facts.policies(found)
    rows: list[tuple[Value, ...]] = []
    for card, name in kinds.items():
        thrown = [cells[policy, card] for policy in policies]
        rows.append((name, "in a hand", *(measured(row, "per_hand") for row in thrown)))
        rows.append((name, "of its discards", *(percent(row) for row in thrown)))
    hands = [next(row["hands"] for row in found if row["policy"] == policy) for policy in policies]
    return Table(("discarded", "how often", *policies), [*rows, ("hands", "", *hands)], 2)


DIALECT: Final = Dialect({"red": red, "items": items, "rare": rare}, ("complete_hands",))
