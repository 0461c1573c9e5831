import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import minelab as ml
from minelab import (
    CLASSIC,
    CLASSIC_ZERO,
    REPORT,
    Board,
    Constraint,
    Deduction,
    Guess,
    Record,
    Rules,
    View,
)
from minelab.agents.catalogue import CATALOGUE
from minelab.inference.reasons import Step, Supposition
from tests.naive import FORMS

BOARD = Board.random(5, 5, mines=6, seed=3)
RULES = [REPORT, CLASSIC, CLASSIC_ZERO, Rules(lives=2, cascade=True)]


@pytest.fixture
def record():
    return ml.play(BOARD, "basic", seed=1)


def rewritten(record, path, change):
    """The file of a record after somebody changed its lines."""
    record.save(path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    change(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
@pytest.mark.parametrize(("name", "engine"), FORMS)
def test_a_record_comes_back_from_its_file(name, rules, engine, tmp_path):
    played = ml.play(BOARD, name, seed=1, rules=rules, first=(2, 2), engine=engine)
    played.save(tmp_path / "game.jsonl")
    loaded = Record.load(tmp_path / "game.jsonl")
    assert loaded == played
    assert (loaded.score, loaded.won, loaded.guesses) == (played.score, played.won, played.guesses)
    assert loaded.rules.name == rules.name
    assert loaded.board.seed == BOARD.seed
    assert loaded.setting.first == (2, 2)
    assert loaded.final_board == played.final_board


def test_a_long_game_comes_back_from_its_file(tmp_path):
    played = ml.play(Board.random(60, 60, density=0.15, seed=1), "basic", seed=1)
    played.save(tmp_path / "long.jsonl")
    loaded = Record.load(str(tmp_path / "long.jsonl"))
    assert loaded == played
    assert len(loaded.turns) == 3600
    assert loaded.explain(3600) == played.explain(played.turns[-1])


# Whatever an agent of one's own answers: it is refused at once, or the record can be kept.

CLUE = Constraint(frozenset({(0, 0), (0, 1)}), 1, (1, 1))


def derived(times):
    """A constraint derived from others so many times over."""
    constraint = CLUE
    for _ in range(times):
        constraint = Constraint(CLUE.cells, 1, because=(constraint,))
    return constraint


def doubled(times):
    """A constraint derived from another twice, which is so too: 2 ** times of them written out."""
    constraint = CLUE
    for _ in range(times):
        constraint = Constraint(CLUE.cells, 1, because=(constraint, constraint))
    return constraint


def supposed(**changes):
    return replace(Supposition((0, 0), True, (Step(CLUE, ((0, 1),), False),), (CLUE,)), **changes)


def only(answer):
    """A player whose first answer this is, with the first covered cell in it."""

    class Once(ml.Player):
        name = "once"

        def move(self, view, rng):
            cell = view.covered[0]
            return answer(cell) if cell == (0, 0) else ml.Open(cell)

    return Once


KEPT = {
    "an Open of numpy": lambda cell: ml.Open(np.array(cell)),
    "a list": lambda cell: ml.Open(list(cell)),
    "chance of numpy": lambda cell: Guess(cell, "mine", np.float32(0.3)),
    "a fraction": lambda cell: Guess(cell, "mine", Fraction(1, 3)),
    "numpy in a proof": lambda cell: Deduction(
        cell,
        np.bool_(False),
        "mine",
        [Constraint({(np.int64(0), 1)}, np.int64(1), (1, np.int8(1)))],
    ),
    "derived": lambda cell: Deduction(cell, False, "mine", (derived(100),)),
    "supposed": lambda cell: Deduction(cell, False, "mine", (), [supposed()]),
    "many layouts": lambda cell: Deduction(cell, False, "mine", layouts=10**3999),
    "layouts of numpy": lambda cell: Deduction(cell, False, "mine", layouts=np.int64(4)),
    "a long method": lambda cell: Deduction(cell, False, "m" * 1000),
    "derived twice over": lambda cell: Deduction(cell, False, "mine", (doubled(12),)),
}
REFUSED = {
    "no rule": lambda cell: Guess(cell, None),
    "a long rule": lambda cell: Guess(cell, "x" * 1001),
    "a rule that steers": lambda cell: Guess(cell, "\x1b[2J"),
    "no number": lambda cell: Guess(cell, "mine", float("nan")),
    "no end": lambda cell: Guess(cell, "mine", float("inf")),
    "a word for a chance": lambda cell: Guess(cell, "mine", "high"),
    "no method": lambda cell: Deduction(cell, True, None),
    "a word for a mine": lambda cell: Deduction(cell, "no", "mine"),
    "no reason": lambda cell: Deduction(cell, False, "mine", None),
    "a word for a reason": lambda cell: Deduction(cell, False, "mine", ("x",)),
    "a word supposed": lambda cell: Deduction(cell, False, "mine", (), ("x",)),
    "a clue off the board": lambda cell: Deduction(
        cell, False, "mine", (replace(CLUE, clue=(9, 9)),)
    ),
    "a cell off the board": lambda cell: Deduction(
        cell, False, "mine", (replace(CLUE, cells=frozenset({(-1, 0)})),)
    ),
    "no cells": lambda cell: Deduction(cell, False, "mine", (replace(CLUE, cells=None),)),
    "too many mines": lambda cell: Deduction(cell, False, "mine", (replace(CLUE, mines=99),)),
    "half a mine": lambda cell: Deduction(cell, False, "mine", (replace(CLUE, mines=0.5),)),
    "derived too often": lambda cell: Deduction(cell, False, "mine", (derived(101),)),
    "derived from too many": lambda cell: Deduction(cell, False, "mine", (doubled(60),)),
    "a step of nothing": lambda cell: Deduction(
        cell, False, "mine", (), (supposed(steps=(Step(CLUE, (), True),)),)
    ),
    "half a layout": lambda cell: Deduction(cell, False, "mine", layouts=2.5),
    "too many layouts": lambda cell: Deduction(cell, False, "mine", layouts=10**4000),
    "no move": lambda cell: cell,
}


@pytest.mark.parametrize("name", KEPT)
def test_an_answer_of_ones_own_comes_back_from_its_file(name, tmp_path):
    played = ml.play(Board.parse("1M\n11"), only(KEPT[name]))
    played.save(tmp_path / "game.jsonl")
    assert Record.load(tmp_path / "game.jsonl") == played
    assert all(played.explain(turn) for turn in played.turns)
    assert ml.player(played).html and ml.strip(played).svg


@pytest.mark.parametrize("name", REFUSED)
def test_an_answer_that_could_not_be_kept_is_refused_at_once(name):
    with pytest.raises(ValueError, match="this .* can.t be played: |move must give"):
        ml.play(Board.parse("1M\n11"), only(REFUSED[name]))


@pytest.mark.parametrize("called", [None, 5, "x" * 1001, "a\nb"])
def test_a_player_and_an_agent_need_a_name_that_can_be_kept(called):
    with pytest.raises(ValueError, match="name of the player must be a text of up to 1000 letters"):
        ml.play(BOARD, type("Nameless", (only(ml.Open),), {"name": called}))
    with pytest.raises(ValueError, match="name must be a text of up to 1000 letters"):
        ml.Agent(called)


@pytest.mark.parametrize("counters", [5, {"n": 0.5}, {7: 1}, {"n": -1}, {"deduced_x": 1}])
def test_counters_of_ones_own_are_whole_numbers_by_name(counters):
    with pytest.raises(ValueError, match="must be|counters"):
        ml.play(BOARD, type("Counting", (only(ml.Open),), {"counters": counters}))


def test_a_record_that_counts_deductions_it_has_not_is_refused(record, tmp_path):
    def change(lines):
        lines[0]["counters"]["deduced_exact"] = 10**9

    with pytest.raises(ValueError, match="counters have 1000000000 deduced_exact, the turns 0"):
        Record.load(rewritten(record, tmp_path / "game.jsonl", change))


def test_a_game_without_a_move_comes_back_from_its_file(tmp_path):
    played = ml.play(Board.parse("MM"), "basic", rules=CLASSIC)  # nothing safe is left to open
    assert (played.turns, played.won) == ((), True)
    played.save(tmp_path / "empty.jsonl")
    assert Record.load(tmp_path / "empty.jsonl") == played


def test_a_file_has_a_header_and_a_line_a_turn(record, tmp_path):
    record.save(tmp_path / "game.jsonl")
    header, *turns = map(json.loads, (tmp_path / "game.jsonl").read_text().splitlines())
    assert (header["format"], header["version"]) == ("minelab-record", 1)
    assert header["board"] == str(BOARD).splitlines()
    assert [turn["turn"] for turn in turns] == [turn.number for turn in record.turns]


def test_turns_are_counted_from_one_and_cover_the_board_once(record):
    assert [turn.number for turn in record.turns] == list(range(1, 26))
    assert {turn.cell for turn in record.turns} == set(np.ndindex(5, 5))


def test_a_view_is_what_the_player_saw_after_so_many_turns(record):
    assert record.view(0) == View(np.full((5, 5), -1))
    for k, (view, turn) in enumerate(record.replay()):
        assert record.view(k) == view
        assert turn is record.turns[k]
    assert not record.view(len(record.turns)).covered


def test_the_board_as_drawn_and_as_played():
    drawn = Board.parse("M1\n11")
    played = ml.play(drawn, "basic", rules=CLASSIC, first=(0, 0))
    assert played.board == drawn
    assert not played.final_board.mines[0, 0]
    assert played.final_board.n_mines == 1


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_turn_is_explained_truly(name):
    """A clue that needs n mines and has only n covered neighbours: the two counts agree."""
    for seed in range(10):
        played = ml.play(Board.random(5, 6, density=0.2, seed=seed), name, seed=seed)
        for turn in played.turns:
            said = played.explain(turn)
            if turn.method == "single" and turn.reason.is_mine:
                needs, has = said.split(" needs ")[1].split(" and has only ")
                assert needs.split()[0] == has.split()[0], f"{played.view(turn.number - 1)}\n{said}"


def test_a_turn_is_explained_by_itself_or_by_its_number(record):
    proved = next(turn for turn in record.turns if turn.method == "single")
    assert record.explain(proved) == record.explain(proved.number)
    assert record.explain(proved).startswith("The clue ")
    assert record.explain(1) == (
        "No proof exists. Opens one of 25 covered cells at random: the risk is 24%, "
        "the least there was."
    )


@pytest.mark.parametrize("turn", [0, 26, -1, 1.5, None])
def test_only_turns_of_the_game_can_be_explained(record, turn):
    with pytest.raises(ValueError, match=f"turn must be a whole number from 1 to 25, not {turn}"):
        record.explain(turn)


def a_changed_clue(lines):
    saw = next(line["saw"] for line in lines[1:] if line["saw"] and line["saw"][0][2] >= 0)
    saw[0][2] += 1


def a_blast_made_a_clue(lines):
    saw = next(line["saw"] for line in lines[1:] if line["saw"] and line["saw"][0][2] < 0)
    saw[0][2] = 0


def a_flag_with_an_answer(lines):
    next(line for line in lines[1:] if "flag" in line)["saw"] = [[0, 0, 1]]


def swapped_moves(lines):
    opened = [line for line in lines[1:] if "open" in line and "method" in line]
    first, last = opened[0], opened[-1]
    first["open"], last["open"] = last["open"], first["open"]


def a_move_made_twice(lines):
    lines[3] = lines[2] | {"turn": lines[3]["turn"]}


def a_changed_status(lines):
    lines[0]["status"]["blasts"] += 1


def another_board(lines):
    other = Board.random(5, 5, mines=6, seed=4)
    lines[0]["board"] = str(other).splitlines()


@pytest.mark.parametrize(
    "change",
    [
        a_changed_clue,
        a_blast_made_a_clue,
        a_flag_with_an_answer,
        swapped_moves,
        a_move_made_twice,
        a_changed_status,
        another_board,
    ],
)
def test_a_record_that_does_not_fit_its_board_is_refused(record, change, tmp_path):
    path = rewritten(record, tmp_path / "game.jsonl", change)
    with pytest.raises(ValueError, match="does not fit the board|the record ends with"):
        Record.load(path)


@pytest.mark.parametrize("counter", ["guesses", "random_picks", "deduced_single"])
def test_a_record_with_the_wrong_counters_is_refused(record, counter, tmp_path):
    def change(lines):
        lines[0]["counters"][counter] -= 1

    with pytest.raises(ValueError, match=counter):
        Record.load(rewritten(record, tmp_path / "game.jsonl", change))


def test_a_file_cut_short_anywhere_is_refused(record, tmp_path):
    path = tmp_path / "game.jsonl"
    record.save(path)
    whole = path.read_bytes()
    for end in range(0, len(whole) - 1, 41):
        path.write_bytes(whole[:end])
        with pytest.raises(ValueError, match="game.jsonl"):
            Record.load(path)


def test_records_are_equal_when_the_same_game_was_played(record):
    assert record == ml.play(BOARD, "basic", seed=1)
    assert record != ml.play(BOARD, "basic", seed=2)
    assert record != "record"
    assert repr(record).startswith("<Record basic on 5x5: score ")


def test_openings_and_flags_are_the_moves_in_order():
    game = ml.printed_game("cowan-10")
    record = ml.play(ml.printed_board("cowan-10"), "cowan", guesses=game.guesses)
    assert record.flags == game.flags == ((1, 2), (2, 2))
    assert len(record.openings) + len(record.flags) == len(record.turns)
    assert record.openings[0] == game.guesses[0]


def test_explaining_turns_in_any_order_gives_the_same_sentences(monkeypatch):
    record = ml.play(Board.random(10, 10, mines=20, seed=7), "charles", seed=0)
    numbers = range(1, len(record.turns) + 1)
    play, moves = ml.Game.play, []
    monkeypatch.setattr(ml.Game, "play", lambda game, move: moves.append(move) or play(game, move))
    in_order = [record.explain(k) for k in numbers]
    assert len(moves) == len(numbers) - 1  # one replay for all of them
    assert [record.explain(k) for k in reversed(numbers)] == in_order[::-1]
