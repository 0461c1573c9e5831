"""One setting for all property tests: reproducible, and ten times as many with MINELAB_FULL."""

from hypothesis import settings

from tests.naive import FULL

settings.register_profile(
    "minelab", derandomize=True, database=None, deadline=None, max_examples=100 * FULL
)
settings.load_profile("minelab")
