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

import llvmlite
import numba
import numpy as np
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.misc.appdirs import AppDirs

from minelab._files import CHECKOUT, write_whole

HERE = Path(__file__).parent
CHECK = hashlib.sha256().digest_size  # bytes before a kernel, to notice a damaged file


def digest():
    """A short name for all that kernels are made from."""
    made_by = sys.version, numba.__version__, llvmlite.__version__, np.__version__
    text = hashlib.sha256(repr((made_by, numba.config.BOUNDSCHECK, numba.config.OPT)).encode())
    for source in (*sorted(HERE.glob("*.py")), HERE.parent / "boards" / "grid.py"):
        text.update(source.read_bytes())
    return text.hexdigest()[:16]


IMPORTED = digest()
PREFIX = f"kernels-{sys.implementation.cache_tag}-"


@cache
def folder():
    """Where kernels are kept; None, with a warning, where nothing can be written."""
    places = [Path(AppDirs("minelab", appauthor=False).user_cache_dir)]
    if CHECKOUT:  # nothing is written beside an installed package
        places.insert(0, HERE / "__pycache__")
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        places.insert(0, Path(chosen))
    for place in places:
        path = place / f"{PREFIX}{IMPORTED}"
        try:
            path.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=path).close()
        except OSError:
            continue
        if place == HERE / "__pycache__":
            for other in set(place.glob(f"{PREFIX}*")) - {path}:  # of earlier versions
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
        self.file = Path(function.__code__.co_filename)  # benchmarks have kernels of their own
        self.imported = self.file.read_bytes()

    def path(self, types, codegen):
        """The file for some argument types on this machine's processor.

        None if there is no folder, or if a source has changed since it was imported.
        """
        same = digest() == IMPORTED and self.file.read_bytes() == self.imported
        if not same or (place := folder()) is None:
            return None
        key = hashlib.sha256(repr((types, codegen.magic_tuple(), self.imported)).encode())
        return place / f"{self.name}-{key.hexdigest()[:16]}.kernel"

    def load_overload(self, sig, target_context):
        """A kernel that was compiled before, or None.

        numba's own cache first loads all that its compiler knows, which takes longer than all the
        rest of a first game. What is compiled already needs none of it.
        """
        path = self.path(sig, target_context.codegen())
        if path is None or not path.exists():
            return None
        content = path.read_bytes()
        check, data = content[:CHECK], content[CHECK:]
        if hashlib.sha256(data).digest() != check:
            return None  # damaged: it is compiled and written again
        return CompileResult._rebuild(target_context, *pickle.loads(data))

    def save_overload(self, sig, cres):
        path = self.path(sig, cres.library.codegen)
        if path is not None and not cres.library.has_dynamic_globals:
            try:
                data = dumps(cres._reduce())
                write_whole(path, hashlib.sha256(data).digest() + data)
            except OSError as error:  # a full disk is no reason to stop a game
                warnings.warn(f"a compiled kernel can't be kept: {error}", stacklevel=2)
