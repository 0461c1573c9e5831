"""The environment: Gymnasium's own checks, and that its games and rewards are those of minelab."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import minelab as ml
from minelab.arena.environment import NAME
from minelab.boards.rules import PRESETS


@pytest.mark.parametrize("rules", ["classic", "classic-zero", "report"])
@pytest.mark.parametrize("reward", ["win", "score", "regret"])
def test_gymnasium_finds_no_fault(rules, reward):
    env = gymnasium.make(NAME, level=(6, 5, 4), rules=rules, reward=reward, render_mode="ansi")
    with warnings.catch_warnings(action="error"):
        check_env(env.unwrapped)


def episode(env, seed):
    """A game of legal moves at random: observations, actions, rewards, the last info."""
    rng = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    views, actions, rewards, over = [seen], [], [], False
    while not over:
        actions.append(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        seen, reward, over, late, info = env.step(actions[-1])
        views.append(seen)
        rewards.append(reward)
        assert not late
    return views, actions, rewards, info


@pytest.mark.parametrize("rules", ["classic", "report"])
def test_a_game_and_its_rewards_are_those_of_minelab(rules):
    for seed in range(5):
        games = {
            reward: episode(gymnasium.make(NAME, level=(5, 5, 4), rules=rules, reward=reward), seed)
            for reward in ("win", "score", "regret")
        }
        views, actions, rewards, info = games["win"]
        assert sum(rewards) == info["won"]
        assert sum(games["score"][2]) == pytest.approx(info["score"])
        env = gymnasium.make(NAME, level=(5, 5, 4), rules=rules)
        env.reset(seed=seed)
        board = env.unwrapped.game.board
        game, regrets = ml.Game(board, PRESETS[rules]), []
        for view, action in zip(views, actions, strict=False):
            assert np.array_equal(view, game.codes)
            cell = divmod(action % 25, 5)
            codes = np.where(game.codes == -2, -1, game.codes)
            risk = ml.odds(ml.View(codes, 4)).risk
            known = action >= 25 or game.first_is_safe
            regrets.append(0.0 if known else float(risk[cell] - np.nanmin(risk)))
            game.play(ml.Flag(cell) if action >= 25 else ml.Open(cell))
        assert game.over and np.array_equal(views[-1], game.codes)
        assert games["regret"][2] == pytest.approx([-x for x in regrets])


def test_an_illegal_action_changes_nothing_and_too_many_end_the_episode():
    env = gymnasium.make(NAME, level=(4, 4, 3)).unwrapped
    env.reset(seed=2)
    seen, _, over, *_ = env.step(0)
    assert not over
    for k in range(2, 65):
        again, reward, over, late, _ = env.step(0)
        assert np.array_equal(seen, again) and reward == 0 and not over and late == (k == 64)


@pytest.mark.parametrize(
    "options", [{"level": "exprt"}, {"rules": "daggers"}, {"reward": "gold"}, {"level": (2, 2, 9)}]
)
def test_bad_input_is_refused(options):
    with pytest.raises(ValueError, match="must be"):
        gymnasium.make(NAME, **options)
