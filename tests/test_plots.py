"""Figures say what the table says, in the manner of the report."""

import matplotlib

matplotlib.use("Agg")

import pytest
from matplotlib import pyplot as plt

import minelab as ml
from minelab import plots
from minelab.representations import medians

REPORTS = {"COWAN", "IBS", "SWEPT", "Daggers", "Corners", "minelab", "engine"}
FIGURES = [plots.representation_bytes, plots.representation_times]


@pytest.fixture
def costs():
    yield ml.load("representations")
    plt.close("all")


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_has_its_finding_at_the_left_one_spine_and_no_legend(figure, costs):
    axes = figure(costs)
    assert axes.get_title(loc="left") and not axes.get_title()
    assert [side for side, spine in axes.spines.items() if spine.get_visible()] == ["bottom"]
    assert axes.get_legend() is None
    assert axes.figure.get_facecolor() == (1, 1, 1, 1)


@pytest.mark.parametrize("figure", FIGURES)
def test_no_two_reports_share_a_mark(figure, costs):
    marks = [(line.get_marker(), line.get_color()) for line in figure(costs).lines]
    assert len(marks) == len(REPORTS)
    assert len({marker for marker, _ in marks}) == len({hue for _, hue in marks}) == len(REPORTS)


def test_the_finding_is_counted_from_the_table(costs):
    per_cell = medians(costs, 30)["bytes_per_cell"]
    ratio = per_cell.max() / per_cell.min()
    assert f"SWEPT's cell dictionary takes {ratio:.0f} times" in plots.representation_bytes(
        costs
    ).get_title(loc="left")


def test_every_point_stands_where_the_table_says(costs):
    expected = medians(costs, 30)[["update_us", "relations_us"]].to_numpy().tolist()
    lines = plots.representation_times(costs).lines
    points = [[*line.get_xdata(), *line.get_ydata()] for line in lines]
    assert points == expected


def test_the_slope_that_the_second_figure_claims_is_there(costs):
    times = medians(costs, 30).drop(index="engine")[["update_us", "relations_us"]]
    assert times.corr(method="spearman").iloc[0, 1] < -0.6
