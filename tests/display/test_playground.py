"""A person's own game (flags, hints, undo, its record), and what the page is told."""

import json
import random
import re
import sys
from itertools import combinations

import numpy as np
import pytest

import minelab as ml
from minelab import CLASSIC, CLASSIC_ZERO, DAGGERS, REPORT, Board, Flag, Guess, Open
from minelab.agents.catalogue import CATALOGUE
from minelab.boards.grid import COVERED, FLAG
from minelab.display.page import live_class
from minelab.display.playground import ACTIONS
from minelab.games.own import OwnGame, next_move
from tests.display.conftest import kept

BOARD = "1M2\n24M\nM3M"
RULES = [REPORT, CLASSIC, CLASSIC_ZERO, DAGGERS]
VIEW = "application/vnd.jupyter.widget-view+json"
RIVAL = ml.play(Board.random(10, 10, mines=25, seed=13), "basic", seed=1)
HOSTILE = "</script><img src=x onerror=alert(1)>${1}'\""


def game_on(picture, rules=REPORT):
    return OwnGame(Board.parse(picture), rules)


def board_for(rules, seed):
    if rules is DAGGERS:
        return ml.daggers_map("MEDIUM", seed=seed)
    return Board.random(7, 8, mines=10, seed=seed)


def words(game):
    return game.said.replace("\N{NO-BREAK SPACE}", " ")


def standing(game):
    """All that must stay as it is when something is refused."""
    return game.moves, list(game.past), list(game.risks), game.undone, game.hints, str(game.view)


def refused(game, match, act):
    before = standing(game)
    with pytest.raises(ValueError, match=match):
        act()
    assert standing(game) == before


def test_an_opening_tells_its_risk_beside_the_least():
    game = game_on(BOARD)
    game.open((0, 0))
    assert words(game) == "You opened (0, 0): clue 1. Risk 44%, the least possible."
    game.open((0, 1))
    # One mine among three, three among the other five.
    assert words(game) == "You opened (0, 1): a mine. Risk 33%, the least possible."
    game.open((1, 0))
    assert words(game) == "You opened (1, 0): clue 2. Risk 0%: it was provably safe."
    game.open((2, 2))
    # (1, 1) is safe, (2, 0) or (2, 1) a mine: the last two are among the three on the right.
    assert words(game) == "You opened (2, 2): a mine. Risk 67%; the least possible was 0%."
    assert game.extra_risk == pytest.approx(2 / 3)


def test_flags_come_and_go_and_teach_nothing():
    game = game_on(BOARD)
    game.open((0, 0))
    before = game.view
    game.flag((0, 1))
    game.flag((1, 0))  # a wrong one
    assert game.view == before and game.codes[0, 1] == game.codes[1, 0] == FLAG
    refused(game, "cannot open .*flagged", lambda: game.open((0, 1)))
    game.flag((1, 0))
    assert game.flags == {(0, 1)} and words(game) == "You took the flag off (1, 0)."
    refused(game, "cannot flag .*open", lambda: game.flag((0, 0)))


def test_where_every_cell_is_to_be_marked_the_last_mark_ends_the_game():
    game = game_on("1M\n11")
    for cell in ((0, 0), (1, 0)):
        game.open(cell)
    game.flag((1, 1))
    assert not game.over
    game.flag((0, 1))
    assert game.over and game.wrong_flags == ((1, 1),) and game.status.wrong_flags == 1
    refused(game, "the game is over", lambda: game.flag((1, 1)))
    refused(game, "the game is over", lambda: game.ask(ml.agent("basic")))
    assert game.record.score == 0 and game.record.wrong_flags == 1


def test_flags_alone_do_not_end_a_classic_game():
    game = game_on("1M\n11", CLASSIC)
    game.open((0, 0))
    for cell in ((0, 1), (1, 0), (1, 1)):
        game.flag(cell)
    assert not game.over and not (game.codes == COVERED).any()
    for cell in ((1, 0), (1, 1)):
        game.flag(cell)
        game.open(cell)
    assert game.over and game.record.won


def test_a_chord_opens_around_a_clue_that_has_its_mines():
    game = game_on(BOARD)
    game.open((0, 0))
    refused(game, "clue is 1, and no mines are marked", lambda: game.chord((0, 0)))
    refused(game, "shows no clue", lambda: game.chord((2, 2)))
    game.flag((0, 1))
    game.chord((0, 0))
    assert game.codes[1, 0] == 2 and game.codes[1, 1] == 4 and len(game.moves) == 4
    assert words(game).startswith("You opened two cells around (0, 0). The greatest risk was ")
    refused(game, "nothing is covered", lambda: game.chord((0, 0)))
    game.undo()
    assert game.undone == 2 and game.codes[1, 0] == COVERED and game.flags == {(0, 1)}


def test_a_chord_past_a_wrong_flag_ends_with_the_last_life():
    board = Board.parse("1M\n22\n1M")
    game = OwnGame(board, ml.Rules(lives=1))
    game.open((0, 0))
    game.flag((1, 1))
    game.chord((0, 0))
    assert game.over and game.status.lives == 0 and "with a mine" in game.said
    game.record.verify()


def test_a_field_of_zeros_takes_wrong_flags_off():
    game = game_on("0000\n0011\n001M", CLASSIC)
    game.flag((1, 1))
    game.flag((2, 3))
    game.open((0, 0))
    assert game.flags == {(2, 3)} and game.over
    game.record.verify()


def test_the_rules_keep_the_first_opening_safe():
    board = Board.random(5, 5, mines=10, seed=1)
    for cell in ((r, c) for r in range(5) for c in range(5)):
        game = OwnGame(board, CLASSIC)
        assert not game.odds.risk.any()
        game.open(cell)
        assert words(game).endswith("The rules keep the first opening safe.")
        assert game.extra_risk == 0 and game.view.clue(cell) is not None
        game.undo()
        game.open((4, 4))  # the first opening again
        assert words(game).endswith("The rules keep the first opening safe.")


def test_no_room_for_a_protected_opening_is_said_and_changes_nothing():
    game = game_on("MMM\nM8M\nMMM", CLASSIC_ZERO)
    refused(game, "room for a first click", lambda: game.open((0, 0)))


def test_undo_is_counted_and_keeps_the_risk():
    game = game_on(BOARD)
    refused(game, "nothing has been done", game.undo)
    game.open((0, 0))
    game.flag((0, 1))
    game.undo()
    assert (game.undone, game.flags, words(game)) == (0, frozenset(), "Undone.")
    game.open((0, 1))
    game.open((2, 2))
    extra = game.extra_risk
    game.undo()
    assert words(game) == "You took back one opening, which still counts."
    assert game.undone == 1 and game.extra_risk == extra > 0
    record = game.record
    assert record.agent == "you, 1 undone" and record.counters["undone"] == 1
    assert len(record.turns) == 2 and record.view(2) == game.view


def test_an_ended_game_cannot_be_taken_back():
    lost = OwnGame(Board.parse("01M\n011\n000"), ml.Rules(lives=1))
    lost.open((0, 2))
    assert lost.over
    refused(lost, "the game is over", lost.undo)
    shown = game_on("1M\n11")
    shown.open((0, 0))
    shown.show_board()
    refused(shown, "the game is over", shown.undo)


def test_marking_every_cell_does_not_tell_the_mines_to_one_who_plays_on():
    game = game_on("1M\n11")
    for cell in ((0, 0), (0, 1), (1, 0), (1, 1)):
        game.flag(cell)
    assert game.over and len(game.wrong_flags) == 3
    refused(game, "the game is over", game.undo)


def wander(game, rng, steps):
    """Do this and that, as a careless person would."""
    cells = [(r, c) for r in range(game.board.rows) for c in range(game.board.cols)]
    for _ in range(steps):
        act = rng.choice([game.open, game.open, game.flag, game.flag, game.chord, game.undo])
        try:
            if act == game.undo:
                act()
            elif not game.over:
                act(rng.choice(cells))
        except ml.IllegalMove:
            pass


@pytest.mark.parametrize("rules", [*RULES, ml.Rules(lives=5, cascade=True)], ids=lambda r: r.name)
@pytest.mark.parametrize("seed", range(4))
def test_the_record_of_any_game_is_what_was_played(rules, seed, tmp_path):
    game = OwnGame(board_for(rules, seed), rules)
    wander(game, random.Random(seed), 60)
    record = game.record
    record.verify()
    assert (record.after(len(record.turns)).codes == game.codes).all()
    assert record.status.blasts == game.status.blasts
    assert record.wrong_flags == len(game.wrong_flags)
    for turn in record.turns:
        assert record.explain(turn)
    if record.turns:
        record.save(tmp_path / "mine.jsonl")
        assert ml.Record.load(tmp_path / "mine.jsonl") == record
        assert "data-minelab-player" in ml.player(record).html


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_hindsight_agrees_with_the_extra_risk(rules):
    rng = random.Random(1)
    some = 0
    for seed in range(4):
        game = OwnGame(board_for(rules, seed), rules)
        while not game.over and len(game.moves) < 40:
            game.open(rng.choice(game.view.covered))
        looked_back = ml.hindsight(game.record)
        assert sum(seen.extra for seen in looked_back) == pytest.approx(game.extra_risk)
        some += len(looked_back)
    assert some > 8


def test_a_move_of_ones_own_carries_its_cheapest_proof():
    game = game_on("121\nM2M")
    for cell in ((0, 0), (0, 1), (0, 2), (1, 1)):
        game.open(cell)
    game.flag((1, 0))
    reasons = [turn.reason for turn in game.record.turns]
    assert [turn.method for turn in game.record.turns] == [*["guess"] * 3, "subset", "single"]
    assert all(isinstance(reason, Guess) and reason.rule == "given" for reason in reasons[:3])


def test_nothing_is_proved_beside_a_wrong_flag():
    game = game_on("121\nM2M")
    for cell in ((0, 0), (0, 1), (0, 2)):
        game.open(cell)
    game.flag((1, 1))
    game.open((1, 0))
    assert [turn.method for turn in game.record.turns[3:]] == ["own", "guess"]
    game.record.verify()


@pytest.mark.parametrize("rules", [REPORT, CLASSIC, DAGGERS], ids=lambda rules: rules.name)
@pytest.mark.parametrize("name", CATALOGUE)
def test_every_agent_leads_through_a_game_by_hints(rules, name):
    board = (
        ml.daggers_map("EASY", seed=2) if rules is DAGGERS else Board.random(5, 6, mines=5, seed=2)
    )
    game = OwnGame(board, rules)
    n = 0
    while not game.over:
        hint = game.ask(CATALOGUE[name])
        assert hint.agent == name and hint.view[hint.reason.cell] == COVERED
        mines = game.board.n_mines if CATALOGUE[name].total_for else None
        assert hint.view.mines == mines
        if not isinstance(hint.reason, Guess):
            assert hint.reason.is_mine == game.game.board.mines[hint.reason.cell]
        game.follow()
        n += 1
    assert game.hints == n and game.record.counters["hints"] == n
    game.record.verify()
    if name == "exact":
        assert game.extra_risk == pytest.approx(0, abs=1e-9)


def test_agents_that_look_around_the_cell_in_hand_do_so():
    game = game_on("0011\n001M")
    game.open((0, 0))
    hint = game.ask(ml.agent("basic-002"))
    assert hint.reason.method == "single" and hint.reason.cell in ((0, 1), (1, 0), (1, 1))


def test_hints_rest_on_clues_and_not_on_flags():
    game = game_on("121\nM2M")
    for cell in ((0, 0), (0, 1), (0, 2)):
        game.open(cell)
    game.flag((1, 1))  # wrong
    hints = []
    for _ in range(3):
        hints.append(game.ask(ml.agent("aravind")).reason)
        game.follow()
    assert [(hint.cell, hint.is_mine) for hint in hints] == [
        ((1, 2), True), ((1, 1), False), ((1, 0), True),
    ]  # fmt: skip
    assert game.over and not game.wrong_flags


def test_a_flag_that_the_agent_proves_too_is_taken_as_set():
    game = game_on("121\nM2M")
    for cell in ((0, 0), (0, 1), (0, 2)):
        game.open(cell)
    game.flag((1, 2))
    game.flag((1, 0))
    hint = game.ask(ml.agent("aravind"))
    assert hint.reason.move == Open((1, 1)) and hint.view[(1, 2)] == FLAG


class Peeks(ml.Player):
    """Keeps what it is given."""

    name = "peeks"
    given = ()

    def move(self, view, rng):
        self.given = (*self.given, view, rng)
        return Open(view.covered[0])


def test_an_agent_gets_the_view_and_a_generator_alone():
    game, player = game_on(BOARD), Peeks()
    game.flag((0, 1))
    game.ask(player)
    view, rng = player.given
    assert type(view) is ml.View and view.mines is None and (view.codes == COVERED).all()
    assert isinstance(rng, np.random.Generator) and not np.shares_memory(
        view.codes, game.game.codes
    )
    assert next_move.__code__.co_varnames[:4] == ("who", "view", "flags", "last")


@pytest.mark.parametrize(
    ("answer", "match"),
    [
        (Open((0, 0)), "which is not covered"),
        (Flag((7, 7)), "off the board"),
        (None, "must give an Open, Flag, Deduction or Guess"),
        (ZeroDivisionError("oops"), "ZeroDivisionError: oops"),
    ],
)
def test_an_agent_that_fails_says_so(answer, match):
    class Fails(ml.Player):
        name = "fails"

        def move(self, view, rng):
            if isinstance(answer, Exception):
                raise answer
            return answer

    game = game_on(BOARD)
    game.open((0, 0))
    refused(game, f"fails has no answer: .*{match}", lambda: game.ask(Fails()))


def test_there_must_be_a_hint_to_follow():
    game = game_on(BOARD)
    refused(game, "no hint", game.follow)
    game.ask(ml.agent("basic"))
    game.open((0, 0))
    refused(game, "no hint", game.follow)


def test_gold_brings_lives():
    game = OwnGame(ml.daggers_map("MEDIUM", seed=2), DAGGERS)
    assert words(game) == (
        "The rules have opened (0, 0): no mine touches it. "
        "To finish, open every cell without a mine. A mine costs a life, gold brings one."
    )
    refused(game, "nothing has been done", game.undo)
    start = game.status.lives - game.status.gold
    while not game.over:
        game.ask(ml.agent("dagger-2"))
        game.follow()
        assert game.status.lives == start + game.status.gold - game.status.blasts
    assert game.status.gold > 0


def click(game, do, cell=None, **more):
    """A message as the page sends it; the answer, if there is one."""
    return game.receive({"do": do, "cell": cell} | more)


def codes(game):
    state = game.state
    return np.array(state["codes"]).reshape(state["rows"], state["cols"])


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ({"board": "1M"}, "board must be a Board or a Record, not '1M'"),
        ({"rules": "classic"}, "rules must be a Rules"),
        ({"rows": 0}, "rows must be a whole number from 1 to 50, not 0"),
        ({"cols": 51}, "cols must be a whole number from 1 to 50, not 51"),
        ({"mines": 101}, "mines must be a whole number from 0 to 100, not 101"),
        ({"density": 1.5}, "density must be a number from 0 to 1, not 1.5"),
        ({"mines": 5, "density": 0.1}, "give mines or density"),
        ({"board": Board.parse(BOARD), "rows": 3}, "rows cannot be given together with board"),
        ({"board": RIVAL, "rules": CLASSIC}, "rules cannot be given together with a record"),
        ({"board": RIVAL, "mines": 5}, "mines cannot be given together with board"),
        ({"board": Board.random(60, 5, mines=9, seed=1)}, "rows must be .* from 1 to 50, not 60"),
        ({"board": Board.parse(BOARD), "rules": DAGGERS}, r"0 or gold at \(0, 0\)"),
        ({"rules": DAGGERS, "mines": 5}, "mines cannot be given together with the daggers rules"),
        ({"rules": CLASSIC, "rows": 2, "cols": 3, "mines": 6}, "mines must be at most 5, since"),
        ({"rules": DAGGERS, "level": []}, r"level must be one of .* not \[\]"),
        ({"board": "1M"}, "board must be a Board or a Record, not '1M'"),
        ({"level": "HUGE"}, "level must be one of"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"agent": "chales"}, "did you mean 'charles'"),
        ({"agent": 3}, "agent must be a name, an Agent or a Player"),
    ],
)
def test_bad_arguments_are_refused(arguments, match):
    with pytest.raises(ValueError, match=match):
        ml.playground(**arguments)


def test_boards_are_as_asked_for():
    game = ml.playground(rows=4, cols=7, density=0.25, seed=5)
    assert game.board == Board.random(4, 7, mines=7, seed=5)
    click(game, "new")
    assert game.board == Board.random(4, 7, mines=7, seed=6)
    click(game, "rules", rules=2)
    assert game.board == ml.daggers_map("MEDIUM", seed=6) and game.rules is DAGGERS
    click(game, "rules", rules=1)
    assert game.board == Board.random(4, 7, mines=7, seed=6) and game.rules is CLASSIC
    assert ml.playground().board == Board.random(10, 10, mines=20, seed=0)
    assert ml.playground(rules=DAGGERS, level="HARD", seed=3).board == ml.daggers_map(
        "HARD", seed=3
    )


def test_a_record_can_be_beaten_on_its_own_board():
    game = ml.playground(RIVAL)
    assert game.board == RIVAL.board and game.rules is RIVAL.rules
    assert words(game).startswith("basic scored 0.92 on this board. Open any cell.")
    assert game.state["against"] == "against basic"
    risky = [seen for seen in ml.hindsight(RIVAL) if seen.risk]
    while not game.over:
        you, basic = game.state["duel"]
        assert (you["name"], basic["name"]) == ("you", "basic")
        assert len(basic["guesses"]) == min(len(you["guesses"]), len(risky))
        game.hint("exact")
        game.follow()
    you, basic = game.state["duel"]
    own = [seen for seen in ml.hindsight(game.record) if seen.risk]
    for side, seen in ((you, own), (basic, risky)):
        assert side["guesses"] == [[f"{guess.risk:.0%}", guess.is_mine] for guess in seen]
        assert float(side["sum"]) == pytest.approx(sum(guess.risk for guess in seen), abs=0.005)
    assert sum(hit for _, hit in you["guesses"]) == game.record.blasts == 3
    end = "You scored 0.88, basic scored 0.92: basic wins. 22 right flags, no wrong, three blasts."
    assert game.state["end"] == end
    assert game.replay().records == (game.record, RIVAL)
    game.new()
    assert game.state["duel"] is None and game.state["against"] == ""


@pytest.mark.parametrize(
    ("rules", "cells", "end"),
    [
        (REPORT, [(0, 0), (1, 0)], "You scored 1.00, a scored 0.00: you win"),
        (REPORT, [(0, 0), (0, 1)], "You scored 0.00, a scored 0.00: a draw"),
        (REPORT, [(0, 0)], "You stopped before the last cell; a scored 0.00."),
        (ml.Rules(lives=1, goal="open"), [(0, 0), (1, 0), (1, 1)], "You won, a lost: you win"),
        (ml.Rules(lives=1, goal="open"), [(0, 1)], "You lost, a lost: a draw"),
    ],
)
def test_the_end_says_who_wins(rules, cells, end):
    class Blunders(ml.Player):
        name = "a"

        def move(self, view, rng):
            return Open((0, 1) if (0, 1) in view.covered else view.covered[0])

    rival = ml.play(Board.parse("1M\n11"), Blunders, rules=rules)
    game = ml.playground(rival)
    for cell in cells:
        game.open(cell)
    if "stopped" in end:
        game.replay()
    elif rules is REPORT:
        for cell in game.view.covered:
            (game.flag if rival.board.mines[cell] else game.open)(cell)
    assert game.over and game.state["end"].startswith(end)


def test_help_is_named_beside_the_result():
    game = ml.playground(ml.play(Board.parse("1M\n11"), "random", guesses=[(0, 1)]))
    game.open((0, 0))
    game.open((1, 0))
    game.undo()
    while not game.over:
        game.hint("exact")
        game.follow()
    assert ": a draw, with 3 hints and 1 opening undone." in game.state["end"]


def test_the_page_asks_for_boards_of_another_size():
    game = ml.playground(rows=4, cols=7, mines=5, seed=5)
    assert game.state["size"] == (4, 7, 5) and game.state["most"] == 50
    click(game, "new", rows=5, cols=8, mines=40)
    assert game.board == Board.random(5, 8, mines=40, seed=6)
    click(game, "rules", rules=1)
    assert game.said == (
        "Mines must be at most 39, since the classic rules keep the first opening safe, not 40."
    )
    assert game.rules is REPORT and game.state["size"] == (5, 8, 40) and game.seed == 6
    click(game, "rules", rules=2)
    assert game.state["size"] is None and game.state["about"] == "8 × 8, 10 mines, 4 gold"
    with pytest.raises(ValueError, match="mines cannot be given together with the daggers rules"):
        game.new(mines=3)
    click(game, "rules", rules=0)
    game.new(rows=2, mines=3)
    assert game.state["size"] == (2, 8, 3)


@pytest.mark.parametrize(
    ("rules", "ends"),
    [
        (REPORT, "open or flag every cell. A mine does not end the game."),
        (CLASSIC, "open every cell without a mine. The first mine ends the game."),
        (ml.Rules(lives=3), "open or flag every cell. A mine costs a life."),
    ],
)
def test_a_game_begins_with_what_its_rules_want(rules, ends):
    assert words(game_on(BOARD, rules)) == f"Open any cell. To finish, {ends}"


def test_rules_of_ones_own_can_be_chosen_beside_the_others():
    own = ml.Rules(lives=3, cascade=True, name=HOSTILE)
    game = ml.playground(rules=own)
    assert game.state["rules"] == ["report", "classic", "daggers", HOSTILE]
    assert game.state["chosen"] == 3
    click(game, "rules", rules=0)
    assert game.rules is REPORT
    click(game, "rules", rules=3)
    assert game.rules is own


def test_the_page_is_told_what_happened():
    game = ml.playground(Board.parse(BOARD))
    click(game, "open", [0, 0])
    click(game, "flag", [0, 1])
    click(game, "chord", [0, 0])
    assert codes(game).tolist() == [[1, -2, -1], [2, 4, -1], [-1, -1, -1]]
    counters = dict(game.state["counters"])
    assert counters == {"Mines left": "3", "Covered": "5", "Blasts": "0", "Extra risk": "0.00"}
    assert game.state["odds"] is None
    click(game, "odds", on=True)
    risk = ml.odds(game.view).risk
    shown = np.array(game.state["odds"]).reshape(3, 3)
    covered = codes(game) == COVERED
    assert (shown[~covered] == -1).all()
    assert np.abs(shown[covered] / 100 - risk[covered]).max() <= 0.005
    click(game, "undo")
    assert game.state["undone"] == 2 and codes(game)[1, 0] == COVERED
    assert game.state["can_undo"] and not game.state["over"]


def test_lives_and_gold_are_counted():
    game = ml.playground(rules=DAGGERS, seed=2)
    names = [name for name, *_ in game.state["counters"]]
    assert names == ["Mines left", "Covered", "Lives", "Gold", "Extra risk"]
    assert ["Gold", "0", "4"] in game.state["counters"]


@pytest.mark.parametrize("rules", [REPORT, CLASSIC, DAGGERS], ids=lambda rules: rules.name)
def test_hints_come_with_their_words_and_marks(rules):
    game = ml.playground(rules=rules, seed=1)
    for name in CATALOGUE:
        if game.over:
            break
        click(game, "hint", agent=name)
        hint, given = game.state["hint"], game.hinted
        cols = game.state["cols"]
        assert hint["agent"] == game.state["agent"] == name
        r, c = given.reason.cell
        assert hint["marks"]["move"] == [r * cols + c]
        assert hint["move"].replace("\N{NO-BREAK SPACE}", " ").endswith(f"({r}, {c})")
        said = "".join(text for _, text in hint["words"])
        assert said.endswith(".") and hint["shade"] >= 0
        assert ("risk" in said or "safe" in said) or hint["method"] != "guess"
        click(game, "follow")
        assert game.state["hint"] is None
        assert codes(game)[r, c] != COVERED
    click(game, "hint", agent="nobody")
    assert "Agent must be one of" in game.said


def test_the_replay_ends_the_game_and_shows_the_record():
    game = ml.playground(Board.parse(BOARD))
    assert click(game, "replay") is None and not game.state["shown"]
    click(game, "open", [0, 0])
    answer = click(game, "replay")
    assert answer == {"replay": ml.player(game.record).html}
    assert game.state["over"] and game.state["shown"] and not game.state["can_undo"]
    click(game, "open", [2, 2])
    assert codes(game)[2, 2] == COVERED and "game is over" in game.said
    click(game, "new")
    assert not game.state["shown"]


NONSENSE = [
    None, 7, "open", [], {}, {"do": None}, {"do": []}, {"do": {}}, {"do": "peek"},
    {"do": "__init__"}, {"do": "open"}, {"do": "open", "cell": None}, {"do": "open", "cell": 3},
    {"do": "open", "cell": [0]}, {"do": "open", "cell": [0, 0, 0]}, {"do": "open", "cell": [3, 0]},
    {"do": "open", "cell": [-1, 0]}, {"do": "open", "cell": [0.5, 0]},
    {"do": "open", "cell": ["0", "0"]}, {"do": "open", "cell": "00"},
    {"do": "open", "cell": {"0": 1}}, {"do": "flag", "cell": [0, 99]},
    {"do": "flag", "cell": [0, 0]}, {"do": "chord", "cell": [10**30, 0]},
    {"do": "chord", "cell": [2, 2]}, {"do": "follow"}, {"do": "hint", "agent": 5},
    {"do": "hint", "agent": ["basic"]}, {"do": "hint", "agent": "nobody"}, {"do": "odds"},
    {"do": "odds", "on": 1}, {"do": "rules"}, {"do": "rules", "rules": 9},
    {"do": "rules", "rules": -1}, {"do": "rules", "rules": True},
    {"do": "rules", "rules": "report"}, {"do": "new", "rows": 0}, {"do": "new", "cols": 51},
    {"do": "new", "rows": 2, "mines": 7}, {"do": "new", "mines": "3"}, {"do": "new", "rows": []},
]  # fmt: skip


@pytest.mark.parametrize("message", NONSENSE, ids=str)
def test_bad_messages_change_nothing(message):
    game = ml.playground(Board.parse(BOARD))
    click(game, "open", [0, 0])
    before, record, held = game.state, game.record, game.game
    assert game.receive(message) is None
    after = game.state
    assert after.pop("said") != before.pop("said")
    assert after.pop("answered") == before.pop("answered") + 1
    assert after == before and game.record == record and game.game is held


def test_random_messages_never_break_a_game():
    rng = random.Random(3)
    scraps = [None, True, -1, 0, 1, 2, 9, 0.5, "", "basic", [0, 0], [1, 2], [2, 2, 2], [[0], 0], {}]
    for rules in (REPORT, CLASSIC, DAGGERS):
        game = ml.playground(rules=rules)
        for _ in range(150):
            do = rng.choice([*(set(ACTIONS) - {"replay", "new", "rules"}), "nonsense"])
            cell = rng.choice([rng.choice(scraps), [rng.randrange(10), rng.randrange(10)]])
            click(game, do, cell, agent=rng.choice(scraps), on=rng.choice(scraps))
            json.dumps(game.state)
        game.record.verify()


SCRIPT = [
    ("odds", {"on": True}), ("open", {"cell": [0, 0]}), ("hint", {"agent": "charles"}),
    ("open", {"cell": [2, 3]}), ("hint", {"agent": "exact"}), ("flag", {"cell": [1, 1]}),
    ("chord", {"cell": [0, 0]}), ("hint", {"agent": "dagger-2"}), ("flag", {"cell": [1, 1]}),
    ("flag", {"cell": [2, 0]}), ("open", {"cell": [0, 3]}), ("hint", {"agent": "swept"}),
    ("undo", {}), ("hint", {"agent": "random"}), ("open", {"cell": [9, 9]}),
]  # fmt: skip


@pytest.mark.parametrize("rules", [REPORT, CLASSIC], ids=lambda rules: rules.name)
def test_what_is_sent_depends_on_nothing_but_what_came_to_light(rules, wire):
    """The same clicks on all boards of three mines: where the same is seen, the same is sent."""
    sent_for = {}
    for mined in combinations(range(12), 3):
        board = Board(np.isin(np.arange(12), mined).reshape(3, 4))
        game = ml.playground(board, rules=rules)
        del wire[:]
        widget = game.widget
        seen = [str(game.view)]
        for do, more in SCRIPT:
            widget._handle_msg(
                {"content": {"data": {"method": "custom", "content": {"do": do} | more}},
                 "buffers": []}
            )  # fmt: skip
            seen.append(str(game.view))
            if game.over:
                break
        else:
            sent = re.sub("[0-9a-f]{32}", "a model", json.dumps(wire, sort_keys=True))
            played = str(game.game.board)  # the first opening may have moved a mine
            sent_for.setdefault(tuple(seen), {})[played] = sent
        widget.close()
    groups = [sent for sent in sent_for.values() if len(sent) > 1]
    assert sum(map(len, groups)) > 12
    for sent in groups:
        (one,) = set(sent.values())
        assert '"codes"' in one and '"words"' in one


def test_a_page_that_writes_into_the_state_changes_no_game(wire):
    game = ml.playground(Board.parse(BOARD))
    forged = game.state | {"codes": [0] * 9, "over": True}
    game.widget._handle_msg(
        {"content": {"data": {"method": "update", "state": {"state": forged}}}, "buffers": []}
    )
    assert not game.over and (codes(game) == COVERED).all()
    click(game, "open", [0, 0])
    assert wire[-1]["state"]["state"] == json.loads(json.dumps(game.state))
    assert codes(game)[0, 0] == 1


def test_the_widget_follows_moves_made_in_python(wire):
    game = ml.playground(Board.parse(BOARD))
    assert game.widget is game.widget
    game.open((0, 0))
    game.flag((0, 1))
    assert game.widget.state == game.state and game.state["codes"][:2] == [1, FLAG]
    game.widget._handle_msg(
        {"content": {"data": {"method": "custom", "content": {"do": "replay"}}}, "buffers": []}
    )
    custom = [data["content"] for data in wire if data.get("method") == "custom"]
    assert custom == [{"replay": ml.player(game.record).html}]


def test_what_a_notebook_keeps_is_a_picture(wire, displayed):
    live, still = displayed(ml.playground(seed=3))
    assert set(live.data) == {VIEW, "text/plain"}
    assert set(still.data) == {"text/html", "image/png", "text/plain"}
    assert still.data["text/plain"] == "<Playground 10 × 10, 20 mines, report rules>"
    assert "100 covered" in still.metadata["image/png"]["alt"]
    assert kept(live, still) == [still] == kept(*displayed(ml.playground(seed=3)))


def test_without_anywidget_there_is_still_the_picture(monkeypatch, displayed):
    live_class.cache_clear()
    monkeypatch.setitem(sys.modules, "anywidget", None)
    (still,) = displayed(ml.playground(seed=3))
    assert set(still.data) == {"text/html", "image/png", "text/plain"}


def test_own_agents_join_the_choice_and_their_words_stay_text():
    class Mallory(ml.Player):
        name = HOSTILE

        def move(self, view, rng):
            return ml.Deduction(view.covered[0], False, HOSTILE)

    game = ml.playground(agent=Mallory)
    assert game.state["agents"] == [HOSTILE, *CATALOGUE]
    click(game, "hint")
    hint = game.state["hint"]
    assert (hint["agent"], hint["method"], hint["shade"]) == (HOSTILE, HOSTILE, -1)
    assert ml.playground(agent="charles+total").state["agents"][0] == "charles+total"
