"""The ledger: every checkable claim of the five reports, decided from the stored tables.

A claim is what a report says, in our words, and a test in code. It has one part or several; each
part is decided by itself. A part *holds* if its number is significantly on the claimed side of its
threshold at every density or size claimed, adjusted by Holm's method over them; *in part*: at some
of them; it *does not hold*: at none. If its number is on the claimed side everywhere, but nowhere
significantly, the part *cannot be decided*. A claim holds if all its parts do, and does not if none
does even in part. Every part has a *margin*: how far its deciding number is on the claimed side of
the threshold, in the number's own unit (below 0: on the other side).

One standard for each kind of sentence, the same for all reports:

    more, fewer, beats, helps        significantly above (below) 0, on the same boards
    no more, equal, no effect yet    significantly within .01 of the score (`LITTLE`), or one
                                     hundredth of the cells in guesses
    close, slightly, strongly        within .02; below .03; above .05 of the score
    much slower, noticeably slower   more than 2 times; more than 1.1 times
    near in cost                     less than 2 times
    near a density, or a half        within .05
    almost always, mostly, much      in more than 9 cases of 10; in more than half; more than half
    never, all, everything           a single case refutes it, and no margin is given
    deduces everything               before none of its guesses do the agent's own rules prove
                                     another cell; nor do all clues together, unless the report
                                     limits the sentence to its own rules
    a printed number                 holds unless ours differs significantly. Where it is a mean of
                                     the report's own games, the error of such a mean counts as
                                     well as ours: of as many games as the report says it played,
                                     of ten per density where it does not say. "About" gives it
                                     a quarter of the number to either side. Several printed
                                     numbers of a claim are tested together, by Holm's method

A density counts only where a claim can come out both ways. Without mines, and without safe cells,
nothing can differ, so 0 and 1 are left out unless a claim is about them or about knowing the number
of mines; a share below 1% has no room to fall, and is left out of steps that should be falls.

A verdict is *borderline* if another one comes out when a threshold of ours (those above that a
report does not print, and the 5% of significance) is a quarter larger or smaller; of a ratio, a
quarter of its distance from 1.

Claims about cost are decided on the readable form of an agent, by CPU time and by counted work;
the finding also gives the cost in the engine. The intervals are those of `minelab.lab.stats`. Each
report has its own file; claims about several are in `across`.
"""

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from minelab._checks import check_list, shown
from minelab.report.claims.ledger import LEDGER, Claim, Finding, Part

if TYPE_CHECKING:
    import pandas as pd

REPORTS = ("cowan", "ibs", "swept", "daggers", "corners", "across")

__all__ = ["Claim", "Finding", "Part", "all_claims", "claims", "matching"]


def all_claims() -> dict[str, Claim]:
    """Every claim by its id, in the order of the ids, undecided."""
    for report in REPORTS:
        import_module(f"minelab.report.claims.{report}")
    return dict(sorted(LEDGER.items()))


def matching(text: str) -> list[str]:
    """The ids that begin with a text, or those of the report with this label: "B", "IBS"."""
    known = all_claims()
    of_report = [name for name in known if known[name].report.lower() == text.lower()]
    return of_report or [name for name in known if name.startswith(text)]


def claims(ids: str | Iterable[str] | None = None) -> "pd.DataFrame":
    """The ledger: what each report claims and what the tables say, a row per claim.

    ids: a list such as ["A01", "B05"], the label of a report such as "COWAN" (claims about
        several have the label "all"), or the first letter of the ids wanted: "D". By default all.

    Returns a table indexed by `id`: the `report`, `where` in it, the `claim`, our `verdict` (holds,
    holds in part, does not hold, cannot be decided), whether that is `borderline` (another verdict
    comes out if a threshold of ours is a quarter larger or smaller), the `margin` of the part that
    decides (how far its number is on the claimed side of its threshold, in the number's own unit;
    below 0: on the other side), the `parts` (each has `text`, `verdict`, `value`, `needs`, `margin`
    and `borderline`), our `finding` in a sentence, the number of games, boards or maps `n`, the
    main number of the finding `statistic` with its 95% interval `low` to `high`, the value
    `neutral` that would mean no difference (1 if it says how many times as much, else 0), and `why`
    we and the report differ.

    >>> claims(["C06"])[["report", "verdict"]]
       report verdict
    id
    C06  SWEPT   holds
    """
    import pandas as pd

    known = all_claims()
    if ids is None:
        chosen = list(known)
    elif isinstance(ids, str):
        chosen = matching(ids)
    else:
        chosen = check_list("ids", ids, "ids, or a text")
    wrong = [name for name in chosen if not isinstance(name, str) or name not in known]
    if wrong or not chosen:
        named = shown(wrong or ids)
        raise ValueError(f"ids must be from {min(known)} to {max(known)}, not {named}")
    rows = []
    for name in chosen:
        claim, ours = known[name], known[name].finding
        margin = ours.decisive.margin if ours.decisive else float("nan")
        rows.append(
            {"id": name, "report": claim.report, "where": claim.where, "claim": claim.text}
            | {"verdict": ours.verdict, "borderline": ours.borderline, "margin": margin}
            | {"parts": ours.parts, "finding": ours.text, "n": ours.n}
            | {"statistic": ours.statistic, "low": ours.low, "high": ours.high}
            | {"neutral": ours.neutral, "why": claim.why}
        )
    return pd.DataFrame(rows).set_index("id")
