"""What one agent costs beside another: seconds and counted work, in both forms.

Claims are decided on the readable form, which scans as the reports do. The engine counts its visits
of constraints, its suppositions and its steps of enumeration together.
"""

from typing import NamedTuple

from minelab.report.claims.ledger import spanned
from minelab.report.claims.points import EVERYWHERE, Point, chosen, games_of, overall, times_of

ENGINE = ["engine_work", "engine_assumptions", "engine_nodes"]


class Costs(NamedTuple):
    """How many times as much one agent costs as another."""

    time: Point
    work: Point
    engine_time: Point
    engine_work: Point

    @property
    def readable(self) -> list[Point]:
        """What a claim is decided on."""
        return [self.time, self.work]

    def __str__(self) -> str:
        return (
            f"{spanned(self.time)} times the time and {spanned(self.work)} times the work (engine: "
            f"{self.engine_time.value:.2f} and {self.engine_work.value:.2f})"
        )


def costs(a: str, b: str, side: int = 10, where: tuple[float, float] = EVERYWHERE) -> Costs:
    """How many times as much agent b costs as agent a, over all densities at once."""
    one, other = (
        rows[rows["density"].round(2).between(*where)][ENGINE].sum(axis=1)
        for rows in (chosen(games_of("cost", name), side) for name in (a, b))
    )
    return Costs(
        overall("timing", a, b, "seconds", side, where),
        overall("cost", a, b, "work", side, where),
        overall("timing", a, b, "seconds", side, where, form="engine"),
        times_of(side, other, one),
    )
