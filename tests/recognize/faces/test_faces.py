"""Faces: drawn ones through the real detector, and the recognizer's labels with a scripted one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fakes.drawn import face, letter_disc, paste_disc, pixels, scenery, screen
from tactful.errors import RecognitionError
from tactful.recognize.faces import Face, FaceDetector, FaceRecognizer, detector
from tactful.recognize.view import Finding, ScreenView
from tactful.terms import Box, Category, Risk, TextUnit


@pytest.fixture(scope="module")
def real() -> FaceDetector:
    return FaceDetector()


class Scripted(FaceDetector):
    """Sees the given faces wherever it looks at a whole screen, and nothing in sheets of avatars."""

    def __init__(self, *faces: Face) -> None:
        self.faces = faces
        self.looked: list[int] = []

    def detect(self, pixels, *, longest: int = 640, score: float = 0.3):  # type: ignore[no-untyped-def]
        self.looked.append(longest)
        return self.faces if pixels.shape[0] > 600 else ()


def seen(box: Box, score: float = 0.9, *, turned: bool = False) -> Face:
    """A face in ``box`` with plausible landmarks."""
    shares = [(0.3, 0.4), (0.7, 0.4), (0.95 if turned else 0.5, 0.6), (0.35, 0.8), (0.65, 0.8)]
    marks = tuple((box.x1 + x * box.width, box.y1 + y * box.height) for x, y in shares)
    return Face(box, score, marks)


def view(image, *units: TextUnit) -> ScreenView:  # type: ignore[no-untyped-def]
    return ScreenView(units, image.width, image.height, pixels=pixels(image))


def find(recognizer: FaceRecognizer, on: ScreenView) -> tuple[Finding, ...]:
    return tuple(recognizer.find(on))


@pytest.mark.parametrize(
    ("size", "skin"), [(220, (224, 172, 138)), (400, (255, 214, 188)), (200, (120, 78, 52))]
)
def test_a_drawn_face_is_found_where_it_is(real: FaceDetector, size: int, skin: tuple[int, int, int]) -> None:
    image = screen()
    image.paste(face(size, skin), (300, 900))
    (finding,) = find(FaceRecognizer(real), view(image))
    assert (finding.type, finding.risk, finding.unit) == ("face", Risk.HIGH, None)
    assert finding.category is Category.SENSITIVE_SPECIAL
    head = Box.around(300 + 0.24 * size, 900 + 0.2 * size, 300 + 0.76 * size, 900 + 0.88 * size)
    assert finding.box is not None
    assert finding.box.iou(head) > 0.6


@pytest.mark.parametrize("size", [60, 90, 130, 200])
def test_a_drawn_face_in_an_avatar_marks_the_whole_avatar(real: FaceDetector, size: int) -> None:
    image = screen()
    box = paste_disc(image, face(size), 40, 800)
    (finding,) = find(FaceRecognizer(real), view(image, TextUnit("Ann", Box(50 + size, 810, 400, 850))))
    assert (finding.type, finding.risk) == ("face", Risk.HIGH)
    assert finding.box is not None
    assert finding.box.iou(Box(*box)) > 0.85


def test_no_face_in_interface_or_scenery(real: FaceDetector) -> None:
    image = screen()
    image.paste(scenery(900, seed=3), (90, 200))
    paste_disc(image, letter_disc(200, "O", (200, 40, 40)), 400, 1500)
    assert find(FaceRecognizer(real), view(image)) == ()


def test_the_detector_is_repeatable_and_changes_nothing(real: FaceDetector) -> None:
    image = screen(640, 480)
    image.paste(face(250), (200, 100))
    given = pixels(image).copy()
    assert real.detect(given) == real.detect(given)
    assert (given == pixels(image)).all()


@pytest.mark.parametrize("size", [(1, 1), (1, 300), (300, 1), (31, 33), (90, 9000)])
def test_odd_sizes(real: FaceDetector, size: tuple[int, int]) -> None:
    assert real.detect(pixels(screen(*size))) == ()


def test_a_broken_model_is_an_error_not_a_clean_screen(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "model.onnx").write_bytes(b"no model")
    monkeypatch.setattr(detector, "_MODEL", str(tmp_path / "model.onnx"))
    with pytest.raises(RecognitionError, match="face detector failed"):
        find(FaceRecognizer(), view(screen()))


@pytest.mark.parametrize(
    ("seen_face", "risk"),
    [
        (seen(Box(300, 500, 500, 760)), Risk.HIGH),
        (seen(Box(300, 500, 500, 760), 0.4), Risk.MEDIUM),
        (seen(Box(300, 500, 500, 760), turned=True), Risk.MEDIUM),
        (seen(Box(300, 500, 330, 540)), Risk.MEDIUM),
    ],
)
def test_what_makes_a_face_clear(seen_face: Face, risk: Risk) -> None:
    scripted = Scripted(seen_face)
    (finding,) = find(FaceRecognizer(scripted), view(screen()))
    assert (finding.risk, finding.box) == (risk, seen_face.box)
    assert len(scripted.looked) == 2  # both sights see the same face, which is reported once


def test_a_large_face_is_a_sure_one() -> None:
    large = Box(100, 500, 900, 1500)
    assert find(FaceRecognizer(Scripted(seen(large, 0.4))), view(screen())) == ()
    assert len(find(FaceRecognizer(Scripted(seen(large, 0.6))), view(screen()))) == 1


def test_avatars_by_what_they_hold() -> None:
    image = screen()
    letters = paste_disc(image, letter_disc(110, "T", (26, 90, 160)), 40, 500)
    photo = paste_disc(image, scenery(110), 40, 800)
    faced = paste_disc(image, scenery(110, seed=1), 40, 1100)
    units = [TextUnit("name", Box(200, y, 400, y + 40)) for y in (510, 810, 1110)]
    scripted = Scripted(seen(Box(65, 1120, 125, 1195)))
    found = find(FaceRecognizer(scripted), view(image, *units))
    assert [(f.type, f.risk, f.category) for f in found] == [
        ("avatar", Risk.LOW, Category.IDENTITY),
        ("avatar", Risk.MEDIUM, Category.IDENTITY),
        ("face", Risk.HIGH, Category.SENSITIVE_SPECIAL),
    ]
    for finding, box in zip(found, (letters, photo, faced), strict=True):
        assert finding.box is not None
        assert finding.box.iou(Box(*box)) > 0.85


def test_without_pixels_there_is_nothing_to_see() -> None:
    scripted = Scripted(seen(Box(0, 0, 9, 9)))
    assert find(FaceRecognizer(scripted), ScreenView((), 100, 100)) == ()
    empty = np.zeros((0, 0, 3), np.uint8)
    assert find(FaceRecognizer(scripted), ScreenView((), 0, 0, pixels=empty)) == ()
