"""How kernels are compiled.

A kernel gets every array from outside and allocates none, so it needs no reference counts:
leaving them out doubles the speed of a game. `batch` also releases the GIL, so that threads can
share a batch.

`inlined` is for the few lines that run for every cell, where passing a dozen arrays would cost more
than the work; and for a step that has one caller, since LLVM optimises all that a kernel calls once
more with each kernel that calls it.

A kernel is compiled once more for each constant that it is called with. Where that gains nothing,
the constant is passed as an np.int64.
"""

from numba import config, njit

try:
    from minelab.engine.link import Kernel
except ImportError:  # a numba that has moved what link.py builds upon
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
