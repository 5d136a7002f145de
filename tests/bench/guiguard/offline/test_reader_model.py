"""The guard asked like a model: the same findings through every prompt, and errors that are errors."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tactful.bench.guiguard.offline import readers, screens
from tactful.bench.guiguard.offline.readers import ScreenReaderModel
from tactful.bench.guiguard.offline.registry import open_model
from tactful.bench.guiguard.recognition.asking import predict
from tactful.bench.guiguard.recognition.settings import RecognitionSettings
from tactful.errors import ModelError, RecognitionError
from tactful.models import Message, Picture, asking
from tactful.terms import Box, Region, ScreenCase, Step, TextUnit

MAIL, PHONE, BUTTON = "orla@fennimore.example", "+1 202-555-0143", "Cancel"
UNITS = (
    TextUnit("E-mail", Box(60, 300, 200, 340)),
    TextUnit(MAIL, Box(60, 350, 560, 395)),
    TextUnit("Phone", Box(60, 500, 200, 540)),
    TextUnit(PHONE, Box(60, 550, 460, 595)),
    TextUnit(BUTTON, Box(400, 2000, 600, 2050)),
)


@pytest.fixture(scope="module")
def case(tmp_path_factory: pytest.TempPathFactory) -> ScreenCase:
    file = tmp_path_factory.mktemp("reader") / "s.png"
    Image.new("RGB", (1080, 2400), (250, 250, 252)).save(file)
    step = Step(0, file, plan="Read the address", semantic_action="click(the address)", regions=())
    return ScreenCase("t/s", "t", "android", f"Write to {MAIL}", step, 1080, 2400)


@pytest.fixture(autouse=True)
def written_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (screens, readers):
        monkeypatch.setattr(module, "read_units", lambda data: UNITS)


@pytest.fixture(scope="module")
def model() -> ScreenReaderModel:
    return ScreenReaderModel()


def found(case: ScreenCase, model: ScreenReaderModel, **settings: Any) -> dict[str, Region]:
    got = asyncio.run(predict(case, asking(model), RecognitionSettings(**settings)))
    assert (got.problem, got.broken, got.missing, got.inconsistent) == ("", 0, 0, 0)
    assert got.regions is not None
    return {region.text: region for region in got.regions if region.private}


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"prompt": "simple"},
        {"prompt": "binary"},
        {"stages": "decomposed"},
        {"answers": "grounded"},
        {"answers": "grounded", "prompt": "binary"},
        {"answers": "grounded", "stages": "decomposed"},
        {"context": "none"},
        {"context": "goal"},
    ],
    ids=lambda settings: "-".join(settings.values()) or "usual",
)
def test_every_design_finds_the_same(
    case: ScreenCase, model: ScreenReaderModel, settings: dict[str, str]
) -> None:
    got = found(case, model, **settings)
    assert {MAIL, PHONE} <= set(got)
    assert BUTTON not in got
    assert got[MAIL].box.iou(UNITS[1].box) > 0.9
    if settings.get("prompt") != "binary":
        assert (got[MAIL].risk.value, got[MAIL].category and got[MAIL].category.digit) == ("high", "2")


def test_the_goal_reaches_it_and_only_where_it_is_told(case: ScreenCase, model: ScreenReaderModel) -> None:
    assert found(case, model, context="goal")[MAIL].necessary
    assert not found(case, model, context="none")[MAIL].necessary


def test_a_prompt_of_somebody_else_gets_the_usual_form(case: ScreenCase, model: ScreenReaderModel) -> None:
    picture = Picture.encode(screens.pixels_of(Path(str(case.step.screenshot)).read_bytes()))
    said = model.ask([Message("What is private here?", pictures=(picture,))]).text
    assert re.search(
        rf"^{re.escape(MAIL)} \| high \| 2\(Contact & Financial\) \| \{{.*\}} \| no$", said, re.M
    )
    assert (
        model.ask([Message("?", pictures=(picture,)), Message(said, "assistant"), Message("Again.")]).text
        == said
    )


def test_errors(case: ScreenCase, model: ScreenReaderModel, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModelError, match="no picture"):
        model.ask([Message("What is private here?")])
    with pytest.raises(ModelError, match="no picture"):
        model.ask([Message("?", pictures=(Picture(b"no image"),))])

    def fails(data: bytes) -> None:
        raise RecognitionError(f"could not read {MAIL}")

    monkeypatch.setattr(readers, "read_units", fails)
    got = asyncio.run(predict(case, asking(model), RecognitionSettings()))
    assert got.regions is None
    assert MAIL not in got.problem


def test_it_stands_in_the_register() -> None:
    assert isinstance(open_model("tactful/screen-reader"), ScreenReaderModel)
