"""The figures of the look: contrasts by WCAG, colour distances in CAM02-UCS in four visions.

Distances of 10 are easily told apart side by side. Dichromacy is simulated by the matrices of
Machado, Oliveira and Fernandes (2009) at full severity.
"""

from itertools import combinations

import numpy as np
import pytest

from minelab import catalogue
from minelab.display.palette import (
    AGENTS,
    COLOURS,
    MARKERS,
    OWN_COLOURS,
    OWN_LOOKS,
    OWN_SHADES,
    RISK_SCALE,
    RULE_MARKS,
    SHAPES,
    THEMES,
    agent_colour,
    agent_dash,
    agent_marker,
    colour,
    contrast,
    dark_twin,
    looks_of,
    method_colour,
    method_rank,
    risk_colour,
    rule_look,
    text_on,
    variant_look,
    variant_shade,
)
from minelab.lab import designs

VISIONS = {
    "normal": np.eye(3),
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}

SHADES_APART = OWN_SHADES, AGENTS.values()

TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
CAT02 = np.array([[0.7328, 0.4296, -0.1624], [-0.7036, 1.6975, 0.0061], [0.0030, 0.0136, 0.9834]])
HPE = np.array([[0.38971, 0.68898, -0.07868], [-0.22981, 1.18340, 0.04641], [0, 0, 1]])
WHITE = np.array([95.047, 100.0, 108.883])


def linear(code):
    rgb = np.array([int(code[k : k + 2], 16) / 255 for k in (1, 3, 5)])
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def seen(code, vision):
    """A colour in CAM02-UCS (J', a', b'), on an average screen in a dim room."""
    rgb = np.clip(np.array(VISIONS[vision]) @ linear(code), 0, 1)
    la, yb, c, nc, f = 64 / np.pi / 5, 20, 0.69, 1.0, 1.0
    n = yb / WHITE[1]
    nbb, z = 0.725 / n**0.2, 1.48 + np.sqrt(n)
    k = 1 / (5 * la + 1)
    fl = 0.2 * k**4 * 5 * la + 0.1 * (1 - k**4) ** 2 * (5 * la) ** (1 / 3)
    degree = f * (1 - np.exp((-la - 42) / 92) / 3.6)
    gain = degree * WHITE[1] / (CAT02 @ WHITE) + 1 - degree

    def cones(xyz):
        lms = HPE @ np.linalg.solve(CAT02, gain * (CAT02 @ xyz))
        power = (fl * np.abs(lms) / 100) ** 0.42
        return np.sign(lms) * 400 * power / (27.13 + power) + 0.1

    def bright(r, g, b):
        return (2 * r + g + b / 20 - 0.305) * nbb

    r, g, b = cones(100 * TO_XYZ @ rgb)
    red_green, yellow_blue = r - 12 * g / 11 + b / 11, (r + g - 2 * b) / 9
    hue = np.arctan2(yellow_blue, red_green)
    lightness = 100 * (bright(r, g, b) / bright(*cones(WHITE))) ** (c * z)
    e = (np.cos(hue + 2) + 3.8) / 4
    t = 50000 / 13 * nc * nbb * e * np.hypot(red_green, yellow_blue) / (r + g + 1.05 * b)
    chroma = t**0.9 * np.sqrt(lightness / 100) * (1.64 - 0.29**n) ** 0.73
    colourful = np.log1p(0.0228 * chroma * fl**0.25) / 0.0228
    j = 1.7 * lightness / (1 + 0.007 * lightness)
    return np.array([j, colourful * np.cos(hue), colourful * np.sin(hue)])


def distance(one, other, vision):
    return np.linalg.norm(seen(one, vision) - seen(other, vision))


def shades(pairs, theme):
    return [pair[THEMES.index(theme)] for pair in pairs.values()]


@pytest.mark.parametrize(
    ("pairs", "theme", "least"),
    [
        (OWN_COLOURS, "light", [22.4, 13.0, 15.6, 13.9]),
        (OWN_COLOURS, "dark", [23.8, 11.8, 12.9, 14.4]),
        (AGENTS, "light", [21.3, 12.0, 11.6, 13.9]),
        (AGENTS, "dark", [19.7, 11.6, 12.5, 13.5]),
    ],
)
def test_the_closest_two_colours_of_a_set_stay_apart_in_every_vision(pairs, theme, least):
    for vision, figure in zip(VISIONS, least, strict=True):
        closest = min(distance(*two, vision) for two in combinations(shades(pairs, theme), 2))
        assert closest == pytest.approx(figure, abs=0.15), vision


@pytest.mark.parametrize(
    ("theme", "steps"),
    [
        ("light", [(8.6, 9.1), (6.8, 9.2), (6.5, 10.0), (8.5, 10.2)]),
        ("dark", [(8.5, 9.0), (6.0, 8.9), (4.5, 9.1), (8.2, 10.3)]),
    ],
)
def test_risk_rises_in_even_steps_and_its_lightness_never_turns(theme, steps):
    scale = RISK_SCALE[theme]
    for vision, figures in zip(VISIONS, steps, strict=True):
        apart = [distance(*two, vision) for two in zip(scale, scale[1:], strict=False)]
        assert (min(apart), max(apart)) == pytest.approx(figures, abs=0.15), vision
        light = np.diff([seen(shade, vision)[0] for shade in scale])
        assert (light < 0).all() or (light > 0).all(), vision


@pytest.mark.parametrize(
    ("mark", "ground", "least"),
    [
        ("soft", "surface", (5.6, 7.0)),
        ("whyline", "open", (4.3, 8.9)),
        ("move", "covered", (12.3, 9.0)),
        ("supposed", "covered", (4.8, 4.4)),
        ("edge", "open", (3.3, 4.2)),
        ("flag", "covered", (4.0, 4.5)),
    ],
)
def test_marks_stand_out_from_their_ground(mark, ground, least):
    for theme, figure in zip(THEMES, least, strict=True):
        assert contrast(colour(mark, theme), colour(ground, theme)) >= figure - 0.06


@pytest.mark.parametrize("theme", THEMES)
def test_digits_can_be_read_on_open_cells_and_on_evidence(theme):
    on_open, on_why = {"light": (5.4, 4.8), "dark": (7.4, 5.1)}[theme]
    digits = [colour(f"digit{n}", theme) for n in range(1, 9)]
    assert min(contrast(digit, colour("open", theme)) for digit in digits) >= on_open - 0.06
    assert min(contrast(digit, colour("why", theme)) for digit in digits) >= on_why - 0.06


def test_methods_agents_and_numerals_stand_out_from_the_page():
    for theme, figure, numerals in (("light", 3.0, 4.9), ("dark", 3.9, 4.7)):
        for pairs in (OWN_COLOURS, AGENTS):
            page = colour("surface", theme)
            assert min(contrast(shade, page) for shade in shades(pairs, theme)) >= figure - 0.06
        scale = RISK_SCALE[theme]
        assert min(contrast(shade, text_on(shade)) for shade in scale) >= numerals - 0.06
    assert min(contrast(shade, "#212121") for shade in shades(AGENTS, "dark")) >= 3.44
    white_mine = [contrast("#FFFFFF", colour("blast", theme)) for theme in THEMES]
    assert white_mine == pytest.approx([6.5, 4.1], abs=0.06)


def test_dark_twins_of_what_figures_draw_stand_out_and_stay_apart():
    page = colour("surface", "dark")
    for name in AGENTS:
        light, dark = (
            [agent_colour(name, t), *(variant_shade(name, k, t) for k in (1, 2, 3))] for t in THEMES
        )
        assert [dark_twin(shade) for shade in light] == dark and len(set(dark)) == 4
        assert min(contrast(shade, page) for shade in dark) >= 2.9
    rules = [dark_twin(rule_look(name)[0]) for name in RULE_MARKS]
    assert min(contrast(shade, page) for shade in rules) >= 4.4
    for vision in VISIONS:
        assert min(distance(*two, vision) for two in combinations(rules, 2)) >= 10
    assert dark_twin(colour("soft")) == colour("soft", "dark")
    assert contrast(dark_twin("#101080"), page) >= 4.5  # a reader's own colour


def test_a_blast_is_never_taken_for_a_guess():
    for theme in THEMES:
        pair = colour("blast", theme), method_colour("guess", theme)
        assert all(distance(*pair, vision) >= 19.95 for vision in VISIONS)


def test_variants_wear_the_colour_and_marker_of_their_family():
    assert agent_colour("cowan-3+total") == agent_colour("cowan") == method_colour("assume-1")
    assert agent_marker("charles+average") == "v"
    assert method_rank("guess") < method_rank("single") < method_rank("subset-once")
    assert [agent_colour("mine", theme) for theme in THEMES] == [*OWN_LOOKS[0][:2]]
    assert agent_marker("mine") == OWN_LOOKS[0].marker


def test_no_two_agents_of_the_tables_look_the_same():
    tables = (*designs.AGENTS, *designs.ABLATIONS, *designs.PUBLISHED)
    names = dict.fromkeys((*tables, *catalogue().index))
    looks = [(agent_colour(name), agent_marker(name), agent_dash(name)) for name in names]
    assert len(set(looks)) == len(names)


def test_agents_of_a_readers_own_look_like_no_agent_of_the_catalogue():
    built_in = looks_of(catalogue().index).values()
    assert not {look.light for look in OWN_LOOKS} & {look.light for look in built_in}
    for theme, least in zip(THEMES, (9.8, 8.9), strict=True):
        own, others = (shades(dict(enumerate(pairs)), theme) for pairs in SHADES_APART)
        for vision in VISIONS:
            nearest = min(distance(mine, other, vision) for mine in own for other in others)
            assert nearest >= least - 0.06, (theme, vision)
            assert min(distance(*two, vision) for two in combinations(own, 2)) >= 15
        assert min(contrast(shade, colour("surface", theme)) for shade in own) >= 4.5
        assert [dark_twin(light) for light, dark in OWN_SHADES] == [dark for _, dark in OWN_SHADES]


def test_agents_of_a_readers_own_are_told_apart_by_their_order():
    names = ["basic", *"abcdefghi", "basic+idea", "charles"]
    looks = looks_of(names)
    assert [looks[name] for name in "abcdefghi"] == OWN_LOOKS[:9]
    assert len({(look.light, look.marker) for look in looks.values()}) == len(names)
    assert looks["basic+idea"][::2] == variant_look("basic+idea")  # still of its family
    assert looks_of(["basic-a", "basic-b"])["basic-b"] == OWN_LOOKS[0]  # both are unknown variants
    assert len(set(looks_of(f"mine{k}" for k in range(50)).values())) == 50


def test_a_variant_changes_the_dash_as_the_look_says():
    dashes = {"ibs": (), "cowan+total": (6, 2), "charles+average": (6, 2, 1, 2)}
    dashes |= {"ibs+sum": (6, 2, 1, 2), "ibs+total+sum": (2, 1.5), "charles-once": (1, 1.5)}
    dashes |= {"cowan-1": (1, 1.5), "random": (1, 1.5), "charles+total+average": (2, 1.5)}
    assert {name: agent_dash(name) for name in dashes} == dashes
    assert agent_dash("mine+better") != ()


def test_guess_rules_are_told_apart_in_every_vision():
    shades = [rule_look(name)[0] for name in RULE_MARKS]
    for vision in VISIONS:
        assert min(distance(*two, vision) for two in combinations(shades, 2)) >= 10
    assert min(contrast(shade, colour("surface")) for shade in shades) >= 3
    assert len({rule_look(name)[1] for name in RULE_MARKS}) == len(RULE_MARKS)
    assert rule_look("average") == ("#B45400", "s", ())
    assert rule_look("average-most")[:2] == ("#B45400", "s") and rule_look("average-most")[2]
    assert rule_look("mine") == (colour("soft"), "o", ())


def test_only_certain_cells_wear_the_ends_of_the_risk_scale():
    for theme in THEMES:
        scale = RISK_SCALE[theme]
        assert [risk_colour(p, theme) for p in (0, 1)] == [scale[0], scale[-1]]
        assert [risk_colour(p, theme) for p in (0.001, 0.3, 0.999)] == [
            scale[1],
            scale[3],
            scale[9],
        ]


def test_every_entry_is_complete():
    codes = [code for pair in (COLOURS | OWN_COLOURS | AGENTS).values() for code in pair]
    assert all(len(code) == 7 and int(code[1:], 16) >= 0 for code in codes)
    assert len(set(MARKERS.values())) == len(AGENTS)
    assert set(MARKERS.values()) <= set(SHAPES)
    assert {look.marker for look in [*looks_of(catalogue().index).values(), *OWN_LOOKS]} <= {
        *SHAPES
    }
