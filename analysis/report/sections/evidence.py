"""The sections of a report about the runs themselves: what failed, how to see games again, where they came from."""

from typing import Any, Final

from paiju.analysis.report.facts import Facts
from paiju.analysis.report.parts import Commands, Section, Table, Value

LISTED: Final = 20
NOT_COUNTED: Final = (
    "matches of blocks with a failure count in no rating and no rate above; this table has them."
)


def failures(facts: Facts) -> Section:
    """What policies did wrong."""
    found = facts.ask("failures")
    if not found:
        return Section("failures", "Failures", "失誤", lead=["No policy failed."])
    left_out = facts.sql("select count(*) as n from excluded_games where not repeated")[0]["n"]
    rows: list[tuple[Value, ...]] = [
        (
            row["policy"],
            row["fault"].replace("_", " "),
            row["text"],
            row["failures"],
            "–" if row["percent_of_seats"] is None else f"{row['percent_of_seats']:.2f} %",
        )
        for row in found[:LISTED]
    ]
    commands = [
        (facts.replay(row["run"], row["game_id"]), f"{row['policy']}: {row['text']}")
        for row in found[:3]
        if row["fault"] != "hung"  # its game is not there, and would hang again
    ]
    more = (
        [f"And {len(found) - LISTED} other kinds: paiju query RUN @failures."] if len(found) > LISTED else []
    )
    return Section(
        "failures",
        "Failures",
        "失誤",
        lead=[
            "From the failure on the fallback policy played in the seat; the match counts for the policy that failed."
        ],
        tables=[
            Table(("policy", "failure", "what it said", "seats", "of its seats"), rows, 3),
            *([Commands(commands)] if commands else []),
        ],
        notes=[
            *more,
            *([f"{left_out:,} {NOT_COUNTED}"] if left_out else []),
        ],
    )


REPLAYS: Final = (
    ("the most points won in one hand", "winner is not null", "points desc"),
    ("the highest score", "winner is not null", "score desc, points desc"),
    ("the longest hand", "true", "turns desc, events desc"),
    ("the quickest win", "winner is not null", "turns, events"),
    ("a draw", "winner is null", "1"),
)


def watch(facts: Facts) -> Section | None:
    """The games behind the numbers."""
    lines = []
    for about, where, order in REPLAYS:
        found = facts.sql(
            f"select run, game_id, hand, score, points, turns, patterns from played_hands where {where}"
            f" order by {order}, run, game_id, hand limit 1"
        )
        lines += [
            (facts.replay(row["run"], row["game_id"], row["hand"]), f"{about}{_what(facts, row)}")
            for row in found
        ]
    rare = facts.sql(
        "with found as (select run, game_id, hand, unnest(patterns) as pattern from played_hands)"
        " select pattern, count(*) as n, min((run, game_id, hand)) as one from found group by pattern"
        " order by n, pattern limit 3"
    )
    for row in rare:
        run, game_id, hand = row["one"].values() if isinstance(row["one"], dict) else row["one"]
        name = facts.word("patterns", row["pattern"])
        times = "once" if row["n"] == 1 else f"{row['n']:,} times"
        lines.append((facts.replay(run, game_id, hand), f"{name.name} {name.hanzi}, seen {times}"))
    if not lines and facts.verdict.table.games:
        row = facts.sql("select run, game_id from games order by run, game_id limit 1")[0]
        lines = [(facts.replay(row["run"], row["game_id"]), "the first match")]
    if not lines:
        return None
    once = dict(reversed(lines))  # the first thing said of each game
    return Section("watch", "Watch them again", "覆盤", tables=[Commands(list(reversed(once.items())))])


def _what(facts: Facts, row: dict[str, Any]) -> str:
    """The facts of one hand, in brackets."""
    said = [f"{row['turns']} cards drawn"]
    if row["score"] is not None:
        said = [f"{row['score']:,} {facts.score.name}", f"{row['points']:,} points", *said]
    names = [facts.word("patterns", name) for name in row["patterns"] or ()]
    said += [name.hanzi or name.name for name in names]
    return f" ({', '.join(said)})"


def provenance(facts: Facts) -> Section:
    """Everything needed to play it again."""
    runs = facts.ask("overview")
    options = facts.ask("options")
    policies = facts.sql(
        "select distinct policy, spec, version, hash, deterministic from policies order by all"
    )
    rows = [
        (
            row["run"],
            f"{row['ruleset']} ({row['ruleset_hash']})",
            row["matchup"] or "",
            f"paiju {row['engine_version']}",
            f"{(row['git_commit'] or '–')[:12]}{' + changes' if row['git_dirty'] else ''}",
            str(row["seed"]),
            f"{row['first_deal']}–{row['first_deal'] + row['deals'] - 1}",
            f"{row['blocks_played'] or 0:,} of {row['blocks']:,}",
        )
        for row in runs
    ]
    tables: list[Table | Commands] = [
        Table(("run", "ruleset (hash)", "matchup", "engine", "git", "seed", "deals", "blocks"), rows, 5)
    ]
    notes = []
    if options:
        changed = [
            (row["key"], row["value"], row["default_value"], row["meaning"], row["run"]) for row in options
        ]
        tables.append(Table(("option", "value", "default", "meaning", "run"), changed, 5))
    else:
        notes.append("Every option of the ruleset has its default.")
    named = [
        (
            row["policy"],
            row["spec"],
            row["version"] or "–",
            row["hash"] or "–",
            "yes" if row["deterministic"] else "no",
        )
        for row in policies
    ]
    tables.append(Table(("policy", "where from", "version", "source hash", "deterministic"), named, 5))
    if len({row["ruleset_hash"] for row in runs}) > 1:
        notes.insert(0, "These runs have different rules: the figures above are means over all of them.")
    notes[:0] = [f"Left out with its shard: {sentence}" for sentence in facts.damage]
    if any((row["blocks_played"] or 0) < (row["blocks"] or 0) for row in runs):
        notes.insert(0, "Not all of it has been played yet: paiju resume RUN goes on.")
    notes.append(
        "The same configuration, seed and engine give the same games: paiju verify RUN plays them again."
    )
    return Section("provenance", "Where it comes from", "出處", tables=tables, notes=notes)
