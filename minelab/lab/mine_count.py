"""What the number of mines proves in IBS's games, and how.

IBS says why it helps: near the end the covered cells that are left are often all mines, and the
agent flags them (Bonuses, Global Information). So each move that rests on the number is of one of
four kinds: all cells left are mines or none is, or so are those left when clues are subtracted.
What the number is worth in score is in the table `bonuses`.
"""

from collections import Counter

import pandas as pd

from minelab.games.play import play_many
from minelab.games.record import Record
from minelab.inference.reasons import Deduction
from minelab.lab.own_agent import play_row

SIDE = 20
FIRST = (0, 0)
KINDS = ("rest_mined", "rest_safe", "others_mined", "others_safe")


def measure(mines: int, games: range, seed: int) -> pd.DataFrame:
    """Games of `ibs+total` on the boards of `published-001`; a row per game."""
    told, untold = (
        play_many(name, SIDE, SIDE, mines=mines, games=games, seed=seed, first=FIRST)
        for name in ("ibs+total", "ibs")
    )
    records = (play_row(game, "ibs+total", first=FIRST) for game in told.to_dict("records"))
    rows = [kinds_of_moves(record) for record in records]
    same = ["rows", "cols", "mines", "density", "board_seed", "play_seed", "blasts"]
    blasts = untold["blasts"].rename("blasts_untold")
    return pd.concat([told[same], blasts, pd.DataFrame(rows, columns=list(KINDS))], axis=1)


def kinds_of_moves(record: Record) -> Counter[str]:
    """How many moves of each kind the number of mines proved."""
    count = Counter(dict.fromkeys(KINDS, 0))
    for turn in record.turns:
        if isinstance(turn.reason, Deduction):
            total, *taken = turn.reason.because
            if total.clue is None and not total.because:
                kind = "mined" if turn.reason.is_mine else "safe"
                count[f"{'others' if taken else 'rest'}_{kind}"] += 1
    return count
