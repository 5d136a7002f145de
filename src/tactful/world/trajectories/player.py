"""From a task's spec to a recorded run: the person, the session, the stage, the scripted agent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tactful.runs import generator
from tactful.world.tasks.play import PlayedStep
from tactful.world.trajectories.recording import Recorded, write_recorded

if TYPE_CHECKING:
    from tactful.world.browser.driver import Browser
    from tactful.world.tasks.sampling import TaskSpec


class Stopped(Exception):
    """Somebody asked to stop while a run was played; nothing of it was written."""


def play_and_write(
    spec: TaskSpec,
    browser: Browser,
    out: Path,
    *,
    seed: int,
    stop: Callable[[], bool] = lambda: False,
    wrong_turns: float | None = None,
    lost: float | None = None,
) -> dict[str, Any]:
    """Play the spec's task on a fresh session, write it into ``out/<name>``, and give its summary.

    ``wrong_turns`` is the chance of one at a press or typing, ``lost`` that of a run that never recovers;
    both as in ``play`` unless given, and 0 and 0 play straight.
    Raises ``InputError`` where nobody fits the task, and `Stopped` once ``stop`` says so.
    """
    from tactful.world.browser.stage import Stage
    from tactful.world.tasks.passing import passed
    from tactful.world.tasks.play import LOST, WRONG, play
    from tactful.world.tasks.sampling import start
    from tactful.world.trajectories.folder import drawn_with

    started = start(spec)
    session, task = started.session, started.task
    steps: list[PlayedStep] = []
    places: list[dict[str, str]] = []
    with Stage(session, browser) as stage:
        place = _place(session)
        rng = generator(seed, "world/play", spec.index)
        chances = (WRONG if wrong_turns is None else wrong_turns, LOST if lost is None else lost)
        train = spec.split == "train"
        for step in play(task, stage, rng, wrong_turns=chances[0], lost=chances[1], train=train):
            steps.append(step)
            places.append(place)
            place = _place(session)
            if stop():
                raise Stopped
    last = steps[-1].act
    answer = last.text if last.kind == "done" else ""
    template = task.template
    run = Recorded(
        id=spec.name,
        platform=spec.platform,
        goal=task.goal,
        steps=steps,
        success=last.kind == "done" and last.success and passed(task, session, answer),
        finished=session.now.isoformat(sep=" "),
        places=places,
        about={
            "template": spec.template,
            "group": template.group,
            "apps": sorted({place["app"] for place in places if place["app"]} | set(template.apps)),
            "cross": template.cross,
            "private_bound": task.private_bound,
            "lang": spec.lang,
            "size": spec.size,
            "look": spec.look,
            "seed": spec.seed,
            "person": started.person,
            "versions": drawn_with(),
        },
    )
    return write_recorded(run, out)


def _place(session: Any) -> dict[str, str]:
    place = session.place()
    return {"app": place.app, "view": place.view, "record": place.record or ""}
