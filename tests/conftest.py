"""Settings for all tests: property tests that are reproducible, and Ctrl-C as in a terminal.

With MINELAB_FULL ten times as many cases are drawn.
"""

import signal

from hypothesis import settings

from tests.naive import FULL

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as in the background of a script
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "minelab", derandomize=True, database=None, deadline=None, max_examples=100 * FULL
)
settings.load_profile("minelab")
