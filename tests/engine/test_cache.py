"""Compiled kernels are kept, dropped when any source changes, and never needed to play."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from numba import njit
from tqdm import tqdm

import minelab
from minelab.engine import cache, link
from minelab.engine.compile import kernel
from tests.naive import FULL

CALLEE = """
from minelab.engine.compile import kernel

@kernel
def answer(x):
    return x + {}
"""
CALLER = """
from minelab.engine.compile import kernel
from minelab.engine.callee import answer

@kernel
def twice(x):
    return 2 * answer(x)
"""
ASK = """
from minelab.engine.caller import twice
print(twice(3), "kept" if twice.stats.cache_hits else "compiled")
"""
LOADED = ASK + "import sys; print('numba.np.linalg' in sys.modules)"


@pytest.fixture
def package(tmp_path):
    """A copy of the repository whose engine has two more kernels, one calling the other."""
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "data").mkdir()
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(minelab.__file__).parent, tmp_path / "minelab", ignore=ignored)
    (tmp_path / "minelab/engine/callee.py").write_text(CALLEE.format(1))
    (tmp_path / "minelab/engine/caller.py").write_text(CALLER)
    return tmp_path


def ask(package, script=ASK, **environment):
    """What a new process prints, and its warnings."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA_", "XDG_"))}
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=package,
        env=kept | {"PYTHONDONTWRITEBYTECODE": "1"} | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip(), run.stderr


@pytest.mark.parametrize("shared", [False, pytest.param(True, marks=pytest.mark.full)])
def test_a_kernel_is_kept_until_a_file_that_it_calls_changes(package, shared):
    where = {"NUMBA_CACHE_DIR": str(package / "shared")} if shared else {}
    assert ask(package, **where) == ("8 compiled", "")
    assert ask(package, **where) == ("8 kept", "")
    (package / "minelab/engine/callee.py").write_text(CALLEE.format(2))
    assert ask(package, **where) == ("10 compiled", "")
    assert ask(package, **where) == ("10 kept", "")
    own = package / "minelab/engine/__pycache__"
    assert len(list(own.glob("kernels-*"))) == (0 if shared else 1)  # no old ones pile up


def test_a_kernel_that_is_kept_needs_nothing_of_the_compiler(package):
    assert ask(package, LOADED) == ("8 compiled\nTrue", "")
    assert ask(package, LOADED) == ("8 kept\nFalse", "")


def test_without_a_place_to_write_the_engine_compiles_and_warns_once(package):
    (package / "minelab/engine/__pycache__").write_text("a file where a folder should be")
    answer, warning = ask(package, HOME=os.devnull, NUMBA_CACHE_DIR=os.devnull)
    assert answer == "8 compiled"
    assert warning.count("has to compile its engine in every session") == 1
    assert os.devnull in warning


def test_a_damaged_file_is_compiled_and_written_again(package):
    where = {"NUMBA_CACHE_DIR": str(package / "shared")}
    ask(package, **where)
    (kept,) = (package / "shared").rglob("*.kernel")
    cut = kept.read_bytes()[:100]
    for damaged in (cut, b"", b"not a kernel") if FULL > 1 else (cut,):
        kept.write_bytes(damaged)
        assert ask(package, **where) == ("8 compiled", "")
    assert ask(package, **where) == ("8 kept", "")


def test_a_session_whose_sources_were_changed_keeps_nothing(package):
    where = {"NUMBA_CACHE_DIR": str(package / "shared")}
    change = f"""
from pathlib import Path
from minelab.engine.caller import twice
Path("minelab/engine/callee.py").write_text({CALLEE.format(2)!r})
print(twice(3))
"""
    assert ask(package, change, **where) == ("8", "")  # what it had imported
    assert ask(package, **where) == ("10 compiled", "")


def test_a_full_disk_stops_nobody(monkeypatch, tmp_path):
    def full(path, data):
        raise OSError(28, "No space left on device", str(path))

    @kernel
    def half(x):
        return x / 2

    half._cache = cache.KernelCache(half.py_func)
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    monkeypatch.setattr(cache, "write_whole", full)
    with pytest.warns(UserWarning, match="can't be kept.*No space left"):
        assert half(3) == 1.5


def test_a_bar_counts_the_kernels_that_are_compiled_for_a_call(monkeypatch, tmp_path):
    shown = []
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)  # none is kept from an earlier run

    class Bar(tqdm):
        def close(self):
            shown.append((self.desc, self.n))
            super().close()

    @kernel
    def third(x):
        return x / 3

    @kernel
    def ninth(x):
        return third(third(x))

    monkeypatch.setattr(link, "progress_bar", lambda **options: Bar(delay=60, **options))
    assert ninth(18.0) == ninth(18.0) == 2
    assert shown == [("compiling the engine, once", 1)]  # one kernel beside the entry point


def test_a_plain_numba_function_may_call_a_kernel():
    @njit
    def answer(x):
        return clear_of(x)

    @kernel
    def clear_of(x):
        return max(x, 0)

    assert answer(-3) == 0
