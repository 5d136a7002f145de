"""YAML files of users: values as pydantic models want them, and errors with file, line and field."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import pytest
from pydantic import Field

from tactful.errors import RecordError
from tactful.runs import OneOrMore, Strict, Text, YamlDocument, one_of

COLOURS = {"red": 1, "blue": 2}


class Car(Strict):
    name: Text
    colour: Annotated[int, one_of("colour", COLOURS)] = 1
    wheels: Annotated[int, Field(ge=3)] = 4


class Garage(Strict):
    cars: OneOrMore[Car]
    open_: bool = Field(True, alias="open")


def read(source: str, **more: Any) -> Garage:
    return YamlDocument.parse(source, file="garage.yaml", **more).check(Garage)


def test_a_good_file() -> None:
    garage = read("open: false\ncars:\n  - {name: Ada's, colour: blue}\n")
    assert (garage.cars[0].name, garage.cars[0].colour, garage.open_) == ("Ada's", 2, False)


@pytest.mark.parametrize(
    ("text", "line", "field", "says"),
    [
        ("cars:\n  - name: a\n  - name: b\n    wheels: two\n", 4, "cars[1].wheels", "text found"),
        ("cars:\n  - name: a\n    wheels: 2\n", 3, "cars[0].wheels", "greater than or equal to 3"),
        (
            "cars:\n  - name: a\n    colour: pink\n",
            3,
            "cars[0].colour",
            "unknown colour (expected one of",
        ),
        ("cars:\n  - name: a\n    colour: 3\n", 3, "cars[0].colour", "a number or date found"),
        ("cars:\n  - name:\n", 2, "cars[0].name", "nothing found"),
        ("cars:\n  - name: ' '\n", 2, "cars[0].name", "empty text found"),
        ("cars:\n  - colour: red\n", 2, "cars[0].name", "missing"),
        ("cars: []\n", 1, "cars", "an empty list found"),
        ("cars: red\n", 1, "cars", "text found (expected a list)"),
        ("cars:\n  - name: a\nopened: true\n", 3, "opened", "unknown key (expected one of cars, open)"),
        ("cars:\n  - name: a\n'my dear garage': 1\n", 3, "?", "unknown key"),
        ("cars:\n  - name: a\n    ? [b]\n    : c\n", 3, "cars[0]", "a key that is not text"),
        ("cars: 2031-02-30\n", 1, "cars", "text found"),
        ("cars: !!binary aGk=\n", 1, "cars", "a tagged value found"),
    ],
)
def test_errors(text: str, line: int, field: str, says: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(text)
    assert (caught.value.line, caught.value.field) == (line, field)
    assert says in str(caught.value)
    assert str(caught.value).startswith(f"garage.yaml:{line}: ")


def test_words_may_stay_the_text_that_they_are() -> None:
    assert read("cars: [{name: 401}]", text=True).cars[0].name == "401"
    with pytest.raises(RecordError, match="a number or date found"):
        read("cars: [{name: 401}]")


def test_files(tmp_path: Path) -> None:
    (tmp_path / "big.yaml").write_text("#" * 2000)
    (tmp_path / "latin.yaml").write_bytes(b"\xff")
    for name, says in (("big", "at most 1 KiB"), ("latin", "not UTF-8"), ("absent", "cannot be read")):
        with pytest.raises(RecordError, match=says):
            YamlDocument.read(tmp_path / f"{name}.yaml", limit=1024)
