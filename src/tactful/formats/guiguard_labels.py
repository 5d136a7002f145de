"""The two forms of a privacy label in the GUIGuard-Bench release, as regions.

In ``data/eval.jsonl``::

    {"label": "low_risk", "draw_type": "OCR_RECT", "category": "3", "is_task_essential": false,
     "ocr_text": "3:36", "bbox_percent": [81.1, 52.0, 148.9, 79.6]}

In the image labels: ``drawType`` and ``points``, and under ``attr`` the ``category``, the ``ocrResult`` and
``is_task_essential_privacy`` "yes" or "no". Despite its name, ``bbox_percent`` holds pixels x1, y1, x2, y2. A
``TAG`` "global" marks a whole image and is no region.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AliasChoices, AliasPath, BeforeValidator, Field, InstanceOf

from tactful.formats.records import text_of
from tactful.formats.schema import Pixels, Record, String
from tactful.terms import Category, Region, Risk

_SOURCE = "guiguard-bench"
_RISKS = {"high_risk": Risk.HIGH, "medium_risk": Risk.MEDIUM, "low_risk": Risk.LOW, "no_risk": Risk.NONE}


def _risk(label: object) -> Risk:
    if isinstance(label, str) and label in _RISKS:
        return _RISKS[label]
    raise ValueError("unknown (expected " + ", ".join(_RISKS) + ")")


def _category(digit: object) -> Category | None:
    if digit in (None, ""):
        return None
    try:
        return Category.from_digit(str(digit))
    except KeyError:
        raise ValueError('unknown (expected "" or a digit 1 to 6)') from None


def _necessary(value: object) -> bool:
    if value in (True, False, None, "yes", "no"):
        return value in (True, "yes")
    raise ValueError("the task-essential mark is neither a boolean nor yes or no")


def _rectangle(draw_type: object) -> object:
    if draw_type != "OCR_RECT":
        raise ValueError("unknown draw type (expected OCR_RECT, or TAG with the label global)")
    return draw_type


def _either(name: str, *path: str) -> Any:
    """A field under its name in ``eval.jsonl``, or at its path in the image labels."""
    return AliasChoices(name, AliasPath(*path))


class _Label(Record):
    draw_type: Annotated[Any, BeforeValidator(_rectangle)] = Field(
        None, validation_alias=AliasChoices("draw_type", "drawType"), validate_default=True
    )
    box: Pixels = Field(validation_alias=AliasChoices("bbox_percent", "points"))
    risk: Annotated[InstanceOf[Risk], BeforeValidator(_risk)] = Field(validation_alias="label")
    text: Annotated[String, BeforeValidator(text_of)] = Field(
        "", validation_alias=_either("ocr_text", "attr", "ocrResult")
    )
    category: Annotated[InstanceOf[Category] | None, BeforeValidator(_category)] = Field(
        None, validation_alias=_either("category", "attr", "category")
    )
    necessary: Annotated[bool, BeforeValidator(_necessary)] = Field(
        False, validation_alias=_either("is_task_essential", "attr", "is_task_essential_privacy")
    )


def _marks_whole_image(label: Any) -> bool:
    if not isinstance(label, dict) or label.get("label") != "global":
        return False
    return "TAG" in (label.get("draw_type"), label.get("drawType"))


def regions_of(labels: list[Any], notes: list[str]) -> tuple[Region, ...]:
    """The regions of a list of labels; what is malformed goes into ``notes`` with the label's position."""
    regions: list[Region] = []
    for position, value in enumerate(labels):
        if _marks_whole_image(value):
            continue
        try:
            label = _Label.read(value)
        except ValueError as err:
            notes.append(f"label {position}: {err}")
            continue
        necessary, category = label.necessary, label.category
        text = label.text.strip()
        regions.append(Region(text, label.box, label.risk, category, necessary=necessary, source=_SOURCE))
    return tuple(regions)
