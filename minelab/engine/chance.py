"""Where all chance comes from: boards, first clicks and guess orders, each from a small seed.

A stream is the one uint64 of a splitmix64 generator: a draw gets it and returns the number drawn
and the stream after it. Each purpose has a tag of its own, mixed into the seed, so that a board and
a guess order drawn from equal seeds are independent.
"""

import numpy as np

from minelab.engine.compile import inlined, kernel

LAYOUT, FIRST_CLICK, ORDER = np.arange(1, 4)  # what a stream is for
BOARD_SEED, PLAY_SEED = np.arange(4, 6)  # what a seed hashed from a game's key is for

NO_ROOM = -1

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32, S33 = (np.uint64(n) for n in (27, 30, 31, 32, 33))
LOW_HALF = np.uint64(0xFFFFFFFF)
TWO_32 = np.uint64(1 << 32)


@inlined
def mix(x):
    """Splitmix64's scrambling of one uint64."""
    x = (x ^ (x >> S30)) * MIX_1
    x = (x ^ (x >> S27)) * MIX_2
    return x ^ (x >> S31)


@inlined
def absorb(hashed, value):
    """A hash with one more whole number mixed in."""
    return mix((hashed ^ np.uint64(value)) + GOLDEN)


@kernel
def start_stream(seed, purpose):
    """The beginning of a stream."""
    return absorb(absorb(np.uint64(0), purpose), seed)


@kernel
def draw(stream, n):
    """A whole number from 0 to n - 1, exactly uniform (Lemire's method), 0 < n < 2**32."""
    n = np.uint64(n)
    stream += GOLDEN
    product = (mix(stream) >> S32) * n
    if (product & LOW_HALF) < n:
        threshold = (TWO_32 - n) % n
        while (product & LOW_HALF) < threshold:
            stream += GOLDEN
            product = (mix(stream) >> S32) * n
    return np.int64(product >> S32), stream


@kernel
def game_seed(root, rows, cols, n_mines, game, purpose):
    """A seed below 2**31 from a game's key; the agent is not in it, so all meet the same boards."""
    hashed = absorb(absorb(np.uint64(0), purpose), root)
    hashed = absorb(absorb(absorb(absorb(hashed, rows), cols), n_mines), game)
    return np.int64(hashed >> S33)


@kernel
def lay_mines(layout, n_mines, seed):
    """Fill a flat layout of booleans with mines, every layout equally likely.

    Cells are drawn until enough different ones have come up; past half full it is the
    free cells that are drawn, so that a draw seldom repeats.
    """
    stream = start_stream(seed, LAYOUT)
    n_cells = layout.size
    rare = n_mines * 2 <= n_cells
    for i in range(n_cells):
        layout[i] = not rare
    left = n_mines if rare else n_cells - n_mines
    while left > 0:
        i, stream = draw(stream, n_cells)
        if layout[i] != rare:
            layout[i] = rare
            left -= 1


@kernel
def clear_around(layout, rows, cols, row, col, distance, seed):
    """Move each mine within a distance of a cell to a free cell drawn at random.

    Returns how many mines were moved, or NO_ROOM.
    """
    stream = start_stream(seed, FIRST_CLICK)
    top, bottom = max(row - distance, 0), min(row + distance, rows - 1)
    left, right = max(col - distance, 0), min(col + distance, cols - 1)
    n_inside = 0
    n_mines = 0
    for i in range(layout.size):
        n_mines += layout[i]
    for r in range(top, bottom + 1):
        for c in range(left, right + 1):
            n_inside += layout[r * cols + c]
    if n_inside == 0:
        return 0
    if n_mines > rows * cols - (bottom - top + 1) * (right - left + 1):
        return NO_ROOM
    for _ in range(n_inside):
        while True:
            i, stream = draw(stream, layout.size)
            r, c = i // cols, i % cols
            if not layout[i] and not (top <= r <= bottom and left <= c <= right):
                break
        layout[i] = True
    for r in range(top, bottom + 1):
        for c in range(left, right + 1):
            layout[r * cols + c] = False
    return n_inside


@kernel
def next_in_order(order, stream, at):
    """The cell at place `at` of a random order of all cells, shuffled only as far as asked for."""
    ahead, stream = draw(stream, order.size - at)
    cell = order[at + ahead]
    order[at + ahead] = order[at]
    order[at] = cell
    return cell, stream


@kernel
def shuffle(order, seed):
    """Put cells into a game's own random order."""
    stream = start_stream(seed, ORDER)
    for at in range(order.size):
        _, stream = next_in_order(order, stream, at)
