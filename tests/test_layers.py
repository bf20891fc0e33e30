"""Imports go one way only; read from the sources, nested imports included."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from paiju.sim.games import registry

ROOT = Path(__file__).resolve().parent.parent
OURS = ("paiju.sim", "paiju.policies", "paiju.analysis")
HEAVY = {"ray", "hydra", "omegaconf", "duckdb", "pyarrow", "numpy", "scipy", "rich", "structlog"}

ALONE = ("paiju", "paiju.sim", "paiju.analysis")  # layers without the modules below them

# layer: what it may import besides itself; the longest name that fits a module is its layer
MAY_IMPORT = {
    "paiju.sim.kernel": (),
    "paiju.sim.games": ("paiju.sim.kernel",),
    "paiju.policies": ("paiju.sim", "paiju.sim.kernel", "paiju.sim.games"),
    "paiju.sim.store": (
        "paiju.sim.kernel",
        "paiju.sim.games.registry",  # for what a run of an earlier version does not say of its game
    ),
    "paiju.sim.tournament": (
        "paiju",
        "paiju.sim",
        "paiju.sim.compiled",
        "paiju.sim.kernel",
        "paiju.sim.games",
        "paiju.sim.store",
    ),
    "paiju.sim.settings": (
        "paiju.sim.kernel",
        "paiju.sim.games",
        "paiju.sim.tournament.schedule",
        "paiju.sim.tournament.spec",
        "paiju.policies",
    ),
    "paiju.sim.config": (
        "paiju.sim",
        "paiju.sim.compiled",
        "paiju.sim.kernel",
        "paiju.sim.settings",
        "paiju.sim.tournament.spec",
    ),
    "paiju.sim.logs": (),
    "paiju.sim.compiled": (),
    "paiju.sim.cli": OURS,
    "paiju.sim": (),
    "paiju.analysis": (),
    "paiju.analysis.tables": (
        "paiju.sim.store",
    ),  # how a run lies on disk, nothing of games, policies or playing
    "paiju.analysis.ratings": ("paiju.analysis.tables",),
    "paiju.analysis.report": ("paiju.analysis.tables", "paiju.analysis.ratings", "paiju.sim.store"),
    "paiju.analysis.games": ("paiju.analysis.report",),  # found by name, so no layer below imports it
}


def modules() -> list[str]:
    folders = (ROOT.joinpath(*package.split(".")) for package in OURS)
    paths = (path.relative_to(ROOT) for folder in folders for path in folder.rglob("*.py"))
    return sorted(name_of(path) for path in paths)


def name_of(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def tree_of(module: str) -> ast.Module:
    path = ROOT / module.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text("utf-8"))


def imports(nodes: Iterator[ast.AST] | list[ast.stmt]) -> Iterator[str]:
    """Full names of what is imported; `from a import b` gives a.b where that is a module."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in ALL else node.module


def fits(module: str, layer: str) -> bool:
    return module == layer or (layer not in ALONE and module.startswith(layer + "."))


def layer_of(module: str) -> str:
    return max((layer for layer in MAY_IMPORT if fits(module, layer)), key=len)


ALL = set(modules())
SHARED = {
    "mahjong": {"mahjong"},
    "zipai": {"zipai", "packed"},
    "changpai": {"chengdu_coushisi", "packed"},
    "any": set(),
}


@pytest.mark.parametrize("module", modules())
def test_imports_go_one_way(module: str) -> None:
    layer = layer_of(module)
    for name in imports(ast.walk(tree_of(module))):
        if name.partition(".")[0] == "paiju":
            allowed = any(fits(name, other) for other in (layer, *MAY_IMPORT[layer]))
            allowed |= layer == "paiju.sim.cli"
            assert allowed, f"{module} ({layer}) may not import {name}"


def test_there_is_no_circle() -> None:
    """No module imports itself by way of others, not even when a function is called."""
    graph = {module: set(imports(ast.walk(tree_of(module)))) & ALL - {module} for module in ALL}
    TopologicalSorter(graph).prepare()


@pytest.mark.parametrize("module", modules())
def test_only_config_knows_hydra(module: str) -> None:
    names = {name.partition(".")[0] for name in imports(ast.walk(tree_of(module)))}
    assert module == "paiju.sim.config" or not names & {"hydra", "omegaconf"}


@pytest.mark.parametrize("module", [name for name in modules() if name.startswith("paiju.sim.cli")])
def test_commands_import_heavy_packages_when_used(module: str) -> None:
    names = {name.partition(".")[0] for name in imports(tree_of(module).body)}
    assert not names & HEAVY


@pytest.mark.parametrize("module", [name for name in modules() if name.startswith("paiju.sim.games.")])
def test_games_do_not_know_each_other(module: str) -> None:
    """A game imports its family's folder, never another game's."""
    games = registry.names()
    own = module.split(".")[3]
    for name in imports(ast.walk(tree_of(module))):
        parts = name.split(".")
        if (
            len(parts) > 3
            and name.startswith("paiju.sim.games.")
            and parts[3] in games
            and module != "paiju.sim.games.registry"
        ):
            assert parts[3] == own, f"{module} imports {name}"


@pytest.mark.parametrize("game", registry.names())
def test_analysis_names_a_game_in_its_folder_alone(game: str) -> None:
    analysis = ROOT / "analysis"
    own = analysis / "games" / game
    for path in (*analysis.rglob("*.py"), *analysis.rglob("*.sql")):
        assert own in path.parents or game not in path.read_text("utf-8"), f"{path} names {game}"


@pytest.mark.parametrize("module", [name for name in modules() if name.startswith("paiju.policies.")])
def test_policies_ask_their_views_alone(module: str) -> None:
    """They import neither engine nor state of a game, and use nothing private of what they are given."""
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.ImportFrom) and node.module:
            assert not node.module.endswith((".engine", ".state")), f"{module} imports {node.module}"
        if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
            assert ast.unparse(node.value) in ("self", "super()"), f"{module} uses {ast.unparse(node)}"


@pytest.mark.parametrize("module", [name for name in modules() if name.startswith("paiju.policies.")])
def test_policies_know_their_family_and_none_of_its_games(module: str) -> None:
    """What they must know of a game they ask the terms its views offer; chengdu_coushisi is alone in its family."""
    family = module.split(".")[2] if module.count(".") > 1 else ""
    for name in imports(ast.walk(tree_of(module))):
        if name.startswith("paiju.sim."):
            parts = name.split(".")
            assert parts[2] in ("kernel", "games"), f"{module} imports {name}"
            assert parts[2] == "kernel" or parts[3] in SHARED[family], f"{module} imports {name}"
        if name.startswith("paiju.policies."):
            assert name.split(".")[2] == family, f"{module} imports {name}"


def test_the_rules_name_every_module() -> None:
    assert all(layer_of(module) for module in ALL)
    assert "paiju.sim.kernel.rng" in ALL
