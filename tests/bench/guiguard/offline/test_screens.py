"""Pictures are read once in a process, and the models of the registry open."""

from __future__ import annotations

import io
import subprocess
import sys
import threading

import numpy as np
import pytest
from PIL import Image

from tactful.bench.guiguard.offline import screens
from tactful.bench.guiguard.offline.registry import BUILT_IN_MODELS, open_model
from tactful.errors import InputError, ModelError
from tactful.models import Message, Picture
from tactful.terms import Box, TextUnit

NAMES = {"leak-reader", "plan-judge", "screen-grounder", "screen-planner", "screen-reader"}


def png(shade: int = 255, format: str = "PNG") -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (40, 20), (shade, shade, shade)).save(buffer, format=format)
    return buffer.getvalue()


class CountingReader:
    def __init__(self) -> None:
        self.calls = 0

    def read(self, pixels: np.ndarray) -> tuple[TextUnit, ...]:
        self.calls += 1
        return (TextUnit("x", Box(0, 0, 5, 5)),)

    def forget(self) -> None:
        pass


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> CountingReader:
    counting = CountingReader()
    monkeypatch.setattr(screens, "shared_reader", lambda: counting)
    screens.forget()
    return counting


def test_equal_bytes_are_read_once(reader: CountingReader) -> None:
    assert screens.read_units(png()) == screens.read_units(png())
    assert reader.calls == 1
    screens.read_units(png(7))
    assert reader.calls == 2
    screens.forget()
    screens.read_units(png())
    assert reader.calls == 3


@pytest.mark.parametrize(
    ("format", "options"), [("PNG", {"compress_level": 0}), ("BMP", {}), ("WEBP", {"lossless": True})]
)
def test_a_picture_encoded_anew_is_read_once(
    reader: CountingReader, format: str, options: dict[str, object]
) -> None:
    drawn = Image.effect_noise((40, 20), 60).convert("RGB")
    first, second = io.BytesIO(), io.BytesIO()
    drawn.save(first, "PNG", compress_level=9)
    drawn.save(second, format, **options)
    assert first.getvalue() != second.getvalue()
    assert screens.read_units(first.getvalue()) == screens.read_units(second.getvalue())
    assert reader.calls == 1


def test_equal_pixels_of_another_shape_are_another_picture(reader: CountingReader) -> None:
    for size in ((40, 20), (20, 40)):
        buffer = io.BytesIO()
        Image.new("RGB", size, (9, 9, 9)).save(buffer, "PNG")
        screens.read_units(buffer.getvalue())
    assert reader.calls == 2


def test_threads_that_ask_for_one_picture_read_it_once(reader: CountingReader) -> None:
    data = png(99)
    threads = [threading.Thread(target=screens.read_units, args=(data,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert reader.calls == 1


@pytest.mark.parametrize("data", [b"", b"text", png()[:30]])
def test_bytes_that_are_no_picture(data: bytes) -> None:
    for look in (screens.read_units, screens.pixels_of):
        with pytest.raises(ModelError):
            look(data)


def test_the_newest_picture() -> None:
    assert screens.pixels_of(png(format="JPEG")).shape == (20, 40, 3)
    old, new = Picture(png(1)), Picture(png(2))
    said = [Message("a", pictures=(old,)), Message("b", pictures=(old, new)), Message("c")]
    assert screens.last_picture(said, "x") is new
    with pytest.raises(ModelError, match="no picture"):
        screens.last_picture([Message("a")], "x")


def test_the_registry_opens_every_model_by_its_name() -> None:
    names = ["leak-reader", "plan-judge", "screen-grounder", "screen-planner", "screen-reader"]
    assert sorted(BUILT_IN_MODELS) == names
    for name in BUILT_IN_MODELS:
        assert open_model(name).name == name == open_model(f"tactful/{name}").name
    with pytest.raises(InputError, match="screen-planner"):
        open_model("planner")


def test_the_registry_loads_no_model_before_one_is_opened() -> None:
    code = (
        "import sys, tactful.bench.guiguard.offline.registry; "
        "print([m for m in ('cv2', 'numpy', 'yaml', 'inspect_ai') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
