"""Plain keys and values to the checked records of a run: every key, type and range, without Hydra."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

from paiju import policies
from paiju.sim.games import registry
from paiju.sim.kernel.errors import BadInput, BadOption
from paiju.sim.kernel.options import Option, choice, flag, integer, ruleset_hash, show, validate
from paiju.sim.tournament.schedule import players_of, split_name
from paiju.sim.tournament.spec import (
    DEAL_MODES,
    EXECUTORS,
    LOG_LEVELS,
    MATCHUP_KINDS,
    MOST_WORKERS,
    ON_FAILURE,
    STOPS,
    UTILITIES,
    ExecutorConfig,
    MatchupConfig,
    RatingConfig,
    RulesetConfig,
    RunConfig,
    TournamentConfig,
    defaults,
)

GROUPS: Final = ("ruleset", "matchup", "tournament", "executor")
SECTIONS: Final = ("rating",)  # keys that no file is chosen for
DEFAULTS: Final = {
    "matchup": defaults(MatchupConfig),
    "tournament": defaults(TournamentConfig),
    "executor": defaults(ExecutorConfig),
    "rating": defaults(RatingConfig),
}


def _word(group: str, key: str, words: Sequence[str], meaning: str) -> Option:
    return choice(key, DEFAULTS[group][key], words, meaning, "")


def _number_in(group: str, key: str, low: int, high: int, meaning: str) -> Option:
    """A whole number; null is allowed where it is the default."""
    default = DEFAULTS[group][key]
    nullable = default is None or key in NULLABLE
    return integer(key, default, low, high, meaning, "", nullable=nullable)


NULLABLE: Final = ("check_every",)  # although the default is a number
OPTIONS: Final[Mapping[str, Sequence[Option]]] = {
    "matchup": (
        _word("matchup", "kind", MATCHUP_KINDS, "who plays whom"),
        flag(
            "full_block",
            DEFAULTS["matchup"]["full_block"],
            "each deal in all seatings of a table, not in one circular order",
            "",
        ),
    ),
    "tournament": (
        _number_in(
            "tournament", "blocks", 1, 1_000_000_000, "deals, each played in every rotation of the seats"
        ),
        _number_in("tournament", "seed", 0, 2**62, "root seed of everything that chance decides"),
        _number_in("tournament", "first_deal", 0, 2**40, "id of the first deal"),
        _word("tournament", "log_level", LOG_LEVELS, "how much is kept: results, hands or every event"),
        _word("tournament", "deal_mode", DEAL_MODES, "how cards come to the seats"),
        _number_in("tournament", "shard_blocks", 1, 1_000_000, "blocks per task and file"),
        _word("tournament", "on_failure", ON_FAILURE, "does a block count in which a policy failed?"),
        _number_in("tournament", "node_budget", 1, 2**40, "nodes for one decision, null = any number"),
        _number_in(
            "tournament", "check_every", 1, 1_000_000, "one of so many blocks is played twice, null = none"
        ),
        _number_in("tournament", "watchdog_seconds", 1, 86_400, "aborts a decision that takes longer"),
        _word("tournament", "stop", STOPS, "the rule that may end the run before its last block"),
    ),
    "executor": (
        _word("executor", "kind", EXECUTORS, "where it is played"),
        _number_in("executor", "workers", 1, MOST_WORKERS, "processes, null = one per core"),
        flag(
            "isolate",
            DEFAULTS["executor"]["isolate"],
            "policies of your own play in worker processes only; false for a debugger",
            "",
        ),
    ),
    "rating": (_word("rating", "utility", UTILITIES, "what ratings count"),),
}
OWN_NAMES: Final = ": give each player a name of its own, such as [a=normal,b=normal]"
HYPOTHESES: Final = ("elo0", "elo1", "points0", "points1")
RISKS: Final = ("alpha", "beta")
KEYS: Final = {  # besides the options above
    "matchup": ("policies", "field"),
    "tournament": ("fallback", "contrast", *HYPOTHESES, *RISKS),
    "executor": ("address",),
    "rating": (),
}


def run_config(plain: dict[Any, Any], names: Mapping[str, str]) -> RunConfig:
    """Check everything that was composed."""
    for key in plain:
        if key not in (*GROUPS, *SECTIONS, "out"):
            raise BadOption(f"unknown key {show(key)}{key_hint(str(key))}")
    parts = {group: part(plain, group, names[group]) for group in GROUPS}
    rules = ruleset_config(names["ruleset"], parts["ruleset"])
    game = registry.get(rules.game)
    tournament = _checked("tournament", parts["tournament"])
    fallback = _policy(
        "tournament.fallback",
        parts["tournament"].get("fallback", DEFAULTS["tournament"]["fallback"]),
        game.family,
    )
    matchup = _matchup(parts["matchup"], game.family, game.seated(rules.options))
    tournament |= stopping(parts["tournament"], tournament["stop"], matchup)
    return RunConfig(
        ruleset=rules,
        matchup=matchup,
        tournament=TournamentConfig(**tournament, fallback=fallback),
        executor=_executor(parts["executor"]),
        rating=RatingConfig(**_checked("rating", part(plain, "rating", "of run.yaml"))),
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


def _executor(part: Mapping[str, Any]) -> ExecutorConfig:
    """Where it is played."""
    checked = _checked("executor", part)
    address = _text("executor.address", part.get("address"))
    if address is not None and checked["kind"] != "ray":
        raise BadOption(
            f"executor.address = {show(address)} is not allowed with executor={checked['kind']}: "
            f"it is the address of a Ray cluster, so write executor=ray"
        )
    return ExecutorConfig(**checked, address=address)


def _matchup(part: Mapping[str, Any], family: str, seats: int) -> MatchupConfig:
    """Who plays whom."""
    checked = _checked("matchup", part)
    kind = checked["kind"]
    listed = part.get("policies")
    if not isinstance(listed, list) or not listed:
        raise BadOption(f"matchup.policies = {show(listed)} is not allowed: a list such as [easy,normal]")
    pool = tuple(_player("matchup.policies", each, family) for each in listed)
    names = [split_name(each)[0] for each in pool]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise BadOption(f"matchup.policies names '{twice[0]}' twice{OWN_NAMES}")
    field = _field(part.get("field"), kind, pool, family, seats)
    if kind == "round_robin" and len(pool) < 2:
        raise BadOption(f"matchup.policies = [{pool[0]}] is not allowed: a round robin needs two or more")
    return MatchupConfig(kind=kind, policies=pool, field=field, full_block=checked["full_block"])


def _field(
    given: object, kind: str, pool: Sequence[str], family: str, seats: int
) -> str | tuple[str, ...] | None:
    """Whom the challengers meet."""
    if kind not in ("one_versus_field", "gauntlet"):
        if given is not None:
            kinds = "kinds one_versus_field and gauntlet"
            raise BadOption(f"matchup.field = {show(given)} is not allowed: it belongs to {kinds}")
        return None
    if given is None:
        raise BadOption("matchup.field is missing: the policy of the other seats, such as normal")
    listed = given if isinstance(given, list) else [given]
    field = tuple(_player("matchup.field", each, family) for each in listed)
    names = [split_name(each)[0] for each in field]
    for name in names:
        if name in [split_name(each)[0] for each in pool]:
            raise BadOption(f"matchup.field = '{name}' is also one of matchup.policies{OWN_NAMES}")
        if names.count(name) > 1:
            raise BadOption(f"matchup.field names '{name}' twice{OWN_NAMES}")
    if kind == "gauntlet":
        if not field:
            raise BadOption("matchup.field = [] is not allowed: a gauntlet needs someone to run it against")
        return field
    if isinstance(given, str):
        return given
    if len(field) != seats - 1:
        raise BadOption(
            f"matchup.field = {show(given)} is not allowed: one policy, or {seats - 1} for the other seats; "
            f"matchup.kind=gauntlet meets each of them in turn"
        )
    return field


def stopping(part: Mapping[str, Any], stop: str, matchup: MatchupConfig) -> dict[str, Any]:
    """The hypotheses, risks and sides of a stopping rule; BadOption where they make no sense together."""
    given = {key: part.get(key) for key in HYPOTHESES if part.get(key) is not None}
    values: dict[str, Any] = {key: _number(f"tournament.{key}", given[key], -10_000, 10_000) for key in given}
    values |= {
        key: _number(f"tournament.{key}", part.get(key, DEFAULTS["tournament"][key]), 0.0001, 0.4999)
        for key in RISKS
    }
    if stop == "none":
        idle = [*given, *(["contrast"] if part.get("contrast") else [])]
        if idle:
            raise BadOption(f"tournament.{idle[0]} is not allowed without tournament.stop=gsprt")
        return values
    if matchup.kind == "self_play":
        raise BadOption(
            "tournament.stop = gsprt compares policies, and in self-play there is nothing to compare"
        )
    unit = "points" if "points1" in values else "elo"
    if set(given) - {f"{unit}0", f"{unit}1"} or f"{unit}1" not in values:
        raise BadOption("tournament.stop = gsprt needs elo0 and elo1, or points0 and points1")
    values.setdefault(f"{unit}0", 0.0)
    if values[f"{unit}0"] >= values[f"{unit}1"]:
        low, high = values[f"{unit}0"], values[f"{unit}1"]
        raise BadOption(f"tournament.{unit}0 = {low:g} should be less than tournament.{unit}1 = {high:g}")
    return {**values, "contrast": _contrast(part.get("contrast"), matchup)}


def _contrast(given: object, matchup: MatchupConfig) -> tuple[str, ...]:
    """Who is compared: the first policy with all its opponents, unless told otherwise."""
    players = players_of(matchup)
    if given is None or given == []:
        return (players[0],)
    listed = given if isinstance(given, list) else [given]
    for name in listed:
        if name not in players:
            raise BadOption(f"tournament.contrast = {show(given)}: the players are {', '.join(players)}")
    if len(listed) > 2 or len(set(listed)) < len(listed):
        raise BadOption(f"tournament.contrast = {show(given)} is not allowed: one player, or two")
    return tuple(str(name) for name in listed)


def _number(key: str, value: object, low: float, high: float) -> float:
    """A number in a range."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise BadOption(f"{key} = {show(value)} is not allowed: a number from {low:g} to {high:g}")
    return float(value)


def _player(key: str, player: object, family: str) -> str:
    """A policy, or one with a name of its own: "a=normal"."""
    name, policy = split_name(player) if isinstance(player, str) else (player, player)
    _policy(key, policy, family)
    if name != policy and name in policies.names(family):
        raise BadOption(f"{key} = {player} is not allowed: {name} is another policy")
    return str(player)


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
    known |= {name: name for name in (*GROUPS, *SECTIONS, "out")}
    close = get_close_matches(last, known, 1)
    return (
        f": did you mean {known[close[0]]}?"
        if close
        else f": there are {', '.join((*GROUPS, *SECTIONS))} and out"
    )
