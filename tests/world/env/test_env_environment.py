"""``tactful/World-v0`` under Gymnasium's own checker, and the solver in it."""

from __future__ import annotations

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from tactful.errors import InputError  # noqa: E402
from tactful.world.env import ID, ScriptedPlanner, run_episode  # noqa: E402
from tactful.world.env.environment import KINDS, WorldEnv  # noqa: E402
from tactful.world.events import Act  # noqa: E402
from tactful.world.sizes import SIZES  # noqa: E402


@pytest.mark.parametrize("size", [s.name for s in SIZES])
def test_the_spaces_have_the_screens_pixels(size: str):
    env = WorldEnv(size)
    screen = next(s for s in SIZES if s.name == size)
    assert env.observation_space.shape == (screen.height, screen.width, 3)
    action = env.action_space.sample()
    assert 0 <= action["point"][0] < screen.width
    assert 0 <= action["point"][1] < screen.height
    env.close()


@pytest.mark.parametrize(
    "act",
    [
        Act("click", 3, 4), Act("type", text="Größe 東京\n한글"), Act("scroll", 5, 6, dy=-300),
        Act("key", key="Enter"), Act("back"), Act("wait"), Act("done", text="42"),
    ],
)  # fmt: skip
def test_an_act_is_an_action_and_back(act: Act):
    env = WorldEnv("phone-720")
    action = env.action_of(act)
    assert action in env.action_space
    assert env.act_of(action) == act


def test_what_it_does_not_take():
    with pytest.raises(InputError):
        WorldEnv("watch")
    env = WorldEnv("phone-720")
    with pytest.raises(InputError):
        env.action_of(Act("key", key="F13"))
    with pytest.raises(InputError):
        env.reset(options={"speed": 2})
    with pytest.raises(RuntimeError):
        env.step(env.action_of(Act("wait")))


@pytest.mark.browser
def test_gymnasiums_checker_has_no_complaint():
    env = gymnasium.make(ID, size="phone-720", lang="en")
    check_env(env.unwrapped, skip_render_check=True)
    env.close()


@pytest.mark.browser
def test_the_same_seed_the_same_pixels_and_the_solver_gets_its_reward():
    env = gymnasium.make(f"tactful.world.env:{ID}", size="phone-720", render_mode="rgb_array").unwrapped
    first, info = env.reset(seed=4, options={"task": "mail-star"})
    again, _ = env.reset(seed=4, options={"task": "mail-star"})
    other, _ = env.reset(seed=5, options={"task": "mail-star"})
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert np.array_equal(env.render(), other)
    assert (info["task"], info["step"], info["platform"]) == ("mail-star", 0, "phone")

    planner = ScriptedPlanner(env.started.task, env.stage, "reader")
    history: list[Act] = []
    reward, terminated = 0.0, False
    while not terminated and len(history) < 30:
        history.append(planner.act(env.stage.screenshot(), info["goal"], history))
        _, reward, terminated, truncated, info = env.step(env.action_of(history[-1]))
        assert not truncated
    assert (reward, info["success"]) == (1.0, True)
    env.close()


@pytest.mark.browser
def test_done_without_doing_it_and_the_step_limit():
    env = WorldEnv("phone-720", limit=2, accessibility=True)
    _, info = env.reset(seed=4, options={"task": "mail-star"})
    assert {"role", "name", "value", "box"} <= set(info["accessibility"][0])
    _, reward, terminated, truncated, info = env.step(env.action_of(Act("done")))
    assert (reward, terminated, truncated, info["success"]) == (0.0, True, False, False)
    env.reset(seed=4, options={"task": "mail-star"})
    env.step(env.action_of(Act("wait")))
    _, reward, terminated, truncated, _ = env.step(env.action_of(Act("wait")))
    assert (reward, terminated, truncated) == (0.0, False, True)
    episode = run_episode(env.started.task, env.stage, ScriptedPlanner(env.started.task, env.stage))
    assert episode.success
    env.close()


def test_every_kind_of_act_is_an_action():
    from tactful.world.browser.stage import KINDS as STAGE

    assert set(KINDS) == set(STAGE)
