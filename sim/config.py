"""From YAML files and overrides to the checked records of `sim.tournament.spec`; alone in knowing Hydra.

Hydra chooses and merges the files (`conf/`, and a user's own folder behind it). Single values such as
`ruleset.min_fan=3` are then set here, so that a value given on the command line replaces what the files say,
maps included, and every key and value is checked against the options of its group. Whatever is wrong comes
out as one `BadOption` sentence.

Nothing in a file is ever executed: no `_target_` is instantiated, and Hydra's own settings cannot be reached.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import policies
import sim
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

if TYPE_CHECKING:
    from hydra.core.override_parser.types import Override
    from omegaconf import DictConfig

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


def compose(overrides: Sequence[str] = (), config_dir: str | None = None) -> RunConfig:
    """The run that these overrides describe; BadOption with a sentence when they describe none."""
    with _hydra(config_dir) as composer:
        return composer.run(composer.parse(overrides))


def compose_all(overrides: Sequence[str] = (), config_dir: str | None = None) -> list[RunConfig]:
    """A run for each combination of the values listed (`a,b`, `choice(…)`, `range(…)`, `glob(…)`).

    With `out=FOLDER`, unless it is swept itself, the runs go to FOLDER/0, FOLDER/1 and so on.
    """
    with _hydra(config_dir) as composer:
        parsed = composer.parse(overrides)
        runs = [composer.run(combination) for combination in composer.combinations(parsed)]
        if any(one.key_or_group == "out" and one.is_sweep_override() for one in parsed):
            return runs
    return [replace(run, out=run.out and f"{run.out}/{i}") for i, run in enumerate(runs)]


def choices(group: str, config_dir: str | None = None) -> dict[str, Path]:
    """What may be chosen in a group, with its file; a user's own folder adds to what is shipped."""
    found: dict[str, Path] = {}
    for folder in (conf_dir(), *_user_folder(config_dir)):
        found |= _files(folder, group)
    return dict(sorted(found.items()))


def conf_dir() -> Path:
    """The shipped `conf`: inside the package when installed from a wheel, beside it in a checkout."""
    package = Path(sim.__file__).resolve().parent
    for folder in (package / "conf", package.parent / "conf"):
        if (folder / "run.yaml").is_file():
            return folder
    raise BadInput(f"paiju's own configuration files are missing beside {package}; install it again")


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


def _files(folder: Path, group: str) -> dict[str, Path]:
    """The choices a folder holds for a group, with their files."""
    root = folder / group
    return {path.relative_to(root).with_suffix("").as_posix(): path for path in root.rglob("*.yaml")}


def _user_folder(config_dir: str | None) -> list[Path]:
    """The user's configuration folder, if any; BadOption when it could not be meant."""
    if config_dir is None:
        return []
    folder = Path(config_dir).expanduser().resolve()
    if not any((folder / group).is_dir() for group in GROUPS):
        raise BadOption(f"the configuration folder {config_dir} has none of the folders {', '.join(GROUPS)}")
    for group in GROUPS:
        for name, path in _files(folder, group).items():
            if name in _files(conf_dir(), group) and folder != conf_dir():
                raise BadOption(
                    f"{path} has the name of a file that comes with paiju; call it something else"
                )
    return [folder]


class _Composer:
    """Overrides to runs, while Hydra is set up."""

    def __init__(self, config_dir: str | None, searchpath: list[str]) -> None:
        self.config_dir = config_dir
        self.searchpath = searchpath

    def parse(self, overrides: Sequence[str]) -> "list[Override]":
        """The overrides, each checked to be of a key that there is."""
        from hydra.core.override_parser.overrides_parser import OverridesParser
        from hydra.errors import HydraException

        parser = OverridesParser.create()
        parsed = []
        for text in overrides:
            try:
                one = parser.parse_override(text)
            except HydraException:
                raise BadOption(f"'{text}' cannot be read: overrides are written key=value") from None
            self._check_key(one, text)
            parsed.append(one)
        return parsed

    def combinations(self, parsed: "list[Override]") -> "Iterator[list[Override]]":
        """One list of overrides without sweeps for each combination of the swept values."""
        from hydra.core.override_parser.overrides_parser import OverridesParser

        parser = OverridesParser.create()
        ways = []
        for one in parsed:
            key = one.get_key_element()
            texts = [f"{key}={value}" for value in self._swept(one)]
            ways.append([parser.parse_override(text) for text in texts] or [one])
        return map(list, itertools.product(*ways))

    def _swept(self, one: "Override") -> list[str]:
        """The values of a sweep; none when the override is no sweep."""
        from hydra.core.override_parser.types import ValueType

        if not one.is_sweep_override():
            return []
        if one.value_type == ValueType.GLOB_CHOICE_SWEEP:
            known = list(choices(one.key_or_group, self.config_dir)) if self._is_choice(one) else []
            found: list[str] = cast(Any, one.value()).filter(known)
            if not found:
                raise BadOption(f"'{one.input_line}' matches nothing")
            return found
        if not one.is_discrete_sweep():
            raise BadOption(f"'{one.input_line}' is no list of values: write a,b or range(1,5)")
        return [str(each) for each in one.sweep_string_iterator()]

    def run(self, parsed: "list[Override]") -> RunConfig:
        """The run of overrides without sweeps."""
        import hydra
        from omegaconf import OmegaConf

        groups: list[Override] = []
        values: list[Override] = []
        for one in parsed:
            if one.is_sweep_override():
                raise BadOption(
                    f"'{one.input_line}' lists several values: add -m to play each of them, "
                    f"or write [a,b] for one list"
                )
            (groups if self._is_choice(one) else values).append(one)
        lines = [f"hydra.searchpath={self.searchpath}", *(one.input_line or "" for one in groups)]
        config = hydra.compose("run", lines, return_hydra_config=True)
        names = {group: config.hydra.runtime.choices[group] for group in GROUPS}
        OmegaConf.set_struct(config, False)
        del config["hydra"]
        for one in values:
            _set(config, one)
        plain = OmegaConf.to_container(config, resolve=True, throw_on_missing=True)
        assert isinstance(plain, dict)
        return _run(plain, names)

    def _check_key(self, one: "Override", text: str) -> None:
        """BadOption for a key that is none of ours, and for a choice that a group does not have."""
        key = one.key_or_group
        top, dot, _ = key.partition(".")
        if top not in (*GROUPS, "out"):
            raise BadOption(f"unknown key '{key}' in '{text}'{_key_hint(key)}")
        if one.package is not None or (top == "out" and dot):
            raise BadOption(f"'{text}' cannot be done: write {top}=VALUE")
        if not self._is_choice(one):
            if key in GROUPS:
                raise BadOption(f"'{text}' cannot be done: write {top}=NAME or {top}.KEY=VALUE")
            return
        known = choices(top, self.config_dir)
        for value in self._swept(one) or [one.get_value_element_as_str()]:
            name = value.strip("'\"")
            if name not in known:
                close = get_close_matches(name, known, 1)
                hint = f"; did you mean {close[0]}?" if close else ""
                raise BadOption(f"{top} = {name} is not allowed: one of {', '.join(known)}{hint}")

    def _is_choice(self, one: "Override") -> bool:
        """Does it choose a file of a group, rather than set a value?"""
        return one.key_or_group in GROUPS and not (one.is_delete() or one.is_add() or one.is_force_add())


@contextmanager
def _hydra(config_dir: str | None) -> Iterator[_Composer]:
    """Hydra set up on our configuration and the user's, and its many errors turned into sentences."""
    import hydra
    import yaml
    from hydra.errors import HydraException
    from omegaconf.errors import OmegaConfBaseException

    searchpath = [f"file://{folder}" for folder in _user_folder(config_dir)]
    try:
        with hydra.initialize_config_dir(str(conf_dir()), version_base="1.3"):
            yield _Composer(config_dir, searchpath)
    except yaml.YAMLError as error:
        raise BadOption(_yaml_sentence(error)) from None
    except (HydraException, OmegaConfBaseException) as error:
        raise BadOption(_sentence(error)) from None


def _set(config: "DictConfig", one: "Override") -> None:
    """Carry out one `key=value` or `~key`; a value replaces what was there, maps and lists included."""
    from omegaconf import OmegaConf

    if one.is_delete():
        above, _, last = one.key_or_group.rpartition(".")
        parent = OmegaConf.select(config, above) if above else config
        if not OmegaConf.is_dict(parent) or last not in parent or one.value() not in (None, parent[last]):
            raise BadOption(f"'{one.input_line}' deletes what is not there")
        del parent[last]
    else:
        OmegaConf.update(config, one.key_or_group, one.value(), merge=False, force_add=True)


def _run(plain: dict[Any, Any], names: Mapping[str, str]) -> RunConfig:
    """Check everything that was composed."""
    for key in plain:
        if key not in (*GROUPS, "out"):
            raise BadOption(f"unknown key {show(key)}{_key_hint(str(key))}")
    parts = {group: _part(plain, group, names[group]) for group in GROUPS}
    game = _game(parts["ruleset"], names["ruleset"])
    rules = ruleset(game, names["ruleset"], parts["ruleset"])
    family = registry.get(game).family
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


def _part(plain: dict[Any, Any], group: str, name: str) -> dict[str, Any]:
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
    raise BadOption(f"ruleset {name} does not say its game: game: one of {', '.join(registry.names())}")


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


def _key_hint(key: str) -> str:
    """The nearest key with its group, or all groups."""
    last = key.rpartition(".")[2]
    known = {option.key: f"{group}.{option.key}" for group in OPTIONS for option in OPTIONS[group]}
    known |= {name: f"{group}.{name}" for group in KEYS for name in KEYS[group]}
    games = [registry.get(name) for name in registry.names()]
    known |= {option.key: f"ruleset.{option.key}" for game in games for option in game.options}
    known |= {name: name for name in (*GROUPS, "out")}
    close = get_close_matches(last, known, 1)
    return f": did you mean {known[close[0]]}?" if close else f": there are {', '.join(GROUPS)} and out"


def _yaml_sentence(error: Exception) -> str:
    """Where a YAML file is broken, and how."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    where = f" {mark.name}, line {mark.line + 1}" if mark else ""
    problem = getattr(error, "problem", None) or str(error).splitlines()[0]
    return f"the configuration file{where} is no YAML that can be used: {problem}"


def _sentence(error: BaseException) -> str:
    """The words of the error at the root, in one line."""
    while error.__cause__ is not None:
        error = error.__cause__
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    key = getattr(error, "full_key", None)
    text = lines[0] if lines else type(error).__name__
    if text.endswith(":") and len(lines) > 1:
        text = f"{text} {lines[1]}"
    return f"{key}: {text}" if key and str(key) not in text else text
