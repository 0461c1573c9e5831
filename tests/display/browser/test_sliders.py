"""The sliders of the notebooks, moved in a real JupyterLab: what they show changes."""

from pathlib import Path

import pytest

from minelab.report import build as report
from tests.display.browser.jupyter import run_all, write_notebook

STORED = report.notebooks(Path(__file__).parents[3])
CONTROLS = ".widget-interact .noUi-handle, .widget-interact select"
SHOWN = """() => {
    const area = document.querySelector(".widget-interact .widget-output");
    const images = [...(area?.querySelectorAll("img, svg") ?? [])];
    return (area?.innerText ?? "").trim() + images.map((x) => x.src ?? x.outerHTML).join();
}"""


def cells_of(path):
    """The set-up of a notebook and its first slider."""
    code = [cell for cell in report.load(path).cells if cell.cell_type == "code"]
    tagged = {tag: [c.source for c in code if tag in c.metadata.get("tags", ())]
              for tag in ("setup", "slider")}  # fmt: skip
    return dict.fromkeys([code[0].source, *tagged["setup"], tagged["slider"][0]])


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.full] if place else [])
        for place, path in enumerate(STORED)
    ],
)
def test_a_slider_that_is_moved_shows_something_else(path, open_page, lab, folder):
    write_notebook(folder / f"slider-{path.name}", *cells_of(path))
    page = open_page(f"{lab}/lab/tree/slider-{path.name}?reset")
    run_all(page)
    control = page.locator(CONTROLS).first
    control.wait_for(timeout=120_000)
    page.wait_for_function(f"({SHOWN})() !== ''", timeout=120_000)
    before = page.evaluate(SHOWN)
    if control.evaluate("node => node.tagName") == "SELECT":
        control.select_option(index=1)
    else:
        control.press("Home")
    page.wait_for_function(f"before => ({SHOWN})() !== before", arg=before, timeout=60_000)
    page.wait_for_function(f"({SHOWN})() !== ''")
