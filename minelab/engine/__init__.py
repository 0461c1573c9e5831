"""The same agents, compiled with numba: arrays in, arrays out.

| files | what is in them |
|---|---|
| `state`, `chance`, `compile` | a game and its moves; random numbers; how kernels are compiled |
| `play`, `methods`, `choose` | whole games and batches; how methods are asked; the guess rules |
| `clues`, `equations`, `suppose`, `refute`, `groups` | one method or two each |
| `components`, `odds` | the search for exact odds; `view_odds`, those of a view |
| `exact`, `large_boards` | the odds in a game, on ordinary and on large boards |
| `lookahead`, `value`, `endgame`, `optimal` | the champion's guesses; perfect play |
| `luck` | what a guess gained or lost by luck |
| `daggers` | games of Daggers & Gold |

Arrays travel in named tuples (`Game`, `Position`, `Odds`, ...), whose fields say what each array
holds. Nothing here imports anything of minelab but `boards.grid`.
"""

from contextlib import suppress
from pathlib import Path


def drop_stale_caches() -> None:
    """Delete compiled kernels that are older than any source of the engine.

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
