"""A picture with few colours looks like the one it was made from, and a board has dark colours."""

import re
from base64 import b64decode
from io import BytesIO

import numpy as np
from PIL import Image as Pixels

import minelab as ml
from minelab.display.images import SHADES, few_shades
from minelab.display.palette import colour, dark_twin


def test_the_colours_of_small_marks_survive_among_many_shades_of_grey():
    pixels = np.full((200, 200, 3), 255, np.uint8)
    pixels[:, 50:] = np.linspace(0, 255, 150).astype(np.uint8)[None, :, None]  # as letters have
    marks = np.array([(177, 94, 230), (146, 38, 93), (128, 96, 77), (42, 93, 168), (56, 96, 9)])
    for row, shade in enumerate(marks):
        pixels[10 * row : 10 * row + 6, :6] = shade
    file = BytesIO()
    Pixels.fromarray(pixels).save(file, "PNG")
    few = Pixels.open(BytesIO(few_shades(file.getvalue())))
    assert len(few.getcolors()) <= SHADES
    seen = np.asarray(few.convert("RGB"))[2:50:10, 2].astype(int)
    assert np.abs(seen - marks).max() <= 4


def test_a_board_has_the_colours_of_a_dark_page():
    dark = ml.draw(ml.Board.parse("1M2\n24M\nM3M")).image.html
    svg = b64decode(re.search(r"base64,([^\"]+)", dark)[1]).decode()
    rules = re.search(r"<style>@media\(prefers-color-scheme:dark\)\{(.*)\}</style>", svg)[1]
    assert f'[fill="{colour("covered")}"]{{fill:{colour("covered", "dark")}}}' in rules
    for part, light, same, shade in re.findall(r'\[(\w+)="(\S+?)"\]\{(\w+):(\S+?)\}', rules):
        assert part == same and shade == dark_twin(light)
    drawn = svg.partition("</style>")[2]
    assert {*re.findall(r'fill="(#\w+)"', drawn)} == {*re.findall(r'fill="(#\w+)"', rules)}
