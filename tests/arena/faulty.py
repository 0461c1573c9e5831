"""A program for tests, which does something wrong: faulty.py FAULT NUMBER_OF_THE_MOVE."""

import os
import sys
import time


def say(*words):
    print(*words, flush=True)


def loop():
    while True:
        pass


def endless(file, letter="x"):
    while True:
        file.write(letter * 10**6)


def deaf():
    os.close(0)
    time.sleep(600)


FAULTS = {
    "none": lambda: None,
    "loop": loop,
    "sleep": lambda: time.sleep(600),
    "exit": lambda: (print("goodbye", file=sys.stderr), sys.exit(3)),
    "paint": lambda: sys.exit("\x1b[2J"),
    "kill": lambda: os.kill(os.getpid(), 9),
    "crash": lambda: 1 / 0,
    "noise": lambda: say("thinking..."),
    "talk": lambda: say("open 0 3\nopen 0 4"),
    "again": lambda: say("open 0 0"),
    "outside": lambda: say("open 99 0"),
    "words": lambda: say("open a b"),
    "letters": lambda: say("open \u0661 \u0661"),
    "odds": lambda: say("odds 1 2 3"),
    "unsure": lambda: say("odds", *["?"] * 36),
    "steers": lambda: say("why \x1b[2J"),
    "blanks": lambda: endless(sys.stdout, "\n"),
    "odd blanks": lambda: say("  why \ttabs  and blanks\r\n\n"),
    "strict": lambda: None,
    "endless": lambda: endless(sys.stdout),
    "shout": lambda: endless(sys.stderr),
    "eat": lambda: bytearray(2**32),
    "deaf": deaf,
}


def main(fault, at):
    moves = 0
    for line in sys.stdin:
        word, *rest = line.split() or [""]
        if word == "minelab":
            say(f"name {fault}\noption depth 1\nready")
        elif word == "game":
            rows, cols = int(rest[0]), int(rest[1])
            say("ready")
        elif word == "view":
            view = [next(sys.stdin).strip() for _ in range(rows)]
        elif word == "go":
            moves += 1
            if moves == at:
                FAULTS[fault]()
            cells = ((r, c) for r in range(rows) for c in range(cols) if view[r][c] == "?")
            say("open", *next(cells))
        elif word == "quit":
            break
        elif word and fault == "strict":
            sys.exit(2)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
