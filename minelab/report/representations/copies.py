"""What it costs to test suppositions on copies of the knowledge, as COWAN's agent does.

A module of its own, because a stored table's design names it.
"""

from copy import deepcopy

import pandas as pd

from minelab.boards.board import Board
from minelab.games.play import play
from minelab.report.representations.cost import size_in_bytes
from minelab.report.representations.cowan import Cowan

SIDE, DENSITY, TURNS = 10, 0.2, 40


def measure(boards: int) -> pd.DataFrame:
    """Bytes of COWAN's knowledge in mid-game, alone and with the copies for two suppositions.

    boards: the number of games of `basic`, with board and play seed 0, 1, ...
    """
    rows = []
    for seed in range(boards):
        board = Board.random(SIDE, SIDE, density=DENSITY, seed=seed)
        base = vars(Cowan(play(board, "basic", seed=seed).view(TURNS)))
        with_copies = size_in_bytes(base, deepcopy(base), deepcopy(base))
        rows.append((seed, size_in_bytes(base), with_copies))
    return pd.DataFrame(rows, columns=["board_seed", "bytes", "bytes_with_copies"])
