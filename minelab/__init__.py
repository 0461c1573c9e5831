"""minelab: agents that play Minesweeper by inference.

clue -> constraint -> reason -> move -> clue. This page is the table of contents; everything
here is the public face of the package.
"""

from minelab.agents import Agent, Player, agent, catalogue
from minelab.board import Board
from minelab.draw import draw, strip
from minelab.experiments import load, sweep
from minelab.game import Game, IllegalMove
from minelab.methods import deduce
from minelab.odds import Odds, odds
from minelab.play import play, play_many
from minelab.player import player
from minelab.printed import printed_board, printed_boards, printed_game
from minelab.reasons import Constraint, Contradiction, Deduction, Flag, Guess, Open
from minelab.record import Record, Turn
from minelab.rules import CLASSIC, CLASSIC_ZERO, REPORT, Rules
from minelab.source import show
from minelab.stepper import stepper
from minelab.view import Observation, View

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "agent",
    "Board",
    "catalogue",
    "CLASSIC",
    "CLASSIC_ZERO",
    "Constraint",
    "Contradiction",
    "deduce",
    "Deduction",
    "draw",
    "Flag",
    "Game",
    "Guess",
    "IllegalMove",
    "load",
    "Observation",
    "Odds",
    "odds",
    "Open",
    "play",
    "play_many",
    "player",
    "Player",
    "printed_board",
    "printed_boards",
    "printed_game",
    "Record",
    "REPORT",
    "Rules",
    "show",
    "stepper",
    "strip",
    "sweep",
    "Turn",
    "View",
]
