"""Several games side by side in a real browser."""

import re

import numpy as np
import pytest

import minelab as ml
from minelab.boards.grid import BLAST, COVERED, FLAG
from minelab.display.draw import is_blast
from minelab.display.player import parting

HOSTILE = "</script><img src=x onerror=alert(1)>${1}'\""


@pytest.fixture(scope="module")
def pair():
    board = ml.Board.random(10, 10, mines=20, seed=1475)
    return [ml.play(board, agent, seed=0) for agent in ("basic", "ibs-hyper")]


@pytest.fixture
def show(open_page, tmp_path):
    """A function that opens the page of a player."""

    def show(records, turn=1, height=1800, **options):
        ml.player(records, turn=turn).save(tmp_path / "player.html")
        return open_page((tmp_path / "player.html").as_uri(), height=height, **options)

    return show


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def step_of(page):
    return int(page.locator("input[type=range]").input_value())


def turns_of(page):
    """The turn that each game has reached, as its panel says."""
    return [int(text.split(" / ")[0]) for text in page.locator(".turn").all_inner_texts()]


def counters(panel):
    names = panel.locator(".counters dt").all_inner_texts()
    return dict(zip(names, panel.locator(".counters dd").all_inner_texts(), strict=True))


def codes_on(panel):
    """A board as its panel shows it, back to codes."""
    cells = panel.locator(".grid > :not(.label)").evaluate_all(
        """cells => cells.map((cell) => [...cell.classList,
            ...[...cell.querySelectorAll("svg")].map((svg) => "svg" + svg.children.length)])"""
    )

    def code(names):
        if "blast" in names:
            return BLAST
        if "open" in names:
            return next(int(name[1:]) for name in names if re.fullmatch(r"n\d", name))
        return FLAG if "svg2" in names else COVERED

    return np.array([code(names) for names in cells])


def differences(records):
    """By turn: different methods, or different moves from one and the same position."""
    boards = [[r.after(0).view.codes, *(r.view(t.number).codes for t in r.turns)] for r in records]
    found = []
    for n in range(1, max(len(r.turns) for r in records) + 1):
        made = [r.turns[n - 1] if n <= len(r.turns) else None for r in records]
        before = [codes[min(n - 1, len(codes) - 1)] for codes in boards]
        same = all((codes == before[0]).all() for codes in before)
        methods = {turn.method for turn in made if turn}
        if len(methods) > 1 or (same and len({turn and turn.move for turn in made}) > 1):
            found.append(n)
    return found


def rounds(record):
    """The turns before the first guess, then from each guess to the next."""
    starts = [0, *(t.number - 1 for t in record.turns if t.method == "guess"), len(record.turns)]
    return [b - a for a, b in zip(starts[:-1], starts[1:], strict=True)]


def test_both_games_look_as_their_records_say(show, pair):
    page = show(pair, turn=0)
    assert page.locator(".title").inner_text() == "One board, two agents"
    assert page.locator(".panel .agent").all_inner_texts() == ["basic", "ibs-hyper"]
    slider = page.locator("input[type=range]")
    for turn in (1, 33, 100, 62):
        slider.fill(str(turn))
        for k, record in enumerate(pair):
            panel = page.locator(".panel").nth(k)
            made = record.turns[:turn]
            assert (codes_on(panel) == record.view(turn).codes.ravel()).all()
            assert counters(panel) == {
                "Turn": f"{turn} / 100",
                "Guesses": str(sum(t.method == "guess" for t in made)),
                "Blasts": str(sum(map(is_blast, made))),
                "Score": f"{1 - sum(map(is_blast, made)) / 20:.2f}",
            }
            said = panel.locator(".sentence").inner_text()
            assert said.replace("\n", "") == record.explain(turn)
    for button in ("Truth", "Risk"):
        page.get_by_role("button", name=button).click()
    for k, record in enumerate(pair):
        panel = page.locator(".panel").nth(k)
        covered = record.view(62).codes == COVERED
        assert panel.locator(".grid > .risk").count() == covered.sum()
        mines = (record.board.mines & covered).sum()
        assert panel.locator(".grid > .covered > svg[style*='0.5']").count() == mines
    spoken = slider.get_attribute("aria-valuetext")
    assert re.fullmatch(r"Step 62 of 100: basic turn 62, .*; ibs-hyper turn 62, .*", spoken)


def test_lanes_share_a_scale_and_a_playhead(show, pair):
    page = show(pair, turn=50)
    lanes = [page.locator(".lane").nth(k).bounding_box() for k in range(2)]
    assert page.locator(".lane .who").all_inner_texts() == ["basic", "ibs-hyper"]
    assert lanes[0]["x"] == lanes[1]["x"] and lanes[0]["width"] == lanes[1]["width"]
    head = page.locator(".playhead").bounding_box()
    assert head["y"] < lanes[0]["y"] + 20 and head["height"] > lanes[1]["height"] + 40
    middle = lanes[0]["x"] + lanes[0]["width"] * 50.5 / 101
    assert head["x"] + 1 == pytest.approx(middle, abs=1)
    # The lanes are the slider: drag from turn 20 to turn 80 in the lower one.
    at = [lanes[1]["x"] + lanes[1]["width"] * (turn + 0.5) / 101 for turn in (20, 80)]
    page.mouse.move(at[0], lanes[1]["y"] + 30)
    page.mouse.down()
    assert turns_of(page) == [20, 20]
    page.mouse.move(at[1], lanes[1]["y"] + 30, steps=4)
    page.mouse.up()
    assert turns_of(page) == [80, 80]
    words = page.locator(".parting span")
    turn = parting(pair)
    assert words.inner_text() == f"they part at turn {turn}"
    box = words.bounding_box()
    assert (
        box["x"]
        <= lanes[0]["x"] + lanes[0]["width"] * (turn + 0.5) / 101
        <= (box["x"] + box["width"])
    )


def test_keys_jump_to_differences_guesses_blasts_and_methods(show, pair):
    page = show(pair, turn=0)
    page.locator(".grid").first.click()
    found = differences(pair)
    assert found[0] == parting(pair) and 3 < len(found) < 60
    for turn in found[:4]:
        press(page, "d")
        assert turns_of(page) == [turn, turn]
    press(page, "Shift+D")
    assert step_of(page) == found[2]
    page.get_by_role("button", name="Next difference").click()
    assert step_of(page) == found[3]

    def where(test):
        return sorted({turn.number for record in pair for turn in record.turns if test(turn)})

    press(page, "Home", "b")
    assert step_of(page) == where(is_blast)[0]
    press(page, "End", "Shift+G")
    assert step_of(page) == [n for n in where(lambda t: t.method == "guess") if n < 100][-1]
    refutes = where(lambda turn: turn.method == "refute")
    page.locator("input[type=range]").fill(str(refutes[0]))
    press(page, "m")  # the dearest method shown
    assert step_of(page) == refutes[1]
    press(page, "End")
    last = page.get_by_role("button", name="Next difference")
    assert last.get_attribute("aria-disabled") == "true"


def test_by_guess_they_guess_together_and_wait_for_each_other(show, pair):
    page = show(pair, turn=0)
    page.get_by_role("button", name="guess", exact=True).click()
    assert page.locator("[data-align=guess]").get_attribute("aria-pressed") == "true"
    lengths = [rounds(record) for record in pair]
    most = max(map(len, lengths))
    lengths = [[*each, *[0] * (most - len(each))] for each in lengths]
    spans = [max(both) for both in zip(*lengths, strict=True)]
    slider = page.locator("input[type=range]")
    assert slider.get_attribute("max") == str(sum(spans))
    for k in range(1, most):  # the step of the k-th guess, and the last one before it
        slider.fill(str(sum(spans[:k]) + 1))
        reached = [sum(each[:k]) + min(1, each[k]) for each in lengths]
        assert turns_of(page) == reached
        assert [pair[i].turns[n - 1].method for i, n in enumerate(reached) if lengths[i][k]] == [
            "guess"
        ] * sum(each[k] > 0 for each in lengths)
        slider.fill(str(sum(spans[:k])))
        assert turns_of(page) == [sum(each[:k]) for each in lengths]
    # The first game stays where it is when the games are aligned anew.
    stays = turns_of(page)[0]
    page.get_by_role("button", name="turn", exact=True).click()
    assert turns_of(page) == [stays, stays]


def test_four_games_stand_two_by_two_with_reasons_on_demand(show, pair):
    class Mallory(ml.Player):
        name = HOSTILE

        def move(self, view, rng):
            return ml.Guess(view.covered[0], rule=HOSTILE)

    others = [ml.play(pair[0].board, agent, seed=0) for agent in ("exact", Mallory())]
    page = show([*pair, *others], turn=30)
    assert page.locator(".title").inner_text() == "One board, four agents"
    assert page.locator(".panel .agent").all_inner_texts()[3] == HOSTILE
    assert page.locator("img[src=x]").count() == 0
    boxes = [page.locator(".panel .grid").nth(k).bounding_box() for k in range(4)]
    assert len({box["x"] for box in boxes}) == len({box["y"] for box in boxes}) == 2
    assert len({(box["width"], box["height"]) for box in boxes}) == 1
    reason = page.locator(".panel .sentence").nth(3)
    assert page.locator(".panel .what").nth(0).is_visible() and not reason.is_visible()
    page.get_by_role("button", name="Reasons").click()
    assert HOSTILE in reason.inner_text()
    assert page.locator(".lane").count() == page.locator(".playhead i").count() == 4


@pytest.mark.parametrize("width", [940, 380])
def test_nothing_jumps_and_nothing_spills(show, pair, width):
    page = show(pair, width=width, reduced_motion="reduce")
    before = page.locator(".bar").bounding_box()
    for turn in (40, 88, 100):
        page.locator("input[type=range]").fill(str(turn))
        assert page.locator(".bar").bounding_box() == before
    page.locator("input[type=range]").focus()
    press(page, "Home", "ArrowRight")
    assert page.locator(".fresh").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    one, other = (page.locator(".panel .grid").nth(k).bounding_box() for k in range(2))
    assert (one["y"] == other["y"]) == (width == 940)


def test_games_of_other_lengths_and_rules_play_to_the_end(show, pair):
    classic = ml.play(pair[0].board, "charles", rules=ml.CLASSIC, seed=0)
    assert len(classic.turns) < 100
    page = show([pair[0], classic], turn=100)
    assert turns_of(page) == [100, len(classic.turns)]
    assert page.locator(".panel .note").all_inner_texts() == ["report rules", "classic rules"]
    said = [counters(page.locator(".panel").nth(k)) for k in range(2)]
    assert said[0]["Score"] == f"{pair[0].score:.2f}"
    assert said[1]["Result"] == ("won" if classic.won else "lost")
    page.locator("input[type=range]").focus()
    press(page, "+", "+", "Home", " ")
    page.wait_for_function(
        """() => document.querySelector("[data-minelab-player]").shadowRoot
            .querySelector("input").value > 8"""
    )
    press(page, " ")
    assert page.locator(".play").get_attribute("aria-label") == "Play"
