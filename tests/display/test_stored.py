"""The explorer without Python: which results and games its page holds."""

import json
import re

import pytest

import minelab as ml
from minelab.display import stored
from minelab.display.page import PACKED, content, pack, script
from minelab.display.stored import DENSITIES, TABLES, WATCHED

TWO = ("basic", "charles")


def data_of(explorer):
    """What the stored page of an explorer holds."""
    (packed,) = (found for found in PACKED.findall(explorer.still.html) if found.startswith("H4"))
    return json.loads(content(packed))["data"]


@pytest.fixture(scope="module")
def page():
    return data_of(ml.explore(["charles", "basic", "ibs+sum"], size=20, density=0.4))


def test_the_page_begins_as_the_explorer_was_asked_to(page):
    asked = {"agents": ["charles", "basic", "ibs+sum"], "size": 20, "density": 0.4}
    assert page["setting"] == asked | {"measure": "score"}
    assert [chip["name"] for chip in page["chips"]][:4] == [*asked["agents"], "aravind"]


@pytest.mark.parametrize("size", TABLES)
def test_its_means_and_intervals_are_those_of_the_stored_tables(page, size):
    games, sheet = ml.load(TABLES[size]), page["sheets"][str(size)]
    names = [chip["name"] for chip in page["chips"]]
    assert sheet["boards"] == len(games[(games["agent"] == "basic") & (games["mines"] == 0)])
    for name in ("charles", "exact"):
        means = ml.summary(games[games["agent"] == name])
        assert sheet["densities"] == pytest.approx(means["density"].tolist())
        for measure in ("score", "guesses", "no_blast"):
            for end, values in zip(
                ("", "_low", "_high"), sheet["means"][name][measure], strict=True
            ):
                assert values == pytest.approx(means[measure + end].tolist(), abs=1e-5)
    for a, b in (("charles", "basic"), ("basic", "exact")):
        for measure in ("score", "no_blast"):
            found = ml.compare(games, a, b, measure)
            k = names.index(a)
            halves = sheet["halves"][measure][k][names.index(b) - k - 1]
            assert halves == pytest.approx(((found["high"] - found["low"]) / 2).tolist(), abs=1e-5)


def test_its_games_are_games_of_the_table_whose_scores_are_nearest_the_mean():
    games = ml.load("density-10")
    shown = [(game["agent"], game["density"]) for game in stored.typical_games()]
    assert shown == [(agent, density) for agent in WATCHED for density in DENSITIES]
    for game in stored.typical_games():
        agent, density = game["agent"], game["density"]
        part = games[(games["agent"] == agent) & (games["density"] == density)]
        (seed,) = re.findall(r"board (\d+)", game["data"]["note"])
        (row,) = part[part["board_seed"] == int(seed)].to_dict("records")
        mean = part["score"].mean()
        assert abs(row["score"] - mean) == pytest.approx((part["score"] - mean).abs().min())
        assert game["data"]["games"][0]["result"] == f"{row['score']:.2f}"
        said = f"{agent}, a typical game at density {density:.2f}: score {row['score']:.3f}, "
        assert game["about"].startswith(f"{said}nearest the mean {mean:.3f} of 1,000 games; ")


@pytest.mark.parametrize(
    "asked",
    [
        {"size": 12},
        {"guess": "average"},
        {"agents": ["dagger-2"]},
        {"agents": [ml.Agent("basic", ("single", "subset"))]},
    ],
    ids=str,
)
def test_what_no_table_has_is_not_shown_from_tables(asked):
    assert ml.explore(**asked).still is None


def test_without_tables_there_is_no_stored_page(monkeypatch):
    def load(name):
        raise FileNotFoundError(name)

    monkeypatch.setattr(stored, "load", load)
    stored.stored_games.cache_clear()
    assert ml.explore(TWO).still is None
    monkeypatch.undo()
    assert ml.explore(TWO).still is not None


def test_the_page_is_small():
    kept = ml.explore().still
    bundle, _ = kept.bundle(kept.html)
    games, player = (
        len(pack(json.dumps(part))) for part in (stored.typical_games(), script("player.js"))
    )
    everything = sum(map(len, bundle.values()))
    assert everything < 350_000 and everything - games - player < 160_000
