"""Finds faces with YuNet, a small convolutional detector that OpenCV runs (docs/dependencies.md)."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from tactful.errors import RecognitionError
from tactful.recognize.inference import PerProcess
from tactful.terms import Box

if TYPE_CHECKING:
    from numpy.typing import NDArray

SCORE = 0.3  # real screens without faces stay below 0.25 at the sizes that the recognizer looks at
OVERLAP = 0.3
_MODEL = "data/face_detection_yunet_2023mar.onnx"

Landmarks = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Face:
    """A face: its box in pixels, the detector's score (0 to 1), and five landmarks.

    The landmarks are the eyes, the tip of the nose and the corners of the mouth, left to right.
    """

    box: Box
    score: float
    landmarks: Landmarks

    @property
    def frontal(self) -> bool:
        """Whether it looks at the viewer: level eyes, and the nose between and below them."""
        (lx, ly), (rx, ry), (nx, ny), (mlx, mly), (mrx, mry) = self.landmarks
        apart = rx - lx
        if apart < 0.2 * self.box.width or abs(ry - ly) > 0.5 * apart:
            return False
        centred = 0.2 < (nx - lx) / apart < 0.8
        return centred and min(mly, mry) > ny > max(ly, ry) and mlx < mrx


class FaceDetector:
    """YuNet. Loads at the first call; safe to call from several threads."""

    def __init__(self) -> None:
        self._net = PerProcess(_load)
        self._lock = threading.Lock()

    def detect(
        self, pixels: NDArray[np.uint8], *, longest: int = 960, score: float = SCORE
    ) -> tuple[Face, ...]:
        """The faces of uint8 pixels (height, width, 3), RGB, best first; boxes in pixels of that image.

        The image is seen at a longest side of at most ``longest``: faces under about 10 pixels there are
        missed. ``score`` is the least score of a face.

        Raises ``RecognitionError`` when the model cannot be loaded or run.
        """
        height, width = pixels.shape[:2]
        if not height or not width:
            raise RecognitionError("a face detector needs at least one pixel")
        try:
            seen = _resized(pixels, min(1.0, longest / max(height, width)))
            with self._lock:
                net = self._net()
                net.setInputSize((seen.shape[1], seen.shape[0]))
                net.setScoreThreshold(score)
                _, rows = net.detect(seen)
        except Exception as err:
            raise RecognitionError(f"the face detector failed ({type(err).__name__})") from None
        scale = np.array([width / seen.shape[1], height / seen.shape[0]])
        faces = [] if rows is None else [_face(row, scale, width, height) for row in rows]
        return tuple(sorted((face for face in faces if face.box.area), key=lambda face: -face.score))


def _resized(pixels: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    """What the network sees: BGR, no side under 32 pixels."""
    import cv2

    sides = [max(32, round(side * scale)) for side in (pixels.shape[1], pixels.shape[0])]
    image: Any = np.ascontiguousarray(pixels)
    while image.shape[1] >= 2 * sides[0] and image.shape[0] >= 2 * sides[1]:
        # Halving is several times faster than one large step, with the same result.
        image = cv2.resize(image, (image.shape[1] // 2, image.shape[0] // 2), interpolation=cv2.INTER_AREA)
    method = cv2.INTER_AREA if image.shape[1] > sides[0] else cv2.INTER_LINEAR
    seen: NDArray[np.uint8] = cv2.cvtColor(cv2.resize(image, sides, interpolation=method), cv2.COLOR_RGB2BGR)
    return seen


def _load() -> Any:
    """The network, from bytes: OpenCV opens no path with other letters than ASCII on Windows."""
    import cv2

    model = np.frombuffer((files(__package__) / _MODEL).read_bytes(), np.uint8)
    log = getattr(cv2.utils, "logging", None)  # OpenCV 5 warns on stderr of an option that it sets itself
    before = log and log.getLogLevel()
    try:
        if log:
            log.setLogLevel(log.LOG_LEVEL_ERROR)
        return cv2.FaceDetectorYN.create("onnx", model, np.empty(0, np.uint8), (320, 320), SCORE, OVERLAP)
    finally:
        if log:
            log.setLogLevel(before)


def _face(row: NDArray[np.float32], scale: NDArray[np.float64], width: int, height: int) -> Face:
    """A row of the network: x, y, width, height, five points, score."""
    x1, y1 = row[:2] * scale
    x2, y2 = (row[:2] + row[2:4]) * scale
    points = tuple((float(x), float(y)) for x, y in row[4:14].reshape(5, 2) * scale)
    box = Box.around(float(x1), float(y1), float(x2), float(y2)).clip(width, height)
    return Face(box, float(row[14]), points)
