"""The sections of a report about who is stronger."""

from collections.abc import Sequence
from math import isfinite
from typing import Final

from paiju.analysis.ratings.after_stopping import findings
from paiju.analysis.ratings.bounds import bound_words
from paiju.analysis.ratings.comparisons import ALL, NONE
from paiju.analysis.ratings.contrasts import Difference
from paiju.analysis.ratings.intervals import Interval
from paiju.analysis.ratings.stopping import has_rule
from paiju.analysis.report.charts import Cell, Intervals, Mark, Matrix, Stack
from paiju.analysis.report.facts import Facts
from paiju.analysis.report.parts import Section, Table, Value
from paiju.analysis.report.wording import chance, number, p_value, percent, plus_minus
from paiju.sim.store.folder import open_folder
from paiju.sim.store.manifest import Manifest

UNITS: Final = {
    "points": "points per game and seat",
    "rank": "share of opponents left behind",
    "win": "first places per game",
}
WON: Final = """
    select policy, 100 * ratio(hands_won, hands) as percent, 100 * share_low(hands_won, hands) as percent_low,
        100 * share_high(hands_won, hands) as percent_high
    from policy_deals group by policy"""
HOW_TO_READ: Final = (
    "Group: policies that share a letter were compared and are not told apart (Holm, 5 %). Rank: the places a policy "
    "may hold. Elo: Bradley–Terry with seats, above the mean of the pool; its scale depends on who sits at the tables. "
    "Score: 1, ½ or 0 against each opponent at the table, so it depends on who they were."
)
LEANING: Final = (
    "A run stops when it looks decided, so plain means lean to the decision: those of the tables of ratings too. The "
    "median-unbiased estimate is the difference with which such an outcome or a better one has the chance of one half."
)
UNMET: Final = (
    "Not comparable: the two shared no table and had other opponents. Their difference in Elo comes through others, "
    "and holds as far as one strength per policy explains the results."
)
MOST_SHOWN: Final = 16  # policies in a matrix, pairs of which a table shows all
ROUGH_BELOW: Final = 30  # deals
LISTED: Final = 40  # differences


def strength(facts: Facts) -> Section:
    """The rating table."""
    verdict, unit = facts.verdict, UNITS[facts.utility]
    rated = verdict.table.policies
    won = {row["policy"]: row for row in facts.sql(WON)}
    marks = [
        Mark(
            rating.policy,
            rating.points.estimate,
            rating.points.low,
            rating.points.high,
            plus_minus(rating.points, facts.utility == "points"),
            note=f"group {standing.tie_group} · rank {_ranks(standing.best_rank, standing.worst_rank)}",
        )
        for rating, standing in zip(rated, verdict.standings, strict=True)
    ]
    rows = [
        (
            rating.policy,
            standing.tie_group,
            _ranks(standing.best_rank, standing.worst_rank),
            plus_minus(rating.points, facts.utility == "points"),
            _elo(rating.elo),
            "–" if rating.score is None else _share(rating.score),
            percent(won[rating.policy]),
            rating.games,
            rating.deals,
        )
        for rating, standing in zip(rated, verdict.standings, strict=True)
    ]
    columns = (
        "policy",
        "group",
        "rank",
        unit,
        "Elo",
        "score",
        "hands won",
        "games",
        "deals",
    )
    chart = Intervals(
        f"{unit} of each policy with 95 % intervals", marks, unit, 0.0 if facts.utility == "points" else None
    )
    return Section(
        "strength",
        "Who is stronger",
        "強弱",
        lead=_verdict(facts),
        charts=[chart] if rated else [],
        tables=[Table(columns, rows, 3)],
        notes=_strength_notes(facts),
    )


def _verdict(facts: Facts) -> list[str]:
    """The result in a sentence or two."""
    rated, found = facts.verdict.table.policies, facts.verdict.contrasts
    if len(rated) < 2:
        return (
            ["One policy played itself: there is nobody to compare it with."]
            if rated
            else ["Nothing was played."]
        )
    unclear = sum(not each.told_apart for each in found.differences)
    return [_strongest(facts), _all_told(len(found.differences), unclear), _all_met(found.apart)]


def _strongest(facts: Facts) -> str:
    """Who is ahead of all others for certain, or who may be."""
    standings = facts.verdict.standings
    best = next((each.policy for each in standings if each.worst_rank == 1), None)
    if best is not None:
        return f"{best} is the strongest: {_closest(facts, best)}."
    unbeaten = [each.policy for each in standings if each.best_rank == 1]
    if facts.verdict.contrasts.apart:
        return (
            f"Not all can be compared, so who is the strongest cannot be said; nobody that {_or(unbeaten)} met is for "
            "certain ahead."
        )
    return (
        f"{len(unbeaten)} policies may be the strongest ({', '.join(unbeaten)}): "
        f"{_closest(facts, unbeaten[0])}, which may be chance."
    )


def _closest(facts: Facts, policy: str) -> str:
    """How far a policy is ahead of the one that it is the least ahead of, of those it was compared with."""
    gaps = [
        (each.points if each.policy == policy else each.points.turned(), each.basis, each.other_than(policy))
        for each in facts.verdict.contrasts.differences
        if policy in (each.policy, each.other)
    ]
    points, basis, other = min(gaps, key=lambda gap: gap[0].estimate)
    where = "" if basis == ALL else " at the tables they shared"
    return f"{plus_minus(points, True)} {UNITS[facts.utility]} ahead of {other}{where}"


def _or(names: Sequence[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _all_told(count: int, unclear: int) -> str:
    if unclear == 0:
        return f"All {count} differences are certain, even with their number in mind." if count > 1 else ""
    return (
        f"{count - unclear} of {count} differences are certain with their number in mind; "
        "policies that share a group letter are not told apart."
    )


def _all_met(apart: Sequence[tuple[str, str]]) -> str:
    if not apart:
        return ""
    pairs = f"{len(apart)} pairs" if len(apart) > 1 else "1 pair"
    return f"{pairs} shared no table and had other opponents: not comparable."


def _strength_notes(facts: Facts) -> list[str]:
    table, pool = facts.verdict.table, facts.verdict.pool
    notes = [HOW_TO_READ]
    if table.deals < ROUGH_BELOW:
        notes.append(f"Only {table.deals} deals: take the intervals as a rough guide.")
    if not table.even_field:
        notes.append(
            "Not all met the same opponents: the order is that of Elo, points per game are those against the opponents "
            "each one met, and only policies that shared tables (by their games there) or opponents are compared."
        )
    if pool is not None and pool.separable:
        notes.append(
            "Some policies never lost anything to others, or never met them: their Elo has no bounds, and the fit "
            "was helped with half a comparison for each meeting."
        )
    repeated = facts.sql("select count(*) as n from games where repeated")[0]["n"]
    if repeated:
        notes.append(f"{repeated:,} matches are in several of these runs; they count once.")
    if table.bounds is not None:
        notes.append(" ".join(bound_words(table.bounds, UNITS[facts.utility])))
    return notes


def stopping(facts: Facts) -> Section | None:
    """What the stopping rules of the runs decided, with both estimates."""
    lead: list[str] = []
    rows: list[tuple[Value, ...]] = []
    for name, location in facts.runs.items():
        manifest = Manifest.load(open_folder(location))
        tournament = manifest.header.get("config", {}).get("tournament", {})
        if not has_rule(tournament):
            continue
        sentence, estimates = findings(tournament, manifest.stop, manifest.contrasts())
        lead.append(
            f"{name}: {sentence}." if len(facts.runs) > 1 else f"{sentence[0].upper()}{sentence[1:]}."
        )
        rows += [
            (name, each.about, plus_minus(each.interval, True), each.unit, each.deals) for each in estimates
        ]
    if not rows:
        return None
    return Section(
        "stopping",
        "When it was enough",
        "早停",
        lead=lead,
        tables=[Table(("run", "estimate", "ahead by", "unit", "deals"), rows, 2)],
        notes=[LEANING],
    )


def differences(facts: Facts) -> Section | None:
    """The matrix of differences, and the list."""
    found, apart = facts.verdict.contrasts.differences, facts.verdict.contrasts.apart
    if not found and not apart:
        return None
    policies = [rating.policy for rating in facts.verdict.table.policies]
    rows: list[tuple[Value, ...]] = [
        (
            f"{each.policy} – {each.other}",
            plus_minus(each.points, True),
            _elo(facts.verdict.elo_difference(each.policy, each.other)),
            chance(each.los),
            p_value(each.p_holm),
            "yes" if each.told_apart else "no",
            each.basis,
        )
        for each in found[:LISTED]
    ]
    rows += [_not_compared(facts, *pair) for pair in facts.verdict.contrasts.apart[: LISTED - len(rows)]]
    more = f"The first {LISTED} of {len(found) + len(apart)}; paiju query RUN @differences gives all."
    return Section(
        "differences",
        "Every policy against every other",
        "兩兩相比",
        lead=[
            "How far the policy of the row is ahead of that of the column, and how likely it is the better one."
        ],
        charts=[_matrix(policies, found)] if len(policies) <= MOST_SHOWN else [],
        tables=[Table(("pair", UNITS[facts.utility], "Elo", "better", "p (Holm)", "certain", "by"), rows)],
        notes=[more if len(found) + len(apart) > LISTED else "", UNMET if apart else ""],
    )


def _not_compared(facts: Facts, policy: str, other: str) -> tuple[Value, ...]:
    """The row of two policies that never met: what there is is their Elo, through others."""
    apart = _elo(facts.verdict.elo_difference(policy, other))
    return (f"{policy} – {other}", "–", apart, "–", "–", "–", NONE)


def _matrix(policies: list[str], found: tuple[Difference, ...]) -> Matrix:
    most = max((abs(each.points.estimate) for each in found), default=1.0) or 1.0
    cells: dict[tuple[str, str], Cell] = {}
    for each in found:
        for pair, interval, los in (
            ((each.policy, each.other), each.points, each.los),
            ((each.other, each.policy), each.points.turned(), 1 - each.los),
        ):
            weight = interval.estimate / most
            note = chance(los) if each.told_apart else f"{chance(los)} · tied"
            cells[pair] = Cell(plus_minus(interval, True), note, weight if each.told_apart else weight * 0.25)
    return Matrix(
        "differences between policies", policies, [[cells.get((a, b)) for b in policies] for a in policies]
    )


def places(facts: Facts) -> Section | None:
    """How often each policy takes each place."""
    rated = facts.verdict.table.policies
    if not rated or not facts.verdict.places:
        return None
    shares = facts.verdict.places
    names = [_ordinal(place + 1) for place in range(len(shares[rated[0].policy]))]
    rows: list[tuple[Value, ...]] = [
        (rating.policy, *(_share(share) for share in shares[rating.policy]), rating.seats) for rating in rated
    ]
    stack = Stack(
        "share of each place in percent",
        [(rating.policy, [share.estimate for share in shares[rating.policy]]) for rating in rated],
        names,
    )
    return Section(
        "places",
        "Places",
        "名次",
        lead=["How often each policy comes first to last, in percent. Seats with equal points share places."],
        charts=[stack],
        tables=[Table(("policy", *names, "seats"), rows)],
    )


def consistency(facts: Facts) -> Section | None:
    """Does one strength per policy explain the results?"""
    pool = facts.verdict.pool
    if pool is None or len(pool.residuals) < 3 or all(each.z is None for each in pool.residuals):
        return None  # where nobody met more than one other, strengths explain whatever happened
    names = {number: name for name, number in facts.verdict.number.items()}
    ordered = sorted(pool.residuals, key=lambda each: -abs(each.observed - each.fitted))
    worst = ordered[0]
    gap = 100 * (worst.observed - worst.fitted)
    lead = [
        f"The largest surprise is {names[worst.first]} against {names[worst.second]}: "
        f"{number(gap, 2, True)} percentage points more of the score than their strengths say."
        if gap > 0
        else f"The largest surprise is {names[worst.first]} against {names[worst.second]}: "
        f"{number(-gap, 2)} percentage points less of the score than their strengths say."
    ]
    if pool.chi2 is not None and pool.chi2_p is not None:
        word = "do not fit" if pool.chi2_p < 0.05 else "fit"
        lead.append(
            f"All together the results {word} one strength per policy "
            f"(χ² = {pool.chi2:,.1f}, {pool.chi2_freedom} degrees of freedom, p {p_value(pool.chi2_p)})."
        )
    rows = [
        (
            f"{names[each.first]} – {names[each.second]}",
            f"{100 * each.observed:.2f} %",
            f"{100 * each.fitted:.2f} %",
            number(100 * (each.observed - each.fitted), 2, True) + " %",
            "–" if each.z is None else number(each.z, 1, True),
            each.meetings,
        )
        for each in ordered[:LISTED]
    ]
    return Section(
        "consistency",
        "Is one number enough?",
        "相剋",
        lead=lead,
        tables=[Table(("pair", "score", "by strengths", "difference", "z by deal", "meetings"), rows)],
        notes=["With very many games even small misfits are certain: look at the difference before the z."],
    )


def _elo(interval: Interval | None) -> str:
    if interval is None or not isfinite(interval.estimate):
        return "–"
    if not (isfinite(interval.low) and isfinite(interval.high)):
        return f"{number(interval.estimate, 0, True)} (unbounded)"
    return plus_minus(interval, True, digits=0 if interval.high - interval.low >= 4 else 1)


def _share(share: Interval) -> str:
    return plus_minus(share.scaled(100), unit=" %")


def _ranks(best: int, worst: int) -> str:
    return str(best) if best == worst else f"{best}–{worst}"


def _ordinal(place: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")
