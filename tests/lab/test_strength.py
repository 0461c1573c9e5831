"""Win rates of the table `strength`: sums of whole games, with luck and without."""

import numpy as np
import pandas as pd
import pytest

import minelab as ml
from minelab import CLASSIC
from minelab.agents.champion import first_cell
from minelab.boards.rules import PRESETS
from minelab.lab.stats import mean_of, share_of, student
from minelab.lab.strength import TOGETHER, corrected_games, measure, win_rates
from tests.test_reproducible import run


def games_are_those_of_the_agent(rows=8, cols=8, mines=10, games=30, agent="champion"):
    """`play_corrected` plays as `play_many` does; results without luck vary less around them."""
    for name in ("classic", "classic-zero"):
        rules, numbers = PRESETS[name], range(3, 3 + games)
        first = first_cell(rules.first_click, rows, cols)
        ours = corrected_games(agent, rows, cols, mines, rules, numbers, seed=4)
        theirs = ml.play_many(
            agent, rows, cols, mines=mines, games=numbers, seed=4, rules=rules, first=first
        )
        assert ours["won"].tolist() == theirs["won"].tolist()
        assert ours["guesses"].tolist() == theirs["guesses"].tolist()
        assert 0 < ours["won"].sum() < games
        assert ours["corrected"].std() < ours["won"].std()
        lead = ours["corrected"] - ours["won"]
        assert abs(lead.mean()) < 4 * lead.std() / games**0.5


def test_games_are_those_of_the_agent():
    code = "from tests.lab.test_strength import *\ngames_are_those_of_the_agent()"
    run(code, NUMBA_DISABLE_JIT="1")


@pytest.mark.full
@pytest.mark.parametrize(("agent", "games"), [("champion", 400), ("champion-slow", 60)])
def test_expert_games_are_those_of_the_agent(agent, games):
    games_are_those_of_the_agent(16, 30, 99, games, agent)


@pytest.mark.full
def test_only_choices_other_than_the_champions_are_judged():
    how = {"rows": 16, "cols": 30, "mines": 99, "rules": CLASSIC, "games": range(60), "seed": 6}
    slow, fast = (corrected_games(agent, **how) for agent in ("champion-slow", "champion"))
    judged = slow["more"] != 0
    assert judged.any() and not judged.all() and fast["more"].isna().all()
    same = ["won", "guesses", "corrected"]
    assert slow.loc[~judged, same].equals(fast.loc[~judged, same])


def test_ordinary_games_are_added_up_by_the_thousand():
    games = range(TOGETHER, 3 * TOGETHER + 500)
    table = measure("exact", 9, 9, 10, "classic", games, seed=5)
    each = ml.play_many(
        "exact", 9, 9, mines=10, games=games, seed=5, rules=ml.CLASSIC, first=(0, 0)
    )
    assert table["games"].tolist() == [TOGETHER, TOGETHER, 500]
    assert table["game"].tolist() == [TOGETHER, 2 * TOGETHER, 3 * TOGETHER]
    for name in ("won", "guesses", "score"):
        assert table[name].sum() == each[name].sum()
    report = measure("exact", 6, 6, 8, "report", range(4), seed=5)
    assert report["games"].tolist() == [1] * 4 and report["game"].tolist() == [0, 1, 2, 3]


def test_win_rates_are_those_of_the_games():
    rng = np.random.default_rng(1)
    won = rng.integers(2, size=4000).astype(bool)
    corrected = np.where(won, 0.9, 0.1) + rng.normal(0, 0.1, 4000)
    level = {"rules": "classic", "rows": 9, "cols": 9, "mines": 10, "agent": "champion"}
    games = pd.DataFrame({"won": won, "corrected": corrected, "squares": corrected**2})
    sums = games.groupby(np.arange(4000) // 1000).sum().assign(games=1000, **level)
    (row,) = win_rates(sums).to_dict("records")
    share, mean = share_of(0, won), mean_of(0, corrected)
    assert (row["games"], row["won"]) == (4000, share.value)
    assert (row["low"], row["high"]) == share.interval
    got = [row[name] for name in ("corrected", "corrected_low", "corrected_high")]
    assert got == pytest.approx([mean.value, *mean.interval], rel=1e-9)
    extra = rng.normal(0.002, 0.02, 4000)
    more = pd.DataFrame({"more": extra, "more_squares": extra**2})
    slow = sums.assign(agent="champion-slow").join(more.groupby(np.arange(4000) // 1000).sum())
    _, slow_row = win_rates(pd.concat([sums, slow])).to_dict("records")
    gain = mean_of(0, extra)
    both = student(mean.value + gain.value, np.hypot(mean.error, gain.error), 3999)
    got = [slow_row[name] for name in ("more", "more_low", "more_high", "corrected")]
    assert got == pytest.approx([gain.value, *gain.interval, mean.value + gain.value], rel=1e-9)
    got = [slow_row["corrected_low"], slow_row["corrected_high"]]
    assert got == pytest.approx([float(end) for end in both], rel=1e-9)
    (plain,) = win_rates(games[["won"]].assign(**level)).to_dict("records")
    assert (plain["won"], plain["low"]) == (row["won"], row["low"])
    assert np.isnan(plain["corrected"]) and np.isnan(plain["corrected_high"])
