"""The explorer: what it takes, what it plays and says, and how it is stopped."""

import _thread
import json
import sys
import threading
import time

import numpy as np
import pandas as pd
import pytest

import minelab as ml
from minelab.agents.catalogue import CATALOGUE
from minelab.agents.players import OptimalPlayer
from minelab.display.explore import ACTIONS, BOARDS, CHOSEN, OFFERED
from minelab.display.page import live_class
from minelab.display.palette import SHAPES, agent_colour, agent_dash, variant_look
from minelab.display.player import looks_of
from minelab.lab.designs import TWENTIETHS
from minelab.lab.live import READY, in_threads, stages
from tests.display.conftest import kept

VIEW = "application/vnd.jupyter.widget-view+json"
HOSTILE = "</script><img src=x onerror=alert(1)>${1}'\""
TWO = ("basic", "charles")


def swept(explorer, **changes):
    """The table that `sweep` gives for the setting of an explorer."""
    setting = explorer.setting
    how = {"boards": setting.boards, "seed": setting.seed, "densities": TWENTIETHS} | changes
    return ml.sweep(explorer.agents, setting.size, setting.size, **how)


def until(condition, seconds=30):
    """Wait for something that another thread does."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it has not happened in time"
        time.sleep(0.005)


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ({"agents": "basic"}, "agents must be a list of agents, not 'basic'"),
        ({"agents": 3}, "agents must be a list of agents, not 3"),
        ({"agents": []}, "agents must be at least one agent"),
        ({"agents": ["chales"]}, "did you mean 'charles'"),
        ({"agents": [ml.Game]}, "agent must be a name, an Agent or a Player, not <class"),
        (
            {"agents": [OptimalPlayer()]},
            "must be a class, to begin each game anew: OptimalPlayer",
        ),
        ({"agents": [None]}, "agent must be a name, an Agent or a Player, not None"),
        ({"agents": [ml.Agent(f"a{k}", ("single",)) for k in range(13)]}, "at most 12, not 13"),
        (
            {"agents": ["basic", ml.Agent("basic", ("single", "subset"))]},
            "agents must have different names, not 'basic' twice",
        ),
        ({"size": 3}, "size must be a whole number from 4 to 30, not 3"),
        ({"size": 10.5}, "size must be a whole number from 4 to 30, not 10.5"),
        ({"density": 1.5}, "density must be a number from 0 to 1, not 1.5"),
        ({"density": "thick"}, "density must be a number from 0 to 1, not 'thick'"),
        ({"boards": 1}, "boards must be a whole number from 2 to 2000, not 1"),
        ({"boards": 2001}, "boards must be a whole number from 2 to 2000, not 2001"),
        ({"seed": -1}, "seed must be a whole number from 0 to"),
        ({"guess": "luck"}, "guess must be one of 'own', .*'least', not 'luck'"),
        ({"measure": "won"}, "measure must be one of 'score', .*, not 'won'"),
    ],
)
def test_bad_arguments_are_refused(arguments, match):
    with pytest.raises(ValueError, match=match):
        ml.explore(**arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        {"agents": TWO, "boards": 30},
        {"agents": ["exact", "random"], "size": 4, "boards": 13, "seed": 5},
        {"agents": ["corners", "aravind"], "boards": 12, "guess": "average", "size": 7},
        {"agents": [ml.Agent("mine", ("single", "subset"), "average"), "ibs+sum"], "boards": 11},
    ],
    ids=str,
)
def test_a_finished_run_is_the_table_of_a_sweep(arguments):
    explorer = ml.explore(**arguments).wait()
    pd.testing.assert_frame_equal(explorer.games, swept(explorer))
    assert explorer.phase == "done" and explorer.share == 1
    assert explorer.boards == arguments["boards"]


def test_stages_begin_small_and_reach_the_end():
    for cells in (16, 100, 900):
        for boards in (2, 20, 50, 2000):
            ends = list(stages(cells, boards))
            assert ends[0] <= 10 and ends[-1] == boards and ends == sorted(set(ends))
            steps = np.diff([0, *ends])
            assert (steps * cells <= 20_000).all()


def test_results_come_in_stages_each_of_which_is_a_sweep(wire):
    READY.clear()
    explorer = ml.explore(TWO, boards=25)
    widget = explorer.widget
    explorer.wait()
    states = [sent["state"]["state"] for sent in wire if "state" in sent.get("state", {})]
    first = next(state for state in states if state["curves"])
    assert [curve["name"] for curve in first["curves"]] == ["basic"]  # charles is still compiled
    seen = {state["done"]: state for state in states if state["done"]}
    assert list(seen) == [5, 10, 20, 25]
    for n, state in seen.items():
        games = swept(explorer, boards=n)
        means = ml.summary(games, ["score"])
        for curve in state["curves"]:
            part = means[means["agent"] == curve["name"]]
            for name, column in (("mean", "score"), ("low", "score_low"), ("high", "score_high")):
                assert curve[name] == pytest.approx(part[column].tolist(), abs=1e-5)
            assert curve["x"] == TWENTIETHS
        basic, charles = state["curves"]
        found = ml.compare(games, *TWO)
        assert charles["more"] == pytest.approx(found["difference"].tolist(), abs=1e-5)
        half = (found["high"] - found["low"]) / 2
        assert charles["half"] == pytest.approx(half.tolist(), abs=1e-5)
        assert basic["more"] == basic["half"] == []
        beside = ml.summary(games[games["agent"] == "basic"], ["guesses", "blasts"])
        assert set(basic["beside"]) == {"guesses", "blasts"}
        for name, values in basic["beside"].items():
            assert values == pytest.approx(beside[name].tolist(), abs=1e-5)
    shares = [sent["state"]["share"] for sent in wire if "share" in sent.get("state", {})]
    assert shares == sorted(shares) and shares[-1] == 1 == widget.share
    phases = dict.fromkeys(state["phase"] for state in states)
    assert [phase for phase in phases if phase != "idle"] == ["playing", "preparing", "done"]
    told = dict.fromkeys(state["said"] for state in states if state["phase"] == "preparing")
    assert [said.split(".")[0] for said in told] == [
        "Preparing the engine for basic, 1 of 2", "Preparing the engine for charles, 2 of 2",
    ]  # fmt: skip


@pytest.mark.parametrize("measure", ["score", "guesses", "no_blast"])
def test_curves_follow_the_measure_without_new_games(measure):
    explorer = ml.explore(TWO, boards=10).wait()
    explorer.change(measure=measure)
    assert explorer.phase == "done"
    means = ml.summary(explorer.games, [measure])
    for curve in explorer.state["curves"]:
        part = means[means["agent"] == curve["name"]]
        assert curve["mean"] == pytest.approx(part[measure].tolist(), abs=1e-5)
    found = ml.compare(explorer.games, *TWO, measure)
    more = explorer.state["curves"][1]["more"]
    assert more == pytest.approx(found["difference"].tolist(), abs=1e-5)


def test_games_that_serve_another_setting_are_kept(monkeypatch):
    explorer = ml.explore(TWO, boards=20).wait()
    played = []
    real = explorer._play
    monkeypatch.setattr(explorer, "_play", lambda *a: (played.append(a[2].name), real(*a)))
    explorer.change(boards=10)
    explorer.wait()
    explorer.change(density=0.5, measure="guesses")
    explorer.change(boards=20)
    assert played == [] and explorer.wait().boards == 20
    explorer.change(agents=["charles", "swept"])
    assert [curve["name"] for curve in explorer.state["curves"]] == ["charles"]
    explorer.wait()
    assert set(played) == {"swept"}
    explorer.change(agents=["swept", "basic"])
    explorer.wait()
    assert set(played) == {"swept"}
    pd.testing.assert_frame_equal(explorer.games, swept(explorer))
    explorer.change(seed=2)
    assert explorer.state["curves"] == [] or explorer.boards < 20
    explorer.wait()
    assert {"basic", "swept"} == set(played)
    pd.testing.assert_frame_equal(explorer.games, swept(explorer))


def test_a_change_cancels_at_once_and_what_was_cancelled_never_shows():
    explorer = ml.explore(["charles"], boards=2000, size=20)
    explorer.start()
    until(lambda: explorer.boards)
    for size in (12, 11, 10, 9, 8):
        began = time.monotonic()
        explorer.change(size=size, boards=20)
        assert time.monotonic() - began < 0.5
    explorer.wait()
    assert set(explorer.games["rows"]) == {8}
    pd.testing.assert_frame_equal(explorer.games, swept(explorer))
    until(lambda: not explorer_threads())


def explorer_threads():
    return [t for t in threading.enumerate() if "_work" in t.name or "work)" in t.name]


def test_stop_keeps_what_is_there_and_start_goes_on():
    explorer = ml.explore(TWO, boards=2000, size=20)
    explorer.start()
    until(lambda: explorer.boards)
    explorer.stop()
    n = explorer.boards
    assert explorer.phase == "stopped" and 0 < n < 2000
    assert explorer.said == f"Stopped at {n} boards per point."
    until(lambda: not explorer_threads())
    assert explorer.boards == n
    pd.testing.assert_frame_equal(explorer.games, swept(explorer, boards=n))
    with pytest.raises(TimeoutError, match="only [0-9]+ boards per point after 0.05 seconds"):
        explorer.wait(timeout=0.05)
    explorer.change(boards=n + 1)
    pd.testing.assert_frame_equal(explorer.wait().games, swept(explorer))


def test_an_interrupt_ends_the_wait_but_not_the_run():
    explorer = ml.explore(TWO, boards=500)
    threading.Timer(0.1, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        explorer.wait()
        time.sleep(5)
    assert explorer.wait().boards == 500


def test_what_goes_wrong_is_said(monkeypatch):
    explorer = ml.explore(TWO, boards=10)

    def fail(run, setting, agent, mines, n):
        raise RuntimeError("the equations of a game did not fit")

    monkeypatch.setattr(explorer, "_play", fail)
    with pytest.raises(RuntimeError, match="The run has failed: RuntimeError: the equations"):
        explorer.wait()
    assert explorer.state["phase"] == "failed"
    with pytest.raises(ValueError, match="no games have been played yet"):
        _ = explorer.games
    monkeypatch.undo()
    explorer.start()
    assert explorer.wait().boards == 10


def test_the_first_error_of_any_thread_is_raised():
    done = []
    in_threads([lambda k=k: done.append(k) for k in range(50)])
    assert sorted(done) == list(range(50))
    with pytest.raises(ZeroDivisionError):
        in_threads([lambda: 1 / 0, *[lambda: time.sleep(0.01)] * 50])


def test_guess_rules_make_variants_and_those_that_cannot_say_so():
    explorer = ml.explore(["basic", "corners", "exact", "random"], boards=4)
    assert explorer.agents == [CATALOGUE[n] for n in ("basic", "corners", "exact", "random")]
    explorer.change(guess="average")
    basic, corners, exact = explorer.agents
    assert (basic.name, basic.methods, basic.guess) == ("basic+average", ("single",), "average")
    assert basic == ml.agent("basic+average")
    assert (corners.name, corners.guess) == ("corners+average", "average")
    assert (exact.guess, exact.total_for) == ("average", ("methods", "guess"))
    note = "Left out: random (it has no methods, only guesses)."
    assert explorer.state["note"] == note
    assert [chip["name"] for chip in explorer.state["agents"] if chip["why"]] == ["random"]
    explorer.change(guess="random")
    assert [a.name for a in explorer.agents] == [
        "basic", "corners+random", "exact+random", "random",
    ]  # fmt: skip
    assert explorer.state["note"] == ""
    explorer.change(guess="least")
    assert all(agent.guess == "exact" and agent.total_for for agent in explorer.agents)
    assert "exact" in [agent.name for agent in explorer.agents]
    assert set(explorer.wait().games["agent"]) == {agent.name for agent in explorer.agents}


class Cautious(ml.Player):
    """Opens what single clues prove safe, and else the first covered cell."""

    def move(self, view, rng):
        proofs = ml.deduce(view, "single")
        return proofs[0] if proofs else ml.Open(view.covered[0])


class Breaks(ml.Player):
    """Plays well until it has seen a few cells."""

    def move(self, view, rng):
        return ml.Open(view.covered[1 // (len(view.open) < 9) - 1])


def test_agents_of_ones_own_play_the_same_boards_after_the_others(wire):
    explorer = ml.explore(["basic", Cautious, "dagger-2"], size=5, boards=4)
    explorer.widget  # noqa: B018 - shown somewhere
    games = explorer.wait().games
    wanted = ml.sweep(["basic"], 5, 5, densities=TWENTIETHS, boards=4, seed=1)
    for who in (Cautious, "dagger-2"):
        wanted = ml.add_agent(wanted, who)
    pd.testing.assert_frame_equal(games, wanted[games.columns], check_dtype=False)
    states = [sent["state"]["state"] for sent in wire if "state" in sent.get("state", {})]
    curves = dict.fromkeys(tuple(c["name"] for c in state["curves"]) for state in states)
    assert list(curves)[-2:] == [("basic",), ("basic", "Cautious", "dagger-2")]
    said = dict.fromkeys(state["said"] for state in states)
    assert "Playing in Python, which takes longer: Cautious, dagger-2." in said
    assert explorer.game("worst", "Cautious").agent == "Cautious"
    explorer.change(guess="random")
    assert explorer.state["note"] == "Left out: Cautious (a Player chooses its own guesses)."


def test_a_player_that_raises_is_left_out_and_the_others_play_on():
    explorer = ml.explore(["basic", Breaks, Cautious], size=4, boards=3)
    assert set(explorer.wait().games["agent"]) == {"basic", "Cautious"}
    assert (explorer.phase, explorer.share) == ("done", 1)
    why = "it raised ZeroDivisionError: integer division or modulo by zero"
    assert explorer.state["note"] == f"Left out: Breaks ({why})."
    assert [chip["why"] for chip in explorer.state["agents"]][:3] == ["", why, ""]
    alone = ml.explore([Breaks], size=4, boards=3).wait()
    assert alone.said == "No agent is left to play." and alone.state["curves"] == []


def test_a_slow_agent_can_be_stopped_and_goes_on():
    class Slow(Cautious):
        def move(self, view, rng):
            time.sleep(0.001)
            return super().move(view, rng)

    explorer = ml.explore(["basic", Slow], size=4, boards=30)
    explorer.start()
    until(lambda: len(explorer.state["curves"]) == 2)
    explorer.stop()
    n = explorer.boards
    assert explorer.said == f"Stopped at {n} boards per point." and 0 < n < 30
    until(lambda: not explorer_threads())
    explorer.change(boards=n + 1)
    assert len(explorer.wait().games) == 2 * 17 * (n + 1)


def test_agents_of_ones_own_are_told_apart():
    agents = [Cautious, *(ml.Agent(f"mine-{k}", ("single",)) for k in range(7))]
    agents += [ml.Agent("basic-a"), ml.Agent("basic-b"), "basic"]
    state = ml.explore(agents).state
    assert len({json.dumps(wears) for wears in state["looks"].values()}) == 11
    by_legend = {(wears["light"], wears["shape"]) for wears in state["looks"].values()}
    assert len(by_legend) == 11


def test_an_agent_of_ones_own_looks_the_same_in_the_explorer_a_figure_and_a_player():
    mine = ml.Agent("mine", ("single",))
    explorer = ml.explore(["basic", Cautious, mine])
    worn, figure = explorer.state["looks"], ml.look(["basic", "Cautious", "mine"])
    assert {name: wears["light"] for name, wears in worn.items()} == figure["palette"]
    shapes = {name: SHAPES[marker] for name, marker in figure["markers"].items()}
    assert {name: wears["shape"] for name, wears in worn.items()} == shapes
    games = [ml.play(ml.Board.random(4, 4, mines=3, seed=1), who) for who in (Cautious, mine)]
    assert [look.light for look in looks_of(games)] == [*figure["palette"].values()][1:]
    explorer.change(guess="least")  # which Cautious can't, but mine keeps its look
    assert explorer.state["looks"]["mine+least"] == worn["mine"]


def test_agents_on_offer_differ_by_marker_and_shade_and_have_the_dash_of_the_figures():
    chips = {chip["name"]: chip for chip in ml.explore().state["agents"]}
    for key in ("light", "dark", "shape"):
        assert len({chip[key] for chip in chips.values()}) == len(chips)
    for name, chip in chips.items():
        assert tuple(chip["dash"]) == agent_dash(name)
        assert chip["dark"] == variant_look(name, "dark")[0]


def test_an_agent_that_is_there_twice_plays_once():
    explorer = ml.explore(["basic", "basic+average"], boards=4, guess="average")
    assert [agent.name for agent in explorer.agents] == ["basic+average"]
    assert len(explorer.wait().games) == 4 * 21


def test_a_wait_says_that_somebody_stopped_it():
    explorer = ml.explore(TWO, boards=2000)
    threading.Timer(0.2, explorer.stop).start()
    with pytest.raises(RuntimeError, match="Stopped at [0-9]+ boards per point"):
        explorer.wait()


def test_the_density_that_is_read_is_the_nearest_point():
    explorer = ml.explore(TWO, boards=4, density=0.26)
    assert explorer.setting.at == 25 and explorer.state["densities"] == TWENTIETHS
    explorer.change(size=5, density=0.1)
    assert explorer.setting.at in (2, 3)
    assert explorer.state["densities"][explorer.state["at"]] == explorer.setting.at / 25
    explorer.change(size=4)
    assert len(set(explorer.state["densities"])) == len(explorer.state["densities"]) == 17


def test_typical_and_worst_games_are_games_of_the_table():
    explorer = ml.explore(TWO, boards=31).wait()
    games = explorer.games
    part = games[(games["agent"] == "charles") & (games["mines"] == 25)]
    worst, typical = (explorer.game(which, "charles") for which in ("worst", "typical"))
    assert worst.score == part["score"].min()
    tied = part[part["score"] == worst.score]
    assert worst.blasts == tied["blasts"].max()
    gaps = (part["score"] - part["score"].mean()).abs()
    assert abs(typical.score - part["score"].mean()) == pytest.approx(gaps.min())
    tied = part[gaps < gaps.min() + 1e-9]
    fewer = (tied["guesses"] - part["guesses"].mean()).abs()
    assert abs(typical.guesses - part["guesses"].mean()) == pytest.approx(fewer.min())
    for record in (worst, typical):
        row = part[part["board_seed"] == record.board.seed].iloc[0]
        assert (record.score, record.guesses, record.blasts, record.seed) == (
            row["score"], row["guesses"], row["blasts"], row["play_seed"],
        )  # fmt: skip
    assert explorer.game().agent == "basic"
    with pytest.raises(ValueError, match="which must be one of"):
        explorer.game("best")
    with pytest.raises(ValueError, match="agent must be one of"):
        explorer.game("worst", "swept")
    with pytest.raises(ValueError, match="basic has not played at this density yet"):
        ml.explore(TWO).game()


NONSENSE = [
    None, 7, "stop", [], {}, {"do": None}, {"do": []}, {"do": "close"}, {"do": "__init__"},
    {"do": "change"}, {"do": "change", "changes": []}, {"do": "change", "changes": {"rows": 3}},
    {"do": "change", "changes": {"size": 31}}, {"do": "change", "changes": {"size": "10"}},
    {"do": "change", "changes": {"size": True}}, {"do": "change", "changes": {"seed": -1}},
    {"do": "change", "changes": {"boards": 10**9}}, {"do": "change", "changes": {"density": None}},
    {"do": "change", "changes": {"density": float("nan")}},
    {"do": "change", "changes": {"agents": "basic"}}, {"do": "change", "changes": {"agents": 3}},
    {"do": "change", "changes": {"agents": ["nobody"]}},
    {"do": "change", "changes": {"agents": [["basic"]]}},
    {"do": "change", "changes": {"guess": {}}}, {"do": "change", "changes": {"measure": []}},
    {"do": "change", "changes": {"size": 12, "seed": 1.5}}, {"do": "game"},
    {"do": "game", "which": "best", "agent": "basic"}, {"do": "game", "which": [], "agent": {}},
    {"do": "game", "which": "worst", "agent": "swept"},
    {"do": "game", "which": "worst", "agent": "basic", "density": "thick"},
]  # fmt: skip


@pytest.mark.parametrize("message", NONSENSE, ids=str)
def test_bad_messages_change_nothing(message):
    explorer = ml.explore(TWO, boards=4)
    before = explorer.state
    explorer.receive(message)
    after = explorer.state
    assert after.pop("said") != before.pop("said") == ""
    assert after == before and explorer.phase == "idle"


def test_pages_come_and_go(wire):
    explorer = ml.explore(TWO, boards=2000, size=20)
    explorer.widget  # noqa: B018 - shown somewhere
    time.sleep(0.05)
    assert explorer.phase == "idle"  # nothing is played before a page shows it
    for _ in range(2):
        explorer.receive({"do": "enter", "id": "a:1"})
    assert explorer.phase in ("preparing", "playing") and explorer.state["answered"] == "a:1"
    explorer.receive({"do": "leave"})
    assert explorer._run is not None
    explorer.receive({"do": "leave"})
    assert explorer._run is None
    explorer.receive({"do": "enter"})
    assert explorer._run is not None
    explorer.receive({"do": "stop"})
    explorer.receive({"do": "enter"})
    assert explorer.phase == "stopped"  # the reader wants it so
    explorer.receive({"do": "start"})
    assert explorer._run is not None
    explorer.widget.close()
    assert explorer._run is None
    until(lambda: not explorer_threads())
    another = ml.explore(TWO, boards=2000, size=20)
    another.widget  # noqa: B018
    another.start()
    another.close()
    assert another._run is None and another.widget.comm is None


def test_the_page_asks_for_a_game_and_gets_the_player(wire):
    explorer = ml.explore(TWO, boards=10).wait()
    widget = explorer.widget
    asked = {"do": "game", "which": "typical", "agent": "charles", "density": 0.3, "id": "x:9"}
    widget._handle_msg({"content": {"data": {"method": "custom", "content": asked}}, "buffers": []})
    until(lambda: any(sent.get("method") == "custom" for sent in wire))
    (reply,) = [sent["content"] for sent in wire if sent.get("method") == "custom"]
    record = explorer.game("typical", "charles")
    assert reply["game"] == ml.player(record).html
    assert reply["about"].startswith("charles, a typical game at density 0.30: score 0.")
    assert explorer.setting.at == 30
    assert set(ACTIONS) == {"enter", "leave", "change", "stop", "start", "game"}


def test_chips_offer_the_catalogue_and_what_was_given():
    chips = ml.explore().state["agents"]
    assert [chip["name"] for chip in chips] == list(OFFERED)
    assert [chip["name"] for chip in chips if chip["on"]] == list(CHOSEN)
    mine = ml.Agent(HOSTILE, ("single",))
    chips = ml.explore(["exact", mine, "cowan-3+total"]).state["agents"]
    given = ["exact", HOSTILE, "cowan-3+total"]
    assert [chip["name"] for chip in chips if chip["on"]] == given
    assert [chip["name"] for chip in chips][:3] == given and len(chips) == 3 + len(OFFERED) - 1
    cowan = chips[2]
    for theme in ("light", "dark"):  # a shade of its family's colour, as in the figures
        assert (
            cowan[theme] == variant_look("cowan-3+total", theme)[0] != agent_colour("cowan", theme)
        )


def test_sliders_reach_what_was_given():
    state = ml.explore(boards=333, seed=123456).state
    assert 333 in state["steps"] and set(BOARDS) < set(state["steps"])
    assert state["seeds"] == list(range(123400, 123500))
    json.dumps(state, allow_nan=False)


def test_what_a_notebook_keeps_is_the_same_each_time(wire, displayed):
    # No table has boards of 6 x 6: until the games are played there is nothing to keep.
    live, still = displayed(ml.explore(TWO, size=6, boards=10))
    assert set(live.data) == {VIEW, "text/plain"}
    assert "Run this cell" in still.data["text/html"] and "image/png" not in still.data
    name = "<Explorer 6 × 6, 10 boards per point, seed 1: basic, charles>"
    assert live.data["text/plain"] == still.data["text/plain"] == name
    for size in (6, 10):
        live, still = displayed(ml.explore(TWO, size=size, boards=10).wait())
        assert set(still.data) == {"text/html", "image/png", "text/plain"}
        alt = still.metadata["image/png"]["alt"]
        assert "Line chart. x: density (mines / cells) from 0 to " in alt
        assert ("data-minelab-explore" in still.data["text/html"]) == (size == 10)
        again = displayed(ml.explore(TWO, size=size, boards=10).wait())
        assert kept(live, still) == [still] == kept(*again)


def test_in_a_notebook_the_widget_is_shown_before_the_games_are_played(
    wire, displayed, monkeypatch
):
    monkeypatch.setattr("minelab.display.explore.cell_number", lambda: 7)
    explorer = ml.explore(TWO, boards=10)
    (live,) = displayed(explorer.wait)
    assert set(live.data) == {VIEW, "text/plain"}
    (still,) = displayed(explorer)  # the last line of the same cell
    assert "image/png" in still.data
    monkeypatch.setattr("minelab.display.explore.cell_number", lambda: 8)
    assert len(displayed(explorer)) == 2


def test_without_anywidget_there_is_still_text(monkeypatch, displayed):
    live_class.cache_clear()
    monkeypatch.setitem(sys.modules, "anywidget", None)
    (still,) = displayed(ml.explore(TWO, size=6))
    assert "Install anywidget" in still.data["text/html"]
