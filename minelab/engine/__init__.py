"""The same agents, compiled with numba: arrays in, arrays out.

`chance` draws boards and orders; `state` is the board as the engine sees it; `single` is
the single-clue rule; `near` is report SWEPT's recursive form of it; `play` plays whole games
and batches of them. Nothing here imports anything of minelab but `grid`.
"""
