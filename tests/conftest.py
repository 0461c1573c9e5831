"""Settings for all tests: property tests that are reproducible, and Ctrl-C as in a terminal.

With MINELAB_FULL ten times as many cases are drawn, and tests marked `full` run too.
"""

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
    config.addinivalue_line("markers", "full: runs only if MINELAB_FULL is set")


def pytest_runtest_setup(item):
    if FULL == 1 and item.get_closest_marker("full"):
        pytest.skip("runs only if MINELAB_FULL is set")
