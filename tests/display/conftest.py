"""A stand-in for the page: keeps everything that a live widget sends."""

import json
from types import SimpleNamespace

import ipywidgets
import nbformat
import pytest

from minelab.report.build import clean

OLD = ipywidgets.__version__.startswith("7.")
"""Whether widgets talk through a class of the kernel's, not yet through the package comm."""
if OLD:
    from ipykernel.comm import Comm
else:
    from comm.base_comm import BaseComm as Comm


class Wire(Comm):
    """The way to the page."""

    sent: list = []
    kernel = SimpleNamespace(comm_manager=SimpleNamespace(register_comm=id, unregister_comm=id))
    """Without one, the old class sends nothing."""

    def publish_msg(self, msg_type, data=None, **kwargs):
        self.sent.append(json.loads(json.dumps(data, allow_nan=False)))

    _publish_msg = publish_msg


@pytest.fixture
def wire(monkeypatch):
    """All that is sent to the page, from here on."""
    monkeypatch.setattr(Wire, "sent", [])
    if OLD:
        monkeypatch.setattr(ipywidgets.widgets.widget, "Comm", Wire)
    else:
        monkeypatch.setattr("ipywidgets.comm.create_comm", lambda **options: Wire(**options))
    return Wire.sent


@pytest.fixture
def displayed(monkeypatch):
    """A function that returns the outputs of what shows itself, or of a call."""
    outputs = []

    def display(data, metadata=None, raw=True):
        outputs.append(nbformat.v4.new_output("display_data", data, metadata=metadata or {}))

    monkeypatch.setattr("IPython.display.display", display)

    def displayed(what):
        outputs.clear()
        getattr(what, "_ipython_display_", what)()
        return list(outputs)

    return displayed


def kept(*outputs):
    """What the runner keeps of these outputs."""
    cell = nbformat.v4.new_code_cell("1", outputs=list(outputs))
    notebook = nbformat.v4.new_notebook(cells=[cell])
    clean(notebook)
    return notebook.cells[0].outputs
