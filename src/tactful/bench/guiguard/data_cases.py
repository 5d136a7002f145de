"""Runs as the benchmarks see them: trajectories joined with the labels that lie beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePosixPath

from tactful.bench.guiguard.data_labels import ScreenLabels, labels_by_step, read_labels
from tactful.formats import SOURCE as RELEASE
from tactful.formats import Input, case_action
from tactful.terms import CaseAction, Problem, ScreenCase, Step, Target, TaskCase, Trajectory

_PLATFORMS = {
    "android": "android", "phone": "android", "mobile": "android",
    "pc": "pc", "desktop": "pc", "computer": "pc", "windows": "pc", "linux": "pc", "ubuntu": "pc",
    "macos": "pc",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cases:
    """One task, whether it is nobody's private data, and the problems of its labels."""

    task: TaskCase
    public: bool
    problems: tuple[Problem, ...] = ()

    def with_targets(self, targets: Mapping[int, Target]) -> Cases:
        """The task with the click targets that a file of its own gives for some of its steps.

        They go before those of the labels.
        """
        screens = tuple(
            replace(screen, target=targets[at]) if at in targets else screen
            for at, screen in enumerate(self.task.screens)
        )
        return replace(self, task=replace(self.task, screens=screens))


@dataclass(frozen=True, slots=True)
class Found:
    """A run that was met: its id, platform (may be empty), and screenshots' paths below the data's folder.

    Its labels are read by ``make``, since a draw of few tasks need not wait for those of all.
    """

    id: str
    platform: str
    images: tuple[str, ...]
    make: Callable[[], Cases]
    problems: tuple[Problem, ...] = ()


def platform_name(name: str) -> str:
    """android or pc for any usual word for them, else empty."""
    return _PLATFORMS.get(name.strip().lower(), "")


def runs_of(source: Input, name: str) -> Iterator[Found]:
    """The runs of one input. ``name`` is its folder below the data's, empty where it is all there is."""
    folder = source.path if source.path.is_dir() else source.path.parent
    runs = source.trajectories
    if source.kind == "images":
        # Their labels are all that is known of screenshots without a run.
        steps = tuple(Step(at, item.path) for at, item in enumerate(source.items))
        runs = (Trajectory(folder.resolve().name, "", "", steps, "screenshots"),)
    released = source.kind == "guiguard"
    for run in runs:
        id = name or run.id
        recorded = tuple(image_path(step, folder) for step in run.steps)
        prefix = f"{id}/" if name or released else ""
        images = tuple(below(prefix, image) for image in recorded)
        make = partial(_released, run, images) if released else partial(_cases, run, id, folder, recorded)
        # The problems of a release are not told by task.
        yield Found(id, platform_name(run.platform), images, make, () if released else source.problems)


def _released(run: Trajectory, images: Sequence[str]) -> Cases:
    return Cases(_task(run, run.id, images, {}), public=run.source == RELEASE)


def _cases(run: Trajectory, id: str, folder: Path, images: Sequence[str]) -> Cases:
    labels, problems = read_labels(folder)
    joined, unused = labels_by_step(labels, images)
    notes = [Problem(folder, None, f"the labels '{one}' are for no screenshot") for one in unused]
    made = bool(joined) and all(one.made for one in joined.values())
    return Cases(_task(run, id, images, joined), made, (*problems, *notes))


def image_path(step: Step, folder: Path) -> str:
    """The screenshot's path below the folder: where it is, or where its record says that it was."""
    if step.screenshot is not None and step.screenshot.is_relative_to(folder):
        return step.screenshot.relative_to(folder).as_posix()
    for field in ("image", "screenshot_file", "info"):
        value = step.record.get(field)
        if isinstance(value, str) and value.strip():
            path = PurePosixPath(value.strip().replace("\\", "/"))
            return path.name if path.is_absolute() or ".." in path.parts else path.as_posix()
    return f"step_{step.index}.png"


def below(prefix: str, image: str) -> str:
    """The image under a prefix, which some records give already."""
    return image if prefix and image.startswith(prefix) else prefix + image


def _task(run: Trajectory, name: str, images: Sequence[str], labels: Mapping[int, ScreenLabels]) -> TaskCase:
    any_labels = next(iter(labels.values()), None)
    about = None if any_labels is None else any_labels.annotation
    platform = platform_name(run.platform) or (platform_name(about.platform) if about else "")
    goal = run.goal or (about.task if about else "")
    names = _unique_stems(images)
    screens = tuple(
        _screen(step, f"{name}/{stem}", name, platform, goal, labels.get(at))
        for at, (step, stem) in enumerate(zip(run.steps, names, strict=True))
    )
    lang = next((screen.lang for screen in screens if screen.lang), "")
    return TaskCase(name, platform, goal, screens, lang, run.source)


def _screen(
    step: Step, id: str, task: str, platform: str, goal: str, labels: ScreenLabels | None
) -> ScreenCase:
    if step.screenshot is not None and not step.screenshot.is_file():
        step = replace(step, screenshot=None)
    recorded = case_action(step)
    if labels is None:
        return ScreenCase(id, task, platform, goal, step, action=recorded)
    about = labels.annotation
    return ScreenCase(
        id=id,
        task=task,
        platform=platform,
        goal=about.task or goal,
        step=replace(step, regions=about.regions),
        width=about.width,
        height=about.height,
        lang=about.lang,
        action=_action(labels.action, recorded),
        target=labels.target,
        alt_risks=about.alt_risks if any(about.alt_risks) else (),
        split=labels.split,
    )


def _action(labelled: CaseAction | None, recorded: CaseAction | None) -> CaseAction | None:
    """The labels are exact in pixels, but they do not say whether the agent gave up."""
    if labelled is None or (labelled.kind == "done" and recorded is not None and recorded.kind == "fail"):
        return recorded
    return labelled


def _unique_stems(images: Sequence[str]) -> list[str]:
    """The bare names of the screenshots, each given once: two steps may share one."""
    given: dict[str, None] = {}
    for image in images:
        stem = name = PurePosixPath(image).stem
        count = 1
        while name in given:
            count += 1
            name = f"{stem}~{count}"
        given[name] = None
    return list(given)
