"""Reads text units off pixels with the bundled OCR models; nothing heavy loads before it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tactful.recognize.reading.engine import EngineName
    from tactful.recognize.reading.reader import ScreenReader
    from tactful.recognize.reading.second import SecondReader, Tesseract, Word

__all__ = ["ScreenReader", "SecondReader", "Tesseract", "Word", "open_reader"]


def open_reader(
    *, engine: EngineName = "auto", second: SecondReader | bool = True, lines: int = 4096, guess: bool = False
) -> ScreenReader:
    """A reader of screens; its models load at the first ``read``.

    ``engine`` is "auto" (OpenVINO, else ONNX Runtime), "openvino" or "onnxruntime". ``second`` reads
    Korean and Russian lines: true looks for tesseract, false leaves such lines unknown. ``lines`` bounds
    the memory of lines already read; 0 remembers nothing. ``guess`` takes doubtful readings too: for
    attacks and models, never for a guard.
    """
    from tactful.recognize.reading.reader import ScreenReader

    return ScreenReader(engine, second=second, lines=lines, guess=guess)


def __getattr__(name: str) -> Any:
    if name == "ScreenReader":
        from tactful.recognize.reading.reader import ScreenReader

        return ScreenReader
    if name in ("SecondReader", "Tesseract", "Word"):
        from tactful.recognize.reading import second

        return getattr(second, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
