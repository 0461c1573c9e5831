"""Settings for all tests: property tests that are reproducible, and Ctrl-C as in a terminal.

With MINELAB_FULL ten times as many cases are drawn, and tests marked `full` run too.
"""

import os
import signal

import pytest
from hypothesis import settings

from tests.naive import FULL

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as in the background of a script
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "minelab", derandomize=True, database=None, deadline=None, max_examples=100 * FULL
)
settings.load_profile("minelab")


def pytest_configure(config):
    config.addinivalue_line("markers", "full: a long test that runs only if MINELAB_FULL is set")


def pytest_collection_modifyitems(items):
    if not os.environ.get("MINELAB_FULL"):
        for item in items:
            if item.get_closest_marker("full"):
                item.add_marker(pytest.mark.skip(reason="runs with MINELAB_FULL=1"))
