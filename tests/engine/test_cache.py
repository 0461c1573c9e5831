"""Compiled kernels that are older than a source are forgotten."""

import os

import pytest

from minelab import engine


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A package of two sources, with kernels compiled after both."""
    here = tmp_path / "engine"
    (here / "__pycache__").mkdir(parents=True)
    (tmp_path / "boards").mkdir()
    sources = {"boards/grid.py": 100, "engine/__init__.py": 100, "engine/play.py": 110}
    for name, when in sources.items():
        touch(tmp_path / name, when)
    for name in ("play.nbi", "play.1.nbc", "play.pyc"):
        touch(here / "__pycache__" / name, 120)
    monkeypatch.setattr(engine, "__file__", str(here / "__init__.py"))
    return here


def touch(path, when):
    path.touch()
    os.utime(path, (when, when))


def cached(folder):
    return sorted(path.name for path in (folder / "__pycache__").iterdir())


def test_kernels_newer_than_every_source_are_kept(folder):
    engine.drop_stale_caches()
    assert cached(folder) == ["play.1.nbc", "play.nbi", "play.pyc"]


@pytest.mark.parametrize("changed", ["__init__.py", "play.py", "../boards/grid.py"])
def test_one_changed_source_makes_all_kernels_stale(folder, changed):
    touch(folder / changed, 130)
    engine.drop_stale_caches()
    assert cached(folder) == ["play.pyc"]


def test_a_kernel_that_another_process_has_just_dropped_is_no_error(folder, monkeypatch):
    class Vanishing(type(folder)):
        def glob(self, pattern):
            for path in list(super().glob(pattern)):
                if pattern != "*.py":
                    path.unlink()
                yield path

    touch(folder / "play.py", 130)
    monkeypatch.setattr(engine, "Path", Vanishing)
    engine.drop_stale_caches()
    assert cached(folder) == ["play.pyc"]
