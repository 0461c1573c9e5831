"""The representations agree with one another, and an update with building anew."""

from itertools import product

import numpy as np
import pytest

import minelab as ml
from minelab.boards.grid import COVERED
from minelab.engine import state
from minelab.inference.position import Position
from minelab.report.representations import (
    REPRESENTATIONS,
    BoardTile,
    Corners,
    Cowan,
    Daggers,
    Engine,
    Ibs,
    Ours,
    Swept,
    measure,
)
from minelab.report.representations.corners import NO_CLUE
from minelab.report.representations.cost import later_news, size_in_bytes

COWAN_FIG_2 = ml.View.parse("""
    1 ? ? ? ?
    ? ? ? ? ?
    ? ? ? ? ?
    ? ? ? ? ?
    ? ? ? ? ?
""")
GAMES = [
    (rows, cols, density, seed)
    for (rows, cols), density in product([(1, 1), (1, 6), (4, 4), (7, 5), (12, 11)], [0, 0.2, 0.5])
    for seed in (1, 2)
]


def same(one, other):
    """Equal, arrays included."""
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return one == other


def state_of(held):
    """Everything that a representation holds; of the engine without the marks of waiting clues."""
    if isinstance(held, Engine):
        return {"seen": held.seen, "info": held.info & ~state.QUEUED}
    return vars(held)


def counts_of(engine):
    """What its words hold: mines missing around each clue, covered cells around each cell."""
    inside = np.s_[2 : engine.rows + 2, 2:]
    size, shape = (engine.rows + 4) * (engine.cols + 2), (engine.rows + 4, engine.cols + 2)
    words = engine.info[:size].reshape(shape)[inside].astype(int)
    itself = engine.seen[:size].reshape(shape)[inside] == COVERED
    missing = ((words >> state.NEED_SHIFT) & 0xFF) - state.NEED_0
    is_open = (words & state.OPEN) > 0
    return [np.where(is_open, missing, NO_CLUE), (words & state.COVERED_MASK) - itself]


@pytest.mark.parametrize("kind", REPRESENTATIONS)
@pytest.mark.parametrize(("rows", "cols", "density", "seed"), GAMES)
def test_an_update_leads_where_building_anew_does(kind, rows, cols, density, seed):
    board = ml.Board.random(rows, cols, density=density, seed=seed)
    record = ml.play(board, "basic", seed=seed)
    held = kind(record.view(0))
    for n_turns, (cell, code) in enumerate(later_news(record, 0), start=1):
        held.update(cell, code)
        if n_turns % 3 == 0 or n_turns == len(record.turns):
            assert same(state_of(held), state_of(kind(record.view(n_turns))))


@pytest.mark.parametrize(("rows", "cols", "density", "seed"), GAMES)
def test_all_say_the_same_about_the_covered_cells(rows, cols, density, seed):
    board = ml.Board.random(rows, cols, density=density, seed=seed)
    record = ml.play(board, "basic", seed=seed)
    for turn in range(0, len(record.turns) + 1, 4):
        view = record.view(turn)
        expected = {(tuple(sorted(c.cells)), c.mines) for c in Position(view).constraints.values()}
        assert {(tuple(cells), n) for cells, n in Cowan(view).relations()} == expected
        tiles = Ibs(view).unsatisfied()
        assert {(tuple((t.i, t.j) for t in unknown), n) for unknown, n in tiles} == expected
        clues = Daggers(view).clues()
        assert {(tuple((y, x) for x, y in cells), n) for cells, n in clues} == expected
        assert {(tuple(sorted(c.cells)), c.mines) for c in Ours(view).relations()} == expected
        missing, unexplored = Corners(view).relations()
        unfinished = (view.codes >= 0) & (unexplored > 0)
        counts = set(zip(missing[unfinished], unexplored[unfinished], strict=True))
        assert counts == {(n, len(cells)) for cells, n in expected}
        assert all(map(np.array_equal, counts_of(Engine(view)), (missing, unexplored)))
        groups = Swept(view).relations()
        assert sorted(cell for group in groups for cell in group) == sorted(
            {cell for cells, _ in expected for cell in cells}
        )
        assert all(any(set(cells) <= set(group) for group in groups) for cells, _ in expected)


def test_cowan_writes_the_equation_of_its_figure_2():
    assert Cowan(COWAN_FIG_2).relations() == [[[(0, 1), (1, 0), (1, 1)], 1]]


def test_a_fact_of_cowan_has_five_entries():
    facts = Cowan(ml.View.parse("M2?\n1??")).facts
    assert tuple(facts[0, 1]) == ("2", 2, [(0, 0)], [(0, 2), (1, 1), (1, 2)], [(1, 0)])


def test_cowan_keeps_no_fact_of_a_clue_without_hidden_neighbours():
    assert set(Cowan(ml.View.parse("01?\n01?")).facts) == {(0, 1), (1, 1)}


def test_ibs_writes_the_same_equation_in_symbols():
    assert Ibs(COWAN_FIG_2).relations() == ["x01 + x10 + x11 = 1"]


def test_symbols_of_large_boards_are_told_apart():
    picture = "\n".join(["0" * 9 + "1?", "0" * 9 + "1?"])
    assert Ibs(ml.View.parse(picture)).relations()[0] == "x0_10 + x1_10 = 1"


def test_a_tile_of_ibs_has_no_clue_before_it_is_open():
    tiles = Ibs(ml.View.parse("?M*1")).tiles
    assert tiles == [
        [
            BoardTile(0, 0),
            BoardTile(0, 1, flagged=True),
            BoardTile(0, 2, opened=True),
            BoardTile(0, 3, clue=1, opened=True),
        ]
    ]


def test_swept_groups_cells_that_share_clues_and_parts_the_others():
    view = ml.View.parse("""
        1 2 1 0 0 1 ?
        ? ? ? 1 0 1 1
    """)
    assert Swept(view).relations() == [[(0, 6)], [(1, 0), (1, 1), (1, 2)]]


def test_a_cell_of_swept_lists_its_neighbours_clockwise_and_by_what_is_known():
    cell = Swept(ml.View.parse("1?\nM?")).cells[0, 0]
    assert cell.neighbours == [(0, 1), (1, 1), (1, 0)]
    assert (cell.safe, cell.mines, cell.hidden) == ([], [(1, 0)], [(0, 1), (1, 1)])
    assert (cell.is_mine, cell.clue) == (False, 1)


@pytest.mark.parametrize("size", range(1, 7))
def test_the_counted_clauses_are_those_that_cannot_be_shortened(size):
    """By brute force: the prime implicates of "exactly n of these cells"."""
    layouts = list(product([0, 1], repeat=size))
    for n in range(size + 1):
        models = [bits for bits in layouts if sum(bits) == n]
        clauses = [  # per cell: None = not in the clause, else the value that makes it true
            clause
            for clause in product([None, 0, 1], repeat=size)
            if all(any(bit == want for bit, want in zip(m, clause, strict=True)) for m in models)
        ]
        kept = {tuple(c) for c in clauses}
        prime = [
            c
            for c in kept
            if not any(
                c[i] is not None and (*c[:i], None, *c[i + 1 :]) in kept for i in range(size)
            )
        ]
        held = Daggers(ml.View(np.full((1, 1), COVERED)))
        held.clues = lambda n=n: iter([([(0, i) for i in range(size)], n)])
        assert held.cnf_clauses() == len(prime)


def test_daggers_marks_stones_and_hits_and_keeps_covered_cells_as_x_y():
    held = Daggers(ml.View.parse("?M\n*2\n1?"))
    assert held.current_map == [["?", "s"], ["d", "2"], ["1", "?"]]
    assert held.covered == [(0, 0), (1, 2)]


def test_the_hidden_maps_and_matrices_hold_the_board():
    board = ml.printed_board("daggers-easy1")
    assert Daggers.truth(board)["hidden map"][1] == ["0", "g", "1", "2", "2"]
    assert Swept.truth(board)["0/1 array"].sum() == board.n_mines == 4
    assert Cowan.truth(board)["mine locations"] == [(0, 4), (2, 3), (3, 2), (3, 4)]
    matrices = Corners.truth(board)
    assert matrices["neighbours"][0].tolist() == [3, 5, 5, 5, 3]
    assert (matrices["clue"][board.mines] == -1).all()
    assert Ibs.truth(board) is None


def test_gold_says_zero():
    view = ml.View.parse("g1?\n01?")
    assert Cowan(view).relations() == [[[(0, 2), (1, 2)], 1]] * 2
    assert Corners(view).clue[0, 0] == 0
    assert same(counts_of(Engine(view))[0][:, :2], np.array([[0, 1], [0, 1]]))


def test_bytes_count_shared_things_once():
    row = [1, 2, 3]
    assert size_in_bytes([row, row]) == size_in_bytes([[], []]) - size_in_bytes([]) * 2 + (
        size_in_bytes(row)
    )
    assert size_in_bytes([(0, 1), (0, 1)]) < size_in_bytes([(0, 1), (0, 2)])
    assert size_in_bytes(np.zeros(1000, np.int8)) - size_in_bytes(np.zeros(0, np.int8)) == 1000


def test_the_measurement_has_a_row_per_board_and_report():
    table = measure(sides=(6,), boards=2, repeats=1)
    assert list(table["report"]) == [kind.report for kind in REPRESENTATIONS] * 2
    assert (table[["bytes", "build_us", "update_us", "relations_us"]] > 0).all(axis=None)
    assert set(table.loc[table["dnf_terms"].notna(), "report"]) == {"Daggers"}


def test_the_stored_table_is_what_the_code_measures_times_apart():
    stored = ml.load("representations")
    exact = ["report", "structure", "relation", "rows", "cols", "board_seed", "play_seed", "turn"]
    exact += ["equations", "terms", "dnf_terms", "cnf_clauses"]
    fresh = measure(sides=(10,), boards=2, repeats=1)
    key = (stored["rows"] == 10) & (stored["board_seed"] <= 2)
    assert list(stored.columns) == list(fresh.columns)
    assert stored[key][exact].reset_index(drop=True).equals(fresh[exact])
