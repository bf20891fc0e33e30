"""The package as people get it: its lines, its files, compiled or not."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import paiju
from paiju.sim import compiled

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def run(*command: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program; compiled or not as this test session is, unless said otherwise."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)


def names(requirements: list[str]) -> set[str]:
    """The distributions of requirement lines, as pip writes them."""
    return {re.split(r"[=<>!~\[; ]", line)[0].lower().replace("_", "-") for line in requirements}


# The README, the continuous integration and the constraints say the same.


def test_ci_runs_the_readme_line() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    line = next(line for line in readme.splitlines() if "/pytest" in line)
    assert line in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()


def test_readme_has_one_line_to_run() -> None:
    lines = (ROOT / "README.md").read_text("utf-8").splitlines()
    assert [line for line in lines if line.endswith("&& .venv/bin/paiju run")]


def test_texts_import_our_package_by_its_name() -> None:
    """Not the folders of a checkout, which an installation does not have."""
    for path in (*ROOT.glob("*.md"), *(ROOT / "sim").rglob("*.md")):
        assert not re.search(r"(from|import) (sim|policies|analysis)\b", path.read_text("utf-8")), path


def test_contributing_names_markers_that_exist() -> None:
    line = re.search(r'^pytest .* -m "([^"]*)"', (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.M)
    assert line
    markers = {marker.partition(":")[0] for marker in PROJECT["tool"]["pytest"]["ini_options"]["markers"]}
    assert set(re.findall(r"\w+", line[1])) - {"and", "not"} == markers


def test_constraints_pin_every_dependency() -> None:
    lines = [line for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if line[:1] != "#"]
    assert all(re.fullmatch(r"[A-Za-z0-9_.-]+==[0-9][0-9a-z.+]*", line) for line in lines)
    wanted = names(PROJECT["project"]["dependencies"]) | names(
        PROJECT["project"]["optional-dependencies"]["dev"]
    )
    assert wanted <= names(lines)


@pytest.mark.parametrize("tool", ["mypy", "setuptools"])
def test_one_version_builds_and_checks(tool: str) -> None:
    build = next(line for line in PROJECT["build-system"]["requires"] if line.startswith(tool))
    dev = next(line for line in PROJECT["project"]["optional-dependencies"]["dev"] if line.startswith(tool))
    assert build.partition("==")[2] == dev.partition("==")[2]
    assert f"{tool}=={dev.partition('==')[2]}" in (ROOT / "constraints.txt").read_text("utf-8")


def test_changelog_knows_the_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"[{paiju.__version__}]" in text or "[Unreleased]" in text


# What is compiled.


def test_every_listed_module_exists() -> None:
    for pattern in (*PROJECT["tool"]["paiju"]["compile"], *PROJECT["tool"]["paiju"]["leave"]):
        assert list(ROOT.glob(pattern)), f"{pattern} in [tool.paiju] matches nothing"


def test_compiled_modules_are_those_of_the_sources() -> None:
    assert compiled.status().state != compiled.STALE


def test_pure_runs_sources() -> None:
    code = "import paiju.sim.kernel.rng as r, paiju.policies.any.uniform as u; print(r.__file__, u.__file__)"
    done = run(sys.executable, "-c", code, PAIJU_PURE="1")
    assert [Path(name).suffix for name in done.stdout.split()] == [".py", ".py"], done.stderr
    done = run(sys.executable, "-m", "paiju", "--version", PAIJU_PURE="1")
    assert "uncompiled (by PAIJU_PURE" in done.stdout


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pretends to hold one compiled module."""
    (tmp_path / "a.py").write_text("x = 1\n", "utf-8")
    record = {"mypy": "2", "sources": {"a.py": compiled.digest(tmp_path / "a.py")}}
    (tmp_path / "_build.json").write_text(json.dumps(record), "utf-8")
    monkeypatch.setattr(compiled, "ROOT", tmp_path)
    monkeypatch.setattr(compiled, "RECORD", tmp_path / "_build.json")
    monkeypatch.setattr(compiled, "_is_extension", lambda module: True)
    return tmp_path


def test_fresh_modules_are_compiled(built: Path) -> None:
    assert compiled.status() == ("compiled", "compiled by mypyc 2")


def test_line_ends_do_not_matter(built: Path) -> None:
    (built / "a.py").write_bytes(b"x = 1\r\n")
    assert compiled.status().state == compiled.COMPILED


def test_an_edited_source_is_noticed(built: Path) -> None:
    (built / "a.py").write_text("x = 2\n", "utf-8")
    assert compiled.status().state == compiled.STALE
    assert "a.py changed after it was compiled" in compiled.status().sentence


def test_a_missing_source_is_noticed(built: Path) -> None:
    (built / "a.py").unlink()
    assert compiled.status().state == compiled.STALE


@pytest.mark.parametrize("text", ["", "{", "[]", '{"mypy": "2"}'])
def test_modules_of_unknown_origin_are_noticed(built: Path, text: str) -> None:
    (built / "_build.json").write_text(text, "utf-8")
    assert compiled.status().state == compiled.STALE


# The wheel.


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources without what was built from them."""
    target = tmp_path_factory.mktemp("checkout") / "paiju"
    ignore = shutil.ignore_patterns("*.so", "*.pyd", "_build.*.json", "__pycache__", "*.egg-info")
    for name in ("paiju", "sim", "policies", "analysis", "conf"):
        shutil.copytree(ROOT / name, target / name, symlinks=True, ignore=ignore)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, target / name)
    return target


@pytest.fixture(scope="module")
def unpacked(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source distribution of it, unpacked: files where the checkout has links."""
    target = tmp_path_factory.mktemp("unpacked")
    done = run(sys.executable, "setup.py", "-q", "sdist", "--dist-dir", str(target), cwd=checkout)
    assert done.returncode == 0, done.stderr
    (packed,) = target.glob("*.tar.gz")
    shutil.unpack_archive(packed, target, filter="data")
    (sources,) = target.glob("paiju-*/")
    return sources


@pytest.mark.slow
@pytest.mark.parametrize("origin", ["checkout", "unpacked"])
def test_wheel_without_compiler_has_everything(
    origin: str, checkout: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """No C compiler: the wheel is built, says so, and holds sources and data."""
    done = run(
        *(sys.executable, "setup.py", "-q", "bdist_wheel", "--dist-dir", str(tmp_path)),
        cwd=request.getfixturevalue(origin),
        CC="/nonexistent/cc",
    )
    assert done.returncode == 0, done.stderr
    assert "built without compiled modules" in done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    files = set(zipfile.ZipFile(wheel).namelist())
    for package in ("sim", "policies", "analysis"):
        for pattern in ("**/*.py", "**/*.sql", "**/*.xz"):
            for path in (checkout / package).glob(pattern):
                assert f"paiju/{path.relative_to(checkout).as_posix()}" in files
    for path in (checkout / "conf").rglob("*.yaml"):
        assert f"paiju/conf/{path.relative_to(checkout / 'conf').as_posix()}" in files
    assert not [name for name in files if name.endswith((".so", ".json")) or name.startswith("tests")]

    unpacked = tmp_path / "unpacked"
    zipfile.ZipFile(wheel).extractall(unpacked)
    done = run(
        sys.executable, "-m", "paiju", "--version", cwd=tmp_path, PYTHONPATH=str(unpacked), PAIJU_PURE=""
    )
    assert "uncompiled (the hot modules were not compiled" in done.stdout, done.stderr
    done = run(sys.executable, "-m", "paiju", "list", "rulesets", cwd=tmp_path, PYTHONPATH=str(unpacked))
    assert "hk_mahjong/min3" in done.stdout, done.stderr


@pytest.mark.slow
def test_a_demanded_compiler_that_fails_is_an_error(checkout: Path) -> None:
    done = run(
        *(sys.executable, "setup.py", "-q", "build_ext"),
        cwd=checkout,
        CC="/nonexistent/cc",
        PAIJU_COMPILE="1",
    )
    assert done.returncode != 0


def test_sources_name_no_private_place() -> None:
    """Nothing that ships names somebody's folder or a place to install from."""
    pattern = re.compile(r"/(home|root|Users)/\w|index-url")
    for path in [
        *ROOT.glob("*.toml"),
        *ROOT.glob("*.txt"),
        *ROOT.glob("*.md"),
        *(ROOT / "sim").rglob("*.py"),
    ]:
        assert not pattern.search(path.read_text("utf-8")), path


def test_setup_compiles_what_the_list_says() -> None:
    """`setup.py` reads the list and nothing else names modules to compile."""
    tree = ast.parse((ROOT / "setup.py").read_text("utf-8"))
    texts = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    assert not [text for text in texts if text.startswith("sim/games")]
