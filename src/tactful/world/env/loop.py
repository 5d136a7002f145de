"""A loop that lets any planner play a task in the world, with or without a guard between screen and planner.

Fail closed: where the guard fails, or gives anything but a picture of the screen's size, the planner is given
nothing and the episode ends. Of a `ProtectedScreen` it is given the picture alone: its regions hold private
texts, which stay on this machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from numbers import Integral
from typing import TYPE_CHECKING, Protocol

from tactful.errors import InputError
from tactful.terms import ProtectedScreen, Region, Screen, TaskState
from tactful.world.events import Act
from tactful.world.tasks.bind import Task
from tactful.world.tasks.passing import passed
from tactful.world.tasks.play import LIMIT
from tactful.world.tasks.screen import Look
from tactful.world.tasks.solver import Solver

if TYPE_CHECKING:
    from PIL.Image import Image

    from tactful.world.browser.stage import Stage

Guarding = Callable[[Screen], "Image | ProtectedScreen"]
"""What stands between screen and planner, such as ``Guard(...).protect``."""


class Planner(Protocol):
    """Anything that chooses the next act from what it is shown."""

    def act(self, observation: Image, goal: str, history: Sequence[Act]) -> Act:
        """The next act. ``observation`` is an image of the screen's size, ``history`` the acts so far."""
        ...


@dataclass(frozen=True)
class Episode:
    """One run: the acts, whether the task's checks held at the planner's done, and how it ended.

    ``end`` is done, limit, "guard failed: TYPE" or "planner failed: TYPE"; a failure's words are left out,
    they might tell what was on the screen. ``reason`` is the planner's own, where it gives one.
    """

    task: str
    acts: tuple[Act, ...] = field(repr=False)
    success: bool
    end: str
    reason: str = ""
    private_bound: bool = False

    @property
    def reward(self) -> float:
        """1 where the task was done, else 0."""
        return float(self.success)


def run_episode(
    task: Task, stage: Stage, planner: Planner, guard: Guarding | None = None, *, limit: int = LIMIT
) -> Episode:
    """Lets ``planner`` play until it says done or ``limit`` acts are taken.

    With a ``guard`` every screen goes through it first and the planner sees only the picture that it gave. An
    act that is none (no `Act`, an unknown key) ends the episode as a planner's failure.
    """
    acts: list[Act] = []
    end, success = "limit", False
    while len(acts) < limit:
        observation = raw = stage.screenshot()
        if guard is not None:
            try:
                observation = _picture(guard(_screen(raw, task, len(acts))), raw.size)
            except Exception as err:
                end = f"guard failed: {type(err).__name__}"
                break
        try:
            act = _checked(planner.act(observation, task.goal, tuple(acts)))
        except Exception as err:
            end = f"planner failed: {type(err).__name__}"
            break
        try:
            stage.act(act)
        except InputError as err:  # a key that no keyboard has; any other error is the world's own
            end = f"planner failed: {type(err).__name__}"
            break
        acts.append(act)
        if act.kind == "done":
            end, success = "done", passed(task, stage.session, act.text)  # type: ignore[arg-type]
            break
    reason = getattr(planner, "reason", "")
    reason = reason if isinstance(reason, str) else ""
    return Episode(task.id, tuple(acts), success, end, reason, task.private_bound)


def _picture(guarded: object, size: tuple[int, int]) -> Image:
    """The picture that a guard gave, and nothing else of it. Raises ``TypeError`` or ``ValueError``."""
    from PIL.Image import Image

    image = guarded.image if isinstance(guarded, ProtectedScreen) else guarded
    if not isinstance(image, Image):
        raise TypeError("a guard gives an image or a ProtectedScreen")
    if image.size != size:
        raise ValueError("a guard gives an image of the screen's size")
    if image.mode not in ("RGB", "L", "1"):
        raise ValueError("a guard gives an image without transparency")  # below which pixels could stay
    plain = image.convert("RGB")
    if plain is image:
        plain = image.copy()
    plain.info = {}
    return plain


def _checked(act: object) -> Act:
    """A planner's act if it is one. Raises ``TypeError`` or ``ValueError`` without its words."""
    if not isinstance(act, Act) or not all(isinstance(part, str) for part in (act.kind, act.text, act.key)):
        raise TypeError("a planner gives an Act")
    for part in (act.x, act.y, act.dx, act.dy):
        if not isinstance(part, Integral):
            raise TypeError("an act's places are whole pixels")
    act.text.encode()  # half a character is no text
    return act


def _screen(image: Image, task: Task, index: int) -> Screen:
    return Screen(
        f"{task.id}-{index}",
        image.width,
        image.height,
        image,
        platform=task.platform,
        state=TaskState(goal=task.goal),
    )


class ScriptedPlanner:
    """The scripted solver as a planner: a sanity check of world and guard.

    ``eye`` "oracle" uses what the browser measured, whatever it is shown; "reader" finds and reads a text
    only where the picture that it is given still shows it. ``reason`` tells why it gave up.
    """

    def __init__(self, task: Task, stage: Stage, eye: str = "oracle") -> None:
        if eye not in ("oracle", "reader"):
            raise ValueError("an eye is oracle or reader")
        self.stage, self.eye = stage, eye
        self.reason = ""
        self._solver = Solver(task, stage.session.apps)  # type: ignore[attr-defined]

    def act(self, observation: Image, goal: str, history: Sequence[Act]) -> Act:
        """The script's next act."""
        images = (observation, self.stage.screenshot()) if self.eye == "reader" else (None, None)
        move = self._solver.next(Look.of(self.stage.scene, self.stage.measure(), *images))
        self.reason = move.reason
        return move.act


def black_truth(image: Image, regions: Iterable[Region]) -> Image:
    """A copy with every private region painted black: perfect recognition, and nothing left to read."""
    from PIL import ImageDraw

    painted = image.copy()
    draw = ImageDraw.Draw(painted)
    for region in regions:
        if region.private and region.box.area:
            x1, y1, x2, y2 = region.box.tuple()
            draw.rectangle((x1, y1, x2 - 1, y2 - 1), fill=(0, 0, 0))
    return painted


class BlackTruth:
    """`black_truth` as a guard: it knows the truth of the stage's screen."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def __call__(self, screen: Screen) -> Image:
        from tactful.world.browser.truth import regions_of

        if screen.image is None:
            raise ValueError("a screen without pixels")
        return black_truth(screen.image, [true.region for true in regions_of(self.stage.measure())])
