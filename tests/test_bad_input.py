"""Bad input is a clear ValueError that names the value; never a crash, a hang or silence."""

import json

import numpy as np
import pytest

import minelab as ml
from minelab import (
    Agent,
    Board,
    Contradiction,
    Flag,
    Game,
    Guess,
    Open,
    Player,
    Record,
    Rules,
    View,
)

BOARD = Board.parse("1M2\n24M\nM3M")
MAP = ml.daggers_map("EASY", seed=1)
WHOLE = "must be a whole number from"


class Says(Player):
    """Gives one and the same answer."""

    def __init__(self, answer):
        self.answer = answer

    def move(self, view, rng):
        return self.answer


@pytest.mark.parametrize("side", [-1, 0, 2001, 2.5, 3.0, "3", None, True, np.nan, [3]])
@pytest.mark.parametrize("which", ["rows", "cols"])
def test_a_side_must_be_a_whole_number_up_to_2000(side, which):
    sides = {"rows": 3, "cols": 3} | {which: side}
    with pytest.raises(ValueError, match=f"{which} {WHOLE} 1 to 2000, not ") as caught:
        Board.random(**sides, mines=0, seed=1)
    assert repr(side) in str(caught.value)
    with pytest.raises(ValueError, match=f"{which} {WHOLE} 1 to 2000, not "):
        ml.play_many("basic", **sides, mines=0, games=1, seed=1)


@pytest.mark.parametrize("mines", [-1, 10, 2.5, "4", True, np.nan])
def test_mines_must_fit_on_the_board(mines):
    with pytest.raises(ValueError, match=f"mines {WHOLE} 0 to 9, not {mines!r}"):
        Board.random(3, 3, mines=mines, seed=1)
    with pytest.raises(ValueError, match=f"mines {WHOLE} 0 to 9, not {mines!r}"):
        ml.play_many("basic", 3, 3, mines=mines, games=1, seed=1)


@pytest.mark.parametrize("density", [-0.1, 1.1, np.nan, np.inf, "0.2", True, 1j])
def test_a_density_must_be_a_share(density):
    with pytest.raises(ValueError, match="density must be a number from 0 to 1, not ") as caught:
        Board.random(3, 3, density=density, seed=1)
    assert repr(density) in str(caught.value)


@pytest.mark.parametrize("both", [{}, {"mines": 3, "density": 0.2}])
def test_mines_or_density_one_of_them(both):
    with pytest.raises(ValueError, match="give mines or density, one of them, not mines="):
        Board.random(3, 3, **both, seed=1)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7", None, True])
def test_a_seed_must_be_a_whole_number(seed):
    message = f"seed {WHOLE} 0 to {2**63 - 1}, not {seed!r}"
    with pytest.raises(ValueError, match=message):
        Board.random(3, 3, mines=1, seed=seed)
    with pytest.raises(ValueError, match=message):
        Board(BOARD.mines, seed=seed)
    with pytest.raises(ValueError, match=message):
        ml.play(BOARD, "basic", seed=seed)
    with pytest.raises(ValueError, match=message):
        ml.play_many("basic", 3, 3, mines=1, games=1, seed=seed)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: Board(BOARD.mines, letter="x"), "letter must be one of 'M', 'd', not 'x'"),
        (lambda: Board(BOARD.mines, letter=None), "letter must be one of 'M', 'd', not None"),
        (lambda: ml.hindsight(None), "record must be a Record, not None"),
        (lambda: BOARD.protected((0, 0), None), f"radius {WHOLE} -1 to 2000, not None"),
        (lambda: View([[1]], lives=-1), f"lives {WHOLE} 0 to .*, not -1"),
        (lambda: View([[1]], lives="2"), f"lives {WHOLE} 0 to .*, not '2'"),
        (lambda: ml.sweep(None, 3, 3, mines=[1], boards=1, seed=1), "agents must be a list"),
        (lambda: ml.sweep([{}], 3, 3, mines=[1], boards=1, seed=1), "agent must be a name, an "),
        (lambda: ml.daggers_map({}, seed=1), "level must be one of 'EASY'"),
        (lambda: ml.play_runs(None, "dagger-1", runs=1), "board must be a Board, not None"),
        (lambda: ml.consider(View.parse("1??", mines=1), form=[]), "form must be one of "),
        (lambda: ml.load(["density-10"]), "experiment must be one of "),
        (lambda: ml.printed_board({}), "name must be one of "),
        (lambda: ml.claims(7), "ids must be a list of ids, or a text, not 7"),
        (lambda: ml.claims([["A01"]]), r"ids must be from .*, not \[\['A01'\]\]"),
        (lambda: ml.summary(None), "games must be a table with the columns"),
        (lambda: ml.strip(None), "record must be a Record, not None"),
    ],
)
def test_what_is_of_another_kind_is_refused_by_name(ask, message):
    with pytest.raises(ValueError, match=message):
        ask()


@pytest.mark.parametrize("parse", [Board.parse, View.parse])
@pytest.mark.parametrize(
    ("picture", "message"),
    [
        ("", "at least one row of cells, not ''"),
        (" \n\t\n", "at least one row of cells"),
        ("00\n000", "row 1 of the .* picture has 3 cells, but row 0 has 2: '000'"),
        ("00\n0\n00", "row 1 of the .* picture has 1 cells, but row 0 has 2: '0'"),
        ("00\n0x", r"unknown character 'x' at \(1, 1\)"),
        ("09", r"unknown character '9' at \(0, 1\)"),
        ("0-1", r"unknown character '-' at \(0, 1\)"),
        ("0½", r"unknown character '½' at \(0, 1\)"),
        ("0" * 2001, f"cols {WHOLE} 1 to 2000, not 2001"),
        (None, "picture must be text, not None"),
        (["00"], r"picture must be text, not \['00'\]"),
    ],
)
def test_a_picture_must_be_a_full_rectangle_of_known_letters(parse, picture, message):
    with pytest.raises(ValueError, match=message):
        parse(picture)


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        ("2M", r"the picture says 2 at \(0, 0\), but that cell touches 1 mines"),
        ("1M1\n111\n001", r"the picture says 1 at \(2, 2\), but that cell touches 0 mines"),
        ("M0", r"the picture says 0 at \(0, 1\), but that cell touches 1 mines"),
        ("gd", r"gold at \(0, 0\) must sit on a cell that no dagger touches"),
        ("0?", r"unknown character '\?' at \(0, 1\)"),
    ],
)
def test_a_board_must_agree_with_its_clues(picture, message):
    with pytest.raises(ValueError, match=message):
        Board.parse(picture)


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        ("2?", r"clue 2 at \(0, 0\) cannot be: it touches 0 known mines and 1 covered cells"),
        ("M1M", r"clue 1 at \(0, 1\) cannot be: it touches 2 known mines and 0 covered cells"),
        ("1 1", r"clue 1 at \(0, 0\) cannot be: it touches 0 known mines"),
        ("gM", r"clue 0 at \(0, 0\) cannot be: it touches 1 known mines"),
    ],
)
def test_a_clue_of_a_view_must_be_possible(picture, message):
    with pytest.raises(Contradiction, match=message):
        View.parse(picture)


@pytest.mark.parametrize(
    ("mines", "message"),
    [
        (-1, f"mines {WHOLE} 0 to 4, not -1"),
        (5, f"mines {WHOLE} 0 to 4, not 5"),
        ("2", f"mines {WHOLE} 0 to 4, not '2'"),
        (0, r"mines must be from 1 \(the known mines of the picture\) to 3, not 0"),
        (4, r"mines must be from 1 .* to 3, not 4"),
    ],
)
def test_the_total_of_a_view_must_be_possible(mines, message):
    with pytest.raises(ValueError, match=message):
        View.parse("2M\n??", mines=mines)


@pytest.mark.parametrize(
    "codes",
    [[[50]], [[-4]], np.array([[257]]), [[300]], [[0.5]], [["x"]], [0, 1], 3, [[0, 1], [1]]],
)
def test_the_codes_of_a_view_must_be_a_table_of_codes(codes):
    with pytest.raises(ValueError, match="codes"):
        View(codes)


@pytest.mark.parametrize("mines", [[True, False], "1M", 3, [[True], [True, False]], [["0", "M"]]])
def test_the_mines_of_a_board_must_be_a_table_of_booleans(mines):
    with pytest.raises(ValueError, match="mines must be a table"):
        Board(mines)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("basc", "basic"), ("basic-02", "basic-002"), ("Basic", "basic"), ("rndom", "random")],
)
def test_an_unknown_agent_brings_the_nearest_name(name, nearest):
    for ask in (ml.agent, lambda name: ml.play(BOARD, name)):
        with pytest.raises(ValueError, match=f"not '{name}'; did you mean '{nearest}'"):
            ask(name)
    with pytest.raises(ValueError, match=f"did you mean '{nearest}'"):
        ml.play_many(name, 3, 3, mines=1, games=1, seed=1)


@pytest.mark.parametrize("name", ["", "zzz", "BASIC!"])
def test_an_agent_like_no_other_brings_the_list(name):
    with pytest.raises(ValueError, match="agent must be one of .*'basic'.*, not '"):
        ml.agent(name)


@pytest.mark.parametrize(
    ("agent", "hint"),
    [*((agent, "") for agent in (None, 7, ["basic"], object, ml.View)),
     (type("Wary", (), {"move": print}), r".*; write class Wary\(ml\.Player\)$")],
)  # fmt: skip
def test_an_agent_must_be_a_name_an_agent_or_a_player(agent, hint):
    with pytest.raises(ValueError, match=f"agent must be a name, an Agent or a Player, not {hint}"):
        ml.play(BOARD, agent)


def test_only_the_engines_agents_play_many_games():
    for agent in (Says(None), Agent("mine", guess=lambda position, order: None)):
        with pytest.raises(ValueError, match="agent must be one that the engine can play, not "):
            ml.play_many(agent, 3, 3, mines=1, games=1, seed=1)


@pytest.mark.parametrize("games", [-1, 1.5, "3", range(0, 9, 2), range(-3, 3), [0, 1], None])
def test_games_must_be_a_count_or_a_range(games):
    with pytest.raises(ValueError, match="games must be a"):
        ml.play_many("basic", 3, 3, mines=1, games=games, seed=1)


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"methods": ("singel",)}, "not 'singel'; did you mean 'single'"),
        ({"methods": ("zzz",)}, "method must be one of .*, not 'zzz'"),
        ({"methods": (7,)}, "method must be one of .*, not 7"),
        ({"methods": "single"}, "methods must be .*'single'"),
        ({"methods": None}, "methods must be .*None"),
        ({"methods": (["single"],)}, r"method must be one of .*, not \['single'\]"),
        ({"guess": "lucky"}, "guess must be one of .*, not 'lucky'"),
        ({"guess": 7}, "guess must be one of .*, not 7"),
        ({"guess": None}, "guess must be one of .*, not None"),
        ({"total_for": ("total",)}, r"total_for must be one of .*, not \('total',\)"),
        ({"total_for": "guess"}, r"total_for must be one of .*, not 'guess'"),
        ({"total_for": ("methods",)}, r"total_for must be one of .*, not \('methods',\)"),
        ({"total_for": None}, r"total_for must be one of .*, not None"),
        ({"until": "never"}, r"until must be one of .*, not 'never'"),
        ({"until": None}, r"until must be one of .*, not None"),
        ({"until": "around"}, 'until="around" goes with methods='),
    ],
)
def test_an_agent_must_be_made_of_known_parts(part, message):
    with pytest.raises(ValueError, match=message):
        Agent("mine", **part)


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"lives": 0}, f"lives {WHOLE} 1 to .*, not 0"),
        ({"lives": 1.5}, f"lives {WHOLE} 1 to .*, not 1.5"),
        ({"first_click": "lucky"}, "first_click must be one of .*, not 'lucky'"),
        ({"goal": "win"}, "goal must be one of .*, not 'win'"),
    ],
)
def test_rules_must_be_made_of_known_parts(part, message):
    with pytest.raises(ValueError, match=message):
        Rules(**part)


@pytest.mark.parametrize("rules", ["classic", None, 1])
def test_rules_must_be_rules(rules):
    with pytest.raises(ValueError, match="rules must be .* not "):
        ml.play(BOARD, "basic", rules=rules)
    with pytest.raises(ValueError, match="rules must be .* not "):
        ml.play_many("basic", 3, 3, mines=1, games=1, seed=1, rules=rules)


@pytest.mark.parametrize("board", ["1M2", None, BOARD.mines])
def test_a_game_is_played_on_a_board(board):
    with pytest.raises(ValueError, match="board must be .*not "):
        ml.play(board, "basic")


CELLS = [
    ((3, 0), r"\(3, 0\) is off the board, which has 3 rows, 3 columns"),
    ((0, -1), r"\(0, -1\) is off the board, which has 3 rows, 3 columns"),
    ((0,), r"must be a cell \(row, column\), not \(0,\)"),
    ((0, 1, 2), r"must be a cell \(row, column\), not \(0, 1, 2\)"),
    ((0.0, 1), r"must be a cell \(row, column\), not \(0.0, 1\)"),
    ("01", r"must be a cell \(row, column\), not '01'"),
    ((True, False), r"must be a cell \(row, column\), not \(True, False\)"),
    (np.array(1), r"must be a cell \(row, column\), not array\(1\)"),
    (4, r"must be a cell \(row, column\), not 4"),
]


@pytest.mark.parametrize(("cell", "message"), CELLS)
@pytest.mark.parametrize("engine", [True, False])
def test_first_and_given_cells_must_be_on_the_board(cell, message, engine):
    with pytest.raises(ValueError, match=f"first {message}"):
        ml.play(BOARD, "basic", first=cell, engine=engine)
    with pytest.raises(ValueError, match=f"guesses {message}"):
        ml.play(BOARD, "basic", guesses=[(0, 0), cell], engine=engine)
    with pytest.raises(ValueError, match=f"first {message}"):
        ml.play_many("basic", 3, 3, mines=1, games=1, seed=1, first=cell)


@pytest.mark.parametrize("guesses", [5, None, (0, 1)])
def test_given_guesses_must_be_cells(guesses):
    with pytest.raises(ValueError, match="guesses"):
        ml.play(BOARD, "basic", guesses=guesses)


@pytest.mark.parametrize(("cell", "message"), CELLS)
def test_a_view_is_asked_for_cells_of_its_own(cell, message):
    view = Game(BOARD).view
    with pytest.raises(ValueError, match=message):
        view[cell]
    for ask in (view.clue, view.neighbours):
        with pytest.raises(ValueError, match=message):
            ask(cell)


@pytest.mark.parametrize(("cell", "message"), CELLS)
def test_a_protected_cell_must_be_on_the_board(cell, message):
    with pytest.raises(ValueError, match=message):
        BOARD.protected(cell, 1)


@pytest.mark.parametrize("answer", [None, (0, 1), "open", 7, Open, [Open((0, 0))]])
def test_a_player_must_answer_with_a_move_or_a_reason(answer):
    with pytest.raises(ValueError, match="move must give an Open, Flag, Deduction or Guess, not "):
        ml.play(BOARD, Says(answer))


@pytest.mark.parametrize("kind", [Open, Flag, Guess])
@pytest.mark.parametrize(("cell", "message"), [*CELLS, (None, "not None")])
def test_a_player_must_name_a_cell_of_the_board(kind, cell, message):
    with pytest.raises(ml.IllegalMove, match=message):
        ml.play(BOARD, Says(kind(cell)))


@pytest.mark.parametrize("kind", [Open, Flag])
def test_a_player_must_not_move_on_the_same_cell_twice(kind):
    with pytest.raises(ml.IllegalMove, match=r"\(1, 1\): it is (open|flagged) already"):
        ml.play(BOARD, Says(kind((1, 1))))


@pytest.mark.parametrize(("mines", "rules"), [(6, ml.CLASSIC_ZERO), (8, ml.CLASSIC_ZERO)])
@pytest.mark.parametrize("engine", [True, False])
def test_mines_must_leave_room_for_a_first_click(mines, rules, engine):
    board = Board.random(3, 3, mines=mines, seed=1)
    with pytest.raises(ValueError, match=f"room for a .*first click.*{mines}.* on 3 x 3 do not"):
        ml.play(board, "basic", rules=rules, first=(1, 1), engine=engine)
    with pytest.raises(ValueError, match=f"room for a .*first click.*{mines} on 3 x 3 do not"):
        ml.play_many("basic", 3, 3, mines=mines, games=5, seed=1, rules=rules, first=(1, 1))


def test_a_view_must_be_given_to_deduce():
    with pytest.raises(ValueError, match="not 'singel'; did you mean 'single'"):
        ml.deduce(View.parse("1?"), "singel")
    with pytest.raises(ValueError, match="view must be .*not '1\\?'"):
        ml.deduce("1?", "single")


@pytest.fixture
def file(tmp_path):
    """A saved game."""
    path = tmp_path / "game.jsonl"
    ml.play(BOARD, "basic", seed=3, first=(0, 0)).save(path)
    return path


def header_with(**changes):
    def change(text):
        header, rest = text.split("\n", 1)
        return json.dumps(json.loads(header) | changes) + "\n" + rest

    return change


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: "", 'does not begin with a line {"format": "minelab-record"'),
        (lambda text: "hello", "is damaged: JSONDecodeError"),
        (lambda text: "[]\n", "does not begin with a line"),
        (lambda text: "7\n", "does not begin with a line"),
        (lambda text: text[: len(text) // 2], "is damaged: JSONDecodeError|should have 9 turns"),
        (lambda text: "\n".join(text.split("\n")[:-2]) + "\n", "should have 9 turns and has 8"),
        (lambda text: text + text.split("\n")[-2] + "\n", "should have 9 turns and has 10"),
        (lambda text: text + "\n", "should have 9 turns and has 10"),
        (lambda text: text.replace('"turn":3,', '"turn":4,'), "line 4 holds turn 4, not 3"),
        (lambda text: text.replace('"open":[0,0]', '"open":[9,0]'), r"\(9, 0\) is off the board"),
        (lambda text: text.replace('"open":[0,0]', '"open":7'), "must be a cell"),
        (lambda text: text.replace('"1M2"', '"2M2"'), r"says 2 at \(0, 0\)"),
        (lambda text: text.replace('"1M2"', '"1M"'), "row 1 of the board picture has 3 cells"),
        (header_with(version=2), "has version 2; this minelab reads 1"),
        (header_with(version="1"), "has version '1'; this minelab reads 1"),
        (header_with(format="other"), "does not begin with a line"),
        (header_with(board_seed=-1), f"seed {WHOLE} 0 to .*, not -1"),
        (header_with(rules={"lives": 0}), f"lives {WHOLE} 1 to .*, not 0"),
        (header_with(first=[7, 7]), r"\(7, 7\) is off the board"),
        (header_with(counters={}), "the counters have None"),
        (header_with(seed="x"), f"seed {WHOLE} 0 to .*, not 'x'"),
    ],
)
def test_a_damaged_record_is_refused_by_name(file, damage, message):
    whole = file.read_text()
    file.write_text(damage(whole))
    assert file.read_text() != whole
    with pytest.raises(ValueError, match=f"game.jsonl.*({message})"):
        Record.load(file)


def test_a_record_that_is_no_text_is_refused_by_name(file):
    file.write_bytes(b"\xff\xfe" + file.read_bytes())
    with pytest.raises(ValueError, match="game.jsonl"):
        Record.load(file)


def test_a_record_that_is_not_there_is_a_missing_file(tmp_path):
    with pytest.raises(FileNotFoundError, match="none.jsonl"):
        Record.load(tmp_path / "none.jsonl")
