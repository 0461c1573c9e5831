"""The HTML report of small notebooks: what a reader sees of them, and what the first page takes."""

import re
from base64 import b64decode, b64encode
from io import BytesIO

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from PIL import Image as Pixels

import minelab as ml
from minelab.display.controls import Still
from minelab.display.images import Image, dark_palette, few_shades
from minelab.report.site import Links, Page, films_of, first_page, html_of, one_page

BOARD = ml.Board.parse("1M2\n24M\nM3M")


def code(source, *tags, **data):
    outputs = [new_output("display_data", {k.replace("_", "/"): v for k, v in data.items()})]
    return new_code_cell(source, metadata={"tags": list(tags)}, outputs=outputs if data else [])


def page(*cells, name="04_x"):
    made = [new_markdown_cell(cell) if isinstance(cell, str) else cell for cell in cells]
    return Page(name, new_notebook(cells=made))


def html(*cells):
    return html_of(page(*cells), None, None)


def folds(text):
    """What is folded, and what is left."""
    fold = re.compile(r"<details.*?</details>", re.S)
    return "".join(fold.findall(text)), fold.sub("", text)


@pytest.fixture
def few_claims(monkeypatch):
    """The first page with two claims, which take less time than all."""
    some = ml.verdicts(["C06", "A14"])
    monkeypatch.setattr("minelab.report.verdicts.verdicts", lambda: some)


def test_code_is_folded_unless_it_teaches():
    cells = (code("folded = 1"), code("shown = 1", "show"), code("slides = 1", "slider"))
    hidden, seen = folds(html("# A", *cells))
    assert "folded" in hidden and "folded" not in seen
    assert "shown" in seen and "slides" not in seen


def test_numbers_that_the_text_says_are_folded_with_their_code():
    cell = code("total = 1", "numbers", text_html="<p>first</p>")
    hidden, seen = folds(html("# A", cell, code("last = 1", text_html="<p>second</p>")))
    assert "<p>first" in hidden and "<p>first" not in seen and "<p>second" in seen


def test_code_that_shows_nothing_is_folded_with_the_code_below():
    text = html("# A", code("one()", "fold"), code("two()", text_html="<p>shown</p>"))
    assert text.count("<summary>Code") == 1
    assert text.index(">one<") < text.index(">two<") < text.index("<p>shown")


def test_a_page_does_not_say_that_a_slider_can_be_run():
    note = Still("mines").note
    assert "Run this cell" in note
    assert "Run this cell" not in html("# A", code("slide()", "slider", text_html=note))


def test_there_are_no_prompts_and_nothing_is_loaded():
    cell = code("print(1)", text_html="<p>one</p>")
    cell.execution_count = 3
    text = html("# A\n\n$2^N$ states", cell)
    assert "<p>one</p>" in text and "$2^N$" in text
    assert not re.search(r"In\s*(&nbsp;)?\[|Out\s*\[|MathJax|require\.js|https?:", text)


def test_an_appendix_is_folded_with_all_that_follows():
    appendix = new_markdown_cell("## Appendix: more\n\nwords", metadata={"tags": ["appendix"]})
    text = html("# A", "## One `two`", appendix, code("late = 1", "show"), "### Three\n\nlast")
    before, _, after = text.partition('<details class="appendix" id="appendix">')
    assert after.startswith("<summary>Appendix: more</summary>")
    assert "late" in after.partition("</main>")[0] and "last" in after
    assert text.count("Appendix: more") == 1
    assert text.count("<details") == text.count("</details>") == 1
    outline = re.search('<nav [^>]*class="outline".*?</nav>', before, re.S)[0]
    links = re.findall(r'href="#(.*?)">(.*?)<', outline)
    assert [said for _, said in links] == ["One two", "Appendix"]
    assert all(f'id="{name}"' in text for name, _ in links)


def test_the_template_leads_on_and_the_typed_line_goes():
    last = "## Exercises\n\nBefore: [3. C](03_c.ipynb) · Next: [5. E](05_e.ipynb)"
    before, after = page("# 3. C", name="03_c"), page("# 5. E", name="05_e")
    text = html_of(page("# 4. D", last), before, after)
    assert "Before:" not in text
    assert text.count('<a href="03_c.html" rel="prev">← 3. C</a>') == 2
    assert text.count('<a href="05_e.html" rel="next">5. E →</a>') == 2
    assert text.count('<a href="index.html">Contents</a>') == 2
    assert 'rel="next"' not in html_of(page("# 4. D"), before, None)


def test_links_lead_to_pages_and_to_the_cells_that_tags_name():
    cell = code("1", "reproduces:cowan-fig-9")
    links = Links([page("# A", cell, name="05_a")], [page("# COWAN", name="cowan")])

    def follow(target):
        return re.search('href="(.*)"', links.follow(f'<a href="{target}">'))[1]

    assert follow("05_a.ipynb#reproduces:cowan-fig-9") == f"05_a.html#cell-id={cell.id}"
    assert follow("05_a.ipynb#reproduces:cowan-fig-1") == "05_a.html"
    assert follow("../docs/reports/cowan.md#A07") == "cowan.html#A07"
    assert follow("05_a.ipynb") == "05_a.html"
    assert follow("elsewhere.ipynb") == "elsewhere.ipynb"


def figure(light, dark):
    """A picture of one colour, which is another on a dark page."""

    def png(shade):
        file = BytesIO()
        Pixels.new("RGB", (900, 600), shade).save(file, "PNG")
        return file.getvalue()

    drawn = few_shades(png(light))
    return Image(drawn, "a figure", 500, dark_palette(drawn, png(dark))).html


def test_the_first_page_is_made_of_what_the_notebooks_say(few_claims):
    player = ml.player(ml.play(BOARD, "basic", seed=1)).html
    zero = page(
        "# 0. When to guess?\n\n**In short.** It `depends`.\n\nMore.", code("p", text_html=player),
        "## Why\n\nReason first.", "later", name="00_zero",
    )  # fmt: skip
    one = page(
        "# 1. A?\n\n**In short.** Yes, **7**.", code("f", text_html="<p>no figure</p>"),
        code("f", "figure:f", text_html=figure("#102030", "#A0B0C0")), name="01_one",
    )  # fmt: skip
    bare = page("words without a heading", name="02_bare")
    text = first_page([zero, one, bare], [page("# SWEPT: X", name="swept")])
    assert "<h1>When to guess?</h1>" in text
    opening, _, rest = text.partition("data-minelab-player")
    assert "<strong>In short.</strong> It <code>depends</code>.</p>\n<p>More.</p>" in opening
    assert re.search(r"<h2[^>]*>Why</h2>\s*<p>Reason first.</p>", rest) and "later" not in rest
    assert player.partition("<script>")[2] in text  # the board before it has got dark colours
    cards = re.search('<ul class="cards">.*?</ul>', text, re.S)[0].split("<li>")[1:]
    assert [re.findall(r'href="(.*?)">(.*?)<', card) for card in cards] == [
        [("00_zero.html", "0. When to guess?")], [("01_one.html", "1. A?")],
        [("02_bare.html", "02_bare")],
    ]  # fmt: skip
    assert "<p>Yes, <strong>7</strong>.</p>" in cards[1]
    pictures = [
        Pixels.open(BytesIO(b64decode(data))).convert("RGB")
        for data in re.findall(r'base64,([^"]+)"', cards[1])
    ]
    assert [picture.getpixel((9, 9)) for picture in pictures] == [(160, 176, 192), (16, 32, 48)]
    assert max(picture.width for picture in pictures) < 900
    assert not re.search("<img|<p>", cards[2])
    assert "data-minelab-player" not in first_page([one], [])
    assert text.count("<summary") == 2
    assert '<a href="swept.html">SWEPT: X</a>' in text


def test_on_paper_a_player_is_its_film_strip_and_links_stay_in_the_document():
    bundle, about = ml.player(ml.play(BOARD, "basic", seed=1))._repr_mimebundle_()
    cell = new_code_cell("p", outputs=[new_output("display_data", bundle, metadata=about)])
    book = page("# A\n\n[see](05_b.html#cell-id=x)", cell, name="04_a")
    made = {"index": html("# I"), "04_a": html_of(book, None, None), "05_b": html("# B")}
    text = one_page(made, dict(films_of(book)))
    assert "<script" not in text
    assert f'src="data:image/png;base64,{bundle["image/png"].strip()}"' in text
    assert 'href="#05_b"' in text and 'id="05_b"' in text
    assert text.count("<main") == text.count("<head") == 1


def test_a_png_in_base64_with_line_breaks_is_one_address():
    data = b64encode(b"x" * 99).decode()
    html_part = '<div data-minelab-player="ab1"><img></div>'
    output = new_output("display_data", {"text/html": html_part, "image/png": f"{data}\n"})
    book = page(new_code_cell("p", outputs=[output]))
    assert dict(films_of(book))["ab1"].startswith(f'<img src="data:image/png;base64,{data}"')
