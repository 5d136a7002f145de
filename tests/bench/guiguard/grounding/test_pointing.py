"""Strict points, frames of coordinates, and what a calibration finds out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tactful.bench.guiguard.asking import FormatError
from tactful.bench.guiguard.grounding.calibration import SIZES, calibrate, calibration_picture
from tactful.bench.guiguard.grounding.frames import Frame, load_frames
from tactful.bench.guiguard.grounding.pointing import Grounder, Instruction, read_point
from tactful.errors import InputError, ModelError
from tactful.models import Message, Reply, ScriptedModel, asking, load_pack
from tactful.terms import Screen

TABLE = load_frames()
GRID, PIXELS = TABLE.frames["grid-1000"], TABLE.frames["pixels"]
PACK = load_pack("guiguard_grounding")


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ('{"x": 1, "y": 2.5}', (1, 2.5)),
        (' {"y":-3,"x":0}\n', (0, -3)),
        ('```json\n{"x": 4, "y": 5}\n```', (4, 5)),
        ('<think>{"x": 9, "y": 9}</think>{"x": 6, "y": 7}', (6, 7)),
    ],
)
def test_points(text: str, point: tuple[float, float]) -> None:
    assert read_point(Reply(text)) == point


@pytest.mark.parametrize(
    "text",
    [
        "", "12, 34", '{"x": "1", "y": 2}', '{"x": 1}', '{"x": 1, "y": 2, "z": 3}', '[{"x": 1, "y": 2}]',
        '{"x": 1, "y": true}', '{"x": NaN, "y": 1}', '{"x": 1, "y": Infinity}', '{"x": 1, "x": 2, "y": 3}',
        '{"x": 1, "y": 2} or {"x": 3, "y": 4}', 'Here: {"x": 1, "y": 2}', '{"x": 1e999, "y": 1}',
        '{"x": ' + "9" * 400 + ', "y": 1}', '{"x": [1], "y": 2}', "[" * 100_000, "null",
    ],
)  # fmt: skip
def test_what_is_no_point(text: str) -> None:
    with pytest.raises(FormatError):
        read_point(Reply(text))


def test_a_cut_reply_is_no_point_even_if_it_reads_as_one() -> None:
    with pytest.raises(FormatError, match="cut"):
        read_point(Reply('{"x": 1, "y": 2}', truncated=True))


@given(st.text())
def test_an_error_does_not_quote_the_answer(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_point(Reply(f"zebra {text}"))
    assert "zebra" not in str(caught.value)


@pytest.mark.parametrize(
    ("model", "platform", "frame", "size"),
    [
        ("openai/gpt-9", "android", "grid-1000", (1000, 1000)),
        ("anthropic/Claude-Opus", "android", "android-705x1567", (705, 1567)),
        ("anthropic/claude-opus", "pc", "longest-1567", (705, 1567)),
        ("vllm/UI-TARS-1.5-7B", "android", "pixels", (1080, 2400)),
        ("tactful/screen-grounder", "pc", "grid-1000", (1000, 1000)),
    ],
)
def test_the_table(model: str, platform: str, frame: str, size: tuple[int, int]) -> None:
    convention = TABLE.of(model, platform)
    assert (convention.name, convention.size((1080, 2400))) == (frame, size)


@pytest.mark.parametrize(
    ("size", "frame"), [((1080, 2400), (705, 1567)), ((1920, 1080), (1567, 881)), ((800, 600), (800, 600))]
)
def test_the_longest_side_shrinks_and_never_grows(size: tuple[int, int], frame: tuple[int, int]) -> None:
    assert TABLE.frames["longest-1567"].size(size) == frame


@given(
    st.sampled_from(sorted(TABLE.frames)),
    st.tuples(st.integers(1, 4000), st.integers(1, 4000)),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_a_place_in_the_frame_is_the_same_place_on_the_picture(
    name: str, size: tuple[int, int], right: float, down: float
) -> None:
    convention = TABLE.frames[name]
    width, height = convention.size(size)
    x, y = convention.to_pixels(right * width, down * height, size)
    assert (x, y) == pytest.approx((right * size[0], down * size[1]))
    assert convention.holds(right * width, down * height, size)


@pytest.mark.parametrize(
    "text",
    [
        "frames: {}\nmodels: []\ndefault: a",
        "frames: {a: {width: 3}}\nmodels: []\ndefault: a",
        "frames: {a: {width: 3, height: 0}}\nmodels: []\ndefault: a",
        "frames: {a: {pixels: true}}\nmodels: [{match: m, frame: b}]\ndefault: a",
        "frames: {a: {pixels: true}}\nmodels: [{match: m, frame: a, platform: tv}]\ndefault: a",
        "[]",
        "a: [",
    ],
)
def test_a_table_with_a_mistake_is_an_input_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "table.yaml").write_text(text)
    with pytest.raises(InputError, match=r"table\.yaml"):
        load_frames(tmp_path / "table.yaml")


def test_an_unknown_convention_names_those_there_are() -> None:
    with pytest.raises(InputError, match="grid-1000"):
        TABLE.choose("polar", "m", "android")


def grounder(
    *turns: str | Exception, frame: Frame = GRID, attempts: int = 2
) -> tuple[Grounder, ScriptedModel]:
    model = ScriptedModel(turns)
    return Grounder(asking(model), frame, attempts), model


def screen(width: int = 200, height: int = 400) -> Screen:
    return Screen("s.png", width, height, Image.new("RGB", (width, height), (1, 2, 3)), "android")


ASKED = Instruction("the {x} button", plan="Open {y}", action="Click.")


def test_the_point_is_in_pixels_and_the_prompt_can_be_read_back() -> None:
    asks, model = grounder('{"x": 500, "y": 250}')
    found = asyncio.run(asks.find(screen(), ASKED))
    assert (found.pixel, found.answer, found.attempts, found.problem) == ((100, 100), (500, 250), 1, "")
    (message,) = model.asked[0]
    fields = PACK.read("ground", message.text)
    assert fields is not None
    assert (fields["plan"], fields["action"], fields["target"]) == ("Open {y}", "Click.", "the {x} button")
    assert PACK.read("coordinates", fields["coordinates"]) == {"width": "1000", "height": "1000"}
    assert len(message.pictures) == 1
    assert "button" not in repr(ASKED) + repr(found)


@pytest.mark.parametrize(("variant", "told"), [("", False), ("neutral", False), ("told", True)])
def test_only_the_variant_of_that_name_tells_of_protection(variant: str, told: bool) -> None:
    model = ScriptedModel(['{"x": 500, "y": 250}'])
    asyncio.run(Grounder(asking(model), GRID, variant=variant).find(screen(), ASKED))
    text = model.asked[0][0].text
    assert ("privacy" in text, "covered" in text) == (told, told)
    fields = PACK.read("ground", text)
    assert fields is not None
    assert PACK.read("coordinates", fields["coordinates"]) == {"width": "1000", "height": "1000"}


def test_pixels_are_told_the_size() -> None:
    asks, model = grounder('{"x": 50, "y": 60}', frame=PIXELS)
    assert asyncio.run(asks.find(screen(), ASKED)).pixel == (50, 60)
    assert "to 200 at its right edge" in model.asked[0][0].text


def test_a_second_answer_may_be_better() -> None:
    asks, model = grounder("at the top", '{"x": 0, "y": 1200}')
    found = asyncio.run(asks.find(screen(), ASKED))
    assert (found.attempts, found.outside, found.pixel) == (2, True, (0, 480))
    assert [message.role for message in model.asked[1]] == ["user", "assistant", "user"]
    assert "not one JSON object" in model.asked[1][2].text


@pytest.mark.parametrize(
    ("turns", "problem", "attempts"),
    [
        (("no", "no"), "the reply is no point: it is not one JSON object", 2),
        ((ModelError("status 500"),), "no answer: status 500", 1),
        (("no", ModelError("status 500")), "no answer: status 500", 2),
        (("", "  "), "the reply is no point: it is empty", 2),
    ],
)
def test_a_failure_is_no_point(turns: tuple[str | Exception, ...], problem: str, attempts: int) -> None:
    found = asyncio.run(grounder(*turns)[0].find(screen(), ASKED))
    assert (found.pixel, found.attempts) == (None, attempts)
    assert found.problem.startswith(problem)


def test_fewer_than_one_attempt_is_an_input_error() -> None:
    with pytest.raises(InputError, match="attempts"):
        grounder(attempts=0)


def true_point(platform: str, means: Frame) -> Callable[[Sequence[Message]], str]:
    """A model that finds every word and says it in the frame that it ``means``, whatever it is told."""
    size = SIZES[platform]
    marks = {mark.text: mark.box.center for mark in calibration_picture(size)[1]}

    def answer(messages: Sequence[Message]) -> str:
        fields = PACK.read("ground", messages[0].text)
        assert fields is not None
        (x, y), (width, height) = marks[fields["target"]], means.size(size)
        return json.dumps({"x": x * width / size[0], "y": y * height / size[1]})

    return answer


@pytest.mark.parametrize("platform", SIZES)
@pytest.mark.parametrize("declared", TABLE.frames)
@pytest.mark.parametrize("means", TABLE.frames)
def test_the_calibration_finds_the_frame(platform: str, declared: str, means: str) -> None:
    asks = Grounder(asking(ScriptedModel(true_point(platform, TABLE.frames[means]))), TABLE.frames[declared])
    found = asyncio.run(calibrate(asks, tuple(TABLE.frames.values()), platform))
    size = SIZES[platform]
    same = TABLE.frames[declared].size(size) == TABLE.frames[means].size(size)
    assert found.errors[means] < 1e-6
    assert found.fits is same
    assert (found.warning == "") is same
    assert same or (
        found.best in found.warning and TABLE.frames[found.best].size(size) == TABLE.frames[means].size(size)
    )
    assert (found.answered, found.asked) == (4, 4)


def test_a_model_that_is_lost_fits_no_frame() -> None:
    asks = Grounder(asking(ScriptedModel(lambda messages: '{"x": 3, "y": 2}')), GRID)
    found = asyncio.run(calibrate(asks, tuple(TABLE.frames.values()), "android"))
    assert (found.fits, found.best) == (False, "grid-1000")
    assert "none fits" in found.warning


def test_without_answers_nothing_is_known() -> None:
    asks = Grounder(asking(ScriptedModel(lambda messages: ModelError("status 500"))), GRID)
    found = asyncio.run(calibrate(asks, (), "pc"))
    assert (found.fits, found.answered, found.asked) == (None, 0, 4)
    assert "unchecked" in found.warning
    assert json.loads(json.dumps(found.to_json()))["problems"] == ["no answer: status 500"] * 4


def test_the_picture_is_the_same_each_time_and_holds_its_words() -> None:
    one, marks = calibration_picture((1080, 2400))
    two, again = calibration_picture((1080, 2400))
    other, _ = calibration_picture((1080, 2400), seed=1)
    assert one.tobytes() == two.tobytes() != other.tobytes()
    assert marks == again
    pixels = np.asarray(one)
    for mark in marks:
        box = mark.box
        assert box == box.clip(1080, 2400)
        assert pixels[box.y1 : box.y2, box.x1 : box.x2].min() < 60
        assert not any(box.overlap(other.box) for other in marks if other != mark)
    outside = np.ones(pixels.shape[:2], dtype=bool)
    for mark in marks:
        outside[mark.box.y1 : mark.box.y2, mark.box.x1 : mark.box.x2] = False
    assert pixels[outside].min() > 60


def test_a_small_picture_is_refused() -> None:
    with pytest.raises(InputError, match="320"):
        calibration_picture((300, 900))
