"""The player in a real JupyterLab: run, scrubbed by keyboard, and opened without trust."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request

import nbformat
import pytest

import minelab as ml

SOURCE = """\
import minelab as ml
record = ml.play(ml.Board.parse("1M2\\n24M\\nM3M"), "basic", first=(0, 0), engine=False)
ml.player(record)"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder that JupyterLab serves."""
    return tmp_path_factory.mktemp("notebooks")


@pytest.fixture(scope="module")
def lab(browser, folder, tmp_path_factory):
    """The address of a JupyterLab with settings of its own."""
    home = tmp_path_factory.mktemp("lab")
    settings = home / "config" / "labconfig"
    settings.mkdir(parents=True)
    quiet = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false"}}
    (settings / "default_setting_overrides.json").write_text(json.dumps(quiet))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1",
        f"--port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token=",
        "--ServerApp.password=", "--LabApp.expose_app_in_browser=True",
        f"--ServerApp.root_dir={folder}",
    ]  # fmt: skip
    folders = {f"JUPYTER_{name}_DIR": str(home / name.lower()) for name in ("CONFIG", "DATA")}
    folders["JUPYTERLAB_WORKSPACES_DIR"] = str(home / "workspaces")
    with (home / "lab.log").open("w") as log:
        server = subprocess.Popen(command, env=os.environ | folders, stdout=log, stderr=log)
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(f"{address}/api/status", server, home / "lab.log")
            yield address
        finally:
            stop(server)


def stop(server):
    """End the server; one that is still starting a kernel may not listen the first time."""
    server.terminate()
    try:
        server.wait(5)
    except subprocess.TimeoutExpired:
        server.kill()  # its kernels watch it and end by themselves
        server.wait()


def wait_for(url, server, log):
    for _ in range(300):
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            assert server.poll() is None, log.read_text()
            time.sleep(0.1)
    raise AssertionError(f"JupyterLab did not start: {log.read_text()}")


def write_notebook(path, outputs=()):
    cell = nbformat.v4.new_code_cell(SOURCE, outputs=list(outputs))
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=[cell], metadata=kernel), path)


def cells(page):
    """The types of the notebook's cells, as JupyterLab holds them."""
    return page.evaluate(
        "[...window.jupyterapp.shell.currentWidget.content.widgets].map((cell) => cell.model.type)"
    )


def test_the_player_in_jupyterlab(lab, open_page, folder):
    write_notebook(folder / "game.ipynb")
    page = open_page(f"{lab}/lab/tree/game.ipynb")
    page.set_default_timeout(40_000)
    # Cells that are run before the kernel is chosen would ask which one to take.
    session = "window.jupyterapp?.shell.currentWidget?.sessionContext"
    page.wait_for_function(f"{session}?.isReady && {session}.session?.kernel?.status === 'idle'")
    # Not awaited: a kernel that never starts must fail the wait below, not hang the test.
    page.evaluate("void window.jupyterapp.commands.execute('notebook:run-all-cells')")
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

    theme = (
        "window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})"
    )
    page.evaluate(theme)
    page.wait_for_selector("[data-minelab-player][data-theme=dark]", state="attached")


def test_an_untrusted_notebook_shows_the_picture(lab, open_page, folder):
    shown = ml.player(ml.play(ml.Board.parse("1M2\n24M\nM3M"), "basic", engine=False))
    bundle = shown._repr_mimebundle_()
    output = nbformat.v4.new_output("execute_result", bundle, execution_count=1)
    write_notebook(folder / "old.ipynb", [output])
    page = open_page(f"{lab}/lab/tree/old.ipynb")
    picture = page.locator(".jp-OutputArea-output img")
    picture.wait_for(state="attached", timeout=40_000)
    assert picture.evaluate("img => img.decode().then(() => img.naturalWidth)") > 300
    assert page.locator("input[type=range]").count() == 0
    assert "const" not in page.locator(".jp-OutputArea-output").inner_text()
