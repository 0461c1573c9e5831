"""Settings for all tests: property tests that are reproducible, and Ctrl-C as in a terminal.

With MINELAB_FULL ten times as many cases are drawn, and tests marked `full` run too.
"""

import os
import signal
import sys

import pytest
from hypothesis import settings

from tests.naive import FULL

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as in the background of a script
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "minelab", derandomize=True, database=None, deadline=None, max_examples=100 * FULL
)
settings.load_profile("minelab")


SLOW = """
    games/test_contract browser/test_notebooks notebooks/0 report/test_figures browser/test_explore
    agents/test_champion lab/test_designs lab/test_daggers test_reproducible inference/test_optimal
    report/test_sliders report/test_build display/test_explore lab/test_runner test_wall test_faults
    engine/test_cache test_soak test_stop
""".split()
"""The files that take longest, the longest first."""


NOT_ON_WINDOWS = """
    arena/test_program.py arena/test_tournament.py lab/test_runner.py test_faults.py test_soak.py
    test_stop.py
""".split()
"""Files of tests that await signals, set limits, or need pipes and devices that are files."""
collect_ignore = NOT_ON_WINDOWS if sys.platform == "win32" else []


def pytest_configure(config):
    config.addinivalue_line("markers", "full: a long test that runs only if MINELAB_FULL is set")
    config.option.loadscopereorder = False  # or pytest-xdist begins with the files of many tests


def pytest_collection_modifyitems(items):
    """Slow files go first, so that all workers end at about the same time."""
    places = {item.path: place(item.path.as_posix()) for item in items}
    items.sort(key=lambda item: places[item.path])
    if not os.environ.get("MINELAB_FULL"):
        for item in items:
            if item.get_closest_marker("full"):
                item.add_marker(pytest.mark.skip(reason="runs with MINELAB_FULL=1"))


def place(path):
    return next((k for k, name in enumerate(SLOW) if f"/{name}" in path), len(SLOW))
