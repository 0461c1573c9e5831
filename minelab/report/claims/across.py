"""What concerns several reports at once."""

from collections import defaultdict
from dataclasses import replace

from minelab.lab.stats import Point, above, below, pooled, steps, within
from minelab.report.claims import limits, say
from minelab.report.claims.cowan_scores import guesses_that_hit
from minelab.report.claims.ledger import LEDGER, Finding, claim, finding, largest, part, parts_of
from minelab.report.claims.swept import (
    BASIC,
    crossing,
    shares_without_blast,
    two_clue_share,
    without_blast,
)
from minelab.report.claims.tables import between, gains, levels

REPORT = "all"
STEP = 0.05
"""From one density of density-10 to the next."""
FIRST_BLAST = f"half of {BASIC}'s games without a blast"
MEET = "the agents meet again"


@claim(
    "X01", REPORT, "COWAN, IBS",
    "Basic is beaten by advanced agents, these by advanced agents that choose better; the number "
    "of mines adds something at high density only.",
    "Only COWAN and IBS test such a choice and the number. COWAN's charles plays for both. Adds: "
    "more than .01, to the agent without the selection and "
    "with it. High: from .7 on, between COWAN's .6 and IBS's .8.",
    notebook="06_bonuses",
)  # fmt: skip
def ordering() -> Finding:
    steps_up = {
        "advanced": ("basic", "charles"),
        "choosing": ("charles", "charles+average"),
        "the number alone": ("charles", "charles+total"),
        "the number on top of choosing": ("charles+average", "charles+total+average"),
    }
    arms: dict[str, list[Point]] = defaultdict(list)
    words = []
    for table in ("density-10", "density-20", "density-30"):
        added = {what: gains(table, *pair, where=(0.1, 0.9)) for what, pair in steps_up.items()}
        for what, points in added.items():
            arms[what] += points
        gain = ", ".join(f"{what} {early_and_late(points)}" for what, points in added.items())
        words.append(f"side {table[-2:]}: {gain}")
    numbers = {what: points for what, points in arms.items() if "number" in what}
    late, early = (
        {what: between(points, *densities) for what, points in numbers.items()}
        for densities in ((0.7, 1), (0, 0.65))
    )
    parts = [
        part("advanced beats basic", above, arms["advanced"]),
        part("choosing beats advanced", above, arms["choosing"]),
        *parts_of(early, "{} adds little up to .65", below, limits.LITTLE),
        *parts_of(late, "{} adds more from .7 on", above, limits.LITTLE),
    ]
    text = f"Mean gains up to .65 and from .7 on, {'; '.join(words)}."
    return finding(parts, text, arms["advanced"])


def early_and_late(points: list[Point]) -> str:
    """The mean gain up to density .65, and from .7 on."""
    early, late = (pooled(between(points, *ends)).value for ends in ((0, 0.65), (0.7, 1)))
    return f"{say.signed(early)} and {say.signed(late)}"


def hard_curves() -> dict[str, tuple[list[Point], float]]:
    """Four definitions of where 10 x 10 becomes hard: what each looks at, and the density.

    The steepest fall counts only where the agents still differ. At higher densities they fall
    together: the fewer safe cells there are, the less any of them can learn.
    """
    gaps = gains("density-10", "basic", "ibs")
    meet = agents_meet().value
    falls = [
        replace(point.scaled(-1), at=round(point.at - STEP / 2, 3))
        for point in steps(levels("density-10", "charles"))
    ]
    steepest = largest(point for point in falls if point.at < meet)
    two = two_clue_share()
    return {
        FIRST_BLAST: (shares_without_blast(10), without_blast(10).value),
        "the steepest fall while agents differ": (falls, steepest.at),
        MEET: (gaps, meet),
        "where the share of deductions that need two clues is largest": (two, largest(two).at),
    }


def agents_meet() -> Point:
    """The density from which on basic comes close to ibs again, on 10 x 10."""
    return crossing(gains("density-10", "basic", "ibs"), limits.CLOSE)


def hard_densities() -> dict[str, float]:
    """Where 10 x 10 becomes hard, by four definitions."""
    return {name: round(float(density), 3) for name, (_, density) in hard_curves().items()}


@claim(
    "X02", REPORT, "-",
    "The game is hard from .2 on (SWEPT), from .8 on (IBS), ever harder with density (COWAN).",
    "They mean different things: the first blasts, no difference left between agents, the chance "
    "that a guess hits a mine. SWEPT is tested as in C02, on four sizes, IBS as in B04, on "
    "the report's grid of .1; by the .05 that SWEPT must meet, IBS's crossing at .71 would fail. "
    "On a grid of .1 SWEPT would fail too: at .1 three games in ten have a blast.",
    notebook="04_density_curves",
)  # fmt: skip
def hard() -> Finding:
    first_blast, meet = without_blast(10), agents_meet()
    starts = [without_blast(side, limits.ALMOST_ALWAYS) for side in (6, 10, 20, 30)]
    sure = {FIRST_BLAST: say.spanned(first_blast, 3), MEET: say.spanned(meet, 3)}
    text = "; ".join(
        f"{name}: {sure.get(name, f'{value:g}')}" for name, value in hard_densities().items()
    )
    text = f"On 10 × 10 {text}. On sides 6 to 30 blasts begin at {say.listed(starts, 3)}."
    parts = [
        part("SWEPT: blasts begin near .2", within, starts, limits.NEAR, of=0.2),
        *(replace(met, text=f"IBS: {met.text}") for met in LEDGER["B04"].finding.parts),
        part("COWAN: mines among guesses rise", above, steps(guesses_that_hit())),
    ]
    return finding(parts, text, first_blast)
