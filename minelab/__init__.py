"""minelab: agents that play Minesweeper by inference.

clue -> constraint -> reason -> move -> clue. This page is the table of contents; everything
here is the public face of the package.
"""

from minelab.agents import Agent, Player, agent, catalogue
from minelab.board import Board
from minelab.champion import Candidate, Plan, consider, first_cell
from minelab.claims import claims
from minelab.difficulty import difficulty, solvable_board
from minelab.draw import draw, strip
from minelab.experiments import load, sweep
from minelab.explore import explore
from minelab.game import Game, IllegalMove
from minelab.hindsight import Hindsight, hindsight
from minelab.maps import daggers_map, load_maps
from minelab.methods import deduce
from minelab.odds import Odds, odds
from minelab.optimal import Optimal, OptimalPlayer, optimal
from minelab.own_agent import Mistake, add_agent, find_mistake
from minelab.play import play, play_again, play_many
from minelab.player import player
from minelab.playground import playground
from minelab.printed import printed_board, printed_boards, printed_game
from minelab.reasons import Constraint, Contradiction, Deduction, Flag, Guess, Open
from minelab.record import Record, Turn
from minelab.rules import CLASSIC, CLASSIC_ZERO, DAGGERS, REPORT, Rules
from minelab.runs import play_runs
from minelab.shortfall import shortfall
from minelab.small_table import table
from minelab.source import show
from minelab.stats import compare, summary
from minelab.stepper import stepper
from minelab.verdicts import verdicts
from minelab.view import Observation, View

__version__ = "0.1.0"

__all__ = [
    "add_agent",
    "Agent",
    "agent",
    "Board",
    "Candidate",
    "catalogue",
    "claims",
    "CLASSIC",
    "CLASSIC_ZERO",
    "compare",
    "consider",
    "Constraint",
    "Contradiction",
    "DAGGERS",
    "daggers_map",
    "deduce",
    "Deduction",
    "difficulty",
    "draw",
    "explore",
    "find_mistake",
    "first_cell",
    "Flag",
    "Game",
    "Guess",
    "Hindsight",
    "hindsight",
    "IllegalMove",
    "load",
    "load_maps",
    "Mistake",
    "Observation",
    "Odds",
    "odds",
    "Open",
    "Optimal",
    "optimal",
    "OptimalPlayer",
    "Plan",
    "play",
    "play_again",
    "play_many",
    "play_runs",
    "Player",
    "player",
    "playground",
    "printed_board",
    "printed_boards",
    "printed_game",
    "Record",
    "REPORT",
    "Rules",
    "shortfall",
    "show",
    "solvable_board",
    "stepper",
    "strip",
    "summary",
    "sweep",
    "table",
    "Turn",
    "verdicts",
    "View",
]
