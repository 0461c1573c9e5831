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
from tests.naive import FORMS

PACKAGE = Path(ml.__file__).parent
TRUTH = ("board", "rules", "game", "play", "record", "engine")
PLAYERS_SIDE = ("view", "reasons", "knowledge", "words", "agents", "methods", "guesses")
SEARCH = {
    "odds": ("engine.odds", "engine.parts", "engine.suppose", "engine.views"),
    "champion": ("engine.ahead",),
}
"""Searches exist once, in the engine; they are handed a view and have no truth."""
SHOWS = (
    "draw",
    "page",
    "player",
    "playground",
    "explore",
    "plots",
    "stepper",
    "choices",
    "verdicts",
    "small_table",
)  # fmt: skip
MAY_SHOW = (*SHOWS, "cli", "__init__", "__main__")


def sources(*names):
    """The files of these modules and packages of minelab."""
    return [
        path
        for name in names
        for path in (*sorted((PACKAGE / name).rglob("*.py")), PACKAGE / f"{name}.py")
        if path.exists()
    ]


def imported(tree, package, statements=ast.walk):
    """All that a module imports, by full name; `package` is where its relative imports start."""
    for node in statements(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*above, *filter(None, [node.module])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def imports_of(path, statements=ast.walk):
    package = ["minelab", *path.relative_to(PACKAGE).parts[:-1]]
    return set(imported(ast.parse(path.read_text()), package, statements))


def at_module_level(tree):
    """The statements that run on import; what is only for type checkers does not."""
    for node in tree.body:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        yield from ast.walk(node) if isinstance(node, ast.If | ast.Try) else [node]


def with_helpers(paths):
    """These files and all of ours that they import, and that those import, and so on."""
    found = []
    while paths:
        path = paths.pop()
        if path not in found:
            found.append(path)
            modules = (name.split(".")[1:] for name in imports_of(path, at_module_level))
            paths += sources(*("/".join(parts) for parts in modules if parts))
    return sorted(found)


def reaches(names, modules):
    """Which of these names lie in one of these modules of minelab, or are the whole package."""
    inside = tuple(f"minelab.{module}." for module in modules)
    return {name for name in names if name == "minelab" or f"{name}.".startswith(inside)}


@pytest.mark.parametrize("path", with_helpers(sources(*PLAYERS_SIDE)), ids=lambda path: path.stem)
def test_the_players_side_imports_nothing_of_the_truth(path):
    names = imports_of(path)
    search = SEARCH.get(path.stem, ())
    package = {"minelab.engine"} if search else set()
    assert reaches(names, TRUTH) <= reaches(names, search) | package


@pytest.mark.parametrize("path", sources("engine"), ids=lambda path: path.stem)
def test_the_engine_imports_nothing_of_ours_but_the_grid(path):
    for name in imports_of(path):
        parts = name.split(".")
        if parts[0] == "minelab":
            assert parts[1:2] in (["engine"], ["grid"]), name
        else:
            assert parts[0] in {"numba", "numpy"} | sys.stdlib_module_names, name


@pytest.mark.parametrize(
    "path",
    [p for p in sorted(PACKAGE.rglob("*.py")) if not {p.stem, p.parent.name} & set(MAY_SHOW)],
    ids=lambda p: p.stem,
)
def test_nothing_imports_what_shows_it(path):
    names = imports_of(path, at_module_level) - {"minelab"}
    assert not reaches(names, SHOWS)


@pytest.mark.parametrize(
    "source",
    [
        "import minelab",
        "import minelab.boards.board",
        "from minelab import Board",
        "from minelab.engine import chance",
        "from minelab.engine.chance import shuffle",
        "from .. import board",
        "from ..board import Board",
        "def peek():\n    from minelab.games.play import play",
        "if True:\n    import minelab.games.record as innocent",
    ],
)
def test_an_import_that_crosses_the_wall_is_seen(source):
    assert reaches(set(imported(ast.parse(source), ["minelab", "methods"])), TRUTH)


def test_only_one_kernel_of_the_engine_reads_the_truth():
    readers = set()
    for path in sources("engine"):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef):
                for node in ast.walk(function):
                    reads = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)
                    if reads and isinstance(node.value, ast.Name) and node.value.id == "truth":
                        readers.add(function.name)
    assert readers == {"reveal"}


def all_boards():
    """Every layout of three mines on 3 x 4."""
    for mined in combinations(range(12), 3):
        yield Board(np.isin(np.arange(12), mined).reshape(3, 4))


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
    assert len(records) == 220
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

    def __init__(self, told=()):
        self.told = told
        self.given = []

    def move(self, view, rng):
        self.given.append((view, rng))
        return Open(view.covered[0])


@pytest.mark.parametrize("told", [(), ("guess",)])
def test_nothing_that_a_player_gets_leads_to_the_board(told):
    board = Board.random(4, 4, mines=4, seed=1)
    player = LooksRound(told)
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
