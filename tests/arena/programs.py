"""Commands of programs for tests: the examples, and one that does something wrong."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
EXAMPLE = [sys.executable, str(EXAMPLES / "player.py")]


def faulty(fault, at=3):
    """A program whose move number `at` goes wrong."""
    return [sys.executable, str(HERE / "faulty.py"), fault, str(at)]


def needed(name):
    """The full name of a tool; where it is missing the test is skipped, but not in CI."""
    path = shutil.which(name)
    if path is None and not os.environ.get("CI"):
        pytest.skip(f"{name} is not installed: .ci/run installs it")
    assert path, f"{name} is not installed"
    return path


def reference_programs(folder):
    """The commands of the three programs in examples/."""
    compiled = folder / "player"
    source = EXAMPLES / "player.c"
    subprocess.run([needed("gcc"), "-O2", "-Wall", "-Werror", "-o", compiled, source], check=True)
    return [EXAMPLE, [str(compiled)], [needed("node"), str(EXAMPLES / "player.js")]]
