"""pyproject.toml, environment.yml and uv.lock say the same."""

import re
import tomllib
import warnings
from pathlib import Path

import pytest
import yaml
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT, TOOLS = PYPROJECT["project"], PYPROJECT["tool"]
CONDA = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
CONDA_NAMES = {"matplotlib": "matplotlib-base"}  # where conda-forge calls it otherwise


def floors(requirements):
    """{name: floor} of requirements that are a name and a floor, nothing else."""
    pairs = [re.fullmatch(r"([\w-]+)>=([\d.]+(?:dev\d+)?)", text) for text in requirements]
    assert None not in pairs, requirements
    return {pair[1]: pair[2] for pair in pairs}


def test_conda_has_the_names_and_floors_of_the_project():
    wanted = floors(PROJECT["dependencies"] + PROJECT["optional-dependencies"]["notebooks"])
    wanted = {CONDA_NAMES.get(name, name): floor for name, floor in wanted.items()}
    wanted["python"] = PROJECT["requires-python"].removeprefix(">=")
    *from_pip, itself = CONDA[-1]["pip"]
    assert itself == "-e ."
    assert floors(CONDA[:-2] + from_pip) == wanted


def test_the_lock_was_made_from_these_requirements():
    lock = tomllib.loads((ROOT / "uv.lock").read_text())
    assert lock["requires-python"] == PROJECT["requires-python"]
    (ours,) = (package for package in lock["package"] if package["name"] == PROJECT["name"])
    locked = {item["name"] + item["specifier"] for item in ours["metadata"]["requires-dist"]}
    extras = PROJECT["optional-dependencies"].values()
    assert locked == {*PROJECT["dependencies"], *(item for extra in extras for item in extra)}


def test_what_is_locked_is_not_older_than_the_floors():
    lock = tomllib.loads((ROOT / "uv.lock").read_text())
    locked = {package["name"]: package.get("version") for package in lock["package"]}
    extras = PROJECT["optional-dependencies"].values()
    wanted = floors([*PROJECT["dependencies"], *(item for extra in extras for item in extra)])
    assert len(wanted) > 20
    old = {name: floor for name, floor in wanted.items() if Version(locked[name]) < Version(floor)}
    assert not old


def test_the_tools_and_the_workflow_begin_with_the_oldest_python():
    oldest = PROJECT["requires-python"].removeprefix(">=")
    assert TOOLS["ruff"]["target-version"] == "py" + oldest.replace(".", "")
    workflow = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text())
    (job,) = workflow["jobs"].values()
    assert job["strategy"]["matrix"]["python"][0] == oldest


def test_a_warning_is_an_error_here():
    with pytest.raises(UserWarning, match="anything"):
        warnings.warn("anything", stacklevel=1)


def test_the_lock_knows_one_public_index_and_no_folder():
    lock = tomllib.loads((ROOT / "uv.lock").read_text())
    sources = [package["source"] for package in lock["package"] if package["name"] != "minelab"]
    (registry,) = {source.get("registry") for source in sources}
    assert registry.startswith("https://")
