"""Figures say what the table says, in the manner of the report."""

import re
from io import BytesIO
from itertools import combinations

import matplotlib

matplotlib.use("Agg")

import numpy as np
import pandas as pd
import pytest
import seaborn as sns
from matplotlib import pyplot as plt
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox
from PIL import Image as Pixels

import minelab as ml
from minelab.display.images import with_palette
from minelab.display.palette import (
    TINTS,
    agent_colour,
    agent_dash,
    colour,
    contrast,
    method_colour,
    rule_look,
    variant_look,
)
from minelab.lab.difficulty import LADDER
from minelab.lab.difficulty import measure as difficulties
from minelab.lab.hindsight import guess_table, misses
from minelab.lab.threshold import half_points, with_solved
from minelab.report import bonuses
from minelab.report import figures as plots
from minelab.report.density import hard_table, needless
from minelab.report.figures.canvas import ink
from minelab.report.figures.gallery import call_of
from minelab.report.figures.points import signed
from minelab.report.figures.shown import dark, describe
from minelab.report.layouts import opening
from minelab.report.representations import medians
from minelab.report.sources import win_rates

REPORTS = {"COWAN", "IBS", "SWEPT", "Daggers", "Corners", "minelab", "engine"}
FIGURES = [plots.representation_times]
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
    "one rule": lambda t: plots.calibration(t.guesses, "Exact", rules="exact"),
    "a pair": lambda t: pair_of(t),
    "one half": lambda t: plots.halves(HALVES, "One half means the density"),
    "long names": lambda t: long_names(t),
    "a reader's own": lambda t: readers_own(t),
    "panels": lambda t: plots.panels([t.games, t.games], title="All at once", agents=FEW),
    "saved": lambda t: plots.saved(t.games, ["charles", "charles+total", "charles+average"]),
    "hard": lambda t: plots.hard_definitions(hard_table(), "Four meanings, four densities"),
}


def pair_of(tables):
    left, right = plots.pair()
    plots.differences(*tables.compared[:2], title="The gain is largest near 0.3", ax=left)
    plots.by_density(tables.games, "guesses", "Fewer guesses", agents=FEW, ax=right)
    return [left, right]


def long_names(tables):
    left, right = plots.pair()
    both = "charles+total+average"
    arms = [ml.compare(tables.games, arm, both) for arm in ("charles+total", "charles+average")]
    plots.differences(*arms, title="Both together", ax=left)
    plots.by_density(tables.games, agents=FEW, ax=right)
    return [left, right]


def readers_own(tables):
    games = tables.games[tables.games["agent"].isin(FEW)]
    axes = plots.single("Three agents, drawn by seaborn")
    how = ml.look(games) | {"legend": False}  # seaborn's has a frame
    return sns.lineplot(ml.tidy(games), x="density", y="value", hue="agent", ax=axes, **how)


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


def drawn(made, dpi=100):
    """The figure of what a function gave, with everything in its place at a resolution."""
    figure = all_axes(made)[0].figure
    figure.set_dpi(dpi)
    figure.draw_without_rendering()
    return figure


def all_axes(made):
    """The axes of a figure, of a list of axes, or one alone."""
    if isinstance(made, Figure):
        return made.get_axes()
    return made if isinstance(made, list) else [made]


def words(figure):
    """Every text that can be seen, with its box in pixels."""
    texts = []
    for axes in all_axes(figure):
        texts += [*axes.texts, *named(axes), axes.xaxis.label, axes.yaxis.label, axes._left_title]
        for axis, (low, high) in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
            for place, label in zip(axis.get_majorticklocs(), axis.get_ticklabels(), strict=True):
                texts += [label] if low <= place <= high else []
    return [(text.get_text(), text.get_window_extent()) for text in texts if text.get_text()]


def named(axes):
    """The texts of the names, with what is above them."""
    legend = axes.get_legend()
    return [legend.get_title(), *legend.get_texts()] if legend else []


def labels(axes):
    """The names as they are written, those with a value after it."""
    return [text.get_text().replace("\u2007", "") for text in named(axes)]


def curves(figure):
    """The curves of a figure by name, without samples and dashed lines."""
    lines = [line for axes in all_axes(figure) for line in axes.lines]
    return {line.get_label(): line for line in lines if not str(line.get_label()).startswith("_")}


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
        for text in (*axes.texts[1:], *named(axes)):
            box = text.get_window_extent() if text.get_text() else Bbox.unit()
            assert not any(path.intersects_bbox(box, filled=False) for path in lines), text


def test_a_figure_says_in_words_what_it_shows(figure):
    said = describe(figure)
    for axes in all_axes(figure):
        assert " ".join(axes.get_title(loc="left").split()) in said
        assert axes.get_xlabel() in said
        for text in (*axes.texts[1:], *named(axes)):
            assert " ".join(re.sub("[${}]", "", text.get_text()).split()) in said
    assert re.search(r"(Line|Bar|Dot) chart|Scatter plot|Heat map", said) and ".." not in said


def test_a_figure_is_white_and_bare(figure):
    assert figure.get_facecolor() == (1, 1, 1, 1)
    for axes in all_axes(figure):
        if legend := axes.get_legend():  # its box hides the lines of the grid, and is not seen
            assert legend.get_frame().get_facecolor() == (1, 1, 1, 1)
            assert legend.get_frame().get_edgecolor()[3] == 0
        assert {side for side, spine in axes.spines.items() if spine.get_visible()} <= {"bottom"}


def test_a_curve_is_the_summary_in_the_colours_of_its_agent(games):
    table = ml.summary(games[games["density"] <= 0.95], ["score"])
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
    (band,) = figure.collections
    corners = band.get_paths()[0].vertices
    assert set(rows["no_blast_low"]) | set(rows["no_blast_high"]) <= set(corners[:, 1])
    assert band.get_alpha() == 0.16
    assert "Wilson" in figure.texts[0].get_text()


def test_a_band_on_a_logarithmic_axis_stays_above_0(games):
    some = games[(games["agent"] == "cowan") & (games["density"] == 0.4)].head(3)
    some = some.assign(assumptions=[1, 1, 100])
    (low,) = ml.summary(some, ["assumptions"])["assumptions_low"]
    assert low < 0
    (band,) = plots.by_density(some, "assumptions").collections
    low, high = band.get_paths()[0].get_extents().intervaly
    assert low > 0 and low * high == pytest.approx(34**2)  # as far up as down, on that axis


def test_variants_of_one_agent_differ_in_shade_and_marker():
    together = [
        ["charles", "charles+total", "charles+average", "charles+total+average"],
        ["cowan", "cowan+total", "cowan+average", "cowan+total+average"],
        ["cowan-1", "cowan", "cowan-3"],
        ["ibs", "ibs-hyper", "ibs+total"],
        ["ibs", "ibs+sum", "ibs+sum-printed", "ibs+last-flags"],
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
    plots.by_density(games, title=long, agents=FEW, ax=left)
    plots.by_density(games, "assumptions", "Short", agents=["cowan", "charles"], ax=right)
    one, other = left.bbox, right.bbox
    drawn(left)
    assert one.y1 == pytest.approx(other.y1, abs=1)
    assert one.width == pytest.approx(other.width, rel=0.1)


def test_dots_need_no_axis_from_0(games):
    some = games[(games["density"] == 0.3) & (games["agent"] != "random")]
    low, high = plots.by_agent(some).get_xlim()
    intervals = ml.summary(some, ["score"])
    assert 0 < low < intervals["score_low"].min() and intervals["score_high"].max() < high


def test_scores_go_from_0_to_1_and_the_subtitle_says_what_was_played(games):
    axes = plots.by_density(games, title="A finding", agents=FEW)
    low, high = axes.get_ylim()
    assert low == 0 and 1 <= high < 1.05
    assert axes.get_title(loc="left") == "A finding"
    about = axes.texts[0].get_text().replace("\n", " ")
    assert "Score (mines never detonated / mines)" in about
    assert "10 × 10, report rules, 12 boards per point; 95% bands" in about
    assert axes.get_xlabel() == "density (mines / cells)"


def test_names_stand_in_the_order_of_the_curves_with_the_values_there(games):
    figure = plots.by_density(games, "guesses", at=0.4)
    means = games[games["density"] == 0.4].groupby("agent")["guesses"].mean()
    head, *rows = labels(figure)
    assert head == "at 0.40"
    values, names = zip(*(row.split() for row in rows), strict=True)
    assert [means[name] for name in names] == sorted(means, reverse=True)
    assert list(values[1:]) == [f"{means[name]:.1f}" for name in names[1:]]
    (dashed,) = [line for line in figure.lines if list(line.get_xdata()) == [0.4, 0.4]]
    assert dashed.is_dashed()


def test_the_line_is_where_the_agents_part_unless_said_otherwise(games):
    figure = plots.by_density(games)
    others = games[(games["agent"] != "random") & games["density"].between(0.05, 0.95)]
    means = others.groupby(["density", "agent"])["score"].mean().unstack()
    widest = (means.max(axis=1) - means.min(axis=1)).idxmax()
    assert f"at {widest:.2f}" in labels(figure)


def test_agents_come_in_the_order_asked_for(games):
    assert list(curves(plots.by_density(games, agents=["swept", "basic"]))) == ["swept", "basic"]


def test_printed_means_are_hollow(games):
    figure = plots.by_density(games, agents=["basic", "ibs"], printed=PRINTED)
    (marks,) = [some for some in figure.collections if len(some.get_offsets()) > 1]
    assert marks.get_offsets().tolist() == [[0.2, 0.9], [0.4, 0.7]]
    assert {to_hex(code).upper() for code in marks.get_facecolors()} == {colour("surface")}
    rims = [to_hex(code).upper() for code in marks.get_edgecolors()]
    assert rims == [agent_colour("basic"), agent_colour("ibs")]
    assert "hollow" in figure.texts[0].get_text()


def test_sizes_of_one_agent_differ_by_their_dash_alone(hard):
    found = curves(plots.by_density(hard, "no_blast"))
    assert list(found) == ["6 × 6", "10 × 10", "16 × 16"]
    assert {line.get_color() for line in found.values()} == {agent_colour("basic")}
    assert len({str(line._unscaled_dash_pattern) for line in found.values()}) == 3


def test_no_zero_is_drawn_on_a_logarithmic_axis(games):
    figure = plots.by_density(games, "assumptions", agents=["basic", "cowan"])
    assert list(curves(figure)) == ["cowan"]
    means = ml.summary(games, ["assumptions"]).query("agent == 'cowan'")["assumptions"]
    assert curves(figure)["cowan"].get_ydata().tolist() == means[means > 0].tolist()
    assert "0.0  basic" in labels(figure)
    assert figure.get_yscale() == "log"
    assert "log scale (0 is left out)" in figure.texts[0].get_text().replace("\n", " ")


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
    assert "basic, 10 × 10" in figure.texts[0].get_text()


def test_states_are_written_as_powers_of_2(games):
    figure = plots.by_column(games, "basic", {"guesses": "guesses"}, measure="states", at=0.4)
    mean = games[(games["agent"] == "basic") & (games["density"] == 0.4)]["guesses"].mean()
    assert f"$2^{{{mean:.0f}}}$  guesses" in labels(figure)


def test_size_is_the_side_of_the_board(sizes):
    figure = plots.by_size(sizes, "guesses")
    means = sizes.groupby(["agent", "rows"])["guesses"].mean()
    for name, line in curves(figure).items():
        assert dict(line.get_xydata().tolist()) == pytest.approx(means[name].to_dict())
    assert "Density 0.3" in figure.texts[0].get_text()


def test_one_game_a_point_has_no_interval_and_is_still_drawn(games):
    first = games.groupby(["agent", "mines"]).head(1)
    for measure in ("score", "work"):
        assert list(curves(plots.by_density(first, measure, agents=FEW))) == FEW


def test_time_is_written_in_its_unit(times):
    figure = plots.by_size(times[times["form"] == "engine"], "seconds")
    assert any("360 µs" in label for label in labels(figure))
    assert "4 blocks per point" in figure.texts[0].get_text().replace("\n", " ")


def rows_of(axes):
    """By name of its row, where a mark is; and its colour."""
    marks = [
        some for some in axes.collections if len(some.get_offsets()) and some.get_offsets().any()
    ]
    names = [label.get_text() for label in axes.get_yticklabels()]
    found = {}
    for some in marks:
        for (x, row), code in zip(some.get_offsets().tolist(), some.get_facecolors(), strict=True):
            found[names[int(row)]] = (x, to_hex(code).upper())
    return found


def test_dots_stand_at_the_means_the_greatest_on_top(games):
    some = games[(games["density"] == 0.3) & games["agent"].isin(["basic", "charles", "exact"])]
    axes = plots.by_agent(some)
    means = some.groupby("agent")["score"].mean()
    found = rows_of(axes)
    assert {name: x for name, (x, _) in found.items()} == pytest.approx(means.to_dict())
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert names == means.sort_values(ascending=False).index.tolist() and axes.yaxis_inverted()
    assert all(shade == variant_look(name)[0] for name, (_, shade) in found.items())


def test_agents_that_choose_their_guesses_are_a_group(games):
    axes = plots.by_agent(games[games["density"] == 0.3])
    names = [label.get_text() for label in axes.get_yticklabels()]
    chosen, lots = names.index("choose their guesses"), names.index("guess at random")
    assert chosen == 0 and set(names[1:lots]) == {
        "exact", "corners", "charles+average", "charles+total+average"
    }  # fmt: skip
    assert all(shade == variant_look(name)[0] for name, (_, shade) in rows_of(axes).items())


def test_an_arrow_goes_from_the_dot_of_one_agent_to_that_of_another(games):
    axes = plots.by_agent(games[games["density"] == 0.3])
    found = rows_of(axes)
    names = [label.get_text() for label in axes.get_yticklabels()]
    plots.arrow(axes, "swept", "corners", "corners beats swept")
    head, words = axes.texts[-2:]
    assert head.xy == (found["corners"][0], names.index("corners"))
    assert head.xyann == (found["swept"][0], names.index("swept"))
    assert words.get_text() == "corners beats swept"
    with pytest.raises(ValueError, match="agents must be one of"):
        plots.arrow(axes, "nobody", "corners")


def test_needless_guesses_have_a_bar_and_their_percentage():
    table = needless(ml.load("guesses"), ["basic", "charles"])
    axes = plots.needless(table)
    heights = [bar.get_height() for bars in axes.containers for bar in bars]
    assert heights == pytest.approx(table["mean"].tolist())
    shown = [text.get_text() for text in axes.texts if text.get_text().isdigit()]
    assert shown == [f"{100 * share:.0f}" for share in table["mean"]]
    more = pd.concat([table, table.assign(agent="a"), table.assign(agent="b")])
    with pytest.raises(ValueError, match="at most 3 agents, not 4"):
        plots.needless(more)


def test_both_forms_of_an_agent_are_in_one_row(times):
    axes = plots.by_agent(times[times["rows"] == 10], "seconds", agents=["basic", "ibs"])
    at = {(round(x, 9), row) for x, row in spots(axes) if x}
    assert at == {(0.02, 0), (0.01, 1), (2e-5, 0), (1e-5, 1)}
    assert "hollow: engine" in axes.texts[0].get_text()


def test_differences_have_bars_where_they_are_not_0(tables):
    charles = tables.compared[0]
    charles = charles[charles["density"] <= 0.95]
    axes = plots.differences(tables.compared[0])
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
    axes = plots.differences(tables.equal)
    assert any(text.get_text().startswith("no bars") for text in axes.texts)


def test_signs_and_digits_of_differences():
    assert [signed(x) for x in (-0.05, 0, 0.025)] == ["−0.05", "0", "+0.025"]
    assert [signed(x) for x in (-2000, 1e-12, 20)] == ["−2,000", "0", "+20"]


def test_names_of_curves_that_coincide_stand_in_a_column(tables):
    """Beside its curve a name would be as near to the other one."""
    axes = plots.differences(tables.compared[0], tables.compared[0].assign(b="ibs"))
    drawn(axes)
    names = [text for text in named(axes) if "−" in text.get_text()]
    assert len({text.get_window_extent().x0 for text in names}) == 1


def stacks_of(axes, names):
    """The bars of each method, which they tell by their colour."""
    shades = {method_colour(name): name for name in names} | {TINTS["guess"][0]: "guess"}
    return {shades[to_hex(bars[0].get_facecolor()).upper()]: bars for bars in axes.containers}


def test_the_shares_of_moves_are_those_of_the_table(games):
    games = games[games["density"] <= 0.95]
    axes = plots.method_shares(games, "charles")
    part = games[games["agent"] == "charles"]
    moves = part["opened"] + part["flagged"] + part["blasts"]
    shares = (
        part["deduced_subset"].groupby(part["density"]).sum() / moves.groupby(part["density"]).sum()
    )
    stacks = stacks_of(axes, ["single", "subset", "assume"])
    assert list(stacks) == ["single", "subset", "assume", "guess"]
    middle = {round(bar.get_center()[0], 6): bar for bar in stacks["subset"]}
    for density, share in shares.items():
        assert middle[density].get_height() == pytest.approx(share)
    tops = [bar.get_y() + bar.get_height() for bar in stacks["guess"]]
    assert [top for top in tops if top > 0] == pytest.approx([1] * len(shares))


def test_the_course_of_the_game_is_cut_into_tenths(progress):
    axes = plots.method_shares(progress, "charles", by="tenth")
    stacks = stacks_of(axes, ["single", "assume"])
    heights = [bar.get_height() for bar in stacks["assume"]]
    assert heights == pytest.approx([tenth / 17 for tenth in range(10)])
    ticks = [label.get_text() for label in axes.get_xticklabels()]
    assert ticks[1:-1] == [str(k) for k in range(1, 11)]  # the first and the last are outside
    assert labels(axes)[1:] == ["guess", "assume", "single"]


def test_calibration_counts_the_mines_among_guesses_of_one_claim():
    claims = [0.12] * 30 + [0.18] * 10 + [0.5] * 20 + [1.5] * 20 + [0.9] * 3
    mines = [1, 0, 0, 0] * 10 + [1, 0] * 10 + [1] * 20 + [0] * 3
    table = pd.DataFrame({"rule": "sum", "claimed": claims, "mine": mines})
    axes = plots.calibration(table, "A finding")
    line = curves(axes)["sum"]
    assert line.get_xdata().tolist() == pytest.approx([0.135, 0.5, (20 + 3 * 0.9) / 23])
    assert line.get_ydata().tolist() == pytest.approx([0.25, 0.5, 20 / 23])
    assert line.get_color() == rule_look("sum")[0]
    assert axes.get_xlim() == axes.get_ylim() and axes.get_aspect() == 1
    assert "risks over 1 count as 1" in axes.texts[0].get_text().replace("\n", " ")
    assert "if the rule were right" in labels(axes)


def test_guesses_without_a_claim_are_left_out(guesses):
    found = curves(plots.calibration(guesses))
    assert set(found) == {"average", "sum", "last", "exact", "if the rule were right"}


def test_a_wide_gap_is_used_and_no_gap_puts_the_names_outside(games):
    """Twelve names have no room among the curves, three have."""
    for agents, outside in ((TWELVE, True), (FEW, False)):
        axes = plots.by_density(games, agents=agents)
        drawn(axes)
        names = axes.get_legend().get_texts()
        assert len(names) == len(agents)
        assert all((text.get_window_extent().x0 > axes.bbox.x1) == outside for text in names)


def test_ink_is_seen_where_it_is(games):
    axes = plots.by_density(games, agents=["basic"])
    drawn(axes)
    points = ink(axes)
    x, y = axes.transData.transform(curves(axes.figure)["basic"].get_xydata()[3])
    assert np.hypot(points[:, 0] - x, points[:, 1] - y).min() < 3


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda t: plots.by_density(t.games.drop(columns="score")), "one of .*'guesses'.* 'score'"),
        (lambda t: plots.by_density(t.games.drop(columns="density")), "columns .'density'"),
        (lambda t: plots.by_density(t.games[:0]), "at least one row"),
        (lambda t: plots.by_density(t.games, agents=["basc"]), "agents must be one of .* 'basc'"),
        (lambda t: plots.by_density(t.games, agents=[]), "agents must be at least one"),
        (lambda t: plots.by_density(t.games, at=1.2), "at must be .* 0.0 to 0.8, not 1.2"),
        (lambda t: plots.by_density(t.games, at="x"), "at must be a number .* not 'x'"),
        (lambda t: plots.by_density(None), "games must be a table .* not None"),
        (lambda t: plots.by_density(t.games, []), r"measure must be a text .* not \[\]"),
        (
            lambda t: plots.by_density(t.games, "rules"),
            "measure must be one of .*'score'.* not 'rules'",
        ),
        (lambda t: plots.by_density(t.games, agents=5), "agents must be a list of names, not 5"),
        (lambda t: plots.by_density(t.games, agents=[np.array(3)]), "agents must be one of"),
        (lambda t: plots.by_column(t.games, "basic", 5, measure="work"), "columns must be .* 5"),
        (lambda t: plots.panels(t.games["work"].sum()), "tables must be a list of tables"),
        (lambda t: plots.panels([t.games], 5), "measure must be a text .*not 5"),
        (lambda t: plots.method_shares(None, "basic"), "table must be a table .* not None"),
        (lambda t: plots.method_shares(t.games, "basic", by=np.ones(2)), "by must be one of"),
        (lambda t: plots.shortfall(5), "table must be a table .* not 5"),
        (lambda t: plots.layouts("1?"), "view must be a View, not"),
        (lambda t: plots.by_density(t.sizes), "one 'rows' alone, not .5, 8, 12."),
        (lambda t: plots.by_density(t.games, printed=PRINTED[["agent"]]), "printed must"),
        (lambda t: plots.by_density(t.games, agents="basic", printed=PRINTED), "not 'ibs'"),
        (lambda t: plots.by_column(t.games, "basic", {}, measure="work"), "1 to 6 columns"),
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
    axes = figure(costs)
    assert axes.get_title(loc="left") and not axes.get_title()
    assert [side for side, spine in axes.spines.items() if spine.get_visible()] == ["bottom"]
    assert axes.get_legend() is None
    assert axes.figure.get_facecolor() == (1, 1, 1, 1)


def spots(axes):
    """Where the marks of a scatter are."""
    return [tuple(spot) for some in axes.collections for spot in some.get_offsets().tolist()]


def shades(axes):
    """The colours of the marks of a scatter."""
    return [to_hex(code).upper() for some in axes.collections for code in some.get_facecolors()]


@pytest.mark.parametrize("figure", FIGURES)
def test_no_two_reports_share_a_mark(figure, costs):
    axes = figure(costs)
    assert len(spots(axes)) == len(set(shades(axes))) == len(REPORTS)


def test_every_point_is_where_the_table_says(costs):
    expected = medians(costs, 30)[["update_us", "relations_us"]].to_numpy().tolist()
    assert [list(spot) for spot in spots(plots.representation_times(costs))] == expected


def test_the_slope_that_the_figure_claims_is_there(costs):
    times = medians(costs, 30).drop(index="engine")[["update_us", "relations_us"]]
    assert times.corr(method="spearman").iloc[0, 1] < -0.6


def test_panels_have_a_column_for_each_table(games, sizes):
    other = sizes[sizes["rows"] == 8]
    grid = plots.panels([games, other], "guesses", "A finding", agents=FEW)
    figure = grid[0].figure
    assert figure.get_suptitle() == "A finding"
    assert [axes.get_ylabel() for axes in figure.axes] == ["guesses per game", ""]
    assert [axes.texts[0].get_text()[:7] for axes in figure.axes] == ["10 × 10", "8 × 8, "]
    means = games[games["density"] <= 0.95].groupby(["agent", "density"])["guesses"].mean()
    assert [line.get_label() for line in grid[0].lines] == FEW
    for line in grid[0].lines:
        expected = means[line.get_label()].to_dict()
        assert dict(line.get_xydata().tolist()) == pytest.approx(expected)
    (key,) = figure.legends
    assert [text.get_text() for text in key.get_texts()] == FEW


def test_panels_need_a_table_of_one_size(games, sizes):
    with pytest.raises(ValueError, match="tables must be at least one"):
        plots.panels([])
    with pytest.raises(ValueError, match="rows"):
        plots.panels([pd.concat([games, sizes])], agents=FEW)


def test_each_definition_of_hard_has_its_curve_and_its_pin():
    table = hard_table()
    axes = plots.hard_definitions(table, "A finding")
    pins = sorted(
        line.get_xdata()[0]
        for line in axes.lines
        if len(line.get_xdata()) == 2 and line.is_dashed()
    )
    assert pins == sorted(table["hard"].unique())
    words = {text.get_text() for text in axes.texts}
    assert {f"{pin:.2f}" for pin in pins} <= words
    assert {"50% are clean", "2 mines in 100"} <= words  # by definition
    found = curves(axes)
    for name, part in table[table["density"] <= 0.95].groupby("definition"):
        seen, y = found[name].get_xdata(), found[name].get_ydata()
        assert seen.tolist() == part["density"].tolist()
        assert np.corrcoef(y, part["value"].clip(lower=0))[0, 1] == pytest.approx(1)
    with pytest.raises(ValueError, match="definition must be one of"):
        plots.hard_definitions(table.assign(definition="cold"))


def test_long_names_of_differences_make_room_above_and_not_beside(tables):
    figure = drawn(long_names(tables))
    narrow, wide = all_axes(figure)
    names = [text for text in named(narrow) if " − " in text.get_text()]
    assert len(names) == 2
    for text in names:
        box = text.get_window_extent()
        assert narrow.bbox.x0 <= box.x0 and box.x1 <= narrow.bbox.x1
    assert narrow.bbox.width > 0.9 * wide.bbox.width


def test_one_half_has_a_dot_for_each_rule_and_density_with_guesses_enough():
    axes = plots.halves(HALVES)
    found = curves(axes.figure)
    assert {name: list(line.get_ydata()) for name, line in found.items()} == {
        "average": [0.2, 0.8], "corners": [0.7], "what the rule says": [0.5, 0.5]
    }  # fmt: skip
    for name in ("average", "corners"):
        assert found[name].get_color() == rule_look(name)[0]
    assert "110 guesses" in axes.texts[0].get_text()


def test_every_layout_is_drawn_with_its_mines_and_the_shares_last():
    *listed, shares = plots.layouts(ml.View.parse("111??\n?????", mines=3), "A finding")
    texts = [[text.get_text() for text in axes.texts] for axes in (*listed, shares)]
    assert [some.count("●") for some in texts] == [3] * 5 + [0]
    assert [text for text in texts[-1] if "%" in text] == [
        "40%", "60%", "80%", "20%", "0%", "40%", "60%"
    ]  # fmt: skip
    fewer = plots.layouts(ml.View.parse("1??\n?2?", mines=2))
    assert len(fewer) == 6 and not any(axes.axison for axes in fewer)
    with pytest.raises(ValueError, match="1 to 8 layouts, not 45"):
        plots.layouts(ml.View.parse("?????\n?????", mines=2))


def test_misses_stand_at_the_shares_of_the_guesses(guesses):
    axes = plots.misses(guesses, ("One finding", "and another"))
    counted = misses(guesses)[["% provable", "% extra risk"]].to_numpy()
    assert np.allclose(sorted(spots(axes)), sorted(map(tuple, counted)))
    assert axes.get_title(loc="left") == "One finding and another"
    assert set(misses(guesses).index) <= {text.get_text() for text in axes.texts}


SHORT = pd.DataFrame(
    [(4, 4, n, aim, agent, 10, 0.01, n / 10) for n in (1, 2) for aim in ("win", "score")
     for agent in ("basic", "exact")],
    columns=["rows", "cols", "mines", "aim", "agent", "orders", "error", "shortfall"],
)  # fmt: skip


def test_shortfall_has_a_curve_an_agent_of_one_aim():
    axes = plots.shortfall(SHORT, agents=["exact"])
    (line,) = [line for line in axes.lines if line.get_label() == "exact"]
    assert line.get_xydata().tolist() == [[1, 0.1], [2, 0.2]]
    assert "0.150  exact" in labels(axes)
    with pytest.raises(ValueError, match="aim must be one of"):
        plots.shortfall(SHORT, "draw")
    with pytest.raises(ValueError, match="one 'rows' alone"):
        plots.shortfall(pd.concat([SHORT, SHORT.assign(rows=3)]))


def test_win_rates_are_shown_as_leads_over_exact():
    games = pd.concat(
        ml.sweep(["exact", "swept"], 9, 9, mines=[10], boards=60, seed=1, rules=rules)
        for rules in (ml.CLASSIC, ml.CLASSIC_ZERO)
    )
    axes = plots.strength(games, win_rates(), "A finding")
    rows = [label.get_text() for label in axes.get_yticklabels()]
    assert rows == ["9 × 9, first click safe", "9 × 9, first click opens"]
    won = games.groupby(["rules", "agent"])["won"].mean()
    for row, rules in enumerate(("classic", "classic-zero")):
        leads = [x for x, y in spots(axes) if y == row and x]
        lead = 100 * (won[rules, "swept"] - won[rules, "exact"])
        assert any(abs(lead - x) < 1e-9 for x in [*leads, 0])
    names = {text.get_text() for text in axes.texts}
    assert {"PSEQ", "D256", "MinesweeperAI", "PAFG"} <= names
    with pytest.raises(ValueError, match="rules among"):
        plots.strength(games.assign(rules="report"), win_rates())


def test_win_rates_are_shown_without_luck_where_that_is_known():
    level = {"rules": "classic", "rows": 16, "cols": 30, "mines": 99, "games": 1000}
    sums = {
        "exact": {"won": 380}, "champion": {"won": 300, "corrected": 410.0, "squares": 240.0},
        "champion-slow": {"won": 500, "more": 2.0, "more_squares": 0.1},
    }  # fmt: skip
    games = pd.DataFrame([level | {"agent": name} | row for name, row in sums.items()])
    axes = plots.strength(games, win_rates())
    assert {3.0, 3.2} <= {round(x, 9) for x, _ in spots(axes)}


def test_boards_are_stacked_by_the_rung_that_solves_them():
    table = pd.concat(difficulties(6, 6, mines, range(40), seed=1) for mines in (4, 8))
    axes = plots.difficulty(table)
    for name, bars in stacks_of(axes, LADDER).items():
        shares = [(part["difficulty"] == name).mean() for _, part in table.groupby("mines")]
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
    found = curves(plots.half_points(halves))
    dots, theory = found["threshold"], found["theory: cells to the power −1/6"]
    assert dots.get_xydata().tolist() == halves[["cells", "half"]].to_numpy().tolist()
    (x0, y0), (x1, y1) = theory.get_xydata()[[0, -1]]
    assert np.log(y1 / y0) / np.log(x1 / x0) == pytest.approx(-1 / 6)


def test_a_large_board_shows_what_the_first_click_opens_and_a_piece_with_its_clues():
    board = ml.Board.random(60, 60, density=0.08, seed=1).protected((0, 0), 1)
    whole, piece = plots.large(board, piece=(10, 20), side=12)
    seen = np.asarray(whole.images[0].get_array())
    assert ((seen == 0) == board.mines).all()
    assert ((seen == 2) == (opening(board) & ~board.mines)).all()
    assert (np.asarray(piece.collections[0].get_array()) == seen[10:22, 20:32]).all()
    inside = np.where(board.mines, 0, board.clues)[10:22, 20:32]
    texts = [int(text.get_text()) for text in piece.texts if text.get_text()]
    assert sorted(texts) == sorted(inside[inside > 0])
    with pytest.raises(ValueError, match="piece"):
        plots.large(board, piece=(50, 0), side=12)


# What a reader draws with seaborn, and what rests on the same two calls.


@pytest.mark.parametrize("measure", ["score", "no_blast", "guesses"])
def test_a_plain_seaborn_call_draws_the_stored_interval(games, measure):
    table = ml.tidy(games[games["agent"].isin(FEW)], measure)
    axes = sns.lineplot(
        table,
        x="density",
        y="value",
        hue="agent",
        legend=False,
        **ml.look(FEW),
        ax=plt.figure().gca(),
    )
    stored = ml.summary(games, [measure]).set_index("agent")
    lines = [line for line in axes.lines if len(line.get_xdata())]
    for name, line, band in zip(FEW, lines, axes.collections, strict=True):
        rows = stored.loc[name].sort_values("density")
        assert line.get_ydata().tolist() == rows[measure].tolist()
        assert (line.get_color(), line.get_marker()) == variant_look(name)
        corners = {tuple(spot) for spot in band.get_paths()[0].vertices.tolist()}
        for end in ("low", "high"):
            ends = zip(rows["density"], rows[f"{measure}_{end}"], strict=True)
            assert {(float(x), float(y)) for x, y in ends} <= corners


def test_relplot_takes_the_same_table_and_keywords(games):
    table = ml.tidy(games[games["agent"].isin(FEW)])
    grid = sns.relplot(table, x="density", y="value", hue="agent", col="rules", kind="line",
                       **ml.look(FEW))  # fmt: skip
    assert len(grid.ax.collections) == len(FEW) and table.index.is_unique


def test_a_tidy_table_can_be_drawn_by_the_report_too(games):
    raw, tidy = (
        plots.by_density(t, "guesses", agents=FEW) for t in (games, ml.tidy(games, "guesses"))
    )
    for name in FEW:
        assert curves(raw)[name].get_ydata().tolist() == curves(tidy)[name].get_ydata().tolist()
    assert raw.texts[0].get_text() == tidy.texts[0].get_text()


def test_a_table_of_ones_own_needs_agent_density_and_a_measure():
    own = pd.DataFrame({"agent": ["mine", "mine", "yours", "yours"], "density": [0.1, 0.2] * 2,
                        "smiles": [1.0, 2.0, 3.0, 4.0]})  # fmt: skip
    axes = plots.by_density(own, "smiles", "A finding")
    assert axes.get_ylabel() == "smiles" and set(curves(axes)) == {"mine", "yours"}
    looks = {(line.get_marker(), line.get_linestyle()) for line in curves(axes).values()}
    assert len(looks) == 2
    with pytest.raises(ValueError, match="measure must be one of 'smiles', not 'tears'"):
        plots.by_density(own, "tears")


def test_functions_draw_on_the_axes_given_and_give_them_back(games):
    axes = plt.figure().subplots()
    assert plots.by_density(games, agents=FEW, ax=axes) is axes
    assert (
        plots.differences(ml.compare(games, "basic", "exact"), ax=plots.pair()[1]).get_title() == ""
    )


def test_an_axis_of_density_ends_at_95_and_where_nothing_is_left(games):
    assert plots.by_density(games, agents=FEW).get_xlim()[1] < 0.96
    few = plots.by_density(games, "no_blast", agents=FEW)
    assert games[games["density"].between(0.5, 0.9)].groupby("agent")["blasts"].min()[FEW].min() > 0
    assert few.get_xlim()[1] < 0.7


def test_markers_stand_at_the_same_densities_in_all_curves(games):
    every = {line.get_markevery() for line in curves(plots.by_density(games)).values()}
    assert len(every) == 1


def test_printed_means_have_the_band_of_ten_boards(games):
    axes = plots.by_density(games, agents=["basic", "ibs"], printed=PRINTED)
    part = games[(games["agent"] == "basic") & (games["density"] == 0.4)]["score"]
    band = axes.collections[0].get_paths()[0].vertices
    high = max(y for x, y in band if x == 0.4)
    error = part.std() * (1 / 10 + 1 / len(part)) ** 0.5
    assert (high - part.mean()) / error == pytest.approx(2.2, abs=0.01)  # Student's, 11 degrees
    assert "means of 10 boards" in axes.texts[0].get_text().replace("\n", " ")


def test_brackets_say_what_a_step_adds_in_mines_per_100(games):
    axes = plots.by_density(games, agents=["basic", "charles"], title="A finding")
    plots.brackets(axes, games, {"clues": ("basic", "charles")}, at=[0.3])
    means = games[games["density"] == 0.3].groupby("agent")["score"].mean()
    expected = f"clues {100 * (means['charles'] - means['basic']):+.0f}"
    assert expected in [text.get_text() for text in axes.texts]
    drawn(axes)
    test_names_cover_no_curve(axes.figure)


def test_two_measures_of_agents_are_a_scatter_with_names_and_an_arrow(games):
    table = games.groupby("agent")[["work", "score"]].mean().drop(index="random")
    axes = plots.by_two(table, "work", "score", arrow=("basic", "charles", "here"))
    assert sorted(spots(axes)) == sorted(map(tuple, table.to_numpy()))
    assert axes.get_xscale() == "log" and {"here", *TWELVE[1:]} <= {
        t.get_text() for t in axes.texts
    }


def test_what_arms_save_is_counted_in_mines_and_the_best_is_outlined(games):
    arms = ["charles", "charles+total", "charles+average"]
    axes = plots.saved(games, arms, "A finding")
    means = games.pivot_table("score", "density", "agent")[arms].loc[[0.1, 0.2, 0.3, 0.4, 0.6, 0.8]]
    gains = (100 * means.sub(means["charles"], axis=0)).T.iloc[1:]
    texts = [int(text.get_text().replace("−", "-")) for text in axes.texts[1:]]
    assert texts == [round(gain) for gain in gains.to_numpy().ravel()]
    best = {(k, int(np.argmax(gains[d]))) for k, d in enumerate(gains) if gains[d].max() >= 1}
    assert {(int(box.get_x()), int(box.get_y())) for box in axes.patches} == best
    with pytest.raises(ValueError, match="at least two"):
        plots.saved(games, ["charles"])


def test_details_are_dots_in_groups_with_their_gains():
    table = bonuses.details()
    axes = plots.details(table, "A finding")
    rows = [tick.get_text() for tick in axes.get_yticklabels()]
    assert rows[:2] == table[["group", "detail"]].iloc[0].tolist()
    found = {(x, rows[round(y)]) for x, y in spots(axes) if x}  # an interval's line has its at 0
    assert found == set(zip(table["mean"], table["detail"], strict=True))
    drawn(axes)


def test_a_mean_beyond_most_of_its_risks_is_drawn_where_it_is():
    skewed = HALVES.assign(risk=[0.9, *HALVES["risk"][1:]])
    line = curves(plots.halves(skewed))[skewed["rule"].iloc[0]]
    assert line.get_ydata()[0] == 0.9


def test_the_line_of_right_estimates_is_a_thin_one(guesses):
    axes = plots.calibration(guesses, rules=["average"])
    diagonal = [line for line in axes.lines if line.get_xydata().tolist() == [[0, 0], [1, 1]]]
    assert [line.get_linewidth() for line in diagonal] == [1]


def test_the_gallery_has_a_call_of_every_figure_function():
    calls = {name: call_of(name) for name in plots.__all__ if name != "gallery"}
    assert all(f"plots.{name}(" in call for name, call in calls.items())
    shown = plots.gallery("by_size", "layouts")
    assert str(shown).splitlines() == [calls["by_size"], calls["layouts"]]
    assert shown._repr_html_().count("<img") == 2


@pytest.mark.full
def test_every_call_of_the_gallery_draws():
    assert plots.gallery()._repr_html_().count("<img") == len(plots.__all__) - 1


# Dark pages.


def test_a_dark_page_gets_the_same_picture_in_dark_colours(games):
    axes = plots.by_density(games, title="A finding", agents=FEW)
    before = [line.get_color() for line in axes.lines]
    image = axes.figure.image()
    assert image.alt == describe(axes.figure)
    light, dark = (
        Pixels.open(BytesIO(png)) for png in (image.png, with_palette(image.png, image.dark))
    )
    assert light.tobytes() == dark.tobytes()  # the same shades in the same places
    assert [line.get_color() for line in axes.lines] == before
    for picture, theme in ((light, "light"), (dark, "dark")):
        pixels = np.asarray(picture.convert("RGB")).reshape(-1, 3)
        assert to_hex(pixels[0] / 255).upper() == colour("surface", theme)
        wanted = [colour("ink", theme), *(agent_colour(name, theme) for name in FEW)]
        for shade in wanted:
            off = np.abs(pixels - np.array(to_rgb(shade)) * 255).max(axis=1).min()
            assert off <= 12, (theme, shade)


def test_a_dark_figure_costs_a_palette_and_a_script_and_not_a_picture(games):
    image = plots.by_density(games, title="A finding", agents=FEW).figure.image()
    assert len(image.html) < len(image.png) * 4 / 3 + len(image.alt) + 1600
    assert image.bundle()[0]["image/png"] in image.html


def test_nothing_light_is_left_on_a_dark_page(figure):
    with dark(figure):
        for axes in all_axes(figure):
            for text in (text for text in axes.findobj(Text) if text.get_text()):
                shade = to_hex(text.get_color()).upper()
                assert contrast(shade, colour("surface", "dark")) >= 4.5, text
        assert to_hex(figure.get_facecolor()).upper() == colour("surface", "dark")


def test_a_heat_map_is_dark_where_nothing_is_saved(games):
    figure = plots.saved(games, ["charles", "charles+total"]).figure
    (squares,) = figure.axes[0].collections
    with dark(figure):
        middle = np.array(squares.get_cmap()(0.5)[:3])
        assert np.abs(middle - to_rgb(colour("surface", "dark"))).max() < 0.02
