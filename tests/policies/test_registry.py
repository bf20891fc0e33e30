"""Policies by name: shipped, by module, by file; and a sentence for every other name."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from paiju import policies
from paiju.sim.kernel.errors import BadInput
from paiju.sim.kernel.policy import Policy
from tests import installation

GREEDY = '''
from paiju.sim.kernel.policy import Policy

class Greedy(Policy):
    """Takes what comes."""
    version = "7"
    def choose(self, view):
        return view.legal[-1]

class Dice(Greedy):
    deterministic = False

class Cards(Greedy):
    family = "changpai"

class Mute(Policy):
    pass

class Needy(Greedy):
    def __init__(self, model):
        self.model = model

class Clumsy(Greedy):
    def __init__(self):
        raise RuntimeError("no model here")

class Quitter(Greedy):
    def __init__(self):
        raise SystemExit(0)

class Other:
    pass
'''


@pytest.fixture
def greedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder called `policies` with a policy in it, as the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "policies").mkdir()
    file = tmp_path / "policies" / "greedy.py"
    file.write_text(GREEDY, "utf-8")
    return file


@pytest.mark.parametrize("family", ["mahjong", "zipai", "changpai"])
def test_policies_for_any_game(family: str) -> None:
    assert {"uniform", "first_legal"} <= set(policies.names(family))
    assert isinstance(policies.find("uniform", family)(), Policy)


@pytest.mark.parametrize("each", policies.SHIPPED, ids=lambda each: f"{each.family}-{each.name}")
def test_every_shipped_policy_is_there(each: policies.Shipped) -> None:
    family = "mahjong" if each.family == policies.ANY else each.family
    description = policies.describe(each.name, family)
    assert description.shipped
    assert description.deterministic
    assert description.version
    assert len(description.hash) == 16
    assert Path(description.path).suffix == ".py"


def test_a_policy_by_file(greedy: Path) -> None:
    maker = policies.find("./policies/greedy.py:Greedy", "mahjong")
    assert isinstance(maker(), Policy)
    description = policies.describe("./policies/greedy.py:Greedy", "mahjong")
    assert (description.version, description.family, description.shipped) == ("7", "any", False)
    assert description.path == str(greedy)
    assert description.deterministic
    assert not policies.describe("./policies/greedy.py:Dice", "mahjong").deterministic


def test_a_folder_called_policies_meets_nothing_of_ours(greedy: Path) -> None:
    policies.find("./policies/greedy.py:Greedy", "mahjong")
    assert Path(policies.__file__).parent != greedy.parent
    assert policies.find("uniform", "mahjong").__module__ == "paiju.policies.any.uniform"


def test_the_hash_follows_the_source(greedy: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.py"
    other.write_text(GREEDY + "\n", "utf-8")
    same = tmp_path / "same.py"
    same.write_bytes(GREEDY.replace("\n", "\r\n").encode())
    one, two, three = (policies.describe(f"{path}:Greedy", "mahjong").hash for path in (greedy, other, same))
    assert one != two
    assert one == three


def test_the_example_of_the_readme(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    example = re.search(r"```python\n(.*?)```", text, re.S)
    assert example
    (tmp_path / "mine.py").write_text(example[1], "utf-8")
    assert policies.describe(f"{tmp_path}/mine.py:Mine", "mahjong").deterministic


@pytest.mark.parametrize("package", ["mybots", "policies", "analysis", "sim"])
def test_a_policy_by_module(package: str, tmp_path: Path) -> None:
    """A module below the current folder is found, whatever the folders beside our own package are called."""
    (tmp_path / package).mkdir()
    (tmp_path / package / "greedy.py").write_text(GREEDY, "utf-8")
    code = f"from paiju import policies; print(policies.find('{package}.greedy:Greedy', 'mahjong').__name__)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={"PYTHONPATH": installation.link(tmp_path / "installed"), "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "Greedy\n", done.stderr


def test_shipped_policies_as_older_runs_name_them() -> None:
    old = policies.find("policies.mahjong.normal:Normal", "mahjong")
    assert old is policies.find("normal", "mahjong")


REFUSED = {
    "norml": "did you mean normal?",
    "tai_chi": "write one of uniform",
    "greedy.py": "greedy.py:Class",
    "./policies/greedy.py": "needs the name of its class",
    "a:b c": "module:Class or path/file.py:Class",
    ":Greedy": "module:Class or path/file.py:Class",
    "./policies/greedy.py:Nobody": "it has Greedy, Dice",
    "./policies/greedy.py:Other": "no policy",
    "./policies/greedy.py:Policy": "no policy",
    "./policies/greedy.py:Mute": "should define choose(self, view)",
    "./policies/greedy.py:Needy": "cannot be made with Needy()",
    "./policies/greedy.py:Clumsy": "RuntimeError: no model here (greedy.py, line",
    "./policies/greedy.py:Quitter": "cannot be made with Quitter(): SystemExit: 0 (greedy.py, line",
    "./policies/greedy.py:Cards": "plays changpai games, and this is a mahjong game",
    "./nowhere.py:Greedy": "no policy file ./nowhere.py",
    "no_such_module:Greedy": "in no module that can be imported",
    "policies.greedy:Greedy": "by file it would be ./policies/greedy.py:Greedy",
    "broken.py:Greedy": "SyntaxError",
    "raising.py:Greedy": "ZeroDivisionError: division by zero (raising.py, line 2)",
    "needing.py:Greedy": "No module named 'tensorchow'",
    "quitting.py:Greedy": "could not be loaded: SystemExit: enough (quitting.py, line 1)",
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(greedy: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "broken.py").write_text("class Greedy(:\n", "utf-8")
    (tmp_path / "raising.py").write_text("\n1 / 0\n", "utf-8")
    (tmp_path / "quitting.py").write_text("raise SystemExit('enough')", "utf-8")
    (tmp_path / "needing.py").write_text("import tensorchow\n", "utf-8")
    with pytest.raises(BadInput) as caught:
        policies.find(name, "mahjong")
    assert REFUSED[name] in str(caught.value)
    assert "\n" not in str(caught.value)


def test_another_familys_policy_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="plays mahjong games, and this is a domino game"):
        policies.find("normal", "domino")
