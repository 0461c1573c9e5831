"""Replays: printed boards played again in many random orders of guessing.

COWAN prints one game of `aravind` and one of `charles`, each on its own board. One game says
little; its place among ten thousand says more.
"""

from typing import TYPE_CHECKING

from minelab.boards.view import Open
from minelab.games.play import play
from minelab.games.record import Record
from minelab.report.sources import PrintedGame, printed_board

if TYPE_CHECKING:
    import pandas as pd

BOARDS = ("cowan-11", "cowan-29")
AGENTS = ("basic", "aravind", "charles")
ORDERS = 10_000
MINES = 20
"""On each of the two boards."""


def measure(orders: int = ORDERS) -> "pd.DataFrame":
    """Both boards played by each agent with the play seeds 0, 1, 2, ...: a row per game."""
    import pandas as pd

    rows = []
    for name in BOARDS:
        board = printed_board(name)
        for agent in AGENTS:
            for seed in range(orders):
                game = play(board, agent, seed=seed)
                rows.append((name, agent, seed, game.score, game.blasts, game.guesses))
    columns = ["board", "agent", "play_seed", "score", "blasts", "guesses"]
    return pd.DataFrame(rows, columns=columns)


PRINTED = {
    ("cowan-11", "basic"): (11, 18),
    ("cowan-11", "aravind"): (7, 19),
    ("cowan-29", "charles"): (4, 20),
}
"""The guesses and the mines found in the one game that COWAN prints."""


def beside_the_printed(games: "pd.DataFrame") -> "pd.DataFrame":
    """Each printed result, our means, and the share of our games that do as well, in percent."""
    import pandas as pd

    rows = {}
    for (board, agent), (guesses, mines) in PRINTED.items():
        part = games[(games["board"] == board) & (games["agent"] == agent)]
        safely = MINES - part["blasts"]
        few, many = part["guesses"] <= guesses, safely >= mines
        rows[agent] = {
            "printed guesses": guesses,
            "printed found": mines,
            "mean guesses": part["guesses"].mean(),
            "mean found": safely.mean(),
            "% no more guesses": 100 * few.mean(),
            "% no fewer found": 100 * many.mean(),
            "% both": 100 * (few & many).mean(),
        }
    return pd.DataFrame(rows).T


def move_by_move(record: Record, printed: PrintedGame) -> "pd.DataFrame":
    """The openings of a game beside those that a report prints, one row per opening."""
    import pandas as pd

    opened = [turn for turn in record.turns if isinstance(turn.move, Open)]
    seen = [turn.observations[0].code for turn in opened]
    answers = ["M" if code < 0 else str(code) for code in seen]
    both = zip(printed.openings, printed.answers, record.openings, answers, opened, strict=True)
    rows = [(*four, four[:2] == four[2:], turn.method) for *four, turn in both]
    columns = ["printed", "printed answer", "ours", "our answer", "equal", "by"]
    return pd.DataFrame(rows, columns=columns, index=range(1, len(rows) + 1))
