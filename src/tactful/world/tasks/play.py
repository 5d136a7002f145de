"""A scripted agent plays a task on a stage, and says why."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from tactful.formats import RunStep
from tactful.terms import Box
from tactful.world.apps.schema import App
from tactful.world.events import Act
from tactful.world.measured import Measured
from tactful.world.pages import Scene
from tactful.world.tasks.bind import Task
from tactful.world.tasks.narrate import Narrator
from tactful.world.tasks.screen import Look
from tactful.world.tasks.wrong_turns import Wanderer

if TYPE_CHECKING:
    from tactful.world.browser.stage import Stage
    from tactful.world.session.session import Session

LIMIT = 30
"""A run's steps at most (GUIGuard-Bench, D.1)."""
LOST = 0.28
"""The share of runs that never recover."""
WRONG = 0.07
"""The chance of a wrong turn at each press or typing of a run that recovers."""


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """One step: the screen before its act, what was thought about it in words, and what was then done.

    ``run`` is the step as agents' formats record it, ``measured`` what stands on its screen. ``now`` holds
    the entities that this step needs, ``later`` those that a later one needs. ``target`` is the box (device
    pixels) of what a click is meant to hit. ``wrong`` marks a wrong turn and what undoes it. ``split`` is the
    screen's: "validation" where a held-out view is seen, else "train". ``place`` is where the session was:
    app, view, record.
    """

    run: RunStep
    measured: Measured = field(repr=False)
    now: frozenset[str] = frozenset()
    later: frozenset[str] = frozenset()
    target: Box | None = None
    wrong: bool = False
    split: str = ""
    place: Mapping[str, str] = field(default_factory=dict)

    @property
    def act(self) -> Act:
        """What was done."""
        return self.run.action


def play(
    task: Task,
    stage: Stage,
    rng: random.Random,
    *,
    wrong_turns: float = WRONG,
    lost: float = LOST,
    train: bool = False,
) -> Iterator[PlayedStep]:
    """Plays until done or the step limit; each step is given after its act was done.

    ``wrong_turns`` 0 and ``lost`` 0 play straight; ``train`` keeps wrong turns from views that are held out
    for validation. The same task, session and generator give the same steps.
    """
    session: Session = stage.session  # type: ignore[assignment]
    apps = session.apps
    solver = Wanderer(task, apps, rng, share=wrong_turns, lost=rng.random() < lost, train=train)
    narrator = Narrator(task, apps, rng)
    for index in range(LIMIT):
        measured, png = stage.measure(), stage.png()
        move = solver.next(Look.of(stage.scene, measured))
        step = PlayedStep(
            run=narrator.tell(move, png, index),
            measured=measured,
            now=move.now,
            later=move.later,
            target=move.target if move.act.kind == "click" else None,
            wrong=move.wrong,
            split=split_of_screen(stage.scene, measured, apps),
            place=asdict(session.place()),
        )
        stage.act(move.act)
        yield step
        if move.act.kind == "done":
            return


def split_of_screen(scene: Scene, measured: Measured, apps: Mapping[str, App]) -> str:
    """ "validation" where something of a held-out view is seen, in whatever window, else "train".

    A window counts as far as anything on it is seen: what others cover wholly is not on the screen.
    """
    seen = {s.window for s in measured.seen} | {t.window for t in measured.targets}
    pages = [window.page for window in scene.windows if window.id in seen]
    held = any(apps[page.app].views[page.view].split == "validation" for page in pages)
    return "validation" if held else "train"
