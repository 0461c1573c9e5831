"""What a guess rule says and what is true: claims, exact risks, and the price of each rule."""

from typing import TYPE_CHECKING

import numpy as np

from minelab.report.claims.points import ratio_of
from minelab.agents.guesses.clues import estimates
from minelab.inference.position import Position
from minelab.inference.odds import odds
from minelab.boards.view import View

if TYPE_CHECKING:
    import pandas as pd

HALF = 0.5
GAME = ["density", "board_seed", "play_seed"]


def weighed(view: View) -> "pd.DataFrame":
    """Each covered cell of a view: what its clues claim, what the rules make of it, the exact risk.

    `average` is COWAN's, one half without a clue; `sum` is IBS's, the mines left over the covered
    cells without a clue. The view must be told the number of mines.
    """
    import pandas as pd

    if view.mines is None:
        raise ValueError("view must be told the number of mines, not None")
    position, risk = Position(view), odds(view, view.mines).risk
    elsewhere = (view.mines - len(view.known)) / len(view.covered)
    rows = {}
    for cell in position.unknown:
        said = [float(claim) for claim in estimates(position, cell)]
        rows[str(cell)] = {
            "claims": ", ".join(f"{claim:.2f}" for claim in said) or "none",
            "average": sum(said) / len(said) if said else HALF,
            "sum": sum(said) if said else elsewhere,
            "exact": float(risk[cell]),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("cell")


def prices(guesses: "pd.DataFrame", agents: list[str]) -> "pd.DataFrame":
    """What agents say about the cells they guess, and what they risk there.

    guesses: the table of guesses. `said` is the mean claim, missing if the rule claims nothing;
    `risk` the mean exact risk of these cells and `least` that of the best cell on the board;
    `extra` is their difference, with its 95% interval over boards. `best` is the share of guesses
    that took a cell of least risk.
    """
    import pandas as pd

    known = set(guesses["agent"])
    for agent in agents:
        if agent not in known:
            raise ValueError(f"agents must be among {sorted(known)}, not {agent!r}")
    rows = {}
    for agent in agents:
        some = guesses[guesses["agent"] == agent].dropna(subset=["risk"])
        extra = (some["risk"] - some["least"]).groupby([some[name] for name in GAME])
        point = ratio_of(agent, extra.sum(), extra.size())
        low, high = point.interval
        rows[agent] = {
            "said": some["claimed"].mean(),
            "risk": some["risk"].mean(),
            "least": some["least"].mean(),
            "extra": point.value,
            "low": low,
            "high": high,
            "best": np.isclose(some["risk"], some["least"]).mean(),
            "guesses": len(some),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("agent")


def halves(guesses: "pd.DataFrame") -> "pd.DataFrame":
    """The exact risk of guesses that were called one half, by density.

    Of COWAN's rule these are the cells whose mean claim is one half, mostly cells without a clue;
    of Corners' rule the picks by lot, which its report calls a risk of one half. `low` and `high`
    are the tenth and the ninetieth of a hundred risks.
    """
    import pandas as pd

    average = (guesses["rule"] == "average") & np.isclose(guesses["claimed"], HALF)
    by_lot = (guesses["agent"] == "corners") & (guesses["rule"] == "random")
    rows = []
    for rule, which in (("average", average), ("corners", by_lot)):
        for density, some in guesses[which].groupby("density"):
            risk = some["risk"].dropna()
            ends = risk.quantile([0.1, 0.9])
            rows.append((rule, density, risk.mean(), *ends, some["mine"].mean(), len(some)))
    columns = ["rule", "density", "risk", "low", "high", "mines", "guesses"]
    return pd.DataFrame(rows, columns=columns)
