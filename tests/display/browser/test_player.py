"""The player in a real browser, opened as a file and in JupyterLab: one game, and several.

One journey runs always. The others, marked `full`, look at single parts: keys, pace, themes,
narrow pages, large boards, comparisons, exported notebooks, JupyterLab.
"""

import re

import nbformat
import numpy as np
import pytest
from playwright.sync_api import expect

import minelab as ml
from minelab.boards.grid import BLAST, COVERED, FLAG
from minelab.boards.view import View
from minelab.display.draw import is_blast
from minelab.display.palette import RISK_SCALE, colour
from minelab.display.player import parting
from minelab.inference.words import percent
from minelab.report.site import Page, html_of
from tests.display.browser.jupyter import cells, run_all, wear, write_notebook
from tests.display.browser.pages import HOSTILE, as_code, counters, faults, press


@pytest.fixture(scope="module")
def record():
    return ml.play(ml.Board.random(10, 10, mines=20, seed=7), "basic", seed=0)


@pytest.fixture(scope="module")
def pair():
    board = ml.Board.random(10, 10, mines=20, seed=1475)
    return [ml.play(board, agent, seed=0) for agent in ("basic", "ibs-hyper")]


@pytest.fixture
def show(open_page, tmp_path):
    """A function that opens the page of a player."""

    def show(records, turn=1, height=1800, **options):
        ml.player(records, turn=turn).save(tmp_path / "player.html")
        page = open_page((tmp_path / "player.html").as_uri(), height=height, **options)
        page.locator(".card").wait_for()  # its data are unpacked after the page has loaded
        return page

    return show


def turn_of(page):
    """The step of the slider; for one game, its turn."""
    return int(page.locator("input[type=range]").input_value())


def turns_of(page):
    """The turn that each game has reached, as its panel says."""
    return [int(text.split(" / ")[0]) for text in page.locator(".turn").all_inner_texts()]


def spoken(page):
    return page.locator("input[type=range]").get_attribute("aria-valuetext")


def codes_on(area):
    """A board as the page shows it, back to codes, row by row."""
    looks = area.locator(".grid > :not(.label)").evaluate_all(
        """cells => cells.map((cell) => [...cell.classList,
            ...[...cell.querySelectorAll("svg")].map((svg) => "svg" + svg.children.length)])"""
    )

    def code(names):
        if "blast" in names:
            return BLAST
        if "open" in names:
            return next(int(name[1:]) for name in names if re.fullmatch(r"n\d", name))
        return FLAG if "svg2" in names else COVERED

    return np.array([code(names) for names in looks])


def test_a_game_from_its_first_turn_to_its_last(show, pair, open_page, tmp_path):
    record = pair[1]
    page = show(record, turn=0)
    page.locator("input[type=range]").focus()
    assert turn_of(page) == 0 and spoken(page) == "Start of 100 turns"
    blasts = guesses = 0
    in_list = 0
    for turn in record.turns:
        press(page, "ArrowRight")
        blasts += is_blast(turn)
        guesses += turn.method == "guess"
        n_steps = sum(span.mark == "step" for span in record.sentence(turn))
        said = page.locator(".sentence").inner_text()
        if n_steps >= 3:  # a list of steps, then the conclusion
            in_list += 1
            assert page.locator(".sentence li:not(.more)").count() == n_steps
            conclusion = page.locator(".sentence p").last.inner_text()
            assert conclusion.startswith("So (") and record.explain(turn).endswith(conclusion)
        elif turn.number % 9 == 0 or turn.number == 100:
            assert said.replace("\n", "") == record.explain(turn)
            assert (codes_on(page) == record.view(turn.number).codes.ravel()).all()
            assert counters(page) == {
                "Turn": f"{turn.number} / 100",
                "Guesses": str(guesses),
                "Blasts": str(blasts),
                "Score": f"{1 - blasts / 20:.2f}",
            }
    assert in_list and counters(page)["Score"] == f"{record.score:.2f}"
    press(page, "Home", "g", "r", "t")
    assert record.turns[turn_of(page) - 1].method == "guess"
    view = record.view(turn_of(page))
    assert page.locator(".grid > .risk").count() == (view.codes == COVERED).sum()
    assert page.locator(".grid > .covered > svg[style*='0.5']").count() > 0
    # A browser that cannot unpack the data shows the picture.
    old = open_page("about:blank")
    old.add_init_script("delete globalThis.DecompressionStream")
    old.goto((tmp_path / "player.html").as_uri())
    width = old.locator("img").evaluate("img => img.decode().then(() => img.width)")
    assert width == ml.player(record).picture.width and old.locator(".card").count() == 0


@pytest.mark.full
def test_the_keys_of_the_player(show, record):
    page = show(record)
    page.locator(".grid").click()  # a click anywhere brings the keys to life
    numbers = {
        "guess": [t.number for t in record.turns if t.method == "guess"],
        "blast": [t.number for t in record.turns if is_blast(t)],
    }
    press(page, "End")
    assert turn_of(page) == 100
    press(page, "Home")
    assert turn_of(page) == 0
    press(page, "ArrowRight", "Shift+ArrowRight", "ArrowLeft")
    assert turn_of(page) == 10
    press(page, "g")
    after = [n for n in numbers["guess"] if n > 10]
    assert turn_of(page) == after[0]
    press(page, "g", "Shift+G")
    assert turn_of(page) == after[0]
    press(page, "Home", "b")
    assert turn_of(page) == numbers["blast"][0]
    press(page, "Home", "ArrowRight", "m")  # the next use of the method of turn 1
    assert turn_of(page) == numbers["guess"][1]
    for key, name in (("t", "truth"), ("c", "coordinates")):
        button = page.locator(f"[data-toggle={name}]")
        before = button.get_attribute("aria-pressed")
        press(page, key)
        assert button.get_attribute("aria-pressed") != before
    press(page, "-", "-")
    assert page.locator("[data-speed='1']").get_attribute("aria-pressed") == "true"
    press(page, "+", "+")
    assert page.locator("[data-speed='16']").get_attribute("aria-pressed") == "true"
    press(page, "Home", " ")
    page.wait_for_function(
        """() => document.querySelector("[data-minelab-player]").shadowRoot
            .querySelector("input").value > 5"""
    )
    press(page, "Escape")
    stopped = turn_of(page)
    page.wait_for_timeout(150)
    assert turn_of(page) == stopped
    assert page.locator(".play").get_attribute("aria-label") == "Play"
    assert page.locator(".sentence").inner_text() == record.explain(stopped)


@pytest.mark.full
def test_buttons_and_method_counts_jump(show, record):
    page = show(record, turn=0)
    page.get_by_role("button", name="Next blast").click()
    assert is_blast(record.turns[turn_of(page) - 1])
    page.get_by_role("button", name="First").click()
    page.locator(".methods button", has_text="single").click()
    assert record.turns[turn_of(page) - 1].method == "single"
    counts = page.locator(".methods button").all_inner_texts()
    assert re.sub(r"\s", "", counts[0]) == f"guess{record.guesses}"
    page.get_by_role("button", name="Last", exact=True).click()
    assert page.get_by_role("button", name="Next guess").get_attribute("aria-disabled") == "true"


@pytest.mark.full
def test_the_slider_speaks_and_the_words_wear_the_marks_of_the_board(show, record):
    turn = next(t for t in record.turns if t.method == "single" and isinstance(t.move, ml.Open))
    page = show(record, turn=turn.number)
    (_, code), *_ = turn.observations
    r, c = turn.cell
    assert spoken(page) == f"Turn {turn.number} of 100, single, open ({r}, {c}), clue {code}"
    assert page.locator(".mark.move").inner_text() == f"({r},\N{NO-BREAK SPACE}{c})"
    assert page.locator(".grid > .move").count() == page.locator(".grid > .why").count() == 1
    assert page.get_by_role("status").get_by_text("single").count() == 1
    assert page.locator(".grid").get_attribute("role") == "img"
    assert "10 rows, 10 columns" in page.locator(".grid").get_attribute("aria-label")


@pytest.mark.full
def test_a_guess_shows_its_risk_and_what_could_be_proved(show, record):
    first, *_, last = ml.hindsight(record)
    page = show(record, turn=last.turn)
    said = page.locator(".sentence").inner_text()
    assert said == record.explain(last.turn)
    assert said.startswith("No proof found. Opens one of ") and "cells were provably safe" in said
    page.locator("input[type=range]").fill(str(first.turn))
    assert page.locator(".sentence").inner_text() == (
        "No proof exists. Opens one of 100 covered cells at random: the risk is 20%, "
        "the least there was."
    )


@pytest.mark.full
def test_exact_risks_are_a_heat_map_of_what_was_known_before_the_move(show, record):
    page = show(record, turn=20)
    page.locator("input[type=range]").focus()
    press(page, "r")
    assert page.get_by_role("button", name="Risk").get_attribute("aria-pressed") == "true"
    for turn in (88, 20, 60):
        page.locator("input[type=range]").fill(str(turn))
        known = ml.odds(View(record.view(turn - 1).codes, 20)).risk
        known = known[record.view(turn).codes == COVERED]
        percents = [percent(p)[:-1] for p in known]
        assert page.locator(".grid > .risk").all_inner_texts() == percents
        assert page.locator(".grid > .harmless").count() == (known == 0).sum()
        shades = page.locator(".grid > .risk").evaluate_all(
            "nodes => nodes.map((node) => getComputedStyle(node).backgroundColor)"
        )
        # Tenths of the scale, whose ends are for what is certain.
        steps = [int(p) // 10 if int(p) % 100 == 0 else min(max((int(p) + 5) // 10, 1), 9)
                 for p in percents]  # fmt: skip
        assert [as_code(shade) for shade in shades] == [RISK_SCALE["light"][k] for k in steps]
    assert page.locator(".scale").is_visible() and not page.locator(".no-risk").inner_text()


@pytest.mark.full
def test_a_wrong_flag_leaves_no_exact_risks_and_is_struck_at_the_end(show):
    class Flagger(ml.Player):
        def move(self, view, rng):
            cell = view.covered[0]
            return ml.Flag(cell) if cell == (0, 1) else ml.Open(cell)

    record = ml.play(ml.Board.parse("1221\n1MM1\n1221"), Flagger())
    page = show(record, turn=2)
    page.get_by_role("button", name="Risk").click()
    assert page.locator(".grid > .risk").count() == 10
    page.locator("input[type=range]").fill("3")
    assert page.locator(".grid > .risk").count() == 0
    said = page.locator(".no-risk").inner_text()
    assert said == "No exact risks: there is a wrong flag on the board"
    assert page.locator(".grid > .covered").first.locator("svg").count() == 1
    page.locator("input[type=range]").fill(str(len(record.turns)))
    assert page.locator(".grid > .covered").first.locator("svg").count() == 2
    assert counters(page)["Score"] == "0.00" and record.score == 0


@pytest.mark.full
def test_the_pace_follows_what_happens(show, record):
    page = show(record, turn=0)
    page.clock.install(time=0)  # the page's clock goes on as it is told, so nobody waits
    page.clock.pause_at(1000)
    page.locator("input[type=range]").focus()
    press(page, "-", " ")  # 1x: one turn a second, weighed by interest
    page.clock.run_for(1)
    assert turn_of(page) == 1
    for turn in record.turns[:12]:
        weight = 3 if is_blast(turn) else {"guess": 1.5, "single": 0.5}[turn.method]
        page.clock.run_for(int(1000 * weight) - 2)
        assert turn_of(page) == turn.number
        page.clock.run_for(2)
        assert turn_of(page) == turn.number + 1
    assert page.locator(".reason").get_attribute("aria-live") == "off"
    press(page, "Escape")
    page.clock.run_for(5000)
    assert turn_of(page) == 13


@pytest.mark.full
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_follows_the_system_and_jupyter(show, record, theme):
    page = show(record, turn=30, color_scheme=theme)
    face = page.locator(".grid > .covered").first

    def shade():
        return as_code(face.evaluate("node => getComputedStyle(node).backgroundColor"))

    scopes = {colour("scope", t) for t in ("light", "dark")}
    assert shade() in {colour("covered", theme)} | scopes
    other = "dark" if theme == "light" else "light"
    page.evaluate(f"document.body.dataset.jpThemeLight = '{str(other == 'light').lower()}'")
    page.wait_for_selector(f"[data-theme={other}]")
    assert shade() in {colour("covered", other)} | scopes


@pytest.mark.full
@pytest.mark.parametrize(("width", "narrow"), [(940, False), (380, True)])
def test_nothing_jumps_and_nothing_spills(show, record, width, narrow):
    page = show(record, width=width)
    before = page.locator(".bar").bounding_box()
    for turn in (40, 88, 100):
        page.locator("input[type=range]").fill(str(turn))
        assert page.locator(".bar").bounding_box() == before
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    reason, board = (page.locator(f".{x}").bounding_box() for x in ("reason", "grid"))
    beside = reason["x"] > board["x"] + board["width"]
    assert beside != narrow
    pressed = page.locator("[data-toggle=coordinates]").get_attribute("aria-pressed")
    assert (pressed == "true") != narrow


@pytest.mark.full
def test_where_there_is_little_room_a_proof_shows_its_first_and_last_step(show):
    record = ml.play(ml.Board.random(10, 10, mines=20, seed=1475), "ibs-hyper", seed=0)
    marks = {turn.number: [span.mark for span in record.sentence(turn)] for turn in record.turns}
    turn = next(number for number, names in marks.items() if names.count("step") >= 3)
    page = show(record, turn=turn, width=380)
    steps = page.locator(".sentence li:not(.more)")
    seen = [steps.nth(k).is_visible() for k in range(steps.count())]
    assert len(seen) == marks[turn].count("step")
    assert seen == [True, *[False] * (len(seen) - 2), True]
    page.get_by_role("button", name="more step").click()
    assert all(steps.nth(k).is_visible() for k in range(len(seen)))
    assert page.locator(".grid > .supposed.move").count() == 1


@pytest.mark.full
def test_a_wide_board_pans_and_keeps_the_move_in_view(show):
    expert = ml.play(ml.Board.random(16, 30, mines=99, seed=17), "basic", seed=1)
    page = show(expert, width=380)
    for turn in (100, 300, 450):
        page.locator("input[type=range]").fill(str(turn))
        move, pan = (page.locator(x).bounding_box() for x in (".grid > .move", ".pan"))
        assert pan["x"] <= move["x"] and move["x"] + move["width"] <= pan["x"] + pan["width"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.full
def test_an_expert_game_scrubs_without_lag(show):
    expert = ml.play(ml.Board.random(16, 30, mines=99, seed=17), "basic", seed=1)
    page = show(expert)
    page.get_by_role("button", name="Risk").click()
    times = page.evaluate(
        """() => {
            const slider = document.querySelector("[data-minelab-player]").shadowRoot
                .querySelector("input");
            return Array.from({ length: 240 }, (_, k) => {
                slider.value = 480 - 2 * k;
                const began = performance.now();
                slider.dispatchEvent(new Event("input", { bubbles: true }));
                slider.getBoundingClientRect();  // the layout counts as well
                return performance.now() - began;
            });
        }"""
    )
    assert turn_of(page) == 2
    assert sorted(times)[120] < 50  # half of them; a shared machine has its slow moments


@pytest.mark.full
def test_a_large_board_shows_the_whole_and_a_window_on_the_move(show):
    record = ml.play(ml.Board.random(60, 60, mines=500, seed=1), "basic", seed=1)
    page = show(record, turn=900)
    assert page.locator("canvas").count() == 1
    assert page.locator(".grid > .move").count() == 1
    row = page.locator(".label.down.here").inner_text()
    assert int(row) == record.turns[899].cell[0]


@pytest.mark.full
def test_two_players_on_one_page_keep_out_of_each_other(open_page, record, tmp_path):
    pieces = [ml.player(record).html, ml.player(record).html, ml.player(record, turn=50).html]
    path = tmp_path / "page.html"
    path.write_text(f"<!doctype html><meta charset=utf-8><body>{''.join(pieces)}", "utf-8")
    page = open_page(path.as_uri())
    sliders = page.locator("input[type=range]")
    expect(sliders).to_have_count(3)
    sliders.nth(1).focus()
    press(page, "ArrowRight", "ArrowRight")
    assert [sliders.nth(k).input_value() for k in range(3)] == ["1", "3", "50"]
    names = "Object.getOwnPropertyNames(window)"
    empty = tmp_path / "empty.html"  # a file too: about:blank has fewer names
    empty.write_text("<!doctype html>", "utf-8")
    assert set(page.evaluate(names)) == set(open_page(empty.as_uri()).evaluate(names))


@pytest.mark.full
def test_forced_colours_still_tell_the_states_of_cells_apart(show, record):
    blast = next(turn.number for turn in record.turns if is_blast(turn))
    page = show(record, turn=blast, forced_colors="active")

    def style(selector, name):
        return page.locator(selector).first.evaluate(f"node => getComputedStyle(node).{name}")

    covered, opened = ".grid > .covered", ".grid > .open:not(.why)"
    assert style(covered, "borderBottomWidth") == "4px" != style(opened, "borderBottomWidth")
    assert style(covered, "borderTopStyle") != style(opened, "borderTopStyle")
    assert style(".grid > .blast", "backgroundColor") != style(covered, "backgroundColor")
    assert style(".play svg", "fill") != style(".play", "backgroundColor")


@pytest.mark.full
def test_lives_and_gold_are_counted_on_a_map_of_daggers(show):
    record = ml.play(ml.printed_board("daggers-easy1"), "dagger-1", rules=ml.DAGGERS,
                     guesses=[(0, 4)])  # fmt: skip
    page = show(record, turn=0)
    page.locator("input[type=range]").focus()
    assert counters(page)["Gold"] == "0 / 1" and counters(page)["Lives"] == "1"
    for turn in record.turns:
        press(page, "ArrowRight")
        assert (codes_on(page) == record.view(turn.number).codes.ravel()).all()
        status = record.after(turn.number).status
        assert counters(page)["Gold"] == f"{status.gold} / 1"
        assert counters(page)["Lives"] == str(status.lives)
    assert record.blasts == 1 and counters(page)["Result"] == "won"
    assert page.locator(".about").inner_text() == "5 × 5, 4 mines, 1 gold"


@pytest.mark.full
def test_an_exported_notebook_plays_with_the_network_off(open_page, record, tmp_path):
    pair = [record, ml.play(record.board, "charles", seed=0)]
    shown = [ml.player(record, turn=20), ml.player(pair, turn=20)]
    bundles = [each._repr_mimebundle_()[0] for each in (*shown, ml.strip(record))]
    cells = [
        nbformat.v4.new_code_cell(
            "", outputs=[nbformat.v4.new_output("execute_result", bundle, execution_count=1)]
        )
        for bundle in bundles
    ]
    path = tmp_path / "report.html"
    book = Page("games", nbformat.v4.new_notebook(cells=cells))
    path.write_text(html_of(book, None, None), "utf-8")
    page = open_page(path.as_uri(), width=700, offline=True)
    sliders = page.locator("input[type=range]")
    expect(sliders).to_have_count(2)
    for k in range(2):
        sliders.nth(k).focus()
        press(page, "ArrowRight")
    assert [sliders.nth(k).input_value() for k in range(2)] == ["21", "21"]
    assert page.locator(".sentence").first.inner_text() == record.explain(21)
    # The film strip is wider than this page, and is shown whole.
    picture = page.get_by_alt_text("Film strip of basic")
    box = picture.bounding_box()
    assert ml.strip(record).width > 700 >= box["x"] + box["width"]


@pytest.mark.full
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_fault(open_page, record, tmp_path, theme):
    board = ml.Board.random(10, 10, mines=20, seed=1475)
    games = [ml.play(board, agent, seed=0) for agent in ("basic", "ibs-hyper", "exact")]
    refuted = next(turn.number for turn in games[1].turns if turn.method == "refute")
    pieces = [
        ml.player(record, turn=20).html,
        ml.player(games[:2], turn=refuted).html,
        ml.player(games, turn=20).html,
    ]
    path = tmp_path / "page.html"
    head = "<!doctype html><html lang=en><meta charset=utf-8><title>Players</title>"
    ground = colour("surface", theme)
    path.write_text(f"{head}<body style='background:{ground}'>{''.join(pieces)}", "utf-8")
    page = open_page(path.as_uri(), color_scheme=theme)
    expect(page.locator(".card")).to_have_count(3)
    page.locator("[data-toggle=risk]").nth(0).click()
    page.locator("[data-toggle=truth]").nth(1).click()
    assert faults(page) == []
    unnamed = page.locator("button, input").evaluate_all(
        "nodes => nodes.filter((node) => !(node.ariaLabel || node.textContent.trim())).length"
    )
    assert unnamed == 0


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


@pytest.mark.full
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


@pytest.mark.full
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


@pytest.mark.full
def test_keys_jump_to_differences_guesses_blasts_and_methods(show, pair):
    page = show(pair, turn=0)
    page.locator(".grid").first.click()
    found = differences(pair)
    assert found[0] == parting(pair) and 3 < len(found) < 60
    for turn in found[:4]:
        press(page, "d")
        assert turns_of(page) == [turn, turn]
    press(page, "Shift+D")
    assert turn_of(page) == found[2]
    page.get_by_role("button", name="Next difference").click()
    assert turn_of(page) == found[3]

    def where(test):
        return sorted({turn.number for record in pair for turn in record.turns if test(turn)})

    press(page, "Home", "b")
    assert turn_of(page) == where(is_blast)[0]
    press(page, "End", "Shift+G")
    assert turn_of(page) == [n for n in where(lambda t: t.method == "guess") if n < 100][-1]
    refutes = where(lambda turn: turn.method == "refute")
    page.locator("input[type=range]").fill(str(refutes[0]))
    press(page, "m")  # the most expensive method shown
    assert turn_of(page) == refutes[1]
    press(page, "End")
    last = page.get_by_role("button", name="Next difference")
    assert last.get_attribute("aria-disabled") == "true"


@pytest.mark.full
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


@pytest.mark.full
def test_four_games_are_two_by_two_with_reasons_on_demand(show, pair):
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


@pytest.mark.full
@pytest.mark.parametrize("width", [940, 380])
def test_nothing_jumps_and_nothing_spills_in_a_comparison(show, pair, width):
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


@pytest.mark.full
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


SOURCE = """\
import minelab as ml
record = ml.play(ml.Board.parse("1M2\\n24M\\nM3M"), "basic", first=(0, 0), engine=False)
ml.player(record)"""


@pytest.mark.full
def test_the_player_in_jupyterlab(lab, open_page, folder):
    write_notebook(folder / "game.ipynb", SOURCE)
    page = open_page(f"{lab}/lab/tree/game.ipynb?reset")
    run_all(page)
    slider = page.locator("input[type=range]")
    slider.wait_for(state="attached")
    before = cells(page)

    slider.focus()
    for key in ("ArrowRight", "ArrowRight", "Shift+ArrowRight", "Home", "ArrowRight"):
        page.keyboard.press(key)
    assert slider.input_value() == "1"
    # In the notebook these keys would add, delete, turn and run cells.
    for key in ("b", "a", "d", "d", "m", "y", "x", "Shift+ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    page.locator(".grid").click()  # the board takes the keys as well
    for key in ("b", "Home", "ArrowRight", "m", "c", "t"):
        page.keyboard.press(key)
    assert cells(page) == before
    assert slider.input_value() == "2"
    assert page.locator("[data-toggle=truth]").get_attribute("aria-pressed") == "true"

    wear(page, "JupyterLab Dark")
    page.wait_for_selector("[data-minelab-player][data-theme=dark]", state="attached")


@pytest.mark.full
def test_an_untrusted_notebook_shows_the_picture(lab, open_page, folder):
    shown = ml.player(ml.play(ml.Board.parse("1M2\n24M\nM3M"), "basic", engine=False))
    bundle, _ = shown._repr_mimebundle_()
    output = nbformat.v4.new_output("execute_result", bundle, execution_count=1)
    write_notebook(folder / "old.ipynb", SOURCE, outputs=[output])
    page = open_page(f"{lab}/lab/tree/old.ipynb?reset")
    picture = page.locator(".jp-OutputArea-output img")
    picture.wait_for(state="attached", timeout=40_000)
    assert picture.evaluate("img => img.decode().then(() => img.width)") > 300
    assert page.locator("input[type=range]").count() == 0
    assert "const" not in page.locator(".jp-OutputArea-output").inner_text()
