"""The playground: what it takes, what it tells the page, and what it never tells."""

import json
import random
import re
import subprocess
import sys
from itertools import combinations

import comm
import nbformat
import numpy as np
import pytest
from comm.base_comm import BaseComm

import minelab as ml
from minelab import CLASSIC, DAGGERS, REPORT, Board
from minelab.agents.catalogue import CATALOGUE
from minelab.boards.grid import COVERED, FLAG
from minelab.display.playground import ACTIONS, live_class
from minelab.report.build import clean

BOARD = "1M2\n24M\nM3M"
VIEW = "application/vnd.jupyter.widget-view+json"
HOSTILE = "</script><img src=x onerror=alert(1)>${1}'\""


class Wire(BaseComm):
    """The way to the page: keeps everything that is sent."""

    sent: list = []

    def publish_msg(self, msg_type, data=None, **kwargs):
        self.sent.append(json.loads(json.dumps(data)))


@pytest.fixture
def wire(monkeypatch):
    """All that is sent to the page, from here on."""
    monkeypatch.setattr(Wire, "sent", [])
    monkeypatch.setattr(comm, "create_comm", lambda **options: Wire(**options))
    return Wire.sent


def click(game, do, cell=None, **more):
    """A message as the page sends it; the answer, if there is one."""
    return game.receive({"do": do, "cell": cell} | more)


def codes(game):
    state = game.state
    return np.array(state["codes"]).reshape(state["rows"], state["cols"])


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ({"board": "1M"}, "board must be a Board, not '1M'"),
        ({"rules": "classic"}, "rules must be a Rules"),
        ({"rows": 0}, "rows must be a whole number from 1 to 50, not 0"),
        ({"cols": 51}, "cols must be a whole number from 1 to 50, not 51"),
        ({"mines": 101}, "mines must be a whole number from 0 to 100, not 101"),
        ({"density": 1.5}, "density must be a number from 0 to 1, not 1.5"),
        ({"mines": 5, "density": 0.1}, "give mines or density"),
        ({"board": Board.parse(BOARD), "rows": 3}, "rows cannot be given together with board"),
        ({"board": Board.random(60, 5, mines=9, seed=1)}, "rows must be .* from 1 to 50, not 60"),
        ({"board": Board.parse(BOARD), "rules": DAGGERS}, r"0 or gold at \(0, 0\)"),
        ({"rules": DAGGERS, "mines": 5}, "mines cannot be given together with the daggers rules"),
        ({"rules": DAGGERS, "level": []}, r"level must be one of .* not \[\]"),
        ({"board": "1M"}, "board must be a Board, not '1M'"),
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
    assert game.game.board == Board.random(4, 7, mines=7, seed=5)
    click(game, "new")
    assert game.game.board == Board.random(4, 7, mines=7, seed=6)
    click(game, "rules", rules=2)
    assert game.game.board == ml.daggers_map("MEDIUM", seed=6) and game.game.rules is DAGGERS
    click(game, "rules", rules=1)
    assert game.game.board == Board.random(4, 7, mines=7, seed=6) and game.game.rules is CLASSIC
    assert ml.playground().game.board == Board.random(10, 10, mines=20, seed=0)
    assert ml.playground(rules=DAGGERS, level="HARD", seed=3).game.board == ml.daggers_map(
        "HARD", seed=3
    )


def test_rules_of_ones_own_can_be_chosen_beside_the_others():
    own = ml.Rules(lives=3, cascade=True, name=HOSTILE)
    game = ml.playground(rules=own)
    assert game.state["rules"] == ["report", "classic", "daggers", HOSTILE]
    assert game.state["chosen"] == 3
    click(game, "rules", rules=0)
    assert game.game.rules is REPORT
    click(game, "rules", rules=3)
    assert game.game.rules is own


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
    names = [name for name, _ in game.state["counters"]]
    assert names == ["Mines left", "Covered", "Lives", "Gold", "Extra risk"]
    assert dict(game.state["counters"])["Gold"].endswith(" / 4")


@pytest.mark.parametrize("rules", [REPORT, CLASSIC, DAGGERS], ids=lambda rules: rules.name)
def test_hints_come_with_their_words_and_marks(rules):
    game = ml.playground(rules=rules, seed=1)
    for name in CATALOGUE:
        if game.over:
            break
        click(game, "hint", agent=name)
        hint, given = game.state["hint"], game.game.hint
        cols = game.state["cols"]
        assert hint["agent"] == game.state["agent"] == name
        r, c = given.reason.cell
        assert hint["marks"]["move"] == [r * cols + c]
        assert hint["move"].replace("\N{NO-BREAK SPACE}", " ").endswith(f"({r}, {c})")
        said = "".join(text for text, _ in hint["words"])
        assert said.endswith(".") and hint["shade"] >= 0
        assert ("risk" in said or "safe" in said) or hint["method"] != "guess"
        click(game, "follow")
        assert game.state["hint"] is None
        assert codes(game)[r, c] != COVERED
    click(game, "hint", agent="nobody")
    assert "Agent must be one of" in game.said


def test_wrong_flags_are_told_after_the_end_only():
    game = ml.playground(Board.parse("1M\n11"))
    for cell in ((0, 0), (1, 0)):
        click(game, "open", cell)
    click(game, "flag", [1, 1])
    assert game.state["wrong"] == [] and game.state["end"] == ""
    click(game, "flag", [0, 1])
    assert game.state["wrong"] == [3] and game.state["over"]
    assert game.state["end"] == (
        "The score is 0.00: one right flag, one wrong, no blasts. This was board 0."
    )


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
    {"do": "rules", "rules": "report"},
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
            played = str(game.game.game.board)  # the first opening may have moved a mine
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


def test_what_a_notebook_keeps_is_a_picture(wire):
    bundle = ml.playground(seed=3)._repr_mimebundle_()
    assert set(bundle) == {VIEW, "image/svg+xml", "text/plain"}
    assert bundle["text/plain"] == "<Playground 10 × 10, 20 mines, report rules>"
    output = nbformat.v4.new_output("execute_result", bundle, execution_count=1)
    cell = nbformat.v4.new_code_cell("ml.playground(seed=3)", outputs=[output])
    notebook = nbformat.v4.new_notebook(cells=[cell])
    clean(notebook)
    (kept,) = notebook.cells[0].outputs
    again = ml.playground(seed=3)._repr_mimebundle_()
    assert kept.data == {name: again[name] for name in ("image/svg+xml", "text/plain")}
    assert "100 covered" in kept.data["image/svg+xml"]


def test_without_anywidget_there_is_still_the_picture(monkeypatch):
    live_class.cache_clear()
    monkeypatch.setitem(sys.modules, "anywidget", None)
    bundle = ml.playground(seed=3)._repr_mimebundle_()
    assert set(bundle) == {"image/svg+xml", "text/plain"}
    assert bundle["text/plain"].endswith("report rules>: to play, install anywidget")


def test_importing_the_package_loads_no_widgets():
    heavy = "anywidget", "ipywidgets", "traitlets", "IPython", "matplotlib", "pandas", "numba"
    code = f"import sys, minelab; print(*set({heavy}) & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


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
