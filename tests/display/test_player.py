import base64
import gzip
import json
import re
import sys

import numpy as np
import pytest

import minelab as ml
from minelab.boards.grid import COVERED
from minelab.boards.view import View
from minelab.display.page import PACKED, content, pack, slim, without_packing
from minelab.display.pen import whole_percent
from minelab.inference.words import percent


@pytest.fixture(scope="module")
def record():
    return ml.play(ml.Board.random(10, 10, mines=20, seed=7), "basic", seed=0)


@pytest.fixture(scope="module")
def pair(record):
    return [record, ml.play(record.board, "charles", seed=0)]


def embedded(records, **arguments):
    """What the script reads: the games, and beside them what they share."""
    (packed,) = PACKED.findall(ml.player(records, **arguments).html)
    return json.loads(content(packed))["data"]


def game(record, **arguments):
    """The only game, with what it would share."""
    data = embedded(record, **arguments)
    (only,) = data["games"]
    return data | only


def sentence(turn):
    return "".join(text for _, text in turn["words"])


def method(game, turn):
    return game["methods"][turn["method"]]["name"]


def risks_by_turn(game):
    """The risks before each turn in percent, put together again as player.js does it."""
    now = np.full((game["rows"], game["cols"]), -1)
    for change in game["risks"]:
        if isinstance(change, int):
            yield game["gaps"][change]
        else:
            now = now + np.reshape(change, now.shape)
            yield now


def test_the_embedded_game_is_the_record(record):
    data = game(record)
    assert (data["name"], data["rows"], data["cols"], data["mines"]) == ("basic", 10, 10, 20)
    assert data["truth"] == str(record.final_board).replace("\n", "")
    assert len(data["turns"]) == len(record.turns)
    for entry, turn in zip(data["turns"], record.turns, strict=True):
        assert divmod(entry["cell"], 10) == turn.cell
        assert entry["flag"] == isinstance(turn.move, ml.Flag)
        assert method(data, entry) == turn.method
        assert [divmod(c, 10) for c in entry["more"]] == [
            seen.cell for seen in turn.observations[1:]
        ]
        assert sentence(entry) == record.explain(turn)


def test_a_guess_tells_its_risk_beside_the_least(record):
    data = game(record)
    said = {
        seen.turn: (sentence(data["turns"][seen.turn - 1]), seen) for seen in ml.hindsight(record)
    }
    assert len(said) == record.guesses
    for text, seen in said.values():
        assert f"the risk is {percent(seen.risk)}" in text
        if any(seen.proved_with_total):
            assert text.startswith("No proof found. ") and "provably" in text
        else:
            assert text.startswith("No proof exists. ") and "the least" in text
    assert {text[:14] for text, _ in said.values()} == {"No proof found", "No proof exist"}


def test_very_large_games_show_no_risks(record, monkeypatch):
    monkeypatch.setattr(
        sys.modules["minelab.display.player"], "MAX_LOOKED_AT", record.guesses * 100 - 1
    )
    data = game(record)
    assert sentence(data["turns"][0]) == (
        "No proof found. Opens one of 100 covered cells at random."
    )


def test_the_marks_of_a_turn_are_those_of_its_reason(record):
    data = game(record)
    for turn in record.turns:
        if turn.method == "single":
            (why,) = data["turns"][turn.number - 1]["marks"]["why"]
            assert divmod(why, 10) == turn.reason.because[0].clue


@pytest.mark.parametrize(("agent", "seed"), [("basic", 17), ("cowan", 21), ("random", 5)])
def test_an_expert_game_is_small_with_its_risks(agent, seed):
    record = ml.play(ml.Board.random(16, 30, mines=99, seed=seed), agent, seed=1)
    assert len(record.turns) == 480
    assert len(ml.player(record).html) <= 115_000


def test_a_large_game_keeps_a_small_fallback():
    record = ml.play(ml.Board.random(60, 60, mines=500, seed=17), "basic", seed=1)
    assert len(ml.player(record).picture.svg) <= 33_000


def test_a_cascade_is_one_turn():
    record = ml.play(ml.Board.random(9, 9, mines=5, seed=2), "basic", seed=1, rules=ml.CLASSIC)
    data = game(record)
    opened = [len(turn["more"]) + 1 for turn in data["turns"] if not turn["flag"]]
    assert max(opened) > 5
    assert sum(opened) == record.status.opened + record.blasts
    assert data["result"] == ("won" if record.won else "lost")


def test_the_player_is_the_same_each_time(record):
    assert ml.player(record).html == ml.player(record).html
    other = ml.play(ml.Board.random(10, 10, mines=20, seed=8), "basic", seed=0)
    keys = [
        re.search(r'data-minelab-player="(\w+)"', ml.player(r).html)[1] for r in (record, other)
    ]
    assert keys[0] != keys[1]


def test_a_notebook_gets_html_a_picture_and_text(record):
    shown = ml.player(record)
    data, metadata = shown._repr_mimebundle_(include=None, exclude=None)
    strip = ml.strip(record).image
    assert data == {"text/html": shown.html, "image/png": strip.bundle()[0]["image/png"]}
    assert metadata == {"image/png": {"alt": strip.alt, "width": strip.width}}
    assert repr(shown).startswith("<Playback of <Record basic")


def test_the_player_needs_no_network(record):
    urls = set(re.findall(r"https?://[^\"'\s<>`]+", ml.player(record).html))
    assert urls == {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("agent", ["basic", "charles"])
def test_exact_risks_are_embedded_as_changes(record, agent):
    played = ml.play(record.board, agent, seed=0)
    shown = risks_by_turn(game(played))
    for (view, _), percents in zip(played.replay(), shown, strict=True):
        covered = view.codes == COVERED
        risk = ml.odds(View(view.codes, 20)).risk
        assert percents[covered].tolist() == [int(percent(p)[:-1]) for p in risk[covered]]


def test_percents_are_those_of_the_words():
    chances = np.array([0, 0.001, 0.004, 0.005, 0.125, 0.5, 0.995, 0.9999, 1, np.nan])
    assert whole_percent(chances).tolist() == [*(int(percent(p)[:-1]) for p in chances[:-1]), -1]


class FlagsFirst(ml.Player):
    def move(self, view, rng):
        cell = view.covered[0]
        return ml.Flag(cell) if cell == (0, 1) else ml.Open(cell)


def test_after_a_wrong_flag_there_are_no_risks():
    record = ml.play(ml.Board.parse("1221\n1MM1\n1221"), FlagsFirst())
    shown = list(risks_by_turn(game(record)))
    assert record.turns[1].cell == (0, 1) and record.wrong_flags == 1
    assert all(isinstance(risk, np.ndarray) for risk in shown[:2])
    assert set(shown[2:]) == {"there is a wrong flag on the board"}


def test_a_protected_first_click_is_safe_anywhere():
    record = ml.play(ml.Board.random(9, 9, mines=10, seed=2), "basic", rules=ml.CLASSIC, seed=1)
    first, second, *_ = risks_by_turn(game(record))
    assert (first == 0).all()
    assert second.max() > 0


def test_the_corner_that_the_rules_open_has_no_risk():
    record = ml.play(ml.printed_board("daggers-easy1"), "dagger-1", rules=ml.DAGGERS, seed=1)
    first, second, *_ = risks_by_turn(game(record))
    assert first.startswith("the rules open a corner") and isinstance(second, np.ndarray)


def test_what_cannot_be_solved_is_left_out_and_soon_not_tried(record, monkeypatch):
    player = sys.modules["minelab.display.player"]
    asked = []

    def unsolved(view):
        asked.append(view)
        return ml.Odds(np.zeros(view.codes.shape), False, None)

    monkeypatch.setattr(player, "odds", unsolved)
    assert set(risks_by_turn(game(record))) == {"this position is too large to solve"}
    assert len(asked) == player.MAX_UNSOLVED


def test_of_very_large_games_it_is_said_that_there_are_no_risks(record, monkeypatch):
    monkeypatch.setattr(sys.modules["minelab.display.player"], "MAX_LOOKED_AT", 100 * 100 - 1)
    assert game(record)["risks"] == "the game is too large to solve every position"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"turn": 101}, "turn must be a whole number from 0 to 100"),
        ({"turn": -1}, "turn must be"),
    ],
)
def test_bad_arguments_are_named(record, arguments, message):
    with pytest.raises(ValueError, match=message):
        ml.player(record, **arguments)


def test_a_game_without_turns_can_be_shown():
    record = ml.play(ml.Board.parse("MM\nMM"), "basic", rules=ml.Rules(goal="open"))
    assert game(record)["start"] == len(record.turns) == 0


def test_lives_count_where_there_is_more_than_one_or_gold(record):
    def counted(**rules):
        data = game(ml.play(record.board, "basic", rules=ml.Rules(**rules), seed=0))
        return data["mortal"], data["gold"], data["lives"]

    assert counted() == (False, None, None)
    assert counted(lives=1) == (False, None, 1)
    assert counted(lives=3) == (True, None, 3)
    dagger = ml.play(ml.printed_board("daggers-easy1"), "dagger-1", rules=ml.DAGGERS, seed=1)
    assert (game(dagger)["mortal"], game(dagger)["gold"]) == (True, 1)


def test_several_games_are_embedded_with_what_they_share(pair):
    data = embedded(pair)
    assert data["title"] == "One board, two agents"
    assert data["about"] == "10 × 10, 20 mines · board 7"
    assert [one["name"] for one in data["games"]] == ["basic", "charles"]
    for one, record in zip(data["games"], pair, strict=True):
        whole = data | one
        assert [divmod(turn["cell"], 10) for turn in one["turns"]] == [t.cell for t in record.turns]
        for turn in record.turns[::7]:
            entry = one["turns"][turn.number - 1]
            assert sentence(entry) == record.explain(turn)
            assert method(whole, entry) == turn.method
        assert len(one["risks"]) == len(record.turns)


def test_rules_are_named_where_they_differ_and_seeds_where_agents_do_not(record):
    classic = ml.play(record.board, "basic", rules=ml.CLASSIC, seed=1)
    one, other = embedded([record, classic])["games"]
    assert (one["name"], other["name"]) == ("basic, seed 0", "basic, seed 1")
    assert (one["note"], other["note"]) == ("report rules", "classic rules")
    assert all(one["note"] is None for one in embedded([record, record])["games"])


def test_the_picture_of_several_games_tells_where_they_part(pair):
    turn = next(
        n for n, (a, b) in enumerate(zip(*(r.turns for r in pair), strict=True), 1)
        if a.move != b.move
    )  # fmt: skip
    film = ml.player(pair).film
    assert f"They part at turn {turn}." in film.alt
    assert film.svg.count(f">Turn {turn}<") == film.svg.count(">End<") == 2
    assert ml.player(pair, turn=turn + 2).film.svg.count(f">Turn {turn + 2}<") == 2
    same = ml.player([pair[0]] * 3).film
    assert "One board, three agents" in same.alt and "They make the same moves." in same.alt


def test_a_list_of_one_is_one_game(record):
    assert ml.player([record]).html == ml.player(record).html
    assert ml.player([record], turn=3).title == "basic, 10 × 10, 20 mines"


@pytest.mark.parametrize(
    ("choose", "message"),
    [
        (lambda r: [], "record must be from 1 to 4 Records, not 0"),
        (lambda r: [r] * 5, "record must be from 1 to 4 Records, not 5"),
        (lambda r: [r, "basic"], "record must be a Record or a list of Records"),
        (lambda r: r.board, "record must be a Record or a list of Records"),
        (lambda r: [r, r, other_board()], "games on one board; number 3 has another"),
    ],
)
def test_only_up_to_four_records_of_one_board_are_compared(record, choose, message):
    with pytest.raises(ValueError, match=message):
        ml.player(choose(record))


def other_board():
    return ml.play(ml.Board.random(10, 10, mines=20, seed=8), "basic", seed=0)


def test_the_same_mines_are_the_same_board_whatever_its_seed(record):
    again = ml.play(ml.Board(record.board.mines, seed=99), "exact", seed=0)
    assert len(embedded([record, again])["games"]) == 2


def test_data_is_packed_the_same_each_time_and_compared_by_what_it_is(record):
    text = ml.player(record).html
    (packed,) = PACKED.findall(text)
    assert pack(content(packed).decode()) == packed
    again = base64.b64encode(gzip.compress(content(packed), 1, mtime=0)).decode()
    other = text.replace(packed, again)
    assert other != text and without_packing(other) == without_packing(text)
    turned = text.replace(packed, pack(content(packed).decode().replace("guess", "gues")))
    assert without_packing(turned) != without_packing(text)
    assert not PACKED.search(without_packing(text))


def test_a_script_loses_its_comments_and_nothing_else():
    text = 'const a = "http://x"; // after\n  // alone\n\n/* block\n of two */  b();\n'
    assert slim(text) == 'const a = "http://x"; // after\nb();'


def test_a_player_may_open_with_its_risks_in_sight(record):
    assert [embedded(record, show_risk=shown)["risk"] for shown in (True, False)] == [True, False]
