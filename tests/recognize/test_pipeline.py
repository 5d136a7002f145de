from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import pytest
from PIL import Image

from tactful.errors import RecognitionError
from tactful.recognize.pipeline import ScreenRecognizer, default_recognizers
from tactful.recognize.view import Finding, ScreenView
from tactful.terms import Box, Category, Risk, Screen, TaskState, TextUnit

UNIT = TextUnit("Ann Lee", Box(2, 2, 30, 12))


@dataclass
class CountingReader:
    calls: int = 0

    def read(self, pixels: np.ndarray) -> tuple[TextUnit, ...]:
        self.calls += 1
        return (UNIT,)


@dataclass
class Namer:
    """Calls every unit a person."""

    name: str = "namer"
    pixels_decide: bool = False
    seen: list[ScreenView] = field(default_factory=list)

    def find(self, view: ScreenView) -> Iterable[Finding]:
        self.seen.append(view)
        return [Finding(0, "person", Risk.HIGH, Category.IDENTITY, 0.9, "a name", self.name)]


class Broken:
    name = "broken"

    def find(self, view: ScreenView) -> Iterable[Finding]:
        raise KeyError(view.units[0].text)


def screen(color: str = "white", goal: str = "", units: tuple[TextUnit, ...] | None = None) -> Screen:
    return Screen("s.png", 40, 20, Image.new("RGB", (40, 20), color), "", units, TaskState(goal))


def test_a_screen_is_read_labelled_and_marked() -> None:
    (region,) = ScreenRecognizer(reader=CountingReader(), recognizers=[Namer()]).recognize(
        screen(goal="Call Ann")
    )
    assert (region.text, region.risk, region.necessary) == ("Ann Lee", Risk.HIGH, True)


def test_the_same_screen_in_the_same_state_is_not_asked_again() -> None:
    reader, namer = CountingReader(), Namer()
    recognizer = ScreenRecognizer(reader=reader, recognizers=[namer])
    first = recognizer.recognize(screen())
    assert recognizer.recognize(screen()) == first
    assert (reader.calls, len(namer.seen)) == (1, 1)
    recognizer.recognize(screen("black"))
    assert (reader.calls, len(namer.seen)) == (2, 2)


def test_another_task_asks_again_except_where_pixels_decide() -> None:
    words, pixels = Namer("words"), Namer("pixels", pixels_decide=True)
    recognizer = ScreenRecognizer(reader=CountingReader(), recognizers=[words, pixels])
    assert not recognizer.recognize(screen(goal="Read the mail"))[0].necessary
    assert recognizer.recognize(screen(goal="Call Ann"))[0].necessary
    assert (len(words.seen), len(pixels.seen)) == (2, 1)


def test_given_units_are_part_of_what_is_remembered() -> None:
    namer = Namer()
    recognizer = ScreenRecognizer(reader=CountingReader(), recognizers=[namer], trust_units=True)
    recognizer.recognize(screen(units=(UNIT,)))
    recognizer.recognize(screen(units=(TextUnit("Bob Roe", UNIT.box),)))
    assert [view.units[0].text for view in namer.seen] == ["Ann Lee", "Bob Roe"]


def test_text_that_the_host_leaves_out_is_read_off_the_pixels() -> None:
    elsewhere = TextUnit("Bob Roe", Box(2, 14, 30, 19))
    for trusted, texts in ((False, ["Bob Roe", "Ann Lee"]), (True, ["Bob Roe"])):
        namer = Namer()
        recognizer = ScreenRecognizer(reader=CountingReader(), recognizers=[namer], trust_units=trusted)
        recognizer.recognize(screen(units=(elsewhere,)))
        assert [unit.text for unit in namer.seen[0].units] == texts
    known = Namer()
    ScreenRecognizer(reader=CountingReader(), recognizers=[known]).recognize(screen(units=(UNIT,)))
    assert [unit.text for unit in known.seen[0].units] == ["Ann Lee"]


def test_a_failing_recognizer_fails_the_screen_without_its_text() -> None:
    with pytest.raises(RecognitionError, match="'broken' failed") as caught:
        ScreenRecognizer(reader=CountingReader(), recognizers=[Namer(), Broken()]).recognize(screen())
    assert "Ann" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_a_screen_without_pixels_and_units_is_an_error() -> None:
    with pytest.raises(RecognitionError, match="neither pixels nor text units"):
        ScreenRecognizer(recognizers=[]).recognize(Screen("s", 10, 10, None))


def test_all_recognizers_have_names_of_their_own() -> None:
    names = [recognizer.name for recognizer in default_recognizers()]
    assert len(set(names)) == len(names) >= 15
