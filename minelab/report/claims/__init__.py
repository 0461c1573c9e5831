"""The ledger: every checkable claim of the five reports, decided from the stored tables.

A claim is a sentence and a test in code. Words for which the reports give no number get one here,
the same for all claims, and before any table is read:

    close <= .02, slightly <= .03, strongly >= .05, little <= .01 (of the score);
    much slower >= 2 times; noticeably slower >= 1.1 times; near in cost: less than 2 times;
    near a density, or a half: within .05; about: within a quarter; much of a cost: half of it;
    almost always: at least 9 times in 10; mostly: more than half; clearly: significantly;
    no more, never, all: without a margin. A number that a report prints as exact must lie in our
    interval.

Claims about cost are decided on the readable form of an agent, by CPU time and by counted work;
the finding also gives the cost in the engine.

*Holds*: the value is significantly on the claimed side at every density or size claimed, adjusted
by Holm's method. *Holds in part*: at some of them. *Does not hold*: at none. The intervals are
those of `minelab.lab.stats`. Each report has its own file; claims about several are in `across`.
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

    ids: a list such as ["A01", "B05"], or the first letter of the ids wanted: "D". By default all.

    Returns a table indexed by `id`: the `report`, `where` in it, the `claim`, our `verdict` (holds,
    holds in part, does not hold, cannot be decided), our `finding` in a sentence, the number of
    games, boards or maps `n`, the main number of the finding `statistic` with its 95% interval
    `low` to `high`, the value `neutral` that would mean no difference (1 if it says how many times
    as much, else 0), and `why` we and the report differ.

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
        claim, ours = known[name], known[name].finding
        rows.append(
            {"id": name, "report": claim.report, "where": claim.where, "claim": claim.text}
            | {"verdict": ours.verdict, "finding": ours.text, "n": ours.n}
            | {"statistic": ours.statistic, "low": ours.low, "high": ours.high}
            | {"neutral": ours.neutral, "why": claim.why}
        )
    return pd.DataFrame(rows).set_index("id")
