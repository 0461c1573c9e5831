"""The explorer without Python: stored results and typical games in a page that answers by itself.

It is the page of the live explorer. explore.js shows it, and stored.js takes the place of Python:
it knows the means of the tables density-10, density-20 and density-30 and a few of their games.
"""

from collections import defaultdict
from collections.abc import Callable
from functools import cache, cached_property
from typing import Any, Self

from minelab._later import pd
from minelab.display.draw import guesses_in_words
from minelab.display.images import Image
from minelab.display.page import script, self_contained, style_sheet
from minelab.display.player import css_of, games_of
from minelab.games.record import Record
from minelab.inference.words import noun
from minelab.lab import live
from minelab.lab.curves import difference, pick, rounded
from minelab.lab.experiments import load
from minelab.lab.own_agent import play_row
from minelab.lab.stats import GAME, POINT, measured, summary

TABLES = {10: "density-10", 20: "density-20", 30: "density-30"}
"""The stored tables by the side of their boards."""
WATCHED = ("basic", "charles", "charles+average", "exact")
DENSITIES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
SIDE = 10
"""Whose typical games are stored, at which densities, on boards of which side."""


class Stored:
    """The page of an explorer with stored results; where scripts don't run, their picture."""

    def __init__(self, setting: live.LiveSetting, chips: list[dict[str, Any]]) -> None:
        self.setting, self.chips = setting, chips
        self.names = tuple(chip["name"] for chip in chips)

    @classmethod
    def of(
        cls,
        offered: dict[str, live.Contender],
        setting: live.LiveSetting,
        chip: Callable[[str], dict[str, Any]],
    ) -> Self | None:
        """The stored page for a setting; None if the tables don't have its agents or its size.

        offered: the agents on offer, by name; the tables know some of them.
        chip: what the page shows of an agent on offer.
        """
        try:
            tables = [stored_games(size) for size in TABLES]
        except (FileNotFoundError, ValueError):  # there are none here, or they are damaged
            return None
        known = set.intersection(*(set(table) for table in tables))
        names = [n for n, who in offered.items() if n in known and who == live.contender(n)]
        if setting.size not in TABLES or setting.guess != "own" or not setting.agents:
            return None
        return cls(setting, list(map(chip, names))) if set(setting.agents) <= set(names) else None

    @property
    def html(self) -> str:
        """The page as a piece of HTML."""
        data = {
            "setting": {
                name: getattr(self.setting, name)
                for name in ("agents", "size", "density", "measure")
            },
            "chips": self.chips,
            "sheets": {size: sheet(size, self.names) for size in TABLES},
            "games": [game for game in typical_games() if game["agent"] in self.names],
            "player": {"code": script("player.js"), "css": css_of([])},
        }
        return self_contained("explore", style(), data, self.image, "stored.js")

    @cached_property
    def image(self) -> Image:
        """The curves that the page shows at first."""
        games = stored_games(self.setting.size)
        parts = [part for name in self.setting.agents for part in games[name]]
        return picture_of(pd.concat(parts), self.setting)

    def bundle(self, page: str) -> tuple[dict[str, str], dict[str, Any]]:
        """What `_repr_mimebundle_` returns: a page that holds this one, and the PNG."""
        return self.image.bundle(page)


@cache
def stored_games(size: int) -> "dict[str, list[pd.DataFrame]]":
    """For each agent of a stored table its games, one table per density."""
    games = load(TABLES[size])[["agent", *POINT, *GAME, "score", "guesses", "blasts"]]
    parts: dict[str, list[pd.DataFrame]] = defaultdict(list)
    for (agent, _), part in games.groupby(["agent", "mines"], sort=False, observed=True):
        parts[str(agent)].append(part)
    return dict(parts)


@cache
def sheet(size: int, names: tuple[str, ...]) -> dict[str, Any]:
    """Means with their intervals of some agents in a stored table, and their paired differences.

    `halves` holds, by measure, for each agent and each one after it half the width of the 95%
    interval of their difference at every density.
    """
    games = stored_games(size)
    table = summary(
        pd.concat([p for name in names for p in games[name]]), [*live.MEASURES, "blasts"]
    )
    means = {
        name: {
            measure: [rounded(part[f"{measure}{end}"]) for end in ("", "_low", "_high")]
            for measure in live.MEASURES
        }
        | {"blasts": [rounded(part["blasts"])]}
        for name, part in table.groupby("agent", sort=False)
    }
    halves = {}
    for measure in live.MEASURES:
        values = [[measured(p, measure).to_numpy(float) for p in games[name]] for name in names]
        halves[measure] = [
            [
                rounded(difference(a, b)[1] for a, b in zip(first, later, strict=True))
                for later in values[k + 1 :]
            ]
            for k, first in enumerate(values)
        ]
    means_of_first = table[table["agent"] == names[0]]
    return {
        "boards": int(means_of_first["n"].iloc[0]),
        "densities": rounded(means_of_first["density"]),
        "means": means,
        "halves": halves,
    }


@cache
def typical_games() -> list[dict[str, Any]]:
    """Typical games, each with its player's data and what is said about it."""
    games = []
    for agent in WATCHED:
        for played in stored_games(SIDE)[agent]:
            density = float(played["density"].iloc[0])
            if density in DENSITIES:
                record = play_row(pick(played, "typical"), agent)
                games.append(
                    {
                        "agent": agent,
                        "size": SIDE,
                        "density": density,
                        "about": about(record, "typical", played),
                        "data": games_of([record], 1) | {"risk": False},
                    }
                )
    return games


def about(record: Record, which: str, games: "pd.DataFrame") -> str:
    """The caption above the player of a game, which is one of these games of an agent."""
    board, mean = record.board, games["score"].mean()
    where = f"density {board.n_mines / board.mines.size:.2f}"
    kind = {
        "typical": f"a typical game at {where}: score {record.score:.3f}, nearest the mean "
        f"{mean:.3f} of {len(games):,} games",
        "worst": f"the worst of {len(games):,} games at {where}: score {record.score:.3f}",
    }
    blasts = f"{record.blasts} {noun('blast', record.blasts)}"
    return f"{record.agent}, {kind[which]}; {guesses_in_words(record.guesses)}, {blasts}"


def picture_of(games: "pd.DataFrame", setting: live.LiveSetting) -> Image:
    """The curves of games, like `ml.plots` draws them."""
    from matplotlib import pyplot as plt

    from minelab.report.figures import by_density

    at = setting.at / setting.size**2
    figure: Any = by_density(games, setting.measure, at=at).figure
    plt.close(figure)
    image: Image = figure.image()
    return image


def style() -> str:
    """The style sheet of the explorer."""
    return style_sheet(lambda theme: {}, "live.css", "explore.css")
