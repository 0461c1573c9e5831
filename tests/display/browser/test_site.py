"""Pages of the report and dots of the ledger in a browser: both themes, narrow and wide."""

import re

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

import minelab as ml
from minelab.display.palette import colour
from minelab.report.site import Page, html_of
from tests.display.browser.pages import as_code, faults

IDS = ["C06", "A14", "A08"]
CLAIMS = ".minelab-claims"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A page with a figure, a board, a player, the dots, an exercise and an appendix."""
    record = ml.play(ml.Board.random(10, 10, mines=30, seed=13), "basic", seed=1)
    shown = [
        ml.draw(record.view(15)),
        ml.player(record, turn=15),
        ml.table({"a": ("one", 2)}, ["x", "y"]),
    ]
    bundles = [thing._repr_mimebundle_()[0] for thing in shown[:2]]
    bundles += [{"text/html": shown[2]._repr_html_()}, ml.verdicts(IDS)._repr_mimebundle_()]
    folded = "1. Why?\n\n<details><summary>Solution</summary>\n\nSo.\n\n</details>"
    cells = [
        new_markdown_cell("# 4. A question?\n\n**In short.** Yes."),
        *(new_code_cell("x = 1", outputs=[new_output("display_data", data)]) for data in bundles),
        new_markdown_cell(f"## Exercises\n\n```python\nx\n```\n\n    y\n\n{folded}"),
        new_markdown_cell("## Appendix: more", metadata={"tags": ["appendix"]}),
        new_code_cell("y = 2", id="in-the-appendix"),
    ]
    path = tmp_path_factory.mktemp("site") / "04_x.html"
    book = Page("04_x", new_notebook(cells=cells))
    path.write_text(html_of(book, book, book), encoding="utf-8")
    return path.as_uri()


@pytest.mark.parametrize(
    ("width", "theme"),
    [
        (700, "dark"), (1200, "light"), pytest.param(700, "light", marks=pytest.mark.full),
        pytest.param(1200, "dark", marks=pytest.mark.full),
    ],
)  # fmt: skip
def test_a_page_fits_follows_the_system_and_has_no_faults(open_page, site, width, theme):
    page = open_page(site, width, color_scheme=theme)
    page.wait_for_selector(f"[data-minelab-player][data-theme={theme}]", state="attached")
    style = "getComputedStyle(document.body)"
    assert as_code(page.evaluate(f"{style}.backgroundColor")) == colour("surface", theme)
    assert as_code(page.evaluate(f"{style}.color")) == colour("ink", theme)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.locator(".outline").is_visible() == (width == 1200)
    page.locator("summary").evaluate_all(
        "all => all.forEach((one) => (one.parentNode.open = true))"
    )
    assert faults(page) == []
    frames = page.locator(".jp-RenderedMarkdown :is(.highlight, pre)").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).borderTopWidth)"
    )
    assert frames == ["1px", "0px", "1px"]  # code has one frame, with or without a language


def board_shade(page):
    """The colour in a corner of the board's picture."""
    return page.evaluate(
        """async () => {
            const image = document.querySelector(".jp-OutputArea img");
            await image.decode();
            const canvas = document.createElement("canvas");
            const pen = canvas.getContext("2d");
            pen.drawImage(image, 0, 0);
            return "rgb(" + [...pen.getImageData(2, 2, 1, 1).data].slice(0, 3) + ")";
        }"""
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_board_follows_the_system(open_page, site, theme):
    page = open_page(site, color_scheme=theme)
    assert as_code(board_shade(page)) == colour("surface", theme)


def test_a_link_into_the_appendix_opens_it(open_page, site):
    page = open_page(site, 1200)
    code = page.locator("#appendix details.code")
    assert not code.is_visible()
    page.get_by_role("link", name="Appendix").focus()
    page.keyboard.press("Enter")
    code.wait_for(state="visible")
    page = open_page(f"{site}#cell-id=in-the-appendix", 1200)
    page.locator("#appendix details.code").wait_for(state="visible")


def test_paper_is_light_and_shows_folds_but_no_code(open_page, site):
    page = open_page(site, color_scheme="dark")
    page.emulate_media(media="print")
    assert as_code(page.evaluate("getComputedStyle(document.body).backgroundColor")) == "#FFFFFF"
    assert page.get_by_text("So.", exact=True).is_visible()
    assert not page.locator("details.code").first.is_visible()
    assert not page.locator(".steps").first.is_visible()
    assert page.locator(f"{CLAIMS} summary").first.is_visible()


def says(page):
    """What the place below the dots shows for the dot that is focused or pointed at."""
    dot = f"{CLAIMS} summary:is(:focus-visible, :hover) [title]"
    content = "getComputedStyle(dot, '::after').content"
    return page.evaluate(
        f"(() => {{ const dot = document.querySelector('{dot}'); return {content}; }})()"
    )


def test_dots_by_keyboard(open_page, site):
    page = open_page(site)
    dots = page.locator(f"{CLAIMS} summary")
    page.locator(f"{CLAIMS} summary").first.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert "C06, holds. SWEPT says: " in says(page)
    page.keyboard.press("Enter")
    opened = page.locator(f"{CLAIMS} details[open] > div")
    assert opened.get_by_text("95% interval").is_visible()
    below = opened.bounding_box()["y"]
    assert below >= dots.last.bounding_box()["y"] + dots.last.bounding_box()["height"]
    frame = page.locator(CLAIMS).bounding_box()
    box = opened.bounding_box()
    assert box["y"] + box["height"] <= frame["y"] + frame["height"] + 1
    dots.nth(1).focus()
    page.keyboard.press("Enter")
    assert page.locator(f"{CLAIMS} details[open]").count() == 1
    assert opened.inner_text().startswith("A14")
    page.keyboard.press("Enter")
    assert page.locator(f"{CLAIMS} details[open]").count() == 0


def test_dots_by_pointer_have_no_second_tooltip(open_page, site):
    page = open_page(site)
    dot = page.locator(f"{CLAIMS} summary").nth(2)
    dot.hover()
    assert re.search(r"A08, [a-z ,]+\. COWAN says: .* We find: ", says(page))
    box = dot.bounding_box()
    at = [box["x"] + 9, box["y"] + box["height"] / 2]
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).title", at) == ""
