"""Folders of annotations, one for each annotator."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tactful.bench.guiguard.annotators import read_annotators
from tactful.errors import InputError
from tactful.score import annotator_agreement
from tactful.terms import Box


def annotate(folder: Path, name: str, scale: int = 1, **more: object) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    box = [10 * scale, 10 * scale, 60 * scale, 30 * scale]
    region = {"text": "Sam", "box": box, "risk": "high", "category": "identity"}
    size = {"width": 100 * scale, "height": 200 * scale}
    document = {"image": f"{name}.png", "task": "Call", **size, "regions": [region], **more}
    (folder / f"{name}.json").write_text(json.dumps(document))


def test_screens_are_joined_and_scaled(tmp_path: Path) -> None:
    for name in ("s1", "s2", "s10"):
        annotate(tmp_path / "ann", name)
    annotate(tmp_path / "ben", "s1", scale=3)
    annotate(tmp_path / "ben", "s2", regions=[])
    (tmp_path / "ben" / "s3.json").write_text("{")
    screens, problems = read_annotators(tmp_path)
    assert [(s.screen, sorted(s.by), s.task) for s in screens] == [
        ("s1", ["ann", "ben"], "Call"), ("s2", ["ann", "ben"], "Call"), ("s10", ["ann"], "Call"),
    ]  # fmt: skip
    assert screens[0].by["ben"][0].box == Box(10, 10, 60, 30)
    assert [p.file.name for p in problems] == ["s3.json"]
    found = annotator_agreement(screens)
    assert (found.screens, found.left_out, found.units) == (2, 1, 2)
    assert found.kappas["selection"].observed == 0.5


def test_annotators_one_by_one(tmp_path: Path) -> None:
    annotate(tmp_path / "x" / "ann", "a", id="t/a")
    annotate(tmp_path / "y" / "ben", "b", id="t/a")
    screens, _ = read_annotators([tmp_path / "x" / "ann", tmp_path / "y" / "ben"])
    assert [(s.screen, s.task, len(s.by)) for s in screens] == [("t/a", "t", 2)]


def test_fewer_than_two(tmp_path: Path) -> None:
    annotate(tmp_path / "ann", "a")
    annotate(tmp_path / "z" / "ann", "a")
    for given in (
        tmp_path,
        [tmp_path / "ann"],
        tmp_path / "none",
        [tmp_path / "ann", tmp_path / "z" / "ann"],
    ):
        with pytest.raises(InputError):
            read_annotators(given)


def test_one_screen_twice(tmp_path: Path) -> None:
    annotate(tmp_path / "ann", "a", id="same")
    annotate(tmp_path / "ann", "b", id="same")
    annotate(tmp_path / "ben", "a", id="same")
    _, problems = read_annotators(tmp_path)
    assert ["annotated twice" in p.reason for p in problems] == [True]
