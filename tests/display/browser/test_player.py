"""The player in a real browser, opened as a file."""

import re

import nbformat
import numpy as np
import pytest

import minelab as ml
from minelab.boards.grid import BLAST, COVERED, FLAG
from minelab.boards.view import View
from minelab.display.draw import is_blast
from minelab.display.palette import RISK_SCALE, colour
from minelab.display.player import Playback
from minelab.inference.words import percent
from minelab.report import build as report

HOSTILE = "</script><img src=x onerror=alert(1)>${1}'\""


@pytest.fixture(scope="module")
def record():
    return ml.play(ml.Board.random(10, 10, mines=20, seed=7), "basic", seed=0)


@pytest.fixture
def show(open_page, tmp_path):
    """A function that opens the page of a player."""

    def show(playback, **options):
        playback.save(tmp_path / "player.html")
        return open_page((tmp_path / "player.html").as_uri(), **options)

    return show


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def turn_of(page):
    return int(page.locator("input[type=range]").input_value())


def spoken(page):
    return page.locator("input[type=range]").get_attribute("aria-valuetext")


def counters(page):
    names = page.locator(".counters dt").all_inner_texts()
    return dict(zip(names, page.locator(".counters dd").all_inner_texts(), strict=True))


def codes_on(page, shape):
    """The board as the page shows it, back to codes."""
    cells = page.evaluate(
        """() => [...document.querySelector("[data-minelab-player]").shadowRoot
            .querySelectorAll(".grid > :not(.label)")].map((cell) => [...cell.classList,
              ...[...cell.querySelectorAll("svg")].map((svg) => "svg" + svg.children.length)])"""
    )

    def code(names):
        if "blast" in names:
            return BLAST
        if "open" in names:
            return next(int(name[1:]) for name in names if re.fullmatch(r"n\d", name))
        return FLAG if "svg2" in names else COVERED

    return np.array([code(names) for names in cells]).reshape(shape)


def test_every_turn_looks_as_the_record_says(show, record):
    page = show(ml.player(record, turn=0))
    page.locator("input[type=range]").focus()
    assert turn_of(page) == 0 and spoken(page) == "Start of 100 turns"
    blasts = guesses = 0
    for turn in record.turns:
        press(page, "ArrowRight")
        blasts += is_blast(turn)
        guesses += turn.method == "guess"
        if turn.number % 9 == 0 or turn.number == 100:
            assert (codes_on(page, (10, 10)) == record.view(turn.number).codes).all()
            assert counters(page) == {
                "Turn": f"{turn.number} / 100",
                "Guesses": str(guesses),
                "Blasts": str(blasts),
                "Score": f"{1 - blasts / 20:.2f}",
            }
            said = page.locator(".sentence").inner_text()
            assert said.replace("\n", "") == record.explain(turn)
    assert counters(page)["Score"] == f"{record.score:.2f}"


def test_scrubbing_back_takes_turns_back(show, record):
    page = show(ml.player(record, turn=100))
    slider = page.locator("input[type=range]")
    for turn in (37, 88, 3):
        slider.fill(str(turn))
        assert (codes_on(page, (10, 10)) == record.view(turn).codes).all()
    box = page.locator(".time").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 60.5 / 101, box["y"] + 30)
    assert turn_of(page) == 60


def test_the_keys_of_the_player(show, record):
    page = show(ml.player(record))
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


def test_buttons_and_method_counts_jump(show, record):
    page = show(ml.player(record, turn=0))
    page.get_by_role("button", name="Next blast").click()
    assert is_blast(record.turns[turn_of(page) - 1])
    page.get_by_role("button", name="First").click()
    page.locator(".methods button", has_text="single").click()
    assert record.turns[turn_of(page) - 1].method == "single"
    counts = page.locator(".methods button").all_inner_texts()
    assert re.sub(r"\s", "", counts[0]) == f"guess{record.guesses}"
    page.get_by_role("button", name="Last", exact=True).click()
    assert page.get_by_role("button", name="Next guess").get_attribute("aria-disabled") == "true"


def test_the_slider_speaks_and_the_words_wear_the_marks_of_the_board(show, record):
    turn = next(t for t in record.turns if t.method == "single" and isinstance(t.move, ml.Open))
    page = show(ml.player(record, turn=turn.number))
    (_, code), *_ = turn.observations
    r, c = turn.cell
    assert spoken(page) == f"Turn {turn.number} of 100, single, open ({r}, {c}), clue {code}"
    assert page.locator(".mark.move").inner_text() == f"({r},\N{NO-BREAK SPACE}{c})"
    assert page.locator(".grid > .move").count() == page.locator(".grid > .why").count() == 1
    assert page.get_by_role("status").get_by_text("single").count() == 1
    assert page.locator(".grid").get_attribute("role") == "img"
    assert "10 rows, 10 columns" in page.locator(".grid").get_attribute("aria-label")


def test_a_guess_shows_its_risk_and_what_could_be_proved(show, record):
    first, *_, last = ml.hindsight(record)
    page = show(ml.player(record, turn=last.turn))
    said = page.locator(".sentence").inner_text()
    assert said == record.explain(last.turn)
    assert said.startswith("No proof found. Opens one of ") and "cells were provably safe" in said
    page.locator("input[type=range]").fill(str(first.turn))
    assert page.locator(".sentence").inner_text() == (
        "No proof exists. Opens one of 100 covered cells at random: the risk is 20%, "
        "the least there was."
    )


def test_the_truth_shows_the_mines_that_are_still_covered(show, record):
    page = show(ml.player(record, turn=20))
    page.get_by_role("button", name="Truth").click()
    view = record.view(20)
    mines = (record.board.mines & (view.codes == COVERED)).sum()
    assert page.locator(".grid > .covered > svg[style*='0.5']").count() == mines


def test_exact_risks_are_a_heat_map_of_what_was_known_before_the_move(show, record):
    page = show(ml.player(record, turn=20))
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


def as_code(rgb):
    return "#" + "".join(f"{int(x):02X}" for x in re.findall(r"\d+", rgb))


def test_a_wrong_flag_leaves_no_exact_risks_and_is_struck_at_the_end(show):
    class Flagger(ml.Player):
        def move(self, view, rng):
            cell = view.covered[0]
            return ml.Flag(cell) if cell == (0, 1) else ml.Open(cell)

    record = ml.play(ml.Board.parse("1221\n1MM1\n1221"), Flagger())
    page = show(ml.player(record, turn=2))
    page.get_by_role("button", name="Risk").click()
    assert page.locator(".grid > .risk").count() == 10
    page.locator("input[type=range]").fill("3")
    assert page.locator(".grid > .risk").count() == 0
    said = page.locator(".no-risk").inner_text()
    assert said == "No exact risks: a wrong flag stands on the board"
    assert page.locator(".grid > .covered").first.locator("svg").count() == 1
    page.locator("input[type=range]").fill(str(len(record.turns)))
    assert page.locator(".grid > .covered").first.locator("svg").count() == 2
    assert counters(page)["Score"] == "0.00" and record.score == 0


def test_the_pace_follows_what_happens(show, record):
    page = show(ml.player(record, turn=0))
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


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_follows_the_system_and_jupyter(show, record, theme):
    page = show(ml.player(record, turn=30), color_scheme=theme)
    face = page.locator(".grid > .covered").first

    def shade():
        return as_code(face.evaluate("node => getComputedStyle(node).backgroundColor"))

    scopes = {colour("scope", t) for t in ("light", "dark")}
    assert shade() in {colour("covered", theme)} | scopes
    other = "dark" if theme == "light" else "light"
    page.evaluate(f"document.body.dataset.jpThemeLight = '{str(other == 'light').lower()}'")
    page.wait_for_selector(f"[data-theme={other}]")
    assert shade() in {colour("covered", other)} | scopes


@pytest.mark.parametrize(("width", "narrow"), [(940, False), (380, True)])
def test_nothing_jumps_and_nothing_spills(show, record, width, narrow):
    page = show(ml.player(record), width=width)
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


def test_where_there_is_little_room_a_proof_shows_its_first_and_last_step(show):
    record = ml.play(ml.Board.random(10, 10, mines=20, seed=1475), "ibs-hyper", seed=0)
    marks = {turn.number: [span.mark for span in record.sentence(turn)] for turn in record.turns}
    turn = next(number for number, names in marks.items() if names.count("step") >= 3)
    page = show(ml.player(record, turn=turn), width=380)
    steps = page.locator(".sentence li:not(.more)")
    seen = [steps.nth(k).is_visible() for k in range(steps.count())]
    assert len(seen) == marks[turn].count("step")
    assert seen == [True, *[False] * (len(seen) - 2), True]
    page.get_by_role("button", name="more step").click()
    assert all(steps.nth(k).is_visible() for k in range(len(seen)))
    assert page.locator(".grid > .supposed.move").count() == 1


def test_a_wide_board_pans_and_keeps_the_move_in_view(show):
    expert = ml.play(ml.Board.random(16, 30, mines=99, seed=17), "basic", seed=1)
    page = show(ml.player(expert), width=380)
    for turn in (100, 300, 450):
        page.locator("input[type=range]").fill(str(turn))
        move, pan = (page.locator(x).bounding_box() for x in (".grid > .move", ".pan"))
        assert pan["x"] <= move["x"] and move["x"] + move["width"] <= pan["x"] + pan["width"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_expert_game_scrubs_without_lag(show):
    expert = ml.play(ml.Board.random(16, 30, mines=99, seed=17), "basic", seed=1)
    page = show(ml.player(expert))
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


def test_a_large_board_shows_the_whole_and_a_window_on_the_move(show):
    record = ml.play(ml.Board.random(60, 60, mines=500, seed=1), "basic", seed=1)
    page = show(ml.player(record, turn=900))
    assert page.locator("canvas").count() == 1
    assert page.locator(".grid > .move").count() == 1
    row = page.locator(".label.down.here").inner_text()
    assert int(row) == record.turns[899].cell[0]


def test_two_players_on_one_page_keep_out_of_each_other(open_page, record, tmp_path):
    pieces = [ml.player(record).html, ml.player(record).html, ml.player(record, turn=50).html]
    path = tmp_path / "page.html"
    path.write_text(f"<!doctype html><meta charset=utf-8><body>{''.join(pieces)}", "utf-8")
    page = open_page(path.as_uri())
    sliders = page.locator("input[type=range]")
    assert sliders.count() == 3
    sliders.nth(1).focus()
    press(page, "ArrowRight", "ArrowRight")
    assert [sliders.nth(k).input_value() for k in range(3)] == ["1", "3", "50"]
    names = "Object.getOwnPropertyNames(window)"
    empty = tmp_path / "empty.html"  # a file too: about:blank has fewer names
    empty.write_text("<!doctype html>", "utf-8")
    assert set(page.evaluate(names)) == set(open_page(empty.as_uri()).evaluate(names))


def test_a_hostile_name_is_only_text(show):
    class Mallory(ml.Player):
        name = HOSTILE

        def move(self, view, rng):
            return ml.Guess(view.covered[0], rule=HOSTILE)

    page = show(Playback(ml.play(ml.Board.parse("1M\n11"), Mallory())))
    assert page.locator(".agent").inner_text() == HOSTILE
    assert HOSTILE in page.locator(".sentence").inner_text()
    assert page.locator("img[src=x]").count() == 0


def test_without_motion_nothing_fades(show, record):
    page = show(ml.player(record, turn=3), reduced_motion="reduce")
    page.locator("input[type=range]").focus()
    press(page, "ArrowRight")
    assert page.locator(".fresh").count() == 0


def test_forced_colours_still_tell_the_states_of_cells_apart(show, record):
    blast = next(turn.number for turn in record.turns if is_blast(turn))
    page = show(ml.player(record, turn=blast), forced_colors="active")

    def style(selector, name):
        return page.locator(selector).first.evaluate(f"node => getComputedStyle(node).{name}")

    covered, opened = ".grid > .covered", ".grid > .open:not(.why)"
    assert style(covered, "borderBottomWidth") == "4px" != style(opened, "borderBottomWidth")
    assert style(covered, "borderTopStyle") != style(opened, "borderTopStyle")
    assert style(".grid > .blast", "backgroundColor") != style(covered, "backgroundColor")
    assert style(".play svg", "fill") != style(".play", "backgroundColor")


def test_lives_and_gold_are_counted_on_a_map_of_daggers(show):
    record = ml.play(ml.printed_board("daggers-easy1"), "dagger-1", rules=ml.DAGGERS,
                     guesses=[(0, 4)])  # fmt: skip
    page = show(ml.player(record, turn=0))
    page.locator("input[type=range]").focus()
    assert counters(page)["Gold"] == "0 / 1" and counters(page)["Lives"] == "1"
    for turn in record.turns:
        press(page, "ArrowRight")
        assert (codes_on(page, (5, 5)) == record.view(turn.number).codes).all()
        status = record.after(turn.number).status
        assert counters(page)["Gold"] == f"{status.gold} / 1"
        assert counters(page)["Lives"] == str(status.lives)
    assert record.blasts == 1 and counters(page)["Result"] == "won"
    assert page.locator(".about").inner_text() == "5 × 5, 4 mines, 1 gold"


def test_a_game_without_gold_and_lives_has_no_purse(show, record):
    page = show(ml.player(record))
    assert list(counters(page)) == ["Turn", "Guesses", "Blasts", "Score"]


def test_an_exported_notebook_plays_with_the_network_off(open_page, record, tmp_path):
    pair = [record, ml.play(record.board, "charles", seed=0)]
    shown = [ml.player(record, turn=20), ml.player(pair, turn=20)]
    bundles = [playback._repr_mimebundle_() for playback in shown]
    bundles.append({"image/svg+xml": ml.strip(record).svg})
    cells = [
        nbformat.v4.new_code_cell(
            "", outputs=[nbformat.v4.new_output("execute_result", bundle, execution_count=1)]
        )
        for bundle in bundles
    ]
    path = tmp_path / "report.html"
    text = report.page(nbformat.v4.new_notebook(cells=cells), "Games", [])
    path.write_text(text.replace(report.FIT, ""), "utf-8")  # as nbconvert alone would have it
    page = open_page(path.as_uri(), width=700, offline=True)
    sliders = page.locator("input[type=range]")
    assert sliders.count() == 2
    for k in range(2):
        sliders.nth(k).focus()
        press(page, "ArrowRight")
    assert [sliders.nth(k).input_value() for k in range(2)] == ["21", "21"]
    assert page.locator(".sentence").first.inner_text() == record.explain(21)
    # The film strip is wider than this page, and is shown whole.
    picture = page.locator(".jp-RenderedSVG img")
    box = picture.bounding_box()
    assert ml.strip(record).width > 700 >= box["x"] + box["width"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_fault(open_page, record, tmp_path, theme):
    from axe_playwright_python.sync_playwright import Axe

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
    page.locator("[data-toggle=risk]").nth(0).click()
    page.locator("[data-toggle=truth]").nth(1).click()
    found = Axe().run(page).response
    assert found["testEngine"]["name"] == "axe-core"
    faults = [
        (fault["id"], [node["target"] for node in fault["nodes"]])
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
    ]
    assert faults == []
    unnamed = page.locator("button, input").evaluate_all(
        "nodes => nodes.filter((node) => !(node.ariaLabel || node.textContent.trim())).length"
    )
    assert unnamed == 0
