"""Which screens of a data set a click is asked for on, and what is asked (GUIGuard-Bench, G.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tactful.bench.guiguard.choice import ORIGINAL
from tactful.bench.guiguard.grounding.pointing import Instruction
from tactful.bench.guiguard.protected_data import Protected
from tactful.bench.guiguard.protecting import NotProtected, parse_method, raw_screen
from tactful.errors import TactfulError, told
from tactful.terms import Box, CaseData, ProtectedScreen, Screen, ScreenCase, Target, TaskCase

CLICKS = ("click", "double")
PLATFORM, PRIVATE = "android", 2
"""What the paper asks on: Android screens with two private labels at least."""


@dataclass(frozen=True, slots=True)
class ClickStep:
    """A screen on which a click is asked for: the screen at ``index`` of a task.

    ``number`` is its place in the whole data, from 1; ``label`` and ``task_label`` what reports may call it.
    """

    number: int
    task: TaskCase
    index: int
    label: str
    task_label: str

    @property
    def case(self) -> ScreenCase:
        return self.task.screens[self.index]

    @property
    def target(self) -> Target:
        """The element that is to be clicked."""
        target = self.case.target
        assert target is not None  # or it would be no sample
        return target

    @property
    def platform(self) -> str:
        return self.case.platform or self.task.platform

    @property
    def lang(self) -> str:
        return self.case.lang or self.task.lang

    def asked(self) -> Instruction:
        """What is said of the step: its recorded plan and action, and the target's words.

        The same for every method, as in the paper: the planner worked on the raw screen. Under ``replace``
        the words of a private target so are no longer those on the screen.
        """
        action = self.case.step.semantic_action.strip()
        if not action:
            double = self.case.action is not None and self.case.action.kind == "double"
            action = "Double-click." if double else "Click."
        name = self.target.text.strip() or "the element that the plan and the action name"
        return Instruction(name, self.case.step.plan, action)


@dataclass(frozen=True, slots=True)
class View:
    """What the model sees of a screen, and the boxes that protection painted on it."""

    screen: Screen | ProtectedScreen
    hidden: tuple[Box, ...] = ()


def view_of(step: ClickStep, method: str, protected: Protected) -> View | NotProtected:
    """The screen in the form that ``method`` gives it; blocks while it is made."""
    if method == ORIGINAL:
        try:
            return View(raw_screen(step.case))
        except TactfulError as err:
            return NotProtected(step.case, told(err))
    found = protected.screen(step.task, parse_method(method), step.index)
    if isinstance(found, NotProtected):
        return found
    return View(found.screen, tuple(found.hidden.values()))


def click_steps(
    data: CaseData, platform: str = PLATFORM, private: int = PRIVATE
) -> tuple[tuple[ClickStep, ...], Mapping[str, int]]:
    """The screens that a click can be asked for on, and how many others there are, by reason."""
    steps, left_out = [], Counter[str]()
    number = 0
    for at, task in enumerate(data.tasks, 1):
        for index, case in enumerate(task.screens):
            number += 1
            if reason := _unfit(case, platform, private):
                left_out[reason] += 1
                continue
            label = case.id if data.public else f"screen {number}"
            steps.append(ClickStep(number, task, index, label, task.id if data.public else f"task {at}"))
    return tuple(steps), dict(left_out)


def why_no_clicks(data: CaseData, platform: str = PLATFORM, private: int = PRIVATE) -> str:
    """Why no click can be asked for; "" where one can."""
    steps, left_out = click_steps(data, platform, private)
    if steps:
        return ""
    return ", ".join(f"{count} {reason}" for reason, count in left_out.items()) or "no screens"


def _unfit(case: ScreenCase, platform: str, private: int) -> str:
    """Why a screen is no sample; "" where it is one."""
    if platform not in ("all", case.platform):
        return "of another platform"
    if case.action is None or case.action.kind not in CLICKS:
        return "without a click"
    if case.regions is None:
        return "not labelled"
    if len(case.private) < private:
        return f"with fewer than {private} private labels"
    if case.target is None or not case.target.box.area:
        return "without a target box"
    return ""
