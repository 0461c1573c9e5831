"""The champion: its endgame is perfect, its odds of answers add up, and it is stronger."""

import json
from functools import cache
from itertools import combinations, islice
from pathlib import Path

import numpy as np
import pytest

import minelab as ml
from minelab import CLASSIC, CLASSIC_ZERO, Board, View
from minelab.agents import champion
from minelab.agents.champion import (
    FORMS,
    LAYERS,
    NETWORK,
    SMALL,
    SMALL_NETWORK,
    THUMB,
    Effort,
    candidate,
    consider,
    first_cell,
    look,
    lookahead_space,
    network,
)
from minelab.boards.grid import COVERED, FLAG, cells_where
from minelab.engine import endgame, lookahead, odds, value, view_odds
from minelab.engine.components import N_CELL, N_COMPONENTS
from minelab.inference.odds import MOST_STATES, safest_cell, workspace
from tests.inference.test_turned import in_all_directions, turned
from tests.naive import FULL
from tests.positions import mid_game_views
from tests.test_reproducible import run


def guesses_of(rows, cols, mines, seeds):
    """What `exact` saw whenever it had to guess, something being open, in classic games."""
    for seed in seeds:
        board = Board.random(rows, cols, mines=mines, seed=seed)
        for view, turn in ml.play(board, "exact", rules=CLASSIC, seed=seed).replay():
            if turn.method == "guess" and view.open:
                yield view


def test_a_turned_position_is_worth_the_same():
    """No feature depends on the order of cells, nor on how a risk of just .25 is rounded."""
    small, large = guesses_of(9, 17, 31, range(200)), guesses_of(16, 30, 99, range(200))
    for view in (*islice(small, 40 * FULL), *islice(large, 15 * FULL)):
        risk = ml.odds(view).risk
        cell = safest_cell(view, ml.odds(view))
        here, _ = candidate(view, cell, risk, "champion-1")
        mark = np.arange(risk.size).reshape(risk.shape) == cell[0] * view.cols + cell[1]
        for turn, other in in_all_directions(view):
            (there,) = cells_where(turned(mark, *turn))
            found, _ = candidate(other, there, turned(risk, *turn), "champion-1")
            expected = here.value, here.two_safe
            assert (found.value, found.two_safe) == pytest.approx(expected, abs=1e-9), str(view)


def small_positions():
    for rows, cols, mines in ((4, 4, 4), (4, 5, 5), (5, 5, 6), (6, 6, 8), (5, 8, 9), (3, 12, 8)):
        for view in guesses_of(rows, cols, mines, range(400)):
            if len(view.covered) <= 30 and ml.odds(view).layouts <= 900:
                yield view


def evaluated(view):
    """A view evaluated by the engine: the position and its odds."""
    space = workspace(view.rows, view.cols, MOST_STATES)
    position = view_odds.pad_view(view.codes, view.mines, space)
    end, _ = odds.evaluate(position, 0.0, space.odds)
    assert end == odds.SOLVED
    return position, space.odds


def padded(cell, cols):
    return (cell[0] + 2) * (cols + 2) + cell[1] + 2


def constant(chance):
    """A network that says the same of every position."""
    layers = [np.zeros_like(layer) for layer in network()]
    layers[LAYERS.index("bias_3")][0] = np.log(chance / (1 - chance))
    return tuple(layers)


def test_the_endgame_is_perfect_play():
    n = 0
    for view in islice(small_positions(), 200 * FULL):
        best = ml.optimal(view)
        cell, chance, exact = look(view, "champion")
        assert exact and cell in best.first_moves
        assert chance == pytest.approx(float(best.fraction), abs=1e-12)
        n += 1
    assert n == 200 * FULL


def test_the_endgame_for_the_score_loses_no_more_than_any_other():
    checked = 0
    for view in islice(small_positions(), 0, 400, 4):
        cell, _, exact = look(view, "champion-score")
        if exact:
            best = ml.optimal(view, aim="score", flags="proved")
            assert cell in best.first_moves
            checked += 1
    assert checked > 20


def a_component_by_itself_is_perfect_play_if_it_is_all_there_is():
    checked = 0
    for view in islice(small_positions(), 300):
        position, found = evaluated(view)
        tally = found.graph.tally
        alone = tally[N_COMPONENTS] == 1 and position.covered == tally[N_CELL]
        layouts = ml.odds(view).layouts
        if not alone or layouts > endgame.COMPONENT_LAYOUTS:
            continue
        chance = np.empty(position.seen.size)
        value.fill_risks(position, found, chance)
        space = endgame.endgame_space(view.rows, view.cols, 1000, False, 10**7)
        got = endgame.component_value(0, position, chance, found, space)
        assert got == pytest.approx(float(ml.optimal(view).fraction), abs=1e-3)
        checked += 1
    assert checked > 20


@cache
def some_views():
    return list(islice(mid_game_views(3), 12 * FULL))


def layouts_are_counted_exactly():
    for view in some_views():
        got = odds.log_layouts(*evaluated(view))
        assert got == pytest.approx(np.log(float(ml.odds(view).layouts)), rel=1e-12)


def the_chances_of_all_answers_add_up():
    """With a network that is sure to win, a guess is worth the chance that the cell is safe."""
    for view in some_views():
        position, found = evaluated(view)
        log_n = odds.log_layouts(position, found)
        effort = FORMS["champion-1"]._replace(leaf_layouts=0)
        space = lookahead.lookahead_space(16, 30, effort, constant(1 - 1e-12))
        before = position.seen.copy(), position.info.copy()
        risk = ml.odds(view).risk
        for cell in view.covered[:: max(1, len(view.covered) // 8)]:
            if not 0 < risk[cell] < 1:
                continue
            got, _, _, _ = lookahead.value_of_opening(
                padded(cell, 30), 1.0, -np.inf, 0.0, log_n, position, found, space
            )
            assert got == pytest.approx(1 - risk[cell], abs=1e-8)
            assert all(map(np.array_equal, before, (position.seen, position.info)))


def features_say_what_they_are_called():
    for view in some_views():
        position, found = evaluated(view)
        risk = ml.odds(view).risk
        space = endgame.endgame_space(16, 30, 1000, False, 10**7)
        valuation = value.valuation_space(16, 30, network(), space)
        x = valuation.x
        x.fill(np.nan)
        elsewhere = value.fill_risks(position, found, valuation.chance)
        value.describe(odds.log_layouts(position, found), elsewhere, position, found, valuation)
        said = dict(zip(value.FEATURES, x.tolist(), strict=True))
        open_cells = view.codes >= 0
        undecided = {c for c in view.covered if 0 < risk[c] < 1}
        touched = {c for c in undecided if any(open_cells[n] for n in view.neighbours(c))}
        free = undecided - touched
        risks = sorted(float(risk[c]) for c in undecided)
        assert not np.isnan(x).any()
        assert said["undecided"] == pytest.approx(len(undecided) / 100)
        assert said["free cells"] == pytest.approx(len(free) / 100)
        assert said["frontier"] == pytest.approx(len(touched) / 20)
        assert said["mines"] == pytest.approx((position.mines - np.sum(risk == 1)) / 20)
        assert said["safe"] == pytest.approx(np.log1p(np.sum(risk == 0)))
        assert (said["least risk"], said["second risk"]) == pytest.approx(tuple(risks[:2]))
        assert said["under .25"] == pytest.approx(
            sum(risk[c] < 0.25 - value.SLIGHT for c in touched) / 10
        )
        assert said["doubt"] == pytest.approx(
            sum(4 * risk[c] * (1 - risk[c]) for c in touched) / 10
        )
        corners = {(0, 0), (0, 29), (15, 0), (15, 29)}
        assert said["free corners"] == len(corners & free)


def a_safe_cell_is_opened_if_the_methods_missed_it():
    view = View.parse("1 ?\n? ?\n1 ?", mines=1)
    agent = ml.Agent("blind", ("single",), "champion", total_for=("guess",))
    board = Board.parse("1 1\nM 1\n1 1")
    for engine in (True, False):
        record = ml.play(board, agent, guesses=[(0, 0), (2, 0)], engine=engine)
        assert record.turns[2].method == "guess" and record.turns[2].cell in ml.odds(view).safe


def layouts_are_drawn_evenly():
    """Each layout that fits about as often as any other, and no other."""
    from minelab.engine.rollouts import draw_layout

    views = [v for v in islice(small_positions(), 120) if 20 <= ml.odds(v).layouts <= 40][:3]
    for view in views:
        position, found = evaluated(view)
        layouts = {frozenset(mines) for mines in all_layouts(view)}
        drawn, stream = np.zeros(view.codes.size, np.bool_), np.full(1, 5, np.uint64)
        counts = dict.fromkeys(layouts, 0)
        for _ in range(100 * len(layouts)):
            draw_layout(position, found, drawn, stream)
            mined = {divmod(int(k), view.cols) for k in np.flatnonzero(drawn)}
            counts[frozenset(mined & {*view.covered})] += 1
        scatter = sum((n - 100) ** 2 / 100 for n in counts.values())
        assert scatter < len(layouts) + 5 * (2 * len(layouts)) ** 0.5  # chi-squared
    assert len(views) == 3


def few_layouts():
    """A small position of which each layout can be tried."""
    return next(v for v in small_positions() if 60 <= ml.odds(v).layouts <= 90)


def plays_on(view, form, layouts):
    """Rollouts of a form that plays out perfectly what has at most so many layouts."""
    from minelab.engine.rollouts import rollout_space

    effort = FORMS[form]._replace(layouts=layouts, leaf_layouts=0)
    look_ahead = lookahead.lookahead_space(view.rows, view.cols, effort, network())
    return rollout_space(view.rows, view.cols, MOST_STATES, look_ahead, 40)


def luck_of_games_played_on_is_nothing_over_all_layouts():
    from minelab.engine.rollouts import begin_at, play_on
    from minelab.engine.state import LIVES, lay_truth

    view = few_layouts()
    position, _ = evaluated(view)
    cell = padded(ml.optimal(view).first_moves[0], view.cols)
    for form in ("champion-1", "champion"):
        rollouts, won, less_luck = plays_on(view, form, layouts=1), [], []
        for mines in all_layouts(view):
            layout = view.codes == FLAG
            layout[tuple(zip(*mines, strict=True))] = True
            lay_truth(rollouts.game.truth, layout.ravel(), view.rows, view.cols)
            begin_at(position, rollouts)
            less_luck.append(play_on(cell, rollouts))
            won.append(rollouts.game.count[LIVES] > 0)
        assert 0 < np.mean(won) < 1 and np.std(less_luck) < np.std(won)
        assert np.mean(less_luck) == pytest.approx(np.mean(won), abs=1e-9)


def luck_of_the_first_click_is_nothing_over_all_layouts():
    from minelab.engine.luck import luck_space, open_first
    from minelab.engine.state import new_game

    for clear_within in (-1, 0, 1):
        look_ahead = lookahead.lookahead_space(4, 4, FORMS["champion-1"], network(SMALL_NETWORK))
        space, lucks = luck_space(4, 4, MOST_STATES, look_ahead), []
        for mines in combinations(range(16), 2):
            if clear_within >= 0 and 5 in mines:  # a mine that would be moved
                continue
            game = new_game(4, 4, 2, (1, clear_within, 1, 0), [5])
            game.layout[:] = np.isin(np.arange(16), mines)
            lucks.append(open_first(1, game, space))
        assert np.mean(lucks) == pytest.approx(0, abs=1e-12)
        assert (np.std(lucks) > 0) == (clear_within < 1)


def a_worse_choice_wins_less_than_the_judges():
    from minelab.engine.corrected import wins_more

    view = few_layouts()
    judge = plays_on(view, "champion", layouts=8)
    position, found = evaluated(view)
    risk = np.where(ml.odds(view).risk < 1, ml.odds(view).risk, 0)
    worst = np.unravel_index(np.argmax(risk), risk.shape)
    least = float(ml.optimal(view).fraction) - (1 - risk[worst])
    assert least > 0.1
    assert wins_more(padded(worst, view.cols), position, found, judge) < -least / 2
    best, _, _ = lookahead.decide(position, found, judge.luck.lookahead)
    assert wins_more(best, position, found, judge) == 0


def what_was_found_before_changes_nothing():
    """A game played on comes to the same whether its positions are in the memory or not."""
    from minelab.engine.rollouts import try_all

    view = few_layouts()
    rollouts = plays_on(view, "champion-1", layouts=8)
    position, found = evaluated(view)
    risk = ml.odds(view).risk
    undecided = [cell for cell in view.covered if 0 < risk[cell] < 1][:3]
    rollouts.candidates[:3] = [padded(cell, view.cols) for cell in undecided]
    came_to = []
    for forget in (False, False, True):
        if forget:
            rollouts.memory.keys[:] = 0
        rollouts.stream[0] = 7
        try_all(3, 0, 20, position, found, rollouts)
        came_to.append(rollouts.results[:, :3].copy())
    assert came_to[0].std() > 0 and np.array_equal(came_to[0], came_to[1])
    assert np.array_equal(came_to[0], came_to[2])


def results_count_as_much_as_their_noise_allows():
    from minelab.engine.rollouts import keep_promising, rollout_space

    look_ahead = lookahead.lookahead_space(4, 4, FORMS["champion-1"], network())
    rollouts = rollout_space(4, 4, MOST_STATES, look_ahead, 64)
    noise = np.tile([1.0, -1.0], 32)

    def kept(lead, spread, claims=(0.0, 0.01)):
        """Which are kept of two candidates, whose results differ by so much on average."""
        rollouts.candidates[:2], rollouts.claims[:2] = (0, 1), claims
        rollouts.results[:, 0], rollouts.results[:, 1] = lead + spread * noise, 0.0
        n = keep_promising(2, 64, rollouts)
        return rollouts.candidates[:n].tolist()

    assert kept(0.02, 0.01) == [0] and kept(-0.02, 0.01) == [1]  # beyond doubt
    assert kept(0.04, 0.2) == [0, 1]  # likely
    assert kept(0.002, 0.2) == [1, 0]  # the claim weighs more than a lead that may be chance
    assert kept(0.002, 0.2, claims=(0.0, 0.1)) == [1]  # a candidate that nothing speaks for


KERNELS = [
    layouts_are_drawn_evenly, luck_of_games_played_on_is_nothing_over_all_layouts,
    luck_of_the_first_click_is_nothing_over_all_layouts, a_worse_choice_wins_less_than_the_judges,
    what_was_found_before_changes_nothing, results_count_as_much_as_their_noise_allows,
    a_component_by_itself_is_perfect_play_if_it_is_all_there_is, layouts_are_counted_exactly,
    the_chances_of_all_answers_add_up, features_say_what_they_are_called,
    a_safe_cell_is_opened_if_the_methods_missed_it,
]  # fmt: skip


def test_single_kernels_do_as_they_should():
    """They run as plain Python: to compile each for this test alone takes a minute."""
    code = "from tests.agents.test_champion import KERNELS\nfor check in KERNELS:\n    check()"
    run(code, NUMBA_DISABLE_JIT="1")


@pytest.mark.parametrize("form", FORMS)
def test_both_forms_guess_the_same_on_large_boards(form):
    """Smaller boards are in the contract; these ask another network."""
    assert 16 * 30 >= SMALL > 16 * 16
    for seed in range(1 if form == "champion-slow" else 4):
        board = Board.random(16, 30, mines=99, seed=seed)
        fast, slow = (
            ml.play(board, form, rules=CLASSIC_ZERO, first=(3, 3), engine=engine)
            for engine in (True, False)
        )
        assert [t.cell for t in fast.turns if t.method == "guess"] == [
            t.cell for t in slow.turns if t.method == "guess"
        ]
        assert fast.won == slow.won


def test_it_wins_more_than_least_risk_does():
    games = {
        name: ml.play_many(name, 16, 30, mines=99, games=1200, seed=9, rules=CLASSIC, first=(0, 0))[
            "won"
        ].to_numpy()
        for name in ("exact", THUMB, "champion")
    }
    wins = {name: won.sum() for name, won in games.items()}
    assert wins["exact"] < wins[THUMB] and wins["exact"] < wins["champion"]
    more = games["champion"].astype(int) - games["exact"]
    assert more.mean() > 1.96 * more.std() / len(more) ** 0.5


def test_a_cell_that_tells_nothing_waits(monkeypatch):
    """Where the safest cell can show only one thing and others near it more, one of these."""
    monkeypatch.setitem(FORMS, "no endgame", Effort(1, 0, 0, 16, 0, 0))
    chosen_against = 0
    for view in islice(small_positions(), 100 * FULL):
        risk = ml.odds(view).risk
        shows = {cell: what_shows(view, cell) for cell in view.covered if risk[cell] < 1}
        near = [cell for cell in shows if risk[cell] <= np.nanmin(risk) + 0.1]
        if len(near) <= 16 and any(len(shows[cell]) > 1 for cell in near):
            cell, _, _ = look(view, "no endgame")
            assert len(shows[cell]) > 1
            chosen_against += len(shows[safest_cell(view, ml.odds(view))]) == 1
    assert chosen_against > 0


def what_shows(view, cell):
    """The numbers of undecided mines that a cell may touch if it is safe."""
    around = set(view.neighbours(cell))
    return {len(around & layout) for layout in map(set, all_layouts(view)) if cell not in layout}


def all_layouts(view):
    """The mined cells of every layout that fits, by perfect play's own list."""
    from minelab.inference.optimal import all_layouts as listed

    for layout in listed(view, 10**9).tolist():
        yield [cell for k, cell in enumerate(view.covered) if layout >> k & 1]


def test_a_plan_says_what_was_compared():
    view = next(islice(mid_game_views(6), 3, 4))
    plan = consider(view)
    risk = ml.odds(view).risk
    assert plan.choice.risk == risk[plan.choice.cell]
    assert plan.safest.risk == np.nanmin(risk[risk > 0])
    assert 0 <= plan.choice.goes_on <= 1 - plan.choice.risk + 1e-9
    assert plan.value is not None and 0 < plan.value < 1 and plan.aim == "win"
    assert consider(view, form=THUMB).value is None or consider(view, form=THUMB).exact
    assert consider(view, form="champion-score").aim == "score"


def test_a_plan_says_what_decided():
    reasons = set()
    for view in islice(mid_game_views(6), 60):
        plan, slow = (consider(view, form=form) for form in ("champion", "champion-slow"))
        choice, safest = plan.choice, plan.safest
        reasons |= {plan.decided_by, slow.decided_by}
        asked = choice.value is not None and safest.two_safe is not None
        assert asked != plan.exact and (plan.decided_by is None) == (
            plan.exact or choice.cell == safest.cell
        )
        assert (slow.decided_by == "rollouts") <= (slow.choice.cell != choice.cell)
        if asked:
            assert choice.two_safe <= 1 - choice.risk + 1e-9
            assert safest.two_safe <= 1 - safest.risk + 1e-9
        if plan.decided_by == "value":
            assert choice.value > safest.value
        elif plan.decided_by == "two_safe":
            assert choice.two_safe > safest.two_safe
        elif plan.decided_by == "correction":
            assert choice.correction > safest.correction
    assert {"value", "two_safe", "rollouts", None} <= reasons


def test_on_small_boards_the_slow_form_is_the_champion():
    for view in islice(guesses_of(16, 16, 40, range(9)), 20):
        assert look(view, "champion-slow") == look(view, "champion")


def test_guesses_are_explained():
    """Each sentence names the risk; where a safer cell was left, it says why."""
    said = []
    for seed in range(12):
        board = Board.random(16, 30, mines=99, seed=seed)
        record = ml.play(board, "champion", rules=CLASSIC, first=(0, 0))
        said += [record.explain(turn) for turn in record.turns[1:] if turn.method == "guess"]
    assert all("%" in sentence for sentence in said)
    assert any("The safest, (" in s and "to survive and then know a safe cell" in s for s in said)
    assert any("played out to the end, this wins" in s for s in said)
    assert not any("by the rule champion" in s for s in said)


@pytest.mark.parametrize(
    ("view", "form", "words"),
    [
        ("a view", "champion", "view must be a View"),
        (View.parse("1 ?\n? ?", mines=1), "chess", "form must be one of"),
        (View.parse("1 ?\n? ?"), "champion", "has to be told the number of mines"),
        (View.parse("0 ?\n? ?", mines=0), "champion", "nothing to guess: \\(0, 1\\)"),
        (View(np.full((65, 64), COVERED), 99), "champion", "at most 4,096 cells, not 4,160"),
    ],
)
def test_what_cannot_be_considered(view, form, words):
    with pytest.raises(ValueError, match=words):
        consider(view, form=form)


def test_first_cells():
    assert first_cell("safe", 16, 30) == first_cell("any", 9, 9) == (0, 0)
    assert first_cell("zero", 16, 30) == (3, 3) and first_cell("zero", 9, 9) == (2, 2)
    assert first_cell("zero", 1, 3) == (0, 1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nonsense", 9, 9), "first_click must be one of .* not 'nonsense'"),
        (("zero", -1, 9), "rows must be a whole number from 1 to 2000, not -1"),
        (("any", 9, 0), "cols must be a whole number from 1 to 2000, not 0"),
    ],
)
def test_a_first_cell_is_asked_for_on_a_board(arguments, words):
    with pytest.raises(ValueError, match=words):
        first_cell(*arguments)


@pytest.mark.parametrize(("name", "option"), [(NETWORK, ""), (SMALL_NETWORK, "--network")])
def test_a_network_says_how_it_was_made(name, option):
    with np.load(Path(champion.__file__).with_name(name)) as stored:
        facts = json.loads(str(stored["facts"]))
    assert facts["command"].startswith("python -m minelab train --seed")
    assert option in facts["command"]
    shapes = [layer.shape for layer in network(name)]
    n = value.N_FEATURES
    assert shapes == [(n, 32), (32,), (32, 16), (16,), (16,), (1,), (n,), (n,), (n + 2,)]


def test_small_boards_have_a_network_of_their_own():
    small, large = (lookahead_space("champion", 16, cols) for cols in (16, 30))
    assert small.effort == large.effort == FORMS["champion"]
    for space, name in ((small, SMALL_NETWORK), (large, NETWORK)):
        assert np.array_equal(space.valuation.network.first, network(name)[0])
    ranking = small.valuation.network.ranking  # of all candidates, with few covered cells too
    assert ranking[0] == small.effort.two_safe and not ranking[1:].any()


def test_flags_are_known_mines():
    """A mine that is flagged changes nothing but the number of mines left."""
    for view in islice(mid_game_views(7), 5):
        flags = ml.odds(view).mined
        codes = view.codes.copy()
        for cell in flags:
            codes[cell] = FLAG
        assert look(View(codes, view.mines), "champion") == look(view, "champion")
