from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from reading_pages import FakeEngine, page, texts

from tactful.errors import RecognitionError
from tactful.recognize.reading import ScreenReader, open_reader
from tactful.recognize.reading import reader as readers
from tactful.recognize.reading.second import Tesseract
from tactful.terms import Box

LINES = ["Ada Moss 3 days ago", "Settings", "Phone: +1 202 555 0123", "See you at the old mill, says Bo"]
UNITS = ["Ada Moss", "3 days ago", "Settings", "Phone:", "+1 202 555 0123", LINES[3]]


@pytest.fixture(scope="module")
def reader() -> ScreenReader:
    return open_reader()


@pytest.fixture
def alone(reader: ScreenReader, monkeypatch: pytest.MonkeyPatch) -> Iterator[ScreenReader]:
    """The same reader as on a machine without tesseract."""
    reader.read(page(["a"]))
    reader.forget()
    monkeypatch.setattr(reader, "_second", None)
    yield reader
    reader.forget()


def needs(script: str) -> None:
    found = Tesseract.find()
    if found is None or script not in found.scripts:
        pytest.skip(f"tesseract with {script.lower()} data is not installed")


@pytest.mark.ocr
@pytest.mark.parametrize(
    ("size", "ground", "ink"), [(14, 255, 20), (32, 255, 20), (32, 25, 230), (60, 255, 120)]
)
def test_units_are_read_in_order(reader: ScreenReader, size: int, ground: int, ink: int) -> None:
    units = reader.read(page(LINES, size=size, width=1300, ground=ground, ink=ink))
    assert texts(units) == UNITS
    assert all(unit.source == "ocr" and unit.confidence > 0.9 for unit in units)


@pytest.mark.ocr
def test_chinese_and_japanese_are_read(reader: ScreenReader) -> None:
    lines = ["王小明 昨天", "电话：13800000000", "三月", "会議の予定を確認する"]
    expected = ["王小明", "昨天", "电话：", "13800000000", "三月", "会議の予定を確認する"]
    assert texts(reader.read(page(lines, face="cjk"))) == expected


@pytest.mark.ocr
def test_edges_place_every_character(reader: ScreenReader) -> None:
    unit = reader.read(page(["Ada Moss walks"], size=40))[0]
    assert unit.edges is not None
    assert len(unit.edges) == len(unit.text) + 1
    assert list(unit.edges) == sorted(unit.edges)
    alone = reader.read(page(["Ada"], size=40))[0]
    first_word = unit.span_box(0, 3)
    assert first_word.iou(Box(alone.box.x1, first_word.y1, alone.box.x2, first_word.y2)) > 0.75


@pytest.mark.ocr
def test_a_korean_screen_is_read(reader: ScreenReader) -> None:
    needs("HANGUL")
    units = reader.read(page(["김민수 오전 10:30", "받은편지함", "인증번호 123456", "네"], face="cjk"))
    assert texts(units) == ["김민수", "오전 10:30", "받은편지함", "인증번호 123456", "네"]
    assert units[2].source == "ocr:tesseract-kor"


@pytest.mark.ocr
def test_a_russian_screen_is_read_look_alikes_included(reader: ScreenReader) -> None:
    needs("CYRILLIC")
    units = reader.read(page(["Анна Петрова 3 дня назад", "Нет", "сор", "Код 123456", "Привет, Ада"]))
    assert texts(units) == ["Анна Петрова", "3 дня назад", "Нет", "сор", "Код 123456", "Привет, Ада"]
    assert units[0].source == "ocr:tesseract-rus"


@pytest.mark.ocr
@pytest.mark.parametrize(
    ("line", "face"),
    [("받은편지함", "cjk"), ("인증번호 123456", "cjk"), ("Привет, как дела?", "latin"), ("Нет", "latin")],
)
def test_what_nobody_can_read_is_unknown(alone: ScreenReader, line: str, face: str) -> None:
    units = alone.read(page([line], face=face))
    unknown = [unit for unit in units if not unit.readable]
    assert unknown
    assert all(unit.text == "" and unit.confidence == 0 for unit in unknown)


@pytest.mark.ocr
def test_latin_screens_never_ask_the_second_reader(
    reader: ScreenReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Refusing:
        scripts = ("HANGUL", "CYRILLIC")

        def read(self, images: object) -> list[list[object]]:
            raise AssertionError("asked")

    reader.forget()
    monkeypatch.setattr(reader, "_second", Refusing())
    reader.read(page([*LINES, "Café résumé naïve", "iPhone on eBay", "OK", "HTTP 404"], width=1300))


@pytest.mark.ocr
def test_a_partly_changed_screen_equals_a_cold_read(reader: ScreenReader) -> None:
    lines = [f"Entry number {i} of the old ledger" for i in range(24)]
    before, after = page(lines, size=30), page([*lines[:20], "Bo Reed was here", *lines[21:]], size=30)
    reader.read(before)
    warm = reader.read(after)
    reader.forget()
    assert warm == reader.read(after)
    assert "Bo Reed was here" in texts(warm)


@pytest.mark.ocr
def test_threads_share_one_reader(reader: ScreenReader) -> None:
    pages = [page([f"Line {i} of the play", "Ada Moss"]) for i in range(4)]
    cold = []
    for image in pages:
        reader.forget()
        cold.append(reader.read(image))
    reader.forget()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(reader.read, pages)) == cold


@pytest.mark.parametrize("shape", [(1, 1), (1, 900), (3, 3)])
def test_tiny_images_hold_no_text_and_load_no_model(shape: tuple[int, int]) -> None:
    reader = open_reader(engine="nonsense")  # type: ignore[arg-type]
    assert reader.read(np.zeros((*shape, 3), np.uint8)) == ()


@pytest.mark.parametrize(
    "pixels", [np.zeros((9, 9), np.uint8), np.zeros((9, 9, 4), np.uint8), np.zeros((9, 9, 3), np.float32)]
)
def test_other_pixel_formats_are_refused(pixels: np.ndarray) -> None:
    with pytest.raises(RecognitionError, match="RGB pixels"):
        open_reader().read(pixels)


def fake_reader(monkeypatch: pytest.MonkeyPatch, engine: FakeEngine, lines: int = 64) -> ScreenReader:
    monkeypatch.setattr(readers, "load_engine", lambda choice: engine)
    return open_reader(second=False, lines=lines)


def test_a_blank_screen_has_no_units(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fake_reader(monkeypatch, FakeEngine()).read(np.full((90, 90, 3), 255, np.uint8)) == ()


def test_a_failing_model_is_an_error_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = fake_reader(monkeypatch, FakeEngine(RecognitionError("the OCR model failed (X)")))
    for _ in range(2):
        with pytest.raises(RecognitionError):
            reader.read(page(["Ada"]))


def test_a_repeated_screen_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = FakeEngine()
    reader = fake_reader(monkeypatch, engine)
    image = page(["aaaa bbbb"])
    first = reader.read(image)
    seen = engine.detected, engine.recognized
    assert reader.read(image.copy()) is first
    assert (engine.detected, engine.recognized) == seen


def test_nothing_is_remembered_where_none_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = FakeEngine()
    reader = fake_reader(monkeypatch, engine, lines=0)
    reader.read(page(["aaaa"]))
    once = engine.detected, engine.recognized
    reader.read(page(["aaaa"]))
    assert (engine.detected, engine.recognized) == (2 * once[0], 2 * once[1])


def test_models_load_once_for_many_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[str] = []
    gate = threading.Barrier(4)

    def load(choice: str) -> FakeEngine:
        loads.append(choice)
        return FakeEngine()

    monkeypatch.setattr(readers, "load_engine", load)
    reader = open_reader(second=False)

    def read(index: int) -> None:
        gate.wait(5)
        reader.read(np.full((40 + index, 40, 3), 255, np.uint8))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(read, range(4)))
    assert loads == ["auto"]


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = ("cv2", "openvino", "onnxruntime", "rapidocr")
    code = f"import sys, tactful.recognize.reading; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
