"""Avatars and false alarms on the annotated real run, where it is at hand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tactful.recognize.faces import FaceRecognizer
from tactful.recognize.view import ScreenView
from tactful.terms import Box, Risk, TextUnit

RUN = Path(__file__).parents[3].parent / "shared" / "data" / "gui_trajectory_android_gmail"


@pytest.mark.skipif(not RUN.is_dir(), reason="the real run is not at hand (../shared is absent)")
def test_letter_avatars_are_found_and_nothing_else() -> None:
    recognizer = FaceRecognizer()
    truths = hits = strays = 0
    images = sorted((RUN / "images").glob("*.png"))
    for image, labels in zip(images, sorted((RUN / "annotations").glob("*.json")), strict=True):
        try:
            with Image.open(image) as opened:
                pixels = np.asarray(opened.convert("RGB"), dtype=np.uint8)
        except (OSError, SyntaxError):
            continue  # one file of the run is damaged; it shows no avatar
        regions = json.loads(labels.read_text(encoding="utf-8"))["regions"]
        avatars = [Box(*region["box"]) for region in regions if "avatar" in region["text"]]
        units = tuple(TextUnit(r["text"], Box(*r["box"])) for r in regions if "avatar" not in r["text"])
        found = list(recognizer.find(ScreenView(units, pixels.shape[1], pixels.shape[0], pixels=pixels)))
        assert all(finding.risk is Risk.LOW for finding in found)
        truths += len(avatars)
        hits += sum(any(f.box is not None and f.box.iou(box) >= 0.6 for f in found) for box in avatars)
        strays += sum(not any(f.box is not None and f.box.iou(box) >= 0.6 for box in avatars) for f in found)
    assert truths >= 20
    assert hits >= 0.9 * truths
    assert strays <= 1
