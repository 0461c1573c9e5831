"""A notebook that is run again in JupyterLab: it looks the same, and leaves nothing behind.

A notebook with one cell of each kind is run always; with `full` it is opened again, also without
trust, and so are all stored notebooks.
"""

import platform
import shutil
from io import BytesIO
from pathlib import Path

import nbformat
import pytest
from PIL import Image as Pixels

import minelab as ml
from minelab.display.palette import colour
from minelab.report import build as report
from tests.display.browser.jupyter import trust, wear, write_notebook
from tests.naive import FULL

ROOT = Path(__file__).parents[3]
CELLS = (
    "import minelab as ml\n"
    "board = ml.Board.random(6, 6, mines=8, seed=1)\n"
    "games = ml.sweep(['basic', 'aravind'], 6, 6, densities=[0.1, 0.2, 0.3], boards=20, seed=1)",
    "ml.plots.by_density(games, title='Wider than a page', ax=ml.plots.pair()[0]);",
    "ml.strip(ml.play(board, 'basic', seed=0))",
    "ml.player([ml.play(board, name, seed=0) for name in ('basic', 'corners', 'ibs', 'swept')])",
    "ml.explore(['basic', 'aravind'], size=6, boards=20).wait()",
    "ml.playground(rows=6, cols=6, mines=8, seed=1)",
    "from minelab._notebook import progress_bar\n"
    "list(progress_bar(range(9), delay=0, mininterval=0))\n"
    "print('done')",
    "ml.interact(lambda mines: ml.Board.random(6, 6, mines=mines, seed=1), mines=(1, 9));",
)
NOTEBOOK = "window.jupyterapp.shell.currentWidget"
RUN = f"""() => {{
    window.done = false;
    const run = async () => {{
        await {NOTEBOOK}.sessionContext.session.kernel.restart();
        await window.jupyterapp.commands.execute("notebook:run-all-cells");
        window.done = true;
    }};
    run();
}}"""
LOOK = """() => {
    const outputs = [...document.querySelectorAll(".jp-OutputArea-output")];
    const seen = (node) => node.getClientRects().length > 0;
    const images = [...document.querySelectorAll(".jp-OutputArea-output img")].filter(seen);
    const stills = [...document.querySelectorAll("[data-minelab-still]")];
    const players = [...document.querySelectorAll("[data-minelab-player]")];
    const scrolls = (node) => node && (getComputedStyle(node).overflowX !== "visible" ||
        scrolls(node.parentElement));
    const spills = (host) => [...(host.shadowRoot?.querySelectorAll(".card *") ?? [])].filter(
        (node) => node.getBoundingClientRect().right > host.getBoundingClientRect().right + 1 &&
            !scrolls(node.parentElement));
    return {
        "pictures": images.length,
        "without alt text": images.filter((image) => image.alt.length < 6).length,
        "broken": images.filter((image) => image.complete && !image.naturalWidth).length,
        "cut": images.filter((image) => image.getBoundingClientRect().right >
            image.closest(".jp-OutputArea-output").getBoundingClientRect().right + 1).length,
        "spilling": players.flatMap(spills).length,
        "wider than the window": document.documentElement.scrollWidth > window.innerWidth,
        "errors": outputs.filter(seen).filter((output) =>
            /Error displaying|untrusted|Loading widget/.test(output.textContent)).length,
        "stills": stills.filter(seen).length,
    };
}"""

CONTROLS = ".widget-interact .noUi-handle, .widget-interact select"
SHOWN = """() => {
    const area = document.querySelector(".widget-interact .widget-output");
    const images = [...(area?.querySelectorAll("img, svg") ?? [])];
    return (area?.innerText ?? "").trim() + images.map((x) => x.src ?? x.outerHTML).join();
}"""


@pytest.fixture
def open_notebook(browser, lab):
    """A function that opens a notebook; JupyterLab may say that a widget is gone."""
    contexts = []

    def open_notebook(path, width):
        context = browser.new_context(viewport={"width": width, "height": 900})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(f"{lab}/lab/tree/{path}?reset")
        session = "window.jupyterapp?.shell.currentWidget?.sessionContext"
        page.wait_for_function(f"{session}?.session?.kernel?.status === 'idle'")
        page.evaluate("window.jupyterapp.shell.collapseLeft()")
        page.wait_for_timeout(3000)  # a widget that is gone is looked for two seconds long
        return page

    yield open_notebook
    for context in contexts:
        context.close()


def close(page):
    """End the kernel and leave."""
    page.evaluate(f"async () => {{ await {NOTEBOOK}.sessionContext.shutdown(); }}")
    page.context.close()


def settled(page):
    """What a page looks like when it no longer changes."""
    looks = None
    while (now := page.evaluate(LOOK)) != looks:
        looks = now
        page.wait_for_timeout(3000)  # a widget that is gone is looked for two seconds long
    return looks


def fits(looks):
    """Whether all pictures are there, described and whole."""
    bad = {name: n for name, n in looks.items() if name not in ("pictures", "stills")}
    return looks["pictures"] > 0 and not any(bad.values())


def move_slider(page):
    """Move the first slider: what it shows changes."""
    control = page.locator(CONTROLS).first
    page.wait_for_function(f"({SHOWN})() !== ''")
    before = page.evaluate(SHOWN)
    if control.evaluate("node => node.tagName") == "SELECT":
        control.select_option(index=int(control.evaluate("node => node.selectedIndex") != 1))
    else:
        lowest = control.get_attribute("aria-valuenow") == control.get_attribute("aria-valuemin")
        control.press("End" if lowest else "Home")
    page.wait_for_function(f"before => ![before, ''].includes(({SHOWN})())", arg=before)


def run_again(path, open_notebook, home, seconds):
    """Open, run and save a stored notebook; open it again, then once more without trust."""
    name, stored = path.name, report.load(path)
    trust(home, path)
    page = open_notebook(name, 1400)
    before = settled(page)
    assert fits(before), before
    if platform.python_version() == report.METADATA["language_info"]["version"]:
        assert not page.evaluate(f"{NOTEBOOK}.context.model.dirty")
    page.evaluate(RUN)
    page.wait_for_function("window.done", timeout=1000 * seconds)
    page.wait_for_function(f"({LOOK})().stills === 0")
    for width in (1400, 1000, 800):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(500)
        looks = page.evaluate(LOOK)
        assert fits(looks), (width, looks)
    move_slider(page)
    page.evaluate(f"async () => {{ await {NOTEBOOK}.context.save(); }}")
    close(page)
    assert report.difference(path, stored) == ""
    if FULL == 1:
        return
    page = open_notebook(name, 1400)
    again = settled(page)  # JupyterLab has opened what was folded when it ran it
    assert fits(again) and again["pictures"] >= before["pictures"], again
    close(page)
    stranger = path.with_name(f"strange-{name}")
    notebook = nbformat.read(path, 4)
    notebook.cells.append(nbformat.v4.new_code_cell("1", id="not-signed"))
    nbformat.write(notebook, stranger)
    page = open_notebook(stranger.name, 1400)
    assert not page.locator(".jp-OutputArea-output.jp-mod-trusted").count()
    looks = settled(page)
    assert fits(looks) and looks["pictures"] >= before["pictures"], looks
    close(page)


def test_running_a_notebook_again_leaves_no_mark(open_notebook, folder, home, tmp_path):
    path = folder / "journey.ipynb"
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    report.run([path], root=tmp_path, pages=False)
    run_again(path, open_notebook, home, seconds=120)


@pytest.mark.full
@pytest.mark.parametrize("stored", report.notebooks(ROOT), ids=lambda path: path.stem)
def test_running_a_stored_notebook_again_leaves_no_mark(stored, open_notebook, folder, home):
    path = folder / stored.name
    shutil.copy(stored, path)
    run_again(path, open_notebook, home, seconds=600)


@pytest.mark.parametrize("system", ["light", "dark"])
def test_a_board_follows_the_theme_of_jupyterlab(system, lab, open_page, folder, home):
    data, metadata = ml.draw(ml.Board.random(6, 6, mines=8, seed=1))._repr_mimebundle_()
    output = nbformat.v4.new_output("display_data", data, metadata=metadata)
    write_notebook(folder / "board.ipynb", "board", outputs=[output])
    trust(home, folder / "board.ipynb")
    page = open_page(f"{lab}/lab/tree/board.ipynb?reset", color_scheme=system)
    board = page.locator(".jp-OutputArea-output img")
    for theme in ("dark", "light"):
        board.wait_for()
        wear(page, f"JupyterLab {theme.capitalize()}")
        themed = f"[data-jp-theme-light={str(theme == 'light').lower()}]"
        page.locator(themed).wait_for(state="attached")
        for _ in range(50):  # the picture may change a moment after the page
            seen = Pixels.open(BytesIO(board.screenshot())).convert("RGB").getpixel((3, 3))
            if (shade := "#{:02X}{:02X}{:02X}".format(*seen)) == colour("surface", theme):
                break
            page.wait_for_timeout(100)
        assert shade == colour("surface", theme)
