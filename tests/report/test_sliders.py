"""Each notebook has a slider whose code is in sight; it answers at both ends of each control."""

from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import matplotlib.pyplot as plt
import pytest

import minelab as ml
from minelab.report import build as report
from minelab.report import launch

NOTEBOOKS = report.notebooks(Path(__file__).parents[2])
LINES = range(2, 9)
"""Lines of a function that a reader can take in."""


def code(path, tag):
    return [c.source for c in report.load(path).cells if tag in c.metadata.get("tags", ())]


def is_first(cell):
    """Whether a cell has code, and not only Colab's."""
    return cell.cell_type == "code" and launch.TAG not in cell.metadata.get("tags", ())


def ends(control):
    """The first and the last value of a control, as `ipywidgets.interact` understands it."""
    if hasattr(control, "max"):  # a widget
        return control.min, control.max
    if isinstance(control, dict):
        control = list(control.values())
    return control[0], control[1 if isinstance(control, tuple) else -1]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_slider_needs_only_the_first_cells_and_answers_at_both_ends(path, monkeypatch):
    sliders = []
    monkeypatch.setattr(
        ml,
        "interact",
        lambda keep=False, **choices: lambda f: sliders.append((f, choices)) or f,
    )
    first = next(c.source for c in report.load(path).cells if is_first(c))
    names = {}
    for source in dict.fromkeys([first, *code(path, "setup"), *code(path, "slider")]):
        exec(source, names)
    assert sliders
    for function, choices in sliders:
        for name, control in choices.items():
            for value in ends(control):
                assert shows(function, name, value), f"{function.__name__}({name}={value!r})"


def shows(function, name, value):
    """Whether a slider prints, returns or draws something for this value."""
    text = StringIO()
    with redirect_stdout(text):
        result = function(**{name: value})
    drawn = plt.get_fignums()
    plt.close("all")
    return result is not None or text.getvalue().strip() or drawn


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_function_of_a_slider_is_short(path):
    for source in code(path, "slider"):
        function = source[source.index("@ml.interact") :].splitlines()[1:]
        assert len(function) in LINES, source
