"""Chance is exactly uniform. Seeds are fixed, so a test that passes once passes always."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import chisquare

from minelab import Board
from minelab.engine.chance import (
    BOARD_SEED,
    FIRST_CLICK,
    LAYOUT,
    NO_ROOM,
    ORDER,
    PLAY_SEED,
    clear_around,
    draw,
    game_seed,
    lay_mines,
    next_in_order,
    shuffle,
    start_stream,
)
from tests.naive import FULL

N = 20_000 * FULL


def is_uniform(counts, outcomes):
    """Whether these outcomes, and no others, came up equally often."""
    assert set(counts) <= set(outcomes)
    return len(outcomes) == 1 or chisquare([counts[x] for x in outcomes]).pvalue > 1e-3


def drawn(n, times, seed):
    stream = start_stream(seed, LAYOUT)
    for _ in range(times):
        number, stream = draw(np.uint64(stream), n)  # Python forgets that it is unsigned
        yield number


@pytest.mark.parametrize("n", [1, 2, 3, 7, 10])
def test_every_number_is_drawn_equally_often(n):
    assert is_uniform(Counter(drawn(n, N, seed=1)), range(n))


def test_a_large_range_is_drawn_without_bias():
    # Without the rejection step, multiples of 3 would come up twice as often as other numbers.
    counts = Counter(number % 3 for number in drawn(3 * 2**30, N, seed=2))
    assert is_uniform(counts, range(3))


def test_numbers_stay_in_range():
    for n in (1, 5, 2**31, 2**32 - 1):
        assert all(0 <= number < n for number in drawn(n, 200, seed=3))


def layout_of(seed, n_cells, n_mines):
    layout = np.empty(n_cells, dtype=np.bool_)
    lay_mines(layout, n_mines, seed)
    return tuple(np.flatnonzero(layout).tolist())


@pytest.mark.parametrize(("n_cells", "n_mines"), [(6, 2), (6, 3), (6, 4), (5, 1), (5, 4)])
def test_every_layout_is_laid_equally_often(n_cells, n_mines):
    counts = Counter(layout_of(seed, n_cells, n_mines) for seed in range(N))
    assert is_uniform(counts, list(combinations(range(n_cells), n_mines)))


@pytest.mark.parametrize("n_mines", [0, 6])
def test_an_empty_and_a_full_layout(n_mines):
    assert len(layout_of(1, 6, n_mines)) == n_mines


@pytest.mark.parametrize(
    ("cell", "radius"), [((0, 0), 0), ((0, 0), 1), ((0, 1), 1), ((1, 2), 0), ((1, 2), 1)]
)
@pytest.mark.parametrize("n_mines", [1, 2, 3])
def test_a_protected_first_click_leaves_all_other_layouts_equally_likely(cell, radius, n_mines):
    rows, cols = 2, 4
    free = [
        r * cols + c
        for r in range(rows)
        for c in range(cols)
        if max(abs(r - cell[0]), abs(c - cell[1])) > radius
    ]
    possible = list(combinations(free, n_mines))
    counts = Counter()
    for seed in range(N // 2):
        layout = np.empty(rows * cols, dtype=np.bool_)
        lay_mines(layout, n_mines, seed)
        moved = clear_around(layout, rows, cols, *cell, radius, seed)
        if possible:
            counts[tuple(np.flatnonzero(layout).tolist())] += 1
        else:
            assert moved == NO_ROOM
    if possible:
        assert is_uniform(counts, possible)


def test_without_room_the_mines_stay():
    layout = np.array([True, True, False])
    assert clear_around(layout, 1, 3, 0, 1, 1, 5) == NO_ROOM
    assert layout.tolist() == [True, True, False]


def test_the_count_of_moved_mines_is_answered():
    layout = Board.parse("M2M1\n1211").mines.copy().reshape(-1)
    assert clear_around(layout, 2, 4, 0, 0, 0, 5) == 1
    assert layout.sum() == 2 and not layout[0] and layout[2]


def order_of(seed, n):
    order = np.arange(n, dtype=np.int32)
    shuffle(order, seed)
    return tuple(order.tolist())


def test_every_order_of_cells_is_equally_likely():
    counts = Counter(order_of(seed, 4) for seed in range(N))
    assert len(counts) == 24
    assert is_uniform(counts, list(counts))


def test_a_lazy_shuffle_gives_the_same_order_as_a_whole_one():
    for seed in range(20):
        order = np.arange(9, dtype=np.int32)
        stream = start_stream(seed, ORDER)
        lazily = []
        for at in range(9):
            cell, stream = next_in_order(order, np.uint64(stream), at)
            lazily.append(cell)
        assert tuple(lazily) == order_of(seed, 9)


def test_streams_for_different_purposes_differ():
    purposes = [LAYOUT, FIRST_CLICK, ORDER, BOARD_SEED, PLAY_SEED]
    for seed in (0, 1, 2**63 - 1):
        assert len({int(start_stream(seed, purpose)) for purpose in purposes}) == len(purposes)


def test_layouts_and_orders_from_equal_seeds_have_nothing_to_do_with_each_other():
    # Were they the same stream, the first guess would tell where the first mine lies.
    hits = sum(layout_of(seed, 10, 1)[0] == order_of(seed, 10)[0] for seed in range(N))
    assert abs(hits - N / 10) < 4 * (N * 0.1 * 0.9) ** 0.5


def test_the_seed_of_a_game_depends_on_every_part_of_its_key():
    keys = [(1, 10, 10, 20, 0)]
    keys += [tuple(x + (k == part) for k, x in enumerate(keys[0])) for part in range(5)]
    seeds = [int(game_seed(*key, purpose)) for key in keys for purpose in (BOARD_SEED, PLAY_SEED)]
    assert len(set(seeds)) == 12
    assert all(0 <= seed < 2**31 for seed in seeds)
    assert seeds == [
        int(game_seed(*key, purpose)) for key in keys for purpose in (BOARD_SEED, PLAY_SEED)
    ]


def test_seeds_of_games_are_spread_evenly():
    seeds = [game_seed(1, 10, 10, 20, game, BOARD_SEED) for game in range(N)]
    assert is_uniform(Counter(seed >> 27 for seed in seeds), range(16))
    assert is_uniform(Counter(seed % 16 for seed in seeds), range(16))


def test_drawn_numbers_are_the_same_on_every_machine():
    assert list(drawn(1000, 8, seed=7)) == [967, 866, 786, 810, 577, 944, 8, 902]
    assert Board.random(4, 8, mines=8, seed=7) == Board.parse("""
        M 1 0 1 1 1 0 0
        1 2 1 2 M 2 1 1
        1 2 M 4 3 4 M 2
        1 M 3 M M 3 M 2
    """)
