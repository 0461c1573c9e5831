"""minelab: agents that play Minesweeper by inference.

clue -> constraint -> reason -> move -> clue. This page is the table of contents; everything
here is the public face of the package.
"""

from typing import TYPE_CHECKING

from minelab.agents.catalogue import Agent, agent, catalogue
from minelab.agents.champion import Candidate, Plan, consider, first_cell
from minelab.agents.players import OptimalPlayer, Player
from minelab.arena.leaderboard import leaderboard
from minelab.arena.positions import OddsScore, Sample, positions, score_odds
from minelab.arena.program import Program
from minelab.arena.tournament import Standing, tournament
from minelab.boards.board import Board
from minelab.boards.game import Game, IllegalMove
from minelab.boards.maps import daggers_map, load_maps
from minelab.boards.rules import CLASSIC, CLASSIC_ZERO, DAGGERS, REPORT, Rules
from minelab.boards.view import Contradiction, Flag, Observation, Open, View
from minelab.display.controls import interact
from minelab.display.draw import draw, strip
from minelab.display.explore import explore
from minelab.display.player import player
from minelab.display.playground import playground
from minelab.display.source import show
from minelab.display.stepper import stepper
from minelab.display.tables import table
from minelab.games.hindsight import Hindsight, hindsight
from minelab.games.limits import AgentError
from minelab.games.play import play, play_again, play_many
from minelab.games.record import Record, Turn
from minelab.inference.methods import deduce
from minelab.inference.odds import Odds, odds
from minelab.inference.optimal import Optimal, optimal
from minelab.inference.reasons import Constraint, Deduction, Guess
from minelab.lab.daggers import play_runs
from minelab.lab.difficulty import difficulty, solvable_board
from minelab.lab.experiments import load, sweep
from minelab.lab.grade import grade
from minelab.lab.own_agent import Mistake, add_agent, find_mistake
from minelab.lab.shortfall import shortfall
from minelab.lab.stats import compare, summary
from minelab.report.claims import claims
from minelab.report.sources import printed_board, printed_boards, printed_game
from minelab.report.tidy import look, tidy
from minelab.report.verdicts import verdicts

__version__ = "0.1.0"

if TYPE_CHECKING:
    from minelab.report import figures

    plots = figures
else:

    def __getattr__(name):
        """`ml.plots`, the figures of the report; loaded at first use, since matplotlib is slow."""
        if name == "plots":
            from minelab.report import figures

            return figures
        raise AttributeError(f"module 'minelab' has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names, without the rooms and modules that imports leave here."""
    return sorted([*__all__, "plots", "__all__", "__doc__", "__file__", "__version__"])


__all__ = [
    # boards: the truth, and what a player sees
    "Board", "Game", "IllegalMove", "Rules", "REPORT", "CLASSIC", "CLASSIC_ZERO", "DAGGERS", "View",
    "Open", "Flag", "Observation", "Contradiction", "daggers_map", "load_maps",
    # inference: what follows from clues
    "deduce", "Constraint", "Deduction", "Guess", "odds", "Odds", "optimal", "Optimal",
    # agents: who decides
    "agent", "Agent", "catalogue", "Player", "OptimalPlayer", "consider", "Plan", "Candidate",
    "first_cell",
    # games: one game, kept and judged
    "play", "play_again", "play_many", "AgentError", "Record", "Turn", "hindsight",
    "Hindsight",
    # lab: many games
    "sweep", "load", "summary", "compare", "add_agent", "grade", "find_mistake", "Mistake",
    "difficulty", "solvable_board", "shortfall", "play_runs",
    # arena: any solver, one fair table
    "Program", "tournament", "Standing", "leaderboard", "positions", "Sample", "score_odds",
    "OddsScore",
    # report: the five reports
    "claims", "verdicts", "printed_board", "printed_boards", "printed_game", "tidy", "look",
    # display: pictures and widgets
    "draw", "strip", "player", "stepper", "explore", "playground", "interact", "table", "show",
]  # fmt: skip
