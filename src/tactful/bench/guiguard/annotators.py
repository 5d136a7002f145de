"""The files of several annotators of the same screens, read for their agreement (GUIGuard-Bench, D.3).

::

    FOLDER/ann/*.json     annotation files, one a screen, as `tactful score` takes them
    FOLDER/ben/*.json     the same screens as another person marked them

Files of two people are for one screen where their ``id`` is the same (the file's name unless it is given).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tactful.errors import InputError
from tactful.formats import Annotation, natural_key, read_annotations
from tactful.score import ScreenAnnotations
from tactful.terms import Box, Problem, Region

_EXPECTED = "a folder with one folder of annotations (*.json) for each of two annotators or more"


def read_annotators(
    folder: Path | str | Sequence[Path | str],
) -> tuple[tuple[ScreenAnnotations, ...], tuple[Problem, ...]]:
    """The screens as each annotator marked them, in natural order, and the files that are malformed.

    ``folder`` holds a folder for each annotator, or they are given one by one. Boxes of a screen that people
    marked at several sizes are brought to the first one's. Raises ``InputError`` with fewer than two
    annotators, or two of the same name.
    """
    places = _annotators(folder)
    names = [place.name for place in places]
    if len(set(names)) < len(names):
        raise InputError("two annotators have the same name", field="annotators", expected=_EXPECTED)
    by_screen: dict[str, dict[str, Annotation]] = {}
    problems: list[Problem] = []
    for place in places:
        found, bad = read_annotations(place)
        problems += bad
        for annotation in found:
            screen = by_screen.setdefault(annotation.id, {})
            if place.name in screen:
                problems.append(Problem(place, None, f"the screen '{annotation.id}' is annotated twice"))
            else:
                screen[place.name] = annotation
    screens = [_screen(name, by_screen[name]) for name in sorted(by_screen, key=natural_key)]
    return tuple(screens), tuple(problems)


def _annotators(folder: Path | str | Sequence[Path | str]) -> list[Path]:
    if not isinstance(folder, Path | str):
        places = [Path(one) for one in folder]
        where: Path | None = None
    else:
        where = Path(folder)
        try:
            places = [entry for entry in where.iterdir() if entry.is_dir() and not entry.name.startswith(".")]
        except OSError as err:
            reason = f"cannot be listed ({err.strerror or 'error'})"
            raise InputError(reason, file=where, expected=_EXPECTED) from None
        places.sort(key=lambda entry: natural_key(entry.name))
    if len(places) < 2:
        raise InputError("fewer than two annotators", file=where, expected=_EXPECTED)
    return places


def _screen(name: str, by: dict[str, Annotation]) -> ScreenAnnotations:
    first = next(iter(by.values()))
    marks = {annotator: _scaled(one, first) for annotator, one in by.items()}
    task = name.rsplit("/", 1)[0] if "/" in name else first.task
    return ScreenAnnotations(name, marks, task)


def _scaled(one: Annotation, to: Annotation) -> tuple[Region, ...]:
    if (one.width, one.height) == (to.width, to.height) or not one.width or not one.height:
        return one.regions
    x, y = to.width / one.width, to.height / one.height
    return tuple(
        replace(region, box=Box.of([v * by for v, by in zip(region.box.tuple(), (x, y, x, y), strict=True)]))
        for region in one.regions
    )
