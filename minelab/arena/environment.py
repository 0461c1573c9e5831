"""minelab/Minesweeper-v0: the game as an environment of Gymnasium (extra `gym`).

Importing this module registers it. `gymnasium.make("minelab/Minesweeper-v0", level="expert")` then
takes the options of `Minesweeper`.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from minelab._checks import check_one_of
from minelab.arena.tournament import check_level
from minelab.boards.board import Board
from minelab.boards.game import Game
from minelab.boards.grid import BLAST, COVERED, FLAG
from minelab.boards.rules import PRESETS
from minelab.boards.view import View
from minelab.inference.odds import odds

NAME = "minelab/Minesweeper-v0"
REWARDS = ("win", "score", "regret")
PATIENCE = 4
"""So many times as many steps as there are cells end an episode, since moves may be illegal."""


class Minesweeper(gymnasium.Env[NDArray[np.int8], np.int64]):
    """A game of Minesweeper, a step per move.

    level: "beginner", "intermediate", "expert", or (rows, cols, mines).
    rules: "classic", "classic-zero" or "report".
    reward: "win" (1 for a won game), "score" (what a move adds to the score), or "regret" (the risk
        of an opening beyond the least, by exact odds, as a negative number).

    An observation is a table of codes: 0 to 8 an open cell, -1 covered, -2 flagged, -3 a mine that
    went off. Action k opens cell k, row by row; by report rules, action `cells + k` flags it.
    `info["action_mask"]` has 1 for each legal action. An illegal one changes nothing.

    >>> env = gymnasium.make(NAME, level=(3, 3, 1))
    >>> observation, info = env.reset(seed=1)
    >>> env.step(env.action_space.sample(info["action_mask"]))[1] in (0.0, 1.0)
    True
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        level: str | tuple[int, int, int] = "beginner",
        rules: str = "classic",
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        self.rows, self.cols, self.mines = check_level(level)
        self.rules = PRESETS[check_one_of("rules", rules, ("classic", "classic-zero", "report"))]
        self.reward = check_one_of("reward", reward, REWARDS)
        self.render_mode = render_mode
        self.cells = self.rows * self.cols
        self.observation_space = spaces.Box(BLAST, 8, (self.rows, self.cols), np.int8)
        kinds = 2 if self.rules.goal == "mark" else 1
        self.action_space = spaces.Discrete(kinds * self.cells)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """A new game; its board follows from the seed."""
        super().reset(seed=seed)
        board_seed = int(self.np_random.integers(2**31))
        board = Board.random(self.rows, self.cols, mines=self.mines, seed=board_seed)
        self.game, self.steps = Game(board, self.rules), 0
        return self.game.codes.copy(), self.info()

    def info(self) -> dict[str, Any]:
        """What is legal, and how it stands."""
        covered = (self.game.codes == COVERED).ravel() & (not self.game.over)
        mask = np.resize(covered, int(self.action_space.n)).astype(np.int8)  # type: ignore[attr-defined]
        return {"action_mask": mask, "won": self.game.won, "score": self.game.score}

    def step(self, action: np.int64) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Make a move."""
        kind, place = divmod(int(action), self.cells)
        cell = divmod(place, self.cols)
        reward, self.steps = 0.0, self.steps + 1
        if not self.game.over and self.game.codes[cell] == COVERED:
            reward = self.make(kind, cell)
        over = self.game.over
        late = not over and self.steps >= PATIENCE * self.cells
        return self.game.codes.copy(), reward, over, late, self.info()

    def make(self, kind: int, cell: tuple[int, int]) -> float:
        """Make a legal move; its reward."""
        before, regret = self.game.score, 0.0
        if kind == 0 and self.reward == "regret" and not self.game.first_is_safe:
            codes = np.where(self.game.codes == FLAG, COVERED, self.game.codes)
            risk = odds(View(codes, self.mines)).risk
            regret = float(risk[cell] - np.nanmin(risk))
        (self.game.flag if kind else self.game.open)(cell)
        if self.reward == "regret":
            return -regret
        if self.reward == "win":
            return float(self.game.over and self.game.won)
        return self.game.score - before

    def render(self) -> str | None:
        """What is seen, as a text."""
        return str(self.game.view) if self.render_mode == "ansi" else None


if NAME not in gymnasium.registry:
    gymnasium.register(NAME, entry_point="minelab.arena.environment:Minesweeper")
