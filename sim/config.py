"""From YAML files and overrides to the checked records of `paiju.sim.tournament.spec`; alone in knowing Hydra.

Hydra chooses and merges the files (`conf/`, and a user's own folder behind it). Single values such as
`ruleset.min_fan=3` are then set here, so that a value given on the command line replaces what the files say,
maps included, and every key and value is checked against the options of its group. Whatever is wrong comes
out as one `BadOption` sentence.

Nothing in a file is ever executed: no `_target_` is instantiated, and Hydra's own settings cannot be reached.
"""

import itertools
import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, cast

from paiju.sim.compiled import ROOT
from paiju.sim.kernel.errors import BadInput, BadOption
from paiju.sim.settings import GROUPS, SECTIONS, key_hint, part, ruleset_config, run_config
from paiju.sim.tournament.spec import RulesetConfig, RunConfig

PLAYERS: Final = ("matchup.policies", "matchup.field")
NAMED: Final = re.compile(r"(^|[\[,]\s*)([A-Za-z_][\w.-]*=[^,\[\]'\"]+)")  # name=policy, alone or in a list

if TYPE_CHECKING:
    from hydra.core.override_parser.types import Override
    from omegaconf import DictConfig
    from yaml import Node

LARGEST_FILE: Final = 1_000_000  # bytes
MOST_VALUES: Final = 100_000
LONG_NUMBER: Final = re.compile(r"\d{100}")


def compose(
    overrides: Sequence[str] = (), config_dir: str | None = None, *, environment: bool = False
) -> RunConfig:
    """The run that these overrides describe; BadOption with a sentence when they describe none.

    What a configuration takes from the environment (`${oc.env:…}`) stands in the run folder afterwards, so it may
    do so only with `environment`.
    """
    with _hydra(config_dir, environment) as composer:
        return composer.run(composer.parse(overrides))


def compose_ruleset(overrides: Sequence[str] = (), config_dir: str | None = None) -> RulesetConfig:
    """The ruleset alone, whoever might play it; BadOption with a sentence when it is none."""
    with _hydra(config_dir) as composer:
        return composer.ruleset(composer.parse(overrides))


def compose_all(
    overrides: Sequence[str] = (), config_dir: str | None = None, *, environment: bool = False
) -> list[RunConfig]:
    """A run for each combination of the values listed (`a,b`, `choice(…)`, `range(…)`, `glob(…)`).

    With `out=FOLDER`, unless it is swept itself, the runs go to FOLDER/0, FOLDER/1 and so on.
    """
    with _hydra(config_dir, environment) as composer:
        parsed = composer.parse(overrides)
        runs = [composer.run(combination) for combination in composer.combinations(parsed)]
        if any(one.key_or_group == "out" and one.is_sweep_override() for one in parsed):
            return runs
    return [replace(run, out=run.out and f"{run.out}/{i}") for i, run in enumerate(runs)]


def rulesets(config_dir: str | None = None) -> dict[str, RulesetConfig | BadOption]:
    """Every ruleset that can be chosen, or what is wrong with it."""
    names = list(choices("ruleset", config_dir))
    try:
        with _hydra(config_dir) as composer:  # all at once: composing is slow
            parts = composer.many("ruleset", names)
        return {name: ruleset_config(name, parts[name]) for name in names}
    except BadOption:
        return {name: _one_ruleset(name, config_dir) for name in names}


def _one_ruleset(name: str, config_dir: str | None) -> RulesetConfig | BadOption:
    try:
        return compose_ruleset([f"ruleset={name}"], config_dir)
    except BadOption as error:
        return error


def choices(group: str, config_dir: str | None = None) -> dict[str, Path]:
    """What may be chosen in a group, with its file; a user's own folder adds to what is shipped."""
    found: dict[str, Path] = {}
    for folder in (conf_dir(), *_user_folder(config_dir)):
        found |= _files(folder, group)
    return dict(sorted(found.items()))


def conf_dir() -> Path:
    """The shipped `conf`."""
    folder = ROOT / "conf"
    if not (folder / "run.yaml").is_file():
        raise BadInput(f"paiju's own configuration files are missing: there is no {folder}; install it again")
    return folder


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
            _check_size(path)
    return [folder]


def _check_size(path: Path) -> None:
    """BadOption for a file that would grow beyond measure when read; what else is wrong with it, its reader says."""
    import yaml

    try:
        if path.stat().st_size > LARGEST_FILE:
            raise BadOption(f"{path} has more than {LARGEST_FILE} bytes, which no configuration needs")
        text = path.read_text("utf-8")
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError, RecursionError):
        return
    if LONG_NUMBER.search(text):
        raise BadOption(f"{path} has a number of a hundred digits or more")
    if root is not None and _grown(root, {}) > MOST_VALUES:
        raise BadOption(
            f"{path} has aliases (*name) that grow to more than {MOST_VALUES} values, or without end"
        )


def _grown(node: "Node", known: dict[int, float]) -> float:
    """How many values a YAML node has with all aliases written out; inf when it is within itself."""
    import yaml

    if isinstance(node, yaml.ScalarNode):
        return 1
    if id(node) not in known:
        known[id(node)] = math.inf  # while it is being counted
        pairs = node.value if isinstance(node, yaml.MappingNode) else [(each,) for each in node.value]
        known[id(node)] = 1 + sum(_grown(each, known) for pair in pairs for each in pair)
    return known[id(node)]


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
            if LONG_NUMBER.search(text):
                raise BadOption(f"'{text[:40]}…' has a number of a hundred digits or more")
            try:
                one = parser.parse_override(_quoted(text))
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
            texts = [_quoted(f"{key}={value}") for value in self._swept(one)]
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
        return run_config(*self._plain(parsed))

    def ruleset(self, parsed: "list[Override]") -> RulesetConfig:
        """The ruleset of overrides without sweeps."""
        plain, names = self._plain(parsed)
        return ruleset_config(names["ruleset"], part(plain, "ruleset", names["ruleset"]))

    def _plain(self, parsed: "list[Override]") -> tuple[dict[Any, Any], dict[str, str]]:
        """What overrides without sweeps make of the files, and which file was chosen in each group."""
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
        return plain, names

    def many(self, group: str, names: Sequence[str]) -> dict[str, dict[str, Any]]:
        """The values of several choices of one group, each composed by itself."""
        import hydra
        from omegaconf import OmegaConf

        lines = [f"+{group}@_{i}={name}" for i, name in enumerate(names)]
        config = hydra.compose("run", [f"hydra.searchpath={self.searchpath}", *lines])
        plain = OmegaConf.to_container(config)
        assert isinstance(plain, dict)
        if "${" in str(plain):  # refers to what another choice would be
            raise BadOption(f"a {group} refers to other values")
        return {name: part(plain, f"_{i}", name) for i, name in enumerate(names)}

    def _check_key(self, one: "Override", text: str) -> None:
        """BadOption for a key that is none of ours, and for a choice that a group does not have."""
        key = one.key_or_group
        top, dot, _ = key.partition(".")
        if top not in (*GROUPS, *SECTIONS, "out"):
            raise BadOption(f"unknown key '{key}' in '{text}'{key_hint(key)}")
        if one.package is not None or (top == "out" and dot):
            raise BadOption(f"'{text}' cannot be done: write {top}=VALUE")
        if key in SECTIONS:
            raise BadOption(f"'{text}' cannot be done: write {key}.KEY=VALUE")
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
def _hydra(config_dir: str | None, environment: bool = False) -> Iterator[_Composer]:
    """Hydra set up on our configuration and the user's, and its many errors turned into sentences."""
    import hydra
    import yaml
    from hydra.errors import HydraException
    from omegaconf.errors import OmegaConfBaseException

    searchpath = [f"file://{folder}" for folder in _user_folder(config_dir)]
    try:
        with _environment(environment), hydra.initialize_config_dir(str(conf_dir()), version_base="1.3"):
            yield _Composer(config_dir, searchpath)
    except yaml.YAMLError as error:
        raise BadOption(_yaml_sentence(error)) from None
    except (HydraException, OmegaConfBaseException) as error:
        raise BadOption(_sentence(error)) from None


@contextmanager
def _environment(readable: bool) -> Iterator[None]:
    """While this lasts, a configuration may read the environment, or may not."""
    from omegaconf import OmegaConf
    from omegaconf.resolvers import oc

    def refuse(name: str, *_: object) -> NoReturn:
        raise BadOption(f"the configuration reads {name} from the environment, which --allow-env allows")

    resolver = cast("Callable[..., Any]", oc.env if readable else refuse)
    OmegaConf.register_new_resolver("oc.env", resolver, replace=True)
    try:
        yield
    finally:
        OmegaConf.register_new_resolver("oc.env", oc.env, replace=True)


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


def _quoted(override: str) -> str:
    """An override with its players of a name of their own in quotes: Hydra's grammar has no second `=`."""
    key, _, value = override.partition("=")
    if key not in PLAYERS:
        return override
    quoted = NAMED.sub(r"\1'\2'", value)
    return f"{key}={quoted}"


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
