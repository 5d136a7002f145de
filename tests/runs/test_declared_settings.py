"""Settings declared once: what a command line, Inspect's -T and a manifest make of them."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import pytest

from tactful.errors import InputError
from tactful.runs import Option, make_settings, parameters, settings_json


@dataclass(frozen=True, kw_only=True)
class Shared:
    data: Annotated[Path, Option("The data.")]
    limit: Annotated[int | None, Option("At most so many.", min=1)] = None


@dataclass(frozen=True, kw_only=True)
class Sample(Shared):
    methods: Annotated[tuple[str, ...], Option("What hides.")] = ("black", "mosaic")
    levels: Annotated[tuple[int, ...], Option("How much.")] = (100,)
    mode: Annotated[str, Option("How.", choices=("own", "same"))] = "own"
    parallel: Annotated[int, Option("At once.", recorded=False, task=False)] = 2
    quiet: Annotated[bool, Option("Say nothing.", recorded=False)] = False


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, {}),
        ({"methods": "a, b"}, {"methods": ("a", "b")}),
        ({"methods": ["a,b", "c"]}, {"methods": ("a", "b", "c")}),
        ({"methods": []}, {}),
        ({"levels": 60}, {"levels": (60,)}),
        ({"levels": [20, "60,100"]}, {"levels": (20, 60, 100)}),
        ({"limit": "3", "quiet": "true"}, {"limit": 3, "quiet": True}),
        ({"mode": None}, {}),
    ],
)
def test_values_as_they_come(given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert make_settings(Sample, {"data": "x", **given}) == Sample(data=Path("x"), **expected)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"data": None}, "field 'data': is missing"),
        ({"limit": 0}, "field 'limit': is below 1"),
        ({"limit": "many"}, "field 'limit': not a number"),
        ({"mode": "mine"}, "field 'mode': unknown value 'mine' .*own, same"),
        ({"quiet": "perhaps"}, "field 'quiet': not a truth value"),
        ({"other": 1}, "field 'other': no such setting"),
    ],
)
def test_a_wrong_value_names_its_field(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        make_settings(Sample, {"data": "x", **given})


def test_the_manifest_has_what_may_not_change() -> None:
    assert settings_json(Sample(data=Path("x"), parallel=9)) == {
        "data": "x", "limit": None, "methods": ["black", "mosaic"], "levels": [100], "mode": "own",
    }  # fmt: skip


def test_an_inspect_task_gets_the_names() -> None:
    @parameters(Sample)
    def task(settings: Sample) -> Sample:
        return settings

    assert list(inspect.signature(task).parameters) == ["data", "limit", "methods", "levels", "mode", "quiet"]
    assert task("x", levels=5) == Sample(data=Path("x"), levels=(5,))
