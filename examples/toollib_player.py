"""ms_toollib (Rust) in minelab's arena, for classic rules: it opens the cell of least risk.

pip install ms-toollib; the protocol is in docs/protocol.md.
"""

import sys

import ms_toollib

CODES = {"?": 10, "M": 11}
CERTAIN = 1e-9


def main():
    for line in sys.stdin:
        word, *rest = line.split() or [""]
        if word == "minelab":
            print("name ms_toollib\nready", flush=True)
        elif word == "game":
            rows, mines, safe = int(rest[0]), int(rest[2]), []
            print("ready", flush=True)
        elif word == "view":
            view = [next(sys.stdin).strip() for _ in range(rows)]
        elif word == "go":
            covered = [(r, c) for r, row in enumerate(view) for c, x in enumerate(row) if x == "?"]
            safe = [cell for cell in safe if cell in covered]
            if not safe:
                board = [[CODES.get(x) or int(x) for x in row] for row in view]
                risk = ms_toollib.cal_probability_onboard(board, mines)[0]
                print("odds", *(f"{x:.9g}" if 0 <= x <= 1 else "-" for row in risk for x in row))
                safe = [(r, c) for r, c in covered if risk[r][c] < CERTAIN]
                least = min(covered, key=lambda cell: risk[cell[0]][cell[1]])
            print("open", *(safe or [least])[0], flush=True)
        elif word == "quit":
            return


if __name__ == "__main__":
    main()
