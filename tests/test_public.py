"""The public face of the package: its names, and what importing it loads."""

import subprocess
import sys

import pytest

import minelab as ml

HEAVY = {
    "matplotlib", "seaborn", "pandas", "pyarrow", "numba", "scipy", "IPython", "traitlets",
    "ipywidgets", "anywidget", "nbformat", "nbconvert",
}  # fmt: skip


def in_a_new_process(code):
    command = [sys.executable, "-c", f"import sys, minelab as ml; {code}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def test_importing_the_package_loads_nothing_heavy():
    assert in_a_new_process(f"dir(ml); print(*{HEAVY} & set(sys.modules))") == []


def test_the_figures_load_when_they_are_used():
    assert in_a_new_process("ml.plots; print('matplotlib' in sys.modules)") == ["True"]
    from minelab.report import figures

    assert ml.plots is figures


def test_dir_shows_the_public_names_and_no_rooms():
    shown = {name for name in dir(ml) if not name.startswith("__")}
    assert shown == {*ml.__all__, "plots"}
    assert all(hasattr(ml, name) for name in dir(ml))


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'minelab' has no attribute 'plot'"):
        ml.plot  # noqa: B018
