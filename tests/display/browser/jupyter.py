"""A real JupyterLab for the browser tests: one server for all of them."""

import json
import socket
import subprocess
import sys
import time
import urllib.request

import nbformat
import pytest

from minelab.report.build import environment


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """The folder that JupyterLab serves."""
    return tmp_path_factory.mktemp("notebooks")


@pytest.fixture(scope="session")
def home(tmp_path_factory):
    """The folder of JupyterLab's own files."""
    return tmp_path_factory.mktemp("lab")


def settings_of(home):
    """The variables of JupyterLab and of its kernels, which run this minelab."""
    folders = {f"JUPYTER_{name}_DIR": str(home / name.lower()) for name in ("CONFIG", "DATA")}
    return environment() | folders | {"JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces")}


def trust(home, path):
    """Trust a notebook, as `make lab` does."""
    command = [sys.executable, "-m", "nbformat.sign", str(path)]
    subprocess.run(command, env=settings_of(home), check=True, capture_output=True)


@pytest.fixture(scope="session")
def lab(browser, folder, home):
    """The address of a JupyterLab with settings of its own."""
    settings = home / "config" / "labconfig"
    settings.mkdir(parents=True)
    quiet = {
        "@jupyterlab/apputils-extension:notification": {"fetchNews": "false"},
        # All cells are on the page, also those that are out of sight.
        "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
    }
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
    with (home / "lab.log").open("w") as log:
        server = subprocess.Popen(command, env=settings_of(home), stdout=log, stderr=log)
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
    for _ in range(1200):  # a busy machine takes its time
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            assert server.poll() is None, log.read_text()
            time.sleep(0.1)
    raise AssertionError(f"JupyterLab did not start: {log.read_text()}")


def write_notebook(path, *sources, outputs=()):
    """A notebook with these cells of code; the outputs belong to the last."""
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    cells[-1].outputs = list(outputs)
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), path)


def run_all(page):
    """Run the open notebook from the top, as soon as its kernel is ready."""
    page.set_default_timeout(40_000)
    # Cells that are run before the kernel is chosen would ask which one to take.
    session = "window.jupyterapp?.shell.currentWidget?.sessionContext"
    page.wait_for_function(f"{session}?.isReady && {session}.session?.kernel?.status === 'idle'")
    # Not awaited: a kernel that never starts must fail the wait that follows, not hang the test.
    page.evaluate("void window.jupyterapp.commands.execute('notebook:run-all-cells')")


def wear(page, theme):
    """Put on "JupyterLab Light" or "JupyterLab Dark"."""
    page.evaluate(
        "theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme })", theme
    )


def cells(page):
    """The types of the notebook's cells, as JupyterLab holds them."""
    return page.evaluate(
        "[...window.jupyterapp.shell.currentWidget.content.widgets].map((cell) => cell.model.type)"
    )
