"""The sections of a report about what happened in the games."""

from typing import Any, Final

from paiju.analysis.ratings.intervals import Interval
from paiju.analysis.report.charts import Bars, Bin, Cell, Columns, Intervals, Mark, Matrix
from paiju.analysis.report.facts import Facts
from paiju.analysis.report.parts import Named, Section, Table, Value
from paiju.analysis.report.wording import interval_of, measured, percent, plus_minus

MOST_BINS: Final = 60
LISTED: Final = 20
DEALT_IN: Final = Named("dealt in", "放炮")


def seats(facts: Facts) -> Section | None:
    """What a seat and the deal are worth."""
    found = facts.ask("seats")
    if not found:
        return None
    pool = facts.verdict.pool
    marks, rows = [], []
    for row in found:
        points = interval_of(row, "points_per_game")
        name = f"seat {row['seat']}"
        marks.append(Mark(name, points.estimate, points.low, points.high, plus_minus(points, True)))
        worth = plus_minus(pool.seat_elo(row["seat"]), True) if pool else "–"
        shares = (percent(row, "won_percent"), percent(row, "dealt_in_percent"))
        rows.append((name, plus_minus(points, True), worth, *shares, row["games"]))
    chart = Intervals("points per game by seat with 95 % intervals", marks, "points per game")
    tables = [Table(("seat", "points per game", "Elo", "hands won", DEALT_IN, "games"), rows)]
    dealers = facts.ask("dealers")
    if dealers:
        tables.append(_dealers(dealers))
    return Section(
        "seats",
        "Seats and dealer",
        "座位與莊家",
        lead=[f"What it is worth to sit where, whoever sits there{_first_dealer(facts)}."],
        charts=[chart],
        tables=tables,
        notes=["Elo: from the fit with the policies, above the mean of the seats.", _how_to_deal_in(facts)],
    )


def _how_to_deal_in(facts: Facts) -> str:
    """What counts as a deal-in in this game."""
    ways = facts.sql(
        "select name, min(number) as number from outcomes where won_on = 'given' group by name order by number, name"
    )
    named = ", ".join(str(facts.word("outcomes", row["name"])) for row in ways)
    return (
        f"Dealt in: another won on a card this seat chose to give up{f' ({named})' if named else ''}; drawing what "
        "another wins on is not counted."
    )


def _first_dealer(facts: Facts) -> str:
    """Who deals first, if that is always the same seat."""
    found = facts.sql("select distinct dealer from played_hands where hand = 0 limit 2")
    return f"; seat {found[0]['dealer']} deals first" if len(found) == 1 else ""


def _dealers(found: list[dict[str, Any]]) -> Table:
    names = {"dealer": Named("dealer", "莊家"), "other": Named("others", "閒家")}
    rows = [
        (
            names[row["role"]],
            percent(row, "won_percent"),
            percent(row, "self_drawn_percent"),
            percent(row, "dealt_in_percent"),
            measured(row, "winner_points"),
            row["seats"],
        )
        for row in found
        if row["seats"]
    ]
    return Table(("role", "hands won", "by self-draw", DEALT_IN, "points won", "hands × seats"), rows)


def endings(facts: Facts) -> Section | None:
    """How hands end."""
    found = facts.ask("outcomes")
    if not found:
        return None
    marks, rows = [], []
    for row in found:
        share = interval_of(row)
        name = facts.word("outcomes", row["outcome"])
        text = plus_minus(share, unit=" %")
        marks.append(Mark(name.name, share.estimate, share.low, share.high, text, name.hanzi))
        rows.append(
            (
                name,
                text,
                measured(row, "turns"),
                measured(row, "score"),
                measured(row, "winner_points"),
                row["hands"],
            )
        )
    ends = facts.ask("ends")
    notes = []
    if any(row["ended"] != "played_out" for row in ends):
        said = ", ".join(f"{row['ended'].replace('_', ' ')} {row['games']:,}" for row in ends)
        notes.append(f"How matches ended: {said}.")
    return Section(
        "endings",
        "How hands end",
        "結局",
        charts=[Bars("share of hands by how they ended, with 95 % intervals", marks, "% of hands")],
        tables=[
            Table(("ending", "of hands", "cards drawn", facts.score, "points won", "hands"), rows),
            _winners(facts, [row["outcome"] for row in found]),
        ],
        notes=notes,
    )


def _winners(facts: Facts, outcomes: list[str]) -> Table:
    """How each policy wins, and how often it deals in."""
    found = {row["policy"]: row for row in facts.ask("styles")}
    wins = {(row["policy"], row["outcome"]): row for row in facts.ask("wins")}
    policies = facts.policies(found.values())
    styles = [found[policy] for policy in policies]
    rows: list[tuple[Value, ...]] = [("won", *(percent(row, "won_percent") for row in styles))]
    for way in (outcome for outcome in outcomes if any(outcome == won for _, won in wins)):
        shares = [percent(wins[policy, way]) for policy in policies]
        rows.append((facts.word("outcomes", way), *shares))
    if any(row["opened_percent"] is not None for row in styles):
        rows.append((Named("opened", "副露"), *(percent(row, "opened_percent") for row in styles)))
    rows += [
        (DEALT_IN, *(percent(row, "dealt_in_percent") for row in styles)),
        (
            Named(f"{facts.score.name} when it won", facts.score.hanzi),
            *(measured(row, "score") for row in styles),
        ),
        ("points when it won", *(measured(row, "winner_points") for row in styles)),
        ("points lost in hands it dealt in", *(measured(row, "points_lost") for row in styles)),
        ("hands", *(row["hands"] for row in styles)),
    ]
    return Table(("of all its hands", *policies), rows)


def scores(facts: Facts) -> Section | None:
    """What winning hands are worth."""
    found = facts.ask("scores")
    if not found:
        return None
    bins, rows = [], []
    for row in found:
        share = interval_of(row)
        bins.append((str(row["score"]), share.estimate, share.low, share.high))
        text = plus_minus(share, unit=" %")
        rows.append(
            (
                str(row["score"]),
                text,
                measured(row, "winner_points"),
                percent(row, "points_percent"),
                row["wins"],
            )
        )
    wins = sum(row["wins"] for row in found)
    middle = facts.sql(
        "select median(score) as median, quantile_cont(score, 0.95) as high, max(score) as most from played_hands"
        " where winner is not null"
    )[0]
    lead = (
        f"Of {wins:,} winning hands half score {middle['median']:g} or less, one in twenty more than "
        f"{middle['high']:g}, the best {middle['most']:,}."
    )
    return Section(
        "scores",
        "What winning hands score",
        facts.score.hanzi,
        lead=[lead],
        charts=[Columns("share of wins by score, with 95 % intervals", bins[:MOST_BINS], " %")],
        tables=[Table((facts.score, "of wins", "points won", "of all points won", "wins"), rows[:MOST_BINS])],
    )


def every_value(found: list[dict[str, Any]], name: str, least: int) -> tuple[int, list[Bin]]:
    """The shares of a stored query over all whole numbers, none left out: the first number, and a bin for each.

    They begin at `least`, or below it where the shares do, and not below 0.
    """
    shares = {row[name]: interval_of(row) for row in found}
    first = max(0, min(least, *shares))
    none = Interval(0.0, 0.0, 0.0)
    bins = [(value, shares.get(value, none)) for value in range(first, max(shares) + 1)]
    return first, [(str(value), share.estimate, share.low, share.high) for value, share in bins]


def patterns(facts: Facts) -> Section | None:
    """What scores are made of, and what never came."""
    found = facts.ask("patterns")
    if not found:
        return None
    marks, rows = [], []
    for row in found:
        share = interval_of(row)
        name = facts.word("patterns", row["pattern"])
        text = plus_minus(share, unit=" %")
        marks.append(Mark(name.name, share.estimate, share.low, share.high, text, name.hanzi))
        rows.append((name, text, measured(row, "score"), measured(row, "winner_points"), row["wins"]))
    seen = {row["pattern"] for row in found}
    facts.word("patterns", "")
    never = [
        f"{name.replace('_', ' ')} {hanzi}".strip()
        for name, hanzi in facts.words["patterns"].items()
        if name not in seen
    ]
    notes = [f"Never seen: {', '.join(never)}."] if never else ["Every pattern of the rules came up."]
    return Section(
        "patterns",
        "Patterns",
        "牌型",
        lead=["In how many of the wins each pattern counts; a win may have several, or none."],
        charts=[Bars("share of wins with each pattern, with 95 % intervals", marks[:LISTED], "% of wins")],
        tables=[Table(("pattern", "of wins", facts.score, "points won", "wins"), rows)],
        notes=notes,
    )


def length(facts: Facts) -> Section | None:
    """How long hands are."""
    found = facts.ask("length")
    if not found:
        return None
    names = {"turns": "cards drawn", "decisions": "questions asked", "events": "events"}
    rows = [
        (
            names.get(row["measure"], row["measure"]),
            plus_minus(interval_of(row, "mean")),
            *(row[column] for column in ("least", "percent_5", "median", "percent_95", "most", "hands")),
        )
        for row in found
    ]
    return Section(
        "length",
        "How long hands are",
        "長度",
        charts=[Columns("share of hands by cards drawn", _turns(facts), " %")],
        tables=[Table(("measure", "mean", "least", "5 %", "median", "95 %", "most", "hands"), rows)],
        notes=["The columns count the cards drawn in a hand."],
    )


def _turns(facts: Facts) -> list[Bin]:
    """The distribution of cards drawn, in bins of a round width; the intervals are by deal."""
    span = facts.sql("select min(turns) as low, max(turns) as high from played_hands")[0]
    width = next(
        step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if (span["high"] - span["low"]) / step <= 24
    )
    rows = facts.sql(
        f"""with sizes as (select deal, count(*) as hands from played_hands group by deal),
        counts as (select deal, turns // {width} as bin, count(*) as hands from played_hands group by all)
        select bins.bin, 100 * ratio(coalesce(counts.hands, 0), sizes.hands) as share,
            100 * share_low(coalesce(counts.hands, 0), sizes.hands) as share_low,
            100 * share_high(coalesce(counts.hands, 0), sizes.hands) as share_high
        from sizes cross join (select unnest(range({span["low"] // width}, {span["high"] // width} + 1)) as bin) as bins
        left join counts on counts.deal = sizes.deal and counts.bin = bins.bin
        group by bins.bin order by bins.bin"""
    )
    found = []
    for row in rows:
        share = interval_of(row, "share")
        first = row["bin"] * width
        name = str(first) if width == 1 else f"{first}–{first + width - 1}"
        found.append((name, share.estimate, share.low, share.high))
    return found


def calls(facts: Facts) -> Section | None:
    """What policies do when they may."""
    found = facts.ask("calls")
    if not found:
        return None
    offered = {row["move"] for row in found}
    numbered = facts.sql("select name, min(number) as number from moves group by name order by number, name")
    moves = [row["name"] for row in numbered if row["name"] in offered]
    policies = facts.policies(found)
    cells = {(row["policy"], row["move"]): row for row in found}
    heads = [facts.word("moves", move) for move in moves]
    matrix = Matrix(
        "how often each move was chosen when it was offered",
        policies,
        [[_call(cells.get((policy, move))) for move in moves] for policy in policies],
        [str(head) for head in heads],
    )
    return Section(
        "calls",
        "What policies choose",
        "取捨",
        lead=[
            "How often a move was chosen of all the questions in which the rules allowed it and something else;",
            "under it, how many such questions there were.",
            "The table counts what happened in a hand: what was asked, and what was forced, which leaves no choice.",
        ],
        charts=[matrix],
        tables=[_actions(facts)],
        notes=[sample_note(facts)],
    )


def sample_note(facts: Facts) -> str:
    """What a figure made from single events is counted in."""
    size = facts.sql("select sum(hands)::bigint as hands from sampled_games")[0]["hands"]
    return f"From every question and event in {size:,} hands, those of the first deals."


def _actions(facts: Facts) -> Table:
    """How often each policy did what only this game has."""
    found = facts.ask("actions")
    policies = facts.policies(found)
    cells = {(row["policy"], row["kind"]): row for row in found}
    rows: list[tuple[Value, ...]] = []
    for kind, how in dict.fromkeys((row["kind"], row["how"]) for row in found if row["how"]):
        done = [cells[policy, kind] for policy in policies]
        name = facts.word("kinds", kind)
        rows.append((name, f"{how}, in a hand", *(measured(row, "per_hand") for row in done)))
        if how == "asked":
            rows.append((name, "when offered", *map(_taken, done)))
    hands = [next(row["hands"] for row in found if row["policy"] == policy) for policy in policies]
    return Table(("event", "how often", *policies), [*rows, ("hands", "", *hands)], 2)


def _taken(row: dict[str, Any]) -> str:
    return percent(row, "taken_percent") if row["offered"] else "–"


def _call(row: dict[str, Any] | None) -> Cell | None:
    if row is None:
        return None
    share = interval_of(row, "taken_percent")
    return Cell(plus_minus(share, unit=" %"), f"of {row['offered']:,}", share.estimate / 100)
