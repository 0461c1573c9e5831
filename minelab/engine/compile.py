"""How kernels are compiled.

A kernel gets every array from outside and allocates none, so it needs no reference counts:
leaving them out doubles the speed of a game. `inlined` is for the few lines that run for
every cell, where passing a dozen arrays would cost more than the work. `batch` also lets go
of the GIL, so that threads can share a batch.
"""

from numba import njit

kernel = njit(cache=True, _nrt=False)
inlined = njit(cache=True, _nrt=False, inline="always")
batch = njit(cache=True, _nrt=False, nogil=True)
