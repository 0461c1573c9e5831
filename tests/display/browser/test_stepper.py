"""The stepper in a browser: keys, choices, and what it draws."""

import pytest

import minelab as ml
from tests.display.browser.pages import button
from tests.display.browser.pages import press as press_keys


@pytest.fixture
def show(open_page, tmp_path):
    """A function that opens a page with the stepper."""

    def show(**options):
        path = tmp_path / "stepper.html"
        path.write_text(f"<!doctype html><meta charset=utf-8><body>{ml.stepper().html}", "utf-8")
        page = open_page(path.as_uri(), **options)
        page.locator(".card").wait_for()
        return page

    return show


def press(page, *keys):
    page.locator("[data-of=position] button").first.focus()
    press_keys(page, *keys)


def choose(page, position, method):
    for of, name in (("position", position), ("method", method)):
        page.locator(f"[data-of={of}] button", has_text=name).first.click()


def text(page, selector):
    return page.locator(selector).inner_text()


def test_positions_and_methods_step_by_step(show):
    page = show()
    # It opens at the first method that proves something.
    assert text(page, "[data-of=position] [aria-pressed=true]") == "1-2-1"
    assert text(page, ".reason .method") == "subset" and text(page, ".where") == "step 1 of 3"
    assert "Every covered neighbour of A" in text(page, ".sentence")
    # Arrow keys step, and stop at the ends.
    press(page, "ArrowRight", "ArrowRight")
    assert text(page, ".where") == "step 3 of 3" and text(page, ".sentence").endswith("is safe.")
    assert "2 flagged" in page.locator(".grid").get_attribute("aria-label")
    press(page, "End", "ArrowRight")
    assert text(page, ".where") == "step 3 of 3"
    press(page, "Home", "ArrowLeft")
    assert text(page, ".where") == "step 0 of 3" and page.locator(".grid > .move").count() == 0
    button(page, "Next").click()
    assert text(page, ".where") == "step 1 of 3"
    button(page, "First").click()
    assert text(page, ".where") == "step 0 of 3"
    # Keys choose a method and a position.
    press(page, "ArrowUp")
    assert text(page, ".reason .method") == "single" and "proves nothing" in text(page, ".answer")
    press(page, "p")
    assert text(page, "[data-of=position] [aria-pressed=true]") == "two clues"
    # Where the method proves nothing, the first that does takes its place.
    assert text(page, ".reason .method") == "pairs" and text(page, ".where") == "step 1 of 2"
    press(page, "Shift+P")
    assert text(page, ".reason .method") == "pairs"
    press(page, *["ArrowUp"] * 3)
    assert text(page, "[data-of=position] [aria-pressed=true]") == "1-2-1"
    assert text(page, ".reason .method") == "total"
    # A supposition is drawn; its steps are a list.
    choose(page, "a long branch", "refute")
    assert page.locator(".grid > .supposed.move").count() == 1
    assert page.locator(".grid > .why").count() == 5
    assert text(page, ".mark.supposed") == "(0,\N{NO-BREAK SPACE}1)"
    # The mine count is shown, and safe cells stay marked.
    choose(page, "one mine", "total")
    assert text(page, ".where") == "step 1 of 2 · 1 mine on the board"
    press(page, "ArrowRight")
    assert page.locator(".grid > .proved").count() == 1


@pytest.mark.full
def test_nothing_jumps_from_step_to_step(show):
    page = show()
    heights = set()
    for _ in range(7):
        press(page, "p")
        heights.add(round(page.locator(".board").bounding_box()["height"]))
    assert len(heights) == 1


@pytest.mark.full
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 900])
def test_it_fits_its_page_in_both_themes(show, width, scheme):
    page = show(width=width, color_scheme=scheme)
    assert page.locator("[data-minelab-stepper]").get_attribute("data-theme") == scheme
    assert page.evaluate("document.documentElement.scrollWidth") <= width
