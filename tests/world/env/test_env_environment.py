"""``tactful/World-v0`` under Gymnasium's own checker, and the solver in it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import tactful.world  # noqa: E402
from tactful.errors import InputError  # noqa: E402
from tactful.world.env import ID  # noqa: E402
from tactful.world.env.environment import CHARS, KINDS, LONGEST, WorldEnv  # noqa: E402
from tactful.world.env.loop import ScriptedPlanner  # noqa: E402
from tactful.world.events import Act  # noqa: E402
from tactful.world.pages import SIZES  # noqa: E402
from tactful.world.people.make import make_person  # noqa: E402
from tactful.world.people.person import LANGUAGES  # noqa: E402
from tactful.world.values import Value  # noqa: E402


@pytest.fixture(scope="module")
def env() -> WorldEnv:
    """One that no test here resets with success: it has no browser."""
    return WorldEnv("phone-720")


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
def test_an_act_is_an_action_and_back(env: WorldEnv, act: Act):
    action = env.action_of(act)
    assert action in env.action_space
    assert env.act_of(action) == act


def test_what_it_does_not_take(env: WorldEnv):
    for act in (Act("key", key="F13"), Act("done", text="\x00"), Act("done", text="a" * 601),
                Act("click", 720, 0), Act("click", -1), Act("scroll", dy=1601)):  # fmt: skip
        with pytest.raises(InputError):
            env.action_of(act)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(env.action_of(Act("wait")))
    for held in ("started", "stage"):
        with pytest.raises(RuntimeError):
            getattr(env, held)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("size", "watch"), ("lang", "xx"), ("lang", 3), ("app", "nothing"), ("split", "test"), ("limit", 0),
        ("limit", True), ("limit", 2.5), ("render_mode", "human"),
    ],
)  # fmt: skip
def test_a_value_that_it_cannot_have_is_refused_at_once(field: str, value: object):
    with pytest.raises(InputError) as told:
        WorldEnv(**{"size": "phone-720", field: value})
    assert told.value.field == field


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("speed", 2), ("look", "red"), ("look", None), ("look", 2.7), ("look", -1), ("person", True),
        ("person", "me"), ("lang", "xx"), ("lang", None), ("task", "no-such"), ("task", 1),
    ],
)  # fmt: skip
def test_an_option_that_it_cannot_have_is_refused(env: WorldEnv, field: str, value: object, monkeypatch):
    monkeypatch.setattr("tactful.world.env.environment._Shared.take", lambda: None)
    with pytest.raises(InputError) as told:
        env.reset(seed=1, options={field: value})
    assert told.value.field == field


def test_every_letter_of_the_worlds_words_can_be_typed():
    home = Path(tactful.world.__file__).parent
    known = set(CHARS)
    files = [*home.glob("*/data/**/*.yaml"), *home.glob("*/data/**/*.txt"), *home.glob("*/data/**/*.json")]
    assert len(files) > 40
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert not {f"{c!r} {ord(c):x}" for c in set(text) - known}, file.name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_value_of_a_person_can_be_typed(env: WorldEnv, lang: str):
    person = make_person(3, 0, lang)
    values = [
        *person.facts.values(),
        *(v for rows in person.tables.values() for r in rows for v in r.fields.values()),
    ]
    texts = [value.text for value in values if isinstance(value, Value)]
    assert len(texts) > 100
    for text in texts:
        if len(text) <= LONGEST:
            assert env.action_of(Act("done", text=text)) in env.action_space


@pytest.mark.parametrize("sign", "$€£¥₩₽−–…≤°µ½№™→")
def test_signs_of_values_can_be_typed(env: WorldEnv, sign: str):
    assert env.action_of(Act("done", text=sign)) in env.action_space
    assert env.action_space["text"].sample() in env.action_space["text"]


def test_the_same_seed_the_same_task():
    one, two = WorldEnv("phone-720", lang="de"), WorldEnv("phone-720", lang="de")
    for each in (one, two):
        gymnasium.Env.reset(each, seed=8)
    draws = [[e._spec(int(e.np_random.integers(2**31)), {}) for _ in range(3)] for e in (one, two)]
    assert draws[0] == draws[1]
    assert len(set(draws[0])) == 3


@pytest.mark.browser
def test_gymnasiums_checker_has_no_complaint():
    env = gymnasium.make(ID, size="phone-720", lang="en", app="clock")
    check_env(env.unwrapped, skip_render_check=True)
    env.close()


@pytest.mark.browser
def test_the_same_seed_the_same_pixels_and_the_solver_gets_its_reward():
    env = gymnasium.make(f"tactful.world.env:{ID}", size="phone-720", render_mode="rgb_array").unwrapped
    other, _ = env.reset(seed=5, options={"task": "mail-star"})
    first, _ = env.reset(seed=4, options={"task": "mail-star"})
    again, info = env.reset(seed=4, options={"task": "mail-star"})
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert np.array_equal(env.render(), again)
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
def test_done_without_doing_it_is_the_one_answer_and_the_step_limit():
    env = WorldEnv("phone-720", limit=2, accessibility=True)
    _, info = env.reset(seed=4, options={"task": "settings-memory"})
    right = env.started.task.value("me.memory").text
    assert {"role", "name", "value", "box"} <= set(info["accessibility"][0])
    _, reward, terminated, truncated, info = env.step(env.action_of(Act("done", text="I do not know")))
    assert (reward, terminated, truncated, info["success"]) == (0.0, True, False, False)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(env.action_of(Act("done", text=right)))
    env.reset(seed=4, options={"task": "settings-memory"})
    env.step(env.action_of(Act("wait")))
    _, reward, terminated, truncated, _ = env.step(env.action_of(Act("wait")))
    assert (reward, terminated, truncated) == (0.0, False, True)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(env.action_of(Act("done", text=right)))
    env.close()


@pytest.mark.browser
def test_two_at_once_a_failed_reset_and_closing_twice():
    one, two = WorldEnv("phone-720"), WorldEnv("phone-720")
    first, _ = one.reset(seed=4, options={"task": "mail-star"})
    two.reset(seed=5, options={"task": "mail-star"})
    after, *_ = one.step(one.action_of(Act("key", key="Escape")))
    assert np.array_equal(first, after)
    with pytest.raises(InputError):
        one.reset(options={"look": "red"})
    with pytest.raises(RuntimeError):
        _ = one.started
    with pytest.raises(gymnasium.error.ResetNeeded):
        one.step(one.action_of(Act("wait")))
    one.close()
    one.close()
    assert two.step(two.action_of(Act("done")))[2]
    two.close()
    with pytest.raises(RuntimeError):
        _ = two.started


def test_every_kind_of_act_is_an_action():
    from tactful.formats.agent_runs import ACTIONS

    assert set(KINDS) == set(ACTIONS)
