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

from numba import njit

kernel = njit(cache=True, _nrt=False)
inlined = njit(cache=True, _nrt=False, inline="always")
batch = njit(cache=True, _nrt=False, nogil=True)
