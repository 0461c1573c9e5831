"""Sliders keep what they show at first."""

import re
from concurrent.futures import ThreadPoolExecutor

import nbformat
import pytest

import minelab as ml
from minelab.report.build import execute

CELLS = (
    "import matplotlib.pyplot as plt\nimport minelab as ml\ncalls = []\n"
    "from minelab._notebook import progress_bar",
    """@ml.interact(mines=(1, 5), letter={"small": "m", "large": "M"})
def board(mines=2, letter="M"):
    calls.extend([mines for _ in progress_bar(range(1), delay=0, mininterval=0)])
    print(f"{mines} mines & more")
    return ml.draw(ml.Board.random(2, 3, mines=mines, seed=1))""",
    "ml.interact(lambda x: plt.plot([x, 2]) and None, x=(1, 5));",
    "ml.interact(lambda x: None, x=(1, 5));",
    "print(calls)",
    "ml.interact(lambda mines: print(mines), mines=(2, 4), keep=True);",
    """from minelab._notebook import progress_bar

ml.interact(lambda x: [*progress_bar(range(3), delay=0, mininterval=0)] and print(x), x=(1, 5));""",
    """import threading
import time
from ipywidgets import FloatSlider

heard, slider = [], FloatSlider(0.15, max=1)
ml.interact(lambda x: heard.append((x, threading.current_thread().name)), x=slider)
slider.value = 0.15000000000000002
threading.Thread(target=lambda: setattr(slider, "value", 0.5), daemon=True).start()
time.sleep(0.5)""",
    "print(heard)",
    """from IPython import get_ipython

figure, drawn = ml.plots.single("Mine").figure, []
figure.draw = drawn.append
elsewhere = threading.Thread(target=get_ipython().events.trigger, args=["post_execute"])
elsewhere.start()  # as after a message of a widget, which JupyterLab handles beside the cells
elsewhere.join()
del figure.draw
print(plt.get_fignums(), drawn)""",
)


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    path = tmp_path_factory.mktemp("notebooks") / "sliders.ipynb"
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    nbformat.write(notebook, path)
    with ThreadPoolExecutor(1) as pool:  # a browser test may have left a loop in this thread
        return [cell.outputs for cell in pool.submit(execute, path).result().cells]


def test_what_is_printed_and_drawn_at_first_is_kept_and_no_bar(outputs):
    (kept,) = outputs[1]
    page = kept.data["text/html"]
    assert "it/s" not in page and page.count("<pre>") == 1
    assert page.index("2 mines &amp; more") < page.index("<img") < page.index("mines, letter")
    assert kept.data["image/png"]
    assert kept.data["text/plain"] == "'board'"  # no address, which each run would change


def test_plain_matplotlib_is_kept_too(outputs):
    (kept,) = outputs[2]
    assert kept.data["image/png"] in kept.data["text/html"].replace("\n", "")


def test_a_function_that_shows_nothing_leaves_a_sentence(outputs):
    assert "Run this cell" in outputs[3][0].data["text/html"]


def test_a_progress_bar_leaves_nothing(outputs):
    page = outputs[6][-1].data["text/html"]
    assert "<pre>3\n</pre>" in page and "it/s" not in page


def test_what_every_stop_shows_is_kept_if_that_is_asked_for(outputs):
    (kept,) = outputs[5]
    stops = re.findall(r"<b>(.*?)</b></p><pre>(.*?)\n</pre>", kept.data["text/html"])
    assert stops == [("mines = 2", "2"), ("mines = 3", "3"), ("mines = 4", "4")]
    for choices in ({"a": (1, 2), "b": (1, 2)}, {"a": (0.1, 0.9, 0.1)}, {}):
        with pytest.raises(ValueError, match="keep needs one slider of whole numbers"):
            ml.interact(print, keep=True, **choices)


def test_it_is_called_once_at_first(outputs):
    assert outputs[4][0].text == "[2]\n"


def test_it_is_called_for_another_value_in_the_thread_of_the_cells(outputs):
    assert outputs[8][0].text == "[(0.15, 'MainThread'), (0.5, 'MainThread')]\n"


def test_something_else_than_a_function_is_refused():
    with pytest.raises(ValueError, match="function must be a function, not 3"):
        ml.interact(3)


def test_a_figure_that_a_cell_draws_is_shown_by_no_other_thread(outputs):
    printed, figure = outputs[-1]
    assert printed.text == "[1] []\n" and "image/png" in figure.data
