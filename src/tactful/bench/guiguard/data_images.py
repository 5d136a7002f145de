"""The screenshots of a data set: their sizes, and one hash over all that was read."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tactful.errors import ImageError
from tactful.formats import quiet, region_record
from tactful.terms import Box, CaseAction, Problem, ScreenCase, Target, TaskCase

_ORIENTATION, _TURNED = 0x0112, (5, 6, 7, 8)


def with_images(
    tasks: Iterable[TaskCase],
) -> tuple[tuple[TaskCase, ...], tuple[Problem, ...], dict[str, str]]:
    """The tasks with the sizes of their screenshots, what is wrong with them, and screen id -> SHA-256.

    Labels of a screenshot that has another size than they say are taken away: their boxes lie elsewhere. So
    are those of which a private one lies outside the picture, and a click target that does: whatever they
    were made for, it was not this picture. A box that reaches over the edge is no fault. A
    task whose platform nobody states is android where its screens are upright, else pc.
    """
    problems: list[Problem] = []
    hashes: dict[str, str] = {}
    known: dict[Path, tuple[str, tuple[int, int] | None]] = {}
    found = []
    for task in tasks:
        screens = []
        for screen in task.screens:
            path = screen.step.screenshot
            if path is None:
                screens.append(screen)
                continue
            if path not in known:
                known[path] = _look(path, problems)
            hashes[screen.id], size = known[path]
            screens.append(_sized(screen, size, path, problems))
        found.append(_with_platform(replace(task, screens=tuple(screens))))
    return tuple(found), tuple(problems), hashes


def _look(path: Path, problems: list[Problem]) -> tuple[str, tuple[int, int] | None]:
    try:
        data = path.read_bytes()
    except OSError as err:
        problems.append(Problem(path, None, f"cannot be read ({err.strerror or 'error'})"))
        return "", None
    try:
        size = _size(data)
    except ImageError as err:
        problems.append(Problem(path, None, err.problem))
        size = None
    return hashlib.sha256(data).hexdigest(), size


def _size(data: bytes) -> tuple[int, int]:
    """Width and height as they are seen, from the header alone."""
    from PIL import Image

    try:
        with quiet(), Image.open(io.BytesIO(data)) as image:
            width, height = image.size
            # Pillow decodes a whole PNG to look for its EXIF, which hardly any has.
            has_exif = image.format != "PNG" or b"eXIf" in data
            turned = has_exif and image.getexif().get(_ORIENTATION) in _TURNED
    except Exception as err:  # decoders meet damage with nearly any exception
        raise ImageError(f"is not a readable image ({type(err).__name__})") from None
    return (height, width) if turned else (width, height)


def _sized(
    screen: ScreenCase, size: tuple[int, int] | None, path: Path, problems: list[Problem]
) -> ScreenCase:
    if size is None:
        return screen
    if (screen.width, screen.height) in (size, (0, 0)):
        return _inside(replace(screen, width=size[0], height=size[1]), size, path, problems)
    reason = f"is {size[0]}x{size[1]}, labelled at {screen.width}x{screen.height}: the labels are left out"
    problems.append(Problem(path, None, reason))
    step = replace(screen.step, regions=None)
    return replace(screen, step=step, width=size[0], height=size[1], target=None, alt_risks=())


def _inside(screen: ScreenCase, size: tuple[int, int], path: Path, problems: list[Problem]) -> ScreenCase:
    """The screen without labels and target that are for another picture, since they lie outside this one."""
    if screen.target is not None and _outside(screen.target.box, size):
        problems.append(Problem(path, None, "the click target lies outside the picture: it is left out"))
        screen = replace(screen, target=None)
    outside = [region for region in screen.regions or () if _outside(region.box, size)]
    if not outside:
        return screen
    private = sum(region.private for region in outside)
    reason = f"{len(outside)} of its labels, {private} of them private, lie outside the picture"
    if not private:
        problems.append(Problem(path, None, reason))
        return screen
    problems.append(Problem(path, None, f"{reason}: the labels are left out"))
    return replace(screen, step=replace(screen.step, regions=None), target=None, alt_risks=())


def _outside(box: Box, size: tuple[int, int]) -> bool:
    return box.area > 0 and box.clip(*size).area == 0


def _with_platform(task: TaskCase) -> TaskCase:
    if task.platform:
        return task
    sizes = [(screen.width, screen.height) for screen in task.screens if screen.width]
    name = "android" if sizes and all(height > width for width, height in sizes) else "pc"
    screens = tuple(replace(screen, platform=name) for screen in task.screens)
    return replace(task, platform=name, screens=screens)


def data_hash(tasks: Sequence[TaskCase], images: Mapping[str, str]) -> str:
    """SHA-256 over the tasks, labels, records and pixels; where the files lie does not matter."""
    total = hashlib.sha256()
    for task in tasks:
        total.update(_line([task.id, task.platform, task.goal, task.lang, task.source, len(task.screens)]))
        for screen in task.screens:
            total.update(_line([_screen(screen), images.get(screen.id, "")]))
    return total.hexdigest()


def _line(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True).encode() + b"\n"


def _screen(screen: ScreenCase) -> dict[str, Any]:
    step = screen.step
    return {
        "id": screen.id,
        "platform": screen.platform,
        "goal": screen.goal,
        "size": [screen.width, screen.height],
        "lang": screen.lang,
        "split": screen.split,
        "action": _action(screen.action),
        "target": _target(screen.target),
        "alt_risks": [None if risk is None else risk.value for risk in screen.alt_risks],
        "regions": None if step.regions is None else [region_record(region) for region in step.regions],
        "index": step.index,
        "texts": [
            step.plan,
            step.reasoning,
            step.semantic_action,
            step.raw_action,
            step.feedback,
            step.error,
        ],
        "outcome": [step.outcome, step.done],
        "points": step.points,
        "typed": step.typed,
    }


def _action(action: CaseAction | None) -> list[Any] | None:
    if action is None:
        return None
    return [action.kind, action.points, action.text, action.key, action.dx, action.dy]


def _target(target: Target | None) -> list[Any] | None:
    return None if target is None else [target.box.tuple(), target.text]
