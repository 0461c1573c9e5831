"""A stand-in for the page: keeps everything that a live widget sends."""

import json

import comm
import pytest
from comm.base_comm import BaseComm


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
