"""The wall between truth and player: no import crosses it, and no agent behaves as if it saw."""

import ast
import gc
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import minelab as ml
from minelab import REPORT, Board, Flag, Game, Open, Player, Rules, View
from tests.naive import FORMS, FULL

PACKAGE = Path(ml.__file__).parent
LIBRARY = ("boards", "inference", "agents", "games")
MAY_IMPORT = {
    "boards": ("engine.chance",),
    "inference": ("boards.grid", "boards.view"),
    "agents": ("boards.grid", "boards.view", "inference"),
    "games": ("boards", "inference", "agents", "engine"),
    "engine": ("boards.grid",),
    "lab": (*LIBRARY, "engine"),
    "arena": (*LIBRARY, "engine", "lab"),
    "report": (*LIBRARY, "engine", "lab", "display"),
    "display": LIBRARY,
    # Modules that may import more than their room.
    "inference.odds": ("engine.components", "engine.odds", "engine.view_odds"),
    "inference.optimal": ("engine.optimal",),
    "agents.champion": ("engine.lookahead", "engine.rollouts"),
    "display.explore": ("lab",),
    "display.stored": ("lab", "report.figures"),
}
"""Which rooms and modules each room may import beside itself and what begins with an underscore.

Truth and player meet in `games`: what a player consists of (inference, agents) imports neither
boards nor rules nor the kernels that play. Searches exist once, in the engine; they get a view.
"""


def modules(room):
    return sorted((PACKAGE / room).rglob("*.py"))


def name_of(path):
    """The name of a module below minelab, as in boards.grid."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def imported(tree):
    """All that a module imports, by full name; relative imports count as the whole package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            yield "minelab"
        elif isinstance(node, ast.ImportFrom):
            whole = node.module == "minelab" or node.module.count(".") == 1
            yield from (f"{node.module}.{a.name}" for a in node.names) if whole else [node.module]


def without_displays(tree):
    """The module without the bodies of `_repr_..._`, which are called by whoever displays."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith(("_repr_", "_ipython_")):
            node.body = [ast.Pass()]
    return tree


def forbidden(source, module):
    """The imports of minelab in a source that the table does not grant to a module."""
    room = module.split(".")[0]
    granted = (room, "_checks", "_files", "_later", "_notebook", "__version__")
    granted += MAY_IMPORT[room] + MAY_IMPORT.get(module, ())
    for name in imported(without_displays(ast.parse(source))):
        if f"{name}.".startswith("minelab."):
            below = name.removeprefix("minelab").removeprefix(".")
            if not any(f"{below}.".startswith(f"{grant}.") for grant in granted):
                yield name


@pytest.mark.parametrize("path", [p for room in MAY_IMPORT for p in modules(room)], ids=name_of)
def test_a_room_imports_only_what_the_table_grants(path):
    assert not list(forbidden(path.read_text(), name_of(path)))


def test_the_package_consists_of_these_rooms():
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert rooms == {name for name in MAY_IMPORT if "." not in name}
    assert not rooms & set(ml.__all__)  # else `ml.room` would be a function
    files = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__", "cli"}
    assert files == {"_checks", "_files", "_later", "_notebook", "_stop"}


@pytest.mark.parametrize("path", modules("engine"), ids=name_of)
def test_the_engine_needs_nothing_but_numpy_and_numba(path):
    names = {name.split(".")[0] for name in imported(ast.parse(path.read_text()))}
    assert names <= {"minelab", "numba", "llvmlite", "numpy"} | sys.stdlib_module_names


@pytest.mark.parametrize(
    "source",
    [
        "import minelab",
        "import minelab.boards.board",
        "from minelab import Board",
        "from minelab.boards import board",
        "from minelab.boards.game import Game",
        "from minelab.engine import chance",
        "from minelab.engine.chance import shuffle",
        "from .. import board",
        "from ..board import Board",
        "def peek():\n    from minelab.games.play import play",
        "if True:\n    import minelab.games.record as innocent",
    ],
)
def test_an_import_that_crosses_the_wall_is_seen(source):
    assert list(forbidden(source, "inference.methods.mine"))
    assert list(forbidden(source, "agents.players"))


def test_only_one_kernel_of_the_engine_reads_the_truth():
    readers = set()
    for path in modules("engine"):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef):
                for node in ast.walk(function):
                    reads = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)
                    if reads and ast.unparse(node.value).split(".")[-1] == "truth":
                        readers.add(function.name)
    assert readers == {"reveal"}


def all_boards():
    """Every layout of three mines on 3 x 3; at full size on 3 x 4."""
    n_cells = 12 if FULL > 1 else 9
    for mined in combinations(range(n_cells), 3):
        yield Board(np.isin(np.arange(n_cells), mined).reshape(3, -1))


def behaves_blindly(records):
    """Whether any two games agree move for move until what was seen differs.

    So the next move must be one and the same in all games with one and the same past.
    """
    next_move = {}
    for record in records:
        past = ()
        for turn in record.turns:
            if next_move.setdefault(past, turn.move) != turn.move:
                return False
            past = (*past, turn.move, turn.observations)
    return True


@pytest.mark.parametrize(("name", "engine"), FORMS)
@pytest.mark.parametrize("rules", [REPORT, Rules(cascade=True, lives=2)])
def test_agents_know_only_what_they_have_seen(name, engine, rules):
    records = [ml.play(board, name, seed=5, rules=rules, engine=engine) for board in all_boards()]
    assert len(records) in (84, 220)
    assert behaves_blindly(records)


class Cheat(Player):
    """Holds the board, which no player should, and opens what it knows to be safe."""

    name = "cheat"

    def __init__(self, board):
        self.board = board

    def move(self, view, rng):
        safe = [cell for cell in view.covered if not self.board.mines[cell]]
        return Open((safe or view.covered)[0])


class Honest(Player):
    """Opens what comes first."""

    def move(self, view, rng):
        return Open(view.covered[0])


def test_an_agent_made_to_cheat_is_caught():
    assert not behaves_blindly(ml.play(board, Cheat(board), seed=5) for board in all_boards())
    assert behaves_blindly(ml.play(board, Honest, seed=5) for board in all_boards())


class FlagsAll(Player):
    name = "flags all"

    def move(self, view, rng):
        return Flag(view.covered[0])


@pytest.mark.parametrize("density", [0, 0.05, 0.2, 0.4, 0.5])
def test_flagging_every_cell_scores_nothing_up_to_one_half(density):
    for seed in range(5):
        board = Board.random(8, 8, density=density, seed=seed)
        assert ml.play(board, FlagsAll, seed=seed).score == 0


LEVELS = 6


def reachable(thing, levels):
    """All objects that can be reached from this one in so many steps, types and modules aside."""
    found = {id(thing): thing}
    rim = [thing]
    for _ in range(levels):
        rim = [
            other
            for other in gc.get_referents(*rim)
            if id(other) not in found and not isinstance(other, type | type(sys))
        ]
        found |= {id(other): other for other in rim}
    return found.values()


class LooksRound(Player):
    """Keeps all that it was ever given."""

    def __init__(self, total_for=()):
        self.total_for = total_for
        self.given = []

    def move(self, view, rng):
        self.given.append((view, rng))
        return Open(view.covered[0])


@pytest.mark.parametrize("total_for", [(), ("guess",)])
def test_nothing_that_a_player_gets_leads_to_the_board(total_for):
    board = Board.random(4, 4, mines=4, seed=1)
    player = LooksRound(total_for)
    ml.play(board, player, seed=1)
    assert any(thing is board for thing in reachable(Cheat(board), LEVELS))
    assert len(player.given) == 16
    for view, rng in player.given:
        for thing in reachable([view, rng], levels=LEVELS):
            assert not isinstance(thing, Board | Game)
            if isinstance(thing, np.ndarray):
                assert not np.shares_memory(thing, board.mines)
                assert not np.shares_memory(thing, board.clues)


def test_the_view_of_a_player_is_read_only_and_its_own():
    player = LooksRound()
    ml.play(Board.parse("0000\n0000"), player)
    views = [view for view, _ in player.given]
    assert all(isinstance(view, View) and not view.codes.flags.writeable for view in views)
    assert [len(view.covered) for view in views] == [8, 7, 6, 5, 4, 3, 2, 1]


def test_a_view_that_was_tampered_with_does_not_reach_the_game():
    class Forger(Player):
        def __init__(self):
            self.cells = iter([(0, 0), (0, 1), (1, 0), (1, 1)])

        def move(self, view, rng):
            view.codes.setflags(write=True)
            view.codes[:] = 0
            return Open(next(self.cells))

    record = ml.play(Board.parse("M1\n11"), Forger)
    assert record.blasts == 1
    record.verify()
