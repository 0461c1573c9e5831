"""How kernels are compiled.

A kernel gets every array from outside and allocates none, so it needs no reference counts:
leaving them out doubles the speed of a game. `batch` also releases the GIL, so that threads can
share a batch.

`inlined` is for the few lines that run for every cell, where passing arrays would cost more than
the work, and for a step that has one caller. LLVM puts them into their callers.
"""

import warnings

from numba import config, njit

try:
    from minelab.engine.link import Kernel
except ImportError as error:  # a numba that has moved what link.py builds upon
    warnings.warn(f"minelab compiles more slowly with this version of numba: {error}", stacklevel=2)
    Kernel = None


def compiled(**options):
    """A decorator for kernels."""

    def compiles(function):
        if config.DISABLE_JIT:
            return function
        if Kernel is None:
            return njit(cache=True, _nrt=False, **options)(function)
        return Kernel(function, nopython=True, _nrt=False, **options)

    return compiles


kernel = compiled()
inlined = compiled(inline="always")
batch = compiled(nogil=True)
