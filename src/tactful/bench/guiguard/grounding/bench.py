"""The screens of a grounding evaluation and their protected forms (GUIGuard-Bench, G.6).

One real row: step 3 of "Call the first person from Call History" is a click on the first row of the list; the
screen has 14 labelled regions; its target's box is the row. It is asked for once a method.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tactful.bench.guiguard.data import choose, read_data, require_images
from tactful.bench.guiguard.grounding.settings import GroundingSettings
from tactful.bench.guiguard.protected_data import InMemory, Protected, read_protected
from tactful.bench.guiguard.protecting import ORIGINAL, NotProtected, parse_method, raw_screen
from tactful.errors import InputError, TactfulError, told
from tactful.terms import Box, CaseData, ProtectedScreen, Screen, ScreenCase, Target, TaskCase

CLICKS = ("click", "double")


@dataclass(frozen=True, slots=True)
class GroundingSample:
    """One click step. ``number`` is its screen's place in the data, ``label`` what reports may call it."""

    number: int
    task: int
    screen: int
    label: str
    task_label: str
    platform: str
    lang: str


@dataclass(frozen=True, slots=True)
class View:
    """What the model sees of a screen, and the boxes that protection painted on it."""

    screen: Screen | ProtectedScreen
    hidden: tuple[Box, ...] = ()


class GroundingBench:
    """The data of an evaluation: its ``samples``, why other screens are none, and their pictures."""

    def __init__(self, settings: GroundingSettings, data: CaseData, protected: Protected) -> None:
        self.settings = settings
        self.data = data
        self._protected = protected
        self.samples, self.left_out = _select(data, settings)

    def __repr__(self) -> str:
        return f"GroundingBench({len(self.samples)} samples)"

    def protected_fingerprint(self) -> str:
        """Tells the protected screens of this evaluation from those of another source."""
        methods = [parse_method(name) for name in self.settings.methods if name != ORIGINAL]
        return self._protected.fingerprint(methods)

    def case(self, sample: GroundingSample) -> ScreenCase:
        return self.data.tasks[sample.task].screens[sample.screen]

    def target(self, sample: GroundingSample) -> Target:
        """The element that is to be clicked."""
        target = self.case(sample).target
        assert target is not None  # or it would be no sample
        return target

    def view(self, sample: GroundingSample, method: str) -> View | NotProtected:
        """The screen in the form that ``method`` gives it; blocks while it is made."""
        case = self.case(sample)
        if method == ORIGINAL:
            try:
                return View(raw_screen(case))
            except TactfulError as err:
                return NotProtected(case, told(err))
        found = self._protected.screen(self.data.tasks[sample.task], parse_method(method), sample.screen)
        if isinstance(found, NotProtected):
            return found
        return View(found.screen, tuple(found.hidden.values()))


def read_bench(settings: GroundingSettings, data: CaseData | None = None) -> GroundingBench:
    """Reads and chooses; ``InputError`` where no screen is left, or a screenshot is missing.

    ``data``: what lies at the settings' ``data``, where it has been read.
    """
    data = data or read_data(settings.data, limit=settings.limit, seed=settings.seed)
    protected: Protected = (
        InMemory(seed=settings.seed)
        if settings.protected is None
        else read_protected(settings.protected, data)
    )
    bench = GroundingBench(settings, data, protected)
    if not bench.samples:
        why = ", ".join(f"{count} {reason}" for reason, count in bench.left_out.items()) or "no screens"
        raise InputError(f"no click step to ground ({why})", file=settings.data)
    chosen = choose(data, tasks=[data.tasks[at].id for at in sorted({each.task for each in bench.samples})])
    require_images(chosen)
    return bench


def why_no_clicks(data: CaseData, platform: str) -> str:
    """Why no click can be asked for; "" where one can."""
    fit, left_out = _select(data, GroundingSettings(data.source, platform=platform))
    return "" if fit else ", ".join(f"{count} {reason}" for reason, count in left_out.items())


@functools.lru_cache(maxsize=2)
def prepared(settings: GroundingSettings) -> GroundingBench:
    """`read_bench`, once a process for the same settings."""
    return read_bench(settings)


def _select(
    data: CaseData, settings: GroundingSettings
) -> tuple[tuple[GroundingSample, ...], Mapping[str, int]]:
    samples, left_out = [], Counter[str]()
    number = 0
    for at, task in enumerate(data.tasks):
        for place, case in enumerate(task.screens):
            number += 1
            if reason := _unfit(case, settings):
                left_out[reason] += 1
                continue
            task_label = task.id if data.public else f"task {at + 1}"
            label = case.id if data.public else f"screen {number}"
            samples.append(
                GroundingSample(
                    number, at, place, label, task_label, _platform(task, case), case.lang or task.lang
                )
            )
    return tuple(samples), dict(left_out)


def _platform(task: TaskCase, case: ScreenCase) -> str:
    return case.platform or task.platform


def _unfit(case: ScreenCase, settings: GroundingSettings) -> str:
    """Why a screen is no sample; "" where it is one."""
    if settings.platform not in ("all", case.platform):
        return "of another platform"
    if case.action is None or case.action.kind not in CLICKS:
        return "without a click"
    if case.regions is None:
        return "not labelled"
    if len(case.private) < settings.private:
        return f"with fewer than {settings.private} private labels"
    if case.target is None or not case.target.box.area:
        return "without a target box"
    return ""
