"""The one home of colours: surfaces, cells, methods, agents and risks, for light and dark pages.

Hue is an idea: an agent wears the colour of its signature method, so one mapping serves boards,
the player and every figure. Colour is never the only sign: methods also have a rank (the height
of their bar) and agents a marker. Method and agent colours are for marks, never for text.
"""

from collections.abc import Iterable
from functools import cache
from itertools import cycle
from typing import Literal, NamedTuple, TypeAlias

from minelab.agents.guesses import GUESS_RULES
from minelab.inference.methods import METHODS, family

Theme: TypeAlias = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")

# Each name with its colour on a light page and on a dark one.
COLOURS = {
    "surface": ("#FFFFFF", "#16191D"),
    "panel": ("#F6F7F9", "#1E2227"),
    "line": ("#D9DEE5", "#363C45"),
    "ink": ("#14171C", "#ECEFF3"),
    "soft": ("#5B6470", "#A3ACB8"),
    "focus": ("#1F4FD8", "#7FB2FF"),
    "covered": ("#CFD6DF", "#424A55"),
    "edge": ("#858F9E", "#76818F"),
    "open": ("#FFFFFF", "#1B1F24"),
    "hairline": ("#E3E7EC", "#2A2F36"),
    "scope": ("#E2DCC4", "#55503A"),
    "move": ("#14171C", "#FFFFFF"),
    "why": ("#FFF1B8", "#42390F"),
    "whyline": ("#A66E00", "#E6B84A"),
    "supposed": ("#7A2FBF", "#CFA3FF"),
    "blast": ("#B3261E", "#DE4A3C"),
    "flag": ("#C5221F", "#FF9C94"),
    "gold": ("#8A6A00", "#E6B84A"),
    "digit1": ("#1F4FD8", "#7FB2FF"),
    "digit2": ("#1A7A36", "#66CC88"),
    "digit3": ("#C5221F", "#FF8F86"),
    "digit4": ("#241F8C", "#ACA6FF"),
    "digit5": ("#8B1A1A", "#E995AA"),
    "digit6": ("#0B6F80", "#52CFD8"),
    "digit7": ("#14171C", "#F1F3F5"),
    "digit8": ("#5D6470", "#A9B1BD"),
}

# Methods with a colour of their own, cheaper first: the order of keys, stacks and tables.
OWN_COLOURS = {"guess": ("#E37400", "#FDBC74")} | {
    row.name: row.colour for row in METHODS.values() if row.colour and not row.drawn_like
}
METHOD_COLOURS = OWN_COLOURS | {
    row.name: row.colour or OWN_COLOURS[row.drawn_like]
    for row in METHODS.values()
    if row.drawn_like
}

AGENTS = {
    "random": OWN_COLOURS["guess"],
    "basic": OWN_COLOURS["single"],
    "aravind": OWN_COLOURS["subset"],
    "ibs": OWN_COLOURS["pairs"],
    "cowan": OWN_COLOURS["assume"],
    "charles": ("#92265D", "#F35FB5"),
    "swept": OWN_COLOURS["groups"],
    "corners": ("#845F47", "#C19485"),
    "dagger": METHOD_COLOURS["entails"],
    "exact": OWN_COLOURS["exact"],
    "champion": ("#5E0003", "#D93D35"),
}

# Matplotlib's names of the markers, all of them filled, as seaborn wants; their shapes in a box
# from -8 to 8.
MARKERS = dict(zip(AGENTS, "XosD^vP<d*h", strict=True))
SHAPES = {
    "X": "M-3.6-6 0-2.4 3.6-6 6-3.6 2.4 0 6 3.6 3.6 6 0 2.4-3.6 6-6 3.6-2.4 0-6-3.6z",
    "o": "M-5.5 0a5.5 5.5 0 1 1 11 0a5.5 5.5 0 1 1-11 0z",
    "s": "M-5-5h10v10h-10z",
    "D": "M0-6.5 6.5 0 0 6.5-6.5 0z",
    "^": "M0-5.5 6.3 5.5h-12.6z",
    "v": "M0 5.5 6.3-5.5h-12.6z",
    "<": "M-5.5 0 5.5-6.3v12.6z",
    "P": "M-2.2-6h4.4v3.8h3.8v4.4h-3.8v3.8h-4.4v-3.8h-3.8v-4.4h3.8z",
    "*": "M0-7 1.8-2.3 6.7-2.2 2.8.9 4.1 5.7 0 3-4.1 5.7-2.8.9-6.7-2.2-1.8-2.3z",
    "d": "M0-7 3.9 0 0 7-3.9 0z",
    ">": "M5.5 0-5.5-6.3v12.6z",
    "p": "M0-6.5 6.2-2 3.8 5.3h-7.6L-6.2-2z",
    "h": "M0-6.3 5.5-3.1v6.2L0 6.3-5.5 3.1v-6.2z",
    "H": "M-6.3 0-3.1-5.5h6.2L6.3 0 3.1 5.5h-6.2z",
}

# A variant keeps colour and marker of its family and changes the dash: lengths of ink and gap, in
# widths of the line. No two agents of the report's tables look the same.
STROKES: dict[tuple[float, ...], tuple[str, ...]] = {
    (): ("", "-2"),
    (6, 2): ("+total", "-2+total", "-score", "+corners-lot"),
    (6, 2, 1, 2): ("+average", "+sum", "-2+safe", "-slow"),
    (2, 1.5): ("+total+average", "+total+sum"),
    (1, 1.5): ("-once", "-002", "-1"),
    (9, 2, 3, 2): ("-3", "+sum-printed", "+average-lot"),
    (9, 2): ("-hyper", "+total+average-total"),
    (4, 1.5, 1, 1.5, 1, 1.5): ("+last", "+clue", "+average-most"),
}
DASHES = {variant: dash for dash, variants in STROKES.items() for variant in variants}
OTHER_DASH = (4, 1.5)

# In figures that show several variants of one family, they also change shade and marker; those that
# are shown together have different numbers.
VARIANTS = {
    "": 0, "-2": 0,
    "+total": 1, "-1": 1, "-002": 1, "-raw": 1, "-0": 1, "-score": 1, "+last-flags": 1,
    "+corners-lot": 1, "+average-most": 1,
    "+average": 2, "+sum": 2, "-hyper": 2, "-3": 2, "+clue": 2, "-once": 2, "-2+safe": 2,
    "-slow": 2,
    "+total+average": 3, "+total+sum": 3, "+last": 3, "+average-lot": 3, "-2+total": 3,
    "+sum-printed": 3,
}  # fmt: skip
OTHER_VARIANT = 3
"""That of a variant not listed; its shade is near its family's, so that families stay apart."""
VARIANT_MARKERS = (">", "p", "H")
DOTTED = (1, 1.5)
FAINT: dict[Theme, float] = {"light": 4.2, "dark": 5.5}
"""Contrasts with the page below which no shade may come nearer to it."""
LEGIBLE = 4.5
"""The contrast that colours from elsewhere get on a dark page."""

OWN_SHADES = (("#D6336C", "#F296AD"), ("#660CFA", "#7575EB"), ("#637006", "#9CCC0A"))
"""What agents of a reader's own wear, so that none looks like one of the catalogue."""

# Guess rules in a figure of their own: colour on a light page, and marker.
RULE_MARKS = {name: row.drawn for name, row in GUESS_RULES.items() if row.drawn}
TINTS = {"guess": ("#F3C28F", "#8A5F30")}
"""A guess in stacks of methods, where it takes much room."""

# Even steps in CAM02-UCS from 0 to 1. On a light page dark is danger, on a dark one bright is.
RISK = {
    "light": "DDE4EC E4DAD6 EAC5B6 EBAA98 E58D7F D9716B C7555B B13C4E 972645 7A173D 5C0F35",
    "dark": "28323C 3E3A42 574148 73484B 90514D AD5D50 C96F57 DF8763 F0A275 FABF8C FFDCA6",
}
RISK_SCALE = {theme: [f"#{code}" for code in codes.split()] for theme, codes in RISK.items()}


def colour(name: str, theme: Theme = "light") -> str:
    """A colour of the page or of a cell."""
    return COLOURS[name][THEMES.index(theme)]


def method_colour(name: str, theme: Theme = "light") -> str:
    """The colour of a method; soft text for one that has none."""
    return METHOD_COLOURS.get(family(name), COLOURS["soft"])[THEMES.index(theme)]


def method_rank(name: str) -> int:
    """How expensive a method is: 0 for a guess, 1 for single and for methods unknown here."""
    row = METHODS.get(family(name))
    known = row.drawn_like or row.name if row else name
    return list(OWN_COLOURS).index(known) if known in OWN_COLOURS else 1


class Look(NamedTuple):
    """How an agent is drawn; the marker as Matplotlib names it, the dash as in `STROKES`."""

    light: str
    dark: str
    marker: str
    dash: tuple[float, ...]


OWN_LOOKS = [
    Look(*shades, VARIANT_MARKERS[(k + lap) % len(VARIANT_MARKERS)], dash)
    for dash in STROKES
    for lap in range(len(VARIANT_MARKERS))
    for k, shades in enumerate(OWN_SHADES)
]


def looks_of(agents: Iterable[str]) -> dict[str, Look]:
    """How agents are drawn together; those of a reader's own are told apart by their order."""
    looks: dict[str, Look] = {}
    own = cycle(OWN_LOOKS)
    for name in dict.fromkeys(agents):
        (light, marker), (dark, _) = (variant_look(name, theme) for theme in THEMES)
        look = Look(light, dark, marker, agent_dash(name))
        known = family(name) in AGENTS and look not in looks.values()
        looks[name] = look if known else next(own)
    return looks


def agent_colour(name: str, theme: Theme = "light") -> str:
    """The colour of an agent's family; that of a reader's first for agents unknown here."""
    return AGENTS.get(family(name), OWN_SHADES[0])[THEMES.index(theme)]


def agent_marker(name: str) -> str:
    """The marker of an agent's family, as Matplotlib names it."""
    return MARKERS.get(family(name), VARIANT_MARKERS[0])


def agent_dash(name: str) -> tuple[float, ...]:
    """The dash of an agent's variant, solid being (); `random` is always dotted."""
    variant = name.removeprefix(family(name))
    return DOTTED if family(name) == "random" else DASHES.get(variant, OTHER_DASH)


def variant_look(name: str, theme: Theme = "light") -> tuple[str, str]:
    """Colour and marker of an agent in a figure: a variant has another shade of its family's."""
    number = VARIANTS.get(name.removeprefix(family(name)), OTHER_VARIANT)
    if number == 0 or family(name) not in AGENTS:
        return agent_colour(name, theme), agent_marker(name)
    return variant_shade(family(name), number, theme), VARIANT_MARKERS[number - 1]


def variant_shade(name: str, number: int, theme: Theme) -> str:
    """The shade of a family's variant: nearer to the page, or to ink where that would be faint."""
    shade, page, ink = agent_colour(name, theme), colour("surface", theme), colour("ink", theme)
    steps = ((ink, 0.5), (page, 0.4), (page, 0.2))
    if contrast(shade, page) < FAINT[theme]:
        steps = ((ink, 0.25), (ink, 0.5), (ink, 0.8))
    return mix(shade, *steps[number - 1])


def dark_twin(light: str) -> str:
    """The colour that a mark of a light figure has on a dark page.

    A colour that is not of this palette is moved towards ink until it stands out.

    >>> dark_twin("#FFFFFF"), dark_twin(agent_colour("charles")), dark_twin("#000080")
    ('#16191D', '#F35FB5', '#8283BF')
    """
    known = twins().get(light)
    steps = (mix(light, colour("ink", "dark"), k / 20) for k in range(21))
    page = colour("surface", "dark")
    return known or next(shade for shade in steps if contrast(shade, page) >= LEGIBLE)


@cache
def twins() -> dict[str, str]:
    """The dark colour for each light one; surfaces and ink come before marks of the same shade."""
    pairs = [*COLOURS.values(), *TINTS.values(), *METHOD_COLOURS.values(), *AGENTS.values()]
    pairs += [*OWN_SHADES, ("#000000", "#FFFFFF"), *zip(*RISK_SCALE.values(), strict=True)]
    for name in AGENTS:
        for number in range(1, len(VARIANT_MARKERS) + 1):
            light, dark = (variant_shade(name, number, theme) for theme in THEMES)
            pairs.append((light, dark))
    return dict(reversed(pairs))


def mix(first: str, second: str, much: float) -> str:
    """The first colour, moved towards the second by a share from 0 to 1."""
    parts = [[int(code[k : k + 2], 16) for k in (1, 3, 5)] for code in (first, second)]
    mixed = (round(a + much * (b - a)) for a, b in zip(*parts, strict=True))
    return "#" + "".join(f"{part:02X}" for part in mixed)


def rule_look(name: str) -> tuple[str, str, tuple[float, ...]]:
    """Colour, marker and dash of a guess rule; soft text and o for rules unknown here."""
    shade, marker = RULE_MARKS.get(family(name), (COLOURS["soft"][0], "o"))
    dash = () if name == family(name) else DASHES.get(f"+{name}", OTHER_DASH)
    return shade, marker, dash


def risk_colour(chance: float, theme: Theme = "light") -> str:
    """The nearest tenth of the scale; the two ends are for what is certain."""
    step = round(chance * 10)
    return RISK_SCALE[theme][min(max(step, 1), 9) if 0 < chance < 1 else step]


def text_on(fill: str) -> str:
    """Black or white, whichever contrasts more."""
    return max("#000000", "#FFFFFF", key=lambda ink: contrast(ink, fill))


def contrast(first: str, second: str) -> float:
    """The contrast of two colours as WCAG defines it, from 1 to 21."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def luminance(code: str) -> float:
    """Relative luminance of a colour written #RRGGBB."""
    parts = (int(code[k : k + 2], 16) / 255 for k in (1, 3, 5))
    linear = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return sum(w * x for w, x in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
