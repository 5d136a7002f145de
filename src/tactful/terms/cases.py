"""What a benchmark on screens asks about: a labelled step with what was done there, and its task.

One real row: step 3 of "Call the first person from Call History", a click at (540, 612) on the first row of
the list, with 14 labelled regions (GUIGuard-Bench, sections 4.1 and 4.2, D.2, G.6).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tactful.terms.geometry import Box
from tactful.terms.labels import Risk
from tactful.terms.screens import Problem, Region, Step, TaskState


@dataclass(frozen=True, slots=True)
class CaseAction:
    """What the recorded agent did on a screen, in pixels of the original image.

    ``kind`` is click, double, long, type, scroll, drag, key, back, home, open, wait, answer, done, fail, or
    ``other`` where the record's action is none of these. ``points`` are the pixels touched (two for a drag),
    ``text`` what was typed or answered, ``key`` the key or combination such as ``enter`` or ``ctrl+s``,
    ``dx, dy`` the distance scrolled (positive dy: further down the page).
    """

    kind: str
    points: tuple[tuple[int, int], ...] = ()
    text: str = field(default="", repr=False)
    key: str = ""
    dx: int = 0
    dy: int = 0


@dataclass(frozen=True, slots=True)
class Target:
    """The element that a click is meant for (G.6): its box, and what a person would call it."""

    box: Box
    text: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class ScreenCase:
    """One screen of a task as the benchmarks see it.

    ``id`` is ``TASK/NAME`` and unique in its data; it may hold words of the task, so reports and logs use
    ``TASK/NAME`` only where the data set is public and the row's ordinal elsewhere. ``step`` carries the
    screenshot's path (None: the release lacks it), plan, action texts and regions (None: nobody labelled
    it). ``width, height`` are 0 where the image is not there and nobody wrote its size. ``alt_risks`` is as
    in `tactful.score.ScreenPair`: empty, or one entry a region. ``split`` is train, validation or empty.
    """

    id: str
    task: str
    platform: str
    goal: str = field(repr=False)
    step: Step
    width: int = 0
    height: int = 0
    lang: str = ""
    action: CaseAction | None = None
    target: Target | None = None
    alt_risks: tuple[Risk | None, ...] = ()
    split: str = ""

    @property
    def state(self) -> TaskState:
        """What recognizers may know of the step."""
        return self.step.state(self.goal)

    @property
    def regions(self) -> tuple[Region, ...] | None:
        """The labelled regions; None where nobody labelled the screen."""
        return self.step.regions

    @property
    def private(self) -> tuple[Region, ...]:
        """The labelled regions that carry a risk."""
        return tuple(region for region in self.step.regions or () if region.private)


@dataclass(frozen=True, slots=True)
class TaskCase:
    """A task with its screens in order: one trajectory. ``platform`` is android or pc."""

    id: str
    platform: str
    goal: str = field(repr=False)
    screens: tuple[ScreenCase, ...]
    lang: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class CaseData:
    """A data set: its tasks, the records that could not be used, and a hash over all that was read.

    ``public`` says that task names and ids may be printed (the published release, the made-up world).
    """

    tasks: tuple[TaskCase, ...]
    problems: tuple[Problem, ...]
    source: str
    sha256: str
    public: bool = False

    @property
    def screens(self) -> Iterator[ScreenCase]:
        """All screens, task by task."""
        return (screen for task in self.tasks for screen in task.screens)


# What a planner says at a step, and how alike two plans are (G.1 and G.4, L.3, L.4)


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One step of a replay. ``problem`` is why there is no plan; then the texts are empty.

    ``plan`` is the planner's whole answer in words, ``action`` its one ``agent.*`` call, ``code`` the
    executable form of that call (logged, never run), ``reflection`` what the reflector said after it.
    ``attempts`` counts the answers it took until the format was right.
    """

    index: int
    screenshot: str
    plan: str = field(default="", repr=False)
    action: str = field(default="", repr=False)
    code: str = field(default="", repr=False)
    reflection: str = field(default="", repr=False)
    attempts: int = 1
    problem: str = ""


@dataclass(frozen=True, slots=True)
class PlanRun:
    """The replay of one task under one method: ``method`` is ``original`` for the unprotected pass.

    ``level`` is the percentage of the staircase (G.2), 100 for everything. A replay ends early where the
    planner says done or fail.
    """

    task: str
    method: str
    level: int
    instruction: str = field(repr=False)
    steps: tuple[PlanStep, ...]
    history: str = "own"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judge's word on one pair of plans: 0 (different goals) to 4 (the same action, target, intent).

    ``score`` is None where the pair is unscored, and ``problem`` says why. ``reason`` may quote the plans.
    """

    step: int
    score: int | None
    reason: str = field(default="", repr=False)
    problem: str = ""
