"""What a user points the guard at, told apart by content: an image, a folder, a run, or text units."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Literal

from tactful.errors import InputError, RecordError
from tactful.formats.agent_s3 import is_agent_s3_record, read_agent_s3
from tactful.formats.guiguard import is_guiguard_release, read_guiguard
from tactful.formats.images import list_images, natural_key, open_screen
from tactful.formats.mobile_agent import is_mobile_agent_record, read_mobile_agent
from tactful.formats.records import read_json, read_jsonl
from tactful.runs import inside
from tactful.terms import Problem, Screen, Step, TaskState, Trajectory

Kind = Literal["image", "images", "mobile-agent", "agent-s3", "guiguard", "native", "units"]
EXPECTED = (
    "an image, a folder of images, a run (Mobile-Agent-v3, Agent S3, the GUIGuard-Bench release, or our own "
    "trajectory JSON), *.units.json, or a UIAutomator *.xml"
)


@dataclass(frozen=True, slots=True)
class Item:
    """One screen to look at: a name that is unique in its input, the file, its step, and how to load it.

    ``name`` is the path below the input with "/" between parts. ``load()`` gives the ``Screen`` with its task
    state; it raises ``ImageError``, or ``RecordError`` for text units of another size.
    """

    name: str
    path: Path
    step: Step | None
    load: Callable[[], Screen] = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Input:
    """Everything behind one path, in the order in which an agent saw it, and what could not be used."""

    kind: Kind
    path: Path
    items: tuple[Item, ...]
    trajectories: tuple[Trajectory, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def trajectory(self) -> Trajectory | None:
        """The run, where the input is exactly one."""
        return self.trajectories[0] if len(self.trajectories) == 1 else None


def read_input(path: Path | str, *, task: str = "", platform: str = "") -> Input:
    """Whatever lies at ``path``; images are not opened before their item is loaded.

    ``task`` replaces the goal that the input states, and ``platform`` the platform that it does not state.
    Raises ``InputError`` (``ImageError``, ``RecordError``) where nothing there can be used.
    """
    path = Path(path)
    try:
        exists, is_folder = path.exists(), path.is_dir()
    except (OSError, ValueError):
        raise InputError("is not a usable path", file=path, expected=EXPECTED) from None
    if not exists:
        raise InputError("no such file or folder", file=path, expected=EXPECTED)
    try:
        source = _read_folder(path) if is_folder else _read_file(path)
    except OSError as err:
        reason = f"cannot be read ({err.strerror or 'error'})"
        raise InputError(reason, file=path, expected=EXPECTED) from None
    if not task and not platform:
        return source
    return replace(source, items=tuple(_with_context(item, task, platform) for item in source.items))


def _read_file(path: Path) -> Input:
    if _is_units_file(path):
        return _units(path, [path])
    if path.name.endswith(".jsonl"):
        return _run(path)
    if path.suffix.lower() == ".json":
        return _json_file(path)
    # Anything else is taken for an image: loading it says what is wrong with it.
    return Input("image", path, (Item(path.name, path, None, partial(open_screen, path)),))


def _json_file(path: Path) -> Input:
    from tactful.formats.trajectories import SCHEMA, read_trajectory

    document = read_json(path, EXPECTED)
    if isinstance(document, dict) and document.get("schema") == SCHEMA:
        return _of_trajectories("native", path, path.parent, (read_trajectory(path),))
    return _units(path, [path])


def _read_folder(folder: Path) -> Input:
    if is_guiguard_release(folder):
        release = read_guiguard(folder)
        return _of_trajectories("guiguard", folder, folder, release.trajectories, release.problems)
    if (folder / "traj.jsonl").is_file():
        return _run(_own(folder / "traj.jsonl"), folder)
    images, problems = list_images(folder)
    units = [_own(problem.file) for problem in problems if _is_units_file(problem.file)]
    if images:
        return Input("images", folder, tuple(_image_item(image, folder) for image in images), (), problems)
    if units:
        rest = tuple(problem for problem in problems if problem.file not in units)
        given = _units(folder, units)
        return replace(given, problems=given.problems + rest)
    raise InputError("holds no image, no run and no text units", file=folder, expected=EXPECTED)


def _own(file: Path) -> Path:
    """The file of a folder, which is no link that leads out of it."""
    return inside(file.parent, file.name, file=file)


def _is_units_file(path: Path) -> bool:
    """Whether a file's name says that it holds text units."""
    return path.name.lower().endswith((".units.json", ".xml"))


def _run(file: Path, shown: Path | None = None) -> Input:
    """A run by its first record that has the shape of a known format."""
    for _, record in read_jsonl(file, EXPECTED)[0]:
        if is_mobile_agent_record(record):
            return _of_trajectories("mobile-agent", shown or file, file.parent, (read_mobile_agent(file),))
        if is_agent_s3_record(record):
            return _of_trajectories("agent-s3", shown or file, file.parent, (read_agent_s3(file),))
    raise RecordError(
        "no record of a known format", file=file, expected="Mobile-Agent-v3 or Agent S3 records"
    )


def _of_trajectories(
    kind: Kind,
    path: Path,
    root: Path,
    trajectories: tuple[Trajectory, ...],
    problems: tuple[Problem, ...] = (),
) -> Input:
    """Items for every step with a screenshot, then for images beside them that no record names."""
    names: set[str] = set()
    items: list[Item] = []
    for trajectory in trajectories:
        known: set[Path] = set()
        for step in trajectory.steps:
            if step.screenshot is not None and step.screenshot.is_file():
                known.add(step.screenshot)
                items.append(_step_item(step, step.screenshot, trajectory, root, names))
        rest = (image for folder in sorted({p.parent for p in known}) for image in list_images(folder)[0])
        items += [_step_item(None, image, trajectory, root, names) for image in rest if image not in known]
        problems += trajectory.problems
    return Input(kind, path, tuple(items), trajectories, problems)


def _step_item(step: Step | None, image: Path, run: Trajectory, root: Path, names: set[str]) -> Item:
    name = _unique(_relative(image, root), names)
    state = TaskState(goal=run.goal) if step is None else step.state(run.goal)
    return Item(name, image, step, partial(open_screen, image, name=name, platform=run.platform, state=state))


def _image_item(image: Path, folder: Path) -> Item:
    name = _relative(image, folder)
    return Item(name, image, None, partial(open_screen, image, name=name))


def _units(shown: Path, files: list[Path]) -> Input:
    """Units files are small, so they are read at once: a malformed one is known before work starts."""
    from tactful.formats.units import read_units

    items: list[Item] = []
    problems: list[Problem] = []
    for file in sorted(files, key=lambda entry: natural_key(entry.name)):
        try:
            given = read_units(file)
        except RecordError as err:
            if len(files) == 1:
                raise
            problems.append(Problem(file, err.line, err.problem))
            continue
        items.append(Item(file.name, file, None, given.load))
        problems += given.problems
    if not items:
        raise RecordError("no usable file of text units", file=shown, expected=EXPECTED)
    return Input("units", shown, tuple(items), (), tuple(problems))


def _with_context(item: Item, task: str, platform: str) -> Item:
    return replace(item, load=partial(_load_with_context, item.load, task, platform))


def _load_with_context(load: Callable[[], Screen], task: str, platform: str) -> Screen:
    screen = load()
    state = replace(screen.state, goal=task) if task else screen.state
    return replace(screen, state=state, platform=screen.platform or platform)


def _unique(name: str, taken: set[str]) -> str:
    """The name, or the first free one of name~2, name~3: steps may share a screenshot, not an output."""
    candidate, count = name, 1
    while candidate in taken:
        count += 1
        stem, dot, suffix = name.rpartition(".")
        candidate = f"{stem}~{count}.{suffix}" if dot else f"{name}~{count}"
    taken.add(candidate)
    return candidate


def _relative(image: Path, root: Path) -> str:
    try:
        return Path(os.path.normpath(image)).relative_to(os.path.normpath(root)).as_posix()
    except ValueError:
        return image.name
