"""A scripted agent in the browser: repeatable, in words, and passed or failed as it should be."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tactful.runs.seeds import generator
from tactful.world.browser.driver import Browser
from tactful.world.browser.stage import Stage
from tactful.world.pages import SIZES
from tactful.world.people.make import make_person
from tactful.world.session.session import Session
from tactful.world.tasks.bind import bind
from tactful.world.tasks.narrate import phrases
from tactful.world.tasks.passing import passed
from tactful.world.tasks.play import LIMIT, PlayedStep, play

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser():
    with Browser() as found:
        yield found


def run(template, apps, browser: Browser, seed: int, **shares: float) -> tuple[list[PlayedStep], bool]:
    session = Session(make_person(5), apps, platform="phone", size=SIZES[2], look=1, seed=5)
    task = bind(template, session, seed=1)
    with Stage(session, browser) as stage:
        steps = list(play(task, stage, generator(seed, "play"), **shares))
        return steps, passed(task, session, steps[-1].act.text)


def test_a_straight_run_passes_and_repeats(templates, apps, browser: Browser):
    steps, success = run(templates["write"], apps, browser, 1, wrong_turns=0.0, lost=0.0)
    assert success
    assert steps[-1].act.kind == "done"
    assert not any(step.wrong for step in steps)
    assert {step.run.outcome for step in steps} == {"A"}
    assert all(all((s.run.plan, s.run.thought, s.run.description, s.run.subgoal)) for s in steps)
    assert all(step.target is not None for step in steps if step.act.kind == "click")
    entities = {seen.value.entity for step in steps for seen in step.measured.seen}
    assert {entity for step in steps for entity in step.now} <= entities
    again, _ = run(templates["write"], apps, browser, 1, wrong_turns=0.0, lost=0.0)
    assert steps == again  # pictures included


def test_wrong_turns_recover(templates, apps, browser: Browser):
    steps, success = run(templates["third"], apps, browser, 2, wrong_turns=1.0, lost=0.0)
    assert success
    assert any(step.wrong for step in steps)
    assert len(steps) <= LIMIT
    assert all(len(step.run.description) > 8 and '""' not in step.run.description for step in steps)
    assert any(step.run.outcome in "BC" and step.run.error for step in steps)
    after = [b.run.reflection for a, b in pairwise(steps) if a.run.outcome != "A"]
    assert after
    assert not set(after) & set(phrases()["en"]["check"]["A"])


def test_a_lost_run_fails(templates, apps, browser: Browser):
    for seed in range(2):
        steps, success = run(templates["dark"], apps, browser, seed, wrong_turns=0.0, lost=1.0)
        assert not success
        assert len(steps) == LIMIT or steps[-1].act.kind == "done"
