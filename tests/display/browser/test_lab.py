"""The player in a real JupyterLab: run, scrubbed by keyboard, and opened without trust."""

import nbformat

import minelab as ml
from tests.display.browser.jupyter import cells, run_all, wear, write_notebook

SOURCE = """\
import minelab as ml
record = ml.play(ml.Board.parse("1M2\\n24M\\nM3M"), "basic", first=(0, 0), engine=False)
ml.player(record)"""


def test_the_player_in_jupyterlab(lab, open_page, folder):
    write_notebook(folder / "game.ipynb", SOURCE)
    page = open_page(f"{lab}/lab/tree/game.ipynb?reset")
    run_all(page)
    slider = page.locator("input[type=range]")
    slider.wait_for(state="attached")
    before = cells(page)

    slider.focus()
    for key in ("ArrowRight", "ArrowRight", "Shift+ArrowRight", "Home", "ArrowRight"):
        page.keyboard.press(key)
    assert slider.input_value() == "1"
    # In the notebook these keys would add, delete, turn and run cells.
    for key in ("b", "a", "d", "d", "m", "y", "x", "Shift+ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    page.locator(".grid").click()  # the board takes the keys as well
    for key in ("b", "Home", "ArrowRight", "m", "c", "t"):
        page.keyboard.press(key)
    assert cells(page) == before
    assert slider.input_value() == "2"
    assert page.locator("[data-toggle=truth]").get_attribute("aria-pressed") == "true"

    wear(page, "JupyterLab Dark")
    page.wait_for_selector("[data-minelab-player][data-theme=dark]", state="attached")


def test_an_untrusted_notebook_shows_the_picture(lab, open_page, folder):
    shown = ml.player(ml.play(ml.Board.parse("1M2\n24M\nM3M"), "basic", engine=False))
    bundle = shown._repr_mimebundle_()
    output = nbformat.v4.new_output("execute_result", bundle, execution_count=1)
    write_notebook(folder / "old.ipynb", SOURCE, outputs=[output])
    page = open_page(f"{lab}/lab/tree/old.ipynb?reset")
    picture = page.locator(".jp-OutputArea-output img")
    picture.wait_for(state="attached", timeout=40_000)
    assert picture.evaluate("img => img.decode().then(() => img.width)") > 300
    assert page.locator("input[type=range]").count() == 0
    assert "const" not in page.locator(".jp-OutputArea-output").inner_text()
