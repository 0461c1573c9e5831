"""Mark a folder of submissions by the rubric: python docs/teaching/marks.py FOLDER

Each FOLDER/*.py holds a class MyAgent. All play the same boards. Their seed is drawn now, so that
no agent can know it, and results are written when all have been graded.
"""

import argparse
import csv
import json
import secrets
from pathlib import Path

import minelab as ml
from minelab._checks import escaped


def marks(page):
    """The marks for each line of the rubric but the last, which you read."""
    passed = {check["name"] for check in page.get("checks", []) if check["passed"]}
    behind = {name for name, apart in page.get("against", {}).items() if apart["high"] < 0}
    regret = page.get("regret") or {"value": 0.0}
    return {
        "plays": 20 * ({"legal", "fast enough", "deterministic"} <= passed),
        "honest": 20 * ({"honest", "does not peek"} <= passed),
        "single clues": 15 * ("as good as basic" in passed),
        "two clues": 15 * (bool(passed) and "aravind" not in behind),
        "guesses": 15 * (bool(passed) and "charles" not in behind and regret["value"] < 0.10),
    }


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**63))
    parser.add_argument("--seconds", type=float, default=1.0, help="the most for a move")
    parser.add_argument("--game-seconds", type=float, default=3.0, help="the most for a game")
    how = vars(parser.parse_args(arguments))
    folder = how.pop("folder")
    files = sorted(folder.glob("*.py"))
    agents = [f"{file}:MyAgent" for file in files]
    pages = []
    for agent in agents:
        try:
            pages.append(json.loads(ml.grade(agent, **how).json()))
        except ValueError as error:  # its code can't be loaded
            pages.append({"agent": agent, "passed": False, "error": str(error)})
    board = ml.leaderboard([*agents, "basic", "aravind", "charles", "exact"], **how)
    results = folder / "results"
    results.mkdir(exist_ok=True)
    with open(results / "marks.csv", "w", newline="", encoding="utf-8") as table:
        writer = csv.DictWriter(table, ["file", *marks({}), "of 85"])
        writer.writeheader()
        for file, page in zip(files, pages, strict=True):
            (results / f"{file.stem}.json").write_text(json.dumps(page, indent=2), encoding="utf-8")
            line = marks(page)
            writer.writerow({"file": escaped(file.name), **line, "of 85": sum(line.values())})
    print((results / "marks.csv").read_text(encoding="utf-8"))
    print(
        board[["place", "agent", "score", "behind", "tie", "failed"]].to_string(
            index=False, float_format="{:z.3f}".format
        )
    )
    print(f"\nMore is in {results}; --seed {how['seed']} gives the same boards again.")


if __name__ == "__main__":
    main()
