"""The same agents, compiled with numba: arrays in, arrays out.

`chance` draws boards and orders; `state` is the board as the engine holds it; `single`, `near`
(report SWEPT's recursive form of it), `equations`, `suppose`, `refute`, `groups` and `total` are
the methods; `parts` and `odds` are the search for exact odds, `views` has those of a view, `exact`
and `local` (on large boards) what a game makes of them; `choose` has the guess rules; `play` plays
whole games and batches of them, `daggers` those of Daggers & Gold. Nothing here imports anything of
minelab but `grid`.
"""

from contextlib import suppress
from pathlib import Path


def drop_stale_caches() -> None:
    """Forget compiled kernels that are older than any source of the engine.

    Numba compiles a file again when that file changes, but not when a kernel that it calls
    in another file does.
    """
    here = Path(__file__).parent
    sources = [*here.glob("*.py"), here.parent / "boards" / "grid.py"]
    newest = max(source.stat().st_mtime for source in sources)
    for cached in (here / "__pycache__").glob("*.nb[ic]"):
        with suppress(OSError):  # another process was first, or the folder is read-only
            if cached.stat().st_mtime < newest:
                cached.unlink()


drop_stale_caches()
