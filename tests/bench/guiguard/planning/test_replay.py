"""Algorithm 1: what the planner is shown and told at each step, and how a replay ends."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tactful.bench.guiguard.planning.replay import FAILED, PlannerSettings, replay
from tactful.errors import InputError, ModelError
from tactful.models import Message, Picture, ScriptedModel, Turn, asking, load_pack
from tactful.terms import PlanRun, PlanStep, ProtectedScreen, Receipt, Screen, ScreenCase, Step, TaskCase

PACK = load_pack("guiguard_planning")


def task(length: int, platform: str = "android") -> TaskCase:
    screens = tuple(
        ScreenCase(f"t/{at}", "t", platform, "Call Ann", Step(at, Path(f"{at}.png"))) for at in range(length)
    )
    return TaskCase("t", platform, "Call Ann", screens)


def image(shade: int) -> Image.Image:
    return Image.new("RGB", (8, 8), (shade, shade, shade))


def raw(length: int) -> list[Screen]:
    return [Screen(f"{at}.png", 8, 8, image(at)) for at in range(length)]


def safe(length: int) -> list[ProtectedScreen]:
    return [
        ProtectedScreen(f"{at}.png", image(100 + at), Receipt(f"{at}.png", "black", (), 0, 0))
        for at in range(length)
    ]


def says(call: str, words: str = "go") -> str:
    return f"(Next Action)\n{words}\n(Grounded Action)\n```python\n{call}\n```"


def back(number: int) -> str:
    return says("agent.back()", f"plan {number}")


def shade(picture: Picture) -> int:
    import io

    return int(np.asarray(Image.open(io.BytesIO(picture.data)))[0, 0, 0])


def shades(messages: Sequence[Message]) -> list[int]:
    return [shade(picture) for message in messages for picture in message.pictures]


def original(turns: Sequence[Turn], length: int = 4, **settings: object) -> tuple[PlanRun, ScriptedModel]:
    model = ScriptedModel(turns)
    found = replay(task(length), raw(length), asking(model), PlannerSettings(**settings))  # type: ignore[arg-type]
    return asyncio.run(found), model


def test_every_step_sees_its_screen_the_task_and_its_own_past() -> None:
    run, model = original([back(1), back(2), back(3)], 3)
    assert [(s.index, s.screenshot, s.action, s.problem) for s in run.steps] == [
        (at, f"{at}.png", "agent.back()", "") for at in range(3)
    ]
    assert run.steps[0].code == "adb shell input keyevent BACK"
    assert [[m.role for m in said] for said in model.asked] == [
        ["system", "user"],
        ["system", "user", "assistant", "user"],
        ["system", "user", "assistant", "user", "assistant", "user"],
    ]
    last = model.asked[2]
    system = PACK.read("system", last[0].text)
    assert system is not None
    assert (system["instruction"], system["platform"]) == ("Call Ann", "Android phone")
    assert "agent.swipe(" in system["api"]
    assert [PACK.read("step", said.text) for said in last if said.role == "user"] == [
        {"step": str(number), "reflection": "none"} for number in (1, 2, 3)
    ]
    assert [said.text for said in last if said.role == "assistant"] == [back(1), back(2)]


@pytest.mark.parametrize(("variant", "told"), [("", False), ("neutral", False), ("told", True)])
def test_only_the_variant_of_that_name_tells_of_protection(variant: str, told: bool) -> None:
    _, model = original([back(1)], 1, variant=variant)
    system = model.asked[0][0].text
    assert ("privacy" in system, "covered" in system) == (told, told)
    assert PACK.read("system", system) is not None
    assert PlannerSettings(variant=variant).title == f"guiguard_planning 2, {variant or 'neutral'}"


@pytest.mark.parametrize(
    ("images", "seen"),
    [(1, [[0], [1], [2]]), (2, [[0], [0, 1], [1, 2]]), (9, [[0], [0, 1], [0, 1, 2]])],
)
def test_the_last_images_are_shown(images: int, seen: list[list[int]]) -> None:
    _, model = original([back(1), back(2), back(3)], 3, images=images)
    assert [shades(said) for said in model.asked] == seen


@pytest.mark.parametrize("end", ["agent.done()", "agent.fail()"])
def test_done_and_fail_end_the_replay(end: str) -> None:
    run, model = original([back(1), says(end)], 4)
    assert [step.action for step in run.steps] == ["agent.back()", end]
    assert len(model.asked) == 2


def test_a_broken_answer_is_asked_for_again_and_told_why() -> None:
    run, model = original(["I would go back.", says("agent.fly()"), back(1), back(2)], 2)
    assert [step.attempts for step in run.steps] == [3, 1]
    third = model.asked[2]
    assert [m.role for m in third[2:]] == ["assistant", "user", "assistant", "user"]
    assert PACK.read("retry", third[3].text) == {"problem": "there is no block of code with an agent call."}
    # What was broken is forgotten afterwards.
    assert [m.text for m in model.asked[3] if m.role == "assistant"] == [back(1)]


def test_a_step_without_an_answer_is_a_problem_and_no_history() -> None:
    run, model = original([back(1), ModelError("down"), "no", "no", back(4)], 4, attempts=2)
    assert [step.problem.partition(":")[0] for step in run.steps] == [
        "", "no answer from the planner", "the answer breaks the format", "",
    ]  # fmt: skip
    assert [(step.plan, step.action) for step in run.steps[1:3]] == [("", ""), ("", "")]
    last = model.asked[-1]
    assert [m.text for m in last if m.role == "assistant"] == [back(1)]
    assert shades(last) == [0, 3]


def test_reflections_reach_the_next_step_and_stay_with_theirs() -> None:
    run, model = original([back(1), "stuck", back(2), ModelError("down"), back(3), " "], 3, reflection=True)
    assert [step.reflection for step in run.steps] == ["stuck", FAILED, FAILED]
    about = [PACK.read("step", m.text) for m in model.asked[4] if m.role == "user"]
    assert [each and each["reflection"] for each in about] == ["none", "stuck", "none"]
    reflecting = model.asked[3]
    assert [m.role for m in reflecting] == ["system", "user", "assistant", "user"]
    assert PACK.read("reflect", reflecting[-1].text) == {
        "step": "2",
        "plan": back(2),
        "action": "agent.back()",
    }
    assert shades(reflecting) == [1]


def reference(*calls: str) -> PlanRun:
    steps = [PlanStep(at, f"{at}.png", says(call, f"reference {at}"), call) for at, call in enumerate(calls)]
    return PlanRun("t", "original", 100, "Call Ann", tuple(steps))


def protected(
    turns: Sequence[Turn], first: PlanRun | None, **settings: object
) -> tuple[PlanRun, ScriptedModel]:
    model = ScriptedModel(turns)
    made = PlannerSettings(**settings)  # type: ignore[arg-type]
    return asyncio.run(
        replay(task(3), safe(3), asking(model), made, method="black", level=60, reference=first)
    ), model


def test_protected_replays_see_protected_pixels_only() -> None:
    run, model = protected([back(1), back(2), back(3)], None)
    assert (run.method, run.level, run.history) == ("black", 60, "own")
    assert {s for said in model.asked for s in shades(said)} == {100, 101, 102}


def test_the_same_state_is_the_references_history_to_its_end() -> None:
    first = reference("agent.back()", "agent.done()")
    run, model = protected([says("agent.done()"), back(2)], first, history="same-state")
    assert [step.action for step in run.steps] == ["agent.done()", "agent.back()"]
    assert run.history == "same-state"
    assert [m.text for m in model.asked[1] if m.role == "assistant"] == [first.steps[0].plan]
    assert shades(model.asked[1]) == [100, 101]


def test_the_same_state_needs_the_unprotected_pass_of_the_task() -> None:
    other = PlanRun("u", "original", 100, "", ())
    longer = reference(*["agent.back()"] * 4)
    for bad in (None, other, longer, PlanRun("t", "black", 100, "", ())):
        with pytest.raises(InputError, match="reference"):
            protected([], bad, history="same-state")


def test_raw_pixels_are_refused_in_a_protected_pass() -> None:
    ask = asking(ScriptedModel([]))
    with pytest.raises(TypeError, match="ProtectedScreen"):
        asyncio.run(replay(task(1), raw(1), ask, PlannerSettings(), method="black"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="takes a Screen"):
        asyncio.run(replay(task(1), safe(1), ask, PlannerSettings()))  # type: ignore[arg-type]


def test_views_must_fit_the_task() -> None:
    ask = asking(ScriptedModel([]))
    with pytest.raises(InputError, match="views"):
        asyncio.run(replay(task(2), raw(1), ask, PlannerSettings()))
    with pytest.raises(InputError, match="views"):
        asyncio.run(replay(task(1), [Screen("0.png", 8, 8, None)], ask, PlannerSettings()))


@pytest.mark.parametrize("bad", [{"history": "none"}, {"images": 0}, {"attempts": 0}])
def test_settings_that_cannot_be(bad: dict[str, object]) -> None:
    with pytest.raises(InputError, match=next(iter(bad))):
        PlannerSettings(**bad)  # type: ignore[arg-type]


def test_no_text_of_a_run_shows_in_its_repr() -> None:
    run, _ = original([says("agent.click('Zanzibar')", "Zanzibar")], 1)
    assert "Zanzibar" not in repr(run)
