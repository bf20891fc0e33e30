"""Plain keys and values to the checked records of a run: every key, type and range, without Hydra."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

import policies
from sim.games import registry
from sim.kernel.errors import BadInput, BadOption
from sim.kernel.options import Option, choice, integer, ruleset_hash, show, validate
from sim.tournament.spec import (
    DEAL_MODES,
    EXECUTORS,
    LOG_LEVELS,
    MATCHUP_KINDS,
    ExecutorConfig,
    MatchupConfig,
    RulesetConfig,
    RunConfig,
    TournamentConfig,
)

GROUPS: Final = ("ruleset", "matchup", "tournament", "executor")
TOURNAMENT: Final = (
    integer("blocks", 1000, 1, 1_000_000_000, "deals, each played in every rotation of the seats", ""),
    integer("seed", 1, 0, 2**62, "root seed of everything that chance decides", ""),
    integer("first_deal", 0, 0, 2**40, "id of the first deal", ""),
    choice("log_level", "events", LOG_LEVELS, "how much is kept: results, hands or every event", ""),
    choice("deal_mode", "wall", DEAL_MODES, "how cards come to the seats", ""),
    integer("shard_blocks", None, 1, 1_000_000, "blocks per task and file", "", nullable=True),
)
EXECUTOR: Final = (
    choice("kind", "auto", EXECUTORS, "where it is played", ""),
    integer("workers", None, 1, 4096, "processes, null = one per core", "", nullable=True),
)
MATCHUP: Final = (choice("kind", "round_robin", MATCHUP_KINDS, "who plays whom", ""),)
KEYS: Final = {  # besides the options above
    "matchup": ("policies", "field"),
    "tournament": ("fallback",),
    "executor": ("address",),
}
OPTIONS: Final[Mapping[str, Sequence[Option]]] = {
    "matchup": MATCHUP,
    "tournament": TOURNAMENT,
    "executor": EXECUTOR,
}


def run_config(plain: dict[Any, Any], names: Mapping[str, str]) -> RunConfig:
    """Check everything that was composed."""
    for key in plain:
        if key not in (*GROUPS, "out"):
            raise BadOption(f"unknown key {show(key)}{key_hint(str(key))}")
    parts = {group: part(plain, group, names[group]) for group in GROUPS}
    rules = ruleset_config(names["ruleset"], parts["ruleset"])
    family = registry.get(rules.game).family
    tournament = _checked("tournament", parts["tournament"])
    fallback = _policy("tournament.fallback", parts["tournament"].get("fallback", "uniform"), family)
    executor = _checked("executor", parts["executor"])
    address = _text("executor.address", parts["executor"].get("address"))
    return RunConfig(
        ruleset=rules,
        matchup=_matchup(parts["matchup"], family),
        tournament=TournamentConfig(**tournament, fallback=fallback),
        executor=ExecutorConfig(**executor, address=address),
        out=_text("out", plain.get("out")),
    )


def ruleset(game: str, name: str, given: Mapping[str, object]) -> RulesetConfig:
    """The ruleset of a game with some of its options given, checked."""
    entry = registry.get(game)
    _check_keys("ruleset", given, [option.key for option in entry.options])
    try:
        values = validate(entry.options, given)
        entry.rules(values)  # what several options may not be together
    except BadOption as error:
        raise BadOption(f"ruleset.{error}".rstrip(".")) from None
    return RulesetConfig(game=game, name=name, options=values, hash=ruleset_hash(game, values))


def ruleset_config(name: str, part: dict[str, Any]) -> RulesetConfig:
    """A ruleset as it was composed."""
    given = dict(part)
    return ruleset(_game(given, name), name, given)


def part(plain: dict[Any, Any], group: str, name: str) -> dict[str, Any]:
    """The mapping of one group."""
    part = plain.get(group)
    if part is None:
        raise BadOption(f"{group} {name} is empty")
    if not isinstance(part, dict):
        raise BadOption(f"{group} = {show(part)} is not allowed: it should hold keys and values")
    return {str(key): _without_nulls(value) for key, value in part.items()}


def _without_nulls(value: object) -> object:
    """A map without its null entries: so a file can take back an entry of the map it inherits."""
    return {k: v for k, v in value.items() if v is not None} if isinstance(value, dict) else value


def _game(given: dict[str, Any], name: str) -> str:
    """Take the name of the game out of a ruleset."""
    game = given.pop("game", None)
    if isinstance(game, str):
        return game
    for key, value in given.items():
        if isinstance(value, dict) and "game" in value:  # Hydra puts what lies in a folder under its name
            base = f"{key}/NAME"
            raise BadOption(f"ruleset {name} has its base in the wrong place: in its defaults, {base}@_here_")
    raise BadOption(f"ruleset {name} does not say its game: game: NAME, one of {', '.join(registry.names())}")


def _checked(group: str, part: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a group's options, defaults included; its other keys are left to the caller."""
    options = OPTIONS[group]
    _check_keys(group, part, [*(option.key for option in options), *KEYS[group]])
    try:
        return validate(options, {key: value for key, value in part.items() if key not in KEYS[group]})
    except BadOption as error:
        raise BadOption(f"{group}.{error}".rstrip(".")) from None


def _check_keys(group: str, part: Mapping[str, Any], known: Sequence[str]) -> None:
    """BadOption for a key the group does not have."""
    for key in part:
        if key not in known:
            close = get_close_matches(key, known, 1)
            hint = f"did you mean {group}.{close[0]}?" if close else f"there are {', '.join(known)}"
            raise BadOption(f"unknown key {group}.{key} = {show(part[key])}: {hint}")


def _matchup(part: Mapping[str, Any], family: str) -> MatchupConfig:
    """Who plays whom."""
    kind = _checked("matchup", part)["kind"]
    listed = part.get("policies")
    if not isinstance(listed, list) or not listed:
        raise BadOption(f"matchup.policies = {show(listed)} is not allowed: a list such as [easy,normal]")
    pool = tuple(_policy("matchup.policies", name, family) for name in listed)
    twice = [name for name in pool if pool.count(name) > 1]
    if twice:
        raise BadOption(f"matchup.policies names '{twice[0]}' twice")
    field = part.get("field")
    if kind == "one_versus_field":
        if field is None:
            raise BadOption("matchup.field is missing: the policy of the other seats, such as normal")
        field = _policy("matchup.field", field, family)
        if field in pool:
            raise BadOption(f"matchup.field = '{field}' is also one of matchup.policies")
    elif field is not None:
        raise BadOption(f"matchup.field = {show(field)} is not allowed: it belongs to kind one_versus_field")
    if kind == "round_robin" and len(pool) < 2:
        raise BadOption(f"matchup.policies = [{pool[0]}] is not allowed: a round robin needs two or more")
    return MatchupConfig(kind=kind, policies=pool, field=field)


def _policy(key: str, name: object, family: str) -> str:
    """The name of a policy, if it can be one."""
    if not isinstance(name, str):
        raise BadOption(f"{key} = {show(name)} is not allowed: it should be the name of a policy")
    try:
        policies.check_name(name, family)
    except BadInput as error:
        raise BadOption(f"{key}: {error}") from None
    return name


def _text(key: str, value: object) -> str | None:
    """A text or null."""
    if value is None or (isinstance(value, str) and value):
        return value
    raise BadOption(f"{key} = {show(value)} is not allowed: a text or null")


def key_hint(key: str) -> str:
    """The nearest key with its group, or all groups."""
    last = key.rpartition(".")[2]
    known = {option.key: f"{group}.{option.key}" for group in OPTIONS for option in OPTIONS[group]}
    known |= {name: f"{group}.{name}" for group in KEYS for name in KEYS[group]}
    games = [registry.get(name) for name in registry.names()]
    known |= {option.key: f"ruleset.{option.key}" for game in games for option in game.options}
    known |= {name: name for name in (*GROUPS, "out")}
    close = get_close_matches(last, known, 1)
    return f": did you mean {known[close[0]]}?" if close else f": there are {', '.join(GROUPS)} and out"
