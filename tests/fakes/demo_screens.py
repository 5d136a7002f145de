"""Screens of the bundled demo by what they show, since which tasks it plays may change."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from tactful.demo import Run, annotations_of, demo_run
from tactful.formats import Annotation, read_annotations


def demo_screen(name: Run, type_: str) -> Path:
    """The picture with the most regions of a type in a bundled run."""
    run = demo_run(name)
    return run / _best(run, type_).image


def demo_part(name: Run, type_: str, folder: Path) -> Path:
    """A band of that picture around the first such region, as a file of the same name: read much faster."""
    run = demo_run(name)
    best = _best(run, type_)
    top = min(region.box.y1 for region in best.regions if region.type == type_)
    with Image.open(run / best.image) as image:
        start = max(0, min(top - 80, image.height - 480))
        part = folder / Path(best.image).name
        image.crop((0, start, image.width, start + 480)).save(part)
    return part


def _best(run: Path, type_: str) -> Annotation:
    annotations, _ = read_annotations(annotations_of(run))
    best = max(annotations, key=lambda one: sum(region.type == type_ for region in one.regions))
    assert any(region.type == type_ for region in best.regions), type_
    return best
