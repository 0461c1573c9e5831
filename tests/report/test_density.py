"""What notebook 04 says of density is what the tables say."""

import numpy as np
import pytest

import minelab as ml
from minelab.report.claims.across import hard_densities
from minelab.report.density import (
    beyond_basic,
    hard_table,
    needless,
    parting,
    printed_means,
    with_hits,
)


@pytest.fixture(scope="module")
def games():
    return ml.load("density-10")


def test_agents_part_where_the_paired_difference_is_not_0(games):
    row = parting([("basic", "charles")], sides=[10]).loc["charles − basic", 10]
    table = ml.compare(games, "basic", "charles")
    most = table.loc[table["difference"].idxmax()]
    sure = table.loc[table["p_holm"] < 0.05, "density"]
    assert row["at"] == most["density"]
    assert row["most"].startswith(f"{most['difference']:+.3f} ({most['low']:+.3f} to")
    assert row["more"] == f"{sure.min():g} to {sure.max():g}"
    assert row["less"] == "none"


def test_turned_round_more_is_less():
    there, back = (parting([two], sides=[20]) for two in (("basic", "ibs"), ("ibs", "basic")))
    assert there["more"].tolist() == back["less"].tolist()
    assert back["more"].tolist() == ["none"]


def test_what_basic_cannot_see_is_counted_turn_by_turn():
    games = ml.sweep(["charles"], 10, 10, densities=[0.3], boards=6, seed=1)
    counted = []
    for _, row in games.iterrows():
        board = ml.Board.random(10, 10, mines=30, seed=row["board_seed"])
        record = ml.play(board, "charles", seed=row["play_seed"])
        proofs = [turn.method for turn in record.turns if turn.method != "guess"]
        counted.append((len(proofs), len(proofs) - proofs.count("single")))
    proved, more = np.array(counted).T
    found = beyond_basic(games, "charles").loc[0.3]
    assert found["proofs"] == more.mean()
    assert found["games"] == (more > 0).mean()
    assert found["of all"] == more.sum() / proved.sum()


def test_a_guess_is_needless_if_complete_inference_proves_a_cell():
    own = ml.load("guesses").query("agent == 'basic' and density == 0.3")
    counted, needed = 0, 0
    for seed in range(1, 5):
        part = own[own["board_seed"] == seed]
        board = ml.Board.random(10, 10, mines=30, seed=seed)
        record = ml.play(board, "basic", seed=int(part["play_seed"].iloc[0]))
        stuck = [view for view, turn in record.replay() if turn.method == "guess"]
        counted += sum(len(ml.deduce(view, "groups")) > 0 for view in stuck)
        needed += int(((part["safe"] > 0) | (part["mined"] > 0)).sum())
    assert counted == needed > 0
    table = needless(ml.load("guesses"), ["basic"]).set_index("density")
    assert table.loc[0.3, "mean"] == pytest.approx(((own["safe"] > 0) | (own["mined"] > 0)).mean())
    assert (table["low"] <= table["mean"]).all() and (table["mean"] <= table["high"]).all()


def test_the_mean_of_hits_is_the_share_of_all_guesses(games):
    some = games[games["agent"].isin(["basic", "exact"]) & games["density"].between(0.1, 0.9)]
    hits = with_hits(some).groupby(["agent", "density"])["hits"].mean()
    sums = some.groupby(["agent", "density"])[["blasts", "guesses"]].sum()
    assert hits.to_numpy() == pytest.approx((sums["blasts"] / sums["guesses"]).to_numpy())


def test_the_table_of_hard_has_the_densities_of_the_ledger():
    table = hard_table()
    found = table.groupby("definition", sort=False)["hard"].first().round(3)
    assert found.to_dict() == hard_densities()
    assert ((table["low"] <= table["value"]) & (table["value"] <= table["high"])).all()


def test_hard_is_where_each_definition_says(games):
    """From the table of games, without the ledger's own statistics."""
    found = hard_densities()
    fine = ml.load("hard").query("agent == 'basic-002' and rows == 10")
    unharmed = (fine["blasts"] == 0).groupby(fine["density"]).mean()
    first_blast = found["half of basic-002's games without a blast"]
    assert (unharmed[unharmed.index < first_blast] >= 0.5).all()
    assert (unharmed[unharmed.index > first_blast] < 0.5).all()
    scores = games[games["agent"] == "charles"].groupby("density")["score"].mean()
    falls = -scores.diff()[scores.index < found["the agents meet again"] + 0.001]
    assert found["the steepest fall while agents differ"] == pytest.approx(falls.idxmax() - 0.025)
    gap = ml.compare(games, "basic", "ibs").set_index("density")["difference"]
    assert (gap[gap.index > found["the agents meet again"] - 0.001] < 0.02).all()
    swept = games[games["agent"] == "swept"].groupby("density").sum(numeric_only=True)
    share = swept["deduced_groups"] / (swept["deduced_groups"] + swept["deduced_single"])
    assert found["where the share of deductions that need two clues is largest"] == share.idxmax()


def test_printed_means_are_those_of_the_report():
    table = printed_means(["basic", "ibs"]).set_index(["agent", "density"])["score"]
    assert table["basic", 0.8] == 0.357 and table["ibs", 0.8] == 0.351
