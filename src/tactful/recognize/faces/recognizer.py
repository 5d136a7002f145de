"""Faces and avatars as findings with boxes of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from tactful.recognize.faces.avatars import Avatar, find_avatars
from tactful.recognize.faces.detector import OVERLAP, Face, FaceDetector
from tactful.recognize.view import Finding, ScreenView
from tactful.terms import Box, Category, Risk

if TYPE_CHECKING:
    from numpy.typing import NDArray

SOURCE = "faces"
# Longest sides: small faces are found at the first, those that fill the screen at the second.
SIGHTS = (960, 320)
CLEAR_SCORE = 0.5
CLEAR_SIZE = 0.04  # of the screen's shorter side
LARGE_SIZE = 0.25  # of it: large faces are sure ones; gradients and cards are not
_TILE = 64  # pixels of one avatar in the sheet that is searched: the detector is best at faces of 30 to 50
_AVATAR_SCORE = 0.2  # less is asked for where a face is likely


class FaceRecognizer:
    """Recognizer of faces, photo avatars and letter avatars; needs pixels, and finds nothing without them.

    A clear frontal face, alone or in an avatar, is high risk and special data; a small, turned or doubtful
    one is medium. An avatar with a photo that shows no face is medium, one with letters low (both identity).
    Public photos cannot be told from private ones, so a face in the news is found too.
    """

    name = SOURCE
    # Needs neither the task nor the agent's state, so a screen that comes again is not searched again.
    pixels_decide = True

    def __init__(self, detector: FaceDetector | None = None) -> None:
        self._detector = detector or FaceDetector()

    def find(self, view: ScreenView) -> Iterable[Finding]:
        """Findings without units, in reading order. ``RecognitionError`` when the detector fails."""
        if view.pixels is None or not view.pixels.size:
            return ()
        candidates = find_avatars(view.pixels, view.units)
        faces = self._faces(view.pixels, candidates)
        avatars = [a for a in candidates if a.kind != "disc" or any(_within(f.box, a.box) for f in faces)]
        findings = [_of_avatar(avatar, faces) for avatar in avatars]
        least = CLEAR_SIZE * min(view.width, view.height)
        findings += [
            _of_face(face, face.box, least)
            for face in faces
            if not any(_within(face.box, avatar.box) for avatar in avatars)
        ]
        return tuple(sorted(findings, key=lambda finding: finding.box or Box(0, 0, 0, 0)))

    def _faces(self, pixels: NDArray[np.uint8], avatars: Sequence[Avatar]) -> tuple[Face, ...]:
        found: list[Face] = []
        large = LARGE_SIZE * min(pixels.shape[:2])
        for longest in SIGHTS:
            seen = self._detector.detect(pixels, longest=longest)
            found += [face for face in seen if face.score >= CLEAR_SCORE or face.box.width < large]
        found += self._in_avatars(pixels, [avatar.box for avatar in avatars if avatar.kind != "letter"])
        kept: list[Face] = []
        for face in sorted(found, key=lambda face: -face.score):
            if not any(face.box.iou(other.box) >= OVERLAP for other in kept):
                kept.append(face)
        return tuple(kept)

    def _in_avatars(self, pixels: NDArray[np.uint8], boxes: Sequence[Box]) -> list[Face]:
        """Faces in avatars, which are too small for the sight of the whole screen."""
        if not boxes:
            return []
        sheet, columns = _sheet(pixels, boxes)
        faces = []
        for face in self._detector.detect(sheet, longest=max(sheet.shape[:2]), score=_AVATAR_SCORE):
            x, y = face.box.center
            index = int(y) // _TILE * columns + int(x) // _TILE
            if index < len(boxes):
                faces.append(_moved(face, boxes[index], index % columns * _TILE, index // columns * _TILE))
        return faces


def _sheet(pixels: NDArray[np.uint8], boxes: Sequence[Box]) -> tuple[NDArray[np.uint8], int]:
    """The patches of all boxes, side by side at one size, and how many stand in a row."""
    import cv2

    columns = min(4, len(boxes))
    rows = -(-len(boxes) // columns)
    sheet = np.full((rows * _TILE, columns * _TILE, 3), 255, np.uint8)
    for index, box in enumerate(boxes):
        y, x = index // columns * _TILE, index % columns * _TILE
        patch = pixels[box.y1 : box.y2, box.x1 : box.x2]
        sheet[y : y + _TILE, x : x + _TILE] = cv2.resize(
            patch, (_TILE, _TILE), interpolation=cv2.INTER_LINEAR
        )
    return sheet, columns


def _moved(face: Face, home: Box, left: int, top: int) -> Face:
    """A face of the sheet in the screen's pixels, clipped to the avatar that it was found in."""
    sx, sy = home.width / _TILE, home.height / _TILE

    def to_screen(x: float, y: float) -> tuple[float, float]:
        return home.x1 + (x - left) * sx, home.y1 + (y - top) * sy

    x1, y1 = to_screen(max(face.box.x1, left), max(face.box.y1, top))
    x2, y2 = to_screen(min(face.box.x2, left + _TILE), min(face.box.y2, top + _TILE))
    return Face(Box.around(x1, y1, x2, y2), face.score, tuple(to_screen(*mark) for mark in face.landmarks))


def _within(inner: Box, outer: Box) -> bool:
    return inner.overlap(outer) >= 0.6 * inner.area


def _of_avatar(avatar: Avatar, faces: Sequence[Face]) -> Finding:
    if avatar.kind == "letter":
        return Finding(
            unit=None,
            type="avatar",
            risk=Risk.LOW,
            category=Category.IDENTITY,
            confidence=avatar.confidence,
            reason="an avatar with the first letters of a name",
            source=SOURCE,
            box=avatar.box,
        )
    inside = [face for face in faces if _within(face.box, avatar.box)]
    if inside:
        # Large for an avatar is large enough: whoever knows the person knows them at this size.
        return _of_face(max(inside, key=lambda face: face.score), avatar.box, 0.25 * avatar.box.width)
    return Finding(
        unit=None,
        type="avatar",
        risk=Risk.MEDIUM,
        category=Category.IDENTITY,
        confidence=avatar.confidence,
        reason="an avatar with a photo in which no face was found",
        source=SOURCE,
        box=avatar.box,
    )


def _of_face(face: Face, box: Box, least: float) -> Finding:
    """``least`` is the width in pixels from which a face counts as clear."""
    clear = face.score >= CLEAR_SCORE and face.frontal and face.box.width >= least
    return Finding(
        unit=None,
        type="face",
        risk=Risk.HIGH if clear else Risk.MEDIUM,
        category=Category.SENSITIVE_SPECIAL,
        confidence=min(1.0, face.score),
        reason="a clear frontal face" if clear else "a small, turned or doubtful face",
        source=SOURCE,
        box=box,
    )
