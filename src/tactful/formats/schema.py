"""Formats as pydantic models: the field types that formats share, and pydantic's errors in our words.

An error names the place and the kind of value that was found, and never the value::

    units[1]: field 'box': a string (expected four numbers x1, y1, x2, y2)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Annotated, Any, Self, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, InstanceOf, ValidationError

from tactful.formats.records import a_kind
from tactful.terms import Box, Category, Region, Risk

_FAR = 10_000_000  # pixels; no screen is larger
_EXPECTED = {
    "is_instance_of": "a string", "int_type": "a whole number", "float_type": "a number",
    "bool_type": "a boolean", "list_type": "a list", "dict_type": "an object", "model_type": "an object",
}  # fmt: skip
_RANGES = {
    "greater_than_equal": "out of range (expected 0 to 1)",
    "less_than_equal": "out of range (expected 0 to 1)",
    "greater_than": "not positive",
}

# Strings are only checked, since pydantic's own refuse lone surrogates, which JSON may hold.
String: TypeAlias = InstanceOf[str]
Share = Annotated[float, Field(ge=0, le=1)]


class Record(BaseModel):
    """A JSON object of a known form: types are not converted, unknown keys are passed over."""

    model_config = ConfigDict(strict=True, frozen=True, populate_by_name=True)

    @classmethod
    def read(cls, value: object) -> Self:
        """The record of a JSON value; ``ValueError`` naming the first wrong field and what was expected."""
        try:
            return cls.model_validate(value)
        except ValidationError as err:
            path, reason = first_problem(err)
            raise ValueError(_place(path) + reason) from None


def first_problem(error: ValidationError) -> tuple[tuple[int | str, ...], str]:
    """The path to the first wrong value, and our words for it: the kind of value found, what was expected."""
    first = error.errors(include_url=False)[0]
    return first["loc"], _reason(first["type"], first["input"], first.get("ctx", {}))


def _place(loc: tuple[int | str, ...]) -> str:
    """("units", 1, "box") is "units[1]: field 'box': "."""
    place, names = "", list[str]()
    for part in loc:
        if isinstance(part, int):
            place = f"{place.removesuffix(': ')}{'.'.join(names)}[{part}]: "
            names = []
        else:
            names.append(part)
    return place + (f"field '{'.'.join(names)}': " if names else "")


def _reason(type_: str, value: object, context: Mapping[str, Any]) -> str:
    if type_ == "missing":
        return "missing"
    if type_ == "value_error":  # a validator of ours, whose message quotes nothing
        return str(context["error"])
    if type_ == "enum":
        return f"unknown (expected {context['expected']})".replace("'", "")
    if type_ in _EXPECTED:
        return f"{a_kind(value)} (expected {_EXPECTED[type_]})"
    return _RANGES.get(type_, f"{a_kind(value)} that cannot be used")


def _box(value: object) -> Box:
    """A box of four finite numbers x1 y1 x2 y2; ``ValueError`` saying what was found."""
    if not isinstance(value, list | tuple) or len(value) != 4:
        raise ValueError(f"{a_kind(value)} (expected four numbers x1, y1, x2, y2)")
    if not all(isinstance(v, int | float) and not isinstance(v, bool) for v in value):
        raise ValueError("not all numbers (expected x1, y1, x2, y2)")
    if not all(-_FAR < v < _FAR for v in value):  # false for NaN too
        raise ValueError("numbers beyond any screen (expected pixels)")
    return Box.of(value)


Pixels = Annotated[InstanceOf[Box], BeforeValidator(_box)]
RiskWord = Annotated[Risk, Field(strict=False)]
CategoryWord = Annotated[Category, Field(strict=False)]


class RegionRecord(Record):
    """A region of our own JSON form, field by field as in `tactful.terms.Region`."""

    text: String
    box: Pixels
    risk: RiskWord
    category: CategoryWord | None = None
    type: String = "text"
    necessary: bool = False
    confidence: Share = 1.0
    source: String = ""
    reason: String = ""
    inner: bool = False

    def region(self) -> Region:
        """The region that the record describes."""
        return Region(**{f.name: getattr(self, f.name) for f in fields(Region)})
