"""pyproject.toml, environment.yml and uv.lock say the same."""

import os
import re
import tomllib
import warnings
from pathlib import Path

import pytest
import yaml
from packaging.version import Version

from minelab import __version__
from minelab._files import REPOSITORY
from tests.conftest import NOT_ON_WINDOWS

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT, TOOLS = PYPROJECT["project"], PYPROJECT["tool"]
CONDA = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
CONDA_NAMES = {"matplotlib": "matplotlib-base"}  # where conda-forge calls it otherwise


EXTRAS = PROJECT["optional-dependencies"]
ITSELF = "minelab[notebooks]"  # how the extra `lab` includes another one
ALL = [
    text
    for group in (PROJECT["dependencies"], *EXTRAS.values())
    for text in group
    if text != ITSELF
]
WITHOUT = {"ipykernel": "!=7.0.*"}
"""Versions that are left out, beside the floor."""


def floors(requirements):
    """{name: floor} of requirements that are a name, a floor and perhaps what is left out."""
    floor = {}
    for text in requirements:
        pair = re.fullmatch(r"([\w-]+)>=([\d.]+(?:dev\d+)?)(?:,(.+))?", text)
        assert pair and pair[3] == WITHOUT.get(pair[1]), text
        floor[pair[1]] = pair[2]
    return floor


def test_conda_has_the_names_and_floors_of_the_project():
    """All that a reader of the notebooks needs, and the two with which they are checked."""
    assert EXTRAS["lab"][0] == ITSELF
    check = [text for text in EXTRAS["test"] if re.match("(nbval|pytest)>", text)]
    wanted = floors(PROJECT["dependencies"] + EXTRAS["notebooks"] + EXTRAS["lab"][1:] + check)
    wanted = {CONDA_NAMES.get(name, name): floor for name, floor in wanted.items()}
    wanted["python"] = PROJECT["requires-python"].removeprefix(">=")
    *from_pip, itself = CONDA[-1]["pip"]
    assert itself == "-e ."
    assert floors(CONDA[:-2] + from_pip) == wanted


def test_binder_has_the_environment_with_one_python_and_installs_the_package_after_it():
    """Binder's builder understands no `python>=`, and runs pip before the repository is there."""
    binder = yaml.safe_load((ROOT / ".binder/environment.yml").read_text())["dependencies"]
    (python,) = (name for name in binder if str(name).startswith("python="))
    assert not lower(python.removeprefix("python="), PROJECT["requires-python"].removeprefix(">="))
    ours = ["python>=3.11" if name == python else name for name in binder]
    assert [*ours[:-1], {"pip": [*ours[-1]["pip"], "-e ."]}] == CONDA
    script = ROOT / ".binder/postBuild"
    assert os.access(script, os.X_OK)
    for line in ("pip install --no-deps -e .", "jupyter trust notebooks/", "-m minelab warm"):
        assert line in script.read_text()


def test_what_a_hosted_kernel_has_is_not_replaced():
    """The versions of `make test-colab` meet all floors of a kernel that runs the notebooks."""
    listed = re.search(r"^COLAB := ((?:.*\\\n)*.*)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    hosted = dict(text.split("==") for text in listed[1].replace("\\", "").split())
    wanted = floors(PROJECT["dependencies"] + EXTRAS["notebooks"])
    assert wanted.keys() - hosted.keys() == {"python-sat", "resvg-py"}  # not there: they are added
    new = {name for name in wanted.keys() & hosted.keys() if lower(hosted[name], wanted[name])}
    assert not new


def lower(version, floor):
    return Version(version) < Version(floor)


def test_the_lock_was_made_from_these_requirements():
    lock = tomllib.loads((ROOT / "uv.lock").read_text())
    assert lock["requires-python"] == PROJECT["requires-python"]
    (ours,) = (package for package in lock["package"] if package["name"] == PROJECT["name"])
    items = [item for item in ours["metadata"]["requires-dist"] if item["name"] != "minelab"]
    assert {item["name"] + item["specifier"] for item in items} == set(ALL)


def test_what_is_locked_is_not_older_than_the_floors():
    lock = tomllib.loads((ROOT / "uv.lock").read_text())
    locked = {package["name"]: package.get("version") for package in lock["package"]}
    wanted = floors(ALL)
    assert len(wanted) > 20
    old = {name: floor for name, floor in wanted.items() if lower(locked[name], floor)}
    assert not old


def test_the_tools_and_the_workflow_begin_with_the_oldest_python():
    oldest = PROJECT["requires-python"].removeprefix(">=")
    assert TOOLS["ruff"]["target-version"] == "py" + oldest.replace(".", "")
    workflow = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text())
    jobs = workflow["jobs"]
    assert jobs["test"]["strategy"]["matrix"]["python"][0] == oldest
    targets = {row["target"] for row in jobs["versions"]["strategy"]["matrix"]["include"]}
    called = {word for job in jobs.values() for step in job["steps"] if "run" in step
              for word in re.findall(r"\.ci/run (\S+)", step["run"])}  # fmt: skip
    makefile = (ROOT / "Makefile").read_text()
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets | called)


def test_windows_is_spared_the_tests_that_need_what_it_lacks():
    """Each of these names used to end its whole job, most of them while tests were collected."""
    words = r"os\.(mkfifo|killpg|get[ep]?uid|fork)|SIG(KILL|USR)|import resource|/(dev|proc)/"
    tests = {path for path in (ROOT / "tests").rglob("test_*.py") if "browser" not in path.parts}
    needy = {path for path in tests if re.search(words, path.read_text(encoding="utf-8"))}
    here = {Path(__file__)}
    assert needy - here <= {ROOT / "tests" / name for name in NOT_ON_WINDOWS} <= tests


def test_the_hooks_run_what_make_lint_runs():
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())
    (local,) = hooks["repos"]
    assert local["repo"] == "local"  # nothing is fetched
    lint = re.search(r"^lint:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.MULTILINE)[1]
    ours = [line.strip().replace("$(BIN)/", ".venv/bin/") for line in lint.strip().split("\n")]
    assert [hook["entry"] for hook in local["hooks"]] == ours
    assert all(hook["language"] == "system" for hook in local["hooks"])


def test_one_version_is_cited():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    versions = [cited["version"], cited["preferred-citation"]["version"], __version__]
    assert set(versions) == {PROJECT["version"]}
    assert cited.get("repository-code", "") == REPOSITORY
    assert PROJECT.get("urls", {}).get("Repository", "") == REPOSITORY


def test_a_warning_is_an_error_here():
    with pytest.raises(UserWarning, match="anything"):
        warnings.warn("anything", stacklevel=1)


def test_the_lock_knows_one_public_index_and_no_folder():
    lock = tomllib.loads((ROOT / "uv.lock").read_text())
    sources = [package["source"] for package in lock["package"] if package["name"] != "minelab"]
    (registry,) = {source.get("registry") for source in sources}
    assert registry.startswith("https://")
