"""A stand-in for the page: keeps everything that a live widget sends."""

import json

import comm
import nbformat
import pytest
from comm.base_comm import BaseComm

from minelab.report.build import clean


class Wire(BaseComm):
    """The way to the page."""

    sent: list = []

    def publish_msg(self, msg_type, data=None, **kwargs):
        self.sent.append(json.loads(json.dumps(data, allow_nan=False)))


@pytest.fixture
def wire(monkeypatch):
    """All that is sent to the page, from here on."""
    monkeypatch.setattr(Wire, "sent", [])
    monkeypatch.setattr(comm, "create_comm", lambda **options: Wire(**options))
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
