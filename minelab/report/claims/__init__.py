"""The ledger: every checkable claim of the five reports, decided from the stored tables.

A claim is what a report says, in our words, and a test in code. It has one part or several; each
part is decided by itself, at every density or size claimed. There its number is on the claimed side
of a threshold, on the other side, or open, by 95% intervals. A part *holds* if its number is on
the claimed side everywhere, *in part* if it is so somewhere; it *does not hold* if nowhere, and
somewhere it is on the other side; otherwise it *cannot be decided*. To be on the claimed side takes
significance adjusted by Holm's method over the densities or sizes, to be on the other side does
not: no adjustment makes it easier to hold. A claim holds if all its parts do, does not hold if none
does even in part and not all are open, cannot be decided if all are open, and holds in part
otherwise. Every part has a *margin*: how far its deciding number is on the claimed side of the
threshold, in the number's own unit (below 0: on the other side).

One standard for each kind of sentence, the same for all reports:

    more, fewer, beats, helps        above (below) 0, on the same boards
    no more, never better            the opposite: it fails where there is more. It holds where
                                     there is not, if the difference in score is also below .01
                                     (`LITTLE`); otherwise too few games were played to say so
    the same, equal                  as read off a graph: within .02 (`CLOSE`)
    begins at, only at, until        one threshold: above .01 from there on, below .01 before
    little, close, slightly (also    within .01; within .02; below .03; above .05 of the score. In
    a little), strongly              guesses: of the cells
    large, greatly, significantly    of an effect: above .05 (`STRONGLY`), pooled over the densities
                                     claimed
    much, substantially slower       more than 2 times
    noticeably slower                more than 1.1 times
    near in cost                     less than 2 times
    near a density, or a half        within .05
    almost always, mostly, much      in more than 9 cases of 10; in more than half; more than half
    never, all, everything           a single case refutes it, and no margin is given
    deduces everything               before none of the agent's guesses do all clues together prove
                                     a cell; nor its own rules, if the report limits the sentence
                                     to them
    a printed game                   the agent that the report describes takes the printed guesses:
                                     it passes through every printed board, or opens every cell in
                                     the printed order, with the printed result. What the
                                     description leaves open is taken from the game; what it says is
                                     not bent to fit the game
    a printed number                 fails if ours differs from it, each number by itself. It holds
                                     if our interval is no wider than half the number (`WIDE`) to
                                     either side; otherwise it could hardly have failed and is
                                     open. Where it is a mean of the report's own games, the error
                                     of such a mean counts as well as ours: of as many games as the
                                     report says it played, of ten per density where it does not
                                     say. "About" gives it a quarter of the number to either
                                     side. What a report says of its own runs must be true of rows
                                     printed in the report itself, to half a unit of the last digit,
                                     and like maps must not refute it (D07, D09)

"More" and "no more" cannot both be true of one number, however many games are played; and a little
more is still more.

A sentence is read in its context. What the report adds to it, in brackets or just before or after,
says what is counted and where, and no wider meaning is tested: three knowledge bases are not bytes
(A14), a gain at each step is none in the game (B11). A sentence about time is decided in time and
counted work, not in suppositions (A02). A proposal that leaves an amount open says that some amount
will do (B10). What an author claims of an agent is not part of its description (C03, C04). Where
two readings remain, each is a part. If they exclude each other, the claim is judged by the one that
fits best; of equals, by the one whose worst part is nearest (A15, A16). Readings of one printed
number always exclude each other, for it has one meaning (D07, D08, E03, E04). Where readers have
disagreed, `why` says which reading was taken, and what would have made it fail.

What our agents do by construction is no part beside others that can fail, and a density counts only
where a claim can come out both ways. Without mines, and without safe cells, nothing can differ, so
0 and 1 count only for claims about them or about knowing the number of mines; a share below 1% has
no room to fall. Some sentences can hardly fail; then `why` says so.

A verdict is *borderline* if another one comes out when a threshold of ours (those above that a
report does not print, and the 5% of significance) is a quarter larger or smaller; of a ratio, a
quarter of its distance from 1.

Claims about cost are decided on the readable form of an agent, by CPU time and by counted work;
the finding also gives the cost in the engine. The intervals are those of `minelab.lab.stats`. Each
report has its own file, COWAN four, by what they ask; claims about several are in `across`.
"""

from collections.abc import Iterable
from importlib import import_module

from minelab._checks import check_list, shown
from minelab._later import pd
from minelab._notebook import progress_bar
from minelab.report.claims.ledger import LEDGER, Claim, Finding, Part

FILES = (
    "cowan_scores", "cowan_cost", "cowan_games", "cowan_bonuses", "ibs", "swept", "daggers",
    "corners", "across",
)  # fmt: skip

__all__ = ["Claim", "Finding", "Part", "all_claims", "claims", "matching"]


def all_claims() -> dict[str, Claim]:
    """Every claim by its id, in the order of the ids, undecided."""
    for file in FILES:
        import_module(f"minelab.report.claims.{file}")
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
    for name in progress_bar(chosen, desc="deciding", unit=" claims"):
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
