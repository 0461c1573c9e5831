"""Rules: what a mine costs, the first click, when a game is over, and the score.

`start` gives the status of a new game, `after` takes it from one event to the next, and `over`,
`won` and `score` read it. A rule set is data; the presets below differ only in a few fields.
"""

from dataclasses import dataclass, field, replace

from minelab._checks import check_one_of, check_text, check_whole, check_yes_or_no
from minelab.boards.board import Board
from minelab.boards.grid import FIRST_CLICKS, Cell

GOALS = ("mark", "open")
EVENTS = {"open": "opened", "blast": "blasts", "flag": "right_flags", "wrong flag": "wrong_flags"}


@dataclass(frozen=True)
class Status:
    """The state of a game as the referee sees it."""

    n_cells: int
    n_mines: int
    lives: int | None
    opened: int = 0
    blasts: int = 0
    right_flags: int = 0
    wrong_flags: int = 0
    gold: int = 0
    """Cells with gold among the open ones."""

    @property
    def flagged(self) -> int:
        return self.right_flags + self.wrong_flags

    @property
    def covered(self) -> int:
        """Cells that are neither open nor flagged nor blasted."""
        return self.n_cells - self.opened - self.blasts - self.flagged

    @property
    def safe_left(self) -> int:
        """Cells without a mine that are not open yet."""
        return self.n_cells - self.n_mines - self.opened


CUSTOM = "custom"
PRESETS: dict[str, "Rules"] = {}
"""The rules that have a name of their own; they are at the end of this file."""


@dataclass(frozen=True)
class Rules:
    """One way to play. Presets: REPORT, CLASSIC, CLASSIC_ZERO and DAGGERS.

    lives: how many mines may go off before the game is lost; None for any number. Gold brings
        one more.
    first_click: what the rules promise about the first cell: nothing ("any"), that it is "safe",
        or that its clue is "zero"; with "corner" the rules open (0, 0), which touches no mine.
    cascade: whether opening a 0 opens its neighbours, and so on.
    goal: "mark" (every cell is to be opened or flagged) or "open" (only the cells without a mine).
    name: what the rules are called; a preset's name is reserved for the preset.

    >>> Rules(lives=3, cascade=True).name
    'custom'
    >>> CLASSIC.first_click
    'safe'
    """

    lives: int | None = None
    first_click: str = "any"
    cascade: bool = False
    goal: str = "mark"
    name: str = field(default=CUSTOM, compare=False)

    def __post_init__(self) -> None:
        if self.lives is not None:
            object.__setattr__(self, "lives", check_whole("lives", self.lives, 1, 10**6))
        check_one_of("first_click", self.first_click, FIRST_CLICKS)
        check_one_of("goal", self.goal, GOALS)
        object.__setattr__(self, "cascade", check_yes_or_no("cascade", self.cascade))
        check_text("name", self.name)
        if PRESETS.get(self.name, self) != self:
            object.__setattr__(self, "name", CUSTOM)

    @property
    def safe_radius(self) -> int:
        """Mines within so many cells of the first click are moved away; -1 for none."""
        return {"safe": 0, "zero": 1}.get(self.first_click, -1)

    @property
    def opening(self) -> Cell | None:
        """The cell that the rules themselves open first, if they do."""
        return (0, 0) if self.first_click == "corner" else None

    def start(self, board: Board) -> Status:
        """The status before the first move."""
        return Status(board.mines.size, board.n_mines, self.lives)

    def after(self, status: Status, event: str) -> Status:
        """The status after one more event: "open", "gold", "blast", "flag" or "wrong flag"."""
        check_one_of("event", event, (*EVENTS, "gold"))
        if event == "gold":
            opened = self.after(status, "open")
            lives = None if opened.lives is None else opened.lives + 1
            return replace(opened, lives=lives, gold=opened.gold + 1)
        count = EVENTS[event]
        lives = status.lives
        if event == "blast" and lives is not None:
            lives -= 1
        return replace(status, lives=lives, **{count: getattr(status, count) + 1})

    def over(self, status: Status) -> bool:
        """Whether no move is left to make."""
        reached = self.goal == "open" and status.safe_left == 0
        return status.lives == 0 or status.covered == 0 or reached

    def won(self, status: Status) -> bool:
        """Nothing went wrong, or, where the goal is to open, everything safe is open in time."""
        if self.goal == "open":
            return status.safe_left == 0 and status.lives != 0
        return self.over(status) and status.blasts == 0 and status.wrong_flags == 0

    def score(self, status: Status) -> float:
        """The share of mines found: right flags less wrong ones; or 1 for a win, 0 for a loss."""
        if self.goal == "open":
            return float(self.won(status))
        if status.n_mines == 0:
            return float(status.wrong_flags == 0)
        return max(0.0, (status.right_flags - status.wrong_flags) / status.n_mines)


def performance(
    n_cells: int, n_mines: int, *, probes: int, gold: int, blasts: int, right_flags: int,
    wrong_flags: int, won: int,
) -> int:  # fmt: skip
    """Daggers' measure of a game (its Table 1).

    Each probe costs 1. Gold brings the number of cells less 1, a dagger costs as much. A right flag
    brings 1, a wrong one costs 1000. A win brings as much as all daggers cost.
    """
    price = n_cells - 1
    return price * (gold - blasts + won * n_mines) - probes + right_flags - 1000 * wrong_flags


REPORT = Rules(name="report")  # COWAN, IBS, SWEPT, Corners: the game goes on after a blast
CLASSIC = Rules(lives=1, first_click="safe", cascade=True, goal="open", name="classic")
CLASSIC_ZERO = replace(CLASSIC, first_click="zero", name="classic-zero")
# Report Daggers: one life, one more for each gold; won once every safe cell is open, lost with
# the last life.
DAGGERS = replace(CLASSIC, first_click="corner", name="daggers")
PRESETS |= {rules.name: rules for rules in (REPORT, CLASSIC, CLASSIC_ZERO, DAGGERS)}
