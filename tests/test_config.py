"""Configurations: what is composed, and the sentence for everything that cannot be."""

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
import yaml

from paiju.sim import config, settings
from paiju.sim.games import registry
from paiju.sim.kernel.errors import BadInput, BadOption
from paiju.sim.kernel.options import validate
from paiju.sim.tournament.plan import make_plan
from paiju.sim.tournament.spec import RunConfig, from_json


def options(*overrides: str, folder: Path | None = None) -> dict[str, Any]:
    return config.compose(overrides, str(folder) if folder else None).ruleset.options


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A user's configuration folder."""
    (tmp_path / "ruleset").mkdir()
    return tmp_path


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return folder


# What is composed.


def test_the_default_run() -> None:
    run = config.compose()
    assert (run.ruleset.game, run.ruleset.name) == ("hk_mahjong", "hk_mahjong")
    assert run.matchup.kind == "round_robin"
    assert run.matchup.policies == ("uniform", "easy", "normal", "expert")
    assert run.tournament.log_level == "events"
    assert run.executor.kind == "auto"
    assert run.out is None


@pytest.mark.parametrize("game", registry.names())
def test_shipped_rulesets_list_every_default(game: str) -> None:
    """conf/ruleset/<game>.yaml names every option, at the default the game gives it."""
    shown = yaml.safe_load((config.conf_dir() / "ruleset" / f"{game}.yaml").read_text("utf-8"))
    assert shown.pop("game") == game
    entry = registry.get(game)
    assert set(shown) == {option.key for option in entry.options}
    assert validate(entry.options, shown) == validate(entry.options, {})


@pytest.mark.parametrize("group", ["tournament", "executor"])
def test_shipped_groups_list_every_default(group: str) -> None:
    name = {"tournament": "default", "executor": "auto"}[group]
    shown = yaml.safe_load((config.conf_dir() / group / f"{name}.yaml").read_text("utf-8"))
    assert set(shown) == {option.key for option in settings.OPTIONS[group]} | set(settings.KEYS[group])
    for option in settings.OPTIONS[group]:
        assert shown[option.key] == option.default


@pytest.mark.parametrize("name", config.choices("ruleset"))
def test_every_shipped_ruleset_can_be_chosen(name: str) -> None:
    assert config.compose([f"ruleset={name}"]).ruleset.name == name


@pytest.mark.parametrize("name", config.choices("matchup"))
def test_every_shipped_matchup_can_be_chosen(name: str) -> None:
    assert config.compose([f"matchup={name}"]).matchup.policies


@pytest.mark.parametrize("name", config.choices("executor"))
def test_every_shipped_executor_can_be_chosen(name: str) -> None:
    assert config.compose([f"executor={name}"]).executor.kind == name


def test_values_replace_and_variants_extend() -> None:
    got = options("ruleset=hk_mahjong/min3", "ruleset.fan_cap=null", "ruleset.match=rounds:2")
    assert (got["min_fan"], got["fan_cap"], got["match"], got["base_points"]) == (3, None, "rounds:2", 20)


@pytest.mark.parametrize(
    ("override", "expected"),
    [
        ("ruleset.extra_fan={last_tile: 2}", {"last_tile": 2}),
        ("ruleset.extra_fan={}", {}),
        ("ruleset.extra_fan=[kong_bloom]", {"kong_bloom": 1}),
    ],
)
def test_a_map_on_the_command_line_replaces_the_map(override: str, expected: dict[str, int]) -> None:
    assert options("ruleset=hk_mahjong/full_table", override)["extra_fan"] == expected


def test_one_entry_of_a_map_can_be_set_and_taken_away() -> None:
    got = options(
        "ruleset=hk_mahjong/full_table", "ruleset.extra_fan.kong_bloom=4", "~ruleset.extra_fan.nine_gates"
    )
    assert got["extra_fan"]["kong_bloom"] == 4
    assert "nine_gates" not in got["extra_fan"]
    assert options("ruleset.extra_fan.kong_bloom=4")["extra_fan"] == {"kong_bloom": 4}


def test_a_deleted_key_has_its_default() -> None:
    assert options("ruleset=hk_mahjong/min3", "~ruleset.min_fan")["min_fan"] == 0


def test_policies_of_ones_own_can_be_named() -> None:
    run = config.compose(["matchup.policies=[./my/greedy.py:Greedy,normal,mybots.greedy:Greedy]"])
    assert run.matchup.policies == ("./my/greedy.py:Greedy", "normal", "mybots.greedy:Greedy")


def test_players_may_have_names_of_their_own(house: Path) -> None:
    """As a shell gives it, in quotes, and from a file: the names are part of what is played."""
    bare = config.compose(["matchup.policies=[a=normal, b=./mine.py:Mine,easy]"])
    assert bare.matchup.policies == ("a=normal", "b=./mine.py:Mine", "easy")
    assert config.compose(["matchup.policies=['a=normal','b=./mine.py:Mine',easy]"]) == bare
    assert from_json(json.loads(json.dumps(bare.to_json()))) == bare
    plain = config.compose(["matchup.policies=[normal,./mine.py:Mine,easy]"])
    assert plain.content_hash() != bare.content_hash()
    duel = config.compose(["matchup=duel", "matchup.policies=[a=normal]", "matchup.field=b=normal"])
    assert (duel.matchup.policies, duel.matchup.field) == (("a=normal",), "b=normal")
    swept = config.compose_all(["matchup.policies=[a=normal,b=normal],[easy,c=normal]"])
    assert [run.matchup.policies for run in swept] == [("a=normal", "b=normal"), ("easy", "c=normal")]
    write(house, "matchup/clones", "kind: round_robin\npolicies: [a=normal, b=normal]\nfield: null\n")
    assert config.compose(["matchup=clones"], str(house)).matchup.policies == ("a=normal", "b=normal")


def test_the_same_rules_have_the_same_hash() -> None:
    plain = config.compose().ruleset
    assert config.compose(["ruleset.min_fan=0"]).ruleset.hash == plain.hash
    assert config.compose(["ruleset=hk_mahjong/min3", "ruleset.min_fan=0"]).ruleset.hash == plain.hash
    assert config.compose(["ruleset.min_fan=1"]).ruleset.hash != plain.hash


def test_only_what_is_played_counts_for_the_content() -> None:
    plain = config.compose().content_hash()
    same = ["executor=ray", "executor.workers=3", "out=x", "tournament.shard_blocks=5", "ruleset.min_fan=0"]
    assert config.compose(same).content_hash() == plain
    for other in ("tournament.seed=2", "ruleset.min_fan=1", "matchup.policies=[easy,normal]"):
        assert config.compose([other]).content_hash() != plain


def test_a_configuration_survives_json_and_pickle() -> None:
    run = config.compose(["ruleset=hk_mahjong/full_table", "matchup=duel", "out=a/b"])
    assert from_json(json.loads(json.dumps(run.to_json()))) == run
    assert pickle.loads(pickle.dumps(run)) == run  # noqa: S301  (our own bytes)


@pytest.mark.parametrize("broken", [{}, {"format": 1}, {"format": 99}, {"format": 1, "ruleset": {"x": 1}}])
def test_what_is_no_stored_configuration_is_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        from_json(broken)


# Sweeps.


def sweep(*overrides: str) -> list[RunConfig]:
    return config.compose_all(overrides)


def test_a_sweep_is_every_combination() -> None:
    runs = sweep(
        "ruleset=hk_mahjong,hk_mahjong/min3", "tournament.seed=range(1,4)", "tournament.blocks=choice(5,6)"
    )
    assert (
        len({(run.ruleset.name, run.tournament.seed, run.tournament.blocks) for run in runs})
        == len(runs)
        == 12
    )


def test_lists_can_be_swept() -> None:
    runs = sweep("matchup.policies=[normal,easy],[normal,expert]")
    assert [run.matchup.policies for run in runs] == [("normal", "easy"), ("normal", "expert")]


def test_glob_takes_what_is_there() -> None:
    assert [run.ruleset.name for run in sweep("ruleset=glob(hk_mahjong/m*)")] == [
        "hk_mahjong/match_east",
        "hk_mahjong/min3",
    ]


def test_runs_of_a_sweep_have_their_own_folders() -> None:
    assert [run.out for run in sweep("ruleset.min_fan=1,2", "out=z")] == ["z/0", "z/1"]
    assert [run.out for run in sweep("ruleset.min_fan=1,2")] == [None, None]
    assert [run.out for run in sweep("out=a,b")] == ["a", "b"]


def test_one_run_is_a_sweep_of_one() -> None:
    assert sweep("tournament.seed=5")[0].tournament.seed == 5


@pytest.mark.parametrize(
    "override", ["tournament.seed=interval(1,3)", "ruleset=hk_mahjong,nope", "ruleset=glob(x*)"]
)
def test_sweeps_that_cannot_be(override: str) -> None:
    with pytest.raises(BadOption):
        sweep(override)


# Refusals: the key, the value and what is allowed.

REFUSED = {
    "ruleset.min_fann=3": "unknown key ruleset.min_fann = 3: did you mean ruleset.min_fan?",
    "+ruleset.min_fann=3": "unknown key ruleset.min_fann = 3: did you mean ruleset.min_fan?",
    "++ruleset.min_fann=3": "unknown key ruleset.min_fann = 3: did you mean ruleset.min_fan?",
    "ruleset.min_fan=abc": 'ruleset.min_fan = "abc" is not allowed: an int from 0 to 100',
    "ruleset.min_fan=-1": "ruleset.min_fan = -1 is not allowed: an int from 0 to 100",
    "ruleset.min_fan=true": "ruleset.min_fan = true is not allowed: an int from 0 to 100",
    "ruleset.min_fan='3'": 'ruleset.min_fan = "3" is not allowed',
    "ruleset.min_fan.x=3": 'ruleset.min_fan = {"x": 3} is not allowed',
    "ruleset.match=rounds:9": "rounds:N with N = 1..4",
    "ruleset.dealer_multiplier=1.5": "a fraction such as 3/2",
    "ruleset.extra_fan=[kong]": 'unknown name "kong"',
    "ruleset.base_points=999999": "",
    "ruleset.game=foo": "there is no game 'foo'",
    "ruleset=hkmahjong": "did you mean hk_mahjong?",
    "ruleset=hk_mahjong/min4": "did you mean hk_mahjong/min3?",
    "ruleset=null": "ruleset = null is not allowed: one of chengdu_coushisi",
    "~ruleset": "write ruleset=NAME",
    "+ruleset=hk_mahjong": "write ruleset=NAME",
    "ruleset={a: 1}": "is not allowed: one of",
    "ruleset@x=hk_mahjong": "cannot be done",
    "min_fan=3": "did you mean ruleset.min_fan?",
    "blocks=3": "did you mean tournament.blocks?",
    "polices=[normal]": "did you mean matchup.policies?",
    "+foo=3": "there are ruleset, matchup, tournament, executor, rating and out",
    "hydra.run.dir=x": "unknown key 'hydra.run.dir'",
    "hydra.searchpath=[pkg://os]": "unknown key 'hydra.searchpath'",
    "hydra/launcher=joblib": "unknown key 'hydra/launcher'",
    "tournament.blocks=0": "tournament.blocks = 0 is not allowed: an int from 1",
    "tournament.block=5": "did you mean tournament.blocks?",
    "tournament.seed=-1": "tournament.seed = -1 is not allowed",
    "tournament.seed=1.5": "tournament.seed = 1.5 is not allowed",
    "tournament.seed=99999999999999999999": "is not allowed",
    "tournament.log_level=all": "results or hands or events",
    "tournament.deal_mode=magic": "is not allowed: wall",
    "tournament.fallback=nope": "tournament.fallback: there is no mahjong policy 'nope'",
    "rating.utility=luck": "points or rank or win",
    "rating.utilty=win": "did you mean rating.utility?",
    "utility=win": "did you mean rating.utility?",
    "rating=win": "write rating.KEY=VALUE",
    "executor=foo": "one of auto, local, ray",
    "executor.workers=0": "executor.workers = 0 is not allowed",
    "executor.kind=gpu": "auto or local or ray",
    "executor.address=5": "executor.address = 5 is not allowed",
    "executor.address=localhost:6379": "not allowed with executor=auto: it is the address of a Ray cluster",
    "matchup.policies=[normal,norml]": "did you mean normal?",
    "matchup.policies=normal": "a list such as",
    "matchup.policies=[]": "a list such as",
    "matchup.policies=[3]": "the name of a policy",
    "matchup.policies=[normal,normal]": "names 'normal' twice: give each player a name of its own",
    "matchup.policies=[a=normal,a=easy]": "names 'a' twice",
    "matchup.policies=[a=normal,b=norml]": "did you mean normal?",
    "matchup.policies=[uniform=expert,easy]": "uniform is another policy",
    "matchup.policies=[normal]": "two or more",
    "matchup.policies=[normal,x.py]": "x.py:Class",
    "matchup.kind=swiss": "round_robin or one_versus_field or gauntlet or self_play",
    "matchup.field=normal": "belongs to kinds one_versus_field and gauntlet",
    "out=3": "out = 3 is not allowed",
    "out=": "is not allowed",
    "out.x=3": "write out=VALUE",
    "ruleset.min_fan=1,2": "add -m to play each of them",
    "ruleset=hk_mahjong,hk_mahjong/min3": "add -m to play each of them",
    "just text": "overrides are written key=value",
    "ruleset.min_fan": "overrides are written key=value",
    "ruleset.min_fan=[": "overrides are written key=value",
    "=3": "unknown key ''",
    "~ruleset.nope": "deletes what is not there",
    "~ruleset.min_fan=3": "deletes what is not there",
    "ruleset.min_fan=${nope}": "'nope' not found",
    "ruleset.min_fan=${tournament.blocks}": "ruleset.min_fan = 1000 is not allowed",
}


@pytest.mark.parametrize("override", [key for key in REFUSED if REFUSED[key]])
def test_refused(override: str) -> None:
    with pytest.raises(BadOption) as caught:
        config.compose([override])
    sentence = str(caught.value)
    assert REFUSED[override] in sentence
    assert "\n" not in sentence


def test_field_and_pool_are_different() -> None:
    with pytest.raises(BadOption, match="also one of"):
        config.compose(["matchup=duel", "matchup.field=expert"])
    with pytest.raises(BadOption, match=r"matchup\.field is missing"):
        config.compose(["matchup=duel", "matchup.field=null"])


# A user's own folder.


def test_a_house_rule_extends_ours(house: Path) -> None:
    write(house, "ruleset/house", "defaults: [hk_mahjong, _self_]\nmin_fan: 5\n")
    write(house, "ruleset/wild", "defaults: [hk_mahjong/full_table, _self_]\nextra_fan: {nine_gates: null}\n")
    write(house, "ruleset/deep/er", "defaults: [/ruleset/hk_mahjong@_here_, _self_]\nmatch: rounds:4\n")
    write(house, "ruleset/short", "game: hk_mahjong\nmin_fan: 1\n")
    assert options("ruleset=house", folder=house)["min_fan"] == 5
    wild = options("ruleset=wild", folder=house)
    assert wild["min_fan"] == 3
    assert "nine_gates" not in wild["extra_fan"]
    assert "four_winds" in wild["extra_fan"]
    assert options("ruleset=deep/er", folder=house)["match"] == "rounds:4"
    assert options("ruleset=short", folder=house)["base_points"] == 20
    assert config.compose(["ruleset=house"], str(house)).ruleset.name == "house"
    assert {"house", "deep/er", "hk_mahjong"} <= set(config.choices("ruleset", str(house)))


def test_other_groups_can_be_extended_too(house: Path) -> None:
    write(house, "matchup/club", "kind: round_robin\npolicies: [easy, normal]\n")
    write(house, "tournament/long", "blocks: 77\n")
    run = config.compose(["matchup=club", "tournament=long"], str(house))
    assert run.matchup.policies == ("easy", "normal")
    assert (run.tournament.blocks, run.tournament.seed) == (77, 1)


def test_the_main_file_of_a_user_is_not_read(house: Path) -> None:
    write(house, "run", "evil: 1\n")
    assert config.compose([], str(house)) == config.compose()


BROKEN = {
    "game: hk_mahjong\nmin_fann: 5\n": "unknown key ruleset.min_fann = 5",
    "game: hk_mahjong\nmin_fan: [5\n": "line 3",
    "game: hk_mahjong\nmin_fan: 1\nmin_fan: 2\n": "duplicate key min_fan",
    "game: hk_mahjong\nmin_fan: ${oc.env:NO_SUCH_VARIABLE}\n": "NO_SUCH_VARIABLE",
    "game: hk_mahjong\nmin_fan: ???\n": "ruleset.min_fan",
    "game: hk_mahjong\n1: 2\n": "unknown key ruleset.1",
    "game: hk_mahjongg\n": "did you mean hk_mahjong?",
    "min_fan: 1\n": "does not say its game",
    "": "does not say its game",
    "- a\n": "it should hold keys and values",
    "defaults: [nothere, _self_]\n": "nothere",
    "defaults: [hk_mahjong/full_table, _self_]\nextra_fan: [kong_bloom]\n": "Cannot merge",
    "# @package _global_\nruleset: {game: hk_mahjong}\nfoo: 3\n": 'unknown key "foo"',
    "# @package _global_\nfoo: 3\n": 'unknown key "foo"',
    "# @package _global_\nout: x\n": "is empty",
}


@pytest.mark.parametrize("text", BROKEN)
def test_broken_files_get_a_sentence(house: Path, text: str) -> None:
    write(house, "ruleset/house", text)
    with pytest.raises(BadOption) as caught:
        options("ruleset=house", folder=house)
    assert BROKEN[text] in str(caught.value)
    assert "\n" not in str(caught.value)


EVIL = [
    'game: hk_mahjong\nmin_fan: !!python/object/apply:os.system ["touch {}"]\n',
    "game: hk_mahjong\nmin_fan: {{_target_: os.system, command: 'touch {}'}}\n",
    (
        "# @package _global_\nruleset: {{game: hk_mahjong}}\n"
        "hydra: {{callbacks: {{x: {{_target_: os.system, command: 'touch {}'}}}}}}\n"
    ),
    "# @package _global_\nruleset: {{game: hk_mahjong}}\nhydra: {{searchpath: ['pkg://evil{}']}}\n",
]


@pytest.mark.parametrize("text", EVIL)
def test_nothing_in_a_file_is_executed(house: Path, text: str) -> None:
    mark = house / "executed"
    write(house, "ruleset/house", text.format(mark))
    try:
        got = config.compose(["ruleset=house"], str(house))
    except BadOption as error:
        assert "\n" not in str(error)
    else:
        assert got.ruleset.options == config.compose().ruleset.options
    assert not mark.exists()


def test_folders_that_cannot_be_meant(house: Path) -> None:
    with pytest.raises(BadOption, match="none of the folders"):
        config.compose([], str(house / "nope"))
    write(house, "ruleset/hk_mahjong", "game: hk_mahjong\n")
    with pytest.raises(BadOption, match="call it something else"):
        config.compose([], str(house))


def test_awkward_folder_names(tmp_path: Path) -> None:
    folder = tmp_path / "my rules, the 'best' (牌)"
    write(folder, "ruleset/house", "game: hk_mahjong\nmin_fan: 2\n")
    assert options("ruleset=house", folder=folder)["min_fan"] == 2


@pytest.mark.slow
def test_all_rulesets_at_once_are_those_chosen_singly(house: Path) -> None:
    write(house, "ruleset/house", "defaults: [hk_mahjong/min3, _self_]\nfan_cap: 3\n")
    together = config.rulesets(str(house))
    assert together == {
        name: config.compose([f"ruleset={name}"], str(house)).ruleset
        for name in config.choices("ruleset", str(house))
    }
    write(
        house, "ruleset/clever", "game: hk_mahjong\nmin_fan: ${ruleset.double_wind_fan}\ndouble_wind_fan: 2\n"
    )
    clever = config.rulesets(str(house))["clever"]
    assert not isinstance(clever, BadOption)
    assert clever.options["min_fan"] == 2
    write(house, "ruleset/broken", "game: [\n")
    found = config.rulesets(str(house))
    assert isinstance(found["broken"], BadOption)
    assert found["house"] == together["house"]


def test_what_ratings_count_is_stored_and_changes_no_hash() -> None:
    run, plain = config.compose(["rating.utility=win"]), config.compose([])
    assert run.to_json()["rating"] == {"utility": "win"}
    assert from_json(json.loads(json.dumps(run.to_json()))) == run
    assert run.content_hash() == plain.content_hash()
    older = plain.to_json()
    del older["rating"]
    assert from_json(older) == plain


def test_the_environment_stays_out_unless_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a file takes from it would stand in run.json, and a file may come from anybody."""
    monkeypatch.setenv("PAIJU_TEST_SECRET", "17")
    write(tmp_path, "tournament/nosy", "seed: ${oc.decode:${oc.env:PAIJU_TEST_SECRET}}\n")
    chosen = ["tournament=nosy", "matchup=duel"]
    with pytest.raises(
        BadOption, match="reads PAIJU_TEST_SECRET from the environment, which --allow-env allows"
    ):
        config.compose(chosen, str(tmp_path))
    assert config.compose(chosen, str(tmp_path), environment=True).tournament.seed == 17


def bomb(levels: int) -> str:
    """Each level holds the one below nine times."""
    lines = ["a0: &a0 [1,1,1,1,1,1,1,1,1]"]
    lines += [f"a{i}: &a{i} [{','.join([f'*a{i - 1}'] * 9)}]" for i in range(1, levels)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (bomb(9), r"house\.yaml has aliases .* that grow to more than"),
        ("a: &a [*a]", r"house\.yaml has aliases .* without end"),
        (f"min_fan: {'9' * 5000}", r"house\.yaml has a number of a hundred digits"),
        ("# " + "x" * 2_000_000, r"house\.yaml has more than"),
    ],
)
def test_files_that_would_grow_beyond_measure_are_refused_at_once(
    tmp_path: Path, text: str, says: str
) -> None:
    (tmp_path / "ruleset").mkdir()
    (tmp_path / "ruleset" / "house.yaml").write_text(f"game: hk_mahjong\n{text}\n", "utf-8")
    with pytest.raises(BadOption, match=says):
        config.compose(["ruleset=house"], str(tmp_path))


def test_a_number_of_5000_digits_is_refused() -> None:
    with pytest.raises(BadOption, match="a hundred digits or more"):
        config.compose([f"ruleset.min_fan={'9' * 5000}"])


def test_a_plan_of_too_many_shards_is_refused() -> None:
    run = config.compose(["tournament.blocks=1000000000", "tournament.shard_blocks=1"])
    with pytest.raises(BadOption, match="a run has at most 1000000"):
        make_plan(run, registry.get(run.ruleset.game))
