"""A player for minelab's arena: single clues, then the cell with the least estimated risk.

It needs nothing but Python. The protocol is in docs/protocol.md.
"""

import random
import sys


def around(r, c, rows, cols):
    near = ((r + a, c + b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b)
    return [(y, x) for y, x in near if 0 <= y < rows and 0 <= x < cols]


def clues(view):
    """For each clue the covered cells around it, and how many mines they hold."""
    rows, cols = len(view), len(view[0])
    for r in range(rows):
        for c in range(cols):
            if view[r][c] in "012345678":
                near = around(r, c, rows, cols)
                covered = [(y, x) for y, x in near if view[y][x] == "?"]
                if covered:
                    yield covered, int(view[r][c]) - sum(view[y][x] in "M*" for y, x in near)


def odds(view, mines):
    """What single clues prove; elsewhere the greatest share of mines that a clue says."""
    covered = [(r, c) for r, row in enumerate(view) for c, x in enumerate(row) if x == "?"]
    known = sum(x in "M*" for row in view for x in row)
    risk = dict.fromkeys(covered, min(1, max(0, (mines - known) / max(1, len(covered)))))
    shares = {}
    for cells, n in clues(view):
        for cell in cells:
            shares.setdefault(cell, []).append(n / len(cells))
    for cell, said in shares.items():
        risk[cell] = 0.0 if 0 in said else max(said)
    return risk


def move(view, mines, rules, rng):
    """The next move, and the lines before it."""
    risk = odds(view, mines)
    numbers = (f"{risk[r, c]:.6g}" if (r, c) in risk else "-"
               for r, row in enumerate(view) for c, _ in enumerate(row))  # fmt: skip
    yield "odds " + " ".join(numbers)
    for cells, n in clues(view):
        if n in (0, len(cells)):
            yield "why single"
            yield f"{'flag' if n else 'open'} {cells[0][0]} {cells[0][1]}"
            return
    if rules == "report" and all(x == 1 for x in risk.values()):
        yield "flag {} {}".format(*next(iter(risk)))
        return
    least = min(risk.values())
    yield "why least estimated risk"
    yield "open {} {}".format(*rng.choice([cell for cell in risk if risk[cell] == least]))


def main():
    for line in sys.stdin:
        word, *rest = line.split() or [""]
        if word == "minelab":
            print("name python-example\nready", flush=True)
        elif word == "game":
            rows, mines, rules, rng = int(rest[0]), int(rest[2]), rest[3], random.Random(rest[4])
            print("ready", flush=True)
        elif word == "view":
            view = [next(sys.stdin).strip() for _ in range(rows)]
        elif word == "go":
            print("\n".join(move(view, mines, rules, rng)), flush=True)
        elif word == "quit":
            return


if __name__ == "__main__":
    main()
