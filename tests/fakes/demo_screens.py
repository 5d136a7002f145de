"""Screens of the bundled demo by what they show, since which tasks it plays may change."""

from __future__ import annotations

from pathlib import Path

from tactful.demo import Run, annotations_of, demo_run
from tactful.formats import read_annotations


def demo_screen(name: Run, type_: str) -> Path:
    """The picture with the most regions of a type in a bundled run."""
    run = demo_run(name)
    annotations, _ = read_annotations(annotations_of(run))
    best = max(annotations, key=lambda one: sum(region.type == type_ for region in one.regions))
    assert any(region.type == type_ for region in best.regions), type_
    return run / best.image
