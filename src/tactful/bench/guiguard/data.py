"""What the four evaluations run on, from whatever the user has: one form for all of it.

``read_screen_data`` takes

- a folder of ``tactful world trajectories`` or ``world sample``: regions, actions and targets are known;
- the public GUIGuard-Bench release: regions and recorded actions. It has no boxes of click targets; a
  ``click_targets.jsonl`` beside it adds them (``data_labels.read_targets`` says how it looks);
- a run that the guard reads (Mobile-Agent-v3, Agent S3, our JSON) or a folder of screenshots, with an
  ``annotations/`` or ``truth/`` folder beside it where there is one;
- a folder that holds several runs, at any depth.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tactful.bench.guiguard.data_cases import Found, below, image_path, runs_of
from tactful.bench.guiguard.data_images import data_hash, with_images
from tactful.bench.guiguard.data_labels import read_targets
from tactful.errors import InputError
from tactful.formats import is_guiguard_release, natural_key, read_input
from tactful.runs import generator
from tactful.terms import CaseData, Problem, ScreenCase, TaskCase

PLATFORMS = ("android", "pc")
_EXPECTED = "world trajectories, the GUIGuard-Bench release, runs, or a folder of screenshots"
MISSING_SCREENSHOT = "the screenshot that the record names is missing"
"""How the readers of runs tell of one; they may say where before it."""
_RUN_FILES = ("traj.jsonl", "trajectory.json")
_NAMED = 3


def read_screen_data(path: Path | str, *, limit: int | None = None, seed: int = 0) -> CaseData:
    """The tasks at ``path``, each with its screens in order; the same content gives the same ``sha256``.

    ``limit`` keeps that many tasks: a draw by ``seed``, spread over the platforms; a larger limit keeps
    those of a smaller one. What cannot be used is a problem. Missing screenshots are no error here (see
    `require_images`). Raises ``InputError`` where nothing at ``path`` can be used.
    """
    path = Path(path)
    if limit is not None and limit < 1:
        raise InputError("no tasks are asked for", field="limit", expected="1 or more")
    found, problems = _found(path)
    targets, more = read_targets(path if path.is_dir() else path.parent)
    problems += more
    unused = set(targets).difference(*(run.images for run in found))
    if unused:
        problems.append(Problem(path, None, f"{len(unused)} click targets are for no screenshot"))
    if limit is not None:
        found = _draw(found, limit, seed)
    cases = []
    for run in found:
        known = {at: targets[image] for at, image in enumerate(run.images) if image in targets}
        case = run.make().with_targets(known)
        problems += (*run.problems, *case.problems)
        cases.append(case)
    tasks = [case.task for case in cases]
    sized, notes, hashes = with_images(tasks)
    public = all(case.public for case in cases)
    told = _without_missing([*problems, *notes], sized, path)
    return CaseData(sized, told, str(path), data_hash(sized, hashes), public)


def _without_missing(problems: list[Problem], tasks: Sequence[TaskCase], path: Path) -> tuple[Problem, ...]:
    """One problem for all missing screenshots: a release may come without any of its thousands."""
    screens = [screen for task in tasks for screen in task.screens]
    missing = sum(screen.step.screenshot is None for screen in screens)
    rest = [problem for problem in problems if not problem.reason.endswith(MISSING_SCREENSHOT)]
    if missing:
        rest.append(Problem(path, None, f"{missing} of {len(screens)} screenshots are missing"))
    return tuple(rest)


def choose(
    data: CaseData,
    *,
    platform: str | None = None,
    lang: str | Collection[str] | None = None,
    tasks: Collection[str] | None = None,
    split: str | None = None,
    steps: int | None = None,
) -> CaseData:
    """A part of the data: by platform, languages, task ids, split, and the first ``steps`` of each task.

    ``platform`` "all" is every platform. Tasks without a screen left are left out; the hash becomes one of
    the data and the choice. Raises ``InputError`` for an unknown task or platform, and where nothing is left.
    """
    if platform not in (None, "all", *PLATFORMS):
        raise InputError("no such platform", field="platform", expected="android, pc or all")
    unknown = sorted(set(tasks or ()) - {task.id for task in data.tasks})
    if unknown:
        raise InputError(
            f"{len(unknown)} of them are not in the data", field="tasks", expected="ids of tasks"
        )
    langs = None if lang is None else {lang} if isinstance(lang, str) else set(lang)
    if steps is not None and steps < 1:
        raise InputError("no steps are asked for", field="steps", expected="1 or more")
    kept = []
    for task in data.tasks:
        if platform not in (None, "all", task.platform) or (tasks is not None and task.id not in tasks):
            continue
        screens = tuple(
            screen
            for screen in task.screens
            if (split is None or screen.split == split) and (langs is None or screen.lang in langs)
        )
        if screens:
            kept.append(replace(task, screens=screens[:steps]))
    if not kept:
        raise InputError("nothing is left of the data by this choice", file=data.source)
    if tuple(kept) == data.tasks:
        return data
    choice = {
        "data": data.sha256,
        "platform": platform,
        "lang": None if langs is None else sorted(langs),
        "tasks": None if tasks is None else sorted(tasks),
        "split": split,
        "steps": steps,
    }
    return replace(data, tasks=tuple(kept), sha256=_sha256(choice))


def require_images(data: CaseData) -> CaseData:
    """The data itself, if every screen has its screenshot.

    ``InputError`` otherwise: how many of how many are missing, the first ones, and where they are expected.
    """
    screens = [(task, screen) for task in data.tasks for screen in task.screens]
    missing = [(task, screen) for task, screen in screens if screen.step.screenshot is None]
    if not missing:
        return data
    places = ", ".join(str(_place(Path(data.source), task, screen)) for task, screen in missing[:_NAMED])
    more = ", ..." if len(missing) > _NAMED else ""
    raise InputError(
        f"{len(missing)} of {len(screens)} screenshots are missing", file=data.source, expected=places + more
    )


def _place(root: Path, task: TaskCase, screen: ScreenCase) -> Path:
    """Where a missing screenshot is looked for."""
    folder = root if root.is_dir() else root.parent
    image = image_path(screen.step, folder)
    # A task that is the whole data is named by its folder; one of several by the path to it.
    inside = "/" in task.id or (folder / task.id).is_dir()
    return folder / (below(f"{task.id}/", image) if inside else image)


def _found(path: Path) -> tuple[list[Found], list[Problem]]:
    runs = _runs(path)
    if not runs:
        source = read_input(path)
        if source.kind == "image":  # one file that is no record of a run, whatever it holds
            raise InputError("is not a folder", file=path, expected=_EXPECTED)
        if source.kind == "units":
            raise InputError("holds text units and no screenshots", file=path, expected=_EXPECTED)
        return list(runs_of(source, "")), list(source.problems) if source.kind == "guiguard" else []
    found: list[Found] = []
    problems: list[Problem] = []
    for run in runs:
        folder = run if run.is_dir() else run.parent
        try:
            found += runs_of(read_input(run), folder.relative_to(path).as_posix())
        except InputError as err:
            problems.append(Problem(err.file or run, err.line, err.problem))
    if not found:
        first = problems[0]
        where = first.file.relative_to(path) if first.file.is_relative_to(path) else first.file
        said = f"{where}{'' if first.line is None else f':{first.line}'}: {first.reason}"
        raise InputError(
            f"none of {len(runs)} runs can be read; the first: {said}", file=path, expected=_EXPECTED
        )
    return found, problems


def _runs(path: Path) -> list[Path]:
    """The folders of several runs; none where ``path`` is something by itself."""
    if not path.is_dir() or is_guiguard_release(path) or any((path / name).is_file() for name in _RUN_FILES):
        return []
    files = {file for name in _RUN_FILES for file in path.rglob(name)}
    folders = {file.parent for file in files}
    shown = [f for f in folders if not any(part.startswith(".") for part in f.relative_to(path).parts)]
    # A run's folder without traj.jsonl is read by its one JSON document.
    found = [f if (f / "traj.jsonl").is_file() else f / "trajectory.json" for f in shown]
    return sorted(found, key=lambda f: natural_key(f.relative_to(path).as_posix()))


def _draw(runs: list[Found], limit: int, seed: int) -> list[Found]:
    """``limit`` runs, in turn from each platform, in the order of the data."""
    piles = []
    for platform in dict.fromkeys(run.platform for run in runs):
        pile = [run.id for run in runs if run.platform == platform]
        generator(seed, f"guiguard tasks {platform}").shuffle(pile)
        piles.append(pile)
    turns = [pile[at] for at in range(max(map(len, piles), default=0)) for pile in piles if at < len(pile)]
    kept = set(turns[:limit])
    return [run for run in runs if run.id in kept]


def _sha256(document: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()
