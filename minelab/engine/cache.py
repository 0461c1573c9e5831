"""Compiled kernels, kept between sessions.

numba's own cache compiles a function again when its file changes, but not when a kernel that it
calls in another file does. Ours names its folder after a digest of all sources, so that a changed
file never meets an old kernel. Each kernel has a file of its own, so that processes that compile
at the same time don't get in each other's way.
"""

import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import warnings
from functools import cache
from pathlib import Path

import numba
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.misc.appdirs import AppDirs

from minelab._files import write_whole

HERE = Path(__file__).parent
SOURCES = (*sorted(HERE.glob("*.py")), HERE.parent / "boards" / "grid.py")


@cache
def digest():
    """A short name for all that kernels are made from."""
    text = hashlib.sha256(f"{sys.version} {numba.__version__}".encode())
    for source in SOURCES:
        text.update(source.read_bytes())
    return text.hexdigest()[:16]


@cache
def folder():
    """Where kernels are kept; None, with a warning, where nothing can be written."""
    places = [HERE / "__pycache__", Path(AppDirs("minelab", appauthor=False).user_cache_dir)]
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        places.insert(0, Path(chosen))
    for place in places:
        path = place / f"kernels-{digest()}"
        try:
            path.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=path).close()
        except OSError:
            continue
        if place == HERE / "__pycache__":
            for other in set(place.glob("kernels-*")) - {path}:  # of earlier versions
                shutil.rmtree(other, ignore_errors=True)
        return path
    warnings.warn(
        "minelab has to compile its engine in every session, because it can't write to "
        f"{' or '.join(map(str, places))}. Set NUMBA_CACHE_DIR to a folder where it can.",
        RuntimeWarning,
        stacklevel=2,
    )
    return None


class KernelCache(NullCache):
    """The cache of a kernel: a file for each combination of argument types."""

    def __init__(self, function):
        self.name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"

    def path(self, types, codegen):
        """The file for some argument types on this machine's processor; None if there is none."""
        if (place := folder()) is None:
            return None
        key = hashlib.sha256(repr((types, codegen.magic_tuple())).encode())
        return place / f"{self.name}-{key.hexdigest()[:16]}.kernel"

    def load_overload(self, sig, target_context):
        target_context.refresh()
        path = self.path(sig, target_context.codegen())
        if path is None or not path.exists():
            return None
        try:
            return CompileResult._rebuild(target_context, *pickle.loads(path.read_bytes()))
        except (OSError, EOFError, pickle.UnpicklingError):
            return None  # damaged: it is compiled and written again

    def save_overload(self, sig, cres):
        path = self.path(sig, cres.library.codegen)
        if path is not None and not cres.library.has_dynamic_globals:
            try:
                write_whole(path, dumps(cres._reduce()))
            except OSError as error:  # a full disk is no reason to stop a game
                warnings.warn(f"a compiled kernel can't be kept: {error}", stacklevel=2)
