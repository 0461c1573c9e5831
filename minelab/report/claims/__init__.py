"""The ledger: every checkable claim of the five reports, decided from the stored tables.

A claim is a sentence and a test in code. Words that have no number in the reports get one here,
the same for all of them, before any table is looked at:

    close <= .02, slightly <= .03, strongly >= .05, little <= .01 (of the score);
    much slower >= 2 times; noticeably slower >= 1.1 times; near in cost: less than 2 times;
    near a density, or a half: within .05; about: within a quarter; much of a cost: half of it;
    almost always: at least nine times in ten; mostly: more than half; clearly: surely at all;
    no more, never, all: without a margin. A number that a report prints as exact must lie in our
    interval.

What an agent costs is decided on its readable form, by CPU time and by counted work; what it costs
the engine stands beside it.

*Holds*: the 95% interval lies on the claimed side everywhere claimed, with Holm's method over the
densities or sizes. *Holds in part*: somewhere. *Does not hold*: nowhere, or on the other side.
Each report has a file of its own; `across` has what concerns several.
"""

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from minelab._checks import check_list, shown
from minelab.report.claims.ledger import LEDGER, Claim, Finding

if TYPE_CHECKING:
    import pandas as pd

REPORTS = ("cowan", "ibs", "swept", "daggers", "corners", "across")

__all__ = ["Claim", "Finding", "all_claims", "claims"]


def all_claims() -> dict[str, Claim]:
    """Every claim by its id, in the order of the ids, undecided."""
    for report in REPORTS:
        import_module(f"minelab.report.claims.{report}")
    return dict(sorted(LEDGER.items()))


def claims(ids: str | Iterable[str] | None = None) -> "pd.DataFrame":
    """The ledger: what each report claims and what the tables say, a row per claim.

    ids: some of them, such as ["A01", "B05"], or all whose id begins with a letter: "D".

    `statistic` with its 95% interval `low` to `high` is the number in `finding`; `n` says from
    how many games, guesses, positions or maps. `neutral` is what it would be without a difference:
    1 if it says how many times as much, else 0.

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
        chosen = [name for name in known if name.startswith(ids)]
    else:
        chosen = check_list("ids", ids, "ids, or a text")
    wrong = [name for name in chosen if not isinstance(name, str) or name not in known]
    if wrong or not chosen:
        named = shown(wrong or ids)
        raise ValueError(f"ids must be from {min(known)} to {max(known)}, not {named}")
    rows = []
    for name in chosen:
        claim, found = known[name], known[name].finding
        rows.append(
            {"id": name, "report": claim.report, "where": claim.where, "claim": claim.text}
            | {"verdict": found.verdict, "finding": found.text, "n": found.n}
            | {"statistic": found.statistic, "low": found.low, "high": found.high}
            | {"neutral": found.neutral, "why": claim.why}
        )
    return pd.DataFrame(rows).set_index("id")
