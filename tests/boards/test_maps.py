"""Maps of Daggers & Gold: drawn, and read from a file that may be wrong in many ways."""

import json
from collections import Counter

import numpy as np
import pytest

import minelab as ml
from minelab.boards.maps import LEVELS
from minelab.lab.experiments import data_folder

GOOD = ["0001d", "0g122", "012d2", "01d3d", "01121"]


def write(path, maps):
    path.write_text(json.dumps({name: [list(row) for row in rows] for name, rows in maps.items()}))
    return path


@pytest.mark.parametrize("level", LEVELS)
def test_a_drawn_map_has_the_reports_numbers_and_a_safe_corner(level):
    side, daggers, gold = LEVELS[level]
    for seed in range(200):
        board = ml.daggers_map(level, seed=seed)
        assert board.mines.shape == (side, side)
        assert (board.n_mines, int(board.gold.sum())) == (daggers, gold)
        assert board.letters()[0, 0] in ("0", "g")
        assert (board.clues[board.gold] == 0).all() and not board.mines[board.gold].any()


def test_the_reports_levels():
    assert LEVELS == {"EASY": (5, 4, 1), "MEDIUM": (8, 10, 4), "HARD": (12, 25, 3)}


def test_a_seed_draws_one_map_and_seeds_differ():
    maps = [str(ml.daggers_map("HARD", seed=seed)) for seed in range(50)]
    assert maps == [str(ml.daggers_map("HARD", seed=seed)) for seed in range(50)]
    assert len(set(maps)) == 50


def test_daggers_and_gold_are_drawn_evenly():
    maps = [ml.daggers_map("EASY", seed=seed) for seed in range(4000)]
    share = np.mean([board.mines for board in maps], axis=0)
    assert (share[:2, :2] == 0).all()
    rest = np.delete(share.reshape(-1), [0, 1, 5, 6])
    assert np.allclose(rest, 4 / 21, atol=5 * np.sqrt(4 / 21 * 17 / 21 / 4000))
    # The place of the gold among the cells that no dagger touches, as a number of standard errors.
    off = []
    for board in maps:
        golden = board.gold[(board.clues == 0) & ~board.mines]
        n, place = len(golden), int(np.argmax(golden))
        if n > 1:
            off.append((place - (n - 1) / 2) / np.sqrt((n**2 - 1) / 12))
    assert abs(np.mean(off)) < 4 / np.sqrt(len(off)) and abs(np.std(off) - 1) < 0.05


def test_the_maps_that_the_report_prints_are_there():
    maps = ml.load_maps(data_folder() / "boards" / "daggers.json")
    names = {"EASY1": "easy1", "EASY3": "easy3", "TEST1": "test1", "TEST2": "test2"}
    assert maps == {name: ml.printed_board(f"daggers-{ours}") for name, ours in names.items()}
    assert maps["EASY1"].gold[1, 1] and maps["TEST1"].gold is None


def test_drawn_maps_go_into_a_file_and_come_back(tmp_path):
    drawn = {f"{level}1": ml.daggers_map(level, seed=5) for level in LEVELS}
    path = write(tmp_path / "maps.json", {name: str(b).split() for name, b in drawn.items()})
    assert ml.load_maps(path) == drawn


def changed(row, column, letter):
    rows = [list(line) for line in GOOD]
    rows[row][column] = letter
    return rows


WRONG = {
    "a wrong clue": (changed(1, 3, "3"), ": the picture says 3 at (1, 3), but that cell touches 2"),
    "a clue that is no zero": (changed(2, 0, "1"), ": the picture says 1 at (2, 0), but that cell"),
    "a row too short": ([*GOOD[:2], "012d", *GOOD[3:]], ": row 2 of the board picture has 4 cells"),
    "a row too long": ([*GOOD[:3], "01d3d0", GOOD[4]], ": row 3 of the board picture has 6 cells"),
    "an unknown letter": (
        changed(0, 2, "o"), ", row 0, column 2: found 'o', expected \"0\" to \"8\"",
    ),
    "a nine": (changed(4, 4, "9"), ", row 4, column 4: found '9', expected"),
    "two letters in one cell": (changed(4, 0, "00"), ", row 4, column 0: found '00', expected"),
    "a number, not a letter": (changed(0, 0, 0), ", row 0, column 0: found 0, expected"),
    "no letter": (changed(3, 1, None), ", row 3, column 1: found None, expected"),
    "gold beside a dagger": (changed(2, 2, "g"), ": gold at (2, 2) must sit on a cell that no"),
    "a dagger at (0, 0)": (["d1", "11"], ": board must have 0 or gold at (0, 0)"),
    "a dagger beside (0, 0)": (["1d", "11"], ": board must have 0 or gold at (0, 0)"),
    "gold at (0, 0) beside a dagger": (["gd", "11"], ": gold at (0, 0) must sit on a cell that no"),
    "too few rows": (["000", "000"], ": a map must be a square, not 2 x 3"),
    "too many rows": (["00", "00", "00"], ": a map must be a square, not 3 x 2"),
    "no rows": ([], ", row 0: found [], expected a row of letters"),
    "an empty row": (["00", ""], ", row 1: found [], expected a row of letters"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_map_is_refused_and_the_cell_named(what, tmp_path):
    rows, said = WRONG[what]
    path = write(tmp_path / "maps.json", {"EASY1": GOOD, "EASY7": rows})
    with pytest.raises(ValueError) as caught:
        ml.load_maps(path)
    assert str(caught.value).startswith(f"{path}: map 'EASY7'{said}")


@pytest.mark.parametrize("rows", ["0001d", {"0": "0"}, [["0", "0"], "00"], 7])
def test_what_is_no_table_of_letters_is_refused(rows, tmp_path):
    path = tmp_path / "maps.json"
    path.write_text(json.dumps({"X": rows}))
    with pytest.raises(ValueError, match=r"map 'X', row \d: found .*, expected"):
        ml.load_maps(path)


@pytest.mark.parametrize("text", ["", "[]", "{}", "[[1]]", "{", "null", "\x00"])
def test_a_file_without_maps_is_refused(text, tmp_path):
    path = tmp_path / "maps.json"
    path.write_text(text)
    with pytest.raises(ValueError, match="maps.json"):
        ml.load_maps(path)


def test_a_name_that_appears_twice_is_refused(tmp_path):
    path = tmp_path / "maps.json"
    path.write_text('{"A": [["0"]], "B": [["0"]], "A": [["0"]]}')
    with pytest.raises(ValueError, match="map 'A' appears 2 times"):
        ml.load_maps(path)


def test_a_file_that_is_not_there_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        ml.load_maps(tmp_path / "maps.json")


def test_every_single_wrong_cell_is_found(tmp_path):
    """Any one letter of a good map changed: refused, or another good map."""
    verdicts = Counter()
    for r, row in enumerate(GOOD):
        for c, old in enumerate(row):
            for letter in "012345678dg":
                if letter != old:
                    rows = changed(r, c, letter)
                    try:
                        board = ml.load_maps(write(tmp_path / "m.json", {"M": rows}))["M"]
                    except ValueError as error:
                        assert "map 'M'" in str(error)
                        verdicts["refused"] += 1
                    else:
                        assert str(board) == "\n".join(map("".join, rows))
                        verdicts["good"] += 1
    # A 0 may become gold, and the gold a 0; everything else shows.
    assert verdicts == {"refused": 25 * 10 - 8, "good": 8}
