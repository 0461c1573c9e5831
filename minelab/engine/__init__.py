"""The same agents, compiled with numba: arrays in, arrays out.

| files | what is in them |
|---|---|
| `state`, `chance` | a game and its moves; random numbers |
| `compile`, `link`, `cache` | how kernels are compiled, optimised and kept |
| `play`, `methods`, `choose` | whole games and batches; how methods are asked; the guess rules |
| `clues`, `equations`, `suppose`, `refute`, `groups` | the methods, one or two per file |
| `components`, `odds` | the search for exact odds; `view_odds`, those of a view |
| `exact`, `large_boards` | the odds in a game, on ordinary and on large boards |
| `lookahead`, `value`, `endgame`, `optimal` | the champion's guesses; perfect play |
| `luck` | what a guess gained or lost by luck |
| `daggers` | games of Daggers & Gold |

Arrays travel in named tuples (`Game`, `Position`, `Odds`, ...), whose fields say what each array
holds. Nothing here knows anything of minelab's rooms but `boards.grid`.
"""
