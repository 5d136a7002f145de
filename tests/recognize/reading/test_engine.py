from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from tactful.errors import RecognitionError
from tactful.recognize.reading import engine as engines
from tactful.recognize.reading.engine import load_engine


def test_an_unknown_engine_is_refused_by_name() -> None:
    with pytest.raises(RecognitionError, match="unknown OCR engine 'abacus'"):
        load_engine("abacus")  # type: ignore[arg-type]


def test_without_the_models_package_nothing_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(RecognitionError, match="no OCR engine could be loaded"):
        load_engine()


def test_a_missing_model_file_is_not_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "is_file", lambda self: False)
    with pytest.raises(RecognitionError, match="no OCR engine could be loaded"):
        load_engine("onnxruntime")


@pytest.mark.ocr
def test_onnxruntime_steps_in_where_openvino_is_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openvino", None)
    assert load_engine().name == "onnxruntime"


@pytest.mark.ocr
def test_both_engines_see_the_same() -> None:
    pytest.importorskip("openvino", exc_type=ImportError)
    a, b = load_engine("openvino"), load_engine("onnxruntime")
    assert a.characters == b.characters
    lines = [np.zeros((1, 3, 48, width), np.float32) for width in (160, 64, 320)]
    for line in lines:
        line[..., 10:38, 20:24] = 1
    for ours, theirs in zip(a.recognize(lines), b.recognize(lines), strict=True):
        assert np.array_equal(ours[0], theirs[0])
    image = np.random.default_rng(1).normal(0, 0.3, (1, 3, 64, 96)).astype(np.float32)
    assert np.allclose(a.detect(image), b.detect(image), atol=0.05)


@pytest.mark.ocr
@pytest.mark.parametrize("name", ["openvino", "onnxruntime"])
def test_a_failing_model_raises_and_tells_no_numbers(name: str) -> None:
    if name == "openvino":
        pytest.importorskip("openvino", exc_type=ImportError)
    engine = load_engine(name)  # type: ignore[arg-type]
    wrong = np.zeros((1, 7, 33, 31), np.float32)
    for call in (lambda: engine.detect(wrong), lambda: engine.recognize([wrong, wrong])):
        with pytest.raises(RecognitionError, match=r"the OCR model failed \(\w+\)$"):
            call()
