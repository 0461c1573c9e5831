"""Figures say what the table says, in the manner of the report."""

import re
from itertools import combinations

import matplotlib

matplotlib.use("Agg")

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt
from matplotlib.colors import to_hex
from matplotlib.transforms import Bbox

import minelab as ml
from minelab.display.palette import (
    GUESS_TINT,
    agent_colour,
    agent_dash,
    colour,
    contrast,
    method_colour,
    rule_look,
    variant_look,
)
from minelab.lab.difficulty import measure as difficulties
from minelab.lab.hindsight import guess_table, misses
from minelab.report import figures as plots
from minelab.report.density import hard_table
from minelab.report.figures.differences import signed
from minelab.report.figures.labels import ink
from minelab.report.layouts import opening
from minelab.report.representations import medians
from minelab.report.sources import win_rates
from minelab.report.threshold import half_points, with_solved

REPORTS = {"COWAN", "IBS", "SWEPT", "Daggers", "Corners", "minelab", "engine"}
FIGURES = [plots.representation_bytes, plots.representation_times]
TWELVE = [
    "random", "basic", "corners", "aravind", "cowan", "charles", "ibs", "swept", "charles+total",
    "charles+average", "charles+total+average", "exact",
]  # fmt: skip
DENSITIES = [0, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1]
FEW = ["basic", "aravind", "charles"]
PRINTED = pd.DataFrame({"agent": ["basic", "ibs"], "density": [0.2, 0.4], "score": [0.9, 0.7]})

HALVES = pd.DataFrame(
    [
        ("average", 0.2, 0.2, 0.1, 0.5, 50),
        ("average", 0.8, 0.8, 0.6, 0.9, 50),
        ("corners", 0.2, 0.9, 0.0, 1.0, 9),
        ("corners", 0.8, 0.7, 0.5, 0.8, 10),
    ],
    columns=["rule", "density", "risk", "low", "high", "guesses"],
)


@pytest.fixture(scope="module")
def games():
    """Twelve agents whose curves nearly coincide."""
    return ml.sweep(TWELVE, 10, 10, densities=DENSITIES, boards=12, seed=1)


@pytest.fixture(scope="module")
def sizes():
    """Three agents on boards of four sizes."""
    parts = [ml.sweep(FEW, side, side, densities=[0.3], boards=15, seed=5) for side in (5, 8, 12)]
    return pd.concat(parts)


@pytest.fixture(scope="module")
def hard():
    """One agent on boards of three sizes and many densities."""
    densities = [k / 20 for k in range(1, 8)]
    sides = (6, 10, 16)
    return pd.concat(
        [ml.sweep(["basic"], s, s, densities=densities, boards=15, seed=6) for s in sides]
    )


@pytest.fixture(scope="module")
def times():
    """Seconds as the table `timing` has them, of two forms."""
    rows = [
        (agent, side, side, side**2 // 5, 0.2, form, block, games, k * side**2 / speed)
        for agent, k in (("basic", 1), ("ibs", 2), ("cowan", 9))
        for side in (5, 10, 20)
        for form, games, speed in (("readable", 1, 1e4), ("engine", 50, 1e7))
        for block in range(4)
    ]
    columns = ["agent", "rows", "cols", "mines", "density", "form", "block", "games", "seconds"]
    return pd.DataFrame(rows, columns=columns)


@pytest.fixture(scope="module")
def progress():
    """Moves as the table `progress` has them."""
    rows = [
        ("charles", 10, 10, 20, 0.2, 7, 8, tenth, method, moves)
        for tenth in range(10)
        for method, moves in (("guess", 9 - tenth), ("single", 8), ("assume", tenth))
    ]
    columns = ["agent", "rows", "cols", "mines", "density", "board_seed", "play_seed", "tenth"]
    return pd.DataFrame(rows, columns=[*columns, "method", "moves"])


@pytest.fixture(scope="module")
def guesses():
    """The guesses of agents whose rules claim a risk."""
    agents = ("charles+average", "ibs+sum", "ibs+last", "exact", "basic")
    boards = [ml.Board.random(8, 8, density=d, seed=s) for d in (0.2, 0.4) for s in range(6)]
    return guess_table(ml.play(board, name, seed=1) for board in boards for name in agents)


@pytest.fixture(autouse=True)
def opened():
    """Closes the figures that a test has made; tells how many are open before it."""
    before = plt.get_fignums()
    yield before
    for number in set(plt.get_fignums()) - set(before):
        plt.close(number)


CASES = {
    "score of twelve": lambda t: plots.by_density(t.games, title="Twelve agents in one figure"),
    "guesses of twelve": lambda t: plots.by_density(t.games, "guesses", "A finding. " * 12),
    "no blast": lambda t: plots.by_density(t.games, "no_blast", agents=FEW, at=0.2),
    "with printed": lambda t: plots.by_density(
        t.games, title="Printed", agents=["basic", "ibs"], printed=PRINTED
    ),
    "work": lambda t: plots.by_density(t.games, "work", "Work", agents=[*FEW, "cowan"]),
    "none": lambda t: plots.by_density(t.games, "assumptions", "None", agents=["basic"]),
    "one density": lambda t: plots.by_density(t.games[t.games["density"] == 0.3], agents=FEW),
    "sizes of one agent": lambda t: plots.by_density(t.hard, "no_blast", "The larger, the harder"),
    "size": lambda t: plots.by_size(t.sizes, "guesses", "Guesses grow with the area"),
    "time by size": lambda t: plots.by_size(t.engine, "seconds", "Time grows with the area"),
    "agents": lambda t: plots.by_agent(t.games[t.games["density"] == 0.3], "score", "Agents"),
    "time by agent": lambda t: plots.by_agent(t.engine[t.engine["rows"] == 10], "seconds"),
    "nothing by agent": lambda t: plots.by_agent(
        t.games[t.games["density"] == 0.3], "assumptions", "Who supposes", agents=["basic", "cowan"]
    ),
    "differences": lambda t: plots.differences(*t.compared, title="Differences"),
    "variants": lambda t: plots.differences(*t.variants, title="Variants of one family"),
    "no difference": lambda t: plots.differences(t.equal, title="None"),
    "differences by size": lambda t: plots.differences(ml.compare(t.sizes, "basic", "charles")),
    "shares": lambda t: plots.method_shares(t.games, "charles", "Single clues do most"),
    "shares in time": lambda t: plots.method_shares(t.progress, "charles", "When", by="tenth"),
    "calibration": lambda t: plots.calibration(t.guesses, "No rule of thumb is a probability"),
    "one rule": lambda t: plots.calibration(t.guesses, "Exact", rules="exact", bins=4),
    "a pair": lambda t: pair_of(t),
    "one half": lambda t: plots.halves(HALVES, "One half means the density"),
    "long names": lambda t: long_names(t),
    "panels": lambda t: plots.panels([t.games, t.games], title="All at once", agents=FEW),
    "hard": lambda t: plots.hard_definitions(hard_table(), "Four meanings, four densities"),
}


def pair_of(tables):
    left, right = plots.pair()
    plots.differences(*tables.compared[:2], title="The gain is largest near 0.3", on=left)
    plots.by_density(tables.games, "guesses", "Fewer guesses", agents=FEW, on=right)
    return left.figure


def long_names(tables):
    left, right = plots.pair()
    both = "charles+total+average"
    arms = [ml.compare(tables.games, arm, both) for arm in ("charles+total", "charles+average")]
    plots.differences(*arms, title="Both together", on=left)
    plots.by_density(tables.games, agents=FEW, on=right)
    return left.figure


class Tables:
    """All tables, and what is made of them."""

    def __init__(self, games, sizes, hard, times, progress, guesses):
        self.games, self.sizes, self.hard, self.guesses = games, sizes, hard, guesses
        self.engine, self.progress = times[times["form"] == "engine"], progress
        self.compared = [ml.compare(games, "basic", b) for b in ("charles", "aravind", "ibs")]
        forms = ("charles+average", "charles+total", "charles+total+average")
        self.variants = [ml.compare(games, "charles", form, "guesses") for form in forms]
        few = games[games["density"] <= 0.1]
        self.equal = ml.compare(few, "ibs", "swept")


@pytest.fixture(scope="module")
def tables(games, sizes, hard, times, progress, guesses):
    return Tables(games, sizes, hard, times, progress, guesses)


@pytest.fixture(scope="module", params=CASES)
def figure(request, tables):
    """Each figure in turn, as it is saved."""
    made = drawn(CASES[request.param](tables), dpi=160)
    yield made
    plt.close(made)


def drawn(figure, dpi=100):
    """The figure with everything in its place at a resolution."""
    figure.set_dpi(dpi)
    figure.draw_without_rendering()
    return figure


def all_axes(figure):
    return figure.get_axes() or [axes for panel in figure.subfigs for axes in panel.axes]


def words(figure):
    """Every text that can be seen, with its box in pixels."""
    texts = []
    for axes in all_axes(figure):
        texts += [*axes.texts, axes.xaxis.label, axes.yaxis.label, axes._left_title]
        for axis, (low, high) in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
            for place, label in zip(axis.get_majorticklocs(), axis.get_ticklabels(), strict=True):
                texts += [label] if low <= place <= high else []
    return [(text.get_text(), text.get_window_extent()) for text in texts if text.get_text()]


def curves(figure):
    """The curves of a figure by name, without samples and dashed lines."""
    lines = [line for axes in all_axes(figure) for line in axes.lines]
    return {
        line.get_label(): line for line in lines if not str(line.get_label()).startswith("_child")
    }


def test_words_lie_in_the_figure_and_not_on_one_another(figure):
    check_words(figure)


@pytest.mark.parametrize("case", ["score of twelve", "variants"])
def test_so_they_do_at_another_resolution_where_letters_are_wider(case, tables):
    check_words(drawn(CASES[case](tables), dpi=110))


def check_words(figure):
    found = words(figure)
    page = figure.bbox.padded(1)
    for text, box in found:
        assert page.x0 <= box.x0 and box.x1 <= page.x1, text
        assert page.y0 <= box.y0 and box.y1 <= page.y1, text
    for (one, box), (other, its) in combinations(found, 2):
        assert not Bbox.intersection(box.padded(-1), its.padded(-1)), (one, other)


def test_names_cover_no_curve(figure):
    for axes in all_axes(figure):
        lines = [
            line.get_path().transformed(line.get_transform())
            for line in axes.lines
            if line.get_transform().contains_branch(axes.transData) and len(line.get_xdata()) > 1
        ]
        for text in axes.texts[1:]:
            box = text.get_window_extent() if text.get_text() else Bbox.unit()
            assert not any(path.intersects_bbox(box, filled=False) for path in lines), text


def test_a_figure_says_in_words_what_it_shows(figure):
    said = figure.image().alt
    for axes in all_axes(figure):
        assert " ".join(axes.get_title(loc="left").split()) in said
        assert axes.get_xlabel() in said
        for text in axes.texts[1:]:
            assert re.sub("[${}]", "", text.get_text()) in said
    assert re.search(r"(Line|Bar|Dot) chart|Scatter plot", said) and ".." not in said


def test_a_figure_is_white_and_bare(figure):
    assert figure.get_facecolor() == (1, 1, 1, 1)
    for axes in all_axes(figure):
        assert axes.get_legend() is None
        assert [side for side, spine in axes.spines.items() if spine.get_visible()] == ["bottom"]


def test_a_curve_is_the_summary_in_the_colours_of_its_agent(games):
    table = ml.summary(games, ["score"])
    found = curves(plots.by_density(games))
    assert list(found) == TWELVE
    for name, line in found.items():
        rows = table[table["agent"] == name]
        assert line.get_xdata().tolist() == rows["density"].tolist()
        assert line.get_ydata().tolist() == rows["score"].tolist()
        assert (line.get_color(), line.get_marker()) == variant_look(name)
        dashes = line._unscaled_dash_pattern[1]
        assert tuple(dashes or ()) == agent_dash(name)


def test_a_band_is_the_interval(games):
    figure = plots.by_density(games, "no_blast", agents=["basic"])
    rows = ml.summary(games, ["no_blast"]).query("agent == 'basic'")
    (band,) = figure.axes[0].collections
    corners = band.get_paths()[0].vertices
    assert set(rows["no_blast_low"]) | set(rows["no_blast_high"]) <= set(corners[:, 1])
    assert band.get_alpha() == 0.16
    assert "Wilson" in figure.axes[0].texts[0].get_text()


def test_a_band_on_a_logarithmic_axis_stays_above_0(games):
    some = games[(games["agent"] == "cowan") & (games["density"] == 0.4)].head(3)
    some = some.assign(assumptions=[1, 1, 100])
    (low,) = ml.summary(some, ["assumptions"])["assumptions_low"]
    assert low < 0
    (band,) = plots.by_density(some, "assumptions").axes[0].collections
    low, high = band.get_paths()[0].get_extents().intervaly
    assert low > 0 and low * high == pytest.approx(34**2)  # as far up as down, on that axis


def test_variants_of_one_agent_differ_in_shade_and_marker():
    together = [
        ["charles", "charles+total", "charles+average", "charles+total+average"],
        ["cowan", "cowan+total", "cowan+average", "cowan+total+average"],
        ["cowan-1", "cowan", "cowan-3"],
        ["ibs", "ibs-hyper", "ibs+total"],
        ["ibs", "ibs+sum", "ibs+last", "ibs+last-flags"],
        ["charles+average", "charles+average-most", "charles+average-lot"],
        ["basic+corners-lot", "basic+clue"],
        ["dagger-1", "dagger-2", "dagger-2+safe", "dagger-2+total"],
    ]
    for names in together:
        for one, other in combinations(map(variant_look, names), 2):
            assert one[0] != other[0] and one[1] != other[1], names
    assert all(
        contrast(variant_look(name)[0], colour("surface")) >= 2.9
        for names in together
        for name in names
    )


def test_two_panels_begin_at_one_height_and_are_equally_wide(games):
    left, right = plots.pair()
    long = "A finding that takes so many words that they can't stand in one line"
    plots.by_density(games, title=long, agents=FEW, on=left)
    plots.by_density(games, "assumptions", "Short", agents=["cowan", "charles"], on=right)
    one, other = (panel.axes[0].bbox for panel in (left, right))
    drawn(left.figure)
    assert one.y1 == pytest.approx(other.y1, abs=1)
    assert one.width == pytest.approx(other.width, rel=0.1)


def test_dots_need_no_axis_from_0(games):
    some = games[(games["density"] == 0.3) & (games["agent"] != "random")]
    low, high = plots.by_agent(some).axes[0].get_xlim()
    intervals = ml.summary(some, ["score"])
    assert 0 < low < intervals["score_low"].min() and intervals["score_high"].max() < high


def test_scores_go_from_0_to_1_and_the_subtitle_says_what_was_played(games):
    axes = plots.by_density(games, title="A finding", agents=FEW).axes[0]
    low, high = axes.get_ylim()
    assert low == 0 and 1 <= high < 1.05
    assert axes.get_title(loc="left") == "A finding"
    about = axes.texts[0].get_text().replace("\n", " ")
    assert "Score (mines never detonated / mines)" in about
    assert "10 × 10, report rules, 12 boards a point; 95% bands" in about
    assert axes.get_xlabel() == "density (mines / cells)"


def test_names_stand_in_the_order_of_the_curves_with_the_values_there(games):
    figure = plots.by_density(games, "guesses", at=0.4)
    means = games[games["density"] == 0.4].groupby("agent")["guesses"].mean()
    texts = [text.get_text() for text in figure.axes[0].texts[1:]]
    head, names, values = texts[0], texts[1::2], texts[2::2]
    assert head == "at 0.40"
    assert [means[name] for name in names] == sorted(means, reverse=True)
    assert values[1:] == [f"{means[name]:.1f}" for name in names[1:]]
    (dashed,) = [line for line in figure.axes[0].lines if list(line.get_xdata()) == [0.4, 0.4]]
    assert dashed.is_dashed()


def test_the_line_stands_where_the_agents_part_unless_said_otherwise(games):
    figure = plots.by_density(games)
    others = games[(games["agent"] != "random") & games["density"].between(0.05, 0.95)]
    means = others.groupby(["density", "agent"])["score"].mean().unstack()
    widest = (means.max(axis=1) - means.min(axis=1)).idxmax()
    assert f"at {widest:.2f}" in [text.get_text() for text in figure.axes[0].texts]


def test_agents_come_in_the_order_asked_for(games):
    assert list(curves(plots.by_density(games, agents=["swept", "basic"]))) == ["swept", "basic"]


def test_printed_means_are_hollow(games):
    figure = plots.by_density(games, agents=["basic", "ibs"], printed=PRINTED)
    hollow = [line for line in figure.axes[0].lines if line.get_mfc() == colour("surface")]
    assert [line.get_xydata().tolist() for line in hollow] == [[[0.2, 0.9]], [[0.4, 0.7]]]
    assert [line.get_mec() for line in hollow] == [agent_colour("basic"), agent_colour("ibs")]
    assert "hollow" in figure.axes[0].texts[0].get_text()


def test_sizes_of_one_agent_differ_by_their_dash_alone(hard):
    found = curves(plots.by_density(hard, "no_blast"))
    assert list(found) == ["6 × 6", "10 × 10", "16 × 16"]
    assert {line.get_color() for line in found.values()} == {agent_colour("basic")}
    assert len({str(line._unscaled_dash_pattern) for line in found.values()}) == 3


def test_no_zero_is_drawn_on_a_logarithmic_axis(games):
    figure = plots.by_density(games, "assumptions", agents=["basic", "cowan"])
    assert np.isnan(curves(figure)["basic"].get_ydata()).all()
    drawn = curves(figure)["cowan"].get_ydata()
    means = ml.summary(games, ["assumptions"]).query("agent == 'cowan'")["assumptions"].to_numpy()
    assert np.array_equal(drawn, np.where(means > 0, means, np.nan), equal_nan=True)
    assert figure.axes[0].get_yscale() == "log"
    assert "log scale (0 is left out)" in figure.axes[0].texts[0].get_text().replace("\n", " ")


def test_columns_of_one_agent_share_an_axis(games):
    columns = {"looks": "work", "cells opened": "opened"}
    figure = plots.by_column(games, "basic", columns, "A finding", measure="work")
    means = games[games["agent"] == "basic"].groupby("density")[["work", "opened"]].mean()
    found = curves(figure)
    for name, column in columns.items():
        seen = dict(found[name].get_xydata()[1:-1].tolist())
        assert seen == pytest.approx(means[column].loc[list(seen)].to_dict())
        assert found[name].get_color() == agent_colour("basic")
    assert len({line.get_marker() for line in found.values()}) == len(columns)
    assert "basic, 10 × 10" in figure.axes[0].texts[0].get_text()


def test_states_are_written_as_powers_of_2(games):
    figure = plots.by_column(games, "basic", {"guesses": "guesses"}, measure="states", at=0.4)
    mean = games[(games["agent"] == "basic") & (games["density"] == 0.4)]["guesses"].mean()
    assert f"$2^{{{mean:.0f}}}$" in [text.get_text() for text in figure.axes[0].texts]


def test_size_is_the_side_of_the_board(sizes):
    figure = plots.by_size(sizes, "guesses")
    means = sizes.groupby(["agent", "rows"])["guesses"].mean()
    for name, line in curves(figure).items():
        assert dict(line.get_xydata().tolist()) == pytest.approx(means[name].to_dict())
    assert "Density 0.3" in figure.axes[0].texts[0].get_text()


def test_one_game_a_point_has_no_interval_and_is_still_drawn(games):
    first = games.groupby(["agent", "mines"]).head(1)
    for measure in ("score", "work"):
        assert list(curves(plots.by_density(first, measure, agents=FEW))) == FEW


def test_time_is_written_in_its_unit(times):
    figure = plots.by_size(times[times["form"] == "engine"], "seconds")
    assert "360 µs" in [text.get_text() for text in figure.axes[0].texts]
    assert "4 blocks a point" in figure.axes[0].texts[0].get_text().replace("\n", " ")


def test_dots_stand_at_the_means_the_greatest_on_top(games):
    axes = plots.by_agent(games[games["density"] == 0.3]).axes[0]
    means = games[games["density"] == 0.3].groupby("agent")["score"].mean()
    dots = {line.get_label(): line.get_xydata()[0].tolist() for line in axes.lines}
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert {name: x for name, (x, _) in dots.items()} == pytest.approx(means.to_dict())
    assert [dots[name][0] for name in names] == pytest.approx(sorted(means))
    assert all(line.get_color() == variant_look(line.get_label())[0] for line in axes.lines)


def test_differences_have_bars_where_they_are_not_0(tables):
    charles = tables.compared[0]
    axes = plots.differences(charles).axes[0]
    line = curves(axes.figure)["charles − basic"]
    assert line.get_ydata().tolist() == charles["difference"].tolist()
    assert line.get_color() == agent_colour("charles")
    (bars,) = [some for some in axes.collections if some.get_alpha() is None]
    middle = [piece[:, 0].mean() for piece in bars.get_segments()]
    sure = charles.loc[charles["p_holm"] < 0.05, "density"]
    assert 0 < len(sure) < len(charles)
    assert middle == pytest.approx(sure.tolist(), abs=0.03)
    assert to_hex(bars.get_colors()[0]).upper() == agent_colour("charles")
    assert all(piece[:, 1].max() < charles["low"].min() for piece in bars.get_segments())


def test_differences_from_one_agent_wear_the_colours_of_the_others(tables):
    found = curves(plots.differences(*tables.compared))
    assert {name: line.get_color() for name, line in found.items()} == {
        f"{name} − basic": agent_colour(name) for name in ("charles", "aravind", "ibs")
    }
    turned = [ml.compare(tables.games, name, "exact") for name in ("basic", "cowan")]
    found = curves(plots.differences(pd.concat(turned)))
    assert {name: line.get_color() for name, line in found.items()} == {
        f"exact − {name}": agent_colour(name) for name in ("basic", "cowan")
    }


def test_where_nothing_differs_the_figure_says_so(tables):
    axes = plots.differences(tables.equal).axes[0]
    assert any(text.get_text().startswith("no bars") for text in axes.texts)


def test_signs_and_digits_of_differences():
    assert signed([-0.05, 0, 0.025]) == ["−0.050", "0", "+0.025"]
    assert signed([-2000, 0, 20]) == ["−2,000", "0", "+20"]


def test_names_of_curves_that_coincide_stand_in_a_column(tables):
    """Beside its curve a name would be as near to the other one."""
    figure = drawn(plots.differences(tables.compared[0], tables.compared[0].assign(b="ibs")))
    names = [text for text in figure.axes[0].texts if "−" in text.get_text()]
    assert len({text.get_window_extent().x0 for text in names}) == 1


def test_the_shares_of_moves_are_those_of_the_table(games):
    axes = plots.method_shares(games, "charles").axes[0]
    part = games[games["agent"] == "charles"]
    moves = part["opened"] + part["flagged"] + part["blasts"]
    shares = (
        part["deduced_subset"].groupby(part["density"]).sum() / moves.groupby(part["density"]).sum()
    )
    stacks = {some.get_label(): some for some in axes.containers}
    assert list(stacks) == ["single", "subset", "assume", "guess"]
    assert [bar.get_height() for bar in stacks["subset"]] == pytest.approx(shares.tolist())
    tops = [bar.get_y() + bar.get_height() for bar in stacks["guess"]]
    assert tops == pytest.approx([1] * len(tops))
    shades = {name: to_hex(bars[0].get_facecolor()).upper() for name, bars in stacks.items()}
    assert shades["guess"] == GUESS_TINT
    assert all(shades[name] == method_colour(name) for name in ("single", "subset", "assume"))


def test_the_course_of_the_game_is_cut_into_tenths(progress):
    axes = plots.method_shares(progress, "charles", by="tenth").axes[0]
    stacks = {some.get_label(): some for some in axes.containers}
    heights = [bar.get_height() for bar in stacks["assume"]]
    assert heights == pytest.approx([tenth / 17 for tenth in range(10)])
    assert [label.get_text() for label in axes.get_xticklabels()] == [str(k) for k in range(1, 11)]
    names = [text.get_text() for text in axes.texts[1:] if text.get_text()]
    assert names == ["guess", "assume", "single"]


def test_calibration_counts_the_mines_among_guesses_of_one_claim():
    claims = [0.12] * 30 + [0.18] * 10 + [0.5] * 20 + [1.5] * 20 + [0.9] * 3
    mines = [1, 0, 0, 0] * 10 + [1, 0] * 10 + [1] * 20 + [0] * 3
    table = pd.DataFrame({"rule": "sum", "claimed": claims, "mine": mines})
    figure = plots.calibration(table, "A finding")
    axes = figure.axes[0]
    line = curves(figure)["sum"]
    assert line.get_xdata().tolist() == pytest.approx([0.135, 0.5, (20 + 3 * 0.9) / 23])
    assert line.get_ydata().tolist() == pytest.approx([0.25, 0.5, 20 / 23])
    assert line.get_color() == rule_look("sum")[0]
    assert axes.get_xlim() == axes.get_ylim() and axes.get_aspect() == 1
    assert "claims over 1 count as 1" in axes.texts[0].get_text().replace("\n", " ")
    assert "said = seen" in [text.get_text() for text in axes.texts]


def test_guesses_without_a_claim_are_left_out(guesses):
    found = curves(plots.calibration(guesses))
    assert set(found) == {"average", "sum", "last", "exact"}


def test_a_wide_gap_is_used_and_no_gap_puts_the_names_outside(games):
    """Twelve names have no room among the curves, three have."""
    for agents, outside in ((TWELVE, True), (FEW, False)):
        axes = drawn(plots.by_density(games, agents=agents)).axes[0]
        names = [text for text in axes.texts if text.get_text() in agents]
        assert len(names) == len(agents)
        assert all((text.get_window_extent().x0 > axes.bbox.x1) == outside for text in names)


def test_ink_is_seen_where_it_is(games):
    axes = drawn(plots.by_density(games, agents=["basic"])).axes[0]
    points = ink(axes)
    x, y = axes.transData.transform(curves(axes.figure)["basic"].get_xydata()[3])
    assert np.hypot(points[:, 0] - x, points[:, 1] - y).min() < 3


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda t: plots.by_density(t.games.drop(columns="score")), "columns .'score'"),
        (lambda t: plots.by_density(t.games.drop(columns="density")), "columns .'density'"),
        (lambda t: plots.by_density(t.games[:0]), "at least one row"),
        (lambda t: plots.by_density(t.games, agents=["basc"]), "agents must be one of .* 'basc'"),
        (lambda t: plots.by_density(t.games, agents=[]), "agents must be at least one"),
        (lambda t: plots.by_density(t.games, at=1.2), "at must be .* 0.0 to 1.0, not 1.2"),
        (lambda t: plots.by_density(t.games, at="x"), "at must be a number .* not 'x'"),
        (lambda t: plots.by_density(None), "games must be a table .* not None"),
        (lambda t: plots.by_density(t.games, []), r"measure must be a text .* not \[\]"),
        (lambda t: plots.by_density(t.games, "rules"), "numbers in the column 'rules'"),
        (lambda t: plots.by_density(t.games, agents=5), "agents must be a list of names, not 5"),
        (lambda t: plots.by_density(t.games, agents=[np.array(3)]), "agents must be one of"),
        (lambda t: plots.by_column(t.games, "basic", 5, measure="work"), "columns must be .* 5"),
        (lambda t: plots.panels(t.games["work"].sum()), "tables must be a list of tables"),
        (lambda t: plots.panels([t.games], 5), "measures must be a list of columns, not 5"),
        (lambda t: plots.method_shares(None, "basic"), "table must be a table .* not None"),
        (lambda t: plots.method_shares(t.games, "basic", by=np.ones(2)), "by must be one of"),
        (lambda t: plots.shortfall(5), "table must be a table .* not 5"),
        (lambda t: plots.layouts("1?"), "view must be a View, not"),
        (lambda t: plots.by_density(t.sizes), "one 'rows' alone, not .5, 8, 12."),
        (lambda t: plots.by_density(t.games, printed=PRINTED[["agent"]]), "printed must"),
        (lambda t: plots.by_density(t.games, agents="basic", printed=PRINTED), "not 'ibs'"),
        (lambda t: plots.by_column(t.games, "basic", {}, measure="work"), "1 to 6, not 0"),
        (lambda t: plots.by_column(t.games, "basc", {"a": "work"}, measure="work"), "'basc'"),
        (lambda t: plots.by_column(t.sizes, "basic", {"a": "work"}, measure="work"), "one 'rows'"),
        (lambda t: plots.by_size(t.games), "one 'density' alone"),
        (lambda t: plots.by_size(t.sizes.assign(cols=3)), "square"),
        (lambda t: plots.by_agent(t.games), "one 'mines' alone"),
        (lambda t: plots.differences(), "1 to 3 comparisons, not 0"),
        (lambda t: plots.differences(*t.compared, t.equal), "1 to 3 comparisons, not 4"),
        (lambda t: plots.differences(t.games), "it has no .'a'"),
        (lambda t: plots.differences(t.compared[0][:0]), "at least one row"),
        (lambda t: plots.differences(t.compared[0], t.variants[0]), "one 'measure' alone"),
        (lambda t: plots.method_shares(t.games, "nobody"), "agent must be one of"),
        (lambda t: plots.method_shares(t.games, "basic", by="tenth"), "it has no .'tenth'"),
        (lambda t: plots.method_shares(t.games, "basic", by="size"), "by must be one of"),
        (lambda t: plots.method_shares(t.games[:0], "basic"), "at least one row"),
        (lambda t: plots.calibration(t.games), "it has no .'rule'"),
        (lambda t: plots.calibration(t.guesses.assign(claimed=np.nan)), "a risk is claimed"),
        (lambda t: plots.calibration(t.guesses, rules=["max"]), "rules must be one of .* 'max'"),
        (lambda t: plots.calibration(t.guesses[-3:].assign(claimed=0.5)), "at least 10"),
        (lambda t: plots.calibration(t.guesses, bins=0), "bins must be"),
    ],
)
def test_bad_input_is_refused_before_anything_is_drawn(call, words, tables, opened):
    with pytest.raises(ValueError, match=words):
        call(tables)
    assert plt.get_fignums() == opened


def test_more_curves_than_can_be_told_apart_are_refused(games):
    more = pd.concat([games, games[games["agent"] == "basic"].assign(agent="basic-002")])
    with pytest.raises(ValueError, match="at most 12, .* not 13"):
        plots.by_density(more)


def test_both_forms_at_once_are_refused(times):
    with pytest.raises(ValueError, match="one 'form' alone, not .'engine', 'readable'"):
        plots.by_size(times, "seconds")


@pytest.fixture
def costs():
    return ml.load("representations")


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_has_its_finding_at_the_left_one_spine_and_no_legend(figure, costs):
    (axes,) = figure(costs).axes
    assert axes.get_title(loc="left") and not axes.get_title()
    assert [side for side, spine in axes.spines.items() if spine.get_visible()] == ["bottom"]
    assert axes.get_legend() is None
    assert axes.figure.get_facecolor() == (1, 1, 1, 1)


@pytest.mark.parametrize("figure", FIGURES)
def test_no_two_reports_share_a_mark(figure, costs):
    marks = [(line.get_marker(), line.get_color()) for line in figure(costs).axes[0].lines]
    assert len(marks) == len(REPORTS)
    assert len({marker for marker, _ in marks}) == len({hue for _, hue in marks}) == len(REPORTS)


def test_the_finding_is_counted_from_the_table(costs):
    per_cell = medians(costs, 30)["bytes_per_cell"]
    ratio = per_cell.max() / per_cell.min()
    (axes,) = plots.representation_bytes(costs).axes
    assert f"SWEPT's cell dictionary takes {ratio:.0f} times" in axes.get_title(loc="left")


def test_every_point_stands_where_the_table_says(costs):
    expected = medians(costs, 30)[["update_us", "relations_us"]].to_numpy().tolist()
    lines = plots.representation_times(costs).axes[0].lines
    points = [[*line.get_xdata(), *line.get_ydata()] for line in lines]
    assert points == expected


def test_the_slope_that_the_second_figure_claims_is_there(costs):
    times = medians(costs, 30).drop(index="engine")[["update_us", "relations_us"]]
    assert times.corr(method="spearman").iloc[0, 1] < -0.6


def test_panels_have_a_row_for_each_measure_and_a_column_for_each_table(games, sizes):
    other = sizes[sizes["rows"] == 8]
    figure = plots.panels([games, other], ["score", "guesses"], "A finding", agents=FEW)
    assert figure.get_suptitle() == "A finding"
    assert [axes.get_ylabel() for axes in figure.axes] == ["score", "", "guesses a game", ""]
    assert [axes.get_title(loc="left")[:7] for axes in figure.axes[:2]] == ["10 × 10", "8 × 8, "]
    for axes, measure in zip(figure.axes[::2], ("score", "guesses"), strict=True):
        means = games.groupby(["agent", "density"])[measure].mean()
        assert [line.get_label() for line in axes.lines] == FEW
        for line in axes.lines:
            expected = means[line.get_label()].to_dict()
            assert dict(line.get_xydata().tolist()) == pytest.approx(expected)
    (key,) = figure.legends
    assert [text.get_text() for text in key.get_texts()] == FEW


def test_panels_need_a_table_of_one_size(games, sizes):
    with pytest.raises(ValueError, match="tables and measures must be at least one each"):
        plots.panels([])
    with pytest.raises(ValueError, match="rows"):
        plots.panels([pd.concat([games, sizes])], agents=FEW)


def test_each_definition_of_hard_has_its_curve_and_its_line():
    table = hard_table()
    figure = plots.hard_definitions(table)
    for axes, (name, part) in zip(
        figure.axes, table.groupby("definition", sort=False), strict=True
    ):
        curve, dashed = axes.lines
        assert curve.get_label() == name
        assert curve.get_ydata().tolist() == part["value"].tolist()
        assert list(dashed.get_xdata()) == [part["hard"].iloc[0]] * 2
        assert f"{part['hard'].iloc[0]:.3g}" in axes.get_title(loc="left")
    with pytest.raises(ValueError, match="definition must be one of"):
        plots.hard_definitions(table.assign(definition="cold"))


def test_long_names_of_differences_make_room_above_and_not_beside(tables):
    figure = drawn(long_names(tables))
    narrow, wide = all_axes(figure)
    names = [text for text in narrow.texts if " − " in text.get_text()]
    assert len(names) == 2
    for text in names:
        box = text.get_window_extent()
        assert narrow.bbox.x0 <= box.x0 and box.x1 <= narrow.bbox.x1
    assert narrow.bbox.width > 0.9 * wide.bbox.width


def test_one_half_has_a_dot_for_each_rule_and_density_with_guesses_enough():
    axes = plots.halves(HALVES).axes[0]
    found = curves(axes.figure)
    assert {name: line.get_ydata().tolist() for name, line in found.items()} == {
        "average": [0.2, 0.8],
        "corners": [0.7],
    }
    assert [line.get_color() for line in found.values()] == [
        rule_look("average")[0],
        rule_look("corners")[0],
    ]
    assert "110 guesses" in axes.texts[0].get_text()


def test_every_layout_is_drawn_with_its_mines_and_the_shares_last():
    figure = plots.layouts(ml.View.parse("111??\n?????", mines=3), "A finding")
    *listed, shares = figure.axes
    assert [len(axes.lines) for axes in listed] == [3] * 5 and not shares.lines
    found = [text.get_text() for text in shares.texts if "%" in text.get_text()]
    assert found == ["40%", "60%", "80%", "20%", "0%", "40%", "60%"]
    fewer = plots.layouts(ml.View.parse("1??\n?2?", mines=2))
    assert len(fewer.axes) == 6 and not any(axes.axison for axes in fewer.axes)
    with pytest.raises(ValueError, match="1 to 8 layouts, not 45"):
        plots.layouts(ml.View.parse("?????\n?????", mines=2))


def test_misses_stand_at_the_shares_of_the_guesses(guesses):
    figure = plots.misses(guesses, ("One finding", "Another"))
    left, right = all_axes(figure)
    counted = misses(guesses)
    for axes, column in ((left, "% provable"), (right, "% extra risk")):
        dots = {line.get_label(): line.get_xdata()[0] for line in axes.lines}
        assert dots == pytest.approx(counted[column].to_dict())
    assert left.get_title(loc="left") == "One finding"


SHORT = pd.DataFrame(
    [(4, 4, n, aim, agent, 10, 0.01, n / 10) for n in (1, 2) for aim in ("win", "score")
     for agent in ("basic", "exact")],
    columns=["rows", "cols", "mines", "aim", "agent", "orders", "error", "shortfall"],
)  # fmt: skip


def test_shortfall_has_a_curve_an_agent_of_one_aim():
    axes = plots.shortfall(SHORT, agents=["exact"]).axes[0]
    (line,) = [line for line in axes.lines if line.get_label() == "exact"]
    assert line.get_xydata().tolist() == [[1, 0.1], [2, 0.2]]
    assert "0.150" in [text.get_text() for text in axes.texts]
    with pytest.raises(ValueError, match="aim must be one of"):
        plots.shortfall(SHORT, "draw")
    with pytest.raises(ValueError, match="one 'rows' alone"):
        plots.shortfall(pd.concat([SHORT, SHORT.assign(rows=3)]))


def test_published_win_rates_stand_beside_ours():
    games = pd.concat(
        ml.sweep(["exact"], 9, 9, mines=[10], boards=60, seed=1, rules=rules)
        for rules in (ml.CLASSIC, ml.CLASSIC_ZERO)
    )
    safe, zero = plots.strength(games, win_rates(), "A finding").axes
    for axes, rules in ((safe, "classic"), (zero, "classic-zero")):
        dots = {line.get_label(): line.get_xdata()[0] for line in axes.lines}
        assert dots["exact"] == 100 * games[games["rules"] == rules]["won"].mean()
        assert "9 × 9, 10 mines" in axes.get_title(loc="left")
        heights = [line.get_xdata()[0] for line in axes.lines]
        assert heights == sorted(heights)
    names = [{line.get_label() for line in axes.lines} for axes in (safe, zero)]
    assert names[0] == {"exact", "PSEQ", "D256", "MinesweeperAI"}
    assert names[1] == {"exact", "PSEQ", "D256", "PAFG"}
    with pytest.raises(ValueError, match="rules among"):
        plots.strength(games.assign(rules="report"), win_rates())


def test_boards_are_stacked_by_the_rung_that_solves_them():
    table = pd.concat(difficulties(6, 6, mines, range(40), seed=1) for mines in (4, 8))
    axes = plots.difficulty(table).axes[0]
    for bars in axes.containers:
        shares = [
            (part["difficulty"] == bars.get_label()).mean() for _, part in table.groupby("mines")
        ]
        assert [bar.get_height() for bar in bars] == pytest.approx(shares)
    tops = [bar.get_y() + bar.get_height() for bar in axes.containers[-1]]
    assert tops == pytest.approx([1, 1])
    with pytest.raises(ValueError, match="one 'rows' alone"):
        plots.difficulty(pd.concat([table, table.assign(rows=3)]))


def test_solved_boards_have_a_curve_a_side_and_half_points_a_dot():
    parts = [
        ml.sweep(["exact"], s, s, densities=[0.1, 0.15, 0.2], boards=80, seed=1,
                 rules=ml.CLASSIC_ZERO)
        for s in (6, 8, 12)
    ]  # fmt: skip
    games = with_solved(pd.concat(parts))
    found = curves(plots.solved_by_density(games, sides=(6, 12)))
    assert set(found) == {"6 × 6", "12 × 12"}
    shares = games[games["rows"] == 6].groupby("density")["solved"].mean().tolist()
    assert found["6 × 6"].get_ydata().tolist() == pytest.approx(shares)
    halves = half_points(games)
    dots, theory = plots.half_points(halves).axes[0].lines[:2]
    assert dots.get_xydata().tolist() == halves[["cells", "half"]].to_numpy().tolist()
    (x0, y0), (x1, y1) = theory.get_xydata()[[0, -1]]
    assert np.log(y1 / y0) / np.log(x1 / x0) == pytest.approx(-1 / 6)


def test_a_large_board_shows_what_the_first_click_opens_and_a_piece_with_its_clues():
    board = ml.Board.random(60, 60, density=0.08, seed=1).protected((0, 0), 1)
    whole, piece = plots.large(board, piece=(10, 20), side=12).axes
    seen = np.asarray(whole.images[0].get_array())
    assert ((seen == 0) == board.mines).all()
    assert ((seen == 2) == (opening(board) & ~board.mines)).all()
    assert (np.asarray(piece.images[0].get_array()) == seen[10:22, 20:32]).all()
    inside = np.where(board.mines, 0, board.clues)[10:22, 20:32]
    assert sorted(int(text.get_text()) for text in piece.texts) == sorted(inside[inside > 0])
    with pytest.raises(ValueError, match="piece"):
        plots.large(board, piece=(50, 0), side=12)
