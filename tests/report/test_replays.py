"""Our games beside the printed ones, counted by hand."""

import pandas as pd
import pytest

from minelab.report.replays import PRINTED, beside_the_printed


def test_a_printed_result_stands_beside_our_means_and_shares():
    (board, agent), (guesses, mines) = next(iter(PRINTED.items()))
    games = pd.DataFrame(
        {
            "board": board,
            "agent": agent,
            "guesses": [guesses, guesses + 1, guesses - 1, guesses + 4],
            "blasts": [20 - mines, 20 - mines, 21 - mines, 21 - mines],
        }
    )
    others = pd.DataFrame({"board": ["none"], "agent": [agent], "guesses": [0], "blasts": [0]})
    row = beside_the_printed(pd.concat([games, others])).loc[agent]
    assert (row["printed guesses"], row["printed found"]) == (guesses, mines)
    assert row["mean guesses"] == guesses + 1 and row["mean found"] == mines - 0.5
    shares = [row[name] for name in ("% no more guesses", "% no fewer found", "% both")]
    assert shares == pytest.approx([50, 50, 25])
