"""Runs the bundled PP-OCR models: OpenVINO first, ONNX Runtime where OpenVINO is missing or refuses.

The models ship inside the ``rapidocr`` wheel. Its code is not imported: its pipeline answers a failed step
with an empty result, sets up logging and may fetch models, none of which a guard can have.
"""

from __future__ import annotations

import importlib.util
import os
import pathlib
import threading
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np

from tactful.errors import RecognitionError
from tactful.recognize.inference import load_openvino

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Path = tuple[NDArray[np.int64], Floats]

EngineName = Literal["auto", "openvino", "onnxruntime"]

_DETECTOR = "PP-OCRv6_det_small.onnx"
_RECOGNIZER = "PP-OCRv6_rec_small.onnx"


class Engine(Protocol):
    """The two networks behind one interface; every failure raises ``RecognitionError``."""

    @property
    def name(self) -> str: ...

    @property
    def characters(self) -> tuple[str, ...]:
        """The recogniser's classes; 0 is the CTC blank."""
        ...

    def detect(self, batch: Floats) -> Floats:
        """Text probability (H, W) for an image (1, 3, H, W), H and W multiples of 32."""
        ...

    def recognize(self, lines: Sequence[Floats]) -> list[Path]:
        """The best class and its probability a step, both (T,), for each line image (1, 3, 48, W)."""
        ...


def load_engine(name: EngineName = "auto", threads: int | None = None) -> Engine:
    """Loads the models; ``threads`` None means two, or one on a single core.

    ``RecognitionError`` when neither engine can load them.
    """
    threads = threads or min(2, os.cpu_count() or 1)
    if name not in ("auto", "openvino", "onnxruntime"):
        raise RecognitionError(f"unknown OCR engine {name!r} (expected auto, openvino or onnxruntime)")
    makers: dict[str, Callable[[int], Engine]] = {"openvino": _OpenVino, "onnxruntime": _OnnxRuntime}
    wanted = list(makers) if name == "auto" else [name]
    reasons = []
    for choice in wanted:
        try:
            return makers[choice](threads)
        except Exception as error:  # any import or driver failure means: try the next engine
            reasons.append(f"{choice}: {type(error).__name__}")
    raise RecognitionError(f"no OCR engine could be loaded ({'; '.join(reasons)})")


def _model(file: str) -> pathlib.Path:
    spec = importlib.util.find_spec("rapidocr")
    if spec is None or spec.origin is None:
        raise RecognitionError("the rapidocr package, which holds the OCR models, is not installed")
    path = pathlib.Path(spec.origin).parent / "models" / file
    if not path.is_file():
        raise RecognitionError(f"the OCR model {file} is not in the installed rapidocr package")
    return path


def _classes(characters: str) -> tuple[str, ...]:
    return ("", *characters.splitlines(), " ")


class _OpenVino:
    name = "openvino"

    def __init__(self, threads: int) -> None:
        ov = load_openvino()
        ops = ov.opset13

        core = ov.Core()
        options = {
            "INFERENCE_NUM_THREADS": threads,
            "PERFORMANCE_HINT": "LATENCY",
        }
        self._detector = core.compile_model(core.read_model(_model(_DETECTOR)), "CPU", options)
        model = core.read_model(_model(_RECOGNIZER))
        self.characters = _classes(model.get_rt_info(["framework", "character"]).value)
        # The best class is taken inside the graph: its 18,710 probabilities a column need not be copied out.
        scores = model.get_results()[0].input_value(0)
        best = ops.topk(scores, ops.constant(1), 2, "max", "value")
        model = ov.Model([best.output(0), best.output(1)], model.get_parameters(), "recognizer")
        # One line on each core is faster than one line on all of them.
        each = {"INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": threads}
        self._recognizer = core.compile_model(model, "CPU", each)
        self._queue = ov.AsyncInferQueue(self._recognizer, threads)
        self._queue.set_callback(self._keep)
        self._lock = threading.Lock()

    def detect(self, batch: Floats) -> Floats:
        with self._lock:
            result = _guarded(lambda: self._detector(batch)[0])
        return np.asarray(result[0, 0], np.float32)

    def recognize(self, lines: Sequence[Floats]) -> list[Path]:
        found: list[Path | None] = [None] * len(lines)
        with self._lock:
            _guarded(lambda: self._run(lines, found))
        read = [path for path in found if path is not None]
        if len(read) != len(lines):
            raise RecognitionError("the OCR model answered fewer lines than it was given")
        return read

    def _run(self, lines: Sequence[Floats], found: list[Path | None]) -> None:
        for index, line in enumerate(lines):
            self._queue.start_async({0: line}, (found, index))
        self._queue.wait_all()

    @staticmethod
    def _keep(request: Any, place: tuple[list[Path | None], int]) -> None:
        found, index = place
        best, kind = (request.get_output_tensor(i).data for i in (0, 1))
        found[index] = np.array(kind[0, :, 0], np.int64), np.array(best[0, :, 0], np.float32)


class _OnnxRuntime:
    name = "onnxruntime"

    def __init__(self, threads: int) -> None:
        import onnxruntime as ort

        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 4
        options.enable_cpu_mem_arena = False  # the arena keeps the largest shape for ever

        def session(file: str) -> Any:
            return ort.InferenceSession(str(_model(file)), options, providers=["CPUExecutionProvider"])

        self._detector, self._recognizer = session(_DETECTOR), session(_RECOGNIZER)
        self.characters = _classes(self._recognizer.get_modelmeta().custom_metadata_map["character"])
        self._lock = threading.Lock()

    def detect(self, batch: Floats) -> Floats:
        with self._lock:
            result = _guarded(lambda: self._detector.run(None, {"x": batch})[0])
        return np.asarray(result[0, 0], np.float32)

    def recognize(self, lines: Sequence[Floats]) -> list[Path]:
        return [self._read(line) for line in lines]

    def _read(self, line: Floats) -> Path:
        with self._lock:
            scores = _guarded(lambda: self._recognizer.run(None, {"x": line})[0][0])
        return scores.argmax(axis=1).astype(np.int64), scores.max(axis=1).astype(np.float32)


def _guarded(run: Callable[[], Any]) -> Any:
    try:
        return run()
    except Exception as error:  # the runtimes raise bare RuntimeErrors that can hold tensor dumps
        raise RecognitionError(f"the OCR model failed ({type(error).__name__})") from None
