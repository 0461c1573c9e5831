"""Settings for the tests of the report."""

import pytest

from minelab.report import launch


@pytest.fixture(scope="module")
def no_address():
    """The small notebooks of these tests get no launch links, whatever address the project has."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(launch, "REPOSITORY", "")
        yield
