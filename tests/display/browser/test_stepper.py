"""The stepper in a browser: keys, choices, and what it draws."""

import pytest

import minelab as ml


@pytest.fixture
def page(open_page, tmp_path):
    path = tmp_path / "stepper.html"
    html = ml.stepper().html
    path.write_text(f"<!doctype html><meta charset=utf-8><body>{html}", encoding="utf-8")
    return open_page(path.as_uri())


def press(page, *keys):
    page.locator("[data-of=position] button").first.focus()
    for key in keys:
        page.keyboard.press(key)


def choose(page, position, method):
    for of, name in (("position", position), ("method", method)):
        page.locator(f"[data-of={of}] button", has_text=name).first.click()


def text(page, selector):
    return page.locator(selector).inner_text()


def test_it_opens_at_the_first_method_that_proves_something(page):
    assert text(page, "[data-of=position] [aria-pressed=true]") == "1-2-1"
    assert text(page, ".reason .method") == "subset"
    assert text(page, ".where") == "step 1 of 3"
    assert "Every covered neighbour of A" in text(page, ".sentence")


def test_arrow_keys_step_and_stop_at_the_ends(page):
    press(page, "ArrowRight", "ArrowRight")
    assert text(page, ".where") == "step 3 of 3"
    assert text(page, ".sentence").endswith("is safe.")
    assert "2 flagged" in page.locator(".grid").get_attribute("aria-label")
    press(page, "End", "ArrowRight")
    assert text(page, ".where") == "step 3 of 3"
    press(page, "Home", "ArrowLeft")
    assert text(page, ".where") == "step 0 of 3"
    assert page.locator(".grid > .move").count() == 0


def test_keys_choose_method_and_position(page):
    press(page, "ArrowUp")
    assert text(page, ".reason .method") == "single"
    assert "proves nothing" in text(page, ".answer")
    press(page, "p")
    assert text(page, "[data-of=position] [aria-pressed=true]") == "two clues"
    press(page, "Shift+P", "ArrowUp")
    assert text(page, "[data-of=position] [aria-pressed=true]") == "1-2-1"
    assert text(page, ".reason .method") == "total"


def test_buttons_step(page):
    page.get_by_label("next", exact=True).click()
    assert text(page, ".where") == "step 2 of 3"
    page.get_by_label("first", exact=True).click()
    assert text(page, ".where") == "step 0 of 3"


def test_a_supposition_is_drawn(page):
    choose(page, "a long branch", "refute")
    assert page.locator(".grid > .supposed.move").count() == 1
    assert page.locator(".grid > .why").count() == 5
    assert text(page, ".mark.supposed") == "(0,\N{NO-BREAK SPACE}1)"


def test_the_total_is_told_and_safe_cells_are_kept(page):
    choose(page, "one mine", "total")
    assert text(page, ".where") == "step 1 of 2 · 1 mine on the board"
    press(page, "ArrowRight")
    assert page.locator(".grid > .proved").count() == 1


def test_nothing_jumps_from_step_to_step(page):
    heights = set()
    for _ in range(7):
        press(page, "p")
        heights.add(round(page.locator(".board").bounding_box()["height"]))
    assert len(heights) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 900])
def test_it_fits_its_page_in_both_themes(open_page, tmp_path, width, scheme):
    path = tmp_path / "stepper.html"
    path.write_text(f"<!doctype html><meta charset=utf-8><body>{ml.stepper().html}", "utf-8")
    page = open_page(path.as_uri(), width=width, color_scheme=scheme)
    assert page.locator("[data-minelab-stepper]").get_attribute("data-theme") == scheme
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width
